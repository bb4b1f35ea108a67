"""Logs of the tenhou.net/6 editor: JSON with, for each player and deal, what he took and what he let go.

Tiles are two digits, suit and rank: ``11`` to ``39``, ``41`` to ``47``, red fives ``51 52 53``. A claim or kong is a
text of such pairs with a letter before the claimed or added one: ``c`` chow, ``p`` pung, ``m`` exposed, ``k`` added and
``a`` concealed kong; where the letter stands tells the giver. ``f44`` sets a north aside, ``r`` declares riichi,
60 discards the tile just drawn, and 0 stands where an exposed kong lets nothing go.

The two lists do not say whose turn it is. `_order` finds the one order that uses them up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO, Any, NamedTuple

from ...errors import InputError
from ...hand import Meld, MeldKind
from ...tiles import TILES, Tile
from .events import Call, Deal, Discard, Draw, Event, Exhausted, Game, Win, source_digit
from .fields import brief, typed
from .source import documents

_CALL = re.compile(r"((?:\d\d)*)([cpmka])((?:\d\d)+)", re.ASCII)
_KINDS = {
    "c": MeldKind.CHOW,
    "p": MeldKind.PUNG,
    "m": MeldKind.EXPOSED_KONG,
    "k": MeldKind.ADDED_KONG,
    "a": MeldKind.CONCEALED_KONG,
}
_GIVERS = {0: 1, 2: 2, 4: 3, 6: 3}  # the letter's place → previous player, opposite, next (of a kong's four: 6)
_AS_DRAWN = 60
_HEADER = 4  # deal numbers, scores, indicators, hidden indicators; then three lists a player, then the result
_SEATS = 4


@dataclass(frozen=True, slots=True)
class _Player:
    hand: tuple[Tile, ...]
    taken: tuple[Tile | Call, ...]
    given: tuple[Tile | Call | None, ...]  # None: the tile just drawn


class _Place(NamedTuple):
    """How far each player's lists are read when `actor` is about to take."""

    actor: int
    taken: tuple[int, ...]
    given: tuple[int, ...]


def games(stream: IO[bytes]) -> Iterator[Game]:
    """Each JSON document is a game; several may stand in an array or one a line."""
    for line, value in documents(stream):
        for game in value if isinstance(value, list) else [value]:
            yield Game(line, _steps(game))


def call(text: str, seat: int, players: int) -> Call:
    """A claim or kong by `seat`: ``"c333234"``, ``"1212p12"``, ``"k51151515"``, ``"121212a12"``, ``"f44"``"""
    if text == "f44":
        return Call(seat, Meld(MeldKind.SINGLE, Tile.NORTH))
    match = _CALL.fullmatch(text)
    if not match:
        raise InputError(f"call {text!r}", expected="pairs of digits with one of c p m k a among them")
    before, letter, after = match.groups()
    tiles = [tile(int(pair)) for pair in re.findall("..", before + after)]
    kind, claimed = _KINDS[letter], tiles[len(before) // 2]
    source = None
    if kind is not MeldKind.CONCEALED_KONG:
        if len(before) not in _GIVERS:
            raise InputError(f"call {text!r}", expected="the letter before the first, second or last pair")
        giver = (seat - _GIVERS[len(before)]) % _SEATS
        source = source_digit(seat, giver, players)
    lowest = min(tiles)
    meld = Meld(kind, lowest, source, claimed - lowest + 1 if kind is MeldKind.CHOW else None)
    if tuple(sorted(tiles)) != meld.tiles:
        raise InputError(f"call {text!r}", expected=f"the tiles of {meld}")
    return Call(seat, meld)


def tile(code: int) -> Tile:
    """The kind behind a two-digit code."""
    suit, rank = divmod(code, 10)
    if suit == 5 and rank in (1, 2, 3):
        return TILES[(rank - 1) * 9 + 4]
    if 1 <= suit <= 4 and 1 <= rank <= (7 if suit == 4 else 9):
        return TILES[(suit - 1) * 9 + rank - 1]
    raise InputError(f"tile {code}", expected="11 to 39, 41 to 47 or 51 to 53")


def _steps(game: Any) -> Iterator[tuple[Event, ...]]:
    if isinstance(game, InputError):
        raise game
    record = typed(game, dict, "a game")
    for deal in typed(record.get("log"), list, "'log'"):
        for event in _deal(typed(deal, list, "a deal")):
            yield (event,)


def _deal(deal: list[Any]) -> Iterator[Event]:
    numbers = typed(deal[0] if deal else None, list, "the deal's header")
    dealer = typed(numbers[0] if numbers else None, int, "the deal's number") % _SEATS
    lists = [typed(part, list, "a player's list") for part in deal[_HEADER:-1]]
    players = [lists[start : start + 3] for start in range(0, len(lists), 3)]
    if len(players) == _SEATS and not any(players[-1]):
        players.pop()
    if not players or len(players[-1]) != 3:
        raise InputError(f"a deal of {len(deal)} parts", expected="a header of 4, 3 lists a player and the result")
    seats = [_player(part, seat, len(players)) for seat, part in enumerate(players)]
    yield Deal(dealer, tuple(player.hand for player in seats))
    yield from _order(seats, dealer)
    yield from _result(typed(deal[-1], list, "the result"))


def _player(lists: list[list[Any]], seat: int, players: int) -> _Player:
    def let_go(entry: Any) -> Tile | Call | None:
        if isinstance(entry, str) and entry.startswith("r"):
            digits = entry[1:]
            entry = int(digits) if re.fullmatch(r"\d\d", digits, re.ASCII) else entry
        return None if entry == _AS_DRAWN else took(entry)

    def took(entry: Any) -> Tile | Call:
        return call(entry, seat, players) if isinstance(entry, str) else tile(typed(entry, int, "an entry"))

    hand, taken, given = lists
    return _Player(
        tuple(tile(typed(code, int, "a tile")) for code in hand),
        tuple(map(took, taken)),
        # The 0 beside an exposed kong only keeps the editor's columns in line.
        tuple(let_go(entry) for entry in given if entry != 0),
    )


def _order(seats: list[_Player], dealer: int) -> list[Event]:
    """The events in the order that reads every list to its end.

    A discard goes to whoever claims that tile from that player next, unless the order then comes to a dead end (the
    same tile was discarded twice and the second one claimed): depth first, each state once.
    """
    start = _Place(dealer, (0,) * len(seats), (0,) * len(seats))
    path: dict[_Place, tuple[_Place | None, tuple[Event, ...]]] = {start: (None, ())}
    todo = [start]
    furthest = start
    while todo:
        place = todo.pop()
        if sum(place.taken) > sum(furthest.taken):
            furthest = place
        events, after = _turn(seats, place)
        if all(
            len(seat.taken) == taken and len(seat.given) == given
            for seat, taken, given in zip(seats, after.taken, after.given, strict=True)
        ):
            return [*_way(path, place), *events]
        for actor in _next_actors(seats, after, events):
            following = after._replace(actor=actor)
            if following not in path:
                path[following] = (place, events)
                todo.append(following)
    raise InputError(
        "the players' lists do not fit together",
        expected=f"an order that uses them up; after {sum(furthest.taken)} draws and claims nobody can go on",
    )


def _turn(seats: list[_Player], place: _Place) -> tuple[tuple[Event, ...], _Place]:
    """What `place.actor` does when it takes: the events, and how far the lists are read then."""
    actor = place.actor
    seat, taken, given = seats[actor], list(place.taken), list(place.given)
    events: list[Event] = []
    if taken[actor] < len(seat.taken):
        entry = seat.taken[taken[actor]]
        taken[actor] += 1
        events.append(entry if isinstance(entry, Call) else Draw(actor, entry))
        exposed_kong = isinstance(entry, Call) and entry.meld.kind is MeldKind.EXPOSED_KONG
        if not exposed_kong and given[actor] < len(seat.given):
            gone = seat.given[given[actor]]
            given[actor] += 1
            if gone is None and not isinstance(entry, Call):
                gone = entry
            if isinstance(gone, Call):
                events.append(gone)
            elif gone is not None:  # "as drawn" after a claim is a dead end
                events.append(Discard(actor, gone))
    return tuple(events), _Place(actor, tuple(taken), tuple(given))


def _next_actors(seats: list[_Player], place: _Place, events: tuple[Event, ...]) -> list[int]:
    """Who may take now, the likeliest last: chows before pungs and kongs, a plain draw before all."""
    if not events:
        return []
    last = events[-1]
    if isinstance(last, Call):
        return [last.seat]  # a kong draws its replacement
    if not isinstance(last, Discard):
        return []
    following: list[int] = []
    chows: list[int] = []
    others: list[int] = []
    for actor, seat in enumerate(seats):
        if actor == last.seat or place.taken[actor] == len(seat.taken):
            continue
        entry = seat.taken[place.taken[actor]]
        if not isinstance(entry, Call):
            if actor == (last.seat + 1) % len(seats):
                following.append(actor)
            continue
        meld = entry.meld
        wanted = TILES[meld.tile + meld.claimed - 1] if meld.claimed is not None else meld.tile
        if wanted == last.tile and meld.source == source_digit(actor, last.seat, len(seats)):
            (chows if meld.kind is MeldKind.CHOW else others).append(actor)
    return [*following, *chows, *others]


def _way(path: dict[_Place, tuple[_Place | None, tuple[Event, ...]]], place: _Place) -> list[Event]:
    steps: list[tuple[Event, ...]] = []
    origin: _Place | None = place
    while origin is not None:
        origin, events = path[origin]
        steps.append(events)
    return [event for events in reversed(steps) for event in events]


def _result(result: list[Any]) -> Iterator[Event]:
    """``["和了", changes, [winner, giver, …], …]``, two entries a winner; anything else is an exhausted deal."""
    if not result or result[0] != "和了":
        yield Exhausted()
        return
    for details in result[2::2]:
        who = typed(details, list, "a win")
        if len(who) < 2:
            raise InputError(f"a win is {brief(who)}", expected="winner and giver first")
        yield Win(typed(who[0], int, "the winner"), typed(who[1], int, "the giver"))
