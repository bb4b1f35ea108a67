"""`tingpai waits`: what completes each hand, or how far it is from waiting."""

from __future__ import annotations

import click
from rich.text import Text

from ..analysis import copies_left, discard_waits, is_win, shanten, waits
from ..hand import Hand
from ..tiles import Tile
from . import draw
from .common import console, echo_json, hands_argument, json_option, lang_option, pick, read_hands, wildcard_option


@click.command("waits")
@hands_argument
@wildcard_option
@json_option
@lang_option
def command(hands: tuple[str, ...], wildcard: Tile | None, as_json: bool, lang: str) -> None:
    """The waits of each HAND with the copies left; its shanten when it is not waiting. 听什么牌。

    Of 3k+2 tiles: every discard that leaves the lowest shanten, the best waits first.
    """
    for hand in read_hands(hands):
        if as_json:
            echo_json(_facts(hand, wildcard))
        else:
            _show(hand, wildcard, lang)


def _facts(hand: Hand, wildcard: Tile | None) -> dict[str, object]:
    facts: dict[str, object] = {"hand": str(hand), "shanten": shanten(hand, wildcard)}
    if not hand.is_drawn:
        return facts | {"waits": _copies(hand, waits(hand, wildcard))}
    return facts | {
        "discards": [
            {
                "tile": str(tile),
                "shanten": shanten(hand.without(tile), wildcard),
                "waits": _copies(hand.without(tile), found),
            }
            for tile, found in discard_waits(hand, wildcard).items()
        ]
    }


def _copies(hand: Hand, found: tuple[Tile, ...]) -> dict[str, int]:
    return {str(tile): copies_left(hand, tile) for tile in found}


def _show(hand: Hand, wildcard: Tile | None, lang: str) -> None:
    out = console()
    glyphs = draw.shows_glyphs()
    out.print(draw.hand(hand, glyphs=glyphs))
    if not hand.is_drawn:
        out.print(draw.INDENT + _answer(hand, waits(hand, wildcard), wildcard, lang, glyphs))
        return
    if is_win(hand, wildcard):
        out.print(draw.INDENT + pick(lang, "已胡牌", "complete"))
    out.print(
        *draw.columns(
            (
                Text(pick(lang, "打", "discard")),
                draw.tiles((tile,), glyphs=glyphs),
                _answer(hand.without(tile), found, wildcard, lang, glyphs),
            )
            for tile, found in discard_waits(hand, wildcard).items()
        ),
        sep="\n",
    )


def _answer(hand: Hand, found: tuple[Tile, ...], wildcard: Tile | None, lang: str, glyphs: bool) -> Text:
    """One line: the waits with the copies left, or the shanten."""
    distance = shanten(hand, wildcard)
    if distance > 0:
        return Text(pick(lang, f"{distance} 向听", f"{distance} from waiting"))
    copies = sum(copies_left(hand, tile) for tile in found)
    text = Text(pick(lang, "听 ", "waits on "))
    for tile in found:
        text += draw.tiles((tile,), glyphs=glyphs)
        text.append(f"×{copies_left(hand, tile)} ", "dim")
    text.append(pick(lang, f"共 {len(found)} 种 {copies} 张", f"(kinds: {len(found)}, tiles: {copies})"))
    if wildcard is not None and wildcard not in found and copies_left(hand, wildcard):
        text.append(pick(lang, "，摸到癞子也胡 ", ", and on the wildcard ")).append_text(
            draw.tiles((wildcard,), glyphs=glyphs)
        )
        text.append(f"×{copies_left(hand, wildcard)}", "dim")
    return text
