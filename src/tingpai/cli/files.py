"""The names of files that a command reads and writes."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, TypeVar

import click

from ..errors import InputError

_Function = TypeVar("_Function", bound=Callable[..., Any])


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


def keep_apart(inputs: Iterable[str | Path], outputs: dict[str, str | Path | None]) -> None:
    """Refuse `outputs` (by option) that would be written over an input or over one another; devices may be both."""
    taken = {os.path.realpath(name): "an input" for name in inputs if os.path.isfile(name)}
    for option, name in outputs.items():
        if name is None or (os.path.exists(name) and not os.path.isfile(name)):
            continue
        what = taken.setdefault(os.path.realpath(name), option)
        if what != option:
            raise click.UsageError(f"{option} {name} is {what} as well (expected a file of its own)")


def check_place(listed: str) -> None:
    """Refuse a list of bad rows in a folder that is not there, before any work; one folder would be made for it."""
    if not Path(listed).absolute().parent.parent.is_dir():
        raise InputError(f"cannot write {listed}: {os.strerror(errno.ENOENT)}")
