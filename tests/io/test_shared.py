"""What shared bytes come to where every value has its own, against the values themselves."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tingpai.errors import InputError
from tingpai.io import shared

TEXTS = ["11z", "", None, "123m456p789s11z", "long enough not to stand within a view 你好"]
DICTIONARY = pa.DictionaryArray.from_arrays(pa.array([4, 0, None, 3, 0, 1, 2], pa.int8()), pa.array(TEXTS))
RUNS = pa.RunEndEncodedArray.from_arrays(pa.array([2, 3, 7], pa.int32()), pa.array(["abc", None, "defg"]))
STARTS, LENGTHS = pa.array([0, 0, 1, 6, 2, 3, 0], pa.int32()), pa.array([7, 7, 2, 1, 0, 3, 6], pa.int32())
MASK = pa.array([False, True, False, False, False, False, False])
ARRAYS = {
    "dictionary": DICTIONARY,
    "empty dictionary": pa.DictionaryArray.from_arrays(pa.array([None] * 3, pa.int8()), pa.array([], pa.string())),
    "dictionary of lists": pa.DictionaryArray.from_arrays(
        pa.array([1, 1, 0, None, 2], pa.int16()), pa.array([["a", "bc"], None, ["def"] * 3], pa.large_list(pa.string()))
    ),
    "runs": RUNS,
    "runs of numbers": pa.RunEndEncodedArray.from_arrays(pa.array([5, 9], pa.int64()), pa.array([1, 2], pa.int16())),
    "texts": pa.array(TEXTS, pa.string_view()),
    "bytes": pa.array([b"abc", None, b"x" * 100], pa.binary_view()),
    "lists": pa.ListViewArray.from_arrays(STARTS, LENGTHS, DICTIONARY, mask=MASK),
    "large lists": pa.LargeListViewArray.from_arrays(
        STARTS.cast("int64"), LENGTHS.cast("int64"), pa.array([0, 1, None, 3, 4, 5, 6])
    ),
    "lists of dictionaries": pa.ListArray.from_arrays(pa.array([0, 3, 3, 7], pa.int32()), DICTIONARY),
    "pairs of views": pa.FixedSizeListArray.from_arrays(pa.array([*TEXTS, "x"], pa.string_view()), 2),
    "structs": pa.StructArray.from_arrays([DICTIONARY, RUNS, pa.array([1.5] * 7), pa.nulls(7)], ["a", "b", "c", "d"]),
    "union": pa.UnionArray.from_dense(
        pa.array([1, 0, 1, 1], pa.int8()), pa.array([3, 0, 4, 4], pa.int32()), [pa.array([1]), pa.array(TEXTS)]
    ),
    "maps": pa.MapArray.from_arrays(pa.array([0, 2, 5], pa.int32()), pa.array(list("abcde")), DICTIONARY.slice(0, 5)),
    "extension": pa.ExtensionArray.from_storage(pa.opaque(pa.string_view(), "x", "y"), pa.array(TEXTS, "string_view")),
}


def size_of(value: Any, type: pa.DataType) -> float:
    """The bytes of a value, those of its parts added up; a number has them whether it is null or not."""
    if isinstance(type, pa.BaseExtensionType):
        return size_of(value, type.storage_type)
    if pa.types.is_dictionary(type) or pa.types.is_run_end_encoded(type):
        return size_of(value, type.value_type) if value is not None else 0
    if pa.types.is_union(type):
        return 8 if isinstance(value, int) else size_of(value, pa.string())
    if pa.types.is_struct(type):
        return sum(size_of(value[field.name], field.type) for field in type)
    if pa.types.is_map(type):
        return sum(size_of(key, type.key_type) + size_of(item, type.item_type) for key, item in value)
    if pa.types.is_nested(type):
        return sum(size_of(item, type.value_type) for item in value or ())
    if pa.types.is_primitive(type):
        return type.bit_width / 8
    return len(value.encode() if isinstance(value, str) else value or b"")


@pytest.mark.parametrize("name", ARRAYS)
def test_sizes(name: str) -> None:
    array = ARRAYS[name]
    array.validate(full=True)
    wanted = [size_of(value, array.type) for value in array.to_pylist()]
    for start in range(len(array)):
        for stop in range(start, len(array) + 1):
            part = array.slice(start, stop - start)
            assert shared._sizes(part, np.arange(len(part))).tolist() == wanted[start:stop]


def test_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """All columns together, up to what is held and what their own bytes allow."""
    batch = pa.record_batch({"plain": ["x" * 500] * 7, "a": DICTIONARY, "b": ARRAYS["lists"]})
    total = sum(size_of(value, batch[name].type) for name in "ab" for value in batch[name].to_pylist())
    monkeypatch.setattr(shared, "SWELLS", 0)
    monkeypatch.setattr(shared, "HELD", total)
    shared.check_shared("x.arrow", batch)
    monkeypatch.setattr(shared, "HELD", total - 1)
    with pytest.raises(InputError, match=rf"x.arrow: 7 rows written out take {total} bytes, most in column 'b' "):
        shared.check_shared("x.arrow", batch)
    monkeypatch.setattr(shared, "SWELLS", 1)
    shared.check_shared("x.arrow", batch)


def test_what_shares_within_what_shares() -> None:
    """2^70 bytes: more than a whole number holds."""
    views = pa.array([1] * (1 << 10), pa.int8())
    for _ in range(6):
        n = 1 << 10
        views = pa.ListViewArray.from_arrays(pa.array([0] * n, pa.int32()), pa.array([n] * n, pa.int32()), views)
    with pytest.raises(
        InputError, match=r"x: 1,024 rows written out take 1,180,591,620,717,411,303,424 bytes, most in"
    ):
        shared.check_shared("x", pa.record_batch({"x": views}))
