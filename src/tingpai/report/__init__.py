"""What a result of `analyze` or `settle` holds, as one page: ``tingpai report RESULT -o report.html``.

`read` streams the result, `columns` checks what is in it, `tally` counts it, `sections` says it in words, tables and
charts, and `html`, `markdown` and `png` write that down.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from .columns import BadCell
from .read import open_result
from .sections import Section, sections
from .tally import Tally

FORMATS = ("html", "md", "png")


def tally(result: str, by: Sequence[str] = ()) -> Tally:
    """Count a result: a file, glob or folder of parts, of any size. `by` are columns to break the numbers down by.

    Raises `InputError`: unreadable, no result of `analyze` or `settle`, no such column, or a cell that is no answer.
    """
    opened = open_result(result, by)
    counted = Tally(opened.columns, opened.by)
    for part in opened.parts():
        try:
            counted.add(part.table)
        except BadCell as bad:
            raise part.fault(bad) from None
    return counted


def render(name: str, found: Sequence[Section], lang: str, format: str) -> bytes:
    """The report on the result called `name`, in one of `FORMATS` and ``"zh"`` or ``"en"``."""
    shown = name.encode(errors="surrogateescape").decode(errors="replace")  # a file's name need not be text
    return _renderer(format)(shown, found, lang)


def _renderer(format: str) -> Callable[[str, Sequence[Section], str], bytes]:
    if format == "html":
        from .html import render
    elif format == "png":
        from .png import render
    else:
        from .markdown import render
    return render


__all__ = ["FORMATS", "Section", "Tally", "render", "sections", "tally"]
