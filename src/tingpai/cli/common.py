"""What every command shares: the error boundary, the language, wildcard and JSON options, hands from the arguments."""

from __future__ import annotations

import io
import json
import locale
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, TypeVar, cast

import click

from ..errors import HandError, TingpaiError

if TYPE_CHECKING:
    from pathlib import Path

    from rich.console import Console
    from rich.progress import ProgressColumn

    from ..hand import Hand
    from ..tiles import Tile

USAGE = 2  # exit status: wrong usage or unreadable input
STOPPED = 3  # exit status: interrupted, or nobody reads on
_LANG = __name__  # where click's contexts, a command's and its group's, keep the language

_Function = TypeVar("_Function", bound=Callable[..., Any])


@contextmanager
def boundary() -> Iterator[None]:
    """Turn what a command raises into one line on stderr and an exit status; nothing below it prints a traceback.

    Bad input, wrong usage and the system's refusals end with 2, an interrupt (from the keyboard, a request to
    terminate, a terminal that hangs up) with 3, a reader that has gone (``| head``) with 3 and no word.
    """
    with _interruptible(), _told():
        yield


@contextmanager
def _told() -> Iterator[None]:
    _replace_closed_streams()
    if isinstance(sys.stdout, io.TextIOWrapper):
        # What a legacy encoding cannot carry is shown as an escape rather than ending the output.
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        yield
        sys.stdout.flush()
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        said = refusal(" ".join(error.format_message().split()))
        fail(said if error.ctx is None else said + _hint(error.ctx.command_path))
    except TingpaiError as error:
        fail(refusal(str(error)))
    except BrokenPipeError:
        # The last flush at exit would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(STOPPED) from None
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        fail(refusal(f"{place}{error.strerror or error}"))
    except (KeyboardInterrupt, click.Abort):
        _stop()
    except Exception:
        if not _interrupts:
            raise
        _stop()  # an interrupt within an import of C comes out of it as something else


def _stop() -> None:
    complain(pick(spoken(), "中断了", "interrupted"))
    raise click.exceptions.Exit(STOPPED) from None


_interrupts: list[int] = []
"""The signals that have interrupted this command."""


def check_interrupts() -> None:
    """Interrupt again what an interrupt has not ended: it is lost when it meets an import of C."""
    if _interrupts:
        raise KeyboardInterrupt


@contextmanager
def _interruptible() -> Iterator[None]:
    """SIGINT, SIGTERM and SIGHUP interrupt, so that what is half written goes away.

    What is ignored (``nohup``) stays ignored.
    """
    _interrupts.clear()

    def interrupt(number: int, frame: object) -> None:
        _interrupts.append(number)
        raise KeyboardInterrupt

    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGINT", "SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)  # Windows hangs up nothing
            if number is not None and signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
                before[number] = signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def import_arrow() -> None:
    """Import pyarrow, and keep it from importing pandas at its first array, for half a second more.

    No command hands it anything of pandas. An interrupt within C would be lost, so it waits until the end (not on
    Windows). A process that has pyarrow already is left as it is.
    """
    if "pyarrow" in sys.modules or "pandas" in sys.modules:
        return
    from importlib.abc import MetaPathFinder

    class Refuse(MetaPathFinder):
        def find_spec(self, fullname: str, path: object, target: object = None) -> None:
            if fullname == "pandas":
                raise ModuleNotFoundError(name=fullname)

    refuse = Refuse()
    sys.meta_path.insert(0, refuse)
    held = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if hasattr(signal, "pthread_sigmask") else ()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, held) if held else ()
    try:
        import pyarrow as pa

        pa.array([0])
    finally:
        sys.meta_path.remove(refuse)
        if held:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _replace_closed_streams() -> None:
    """What was closed before the start (``>&-``) and is None now: an input without a byte, an output nobody reads."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 (open as long as the process)
    if sys.stdout is None:
        reader, writer = os.pipe()
        os.close(reader)
        sys.stdout = open(writer, "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _hint(command: str) -> str:
    return pick(spoken(), f"（见 {command} --help）", f" (see '{command} --help')")


def complain(message: str) -> None:
    """One line ``Error: …`` on stderr."""
    click.echo(pick(spoken(), "错误：", "Error: ") + message, err=True)


def fail(message: str) -> None:
    """`complain` and end with exit status 2."""
    complain(message)
    raise click.exceptions.Exit(USAGE) from None


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


def is_terminal(stream: TextIO) -> bool:
    """A terminal that can be drawn on: colour there unless ``NO_COLOR`` is set, which `console` obeys."""
    return stream.isatty() and os.environ.get("TERM") != "dumb"


@contextmanager
def progress_bar(total: int | None, *columns: ProgressColumn | str, **fields: object) -> Iterator[Callable[..., None]]:
    """A bar on a terminal, nothing elsewhere; what it yields advances it, and sets the `fields` that `columns` show.

    They are drawn at once, so each needs a value from the beginning. Advancing checks for interrupts.
    """
    from rich.progress import BarColumn, Progress, TimeRemainingColumn

    with Progress(
        BarColumn(),
        *columns,
        TimeRemainingColumn(),
        console=console(stderr=True),
        transient=True,
        disable=not is_terminal(sys.stderr),
    ) as bar:
        task = bar.add_task("", total=total, **cast(dict[str, Any], fields))

        def advance(steps: float = 1, **fields: object) -> None:
            check_interrupts()
            bar.update(task, advance=steps, **cast(dict[str, Any], fields))

        yield advance


def console(*, stderr: bool = False) -> Console:
    """A rich console: colour on a terminal (``NO_COLOR`` obeyed), plain and never folded elsewhere."""
    from rich.console import Console

    class Plain(Console):
        def on_broken_pipe(self) -> None:
            raise  # rich would end the process with status 1; `boundary` knows better

    stream = sys.stderr if stderr else sys.stdout
    width = None if is_terminal(stream) else 10_000
    return Plain(file=stream, width=width, highlight=False, emoji=False, markup=False)
