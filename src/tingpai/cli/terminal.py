"""What is drawn on a terminal: colours, and the progress of a command; plain text elsewhere."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO, cast

from .interrupts import check_interrupts

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import ProgressColumn


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
    if width is None and os.environ.get("COLUMNS") == "0":  # unknown; rich would show nothing
        width = shutil.get_terminal_size().columns
    return Plain(file=stream, width=width, highlight=False, emoji=False, markup=False)
