"""How many hands a second this machine and build answer, question by question, on random hands."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import batch
from .random_hands import BLOCK, Shape, hand_block

_SEED = 1
_ROUNDS = 5
_WILDCARDS = 2

Counts = NDArray[np.uint8]


class Question(NamedTuple):
    """A question as it is measured. `share` is how many of the rows it is asked about: one in so many."""

    name: str
    zh: str
    ask: Callable[..., NDArray[Any]]
    dtype: type[np.generic]
    tiles: int
    wildcards: int = 0
    answers: int = 1
    share: int = 1


_DISCARDS = {"answers": 34, "share": 10}
QUESTIONS = (
    Question("win", "胡牌", batch.is_win, np.bool_, 14),
    Question("waits", "听牌", batch.waits, np.uint64, 13),
    Question("shanten", "向听", batch.shanten, np.int8, 14),
    Question("wildcard win", "癞子胡牌", batch.is_win, np.bool_, 14, _WILDCARDS),
    Question("wildcard waits", "癞子听牌", batch.waits, np.uint64, 13, _WILDCARDS),
    Question("patterns", "番型", batch.patterns, np.uint32, 14),
    Question("shanten after each discard", "各打一张后的向听", batch.discard_shanten, np.int8, 14, **_DISCARDS),
    Question("waits after each discard", "各打一张后的听牌", batch.discard_waits, np.uint64, 14, **_DISCARDS),
)


class Rate(NamedTuple):
    """One figure: hands a second of one question on hands of one shape."""

    question: Question
    shape: Shape
    rows: int
    hands_per_second: float


def rates(rows: int, threads: int) -> Iterator[Rate]:
    """Every question on `rows` (at least 1) hands of every shape, the best of a few rounds; the shapes of one question
    come one after another."""
    hands = {(shape, tiles): _hands(shape, tiles, rows) for shape in Shape for tiles in (13, 14)}
    wild = {key: _without(counts, _WILDCARDS) for key, counts in hands.items()}
    for question in QUESTIONS:
        for shape in Shape:
            counts = (wild if question.wildcards else hands)[shape, question.tiles]
            part = counts[: max(len(counts) // question.share, 1)]
            yield Rate(question, shape, len(part), len(part) / _seconds(question, part, threads))


def _seconds(question: Question, counts: Counts, threads: int) -> float:
    n = len(counts)
    out = np.empty((n, question.answers) if question.answers > 1 else n, question.dtype)
    taken = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        question.ask(counts, wildcards=question.wildcards, threads=threads, out=out)
        taken.append(time.perf_counter() - start)
    return min(taken)


def _hands(shape: Shape, tiles: int, rows: int) -> Counts:
    blocks = -(-rows // BLOCK)
    return np.concatenate([hand_block(shape, tiles, _SEED, block) for block in range(blocks)])[:rows]


def _without(counts: Counts, tiles: int) -> Counts:
    """The hands without their lowest tiles, which wildcards replace."""
    left = counts.copy()
    every = np.arange(len(left))
    for _ in range(tiles):
        left[every, (left > 0).argmax(axis=1)] -= 1
    return left
