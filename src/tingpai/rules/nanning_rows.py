"""The Nanning sets in a batch: every row's `Facts` as one key, and its other kongs as one key a seat.

Here are no rules: arrays are gathered into the fields that `facts_of` fills for one deal. What cannot be told by them,
or may be forbidden, becomes odd and is settled as a deal.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..hand import Meld, MeldKind
from ..notation import parse_tiles
from . import cells
from .deal import SEATS, By, Fish, read_fish, source_seat
from .facts import BITS, BY, CODE_BITS, code_of
from .model import Part
from .nanning import LOCK, NanningRules, horse_fields
from .packing import pack
from .table import Ints, Rows


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
    if rows.melds.shape[2]:
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
    indicator = rows.tile_counts("indicator")
    if indicator is not None:
        rows.odd |= indicator.any(axis=1)
    for name in ("horses", "fish"):
        if name not in rules.KEYS:
            rows.odd |= rows.numbers(name, lambda value: 1) > 0
    horses = rows.by_seat("horses", lambda value, seat: horse_fields(parse_tiles(value), seat), ("horses", "hits"))
    fish = rows.by_seat("fish", lambda value, seat: rules.fish(_fish(value), seat), ("fish", "fish_start"))
    rows.mark_copies(rows.tile_counts("horses"), rows.tile_counts("fish", lambda value: _fish(value).tiles))
    return horses | fish


def _fish(value: Any) -> Fish:
    return read_fish(cells.plain(value)) or Fish()


def _mask(value: Any) -> int:
    return sum(1 << seat for seat in cells.seats(value))


def _meld_fields(rules: NanningRules, rows: Rows) -> dict[str, Ints]:
    known = rows.vocabulary
    claimed = known.attribute(lambda meld: meld.is_claimed)
    concealed = known.attribute(lambda meld: meld.kind is MeldKind.CONCEALED_KONG)
    strange = known.attribute(lambda meld: meld.kind in (MeldKind.CHOW, MeldKind.SINGLE))
    rows.odd |= strange[rows.melds].any(axis=(1, 2)) | (rows.melds[:, :, 4:] > 0).any(axis=(1, 2))
    waits = rows.numbers("waiting", _mask) >> rows.source & 1
    discards = rows.by == BY.index(By.DISCARD)
    return {
        "claimed": claimed[rows.own].sum(axis=1),
        "concealed_kongs": concealed[rows.own].sum(axis=1),
        "chain": _codes(rows, rows.chain),
        "from_melded": discards & (claimed[rows.of_seat(rows.source)].sum(axis=1) == SEATS) & waits,
        "lock": _locks(rules, rows),
    }


def _codes(rows: Rows, melds: Ints) -> Ints:
    """Kong codes of meld numbers (N, M), packed as `Facts.chain`; melds that are no kong leave a gap."""
    kongs = rows.vocabulary.attribute(lambda meld: code_of(meld) if meld.is_kong else 0)
    rows.odd |= (melds[:, 4:] > 0).any(axis=1)
    packed = np.zeros(rows.size, np.int64)
    for place in range(min(4, melds.shape[1])):
        packed |= kongs[melds[:, place]] << CODE_BITS * place
    return packed


def _locks(rules: NanningRules, rows: Rows) -> Ints:
    """`Facts.lock`; a winner who may be locked himself, or a lock that hangs on an unknown source, is odd."""
    from_seat = [rows.vocabulary.attribute(partial(_source_place, seat))[rows.melds[:, seat]] for seat in range(SEATS)]
    supplied = np.stack([np.stack([(places == i).sum(axis=1) for i in range(1, SEATS + 2)]) for places in from_seat])
    each = np.arange(rows.size)
    own = supplied[rows.seat, :, each]
    most = own[:, :SEATS].max(axis=1)
    rows.odd |= (most < LOCK) & (most + own[:, SEATS] >= LOCK)
    if not rules.LOCKED_MAY_WIN:
        given = supplied[:, rows.seat, each]  # (4, N): to each seat from the winner
        rows.odd |= ((given > 0) & (given + supplied[:, SEATS] >= LOCK)).any(axis=0)
    return np.where(most >= LOCK, own[:, :SEATS].argmax(axis=1) + 1, 0)


def _source_place(seat: int, meld: Meld) -> int:
    """1 + the seat that `seat` claimed the meld from, 5 where that is unknown, 0 where it was not claimed."""
    return source_seat(seat, meld) % (SEATS + 1) + 1 if meld.is_claimed else 0


def _mark_first_turns(rows: Rows) -> None:
    """Anything but a plain first turn is odd."""
    if not rows.first_turn.any():
        return
    drawn = rows.by == BY.index(By.SELF_DRAW)
    discarded = (rows.by == BY.index(By.DISCARD)) & (rows.source == 0)
    plain = (drawn | discarded) & (rows.last_tile == 0) & ~rows.melds.any(axis=(1, 2))
    rows.odd |= (rows.first_turn > 0) & ~plain


def _kongs(rules: NanningRules, rows: Rows) -> list[Part]:
    """The kongs of each seat that are not of the chain before the win."""
    others = rows.melds.copy()
    chained = np.flatnonzero(rows.chain.any(axis=1))
    if len(chained):
        maker = rows.maker[chained]
        held = others[chained, maker]
        held[(held[:, :, np.newaxis] == rows.chain[chained, np.newaxis]).any(axis=2)] = 0
        others[chained, maker] = held
    keys = [_codes(rows, others[:, seat]) for seat in range(SEATS)]
    return [Part(key, partial(rules.kong_outcome, seat), {}) for seat, key in enumerate(keys) if key.any()]
