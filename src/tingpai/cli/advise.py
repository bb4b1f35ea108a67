"""`tingpai advise`: what to discard, with the chances and the expected points of each choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click
from rich.text import Text

from ..discards import Discard, discards
from ..hand import Hand
from ..improve import MOST_CHANGES, MOST_DRAWS, MOST_SHANTEN, Choice, FarFromWaiting, Improvement, improve
from ..tiles import Tile
from . import draw
from .columns import print_columns, print_line
from .hands import answer_hands, hands_argument
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .options import chosen_rules, option_option, rules_option, seen_option, wildcard_option
from .terminal import console
from .ukeire import answer, facts, refused

if TYPE_CHECKING:
    from ..rules import RuleSet


@click.command("advise")
@hands_argument
@rules_option(required=False)
@option_option
@wildcard_option
@seen_option
@click.option(
    "--draws",
    type=click.IntRange(1, MOST_DRAWS),
    default=MOST_DRAWS,
    show_default=True,
    help="How many draws of its own the hand still has. 还能摸几张。",
)
@click.option(
    "--changes",
    type=click.IntRange(0, MOST_CHANGES),
    default=1,
    show_default=True,
    help="How many drawn tiles beyond the fewest needed may be kept; more looks further and takes longer. "
    "手里摸来的牌可比最少所需多几张；越多看得越远，也越慢。",
)
@json_option
@lang_option
def command(
    hands: tuple[str, ...],
    rules: str | None,
    options: dict[str, object],
    wildcard: Tile | None,
    seen: str | None,
    draws: int,
    changes: int,
    as_json: bool,
    lang: str,
) -> None:
    """What to discard from each HAND, best first: the chance to complete it, and the expected points. 打哪张。

    Only the hand's own draws count. Discards are ordered by points with --rules, otherwise by chance. Two numbers are a
    lower and an upper bound. For a hand more than two tiles from waiting only the tiles that help are shown.
    """
    chosen = chosen_rules(rules, options)

    def answer_one(hand: Hand) -> None:
        advice = _advice(hand, draws, changes, chosen, seen, wildcard)
        if as_json:
            echo_json(_facts(hand, advice))
        else:
            _show(hand, advice, wildcard, lang, chosen is not None)

    answer_hands(hands, as_json, answer_one)


class Advice(NamedTuple):
    """The outlook of a hand (None when it is far from waiting), and its rows, best first."""

    outlook: Improvement | None
    rows: list[tuple[Choice | None, Discard | None]]


def _advice(
    hand: Hand, draws: int, changes: int, rules: RuleSet | None, seen: str | None, wildcard: Tile | None
) -> Advice:
    looked = {discard.tile: discard for discard in discards(hand, seen, rules, wildcard)}
    try:
        outlook = improve(hand, draws, rules, seen, wildcard, changes=changes)
    except FarFromWaiting:
        return Advice(None, [(None, discard) for discard in looked.values()])
    return Advice(
        outlook,
        [(choice, None if choice.discard is None else looked[choice.discard]) for choice in outlook.choices],
    )


def _facts(hand: Hand, advice: Advice) -> dict[str, object]:
    about: dict[str, object] = {"hand": str(hand)}
    if advice.outlook is not None:
        fields = ("draws", "unseen", "play", "changes", "refusal")
        about |= {name: getattr(advice.outlook, name) for name in fields}
    return about | {"choices": [_row_facts(choice, discard) for choice, discard in advice.rows]}


def _row_facts(choice: Choice | None, discard: Discard | None) -> dict[str, object]:
    row: dict[str, object] = {"discard": None if discard is None else str(discard.tile)}
    if choice is not None:
        fields = ("probability", "probability_bound", "points", "points_bound")
        row |= {name: getattr(choice, name) for name in fields}
    if discard is not None:
        row |= {"shanten": discard.shanten, "ukeire": facts(discard.ukeire), "reason": discard.reason}
    return row


def _show(hand: Hand, advice: Advice, wildcard: Tile | None, lang: str, ruled: bool) -> None:
    out = console()
    glyphs = draw.shows_glyphs()
    out.print(draw.hand(hand, glyphs=glyphs))
    print_columns(out, (_cells(hand, *row, wildcard, lang, glyphs, ruled) for row in advice.rows))
    if advice.outlook is None:
        far = (
            f"离听牌超过 {MOST_SHANTEN} 向听，不算机会",
            f"more than {MOST_SHANTEN} from waiting: chances are not computed",
        )
        print_line(out, pick(lang, *far))
        return
    outlook = advice.outlook
    print_line(
        out,
        pick(
            lang,
            f"以后自己摸 {outlook.draws} 张（未见 {outlook.unseen} 张）；{_play(outlook)[0]}",
            f"{outlook.draws} own draws from {outlook.unseen} unseen tiles; {_play(outlook)[1]}",
        ),
    )
    if outlook.refusal is not None:
        print_line(out, refused(outlook.refusal, lang))


def _play(outlook: Improvement) -> tuple[str, str]:
    if outlook.changes is None:
        return "最优打法", "best play"
    tiles = "1 drawn tile" if outlook.changes == 1 else f"{outlook.changes} drawn tiles"
    return (
        f"手里摸来的牌至多比所需多 {outlook.changes} 张：两个数是下界和上界",
        f"at most {tiles} beyond the fewest needed: two numbers are a lower and an upper bound",
    )


def _between(sure: float, bound: float, form: str) -> str:
    """One number, or two where they differ as printed."""
    low, high = format(sure, form), format(bound, form)
    return low if low == high else f"{low.removesuffix('%')}–{high}"


def _cells(
    hand: Hand,
    choice: Choice | None,
    discard: Discard | None,
    wildcard: Tile | None,
    lang: str,
    glyphs: bool,
    ruled: bool,
) -> list[Text]:
    """One row: what to do, its chance and points, what it leaves."""
    if discard is not None:
        cells = [Text(pick(lang, "打", "discard")), draw.tiles((discard.tile,), glyphs=glyphs)]
    elif hand.is_drawn:
        cells = [Text(pick(lang, "胡", "win")), Text("")]
    else:
        cells = [Text(pick(lang, "摸", "draw")), Text("")]
    if choice is not None:
        cells.append(Text(_between(choice.probability, choice.probability_bound, ".2%"), "bold"))
        if choice.points is not None and choice.points_bound is not None:
            points = _between(choice.points, choice.points_bound, ".2f")
            cells.append(Text(pick(lang, f"{points} 分", f"{points} points")))
    if discard is not None:
        cells.append(answer(discard.shanten, discard.ukeire, wildcard, lang, glyphs, ruled))
    return cells
