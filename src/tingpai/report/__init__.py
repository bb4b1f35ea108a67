"""What a result of `analyze` or `settle` holds, as one page: ``tingpai report RESULT -o report.html``.

`read` streams the result, `tally` counts it, `sections` says it in words, tables and charts, and `html`, `markdown` and
`png` write that down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .read import open_result
from .sections import Section, sections
from .tally import Tally

FORMATS = ("html", "md", "png")


def tally(result: str, by: Sequence[str] = ()) -> Tally:
    """Count a result: a file, glob or folder of parts, of any size. `by` are columns to break the numbers down by.

    Raises `InputError`: unreadable, no result of `analyze` or `settle`, or no such column.
    """
    opened = open_result(result, by)
    counted = Tally(opened.columns, opened.by)
    for table in opened.tables():
        counted.add(table)
    return counted


def render(name: str, found: Sequence[Section], lang: str, format: str) -> bytes:
    """The report on the result called `name`, in one of `FORMATS` and ``"zh"`` or ``"en"``."""
    return _renderer(format)(name, found, lang)


def _renderer(format: str) -> Callable[[str, Sequence[Section], str], bytes]:
    if format == "html":
        from .html import render
    elif format == "png":
        from .png import render
    else:
        from .markdown import render
    return render


__all__ = ["FORMATS", "Section", "Tally", "render", "sections", "tally"]
