"""Counts of a result: everything that a report says follows from them. Their size does not grow with the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ..errors import InputError
from ..rules.columns import Coded
from .columns import check_winners, read
from .reasons import reasons

MOST_GROUPS = 10_000
"""A column of more distinct values is nothing to break numbers down by."""
MOST_VALUES = 1_000_000
"""More distinct waits, points or reasons are no answers; to count them takes memory."""

HandKey = tuple[int | None, bool | None, int | None, int | None]
ScoreKey = tuple[tuple[str, ...] | None, int | None]
GroupKey = tuple[Hashable, int | None, bool | None, int | None]

_Columns = Mapping[str, Coded]


class Tally:
    """Rows counted by what they say. A column that the result has not counts as None everywhere.

    `hands`: (shanten, is_win, wait kinds, wait copies); `waits`: text of the waits; `scores`: (patterns, points), of
    every winner where a row is a deal; `groups[column]`: (value, shanten, is_win, points), of a deal's winners in all;
    `rejects`: rows without an answer; `refused`: hands that have answers, but are refused by the rules; `reasons`: why,
    of both.
    """

    def __init__(self, columns: Sequence[str], by: Sequence[str] = ()) -> None:
        self.columns = frozenset(columns)
        self.rows = 0
        self.rejects = 0
        self.refused = 0
        self.hands: Counter[HandKey] = Counter()
        self.waits: Counter[str] = Counter()
        self.scores: Counter[ScoreKey] = Counter()
        self.reasons: Counter[str] = Counter()
        self.groups: dict[str, Counter[GroupKey]] = {name: Counter() for name in by}

    @property
    def has_wins(self) -> bool:
        """Whether the result tells which rows are won."""
        return not self.columns.isdisjoint({"is_win", "values"})

    @property
    def has_points(self) -> bool:
        return not self.columns.isdisjoint({"points", "values"})

    def add(self, table: pa.Table) -> None:
        """Count the rows of one batch. Raises `BadCell` and `InputError`."""
        of_deals = "values" in self.columns
        columns = {
            name: read(name, table[name], of_deals=of_deals)
            for name in table.column_names
            if name != "error" or name in self.groups
        }
        self.rows += table.num_rows
        errors = self._errors(table)
        refused = None if errors is None else _says(errors)
        answered = self._answered(columns, refused)
        self.rejects += table.num_rows - int(np.count_nonzero(answered))
        if refused is not None:
            self.refused += int(np.count_nonzero(answered & refused))
        if errors is not None:
            self.reasons += reasons(errors)
        if of_deals:
            self._add_deals(columns)
        else:
            self._add_hands(columns)
        for name, counts in self.groups.items():
            _check_few(name, len({key[0] for key in counts}), MOST_GROUPS)
        for name, found in (("waits", self.waits), ("points", self.scores), ("error", self.reasons)):
            _check_few(name, len(found), MOST_VALUES)

    def _add_hands(self, columns: _Columns) -> None:
        """A result of `analyze`: a hand a row."""
        self.hands.update(_count(columns, ("shanten", "is_win", "wait_kinds", "wait_copies")))
        if "points" in self.columns:
            self.scores.update(_count(columns, ("patterns", "points")))
        if "waits" in self.columns:
            found = _count(columns, ("waits",))
            self.waits.update({waits: count for (waits,), count in found.items() if waits})
        for name, counts in self.groups.items():
            counts.update(_count(columns, (name, "shanten", "is_win", "points")))

    def _add_deals(self, columns: _Columns) -> None:
        """A result of `settle`: a deal a row, with the values and patterns of its winners."""
        if "patterns" in columns:
            check_winners(columns["values"], columns["patterns"])
        for (values, patterns), count in _count(columns, ("values", "patterns")).items():
            if values is not None:
                self.hands[(None, bool(values), None, None)] += count
                for winner in zip([()] * len(values) if patterns is None else patterns, values, strict=True):
                    self.scores[winner] += count
        for name, counts in self.groups.items():
            for (value, values), count in _count(columns, (name, "values")).items():
                won = None if values is None else bool(values)
                counts[(value, None, won, sum(values) if values else None)] += count

    def _answered(self, columns: _Columns, refused: NDArray[np.bool_] | None) -> NDArray[np.bool_]:
        """Which rows have an answer: those that every hand has; of deals and points alone, those not `refused`."""
        if refused is not None and not self.columns & {"shanten", "is_win"}:
            return ~refused
        column = columns[next(name for name in ("shanten", "is_win", "points", "waits", "values") if name in columns)]
        return np.array([value is not None for value in column.values])[column.codes]

    def _errors(self, table: pa.Table) -> pa.ChunkedArray | None:
        """Why rows are bad; None where there is no such column: one beside no points, or of no text, is some other."""
        if "error" not in self.columns or self.columns.isdisjoint({"points", "patterns", "values"}):
            return None
        kind = table["error"].type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)
        return table["error"].cast(pa.string()) if is_text else None


def _check_few(column: str, values: int, most: int) -> None:
    if values > most:
        raise InputError(f"column {column!r} has more than {most} values", expected="a column of fewer values")


def _says(texts: pa.ChunkedArray) -> NDArray[np.bool_]:
    """Which texts say anything: neither null nor, in text files, an empty field."""
    said: NDArray[np.bool_] = pc.not_equal(texts, "").fill_null(False).to_numpy()
    return said


def _count(columns: _Columns, names: Sequence[str]) -> Counter[Any]:
    """The distinct rows of these columns; in each key None stands for a column that is not there."""
    present = [name for name in dict.fromkeys(names) if name in columns]
    if not present:
        return Counter()
    found = pa.table({name: columns[name].codes for name in present}).group_by(present).aggregate([([], "count_all")])
    values = {name: [columns[name].values[code] for code in found[name].to_pylist()] for name in present}
    nothing = [None] * found.num_rows
    counts: Counter[Any] = Counter()
    rows = zip(*(values.get(name, nothing) for name in names), strict=True)
    for key, count in zip(rows, found["count_all"].to_pylist(), strict=True):
        counts[key] += count
    return counts
