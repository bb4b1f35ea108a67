"""`nanning-zhang` 第三份文件「胡牌牌型」与「特殊规则」, in 张: section 3 of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from ..tiles import Tile
from .arith import Power, best, flat, kong_chain, natural_win, product
from .deal import SEATS, Fish, refuse
from .facts import CONCEALED, FISH_BITS, Facts, Reading, hand_patterns, payer_of
from .model import Payment, Score, Step, ValueTable
from .nanning import Due, NanningRules
from .options import Option
from .values import DISCARD, Column, value_table

UNIT, CONCEALED_UNIT = 3, 4
PLAIN_DISCARD = {UNIT: 2, CONCEALED_UNIT: 3}  # 放冲2张, 门清各加1张
PLAIN_BIG = 9  # 杠冲, 抢杠: 推倒胡算9张
MELDED_MORE = 9  # 全球人反冲多付9张
NATURAL = 100
TURNED = 3
# 东南西北中发白 count 1 to 7.
_COUNTED = {Tile.RED: 5, Tile.GREEN: 6, Tile.WHITE: 7}


class NanningZhang(NanningRules):
    """第三份文件「胡牌牌型」与「特殊规则」."""

    name = "nanning-zhang"
    zh = "南宁麻将（张）"
    en = "Nanning, reckoned in 张"
    KEYS = frozenset({"fish"})
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option(
            "melded_discard",
            "more",
            "全求人放冲：more 多付9张，big 当大炮（平胡9，其他×2）",
            "a melded hand's discard: 9 more, or a big discard (9 for plain, others ×2)",
            choices=("more", "big"),
        ),
    )

    def score(self, facts: Facts) -> Score:
        """天胡, 地胡 100 and nothing else; otherwise the best reading."""
        natural = natural_win(facts)
        if natural is not None:
            return flat(facts, natural, NATURAL)
        return best(facts, self._self_draw if facts.is_self_draw else self._discard)

    def _self_draw(self, facts: Facts, reading: Reading) -> Score:
        situation = [("win_after_kong", 1), *kong_chain(facts)] if facts.links else []
        return hand_score(facts, reading, situation)

    def _discard(self, facts: Facts, reading: Reading) -> Score:
        reasons = _big_reasons(facts, melded=self.options["melded_discard"] == "big")
        if reasons and not hand_powers(facts, reading):
            score = product(reading, [(reason, 0) for reason in reasons], reasons[0], PLAIN_BIG)
        else:
            score = hand_score(facts, reading, [(reason, int(reason is reasons[0])) for reason in reasons])
        if not self._pays_more(facts):
            return score
        return replace(score, patterns=(*score.patterns, "melded_discard"))

    def _pays_more(self, facts: Facts) -> bool:
        return bool(facts.from_melded) and self.options["melded_discard"] == "more"

    def dues(self, facts: Facts, score: Score) -> list[Due]:
        """全球人反冲: 9 more, after everything else."""
        more = MELDED_MORE if self._pays_more(facts) else 0
        return [(payer, points + more) for payer, points in super().dues(facts, score)]

    def more(self, facts: Facts, score: Score, dues: list[Due]) -> tuple[Step, ...]:
        """The 9 stand behind the lock, which does not double them."""
        if not self._pays_more(facts):
            return super().more(facts, score, dues)
        locked = super().more(facts, score, super().dues(facts, score))
        return (*locked, Step("melded_discard", f"+{MELDED_MORE}"))

    def kong_dues(self, seat: int, kongs: tuple[int, ...], payer: int | None = None) -> list[list[Due]]:
        """连杠: the source of the first exposed or added kong pays it and every kong after it; before it all three."""
        dues: list[list[Due]] = []
        for place, code in enumerate(kongs):
            if payer is None:
                payer = payer_of(code, seat)
            dues += super().kong_dues(seat, kongs[place : place + 1], payer)
        return dues

    def fish(self, fish: Fish, seat: int) -> dict[str, int]:
        """钓鱼: how many of the tiles turned land on each seat, counted from the last hand's winner, himself 1."""
        if fish.start is None:
            refuse("fish of the players' own", expected="{'from': 2, 'tiles': '7s7z5m'}, the tiles turned")
        if len(fish.turned) > TURNED:
            refuse(f"{len(fish.turned)} tiles turned 钓鱼", fish.start, f"at most {TURNED}")
        landed = [(fish.start + _COUNTED.get(tile, tile.rank) - 1) % SEATS for tile in fish.turned]
        counts = sum(1 << FISH_BITS * place for place in landed)
        return {"fish": counts, "fish_start": fish.start + 1}

    def extras(self, facts: Facts, score: Score, dues: list[Due]) -> list[Payment]:
        """钓鱼: tiles on the winner make all pay the last winner; he pays for those on the discarder and for misses."""
        if not facts.fish_start:
            return []
        last, share = facts.fish_start - 1, score.share
        hits = facts.fish_of(facts.seat)
        paid = [Payment(seat, last, hits * share, "fish") for seat in range(SEATS) if seat != last]
        if facts.is_self_draw:
            misses = sum(map(facts.fish_of, facts.others))
            paid.append(Payment(last, facts.seat, misses * share, "fish"))
        elif last != facts.source:
            paid.append(Payment(last, facts.seat, facts.fish_of(facts.source) * share, "fish"))
        return [payment for payment in paid if payment.points and payment.payer != payment.payee]

    def values(self) -> ValueTable:
        columns: tuple[Column, ...] = (
            (("自摸每家", "self-draw, each"), {}, 1),
            (("放冲", "discard"), {"by": DISCARD}, 1),
            (("杠冲", "discard after a kong"), {"by": DISCARD, "chain": CONCEALED}, 1),
        )
        return value_table(self, columns)


def hand_powers(facts: Facts, reading: Reading) -> list[Power]:
    """The hand's big patterns; a melded hand counts self-drawn too."""
    return hand_patterns(facts, reading) + ([("melded_hand", 1)] if facts.is_melded else [])


def hand_score(facts: Facts, reading: Reading, situation: Sequence[Power] = (), *, drawn: bool | None = None) -> Score:
    """The hand rows of the table: 3 or 4 a share, doubled for each pattern; a discard pays half of the three shares.

    `situation` doubles on; `drawn` reckons as a self-draw or not, whatever the facts say.
    """
    powers = hand_powers(facts, reading)
    unit = CONCEALED_UNIT if facts.is_concealed else UNIT
    if facts.is_self_draw if drawn is None else drawn:
        return product(reading, [*powers, *situation], "self_draw", unit, concealed=facts.is_concealed)
    if not powers:
        return product(reading, situation, "discard", PLAIN_DISCARD[unit], concealed=facts.is_concealed)
    (first, _), *further = powers
    score = product(reading, [*further, *situation], first, 3 * unit, concealed=facts.is_concealed)
    return Score(score.reading, (first, *score.patterns), score.share, score.steps)


def _big_reasons(facts: Facts, *, melded: bool) -> list[str]:
    held = {
        "robbing": facts.is_robbing,
        "discard_after_kong": facts.is_discard and facts.links,
        "melded_discard": facts.from_melded and melded,
    }
    return [reason for reason, holds in held.items() if holds]
