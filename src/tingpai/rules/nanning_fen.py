"""`nanning-fen` 第三份文件「胡牌计算」, in 分: the patterns add up. Section 4 of the rules."""

from __future__ import annotations

from typing import ClassVar

from .arith import best, natural_win, total
from .deal import SEATS
from .facts import QUADS, Facts, Reading
from .model import Score, ValueTable
from .nanning import NanningRules
from .options import Option
from .values import DISCARD, Column, value_table

Term = tuple[str, int]
PLAIN = (3, 2)
CONCEALED = 4  # 门清一定要自摸
SUIT = PUNGS = (6, 9)
SEVEN_PAIRS = (8, 12)
QUAD = (16, 24)
MELDED = 18
BIG_DISCARD = 9
SITUATION = 6
CONCEALED_MORE = 2  # 6 → 8, as the first table prints for 门清 hands


class NanningFen(NanningRules):
    """第三份文件「胡牌计算」."""

    name = "nanning-fen"
    zh = "南宁麻将（分，累加）"
    en = "Nanning, reckoned in 分 that add up"
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("concealed_sum", False, "门清另加4分（否则清一色、碰碰胡各加2）", "门清 adds 4 (else 2 a pattern)"),
        Option("quads_double", False, "双豪华、三豪华再翻倍", "two and three quads double on"),
        Option("concealed_kong_win", 9, "暗杠杠上花每家", "a win after a concealed kong, each", choices=(9, 6)),
    )

    def score(self, facts: Facts) -> Score:
        """The sum of all patterns held; plain only where there is none."""
        return best(facts, self._score)

    def _score(self, facts: Facts, reading: Reading) -> Score:
        side = 0 if facts.is_self_draw else 1
        hand = self._hand(facts, reading, side)
        terms = hand + (self._draws(facts) if facts.is_self_draw else _discards(facts))
        if facts.is_self_draw and facts.is_concealed and not reading.seven_pairs:
            terms += self._concealed(facts, hand, terms)
        if not terms:
            terms = [("discard" if side else "self_draw", PLAIN[side])]
        names = dict.fromkeys(name for name, _ in terms if name not in ("discard", "self_draw"))
        return total(reading, terms, names)

    def _hand(self, facts: Facts, reading: Reading, side: int) -> list[Term]:
        terms = [(facts.suit, SUIT[side])] if facts.suit else []
        # 碰杠4次以上: a concealed kong counts here; 18 has the 9 of 碰碰胡 in it.
        if side and facts.claimed + facts.concealed_kongs == SEATS:
            terms.append(("melded_hand", MELDED))
        elif reading.all_pungs:
            terms.append(("all_pungs", PUNGS[side]))
        if reading.quads:
            more = reading.quads - 1 if self.flag("quads_double") else 0
            terms.append((QUADS[reading.quads], QUAD[side] << more))
        elif reading.seven_pairs:
            terms.append(("seven_pairs", SEVEN_PAIRS[side]))
        return terms

    def _draws(self, facts: Facts) -> list[Term]:
        terms = []
        if facts.links:
            exposed = self.kong_payer(facts) is not None
            terms.append(("win_after_kong", SITUATION if exposed else self.number("concealed_kong_win")))
        if facts.last_tile:
            terms.append(("last_draw", SITUATION))
        if natural_win(facts) == "heavenly":
            terms.append(("heavenly", SITUATION))
        return terms

    def _concealed(self, facts: Facts, hand: list[Term], terms: list[Term]) -> list[Term]:
        """门清: 4 alone, 2 more for one suit and for all pungs each; nothing with 天胡 or a situation alone."""
        if not terms:
            return [("concealed", CONCEALED)]
        if not hand or natural_win(facts) == "heavenly":
            return []
        return [("concealed", CONCEALED if self.flag("concealed_sum") else CONCEALED_MORE * len(hand))]

    def values(self) -> ValueTable:
        columns: tuple[Column, ...] = (
            (("自摸每家", "self-draw, each"), {}, 1),
            (("放炮", "discard"), {"by": DISCARD}, 1),
            (("海底捞月每家", "last tile draw, each"), {"last_tile": 1}, 1),
            (("海底炮", "last tile discard"), {"by": DISCARD, "last_tile": 1}, 1),
        )
        return value_table(self, columns)


def _discards(facts: Facts) -> list[Term]:
    held = {
        "robbing": facts.is_robbing,
        "discard_after_kong": facts.is_discard and facts.links,
        "last_discard": facts.is_discard and facts.last_tile,
    }
    return [(name, BIG_DISCARD) for name, holds in held.items() if holds]
