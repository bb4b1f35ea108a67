"""CSV and TSV: every column as the text that it is, so that nothing is changed on the way through."""

from __future__ import annotations

import csv
import re
from collections import Counter

import numpy as np
import pyarrow as pa
import pyarrow.csv

from ..errors import InputError, TingpaiError
from ..notation import parse_hand
from .hands import COUNT_COLUMNS, HAND_COLUMNS
from .quoting import Layout, check_line_end, record_starts
from .records import Chunk
from .rows import Rows, check_width


class DelimitedFormat:
    """A CSV or TSV whose first record is its header, or that has none.

    It has none when its first record has 34 counts, or a cell that can be read as a hand; the columns are then the
    34 counts, or are numbered ``column1``, ``column2`` … with the first such cell's column called ``hand``. Blank
    lines are no rows, except in a file of one column, where they are empty cells. A record with too many or too few
    fields is a broken row.
    """

    def __init__(self, path: str, head: bytes, encoding: str, delimiter: str, hand_column: str | None = None) -> None:
        self.delimiter = delimiter
        leading = re.match(rb"(?:\r?\n)*", head)
        assert leading is not None
        start = leading.end()
        probe = head[start:]
        layout = Layout(delimiter.encode(), b"")
        starts = record_starts(probe, layout)
        first = probe[: int(starts[1])] if len(starts) > 1 else probe
        if not first.strip():
            raise InputError(f"{path} is empty", expected="a header or a row")
        check_line_end(first, layout, path)
        try:
            cells = next(csv.reader([first.decode(encoding, "replace")], delimiter=delimiter))
        except csv.Error as error:
            raise InputError(f"{path}: the first record is neither a header nor a row ({error})") from None
        names = None if hand_column in cells else _names_without_header(cells)
        self.names = cells if names is None else names
        self.header = head[: start + len(first)] if names is None else head[:start]
        check_width(len(self.names), path)
        repeated, copies = Counter(self.names).most_common(1)[0]
        if copies > 1:
            raise InputError(f"{path} has two columns {repeated!r}", expected="a header of different names")
        blank = delimiter * (len(self.names) - 1) or '""'
        self.layout = Layout(delimiter.encode(), blank.encode())
        self._only = len(self.names) == 1

    def rows(self, chunk: Chunk) -> Rows:
        chunk.to_utf8()
        chunk.break_lone_returns()  # Arrow would end a row there
        data = chunk.data
        if re.fullmatch(rb"[\r\n]*+", data) and not (self._only and data):
            return Rows(pa.table({name: pa.array([], pa.string()) for name in self.names}), chunk.locate)
        ragged: dict[int, tuple[str, str]] = {}

        def keep(row: pyarrow.csv.InvalidRow) -> str:
            ragged[row.number - 1] = ("", f"{row.actual_columns} fields (expected {row.expected_columns})")
            return "skip"

        table = pa.csv.read_csv(
            pa.BufferReader(data),
            pa.csv.ReadOptions(use_threads=False, block_size=len(data) + 1, column_names=self.names),
            pa.csv.ParseOptions(
                delimiter=self.delimiter,
                newlines_in_values=True,
                ignore_empty_lines=not self._only,
                invalid_row_handler=keep,
            ),
            pa.csv.ConvertOptions(
                column_types=dict.fromkeys(self.names, pa.string()), strings_can_be_null=False, check_utf8=False
            ),
        )
        broken = dict(ragged)
        if chunk.broken:
            places = np.searchsorted(self._filled(chunk), list(chunk.broken))
            broken |= {int(row): ("", why) for row, (why, _) in zip(places, chunk.broken.values(), strict=True)}
        if broken:
            table = _with_nulls(table, list(ragged), list(broken))
        return Rows(table, lambda rows: chunk.locate(self._filled(chunk)[list(rows)].tolist()), broken)

    def _filled(self, chunk: Chunk) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
        """The record of each row."""
        return np.arange(len(chunk.starts())) if self._only else chunk.filled()


def _names_without_header(cells: list[str]) -> list[str] | None:
    """The columns' names where the first record is a row; None where it is the header."""
    if set(cells) & set(HAND_COLUMNS) or set(COUNT_COLUMNS) <= set(cells):
        return None
    if len(cells) == len(COUNT_COLUMNS) and all(cell.strip().isdecimal() for cell in cells):
        return list(COUNT_COLUMNS)
    hand = next((index for index, cell in enumerate(cells) if _is_hand(cell)), None)
    if hand is None:
        return None
    names = [f"column{number}" for number in range(1, len(cells) + 1)]
    names[hand] = HAND_COLUMNS[0]
    return names


def _is_hand(cell: str) -> bool:
    try:
        parse_hand(cell)
    except TingpaiError:
        return False
    return True


def _with_nulls(table: pa.Table, missing: list[int], broken: list[int]) -> pa.Table:
    """`table` with rows of nulls, put in where the `missing` ones will stand, and in the place of all `broken` ones."""
    size = table.num_rows + len(missing)
    present, null = np.ones(size, np.bool_), np.zeros(size, np.bool_)
    present[missing] = False
    null[broken] = True
    if null.all():
        return pa.table([pa.nulls(size, field.type) for field in table.schema], schema=table.schema)
    return table.take(pa.array(np.maximum(np.cumsum(present) - 1, 0), mask=null))
