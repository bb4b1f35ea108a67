"""Cells of tables as text."""

from __future__ import annotations

from .sections import Cell, Percent


def text(cell: Cell | Percent) -> str:
    """``12,345``, ``3.25``, ``41.2 %``; None is empty."""
    if cell is None:
        return ""
    if isinstance(cell, Percent):
        return f"{100 * cell.share:.2f} %"
    if isinstance(cell, float):
        return f"{cell:,.2f}"
    return f"{cell:,}" if isinstance(cell, int) else cell


def is_number(cell: Cell | Percent) -> bool:
    return not isinstance(cell, str)
