"""nanning-fen: every number of section 4 of the rules, and its settlements."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai import rules
from tingpai.errors import DealError

from .hands import DISCARD, ROBBING, deal, facts, paid, refused

FEN = rules.get("nanning-fen")

# hand: self-draw each, discard
TABLE = {
    "plain": (3, 2),
    "plain concealed": (4, 2),
    "one suit": (6, 9),
    "one suit concealed": (8, 9),
    "all pungs": (6, 9),
    "all pungs concealed": (8, 9),
    "all pungs one suit": (12, 18),
    "all pungs one suit concealed": (16, 18),
    "all honours all pungs": (12, 18),
    "seven pairs": (8, 12),
    "seven pairs one suit": (14, 21),
    "one quad": (16, 24),
    "one quad one suit": (22, 33),
    "two quads": (16, 24),
    "two quads one suit": (22, 33),
    "three quads": (16, 24),
    "three quads one suit": (22, 33),
    "melded": (6, 18),
    "melded one suit": (12, 27),
}
DRAWS = {
    "exposed kong": ({"chain": "e"}, 6),
    "added kong": ({"chain": "a"}, 6),
    "concealed kong": ({"chain": "c"}, 9),
    "last tile": ({"last_tile": 1}, 6),
}
DISCARDS = {
    "after a kong": {"by": DISCARD, "chain": "c"},
    "robbing": {"by": ROBBING},
    "last tile": {"by": DISCARD, "last_tile": 1},
}


def share(hand: str, chain: str = "", options: dict[str, Any] | None = None, **how: int) -> int:
    return rules.get("nanning-fen", **(options or {})).score(facts(hand, chain, **how)).share


@pytest.mark.parametrize("hand", TABLE)
def test_table(hand: str) -> None:
    drawn, discard = TABLE[hand]
    assert share(hand) == drawn
    assert share(hand, by=DISCARD) == discard


@pytest.mark.parametrize("hand", TABLE)
def test_tiles_score_as_the_table_says(hand: str) -> None:
    drawn, discard = TABLE[hand]
    assert FEN.settle(deal(hand)).winners[0].value == 3 * drawn
    assert FEN.settle(deal(hand, by="discard", source=2)).winners[0].value == discard


@pytest.mark.parametrize("situation", DRAWS)
@pytest.mark.parametrize("hand", TABLE)
def test_every_hand_in_every_drawn_situation(hand: str, situation: str) -> None:
    how, more = DRAWS[situation]
    plain = "plain" in hand
    assert share(hand, **how) == (more if plain else TABLE[hand][0] + more)


@pytest.mark.parametrize("situation", DISCARDS)
@pytest.mark.parametrize("hand", TABLE)
def test_every_hand_on_every_discard_with_a_pattern(hand: str, situation: str) -> None:
    assert share(hand, **DISCARDS[situation]) == (9 if "plain" in hand else TABLE[hand][1] + 9)


def test_printed_sums() -> None:
    assert share("all pungs", "c", by=DISCARD) == 9 + 9 == 18  # 杠上炮 + 对对胡
    assert share("all pungs", by=ROBBING) == 18  # 抢杠 + 对对胡
    assert share("all pungs", last_tile=1) == 6 + 6 == 12  # 海底捞月 + 对对胡
    assert share("all pungs", by=DISCARD, last_tile=1) == 18  # 海底炮 + 对对胡
    assert share("all pungs concealed", first_turn=1) == 12  # 天胡 + 对对胡
    assert share("plain concealed", first_turn=1) == 6  # 天胡


def test_only_the_dealer_has_a_first_turn() -> None:
    assert share("plain concealed", seat=2, first_turn=1) == 4
    assert share("plain concealed", seat=2, by=DISCARD, first_turn=1) == 2
    assert share("plain concealed", "c", first_turn=1) == 9, "after a kong it is no 天胡"


def _pays(hand: str, chain: str) -> dict[int, int]:
    pay = FEN.outcome(facts(hand, chain).key).pay
    return {seat: -points for seat, points in enumerate(pay) if points < 0}


@pytest.mark.parametrize(
    ("hand", "chain", "payers"),
    [
        ("plain", "c", {1: 9 + 1, 2: 9 + 1, 3: 9 + 1}),
        ("plain", "e3", {1: 18 + 1}),
        ("plain", "a1", {3: 18 + 1}),
        ("all pungs", "e3", {1: (6 + 6) * 3 + 1}),
        ("plain", "ccc", {1: 9 + 3, 2: 9 + 3, 3: 9 + 3}),  # a chain counts once
        ("plain", "ca2", {1: 1, 2: 18 + 1 + 1, 3: 1}),  # as exposed if any of it is
        ("plain", "a1a2", {2: 1, 3: 18 + 1}),  # paid by the first source, the points by their own
    ],
)
def test_wins_after_a_kong(hand: str, chain: str, payers: dict[int, int]) -> None:
    assert _pays(hand, chain) == payers


@pytest.mark.parametrize(
    ("hand", "points"), [("one suit concealed", 10), ("all pungs concealed", 10), ("all pungs one suit concealed", 16)]
)
def test_option_concealed_sum(hand: str, points: int) -> None:
    assert share(hand, options={"concealed_sum": True}) == points
    assert share("plain concealed", options={"concealed_sum": True}) == 4
    assert share("seven pairs one suit", options={"concealed_sum": True}) == 14
    assert share("all pungs concealed", options={"concealed_sum": True}, first_turn=1) == 12
    assert share("all pungs concealed", options={"concealed_sum": True}, by=DISCARD) == 9


@pytest.mark.parametrize(("hand", "points"), [("one quad", 16), ("two quads", 32), ("three quads one suit", 64 + 6)])
def test_option_quads_double(hand: str, points: int) -> None:
    assert share(hand, options={"quads_double": True}) == points


@pytest.mark.parametrize(("option", "points"), [(9, 9), (6, 6)])
def test_option_concealed_kong_win(option: int, points: int) -> None:
    assert share("plain", "c", {"concealed_kong_win": option}) == points
    assert share("plain", "e", {"concealed_kong_win": option}) == 6


@pytest.mark.parametrize("kong", ["[4444p]", "[444p1]", "[4444p5]"])
def test_a_concealed_kong_counts_for_a_melded_hand(kong: str) -> None:
    hand = f"[111z1][222z2][333m3]{kong}9s"
    settled = FEN.settle(deal(hand, "9s", by="discard", source=1))
    assert (settled.winners[0].score.patterns, settled.winners[0].value) == (("melded_hand",), 18)
    assert FEN.settle(deal(hand, "9s")).winners[0].score.patterns == ("all_pungs",)


LOCKED = "[111z1][222z1][333m1]44m99s"


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, {(3, 0): 18}),
        ({"by": "discard", "source": 3}, {(3, 0): 18}),
        ({"by": "discard", "source": 1}, {(1, 0): 9, (3, 0): 9}),  # 旅游
    ],
)
def test_lock(how: dict[str, Any], expected: dict[tuple[int, int], int]) -> None:
    assert paid(FEN.settle(deal(LOCKED, "9s", **how))) == expected


def test_a_lock_wins_over_a_kongs_source_and_a_locked_player_cannot_win() -> None:
    settled = FEN.settle(deal("[111z1][222z1][333m1][4444p3]9s", "9s", chain=["4444p"]))
    assert paid(settled) == {(3, 0): 3 * (6 + 6), (1, 0): 1}
    with refused("seat 3: locked 封胡: he supplied three of seat 0's melds and cannot win (expected another winner)"):
        FEN.settle(deal("plain", seat=3, others={0: "[555z1][333z1][444z1]"}))


def test_concealed_kongs_do_not_lock() -> None:
    assert paid(FEN.settle(deal("[1111z][222z1][333m1]44m99s", "9s")), "win") == {(s, 0): 6 for s in (1, 2, 3)}


def test_next_dealer() -> None:
    assert FEN.settle(deal("plain", seat=1)).next_dealer == 1
    assert FEN.settle({"players": [{"hand": ""}] * 4}).next_dealer == 0


@pytest.mark.parametrize(("key", "said"), [("horses", "1m"), ("declared", [0])])
def test_keys_of_other_rule_sets_are_refused(key: str, said: object) -> None:
    with pytest.raises(DealError, match=f"nanning-fen has no key '{key}'"):
        FEN.settle(deal("plain", **{key: said}))
