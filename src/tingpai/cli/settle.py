"""`tingpai settle`: who pays whom."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from .files import FileName, keep_apart, output_option
from .interrupts import check_interrupts, import_arrow
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .refusals import complain, refusal
from .terminal import console

if TYPE_CHECKING:
    from ..deals import Settled

REFUSED = 1  # exit status: finished, some deals refused


@click.command("settle")
@click.argument("path", type=FileName(), metavar="DEALS")
@output_option("A table of settlements: .parquet .arrow .jsonl .csv .tsv.")
@json_option
@lang_option
@click.pass_context
def command(ctx: click.Context, path: str, out: str | None, as_json: bool, lang: str) -> None:
    """Settle a deal file: .json one deal, .jsonl one a line (also .parquet and .arrow), or - for standard input.

    Each deal names its rule set and options. Shows the arithmetic of every win, who pays whom and why, and who deals
    next. A deal that the rules forbid is refused in one line; of many deals the others are settled, and the exit status
    is 1.

    结算：谁付谁、付多少、为什么。
    """
    import_arrow()
    from ..deals import settle_file, write_settlements

    if out is not None and as_json:
        raise click.UsageError("--json prints; --output writes a table: one of them")
    keep_apart([path], {"-o": out})
    deals = refused = 0

    def checked() -> Iterator[Settled]:
        nonlocal deals, refused
        for one in settle_file(path):
            check_interrupts()
            if one.error is not None:
                if not one.place:
                    raise type(one.error)(str(one.error), where=path)
                refused += 1
                complain(refusal(f"{path}, {one.place}: {one.error}"))
            deals += 1
            yield one

    if out is not None:
        write_settlements(checked(), out)
        left = pick(lang, f"，其中 {refused:,} 局未结算", f", {refused:,} refused") if refused else ""
        console(stderr=True).print(pick(lang, f"{deals:,} 局{left} → {out}", f"{deals:,} deals{left} → {out}"))
    else:
        for one in checked():
            if as_json:
                echo_json(one.to_json())
            else:
                _show(one, lang)
    if refused:
        ctx.exit(REFUSED)


def _show(one: Settled, lang: str) -> None:
    from ..rules.explain import explain

    if one.settlement is None:
        return
    if one.place:
        click.echo(pick(lang, f"第 {one.number} 局", f"deal {one.number}"))
    for line in explain(one.settlement, lang):
        click.echo(f"  {line}" if one.place else line)
