"""What a hand is under the Wuhan rules: its wildcard, and its readings hard 硬胡 and soft 软胡."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..hand import MAX_MELDS, Hand, MeldKind
from ..patterns import Pattern
from ..tiles import KINDS, TILES, Tile

Counts = NDArray[np.uint8]

# 东→南→西→北→发→白→东; 红中 is skipped, and turned itself it indicates 发 as 北 does.
_NEXT_HONOUR = {
    Tile.EAST: Tile.SOUTH,
    Tile.SOUTH: Tile.WEST,
    Tile.WEST: Tile.NORTH,
    Tile.NORTH: Tile.GREEN,
    Tile.RED: Tile.GREEN,
    Tile.GREEN: Tile.WHITE,
    Tile.WHITE: Tile.EAST,
}
SMALL_WILDCARDS = 1
"""A small hand 小胡 may hold one wildcard, however it is used."""


def wildcard_of(indicator: Tile) -> Tile:
    """癞子: the kind after the indicator, 1→…→9→1 in its suit."""
    if indicator.is_honour:
        return _NEXT_HONOUR[indicator]
    return TILES[indicator // 9 * 9 + indicator.rank % 9]


@cache
def indicators_of(wildcard: Tile) -> tuple[Tile, ...]:
    """The tiles that make `wildcard` wild when turned; none makes 红中 wild."""
    return tuple(tile for tile in TILES if wildcard_of(tile) == wildcard)


@dataclass(frozen=True, slots=True)
class Shape:
    """What one reading of the tiles is; no `big` pattern means that only the small shape is there."""

    hard: bool
    big: tuple[str, ...]


def shapes(
    hard_bits: int, soft_bits: int, wildcards: int, *, melded: bool = False, chows: bool = False
) -> tuple[Shape, ...]:
    """The readings that may win, hard 硬胡 first.

    `hard_bits` are the hand's `Pattern` bits with every wildcard standing for itself, `soft_bits` those with the
    `wildcards` held standing for anything. `melded`: 全求人 is possible (four claimed melds, won as it has to be);
    `chows`: a chow is laid down, so nothing is all pungs.
    """
    found = []
    for hard, bits in ((True, hard_bits), (False, soft_bits)):
        if not hard and not wildcards:
            continue
        big = _big(bits, melded, chows)
        if big or (bits & Pattern.PAIR_258 and wildcards <= SMALL_WILDCARDS):
            found.append(Shape(hard, big))
    return tuple(found)


def _big(bits: int, melded: bool, chows: bool) -> tuple[str, ...]:
    """The big hands 大胡 that the tiles make; 风一色 and 将一色 need no structure."""
    big = []
    if bits & Pattern.ALL_PUNGS and not chows:
        big.append("all_pungs")
    # With 风一色 two wildcards would be the pair, 2/5/8 or honours but not both; and hard all pungs pay as much then.
    if melded and bits & Pattern.PAIR_258 and not bits & Pattern.ALL_HONOURS:
        big.append("melded_hand")
    if bits & Pattern.ONE_SUIT and bits & Pattern.STANDARD:
        big.append("one_suit")
    if bits & Pattern.ALL_HONOURS:
        big.append("all_honours")
    if bits & Pattern.ALL_258:
        big.append("all_258")
    return tuple(big)


def is_melded(hand: Hand) -> bool:
    """Four claimed melds; a concealed kong is none."""
    return sum(meld.is_claimed for meld in hand.melds) == MAX_MELDS


def hand_bits(hand: Hand, wildcard: Tile) -> tuple[int, int]:
    """`Pattern` bits of a hand of 3k+2 concealed tiles, hard and soft (0 where it holds no wildcard)."""
    hard, soft, _ = _bits_of_rows(np.frombuffer(hand.raw, np.uint8).reshape(1, KINDS), hand, wildcard)
    return hard[0], soft[0] if hand.raw[wildcard] else 0


def hand_shapes(hand: Hand, wildcard: Tile, *, melded: bool) -> tuple[Shape, ...]:
    """`shapes` of a hand of 3k+2 concealed tiles; empty where 红中 is among them or nothing may win."""
    return next(_shapes_of_rows(np.frombuffer(hand.raw, np.uint8).reshape(1, KINDS), hand, wildcard, melded))


def is_waiting(hand: Hand, wildcard: Tile) -> bool:
    """听牌, opening aside: some tile that a hand of 3k+1 can still draw would let it win."""
    held = np.frombuffer(hand.raw, np.uint8)
    drawn = np.flatnonzero(held + np.frombuffer(hand.meld_counts, np.uint8) < 4)
    rows = np.repeat(held.reshape(1, KINDS), len(drawn), axis=0)
    rows[np.arange(len(drawn)), drawn] += 1
    return any(_shapes_of_rows(rows, hand, wildcard, is_melded(hand)))


def _set_counts(hand: Hand) -> Counts:
    """The tiles of the melds; laid-down singles are none of the hand's patterns."""
    return np.frombuffer(Hand(hand.raw, hand.sets).meld_counts, np.uint8)


def _bits_of_rows(rows: Counts, hand: Hand, wildcard: Tile) -> tuple[list[int], list[int], list[int]]:
    """Hard and soft bits of many concealed tiles beside the melds of `hand`, and the wildcards that each holds."""
    melds = np.repeat(_set_counts(hand).reshape(1, KINDS), len(rows), axis=0)
    naturals = rows.copy()
    naturals[:, wildcard] = 0
    wildcards = rows[:, wildcard]
    hard = batch.patterns(rows, melds=melds, seven_pairs=False)
    soft = batch.patterns(naturals, melds=melds, wildcards=wildcards, seven_pairs=False)
    return hard.tolist(), soft.tolist(), wildcards.tolist()


def _shapes_of_rows(rows: Counts, hand: Hand, wildcard: Tile, melded: bool) -> Iterator[tuple[Shape, ...]]:
    chows = any(meld.kind is MeldKind.CHOW for meld in hand.melds)
    found = zip(*_bits_of_rows(rows, hand, wildcard), rows[:, Tile.RED].tolist(), strict=True)
    for hard, soft, wildcards, red in found:
        yield () if red else shapes(hard, soft, wildcards, melded=melded, chows=chows)
