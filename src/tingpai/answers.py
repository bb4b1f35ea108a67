"""Questions to a table of hands: the answer columns, and a tally of them for the summary."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from . import batch
from .io.hands import Broken, Hands, check_counts
from .plan import ANSWERS
from .tiles import COPIES, KINDS, TILES, mpsz


@dataclass(slots=True)
class Tally:
    """What a run has seen: enough for its summary, and adding up over batches, workers and resumed runs."""

    rows: int = 0
    rejects: int = 0
    wins: int = 0
    shanten: Counter[int] = field(default_factory=Counter)
    waits: Counter[str] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        self.rows += other.rows
        self.rejects += other.rejects
        self.wins += other.wins
        self.shanten.update(other.shanten)
        self.waits.update(other.waits)

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "rejects": self.rejects,
            "wins": self.wins,
            "shanten": dict(self.shanten),
            "waits": dict(self.waits),
        }

    @classmethod
    def of_json(cls, data: dict[str, Any]) -> Tally:
        """What `to_json` gave, from JSON: there keys are text."""
        shanten = Counter({int(number): count for number, count in data["shanten"].items()})
        return cls(data["rows"], data["rejects"], data["wins"], shanten, Counter(data["waits"]))


def answer(hands: Hands, wanted: Sequence[str], column: str, broken: Broken) -> tuple[dict[str, pa.Array], Tally]:
    """The answer columns `wanted` of all hands, null in broken rows; hands that are none are added to `broken`.

    `column` is where hands came from, for what is said of a broken one.
    """
    tally = Tally(rows=len(hands.counts))
    asked: dict[str, Any] = {"melds": hands.melds, "wildcards": hands.wildcards, "errors": "null"}
    shanten = batch.shanten(hands.counts, **asked)
    bad = shanten == batch.BAD_SHANTEN
    any_bad = bool(bad.any())
    if any_bad:
        check_counts(hands, np.flatnonzero(bad), column, broken)
    tally.rejects = len(broken)
    seen = np.bincount(shanten[~bad].astype(np.intp) + 1)
    tally.shanten.update({number - 1: int(seen[number]) for number in np.flatnonzero(seen).tolist()})
    wins = batch.is_win(hands.counts, **asked)
    tally.wins = int(np.count_nonzero(wins))
    answers: dict[str, NDArray[np.generic] | pa.Array] = {"shanten": shanten, "is_win": wins}
    if not {"waits", "wait_kinds", "wait_copies"}.isdisjoint(wanted):
        masks = batch.waits(hands.counts, **asked)
        if any_bad:
            masks[bad] = 0
        # A table of hands has few distinct waits: each is spelt once.
        distinct = pa.array(masks).dictionary_encode()
        which = distinct.indices.to_numpy()
        names = [_spell(mask) for mask in distinct.dictionary.to_pylist()]
        kinds = np.array([mask.bit_count() for mask in distinct.dictionary.to_pylist()], np.uint8)
        answers["waits"] = pa.array(names, pa.string()).take(distinct.indices)
        answers["wait_kinds"] = kinds[which]
        if "wait_copies" in wanted:
            answers["wait_copies"] = _copies_left(masks, hands.held)
        tally.waits.update(dict(zip(names, np.bincount(which, minlength=len(names)).tolist(), strict=True)))
        tally.waits.pop("", None)
    mask = pa.array(~bad) if any_bad else None
    return {name: _column(answers[name], ANSWERS[name], mask) for name in ANSWERS if name in wanted}, tally


@lru_cache(maxsize=1 << 16)
def _spell(mask: int) -> str:
    return mpsz([tile for tile in TILES if mask >> tile & 1])


def _copies_left(masks: NDArray[np.uint64], held: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Of every row's waits the copies that it does not hold itself."""
    copies = np.zeros(len(masks), np.uint8)
    waiting = np.flatnonzero(masks)
    bits = np.unpackbits(
        masks[waiting].astype("<u8").view(np.uint8).reshape(-1, 8), axis=1, count=KINDS, bitorder="little"
    )
    copies[waiting] = np.einsum("ij,ij->i", bits, COPIES - held[waiting])
    return copies


def _column(values: NDArray[np.generic] | pa.Array, type: pa.DataType, good: pa.Array | None) -> pa.Array:
    array = values if isinstance(values, pa.Array) else pa.array(values, type)
    return array if good is None else pc.if_else(good, array, pa.scalar(None, type))
