"""The 34 kinds of tile: their order, numbers and names.

Order everywhere: 1-9m, 1-9p, 1-9s, then 东南西北白发中 (1z-7z, Tenhou's order: 5z is white, 7z is red).
"""

from __future__ import annotations

from enum import IntEnum

from .errors import NotationError

KINDS = 34
COPIES = 4  # of each kind
SUITS = "mpsz"
HONOURS = "东南西北白发中"
NUMERALS = "一二三四五六七八九"
SUIT_NAMES = "万筒条"
# The Unicode block runs winds, red, green, white, characters, bamboo, circles: not our order.
_GLYPH_STARTS = (0x1F007, 0x1F019, 0x1F010)
_HONOUR_GLYPHS = "🀀🀁🀂🀃🀆🀅🀄"


class Tile(IntEnum):
    """A kind of tile, 0 to 33. ``str(tile)`` is MPSZ (``"1m"``); a `Tile` is also its index in any counts array."""

    M1, M2, M3, M4, M5, M6, M7, M8, M9 = range(9)
    P1, P2, P3, P4, P5, P6, P7, P8, P9 = range(9, 18)
    S1, S2, S3, S4, S5, S6, S7, S8, S9 = range(18, 27)
    EAST, SOUTH, WEST, NORTH, WHITE, GREEN, RED = range(27, 34)

    @property
    def suit(self) -> str:
        """``"m"``, ``"p"``, ``"s"`` or ``"z"``."""
        return SUITS[self // 9]

    @property
    def rank(self) -> int:
        """The number printed before the suit letter: 1-9, for honours 1-7."""
        return self % 9 + 1

    @property
    def is_honour(self) -> bool:
        return self >= Tile.EAST

    @property
    def chinese(self) -> str:
        """``"一万"``, ``"九筒"``, ``"三条"``, ``"东"``."""
        if self.is_honour:
            return HONOURS[self - Tile.EAST]
        return NUMERALS[self % 9] + SUIT_NAMES[self // 9]

    @property
    def glyph(self) -> str:
        """The Unicode tile, one character, without a variation selector."""
        if self.is_honour:
            return _HONOUR_GLYPHS[self - Tile.EAST]
        return chr(_GLYPH_STARTS[self // 9] + self % 9)

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read one tile in any notation, as ``"5s"``, ``"C"`` or ``"红中"``; raises `NotationError`."""
        from .notation import parse_tile

        return parse_tile(text)

    @classmethod
    def _missing_(cls, value: object) -> None:
        raise NotationError(f"{value!r} is no tile", expected="0 to 33, or Tile.parse for a text")

    def __str__(self) -> str:
        return f"{self.rank}{self.suit}"

    def __repr__(self) -> str:
        return f"Tile({self})"

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


TILES: tuple[Tile, ...] = tuple(Tile)


def mpsz(tiles: list[Tile] | tuple[Tile, ...]) -> str:
    """Tiles as canonical MPSZ text in the order given: ``[1m 2m 5z]`` is ``"12m5z"``."""
    text: list[str] = []
    suit = ""
    for tile in tiles:
        if tile.suit != suit and suit:
            text.append(suit)
        suit = tile.suit
        text.append(str(tile.rank))
    return "".join(text) + suit
