"""What `analyze` says at its end: how many rows, wins, the shanten as small bars, the most common waits, the speed."""

from __future__ import annotations

from rich.cells import set_cell_size
from rich.console import Console
from rich.text import Text

from ..bars import BLOCKS, bar
from ..pipeline import Report
from .language import pick
from .refusals import harmless, refusal

_WIDTH = 32
_COMMON = 5
_LABEL = 10


def print_summary(
    console: Console, report: Report, seconds: float, out: str | None, errors: str | None, lang: str
) -> None:
    """A few lines on stderr; the numbers are of all rows, resumed ones too, the speed of this run."""
    tally = report.tally
    hands = tally.shanten.total()  # rows that the rules refuse are hands all the same
    lines: list[tuple[str, str | Text]] = []
    if report.parts_skipped:
        skipped = f"{report.parts_skipped:,} / {report.parts:,}"
        lines.append(
            (pick(lang, "续做", "resumed"), pick(lang, f"已有 {skipped} 份，跳过", f"skipped {skipped} parts"))
        )
    lines.append((pick(lang, "手牌", "rows"), f"{tally.rows:,}" + (f" → {out}" if out else "")))
    if tally.rejects:
        lines.append((pick(lang, "坏行", "rejected"), _rejected(report, errors, lang)))
    if hands:
        lines.append((pick(lang, "胡牌", "wins"), f"{tally.wins:,} ({_percent(tally.wins, hands)})"))
        lines.append((pick(lang, "向听", "shanten"), _bars(tally.shanten, hands, lang)))
    if common := tally.waits.most_common(_COMMON):
        waiting = tally.waits.total()
        most = "  ".join(f"{waits} {_percent(count, waiting)}" for waits, count in common)
        lines.append((pick(lang, "听牌", "waits"), most))
    speed = f"{(tally.rows - report.rows_skipped) / seconds:,.0f}"
    lines.append(
        (
            pick(lang, "速度", "speed"),
            pick(lang, f"{seconds:.1f} 秒，每秒 {speed} 手", f"{seconds:.1f} s, {speed} hands/s"),
        )
    )
    for label, content in lines:
        text = content if isinstance(content, Text) else Text(content)
        for number, line in enumerate(text.split("\n")):
            console.print(Text.assemble((set_cell_size(label if number == 0 else "", _LABEL), "dim"), line))


def _rejected(report: Report, errors: str | None, lang: str) -> Text:
    where = pick(lang, f"，见 {errors}", f", listed in {errors}") if errors else ""
    text = Text(f"{report.tally.rejects:,}{where}")
    for reject in report.first_rejects:
        column = f", {reject.column}" if reject.column else ""
        listed = harmless(f"{reject.file}:{reject.line}{column}: {refusal(reject.message)}")
        text.append(f"\n{listed}", "dim")
    return text


def _bars(shanten: dict[int, int], rows: int, lang: str) -> Text:
    names = {-1: pick(lang, "胡", "win"), 0: pick(lang, "听", "ready")}
    most = max(shanten.values())
    lines = []
    for number in sorted(shanten):
        drawn = bar(shanten[number], most, _WIDTH) or BLOCKS[0]
        lines.append(f"{number:>2} {drawn} {_percent(shanten[number], rows)} {names.get(number, '')}".rstrip())
    text = Text("\n".join(lines))
    text.highlight_regex(f"[{BLOCKS}]+", "green")
    return text


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"
