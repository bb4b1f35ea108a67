"""Random hands by the million: uniform deals, near-complete hands, hands of one suit.

Hands are made in blocks; block b of a seed is a stream of its own (`play.stream`), so any worker can make any block,
and a longer run begins with the rows of a shorter one.
"""

from __future__ import annotations

from enum import Enum

import numpy as np
from numpy.random import Philox
from numpy.typing import NDArray

from .play.stream import below, bits
from .tiles import COPIES, KINDS

BLOCK = 1 << 16
"""Rows of a block: how rows fall into streams is part of what a seed means."""
_DECK_ROWS = 1 << 12  # rows dealt together: their decks stay in the cache
SUIT = 9
FULL = 14
_PUNGS = KINDS
_CHOWS = 21
_MOST_CHANGES = 2

Counts = NDArray[np.uint8]
Places = NDArray[np.int64]


class Shape(Enum):
    """What kind of hand: the number is part of the stream's name."""

    UNIFORM = 1  # any tiles, as dealt
    NEAR = 2  # a complete hand with none, one or two of its tiles changed
    ONE_SUIT = 3  # any tiles of one numbered suit


def hand_block(shape: Shape, tiles: int, seed: int, block: int) -> Counts:
    """Block `block` of hands: uint8 (`BLOCK`, 34), every row with `tiles` (13 or 14) tiles."""
    source = bits(seed, block, shape.value)
    if shape is Shape.NEAR:
        return _near(source, tiles)
    if shape is Shape.UNIFORM:
        return _counts(_dealt(source, KINDS, tiles))
    suits = below(source, KINDS // SUIT, (BLOCK, 1))
    return _counts(_dealt(source, SUIT, tiles) + SUIT * suits)


def _dealt(source: Philox, kinds: int, tiles: int) -> Places:
    """(BLOCK, tiles): kinds drawn from four copies of each without putting back, every deal as likely as any other."""
    return np.concatenate([_deal(source, kinds, tiles) for _ in range(BLOCK // _DECK_ROWS)])


def _deal(source: Philox, kinds: int, tiles: int) -> Places:
    size = kinds * COPIES
    deck = np.repeat(np.arange(size, dtype=np.uint8)[:, None], _DECK_ROWS, axis=1)
    rows = np.arange(_DECK_ROWS)
    left = np.arange(size, size - tiles, -1, dtype=np.uint64)
    chosen = below(source, left[:, None], (tiles, _DECK_ROWS)) + np.arange(tiles)[:, None]
    for place in range(tiles):
        taken = deck[chosen[place], rows]
        deck[chosen[place], rows] = deck[place]
        deck[place] = taken
    return deck[:tiles].T.astype(np.int64) // COPIES


def _counts(kinds: Places) -> Counts:
    """Tiles (N, T) as counts (N, 34)."""
    flat = (kinds + KINDS * np.arange(len(kinds))[:, None]).ravel()
    return np.bincount(flat, minlength=KINDS * len(kinds)).astype(np.uint8).reshape(-1, KINDS)


# Row i: the tiles of meld i (pungs, then chows).
_MELDS = np.zeros((_PUNGS + _CHOWS, KINDS), np.uint8)
_MELDS[np.arange(_PUNGS), np.arange(_PUNGS)] = 3
for _chow in range(_CHOWS):
    _first = _chow // 7 * SUIT + _chow % 7
    _MELDS[_PUNGS + _chow, _first : _first + 3] = 1


def _near(source: Philox, tiles: int) -> Counts:
    counts = _complete(source)
    changes = below(source, _MOST_CHANGES + 1, (BLOCK,))
    for change in range(_MOST_CHANGES):
        rows = np.flatnonzero(changes > change)
        _take(source, counts, rows)
        _give(source, counts, rows)
    if tiles < FULL:
        _take(source, counts, np.arange(BLOCK))
    return counts


def _complete(source: Philox) -> Counts:
    """Four melds and a pair, every choice that has no five of a kind as likely as any other."""
    counts = np.zeros((BLOCK, KINDS), np.uint8)
    rows = np.arange(BLOCK)
    while len(rows):
        hands = _MELDS[below(source, len(_MELDS), (len(rows), 4))].sum(axis=1, dtype=np.uint8)
        hands[np.arange(len(rows)), below(source, KINDS, (len(rows),))] += 2
        counts[rows] = hands
        rows = rows[(hands > COPIES).any(axis=1)]
    return counts


def _take(source: Philox, counts: Counts, rows: Places) -> None:
    """Take one tile away from each of `rows`, every tile as likely as any other."""
    held = counts[rows].cumsum(axis=1, dtype=np.uint8)
    chosen = below(source, held[:, -1].astype(np.uint64), (len(rows),))
    counts[rows, (held <= chosen[:, None]).sum(axis=1)] -= 1


def _give(source: Philox, counts: Counts, rows: Places) -> None:
    """Give each of `rows` one of the tiles that it does not hold."""
    while len(rows):
        tile = below(source, KINDS * COPIES, (len(rows),))
        kind, copy = tile // COPIES, tile % COPIES
        free = copy >= counts[rows, kind]
        counts[rows[free], kind[free]] += 1
        rows = rows[~free]
