"""What is refused, said in the language spoken."""

from __future__ import annotations

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
    click.echo(pick(spoken(), "错误：", "Error: ") + message, err=True)
