"""The report as Markdown: a table a section, with bars of text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape

from ..bars import bar
from . import cells
from .sections import Bars, Section
from .words import word

_WIDTH = 20
_MARKUP = re.compile(r"[\\`*~\[\]|]|(?<![^\W_])_|_(?![^\W_])")  # within a word _ is only itself


def render(name: str, found: Sequence[Section], lang: str) -> bytes:
    """The whole text, UTF-8."""
    parts = [f"# {word('title', lang)}\n\n{_text(name)}\n", *map(_section, found)]
    return "\n".join(parts).encode()


def _section(section: Section) -> str:
    bars = _text_bars(section)
    header = [*section.header, ""] if bars else list(section.header)
    rule = ["---", *("---:" for _ in section.header[1:])] + (["---"] if bars else [])
    lines = [_line(header), _line(rule)]
    for place, row in enumerate(section.table):
        texts = [cells.text(cell) for cell in row]
        lines.append(_line([*texts, bars[place] if place < len(bars) else ""] if bars else texts))
    return f"## {_text(section.title)}\n\n" + "\n".join(lines) + "\n"


def _line(texts: Sequence[str]) -> str:
    return "| " + " | ".join(map(_text, texts)) + " |"


def _text(text: str) -> str:
    """What a file holds, as text and nothing more: neither Markdown nor HTML, and in one line."""
    return _MARKUP.sub(r"\\\g<0>", escape(" ".join(text.split()), quote=False))


def _text_bars(section: Section) -> list[str]:
    """The chart's bars as block characters; a heat map has its numbers in the table."""
    if not isinstance(section.chart, Bars):
        return []
    most = max(section.chart.values, default=0) or 1
    return [bar(value, most, _WIDTH) for value in section.chart.values]
