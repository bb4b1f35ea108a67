"""What the five Nanning sets share: kong points, locks, liabilities for kongs, bonus tiles by seat, several winners.

Each rule set says what a hand is worth (`score`) and where its own rules differ; who pays whom is found here.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from ..hand import Meld, MeldKind
from ..tiles import Tile, mpsz
from .deal import SEATS, By, Deal, Fish, refuse
from .facts import CONCEALED, MOST_HORSES, Facts, code_of, codes, facts_of, payer_of
from .model import Outcome, Part, Payment, RuleSet, Score, Settlement, Winner, net

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from .table import Rows

LOCK = 3  # 封胡: melds supplied by one player
Due = tuple[int, int]
"""(payer, points)."""

# 1 5 9 东 中 庄家, 2 6 南 发 下家, 3 7 西 白 对家, 4 8 北 上家.
_BONUS_HONOURS = {
    Tile.EAST: 0,
    Tile.RED: 0,
    Tile.SOUTH: 1,
    Tile.GREEN: 1,
    Tile.WEST: 2,
    Tile.WHITE: 2,
    Tile.NORTH: 3,
}


def bonus_seat(tile: Tile) -> int:
    """买马、摸码、钓鱼: the seat that a bonus tile belongs to."""
    return _BONUS_HONOURS[tile] if tile.is_honour else (tile.rank - 1) % SEATS


def bonus_hits(tiles: Sequence[Tile], seat: int) -> int:
    """How many of `tiles` belong to `seat`."""
    return sum(bonus_seat(tile) == seat for tile in tiles)


class NanningRules(RuleSet):
    """A rule set of 南宁麻将: `score` a hand, and the few class attributes in which they differ."""

    LOCKED_MAY_WIN: ClassVar[bool] = False
    LOCKED_SHARES: ClassVar[int] = 3
    """Shares that the locked player pays for a self-draw."""

    @abstractmethod
    def score(self, facts: Facts) -> Score:
        """What the hand is worth to one payer, best reading; refused where it may not win."""

    def win(self, facts: Facts) -> tuple[Winner, list[Payment]]:
        """One win with its payments, kong points apart. Raises `DealError` where these rules forbid it."""
        score = self.score(facts)
        dues = self.dues(facts, score)
        payments = [Payment(payer, facts.seat, points, "win") for payer, points in dues]
        winner = Winner(facts.seat, score, sum(points for _, points in dues))
        return winner, payments + self.extras(facts, score, dues)

    def dues(self, facts: Facts, score: Score) -> list[Due]:
        """Who pays the win, and how much."""
        share, locked = score.share, facts.locked
        if facts.is_self_draw:
            if locked is not None:
                return [(locked, self.LOCKED_SHARES * share)]
            payer = self.kong_payer(facts)
            return [(payer, 3 * share)] if payer is not None else [(seat, share) for seat in facts.others]
        if locked is None:
            return [(facts.source, share)]
        return [(facts.source, 2 * share)] if locked == facts.source else [(facts.source, share), (locked, share)]

    def kong_payer(self, facts: Facts) -> int | None:
        """杠开包牌: who pays a win after a kong alone: the source of the chain's first exposed or added kong."""
        return next((payer_of(code, facts.seat) for code in facts.kongs if code != CONCEALED), None)

    def kong_dues(self, seat: int, kongs: tuple[int, ...], payer: int | None = None) -> list[list[Due]]:
        """杠分: what each kong of a chain that `seat` made (codes, in order) brings, and from whom.

        Exposed and added 1 from the source, concealed 1 from each; where one `payer` pays the chain, all from him.
        """
        dues = []
        for code in kongs:
            source = payer_of(code, seat)
            if payer is not None:
                dues.append([(payer, 1 if code != CONCEALED else SEATS - 1)])
            elif source is not None:
                dues.append([(source, 1)])
            else:
                dues.append([((seat + step) % SEATS, 1) for step in range(1, SEATS)])
        return dues

    def chain_payer(self, facts: Facts) -> int | None:
        """Who pays the points of the kongs made just before the win in everyone's place; None: their own payers."""
        return None

    def extras(self, facts: Facts, score: Score, dues: list[Due]) -> list[Payment]:
        """What horses and fish add."""
        return []

    def fish(self, fish: Fish, seat: int) -> dict[str, int]:
        """The fields `fish` and `fish_start` of `Facts` for a winner; refused where such fish cannot be."""
        refuse(f"{self.name} has no fish", seat)

    def next_dealer(self, deal: Deal) -> int | None:
        """The winner; of several winners the discarder; of an exhausted hand the dealer again."""
        if deal.win is None:
            return 0
        return deal.win.winners[0] if len(deal.win.winners) == 1 else deal.win.source

    def facts(self, deal: Deal, seat: int) -> Facts:
        """The facts of one winner."""
        tiles = horse_fields(deal.horses or (), seat)
        if deal.fish is not None:
            tiles |= self.fish(deal.fish, seat)
        return facts_of(deal, seat, lock=locker(deal, seat), **tiles)

    def _settle(self, deal: Deal) -> Settlement:
        _check_melds(deal)
        winners: list[Winner] = []
        payments: list[Payment] = []
        payer = None
        if deal.win is not None:
            for seat in deal.win.winners:
                if not self.LOCKED_MAY_WIN:
                    _check_lock(deal, seat)
                facts = self.facts(deal, seat)
                winner, paid = self.win(facts)
                winners.append(winner)
                payments += paid
                payer = self.chain_payer(facts)
        payments += self._kongs(deal, payer)
        return Settlement(self.name, tuple(winners), tuple(payments), self.next_dealer(deal))

    def parts(self, rows: Rows) -> tuple[Sequence[Part], NDArray[np.bool_]]:
        """One key of the win's facts, one of the other kongs of each seat that has any."""
        from .nanning_rows import parts

        return parts(self, rows)

    def outcome(self, key: int) -> Outcome:
        """What the `Facts` of this key come to, the points of the kongs just before the win included."""
        facts = Facts.of_key(key)
        winner, payments = self.win(facts)
        maker = facts.seat if facts.is_self_draw else facts.source
        for dues in self.kong_dues(maker, facts.kongs, self.chain_payer(facts)):
            payments += [Payment(payer, maker, points, "kong") for payer, points in dues]
        return Outcome(winner.score.patterns, winner.value, net(payments))

    def kong_outcome(self, seat: int, key: int) -> Outcome:
        """What kongs that `seat` made one by one bring: packed codes, as `Facts.chain` packs them."""
        dues = [due for code in codes(key) for dues in self.kong_dues(seat, (code,)) for due in dues]
        return Outcome(pay=net(Payment(payer, seat, points, "kong") for payer, points in dues))

    def _kongs(self, deal: Deal, payer: int | None) -> list[Payment]:
        """The points of every kong of the deal; `payer` pays those of the chain that led to the win."""
        payments = []
        chains: list[tuple[int, tuple[Meld, ...], int | None]] = []
        if deal.win is not None and deal.chain_seat is not None:
            stands = deal.chain[:-1] if deal.win.by is By.ROB_KONG else deal.chain
            chains.append((deal.chain_seat, stands, payer))
        chains += [(chain.seat, chain.kongs, None) for chain in deal.chains]
        named = [(seat, kong) for seat, kongs, _ in chains for kong in kongs]
        for seat, hand in enumerate(deal.hands):
            chains += [(seat, (meld,), None) for meld in hand.melds if meld.is_kong and (seat, meld) not in named]
        for seat, kongs, sole in chains:
            for kong, dues in zip(kongs, self.kong_dues(seat, tuple(map(code_of, kongs)), sole), strict=True):
                reason = f"kong {mpsz(kong.tiles)}"
                payments += [Payment(payer, seat, points, reason) for payer, points in dues]
        return payments


def horse_fields(horses: Sequence[Tile], seat: int) -> dict[str, int]:
    """The fields `horses` and `hits` of `Facts` for a winner."""
    if len(horses) > MOST_HORSES:
        refuse(f"{len(horses)} horses", seat, f"at most {MOST_HORSES}")
    return {"horses": len(horses), "hits": bonus_hits(horses, seat)}


def locker(deal: Deal, seat: int) -> int | None:
    """封胡: who supplied three of `seat`'s melds; refused where an unknown source decides it."""
    *supplied, unknown = deal.supplied(seat)
    most = max(supplied)
    if most >= LOCK:
        return supplied.index(most)
    if most + unknown >= LOCK:
        meld = next(meld for meld in deal.hands[seat].melds if meld.is_claimed and meld.source is None)
        refuse(f"the source of {meld} is not known, and a lock 封胡 depends on it", seat, "1, 2 or 3 behind its tiles")
    return None


def _check_lock(deal: Deal, winner: int) -> None:
    """Whoever supplied three of a player's melds cannot win."""
    for seat in range(SEATS):
        supplied = deal.supplied(seat)
        if supplied[winner] + supplied[-1] >= LOCK and locker(deal, seat) == winner:
            refuse(f"locked 封胡: he supplied three of seat {seat}'s melds and cannot win", winner, "another winner")


def _check_melds(deal: Deal) -> None:
    for seat, hand in enumerate(deal.hands):
        for meld in hand.melds:
            if meld.kind is MeldKind.CHOW:
                refuse(f"the chow {meld}: nobody chows 不准吃牌", seat, "pungs and kongs")
            if meld.kind is MeldKind.SINGLE:
                refuse(f"the laid-down tile {meld} is no meld here", seat, "pungs and kongs")
