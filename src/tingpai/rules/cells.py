"""One cell of a batch table as the deal file would say it: tables from CSV hold texts where JSON holds lists."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from ..errors import DealError, NoWinError
from ..hand import Hand
from ..notation import parse_hand, parse_tile
from ..tiles import KINDS, TILES, Tile
from .deal import HAND, INCOMPLETE, SEATS, By, Deal, refuse

_SPLIT = re.compile(r"[\s,;|]+")
_FLAGS = {"true": True, "1": True, "yes": True, "false": False, "0": False, "no": False}


def is_empty(value: object) -> bool:
    """Null, an empty text, list or object: the column says nothing here."""
    return value is None or (isinstance(value, (str, list, tuple, dict)) and not value)


def plain(value: Any) -> Any:
    """A cell's value; a text that is a JSON list or object is read as one."""
    if isinstance(value, str) and value.lstrip()[:1] in ("[", "{"):
        try:
            return json.loads(value)
        except (ValueError, RecursionError):
            return value
    return value


def listed(value: Any) -> list[Any]:
    """A list, or a text or number read as one: ``"9999p 8888s"``, ``"0, 2"``."""
    value = plain(value)
    if isinstance(value, str):
        return [item for item in _SPLIT.split(value) if item]
    return list(value) if isinstance(value, (list, tuple)) else [value]


def seat(value: Any) -> int:
    """A seat, as a number or text."""
    try:
        number = float(value)
    except (ValueError, TypeError, OverflowError):
        number = -1.0
    if isinstance(value, bool) or number not in range(SEATS):
        raise DealError(f"no seat {value!r}", expected="0 to 3")
    return int(number)


@lru_cache(maxsize=256)
def tile(text: str) -> Tile:
    """`parse_tile`, once for each of the few texts that tables hold."""
    return parse_tile(text)


def seats(value: Any) -> list[int]:
    """A list of seats."""
    return [seat(item) for item in listed(value)]


def way(value: Any) -> By:
    """How a hand was won."""
    try:
        return By(value)
    except ValueError:
        raise DealError(f"a win by {value!r}", expected="self_draw, discard or rob_kong") from None


def flag(value: Any) -> bool:
    """True or false, as such, as 0 or 1, or as a word."""
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _FLAGS:
        raise DealError(f"neither true nor false: {value!r}", expected="true or false")
    return _FLAGS[word]


_READ = {
    "chain": listed,
    "chains": plain,
    "last_tile": flag,
    "first_turn": flag,
    "waiting": seats,
    "declared": seats,
    "horses": plain,
    "fish": plain,
    "indicator": plain,
}


def deal_of(row: Mapping[str, Any]) -> Deal:
    """The deal of one row of a batch table, with the defaults of docs/rules/batch.md. Raises `TingpaiError`."""
    cells = {name: value for name, value in row.items() if not is_empty(value)}
    winner = seat(cells.get("seat", 0))
    by = way(cells.get("by", By.SELF_DRAW.value))
    source = seat(cells["from"]) if "from" in cells else None if by is By.SELF_DRAW else (winner + 1) % SEATS
    data: dict[str, Any] = {name: read(cells[name]) for name, read in _READ.items() if name in cells}
    hand, tile = _won(cells, winner)
    players = [{"hand": _laid(cells, i)} for i in range(SEATS)]
    players[winner] = {"hand": str(hand)}
    data["players"] = players
    data["win"] = {"winners": [winner], "by": by.value, "from": source, "tile": tile}
    return Deal.parse(data)


def _won(cells: Mapping[str, Any], winner: int) -> tuple[Hand, str]:
    """The winner's hand without the winning tile, and that tile."""
    where = f"seat {winner}"
    given = cells.get("hand", cells.get("counts"))
    if given is None:
        raise DealError("no hand", where=where, expected="a hand")
    hand = parse_hand(given) if isinstance(given, str) else _counted(given, where)
    laid = _laid(cells, winner)
    if laid:
        melds = parse_hand(laid, melds_alone=True).melds
        if hand.melds and sorted(map(str, hand.melds)) != sorted(map(str, melds)):
            raise DealError(f"two different lists of melds, {laid!r} beside the hand", where=where, expected="one")
        hand = Hand(hand.raw, melds, hand.last)
    tile = parse_tile(cells["tile"]) if "tile" in cells else hand.last
    missing = HAND - sum(hand.raw) - 3 * len(hand.sets)
    if missing >= 0:
        if missing:
            problem = f"{sum(hand.raw)} concealed tiles beside {len(hand.sets)} melds"
            refuse(problem, winner, f"{sum(hand.raw) + missing} and the winning tile")
        if "tile" not in cells:
            refuse(INCOMPLETE, winner, "a winning tile, or one last in the hand", NoWinError)
        return hand, str(tile)
    if tile is None:
        # Counts do not tell which tile came last; of a whole hand any may stand for it.
        tile = next(tile for tile in TILES if hand.raw[tile])
    raw = bytearray(hand.raw)
    if not raw[tile]:
        raise DealError(f"the winning tile {tile} is not in the hand", where=where, expected="a hand that holds it")
    raw[tile] -= 1
    return Hand(bytes(raw), hand.melds), str(tile)


def _laid(cells: Mapping[str, Any], player: int) -> str:
    """The melds of one player; a list of them is one text."""
    laid = cells.get(f"melds_{player}", "")
    return "".join(map(str, laid)) if isinstance(laid, (list, tuple)) else str(laid)


def _counted(counts: Sequence[int], where: str) -> Hand:
    """A hand of 34 counts."""
    try:
        raw = bytes(counts)
    except (TypeError, ValueError):
        raise DealError("counts that are none", where=where, expected="34 numbers from 0 to 4") from None
    if len(raw) != KINDS:
        raise DealError(f"{len(raw)} counts", where=where, expected=f"{KINDS} numbers from 0 to 4")
    return Hand(raw).check()
