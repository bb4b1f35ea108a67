"""The named bits that `batch.patterns` returns: what scoring needs to know of a hand's tiles."""

from __future__ import annotations

from enum import IntFlag


class Pattern(IntFlag):
    """Bits 0-23 of `batch.patterns`; bits 24-31 hold the number of standard readings.

    The first group needs a complete hand, the second speaks of the tiles alone (melds included, wildcards aside: they
    can be any tile) and stands whether the hand is complete or not.
    """

    STANDARD = 1 << 0  # melds + pair
    SEVEN_PAIRS = 1 << 1  # 七小对, four of a kind counts as two pairs
    ONE_QUAD = 1 << 2  # with SEVEN_PAIRS: q = 1 豪华; exactly one of the three, for the most quads possible
    TWO_QUADS = 1 << 3  # q = 2 双豪华
    THREE_QUADS = 1 << 4  # q = 3 三豪华
    ALL_PUNGS = 1 << 5  # 碰碰胡 is a possible standard reading (melds included)
    PAIR_258 = 1 << 6  # a standard reading whose pair is of 2, 5 or 8 exists
    ONE_SUIT = 1 << 8  # 清一色: one numbered suit, no honours
    ALL_HONOURS = 1 << 9  # 字一色 / 风一色
    ALL_258 = 1 << 10  # 将一色


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
