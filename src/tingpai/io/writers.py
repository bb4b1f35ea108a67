"""Outputs: every format turns tables into bytes in any thread (`encode`) and puts those behind each other in order."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, BinaryIO

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from ..errors import InputError
from . import jsontext
from .jsonl import LINE
from .parquet import ParquetJoiner
from .parquet import encode as encode_parquet
from .source import COMPRESSIONS, FORMATS, compression_of, format_of

CODEC = "zstd"
"""Compression of Parquet output."""


@dataclass(frozen=True, slots=True)
class Target:
    """What is written: a format and, for text, how it is packed."""

    format: str
    compression: str | None = None

    @classmethod
    def of(cls, path: str, format: str | None = None, *, folders: bool = False) -> Target:
        """What a name's ending asks for, or `format`; with `folders` one is known as well. Raises `InputError`."""
        known = format or format_of(path)
        if known is None or known == "txt":
            endings = " ".join(ending for ending, name in FORMATS.items() if name != "txt")
            expected = f"{endings} or a folder/" if folders else endings
            raise InputError(f"cannot tell what to write from the name {path}", expected=expected)
        compression = compression_of(path)
        if compression is not None and known in ("parquet", "arrow"):
            raise InputError(f"{path}: {known} is not packed as a whole", expected=f".{known}")
        return cls(known, compression)

    @property
    def ending(self) -> str:
        """A file name's ending, without the leading dot."""
        packed = next((ending for ending, name in COMPRESSIONS.items() if name == self.compression), "")
        return self.format + packed


class Writer(ABC):
    """Writes tables of one schema to a binary file."""

    def __init__(self, file: BinaryIO, target: Target) -> None:
        self.file = file
        self.target = target

    @staticmethod
    @abstractmethod
    def encode(table: pa.Table, target: Target) -> Any:
        """A table as `append` takes it. Any thread."""

    @abstractmethod
    def begin(self, schema: pa.Schema) -> None:
        """Write what stands before the first row."""

    @abstractmethod
    def append(self, encoded: Any) -> None:
        """Write what `encode` gave."""

    @abstractmethod
    def finish(self) -> None:
        """Write what stands behind the last row."""


class _Bytes(Writer):
    """Formats that are made by putting pieces behind each other; packed ones are too."""

    def append(self, encoded: pa.Buffer | bytes) -> None:
        self.file.write(encoded)

    def finish(self) -> None:
        pass


class DelimitedWriter(_Bytes):
    """CSV or TSV. Lists of text are joined with spaces, other nested values are JSON."""

    def begin(self, schema: pa.Schema) -> None:
        header = pa.table({name: [name] for name in schema.names}) if schema.names else pa.table({})
        self.file.write(self.encode(header, self.target))

    @staticmethod
    def encode(table: pa.Table, target: Target) -> pa.Buffer:
        flat = pa.table([_flat(jsontext.one_array(column)) for column in table.columns], names=table.column_names)
        delimiter = "\t" if target.format == "tsv" else ","
        # Arrow quotes all text or none; most tables need none.
        for style in ("none", "needed"):
            sink = pa.BufferOutputStream()
            try:
                options = pa.csv.WriteOptions(include_header=False, delimiter=delimiter, quoting_style=style)
                pa.csv.write_csv(flat, sink, options)
                break
            except pa.ArrowInvalid:
                if style == "needed":
                    raise
        return _packed(sink.getvalue(), target)


class JsonlWriter(_Bytes):
    """JSON lines."""

    def begin(self, schema: pa.Schema) -> None:
        pass

    @staticmethod
    def encode(table: pa.Table, target: Target) -> pa.Buffer:
        lines = None
        if LINE in table.column_names:
            lines = jsontext.one_array(table[LINE])
            table = table.drop_columns([LINE])
        rows = pc.binary_join_element_wise(jsontext.objects(table, lines), "", "\n")
        # The values of a string array lie behind each other: that is the text.
        offsets = rows.buffers()[1]
        size = memoryview(offsets).cast("i")[rows.offset + len(rows)] if len(rows) else 0
        return _packed(rows.buffers()[2].slice(0, size) if size else pa.py_buffer(b""), target)


class ArrowWriter(Writer):
    """An Arrow file."""

    def begin(self, schema: pa.Schema) -> None:
        self._ipc = self._open(schema)

    def _open(self, schema: pa.Schema) -> pa.RecordBatchFileWriter:
        return pa.ipc.new_file(pa.PythonFile(self.file, "w"), schema)

    @staticmethod
    def encode(table: pa.Table, target: Target) -> pa.Table:
        return table.combine_chunks()

    def append(self, encoded: pa.Table) -> None:
        self._ipc.write_table(encoded)

    def finish(self) -> None:
        self._ipc.close()


class ArrowStreamWriter(ArrowWriter):
    """An Arrow stream, for pipes."""

    def _open(self, schema: pa.Schema) -> pa.RecordBatchStreamWriter:
        return pa.ipc.new_stream(pa.PythonFile(self.file, "w"), schema)

    def append(self, encoded: pa.Table) -> None:
        super().append(encoded)
        self.file.flush()


class ParquetWriter(Writer):
    """Parquet, a row group a table."""

    def begin(self, schema: pa.Schema) -> None:
        self._joiner = ParquetJoiner(self.file)
        self._joiner.append(self.encode(schema.empty_table(), self.target))

    @staticmethod
    def encode(table: pa.Table, target: Target) -> pa.Buffer:
        return encode_parquet(table, CODEC)

    def append(self, encoded: pa.Buffer) -> None:
        self._joiner.append(encoded)

    def finish(self) -> None:
        self._joiner.finish()


WRITERS: dict[str, type[Writer]] = {
    "csv": DelimitedWriter,
    "tsv": DelimitedWriter,
    "jsonl": JsonlWriter,
    "arrow": ArrowWriter,
    "parquet": ParquetWriter,
}


def writer_of(target: Target, stream: bool = False) -> type[Writer]:
    """The writer of a format; Arrow has another one for a `stream` than for a file."""
    return ArrowStreamWriter if stream and target.format == "arrow" else WRITERS[target.format]


def _packed(data: pa.Buffer, target: Target) -> pa.Buffer | bytes:
    """Packed on its own: gzip members and zstd frames behind each other are one whole."""
    return pa.compress(data, codec=target.compression, asbytes=True) if target.compression and len(data) else data


def _flat(column: pa.Array) -> pa.Array:
    if pa.types.is_run_end_encoded(column.type):
        column = pa.array(column.to_pylist(), column.type.value_type)  # Arrow decodes runs of few types
    if not pa.types.is_nested(column.type):
        return column
    if pa.types.is_list(column.type) and pa.types.is_string(column.type.value_type):
        return pc.binary_join(column, " ")
    return pc.if_else(column.is_valid(), jsontext.column_text(column), None)
