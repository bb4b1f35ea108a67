"""The named bits that `batch.patterns` returns: what scoring needs to know of a hand's tiles."""

from __future__ import annotations

from enum import IntFlag


class Pattern(IntFlag):
    """Bits 0-23 of `batch.patterns`; bits 24-31 hold the number of standard readings.

    Those up to `PAIR_258` are of a complete hand. The others speak of the tiles alone (melds included, wildcards aside:
    they can be any tile) and stand whether the hand is complete or not.
    """

    STANDARD = 1 << 0
    """Melds and a pair."""
    SEVEN_PAIRS = 1 << 1
    """七小对: four of a kind count as two pairs."""
    ONE_QUAD = 1 << 2
    """With `SEVEN_PAIRS`, 豪华: one quad. Of these three bits only the one for the most quads possible is set."""
    TWO_QUADS = 1 << 3
    """双豪华: two quads."""
    THREE_QUADS = 1 << 4
    """三豪华: three quads."""
    ALL_PUNGS = 1 << 5
    """碰碰胡 is a possible standard reading (melds included)."""
    PAIR_258 = 1 << 6
    """A standard reading whose pair is of 2, 5 or 8 exists."""
    ONE_SUIT = 1 << 8
    """清一色: one numbered suit, no honours."""
    ALL_HONOURS = 1 << 9
    """字一色, 风一色: honours alone."""
    ALL_258 = 1 << 10
    """将一色: tiles of 2, 5 and 8 alone."""


PATTERN_NAMES: dict[Pattern, tuple[str, str]] = {
    Pattern.STANDARD: ("基本胡型", "standard"),
    Pattern.SEVEN_PAIRS: ("七小对", "seven pairs"),
    Pattern.ONE_QUAD: ("豪华", "one quad"),
    Pattern.TWO_QUADS: ("双豪华", "two quads"),
    Pattern.THREE_QUADS: ("三豪华", "three quads"),
    Pattern.ALL_PUNGS: ("碰碰胡", "all pungs"),
    Pattern.PAIR_258: ("二五八将", "pair of 2, 5 or 8"),
    Pattern.ONE_SUIT: ("清一色", "one suit"),
    Pattern.ALL_HONOURS: ("字一色", "all honours"),
    Pattern.ALL_258: ("将一色", "all 2-5-8"),
}
"""Each in Chinese and English."""

READINGS_SHIFT = 24
"""Where the number of standard readings begins in an answer of `batch.patterns`."""
