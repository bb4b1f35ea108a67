"""Arrow columns as small codes: each distinct value is read once, in plain Python, and gathered back by index."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

_SEPARATOR = "\x1f"  # between the items of a list; no text of a deal holds it


class Coded(NamedTuple):
    """A column as codes into its distinct `values`, the last of which is None.

    `codes` is intp, one a row; null is -1, so that ``values[code]`` and an array made of the values need no exception.
    """

    codes: NDArray[np.intp]
    values: list[Any]


def whole(column: pa.ChunkedArray | pa.Array) -> pa.Array:
    """A column as one array."""
    if not isinstance(column, pa.ChunkedArray):
        return column
    return pa.concat_arrays(column.chunks) if column.num_chunks else pa.array([], column.type)


def encode(column: pa.ChunkedArray | pa.Array) -> Coded:
    """The distinct values of a column of numbers, truth values, texts, or lists or structs of these."""
    array = whole(column)
    codes = _codes(array)
    first = np.zeros(int(codes.max(initial=-1)) + 1, np.intp)
    rows = np.flatnonzero(codes >= 0)[::-1]
    first[codes[rows]] = rows
    return Coded(codes, [array[row].as_py() for row in first.tolist()] + [None])


def _codes(array: pa.Array) -> NDArray[np.intp]:
    kind = array.type
    if pa.types.is_null(kind):
        return np.full(len(array), -1, np.intp)
    if pa.types.is_dictionary(kind):
        return _codes(array.dictionary_decode())
    if pa.types.is_struct(kind):
        fields = [_codes(field) for field in array.flatten()]
        codes = np.zeros(len(array), np.int64)
        for field in fields:
            codes = _codes(pa.array(codes * (field.max(initial=0) + 2) + field + 1))
        codes[_nulls(array)] = -1
        return codes.astype(np.intp)
    if pa.types.is_list(kind) or pa.types.is_large_list(kind) or pa.types.is_fixed_size_list(kind):
        if pa.types.is_nested(kind.value_type):
            return _codes(
                pa.array([value if value is None else repr(value) for value in array.to_pylist()], pa.string())
            )
        texts = array.cast(pa.list_(pa.string()))
        items = pc.binary_join(texts, _SEPARATOR)
        # An empty list and a list of one empty text look alike when joined.
        sizes = pc.list_value_length(texts)
        return _codes(pa.StructArray.from_arrays([items, sizes], ["items", "sizes"], mask=pc.is_null(array)))
    indices = array.dictionary_encode().indices
    return np.asarray(indices.fill_null(-1).to_numpy(zero_copy_only=False), np.intp)


def _nulls(array: pa.Array) -> NDArray[np.bool_]:
    return np.asarray(pc.is_null(array).to_numpy(zero_copy_only=False), np.bool_)
