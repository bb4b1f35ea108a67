"""A unit: a part of one input that can be read again on its own, and becomes one part of a folder output."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .source import Source

if TYPE_CHECKING:
    import pyarrow as pa


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
    Parquet (`fields`; None: all). `types` are those of fields whose first JSON lines may say nothing.
    """

    hand_column: str | None = None
    keep_lines: bool = False
    fields: frozenset[str] | None = None
    types: Mapping[str, pa.DataType] = field(default_factory=dict, hash=False)
