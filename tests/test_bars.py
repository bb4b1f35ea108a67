"""Bars of block characters."""

from __future__ import annotations

import pytest

from tingpai.bars import bar


@pytest.mark.parametrize(
    ("number", "most", "drawn"),
    [(0, 4, ""), (4, 4, "████"), (1, 4, "█"), (1, 32, "▏"), (7, 32, "▉"), (15, 32, "█▉"), (1, 100, ""), (-1, 4, "")],
)
def test_a_bar(number: int, most: int, drawn: str) -> None:
    assert bar(number, most, 4) == drawn
