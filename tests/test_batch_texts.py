"""`parse_hands` of whatever holds texts: lists, NumPy and Arrow arrays of every kind, and what is no text in them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tingpai import batch
from tingpai.errors import NotationError, OptionError
from tingpai.notation import parse_hand

TEXTS = ["123m456p789s11222z", "[111z1]123m456p78s99s", None, "1x", "1133557799m1133p"]
# White space that only Python knows: the reader in C leaves such a text to the one in Python.
ODD_SPACES = ["\x1c", "\x1f", "\x85", "\u2003", "\u2028", "\u202f"]


@pytest.mark.parametrize(
    "texts",
    [
        TEXTS,
        tuple(TEXTS),
        np.array(TEXTS, object),
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array(TEXTS, pa.string_view()),
        pa.array(["", *TEXTS])[1:],
        pa.array(TEXTS).dictionary_encode(),
        pa.array(TEXTS, pa.string_view()).dictionary_encode(),
        pa.chunked_array([TEXTS[:2], TEXTS[2:]]),
        pa.chunked_array([TEXTS[:1], [], TEXTS[1:]], pa.large_string()),
    ],
    ids=lambda texts: str(getattr(texts, "type", type(texts).__name__)),
)
def test_kinds_of_texts(texts: Any) -> None:
    found = batch.parse_hands(texts)
    for row, text in enumerate(TEXTS):
        if text is None or row == 3:
            assert not found.counts[row].any()
            continue
        hand = parse_hand(text)
        assert found.counts[row].tobytes() == hand.raw
        assert found.melds[row].tobytes() == hand.meld_counts
        assert found.last[row] == (255 if hand.last is None else hand.last)
    assert [(row, error.what) for row, error in found.errors.items()] == [
        (2, "no text"),
        (3, "not a hand: digits without a suit"),
    ]


def test_nulls_alone() -> None:
    assert [str(error) for error in batch.parse_hands(pa.nulls(2)).errors.values()] == ["no text (expected a hand)"] * 2


@pytest.mark.parametrize("value", [5, b"123m", ["1m"], "\ud800", 1.5])
def test_what_is_no_text_among_texts(value: object) -> None:
    found = batch.parse_hands([TEXTS[0], value, TEXTS[0]])
    assert {row: str(error) for row, error in found.errors.items()} == {1: f"{value!r} is no text (expected a hand)"}
    assert found.counts.sum(axis=1).tolist() == [14, 0, 14]


@pytest.mark.parametrize("array", [pa.array([1, 2]), pa.array([b"1m"]), pa.array([["1m"]]), np.array([1.5])])
def test_arrays_of_something_else(array: Any) -> None:
    if isinstance(array, np.ndarray):
        assert str(batch.parse_hands(array).errors[0]) == "1.5 is no text (expected a hand)"
        return
    with pytest.raises(NotationError) as caught:
        batch.parse_hands(array)
    assert str(caught.value) == f"an array of {array.type} (expected strings)"


@pytest.mark.parametrize("text", ["123m11z", "", b"123m11z", np.array("123m11z")], ids=repr)
def test_one_text_is_no_list_of_texts(text: Any) -> None:
    with pytest.raises(NotationError) as caught:
        batch.parse(text)
    assert str(caught.value) == "one text (expected a list of texts)"


@pytest.mark.parametrize("threads", [0, "a", True, 1.5])
@pytest.mark.parametrize("parse", [batch.parse, batch.parse_hands])
def test_threads_that_are_no_number(parse: Any, threads: object) -> None:
    with pytest.raises(OptionError, match=f"threads is {threads!r}"):
        parse(TEXTS, threads=threads)


def test_several_threads_read_the_same() -> None:
    texts = TEXTS * 10_000
    counts, melds, errors = batch.parse(texts, threads=2)
    alone = batch.parse(texts)
    np.testing.assert_array_equal(counts, alone[0])
    np.testing.assert_array_equal(melds, alone[1])
    assert list(errors) == list(alone[2])


@pytest.mark.parametrize("space", ODD_SPACES)
def test_white_space_that_only_python_knows(space: str) -> None:
    texts = [f"123m{space}456p 789s11222z", f"[111z1]{space}123m456p78s99s", f"发{space}财 123m456p789s"]
    found = batch.parse_hands(texts)
    assert not found.errors
    for row, text in enumerate(texts):
        hand = parse_hand(text)
        assert found.counts[row].tobytes() == hand.raw
        assert found.melds[row].tobytes() == hand.meld_counts
        assert found.last[row] == (255 if hand.last is None else hand.last)
