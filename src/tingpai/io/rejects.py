"""Rows that cannot be read: what is kept of each, and the CSV file that lists them."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

HEADER = ("file", "line", "column", "message", "row")
_LONGEST = 1000


@dataclass(frozen=True, slots=True)
class Reject:
    """A row without an answer: its file, line (Parquet and Arrow: row) from 1, column, why, and what stood there."""

    file: str
    line: int
    column: str
    message: str
    row: str


def shorten(text: str) -> str:
    """A row's text as it is listed: at most a thousand characters, no line end, NUL and a lone CR written out."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}… ({len(text)} characters)"
    # The standard CSV writer does not quote what has a lone CR, and readers end a row there.
    return re.sub(r"\r(?!\n)", r"\\r", text.rstrip("\r\n").replace("\0", "\\0"))


def to_csv(rejects: Iterable[Reject]) -> str:
    """The lines of a rejects file."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerows((r.file, r.line, r.column, r.message, shorten(r.row)) for r in rejects)
    return text.getvalue()


def of_csv(text: str) -> Iterator[Reject]:
    """What a rejects file lists, rows as they are listed."""
    for row in csv.DictReader(io.StringIO(text, newline="")):
        yield Reject(row["file"], int(row["line"]), row["column"], row["message"], row["row"])
