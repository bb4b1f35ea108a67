"""What `improve` costs on seeded hands of each shanten, and how much it leaves open.

`python bench/improve.py [--hands N] [--peer PROGRAM]`: milliseconds of CPU time a hand of 14 tiles, all its discards
together: the least of several rounds, then the median and the most over the hands; and what the best has between its
sure chance and its bound. PROGRAM is `expected_value.cpp` built with mahjong-cpp, and is given the same hands.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from hands import uniform

import tingpai as tp
from tingpai import Hand, batch

ROUNDS = 5
# Shanten, draws, changes, rules.
QUESTIONS: list[tuple[int, int, int, str | None]] = [
    *((shanten, 18, 0, None) for shanten in (0, 1, 2)),
    *((shanten, 18, 1, rules) for rules in (None, "nanning-classic") for shanten in (0, 1, 2)),
    *((shanten, 18, 2, None) for shanten in (0, 1)),
    *((shanten, 4, 1, None) for shanten in (0, 1, 2)),
]


def seeded(shanten: int, n: int) -> list[Hand]:
    """`n` dealt hands of 14 tiles that are so far from waiting."""
    found: list[Hand] = []
    for seed in range(1, 1000):
        dealt = uniform(20_000, 14, seed)
        found += [Hand(row.tobytes()) for row in dealt[batch.shanten(dealt) == shanten]]
        if len(found) >= n:
            break
    return found[:n]


def milliseconds(call: Callable[[], object]) -> float:
    least = float("inf")
    for _ in range(ROUNDS):
        start = time.process_time()
        call()
        least = min(least, time.process_time() - start)
    return least * 1e3


def of_peer(program: str, hands: list[Hand]) -> Iterator[tuple[float, float]]:
    """Its times without and with changes of course."""
    text = "\n".join(map(str, hands))
    answer = subprocess.run([program], input=text, capture_output=True, text=True, check=True).stdout
    for line in answer.splitlines()[-len(hands) :]:
        _, narrow, wide = line.split()
        yield float(narrow), float(wide)


def show(what: str, times: list[float]) -> None:
    print(f"{what:60}{median(times):10.2f}{max(times):10.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=int, default=20)
    parser.add_argument("--peer", metavar="PROGRAM")
    options = parser.parse_args()
    print(f"{'':60}{'median ms':>10}{'most ms':>10}")
    for shanten, draws, changes, rules in QUESTIONS:
        hands = seeded(shanten, options.hands)
        found = [tp.improve(hand, draws, rules, changes=changes) for hand in hands]
        times = [milliseconds(partial(tp.improve, hand, draws, rules, changes=changes)) for hand in hands]
        what = found[0].play if found[0].changes is None else f"changes {changes}"
        show(f"shanten {shanten}, {draws} draws, {what}{', points' if rules else ''}", times)
        if found[0].changes is not None:
            show("    between, points of a hundred", [100 * (one.probability_bound - one.probability) for one in found])
    if options.peer:
        for shanten in (0, 1, 2):
            narrow, wide = zip(*of_peer(options.peer, seeded(shanten, options.hands)), strict=True)
            show(f"mahjong-cpp, shanten {shanten}, 18 draws", list(narrow))
            show(f"mahjong-cpp, shanten {shanten}, 18 draws, one change of course", list(wide))


if __name__ == "__main__":
    main()
