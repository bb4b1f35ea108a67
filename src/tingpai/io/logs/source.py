"""A log file as bytes, lines or JSON values: decompressed, never more than one record of it in memory."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from ...errors import InputError
from ..packed import Unpacked, packing

HEAD = 1 << 16  # bytes that tell the format
RECORD = 32 << 20  # bytes of one line or document; a real game has less than one million
_TOO_LARGE = f"at most {RECORD >> 20} MiB a record"


@contextmanager
def open_log(path: Path) -> Iterator[IO[bytes]]:
    """The file's bytes with gzip and Zstandard undone, told by content: Tenhou's ``.mjlog`` files are gzip.

    Every failure to read, now and while the stream is in use, is an `InputError`.
    """
    try:
        with path.open("rb") as raw, _decompressed(raw) as plain:
            yield plain
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}") from None


@contextmanager
def _decompressed(raw: IO[bytes]) -> Iterator[IO[bytes]]:
    head = raw.read(4)
    if packing(head) is None:
        raw.seek(0)
        yield raw
        return
    with io.BufferedReader(Unpacked(raw, head), HEAD) as plain:
        yield plain


def whole(stream: IO[bytes]) -> bytes:
    """All that is left of the stream; refused when it is no record of sane size."""
    data = stream.read(RECORD + 1)
    if len(data) > RECORD:
        raise InputError("the log is too large", expected=_TOO_LARGE)
    return data


def lines(stream: IO[bytes]) -> Iterator[bytes]:
    """The lines without their ends; refused when one is no line of sane length."""
    while line := stream.readline(RECORD + 1):
        if len(line) > RECORD:
            raise InputError("a line is too long", expected=_TOO_LARGE)
        yield line.rstrip(b"\r\n")


def documents(stream: IO[bytes]) -> Iterator[tuple[int, Any]]:
    """The JSON values of the stream and the line each begins in: one a line, or one document over many lines.

    A line that is no JSON gives its `InputError` in the value's place, so that the lines after it can go on.
    """
    rest = lines(stream)
    first = next(rest, b"")
    value = _loads(first)
    if not isinstance(value, InputError):
        yield 1, value
        yield from _values(rest, 2)
        return
    second = next(rest, b"")
    if not isinstance(_loads(second), InputError):  # lines, the first of them broken
        yield 1, value
        yield 2, _loads(second)
        yield from _values(rest, 3)
        return
    document = _loads(b"\n".join((first, second, whole(stream))))
    if isinstance(document, InputError):
        raise document
    yield 1, document


def _values(rest: Iterator[bytes], number: int) -> Iterator[tuple[int, Any]]:
    for line, text in enumerate(rest, number):
        if text.strip():
            yield line, _loads(text)


def _loads(data: bytes) -> Any:
    try:
        return json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return InputError("not UTF-8 text")
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, character {error.colno}" if error.lineno > 1 else f"character {error.colno}"
        return InputError(f"not JSON: {error.msg} at {place}")
    except (ValueError, RecursionError) as error:  # absurd numbers, absurd nesting
        return InputError(f"not JSON that can be read: {error}")
