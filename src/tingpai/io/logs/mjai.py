"""mjai logs: one JSON event a line (or one array of them), four or three players.

Tiles are ``1m`` to ``9s``, red fives ``5mr``, honours ``E S W N P F C`` (white, green, red).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, groupby
from typing import IO, Any

from ...errors import InputError
from ...hand import Meld, MeldKind
from ...tiles import SUITS, TILES, Tile
from .events import NOTHING, Call, Deal, Discard, Draw, Event, Exhausted, Game, Win, source_digit
from .fields import brief, field, typed
from .source import documents

_NAMES = {str(tile): tile for tile in TILES if not tile.is_honour}
_NAMES |= {f"5{suit}r": _NAMES[f"5{suit}"] for suit in SUITS[:3]}
_NAMES |= dict(zip("ESWNPFC", TILES[27:], strict=True))
_CLAIMS = {"chi": MeldKind.CHOW, "pon": MeldKind.PUNG, "daiminkan": MeldKind.EXPOSED_KONG}
_SET_ASIDE = ("nukidora", "kita")


def games(stream: IO[bytes]) -> Iterator[Game]:
    """A game begins at every ``start_game``."""
    number = 0

    def game_of(entry: tuple[int, Any]) -> int:
        nonlocal number
        number += isinstance(entry[1], dict) and entry[1].get("type") == "start_game"
        return number

    for _, entries in groupby(_entries(stream), game_of):
        first = next(entries)
        yield Game(first[0], _steps(record for _, record in chain([first], entries)))


def _entries(stream: IO[bytes]) -> Iterator[tuple[int, Any]]:
    for line, value in documents(stream):
        if isinstance(value, list):
            yield from ((line, record) for record in value)
        else:
            yield line, value


def _steps(records: Iterator[Any]) -> Iterator[tuple[Event, ...]]:
    players = 4
    for record in records:
        if isinstance(record, InputError):
            raise record
        event = _event(typed(record, dict, "an event"), players)
        if isinstance(event, Deal):
            players = len(event.hands)
        yield NOTHING if event is None else (event,)


def _event(record: dict[str, Any], players: int) -> Event | None:
    kind = field(record, "type", str)
    if kind == "start_kyoku":
        return _deal(record)
    if kind == "tsumo":
        return Draw(field(record, "actor", int), _tile(record))
    if kind == "dahai":
        return Discard(field(record, "actor", int), _tile(record))
    if kind in _CLAIMS:
        return _claim(record, _CLAIMS[kind], players)
    if kind == "ankan":
        return Call(field(record, "actor", int), _concealed_kong(record))
    if kind == "kakan":
        return Call(field(record, "actor", int), Meld(MeldKind.ADDED_KONG, _tile(record)))
    if kind in _SET_ASIDE:
        return Call(field(record, "actor", int), Meld(MeldKind.SINGLE, Tile.NORTH))
    if kind == "hora":
        won = _tile(record) if "pai" in record else None
        return Win(field(record, "actor", int), field(record, "target", int), won)
    if kind == "ryukyoku":
        return Exhausted()
    return None  # riichi, indicators, the frame of the game: nothing that moves a tile


def _deal(record: dict[str, Any]) -> Deal:
    # A game of three fills the fourth hand with unknown tiles in some writers, leaves it empty in others.
    hands = [typed(hand, list, "a hand") for hand in field(record, "tehais", list)]
    if len(hands) == 4 and all(tile == "?" for tile in hands[3]) and not all(tile == "?" for tile in hands[0]):
        hands = hands[:3]
    return Deal(field(record, "oya", int), tuple(tuple(map(_named, hand)) for hand in hands))


def _claim(record: dict[str, Any], kind: MeldKind, players: int) -> Call:
    seat = field(record, "actor", int)
    claimed = _tile(record)
    tiles = sorted([claimed, *_consumed(record)])
    source = source_digit(seat, field(record, "target", int), players)
    if kind is MeldKind.CHOW:
        meld = Meld(kind, tiles[0], source, claimed - tiles[0] + 1)
    else:
        meld = Meld(kind, claimed, source)
    if tuple(tiles) != meld.tiles:
        raise InputError(f"{brief(record)} is no {record['type']}")
    return Call(seat, meld)


def _concealed_kong(record: dict[str, Any]) -> Meld:
    tiles = _consumed(record)
    meld = Meld(MeldKind.CONCEALED_KONG, tiles[0])
    if tuple(tiles) != meld.tiles:
        raise InputError(f"{brief(record)} is no ankan")
    return meld


def _consumed(record: dict[str, Any]) -> list[Tile]:
    tiles = [_named(name) for name in field(record, "consumed", list)]
    if not tiles:
        raise InputError("'consumed' is empty", expected="the tiles laid down from the hand")
    return tiles


def _tile(record: dict[str, Any]) -> Tile:
    return _named(field(record, "pai", str))


def _named(name: Any) -> Tile:
    if not isinstance(name, str) or name not in _NAMES:
        raise InputError(f"tile {brief(name)}", expected="1m to 9s, 5mr 5pr 5sr or E S W N P F C")
    return _NAMES[name]
