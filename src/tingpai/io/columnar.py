"""Parquet and Arrow as pieces: row groups and record batches that any thread can read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InputError, first_line
from ..views import plain
from .messages import Blocks, LookedAt
from .pages import Footer, check_group
from .rows import BATCH, Located, Piece, Rows, check_width
from .shared import check_shared, check_views
from .source import Source
from .unit import Reading, Unit

_LARGE = 1 << 21
"""A row group of more rows is decoded by the thread that reads: its answers would not fit beside others'."""
_FED_BY_ONE = 3
"""Decoding Parquet is a quarter of the work: so many threads are kept busy by one that does only that, in pieces of a
batch, which keeps them even. More threads decode themselves, a row group each."""


_UNREADABLE = (pa.ArrowException, OSError, MemoryError, OverflowError, UnicodeDecodeError)


@dataclass(slots=True)
class TablePiece:
    """Batches that start at row `row` (from 1) of an input. `load` is called in the thread that works on them."""

    load: Callable[[], Iterator[pa.RecordBatch]]
    row: int
    size: int
    keys: tuple[tuple[str, str | int | None], ...]

    def rows(self) -> Iterator[Rows]:
        row = self.row
        for batch in self.load():
            yield _rows(batch, row, self.keys)
            row += batch.num_rows


def _rows(batch: pa.RecordBatch, first: int, keys: tuple[tuple[str, str | int | None], ...]) -> Rows:
    table = pa.Table.from_batches([batch])
    for name, value in keys:
        if name not in table.column_names:
            table = table.append_column(name, pa.repeat(pa.scalar(value), table.num_rows))

    def locate(rows: Sequence[int]) -> Located:
        return [(first + row, ", ".join(_shown(column.slice(row, 1)) for column in batch.columns)) for row in rows]

    return Rows(table, locate)


def _shown(cell: pa.Array) -> str:
    try:
        return str(cell[0].as_py())
    except (ValueError, OverflowError):  # a time that Python has no value for
        return " ".join(cell.to_string(skip_new_lines=True).strip("[]").split())


def pieces(unit: Unit, reading: Reading, jobs: int) -> Iterator[Piece]:
    """The row groups or record batches of a unit for `jobs` threads; one empty piece at least."""
    return _parquet_pieces(unit, reading, jobs) if unit.source.format == "parquet" else _arrow_pieces(unit)


def units(source: Source, size: int) -> Iterator[Unit]:
    """Row groups of Parquet, batches of an Arrow file, put together into units of about `size` bytes."""
    if source.format == "arrow" and not _has_footer(source):
        yield Unit(source)
        return
    if source.format == "parquet":
        _, footer = _open_parquet(source)
        parts = [(group.size, group.rows) for group in footer.groups()]
    else:
        _, blocks = _open_arrow(source)
        parts = [(batch.unpacked, batch.rows) for batch in blocks.batches(range(len(blocks)))]
    start, line, held, passed = 0, 1, 0, 0
    for index, (more, count) in enumerate(parts, 1):
        held, passed = held + more, passed + count
        if held >= size and index < len(parts):
            yield Unit(source, start, index, line)
            start, line, held = index, 1 + passed, 0
    yield Unit(source, start, len(parts), line)


def _parquet_pieces(unit: Unit, reading: Reading, jobs: int) -> Iterator[Piece]:
    if unit.source.is_stream:
        raise InputError("Parquet cannot be read from a pipe", expected="a file, or --format arrow")
    source, keys = unit.source, unit.source.keys
    file, footer = _open_parquet(source)
    names = [name for name in file.schema_arrow.names if reading.fields is None or name in reading.fields]
    row, any_rows = max(unit.line, 1), False
    for number in range(unit.start, len(footer) if unit.stop is None else unit.stop):
        group = footer.group(number)
        if not group.rows:
            continue
        any_rows = True
        check_group(source.file, file.schema, group, number)
        load = partial(_row_group, source, file.metadata, number, group.rows, names)
        if jobs > _FED_BY_ONE and group.rows <= _LARGE:
            yield TablePiece(partial(_readable, source, load), row, group.size, keys)
            row += group.rows
            continue
        for batch in _readable(source, load):
            size = group.size * batch.num_rows // group.rows
            yield TablePiece(partial(iter, [batch]), row, size, keys)
            row += batch.num_rows
    if not any_rows:
        yield TablePiece(partial(iter, _empty(file.schema_arrow)), row, 0, keys)


def _row_group(
    source: Source, metadata: pq.FileMetaData, number: int, rows: int, names: list[str]
) -> Iterator[pa.RecordBatch]:
    """The columns `names` of a row group, which must have all its rows: Arrow takes fewer for the end."""
    found = 0
    file = pq.ParquetFile(source.file, metadata=metadata)
    for batch in file.iter_batches(BATCH, row_groups=[number], columns=names, use_threads=False):
        yield batch
        found += batch.num_rows
    if found != rows:
        raise InputError(f"{source.path}: row group {number + 1} holds {found:,} rows", expected=f"{rows:,}")


def _arrow_pieces(unit: Unit) -> Iterator[Piece]:
    source, keys = unit.source, unit.source.keys
    row = max(unit.line, 1)
    if not source.is_stream and _has_footer(source):
        file, blocks = _open_arrow(source)
        numbers = range(unit.start, len(blocks) if unit.stop is None else unit.stop)
        schema, load = file.schema, partial(_arrow_batches, file, blocks, numbers)
    else:
        stream = _open_stream(source)
        schema, load = stream.schema, partial(iter, stream)
    any_rows = False
    for part in _readable(source, load):
        yield TablePiece(
            partial(iter, [part]), row, pa.ipc.get_record_batch_size(part), keys
        )  # `nbytes` reads the offsets of no values
        row += part.num_rows
        any_rows = True
    if not any_rows:
        yield TablePiece(partial(iter, _empty(schema)), row, 0, keys)


def _arrow_batches(file: pa.ipc.RecordBatchFileReader, blocks: Blocks, numbers: range) -> Iterator[pa.RecordBatch]:
    for number, _ in zip(numbers, blocks.batches(numbers), strict=True):
        yield file.get_batch(number)


def _readable(source: Source, load: Callable[[], Iterator[pa.RecordBatch]]) -> Iterator[pa.RecordBatch]:
    """What `load` gives, in parts of at most `BATCH` rows: a batch as large as a whole file is the work of several
    threads. `InputError` where the file is broken.
    """
    try:
        for batch in load():
            check_views(source.path, batch)
            # Arrow believes what a file says of its offsets, and text to be UTF-8, until it is asked.
            batch.validate(full=True)
            for start in range(0, batch.num_rows, BATCH):
                part = batch.slice(start, BATCH)
                check_shared(source.path, part)
                yield _without_views(part)
    except _UNREADABLE as error:
        raise _unreadable(source, error) from None


def _check_columns(path: str, schema: pa.Schema) -> None:
    check_width(sum(_leaves(field.type) for field in schema), path)
    if len(set(schema.names)) < len(schema):
        name, _ = Counter(schema.names).most_common(1)[0]
        raise InputError(f"{path} has two columns {name!r}", expected="columns of different names")


def _leaves(type: pa.DataType) -> int:
    """The columns within a type; `UnicodeDecodeError` where the name of one is no text."""
    fields = [type.field(index) for index in range(type.num_fields)]
    return sum(_leaves(field.type) for field in fields if field.name is not None) or 1


def _empty(schema: pa.Schema) -> list[pa.RecordBatch]:
    return [_without_views(pa.record_batch([pa.nulls(0, field.type) for field in schema], schema=schema))]


def _without_views(batch: pa.RecordBatch) -> pa.RecordBatch:
    for index, field in enumerate(batch.schema):
        column = plain(batch.column(index))
        if column.type != field.type:
            batch = batch.set_column(index, field.with_type(column.type), column)
    return batch


def _open_parquet(source: Source) -> tuple[pq.ParquetFile, Footer]:
    try:
        file = pq.ParquetFile(source.file)
        _check_columns(source.path, file.schema_arrow)
    except _UNREADABLE as error:
        raise _unreadable(source, error) from None
    check_width(len(file.schema), source.path)
    return file, Footer(source.file)


def _has_footer(source: Source) -> bool:
    """An Arrow file begins with its name; an Arrow stream does not."""
    with open(source.file, "rb") as file:
        return file.read(6) == b"ARROW1"


def _open_arrow(source: Source) -> tuple[pa.ipc.RecordBatchFileReader, Blocks]:
    try:
        file = pa.OSFile(source.file)
        reader = pa.ipc.open_file(file)
        _check_columns(source.path, reader.schema)
    except _UNREADABLE as error:
        raise _unreadable(source, error) from None
    return reader, Blocks(source.path, file)


def _open_stream(source: Source) -> pa.ipc.RecordBatchStreamReader:
    try:
        stream = pa.ipc.open_stream(pa.PythonFile(LookedAt(source.path, source.open()), "r"))
        _check_columns(source.path, stream.schema)
    except _UNREADABLE as error:
        raise _unreadable(source, error) from None
    return stream


def _unreadable(source: Source, error: Exception) -> InputError:
    if isinstance(error, OSError) and error.strerror:
        return InputError(f"{source.path}: {error.strerror}")
    reason = first_line(error)
    if isinstance(error, MemoryError) or not reason:
        return InputError(f"{source.path}: more than the memory can hold")
    return InputError(f"{source.path}: not a whole {source.format.capitalize()} file: {reason}")
