"""`wuhan-kaikou` 武汉麻将 开口翻 and `wuhan-koukou` 口口翻: docs/rules/wuhan-kaikou.md, docs/rules/wuhan-koukou.md.

What a hand is stands in `wuhan_hand`, what each loser pays in `wuhan_pay`; here is what may win, and who pays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar

from ..hand import Hand, Meld, MeldKind
from ..tiles import Tile
from .deal import SEATS, By, Deal, refuse, source_seat
from .model import Part, Payment, RuleSet, Score, Settlement, ValueTable, Winner
from .options import Option, Value
from .wuhan_hand import Shape, hand_shapes, is_melded, is_waiting, wildcard_of
from .wuhan_pay import Reading, Win, best, liable, meld_power

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .table import Rows


def _options(cap_all: int) -> tuple[Option, ...]:
    return (
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
            "大胡只有杠上花、海底捞月时自摸也×1.5",
            "×1.5 for self-draw also where 杠上花 or 海底捞月 are the only big hands",
        ),
        Option("melded_self_draw", False, "全求人自摸也算", "a self-drawn melded hand counts"),
        Option("cap", None, "封顶：一家最多付多少", "the most that one loser pays", least=1, nullable=True),
        Option(
            "cap_all",
            cap_all,
            "金顶：三家都超过封顶时每家付多少",
            "what each pays where all three exceed the cap",
            least=1,
        ),
        Option(
            "cap_all_rule",
            "fixed",
            "金顶是定数，还是上限",
            "whether cap_all is what each pays, or the most that each pays",
            choices=("fixed", "ceiling"),
        ),
    )


class _Wuhan(RuleSet):
    """What both share; they differ in how openings count."""

    KEYS = frozenset({"indicator"})
    every_opening: ClassVar[bool]

    def _settle(self, deal: Deal) -> Settlement:
        wildcard = _wildcard(deal)
        for seat, hand in enumerate(deal.hands):
            _check_melds(hand.melds, seat, wildcard)
        if deal.win is None:
            return Settlement(self.name, (), (), next_dealer=0)
        wins = [self._win(deal, seat, wildcard) for seat in deal.win.winners]
        start = deal.win.source if self.options["winner_order"] == "discarder" and deal.win.source is not None else 0
        win = min(wins, key=lambda win: (win.seat - start) % SEATS)
        reading = best(win, self.options)
        payer = liable(win, reading)
        if payer == UNKNOWN:
            refuse(
                "who supplied his third open meld pays a one-suit win, and is not known",
                win.seat,
                "the source digit of that meld",
            )
        payments = _payments(win.seat, reading, payer)
        winner = Winner(win.seat, _score(reading), sum(reading.losses))
        return Settlement(self.name, (winner,), payments, next_dealer=0 if win.seat == 0 else 1)

    def _win(self, deal: Deal, seat: int, wildcard: Tile) -> Win:
        """The win of `seat` as the payments see it; refused where it may not win."""
        win = deal.win
        assert win is not None
        hand = deal.won(seat)
        _check_win(deal, seat, wildcard)
        shapes = hand_shapes(hand, wildcard, melded=may_be_melded(hand, win.by, self.options))
        if not shapes:
            refuse(_why_not(hand, wildcard), seat, "a big hand, or a 2/5/8 pair with one wildcard at most")
        claimed = [meld for meld in hand.melds if meld.is_claimed]
        source = win.source
        return Win(
            seat=seat,
            source=source,
            shapes=shapes,
            situations=_situations(deal),
            powers=self._powers(deal.hands),
            third_opener=source_seat(seat, claimed[2]) if len(claimed) > 2 else None,
            careless=source is not None and not _waits(deal, source, wildcard),
        )

    def _powers(self, hands: Sequence[Hand]) -> tuple[int, ...]:
        kong = self.options["wildcard_kong"]
        assert isinstance(kong, int)
        return tuple(meld_power(hand.melds, self.every_opening, kong) for hand in hands)

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
                    win = Win(1, source, (Shape(hard, big),), (), (0, 1, 0, 0), None, False)
                    losses = best(win, self.options).losses
                    values += [losses[3]] if source is None else [losses[2], losses[3]]
            rows.append((title, tuple(values)))
        return ValueTable(COLUMNS, tuple(rows))

    def parts(self, rows: Rows) -> tuple[Sequence[Part], NDArray[np.bool_]]:
        raise NotImplementedError


BIG = ("all_pungs", "one_suit", "melded_hand")
COLUMNS = (
    ("软胡自摸每家", "soft self-draw, each"),
    ("软胡放炮者", "soft discard, discarder"),
    ("软胡其余闲家", "soft discard, others"),
    ("硬胡自摸每家", "hard self-draw, each"),
    ("硬胡放炮者", "hard discard, discarder"),
    ("硬胡其余闲家", "hard discard, others"),
)
UNKNOWN = -1  # `source_seat` of a meld without its digit


class WuhanKaikou(_Wuhan):
    """开口翻: a player is opened or not."""

    name = "wuhan-kaikou"
    zh = "武汉麻将 开口翻"
    en = "Wuhan mahjong, ×2 once opened"
    OPTIONS = _options(cap_all=400)
    every_opening = False


class WuhanKoukou(_Wuhan):
    """口口翻: every opening doubles."""

    name = "wuhan-koukou"
    zh = "武汉麻将 口口翻"
    en = "Wuhan mahjong, ×2 for every opening"
    OPTIONS = _options(cap_all=500)
    every_opening = True


def may_be_melded(hand: Hand, by: By, options: Mapping[str, Value]) -> bool:
    """Whether 全求人 can count: four claimed melds, on a discard (or self-drawn by option), never by robbing."""
    return is_melded(hand) and (by is By.DISCARD or (by is By.SELF_DRAW and bool(options["melded_self_draw"])))


def may_win(hand: Hand, wildcard: Tile, by: By, options: Mapping[str, Value]) -> bool:
    """Whether a hand of 3k+2 concealed tiles may win under the Wuhan rules, opening included."""
    return not hand.is_concealed and bool(hand_shapes(hand, wildcard, melded=may_be_melded(hand, by, options)))


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


def _check_win(deal: Deal, seat: int, wildcard: Tile) -> None:
    win, hand = deal.win, deal.hands[seat]
    assert win is not None
    if win.by is not By.SELF_DRAW and win.tile in (Tile.RED, wildcard):
        what = "红中" if win.tile is Tile.RED else f"the wildcard {wildcard}"
        refuse(f"nobody may win on {what} of another", seat, "another winning tile or a self-draw")
    if hand.raw[Tile.RED] or win.tile is Tile.RED:
        refuse("红中 in a winning hand", seat, "红中 laid down first")
    if hand.is_concealed:
        refuse("not opened: no chow, pung, exposed or added kong", seat, "an opened hand")
    if deal.last_tile and win.by is not By.SELF_DRAW:
        refuse("no discard among the last four tiles", seat, "a self-draw with last_tile")
    if deal.last_tile and deal.chain:
        refuse("no kong among the last four tiles", seat, "last_tile or a chain")


def _why_not(hand: Hand, wildcard: Tile) -> str:
    return f"the hand may not win (wildcard {wildcard}, {hand.raw[wildcard]} held)"


def _situations(deal: Deal) -> tuple[str, ...]:
    """大胡 by how the hand was won. A chain before a discard counts for nothing here."""
    win = deal.win
    assert win is not None
    if win.by is By.ROB_KONG:
        return ("robbing",)
    if win.by is By.SELF_DRAW and deal.last_tile:
        return ("last_draw",)
    return ("win_after_kong",) if win.by is By.SELF_DRAW and deal.chain else ()


def _waits(deal: Deal, seat: int, wildcard: Tile) -> bool:
    """听牌: as the tiles tell where they are given, else as `waiting` does."""
    return is_waiting(deal.hands[seat], wildcard) if deal.is_known(seat) else seat in deal.waiting


def _score(reading: Reading) -> Score:
    patterns = (*(reading.big or ("small",)), "hard" if reading.hard else "soft")
    return Score("standard", patterns, reading.share, reading.steps)


def _payments(winner: int, reading: Reading, payer: int | None) -> tuple[Payment, ...]:
    if payer is not None:
        return (Payment(payer, winner, sum(reading.losses), "liable"),)
    return tuple(Payment(seat, winner, loss, "win") for seat, loss in enumerate(reading.losses) if loss)
