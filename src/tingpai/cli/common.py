"""What every command shares: the language, what is refused, options, hands from the arguments."""

from __future__ import annotations

import json
import locale
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import HandError, TingpaiError

if TYPE_CHECKING:
    from pathlib import Path

    from ..hand import Hand
    from ..tiles import Tile

USAGE = 2  # exit status: wrong usage or unreadable input
_LANG = __name__  # where click's contexts, a command's and its group's, keep the language

_Function = TypeVar("_Function", bound=Callable[..., Any])


def complain(message: str) -> None:
    """One line ``Error: …`` on stderr."""
    click.echo(pick(spoken(), "错误：", "Error: ") + message, err=True)


def keep_apart(inputs: Iterable[str | Path], outputs: dict[str, str | Path | None]) -> None:
    """Refuse `outputs` (by option) that would be written over an input or over one another; devices may be both."""
    taken = {os.path.realpath(name): "an input" for name in inputs if os.path.isfile(name)}
    for option, name in outputs.items():
        if name is None or (os.path.exists(name) and not os.path.isfile(name)):
            continue
        what = taken.setdefault(os.path.realpath(name), option)
        if what != option:
            raise click.UsageError(f"{option} {name} is {what} as well (expected a file of its own)")


class FileName(click.types.StringParamType):
    """The name of a file; with `dash` False not ``-``, which would be a file of that name."""

    def __init__(self, *, dash: bool = True) -> None:
        self.dash = dash

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not value or (value == "-" and not self.dash):
            self.fail(f"{value!r} (expected the name of a file)", param, ctx)
        return str(value)


def output_option(help: str, *, required: bool = False, dash: bool = False) -> Callable[[_Function], _Function]:
    """``-o`` and ``--output``, the argument `out`: a file, or with `dash` ``-`` too."""
    return click.option("-o", "--output", "out", type=FileName(dash=dash), required=required, metavar="OUT", help=help)


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


def refusal(text: str) -> str:
    """What is refused, which is said in English, in the language spoken."""
    if spoken() == "en":
        return text
    from ..chinese import in_chinese

    return in_chinese(text)


def _speak(ctx: click.Context, param: click.Parameter, value: str) -> str:
    ctx.meta[_LANG] = value
    return value


def lang_option(command: _Function) -> _Function:
    """``--lang zh|en``; the command receives `lang`."""
    return click.option(
        "--lang",
        type=click.Choice(["zh", "en"]),
        callback=_speak,
        is_eager=True,  # so that refusals of the other options are in this language
        default=default_lang,
        show_default="from the locale",
        help="Language of the output. 输出语言。",
    )(command)


def json_option(command: _Function) -> _Function:
    """``--json``; the command receives `as_json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON lines. 输出 JSON。")(command)


def tile_value(ctx: click.Context, param: click.Parameter, value: str | None) -> Tile | None:
    """An option's callback: its value is one tile in any notation."""
    from ..notation import parse_tile

    if value is None:
        return None
    try:
        return parse_tile(value)
    except TingpaiError as error:
        raise click.BadParameter(str(error), ctx, param) from None


def wildcard_option(command: _Function) -> _Function:
    """``-w/--wildcard TILE``; the command receives `wildcard`, a `Tile` or None."""
    return click.option(
        "-w",
        "--wildcard",
        callback=tile_value,
        metavar="TILE",
        help="The wildcard 癞子: its concealed copies may stand for any tile.",
    )(command)


def hands_argument(command: _Function) -> _Function:
    """``HAND…`` (``-``: lines of standard input); the command receives `hands`, which `answer_hands` reads."""
    return click.argument("hands", nargs=-1, required=True, metavar="HAND...")(command)


def answer_hands(hands: tuple[str, ...], as_json: bool, answer: Callable[[Hand], None]) -> None:
    """Have each hand asked for answered; `answer` prints all of its answer or raises `HandError`.

    A bad hand is complained of, and with `as_json` answered by a line ``{"error": …}``, so that lines of output and
    hands keep in step. After the last hand the exit status is 2 if any was bad.
    """
    from ..notation import parse_hand

    bad = False

    def refuse(error: TingpaiError) -> None:
        nonlocal bad
        bad = True
        complain(refusal(str(error)))
        if as_json:
            echo_json({"error": str(error)})

    for text in _hand_texts(hands):
        try:
            hand = parse_hand(text)
        except TingpaiError as error:
            refuse(error)
            continue
        try:
            answer(hand)
        except HandError as error:  # not of other kinds: an option at fault is so for every hand
            refuse(error)
    if bad:
        raise click.exceptions.Exit(USAGE)


def _hand_texts(hands: tuple[str, ...]) -> Iterator[str]:
    """The texts; ``-`` stands for the lines of standard input, a blank one is an empty text."""
    for text in hands:
        if text != "-":
            yield text
            continue
        for line in sys.stdin.buffer:
            # Bytes that are not UTF-8 stay in the text, where the notation names them.
            yield line.decode("utf-8-sig", "surrogateescape").strip()


def echo_json(value: object) -> None:
    """One JSON line; Chinese as it is where the output can carry it."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    click.echo(json.dumps(value, ensure_ascii=encoding != "utf8"))
