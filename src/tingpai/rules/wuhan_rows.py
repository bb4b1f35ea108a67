"""The Wuhan sets in a batch: every row's `WuhanFacts` as one key.

Here are no rules: arrays are gathered into the fields that `facts_of` fills for one deal. What cannot be told by them,
or may be forbidden, becomes odd and is settled as a deal.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from .. import batch
from ..hand import MAX_MELDS, MeldKind
from ..tiles import TILES, Tile
from . import cells
from .deal import SPECIAL_KEYS, By
from .facts import BY
from .laid import Ints, MeldLists
from .packing import pack
from .table import Rows
from .wuhan_facts import BITS, PATTERNS, POWER_BITS, source_code
from .wuhan_hand import wildcard_of
from .wuhan_pay import kong_power

SELF_DRAW = BY.index(By.SELF_DRAW)
DISCARD = BY.index(By.DISCARD)
_WILDCARDS = np.array([wildcard_of(tile) for tile in TILES])  # of each indicator
_OPENERS = 3  # 清一色承包: the third open meld


def keys_of(rows: Rows, every_opening: bool, wildcard_kong: int) -> Ints:
    """The packed facts of every row; odd rows are marked in `rows`."""
    indicator = rows.numbers("indicator", cells.tile, default=-1)
    rows.odd |= indicator < 0
    wildcard = _WILDCARDS[indicator]
    for name in SPECIAL_KEYS - {"indicator"}:
        if rows.has(name):
            rows.odd |= rows.numbers(name, lambda value: 1) > 0
    rows.mark_copies(tile=indicator)
    drawn = rows.by == SELF_DRAW
    rows.odd |= ~drawn & ((rows.tile == wildcard) | (rows.tile == Tile.RED) | (rows.last_tile > 0))
    after_kong = drawn & (rows.chain != 0).any(axis=1)
    # Whoever wins has claimed, so no win is of a first turn.
    rows.odd |= (after_kong & (rows.last_tile > 0)) | (rows.first_turn > 0)
    fields = _bits(rows, wildcard) | {
        "red": (rows.counts[:, Tile.RED] > 0).astype(np.int64),
        "by": rows.by,
        "seat": rows.seat,
        "source": rows.source,
        "last_tile": rows.last_tile,
        "after_kong": after_kong.astype(np.int64),
    }
    if rows.lists.any:
        rows.odd |= _misplaced(rows, wildcard)
        fields |= _meld_fields(rows, every_opening, wildcard_kong)
    kept = {name: values for name, values in fields.items() if values.any()}
    return pack(BITS, kept, np.zeros(rows.size, np.int64))


def _bits(rows: Rows, wildcard: Ints) -> dict[str, Ints]:
    """`Pattern` bits hard and soft, and the wildcards held; soft ones are looked for only where there are any."""
    laid = rows.laid
    held = rows.counts[np.arange(rows.size), wildcard]
    hard = batch.patterns(rows.counts, melds=laid, seven_pairs=False, errors="null")
    rows.odd |= (hard & batch.BAD_PATTERNS) > 0
    soft = np.zeros(rows.size, np.int64)
    wild = np.flatnonzero(held)
    naturals = rows.counts[wild]
    naturals[np.arange(len(wild)), wildcard[wild]] = 0
    laid = None if laid is None else laid[wild]
    soft[wild] = batch.patterns(naturals, melds=laid, wildcards=held[wild], seven_pairs=False, errors="null")
    # 风一色 and 将一色 need no structure, but a whole hand.
    seen: Ints = np.where(np.einsum("ij->i", rows.counts) % 3 == 2, PATTERNS, 0)
    return {
        "hard": hard.astype(np.int64) & seen,
        "soft": soft & seen,
        "wildcards": np.where(rows.odd, 0, held).astype(np.int64),
    }


def _misplaced(rows: Rows, wildcard: Ints) -> NDArray[np.bool_]:
    """Rows where 红中 or the wildcard is in a meld, or another tile laid down alone; or with more than four melds."""
    lists = rows.lists
    kinds = lists.vocabulary.attribute(lambda meld: sum(1 << tile for tile in set(meld.tiles)))
    single = lists.vocabulary.attribute(lambda meld: meld.kind is MeldKind.SINGLE) > 0
    melded = np.bitwise_or.reduce(np.where(single, 0, kinds)[lists.melds], axis=1)
    alone = np.bitwise_or.reduce(np.where(single, kinds, 0)[lists.melds], axis=1)
    special = np.int64(1 << Tile.RED) | np.int64(1) << wildcard
    crowded = lists.total(lambda meld: meld.kind is not MeldKind.SINGLE) > MAX_MELDS
    misplaced = np.zeros(rows.size, np.bool_)
    for _, ids in lists.told:
        misplaced |= crowded[ids] | ((melded[ids] & special | alone[ids] & ~special) != 0)
    return misplaced


def _meld_fields(rows: Rows, every_opening: bool, wildcard_kong: int) -> dict[str, Ints]:
    lists = rows.lists
    openings = lists.total(lambda meld: meld.is_claimed)
    kongs = lists.total(lambda meld: kong_power(meld, wildcard_kong))
    power = kongs + (openings if every_opening else np.minimum(openings, 1))
    powers = np.zeros(rows.size, np.int64)
    for seat, ids in lists.told:
        powers |= power[ids] << POWER_BITS * seat
    claimed = openings[rows.own]
    waiting = rows.numbers("waiting", lambda seats: sum(1 << seat for seat in cells.seats(seats)))
    return {
        "opened": (claimed > 0).astype(np.int64),
        "melded": (claimed == MAX_MELDS).astype(np.int64),
        "chows": (lists.total(lambda meld: meld.kind is MeldKind.CHOW) > 0).astype(np.int64)[rows.own],
        "powers": powers,
        "third": _third(lists)[rows.own],
        "careless": ((rows.by == DISCARD) & (waiting >> rows.source & 1 == 0)).astype(np.int64),
    }


def _third(lists: MeldLists) -> Ints:
    """(lists,): where the third open meld came from, 0 where there are no three."""
    sources = lists.vocabulary.attribute(lambda meld: source_code(meld) if meld.is_claimed else 0)[lists.melds]
    third = (sources > 0) & ((sources > 0).cumsum(axis=1) == _OPENERS)
    found: Ints = (sources * third).sum(axis=1)
    return found
