"""The Nanning sets in a batch: every row's `Facts` as one key, and its other kongs as one key a seat.

Here are no rules: arrays are gathered into the fields that `facts_of` fills for one deal. What cannot be told by them,
or may be forbidden, becomes odd and is settled as a deal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..hand import Meld, MeldKind
from ..tiles import TILES
from . import cells
from .deal import SEATS, By, Fish
from .deal_file import read_fish
from .facts import BITS, BY, CODE_BITS, MOST_HORSES, code_of
from .laid import Ints
from .model import Part
from .nanning import LOCK, NanningRules, bonus_seat
from .packing import pack
from .table import Rows

_FISH = ("fish", "fish_start")
_BELONGS = np.array([[bonus_seat(tile) == seat for seat in range(SEATS)] for tile in TILES], np.int64)


def parts(rules: NanningRules, rows: Rows) -> tuple[Sequence[Part], NDArray[np.bool_]]:
    """`RuleSet.parts` of the Nanning sets."""
    fields = {
        "patterns": rows.patterns() & (1 << BITS["patterns"]) - 1,
        "by": rows.by,
        "seat": rows.seat,
        "source": rows.source,
        "last_tile": rows.last_tile,
        "first_turn": rows.first_turn,
        "winners": np.ones(rows.size, np.int64),
    }
    fields |= _bonus_tiles(rules, rows) | _declared(rules, rows)
    if rows.lists.any:
        fields |= _meld_fields(rules, rows)
    _mark_first_turns(rows)
    kept = {name: values for name, values in fields.items() if values.any()}
    win = Part(pack(BITS, kept, np.zeros(rows.size, np.int64)), rules.outcome, rules.known)
    return [win, *_kongs(rules, rows)], rows.odd


def _declared(rules: NanningRules, rows: Rows) -> dict[str, Ints]:
    declared = rows.numbers("declared", _mask)
    if "declared" not in rules.KEYS:
        rows.odd |= declared > 0
        return {}
    return {"declared": declared >> rows.seat & 1}


def _bonus_tiles(rules: NanningRules, rows: Rows) -> dict[str, Ints]:
    """Horses and fish by their distinct texts and the winner's seat."""
    for name in ("horses", "fish", "indicator"):
        if name not in rules.KEYS and rows.has(name):
            rows.odd |= rows.numbers(name, lambda value: 1) > 0
    horses, fish = rows.tiles("horses"), rows.tiles("fish", _fish_text)
    rows.mark_copies(*(tiles.rows for tiles in (horses, fish) if tiles is not None))
    fields = dict(zip(_FISH, rows.by_seat("fish", partial(_fish, rules), len(_FISH)), strict=False))
    if horses is not None:
        turned = horses.counts.sum(axis=1, dtype=np.int64)
        rows.odd |= (turned > MOST_HORSES)[horses.codes]
        fields |= {"horses": turned[horses.codes], "hits": (horses.counts @ _BELONGS)[horses.codes, rows.seat]}
    return fields


def _fish(rules: NanningRules, value: Any, seat: int) -> list[int]:
    found = rules.fish(read_fish(cells.plain(value)) or Fish(), seat)
    return [found.get(name, 0) for name in _FISH]


def _fish_text(value: Any) -> str:
    """All tiles of the fish, of whatever form."""
    told = cells.plain(value)
    return str(told.get("tiles") or "") if isinstance(told, Mapping) else " ".join(map(str, cells.listed(told)))


def _mask(value: Any) -> int:
    return sum(1 << seat for seat in cells.seats(value))


def _meld_fields(rules: NanningRules, rows: Rows) -> dict[str, Ints]:
    lists = rows.lists
    claimed = lists.total(lambda meld: meld.is_claimed)
    concealed = lists.total(lambda meld: meld.kind is MeldKind.CONCEALED_KONG)
    strange = lists.total(lambda meld: meld.kind in (MeldKind.CHOW, MeldKind.SINGLE)) > 0
    strange |= lists.melds[:, SEATS:].any(axis=1)
    if strange.any():
        rows.odd |= strange[lists.ids].any(axis=0)
    waits = rows.numbers("waiting", _mask) >> rows.source & 1
    discards = rows.by == BY.index(By.DISCARD)
    return {
        "claimed": claimed[rows.own],
        "concealed_kongs": concealed[rows.own],
        "chain": _codes(rows, rows.chain),
        "from_melded": discards & (claimed[rows.of_seat(rows.source)] == SEATS) & waits,
    } | _locks(rules, rows, claimed)


def _codes(rows: Rows, melds: Ints) -> Ints:
    """Kong codes of meld numbers (rows, M), packed as `Facts.chain`; melds that are no kong leave a gap."""
    kongs = rows.lists.vocabulary.attribute(lambda meld: code_of(meld) if meld.is_kong else 0)
    packed = np.zeros(len(melds), np.int64)
    for place, numbers in enumerate(melds.T[:SEATS]):
        packed |= kongs[numbers] << CODE_BITS * place
    return packed


def _locks(rules: NanningRules, rows: Rows, claimed: Ints) -> dict[str, Ints]:
    """`Facts.lock`; a winner who may be locked himself, or a lock that hangs on an unknown source, is odd.

    Nothing where no list has melds enough `claimed` for a lock.
    """
    if claimed.max() < LOCK:
        return {}
    lists = rows.lists
    unknown, *given = (lists.total(partial(_came_from, place)) for place in range(SEATS))
    locks, may_lock = np.zeros_like(unknown), np.zeros_like(unknown)
    for place, count in enumerate(given, 1):
        locks[count >= LOCK] = place
        may_lock |= (count + unknown >= LOCK).astype(np.int64) << place
    unsure = (locks == 0) & (np.max(given, axis=0) + unknown >= LOCK)
    rows.odd |= unsure[rows.own]
    if not rules.LOCKED_MAY_WIN and may_lock.any():
        for seat, ids in lists.told:
            rows.odd |= may_lock[ids] >> (seat - rows.seat) % SEATS & 1 > 0
    lock = locks[rows.own]
    return {"lock": np.where(lock > 0, (rows.seat - lock) % SEATS + 1, 0)}


def _came_from(place: int, meld: Meld) -> int:
    """Whether the meld was claimed from 上家 1, 对家 2, 下家 3; 0: from an unknown one of them."""
    return meld.is_claimed and (meld.source or 0) == place


def _mark_first_turns(rows: Rows) -> None:
    """Anything but a plain first turn is odd."""
    if not rows.first_turn.any():
        return
    drawn = rows.by == BY.index(By.SELF_DRAW)
    discarded = (rows.by == BY.index(By.DISCARD)) & (rows.source == 0)
    plain = (drawn | discarded) & (rows.last_tile == 0) & ~rows.lists.ids.any(axis=0)
    rows.odd |= (rows.first_turn > 0) & ~plain


def _kongs(rules: NanningRules, rows: Rows) -> list[Part]:
    """The kongs of each seat that are not of the chain before the win."""
    lists = rows.lists
    packed = _codes(rows, lists.melds)
    if not packed.any():
        return []
    keys = packed[lists.ids]
    chained = np.flatnonzero(rows.chain.any(axis=1))
    if len(chained):
        maker = rows.maker[chained]
        held = lists.melds[lists.ids[maker, chained]]
        held[(held[:, :, np.newaxis] == rows.chain[chained, np.newaxis]).any(axis=2)] = 0
        keys[maker, chained] = _codes(rows, held)
    return [Part(key, partial(rules.kong_outcome, seat), {}) for seat, key in enumerate(keys) if key.any()]
