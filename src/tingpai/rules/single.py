"""One hand and how it was won, without a table around it: as a `Deal`, so that the same rules score it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle

from ..errors import DealError, HandError
from ..hand import Hand, Meld, MeldKind
from ..tiles import TILES, Tile, mpsz
from .deal import HAND, SEATS, By, Deal
from .wuhan_hand import wildcard_of

KINDS_OF_KONG = {
    "exposed": MeldKind.EXPOSED_KONG,
    "added": MeldKind.ADDED_KONG,
    "concealed": MeldKind.CONCEALED_KONG,
    "single": MeldKind.SINGLE,
}


def hand_deal(
    hand: Hand,
    *,
    by: By = By.SELF_DRAW,
    seat: int = 0,
    source: int | None = None,
    after_kong: Sequence[str] = (),
    last_tile: bool = False,
    first_turn: bool = False,
    indicator: Tile | None = None,
) -> Deal:
    """The deal that `hand`, complete and with its winning tile last, wins as told.

    `source` is the discarder's or robbed player's seat, the next player by default. `after_kong` are the kongs just
    before, names of `KINDS_OF_KONG` in order: of a self-draw they are melds of the hand, otherwise the other player's,
    of tiles that the hand does not hold. Raises `DealError`.
    """
    tile = hand.last
    sets = len(hand.sets)
    if tile is None or sum(hand.raw) + 3 * sets != HAND + 1:
        raise HandError(
            f"{sum(hand.raw)} concealed tiles beside {sets} melds are no whole hand",
            expected=f"{HAND + 1 - 3 * sets} with the winning tile last",
        )
    if by is By.SELF_DRAW:
        source = None
    elif source is None:
        source = (seat + 1) % SEATS
    raw = bytearray(hand.raw)
    raw[tile] -= 1
    others = {seat: str(Hand(bytes(raw), hand.melds))}
    if source is None:
        chain = _own(hand.melds, after_kong, seat)
    else:
        taken = {tile} if indicator is None else {tile, indicator, wildcard_of(indicator)}
        # From both of the others in turn: three from one, or any from the winner, might lock 封胡 somebody.
        givers = cycle((source - giver) % SEATS for giver in range(SEATS) if giver not in (seat, source))
        chain = _anothers(hand, after_kong, taken, givers)
        robbed = [Meld(MeldKind.PUNG, tile, next(givers))] if by is By.ROB_KONG else []
        others[source] = "".join(map(str, [*chain, *robbed]))
        chain += robbed
    return Deal.parse(
        {
            "players": [{"hand": others.get(place, "")} for place in range(SEATS)],
            "win": {"winners": [seat], "by": by.value, "from": source, "tile": str(tile)},
            "chain": [mpsz((meld.tile,) * (1 if meld.kind is MeldKind.SINGLE else 4)) for meld in chain],
            "last_tile": last_tile,
            "first_turn": first_turn,
            "indicator": None if indicator is None else str(indicator),
        }
    )


def _own(melds: Sequence[Meld], after_kong: Sequence[str], seat: int) -> list[Meld]:
    """The hand's melds that the kinds name, in order."""
    free = list(melds)
    chain: list[Meld] = []
    for kind in after_kong:
        found = next((meld for meld in free if meld.kind is KINDS_OF_KONG[kind]), None)
        if found is None:
            problem = f"a win after {'another' if chain else 'a'} kong of the kind {kind!r} that the hand does not hold"
            raise DealError(problem, where=f"seat {seat}", expected="the kong among its melds, like [1111z]")
        free.remove(found)
        chain.append(found)
    return chain


def _anothers(hand: Hand, after_kong: Sequence[str], taken: set[Tile], givers: Iterator[int]) -> list[Meld]:
    """Kongs of another player, of kinds that nobody else shows, claimed from the `givers`."""
    held = [concealed + laid for concealed, laid in zip(hand.raw, hand.meld_counts, strict=True)]
    free = [tile for tile in TILES if not held[tile] and tile not in taken and tile is not Tile.RED]
    chain: list[Meld] = []
    for kind, tile in zip(after_kong, free, strict=False):
        meld = KINDS_OF_KONG[kind]
        source = next(givers) if meld in (MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG) else None
        chain.append(Meld(meld, Tile.RED if meld is MeldKind.SINGLE else tile, source))
    return chain
