"""Rows of cells below each other, folded within their columns where a terminal is narrow."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import Console

_INDENT = _GAP = 2

# What is never divided: glyphs and the name behind them, a short parenthesis, a Chinese character, a word.
_PIECE = re.compile(
    r"[\U0001f000-\U0001f021]+ \S+\s*|\([^()]{,30}\)\S*\s*|[（“]*(?:[一-龥]|[^\s一-龥（“]+)[，。：；、）”]*\s*"
)


def print_columns(out: Console, rows: Iterable[Sequence[Text]]) -> None:
    """Print rows as indented lines; of what is too wide for a terminal the widest columns fold."""
    table = list(rows)
    columns = list(zip_longest(*table, fillvalue=Text()))
    widths = [max(cell.cell_len for cell in column) for column in columns]
    least = [max(_longest_piece(cell) for cell in column) for column in columns]
    room = out.width - _INDENT - _GAP * (len(columns) - 1)
    while sum(widths) > room and widths != least:
        widest = max(range(len(columns)), key=lambda place: (widths[place] > least[place], widths[place]))
        widths[widest] -= 1
    for row in table:
        folded = (_folded(cell, width) for cell, width in zip(row, widths, strict=False))
        for cells in zip_longest(*folded, fillvalue=Text()):
            line = Text(" " * _INDENT)
            for cell, width in zip(cells, widths, strict=False):
                line.append_text(cell).append(" " * (width - cell.cell_len + _GAP))
            line.rstrip()
            out.print(line, soft_wrap=True)


def print_line(out: Console, line: Text | str) -> None:
    """Print one indented line, folded where it is too long for a terminal."""
    print_columns(out, [[Text(line) if isinstance(line, str) else line]])


def _longest_piece(cell: Text) -> int:
    return max((cell_len(piece.rstrip()) for piece in _PIECE.findall(cell.plain)), default=0)


def _folded(cell: Text, width: int) -> list[Text]:
    """The lines of a cell."""
    if cell.cell_len <= width:
        return [cell]
    breaks: list[int] = []
    start = 0
    for piece in _PIECE.finditer(cell.plain):
        if piece.start() > start and cell_len(cell.plain[start : piece.end()].rstrip()) > width:
            start = piece.start()
            breaks.append(start)
    lines = list(cell.divide(breaks))
    for line in lines:
        line.rstrip()
    return lines
