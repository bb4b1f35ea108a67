"""mjx states: one JSON a line, each one deal seen whole (protobuf JSON: zero and empty fields are left out).

A draw's tile stands in the drawer's `drawHistory`; tiles and melds are Tenhou's integers. A state may stop anywhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import IO, Any

from ...errors import InputError
from ...hand import Hand, Meld
from ...tiles import Tile
from .events import NOTHING, Call, Deal, Discard, Draw, Event, Exhausted, Game, Win
from .fields import field, typed
from .source import documents
from .tenhou import meld, tile

_PLAYERS = 4
_PREFIX = "EVENT_TYPE_"
_CALLS = ("CHI", "PON", "OPEN_KAN", "CLOSED_KAN", "ADDED_KAN")


def games(stream: IO[bytes]) -> Iterator[Game]:
    """Each state is a game of one deal."""
    for line, state in documents(stream):
        yield Game(line, _steps(state))


def _steps(state: Any) -> Iterator[tuple[Event, ...]]:
    if isinstance(state, InputError):
        raise state
    observation = field(typed(state, dict, "a state"), "publicObservation", dict)
    players = [typed(player, dict, "a player") for player in field(state, "privateObservations", list)]
    draws = [iter(_list(player, "drawHistory")) for player in players]
    wins = _wins(state)
    over = False
    first: tuple[Event, ...] = (_deal(observation, players),)
    for record in _list(observation, "events"):
        event = _event(typed(record, dict, "an event"), draws, wins)
        over = over or isinstance(event, Exhausted | Win)
        yield first if event is None else (*first, event)
        first = NOTHING
    if not over:
        yield (*first, Exhausted())


def _deal(observation: dict[str, Any], players: list[dict[str, Any]]) -> Deal:
    deal = field(observation, "initScore", dict).get("round", 0)
    hands = (_tiles(field(player, "initHand", dict)) for player in players)
    return Deal(typed(deal, int, "'round'") % _PLAYERS, tuple(map(tuple, hands)))


def _event(record: dict[str, Any], draws: list[Iterator[Any]], wins: dict[int, Win]) -> Event | None:
    kind = typed(record.get("type", f"{_PREFIX}DISCARD"), str, "'type'").removeprefix(_PREFIX)
    seat = typed(record.get("who", 0), int, "'who'")
    if not 0 <= seat < len(draws):
        raise InputError(f"'who' is {seat}", expected=f"0 to {len(draws) - 1}")
    if kind == "DRAW":
        drawn = next(draws[seat], None)
        if drawn is None:
            raise InputError(f"seat {seat} draws more tiles than its 'drawHistory' holds")
        return Draw(seat, _tile(drawn))
    if kind in ("DISCARD", "TSUMOGIRI"):
        return Discard(seat, _tile(record.get("tile", 0)))
    if kind in _CALLS:
        return Call(seat, _meld(field(record, "open", int), seat))
    if kind in ("RON", "TSUMO"):
        return wins.get(seat, Win(seat))
    if kind.startswith(("EXHAUSTIVE_DRAW", "ABORTIVE_DRAW")):
        return Exhausted()
    return None


def _wins(state: dict[str, Any]) -> dict[int, Win]:
    """What the deal's end says of each winner, to be checked against the play."""
    wins: dict[int, Win] = {}
    for win in _list(state.get("roundTerminal", {}), "wins"):
        record = typed(win, dict, "a win")
        seat = typed(record.get("who", 0), int, "'who'")
        hand = field(record, "hand", dict)
        won = _tile(record.get("winTile", 0))
        melds = [_meld(typed(code, int, "a meld"), seat) for code in _list(hand, "opens")]
        source = typed(record.get("fromWho", 0), int, "'fromWho'")
        wins[seat] = Win(seat, source, won, Hand.of(_tiles(hand), melds, won))
    return wins


def _list(record: Any, key: str) -> list[Any]:
    return typed(typed(record, dict, "an object").get(key, []), list, repr(key))


def _tiles(hand: dict[str, Any]) -> list[Tile]:
    return [_tile(number) for number in _list(hand, "closedTiles")]


def _tile(number: Any) -> Tile:
    return tile(typed(number, int, "a tile"))


def _meld(code: int, seat: int) -> Meld:
    return meld(code, seat, _PLAYERS)
