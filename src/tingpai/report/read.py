"""A result as a stream of small Arrow tables that hold only the columns counted, and where their rows stand."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from ..deals import SCHEMA
from ..errors import InputError
from ..io.readers import pieces
from ..io.rows import Rows
from ..io.source import FORMATS, STDIN, Source, find_sources, format_of
from ..io.unit import Reading, Unit
from ..plan import ANSWERS, SCORES
from ..rules.options import nearest
from .columns import BadCell

COUNTED = ("shanten", "is_win", "waits", "wait_kinds", "wait_copies", "patterns", "points", "values", "error")
"""The columns of a result that a report is about."""
_ANSWERS = frozenset({"shanten", "is_win", "waits", "points", "values"})


_ENDINGS = " ".join(ending for ending, format in FORMATS.items() if format != "txt")


@dataclass(frozen=True, slots=True)
class Part:
    """Some rows of one file of a result: `table` has only the columns asked for."""

    source: Source
    rows: Rows
    table: pa.Table

    def fault(self, bad: BadCell) -> InputError:
        """What is wrong with a cell, and where it stands."""
        where = self.source.path if bad.row is None else _place(self.source, self.rows, bad.row)
        return InputError(bad.what, where=where, expected=bad.expected)


@dataclass(frozen=True, slots=True)
class Result:
    """The files of a result, the columns of `COUNTED` that it has, and those to break the numbers down by."""

    sources: tuple[Source, ...]
    columns: tuple[str, ...]
    by: tuple[str, ...]

    def parts(self) -> Iterator[Part]:
        """Its rows, in bounded batches, with `columns` and `by`. Raises `InputError`."""
        wanted = list(dict.fromkeys((*self.columns, *self.by)))
        for source in self.sources:
            for rows in _rows(source, wanted):
                missing = [name for name in wanted if name not in rows.table.column_names]
                if missing:
                    raise InputError(f"{source.path}: no column {missing[0]!r}, which {self.sources[0].path} has")
                yield Part(source, rows, rows.table.select(wanted))


def open_result(result: str, by: Sequence[str]) -> Result:
    """Find the files and columns of a result. Raises `InputError`."""
    sources = _sources(result)
    names = _names(sources[0])
    if _ANSWERS.isdisjoint(names):
        raise InputError(f"{result}: no answers in it", expected="a result of analyze or settle, with column shanten")
    for name in by:
        if name not in names:
            raise InputError(f"{result}: no column {name!r}", expected=nearest(name, names))
    groups = dict.fromkeys((*(("rules",) if "rules" in names else ()), *by))
    return Result(tuple(sources), tuple(name for name in COUNTED if name in names), tuple(groups))


def _sources(result: str) -> list[Source]:
    """The files; a report reads the first of them twice, and has no option for the format of what it reads."""
    parts = _parts(result)
    for path in parts:
        if os.path.exists(path) and not os.path.isdir(path) and format_of(path) is None:
            raise InputError(f"{path}: no known ending", expected=f"{_ENDINGS} (.gz, .zst)")
    sources = [] if result == STDIN else find_sources(parts)
    if not sources or any(source.is_stream for source in sources):
        raise InputError("a report cannot read standard input or a pipe", expected="files")
    return sources


def _parts(result: str) -> list[str]:
    """The files of a glob, or of a folder of text or Arrow; a folder of Parquet may be nested, and stays a folder."""
    if glob.has_magic(result) and not os.path.exists(result):
        return sorted(glob.glob(result, recursive=True)) or [result]
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


def _rows(source: Source, wanted: Sequence[str]) -> Iterator[Rows]:
    types = {field.name: field.type for field in SCHEMA} if "values" in wanted else ANSWERS | SCORES
    reading = Reading(keep_lines=source.format == "jsonl", fields=frozenset(wanted), types=types)
    for piece in pieces(Unit(source), reading):
        for rows in piece.rows():
            if rows.broken:
                row, (_, why) = min(rows.broken.items())
                raise InputError(why, where=_place(source, rows, row))
            yield rows


def _place(source: Source, rows: Rows, row: int) -> str:
    ((number, _),) = rows.locate([row])
    return f"{source.path}, {'line' if source.is_text else 'row'} {number}"
