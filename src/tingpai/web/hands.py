"""One hand as the page shows it: shanten, waits or tiles that help, every discard, readings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analysis import Reading, decompose, is_win, shanten
from ..discards import Ukeire, discards, ukeire
from ..hand import Hand
from ..tiles import Tile

_MOST_READINGS = 12


def view(hand: Hand, wildcard: Tile | None, seen: Sequence[Tile], *, seven_pairs: bool) -> dict[str, Any]:
    """What a hand is; the copies left are four less those in it and those `seen` elsewhere on the table.

    ``shanten``; ``helps``: of 3k+1 tiles, what lowers it (the waits of a waiting hand); ``discards``: of 3k+2 tiles,
    each with the shanten and helps after it, best first; ``win``; ``readings`` of a complete hand, ``more`` how many
    are left out.
    """
    complete = hand.is_drawn and is_win(hand, wildcard, seven_pairs)
    readings = decompose(hand, wildcard, seven_pairs) if complete else ()
    return {
        "text": str(hand),
        "shanten": shanten(hand, wildcard, seven_pairs),
        "helps": _helps(ukeire(hand, seen, wildcard=wildcard, seven_pairs=seven_pairs)),
        "discards": [
            {"tile": str(one.tile), "shanten": one.shanten, "helps": _helps(one.ukeire), "copies": one.copies}
            for one in discards(hand, seen, wildcard=wildcard, seven_pairs=seven_pairs)
        ],
        "win": complete,
        "readings": [_reading(reading) for reading in readings[:_MOST_READINGS]],
        "more": max(0, len(readings) - _MOST_READINGS),
    }


def _helps(tiles: Sequence[Ukeire]) -> list[dict[str, Any]]:
    """Most copies first."""
    return [{"tile": str(one.tile), "left": one.copies} for one in sorted(tiles, key=lambda one: -one.copies)]


def _reading(reading: Reading) -> dict[str, Any]:
    """Groups of tiles: what is laid down, melds, pairs; `wild` what the wildcards stand for."""
    return {
        "kind": reading.kind,
        "laid_down": [list(map(str, meld.tiles)) for meld in reading.laid_down],
        "groups": [list(map(str, group)) for group in reading.groups],
        "wild": list(map(str, reading.wild)),
    }
