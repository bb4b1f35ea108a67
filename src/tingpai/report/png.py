"""The report's charts as one tall picture."""

from __future__ import annotations

import io
from collections.abc import Sequence

from matplotlib import font_manager
from matplotlib.figure import Figure

from ..errors import InputError
from . import charts
from .sections import Section
from .words import word

_DPI = 160
_TITLE = 0.45  # inches above each chart
_CHINESE = (
    *("Noto Sans CJK SC", "Noto Sans CJK JP", "Noto Sans SC", "Source Han Sans SC", "PingFang SC", "Hiragino Sans GB"),
    *("Microsoft YaHei", "SimHei", "WenQuanYi Micro Hei", "WenQuanYi Zen Hei", "Arial Unicode MS"),
)


def render(name: str, found: Sequence[Section], lang: str) -> bytes:
    """The picture's bytes. Raises `InputError` where no font can write what it has to say."""
    heights = [charts.height(section.chart) + _TITLE for section in found]
    with charts.style(**_font(lang)):
        figure = Figure(figsize=(2 * charts.WIDTH, sum(heights) + _TITLE), layout="constrained", facecolor="white")
        figure.suptitle(f"{word('title', lang)} · {name}")
        places = figure.add_gridspec(len(found), 1, height_ratios=heights)
        for place, section in enumerate(found):
            axes = figure.add_subplot(places[place])
            axes.set_title(section.title, loc="left", fontweight="bold")
            charts.draw(axes, section.chart)
        picture = io.BytesIO()
        figure.savefig(picture, format="png", dpi=_DPI, metadata={"Software": None})
    return picture.getvalue()


def _font(lang: str) -> dict[str, object]:
    installed = {font.name for font in font_manager.fontManager.ttflist}
    chinese = next((font for font in _CHINESE if font in installed), None)
    if chinese is None and lang == "zh":
        raise InputError(
            "no Chinese font is installed for a picture", expected="a font such as Noto Sans CJK, or --lang en"
        )
    return {} if chinese is None else {"font.family": [chinese, "DejaVu Sans"]}
