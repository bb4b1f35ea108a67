"""`WuhanFacts`: what a Wuhan win depends on, as one packed key, of a deal and of a million rows at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..hand import MAX_MELDS, Hand, Meld, MeldKind
from ..notation import parse_tile
from ..tiles import Tile
from .deal import SEATS, By, Deal, source_seat
from .facts import BY
from .packing import pack, unpack
from .wuhan_hand import hand_bits, is_melded, is_waiting, wildcard_of
from .wuhan_pay import kong_power, power

if TYPE_CHECKING:
    from .table import Rows

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
    return _source_code(claimed[2]) if len(claimed) > 2 else 0


def _source_code(meld: Meld) -> int:
    """1 上家, 2 对家, 3 下家, 4 not known, of a claimed meld."""
    source = source_seat(0, meld)
    return UNKNOWN_SOURCE if source < 0 else -source % SEATS


def _waits(deal: Deal, seat: int, wildcard: Tile) -> bool:
    """听牌: as the tiles tell where they are given, else as `waiting` does."""
    return is_waiting(deal.hands[seat], wildcard) if deal.is_known(seat) else seat in deal.waiting


def keys_of(rows: Rows, every_opening: bool, wildcard_kong: int) -> NDArray[np.int64]:
    """The packed facts of every row. Rows that may be forbidden in a way the facts do not tell are marked odd."""
    wildcard = rows.numbers("indicator", lambda text: wildcard_of(parse_tile(text)), default=-1)
    rows.odd |= wildcard < 0
    rows.mark_copies(rows.tile_counts("indicator", lambda text: (parse_tile(text),)))
    drawn = rows.by == BY.index(By.SELF_DRAW)
    rows.odd |= ~drawn & ((rows.tile == wildcard) | (rows.tile == Tile.RED) | (rows.last_tile > 0))
    after_kong = drawn & (rows.chain != 0).any(axis=1)
    rows.odd |= after_kong & (rows.last_tile > 0)
    rows.odd |= _misplaced(rows, wildcard)
    waiting = rows.numbers("waiting", lambda seats: sum(1 << seat for seat in seats))
    own = rows.own
    attribute = rows.vocabulary.attribute
    claimed = attribute(lambda meld: meld.is_claimed)[own]
    hard, soft, wildcards = _bits_of(rows, wildcard)
    powers = np.zeros(rows.size, np.int64)
    meld_powers = attribute(lambda meld: kong_power(meld, wildcard_kong))
    opens = attribute(lambda meld: meld.is_claimed)
    for seat in range(SEATS):
        melds = rows.melds[:, seat]
        opened = opens[melds].sum(axis=1)
        total = meld_powers[melds].sum(axis=1) + (opened if every_opening else np.minimum(opened, 1))
        powers |= total << POWER_BITS * seat
    sources = attribute(lambda meld: _source_code(meld) if meld.is_claimed else 0)[own]
    keys: NDArray[np.int64] = pack(
        BITS,
        {
            "hard": hard,
            "soft": soft,
            "wildcards": wildcards,
            "red": _ints(rows.counts[:, Tile.RED] > 0),
            "opened": _ints(claimed.any(axis=1)),
            "melded": _ints(claimed.sum(axis=1) == MAX_MELDS),
            "chows": _ints(attribute(lambda meld: meld.kind is MeldKind.CHOW)[own].any(axis=1)),
            "by": rows.by,
            "seat": rows.seat,
            "source": rows.source,
            "last_tile": rows.last_tile,
            "after_kong": _ints(after_kong),
            "powers": powers,
            "third": (sources * (claimed * claimed.cumsum(axis=1) == 3)).sum(axis=1),
            "careless": _ints((rows.by == BY.index(By.DISCARD)) & (waiting >> rows.source & 1 == 0)),
        },
        np.zeros(rows.size, np.int64),
    )
    return keys


def _ints(flags: NDArray[np.bool_]) -> NDArray[np.int64]:
    return flags.astype(np.int64)


def _misplaced(rows: Rows, wildcard: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Rows where 红中 or the wildcard is in a meld, or another tile laid down alone."""
    attribute = rows.vocabulary.attribute
    kinds = attribute(lambda meld: sum(1 << tile for tile in meld.tiles))[rows.melds]
    single = attribute(lambda meld: meld.kind is MeldKind.SINGLE)[rows.melds] > 0
    special = np.int64(1 << Tile.RED) | np.int64(1) << np.maximum(wildcard, 0)
    misplaced: NDArray[np.bool_] = (((kinds & special[:, None, None]) != 0) != single).any(axis=(1, 2))
    return misplaced


def _bits_of(rows: Rows, wildcard: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """`Pattern` bits hard and soft, and the wildcards held; the soft ones are looked for only where there are any."""
    tiles = rows.vocabulary.tiles
    tiles[[meld is not None and meld.kind is MeldKind.SINGLE for meld in rows.vocabulary.known]] = 0
    laid = tiles[rows.own].sum(axis=1, dtype=np.uint8)
    held = rows.counts[np.arange(rows.size), wildcard]
    hard = batch.patterns(rows.counts, melds=laid, seven_pairs=False, errors="null").astype(np.int64) & PATTERNS
    soft = np.zeros(rows.size, np.int64)
    wild = np.flatnonzero(held)
    naturals = rows.counts[wild]
    naturals[np.arange(len(wild)), wildcard[wild]] = 0
    found = batch.patterns(
        naturals, melds=laid[wild], wildcards=np.minimum(held[wild], 4), seven_pairs=False, errors="null"
    )
    soft[wild] = found.astype(np.int64) & PATTERNS
    return hard, soft, np.minimum(held, 4).astype(np.int64)
