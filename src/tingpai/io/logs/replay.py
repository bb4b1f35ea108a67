"""Play a log's events over again: the hands at every draw and every win, and whatever does not fit refused."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from ...errors import InputError
from ...hand import Hand, Meld, MeldKind
from ...tiles import COPIES, KINDS, Tile
from .events import Call, Deal, Discard, Draw, Event, Exhausted, Win, source_digit

DEALT = 13


class Row(NamedTuple):
    """One hand of a log, the columns of `tingpai convert` after `game`. Seats count from the deal's dealer, 0."""

    round: int
    turn: int
    seat: int
    hand: str
    event: str
    tile: str
    by: str | None = None
    source: int | None = None


class _Offer(NamedTuple):
    """The tile that others may take: a discard, or one just added to a kong or set aside."""

    seat: int
    tile: Tile
    by: str


class Replay:
    """The state of one game. `play` takes the events in order; `finish` says that no more come."""

    def __init__(self) -> None:
        self._round = 0
        self._running = False

    def play(self, event: Event) -> Row | None:
        """The row that the event makes, if it makes one. Raises `InputError` when it cannot have happened."""
        if isinstance(event, Deal):
            self._deal(event)
            return None
        if self._round == 0:
            raise InputError("nothing is dealt yet", expected="a deal")
        if isinstance(event, Win):
            return self._win(event)
        if not self._running:
            raise InputError("the deal is over", expected="the next deal")
        if isinstance(event, Exhausted):
            self._running = False
            return None
        self._check_seat(event.seat)
        if isinstance(event, Draw):
            return self._draw(event)
        if isinstance(event, Discard):
            self._discard(event)
        else:
            self._call(event)
        return None

    def finish(self) -> None:
        """Raise `InputError` if the log stops in the middle of a deal or holds none."""
        if self._running:
            raise InputError("the log ends in the middle of a deal", expected="a win or an exhausted wall")
        if self._round == 0:
            raise InputError("no deal in this log")

    def _deal(self, deal: Deal) -> None:
        if self._running:
            raise InputError("a deal begins in the middle of another", expected="a win or an exhausted wall before it")
        self._players = len(deal.hands)
        if self._players not in (3, 4):
            raise InputError(f"{self._players} players", expected="3 or 4")
        self._check_seat(deal.dealer)
        self._dealer = deal.dealer
        self._counts = [bytearray(KINDS) for _ in deal.hands]
        self._melds: list[list[Meld]] = [[] for _ in deal.hands]
        self._draws = [0] * self._players
        self._seen = bytearray(KINDS)
        for seat, tiles in enumerate(deal.hands):
            if len(tiles) != DEALT:
                raise InputError(f"seat {seat} is dealt {len(tiles)} tiles", expected=str(DEALT))
            for tile in tiles:
                self._gain(seat, tile)
        self._round += 1
        self._running = True
        self._turn: int | None = None  # who draws next; anybody at first, some writers do not begin with the dealer
        self._mover: int | None = None  # who has a tile too many and must discard
        self._drawn: Tile | None = None  # what the mover has just drawn; None after a claim
        self._offer: _Offer | None = None

    def _draw(self, draw: Draw) -> Row:
        if self._mover is not None:
            raise InputError(f"seat {draw.seat} draws", expected=f"a discard of seat {self._mover}")
        if self._turn not in (None, draw.seat):
            raise InputError(f"seat {draw.seat} draws out of turn", expected=f"seat {self._turn}")
        self._gain(draw.seat, draw.tile)
        self._draws[draw.seat] += 1
        self._mover, self._drawn, self._offer = draw.seat, draw.tile, None
        return self._row(draw.seat, draw.tile, "draw")

    def _discard(self, discard: Discard) -> None:
        self._check_mover(discard.seat, f"seat {discard.seat} discards")
        self._lose(discard.seat, discard.tile)
        self._offer = _Offer(discard.seat, discard.tile, "discard")
        self._pass_turn((discard.seat + 1) % self._players)

    def _call(self, call: Call) -> None:
        seat, meld = call.seat, call.meld
        if meld.kind in (MeldKind.CHOW, MeldKind.PUNG, MeldKind.EXPOSED_KONG):
            self._claim(seat, meld)
            return
        self._check_mover(seat, f"seat {seat} lays down {meld}")
        if meld.kind is MeldKind.ADDED_KONG:
            self._lose(seat, meld.tile)
            self._add_to_pung(seat, meld)
        else:
            for tile in meld.tiles:
                self._lose(seat, tile)
            self._melds[seat].append(meld)
        self._offer = _Offer(seat, meld.tile, "rob_kong")
        self._pass_turn(seat)

    def _claim(self, seat: int, meld: Meld) -> None:
        offer = self._offer
        if offer is None or offer.by != "discard" or offer.seat == seat:
            raise InputError(f"seat {seat} claims {meld} where there is no discard to claim")
        source = source_digit(seat, offer.seat, self._players)
        if meld.source not in (None, source):
            raise InputError(f"seat {seat} claims {meld}", expected=f"a claim from seat {offer.seat}, who discarded")
        if meld.kind is MeldKind.CHOW:
            if source != 1:
                raise InputError(f"seat {seat} chows from seat {offer.seat}", expected="the previous player")
            claimed = offer.tile - meld.tile + 1
            if claimed not in (1, 2, 3) or meld.claimed not in (None, claimed):
                raise InputError(f"seat {seat} claims {meld}", expected=f"a chow with the discarded {offer.tile}")
            meld = replace(meld, source=1, claimed=claimed)
        else:
            if meld.tile != offer.tile:
                raise InputError(f"seat {seat} claims {meld}", expected=f"the discarded {offer.tile}")
            meld = replace(meld, source=source)
        own = list(meld.tiles)
        own.remove(offer.tile)
        for tile in own:
            self._lose(seat, tile)
        self._melds[seat].append(meld)
        self._offer = None
        if meld.kind is MeldKind.EXPOSED_KONG:
            self._pass_turn(seat)
        else:
            self._mover = seat

    def _add_to_pung(self, seat: int, kong: Meld) -> None:
        for index, meld in enumerate(self._melds[seat]):
            if meld.kind is MeldKind.PUNG and meld.tile == kong.tile:
                if kong.source not in (None, meld.source):
                    raise InputError(f"seat {seat} adds to {meld} as {kong}")
                self._melds[seat][index] = replace(kong, source=meld.source)
                return
        raise InputError(f"seat {seat} adds {kong.tile} to a pung it does not have")

    def _win(self, win: Win) -> Row:
        seat = win.seat
        self._check_seat(seat)
        if self._mover == seat and self._drawn is not None:
            tile, by, origin = self._drawn, "self_draw", None
        elif self._offer is not None and self._mover is None and self._offer.seat != seat:
            origin, tile, by = self._offer
            self._counts[seat][tile] += 1
        else:
            raise InputError(f"seat {seat} wins where there is no tile to win on")
        if win.tile not in (None, tile):
            raise InputError(f"seat {seat} wins on {win.tile}", expected=str(tile))
        if win.source is not None and win.source != (seat if origin is None else origin):
            raise InputError(
                f"seat {seat} wins from seat {win.source}", expected=f"seat {seat if origin is None else origin}"
            )
        if win.hand is not None:
            self._check_won(seat, win.hand)
        row = self._row(seat, tile, "win")
        # Others may win on the same discard; nothing else follows.
        self._running = False
        self._mover = self._drawn = None
        return row._replace(by=by, source=None if origin is None else (origin - self._dealer) % self._players)

    def _check_won(self, seat: int, hand: Hand) -> None:
        # Tiles set aside are no part of a hand: some writers list them, some do not.
        played = Hand(bytes(self._counts[seat]), tuple(self._melds[seat])).sets
        if hand.raw != self._counts[seat] or sorted(map(str, hand.sets)) != sorted(map(str, played)):
            expected = f"{hand_text(self._counts[seat], played, None)}, by the play before"
            raise InputError(
                f"the log says that seat {seat} won with {hand_text(hand.raw, hand.sets, None)}", expected=expected
            )

    def _row(self, seat: int, tile: Tile, event: str) -> Row:
        return Row(
            self._round,
            self._draws[seat],
            (seat - self._dealer) % self._players,
            hand_text(self._counts[seat], self._melds[seat], tile),
            event,
            str(tile),
        )

    def _check_seat(self, seat: int) -> None:
        if not 0 <= seat < self._players:
            raise InputError(f"seat {seat}", expected=f"0 to {self._players - 1}")

    def _check_mover(self, seat: int, what: str) -> None:
        if self._mover != seat:
            expected = "a draw" if self._mover is None else f"seat {self._mover} to move"
            raise InputError(what, expected=expected)

    def _pass_turn(self, seat: int) -> None:
        self._mover = self._drawn = None
        self._turn = seat

    def _gain(self, seat: int, tile: Tile) -> None:
        self._seen[tile] += 1
        if self._seen[tile] > COPIES:
            raise InputError(f"a fifth {tile} appears")
        self._counts[seat][tile] += 1

    def _lose(self, seat: int, tile: Tile) -> None:
        if self._counts[seat][tile] == 0:
            raise InputError(f"seat {seat} has no {tile} to lay down")
        self._counts[seat][tile] -= 1


def hand_text(counts: bytes | bytearray, melds: Sequence[Meld], last: Tile | None) -> str:
    """``str(Hand(...))``, one suit at a time: a log has tens of thousands of hands and few different suits."""
    concealed = bytearray(counts)
    if last is not None:
        concealed[last] -= 1
    text = "".join(map(str, melds))
    for start in range(0, KINDS, 9):
        text += _suit_text(bytes(concealed[start : start + 9]), "mpsz"[start // 9])
    if last is None:
        return text
    if text.endswith(last.suit):
        return f"{text[:-1]}{last}"
    return f"{text}{last}"


@lru_cache(maxsize=1 << 16)
def _suit_text(counts: bytes, suit: str) -> str:
    digits = "".join(str(rank) * count for rank, count in enumerate(counts, 1))
    return digits + suit if digits else ""
