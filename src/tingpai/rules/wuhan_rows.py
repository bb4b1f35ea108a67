"""The Wuhan sets in a batch: every row's `WuhanFacts` as one key.

Here are no rules: arrays are gathered into the fields that `facts_of` fills for one deal. What cannot be told by them,
or may be forbidden, becomes odd and is settled as a deal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..hand import MAX_MELDS, MeldKind
from ..notation import parse_tile
from ..tiles import Tile
from . import cells
from .deal import SEATS, SPECIAL_KEYS, By
from .facts import BY
from .packing import pack
from .table import Ints, Rows
from .wuhan_facts import BITS, PATTERNS, POWER_BITS, source_code
from .wuhan_hand import wildcard_of
from .wuhan_pay import kong_power

SELF_DRAW = BY.index(By.SELF_DRAW)
DISCARD = BY.index(By.DISCARD)
_NO_HAND = 1 << 23  # what `batch.patterns` marks a bad row with
_OPENERS = 3  # 清一色承包: the third open meld


def keys_of(rows: Rows, every_opening: bool, wildcard_kong: int) -> Ints:
    """The packed facts of every row; odd rows are marked in `rows`."""
    wildcard = rows.numbers("indicator", lambda text: int(wildcard_of(parse_tile(text))), default=-1)
    rows.odd |= wildcard < 0
    for name in SPECIAL_KEYS - {"indicator"}:
        if rows.has(name):
            rows.odd |= rows.numbers(name, lambda value: 1) > 0
    rows.mark_copies(rows.tile_counts("indicator"))
    drawn = rows.by == SELF_DRAW
    rows.odd |= ~drawn & ((rows.tile == wildcard) | (rows.tile == Tile.RED) | (rows.last_tile > 0))
    after_kong = drawn & (rows.chain != 0).any(axis=1)
    rows.odd |= after_kong & (rows.last_tile > 0)
    fields = _bits(rows, wildcard) | {
        "red": (rows.counts[:, Tile.RED] > 0).astype(np.int64),
        "by": rows.by,
        "seat": rows.seat,
        "source": rows.source,
        "last_tile": rows.last_tile,
        "after_kong": after_kong.astype(np.int64),
    }
    if rows.melds.shape[2]:
        rows.odd |= _misplaced(rows, wildcard)
        fields |= _meld_fields(rows, every_opening, wildcard_kong)
    kept = {name: values for name, values in fields.items() if values.any()}
    return pack(BITS, kept, np.zeros(rows.size, np.int64))


def _bits(rows: Rows, wildcard: Ints) -> dict[str, Ints]:
    """`Pattern` bits hard and soft, and the wildcards held; soft ones are looked for only where there are any."""
    laid = None
    if rows.melds.shape[2]:
        tiles = rows.vocabulary.tiles
        tiles[[meld is not None and meld.kind is MeldKind.SINGLE for meld in rows.vocabulary.known]] = 0
        laid = tiles[rows.own].sum(axis=1, dtype=np.uint8)
    held = rows.counts[np.arange(rows.size), wildcard]
    hard = batch.patterns(rows.counts, melds=laid, seven_pairs=False, errors="null")
    rows.odd |= (hard & _NO_HAND) > 0
    soft = np.zeros(rows.size, np.int64)
    wild = np.flatnonzero(held)
    naturals = rows.counts[wild]
    naturals[np.arange(len(wild)), wildcard[wild]] = 0
    laid = None if laid is None else laid[wild]
    soft[wild] = batch.patterns(naturals, melds=laid, wildcards=held[wild], seven_pairs=False, errors="null")
    return {
        "hard": hard.astype(np.int64) & PATTERNS,
        "soft": soft & PATTERNS,
        "wildcards": np.where(rows.odd, 0, held).astype(np.int64),
    }


def _misplaced(rows: Rows, wildcard: Ints) -> NDArray[np.bool_]:
    """Rows where 红中 or the wildcard is in a meld, or another tile laid down alone."""
    attribute = rows.vocabulary.attribute
    kinds = attribute(lambda meld: sum(1 << tile for tile in set(meld.tiles)))
    single = attribute(lambda meld: meld.kind is MeldKind.SINGLE) > 0
    # A row's wildcard is one of 34: look each meld up under each of them.
    special = (1 << Tile.RED) | np.int64(1) << np.arange(Tile.RED, dtype=np.int64)
    wrong = ((kinds & special[:, None]) != 0) != single
    misplaced: NDArray[np.bool_] = wrong[np.maximum(wildcard, 0)[:, None, None], rows.melds].any(axis=(1, 2))
    return misplaced


def _meld_fields(rows: Rows, every_opening: bool, wildcard_kong: int) -> dict[str, Ints]:
    attribute = rows.vocabulary.attribute
    # How many times each meld is what, in one number: adding melds adds them all.
    summed = attribute(
        lambda meld: kong_power(meld, wildcard_kong) | meld.is_claimed << 8 | (meld.kind is MeldKind.CHOW) << 16
    )
    powers = np.zeros(rows.size, np.int64)
    own = np.zeros(rows.size, np.int64)
    for seat in range(SEATS):
        melds = rows.melds[:, seat]
        if not melds.any():
            continue
        total = summed[melds].sum(axis=1)
        own += np.where(rows.seat == seat, total, 0)
        openings = total >> 8 & 0xFF
        powers |= (total & 0xFF) + (openings if every_opening else np.minimum(openings, 1)) << POWER_BITS * seat
    claimed = own >> 8 & 0xFF
    waiting = rows.numbers("waiting", lambda seats: sum(1 << seat for seat in cells.seats(seats)))
    return {
        "opened": (claimed > 0).astype(np.int64),
        "melded": (claimed == MAX_MELDS).astype(np.int64),
        "chows": (own >> 16 > 0).astype(np.int64),
        "powers": powers,
        "third": _third(rows, claimed),
        "careless": ((rows.by == DISCARD) & (waiting >> rows.source & 1 == 0)).astype(np.int64),
    }


def _third(rows: Rows, claimed: Ints) -> Ints:
    """Where the third open meld of each winner came from, 0 where he has no three."""
    sources = rows.vocabulary.attribute(lambda meld: source_code(meld) if meld.is_claimed else 0)
    third = np.zeros(rows.size, np.int64)
    three = np.flatnonzero(claimed >= _OPENERS)
    found = sources[rows.own[three]]
    third[three] = found[np.arange(len(three)), ((found > 0).cumsum(axis=1) == _OPENERS).argmax(axis=1)]
    return third
