"""Arrow's views put behind one another, against the values themselves."""

from __future__ import annotations

import pyarrow as pa
import pytest

from tingpai.views import plain

TEXTS = pa.array(["11z", None, "", "long enough not to stand within a view 你好"], pa.string_view())
CODED = TEXTS.dictionary_encode()
OFFSETS = pa.array([0, 2, 2, 3, 4], pa.int32())
VIEWS = {
    "texts": TEXTS,
    "bytes": pa.array([b"\xff", None, b"", b"x" * 20], pa.binary_view()),
    "dictionary": CODED,
    "lists": pa.ListArray.from_arrays(OFFSETS, TEXTS),
    "large lists": pa.LargeListArray.from_arrays(OFFSETS.cast("int64"), CODED),
    "pairs": pa.FixedSizeListArray.from_arrays(pa.concat_arrays([TEXTS, TEXTS]), 2),
    "structs": pa.StructArray.from_arrays([TEXTS, CODED, pa.array(range(4))], ["a", "b", "c"]),
    "maps": pa.MapArray.from_arrays(OFFSETS, pa.array(list("abcd"), pa.string_view()), TEXTS),
    "lists of structs": pa.ListArray.from_arrays(OFFSETS, pa.StructArray.from_arrays([TEXTS], ["a"])),
}


@pytest.mark.parametrize("name", VIEWS)
def test_the_same_values_without_views(name: str) -> None:
    views = VIEWS[name]
    for start in range(len(views)):
        part = views.slice(start, len(views) - start)
        array = plain(part)
        assert "view" not in str(array.type)
        assert array.to_pylist() == part.to_pylist()
        assert array.take(pa.array([0])).to_pylist() == part[:1].to_pylist()


@pytest.mark.parametrize(
    "array",
    [pa.array(["a"]), pa.array([1]), pa.array([["a"]]), pa.array(["a"]).dictionary_encode(), pa.nulls(2)],
    ids=str,
)
def test_what_has_no_views_stays(array: pa.Array) -> None:
    assert plain(array) is array
