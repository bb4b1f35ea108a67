"""`tingpai generate`: random hands and deals, seeded."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .files import output_option
from .interrupts import import_arrow
from .language import lang_option, pick
from .options import option_option, rules_option
from .terminal import console, progress_bar

if TYPE_CHECKING:
    from ..generate import Deals, Hands

_SEEDS = 1 << 64
_SHAPES = ("uniform", "near", "one-suit")


@click.command()
@click.option(
    "-n", "--number", "n", required=True, type=click.IntRange(0), metavar="N", help="How many to generate. 多少。"
)
@click.option(
    "--kind",
    type=click.Choice(["hands", "deals"]),
    default="hands",
    show_default=True,
    help="What to generate. 手牌还是对局。",
)
@output_option("The file: .parquet .arrow or .jsonl; for hands also .csv or .tsv. 输出的文件。", required=True)
@click.option(
    "--seed",
    type=click.IntRange(0, _SEEDS - 1),
    default=0,
    show_default=True,
    help="The same seed gives the same file. 随机种子。",
)
@click.option("--shape", type=click.Choice(_SHAPES), help="Which kind of hands (default: uniform). 哪种手牌。")
@click.option("--tiles", type=click.Choice(["13", "14"]), help="Tiles in each hand (default: 14). 每手几张。")
@click.option("--text", is_flag=True, help="Write hands as text in .parquet and .arrow too. 一律写成文字。")
@rules_option(required=False)
@option_option
@click.option("--jobs", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Processes. 进程数。")
@lang_option
def command(
    n: int,
    kind: str,
    out: str,
    seed: int,
    shape: str | None,
    tiles: str | None,
    text: bool,
    rules: str | None,
    options: dict[str, object],
    jobs: int,
    lang: str,
) -> None:
    """Random hands, or whole random games under a rule set as a deal file.

    Hands: any tiles (uniform), complete hands with none, one or two tiles changed (near), or tiles of one suit. Deals
    end as games do: with a win, exhausted, sometimes with a false win. The same seed gives the same file on every
    machine, whatever --jobs says, and a longer file begins with the rows of a shorter one.

    随机手牌，或按规则随机打完的对局。
    """
    import_arrow()
    from rich.progress import MofNCompleteColumn

    from ..generate import write

    what: Hands | Deals
    if kind == "deals":
        _refuse_given({"--shape": shape, "--tiles": tiles, "--text": text}, "--kind hands")
        what = _deals(rules, options, seed)
    else:
        _refuse_given({"--rules": rules, "--option": options}, "--kind deals")
        what = _hands(shape or _SHAPES[0], int(tiles or 14), text, seed, out)
    with progress_bar(n, MofNCompleteColumn()) as advance:
        write(what, n, out, jobs, advance)
    made = pick(lang, f"{n:,} {'手牌' if kind == 'hands' else '局'} → {out}", f"{n:,} {kind} → {out}")
    console(stderr=True).print(made)


def _refuse_given(given: dict[str, object], kind: str) -> None:
    for name, value in given.items():
        if value:
            raise click.UsageError(f"{name} is for {kind}")


def _hands(shape: str, tiles: int, text: bool, seed: int, out: str) -> Hands:
    from ..generate import Hands, Shape, is_text

    return Hands(Shape[shape.replace("-", "_").upper()], tiles, seed, text or is_text(out))


def _deals(rules: str | None, options: dict[str, object], seed: int) -> Deals:
    from .. import rules as rule_sets
    from ..generate import Deals

    if rules is None:
        raise click.UsageError("deals need --rules NAME")
    rule_sets.get(rules, **options)  # said at once, not by a worker
    return Deals(rules, tuple(sorted(options.items())), seed)
