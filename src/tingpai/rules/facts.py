"""`Facts`: what a winning hand of the Nanning sets is and how it was won, as one packed key.

Everything that the value of a win and its payers depend on is here, and nothing else: two wins with the same facts are
worth the same and are paid by the same seats. Kongs that were not made just before the win are apart (`settle`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..errors import NoWinError
from ..hand import Hand, Meld, MeldKind
from ..patterns import Pattern
from .deal import INCOMPLETE, SEATS, By, Deal, refuse
from .packing import pack, unpack

BY = (By.SELF_DRAW, By.DISCARD, By.ROB_KONG)
CONCEALED = 4
"""Code of a concealed kong. An exposed kong is its source 1-3, an added one 4 more; 0 is none."""
CODE_BITS = 3
FISH_BITS = 2
QUADS = ("", "one_quad", "two_quads", "three_quads")
MOST_HORSES = 15

BITS = {
    "patterns": 11,
    "claimed": 3,
    "concealed_kongs": 3,
    "by": 2,
    "seat": 2,
    "source": 2,
    "chain": 4 * CODE_BITS,
    "last_tile": 1,
    "first_turn": 1,
    "from_melded": 1,
    "lock": 3,
    "winners": 2,
    "declared": 1,
    "horses": 4,
    "hits": 4,
    "fish": SEATS * FISH_BITS,
    "fish_start": 3,
}


class Reading(NamedTuple):
    """One way to read a complete hand."""

    name: str
    all_pungs: bool = False
    seven_pairs: bool = False
    quads: int = 0


class Facts(NamedTuple):
    """Small numbers, one for each name of `BITS`.

    `patterns` bits 0-10 of `Pattern`; `claimed`, `concealed_kongs` how many of the winner's melds are such; `by` an
    index of `BY`; `chain` four codes of 3 bits, the first kong lowest (a robbed kong is not among them); `from_melded`
    the discarder waits on a melded hand; `lock` one more than the seat that supplied three melds, else 0; `winners` of
    this tile; `horses` turned and `hits` among them; `fish` two bits a seat: tiles that count for it; `fish_start` one
    more than the seat that turned tiles are counted from, else 0.
    """

    patterns: int
    claimed: int = 0
    concealed_kongs: int = 0
    by: int = 0
    seat: int = 0
    source: int = 0
    chain: int = 0
    last_tile: int = 0
    first_turn: int = 0
    from_melded: int = 0
    lock: int = 0
    winners: int = 1
    declared: int = 0
    horses: int = 0
    hits: int = 0
    fish: int = 0
    fish_start: int = 0

    @property
    def key(self) -> int:
        fields: dict[str, int] = self._asdict()
        return pack(BITS, fields, 0)

    @classmethod
    def of_key(cls, key: int) -> Facts:
        return cls(**unpack(BITS, key))

    @property
    def is_self_draw(self) -> bool:
        return BY[self.by] is By.SELF_DRAW

    @property
    def is_robbing(self) -> bool:
        return BY[self.by] is By.ROB_KONG

    @property
    def is_discard(self) -> bool:
        return BY[self.by] is By.DISCARD

    @property
    def is_concealed(self) -> bool:
        """门清: nothing claimed."""
        return self.claimed == 0

    @property
    def is_melded(self) -> bool:
        """全求人: four melds claimed from others."""
        return self.claimed == SEATS

    @property
    def suit(self) -> str | None:
        """``"one_suit"`` or ``"all_honours"`` (which counts as one suit), else None."""
        if self.patterns & Pattern.ONE_SUIT:
            return "one_suit"
        return "all_honours" if self.patterns & Pattern.ALL_HONOURS else None

    @property
    def kongs(self) -> tuple[int, ...]:
        """The codes of the chain, in order."""
        return codes(self.chain)

    @property
    def links(self) -> int:
        """连杠: how many kongs the chain has, the robbed one counted."""
        return len(self.kongs) + self.is_robbing

    @property
    def locked(self) -> int | None:
        """The seat that supplied three of the winner's melds."""
        return self.lock - 1 if self.lock else None

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats, in turn order."""
        return tuple((self.seat + step) % SEATS for step in range(1, SEATS))

    def fish_of(self, seat: int) -> int:
        """How many fish count for `seat`."""
        return self.fish >> FISH_BITS * seat & (1 << FISH_BITS) - 1

    def readings(self) -> Iterator[Reading]:
        """Every reading that matters; refused where the hand is not complete."""
        bits = self.patterns
        if not bits & (Pattern.STANDARD | Pattern.SEVEN_PAIRS):
            refuse(INCOMPLETE, self.seat, "four melds and a pair, or seven pairs", NoWinError)
        if bits & Pattern.SEVEN_PAIRS:
            yield Reading("seven_pairs", seven_pairs=True, quads=quads(bits))
        if bits & Pattern.STANDARD:
            yield Reading("standard", all_pungs=bool(bits & Pattern.ALL_PUNGS))


def quads(bits: int) -> int:
    """大对: how many fours of a kind the seven pairs hold."""
    for count, bit in enumerate((Pattern.ONE_QUAD, Pattern.TWO_QUADS, Pattern.THREE_QUADS), 1):
        if bits & bit:
            return count
    return 0


def codes(chain: int) -> tuple[int, ...]:
    """Packed kong codes as a tuple, without the empty places."""
    places = (chain >> CODE_BITS * place & (1 << CODE_BITS) - 1 for place in range(4))
    return tuple(code for code in places if code)


def chain_of(kongs: tuple[int, ...]) -> int:
    """Kong codes packed, the first lowest."""
    return sum(code << CODE_BITS * place for place, code in enumerate(kongs))


def code_of(meld: Meld) -> int:
    """The code of a kong."""
    if meld.kind is MeldKind.CONCEALED_KONG:
        return CONCEALED
    assert meld.source is not None
    return meld.source + (CONCEALED if meld.kind is MeldKind.ADDED_KONG else 0)


def payer_of(code: int, seat: int) -> int | None:
    """Who gave `seat` the kong of this code; None for a concealed one."""
    return None if code == CONCEALED else (seat - code % CONCEALED) % SEATS


def pattern_bits(hand: Hand) -> int:
    """`batch.patterns` of one hand."""
    from .. import batch

    counts = np.frombuffer(hand.raw, np.uint8).reshape(1, -1)
    melds = np.frombuffer(hand.meld_counts, np.uint8).reshape(1, -1)
    return int(batch.patterns(counts, melds=melds)[0])


def is_waiting(deal: Deal, seat: int) -> bool:
    """听牌: as the tiles tell where they are given, else as `waiting` does."""
    if not deal.is_known(seat):
        return seat in deal.waiting
    from .. import batch

    hand = deal.hands[seat]
    counts = np.frombuffer(hand.raw, np.uint8).reshape(1, -1)
    melds = np.frombuffer(hand.meld_counts, np.uint8).reshape(1, -1)
    return bool(batch.waits(counts, melds=melds)[0])


def facts_of(deal: Deal, seat: int, *, lock: int | None, **tiles: int) -> Facts:
    """The facts of one winner of a deal: `lock` is who supplied three melds, `tiles` the fields of horses and fish."""
    win = deal.win
    assert win is not None
    hand = deal.won(seat)
    source = win.source or 0
    chain = deal.chain[:-1] if win.by is By.ROB_KONG else deal.chain
    return Facts(
        patterns=pattern_bits(hand) & (1 << BITS["patterns"]) - 1,
        claimed=sum(meld.is_claimed for meld in hand.melds),
        concealed_kongs=sum(meld.kind is MeldKind.CONCEALED_KONG for meld in hand.melds),
        by=BY.index(win.by),
        seat=seat,
        source=source,
        chain=chain_of(tuple(map(code_of, chain))),
        last_tile=deal.last_tile,
        first_turn=deal.first_turn,
        from_melded=win.by is By.DISCARD and is_melded(deal.hands[source]) and is_waiting(deal, source),
        lock=0 if lock is None else lock + 1,
        winners=len(win.winners),
        declared=seat in deal.declared,
        **tiles,
    )


def is_melded(hand: Hand) -> bool:
    """Four claimed melds laid down."""
    return sum(meld.is_claimed for meld in hand.melds) == SEATS


def hand_patterns(facts: Facts, reading: Reading) -> list[tuple[str, int]]:
    """The hand's own big patterns as (name, doublings); 全求人 is not among them."""
    patterns = [(facts.suit, 1)] if facts.suit else []
    if reading.all_pungs:
        patterns.append(("all_pungs", 1))
    if reading.seven_pairs:
        patterns.append(("seven_pairs", 1))
    if reading.quads:
        patterns.append((QUADS[reading.quads], reading.quads))
    return patterns
