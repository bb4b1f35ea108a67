"""Arrow columns as small codes: each distinct value is read once, in plain Python, and gathered back by index."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ..views import plain

_SEPARATOR = "\x1f"  # between the items of a list; no text of a deal holds it


Codes = NDArray[np.int32]


class Coded(NamedTuple):
    """A column as codes into its distinct `values`, the last of which is None.

    `codes` is int32, one a row; null is -1, so that ``values[code]`` and an array made of the values need no exception.
    """

    codes: Codes
    values: list[Any]


Column: TypeAlias = "pa.ChunkedArray | pa.Array | Coded | NDArray[np.uint8]"
"""A column of a table; one whose values are known; counts, 34 of each row."""


def cell(column: Column, row: int) -> Any:
    """The value of one row."""
    if isinstance(column, Coded):
        return column.values[column.codes[row]]
    return column[row].tolist() if isinstance(column, np.ndarray) else column[row].as_py()


def whole(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    """A column as one array, without views."""
    if isinstance(column, pa.ChunkedArray):
        column = pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)
    return plain(column)


def encode(column: Column) -> Coded:
    """The distinct values of a column of numbers, truth values, texts, or lists or structs of these."""
    if isinstance(column, Coded):
        return column
    array = whole(column)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if not (pa.types.is_nested(array.type) or pa.types.is_null(array.type)):
        coded = array.dictionary_encode()
        return Coded(_indices(coded), [*coded.dictionary.to_pylist(), None])
    codes = _codes(array)
    first = np.zeros(int(codes.max(initial=-1)) + 1, np.intp)
    rows = np.flatnonzero(codes >= 0)[::-1]
    first[codes[rows]] = rows
    return Coded(codes, [array[row].as_py() for row in first.tolist()] + [None])


def _codes(array: pa.Array) -> Codes:
    kind = array.type
    if pa.types.is_null(kind):
        return np.full(len(array), -1, np.int32)
    if pa.types.is_struct(kind):
        fields = [_codes(field) for field in array.flatten()]
        codes = np.zeros(len(array), np.int32)
        for field in fields:
            codes = _codes(pa.array(codes * (int(field.max(initial=0)) + np.int64(2)) + field + 1))
        return np.where(pc.is_null(array).to_numpy(zero_copy_only=False), np.int32(-1), codes)
    if pa.types.is_nested(kind):
        if not pa.types.is_nested(kind.value_type):
            texts = array.cast(pa.list_(pa.string()))
            if not texts.flatten().null_count:
                # An empty list and a list of one empty text look alike when joined.
                parts = [pc.binary_join(texts, _SEPARATOR), pc.list_value_length(texts)]
                return _codes(pa.StructArray.from_arrays(parts, ["items", "sizes"], mask=pc.is_null(array)))
        # Lists of lists or objects, or with nulls among their items, are rare.
        return _codes(pa.array([value if value is None else repr(value) for value in array.to_pylist()], pa.string()))
    return _indices(array.dictionary_encode())


def _indices(coded: pa.DictionaryArray) -> Codes:
    indices = coded.indices
    return np.asarray(indices.fill_null(-1) if indices.null_count else indices)
