"""Charts drawn with matplotlib: as SVG whose text stays text, and on axes of a larger figure."""

from __future__ import annotations

import io
import logging
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, MaxNLocator

from .sections import Bars, Heat

WIDTH = 4.6  # inches; narrow, so that its text can be read on a phone
_INK, _BAR, _GRID, _HEAT = "#1f2a30", "#1d7a5f", "#d9dfdc", "YlGn"
_FONTS = ("system-ui", "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", "WenQuanYi Micro Hei", "sans-serif")
_STYLE = {
    "svg.fonttype": "none",
    "svg.hashsalt": "tingpai",
    "text.parse_math": False,  # a name may hold dollars
    "font.size": 9,
    "text.color": _INK,
    "axes.edgecolor": _GRID,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}


def height(chart: Bars | Heat) -> float:
    """Inches that the chart wants at `WIDTH`."""
    if isinstance(chart, Bars):
        return 0.5 + 0.24 * len(chart.labels) if chart.sideways else 2.6
    return 2.3 if len(chart.rows) < 9 else WIDTH


@contextmanager
def style(**more: object) -> Iterator[None]:
    """Figures drawn inside look like a report's."""
    with mpl.rc_context(_STYLE | more), warnings.catch_warnings():  # type: ignore[arg-type]
        # Widths are measured with a font that may lack Chinese; the reader's own font draws the text.
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def svg(chart: Bars | Heat, name: str) -> str:
    """The chart as an ``<svg>`` element that fills the width it is given; its ids begin with `name`."""
    with style():
        logging.getLogger("matplotlib.font_manager").setLevel(logging.ERROR)
        figure = Figure(figsize=(WIDTH, height(chart)), layout="constrained")
        draw(figure.add_subplot(), chart)
        text = io.StringIO()
        figure.savefig(text, format="svg", transparent=True, metadata={"Date": None, "Creator": None})
    drawing = text.getvalue()
    drawing = drawing[drawing.index("<svg") :]
    drawing = re.sub(r"<metadata>.*?</metadata>", "", drawing, flags=re.DOTALL)
    drawing = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", drawing, count=1)
    drawing = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", drawing, count=1)
    # Several charts share a page: ids that nothing refers to go, the others are made this chart's own.
    used = set(re.findall(r'(?:url\(#|href="#)([^")]+)', drawing))
    drawing = re.sub(r' id="([^"]*)"', lambda found: f' id="{name}-{found[1]}"' if found[1] in used else "", drawing)
    drawing = re.sub(r'(url\(#|href="#)', rf"\1{name}-", drawing)
    return re.sub(
        r"font: ([^;\"]*?)'[^;\"]*", lambda found: f"font: {found[1]}{', '.join(map(_quoted, _FONTS))}", drawing
    )


def _quoted(font: str) -> str:
    return f"'{font}'" if " " in font else font


def draw(axes: Axes, chart: Bars | Heat) -> None:
    """Draw on axes of any figure."""
    if isinstance(chart, Heat):
        _draw_heat(axes, chart)
    elif chart.sideways:
        _draw_sideways(axes, chart)
    else:
        _draw_bars(axes, chart)


def _draw_bars(axes: Axes, chart: Bars) -> None:
    places = range(len(chart.labels))
    axes.bar(places, chart.values, color=_BAR, width=0.8)
    crowded = len(chart.labels) > 12 or max(map(len, chart.labels)) * len(chart.labels) > 80
    axes.set_xticks(places, chart.labels, rotation=90 if crowded else 0, fontsize=8)
    axes.yaxis.set_major_formatter(FuncFormatter(_short))
    axes.yaxis.set_major_locator(MaxNLocator(4))
    axes.grid(axis="y", color=_GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)


def _draw_sideways(axes: Axes, chart: Bars) -> None:
    places = range(len(chart.labels))
    axes.barh(places, chart.values, color=_BAR, height=0.75)
    axes.set_yticks(places, chart.labels)
    axes.invert_yaxis()
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.xaxis.set_major_locator(MaxNLocator(4))
    axes.grid(axis="x", color=_GRID, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=0)
    axes.margins(y=0.02)


def _draw_heat(axes: Axes, chart: Heat) -> None:
    values = np.array(chart.values, float)
    columns, rows = np.arange(values.shape[1] + 1) - 0.5, np.arange(values.shape[0] + 1) - 0.5
    mesh = axes.pcolormesh(columns, rows, np.ma.masked_invalid(values), cmap=_HEAT, vmin=0, edgecolors="white", lw=0.4)
    small = 6 if len(chart.columns) > 9 else 9
    axes.set_xticks(range(len(chart.columns)), chart.columns, fontsize=small, rotation=90 if small == 6 else 0)
    axes.set_yticks(range(len(chart.rows)), chart.rows, fontsize=small)
    axes.invert_yaxis()
    axes.set_aspect("equal")
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)
    middle = np.nanmax(values) / 2
    for y, line in enumerate(chart.cells or ()):
        for x, text in enumerate(line):
            axes.text(
                x, y, text, ha="center", va="center", fontsize=8, color="white" if values[y, x] > middle else _INK
            )
    bar = axes.figure.colorbar(mesh, ax=axes, orientation="horizontal", shrink=0.6, aspect=30, pad=0.02)
    bar.ax.xaxis.set_major_formatter(FuncFormatter(_short))
    bar.ax.xaxis.set_major_locator(MaxNLocator(4))
    bar.ax.tick_params(length=0, labelsize=7)
    bar.outline.set_visible(False)


def _short(value: float, _: int | None = None) -> str:
    """1500000 as 1.5M."""
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:g}{letter}"
    return f"{value:g}"
