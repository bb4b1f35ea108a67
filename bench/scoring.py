"""`score_batch` on a million random won hands in memory, beside the pattern bits alone: `python bench/scoring.py`.

Each rule set's hands are complete by construction; how they were won (seat, from, by, last tile, and for Wuhan the
indicator) is random; what the rules then forbid is left out. Processor time, the best of several rounds, one thread.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import pyarrow as pa

from tingpai import batch, rules
from tingpai.tiles import KINDS, TILES

_PAIRS_258 = [kind for kind in range(27) if kind % 3 == 1]


def won_hands(rng: np.random.Generator, n: int, melds: int, pairs: list[int]) -> np.ndarray:
    """n complete hands of so many melds and a pair of `pairs`."""
    found: list[np.ndarray] = []
    left = n
    while left > 0:
        size = min(200_000, left * 2 + 100)
        counts = np.zeros((size, KINDS), np.uint8)
        every = np.arange(size)
        for _ in range(melds):
            pung = rng.random(size) < 0.5
            kind = rng.integers(0, KINDS, size)
            low = rng.integers(0, 3, size) * 9 + rng.integers(0, 7, size)
            for step in range(3):
                counts[every, np.where(pung, kind, low + step)] += 1
        counts[every, rng.choice(pairs, size)] += 2
        good = counts[(counts <= 4).all(axis=1)][:left]
        found.append(good)
        left -= len(good)
    return np.concatenate(found)


def nanning(rng: np.random.Generator, n: int) -> tuple[pa.Table, np.ndarray]:
    counts = won_hands(rng, n, 4, list(range(KINDS)))
    drawn, seat = rng.random(n) < 0.5, rng.integers(0, 4, n)
    source = (seat + rng.integers(1, 4, n)) % 4
    return pa.table(
        {
            "hand": pa.FixedSizeListArray.from_arrays(counts.reshape(-1), KINDS),
            "by": np.where(drawn, "self_draw", "discard"),
            "seat": seat.astype(np.int8),
            "from": pa.array(source.astype(np.int8), mask=drawn),
            "last_tile": rng.random(n) < 0.05,
        }
    ), counts


def wuhan(rng: np.random.Generator, n: int) -> tuple[pa.Table, np.ndarray]:
    """Eleven concealed tiles beside a chow; no 红中 in hand, which may not be there."""
    counts = won_hands(rng, n, 3, _PAIRS_258)
    counts = counts[(counts[:, 33] == 0) & (counts[:, :3] <= 3).all(axis=1)]
    n = len(counts)
    indicators = [str(tile) for tile in TILES[9:27]]
    return pa.table(
        {
            "hand": pa.FixedSizeListArray.from_arrays(counts.reshape(-1), KINDS),
            "melds_0": ["[123m1]"] * n,
            "by": ["self_draw"] * n,
            "indicator": rng.choice(indicators, n),
        }
    ), counts


def best(call: object, rounds: int) -> float:
    assert callable(call)
    fastest = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        call()
        fastest = min(fastest, time.process_time() - start)
    return fastest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    columns = ("rule set", "rows", "patterns alone, ns", "score_batch, ns", "million rows/s beyond patterns")
    print("| " + " | ".join(columns) + " |")
    print("| --- " * len(columns) + "|")
    for name in rules.NAMES:
        rng = np.random.default_rng(1)
        table, counts = (wuhan if name.startswith("wuhan") else nanning)(rng, options.rows)
        # Laiyou lets a plain hand win on a discard by option only.
        rule_set = rules.get(name, **({"plain_discard": 2} if name == "nanning-laiyou" else {}))
        allowed = rule_set.score_batch(table)["error"].is_null()
        table, counts = table.filter(allowed), counts[allowed.to_numpy()]
        n = len(counts)
        bits = best(lambda counts=counts: batch.patterns(counts), options.rounds)
        score = best(lambda rule_set=rule_set, table=table: rule_set.score_batch(table), options.rounds)
        figures = (f"{n:,}", f"{bits / n * 1e9:.0f}", f"{score / n * 1e9:.0f}", f"{n / (score - bits) / 1e6:.1f}")
        print("| " + " | ".join((name, *figures)) + " |", flush=True)


if __name__ == "__main__":
    main()
