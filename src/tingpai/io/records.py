"""A stream of bytes cut into chunks of whole records, each with the line that it begins on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from . import encodings
from .quoting import Layout, has_lone_return, record_starts, whole_records
from .rows import Located
from .stream import ByteStream

CHUNK = 2 << 20
"""Bytes read at a time: about the size of a chunk."""
LONGEST_RECORD = 16 << 20
"""A longer line is not kept."""
_KEPT = 4096
_NEWLINE, _RETURN = b"\n\r"


@dataclass(slots=True)
class Chunk:
    """Whole records. `line` is the line of the first (from 1), `end` the offset in the file behind the last.

    `broken` has the records that a blank stands for: why, and their text.
    """

    data: bytes
    line: int
    end: int
    encoding: str
    layout: Layout
    broken: dict[int, tuple[str, str]] = field(default_factory=dict)
    known_starts: NDArray[np.int64] | None = None

    def starts(self) -> NDArray[np.int64]:
        """Where each record starts in `data`."""
        return self.known_starts if self.known_starts is not None else record_starts(self.data, self.layout)

    def lines(self) -> NDArray[np.int64]:
        """The line in the file that each record begins on."""
        newlines = np.flatnonzero(np.frombuffer(self.data, np.uint8) == _NEWLINE)
        return self.line + np.searchsorted(newlines, self.starts())

    def filled(self) -> NDArray[np.int64]:
        """The records that are no blank lines."""
        starts = self.starts()
        sizes = np.diff(np.append(starts, len(self.data)))
        first = np.frombuffer(self.data, np.uint8)[starts]
        return np.flatnonzero(~((first == _NEWLINE) | ((first == _RETURN) & (sizes <= 2))))

    def without_blanks(self, filled: NDArray[np.int64]) -> bytes:
        """The data of the records that are `filled` alone."""
        starts = self.starts()
        kept = np.zeros(len(starts), np.bool_)
        kept[filled] = True
        sizes = np.diff(np.append(starts, len(self.data)))
        return np.frombuffer(self.data, np.uint8)[np.repeat(kept, sizes)].tobytes()

    def locate(self, records: Iterable[int]) -> Located:
        """The line and the text of each of these records."""
        records = list(records)
        starts, lines = np.append(self.starts(), len(self.data)), self.lines()
        return [
            (
                int(lines[index]),
                self.broken[index][1] if index in self.broken else _shown(self.data[starts[index] : starts[index + 1]]),
            )
            for index in records
        ]

    def records(self) -> list[bytes]:
        starts = self.starts()
        return [self.data[a:b] for a, b in zip(starts, np.append(starts[1:], len(self.data)), strict=True)]

    def to_utf8(self) -> None:
        """Turn `data` into UTF-8; records that are not valid in their encoding become broken ones."""
        if self.data.isascii() or (self.encoding == "utf-8" and encodings.is_utf8(self.data)):
            return
        records = self.records()
        for index, record in enumerate(records):
            try:
                records[index] = record.decode(self.encoding).encode()
            except UnicodeDecodeError as error:
                why = f"no valid {self.encoding.upper()} at byte {error.start + 1} of the row"
                self._break(records, index, why)
        self.data, self.known_starts, self.encoding = b"".join(records), _offsets(records), "utf-8"

    def break_lone_returns(self) -> None:
        """Records with a CR that is neither quoted nor part of a line's end become broken ones."""
        if b"\r" not in self.data:
            return
        data = np.frombuffer(self.data, np.uint8)
        returns = np.flatnonzero(data[:-1] == _RETURN)
        lone = returns[data[returns + 1] != _NEWLINE]
        if not len(lone):
            return
        records = self.records()
        for index in np.unique(np.searchsorted(self.starts(), lone, "right") - 1).tolist():
            if has_lone_return(records[index], self.layout):
                why = "a lone CR (expected lines that end with LF or CRLF)"
                self._break(records, index, why)
        self.data, self.known_starts = b"".join(records), _offsets(records)

    def _break(self, records: list[bytes], index: int, why: str) -> None:
        """A blank takes the place of one of the `records`."""
        self.broken[index] = (why, _shown(records[index], self.encoding))
        records[index] = _blank(self.layout, records[index].count(b"\n"))


def chunks(
    stream: ByteStream, layout: Layout, *, line: int = 1, stop: int | None = None, size: int = CHUNK
) -> Iterator[Chunk]:
    """Every record from where the stream stands (up to the offset `stop`), in chunks of about `size` bytes.

    The encoding is settled at the first bytes beyond ASCII, for the rest of the stream, in `stream.encoding`.
    """

    def read(wanted: int) -> bytes:
        return stream.read(wanted if stop is None else min(wanted, stop - stream.offset))

    rest = b""
    while True:
        # Reading at least as much again as is left over keeps a very long record linear.
        block = read(max(size, len(rest)))
        data = rest + block if rest else block
        records = whole_records(data, layout, final=not block)
        rest = data[records.used :]
        if records.used:
            if stream.encoding is None and not records.data.isascii():
                stream.encoding = encodings.detect(records.data)
            encoding = stream.encoding or "utf-8"
            why = "a quote that is never closed, or closes in the middle of a field"
            broken = {index: (why, _shown(text, encoding)) for index, text in records.broken.items()}
            end = stream.offset - len(rest)
            yield Chunk(records.data, line, end, encoding, layout, broken, records.starts)
            line += int(np.count_nonzero(np.frombuffer(data, np.uint8, records.used) == _NEWLINE))
        elif len(rest) > LONGEST_RECORD:
            length, text = len(rest), _shown(rest, stream.encoding or "utf-8")
            rest, found = b"", 0
            while not found and (block := read(size)):
                found = block.find(b"\n") + 1
                length += found or len(block)
                rest = block[found:] if found else b""
            why = f"too many tiles: a line of {length:,} bytes (expected at most {LONGEST_RECORD:,})"
            yield Chunk(_blank(layout, 1), line, stream.offset - len(rest), "utf-8", layout, {0: (why, text)})
            line += 1
        if not block:
            return


def text_lines(data: bytes) -> pa.StringArray:
    """Each line of UTF-8 text, its end included; the bytes are viewed where they lie."""
    starts = record_starts(data, Layout(None, b""))
    offsets = np.append(starts, len(data)).astype(np.int32)
    return pa.StringArray.from_buffers(len(starts), pa.py_buffer(offsets), pa.py_buffer(data))


def _offsets(records: list[bytes]) -> NDArray[np.int64]:
    sizes = np.fromiter(map(len, records), np.int64, len(records))
    return np.cumsum(sizes) - sizes


def _blank(layout: Layout, line_ends: int) -> bytes:
    """A blank record with as many line ends as the one it stands for: the lines behind it keep their numbers."""
    if line_ends <= 1:
        return layout.blank + b"\n" * line_ends
    return layout.blank + b'"' + b"\n" * (line_ends - 1) + b'"\n'


def _shown(text: bytes, encoding: str = "utf-8") -> str:
    return text[:_KEPT].decode(encoding, "replace")
