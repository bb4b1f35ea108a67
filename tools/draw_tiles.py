"""Draw the page's tiles: ``python tools/draw_tiles.py FONT src/tingpai/web/static/tiles``.

Drawn as SVG and kept as PNG, one a kind: a browser shows fifty pictures much sooner than fifty drawings. FONT is a font
with Chinese characters whose outlines may be drawn freely; the files in the repository were drawn with Noto Serif CJK
Bold (SIL Open Font License). Needs fonttools, resvg-py and Pillow. Everything else is drawn here.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont
from PIL import Image
from resvg_py import svg_to_bytes

WIDTH, HEIGHT = 60, 80
PIXELS = 150  # the page's widest tile, on a screen with three pixels to each of the page's
COLOURS = 64
INK, RED, GREEN, BLUE = "#22313f", "#c0281f", "#15784a", "#1f4f9c"

Point = tuple[float, float]


class Characters:
    """Outlines of a font's characters, fitted into boxes of the tile."""

    def __init__(self, path: str) -> None:
        self.font = TTFont(path, fontNumber=0)
        self.glyphs = self.font.getGlyphSet()
        self.names = self.font.getBestCmap()

    def draw(self, character: str, middle: Point, size: float, colour: str) -> str:
        glyph = self.glyphs[self.names[ord(character)]]
        bounds = BoundsPen(self.glyphs)
        glyph.draw(bounds)
        left, bottom, right, top = bounds.bounds
        scale = size / self.font["head"].unitsPerEm
        x, y = middle[0] - scale * (left + right) / 2, middle[1] + scale * (bottom + top) / 2
        pen = SVGPathPen(self.glyphs, ntos=lambda number: f"{number:.1f}".removesuffix(".0"))
        glyph.draw(TransformPen(pen, (scale, 0, 0, -scale, x, y)))
        return f'<path fill="{colour}" d="{pen.getCommands()}"/>'


def circle(x: float, y: float, radius: float, colour: str) -> str:
    middle = f'cx="{x:g}" cy="{y:g}"'
    return (
        f'<circle {middle} r="{radius:g}" fill="{colour}"/>'
        f'<circle {middle} r="{radius * 0.66:g}" fill="none" stroke="#fff" stroke-width="{radius * 0.16:g}"/>'
        f'<circle {middle} r="{radius * 0.25:g}" fill="#fff"/>'
    )


def great_circle() -> str:
    petals = "".join(
        f'<ellipse cx="30" cy="27" rx="3.6" ry="7" fill="{RED if turn % 2 else GREEN}" '
        f'transform="rotate({45 * turn} 30 40)"/>'
        for turn in range(8)
    )
    rings = f'<circle cx="30" cy="40" r="22" fill="none" stroke="{BLUE}" stroke-width="3"/>'
    return rings + petals + f'<circle cx="30" cy="40" r="5" fill="{RED}"/><circle cx="30" cy="40" r="2" fill="#fff"/>'


def bamboo(x: float, y: float, length: float, colour: str, turn: float = 0) -> str:
    """A stick with a joint in the middle."""
    turned = f' transform="rotate({turn:g} {x:g} {y:g})"' if turn else ""
    half = length / 2
    return (
        f'<g fill="{colour}"{turned}><rect x="{x - 2.6:g}" y="{y - half:g}" width="5.2" height="{length:g}" rx="2.6"/>'
        f'<rect x="{x - 3.8:g}" y="{y - 1.8:g}" width="7.6" height="3.6" rx="1.8"/>'
        f'<rect x="{x - 3.8:g}" y="{y - half:g}" width="7.6" height="3.4" rx="1.7"/>'
        f'<rect x="{x - 3.8:g}" y="{y + half - 3.4:g}" width="7.6" height="3.4" rx="1.7"/></g>'
    )


def bird() -> str:
    """1s: the bird."""
    return (
        f'<path d="M22 62Q34 66 41 52Q46 40 39 30Q34 22 27 26Q20 30 23 38Q26 46 20 53Q14 60 11 70Q16 66 22 62Z" '
        f'fill="{GREEN}"/>'
        f'<path d="M29 40Q40 40 43 52Q36 60 27 58Q33 50 29 40Z" fill="{BLUE}"/>'
        f'<path d="M20 53Q12 54 7 64M21 57Q17 64 17 73" fill="none" stroke="{RED}" stroke-width="2.4" '
        'stroke-linecap="round"/>'
        f'<path d="M36 27Q42 20 50 22Q44 25 42 32Z" fill="{RED}"/>'
        f'<path d="M30 24Q28 16 33 11M34 23Q35 15 41 12" fill="none" stroke="{RED}" stroke-width="2" '
        'stroke-linecap="round"/>'
        '<circle cx="34" cy="29" r="2.1" fill="#fff"/><circle cx="34.4" cy="29" r="1" fill="#111"/>'
        f'<path d="M30 63L30 71M37 59L39 69" stroke="{RED}" stroke-width="2" stroke-linecap="round"/>'
    )


CIRCLES: dict[int, tuple[float, list[tuple[float, float, str]]]] = {
    2: (11, [(30, 23, GREEN), (30, 57, BLUE)]),
    3: (9, [(15, 18, BLUE), (30, 40, RED), (45, 62, GREEN)]),
    4: (10, [(17, 23, BLUE), (43, 23, GREEN), (17, 57, GREEN), (43, 57, BLUE)]),
    5: (9, [(15, 18, BLUE), (45, 18, GREEN), (30, 40, RED), (15, 62, GREEN), (45, 62, BLUE)]),
    6: (9, [(18, 17, GREEN), (42, 17, GREEN), (18, 42, RED), (42, 42, RED), (18, 63, RED), (42, 63, RED)]),
    7: (
        7.5,
        [(14, 13, GREEN), (30, 21, GREEN), (46, 29, GREEN), (19, 48, RED), (41, 48, RED), (19, 66, RED), (41, 66, RED)],
    ),
    8: (7.5, [(x, y, BLUE) for y in (14, 31.5, 49, 66) for x in (19, 41)]),
    9: (7.5, [(x, y, colour) for y, colour in ((16, GREEN), (40, RED), (64, BLUE)) for x in (13, 30, 47)]),
}


def bamboos(rank: int) -> Iterator[str]:
    rows: dict[int, list[tuple[float, float, float, str]]] = {
        2: [(30, 23, 27, GREEN), (30, 57, 27, BLUE)],
        3: [(30, 23, 27, BLUE), (17, 57, 27, GREEN), (43, 57, 27, GREEN)],
        4: [(17, 23, 27, GREEN), (43, 23, 27, BLUE), (17, 57, 27, BLUE), (43, 57, 27, GREEN)],
        5: [(14, 23, 27, GREEN), (46, 23, 27, BLUE), (30, 40, 27, RED), (14, 57, 27, BLUE), (46, 57, 27, GREEN)],
        6: [(x, y, 27, colour) for y, colour in ((23, GREEN), (57, BLUE)) for x in (14, 30, 46)],
        7: [(30, 15, 18, RED), *((x, y, 18, colour) for y, colour in ((39, GREEN), (63, BLUE)) for x in (14, 30, 46))],
        9: [(x, y, 18, colour) for x, colour in ((13, GREEN), (30, RED), (47, BLUE)) for y in (15, 40, 65)],
    }
    if rank != 8:
        for x, y, length, colour in rows[rank]:
            yield bamboo(x, y, length, colour)
        return
    for y, colour, lean in ((22, GREEN, 1), (58, BLUE, -1)):
        yield bamboo(11, y, 27, colour)
        yield bamboo(23.5, y, 27, colour, -32 * lean)
        yield bamboo(36.5, y, 27, colour, 32 * lean)
        yield bamboo(49, y, 27, colour)


def faces(characters: Characters) -> Iterator[tuple[str, str]]:
    """(kind, what is drawn on it)."""
    for rank, numeral in enumerate("一二三四五六七八九", 1):
        yield (
            f"{rank}m",
            characters.draw(numeral, (30, 22), 32, INK) + characters.draw("萬", (30, 55), 36, RED),
        )
    yield "1p", great_circle()
    for rank, (radius, places) in CIRCLES.items():
        yield f"{rank}p", "".join(circle(x, y, radius, colour) for x, y, colour in places)
    yield "1s", bird()
    for rank in range(2, 10):
        yield f"{rank}s", "".join(bamboos(rank))
    for rank, wind in enumerate("東南西北", 1):
        yield f"{rank}z", characters.draw(wind, (30, 40), 48, INK)
    frame = f'<rect x="11" y="13" width="38" height="54" rx="4" fill="none" stroke="{BLUE}"'
    yield (
        "5z",
        f'{frame} stroke-width="5"/><rect x="17" y="19" width="26" height="42" rx="2" fill="none" stroke="{BLUE}" '
        'stroke-width="1.5"/>',
    )
    yield "6z", characters.draw("發", (30, 40), 48, GREEN)
    yield "7z", characters.draw("中", (30, 40), 50, RED)


def picture(face: str) -> Image.Image:
    drawing = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}">{face}</svg>'
    drawn = Image.open(BytesIO(svg_to_bytes(svg_string=drawing, width=PIXELS)))
    return drawn.quantize(COLOURS, Image.Quantize.FASTOCTREE)


def main() -> None:
    font, folder = sys.argv[1:]
    for kind, face in faces(Characters(font)):
        picture(face).save(Path(folder, f"{kind}.png"), optimize=True)


if __name__ == "__main__":
    main()
