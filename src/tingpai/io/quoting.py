"""Where the records of a CSV end when quoted fields may hold line ends.

A quote that stands anywhere but around a whole field is a plain character. A quoted field that is never closed, or goes
on behind its closing quote, breaks its own line only: that line is blanked, the next ones are read as if it were not
there. Well-quoted text (nearly all there is) takes a vectorised way, the rest is matched record by record.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError

LONGEST_QUOTED = 1 << 20
"""A quoted field without an end within so many bytes has none."""
_NEWLINE, _QUOTE, _RETURN = b'\n"\r'


@dataclass(frozen=True, slots=True)
class Layout:
    """How records look: the delimiter of a text with quoted fields (None: every line is a record), and what takes the
    place of a broken record.
    """

    delimiter: bytes | None
    blank: bytes


@dataclass(slots=True)
class Records:
    """Whole records: their bytes, how much of the input they took, where each starts (None: not known yet), and the
    broken ones by number, with their text.
    """

    data: bytes
    used: int
    starts: NDArray[np.int64] | None = None
    broken: dict[int, bytes] = field(default_factory=dict)


def has_lone_return(record: bytes, layout: Layout) -> bool:
    """Whether a record has a CR that is neither quoted nor at its end: a CR alone ends no line."""
    if layout.delimiter is not None and b'"' in record:
        record = re.sub(rb'(?:\A|(?<=%b))"[^"]*+(?:""[^"]*+)*+"' % re.escape(layout.delimiter), b"", record)
    return re.search(rb"\r(?!\n|\Z)", record) is not None


def check_line_end(first: bytes, layout: Layout, path: str) -> None:
    """Refuse a text whose `first` record has a lone CR: all of its lines end so, and it has but one."""
    if has_lone_return(first, layout):
        raise InputError(f"{path}: a lone CR in the first record", expected="lines that end with LF or CRLF")


def whole_records(data: bytes, layout: Layout, final: bool) -> Records:
    """The whole records at the start of `data`; all of it when nothing follows (`final`)."""
    if layout.delimiter is None or b'"' not in data:
        used = len(data) if final else data.rfind(b"\n") + 1
        return Records(data[:used], used)
    array = np.frombuffer(data, np.uint8)
    quotes = np.flatnonzero(array == _QUOTE)
    open_at_end = len(quotes) % 2 == 1
    if not _well_quoted(array, quotes, layout.delimiter) or (final and open_at_end):
        return _match(data, layout, final)
    if final:
        return Records(data, len(data))
    used = data.rfind(b"\n") + 1
    while (before := int(np.searchsorted(quotes, used))) % 2:
        # That line end is quoted: its record began before the quote that is open there.
        used = data.rfind(b"\n", 0, int(quotes[before - 1])) + 1
    if open_at_end and len(data) - used > LONGEST_QUOTED:
        return _match(data, layout, final)
    return Records(data[:used], used)


def record_starts(data: bytes, layout: Layout) -> NDArray[np.int64]:
    """Where each record of well-quoted `data` starts."""
    array = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(array == _NEWLINE)
    if layout.delimiter is not None and b'"' in data:
        ends = ends[np.searchsorted(np.flatnonzero(array == _QUOTE), ends) % 2 == 0]
    starts = np.concatenate([np.zeros(1, np.int64), ends + 1])
    return starts[:-1] if starts[-1] == len(data) else starts


def _well_quoted(data: NDArray[np.uint8], quotes: NDArray[np.int64], delimiter: bytes) -> bool:
    """Whether every quote opens or closes a field or is half of a doubled one: then their number tells which."""
    edges = (delimiter[0], _NEWLINE, _QUOTE)
    opening, closing = quotes[0::2], quotes[1::2]
    before = data[opening - 1][opening > 0]
    after = data[np.minimum(closing + 1, len(data) - 1)][closing + 1 < len(data)]
    return bool(np.isin(before, edges).all() and np.isin(after, (*edges, _RETURN)).all())


def _match(data: bytes, layout: Layout, final: bool) -> Records:
    """`whole_records` record by record."""
    assert layout.delimiter is not None
    delimiter = re.escape(layout.delimiter)
    opened = rb'"[^"]*+(?:""[^"]*+)*+'
    some = rb'(?:%b"|[^"%b\n][^%b\n]*+|)' % (opened, delimiter, delimiter)
    record = re.compile(rb"%b(?:%b%b)*+\r?(?:\n|\Z)" % (some, delimiter, some))
    unclosed = re.compile(rb'(?:%b%b)*+%b"?\Z' % (some, delimiter, opened))
    pieces: list[bytes] = []
    broken: dict[int, bytes] = {}
    at = 0
    while at < len(data):
        match = record.match(data, at)
        if match is not None:
            if not final and not match[0].endswith(b"\n"):
                break
            pieces.append(match[0])
            at = match.end()
            continue
        if not final and len(data) - at <= LONGEST_QUOTED and unclosed.match(data, at):
            break
        stop = data.find(b"\n", at)
        if stop < 0 and not final:
            break
        stop = len(data) if stop < 0 else stop
        broken[len(pieces)] = data[at:stop]
        pieces.append(layout.blank + b"\n")
        at = stop + 1
    sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
    return Records(b"".join(pieces), min(at, len(data)), np.cumsum(sizes) - sizes, broken)
