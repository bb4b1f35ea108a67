"""The table: four seats, the wall, and what tiles do when they move. No decision is made here."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ..hand import MAX_MELDS, Hand, Meld, MeldKind
from ..tiles import KINDS, TILES, Tile
from .stream import Stream

SEATS = 4
LOCKS = 3
WALL = 136


class Seat:
    """One player's tiles. Held wildcards are counted in `wild`, apart from `held`."""

    def __init__(self) -> None:
        self.held = bytearray(KINDS)
        self.laid = bytearray(KINDS)
        self.wild = 0
        self.melds: list[Meld] = []
        self.shanten = 8  # with wildcards as themselves
        self.waits = 0  # bit i: tile i completes the shape
        self.barred = False  # 卖胡: let a discard win go by since the last draw
        self.declared = False
        # The core reads these two arrays; they share the memory of the counts above.
        self.counts: NDArray[np.uint8] = np.frombuffer(self.held, np.uint8).reshape(1, KINDS)
        self.meld_counts: NDArray[np.uint8] = np.frombuffer(self.laid, np.uint8).reshape(1, KINDS)

    @property
    def is_melded(self) -> bool:
        """听全求人: four claimed melds and one tile in the hand."""
        return sum(meld.is_claimed for meld in self.melds) == MAX_MELDS

    def lay(self, meld: Meld, claimed: Tile | None = None) -> None:
        """Lay down `meld`; all its tiles leave the hand but the `claimed` one."""
        if claimed is not None:
            self.held[claimed] += 1
        for tile in meld.tiles:
            self.held[tile] -= 1
            self.laid[tile] += 1
        self.melds.append(meld)

    def lay_single(self, tile: Tile, wildcard: Tile | None) -> None:
        """红中杠, 癞子杠: one tile, no place among the four melds, no copy that a meld could use."""
        if tile == wildcard:
            self.wild -= 1
        else:
            self.held[tile] -= 1
        self.melds.append(Meld(MeldKind.SINGLE, tile))

    def add_to_pung(self, tile: Tile) -> None:
        """补杠: the fourth tile joins its pung."""
        place = self._place(MeldKind.PUNG, tile)
        self.held[tile] -= 1
        self.laid[tile] += 1
        self.melds[place] = Meld(MeldKind.ADDED_KONG, tile, self.melds[place].source)

    def lose_added(self, tile: Tile) -> None:
        """抢杠: the tile just added is won by another, the pung stays."""
        place = self._place(MeldKind.ADDED_KONG, tile)
        self.laid[tile] -= 1
        self.melds[place] = Meld(MeldKind.PUNG, tile, self.melds[place].source)

    def _place(self, kind: MeldKind, tile: Tile) -> int:
        return next(i for i, meld in enumerate(self.melds) if meld.kind is kind and meld.tile == tile)

    def hand(self, wildcard: Tile | None, without: Tile | None = None) -> Hand:
        """The hand as a value, `without` the winning tile."""
        raw = bytearray(self.held)
        if wildcard is not None:
            raw[wildcard] += self.wild
        if without is not None:
            raw[without] -= 1
        return Hand(bytes(raw), tuple(self.melds))


class Table:
    """Four seats and a shuffled wall: `draw` takes from its front, `replace` (after a kong) from its end."""

    def __init__(self, stream: Stream) -> None:
        self.wall = [TILES[place // SEATS] for place in stream.shuffled(WALL)]
        self.seats = [Seat() for _ in range(SEATS)]
        self.wildcard: Tile | None = None

    @property
    def remaining(self) -> int:
        return len(self.wall)

    def draw(self) -> Tile:
        # The front of the wall is the list's end: taking from there moves nothing.
        return self.wall.pop()

    def replace(self) -> Tile:
        return self.wall.pop(0)

    def give(self, seat: int, tile: Tile) -> None:
        if tile == self.wildcard:
            self.seats[seat].wild += 1
        else:
            self.seats[seat].held[tile] += 1

    def take(self, seat: int, tile: Tile) -> None:
        if tile == self.wildcard:
            self.seats[seat].wild -= 1
        else:
            self.seats[seat].held[tile] -= 1

    def deal(self) -> None:
        """Thirteen tiles to everyone; the dealer's fourteenth is his first draw."""
        for seat in range(SEATS):
            for _ in range(13):
                self.give(seat, self.draw())

    def fix_wildcard(self, wildcard: Tile) -> None:
        """The wildcard is known once everyone holds his tiles: copies held become wild."""
        self.wildcard = wildcard
        for seat in self.seats:
            seat.wild = seat.held[wildcard]
            seat.held[wildcard] = 0

    def is_locked(self, seat: int) -> bool:
        """封胡: whether `seat` supplied three of one other player's melds."""
        for distance in (1, 2, 3):
            claimer = self.seats[(seat + distance) % SEATS]
            if sum(meld.source == distance for meld in claimer.melds) >= LOCKS:
                return True
        return False
