"""What every reader hands on: batches of rows in order, the broken ones among them, and where each row stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pyarrow as pa

Located = list[tuple[int, str]]


@dataclass(slots=True)
class Rows:
    """A batch: `table` with one row for every row of the input, `broken` the rows that could not be read and why.

    `locate(rows)` gives line (Parquet and Arrow: row) from 1 and text of each of these rows; it is asked for rejects
    only. `carried` is what goes into the output beside the answers.
    """

    table: pa.Table
    locate: Callable[[Sequence[int]], Located]
    broken: dict[int, tuple[str, str]] = field(default_factory=dict)
    """Row to (column or empty, why)."""
    carried: pa.Table | None = None

    def output(self) -> pa.Table:
        return self.table if self.carried is None else self.carried


class Piece(Protocol):
    """A part of an input that any thread can read on its own."""

    @property
    def size(self) -> int:
        """Its share of the input's bytes, for the progress."""

    def rows(self) -> Iterator[Rows]:
        """Its rows, in bounded batches."""
