"""nanning-zhang: every number of section 3 of the rules, and its settlements."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai import rules

from .hands import DISCARD, ROBBING, deal, facts, paid, refused

ZHANG = rules.get("nanning-zhang")

# hand: self-draw each, discard, discard after a kong or robbing
TABLE = {
    "plain": (3, 2, 9),
    "plain concealed": (4, 3, 9),
    "all pungs": (6, 9, 18),
    "all pungs concealed": (8, 12, 24),
    "one suit": (6, 9, 18),
    "one suit concealed": (8, 12, 24),
    "all pungs one suit": (12, 18, 36),
    "all pungs one suit concealed": (16, 24, 48),
    "all honours all pungs": (12, 18, 36),
    "seven pairs": (8, 12, 24),
    "one quad": (16, 24, 48),
    "two quads": (32, 48, 96),
    "three quads": (64, 96, 192),
    "seven pairs one suit": (16, 24, 48),
    "one quad one suit": (32, 48, 96),
    "two quads one suit": (64, 96, 192),
    "three quads one suit": (128, 192, 384),
    "melded": (12, 18, 36),
    "melded one suit": (24, 36, 72),
}


def share(hand: str, chain: str = "", **how: int) -> int:
    return ZHANG.score(facts(hand, chain, **how)).share


@pytest.mark.parametrize("hand", TABLE)
def test_table(hand: str) -> None:
    drawn, discard, after_kong = TABLE[hand]
    assert share(hand) == drawn
    assert share(hand, by=DISCARD) == discard
    assert share(hand, "c", by=DISCARD) == after_kong
    assert share(hand, "eaa", by=DISCARD) == after_kong, "a chain does not multiply it"
    assert share(hand, by=ROBBING) == after_kong
    assert share(hand, "eca", by=ROBBING) == after_kong


@pytest.mark.parametrize("hand", TABLE)
def test_tiles_score_as_the_table_says(hand: str) -> None:
    drawn, discard, _ = TABLE[hand]
    assert ZHANG.settle(deal(hand)).winners[0].value == 3 * drawn
    assert ZHANG.settle(deal(hand, by="discard", source=2)).winners[0].value == discard


@pytest.mark.parametrize(("seat", "name"), [(0, "heavenly"), (2, "earthly")])
def test_natural_wins_are_a_hundred_each(seat: int, name: str) -> None:
    settled = ZHANG.settle(deal("three quads one suit", seat=seat, first_turn=True))
    assert paid(settled) == {(other, seat): 100 for other in range(4) if other != seat}
    assert settled.winners[0].score.patterns == (name,)


def test_no_human_win_and_no_natural_win_after_a_kong() -> None:
    assert share("plain concealed", by=DISCARD, first_turn=1) == 3
    assert share("plain concealed", "c", first_turn=1) == 8


def _pays(hand: str, chain: str) -> dict[int, int]:
    pay = ZHANG.outcome(facts(hand, chain).key).pay
    return {seat: -points for seat, points in enumerate(pay) if points < 0}


def test_printed_wins_after_a_kong() -> None:
    assert _pays("plain", "e3") == {1: 18 + 1}
    assert _pays("plain", "a1") == {3: 18 + 1}
    assert _pays("plain", "c") == {1: 6 + 1, 2: 6 + 1, 3: 6 + 1}
    assert share("plain concealed", "c") == 8


@pytest.mark.parametrize(("chain", "each"), [("cc", 12), ("ccc", 24), ("cccc", 48)])
def test_chains_of_concealed_kongs(chain: str, each: int) -> None:
    assert _pays("plain", chain) == dict.fromkeys((1, 2, 3), each + len(chain))


def test_printed_win_after_a_chain() -> None:
    """张数×2×2+5 for added, added, concealed: the plain hand 18×4 + 5, from the source of the first."""
    assert _pays("plain", "a1a2c") == {3: 18 * 4 + 5}
    assert _pays("plain", "a2a1c") == {2: 18 * 4 + 5}


def test_concealed_kongs_before_the_gift_are_paid_by_all_three() -> None:
    assert _pays("plain", "ca2") == {1: 1, 2: 1 + 1 + 36, 3: 1}


A, B, C, D = 0, 1, 2, 3  # the players of the text's chain examples; B makes the kongs


@pytest.mark.parametrize(
    ("hand", "chains", "expected"),
    [
        # A, C, D each gave a pung; B adds to them in a row, A's first: A pays all three.
        ("[1111m5][2222m7][3333m6]", [["1111m", "2222m", "3333m"]], {A: 3}),
        # C's first: C pays.
        ("[1111m5][2222m7][3333m6]", [["2222m", "1111m", "3333m"]], {C: 3}),
        # A's added, then two concealed ones.
        ("[1111m5][2222m][3333m]", [["1111m", "2222m", "3333m"]], {A: 7}),
        # A concealed one settled by three; then added, added, concealed.
        ("[1111m5][2222m7][3333m][4444m]", [["3333m"], ["1111m", "2222m", "4444m"]], {A: 5 + 1, C: 1, D: 1}),
        ("[1111m5][2222m7][3333m][4444m]", [["3333m"], ["2222m", "1111m", "4444m"]], {A: 1, C: 5 + 1, D: 1}),
        # Concealed first, settled by three, then two added in the same chain.
        ("[1111m5][2222m7][3333m]", [["3333m", "1111m", "2222m"]], {A: 2 + 1, C: 1, D: 1}),
        ("[1111m5][2222m7][3333m]", [["3333m", "2222m", "1111m"]], {A: 1, C: 2 + 1, D: 1}),
        # 若有碰杠情况，跟续杠相同处理: an exposed kong begins like an added one.
        ("[1111m1][2222m7][3333m]", [["1111m", "2222m", "3333m"]], {A: 5}),
    ],
)
def test_printed_kong_chains(hand: str, chains: list[list[str]], expected: dict[int, int]) -> None:
    players = [{"hand": ""}, {"hand": hand}, {"hand": ""}, {"hand": ""}]
    settled = ZHANG.settle({"players": players, "chains": [{"seat": B, "kongs": kongs} for kongs in chains]})
    assert paid(settled) == {(payer, B): points for payer, points in expected.items()}


def test_kongs_made_one_by_one_keep_their_payers() -> None:
    players = [{"hand": ""}, {"hand": "[1111m5][2222m7][3333m]"}, {"hand": ""}, {"hand": ""}]
    assert paid(ZHANG.settle({"players": players})) == {(A, B): 2, (C, B): 2, (D, B): 1}


LOCKED = "[111z1][222z1][333m1]44m99s"


@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({}, {(3, 0): 18}),
        ({"by": "discard", "source": 3}, {(3, 0): 18}),
        ({"by": "discard", "source": 1}, {(1, 0): 9, (3, 0): 9}),
    ],
)
def test_lock(how: dict[str, Any], expected: dict[tuple[int, int], int]) -> None:
    assert paid(ZHANG.settle(deal(LOCKED, "9s", **how))) == expected


def test_the_locked_player_pays_before_a_kongs_source_but_not_its_points() -> None:
    settled = ZHANG.settle(deal("[111z1][222z1][333m1][4444p3]9s", "9s", chain=["4444p"]))
    assert paid(settled, "win") == {(3, 0): 3 * 24}
    assert paid(settled, "kong 4444p") == {(1, 0): 1}


def test_locked_player_cannot_win() -> None:
    with refused("seat 3: locked 封胡: he supplied three of seat 0's melds and cannot win (expected another winner)"):
        ZHANG.settle(deal("plain", seat=3, others={0: "[555z1][333z1][444z1]"}))


MELDED = "[555z1][666z2][777z3][444s1]1p"


@pytest.mark.parametrize(
    ("hand", "option", "points"),
    [
        ("plain", "more", 2 + 9),
        ("plain concealed", "more", 3 + 9),
        ("one suit", "more", 9 + 9),
        ("plain", "big", 9),
        ("plain concealed", "big", 9),
        ("one suit", "big", 18),
    ],
)
def test_option_melded_discard(hand: str, option: str, points: int) -> None:
    settled = rules.get("nanning-zhang", melded_discard=option).settle(
        deal(hand, by="discard", source=1, others={1: MELDED})
    )
    assert paid(settled) == {(1, 0): points}
    assert settled.winners[0].value == points


def test_nine_more_comes_after_the_lock() -> None:
    won = deal(LOCKED, "9s", by="discard", source=3, others={3: MELDED})
    assert paid(ZHANG.settle(won)) == {(3, 0): 2 * 9 + 9}
    won = deal(LOCKED, "9s", by="discard", source=1, others={1: MELDED})
    assert paid(ZHANG.settle(won)) == {(1, 0): 9 + 9, (3, 0): 9 + 9}


# Counted from F as 1: 5m lands on F, 6m on the next, 7m on the one after, 8m before F.
@pytest.mark.parametrize(
    ("last", "tiles", "how", "fish"),
    [
        # W = 0 and F = 2: a tile that counts 3 lands on W: all others pay F; misses are F's on a self-draw.
        (2, "3m", {}, {(0, 2): 3, (1, 2): 3, (3, 2): 3}),
        (2, "3m7m", {}, {(0, 2): 6, (1, 2): 6, (3, 2): 6}),
        (2, "3m1m1m", {}, {(0, 2): 3, (1, 2): 3, (3, 2): 3, (2, 0): 6}),
        (2, "1m1s1p", {}, {(2, 0): 9}),
        # W = F: hits are paid by all, misses cost nothing.
        (0, "1m5m2s", {}, {(1, 0): 6, (2, 0): 6, (3, 0): 6}),
        (0, "2m3m4m", {}, {}),
        # A discard of seat 1: tiles on him make F pay as he does.
        (2, "4m", {"by": "discard", "source": 1}, {(2, 0): 2}),
        (2, "4m8m3s", {"by": "discard", "source": 1}, {(2, 0): 4, (0, 2): 2, (1, 2): 2, (3, 2): 2}),
        (2, "1m2m", {"by": "discard", "source": 1}, {}),
        (1, "1m5m", {"by": "discard", "source": 1}, {}),  # F is the discarder himself
        (0, "2m", {"by": "discard", "source": 1}, {}),  # F is the winner
        # The text's example: 7s, 中 (5), 5m from F = 3 land on 1, 3, 3.
        (3, "7s7z5m", {"by": "discard", "source": 1}, {(3, 0): 2}),
        # 5z 白 counts 7, 6z 发 6.
        (3, "5z6z", {"by": "discard", "source": 1}, {(3, 0): 2, (0, 3): 2, (1, 3): 2, (2, 3): 2}),
        (1, "", {}, {}),
    ],
)
def test_fishing(last: int, tiles: str, how: dict[str, Any], fish: dict[tuple[int, int], int]) -> None:
    settled = ZHANG.settle(deal("plain", fish={"from": last, "tiles": tiles}, **how))
    assert paid(settled, "fish") == fish
    assert settled.winners[0].value == (2 if how else 9)


def test_no_fishing_in_an_exhausted_hand() -> None:
    with refused("fish without a win (expected a win)"):
        ZHANG.settle({"players": [{"hand": ""}] * 4, "fish": {"from": 1, "tiles": "1m"}})


def test_fish_of_the_wrong_kind() -> None:
    with refused("seat 1: 4 tiles turned 钓鱼 (expected at most 3)"):
        ZHANG.settle(deal("plain", fish={"from": 1, "tiles": "1234m"}))
    with refused("fish of the players' own (expected {'from': 2, 'tiles': '7s7z5m'}, the tiles turned)"):
        ZHANG.settle(deal("plain", fish=["1m", "2m", "3s", "4m"]))


def test_next_dealer_of_several_winners_is_the_discarder() -> None:
    hand = deal("plain", by="discard", source=3, others={1: "67p123456s111p99m"})
    hand["win"]["winners"] = [0, 1]
    settled = ZHANG.settle(hand)
    assert paid(settled) == {(3, 0): 2, (3, 1): 3}
    assert settled.next_dealer == 3


def test_kongs_before_a_robbed_one_are_paid_as_a_chain() -> None:
    """The source of the exposed kong pays the concealed one after it as well."""
    robbed = deal(
        "plain",
        by="rob_kong",
        source=2,
        others={2: "[1111s1][3333s][888p2]"},
        chain=["1111s", "3333s", "8888p"],
    )
    settled = ZHANG.settle(robbed)
    assert paid(settled, "kong 1111s") == {(1, 2): 1}
    assert paid(settled, "kong 3333s") == {(1, 2): 3}
    assert paid(settled, "win") == {(2, 0): 9}
