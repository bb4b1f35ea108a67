"""What is refused, said in the language spoken."""

from __future__ import annotations

import re

import click

from .language import pick, spoken

USAGE = 2  # exit status: wrong usage or unreadable input


def refusal(text: str) -> str:
    """What is refused, which is said in English, in the language spoken."""
    if spoken() == "en":
        return text
    from ..chinese import in_chinese

    return in_chinese(text)


def complain(message: str) -> None:
    """One line ``Error: …`` on stderr."""
    click.echo(pick(spoken(), "错误：", "Error: ") + harmless(message), err=True)


def harmless(text: str) -> str:
    """A text with what a file may have in it as a terminal can be shown it: control characters written out."""
    return re.sub(r"[\x00-\x1f\x7f-\x9f]", lambda found: f"\\x{ord(found[0]):02x}", text)
