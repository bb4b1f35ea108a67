"""`nanning-fan` 第三份文件「胡牌方式」, in 番: section 5 of the rules.

The hand's 番 are the hand rows of `nanning-zhang`; its situations are not used.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from .arith import best, flat, natural_win
from .facts import Facts, Reading
from .model import Score, Step, ValueTable
from .nanning import Due, NanningRules
from .nanning_zhang import hand_score
from .values import DISCARD, Column, value_table

FIRST_TURN = 8  # 天胡, 地胡, 人胡
FLOOR = 5  # 不满5番按5番
DECLARED = 1
ALL_THREE = 3


class NanningFan(NanningRules):
    """第三份文件「胡牌方式」."""

    name = "nanning-fan"
    zh = "南宁麻将（番）"
    en = "Nanning, reckoned in 番"
    KEYS = frozenset({"declared"})
    LOCKED_MAY_WIN: ClassVar[bool] = True

    def score(self, facts: Facts) -> Score:
        """天胡, 地胡, 人胡 8; otherwise the hand's row, +1 declared, 5 at least in the situations that have a floor."""
        natural = "human" if facts.first_turn and facts.is_discard else natural_win(facts)
        if natural is not None:
            return flat(facts, natural, FIRST_TURN)
        return best(facts, self._score)

    def _score(self, facts: Facts, reading: Reading) -> Score:
        situations = _situations(facts)
        score = hand_score(facts, reading, drawn=facts.is_self_draw or facts.is_robbing)
        share, steps = score.share, list(score.steps)
        patterns = (*score.patterns, *situations)
        if facts.declared:
            share += DECLARED
            patterns += ("declared",)
            steps.append(Step("declared", f"+{DECLARED}"))
        if (situations or facts.winners == ALL_THREE) and share < FLOOR:
            share = FLOOR
            steps.append(Step("floor", f"={FLOOR}"))
        return replace(score, patterns=patterns, share=share, steps=tuple(steps))

    def dues(self, facts: Facts, score: Score) -> list[Due]:
        """包胡: whoever supplied nine tiles pays the whole win. 抢杠: a self-draw that the robbed player pays alone."""
        if facts.is_robbing:
            return [(facts.source if facts.locked is None else facts.locked, 3 * score.share)]
        if not facts.is_self_draw and facts.locked is not None:
            return [(facts.locked, score.share)]
        return super().dues(facts, score)

    def values(self) -> ValueTable:
        columns: tuple[Column, ...] = (
            (("自摸每家", "self-draw, each"), {}, 1),
            (("放炮", "discard"), {"by": DISCARD}, 1),
            (("海底捞月每家", "last tile draw, each"), {"last_tile": 1}, 1),
            (("一炮三响", "three winners of one discard"), {"by": DISCARD, "winners": 3}, 1),
        )
        return value_table(self, columns)


def _situations(facts: Facts) -> tuple[str, ...]:
    """杠上开花, 海底捞月, 抢杠: each has the floor of 5."""
    held = {
        "win_after_kong": facts.is_self_draw and facts.links,
        "last_draw": facts.is_self_draw and facts.last_tile,
        "robbing": facts.is_robbing,
    }
    return tuple(name for name, holds in held.items() if holds)
