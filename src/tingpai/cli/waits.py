"""`tingpai waits`: what completes each hand, or what brings it nearer; what to discard."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click
from rich.text import Text

from ..analysis import is_win, shanten, waits
from ..discards import Discard, Ukeire, discards, ukeire
from ..hand import Hand
from ..tiles import Tile
from . import draw
from .columns import print_columns, print_line
from .hands import answer_hands, hands_argument
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .options import chosen_rules, option_option, rules_option, seen_option, wildcard_option
from .terminal import console
from .ukeire import answer, facts, points_facts, reason, refusals

if TYPE_CHECKING:
    from ..rules import RuleSet


@click.command("waits")
@hands_argument
@wildcard_option
@seen_option
@rules_option(required=False)
@option_option
@json_option
@lang_option
def command(
    hands: tuple[str, ...],
    wildcard: Tile | None,
    seen: str | None,
    rules: str | None,
    options: dict[str, object],
    as_json: bool,
    lang: str,
) -> None:
    """What each HAND waits on, with the copies left; else its shanten and the tiles that help. 听什么牌。

    For 3k+2 tiles: every discard, best first, and why the others are worse. For discards that lead further away only
    the number of tiles that help is shown; --json lists them. With --rules each wait has its points.
    """
    chosen = chosen_rules(rules, options)

    def answer_one(hand: Hand) -> None:
        if as_json:
            echo_json(_facts(hand, wildcard, seen, chosen))
        else:
            _show(hand, wildcard, seen, chosen, lang)

    answer_hands(hands, as_json, answer_one)


def _facts(hand: Hand, wildcard: Tile | None, seen: str | None, rules: RuleSet | None) -> dict[str, object]:
    distance = shanten(hand, wildcard)
    about: dict[str, object] = {"hand": str(hand), "shanten": distance}
    if not hand.is_drawn:
        return about | _draws(hand, distance, ukeire(hand, seen, rules, wildcard), wildcard, rules)
    return about | {
        "discards": [
            {"tile": str(discard.tile), "shanten": discard.shanten, "reason": discard.reason}
            | _draws(hand.without(discard.tile), discard.shanten, discard.ukeire, wildcard, rules)
            for discard in discards(hand, seen, rules, wildcard)
        ]
    }


def _draws(
    hand: Hand, distance: int, draws: tuple[Ukeire, ...], wildcard: Tile | None, rules: RuleSet | None
) -> dict[str, object]:
    """The waits of a ready hand, the tiles that help of another one."""
    if distance:
        return {"waits": {}, "ukeire": facts(draws)}
    own = waits(hand, wildcard)
    # A wildcard that completes the hand only because it is wild is no wait.
    found: dict[str, object] = {"waits": facts([tile for tile in draws if tile.tile in own]), "ukeire": facts(draws)}
    return found if rules is None else found | {"points": points_facts(draws)}


def _show(hand: Hand, wildcard: Tile | None, seen: str | None, rules: RuleSet | None, lang: str) -> None:
    out = console()
    glyphs = draw.shows_glyphs()
    ruled = rules is not None
    if not hand.is_drawn:
        draws = ukeire(hand, seen, rules, wildcard)
        out.print(draw.hand(hand, glyphs=glyphs))
        print_line(out, answer(shanten(hand, wildcard), draws, wildcard, lang, glyphs, ruled))
    else:
        found = discards(hand, seen, rules, wildcard)
        draws = tuple(tile for discard in found for tile in discard.ukeire)
        out.print(draw.hand(hand, glyphs=glyphs))
        if is_win(hand, wildcard):
            print_line(out, pick(lang, "已胡牌", "complete"))
        print_columns(out, _rows(found, wildcard, lang, glyphs, ruled))
    for line in refusals(draws, lang):
        print_line(out, line)


def _rows(
    found: Sequence[Discard], wildcard: Tile | None, lang: str, glyphs: bool, ruled: bool
) -> Iterator[tuple[Text, ...]]:
    """A row a discard, the best first; of those that lead further away how many tiles help, but not which."""
    for place, discard in enumerate(found):
        further = discard.shanten > found[0].shanten
        yield (
            Text(pick(lang, "打", "discard")),
            draw.tiles((discard.tile,), glyphs=glyphs),
            answer(discard.shanten, discard.ukeire, wildcard, lang, glyphs, ruled, counts_alone=further),
            reason(discard, lang) if place else Text(),
        )
