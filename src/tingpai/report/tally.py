"""Counts of a result: everything that a report says follows from them. Their size does not grow with the rows."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ..errors import InputError
from ..io import jsontext
from .reasons import reasons

MOST_GROUPS = 10_000
"""A column of more distinct values is nothing to break numbers down by."""
_JOINT = " "

HandKey = tuple[int | None, bool | None, int | None, int | None]
ScoreKey = tuple[tuple[str, ...] | None, int | None]
GroupKey = tuple[Hashable, int | None, bool | None, int | None]


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
        """Count the rows of one batch."""
        self.rows += table.num_rows
        answered, errors = self._answered(table), self._errors(table)
        self.rejects += table.num_rows - _count_true(answered)
        if errors is not None:
            self.refused += _count_true(pc.and_(answered, _says(errors)))
            self.reasons += reasons(errors)
        if "values" in self.columns:
            self._add_deals(table)
        else:
            self._add_hands(table)
        for name, counts in self.groups.items():
            if len({key[0] for key in counts}) > MOST_GROUPS:
                raise InputError(
                    f"column {name!r} has more than {MOST_GROUPS} values", expected="a column of fewer values"
                )

    def _add_hands(self, table: pa.Table) -> None:
        """A result of `analyze`: a hand a row."""
        self.hands.update(_count(table, ("shanten", "is_win", "wait_kinds", "wait_copies")))
        if "points" in self.columns:
            self.scores.update(_count(table, ("patterns", "points")))
        if "waits" in self.columns:
            found = _count(table, ("waits",))
            self.waits.update({waits: count for (waits,), count in found.items() if waits})
        for name, counts in self.groups.items():
            counts.update(_count(table, (name, "shanten", "is_win", "points")))

    def _add_deals(self, table: pa.Table) -> None:
        """A result of `settle`: a deal a row, with the values and patterns of its winners."""
        for (values, patterns), count in _count(table, ("values", "patterns")).items():
            if values is not None:
                self.hands[(None, bool(values), None, None)] += count
                for winner in zip(patterns or [()] * len(values), values, strict=True):
                    self.scores[winner] += count
        for name, counts in self.groups.items():
            for (value, values), count in _count(table, (name, "values")).items():
                won = None if values is None else bool(values)
                counts[(value, None, won, sum(values) if values else None)] += count

    def _answered(self, table: pa.Table) -> pa.ChunkedArray:
        """Which rows have an answer: those that every hand has; of deals and points alone, those without an `error`."""
        errors = None if self.columns & {"shanten", "is_win"} else self._errors(table)
        if errors is not None:
            return pc.invert(_says(errors))
        return _says(table[next(name for name in ("shanten", "is_win", "points", "waits") if name in self.columns)])

    def _errors(self, table: pa.Table) -> pa.ChunkedArray | None:
        """Why rows are bad; None where there is no such column: one beside no points, or of no text, is some other."""
        if "error" not in self.columns or self.columns.isdisjoint({"points", "patterns", "values"}):
            return None
        kind = table["error"].type
        if pa.types.is_dictionary(kind):
            kind = kind.value_type
        is_text = pa.types.is_string(kind) or pa.types.is_large_string(kind) or pa.types.is_null(kind)
        return table["error"].cast(pa.string()) if is_text else None


def _says(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Which rows say anything: neither null nor, in text files, an empty field."""
    said = column.is_valid()
    if pa.types.is_string(column.type):
        said = pc.and_(said, pc.not_equal(column, "").fill_null(False))
    return said


def _count_true(flags: pa.ChunkedArray) -> int:
    return pc.sum(flags).as_py() or 0


def _count(table: pa.Table, names: Sequence[str]) -> Counter[Any]:
    """The distinct rows of these columns; in each key None stands for a column that is not there."""
    present = [name for name in dict.fromkeys(names) if name in table.column_names]
    if not present or not table.num_rows:
        return Counter()
    keys = pa.table([_flat(table[name]) for name in present], names=present)
    found = keys.group_by(present).aggregate([([], "count_all")])
    columns = {
        name: _READ.get(name, _plain)(column.to_pylist())
        for name, column in zip(present, found.select(present).columns, strict=True)
    }
    nothing = [None] * found.num_rows
    rows = zip(*(columns.get(name, nothing) for name in names), strict=True)
    counts: Counter[Any] = Counter()
    for key, count in zip(rows, found["count_all"].to_pylist(), strict=True):
        counts[key] += count
    return counts


def _flat(column: pa.ChunkedArray) -> pa.ChunkedArray | pa.Array:
    """Nested values as the texts that text files have: lists of text joined, all others JSON."""
    if not pa.types.is_nested(column.type):
        return column
    array = jsontext.one_array(column)
    if _is_list(array.type) and pa.types.is_string(array.type.value_type):
        return pc.binary_join(array.cast(pa.list_(pa.string())), _JOINT)
    return pc.if_else(array.is_valid(), jsontext.column_text(array), None)


def _is_list(kind: pa.DataType) -> bool:
    return bool(pa.types.is_list(kind) or pa.types.is_large_list(kind))


def _plain(values: list[Any]) -> list[Hashable]:
    return [None if value == "" else value for value in values]


def _numbers(values: list[Any]) -> list[Hashable]:
    """Whole numbers, from text too."""
    try:
        return [None if value is None or value == "" else int(value) for value in values]
    except (TypeError, ValueError):
        raise InputError(f"{_first_bad(values)!r} where a whole number was expected") from None


def _first_bad(values: list[Any]) -> object:
    return next(value for value in values if not str(value).removeprefix("-").isdecimal())


_TRUTH = {True: True, False: False, "true": True, "false": False, "": None, None: None}


def _truths(values: list[Any]) -> list[Hashable]:
    for value in values:
        if value not in _TRUTH:
            raise InputError(f"{value!r} where true or false was expected")
    return [_TRUTH[value] for value in values]


def _patterns(values: list[Any]) -> list[Hashable]:
    """The names of a hand, or those of every winner of a deal."""
    return [None if value is None else _names(value) for value in values]


def _names(text: str) -> tuple[Any, ...]:
    return tuple(map(tuple, _list(text))) if text.startswith("[") else tuple(text.split())


def _lists(values: list[Any]) -> list[Hashable]:
    return [tuple(_list(value)) if value else None for value in values]


def _list(text: str) -> list[Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, list):
        raise InputError(f"{text!r} where a list as JSON was expected")
    return found


_READ: dict[str, Callable[[list[Any]], list[Hashable]]] = {
    "shanten": _numbers,
    "is_win": _truths,
    "wait_kinds": _numbers,
    "wait_copies": _numbers,
    "points": _numbers,
    "patterns": _patterns,
    "values": _lists,
}
