"""One hand as the page shows it: shanten, waits or tiles that help, every discard, readings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .. import batch
from ..analysis import Reading, Row, copies_left, decompose, is_win
from ..hand import Hand
from ..tiles import KINDS, TILES, Tile

_MOST_READINGS = 12


def view(hand: Hand, wildcard: Tile | None, seen: Sequence[Tile]) -> dict[str, Any]:
    """What a hand is; the copies left are four less those in it and those `seen` elsewhere on the table.

    ``shanten``; ``helps``: of 3k+1 tiles, what lowers it (the waits of a waiting hand); ``discards``: of 3k+2 tiles,
    each with the shanten and helps after it, best first; ``win``; ``readings`` of a complete hand, ``more`` how many
    are left out.
    """
    complete = hand.is_drawn and is_win(hand, wildcard)
    readings = decompose(hand, wildcard) if complete else ()
    return {
        "text": str(hand),
        "shanten": _shanten([hand], wildcard)[0],
        "helps": [] if hand.is_drawn else _helps(hand, wildcard, seen),
        "discards": _discards(hand, wildcard, seen) if hand.is_drawn else [],
        "win": complete,
        "readings": [_reading(reading) for reading in readings[:_MOST_READINGS]],
        "more": max(0, len(readings) - _MOST_READINGS),
    }


def _shanten(hands: Sequence[Hand], wildcard: Tile | None) -> list[int]:
    """The shanten of many hands at once."""
    rows = [Row.of(hand, wildcard) for hand in hands]
    counts, melds = (
        np.frombuffer(b"".join(texts), np.uint8).reshape(-1, KINDS)
        for texts in zip(*((row.counts, row.melds) for row in rows), strict=True)
    )
    wildcards = np.array([row.wildcards for row in rows], np.uint8)
    shanten: list[int] = batch.shanten(counts, melds=melds, wildcards=wildcards).tolist()
    return shanten


def _helps(hand: Hand, wildcard: Tile | None, seen: Sequence[Tile]) -> list[dict[str, Any]]:
    """The tiles that lower the shanten of 3k+1 tiles, with the copies left, most first."""
    drawable = [tile for tile in TILES if copies_left(hand, tile)]
    now, *after = _shanten([hand, *(_with(hand, tile) for tile in drawable)], wildcard)
    helping = [tile for tile, shanten in zip(drawable, after, strict=True) if shanten < now]
    helps = [{"tile": str(tile), "left": max(0, copies_left(hand, tile) - seen.count(tile))} for tile in helping]
    return sorted(helps, key=lambda help: -int(help["left"]))


def _with(hand: Hand, tile: Tile) -> Hand:
    counts = bytearray(hand.raw)
    counts[tile] += 1
    return Hand(bytes(counts), hand.melds, tile)


def _discards(hand: Hand, wildcard: Tile | None, seen: Sequence[Tile]) -> list[dict[str, Any]]:
    """Every discard: the lowest shanten first, then the most copies that help."""
    tiles = [tile for tile in TILES if hand.raw[tile]]
    left = [hand.without(tile) for tile in tiles]
    discards = []
    for tile, after, shanten in zip(tiles, left, _shanten(left, wildcard), strict=True):
        helps = _helps(after, wildcard, [*seen, tile])
        copies = sum(int(help["left"]) for help in helps)
        discards.append({"tile": str(tile), "shanten": shanten, "helps": helps, "copies": copies})
    return sorted(discards, key=lambda discard: (discard["shanten"], -int(discard["copies"])))


def _reading(reading: Reading) -> dict[str, Any]:
    """Groups of tiles: what is laid down, melds, pairs; `wild` what the wildcards stand for."""
    return {
        "kind": reading.kind,
        "laid_down": [list(map(str, meld.tiles)) for meld in reading.laid_down],
        "groups": [list(map(str, group)) for group in reading.groups],
        "wild": list(map(str, reading.wild)),
    }
