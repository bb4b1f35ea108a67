"""Tiles on a terminal: coloured text, glyphs before it where the terminal can show them; plain MPSZ elsewhere."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from rich.text import Text

from ..hand import Hand
from ..tiles import Tile, mpsz
from .terminal import is_terminal

_COLOURS = {"m": "red", "p": "cyan", "s": "green", "z": "yellow"}


def shows_glyphs() -> bool:
    """Whether standard output is a terminal that speaks Unicode."""
    return is_terminal(sys.stdout) and (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def tiles(kinds: Sequence[Tile], *, glyphs: bool) -> Text:
    """Tiles in the order given, each suit in its colour: ``🀇🀈🀉 123m``."""
    text = Text()
    if glyphs:
        for tile in kinds:
            text.append(tile.glyph, _COLOURS[tile.suit])
        text.append(" ")
    start = 0
    for end in range(1, len(kinds) + 1):
        if end == len(kinds) or kinds[end].suit != kinds[start].suit:
            text.append(mpsz(tuple(kinds[start:end])), _COLOURS[kinds[start].suit])
            start = end
    return text


def hand(of: Hand, *, glyphs: bool) -> Text:
    """A hand as it is written: melds, then the concealed tiles, the last one where it is known at the end."""
    text = Text()
    if glyphs:
        groups = [*(meld.tiles for meld in of.melds), of.tiles]
        for group in groups:
            for tile in group:
                text.append(tile.glyph, _COLOURS[tile.suit])
            text.append(" ")
    return text.append(str(of), "bold")
