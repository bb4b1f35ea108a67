"""What each rule set lets players do at the table: who may claim and win what, and when the wall ends.

These are the rules of play of docs/rules; what a win is worth is none of their business.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Customs:
    """`reserved` tiles at the end of the wall are never drawn in turn; `final` draws before them can only win."""

    wuhan: bool = False  # chows, an indicator, 红中杠 and 癞子杠, opening, one winner
    reserved: int = 0
    final: int = 0
    replaces_from_reserve: bool = False  # the last discard may be konged, the replacement comes from the reserve
    locks: bool = True  # 封胡: whoever supplied three of a player's melds cannot win
    passing: bool = False  # 卖胡: whoever lets a discard win go by wins on no discard before his next draw
    plain_needs_self_draw: bool = False  # 平胡需自摸
    concealed_kong_insures: bool = False  # 暗杠等于加了保险: an added kong after a concealed one cannot be robbed
    declares: bool = False  # 听牌 declared ready
    false_wins: bool = False  # 诈胡
    last_drawer_deals: bool = False  # an exhausted hand names who drew the last tile
    horses_need_self_draw: bool = False  # 摸码, not 买马
    fishes_after: bool = False  # 钓鱼 of the last three tiles of the wall


CUSTOMS = {
    "nanning-classic": Customs(
        passing=True, concealed_kong_insures=True, false_wins=True, last_drawer_deals=True, horses_need_self_draw=True
    ),
    "nanning-laiyou": Customs(reserved=4, replaces_from_reserve=True, plain_needs_self_draw=True),
    "nanning-zhang": Customs(fishes_after=True),
    "nanning-fen": Customs(),
    "nanning-fan": Customs(locks=False, declares=True),
    "wuhan-kaikou": Customs(wuhan=True, reserved=10, final=4, locks=False),
    "wuhan-koukou": Customs(wuhan=True, reserved=10, final=4, locks=False),
}
