"""Game records (牌譜) of kobalab's Majiang: one JSON game, or an array of them.

Seats `l` count from the deal's dealer. Tiles are ``m1`` … ``z7``, red fives ``m0``; a meld is one suit letter, its
digits, and behind the claimed one a sign for the giver: ``-`` previous player, ``=`` opposite, ``+`` next player.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO, Any

from ...errors import InputError
from ...hand import Hand, Meld, MeldKind
from ...tiles import SUITS, TILES, Tile
from .events import NOTHING, Call, Deal, Discard, Draw, Event, Exhausted, Game, Win
from .fields import brief, field, typed
from .source import documents

_MELD = re.compile(r"([mpsz])(\d{1,4})(?:([-=+])(\d{0,2}))?", re.ASCII)
_RUN = re.compile(r"([mpsz])(\d+)", re.ASCII)
_SOURCES = {"-": 1, "=": 2, "+": 3}


def games(stream: IO[bytes]) -> Iterator[Game]:
    """A file's games; several stand in an array."""
    for line, value in documents(stream):
        for game in value if isinstance(value, list) else [value]:
            yield Game(line, _steps(game))


def meld(text: str) -> Meld:
    """A meld's text: ``p56-7``, ``z777=``, ``s2222+``, ``m333-3``, ``p9999``."""
    match = _MELD.fullmatch(text)
    if not match:
        raise InputError(f"meld {text!r}", expected="a suit letter, 3 or 4 digits and - = or +")
    suit, before, sign, after = match.groups(default="")
    source = _SOURCES.get(sign)
    tiles = [_tile(suit, digit) for digit in before + after]
    lowest = min(tiles)
    if len(tiles) == 3 and max(tiles) != lowest:
        result = Meld(MeldKind.CHOW, lowest, source, tiles[len(before) - 1] - lowest + 1)
    elif len(tiles) == 3:
        result = Meld(MeldKind.PUNG, lowest, source)
    elif not sign:
        result = Meld(MeldKind.CONCEALED_KONG, lowest)
    else:
        result = Meld(MeldKind.ADDED_KONG if after else MeldKind.EXPOSED_KONG, lowest, source)
    if tuple(sorted(tiles)) != result.tiles or (len(tiles) == 3 and not sign):
        raise InputError(f"meld {text!r}", expected="a chow, pung or kong")
    return result


def _steps(game: Any) -> Iterator[tuple[Event, ...]]:
    if isinstance(game, InputError):
        raise game
    for deal in field(typed(game, dict, "a game"), "log", list):
        for entry in typed(deal, list, "a deal"):
            event = _event(typed(entry, dict, "an entry"))
            yield NOTHING if event is None else (event,)


def _event(entry: dict[str, Any]) -> Event | None:
    if len(entry) != 1:
        raise InputError(f"entry {brief(entry)}", expected="one key, the action")
    kind, value = next(iter(entry.items()))
    record = typed(value, dict, repr(kind))
    if kind == "qipai":
        hands = field(record, "shoupai", list)
        return Deal(0, tuple(tuple(_concealed(typed(hand, str, "a hand"))) for hand in hands))
    if kind == "pingju":
        return Exhausted()
    if kind not in ("zimo", "gangzimo", "dapai", "fulou", "gang", "hule"):
        return None
    seat = field(record, "l", int)
    if kind in ("zimo", "gangzimo"):
        return Draw(seat, _single(record))
    if kind == "dapai":
        return Discard(seat, _single(record))
    if kind == "hule":
        return _win(seat, record)
    return Call(seat, meld(field(record, "m", str)))


def _win(seat: int, record: dict[str, Any]) -> Win:
    concealed, *melds = field(record, "shoupai", str).split(",")
    tiles = _concealed(concealed.removesuffix("*"))
    if not tiles:
        raise InputError("'shoupai' is empty", expected="the won hand")
    giver = record.get("baojia")
    source = seat if giver is None else typed(giver, int, "'baojia'")
    return Win(seat, source, tiles[-1], Hand.of(tiles, [meld(text) for text in melds if text], tiles[-1]))


def _single(record: dict[str, Any]) -> Tile:
    """The one tile of `p`; behind it may stand ``_`` (discarded as drawn) and ``*`` (riichi)."""
    tiles = _concealed(field(record, "p", str).rstrip("_*"))
    if len(tiles) != 1:
        raise InputError(f"'p' is {brief(record['p'])}", expected="one tile")
    return tiles[0]


def _concealed(text: str) -> list[Tile]:
    if "".join(match[0] for match in _RUN.finditer(text)) != text:
        raise InputError(f"tiles {text!r}", expected="suit letters m p s z with digits")
    return [_tile(match[1], digit) for match in _RUN.finditer(text) for digit in match[2]]


def _tile(suit: str, digit: str) -> Tile:
    rank = 5 if digit == "0" and suit != "z" else int(digit)
    if not 1 <= rank <= (7 if suit == "z" else 9):
        raise InputError(f"tile {suit}{digit}", expected="m0 to s9 or z1 to z7")
    return TILES[SUITS.index(suit) * 9 + rank - 1]
