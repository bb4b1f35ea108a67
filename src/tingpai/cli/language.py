"""The language of a command: ``--lang``, else the locale's."""

from __future__ import annotations

import locale
import os

import click

_LANG = __name__  # where click's contexts, a command's and its group's, keep the language


def default_lang() -> str:
    """``"zh"`` or ``"en"``, from the environment's locale, else from the system's."""
    names = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    name = next(filter(None, names), None) or locale.getlocale()[0] or ""
    return "zh" if name.lower().startswith(("zh", "chinese")) else "en"


def spoken() -> str:
    """The language chosen by the command that runs, else by the locale: what is refused may be ``--lang`` itself."""
    ctx = click.get_current_context(silent=True)
    chosen = None if ctx is None else ctx.meta.get(_LANG)
    return default_lang() if chosen is None else str(chosen)


def pick(lang: str, zh: str, en: str) -> str:
    """The text in the language chosen."""
    return zh if lang == "zh" else en


def _speak(ctx: click.Context, param: click.Parameter, value: str) -> str:
    ctx.meta[_LANG] = value
    return value


lang_option = click.option(
    "--lang",
    type=click.Choice(["zh", "en"]),
    callback=_speak,
    is_eager=True,  # so that refusals of the other options are in this language
    default=default_lang,
    show_default="from the locale",
    help="Language of the output. 输出语言。",
)
"""``--lang zh|en``; the command receives `lang`."""
