"""One hand as the page shows it: shanten, waits or tiles that help, every discard, readings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analysis import Reading, decompose, is_win, shanten
from ..discards import Ukeire, discards, ukeire
from ..hand import Hand
from ..rules.model import RuleSet
from ..tiles import Tile
from ..worth import pairs_under
from .refusals import refusal

_MOST_READINGS = 12


def view(
    hand: Hand, wildcard: Tile | None, seen: Sequence[Tile], rules: RuleSet | None, *, whole: bool
) -> dict[str, Any]:
    """What a hand is; the copies left are four less those in it and those `seen` elsewhere on the table.

    ``shanten``; ``helps``: of 3k+1 tiles, what lowers it, of a ready hand its waits with their points under `rules`,
    or why these refuse the win, where the hand is `whole`; ``discards``: of 3k+2 tiles, each with the shanten and helps
    after it, best first; ``win``; ``readings`` of a complete hand, ``more`` how many are left out.
    Raises `HandError`: five of a kind.
    """
    pairs = pairs_under(rules, True)
    complete = hand.is_drawn and is_win(hand, wildcard, pairs)
    readings = decompose(hand, wildcard, pairs) if complete else ()
    distance = shanten(hand, wildcard, pairs)
    fits = rules is not None and rules.has_wildcard == (wildcard is not None)
    scored = rules if whole and distance == 0 and fits else None
    return {
        "text": str(hand),
        "shanten": distance,
        "helps": [_worth(one) for one in _most_copies_first(ukeire(hand, seen, scored, wildcard, pairs))],
        "discards": [
            {"tile": str(one.tile), "shanten": one.shanten, "helps": _helps(one.ukeire), "copies": one.copies}
            for one in discards(hand, seen, wildcard=wildcard, seven_pairs=pairs)
        ],
        "win": complete,
        "readings": [_reading(reading) for reading in readings[:_MOST_READINGS]],
        "more": max(0, len(readings) - _MOST_READINGS),
    }


def _most_copies_first(tiles: Sequence[Ukeire]) -> list[Ukeire]:
    return sorted(tiles, key=lambda one: -one.copies)


def _helps(tiles: Sequence[Ukeire]) -> list[dict[str, Any]]:
    return [{"tile": str(one.tile), "left": one.copies} for one in _most_copies_first(tiles)]


def _worth(one: Ukeire) -> dict[str, Any]:
    """A wait's points; why the rules refuse a win with it."""
    return {
        "tile": str(one.tile),
        "left": one.copies,
        "self_draw": one.self_draw,
        "discard": one.discard,
        "refusal": one.refusal and refusal(one.refusal),
    }


def _reading(reading: Reading) -> dict[str, Any]:
    """Groups of tiles: what is laid down, melds, pairs; `wild` what the wildcards stand for."""
    return {
        "kind": reading.kind,
        "laid_down": [list(map(str, meld.tiles)) for meld in reading.laid_down],
        "groups": [list(map(str, group)) for group in reading.groups],
        "wild": list(map(str, reading.wild)),
    }
