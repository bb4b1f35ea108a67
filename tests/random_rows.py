"""Random rows for the tests of `tingpai.batch`: every length, melds, wildcards, near-complete hands, few kinds."""

from __future__ import annotations

import random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

SIZES = (1, 2, 4, 5, 7, 8, 10, 11, 13, 13, 13, 14, 14, 14)
_CHOWS = [[kind, kind + 1, kind + 2] for kind in range(27) if kind % 9 < 7]
_MELDS = [[kind] * 3 for kind in range(34)] + _CHOWS
# The kinds that a hand is dealt from: the fewer, the more often suits and fifth copies matter.
_WALLS = (range(34), range(34), range(9), range(18, 27), range(5, 14), range(25, 34), (1, 4, 7, 10, 13, 16, 19, 22, 25))


class Rows(NamedTuple):
    """Hands as `tingpai.batch` takes them."""

    counts: NDArray[np.uint8]
    melds: NDArray[np.uint8] | None
    wildcards: NDArray[np.uint8] | None

    def part(self, rows: slice) -> Rows:
        return Rows(*(None if array is None else array[rows] for array in self))

    def row(self, index: int) -> tuple[bytes, bytes | None, int]:
        """One hand as `tingpai.reference` takes it."""
        melds = None if self.melds is None else self.melds[index].tobytes()
        return self.counts[index].tobytes(), melds, 0 if self.wildcards is None else int(self.wildcards[index])


def random_rows(number: int, seed: int, *, melds: bool, wildcards: bool) -> Rows:
    chance = random.Random(seed)
    rows = [_row(chance, melds, wildcards) for _ in range(number)]
    counts, laid, wild = (np.array([row[i] for row in rows], np.uint8) for i in range(3))
    return Rows(counts, laid if melds else None, wild if wildcards else None)


def _row(chance: random.Random, melds: bool, wildcards: bool) -> tuple[list[int], list[int], int]:
    size = chance.choice(SIZES)
    wild = chance.randint(0, min(4, size)) if wildcards else 0
    left = [0] * 34
    for kind in chance.choice(_WALLS):
        left[kind] = 4
    counts = [0] * 34
    if chance.random() < 0.4:
        _take_melds(chance, left, counts, size - wild)
    _take_tiles(chance, left, counts, size - wild - sum(counts))
    laid = [0] * 34
    if melds:
        # With wildcards often more than a hand can have laid down: fifth copies matter.
        _lay_down(chance, left, laid, chance.randint(0, (14 - size) // 3 + 2 * (wild > 0)))
    return counts, laid, wild


def _take_melds(chance: random.Random, left: list[int], counts: list[int], size: int) -> None:
    for _ in range(size // 3):
        meld = chance.choice([meld for meld in _MELDS if all(left[kind] >= meld.count(kind) for kind in meld)] or [[]])
        for kind in meld:
            left[kind] -= 1
            counts[kind] += 1
    pairs = [kind for kind in range(34) if left[kind] >= 2]
    if size - sum(counts) == 2 and pairs:
        pair = chance.choice(pairs)
        left[pair] -= 2
        counts[pair] += 2
    if sum(counts) and chance.random() < 0.3:
        lost = chance.choice([kind for kind in range(34) if counts[kind]])
        counts[lost] -= 1


def _take_tiles(chance: random.Random, left: list[int], counts: list[int], number: int) -> None:
    for kind in chance.sample(range(34), counts=left, k=min(number, sum(left))):
        left[kind] -= 1
        counts[kind] += 1


def _lay_down(chance: random.Random, left: list[int], laid: list[int], sets: int) -> None:
    for _ in range(sets):
        possible = [meld for meld in _MELDS if all(left[kind] >= meld.count(kind) for kind in meld)]
        if not possible:
            return
        meld = chance.choice(possible)
        kong = len(set(meld)) == 1 and left[meld[0]] == 4 and chance.random() < 0.5
        for kind in meld + meld[:1] * kong:
            left[kind] -= 1
            laid[kind] += 1
