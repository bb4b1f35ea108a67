"""A text input as a stream of bytes: standard input or a file, unpacked, UTF-16 turned into UTF-8, the mark gone."""

from __future__ import annotations

from types import TracebackType
from typing import Any

import pyarrow as pa

from ..errors import InputError, first_line
from .encodings import mark
from .packed import Joined, Unpacked, packing
from .source import STDIN, Source


class ByteStream:
    """`read(n)` gives up to `n` bytes of text in an encoding that never uses the bytes of newline, comma and quote
    for anything else (UTF-8, GB18030). `offset` is where the next byte stands in the file; `seekable` is False for
    what cannot be entered in the middle: compressed text, UTF-16 and standard input.
    """

    def __init__(self, source: Source) -> None:
        self._source = source
        self.path = path = source.path
        self.seekable = False
        self.encoding: str | None = None
        """``"utf-8"`` where a mark told so; None while nothing is known."""
        try:
            self._raw = source.open()
            self._file: Any = self._raw
            head = self._file.read(4)
            compression = packing(head)
            if compression is not None:
                self._file = Unpacked(self._file, head, path)
                head = self._file.read(4)
        except OSError as error:
            raise _unreadable(path, error) from None
        encoding = mark(head)
        if encoding == "utf-16":
            self._file = pa.transcoding_input_stream(pa.PythonFile(Joined(head, self._file), "r"), "utf-16", "utf-8")
            self.encoding, self._head = "utf-8", b""
        else:
            self.seekable = compression is None and not source.is_stream
            self._head = head[3:] if encoding else head
            self.encoding = "utf-8" if encoding else None
        self.offset = 3 if encoding and self.seekable else 0

    def seek(self, offset: int) -> None:
        self._head = b""
        self._file.seek(offset)
        self.offset = offset

    def read(self, size: int) -> bytes:
        """The next `size` bytes, fewer only at the end."""
        self.peek(size)
        data, self._head = self._head[:size], self._head[size:]
        self.offset += len(data)
        return data

    def peek(self, size: int) -> bytes:
        """The next `size` bytes without taking them."""
        missing = size - len(self._head)
        if missing > 0:
            parts = [self._head]
            try:
                # A stream that unpacks may give fewer bytes than it is asked for.
                while missing > 0 and (data := self._file.read(missing)):
                    parts.append(data)
                    missing -= len(data)
                self._head = b"".join(filter(None, parts))
            except UnicodeDecodeError as error:
                raise InputError(f"{self.path}: no valid UTF-16 ({error.reason})") from None
            except OSError as error:
                raise _unreadable(self.path, error) from None
        return self._head[:size] if len(self._head) > size else self._head

    def position(self) -> int:
        """How many bytes of the file itself have been read."""
        return 0 if self._source.is_stream else self._raw.tell()

    def close(self) -> None:
        if self.path != STDIN:
            self._raw.close()

    def __enter__(self) -> ByteStream:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _unreadable(path: str, error: OSError) -> InputError:
    return InputError(f"{path}: {error.strerror or first_line(error)}")
