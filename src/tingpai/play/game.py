"""One hand from the first draw to its end, under the customs of a rule set."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import batch
from ..hand import Hand, Meld, MeldKind
from ..patterns import Pattern
from ..rules.deal import By
from ..rules.model import RuleSet
from ..rules.wuhan import WuhanRules
from ..rules.wuhan_hand import wildcard_of
from ..tiles import Tile
from .customs import CUSTOMS
from .player import players
from .stream import Stream
from .table import SEATS, Table

FALSE_WIN_PERCENT = 0.005  # of the looks that a player takes at another's discard
CARRIES_PATTERN = Pattern.ALL_PUNGS | Pattern.ONE_SUIT | Pattern.ALL_HONOURS | Pattern.SEVEN_PAIRS


@dataclass(slots=True)
class Ending:
    """How a hand ended; no `winners` and no `false_win` is an exhausted hand."""

    winners: list[int] = field(default_factory=list)
    by: By = By.SELF_DRAW
    source: int | None = None
    tile: Tile | None = None
    chain: list[Meld] = field(default_factory=list)
    last_tile: bool = False
    first_turn: bool = False
    false_win: int | None = None


class Game:
    """One hand. `play` runs it; afterwards table, indicator, earlier chains and ending tell all about it."""

    def __init__(self, rules: RuleSet, stream: Stream) -> None:
        self.rules = rules
        self.customs = customs = CUSTOMS[rules.name]
        self.stream = stream
        self.table = Table(stream)
        self.players = players(self.table, customs, stream)
        self.indicator: Tile | None = None
        self.fish: list[list[Tile]] = []
        self.chains: list[tuple[int, list[Meld]]] = []
        self.claimed = False  # anybody, anything
        self.turns = 0
        self.last_drawer = 0

    def option(self, name: str) -> int:
        """How many tiles an option takes; 0 where the rule set does not have it."""
        return self.rules.number(name) if name in self.rules.options else 0

    def play(self) -> Ending:
        table = self.table
        for _ in range(SEATS):
            self.fish.append([table.replace() for _ in range(self.option("fishing"))])
        table.deal()
        seat, drawn = 0, table.draw()
        if self.customs.wuhan:
            self.indicator = table.draw()
            table.fix_wildcard(wildcard_of(self.indicator))
        for player in self.players:
            player.look_at_deal()
        return self._go_round(seat, drawn)

    def _go_round(self, seat: int, first: Tile) -> Ending:
        table, customs = self.table, self.customs
        drawn: Tile | None = first
        ending: Ending | None = None
        chain: list[Meld] = []
        while True:
            if drawn is not None:
                ending, drawn = self._draws(seat, drawn, chain)
                if ending:
                    return ending
            last = table.remaining == customs.reserved and drawn is not None
            tile = self._discards(seat, drawn)
            if tile not in (table.wildcard, Tile.RED if customs.wuhan else None):
                ending = self._won_discard(seat, tile, chain, last)
                if ending and ending.winners:
                    return ending
            if len(chain) > 1:
                self.chains.append((seat, chain))
            if ending:
                return ending
            self.turns += 1
            claimer, meld = self._claim(seat, tile, last)
            if meld is not None:
                seat = claimer
                chain = [meld] if meld.is_kong else []
                drawn = table.replace() if meld.is_kong else None
                continue
            seat, chain = (seat + 1) % SEATS, []
            if table.remaining <= customs.reserved + customs.final:
                return self._final_draws(seat)
            self.last_drawer = seat
            drawn = table.draw()

    def _draws(self, seat: int, drawn: Tile, chain: list[Meld]) -> tuple[Ending | None, Tile]:
        """`seat` draws, and draws again after each kong; the chain grows. A win, or the last tile drawn."""
        table = self.table
        while True:
            last = table.remaining == self.customs.reserved and not chain
            table.give(seat, drawn)
            table.seats[seat].barred = False
            if self._completes(seat, drawn, By.SELF_DRAW) and self.players[seat].takes_win():
                first = self.turns < SEATS and not self.claimed and not chain and seat == self.turns
                return Ending([seat], By.SELF_DRAW, None, drawn, chain, last, first), drawn
            if not self._kong_room():
                return None, drawn
            kong = self.players[seat].own_kong()
            if kong is None:
                return None, drawn
            chain.append(self._declare(seat, kong))
            if kong.kind is MeldKind.ADDED_KONG:
                robbers = self._robbers(seat, kong.tile, chain)
                if robbers:
                    table.seats[seat].lose_added(kong.tile)
                    return Ending(robbers, By.ROB_KONG, seat, kong.tile, chain), drawn
            drawn = table.replace()

    def _final_draws(self, seat: int) -> Ending:
        """海底: the last draws can only win; where the wall knows none of these the hand is exhausted at once."""
        table = self.table
        while table.remaining > self.customs.reserved:
            drawn = table.draw()
            table.give(seat, drawn)
            if self._completes(seat, drawn, By.SELF_DRAW) and self.players[seat].takes_win():
                return Ending([seat], By.SELF_DRAW, None, drawn, last_tile=True)
            table.take(seat, drawn)
            seat = (seat + 1) % SEATS
        return Ending()

    def _kong_room(self) -> bool:
        """Whether the replacement would still be a tile before the last."""
        return self.table.remaining > self.customs.reserved + max(self.customs.final, 1)

    def _declare(self, seat: int, kong: Meld) -> Meld:
        holder = self.table.seats[seat]
        if kong.kind is MeldKind.SINGLE:
            holder.lay_single(kong.tile, self.table.wildcard)
        elif kong.kind is MeldKind.ADDED_KONG:
            holder.add_to_pung(kong.tile)
        else:
            holder.lay(kong)
        self.players[seat].look()
        return kong

    def _discards(self, seat: int, drawn: Tile | None) -> Tile:
        holder = self.table.seats[seat]
        tile = self.players[seat].discard(drawn)
        if tile == self.table.wildcard or (self.customs.wuhan and tile is Tile.RED):
            holder.lay_single(tile, self.table.wildcard)
        else:
            holder.held[tile] -= 1
        return tile

    def _won_discard(self, seat: int, tile: Tile, chain: list[Meld], last: bool) -> Ending | None:
        first = self.turns == 0
        carries = bool(chain) or last or first or self.table.seats[seat].is_melded
        winners: list[int] = []
        for other in self._others(seat):
            if self.customs.false_wins and self.stream.chance(FALSE_WIN_PERCENT) and not self._waits(other, tile):
                return Ending(false_win=other)
            if self._wins_discard(other, tile, carries):
                winners.append(other)
        if not winners:
            return None
        return Ending(self._served(winners, seat), By.DISCARD, seat, tile, chain, last, first)

    def _wins_discard(self, seat: int, tile: Tile, carries: bool) -> bool:
        """Whether `seat` wins on this discard; one who lets it go by may be barred until his next draw."""
        holder = self.table.seats[seat]
        if holder.barred or not self._completes(seat, tile, By.DISCARD):
            return False
        if self.customs.plain_needs_self_draw and not (carries or self.rules.options["plain_discard"]):
            holder.held[tile] += 1
            patterns = int(batch.patterns(holder.counts, melds=holder.meld_counts)[0])
            holder.held[tile] -= 1
            if not patterns & CARRIES_PATTERN:
                return False
        if self.players[seat].takes_win():
            return True
        holder.barred = self.customs.passing
        return False

    def _robbers(self, seat: int, tile: Tile, chain: list[Meld]) -> list[int]:
        concealed = any(kong.kind is MeldKind.CONCEALED_KONG for kong in chain)
        if concealed and self.customs.concealed_kong_insures:
            return []
        robbers: list[int] = []
        for other in self._others(seat):
            holder = self.table.seats[other]
            if not holder.barred and self._completes(other, tile, By.ROB_KONG):
                if self.players[other].takes_win():
                    robbers.append(other)
                else:
                    holder.barred = self.customs.passing
        return self._served(robbers, seat)

    def _served(self, winners: list[int], discarder: int) -> list[int]:
        """Several win together; in Wuhan only the first in turn order from the dealer or the discarder."""
        if not self.customs.wuhan or not winners:
            return sorted(winners)
        start = 0 if self.rules.options["winner_order"] == "dealer" else discarder
        return [min(winners, key=lambda seat: (seat - start) % SEATS)]

    def _others(self, seat: int) -> list[int]:
        return [(seat + step) % SEATS for step in (1, 2, 3)]

    def _waits(self, seat: int, tile: Tile) -> bool:
        return bool(self.table.seats[seat].waits >> tile & 1)

    def _completes(self, seat: int, tile: Tile, by: By) -> bool:
        """Whether `tile` may win for `seat`: a drawn tile is in the hand already, another's is not."""
        if self.customs.locks and self.table.is_locked(seat):
            return False
        if not self.customs.wuhan:
            return self._waits(seat, tile)
        holder = self.table.seats[seat]
        shape = holder.waits if tile == self.table.wildcard else self._waits(seat, tile)
        return bool(shape) and self._wins_wuhan(seat, tile, by)

    def _wins_wuhan(self, seat: int, tile: Tile, by: By) -> bool:
        """The shape is there; whether the pair, the wildcards and the melds let it win."""
        assert self.table.wildcard is not None
        hand = self.table.seats[seat].hand(self.table.wildcard)
        if by != By.SELF_DRAW:
            raw = bytearray(hand.raw)
            raw[tile] += 1
            hand = Hand(bytes(raw), hand.melds)
        assert isinstance(self.rules, WuhanRules)
        return self.rules.may_win(hand, self.table.wildcard, by)

    def _claim(self, discarder: int, tile: Tile, last: bool) -> tuple[int, Meld | None]:
        """The pung, kong or chow that takes the discard, laid down; pungs and kongs go before chows."""
        customs = self.customs
        if tile == self.table.wildcard or (customs.wuhan and tile is Tile.RED):
            return discarder, None
        if last and not customs.replaces_from_reserve:
            return discarder, None
        kongs = self._kong_room() or (last and customs.replaces_from_reserve)
        for other in self._others(discarder):
            source = (other - discarder) % SEATS  # 1 上家, 2 对家, 3 下家
            meld = self.players[other].claim(tile, source, kongs)
            if meld is not None:
                return other, self._lay(other, meld, tile)
        if customs.wuhan:
            after = (discarder + 1) % SEATS
            meld = self.players[after].chow(tile)
            if meld is not None:
                return after, self._lay(after, meld, tile)
        return discarder, None

    def _lay(self, seat: int, meld: Meld, claimed: Tile) -> Meld:
        self.claimed = True
        self.table.seats[seat].lay(meld, claimed)
        if meld.is_kong:
            self.players[seat].look()
        return meld
