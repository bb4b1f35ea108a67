"""Arrow columns as JSON text, a whole column at a time."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

_UNSAFE = r'[\x00-\x1f"\\]'


def column_text(column: pa.Array) -> pa.Array:
    """The JSON of every value, never null itself. Numbers, truth values, text and lists of them are quick, anything
    else is written value by value. Bytes are text where they are UTF-8; `ArrowInvalid` or `UnicodeDecodeError` else.
    """
    type = column.type
    if pa.types.is_dictionary(type):
        return column_text(column.dictionary_decode())
    if pa.types.is_boolean(type) or pa.types.is_integer(type):
        return pc.fill_null(column.cast(pa.string()), "null")
    if pa.types.is_floating(type):
        finite = pc.fill_null(pc.is_finite(column), False)
        return pc.if_else(finite, column.cast(pa.float64()).cast(pa.string()), "null")
    if pa.types.is_string(type) or pa.types.is_large_string(type):
        return _quoted(column.cast(pa.string()))
    if pa.types.is_binary(type) or pa.types.is_large_binary(type) or pa.types.is_fixed_size_binary(type):
        return _quoted(column.cast(pa.binary()).cast(pa.string()))
    if pa.types.is_list(type) or pa.types.is_large_list(type) or pa.types.is_fixed_size_list(type):
        column = column.cast(pa.list_(type.value_type))
        items = column_text(column.flatten())
        offsets = np.concatenate([[0], np.cumsum(pc.fill_null(pc.list_value_length(column), 0).to_numpy())])
        joined = pc.binary_join(pa.ListArray.from_arrays(pa.array(offsets, pa.int32()), items), ",")
        return pc.if_else(column.is_null(), "null", pc.binary_join_element_wise("[", joined, "]", ""))
    return pa.array([json.dumps(value, ensure_ascii=False, default=_text) for value in column.to_pylist()], pa.string())


def _text(value: Any) -> str:
    """What JSON has no type for."""
    return value.decode() if isinstance(value, bytes) else str(value)


def _quoted(texts: pa.Array) -> pa.Array:
    quoted = pc.binary_join_element_wise('"', texts, '"', "")
    unsafe = pc.fill_null(pc.match_substring_regex(texts, _UNSAFE), False)
    if pc.any(unsafe).as_py():
        escaped = [json.dumps(text, ensure_ascii=False) for text in texts.filter(unsafe).to_pylist()]
        quoted = pc.replace_with_mask(quoted, unsafe, pa.array(escaped, pa.string()))
    return pc.fill_null(quoted, "null")


def objects(table: pa.Table, lines: pa.Array | None = None) -> pa.Array:
    """Every row as a JSON object; with `lines` (objects as text) the row's fields are put behind those of its line."""
    parts: list[Any] = []
    for number, name in enumerate(table.column_names):
        key = f"{json.dumps(name, ensure_ascii=False)}:"
        parts += [f",{key}" if number else key, column_text(one_array(table[name]))]
    if lines is None:
        return pc.binary_join_element_wise("{", *parts, "}", "")
    start = pc.utf8_rtrim_whitespace(pc.utf8_slice_codeunits(lines, 0, -1))
    comma = pc.if_else(pc.ends_with(start, "{"), "", ",")
    return pc.binary_join_element_wise(start, comma, *parts, "}", "")


def one_array(column: pa.ChunkedArray) -> pa.Array:
    """A column in one piece."""
    if column.num_chunks == 1:
        return column.chunk(0)
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
