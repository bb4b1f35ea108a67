"""Numbers as bars of block characters, to an eighth of one."""

from __future__ import annotations

BLOCKS = "▏▎▍▌▋▊▉█"


def bar(number: float, most: float, width: int) -> str:
    """A bar so long that `most` is `width` characters; nothing for less than a sixteenth of one."""
    whole, eighths = divmod(round(8 * width * max(number, 0) / most), 8)
    return BLOCKS[-1] * whole + BLOCKS[:eighths][-1:]
