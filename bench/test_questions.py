"""Every question on every kind of hand, by kernel and threads: `pytest bench` (needs pytest-benchmark).

`pytest bench --benchmark-group-by=param:kind,func` and the plugin's other options sort, save and compare. Not part of
the normal tests, which stay in `tests/`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from hands import KINDS, Counts, mixed, without
from numpy.typing import NDArray
from speed import QUESTIONS, room

import tingpai as tp
from tingpai import _core, batch

ROWS = 200_000
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
THREADS = sorted({1, min(2, CORES)})


@pytest.fixture(params=_core.kernel_names())
def kernel(request: pytest.FixtureRequest) -> Iterator[str]:
    before = _core.kernel_name()
    _core.force_kernel(request.param)
    yield request.param
    _core.force_kernel(before)


@cache
def hands(kind: str, tiles: int, wildcards: int) -> Counts:
    return without(KINDS[kind](ROWS, tiles), wildcards)


@cache
def hands_of_any_length() -> Counts:
    return mixed(ROWS)


@pytest.mark.parametrize("threads", THREADS)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("question", QUESTIONS)
def test_question(benchmark: Any, question: str, kind: str, kernel: str, threads: int) -> None:
    function, tiles, wildcards, _ = QUESTIONS[question]
    counts = hands(kind, tiles, wildcards)
    out = room(question, len(counts))
    answer = benchmark(getattr(batch, function), counts, wildcards=wildcards, threads=threads, out=out)
    assert answer is out


@pytest.mark.parametrize("question", ["win", "waits", "shanten", "patterns"])
def test_hands_of_any_length(benchmark: Any, question: str, kernel: str) -> None:
    counts = hands_of_any_length()
    out = room(question, len(counts))
    assert benchmark(getattr(batch, QUESTIONS[question][0]), counts, out=out) is out


@pytest.mark.parametrize("question", ["win", "waits"])
def test_as_many_wildcards_as_each_row_has(benchmark: Any, question: str, kernel: str) -> None:
    """Rows with 0 to 4 wildcards, as they come in a game."""
    counts = hands("near", QUESTIONS[question][1], 0).copy()
    wildcards = counts[:, 33].copy()
    counts[:, 33] = 0
    out = room(question, len(counts))
    assert benchmark(getattr(batch, QUESTIONS[question][0]), counts, wildcards=wildcards, out=out) is out


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("ask", [tp.is_win, tp.waits, tp.shanten])
def test_single_calls(benchmark: Any, ask: Any, kind: str) -> None:
    """A thousand calls, one hand each, on `bytes`."""
    tiles = 13 if ask is tp.waits else 14
    rows = [row.tobytes() for row in hands(kind, tiles, 0)[:1000]]
    benchmark(lambda: [ask(row) for row in rows])


def test_another_layout_is_converted(benchmark: Any) -> None:
    counts: NDArray[Any] = hands("uniform", 14, 0).astype(np.int64, order="F")
    benchmark(batch.shanten, counts)
