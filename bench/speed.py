"""Every question as a ratio to the floor, in one run: `python bench/speed.py [--rows N] [--kernel NAME] [--threads N]`.

Prints Markdown. The floor is `floor.c`, built here with the C compiler at hand: the plain AVX2 read of the same rows.
Floor and questions take turns; times are the least of several rounds, through `batch.*` into a given `out`, checking
included. One thread is measured in processor time. Several are measured by the clock against one, beside what plain
reading gains; the middle of the rounds counts there. Questions with 34 answers a hand get a tenth of the rows. What
passes its limit is marked with *; the exit status is then 1.
"""

from __future__ import annotations

import argparse
import ctypes
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np
from hands import KINDS, Counts, without
from numpy.typing import NDArray

from tingpai import _core, batch

QUESTIONS: dict[str, tuple[str, int, int, type[np.generic]]] = {
    # name: function, tiles and wildcards, wildcards, dtype; those about the same hands one after another
    "win": ("is_win", 14, 0, np.bool_),
    "shanten": ("shanten", 14, 0, np.int8),
    "patterns": ("patterns", 14, 0, np.uint32),
    "waits": ("waits", 13, 0, np.uint64),
    "wildcard win": ("is_win", 14, 2, np.bool_),
    "wildcard waits": ("waits", 13, 2, np.uint64),
    "shanten after 34 discards": ("discard_shanten", 14, 0, np.int8),
    "waits after 34 discards": ("discard_waits", 14, 0, np.uint64),
}
LIMITS = {  # times the floor: AVX2 and wider, portable
    "win": (3.5, 8),
    "shanten": (5.5, 9),
    "patterns": (6, 10),
    "waits": (6, 10),
    "wildcard win": (5.5, 10),
    "wildcard waits": (10, 16),
    "shanten after 34 discards": (30, 40),
}
# Two threads against one, where the output is at most eight bytes a hand.
GAIN = 1.7

Ask = Callable[[], object]


def build_floor(folder: Path) -> Callable[[Counts], int]:
    compiler = shutil.which(os.environ.get("CC", "cc")) or sys.exit("no C compiler")
    library = folder / "floor.so"
    source = Path(__file__).with_name("floor.c")
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    functions = ctypes.CDLL(str(library))
    read = getattr(functions, "floor_avx2", None) or functions.floor_portable
    read.restype = ctypes.c_uint64
    read.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return lambda counts: int(read(counts.ctypes.data, len(counts)))


def hands(question: str, kind: str, rows: int) -> Counts:
    """The hands that a question is asked about: `rows`, or a tenth where there are 34 answers a hand."""
    _, tiles, wildcards, _ = QUESTIONS[question]
    return _made(kind, rows // 10 if answers(question) > 1 else rows, tiles, wildcards)


@lru_cache(maxsize=len(KINDS))
def _made(kind: str, rows: int, tiles: int, wildcards: int) -> Counts:
    return without(KINDS[kind](rows, tiles), wildcards)


def answers(question: str) -> int:
    return 34 if "34" in question else 1


def room(question: str, n: int) -> NDArray[Any]:
    """An array for the answers."""
    return np.empty((n, answers(question)) if answers(question) > 1 else n, QUESTIONS[question][3])


def asking(question: str, counts: Counts, out: NDArray[Any], kernel: str, threads: int = 1) -> Ask:
    """The question, ready to be asked again and again into the same array."""
    function, _, wildcards, _ = QUESTIONS[question]
    ask = partial(getattr(batch, function), counts, wildcards=wildcards or None, threads=threads, out=out)

    def call() -> None:
        _core.force_kernel(kernel)
        ask()

    return call


def least(asks: dict[str, Ask], rounds: int) -> dict[str, float]:
    """Processor seconds of each, the least of several rounds; all take turns."""
    best = dict.fromkeys(asks, float("inf"))
    for _ in range(rounds):
        for name, ask in asks.items():
            start = time.thread_time()
            ask()
            best[name] = min(best[name], time.thread_time() - start)
    return best


def print_ratios(options: argparse.Namespace, kernels: list[str], questions: list[str]) -> bool:
    """Nanoseconds and ratios of one thread; whether a limit is passed."""
    over = False
    print(f"{options.rows:,} hands, one thread: ns a hand, and how many times the floor.\n")
    titles = ["question", "hands", "floor", *kernels, "limit"]
    print(f"| {' | '.join(titles)} |\n" + "| --- " * len(titles) + "|")
    with tempfile.TemporaryDirectory() as folder:
        floor = build_floor(Path(folder))
        for question in questions:
            for kind in KINDS:
                counts = hands(question, kind, options.rows)
                out = room(question, len(counts))
                asks: dict[str, Ask] = {"floor": partial(floor, counts)}
                asks |= {kernel: asking(question, counts, out, kernel) for kernel in kernels}
                best = least(asks, options.rounds)
                cells = [f"{best['floor'] / len(counts) * 1e9:.2f}"]
                wide, portable = LIMITS.get(question, (float("inf"), float("inf")))
                for kernel in kernels:
                    ratio = best[kernel] / best["floor"]
                    passed = ratio > (portable if kernel == "portable" else wide)
                    over |= passed
                    cells.append(f"{best[kernel] / len(counts) * 1e9:.1f} = {ratio:.1f}×{' *' if passed else ''}")
                limit = f"{wide:g}, portable {portable}" if question in LIMITS else ""
                print(f"| {' | '.join([question, kind, *cells, limit])} |", flush=True)
    return over


def print_gains(options: argparse.Namespace, kernels: list[str], questions: list[str]) -> bool:
    """What several threads gain, and what plain reading gains; whether two gain less than they must."""
    under = False
    print(
        f"{options.rows:,} hands: {options.threads} threads against one, by the clock, the middle of "
        f"{options.rounds} rounds.\n"
    )
    titles = ["question", "hands", "reading alone", *kernels]
    print(f"| {' | '.join(titles)} |\n" + "| --- " * len(titles) + "|")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.threads) as pool:
        floor = build_floor(Path(folder))
        for question in questions:
            for kind in KINDS:
                counts = hands(question, kind, options.rows)
                out = room(question, len(counts))
                parts = np.array_split(counts, options.threads)
                pairs: dict[str, tuple[Ask, Ask]] = {
                    "reading": (partial(floor, counts), lambda parts=parts: list(pool.map(floor, parts)))
                }
                for kernel in kernels:
                    one, several = (asking(question, counts, out, kernel, n) for n in (1, options.threads))
                    pairs[kernel] = one, several
                gains = middle_gains(pairs, options.rounds)
                cells = []
                for name, gain in gains.items():
                    must = name in kernels and kind == "near" and options.threads == 2 and answers(question) == 1
                    under |= must and gain < GAIN
                    cells.append(f"{gain:.2f}×{' *' if must and gain < GAIN else ''}")
                print(f"| {' | '.join([question, kind, *cells])} |", flush=True)
    return under


def middle_gains(pairs: dict[str, tuple[Ask, Ask]], rounds: int) -> dict[str, float]:
    """How many times as long the first of each pair takes as the second, asked one right after the other.

    The middle of all rounds: the least times of either would compare two moments of a shared machine.
    """
    ratios: dict[str, list[float]] = {name: [] for name in pairs}
    for _ in range(rounds):
        for name, asks in pairs.items():
            moments = [time.perf_counter()]
            for ask in asks:
                ask()
                moments.append(time.perf_counter())
            ratios[name].append((moments[1] - moments[0]) / (moments[2] - moments[1]))
    return {name: statistics.median(measured) for name, measured in ratios.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--kernel", action="append", choices=_core.kernel_names(), help="default: all that run here")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--question", action="append", choices=QUESTIONS)
    options = parser.parse_args()
    kernels, questions = options.kernel or list(_core.kernel_names()), options.question or list(QUESTIONS)
    run = print_ratios if options.threads == 1 else print_gains
    if run(options, kernels, questions):
        sys.exit("\nlimits passed: see *")


if __name__ == "__main__":
    main()
