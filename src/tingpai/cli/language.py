"""The language of a command: ``--lang``, else the locale's."""

from __future__ import annotations

import locale
import os
from collections.abc import Sequence
from itertools import pairwise

import click

LANGS = ("zh", "en")
_LANG = __name__  # where click's contexts, a command's and its group's, keep the language


def default_lang() -> str:
    """``"zh"`` or ``"en"``, from the environment's locale, else from the system's."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), None) or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


_heard: list[str] = []


def hear(arguments: Sequence[str]) -> None:
    """Take ``--lang`` from the words of a command that are not understood yet: not all of them may be."""
    words = arguments[: arguments.index("--")] if "--" in arguments else arguments
    values = [word.removeprefix("--lang=") for word in words if word.startswith("--lang=")]
    values += [value for word, value in pairwise(words) if word == "--lang"]
    _heard[:] = [value for value in values if value in LANGS]


def spoken() -> str:
    """The language chosen by the command that runs, else by its words, else by the locale."""
    ctx = click.get_current_context(silent=True)
    chosen = None if ctx is None else ctx.meta.get(_LANG)
    if chosen is not None:
        return str(chosen)
    return _heard[-1] if _heard else default_lang()


def pick(lang: str, zh: str, en: str) -> str:
    """The text in the language chosen."""
    return zh if lang == "zh" else en


def _speak(ctx: click.Context, param: click.Parameter, value: str) -> str:
    ctx.meta[_LANG] = value
    return value


lang_option = click.option(
    "--lang",
    type=click.Choice(LANGS),
    callback=_speak,
    is_eager=True,  # so that refusals of the other options are in this language
    default=default_lang,
    show_default="from the locale",
    help="Language of the output. 输出语言。",
)
"""``--lang zh|en``; the command receives `lang`."""
