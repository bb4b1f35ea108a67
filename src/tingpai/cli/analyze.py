"""`tingpai analyze`: a table of hands in, the same rows with their answers out."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .files import FileName, check_place, keep_apart, output_option
from .interrupts import STOPPED, import_arrow
from .language import lang_option, pick
from .options import chosen_rules, option_option, rules_option, wildcard_option
from .refusals import complain, refusal
from .terminal import console, progress_bar

if TYPE_CHECKING:
    from ..io.source import Source
    from ..io.writers import Target
    from ..pipeline import Progress, Report
    from ..tiles import Tile

REJECTED = 1  # exit status: finished, some rows rejected
_READS = ("txt", "csv", "tsv", "jsonl", "parquet", "arrow")
_WRITES = _READS[1:]


@click.command()
@click.argument("inputs", nargs=-1, required=True, type=FileName(), metavar="INPUT...")
@output_option("A file, or a folder/ of parts; - or none: standard output. 输出的文件或文件夹。", dash=True)
@click.option(
    "--format", "format", type=click.Choice(_READS), help="Format of the input, whatever its ending. 输入格式。"
)
@click.option("--output-format", type=click.Choice(_WRITES), help="Format of the output. 输出格式。")
@click.option("--hand-column", metavar="NAME", help="The column of hands (default: hand). 手牌所在的列。")
@click.option("--columns", metavar="NAMES", help="The answers wanted, separated by commas (default: all). 要哪些答案。")
@wildcard_option
@rules_option(required=False)
@option_option
@click.option(
    "--errors",
    type=FileName(dash=False),
    metavar="FILE",
    help="Where to list bad rows (default: OUT.errors.csv). 坏行列在这里。",
)
@click.option(
    "--max-errors", type=click.IntRange(0), metavar="N", help="Stop when more than N rows are bad. 坏行超过 N 即停。"
)
@click.option("--jobs", type=click.IntRange(1), metavar="N", help="Threads (default: one for each core). 线程数。")
@click.option("--resume", is_flag=True, help="Continue the interrupted run in the folder OUT. 接着做完。")
@click.option("--dask", metavar="ADDRESS", help="Run on this Dask cluster; 'local' starts one. 用 Dask 集群。")
@lang_option
@click.pass_context
def command(
    ctx: click.Context,
    inputs: tuple[str, ...],
    out: str | None,
    format: str | None,
    output_format: str | None,
    hand_column: str | None,
    columns: str | None,
    wildcard: Tile | None,
    rules: str | None,
    options: dict[str, object],
    errors: str | None,
    max_errors: int | None,
    jobs: int | None,
    resume: bool,
    dask: str | None,
    lang: str,
) -> None:
    """Shanten, wins and waits of every hand in tables of any size.

    INPUT is a file (.txt .csv .tsv .jsonl .parquet .arrow, .gz and .zst too), a glob, a folder of Parquet, or - for
    standard input. Rows keep their order and number; a bad row has no answers and is listed in a separate file.
    Exit status: 0 all rows good, 1 some rejected, 2 wrong usage or unreadable input, 3 stopped.

    批量分析手牌：向听、胡牌、听牌，可按规则计分。
    """
    import_arrow()
    from ..io.source import find_sources
    from ..io.unit import Reading
    from ..pipeline import Stopped, to_file, to_folder
    from ..plan import Plan
    from .summary import print_summary

    out = None if out == "-" else out
    folder = out is not None and _is_folder(out)
    if dask == "":
        raise click.BadParameter("no address (expected tcp://HOST:8786, or local)", param_hint="--dask")
    if errors is not None:
        check_place(errors)
    if not folder and (resume or dask):
        raise click.UsageError(f"{'--resume' if resume else '--dask'} needs a folder as output: -o OUT/")
    sources = find_sources(inputs, format)
    target = _target(out, output_format, sources, folder)
    keep_lines = target.format == "jsonl" and all(source.format == "jsonl" for source in sources)
    plan = Plan(
        target,
        _columns(columns, rules),
        Reading(hand_column, keep_lines, _fields(hand_column) if keep_lines and rules is None else None),
        None if wildcard is None else int(wildcard),
        rules,
        _rule_options(rules, options, wildcard),
        stream=out is None,
    )
    if errors is None and out is not None:
        errors = f"{out.rstrip('/')}.errors.csv"
    keep_apart([source.file for source in sources], {"-o": out, "--errors": errors})
    run: Callable[..., Report] = partial(to_folder, resume=resume) if folder else to_file
    if dask is not None:
        from ..cluster import to_folder_on

        run = partial(to_folder_on, dask, resume=resume)
    begun = time.perf_counter()
    try:
        with _progress(sources) as progress:
            report = run(
                sources,
                plan,
                Path(out) if out is not None and folder else out,
                errors,
                jobs=jobs or _cores(),
                max_errors=max_errors,
                progress=progress,
            )
    except Stopped as stop:
        listed = pick(lang, f"；见 {errors}", f"; see {errors}") if errors and not folder else ""
        complain(refusal(str(stop)) + listed)
        ctx.exit(STOPPED)
    print_summary(console(stderr=True), report, time.perf_counter() - begun, out, errors, lang)
    if report.tally.rejects:
        ctx.exit(REJECTED)


def _cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _is_folder(out: str) -> bool:
    return out.endswith("/") or os.path.isdir(out) or (not Path(out).suffix and not os.path.exists(out))


def _target(out: str | None, format: str | None, sources: list[Source], folder: bool) -> Target:
    """What is written: what the option says, else the name's ending; a folder holds Parquet, a pipe what came in."""
    from ..io.source import format_of
    from ..io.writers import Target

    if out is None:
        came = sources[0].format
        return Target(format or (came if came in _WRITES and came != "parquet" else "csv"))
    name = out.rstrip("/")
    if folder and format_of(name) is None:
        return Target(format or "parquet")
    return Target.of(name, format, folders=True)


def _columns(names: str | None, rules: str | None) -> tuple[str, ...]:
    from ..plan import ANSWERS, SCORES

    known = [*ANSWERS, *(SCORES if rules is not None else ())]
    if names is None:
        return tuple(known)
    wanted = [name.strip() for name in names.split(",")]
    # `pay` is short for all four seats.
    wanted = [
        column for name in wanted for column in ([c for c in known if c[:4] == "pay_"] if name == "pay" else [name])
    ]
    for name in wanted:
        if name not in known:
            needs = " (it needs --rules)" if name in SCORES and rules is None else ""
            raise click.BadParameter(f"no answer {name!r}{needs}: there are {', '.join(known)}", param_hint="--columns")
    return tuple(name for name in known if name in wanted)


def _fields(hand_column: str | None) -> frozenset[str]:
    """The fields that are read of JSON lines which go through as they are."""
    from ..io.hands import COUNT_COLUMNS, HAND_COLUMNS, WILDCARD_COLUMN

    return frozenset({*(HAND_COLUMNS if hand_column is None else (hand_column,)), *COUNT_COLUMNS, WILDCARD_COLUMN})


def _rule_options(
    rules: str | None, options: dict[str, object], wildcard: Tile | None
) -> tuple[tuple[str, object], ...]:
    """The rule set's options as given, checked before anything is read; so is that it takes a wildcard from here."""
    from ..errors import OptionError
    from ..worth import no_wildcard

    chosen = chosen_rules(rules, options)
    if chosen is not None and wildcard is not None:
        if not chosen.has_wildcard:
            raise no_wildcard(chosen.name)
        raise OptionError(f"{chosen.name} takes each row's wildcard from its indicator", expected="no --wildcard")
    return tuple(sorted(options.items()))


@contextmanager
def _progress(sources: list[Source]) -> Iterator[Progress]:
    """A bar of bytes, and how many rows are done."""
    from rich.progress import TextColumn

    rows = 0
    shown = TextColumn("{task.percentage:>3.0f} %  {task.fields[rows]:,}")
    with progress_bar(sum(source.size for source in sources) or None, shown, rows=rows) as advance:

        def done(size: int, more: int) -> None:
            nonlocal rows
            rows += more
            advance(size, rows=rows)

        yield done
