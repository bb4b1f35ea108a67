"""What happens in a game, in one vocabulary for every log format.

Seats in events are the log's own numbers (0 to 3, or 0 to 2 of three players), in turn order.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ...errors import InputError
from ...hand import Hand, Meld
from ...tiles import Tile


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal begins: everybody's thirteen tiles. The dealer draws first."""

    dealer: int
    hands: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """`seat` draws a tile, from the wall or as a kong's replacement."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Discard:
    """`seat` discards a tile."""

    seat: int
    tile: Tile


@dataclass(frozen=True, slots=True)
class Call:
    """`seat` lays down a meld. Where the log does not name its source or claimed tile, the meld leaves them None."""

    seat: int
    meld: Meld


@dataclass(frozen=True, slots=True)
class Win:
    """`seat` wins. What the log says besides is checked against the play: None where it says nothing.

    `source` is the seat that gave the tile, the winner's own for a self-draw; `hand` is complete, the won tile in it.
    """

    seat: int
    source: int | None = None
    tile: Tile | None = None
    hand: Hand | None = None


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The deal ends without a win."""


Event = Deal | Draw | Discard | Call | Win | Exhausted


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a log: `line` is where it begins in the file, `steps` holds the events that each log entry means.

    An entry may mean nothing here (a riichi stick) or two events (a claim with its discard); its place in `steps`,
    from 1, is the number that messages give. Iterating may raise `InputError` for the entry it has come to.
    """

    line: int
    steps: Iterable[tuple[Event, ...]]


NOTHING: tuple[Event, ...] = ()


def source_digit(seat: int, origin: int, players: int) -> int:
    """Where a claimed tile came from as the notation writes it: 1 previous player, 2 opposite, 3 next player."""
    distance = (seat - origin) % players
    if distance == 0:
        raise InputError(f"seat {seat} claims its own tile")
    return 3 if distance == players - 1 else distance
