"""One hand without a table around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from tingpai import rules
from tingpai.errors import HandError
from tingpai.hand import Hand
from tingpai.rules.deal import By
from tingpai.rules.single import hand_deal
from tingpai.tiles import Tile

from .hands import refused

PLAIN = Hand.parse("[111z1][222z2]345m67p99s8p")


@pytest.mark.parametrize(
    ("by", "kongs", "points"),
    [
        (By.DISCARD, ["concealed", "concealed", "concealed", "concealed"], 72),
        (By.DISCARD, ["exposed", "added", "added", "added"], 72),
        (By.ROB_KONG, ["added", "added"], 36),
        (By.ROB_KONG, ["exposed", "added", "added"], 72),
    ],
)
@pytest.mark.parametrize("seat", range(4))
@pytest.mark.parametrize("step", [1, 2, 3])
def test_a_long_chain_of_another_locks_nobody(by: By, kongs: Sequence[str], points: int, seat: int, step: int) -> None:
    """连杠放炮 and 抢连杠: 18, 36, 72; whoever made the kongs, the winner did not give three of them (封胡)."""
    deal = hand_deal(PLAIN, by=by, seat=seat, source=(seat + step) % 4, after_kong=kongs)
    assert rules.get("nanning-classic").settle(deal).winners[0].value == points


def test_anothers_kong_is_of_a_kind_that_nobody_shows() -> None:
    """1m to 3m lie in a chow and stand in the hand as well."""
    hand = Hand.parse("[123m1]123m55p78s999p9s")
    deal = hand_deal(hand, by=By.DISCARD, after_kong=["concealed"], indicator=Tile.S1)
    assert [str(meld) for meld in deal.chain] == ["[4444m]"]


@pytest.mark.parametrize("kong", ["exposed", "added", "concealed", "single"])
def test_anothers_kong_is_not_of_the_wildcard(kong: str) -> None:
    """The first kind that the hand leaves free is 2m, which is wild here."""
    hand = Hand.parse("[123s]456p55m78s999p9s")
    deal = hand_deal(hand, by=By.DISCARD, after_kong=[kong], indicator=Tile.M1)
    assert rules.get("wuhan-kaikou").settle(deal).winners[0].score.patterns == ("small", "hard")


@pytest.mark.parametrize(
    ("kongs", "message"),
    [
        (["exposed"], "a win after a kong of the kind 'exposed' that the hand does not hold"),
        (["concealed", "concealed"], "a win after another kong of the kind 'concealed' that the hand does not hold"),
        (["concealed", "single"], "a win after another kong of the kind 'single' that the hand does not hold"),
    ],
)
def test_a_chain_that_the_hand_does_not_hold(kongs: Sequence[str], message: str) -> None:
    with refused(f"seat 2: {message} (expected the kong among its melds, like [1111z])"):
        hand_deal(Hand.parse("[1111z][222z2]345m67p99s8p"), seat=2, after_kong=kongs)


@pytest.mark.parametrize(
    ("hand", "message"),
    [
        ("[111z1][222z2]345m67p99s", "7 concealed tiles beside 2 melds are no whole hand (expected 8"),
        ("[111z1]345m67p99s8p", "8 concealed tiles beside 1 melds are no whole hand (expected 11"),
        ("34599m67p8p", "8 concealed tiles beside 0 melds are no whole hand (expected 14"),
    ],
)
def test_no_whole_hand(hand: str, message: str) -> None:
    with refused(f"{message} with the winning tile last)", HandError):
        hand_deal(Hand.parse(hand))


@pytest.mark.parametrize(
    ("how", "source", "chain"),
    [
        ({}, None, []),
        ({"seat": 2}, None, []),
        ({"by": By.DISCARD}, 1, []),
        ({"by": By.DISCARD, "seat": 3}, 0, []),
        ({"by": By.DISCARD, "seat": 3, "source": 1}, 1, []),
        # The first kinds that the hand leaves free; never the winner's own.
        ({"by": By.DISCARD, "after_kong": ["concealed", "concealed"]}, 1, ["[1111m]", "[2222m]"]),
        ({"by": By.DISCARD, "after_kong": ["exposed", "added"]}, 1, ["[1111m3]", "[2222m6]"]),
        ({"by": By.DISCARD, "seat": 1, "source": 3, "after_kong": ["exposed", "added"]}, 3, ["[1111m3]", "[2222m5]"]),
        ({"by": By.ROB_KONG, "seat": 3}, 0, ["[8888p7]"]),
        ({"by": By.ROB_KONG, "after_kong": ["concealed"]}, 1, ["[1111m]", "[8888p7]"]),
        ({"last_tile": True}, None, []),
    ],
)
def test_the_deal_of_a_hand(how: dict[str, Any], source: int | None, chain: list[str]) -> None:
    deal = hand_deal(PLAIN, **how)
    win, seat = deal.win, how.get("seat", 0)
    assert win is not None
    assert (win.winners, win.by, win.source, str(win.tile)) == ((seat,), how.get("by", By.SELF_DRAW), source, "8p")
    assert deal.won(seat) == PLAIN
    assert [str(meld) for meld in deal.chain] == chain
    assert (deal.last_tile, deal.first_turn, deal.indicator) == (how.get("last_tile", False), False, None)
    laid = [str(hand) for place, hand in enumerate(deal.hands) if place not in (seat, source)]
    assert not any(laid)


def test_a_first_turn_and_an_indicator() -> None:
    deal = hand_deal(Hand.parse("345m67p99s234567p8p"), first_turn=True, indicator=Tile.M1)
    assert deal.first_turn
    assert deal.indicator is Tile.M1
