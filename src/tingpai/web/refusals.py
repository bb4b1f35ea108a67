"""What is refused, as the page gets it."""

from __future__ import annotations

from ..chinese import in_chinese


def refusal(text: object) -> list[str]:
    """``[Chinese, English]``, as all of the page's words: the page shows the one of its language."""
    return [in_chinese(str(text)), str(text)]
