"""Options of commands that speak of rule sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

_Function = TypeVar("_Function", bound=Callable[..., Any])


def rules_option(*, required: bool) -> Callable[[_Function], _Function]:
    """``--rules NAME``; the command receives `rules`."""
    return click.option("--rules", required=required, metavar="NAME", help="The rule set; see 'tingpai rules'. 规则。")


def option_option(command: _Function) -> _Function:
    """``--option NAME=VALUE``; the command receives `options`, a dict of texts that the rule set reads."""
    return click.option(
        "--option",
        "options",
        multiple=True,
        callback=_named,
        metavar="NAME=VALUE",
        help="An option of the rules, may be repeated. 规则选项，可重复。",
    )(command)


def _named(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, object]:
    given: dict[str, object] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text!r} is no NAME=VALUE", ctx, param)
        given[name.strip().replace("-", "_")] = value.strip()
    return given
