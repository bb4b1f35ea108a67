"""How a command ends: an error becomes one line and an exit status, a signal interrupts it."""

from __future__ import annotations

import io
import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from ..errors import TingpaiError
from .language import pick, spoken
from .refusals import USAGE, complain, refusal

STOPPED = 3  # exit status: interrupted, or nobody reads on


@contextmanager
def boundary() -> Iterator[None]:
    """Turn what a command raises into one line on stderr and an exit status; nothing below it prints a traceback.

    Bad input, wrong usage and the system's refusals end with 2, an interrupt (from the keyboard, a request to
    terminate, a terminal that hangs up) with 3, a reader that has gone (``| head``) with 3 and no word.
    """
    with _interruptible(), _told():
        if hasattr(signal, "pthread_sigmask"):
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _signals())  # held back by the way in, `tingpai_main`
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
        _fail(said if error.ctx is None else said + _hint(error.ctx.command_path))
    except TingpaiError as error:
        _fail(refusal(str(error)))
    except BrokenPipeError:
        # The last flush at exit would complain once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise click.exceptions.Exit(STOPPED) from None
    except OSError as error:
        place = f"{error.filename}: " if error.filename is not None else ""
        _fail(refusal(f"{place}{error.strerror or error}"))
    except (KeyboardInterrupt, click.Abort):
        _stop()
    except Exception:
        if not _interrupts:
            raise
        _stop()  # an interrupt within an import of C comes out of it as something else


def _hint(command: str) -> str:
    return pick(spoken(), f"（见 {command} --help）", f" (see '{command} --help')")


def _fail(message: str) -> None:
    """`complain` and end with exit status 2."""
    complain(message)
    raise click.exceptions.Exit(USAGE) from None


def _stop() -> None:
    complain(pick(spoken(), "中断了", "interrupted"))
    raise click.exceptions.Exit(STOPPED) from None


def _signals() -> list[int]:
    """What interrupts a command; Windows hangs up nothing."""
    names = ("SIGINT", "SIGTERM", "SIGHUP")
    return [getattr(signal, name) for name in names if hasattr(signal, name)]


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
        for number in _signals():
            if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
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
    held = _signals() if hasattr(signal, "pthread_sigmask") else []
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
