"""`tingpai.batch` equals `tingpai.reference` bit for bit, whatever kernel runs."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tingpai import _core, batch, reference
from tingpai.batch import SevenPairs

from .random_rows import Rows, random_rows
from .suits import suit_rows, suit_vectors

QUESTIONS = ("is_win", "waits", "shanten", "patterns")
DISCARDS = ("discard_shanten", "discard_waits")
PAIRS: tuple[SevenPairs, ...] = (False, True, "distinct")
# With or without melds and wildcards: each goes another way through the core.
FORMS = [(melds, wildcards) for melds in (False, True) for wildcards in (False, True)]
DTYPES = {"is_win": np.bool_, "waits": np.uint64, "shanten": np.int8, "patterns": np.uint32}
DTYPES |= {"discard_shanten": np.int8, "discard_waits": np.uint64}


@cache
def expected(
    question: str, number: int, seed: int, form: tuple[bool, bool], pairs: SevenPairs, fifth: bool
) -> tuple[Rows, NDArray[Any]]:
    rows = random_rows(number, seed, melds=form[0], wildcards=form[1])
    return rows, by_reference(question, rows, pairs, fifth)


def by_reference(question: str, rows: Rows, pairs: SevenPairs = True, fifth: bool = True) -> NDArray[Any]:
    ask: Callable[..., Any] = getattr(reference, question)
    answers = [ask(*rows.row(index), pairs, fifth) for index in range(len(rows.counts))]
    return np.array(answers, DTYPES[question])


def by_batch(question: str, rows: Rows, pairs: SevenPairs = True, fifth: bool = True) -> NDArray[Any]:
    answers: NDArray[Any] = getattr(batch, question)(*rows, pairs, fifth)
    assert answers.dtype == DTYPES[question]
    return answers


def differing(rows: Rows, got: NDArray[Any], wanted: NDArray[Any]) -> list[tuple[Any, ...]]:
    """The first rows answered otherwise, to be shown."""
    different = (got != wanted).reshape(len(got), -1).any(axis=1)
    return [(*rows.row(index), got[index], wanted[index]) for index in np.flatnonzero(different)[:3].tolist()]


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("form", FORMS, ids=["plain", "wildcards", "melds", "both"])
def test_random_rows(kernel: str, question: str, form: tuple[bool, bool]) -> None:
    for seed, (pairs, fifth) in enumerate(product(PAIRS, (True, False)[: 1 + form[1]])):
        rows, wanted = expected(question, 100, seed, form, pairs, fifth)
        assert differing(rows, by_batch(question, rows, pairs, fifth), wanted) == []


@pytest.mark.parametrize("question", DISCARDS)
@pytest.mark.parametrize("form", FORMS, ids=["plain", "wildcards", "melds", "both"])
def test_discards_of_random_rows(kernel: str, question: str, form: tuple[bool, bool]) -> None:
    for seed, (pairs, fifth) in enumerate(product(PAIRS, (True, False)[: 1 + form[1]])):
        rows, wanted = expected(question, 12, 10 + seed, form, pairs, fifth)
        assert differing(rows, by_batch(question, rows, pairs, fifth), wanted) == []


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 150))
def test_a_million_random_rows(seed: int) -> None:
    """A million over all seeds, every 50th of them with its discards."""
    fifth = seed % 2 == 0
    for number, (form, pairs) in enumerate(product(FORMS, PAIRS)):
        rows = random_rows(1667, 100 * seed + number, melds=form[0], wildcards=form[1])
        few = rows.part(slice(0, 33))
        for question, asked in (*((name, rows) for name in QUESTIONS), *((name, few) for name in DISCARDS)):
            wanted = by_reference(question, asked, pairs, fifth)
            assert differing(asked, by_batch(question, asked, pairs, fifth), wanted) == []


def in_one_suit(vectors: NDArray[np.uint8]) -> Rows:
    """Hands of one suit, by turns characters, circles and bamboo."""
    totals = vectors.sum(axis=1, dtype=np.int64)
    return Rows(suit_rows(vectors[totals % 3 > 0]), None, None)


@pytest.mark.parametrize("question", QUESTIONS)
def test_some_hands_of_one_suit(kernel: str, question: str) -> None:
    rows = in_one_suit(suit_vectors()[::1500])
    assert differing(rows, by_batch(question, rows), one_suit_by_reference(question)) == []


@cache
def one_suit_by_reference(question: str) -> NDArray[Any]:
    return by_reference(question, in_one_suit(suit_vectors()[::1500]))


@pytest.mark.slow
@pytest.mark.parametrize("question", QUESTIONS)
def test_every_hand_of_one_suit(question: str, force_kernel: Callable[[str], bool]) -> None:
    rows = in_one_suit(suit_vectors())
    assert len(rows.counts) == 312732  # of 405,350, those of neither 3k tiles nor more than 14
    wanted = by_reference(question, rows)
    for kernel in _core.kernel_names():
        force_kernel(kernel)
        assert differing(rows, by_batch(question, rows), wanted) == []


def check_suits(vectors: NDArray[np.uint8]) -> None:
    """Each suit alone and beside a pair of honours, with every number of wildcards that makes a hand of it."""
    alone = np.zeros((len(vectors), 34), np.uint8)
    alone[:, :9] = vectors
    beside = alone.copy()
    beside[:, 33] = 2
    for counts, wildcards, fifth in product((alone, beside), range(5), (True, False)):
        totals = counts.sum(axis=1, dtype=np.int64) + wildcards
        rows = counts[(totals <= 14) & (totals % 3 == 2)]
        got = batch.is_win(rows, None, wildcards, False, fifth)
        wanted = [reference.is_win(row.tobytes(), None, wildcards, False, fifth) for row in rows]
        assert rows[got != np.array(wanted, np.bool_)].tolist() == []


def test_some_suits_with_wildcards(kernel: str) -> None:
    check_suits(suit_vectors()[::2000])


@pytest.mark.slow
def test_every_suit_with_wildcards() -> None:
    for start in range(0, len(suit_vectors()), 20000):  # what the reference remembers of a suit serves all questions
        check_suits(suit_vectors()[start : start + 20000])
