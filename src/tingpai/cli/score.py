"""`tingpai score`: one hand's value and its arithmetic."""

from __future__ import annotations

import click

from ..errors import DealError
from ..tiles import Tile, mpsz
from .jsonlines import echo_json, json_option
from .language import lang_option, pick
from .options import option_option, rules_option, tile_value

KONGS = ("exposed", "added", "concealed", "single")
_ZH = {"exposed": "明杠", "added": "补杠", "concealed": "暗杠", "single": "单张杠（红中、癞子）"}


@click.command("score")
@click.argument("text", metavar="HAND")
@rules_option(required=True)
@click.option("--self-draw", is_flag=True, help="Won by self-draw (the default). 自摸。")
@click.option("--discard", is_flag=True, help="Won on a discard. 放炮。")
@click.option("--rob-kong", is_flag=True, help="Won by robbing a kong. 抢杠。")
@click.option(
    "--after-kong",
    "kongs",
    multiple=True,
    type=click.Choice(KONGS),
    metavar="KIND",
    help=f"Won just after a kong; repeat it for a chain, in order: {', '.join(KONGS)}. 杠后。",
)
@click.option("--last-tile", is_flag=True, help="Won on the last tile of the wall. 海底。")
@click.option("--first-turn", is_flag=True, help="Won on the first turn: 天胡, 地胡, 人胡.")
@click.option(
    "--seat", type=click.IntRange(0, 3), default=0, show_default=True, help="The winner's seat; 0 deals. 胡家座位。"
)
@click.option(
    "--from", "source", type=click.IntRange(0, 3), help="Whose tile it was; default: the next player. 放炮者。"
)
@click.option(
    "--indicator", callback=tile_value, metavar="TILE", help="The tile turned to fix the wildcard. 翻出的牌。"
)
@option_option
@json_option
@lang_option
def command(
    text: str,
    rules: str,
    self_draw: bool,
    discard: bool,
    rob_kong: bool,
    kongs: tuple[str, ...],
    last_tile: bool,
    first_turn: bool,
    seat: int,
    source: int | None,
    indicator: Tile | None,
    options: dict[str, object],
    as_json: bool,
    lang: str,
) -> None:
    """What HAND, complete with the winning tile last, is worth under a rule set, step by step. 一手牌值多少，怎么算。

    Melds stand in brackets before the concealed tiles: [222m3] a pung from the next player, [1111z] a concealed kong.
    """
    from ..notation import parse_hand
    from ..rules import get
    from ..rules.deal import By
    from ..rules.explain import win_line
    from ..rules.single import KINDS_OF_KONG, hand_deal

    rule_set = get(rules, **options)
    if self_draw + discard + rob_kong > 1:
        raise click.UsageError("--self-draw, --discard, --rob-kong: one of them")
    how = By.DISCARD if discard else By.ROB_KONG if rob_kong else By.SELF_DRAW
    if how is By.SELF_DRAW and source is not None:
        raise DealError(f"a self-draw from seat {source}", where=f"seat {seat}", expected="--discard or --rob-kong")
    deal = hand_deal(
        parse_hand(text),
        by=how,
        seat=seat,
        source=source,
        after_kong=kongs,
        last_tile=last_tile,
        first_turn=first_turn,
        indicator=indicator,
    )
    settlement = rule_set.settle(deal)
    (winner,) = settlement.winners
    if as_json:
        steps = [{"name": step.name, "text": step.text} for step in (*winner.score.steps, *winner.more)]
        paid = [payment.to_json() for payment in settlement.payments if not payment.reason.startswith("kong ")]
        echo_json({"rules": rules, **winner.to_json(), "share": winner.score.share, "steps": steps, "payments": paid})
        return
    click.echo(win_line(winner, settlement.payments, lang))
    paid_for = {payment.reason for payment in settlement.payments}
    melds = [meld for hand in deal.hands for meld in hand.melds if f"kong {mpsz(meld.tiles)}" in paid_for]
    if melds:
        kinds = [kind for meld in melds for kind in KONGS if KINDS_OF_KONG[kind] is meld.kind]
        apart = "、".join(_ZH[kind] for kind in kinds), ", ".join(kinds)
        click.echo(pick(lang, f"杠分另计：{apart[0]}", f"kong points apart: {apart[1]}"))
