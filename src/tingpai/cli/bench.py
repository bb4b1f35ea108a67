"""`tingpai bench`: hands per second of each question on this machine and build."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import click
from rich.text import Text

from .columns import print_columns
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .terminal import console

if TYPE_CHECKING:
    from ..measure import Rate

# In the order of `random_hands.Shape`.
_SHAPES = (("任意", "any tiles"), ("近乎胡牌", "near-complete"), ("一色", "one suit"))


@click.command("bench")
@click.option("--rows", type=click.IntRange(1), default=500_000, show_default=True, metavar="N", help="Hands. 手牌数。")
@click.option("--threads", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="Threads. 线程数。")
@json_option
@lang_option
def command(rows: int, threads: int, as_json: bool, lang: str) -> None:
    """This machine, this build: hands per second of each question, through the Python batch functions.

    Random hands of three kinds: any tiles as dealt, complete hands with up to two tiles changed, tiles of one suit. The
    best of five rounds; what follows each discard is asked of a tenth of the hands. TINGPAI_KERNEL=portable (avx2,
    avx512) measures another kernel. 本机每秒能分析多少手牌。
    """
    from .. import _core, batch, measure

    batch.check_kernel()
    rates = measure.rates(rows, threads)
    if as_json:
        for rate in rates:
            echo_json(_facts(rate, _core.kernel_name(), threads))
        return
    out = console()
    kernel = _core.kernel_name()
    out.print(Text(pick(lang, "内核 ", "kernel ")).append(kernel, "bold") + _others(_core.kernel_names(), kernel, lang))
    system = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    out.print(pick(lang, f"{system}，手牌 {rows:,}，线程 {threads}", f"{system}, hands: {rows:,}, threads: {threads}"))
    titles = [pick(lang, "每秒百万手", "million hands a second"), *(pick(lang, *title) for title in _SHAPES)]
    table = [[Text(title) for title in titles]]
    for question, group in groupby(rates, key=lambda rate: rate.question):
        name = Text(pick(lang, question.zh, question.name))
        table.append([name, *(Text(f"{rate.hands_per_second / 1e6:.1f}") for rate in group)])
    print_columns(out, table)


def _others(names: Sequence[str], in_use: str, lang: str) -> Text:
    """The other kernels that run here, if there are any."""
    others = ", ".join(name for name in names if name != in_use)
    return Text(pick(lang, f"（还可用 {others}）", f" (this machine also runs {others})") if others else "")


def _facts(rate: Rate, kernel: str, threads: int) -> dict[str, object]:
    return {
        "question": rate.question.name,
        "hands": rate.shape.name.lower(),
        "kernel": kernel,
        "threads": threads,
        "rows": rate.rows,
        "hands_per_second": round(rate.hands_per_second),
    }
