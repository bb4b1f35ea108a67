"""A unit: a part of one input that can be read again on its own, and becomes one part of a folder output."""

from __future__ import annotations

from dataclasses import dataclass

from .source import Source


@dataclass(frozen=True, slots=True)
class Unit:
    """From `start` up to `stop` (None: the end) of one input: bytes of text, row groups of Parquet, batches of Arrow.

    `line` is the line (Parquet and Arrow: the row) that it starts with, from 1; 0 stands for the start of a text,
    header and all. `encoding` is what is known of a text's encoding by then.
    """

    source: Source
    start: int = 0
    stop: int | None = None
    line: int = 0
    encoding: str | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """How inputs are read: the hands' column, whether JSON lines go through whole, and what is read of those and of
    Parquet (`fields`; None: all).
    """

    hand_column: str | None = None
    keep_lines: bool = False
    fields: frozenset[str] | None = None
