"""`nanning-classic` 南宁麻将计分规则, basis 1/2/3/4: section 1 of the rules.

The whole text is one formula: a unit `u` (3, concealed 4), doubled for each pattern; a discard pays half of a
self-draw's total, a *big* discard 大炮 all of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import ClassVar

from .arith import best, kong_chain, natural_win, product
from .deal import SEATS, Deal, Fish, refuse
from .facts import CONCEALED, FISH_BITS, MOST_HORSES, Facts, Reading, hand_patterns
from .model import Payment, Score, Settlement, ValueTable
from .nanning import Due, NanningRules, bonus_hits
from .options import Option
from .values import DISCARD, Column, value_table

UNIT, CONCEALED_UNIT = 3, 4
PLAIN_DISCARD = {UNIT: 2, CONCEALED_UNIT: 4}  # 鸡胡 2, 门清 4
FALSE_WIN = 10


class NanningClassic(NanningRules):
    """南宁麻将计分规则 (第一、二份文件)."""

    name = "nanning-classic"
    zh = "南宁麻将计分规则"
    en = "Nanning, the classic reckoning 1/2/3/4"
    KEYS = frozenset({"last_drawer", "horses", "fish", "false_win"})
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option("dead_lock", False, "死双：被封胡者所付再加倍", "死双: all that a locked player pays is doubled"),
        Option("big_discard_flat", False, "平胡大炮不论门清9分", "a plain big discard is 9, concealed or not"),
        Option("false_win_penalty", FALSE_WIN, "诈胡付每家", "诈胡: what a false win pays each other player"),
        Option("horses", 0, "摸码张数", "摸码: tiles drawn after a self-draw", most=MOST_HORSES),
        Option("fishing", 0, "钓鱼：每家留牌张数", "钓鱼: face-down tiles each player keeps", choices=(0, 1, 2)),
        Option("dealer_stays_on_draw", False, "荒庄原庄家连庄", "the dealer stays after an exhausted hand"),
    )

    def score(self, facts: Facts) -> Score:
        """u·2^d for each payer of a self-draw; 3·u·2^(D-1) for a discard, but 2 or 4 for a plain one."""
        if facts.is_robbing and CONCEALED in facts.kongs:
            refuse("robs a kong made after a concealed one 暗杠等于加了保险", facts.seat, "no concealed kong before it")
        if facts.last_tile and facts.links:
            refuse("a kong on the last tile 海底无牌可杠", facts.seat, "no chain")
        return best(facts, self._self_draw if facts.is_self_draw else self._discard)

    def _self_draw(self, facts: Facts, reading: Reading) -> Score:
        powers = hand_patterns(facts, reading)
        if facts.links:
            powers += [("win_after_kong", 1), *kong_chain(facts)]
        elif (natural := natural_win(facts)) is not None:
            powers.append((natural, 1))
        if facts.last_tile:
            powers.append(("last_draw", 1))
        unit = CONCEALED_UNIT if facts.is_concealed else UNIT
        return product(reading, powers, "self_draw", unit, concealed=facts.is_concealed)

    def _discard(self, facts: Facts, reading: Reading) -> Score:
        powers = hand_patterns(facts, reading)
        if facts.is_melded:
            powers.append(("melded_hand", 1))
        reasons = _big_reasons(facts)
        flat = self.flag("big_discard_flat") and not powers and "human" not in reasons
        concealed = facts.is_concealed and not (reasons and flat)
        unit = CONCEALED_UNIT if concealed else UNIT
        powers += [(reason, 1 if reason is reasons[0] else 0) for reason in reasons]
        if not powers:
            return product(reading, [], "discard", PLAIN_DISCARD[unit], concealed=concealed)
        (first, _), *further = powers
        score = product(reading, further + kong_chain(facts), first, 3 * unit, concealed=concealed)
        return replace(score, patterns=(first, *score.patterns))

    def extras(self, facts: Facts, score: Score, dues: list[Due]) -> list[Payment]:
        """摸码: every hit pays the win once more. 钓鱼: the winner's fish add shares, the payers' take some away."""
        self._check_horses(facts)
        payments = [Payment(payer, facts.seat, facts.hits * points, "horses") for payer, points in dues if facts.hits]
        return payments + [payment for payment in self._fishing(facts, score, dues) if payment.points]

    def _check_horses(self, facts: Facts) -> None:
        """摸码: after a self-draw only, and not after a chain with an exposed or added kong."""
        most = self.number("horses")
        if facts.horses > most:
            refuse(f"{facts.horses} horses 摸码", facts.seat, f"at most {most}, the option horses")
        if facts.horses and not facts.is_self_draw:
            refuse("horses 摸码 after a discard", facts.seat, "a self-draw")
        if facts.horses and facts.last_tile:
            refuse("horses 摸码 after the last tile", facts.seat, "a wall with tiles left")
        if facts.horses and self.kong_payer(facts) is not None:
            refuse("horses 摸码 after an exposed kong 明杠杠上花不能摸码", facts.seat, "concealed kongs only")

    def _fishing(self, facts: Facts, score: Score, dues: list[Due]) -> list[Payment]:
        own = facts.fish_of(facts.seat)
        if not facts.is_self_draw:
            more = max(0, own - facts.fish_of(facts.source))
            payments = [Payment(payer, facts.seat, more * points, "fish") for payer, points in dues]
            lucky = [seat for seat in facts.others if seat != facts.source]
            return payments + [Payment(facts.source, seat, facts.fish_of(seat) * score.share, "fish") for seat in lucky]
        shares = [max(0, 1 + own - facts.fish_of(seat)) - 1 for seat in facts.others]
        if len(dues) > 1:
            return [
                _signed(seat, facts.seat, more * score.share) for seat, more in zip(facts.others, shares, strict=True)
            ]
        # One pays all: the shares are as many as the three would have owed.
        ((payer, points),) = dues
        return [_signed(payer, facts.seat, sum(shares) * points // 3)]

    def dues(self, facts: Facts, score: Score) -> list[Due]:
        """死双: what the locked player pays is doubled again."""
        double = 2 if self.flag("dead_lock") else 1
        dues = super().dues(facts, score)
        return [(payer, points * (double if payer == facts.locked else 1)) for payer, points in dues]

    def chain_payer(self, facts: Facts) -> int | None:
        """Who pays a win after a kong alone pays the points of every kong of its chain."""
        if not facts.is_self_draw or not facts.links:
            return None
        return facts.locked if facts.locked is not None else self.kong_payer(facts)

    def fish(self, fish: Fish, seat: int) -> dict[str, int]:
        """钓鱼: how many of each player's own tiles belong to the winner's seat."""
        if fish.start is not None:
            refuse("fish turned from the wall", fish.start, "four texts, each seat's own tiles")
        kept = self.number("fishing")
        for player, tiles in enumerate(fish.seats):
            if len(tiles) != kept:
                refuse(f"{len(tiles)} fish 钓鱼", player, f"{kept}, the option fishing")
        return {"fish": sum(bonus_hits(tiles, seat) << FISH_BITS * i for i, tiles in enumerate(fish.seats))}

    def next_dealer(self, deal: Deal) -> int | None:
        """The false winner; of an exhausted hand whoever drew the last tile."""
        if deal.false_win is not None:
            return deal.false_win
        if deal.win is None and not self.flag("dealer_stays_on_draw"):
            return deal.last_drawer
        return super().next_dealer(deal)

    def _settle(self, deal: Deal) -> Settlement:
        settlement = super()._settle(deal)
        if deal.false_win is None:
            return settlement
        penalty = self.number("false_win_penalty")
        others = [seat for seat in range(SEATS) if seat != deal.false_win and penalty]
        paid = [Payment(deal.false_win, seat, penalty, "false win") for seat in others]
        return replace(settlement, payments=(*paid, *settlement.payments))

    def values(self) -> ValueTable:
        columns: tuple[Column, ...] = (
            (("放炮", "discard"), {"by": DISCARD}, 1),
            (("自摸（三家共）", "self-draw, in all"), {}, 3),
            (("大炮", "big discard"), {"by": DISCARD, "last_tile": 1}, 1),
        )
        return value_table(self, columns)


def _big_reasons(facts: Facts) -> list[str]:
    """大炮: what makes a discard a big one; several reasons count once."""
    held = {
        "robbing": facts.is_robbing,
        "discard_after_kong": facts.is_discard and facts.links,
        "melded_discard": facts.from_melded,
        "last_discard": facts.is_discard and facts.last_tile,
        "human": facts.first_turn,
    }
    return [reason for reason, holds in held.items() if holds]


def _signed(payer: int, payee: int, points: int) -> Payment:
    """The payment, turned round where it is negative."""
    return Payment(payer, payee, points, "fish") if points >= 0 else Payment(payee, payer, -points, "fish")
