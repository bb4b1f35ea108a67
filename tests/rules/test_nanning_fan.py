"""nanning-fan: every number of section 5 of the rules, and its settlements."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai import rules

from .hands import DISCARD, ROBBING, deal, facts, paid, refused

FAN = rules.get("nanning-fan")

# The hand rows of nanning-zhang: self-draw each, discard.
TABLE = {
    "plain": (3, 2),
    "plain concealed": (4, 3),
    "all pungs": (6, 9),
    "all pungs concealed": (8, 12),
    "one suit": (6, 9),
    "one suit concealed": (8, 12),
    "all pungs one suit": (12, 18),
    "all pungs one suit concealed": (16, 24),
    "all honours all pungs": (12, 18),
    "seven pairs": (8, 12),
    "one quad": (16, 24),
    "two quads": (32, 48),
    "three quads": (64, 96),
    "seven pairs one suit": (16, 24),
    "one quad one suit": (32, 48),
    "two quads one suit": (64, 96),
    "three quads one suit": (128, 192),
    "melded": (12, 18),
    "melded one suit": (24, 36),
}


def share(hand: str, chain: str = "", **how: int) -> int:
    return FAN.score(facts(hand, chain, **how)).share


@pytest.mark.parametrize("hand", TABLE)
def test_table_and_floors(hand: str) -> None:
    drawn, discard = TABLE[hand]
    assert share(hand) == drawn
    assert share(hand, by=DISCARD) == discard
    # At least 5: after a kong, on the last tile, by robbing (a self-draw), and of three winners.
    assert share(hand, "e") == share(hand, "cca") == max(5, drawn)
    assert share(hand, last_tile=1) == max(5, drawn)
    assert share(hand, by=ROBBING) == max(5, drawn)
    assert share(hand, by=DISCARD, winners=3) == max(5, discard)
    # No floor otherwise.
    assert share(hand, by=DISCARD, winners=2) == discard
    assert share(hand, by=DISCARD, last_tile=1) == discard
    assert share(hand, "c", by=DISCARD) == discard


@pytest.mark.parametrize("hand", TABLE)
def test_tiles_score_as_the_table_says(hand: str) -> None:
    drawn, discard = TABLE[hand]
    assert FAN.settle(deal(hand)).winners[0].value == 3 * drawn
    assert FAN.settle(deal(hand, by="discard", source=2)).winners[0].value == discard


@pytest.mark.parametrize(
    ("hand", "how", "points"),
    [
        ("plain", {}, 3 + 1),
        ("plain", {"by": DISCARD}, 2 + 1),
        ("plain", {"by": DISCARD, "winners": 3}, 5),  # before the floor
        ("plain concealed", {"last_tile": 1}, 5),
        ("one suit", {"chain": "c"}, 6 + 1),
        ("three quads", {"by": DISCARD}, 96 + 1),
    ],
)
def test_declared(hand: str, how: dict[str, Any], points: int) -> None:
    assert share(hand, **how, declared=1) == points


def test_declared_is_the_winners() -> None:
    assert FAN.settle(deal("plain", declared=[0])).winners[0].value == 12
    assert FAN.settle(deal("plain", declared=[1, 2])).winners[0].value == 9


@pytest.mark.parametrize(("seat", "name"), [(0, "heavenly"), (2, "earthly")])
def test_first_draws_are_eight_from_each(seat: int, name: str) -> None:
    settled = FAN.settle(deal("three quads", seat=seat, first_turn=True, declared=[seat]))
    assert paid(settled) == {(other, seat): 8 for other in range(4) if other != seat}
    assert settled.winners[0].score.patterns == (name,)


def test_human_win_is_eight_from_the_dealer() -> None:
    assert paid(FAN.settle(deal("plain concealed", seat=2, by="discard", source=0, first_turn=True))) == {(0, 2): 8}


@pytest.mark.parametrize("how", [{"seat": 2}, {"seat": 2, "by": "discard", "source": 0}])
def test_first_turns_fall_away_once_anyone_has_claimed(how: dict[str, Any]) -> None:
    with refused("seat 3: a claimed meld before a first_turn win (expected nobody having claimed)"):
        FAN.settle(deal("plain concealed", first_turn=True, others={3: "[111z1]"}, **how))


@pytest.mark.parametrize(
    ("chain", "payers"),
    [
        ("e1", {3: 15 + 1}),
        ("a2", {2: 15 + 1}),
        ("c", {1: 6, 2: 6, 3: 6}),
        ("ca2", {1: 1, 2: 15 + 1 + 1, 3: 1}),
        ("a1a2", {2: 1, 3: 15 + 1}),
    ],
)
def test_payers_of_a_win_after_a_kong(chain: str, payers: dict[int, int]) -> None:
    pay = FAN.outcome(facts("plain", chain).key).pay
    assert {seat: -points for seat, points in enumerate(pay) if points < 0} == payers


def test_robbed_player_pays_three_shares() -> None:
    settled = FAN.settle(deal("plain", by="rob_kong", source=2, others={2: "[888p2]"}))
    assert paid(settled) == {(2, 0): 15}
    settled = FAN.settle(deal("[777m1][999m2]1223388m", "4m", by="rob_kong", source=2, others={2: "[444m1]"}))
    assert paid(settled) == {(2, 0): 18}


FED = "[111z1][222z1][333m1]44m99s"  # seat 3 supplied nine tiles of seat 0


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, {(3, 0): 18}),
        ({"by": "discard", "source": 3}, {(3, 0): 9}),
        ({"by": "discard", "source": 1}, {(3, 0): 9}),
    ],
)
def test_whoever_supplied_nine_tiles_pays_the_whole_win(how: dict[str, Any], expected: dict[Any, int]) -> None:
    assert paid(FAN.settle(deal(FED, "9s", **how))) == expected


def test_he_pays_a_robbing_and_a_win_after_anothers_kong_too() -> None:
    fed = deal("[111z1][222z1][333m1]67m99s", "8m", by="rob_kong", source=2, others={2: "[888m2]"})
    assert paid(FAN.settle(fed)) == {(3, 0): 15}
    settled = FAN.settle(deal("[111z1][222z1][333m1][4444p3]9s", "9s", chain=["4444p"]))
    assert paid(settled) == {(3, 0): 3 * 12, (1, 0): 1}


def test_he_may_win_himself() -> None:
    settled = FAN.settle(deal("plain", seat=3, others={0: "[555z1][333z1][444z1]"}))
    assert paid(settled) == {(seat, 3): 3 for seat in (0, 1, 2)}


def test_three_winners_of_one_discard() -> None:
    hand = deal("plain", by="discard", source=3, others={1: "67p123456s111p99m", 2: "67p234m567s888s99p"})
    hand["win"]["winners"] = [0, 1, 2]
    settled = FAN.settle(hand)
    assert paid(settled) == {(3, 0): 5, (3, 1): 5, (3, 2): 5}
    assert settled.next_dealer == 3
    hand["win"]["winners"] = [0, 1]
    assert paid(FAN.settle(hand)) == {(3, 0): 2, (3, 1): 3}


def test_next_dealer() -> None:
    assert FAN.settle(deal("plain", seat=1)).next_dealer == 1
    assert FAN.settle({"players": [{"hand": ""}] * 4}).next_dealer == 0
