"""nanning-laiyou: every number of section 2 of the rules, and its settlements."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai import rules
from tingpai.errors import DealError

from .hands import DISCARD, ROBBING, deal, facts, paid, refused

LAIYOU = rules.get("nanning-laiyou")

# hand: self-draw each, discard (0: not allowed)
TABLE = {
    "plain": (3, 0),
    "plain concealed": (4, 0),
    "one suit": (6, 9),
    "one suit concealed": (8, 12),
    "all pungs": (6, 9),
    "all pungs concealed": (8, 12),
    "all pungs one suit": (12, 18),
    "all pungs one suit concealed": (16, 24),
    "all honours all pungs": (12, 18),
    "seven pairs": (8, 12),
    "seven pairs one suit": (16, 24),
    "one quad": (16, 24),
    "one quad one suit": (32, 48),
    "two quads": (32, 48),
    "two quads one suit": (64, 96),
    "three quads": (64, 96),
    "three quads one suit": (128, 192),
    "melded": (6, 18),
    "melded one suit": (12, 36),
}
# A situation doubles a big hand; a plain one it makes big, with the bonus of 门清.
DRAWS = {
    "after an exposed kong": {"chain": "e"},
    "after a concealed kong": {"chain": "c"},
    "last tile": {"last_tile": 1},
}
DISCARDS = {
    "after a kong": {"by": DISCARD, "chain": "c"},
    "robbing": {"by": ROBBING},
    "last tile": {"by": DISCARD, "last_tile": 1},
    "melded discarder": {"by": DISCARD, "from_melded": 1},
}


def share(hand: str, chain: str = "", options: dict[str, Any] | None = None, **how: int) -> int:
    return rules.get("nanning-laiyou", **(options or {})).score(facts(hand, chain, **how)).share


@pytest.mark.parametrize("hand", TABLE)
def test_table(hand: str) -> None:
    drawn, discard = TABLE[hand]
    assert share(hand) == drawn
    if discard:
        assert share(hand, by=DISCARD) == discard


@pytest.mark.parametrize("hand", TABLE)
def test_tiles_score_as_the_table_says(hand: str) -> None:
    drawn, discard = TABLE[hand]
    assert LAIYOU.settle(deal(hand)).winners[0].value == 3 * drawn
    if discard:
        assert LAIYOU.settle(deal(hand, by="discard", source=2)).winners[0].value == discard


@pytest.mark.parametrize("situation", DRAWS)
@pytest.mark.parametrize("hand", TABLE)
def test_every_hand_in_every_drawn_situation(hand: str, situation: str) -> None:
    plain = {"plain": 6, "plain concealed": 8}
    assert share(hand, **DRAWS[situation]) == plain.get(hand, 2 * TABLE[hand][0])


@pytest.mark.parametrize("situation", DISCARDS)
@pytest.mark.parametrize("hand", TABLE)
def test_every_hand_on_every_discard_with_a_pattern(hand: str, situation: str) -> None:
    plain = {"plain": 9, "plain concealed": 12}
    assert share(hand, **DISCARDS[situation]) == plain.get(hand, 2 * TABLE[hand][1])


def test_plain_needs_a_self_draw() -> None:
    with refused("seat 0: a plain hand wins on a discard 平胡需自摸 (expected a self-draw or a big pattern)"):
        LAIYOU.settle(deal("plain", by="discard", source=1))


@pytest.mark.parametrize("hand", ["plain", "plain concealed"])
def test_option_plain_discard(hand: str) -> None:
    assert share(hand, by=DISCARD, options={"plain_discard": 2}) == 2


def test_printed_combinations() -> None:
    assert share("all pungs one suit") == 6 * 2
    assert share("all pungs one suit", "c") == 6 * 2 * 2
    assert share("all pungs one suit", "c", {"concealed_kong_win_base": 9}) == 36


def test_option_concealed_kong_win_base_is_for_concealed_kongs_alone() -> None:
    assert share("plain", "e", {"concealed_kong_win_base": 9}) == 6
    assert share("plain", "c", {"concealed_kong_win_base": 9}) == 9
    assert share("plain concealed", "c", {"concealed_kong_win_base": 9}) == 11


def test_a_melded_discarder_is_one_more_pattern_even_for_a_melded_winner() -> None:
    assert share("melded", by=DISCARD, from_melded=1) == 9 * 2 * 2


@pytest.mark.parametrize(("links", "times"), [(1, 1), (2, 2), (3, 4), (4, 8)])
def test_kong_chains_double(links: int, times: int) -> None:
    assert share("plain", "eaaa"[:links]) == 6 * times
    assert share("plain", "cccc"[:links], by=DISCARD) == 9 * times
    assert share("plain", "eaa"[: links - 1], by=ROBBING) == 9 * times
    assert share("plain", "cca"[: links - 1], by=ROBBING) == 9 * times


@pytest.mark.parametrize(
    ("chain", "payers"),
    [
        ("e1", {3: 18 + 1}),
        ("a2", {2: 18 + 1}),
        ("c", {1: 7, 2: 7, 3: 7}),
        ("ca2", {1: 13, 2: 14, 3: 13}),  # concealed first: three pay, the kongs their own payers
        ("a2c", {1: 1, 2: 36 + 1 + 1, 3: 1}),
    ],
)
def test_the_first_kong_decides_who_pays(chain: str, payers: dict[int, int]) -> None:
    pay = LAIYOU.outcome(facts("plain", chain).key).pay
    assert {seat: -points for seat, points in enumerate(pay) if points < 0} == payers


def test_heavenly_and_earthly_wins_are_fifty() -> None:
    heavenly = LAIYOU.settle(deal("three quads one suit", first_turn=True))
    assert paid(heavenly) == {(seat, 0): 50 for seat in (1, 2, 3)}
    assert heavenly.winners[0].score.patterns == ("heavenly",)
    earthly = LAIYOU.settle(deal("plain concealed", seat=2, by="discard", source=0, first_turn=True))
    assert paid(earthly) == {(0, 2): 50}


def test_a_first_draw_of_a_non_dealer_is_nothing_special() -> None:
    assert paid(LAIYOU.settle(deal("plain concealed", seat=2, first_turn=True))) == {(s, 2): 4 for s in (0, 1, 3)}


def test_no_heavenly_win_after_a_kong() -> None:
    assert share("plain concealed", "c", first_turn=1) == 8


LOCKED = "[111z1][222z1][333m1]44m99s"  # seat 3 supplied three melds of seat 0


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, {(3, 0): 6 * 6}),
        ({"by": "discard", "source": 3}, {(3, 0): 18}),
        ({"by": "discard", "source": 1}, {(1, 0): 9, (3, 0): 9}),
    ],
)
def test_lock(how: dict[str, Any], expected: dict[tuple[int, int], int]) -> None:
    assert paid(LAIYOU.settle(deal(LOCKED, "9s", **how))) == expected


def test_the_locked_player_pays_before_a_kongs_source_but_not_its_points() -> None:
    settled = LAIYOU.settle(deal("[111z1][222z1][333m1][4444p3]9s", "9s", chain=["4444p"]))
    assert paid(settled, "win") == {(3, 0): 6 * 12}
    assert paid(settled, "kong 4444p") == {(1, 0): 1}


def test_locked_player_cannot_win() -> None:
    with refused("seat 3: locked 封胡: he supplied three of seat 0's melds and cannot win (expected another winner)"):
        LAIYOU.settle(deal("plain", seat=3, others={0: "[555z1][333z1][444z1]"}))


@pytest.mark.parametrize(("horses", "times"), [("", 1), ("2m3m4m6z", 1), ("1m3m4m6z", 2), ("159m1z", 5), ("7z", 2)])
def test_option_horses(horses: str, times: int) -> None:
    assert paid(LAIYOU.settle(deal("plain", horses=horses))) == {(seat, 0): 3 * times for seat in (1, 2, 3)}
    hand = deal("all pungs", by="discard", source=1, horses=horses)
    assert paid(LAIYOU.settle(hand)) == {(1, 0): 9 * times}


def test_horses_apply_to_heavenly_wins_and_never_to_kong_points() -> None:
    assert LAIYOU.settle(deal("plain concealed", first_turn=True, horses="1m")).net == (300, -100, -100, -100)
    settled = LAIYOU.settle(deal("[111z1][2222p]345m67s99s", "8s", chain=["2222p"], horses="1m"))
    assert settled.net == (3 * 13, -13, -13, -13)


def test_horses_are_limited_and_not_for_several_winners() -> None:
    with refused("seat 0: 16 horses (expected at most 15)"):
        rules.get("nanning-laiyou", horses=15).settle(deal("plain", horses="1122m1122p1122s555z3s"))
    with refused("seat 0: 5 horses 买马 (expected at most 4, the option horses)"):
        LAIYOU.settle(deal("plain", horses="12345m"))
    with refused("seat 0: 1 horses 买马 (expected at most 0, the option horses)"):
        rules.get("nanning-laiyou", horses=0).settle(deal("plain", horses="1m"))
    hand = deal("all pungs", by="discard", source=3, last_tile=True, others={1: "12345678s111m55p"}, horses="1m")
    hand["win"]["winners"] = [0, 1]
    with refused("seat 0: horses 买马 with several winners 一炮多响无买马 (expected one winner)"):
        LAIYOU.settle(hand)


def test_next_dealer() -> None:
    assert LAIYOU.settle(deal("plain", seat=2)).next_dealer == 2
    assert LAIYOU.settle({"players": [{"hand": ""}] * 4}).next_dealer == 0


@pytest.mark.parametrize(("key", "said"), [("fish", ["1m", "2m", "3m", "4m"]), ("false_win", 0), ("last_drawer", 0)])
def test_keys_of_other_rule_sets_are_refused(key: str, said: object) -> None:
    with pytest.raises(DealError, match=f"nanning-laiyou has no key '{key}'"):
        LAIYOU.settle({**(deal("plain") if key == "fish" else {"players": [{"hand": ""}] * 4}), key: said})


def test_the_pattern_that_is_the_base_is_named_first() -> None:
    def named(hand: str, **how: Any) -> tuple[str, ...]:
        return LAIYOU.settle(deal(hand, **how)).winners[0].score.patterns

    assert named("one suit concealed") == ("one_suit", "concealed")
    assert named("all pungs one suit") == ("one_suit", "all_pungs")
    assert named("seven pairs", by="discard", source=2) == ("seven_pairs",)
    assert named("plain", last_tile=True) == ("last_draw",)
    assert named("plain") == ()
