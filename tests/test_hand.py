"""`Hand` and `Meld`: what they say of themselves, and what they refuse."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

from tingpai import Hand, HandError, Meld, MeldKind, NotationError, Tile


def test_counts_and_melds_of_a_hand() -> None:
    hand = Hand.parse("[222m3][9999p2][C]444s11z")
    assert hand.counts == tuple(hand.raw)
    assert sum(hand.counts) == 5
    assert hand.meld_counts[Tile.M2] == 3
    assert hand.meld_counts[Tile.P9] == 4
    assert [meld.kind for meld in hand.sets] == [MeldKind.PUNG, MeldKind.EXPOSED_KONG]
    assert hand.is_drawn
    assert hand.tiles == (Tile.S4, Tile.S4, Tile.S4, Tile.EAST, Tile.EAST)


@pytest.mark.parametrize(
    ("text", "concealed"),
    [("[EEEE]1m", True), ("[C]1m", True), ("[EEEE1]1m", False), ("[111p]1m", False), ("[123p]1m", False)],
)
def test_a_concealed_kong_and_a_laid_down_single_keep_a_hand_concealed(text: str, concealed: bool) -> None:
    assert Hand.parse(text).is_concealed == concealed


def test_discarding_one_tile() -> None:
    hand = Hand.parse("[222m]123m5z5z")
    assert str(hand.without(Tile.WHITE)) == "[222m]123m5z"
    assert hand.without(Tile.WHITE).last is None


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        (Hand.of([0] * 5), "more than four copies of 1m"),
        (Hand.of([0, 0], [Meld(MeldKind.PUNG, Tile.M1)]), "more than four copies of 1m"),
        (Hand.of([33], [Meld(MeldKind.CHOW, Tile.P1)] * 4 + [Meld(MeldKind.PUNG, Tile.M1)]), "too many melds"),
        (Hand.of(range(14), [Meld(MeldKind.PUNG, Tile.RED)]), "too many tiles"),
        (Hand.of(range(3)), "3 concealed tiles"),
        (Hand.of(()), "0 concealed tiles"),
        (Hand(b""), "0 counts (expected 34 counts)"),
        (Hand(bytes(10)), "10 counts"),
        (Hand(bytes(35)), "35 counts"),
        (Hand.of([0, 0], last=Tile.RED), "the last tile 7z is not in the hand"),
    ],
)
def test_what_cannot_be_a_hand(hand: Hand, what: str) -> None:
    with pytest.raises(HandError, match=re.escape(what)):
        hand.check()


@pytest.mark.parametrize("tile", [Tile.M8, Tile.P9, Tile.EAST, Tile.RED])
def test_what_begins_no_chow(tile: Tile) -> None:
    with pytest.raises(HandError, match="begins no chow"):
        Meld(MeldKind.CHOW, tile)


@pytest.mark.parametrize(
    "meld",
    [
        (MeldKind.PUNG, Tile.M1, 9),
        (MeldKind.PUNG, Tile.M1, 0),
        (MeldKind.ADDED_KONG, Tile.M1, 5),
        (MeldKind.CHOW, Tile.M1, 1, 4),
        (MeldKind.CONCEALED_KONG, Tile.M1, 1),
        (MeldKind.SINGLE, Tile.RED, 1),
    ],
)
def test_a_meld_that_no_text_tells(meld: tuple[Any, ...]) -> None:
    with pytest.raises(HandError, match="of a claimed tile, None otherwise"):
        Meld(*meld)


def test_a_claimed_chow_comes_from_the_previous_player() -> None:
    assert Meld(MeldKind.CHOW, Tile.M5, claimed=2).source == 1
    assert Meld(MeldKind.CHOW, Tile.M5).source is None


def test_values_and_errors_travel_between_processes() -> None:
    hand = Hand.parse("[567m2]11z")
    assert pickle.loads(pickle.dumps(hand)) == hand
    with pytest.raises(HandError) as caught:
        Hand.parse("11111m")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


@pytest.mark.parametrize("tile", [34, 99, -1])
def test_tiles_that_are_none(tile: int) -> None:
    with pytest.raises(NotationError, match=f"{tile} is no tile"):
        Hand.of([tile])
    with pytest.raises(NotationError, match=f"{tile} is no tile"):
        Hand.parse("55m").without(tile)  # type: ignore[arg-type]


def test_tiles_that_a_hand_does_not_hold() -> None:
    with pytest.raises(HandError, match=r"1m is not in the hand"):
        Hand.parse("55m").without(Tile.M1)
    hand = Hand(Hand.parse("55m").raw, (), Tile.M6)
    for ask in (str, Hand.check, lambda hand: hand.tiles):
        with pytest.raises(HandError, match="the last tile 6m is not in the hand"):
            ask(hand)
    with pytest.raises(HandError, match=r"more than four copies of 1m \(300\)"):
        Hand.of([0] * 300)
