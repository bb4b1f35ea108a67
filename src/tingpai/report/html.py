"""The report as one HTML file: no script, nothing fetched, readable on a phone."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from . import cells, charts
from .sections import Cell, Percent, Section
from .words import word

_FOLDED = 12  # rows that are shown at once; the rest unfolds

_CSS = """
:root{color-scheme:light}
*{box-sizing:border-box}
body{margin:0;background:#f4f6f5;color:#1f2a30;
 font:16px/1.5 system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif}
header{padding:1.5rem 1rem .5rem;max-width:76rem;margin:auto}
h1{margin:0;font-size:1.6rem}
header p{margin:.2rem 0 0;color:#5a6a70;overflow-wrap:anywhere}
main{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,30rem),1fr));gap:1rem;padding:1rem;
 max-width:76rem;margin:auto;align-items:start}
section{background:#fff;border-radius:.75rem;padding:1rem;box-shadow:0 1px 3px #0002;min-width:0}
h2{font-size:1.1rem;margin:0 0 .5rem}
figure{margin:0}
svg{display:block;width:100%;height:auto}
.scroll{overflow-x:auto}
table{border-collapse:collapse;width:100%;font-size:.9rem;font-variant-numeric:tabular-nums}
th,td{padding:.25rem .5rem;text-align:left;border-bottom:1px solid #e7ebe9;white-space:nowrap}
th{font-weight:600;color:#5a6a70}
.n{text-align:right}
summary{cursor:pointer;color:#1d7a5f;padding:.4rem .5rem}
"""


def render(name: str, found: Sequence[Section], lang: str) -> bytes:
    """The whole page, UTF-8."""
    title = word("title", lang)
    body = "\n".join(map(_section, found))
    page = f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<title>{title} · {escape(name)}</title>
<style>{_CSS}</style>
</head>
<body>
<header><h1>{title}</h1><p>{escape(name)}</p></header>
<main>
{body}
</main>
</body>
</html>
"""
    return page.encode()


def _section(section: Section) -> str:
    folded = ""
    if len(section.table) > _FOLDED:
        rest = len(section.table) - _FOLDED
        folded = f"<details><summary>+{rest}</summary>{_table(section, section.table[_FOLDED:])}</details>"
    drawing = charts.svg(section.chart, section.key)
    return (
        f'<section id="{section.key}"><h2>{escape(section.title)}</h2>\n<figure>{drawing}</figure>\n'
        f"{_table(section, section.table[:_FOLDED])}{folded}</section>"
    )


def _table(section: Section, rows: Sequence[tuple[Cell | Percent, ...]]) -> str:
    head = "".join(
        f"<th{' class=n' if place else ''}>{escape(title)}</th>" for place, title in enumerate(section.header)
    )
    body = "".join(f"<tr>{''.join(_cell(cell, bool(place)) for place, cell in enumerate(row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(cell: Cell | Percent, is_value: bool) -> str:
    return f"<td{' class=n' if is_value else ''}>{escape(cells.text(cell))}</td>"
