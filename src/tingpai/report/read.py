"""A result as a stream of small Arrow tables that hold only the columns counted."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from ..errors import InputError
from ..io.readers import pieces
from ..io.source import Source, find_sources, format_of
from ..io.unit import Reading, Unit
from ..rules.options import nearest

COUNTED = ("shanten", "is_win", "waits", "wait_kinds", "wait_copies", "patterns", "points", "values", "error")
"""The columns of a result that a report is about."""
_ANSWERS = frozenset({"shanten", "is_win", "waits", "points", "values"})


@dataclass(frozen=True, slots=True)
class Result:
    """The files of a result, the columns of `COUNTED` that it has, and those to break the numbers down by."""

    sources: tuple[Source, ...]
    columns: tuple[str, ...]
    by: tuple[str, ...]

    def tables(self) -> Iterator[pa.Table]:
        """Its rows, in bounded batches, with `columns` and `by`. Raises `InputError`."""
        wanted = list(dict.fromkeys((*self.columns, *self.by)))
        for source in self.sources:
            for table in _tables(source, wanted):
                missing = [name for name in wanted if name not in table.column_names]
                if missing:
                    raise InputError(f"{source.path}: no column {missing[0]!r}, which {self.sources[0].path} has")
                yield table.select(wanted)


def open_result(result: str, by: Sequence[str]) -> Result:
    """Find the files and columns of a result. Raises `InputError`."""
    sources = find_sources(_parts(result))
    names = _names(sources[0])
    if _ANSWERS.isdisjoint(names):
        raise InputError(f"{result}: no answers in it", expected="a result of analyze or settle, with column shanten")
    for name in by:
        if name not in names:
            raise InputError(f"{result}: no column {name!r}", expected=nearest(name, names))
    groups = dict.fromkeys((*(("rules",) if "rules" in names else ()), *by))
    return Result(tuple(sources), tuple(name for name in COUNTED if name in names), tuple(groups))


def _parts(result: str) -> list[str]:
    """A folder of text or Arrow parts is its files; a folder of Parquet may be nested, and stays a folder."""
    if not os.path.isdir(result):
        return [result]
    files = sorted(
        str(path) for path in Path(result).iterdir() if path.is_file() and not path.name.startswith((".", "_"))
    )
    parts = [file for file in files if format_of(file) not in (None, "parquet", "txt")]
    return parts or [result]


def _names(source: Source) -> list[str]:
    with_rows = next(pieces(Unit(source), Reading()))
    return list(next(with_rows.rows()).table.column_names)


def _tables(source: Source, wanted: Sequence[str]) -> Iterator[pa.Table]:
    reading = Reading(keep_lines=source.format == "jsonl", fields=frozenset(wanted))
    for piece in pieces(Unit(source), reading):
        for rows in piece.rows():
            yield rows.table
