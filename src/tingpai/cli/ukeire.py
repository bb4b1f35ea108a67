"""Tiles that help, as a line of text or JSON: what a hand waits for, or what brings it nearer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.text import Text

from ..discards import Discard, Ukeire
from ..tiles import Tile
from . import draw
from .language import pick
from .refusals import refusal

_REASONS = {
    "shanten": ("向听更远", "further from waiting"),
    "points": ("听的点数更少", "its waits are worth less"),
    "copies": ("进张更少", "fewer tiles help"),
    "kinds": ("进张种类更少", "fewer kinds help"),
    "equal": ("一样好", "as good"),
}


def reason(discard: Discard, lang: str) -> Text:
    """Why a discard is not the best one."""
    return Text(pick(lang, *_REASONS[discard.reason]), "dim")


def answer(
    shanten: int,
    draws: Sequence[Ukeire],
    wildcard: Tile | None,
    lang: str,
    glyphs: bool,
    ruled: bool,
    *,
    counts_alone: bool = False,
) -> Text:
    """``waits on 2m×3 5m×4 (kinds: 2, tiles: 7)``, with points where rules are given (`ruled`); or what helps.

    With `counts_alone` how many tiles help, but not which.
    """
    between = ("，", " ") if counts_alone else ("：", ": ")
    far = pick(lang, f"{shanten} 向听", f"{shanten} from waiting") + pick(lang, *between)
    text = Text(pick(lang, "听 ", "waits on ") if shanten == 0 else far)
    own = [tile for tile in draws if tile.tile != wildcard]
    values = {_points(tile, lang) for tile in draws} if ruled and shanten == 0 else set()
    for tile in () if counts_alone else own:
        text += draw.tiles((tile.tile,), glyphs=glyphs)
        text.append(f"×{tile.copies} ", "dim")
        if len(values) > 1:
            text.append(f"({_points(tile, lang)}) ")
    kinds, copies = len([tile for tile in own if tile.copies]), sum(tile.copies for tile in own)
    text.append(pick(lang, f"共 {kinds} 种 {copies} 张", f"(kinds: {kinds}, tiles: {copies})"))
    for tile in draws:
        if tile.tile == wildcard and tile.copies:
            text.append(pick(lang, "，还有癞子 ", ", and the wildcard "))
            text.append_text(draw.tiles((tile.tile,), glyphs=glyphs))
            text.append(f"×{tile.copies}", "dim")
            if len(values) > 1:
                text.append(f" ({_points(tile, lang)})")
    if len(values) == 1:
        text.append(pick(lang, "，", ", ") + values.pop())
    return text


def refusals(draws: Iterable[Ukeire], lang: str) -> Iterator[str]:
    """Why the rules allow no win with these tiles: a line for each reason there is."""
    for why in dict.fromkeys(tile.refusal for tile in draws if tile.refusal is not None):
        yield refused(why, lang)


def refused(why: str, lang: str) -> str:
    """``no win allowed: …``, below a hand."""
    why = refusal(why)
    return pick(lang, f"规则不许胡：{why}", f"no win allowed: {why}")


def facts(draws: Sequence[Ukeire]) -> dict[str, int]:
    """JSON: the copies left of each tile."""
    return {str(tile.tile): tile.copies for tile in draws}


def points_facts(draws: Sequence[Ukeire]) -> dict[str, dict[str, int | str | None]]:
    """JSON: the points of each wait by self-draw and on a discard; null where the rules refuse the win, and why."""
    names = ("self_draw", "discard", "refusal")
    return {str(tile.tile): {name: getattr(tile, name) for name in names} for tile in draws}


def _points(tile: Ukeire, lang: str) -> str:
    own, other = (
        pick(lang, "不能胡", "no win") if points is None else str(points) for points in (tile.self_draw, tile.discard)
    )
    return pick(lang, f"自摸 {own}、放炮 {other}", f"self-draw {own}, discard {other}")
