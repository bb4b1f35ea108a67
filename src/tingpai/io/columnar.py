"""Parquet and Arrow as pieces: row groups and record batches that any thread can read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InputError
from .rows import BATCH, Located, Piece, Rows
from .source import Source
from .unit import Unit

_LARGE = 1 << 21
"""A row group of more rows is decoded by the thread that reads: its answers would not fit beside others'."""
_FED_BY_ONE = 3
"""Decoding Parquet is a quarter of the work: so many threads are kept busy by one that does only that, in pieces of a
batch, which keeps them even. More threads decode themselves, a row group each."""


@dataclass(slots=True)
class TablePiece:
    """Batches that start at row `row` (from 1) of `path`. `load` is called in the thread that works on them."""

    load: Callable[[], Iterator[pa.RecordBatch]]
    path: str
    row: int
    size: int
    keys: tuple[tuple[str, str | int | None], ...]

    def rows(self) -> Iterator[Rows]:
        row = self.row
        for batch in _readable(self.path, self.load):
            yield _rows(batch, row, self.keys)
            row += batch.num_rows


def _rows(batch: pa.RecordBatch, first: int, keys: tuple[tuple[str, str | int | None], ...]) -> Rows:
    table = pa.Table.from_batches([batch])
    for name, value in keys:
        if name not in table.column_names:
            table = table.append_column(name, pa.repeat(pa.scalar(value), table.num_rows))

    def locate(rows: Sequence[int]) -> Located:
        return [(first + row, ", ".join(map(str, batch.slice(row, 1).to_pylist()[0].values()))) for row in rows]

    return Rows(table, locate)


def pieces(unit: Unit, jobs: int) -> Iterator[Piece]:
    """The row groups or record batches of a unit for `jobs` threads; one empty piece at least."""
    return _parquet_pieces(unit, jobs) if unit.source.format == "parquet" else _arrow_pieces(unit)


def units(source: Source, size: int) -> Iterator[Unit]:
    """Row groups of Parquet, batches of an Arrow file, put together into units of about `size` bytes."""
    if source.format == "arrow" and not _has_footer(source):
        yield Unit(source)
        return
    file: Any
    if source.format == "parquet":
        file = _open_parquet(source)
        sizes = [_group_size(file.metadata, group) for group in range(file.num_row_groups)]
        rows = [file.metadata.row_group(group).num_rows for group in range(file.num_row_groups)]
    else:
        file = _open_arrow(source)
        batches = [file.get_batch(number) for number in range(file.num_record_batches)]
        sizes, rows = [batch.nbytes for batch in batches], [batch.num_rows for batch in batches]
    start, line, held, passed = 0, 1, 0, 0
    for index, (more, count) in enumerate(zip(sizes, rows, strict=True), 1):
        held, passed = held + more, passed + count
        if held >= size and index < len(sizes):
            yield Unit(source, start, index, line)
            start, line, held = index, 1 + passed, 0
    yield Unit(source, start, len(sizes), line)


def _group_size(metadata: pq.FileMetaData, group: int) -> int:
    columns = metadata.row_group(group)
    return sum(columns.column(index).total_compressed_size for index in range(columns.num_columns))


def _parquet_pieces(unit: Unit, jobs: int) -> Iterator[Piece]:
    if unit.source.is_stream:
        raise InputError("Parquet cannot be read from a pipe", expected="a file, or --format arrow")
    source, keys = unit.source, unit.source.keys
    file = _open_parquet(source)
    metadata = file.metadata
    numbers = range(unit.start, metadata.num_row_groups if unit.stop is None else unit.stop)
    groups = [group for group in numbers if metadata.row_group(group).num_rows]
    row = max(unit.line, 1)
    for group in groups:
        rows, size = metadata.row_group(group).num_rows, _group_size(metadata, group)

        def load(group: int = group) -> Iterator[pa.RecordBatch]:
            file = pq.ParquetFile(source.file, metadata=metadata)
            return iter(file.iter_batches(BATCH, row_groups=[group], use_threads=False))

        if jobs > _FED_BY_ONE and rows <= _LARGE:
            yield TablePiece(load, source.path, row, size, keys)
            row += rows
            continue
        for batch in _readable(source.path, load):
            yield TablePiece(partial(iter, [batch]), source.path, row, size * batch.num_rows // rows, keys)
            row += batch.num_rows
    if not groups:
        yield TablePiece(partial(iter, _empty(file.schema_arrow)), source.path, row, 0, keys)


def _arrow_pieces(unit: Unit) -> Iterator[Piece]:
    source, keys = unit.source, unit.source.keys
    row = max(unit.line, 1)
    if not source.is_stream and _has_footer(source):
        file = _open_arrow(source)
        numbers = range(unit.start, file.num_record_batches if unit.stop is None else unit.stop)
        schema, load = file.schema, partial(map, file.get_batch, numbers)
    else:
        stream = _open_stream(source)
        schema, load = stream.schema, partial(iter, stream)
    any_rows = False
    for batch in _readable(source.path, load):
        # A batch as large as a whole file is still the work of several threads.
        for start in range(0, batch.num_rows, BATCH):
            part = batch.slice(start, BATCH)
            yield TablePiece(partial(iter, [part]), source.path, row, part.nbytes, keys)
            row += part.num_rows
            any_rows = True
    if not any_rows:
        yield TablePiece(partial(iter, _empty(schema)), source.path, row, 0, keys)


def _readable(path: str, load: Callable[[], Iterator[pa.RecordBatch]]) -> Iterator[pa.RecordBatch]:
    """What `load` gives, or `InputError` where the file is broken."""
    try:
        yield from load()
    except (pa.ArrowException, OSError) as error:
        raise _unreadable(path, error) from None


def _empty(schema: pa.Schema) -> list[pa.RecordBatch]:
    return [pa.RecordBatch.from_pylist([], schema=schema)]


def _open_parquet(source: Source) -> pq.ParquetFile:
    try:
        return pq.ParquetFile(source.file)
    except (pa.ArrowException, OSError) as error:
        raise _unreadable(source.path, error) from None


def _has_footer(source: Source) -> bool:
    """An Arrow file begins with its name; an Arrow stream does not."""
    with open(source.file, "rb") as file:
        return file.read(6) == b"ARROW1"


def _open_arrow(source: Source) -> pa.ipc.RecordBatchFileReader:
    try:
        return pa.ipc.open_file(pa.OSFile(source.file))
    except (pa.ArrowException, OSError) as error:
        raise _unreadable(source.path, error) from None


def _open_stream(source: Source) -> pa.ipc.RecordBatchStreamReader:
    try:
        return pa.ipc.open_stream(pa.PythonFile(source.open(), "r"))
    except (pa.ArrowException, OSError) as error:
        raise _unreadable(source.path, error) from None


def _unreadable(path: str, error: Exception) -> InputError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error).splitlines()[0]
    return InputError(f"{path}: {reason}")
