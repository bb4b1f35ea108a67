"""Botzone's Chinese Standard Mahjong: the judge's JSON displays, and the text form of its data sets.

Seat 0 deals. Tiles are ``W1`` … ``W9`` characters, ``B`` dots, ``T`` bamboo, ``F1`` … ``F4`` winds, ``J1`` … ``J3``
red, green, white; flowers ``H`` are set aside. A claim names no giver: it takes the last discard. A chow names its
middle tile. In a display ``CHI`` and ``PENG`` carry the claimer's discard in `tile`; the text form has a line for it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from typing import IO, Any

from ...errors import InputError
from ...hand import Meld, MeldKind
from ...tiles import TILES, Tile
from .events import NOTHING, Call, Deal, Discard, Draw, Event, Exhausted, Game, Win
from .fields import brief, field, typed
from .source import documents, lines

_FLOWER = "H"
_SUITS = {"W": 0, "B": 9, "T": 18}
_TILES = {f"{letter}{rank}": TILES[start + rank - 1] for letter, start in _SUITS.items() for rank in range(1, 10)}
_TILES |= {f"F{rank}": TILES[27 + rank - 1] for rank in range(1, 5)}
_TILES |= {"J1": Tile.RED, "J2": Tile.GREEN, "J3": Tile.WHITE}
_PLAYERS = 4
_LINE = re.compile(r"Player ([0-3]) (\w+)((?: \w+)*) *", re.ASCII)
_MATCHES = ("logs", "turns")  # where a match keeps its displays


class Table:
    """What the log leaves unsaid: the discard that a claim takes, and whether a kong is of drawn tiles."""

    def __init__(self) -> None:
        self._drawer: int | None = None
        self._discard: Tile | None = None

    def act(self, seat: int, action: str, tile: Tile | None) -> Event:
        """The event of an action (``DRAW PLAY CHI PENG GANG ANGANG BUGANG HU``) and the tile that it names."""
        if action == "HU":
            return Win(seat, tile=tile)
        if action == "DRAW":
            self._drawer = seat
            return Draw(seat, _given(tile))
        if action == "PLAY":
            self._drawer, self._discard = None, _given(tile)
            return Discard(seat, self._discard)
        if action == "CHI":
            middle = _given(tile)
            if middle.is_honour or not 2 <= middle.rank <= 8:
                raise InputError(f"a chow around {middle}", expected="its middle tile, 2 to 8 of a suit")
            return Call(seat, Meld(MeldKind.CHOW, TILES[middle - 1]))
        if action == "PENG":
            return Call(seat, Meld(MeldKind.PUNG, _given(tile or self._discard)))
        if action == "GANG" and self._drawer != seat:
            return Call(seat, Meld(MeldKind.EXPOSED_KONG, _given(tile or self._discard)))
        if action in ("GANG", "ANGANG"):
            return Call(seat, Meld(MeldKind.CONCEALED_KONG, _given(tile)))
        if action == "BUGANG":
            return Call(seat, Meld(MeldKind.ADDED_KONG, _given(tile)))
        raise InputError(f"action {action!r}", expected="DRAW PLAY CHI PENG GANG ANGANG BUGANG or HU")


def json_games(stream: IO[bytes]) -> Iterator[Game]:
    """Games of displays: a match a document (or several in an array), or one display a line."""
    number, before = 0, ""

    def game_of(entry: tuple[int, Any]) -> int:
        nonlocal number, before
        action = "MATCH" if _is_match(entry[1]) else _display(entry[1]).get("action", "")
        number += action in ("MATCH", "INIT") or (action == "DEAL" and before != "INIT")
        before = action or before
        return number

    for _, entries in groupby(_entries(stream), game_of):
        first = next(entries)
        yield Game(first[0], _json_steps(value for _, value in chain([first], entries)))


def text_games(stream: IO[bytes]) -> Iterator[Game]:
    """A game begins at every ``Match`` line."""
    number = 0

    def game_of(entry: tuple[int, str]) -> int:
        nonlocal number
        number += entry[1].startswith("Match")
        return number

    numbered = enumerate((line.decode("utf-8-sig", "replace") for line in lines(stream)), 1)
    for _, entries in groupby(numbered, game_of):
        first = next(entries)
        yield Game(first[0], _text_steps(line for _, line in chain([first], entries)))


def _entries(stream: IO[bytes]) -> Iterator[tuple[int, Any]]:
    for line, value in documents(stream):
        if isinstance(value, list) and not any(map(_is_match, value)):
            yield line, {_MATCHES[0]: value}
        elif isinstance(value, list):
            yield from ((line, match) for match in value)
        else:
            yield line, value


def _is_match(value: Any) -> bool:
    return isinstance(value, dict) and any(key in value for key in _MATCHES)


def _display(entry: Any) -> dict[str, Any]:
    """The display of a log entry: itself, or inside the judge's output; empty for the bots' answers."""
    for key in ("output", "display"):
        if isinstance(entry, dict) and key in entry:
            entry = entry[key]
    return entry if isinstance(entry, dict) and "action" in entry else {}


def _json_steps(values: Iterable[Any]) -> Iterator[tuple[Event, ...]]:
    table = Table()
    for value in values:
        if isinstance(value, InputError):
            raise value
        entries = [value]
        if _is_match(value):
            entries = typed(next(value[key] for key in _MATCHES if key in value), list, "the match's log")
        for entry in entries:
            display = _display(entry)
            yield displayed(display, table) if display else NOTHING


def displayed(display: dict[str, Any], table: Table) -> tuple[Event, ...]:
    """What one display of the judge means."""
    action = field(display, "action", str)
    if action in ("INIT", "BUHUA"):  # a flower is laid aside and another tile drawn
        return NOTHING
    if action == "DEAL":
        hands = [typed(hand, list, "a hand") for hand in field(display, "hand", list)]
        return (Deal(0, tuple(tuple(map(_tile, filter(_is_no_flower, hand))) for hand in hands)),)
    if action == "HUANG":
        return (Exhausted(),)
    if action != "HU" and "score" in display:  # a bot failed and the judge broke the game off
        return (Exhausted(),)
    seat = field(display, "player", int)
    tile = None if action == "HU" or "tile" not in display else _tile(display["tile"])
    if action == "CHI":
        return table.act(seat, action, _tile(field(display, "tileCHI", str))), table.act(seat, "PLAY", tile)
    if action == "PENG":
        return table.act(seat, action, None), table.act(seat, "PLAY", tile)
    return (table.act(seat, action, tile),)


def _text_steps(texts: Iterable[str]) -> Iterator[tuple[Event, ...]]:
    table = Table()
    hands: dict[int, tuple[Tile, ...]] = {}
    for text in texts:
        if text.strip() == "Huang":
            yield (Exhausted(),)
            continue
        if not text.startswith("Player"):  # match, wind, fans, scores
            yield NOTHING
            continue
        match = _LINE.fullmatch(text.partition(" Ignore")[0])
        if not match:
            raise InputError(f"line {text[:80]!r}", expected="'Player n Action tiles'")
        seat, action, tiles = int(match[1]), match[2], match[3].split()
        if action == "Deal":
            hands[seat] = tuple(_tile(name) for name in tiles if _is_no_flower(name))
            complete = len(hands) == _PLAYERS
            yield (Deal(0, tuple(hands[player] for player in range(_PLAYERS))),) if complete else NOTHING
        elif action == "BuHua":
            yield NOTHING
        elif len(tiles) > 1:
            raise InputError(f"line {text[:80]!r}", expected="one tile")
        else:
            yield (table.act(seat, action.upper(), _tile(tiles[0]) if tiles else None),)


def _given(tile: Tile | None) -> Tile:
    if tile is None:
        raise InputError("the action names no tile")
    return tile


def _is_no_flower(name: Any) -> bool:
    return not (isinstance(name, str) and name.startswith(_FLOWER))


def _tile(name: Any) -> Tile:
    if not isinstance(name, str) or name not in _TILES:
        raise InputError(f"tile {brief(name)}", expected="W1 to W9, B1 to B9, T1 to T9, F1 to F4 or J1 to J3")
    return _TILES[name]
