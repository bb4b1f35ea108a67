"""What rows take where every value has bytes of its own: in a dictionary, a run or a view many share the same."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import DTypeLike, NDArray

from ..errors import InputError
from .pages import HELD, SWELLS

Positions = NDArray[np.int64]
Sizes = NDArray[np.float64]
"""Bytes; whole numbers would overflow where what shares lies within what shares."""


def check_views(path: str, batch: pa.RecordBatch) -> None:
    """Refuse a batch that would take too long to be found sound: Arrow reads the text of every view."""
    batch.validate()
    _check(path, batch, lambda column: sum(_total(views) for views in _views(column)))


def check_shared(path: str, batch: pa.RecordBatch) -> None:
    """Refuse a sound batch, its views checked, whose values would take too much memory written one after another."""
    if sum(map(_most, batch.columns)) > HELD:
        _check(path, batch, _total)


def _most(column: pa.Array) -> float:
    """What is at least the bytes of a column, found in less time than they are."""
    if pa.types.is_dictionary(column.type) and len(column.dictionary) <= len(column):
        known = column.dictionary
        return len(column) * float(_sizes(known, np.arange(len(known))).max(initial=0))
    return np.inf if _shares(column.type) and not _is_view(column.type) else 0


def _total(array: pa.Array) -> float:
    if _is_view(array.type) and not array.null_count:
        lengths: NDArray[np.int32] = np.frombuffer(array.buffers()[1] or b"", np.int32)[::4]
        return int(lengths[array.offset :][: len(array)].clip(0).sum(dtype=np.int64))
    return float(_sizes(array, np.arange(len(array))).sum())


def _check(path: str, batch: pa.RecordBatch, size: Callable[[pa.Array], float]) -> None:
    """Refuse a batch whose columns, those in which values share bytes, take too many bytes by `size`."""
    taken = {
        field.name: size(column)
        for column, field in zip(batch.columns, batch.schema, strict=True)
        if _shares(field.type)
    }
    total = sum(taken.values())
    if total <= HELD:
        return
    allowed = max(HELD, SWELLS * batch.get_total_buffer_size())
    if total > allowed:
        raise InputError(
            f"{path}: {batch.num_rows:,} rows written out take {total:,.0f} bytes, most in column "
            f"{max(taken, key=taken.__getitem__)!r}",
            expected=f"at most {allowed:,}",
        )


def _views(array: pa.Array) -> Iterator[pa.Array]:
    """The views that an array is or has within."""
    type = array.type
    if _is_view(type):
        yield array
    elif isinstance(type, pa.BaseExtensionType):
        yield from _views(array.storage)
    elif pa.types.is_dictionary(type):
        yield from _views(array.dictionary)
    elif pa.types.is_struct(type) or pa.types.is_union(type):
        for index in range(type.num_fields):
            yield from _views(array.field(index))
    elif pa.types.is_nested(type) or pa.types.is_run_end_encoded(type):
        yield from _views(array.values)


def _shares(type: pa.DataType) -> bool:
    """Whether values of a type, or values within them, can share bytes."""
    if isinstance(type, pa.BaseExtensionType):
        return _shares(type.storage_type)
    return (
        pa.types.is_dictionary(type)
        or pa.types.is_run_end_encoded(type)
        or _is_view(type)
        or _is_list_view(type)
        or (pa.types.is_union(type) and type.mode == "dense")
        or any(_shares(type.field(index).type) for index in range(type.num_fields))
    )


def _is_view(type: pa.DataType) -> bool:
    return bool(pa.types.is_string_view(type) or pa.types.is_binary_view(type))


def _is_list_view(type: pa.DataType) -> bool:
    return bool(pa.types.is_list_view(type) or pa.types.is_large_list_view(type))


def _sizes(array: pa.Array, at: Positions) -> Sizes:
    """The bytes of the values at these positions (N,), without those that say where they are."""
    type = array.type
    if not len(at) or pa.types.is_null(type):
        return np.zeros(len(at))
    if isinstance(type, pa.BaseExtensionType):
        return _sizes(array.storage, at)
    if pa.types.is_dictionary(type):
        indices, dtype = array.indices, np.dtype(str(type.index_type))
        return _where(_valid(indices, at), array.dictionary, _numbers(indices, 1, dtype, at))
    if pa.types.is_run_end_encoded(type):
        return _sizes(array.values, np.searchsorted(array.run_ends.to_numpy(), array.offset + at, side="right"))
    if pa.types.is_struct(type):
        return sum((_sizes(array.field(index), at) for index in range(type.num_fields)), np.zeros(len(at)))
    if pa.types.is_union(type):
        codes = _numbers(array, 1, np.int8, at)
        within = _numbers(array, 2, np.int32, at) if type.mode == "dense" else at
        kinds = enumerate(type.type_codes)
        return sum((_where(codes == code, array.field(index), within) for index, code in kinds), np.zeros(len(at)))
    if _is_view(type):
        return np.where(_valid(array, at), _numbers(array, 1, "<i4, V12", at)["f0"].clip(0), 0.0)
    if pa.types.is_nested(type):
        return _list_sizes(array, at)
    if pa.types.is_string(type) or pa.types.is_binary(type):
        return _text_sizes(array, np.int32, at)
    if pa.types.is_large_string(type) or pa.types.is_large_binary(type):
        return _text_sizes(array, np.int64, at)
    return np.full(len(at), type.bit_width / 8)


def _list_sizes(array: pa.Array, at: Positions) -> Sizes:
    """Those of lists and maps."""
    type = array.type
    if pa.types.is_fixed_size_list(type):
        starts = (array.offset + at) * type.list_size
        stops = starts + type.list_size
    elif _is_list_view(type):
        # That of a null may lead anywhere.
        starts = np.where(_valid(array, at), array.offsets.to_numpy()[at], 0)
        stops = np.where(_valid(array, at), starts + array.sizes.to_numpy()[at], 0)
    else:
        starts, stops = array.offsets.to_numpy()[at], array.offsets.to_numpy()[at + 1]
    sizes: Sizes
    if pa.types.is_primitive(array.values.type):
        sizes = (stops - starts) * (array.values.type.bit_width / 8)
        return sizes
    first, last = int(starts.min()), int(stops.max())
    before = np.zeros(last - first + 1)
    np.cumsum(_sizes(array.values, np.arange(first, last)), out=before[1:])
    sizes = before[stops - first] - before[starts - first]
    return sizes


def _where(mask: NDArray[np.bool_], array: pa.Array, at: Positions) -> Sizes:
    """Those of the values at positions where `mask` is set, 0 elsewhere."""
    sizes = np.zeros(len(at))
    sizes[mask] = _sizes(array, at[mask].astype(np.int64))
    return sizes


def _text_sizes(array: pa.Array, dtype: DTypeLike, at: Positions) -> Sizes:
    sizes: Sizes = np.subtract(_numbers(array, 1, dtype, at + 1), _numbers(array, 1, dtype, at), dtype=np.float64)
    return sizes


def _numbers(array: pa.Array, buffer: int, dtype: DTypeLike, at: Positions) -> NDArray[Any]:
    """The numbers at these positions in a buffer of an array."""
    numbers: NDArray[Any] = np.frombuffer(array.buffers()[buffer], dtype)[array.offset + at]
    return numbers


def _valid(array: pa.Array, at: Positions) -> NDArray[np.bool_]:
    """Whether there is a value at each position."""
    if not array.null_count:
        return np.ones(len(at), np.bool_)
    places = array.offset + at
    valid: NDArray[np.bool_] = np.frombuffer(array.buffers()[0], np.uint8)[places >> 3] >> (places & 7) & 1 == 1
    return valid
