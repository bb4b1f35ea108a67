"""A random player with some sense: lowers his shanten, claims now and then, sometimes collects one suit.

All four seats play alike. The percentages are only there to make every feature of the rules turn up in games that
still look like games; wins are taken nearly always.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..hand import Meld, MeldKind
from ..tiles import COPIES, TILES, Tile
from .customs import Customs
from .stream import Stream
from .table import SEATS, Seat, Table

TAKES_WIN = 95
CLAIMS = 60
CLAIMS_KONG = 70
DECLARES_KONG = 80
LAYS_RED = 85
LAYS_WILDCARD = 4
DECLARES_READY = 40
COLLECTS_FROM = 8  # tiles of one suit at the deal that make a player collect it
PLAYED_OUT = 127  # `discard_shanten` where there is no such tile


def _scattered(tiles: list[Tile]) -> tuple[int, int]:
    """`tiles` as bits, and the bytes of all other counts."""
    return sum(1 << tile for tile in tiles), sum(0xFF << 8 * tile for tile in TILES if tile not in tiles)


# What 风一色 and 将一色 wait on: any of their own tiles.
SCATTERED = (
    _scattered([tile for tile in TILES if tile.is_honour and tile is not Tile.RED]),
    _scattered([tile for tile in TILES if not tile.is_honour and tile.rank in (2, 5, 8)]),
)


class Player:
    """The decisions of one seat. `seat` holds the tiles; the table is only read."""

    def __init__(self, table: Table, customs: Customs, seat: Seat, stream: Stream) -> None:
        self.table = table
        self.customs = customs
        self.seat = seat
        self.stream = stream
        self.collected: int | None = None

    def look_at_deal(self) -> None:
        """Once the tiles are dealt: how far from waiting, and which suit is worth collecting."""
        seat = self.seat
        self.look()
        for suit in range(3):
            if sum(seat.held[9 * suit : 9 * suit + 9]) >= COLLECTS_FROM:
                self.collected = suit

    def look(self, wildcards: int = 0) -> None:
        """Shanten and waits of 3k+1 tiles, with `wildcards` more (or fewer) of them than now."""
        seat = self.seat
        seat.wild += wildcards
        with self._plain() as counts:
            seat.shanten = int(batch.shanten(counts, seven_pairs=not self.customs.wuhan)[0])
        self._look_at_waits()
        seat.wild -= wildcards

    def takes_win(self) -> bool:
        return self.stream.chance(TAKES_WIN)

    def discard(self, drawn: Tile | None) -> Tile:
        """The tile to discard, chosen before it leaves the hand; shanten and waits are those after it."""
        seat = self.seat
        if seat.declared and drawn is not None:
            return drawn  # a declared hand stays as it is
        if self.table.wildcard is not None and self._discards_wildcard():
            self.look(-1)
            return self.table.wildcard
        shanten = self._shanten_after_discards()
        tile = Tile.RED if self.customs.wuhan and seat.held[Tile.RED] else self._least_useful(shanten)
        seat.shanten = shanten[tile]
        seat.held[tile] -= 1
        self._look_at_waits()
        seat.held[tile] += 1
        if self.customs.declares and seat.waits and not seat.declared:
            seat.declared = self.stream.chance(DECLARES_READY)
        return tile

    def own_kong(self) -> Meld | None:
        """The kong to declare from the hand now, or None."""
        seat = self.seat
        if self.customs.wuhan:
            if seat.held[Tile.RED] and self.stream.chance(LAYS_RED):
                return Meld(MeldKind.SINGLE, Tile.RED)
            if seat.wild and self.stream.chance(LAYS_WILDCARD):
                assert self.table.wildcard is not None
                return Meld(MeldKind.SINGLE, self.table.wildcard)
        if seat.declared:
            return None
        if COPIES in seat.held:
            tile = TILES[seat.held.index(COPIES)]
            if not (self.customs.wuhan and tile is Tile.RED) and self.stream.chance(DECLARES_KONG):
                return Meld(MeldKind.CONCEALED_KONG, tile)
        for meld in seat.melds:
            if meld.kind is MeldKind.PUNG and seat.held[meld.tile] and self.stream.chance(DECLARES_KONG):
                return Meld(MeldKind.ADDED_KONG, meld.tile)
        return None

    def claim(self, tile: Tile, source: int, kongs: bool) -> Meld | None:
        """The pung or (where `kongs`) kong to make of a discard that came from `source`, or None."""
        seat = self.seat
        if seat.declared or seat.held[tile] < 2:
            return None
        if kongs and seat.held[tile] == 3 and self.stream.chance(CLAIMS_KONG):
            return Meld(MeldKind.EXPOSED_KONG, tile, source)
        meld = Meld(MeldKind.PUNG, tile, source)
        return meld if self.stream.chance(CLAIMS) and self._is_no_loss(meld, tile) else None

    def chow(self, tile: Tile) -> Meld | None:
        """The chow to make of the previous player's discard, or None."""
        if tile.is_honour or not self.stream.chance(CLAIMS):
            return None
        held = self.seat.held
        for place in (1, 2, 3):
            low = tile - place + 1
            if low // 9 != tile // 9 or low < 0 or low % 9 > 6:
                continue
            if all(held[kind] for kind in range(low, low + 3) if kind != tile):
                meld = Meld(MeldKind.CHOW, TILES[low], None, place)
                if self._is_no_loss(meld, tile):
                    return meld
        return None

    def _is_no_loss(self, meld: Meld, claimed: Tile) -> bool:
        """Whether the hand is no farther from waiting with this meld laid down."""
        seat = self.seat
        if self.collected is not None and meld.tile // 9 != self.collected:
            return False
        seat.held[claimed] += 1
        seat.lay(meld)
        after = min(self._shanten_after_discards(), default=PLAYED_OUT)
        seat.melds.pop()
        for kind in meld.tiles:
            seat.held[kind] += 1
            seat.laid[kind] -= 1
        seat.held[claimed] -= 1
        return after <= seat.shanten

    def _shanten_after_discards(self) -> list[int]:
        """As if wildcards were themselves and melds used up no copies: quick, and never more than wildcards too far."""
        with self._plain() as counts:
            shanten: list[int] = batch.discard_shanten(counts, seven_pairs=not self.customs.wuhan)[0].tolist()
        if self.table.wildcard is not None:
            shanten[self.table.wildcard] = PLAYED_OUT
        return shanten

    @contextmanager
    def _plain(self) -> Iterator[NDArray[np.uint8]]:
        """The hand's counts with every wildcard as itself."""
        seat, wildcard = self.seat, self.table.wildcard
        if wildcard is not None:
            seat.held[wildcard] = seat.wild
        yield seat.counts
        if wildcard is not None:
            seat.held[wildcard] = 0

    def _discards_wildcard(self) -> bool:
        seat = self.seat
        return seat.wild > 0 and (not any(seat.held) or (seat.wild > 1 and self.stream.chance(LAYS_WILDCARD)))

    def _least_useful(self, shanten: list[int]) -> Tile:
        if self.collected is not None:
            others = [kind for kind in TILES if shanten[kind] != PLAYED_OUT and kind // 9 != self.collected]
            if others:
                return others[self.stream.below(len(others))]
        best = min(shanten)
        choices = [kind for kind in TILES if shanten[kind] == best]
        return choices[self.stream.below(len(choices))]

    def _look_at_waits(self) -> None:
        seat = self.seat
        seat.waits = 0
        if seat.shanten <= seat.wild:
            pairs = not self.customs.wuhan
            found = batch.waits(seat.counts, melds=seat.meld_counts, wildcards=seat.wild, seven_pairs=pairs)
            seat.waits = int(found[0])
        if self.customs.wuhan:  # 风一色 and 将一色 need no structure
            tiles = int.from_bytes(seat.held, "little") | int.from_bytes(seat.laid, "little")
            for waits, others in SCATTERED:
                if not tiles & others:
                    seat.waits |= waits


def players(table: Table, customs: Customs, stream: Stream) -> list[Player]:
    """One player a seat, all deciding from the one stream in the order of play."""
    return [Player(table, customs, table.seats[seat], stream) for seat in range(SEATS)]
