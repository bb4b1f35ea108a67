"""Which encoding a text is in: a mark, strict UTF-8, then GB18030 (what Chinese Excel saves without a mark)."""

from __future__ import annotations

import codecs

_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


def mark(data: bytes) -> str | None:
    """The encoding that a byte order mark at the start of `data` names, as Python calls it; None without one."""
    return next((name for bytes_, name in _MARKS if data.startswith(bytes_)), None)


def detect(data: bytes) -> str:
    """``"utf-8-sig"``, ``"utf-16"``, ``"utf-8"`` or ``"gb18030"``: the encoding of whole lines of text.

    Unmarked text is GB18030 only when all of it is valid there and none of its lines beyond ASCII is valid UTF-8: one
    broken line does not make a UTF-8 file Chinese.
    """
    marked = mark(data)
    if marked is not None:
        return marked
    if is_utf8(data) or any(is_utf8(line) for line in data.splitlines() if not line.isascii()):
        return "utf-8"
    try:
        data.decode("gb18030")
    except UnicodeDecodeError:
        return "utf-8"
    return "gb18030"


def is_utf8(data: bytes) -> bool:
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
