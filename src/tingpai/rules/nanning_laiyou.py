"""`nanning-laiyou` 来游戏南宁麻将: section 2 of the rules.

The highest pattern is the base, with the concealed bonus in it; every further pattern doubles.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from .arith import best, flat, kong_chain, natural_win, product
from .deal import refuse
from .facts import MOST_HORSES, QUADS, Facts, Reading, payer_of
from .model import Payment, Score, ValueTable
from .nanning import Due, NanningRules
from .options import Option
from .values import DISCARD, Column, value_table

PLAIN = 3
HEAVENLY = 50
# A pattern's base, self-draw each and discard.
BASE = {
    "one_suit": (6, 9),
    "all_honours": (6, 9),
    "all_pungs": (6, 9),
    "seven_pairs": (8, 12),
    "melded_hand": (0, 9),
    "win_after_kong": (6, 0),
    "discard_after_kong": (0, 9),
    "robbing": (0, 9),
    "melded_discard": (0, 9),
    "last_draw": (6, 0),
    "last_discard": (0, 9),
}
PLAIN_CONCEALED, CONCEALED = 1, (2, 3)  # 普通门清自摸 +1; 大胡门清自摸 +2, 点炮 +3


class NanningLaiyou(NanningRules):
    """来游戏南宁麻将 (第一份文件后半)."""

    name = "nanning-laiyou"
    zh = "来游戏南宁麻将"
    en = "Nanning as 来游戏 plays it"
    KEYS = frozenset({"horses"})
    LOCKED_SHARES = 6
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("plain_discard", 0, "平胡放炮的分（0：需自摸）", "a plain discard win; 0: none", choices=(0, 2)),
        Option(
            "concealed_kong_win_base", 6, "暗杠杠上花的基础分", "base of a win after a concealed kong", choices=(6, 9)
        ),
        Option("horses", 4, "买马张数", "买马: tiles turned after a win", most=MOST_HORSES),
    )

    def score(self, facts: Facts) -> Score:
        """天胡, 地胡 50 and nothing else; otherwise the best reading."""
        if natural_win(facts) == "heavenly":
            return flat(facts, "heavenly", HEAVENLY)
        if facts.first_turn and facts.is_discard:
            return flat(facts, "earthly", HEAVENLY)
        return best(facts, self._score)

    def _score(self, facts: Facts, reading: Reading) -> Score:
        held = _patterns(facts, reading)
        side = 0 if facts.is_self_draw else 1
        if not held:
            return self._plain(facts, reading)
        bases = {name: BASE[name][side] for name in held}
        if "win_after_kong" in bases and self.kong_payer(facts) is None:
            bases["win_after_kong"] = self.number("concealed_kong_win_base")
        if facts.is_concealed:
            # 七小对 has it in its own base.
            bases = {name: points + CONCEALED[side] * (name != "seven_pairs") for name, points in bases.items()}
        first = max(bases, key=lambda name: bases[name])
        powers = [(name, 1) for name in held if name != first] + kong_chain(facts)
        if reading.quads:
            powers.append((QUADS[reading.quads], reading.quads))
        score = product(reading, powers, first, bases[first], concealed=facts.is_concealed)
        return replace(score, patterns=(first, *score.patterns))

    def _plain(self, facts: Facts, reading: Reading) -> Score:
        if facts.is_self_draw:
            points = PLAIN + PLAIN_CONCEALED * facts.is_concealed
            return product(reading, [], "self_draw", points, concealed=facts.is_concealed)
        points = self.number("plain_discard")
        if not points:
            refuse("a plain hand wins on a discard 平胡需自摸", facts.seat, "a self-draw or a big pattern")
        return product(reading, [], "discard", points)

    def kong_payer(self, facts: Facts) -> int | None:
        """按第一杠的类型判断是否包牌: the first kong decides who pays."""
        return payer_of(facts.kongs[0], facts.seat) if facts.kongs else None

    def extras(self, facts: Facts, score: Score, dues: list[Due]) -> list[Payment]:
        """买马: every hit makes every loser pay once more."""
        most = self.number("horses")
        if facts.horses > most:
            refuse(f"{facts.horses} horses 买马", facts.seat, f"at most {most}, the option horses")
        if facts.horses and facts.winners > 1:
            refuse("horses 买马 with several winners 一炮多响无买马", facts.seat, "one winner")
        return [Payment(payer, facts.seat, facts.hits * points, "horses") for payer, points in dues if facts.hits]

    def values(self) -> ValueTable:
        columns: tuple[Column, ...] = (
            (("自摸每家", "self-draw, each"), {}, 1),
            (("放炮", "discard"), {"by": DISCARD}, 1),
            (("海底捞月每家", "last tile draw, each"), {"last_tile": 1}, 1),
            (("海底炮", "last tile discard"), {"by": DISCARD, "last_tile": 1}, 1),
        )
        return value_table(self, columns)


def _patterns(facts: Facts, reading: Reading) -> list[str]:
    """Every big pattern held, the situational ones too."""
    drawn, discarded = facts.is_self_draw, facts.is_discard
    held = {
        facts.suit or "one_suit": facts.suit is not None,
        "all_pungs": reading.all_pungs,
        "seven_pairs": reading.seven_pairs,
        "melded_hand": facts.is_melded and not drawn,
        "win_after_kong": drawn and facts.links,
        "discard_after_kong": discarded and facts.links,
        "robbing": facts.is_robbing,
        "melded_discard": facts.from_melded,
        "last_draw": drawn and facts.last_tile,
        "last_discard": discarded and facts.last_tile,
    }
    return [name for name, holds in held.items() if holds]
