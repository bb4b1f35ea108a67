"""One hand without a table around it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tingpai import rules
from tingpai.hand import Hand
from tingpai.rules.deal import By
from tingpai.rules.single import hand_deal
from tingpai.tiles import Tile

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


@pytest.mark.parametrize("kong", ["exposed", "added", "concealed", "single"])
def test_anothers_kong_is_not_of_the_wildcard(kong: str) -> None:
    """The first kind that the hand leaves free is 2m, which is wild here."""
    hand = Hand.parse("[123s]456p55m78s999p9s")
    deal = hand_deal(hand, by=By.DISCARD, after_kong=[kong], indicator=Tile.M1)
    assert rules.get("wuhan-kaikou").settle(deal).winners[0].score.patterns == ("small", "hard")
