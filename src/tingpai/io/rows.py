"""What every reader hands on: batches of rows in order, the broken ones among them, and where each row stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Protocol

import pyarrow as pa

from ..errors import InputError

Located = list[tuple[int, str]]
BATCH = 1 << 16
"""The most rows that are worked on at a time."""
WIDEST = 10_000
"""The most columns, those within others counted, of an input."""


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

    def slice(self, start: int, length: int) -> Rows:
        """The rows from `start`, at most `length` of them."""

        def locate(rows: Sequence[int]) -> Located:
            return self.locate([start + row for row in rows])

        broken = {row - start: why for row, why in self.broken.items() if start <= row < start + length}
        carried = None if self.carried is None else self.carried.slice(start, length)
        return Rows(self.table.slice(start, length), locate, broken, carried)

    def parts(self) -> Iterator[Rows]:
        """These rows in equal parts of no more than `BATCH`; one part at least."""
        rows = self.table.num_rows
        parts = max(-(-rows // BATCH), 1)
        for part in range(parts):
            start, stop = rows * part // parts, rows * (part + 1) // parts
            yield self.slice(start, stop - start)


def check_width(columns: int, path: str) -> None:
    """Refuse a table too wide to be worked on in bounded memory."""
    if columns > WIDEST:
        raise InputError(f"{path} has {columns:,} columns", expected=f"at most {WIDEST:,}")


class Piece(Protocol):
    """A part of an input that any thread can read on its own."""

    @property
    def size(self) -> int:
        """Its share of the input's bytes, for the progress."""

    def rows(self) -> Iterator[Rows]:
        """Its rows, in bounded batches."""
