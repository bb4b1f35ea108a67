"""What no rule set allows of a deal: wrong numbers of tiles, five of a kind, moments that cannot be."""

from __future__ import annotations

from ..tiles import KINDS, TILES
from .deal import HAND, By, Deal, refuse


def check(deal: Deal) -> None:
    """Raise `DealError` where the deal does not hold together."""
    _check_sizes(deal)
    _check_moment(deal)
    _check_copies(deal)


def _check_sizes(deal: Deal) -> None:
    for seat, hand in enumerate(deal.hands):
        expected = HAND - 3 * len(hand.sets)
        held = sum(hand.raw)
        winning = deal.win is not None and seat in deal.win.winners
        if held == expected or (held == 0 and not winning) or (held == expected + 1 and seat == deal.false_win):
            continue
        rule = "without the winning tile" if winning else "or none"
        refuse(f"{held} concealed tiles beside {len(hand.sets)} melds", seat, f"{expected}, {rule}")


def _check_moment(deal: Deal) -> None:
    win = deal.win
    if win is None:
        for key in ("last_tile", "first_turn", "horses", "fish"):
            if key in deal.keys:
                refuse(f"{key} without a win", expected="a win")
        return
    if deal.false_win is not None:
        refuse("a false win beside a win", deal.false_win, "one of them")
    if deal.last_drawer is not None:
        refuse("last_drawer beside a win", deal.last_drawer, "an exhausted hand")
    if not deal.first_turn:
        return
    if deal.last_tile:
        refuse("first_turn and last_tile at once", win.winners[0], "one of them")
    if win.by is By.ROB_KONG or (win.by is By.DISCARD and win.source != 0):
        refuse("first_turn of a win that is none", win.winners[0], "a self-draw or the dealer's first discard")
    for seat, hand in enumerate(deal.hands):
        if not hand.is_concealed:
            refuse("a claimed meld before a first_turn win", seat, "nobody having claimed")
    actor = win.winners[0] if win.source is None else win.source
    for seat, hand in enumerate(deal.hands):
        if seat > actor and hand.sets:
            refuse("a kong before his first turn", seat, "no meld, or no first_turn")
    if any(meld not in deal.chain for meld in deal.hands[actor].sets):
        refuse("a kong before a first_turn win that is not in its chain", actor, "the kong in 'chain'")


def _check_copies(deal: Deal) -> None:
    counts = [0] * KINDS
    for hand in deal.hands:
        for tile, (concealed, laid) in enumerate(zip(hand.raw, hand.meld_counts, strict=True)):
            counts[tile] += concealed + laid
    others = [*(deal.horses or ()), *(deal.fish.tiles if deal.fish else ())]
    if deal.win is not None:
        others.append(deal.win.tile)
    if deal.indicator is not None:
        others.append(deal.indicator)
    for tile in others:
        counts[tile] += 1
    for tile in TILES:
        if counts[tile] > 4:
            owners = [seat for seat, hand in enumerate(deal.hands) if hand.raw[tile] + hand.meld_counts[tile]]
            problem = f"five of a kind over the table: {counts[tile]} copies of {tile}"
            refuse(problem, owners[0] if owners else None, "at most four")
