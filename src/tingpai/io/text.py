"""Text, CSV, TSV and JSON lines as pieces: chunks of whole records that any thread can parse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from ..errors import InputError
from . import encodings
from .delimited import DelimitedFormat
from .jsonl import JsonlFormat
from .quoting import Layout
from .records import Chunk, chunks
from .rows import Piece, Rows
from .source import Source
from .stream import ByteStream
from .txt import TxtFormat
from .unit import Reading, Unit

_HEAD = 1 << 20
"""Bytes that a format is made out from."""


class Format(Protocol):
    """What one kind of text does with a chunk. `header` is what stands before the first record."""

    @property
    def layout(self) -> Layout: ...

    @property
    def header(self) -> bytes: ...

    def rows(self, chunk: Chunk) -> Rows: ...


@dataclass(slots=True)
class TextPiece:
    chunk: Chunk
    format: Format
    size: int

    def rows(self) -> Iterator[Rows]:
        yield self.format.rows(self.chunk)


def pieces(unit: Unit, reading: Reading) -> Iterator[Piece]:
    """The records of a unit; one empty piece at least, so that an input without rows still has its columns."""
    with ByteStream(unit.source) as stream:
        format, line = _open(stream, unit, reading)
        chunk = Chunk(b"", line, stream.offset, "utf-8", format.layout)
        before = stream.position()
        for chunk in chunks(stream, format.layout, line=line, stop=unit.stop):
            position = stream.position()
            yield TextPiece(chunk, format, position - before)
            before = position
        if not chunk.data:
            yield TextPiece(chunk, format, 0)


def units(source: Source, reading: Reading, size: int) -> Iterator[Unit]:
    """A text cut at ends of records into units of about `size` bytes; what cannot be entered in the middle is one."""
    with ByteStream(source) as stream:
        whole = Unit(source)
        if not stream.seekable:
            yield whole
            return
        format, line = _open(stream, whole, reading)
        unit = Unit(source, encoding=stream.encoding)
        for chunk in chunks(stream, format.layout, line=line):
            line += chunk.data.count(b"\n")
            if chunk.end - unit.start >= size:
                yield Unit(source, unit.start, chunk.end, unit.line, unit.encoding)
                unit = Unit(source, chunk.end, None, line, stream.encoding)
        if unit.start == 0 or unit.start < source.size:
            yield unit


def _open(stream: ByteStream, unit: Unit, reading: Reading) -> tuple[Format, int]:
    """The format, and the line of the first record: the stream then stands before it."""
    head = stream.peek(_HEAD)
    # Only whole lines tell the encoding: the last one may end in the middle of a character.
    whole = (head[: head.rfind(b"\n") + 1] or head) if len(head) == _HEAD else head
    if stream.encoding is None and not whole.isascii():
        stream.encoding = encodings.detect(whole)
    if len(head) == _HEAD and b"\n" not in head and unit.source.format != "txt":
        wanted = "one JSON object a line" if unit.source.format == "jsonl" else "a header or a row"
        raise InputError(f"{unit.source.path}: the first line is longer than {_HEAD:,} bytes", expected=wanted)
    format = _format(unit.source, whole, stream.encoding or "utf-8", reading)
    if unit.line:
        stream.seek(unit.start)
        stream.encoding = unit.encoding
        return format, unit.line
    stream.read(len(format.header))
    return format, 1 + format.header.count(b"\n")


def _format(source: Source, head: bytes, encoding: str, reading: Reading) -> Format:
    if source.format == "txt":
        return TxtFormat(source.path, head)
    if source.format == "jsonl":
        text = head.decode(encoding, "replace").encode()
        return JsonlFormat(source.path, text, reading.keep_lines, reading.fields, reading.types)
    delimiter = "," if source.format == "csv" else "\t"
    return DelimitedFormat(source.path, head, encoding, delimiter, reading.hand_column)
