"""Columns as codes: every row's value comes back, equal values have one code, null has -1."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tingpai.rules.columns import encode, whole

COLUMNS = {
    "texts": pa.array(["b", None, "a", "b", "", None]),
    "large texts": pa.array(["b", None, "a", "b"], pa.large_string()),
    "numbers": pa.array([3, 1, None, 3, 0]),
    "truth values": pa.array([True, False, None, True]),
    "dictionary": pa.array(["b", "a", None, "b"]).dictionary_encode(),
    "nothing": pa.nulls(3),
    "empty": pa.array([], pa.string()),
    "empty lists": pa.array([], pa.list_(pa.string())),
    # An empty list, a list of one empty text and no list; the same texts in another order, joined or apart.
    "lists of texts": pa.array(
        [["a", "b"], None, [], [""], ["b", "a"], ["a", "b"], ["ab"], ["a", "b", ""], ["a", ""], ["a"]]
    ),
    "lists of numbers": pa.array([[1, 2], [12], [], None, [1, 2], [2, 1]]),
    "fixed lists": pa.array([[1, 2], [2, 1], [1, 2], None], pa.list_(pa.int16(), 2)),
    "lists with nulls": pa.array([["a", None], ["a"], [None, "a"], None, ["a", None], []]),
    "lists of lists": pa.array([[["a"], ["b"]], [["a", "b"]], None, [["a"], ["b"]], [[]], []]),
    "structs": pa.array(
        [
            {"from": 0, "tiles": "1m"},
            {"from": 1, "tiles": "2m"},
            {"from": 0, "tiles": "2m"},
            {"from": 1, "tiles": "1m"},
            {"from": None, "tiles": "1m"},
            {"from": 0, "tiles": None},
            {"from": None, "tiles": None},
            None,
            {"from": 1, "tiles": "2m"},
            {"from": 2, "tiles": "1m"},
        ]
    ),
    "lists of structs": pa.array([[{"seat": 1, "kongs": ["1m"]}], [], None, [{"seat": 1, "kongs": ["1m"]}]]),
}


@pytest.mark.parametrize("kind", COLUMNS)
def test_every_row_comes_back(kind: str) -> None:
    column = COLUMNS[kind]
    told: list[Any] = column.to_pylist()
    codes, values = encode(column)
    assert codes.dtype == np.int32
    assert values[-1] is None
    assert [values[code] for code in codes] == told
    assert [code == -1 for code in codes] == [value is None for value in told]
    distinct = {repr(value) for value in told if value is not None}
    assert len(set(codes.tolist()) - {-1}) == len(distinct)
    assert len(values) <= len(distinct) + 2  # nulls among lists leave one unused


@pytest.mark.parametrize("kind", COLUMNS)
def test_slices_and_chunks_are_the_same_column(kind: str) -> None:
    column = COLUMNS[kind]
    chunked = pa.chunked_array([column.slice(0, 1), column.slice(1, 0), column.slice(1, 2), column.slice(3)])
    for part in (chunked, column.slice(1)):
        codes, values = encode(part)
        assert [values[code] for code in codes] == part.to_pylist()


def test_a_column_without_chunks_keeps_its_type() -> None:
    array = whole(pa.chunked_array([], pa.list_(pa.string())))
    assert len(array) == 0
    assert array.type == pa.list_(pa.string())
    assert whole(array) is array
