"""`tingpai report`: what a result of analyze or settle holds, in tables and plots."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import click

from ..errors import InputError
from .files import FileName, keep_apart, output_option
from .interrupts import import_arrow
from .language import lang_option, pick
from .terminal import console

_FORMATS = ("html", "md", "png")  # report.FORMATS, which needs pyarrow


@click.command("report")
@click.argument("result", type=FileName(), metavar="RESULT")
@output_option("A file ending in .html, .md or .png. 输出的文件。", required=True)
@click.option(
    "--format", "format", type=click.Choice(_FORMATS), help="Format of the report, whatever the ending of OUT. 格式。"
)
@click.option(
    "--by",
    multiple=True,
    metavar="COLUMN",
    help="Break the numbers down by a column; may be repeated. 按此列分组，可重复。",
)
@lang_option
def command(result: str, out: str, format: str | None, by: tuple[str, ...], lang: str) -> None:
    """What RESULT, written by analyze or settle, holds: tables and plots in one file. 结果一览。

    RESULT is a file (.parquet .arrow .csv .tsv .jsonl, .gz and .zst too), a glob or a folder of parts. A report in HTML
    opens without a network.
    """
    known = format or Path(out).suffix.lower().lstrip(".")
    if known not in _FORMATS:
        raise click.UsageError(f"cannot tell what to write from the name {out}: .html, .md, .png, or --format")
    keep_apart([result], {"-o": out})
    import_arrow()
    if known != "md":
        _need_matplotlib()
    from .. import report
    from ..io.atomic import whole_file

    tally = report.tally(result, by)
    page = report.render(Path(result).name, report.sections(tally, lang), lang, known)
    with whole_file(out) as file:
        file.write(page)
    console(stderr=True).print(pick(lang, f"{tally.rows:,} 行 → {out}", f"{tally.rows:,} rows → {out}"))


def _need_matplotlib() -> None:
    if find_spec("matplotlib") is None:
        raise InputError("plots need matplotlib", expected="matplotlib: pip install 'tingpai[report]', or --format md")
