"""Other projects' analyzers beside ours, on the same hands in the same run: `python bench/peers.py [--hands N]`.

Measures every peer of the extra `tingpai[peers]` that is installed; installs nothing. Prints Markdown: one call from
Python, batch calls, and hands on which an answer differs from ours, with what the plain `tingpai.reference` says. A
peer gets its argument ready made, as its documentation has it; times are processor time, the least of several rounds in
which ours and theirs take turns. Both sides count seven different pairs; thirteen orphans, which tingpai does
not know, are granted to peers that count them. Fails when one of our single calls is slower than it may be.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from hands import KINDS, Counts

import tingpai as tp
from tingpai import batch, reference
from tingpai.tiles import TILES, mpsz

Answer = int | bool | frozenset[int]

# question: our call on `bytes`, our batch call, the reference, tiles
OURS: dict[str, tuple[Callable[..., Any], Callable[..., Any], Callable[..., Any], int]] = {
    "shanten": (tp.shanten, batch.shanten, reference.shanten, 14),
    "waits": (tp.waits, batch.waits, reference.waits, 13),
    "win": (tp.is_win, batch.is_win, reference.is_win, 14),
}
# How much of a peer's time one of our calls may take.
LIMITS = {("shanten", "riichienv"): 0.6, ("waits", "xiangting"): 0.3, ("win", "mahjong"): 0.3}
PACKAGES = ("mahjong", "riichienv", "xiangting", "PyMahjongGB", "mahjax", "shanten-tools")
_SHOWN = 3  # disagreements shown of each kind


@dataclass(frozen=True)
class Call:
    """One way to ask one peer one question about one hand."""

    package: str
    question: str
    name: str
    take: Callable[[list[int]], Any]  # 34 counts -> the argument
    ask: Callable[[Any], Any]
    read: Callable[[Any], Answer]
    orphans: bool = True  # counts thirteen orphans


def calls() -> list[Call]:
    """What the installed peers offer."""
    found: list[Call] = []
    for add in (_mahjong, _riichienv, _xiangting, _pymahjonggb, _shanten_tools, _mahjax):
        try:
            found += add()
        except ImportError:
            continue
    return found


def _counts(counts: list[int]) -> list[int]:
    return counts


def _numbers(counts: list[int]) -> list[int]:
    """Physical tiles 0..135, four of each kind."""
    return [4 * kind + copy for kind, held in enumerate(counts) for copy in range(held)]


def _mahjong() -> list[Call]:
    from mahjong.agari import Agari
    from mahjong.shanten import Shanten

    shanten = partial(Shanten.calculate_shanten, use_kokushi=False)
    return [
        Call("mahjong", "shanten", "Shanten.calculate_shanten", _counts, shanten, int, False),
        Call("mahjong", "win", "Agari.is_agari", _counts, Agari.is_agari, bool),
    ]


def _riichienv() -> list[Call]:
    import riichienv

    def waits(tiles: list[int]) -> list[int]:
        found: list[int] = riichienv.HandEvaluator(tiles).get_waits()
        return found

    return [
        Call("riichienv", "shanten", "calculate_shanten", _numbers, riichienv.calculate_shanten, int),
        Call("riichienv", "waits", "HandEvaluator(…).get_waits", _numbers, waits, frozenset),
    ]


def _xiangting() -> list[Call]:
    import xiangting

    four = xiangting.PlayerCount.FOUR
    replacements = xiangting.calculate_replacement_number
    necessary = xiangting.calculate_necessary_tiles

    def waits(answer: tuple[int, int]) -> frozenset[int]:
        return frozenset(kind for kind in range(34) if answer[1] >> kind & 1) if answer[0] == 1 else frozenset()

    return [
        Call(
            "xiangting",
            "shanten",
            "calculate_replacement_number",
            _counts,
            lambda counts: replacements(counts, four),
            lambda number: int(number) - 1,
        ),
        Call("xiangting", "waits", "calculate_necessary_tiles", _counts, lambda counts: necessary(counts, four), waits),
    ]


def _pymahjonggb() -> list[Call]:
    import MahjongGB

    names = [f"{suit}{rank}" for suit in "WTB" for rank in range(1, 10)]
    names = [*(f"W{rank}" for rank in range(1, 10)), *(f"B{rank}" for rank in range(1, 10)), *names[9:18]]
    names += ["F1", "F2", "F3", "F4", "J3", "J2", "J1"]
    kinds = {name: kind for kind, name in enumerate(names)}

    def take(counts: list[int]) -> tuple[str, ...]:
        return tuple(names[kind] for kind, held in enumerate(counts) for _ in range(held))

    def ask(tiles: tuple[str, ...]) -> tuple[Any, Any]:
        return MahjongGB.RegularShanten(tiles), MahjongGB.SevenPairsShanten(tiles)

    def waits(answer: tuple[Any, Any]) -> frozenset[int]:
        return frozenset(kinds[tile] for shanten, useful in answer if shanten == 0 for tile in useful)

    return [Call("PyMahjongGB", "waits", "RegularShanten, SevenPairsShanten", take, ask, waits, False)]


def _shanten_tools() -> list[Call]:
    from shanten_tools import shanten

    def take(counts: list[int]) -> Counts:
        return np.array(counts, np.uint8)

    return [Call("shanten-tools", "shanten", "shanten", take, shanten, lambda number: int(number) - 1)]


def _mahjax() -> list[Call]:
    import jax
    from mahjax.no_red_mahjong.hand import Hand

    return [Call("mahjax", "win", "jit(Hand.can_tsumo)", jax.numpy.asarray, jax.jit(Hand.can_tsumo), bool)]


def mahjax_batch() -> tuple[Callable[[Counts], Any], Callable[[Any], object]]:
    """Its batch call: rows to its own array, and the question."""
    import jax
    from mahjax.no_red_mahjong.hand import Hand

    win = jax.jit(jax.vmap(Hand.can_tsumo))
    return jax.numpy.asarray, lambda hands: win(hands).block_until_ready()


def seconds(ask: Callable[[], object]) -> float:
    start = time.thread_time()
    ask()
    return time.thread_time() - start


def each(ask: Callable[[Any], object], arguments: Sequence[Any]) -> Callable[[], None]:
    def run() -> None:
        for argument in arguments:
            ask(argument)

    return run


def print_calls(hands: dict[tuple[str, int], Counts], rounds: int) -> list[str]:
    """One call from Python; what is slower than it may be."""
    slow = []
    print("| question | hands | package | call | its ns | tingpai's ns | ours ÷ its |\n" + "| --- " * 7 + "|")
    for call in calls():
        ours, _, _, tiles = OURS[call.question]
        for kind in KINDS:
            rows = hands[kind, tiles]
            theirs = each(call.ask, [call.take(row.tolist()) for row in rows])
            mine = each(ours, [row.tobytes() for row in rows])
            times = [(seconds(mine), seconds(theirs)) for _ in range(rounds)]
            our_time, their_time = (min(column) / len(rows) * 1e9 for column in zip(*times, strict=True))
            ratio = our_time / their_time
            limit = LIMITS.get((call.question, call.package))
            if limit is not None and ratio > limit:
                slow.append(f"{call.question} on {kind} hands: {ratio:.2f} of {call.package}'s time, not {limit}")
            told = f"{ratio:.3f}" + (f" (≤ {limit})" if limit is not None else "")
            name = f"{call.package} | `{call.name}`"
            print(f"| {call.question} | {kind} | {name} | {their_time:,.0f} | {our_time:.0f} | {told} |")
    return slow


def print_batches(n: int, rounds: int) -> None:
    """Many hands in one call, beside mahjax, the only peer with one."""
    print("| hands | `batch.is_win` ns | mahjax `jit(vmap(Hand.can_tsumo))` ns | ours ÷ its |\n" + "| --- " * 4 + "|")
    take, ask = mahjax_batch()
    for kind, make in KINDS.items():
        counts = make(n, 14)
        theirs, out = take(counts), np.empty(n, np.bool_)
        ask(theirs)  # compiles
        times = []
        for _ in range(rounds):
            # jax computes in threads of its own: processor time of all of them.
            start = time.process_time()
            batch.is_win(counts, out=out)
            middle = time.process_time()
            ask(theirs)
            times.append((middle - start, time.process_time() - middle))
        ours, its = (min(column) / n * 1e9 for column in zip(*times, strict=True))
        print(f"| {kind} | {ours:.1f} | {its:.1f} | {ours / its:.3f} |")


_ORPHANS = [kind for kind, tile in enumerate(TILES) if tile.is_honour or tile.rank in (1, 9)]


def with_orphans(question: str, row: list[int], answer: Answer) -> Answer:
    """An answer of ours with thirteen orphans counted."""
    held = [kind for kind in _ORPHANS if row[kind]]
    pair = any(row[kind] > 1 for kind in _ORPHANS)
    distance = 13 - len(held) - pair
    if sum(row) < 13:
        return answer
    if question == "shanten":
        return min(int(answer), distance)  # type: ignore[call-overload]
    if question == "win":
        return bool(answer) or distance < 0
    assert isinstance(answer, frozenset)
    if distance > 0 or sum(row) != 13:
        return answer
    missing = [kind for kind in _ORPHANS if not row[kind]]
    return answer | frozenset(missing or _ORPHANS)


def as_answer(question: str, answer: int) -> Answer:
    if question == "waits":
        return frozenset(kind for kind in range(34) if answer >> kind & 1)
    return bool(answer) if question == "win" else answer


def print_disagreements(hands: dict[tuple[str, int], Counts]) -> bool:
    """Every answer of every peer against ours; whether the reference ever contradicts us."""
    wrong = False
    print("| question | package | hands asked | answers that differ | for example | its answer | ours | reference |")
    print("| --- " * 8 + "|")
    for call in calls():
        _, ask, plain, tiles = OURS[call.question]
        asked = np.concatenate([rows for (_, size), rows in hands.items() if size == tiles])
        differ: list[tuple[list[int], object, Answer]] = []
        for row, raw in zip(asked.tolist(), ask(asked, seven_pairs="distinct").tolist(), strict=True):
            ours = as_answer(call.question, raw)
            try:
                theirs: object = call.read(call.ask(call.take(row)))
            except Exception as error:  # whatever the peer raises on a good hand is an answer that differs
                theirs = f"{type(error).__name__}: {error}"
            if theirs != (with_orphans(call.question, row, ours) if call.orphans else ours):
                differ.append((row, theirs, ours))
        cells = [call.question, call.package, f"{len(asked):,}", f"{len(differ):,}"]
        if not differ:
            print(f"| {' | '.join(cells)} | | | | |")
        for row, theirs, ours in differ[:_SHOWN]:
            truth = as_answer(call.question, plain(bytes(row), seven_pairs="distinct"))
            wrong |= truth != ours
            hand = mpsz([tile for tile in TILES for _ in range(row[tile])])
            print(f"| {' | '.join([*cells, hand, *map(_spell, (theirs, ours, truth))])} |", flush=True)
    return wrong


def _spell(answer: object) -> str:
    if isinstance(answer, frozenset):
        return mpsz([TILES[kind] for kind in sorted(answer)]) or "none"
    return str(answer)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=2000, help="hands of each kind for single calls")
    parser.add_argument("--rows", type=int, default=1_000_000, help="hands for batch calls")
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--checked", type=int, default=20_000, help="hands of each kind whose answers are compared")
    options = parser.parse_args()
    there = []
    for package in PACKAGES:
        try:
            there.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            print(f"{package} is not installed and is left out.")
    print(f"Measured: {', '.join(there)}; NumPy {np.__version__}, Python {sys.version.split()[0]}.\n")
    print("One call from Python:\n")
    hands = {(kind, tiles): make(options.hands, tiles) for kind, make in KINDS.items() for tiles in (13, 14)}
    slow = print_calls(hands, options.rounds)
    if any(package.startswith("mahjax") for package in there):
        print(f"\nOne call about {options.rows:,} hands:\n")
        print_batches(options.rows, max(options.rounds // 4, 1))
    print("\nAnswers that differ:\n")
    hands = {(kind, tiles): make(options.checked, tiles, 2) for kind, make in KINDS.items() for tiles in (13, 14)}
    wrong = print_disagreements(hands)
    if slow or wrong:
        sys.exit("\n".join([*slow, *(["the reference contradicts tingpai"] if wrong else [])]))


if __name__ == "__main__":
    main()
