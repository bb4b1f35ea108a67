"""`tingpai win`: whether each hand is complete, its readings and patterns."""

from __future__ import annotations

import click
from rich.text import Text

from ..analysis import Reading, decompose, patterns, shanten
from ..hand import Hand
from ..patterns import PATTERN_NAMES, Pattern
from ..tiles import Tile, mpsz
from . import draw
from .columns import print_columns, print_line
from .hands import answer_hands, hands_argument
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .options import wildcard_option
from .terminal import console


@click.command("win")
@hands_argument
@wildcard_option
@json_option
@lang_option
def command(hands: tuple[str, ...], wildcard: Tile | None, as_json: bool, lang: str) -> None:
    """Whether each HAND is complete; every reading of it and its patterns. 胡没胡，怎么拆，什么番型。"""

    def answer_one(hand: Hand) -> None:
        readings = decompose(hand, wildcard)
        found = [pattern for pattern in PATTERN_NAMES if pattern in patterns(hand, wildcard)]
        if as_json:
            echo_json(_facts(hand, readings, found))
        else:
            _show(hand, wildcard, readings, found, lang)

    answer_hands(hands, as_json, answer_one)


def _facts(hand: Hand, readings: tuple[Reading, ...], found: list[Pattern]) -> dict[str, object]:
    return {
        "hand": str(hand),
        "win": bool(readings),
        "readings": [
            {
                "kind": reading.kind,
                "laid_down": [str(meld) for meld in reading.laid_down],
                "melds": [mpsz(meld.tiles) for meld in reading.melds],
                "pairs": [mpsz((tile, tile)) for tile in reading.pairs],
                "quads": reading.quads,
                "wild": [str(tile) for tile in reading.wild],
            }
            for reading in readings
        ],
        "patterns": [str(pattern.name).lower() for pattern in found],
    }


def _show(hand: Hand, wildcard: Tile | None, readings: tuple[Reading, ...], found: list[Pattern], lang: str) -> None:
    out = console()
    glyphs = draw.shows_glyphs()
    if readings:
        verdict = Text(pick(lang, "胡牌", "complete"), "bold green")
    else:
        distance = shanten(hand, wildcard)
        away = pick(lang, f"{distance} 向听", f"{distance} from waiting") if distance else pick(lang, "听牌", "waiting")
        verdict = Text(pick(lang, f"没胡（{away}）", f"not complete ({away})"))
    out.print(draw.hand(hand, glyphs=glyphs).append("  ").append_text(verdict))
    print_columns(out, (_cells(reading, lang, glyphs) for reading in readings))
    if found:
        names = pick(lang, "、", ", ").join(pick(lang, *PATTERN_NAMES[pattern]) for pattern in found)
        print_line(out, pick(lang, f"番型：{names}", f"patterns: {names}"))


def _cells(reading: Reading, lang: str, glyphs: bool) -> list[Text]:
    """One reading: what it is, its groups, what the wildcards stand for."""
    kind = Pattern.SEVEN_PAIRS if reading.kind == "seven_pairs" else Pattern.STANDARD
    cells = [Text(pick(lang, *PATTERN_NAMES[kind]))]
    cells += [draw.hand(Hand(bytes(34), (meld,)), glyphs=glyphs) for meld in reading.laid_down]
    cells += [draw.tiles(group, glyphs=glyphs) for group in reading.groups]
    if reading.wild:
        cells.append(Text(pick(lang, "癞子作 ", "wild as ")) + draw.tiles(reading.wild, glyphs=glyphs))
    return cells
