"""`tingpai convert`: game logs into a table of hands."""

from __future__ import annotations

from pathlib import Path

import click

from .files import FileName, keep_apart, output_option
from .interrupts import import_arrow
from .language import lang_option, pick
from .terminal import console, progress_bar

REJECTED = 1  # exit status: finished, some logs rejected


@click.command()
@click.argument("logs", nargs=-1, required=True, metavar="LOG...", type=FileName(dash=False))
@output_option("The table: .parquet .arrow .csv .tsv or .jsonl. 输出的表。", required=True)
@click.option(
    "--errors",
    metavar="FILE",
    type=FileName(dash=False),
    help="Where to list logs that cannot be read (default: OUT.errors.csv). 读不了的牌谱列在这里。",
)
@lang_option
@click.pass_context
def command(ctx: click.Context, logs: tuple[str, ...], out: str, errors: str | None, lang: str) -> None:
    """Every hand of game logs, at every draw and every win.

    LOG is a file or a folder of files, also compressed with gzip or Zstandard: Tenhou, mjai, mjx, Majiang, tenhou.net/6
    or Botzone, detected from the content. A game that cannot be read is left out and listed.
    Exit status: 0 all games read, 1 some rejected, 2 wrong usage or unreadable input, 3 stopped.

    牌谱里每次摸牌与胡牌时的手牌。
    """
    import_arrow()
    from rich.progress import MofNCompleteColumn

    from ..io.logs.convert import convert, find_logs

    files = find_logs([Path(log) for log in logs])
    listed = errors or f"{out}.errors.csv"
    keep_apart(files, {"-o": out, "--errors": listed})
    with progress_bar(len(files), MofNCompleteColumn()) as advance:
        summary = convert(files, Path(out), Path(listed), advance)
    stderr = console(stderr=True)
    stderr.print(
        pick(
            lang,
            f"{summary.games:,} 局牌谱：摸牌 {summary.draws:,} 手，胡牌 {summary.wins:,} 手 → {out}",
            f"games {summary.games:,}, draws {summary.draws:,}, wins {summary.wins:,} → {out}",
        )
    )
    if summary.rejects:
        stderr.print(
            pick(
                lang,
                f"{summary.rejects:,} 份牌谱读不了，见 {listed}",
                f"{summary.rejects:,} rejected, listed in {listed}",
            )
        )
        ctx.exit(REJECTED)
