"""Options that several commands have: the wildcard, the tiles seen, the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..errors import TingpaiError

if TYPE_CHECKING:
    from ..rules import RuleSet
    from ..tiles import Tile

_Function = TypeVar("_Function", bound=Callable[..., Any])


def tile_value(ctx: click.Context, param: click.Parameter, value: str | None) -> Tile | None:
    """An option's callback: its value is one tile in any notation."""
    from ..notation import parse_tile

    if value is None:
        return None
    try:
        return parse_tile(value)
    except TingpaiError as error:
        raise click.BadParameter(str(error), ctx, param) from None


wildcard_option = click.option(
    "-w",
    "--wildcard",
    callback=tile_value,
    metavar="TILE",
    help="The wildcard: its concealed copies may stand for any tile. 癞子。",
)
"""``-w/--wildcard TILE``; the command receives `wildcard`, a `Tile` or None."""

seen_option = click.option(
    "--seen", metavar="TILES", help="Tiles seen outside the hand: fewer copies of them are left. 已见的牌。"
)
"""``--seen TILES``; the command receives `seen`, a text or None."""


def rules_option(*, required: bool) -> Callable[[_Function], _Function]:
    """``--rules NAME``; the command receives `rules`."""
    return click.option("--rules", required=required, metavar="NAME", help="The rule set; see 'tingpai rules'. 规则。")


def _named(ctx: click.Context, param: click.Parameter, values: tuple[str, ...]) -> dict[str, object]:
    given: dict[str, object] = {}
    for text in values:
        name, equals, value = text.partition("=")
        if not equals:
            raise click.BadParameter(f"{text!r} is no NAME=VALUE", ctx, param)
        given[name.strip().replace("-", "_")] = value.strip()
    return given


option_option = click.option(
    "--option",
    "options",
    multiple=True,
    callback=_named,
    metavar="NAME=VALUE",
    help="An option of the rules; may be repeated. 规则选项，可重复。",
)
"""``--option NAME=VALUE``; the command receives `options`, a dict of texts that the rule set reads."""


def chosen_rules(rules: str | None, options: dict[str, object]) -> RuleSet | None:
    """The rule set that ``--rules`` and ``--option`` ask for, None without; ``--option`` alone is refused."""
    from ..rules import get

    if rules is not None:
        return get(rules, **options)
    if options:
        raise click.BadParameter("needs --rules", param_hint="--option")
    return None
