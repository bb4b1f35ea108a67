"""Counts of a result: everything that a report says follows from them. Their size does not grow with the rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc

from ..errors import InputError

MOST_GROUPS = 10_000
"""A column of more distinct values is nothing to break numbers down by."""
_JOINT = " "

Key = tuple[Any, ...]


class Tally:
    """Rows counted by what they say. A column that the result has not counts as None everywhere.

    `hands`: (shanten, is_win, wait kinds, wait copies); `waits`: text of the waits; `scores`: (patterns, points);
    `groups[column]`: (value, shanten, is_win, points); `rejects`: rows without an answer.
    """

    def __init__(self, columns: Sequence[str], by: Sequence[str] = ()) -> None:
        self.columns = frozenset(columns)
        self.rows = 0
        self.rejects = 0
        self.hands: Counter[Key] = Counter()
        self.waits: Counter[str] = Counter()
        self.scores: Counter[Key] = Counter()
        self.groups: dict[str, Counter[Key]] = {name: Counter() for name in by}

    def add(self, table: pa.Table) -> None:
        """Count the rows of one batch."""
        self.rows += table.num_rows
        self.rejects += self._rejected(table)
        _count(self.hands, table, ("shanten", "is_win", "wait_kinds", "wait_copies"))
        if "points" in self.columns:
            _count(self.scores, table, ("patterns", "points"))
        if "waits" in self.columns:
            found: Counter[Key] = Counter()
            _count(found, table, ("waits",))
            self.waits.update({waits: count for (waits,), count in found.items() if waits})
        for name, counts in self.groups.items():
            _count(counts, table, (name, "shanten", "is_win", "points"))
            if len({key[0] for key in counts}) > MOST_GROUPS:
                raise InputError(f"column {name!r} has more than {MOST_GROUPS} values", expected="a column of a few")

    def _rejected(self, table: pa.Table) -> int:
        """Rows whose `error` says why they have no answer; without that column, rows that have none."""
        if "error" in self.columns:
            return int(table.num_rows) - _empty(table["error"])
        return _empty(table[next(name for name in ("shanten", "is_win", "points", "waits") if name in self.columns)])


def _empty(column: pa.ChunkedArray) -> int:
    """Rows that say nothing: null, and in text files an empty field."""
    empty = column.null_count
    if pa.types.is_string(column.type):
        empty += pc.sum(pc.equal(pc.binary_length(column), 0)).as_py() or 0
    return int(empty)


def _count(counts: Counter[Key], table: pa.Table, names: Sequence[str]) -> None:
    """Count the distinct rows of these columns; in each key None stands for a column that is not there."""
    present = [name for name in names if name in table.column_names]
    if not present:
        return
    keys = pa.table([_flat(table[name]) for name in present], names=[str(place) for place in range(len(present))])
    found = keys.group_by(keys.column_names).aggregate([([], "count_all")])
    columns = {
        name: _READ.get(name, _plain)(column.to_pylist())
        for name, column in zip(present, found.select(keys.column_names).columns, strict=True)
    }
    nothing = [None] * found.num_rows
    rows = zip(*(columns.get(name, nothing) for name in names), strict=True)
    for key, count in zip(rows, found["count_all"].to_pylist(), strict=True):
        counts[key] += count


def _flat(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Lists of text as one text, as text files have them."""
    if pa.types.is_list(column.type) or pa.types.is_large_list(column.type):
        column = pc.binary_join(column.cast(pa.list_(pa.string())), _JOINT)
    return column


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
    return [None if value is None else tuple(value.split(_JOINT)) if value else () for value in values]


_READ: dict[str, Callable[[list[Any]], list[Hashable]]] = {
    "shanten": _numbers,
    "is_win": _truths,
    "wait_kinds": _numbers,
    "wait_copies": _numbers,
    "points": _numbers,
    "patterns": _patterns,
}
