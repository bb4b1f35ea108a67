"""`Deal`: how a hand ended, as a value. `deal_file` reads it, `deal_checks` tells what no rule set allows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import NoReturn

from ..errors import DealError
from ..hand import Hand, Meld, MeldKind
from ..tiles import Tile

SEATS = 4
HAND = 13

INCOMPLETE = "the hand is not complete"

KEYS = (
    "rules",
    "options",
    "players",
    "win",
    "chain",
    "chains",
    "last_tile",
    "first_turn",
    "waiting",
    "declared",
    "last_drawer",
    "horses",
    "fish",
    "indicator",
    "false_win",
)
"""The keys of a deal; what each means is in docs/deal-file.md. A key that is null or empty is absent."""
# What only some rule sets know; each names its own.
SPECIAL_KEYS = frozenset({"declared", "last_drawer", "horses", "fish", "indicator", "false_win"})


class By(Enum):
    """How a hand was won."""

    SELF_DRAW = "self_draw"
    DISCARD = "discard"
    ROB_KONG = "rob_kong"


@dataclass(frozen=True, slots=True)
class Win:
    """`source` is the discarder's or robbed player's seat, None for a self-draw."""

    winners: tuple[int, ...]
    by: By
    source: int | None
    tile: Tile


@dataclass(frozen=True, slots=True)
class Chain:
    """Kongs that `seat` made in a row in one turn, in order. `kongs` are melds of that seat (and a robbed one)."""

    seat: int
    kongs: tuple[Meld, ...]


@dataclass(frozen=True, slots=True)
class Fish:
    """钓鱼: each seat's own tiles (`seats`), or the tiles turned, counted from seat `start`."""

    seats: tuple[tuple[Tile, ...], ...] = ()
    start: int | None = None
    turned: tuple[Tile, ...] = ()

    @property
    def tiles(self) -> tuple[Tile, ...]:
        return self.turned + tuple(tile for tiles in self.seats for tile in tiles)


@dataclass(frozen=True, slots=True)
class Deal:
    """One ended hand. `hands` stand in seat order, without the winning tile; a loser's concealed tiles may be missing.

    `chain` is the kongs just before the win, made by `chain_seat`; the robbed kong of a win by robbing is always its
    last. Build it with `Deal.parse`, which checks what every rule set demands.
    """

    hands: tuple[Hand, ...]
    win: Win | None = None
    rules: str | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    chain: tuple[Meld, ...] = ()
    chains: tuple[Chain, ...] = ()
    last_tile: bool = False
    first_turn: bool = False
    waiting: frozenset[int] = frozenset()
    declared: frozenset[int] = frozenset()
    last_drawer: int | None = None
    horses: tuple[Tile, ...] | None = None
    fish: Fish | None = None
    indicator: Tile | None = None
    false_win: int | None = None
    keys: frozenset[str] = frozenset()

    @classmethod
    def parse(cls, data: Mapping[str, object]) -> Deal:
        """Read one object of a deal file (docs/deal-file.md). Raises `DealError`: one line, the seat and the rule."""
        from .deal_file import read_deal

        return read_deal(data)

    @property
    def chain_seat(self) -> int | None:
        """Who made the kongs of `chain`: the winner of a self-draw, else the discarder or the robbed player."""
        if self.win is None:
            return None
        return self.win.winners[0] if self.win.by is By.SELF_DRAW else self.win.source

    def is_known(self, seat: int) -> bool:
        """Whether the concealed tiles of `seat` are given."""
        return any(self.hands[seat].raw)

    def won(self, seat: int) -> Hand:
        """The winner's hand with the winning tile in it, as its last."""
        assert self.win is not None
        hand, tile = self.hands[seat], self.win.tile
        raw = bytearray(hand.raw)
        raw[tile] += 1
        return Hand(bytes(raw), hand.melds, tile)

    def supplied(self, seat: int) -> tuple[int, ...]:
        """How many melds each seat has supplied to `seat`; the last number counts those whose source is unknown."""
        counts = [0] * (SEATS + 1)
        for meld in self.hands[seat].melds:
            if meld.is_claimed:
                counts[source_seat(seat, meld)] += 1
        return tuple(counts)


def source_seat(seat: int, meld: Meld) -> int:
    """The seat that `seat` claimed `meld` from: 1 上家, 2 对家, 3 下家; -1 where that is unknown."""
    if meld.kind is MeldKind.CHOW:
        return (seat - 1) % SEATS
    return -1 if meld.source is None else (seat - meld.source) % SEATS


def refuse(what: str, seat: int | None = None, expected: str = "", kind: type[DealError] = DealError) -> NoReturn:
    """Raise the `DealError` about `seat` (None: about the deal as a whole)."""
    raise kind(what, where="" if seat is None else f"seat {seat}", expected=expected)
