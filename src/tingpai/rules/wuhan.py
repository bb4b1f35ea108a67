"""`wuhan-kaikou` 武汉麻将 开口翻 and `wuhan-koukou` 口口翻: docs/rules/wuhan-kaikou.md, docs/rules/wuhan-koukou.md.

What a hand is stands in `wuhan_hand`, what each loser pays in `wuhan_pay`; here is what may win, and who pays.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar

from ..errors import NoWinError
from ..hand import Hand, Meld, MeldKind
from ..tiles import Tile
from .deal import SEATS, By, Deal, refuse
from .model import Outcome, Part, Payment, RuleSet, Score, Settlement, ValueTable, Winner, outcome_of
from .options import Option
from .wuhan_facts import WuhanFacts, facts_of
from .wuhan_hand import Shape, hand_shapes, is_melded, shapes, wildcard_of
from .wuhan_pay import Reading, Win, best, liable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .table import Rows

MOST_POINTS = (1 << 31) - 1  # what the int32 columns of tables hold


class WuhanRules(RuleSet):
    """What both share; they differ in how openings count."""

    KEYS = frozenset({"indicator"})
    OPTIONS: ClassVar[tuple[Option, ...]] = (
        Option(
            "winner_order",
            "dealer",
            "几家可胡时谁胡：从庄家起，或从放炮者下家起",
            "who wins of several: first in turn order from the dealer, or from the discarder",
            choices=("dealer", "discarder"),
        ),
        Option("wildcard_kong", 2, "癞子杠的倍数", "the multiplier of a laid-down wildcard", choices=(2, 4)),
        Option(
            "situational_self_draw",
            True,
            "大胡只有杠上花、海底捞月时自摸也 ×1.5",
            "×1.5 for self-draw also where 杠上花 or 海底捞月 are the only big hands",
        ),
        Option("melded_self_draw", False, "全求人自摸也算", "a self-drawn melded hand counts"),
        Option("cap", None, "封顶：一家最多付多少", "封顶: the most that one loser pays", least=1, nullable=True),
        Option(
            "cap_all",
            400,
            "金顶：三家都超过封顶时每家付多少",
            "what each pays where all three exceed the cap",
            least=1,
        ),
        Option(
            "cap_all_rule",
            "fixed",
            "金顶是定数，还是上限",
            "whether that (金顶) is what each pays, or the most that each pays",
            choices=("fixed", "ceiling"),
        ),
    )
    EVERY_OPENING: ClassVar[bool]

    def _settle(self, deal: Deal) -> Settlement:
        wildcard = _wildcard(deal)
        for seat, hand in enumerate(deal.hands):
            _check_melds(hand.melds, seat, wildcard)
        if deal.win is None:
            return Settlement(self.name, (), (), next_dealer=0)
        _check_win(deal, wildcard)
        order = self.options["winner_order"]
        start = deal.win.source if order == "discarder" and deal.win.source is not None else 0
        kong = self.number("wildcard_kong")
        wins = [
            self._win(facts_of(deal, seat, wildcard, self.EVERY_OPENING, kong))
            for seat in sorted(deal.win.winners, key=lambda seat: (seat - start) % SEATS)
        ]
        return self._pay(wins[0])

    def parts(self, rows: Rows) -> tuple[Sequence[Part], NDArray[np.bool_]]:
        from .wuhan_rows import keys_of

        keys = keys_of(rows, self.EVERY_OPENING, self.number("wildcard_kong"))
        return (Part(keys, self._outcome, self.known),), rows.odd

    def _outcome(self, key: int) -> Outcome:
        return outcome_of(self._pay(self._win(WuhanFacts.of_key(key))))

    def _win(self, facts: WuhanFacts) -> Win:
        """A win as the payments see it; refused where it may not be."""
        seat = facts.seat
        if facts.red:
            refuse("红中 in a winning hand", seat, "红中 laid down first")
        if not facts.opened:
            refuse("not opened: no chow, pung, exposed or added kong", seat, "an opened hand")
        melded = bool(facts.melded) and self._melded_counts(facts.how)
        found = shapes(facts.hard, facts.soft, facts.wildcards, melded=melded, chows=bool(facts.chows))
        if not found:
            held = f"{facts.wildcards} wildcards held" if facts.wildcards else "no wildcard held"
            expected = "a big hand, or a 2/5/8 pair with one wildcard at most"
            refuse(f"the hand may not win ({held})", seat, expected, NoWinError)
        return Win(
            seat=seat,
            source=facts.discarder,
            shapes=found,
            situations=_situations(facts),
            powers=tuple(map(facts.power_of, range(SEATS))),
            third=facts.third,
            careless=bool(facts.careless),
        )

    def _pay(self, win: Win) -> Settlement:
        reading = best(win, self.options)
        value = sum(reading.losses)
        if value > MOST_POINTS:
            refuse(f"a win of {value} points without a cap 封顶", win.seat, f"at most {MOST_POINTS}")
        payer = liable(win, reading)
        if payer is not None:
            payments: tuple[Payment, ...] = (Payment(payer, win.seat, value, "liable"),)
        else:
            losses = enumerate(reading.losses)
            payments = tuple(Payment(seat, win.seat, loss, "win") for seat, loss in losses if loss)
        winner = Winner(win.seat, _score(reading), value)
        return Settlement(self.name, (winner,), payments, next_dealer=0 if win.seat == 0 else 1)

    def _melded_counts(self, by: By) -> bool:
        """全求人 counts on a discard (by option self-drawn too), never by robbing."""
        return by is By.DISCARD or (by is By.SELF_DRAW and self.flag("melded_self_draw"))

    def may_win(self, hand: Hand, wildcard: Tile, by: By) -> bool:
        """Whether a hand of 3k+2 concealed tiles may win, opening included."""
        melded = is_melded(hand) and self._melded_counts(by)
        return not hand.is_concealed and bool(hand_shapes(hand, wildcard, melded=melded))

    def values(self) -> ValueTable:
        """A non-dealer who opened once wins from losers who have laid down nothing; self-drawn, and on a discard."""
        hands = [(("小胡", "small hand"), ())] + [
            ((f"{count}个大胡", f"{count} big hands" if count > 1 else "big hand"), BIG[:count]) for count in (1, 2, 3)
        ]
        rows = []
        for title, big in hands:
            values: list[int | None] = []
            for hard in (False, True):
                for source in (None, 2):
                    win = Win(1, source, (Shape(hard, big),), (), (0, 1, 0, 0))
                    losses = best(win, self.options).losses
                    values += [losses[3]] if source is None else [losses[2], losses[3]]
            rows.append((title, tuple(values)))
        return ValueTable(COLUMNS, tuple(rows))


BIG = ("all_pungs", "one_suit", "melded_hand")
COLUMNS = (
    ("软胡自摸每家", "soft self-draw, each"),
    ("软胡放炮者", "soft discard, discarder"),
    ("软胡其余闲家", "soft discard, others"),
    ("硬胡自摸每家", "hard self-draw, each"),
    ("硬胡放炮者", "hard discard, discarder"),
    ("硬胡其余闲家", "hard discard, others"),
)


class WuhanKaikou(WuhanRules):
    """开口翻: a player is opened or not."""

    name = "wuhan-kaikou"
    zh = "武汉麻将 开口翻"
    en = "Wuhan mahjong, ×2 once opened"
    EVERY_OPENING = False


class WuhanKoukou(WuhanRules):
    """口口翻: every opening doubles."""

    name = "wuhan-koukou"
    zh = "武汉麻将 口口翻"
    en = "Wuhan mahjong, ×2 for every opening"
    OPTIONS = tuple(
        replace(option, default=500) if option.name == "cap_all" else option for option in WuhanRules.OPTIONS
    )
    EVERY_OPENING = True


def _wildcard(deal: Deal) -> Tile:
    if deal.indicator is None:
        refuse("no indicator: the wildcard is not known", expected="'indicator', the tile turned after the deal")
    return wildcard_of(deal.indicator)


def _check_melds(melds: tuple[Meld, ...], seat: int, wildcard: Tile) -> None:
    for meld in melds:
        special = [tile for tile in meld.tiles if tile in (Tile.RED, wildcard)]
        if meld.kind is MeldKind.SINGLE and not special:
            refuse(f"{meld} laid down alone", seat, f"红中 or the wildcard {wildcard}")
        if meld.kind is not MeldKind.SINGLE and special:
            what = "红中" if special[0] is Tile.RED else f"the wildcard {wildcard}"
            refuse(f"{meld}: {what} cannot be claimed or melded", seat, "laid down as a single tile")


def _check_win(deal: Deal, wildcard: Tile) -> None:
    win = deal.win
    assert win is not None
    seat = win.winners[0]
    if win.by is not By.SELF_DRAW and win.tile in (Tile.RED, wildcard):
        what = "红中" if win.tile is Tile.RED else f"the wildcard {wildcard}"
        refuse(f"nobody may win on {what} of another", seat, "another winning tile or a self-draw")
    if deal.last_tile and win.by is not By.SELF_DRAW:
        refuse("no discard among the last four tiles", seat, "a self-draw with last_tile")
    if deal.last_tile and deal.chain:
        refuse("no kong among the last four tiles", seat, "last_tile or a chain")


def _situations(facts: WuhanFacts) -> tuple[str, ...]:
    """大胡 by how the hand was won. A chain before a discard counts for nothing here."""
    if facts.how is By.ROB_KONG:
        return ("robbing",)
    if facts.last_tile:
        return ("last_draw",)
    return ("win_after_kong",) if facts.after_kong else ()


def _score(reading: Reading) -> Score:
    patterns = (*(reading.big or ("small",)), "hard" if reading.hard else "soft")
    return Score("standard", patterns, reading.share, reading.steps)
