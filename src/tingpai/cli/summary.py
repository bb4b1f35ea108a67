"""What `analyze` says at its end: how many rows, wins, the shanten as small bars, the most common waits, the speed."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..pipeline import Report
from .common import pick

_WIDTH = 32
_EIGHTHS = " ▏▎▍▌▋▊▉"
_COMMON = 5


def print_summary(
    console: Console, report: Report, seconds: float, out: str | None, errors: str | None, lang: str
) -> None:
    """A few lines on stderr; the numbers are of all rows, resumed ones too, the speed of this run."""
    tally = report.tally
    good = tally.rows - tally.rejects
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    grid.add_column()
    if report.parts_skipped:
        skipped = f"{report.parts_skipped:,} / {report.parts:,}"
        grid.add_row(pick(lang, "续做", "resumed"), pick(lang, f"已有 {skipped} 份,跳过", f"skipped {skipped} parts"))
    grid.add_row(pick(lang, "手牌", "rows"), f"{tally.rows:,}" + (f" → {out}" if out else ""))
    if tally.rejects:
        grid.add_row(pick(lang, "坏行", "rejected"), _rejected(report, errors, lang))
    if good:
        grid.add_row(pick(lang, "胡牌", "wins"), f"{tally.wins:,} ({_percent(tally.wins, good)})")
        grid.add_row(pick(lang, "向听", "shanten"), _bars(tally.shanten, good, lang))
    if common := tally.waits.most_common(_COMMON):
        waiting = tally.waits.total()
        text = "  ".join(f"{waits} {_percent(count, waiting)}" for waits, count in common)
        grid.add_row(pick(lang, "常见听牌", "waits"), text)
    made = tally.rows - report.rows_skipped
    grid.add_row(
        pick(lang, "速度", "speed"),
        pick(
            lang, f"{seconds:.1f} 秒,每秒 {made / seconds:,.0f} 手", f"{seconds:.1f} s, {made / seconds:,.0f} hands/s"
        ),
    )
    console.print(grid)


def _rejected(report: Report, errors: str | None, lang: str) -> Text:
    where = pick(lang, f",见 {errors}", f", listed in {errors}") if errors else ""
    text = Text(f"{report.tally.rejects:,}{where}")
    for reject in report.first_rejects:
        column = f", {reject.column}" if reject.column else ""
        text.append(f"\n{reject.file}:{reject.line}{column}: {reject.message}", "dim")
    return text


def _bars(shanten: dict[int, int], rows: int, lang: str) -> Text:
    names = {-1: pick(lang, "胡", "win"), 0: pick(lang, "听", "ready")}
    most = max(shanten.values())
    lines = []
    for number in sorted(shanten):
        eighths = round(8 * _WIDTH * shanten[number] / most)
        bar = "█" * (eighths // 8) + _EIGHTHS[eighths % 8].strip()
        lines.append(f"{number:>2} {bar or '▏'} {_percent(shanten[number], rows)} {names.get(number, '')}".rstrip())
    return Text("\n".join(lines))


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %"
