"""`WuhanFacts`: what a Wuhan win depends on, as one packed key."""

from __future__ import annotations

from typing import NamedTuple

from ..hand import Hand, Meld, MeldKind
from ..tiles import Tile
from .deal import SEATS, By, Deal, source_seat
from .facts import BY
from .packing import unpack
from .wuhan_hand import hand_bits, is_melded, is_waiting
from .wuhan_pay import power

POWER_BITS = 5
UNKNOWN_SOURCE = 4
BITS = {
    "hard": 11,
    "soft": 11,
    "wildcards": 3,
    "red": 1,
    "opened": 1,
    "melded": 1,
    "chows": 1,
    "by": 2,
    "seat": 2,
    "source": 2,
    "last_tile": 1,
    "after_kong": 1,
    "powers": SEATS * POWER_BITS,
    "third": 3,
    "careless": 1,
}
PATTERNS = (1 << BITS["hard"]) - 1


class WuhanFacts(NamedTuple):
    """Small numbers, one for each name of `BITS`.

    `hard` and `soft` are `Pattern` bits with the `wildcards` held standing for themselves and for anything; `red` says
    that 红中 is in the hand, `opened` that the winner has opened, `melded` that four of his melds are claimed, `chows`
    that one of them is a chow; `by` is an index of `facts.BY`; `powers` each seat's melds as a power of two, 5 bits a
    seat; `third` where the third open meld came from: 1 上家, 2 对家, 3 下家, 4 not known, 0 none; `careless` that the
    discarder was not waiting.
    """

    hard: int
    soft: int
    wildcards: int = 0
    red: int = 0
    opened: int = 1
    melded: int = 0
    chows: int = 0
    by: int = 0
    seat: int = 0
    source: int = 0
    last_tile: int = 0
    after_kong: int = 0
    powers: int = 0
    third: int = 0
    careless: int = 0

    @classmethod
    def of_key(cls, key: int) -> WuhanFacts:
        return cls(**unpack(BITS, key))

    @property
    def how(self) -> By:
        return BY[self.by]

    @property
    def discarder(self) -> int | None:
        """The discarder's or robbed player's seat; None for a self-draw."""
        return None if self.how is By.SELF_DRAW else self.source

    def power_of(self, seat: int) -> int:
        """The multiplier of a seat's melds as a power of two."""
        return self.powers >> POWER_BITS * seat & (1 << POWER_BITS) - 1


def facts_of(deal: Deal, seat: int, wildcard: Tile, every_opening: bool, wildcard_kong: int) -> WuhanFacts:
    """The facts of one winner of a deal."""
    win = deal.win
    assert win is not None
    hand = deal.won(seat)
    hard, soft = hand_bits(hand, wildcard)
    powers = [power(other.melds, every_opening, wildcard_kong) for other in deal.hands]
    return WuhanFacts(
        hard=hard & PATTERNS,
        soft=soft & PATTERNS,
        wildcards=hand.raw[wildcard],
        red=hand.raw[Tile.RED] > 0,
        opened=not hand.is_concealed,
        melded=is_melded(hand),
        chows=any(meld.kind is MeldKind.CHOW for meld in hand.melds),
        by=BY.index(win.by),
        seat=seat,
        source=win.source or 0,
        last_tile=deal.last_tile,
        after_kong=win.by is By.SELF_DRAW and bool(deal.chain),
        powers=sum(value << POWER_BITS * other for other, value in enumerate(powers)),
        third=_third(hand),
        careless=win.by is By.DISCARD and not _waits(deal, win.source or 0, wildcard),
    )


def _third(hand: Hand) -> int:
    claimed = [meld for meld in hand.melds if meld.is_claimed]
    return source_code(claimed[2]) if len(claimed) > 2 else 0


def source_code(meld: Meld) -> int:
    """1 上家, 2 对家, 3 下家, 4 not known, of a claimed meld."""
    source = source_seat(0, meld)
    return UNKNOWN_SOURCE if source < 0 else -source % SEATS


def _waits(deal: Deal, seat: int, wildcard: Tile) -> bool:
    """听牌: as the tiles tell where they are given, else as `waiting` does."""
    return is_waiting(deal.hands[seat], wildcard) if deal.is_known(seat) else seat in deal.waiting
