"""One cell of a table, in every form that a reader of CSV, Parquet or JSON may bring, and what it cannot be."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai.errors import DealError
from tingpai.hand import Hand
from tingpai.rules import cells
from tingpai.rules.deal import By

from .hands import HANDS, refused

PLAIN, TILE = HANDS["plain"]
WHOLE = PLAIN + TILE


@pytest.mark.parametrize(
    ("value", "empty"),
    [
        (None, True),
        ("", True),
        ([], True),
        ((), True),
        ({}, True),
        (0, False),
        (False, False),
        ("0", False),
        ([0], False),
    ],
)
def test_what_says_nothing(value: object, empty: bool) -> None:
    assert cells.is_empty(value) is empty


@pytest.mark.parametrize(
    ("value", "read"),
    [
        ("[1, 2]", [1, 2]),
        ('  {"from": 1}', {"from": 1}),
        ("[111z1] [2222z]", "[111z1] [2222z]"),
        ("{not json", "{not json"),
        ("[" * 100_000, "[" * 100_000),
        ("1", "1"),
        (3, 3),
    ],
)
def test_a_text_of_json_is_read(value: object, read: object) -> None:
    assert cells.plain(value) == read


@pytest.mark.parametrize(
    ("value", "items"),
    [
        ("9999p 8888s", ["9999p", "8888s"]),
        ("9999p,8888s;1111m|2222z", ["9999p", "8888s", "1111m", "2222z"]),
        (" 0, 2 ", ["0", "2"]),
        ("[0, 2]", [0, 2]),
        ((0, 2), [0, 2]),
        ([0, 2], [0, 2]),
        (2, [2]),
        ("", []),
    ],
)
def test_lists(value: object, items: list[Any]) -> None:
    assert cells.listed(value) == items


@pytest.mark.parametrize(("value", "seat"), [(0, 0), ("3", 3), (2.0, 2), ("1", 1), ("2.0", 2)])
def test_seats(value: object, seat: int) -> None:
    assert cells.seat(value) == seat
    assert cells.seats([value, 0]) == [seat, 0]


@pytest.mark.parametrize("value", [4, -1, "4", 1.5, True, False, "x", "", [1], 10**350, float("inf"), float("nan")])
def test_no_seats(value: object) -> None:
    with refused(f"no seat {value!r} (expected 0 to 3)"):
        cells.seat(value)


@pytest.mark.parametrize("value", [True, "true", " TRUE ", "1", 1, "yes", "Yes"])
def test_true(value: object) -> None:
    assert cells.flag(value) is True


@pytest.mark.parametrize("value", [False, "false", "0", 0, "no", "NO "])
def test_false(value: object) -> None:
    assert cells.flag(value) is False


@pytest.mark.parametrize("value", ["perhaps", 2, "ja", 1.0])
def test_neither(value: object) -> None:
    with refused(f"neither true nor false: {value!r} (expected true or false)"):
        cells.flag(value)


@pytest.mark.parametrize(
    ("row", "winner", "by", "source", "tile"),
    [
        ({}, 0, By.SELF_DRAW, None, "8p"),
        ({"seat": "2"}, 2, By.SELF_DRAW, None, "8p"),
        ({"by": "discard"}, 0, By.DISCARD, 1, "8p"),
        ({"by": "discard", "seat": 3}, 3, By.DISCARD, 0, "8p"),
        ({"by": "discard", "seat": 1}, 1, By.DISCARD, 2, "8p"),
        ({"by": "discard", "from": "3"}, 0, By.DISCARD, 3, "8p"),
        ({"tile": "9s"}, 0, By.SELF_DRAW, None, "9s"),
        ({"hand": PLAIN, "tile": TILE}, 0, By.SELF_DRAW, None, "8p"),
        ({"by": "", "from": None, "seat": None, "tile": ""}, 0, By.SELF_DRAW, None, "8p"),
    ],
)
def test_what_a_row_leaves_out(row: dict[str, Any], winner: int, by: By, source: int | None, tile: str) -> None:
    win = cells.deal_of({"hand": WHOLE} | row).win
    assert win is not None
    assert (win.winners, win.by, win.source, str(win.tile)) == ((winner,), by, source, tile)


def test_everything_that_a_row_can_say() -> None:
    deal = cells.deal_of(
        {
            "hand": "[1111z5][2222z]345m67p99s",
            "tile": "8p",
            "seat": 1,
            "melds_2": ["[3333z5]", "[4444z]"],
            "melds_3": "[555z1]",
            "chain": "1111z 2222z",
            "chains": '[{"seat": 2, "kongs": ["4444z", "3333z"]}]',
            "last_tile": "yes",
            "waiting": "0, 2",
            "declared": [3],
            "horses": "1m",
            "fish": '["1p", "", "2p", ""]',
            "indicator": "9m",
        }
    )
    assert [str(hand) for hand in deal.hands] == ["", "[1111z5][2222z]345m67p99s", "[3333z5][4444z]", "[555z1]"]
    assert [str(meld) for meld in deal.chain] == ["[1111z5]", "[2222z]"]
    assert [(chain.seat, [str(meld) for meld in chain.kongs]) for chain in deal.chains] == [
        (2, ["[4444z]", "[3333z5]"])
    ]
    assert deal.last_tile
    assert not deal.first_turn
    assert deal.waiting == {0, 2}
    assert deal.declared == {3}
    assert [str(tile) for tile in deal.horses or ()] == ["1m"]
    assert deal.fish is not None
    assert [[str(tile) for tile in tiles] for tiles in deal.fish.seats] == [["1p"], [], ["2p"], []]
    assert str(deal.indicator) == "9m"


def test_the_winners_melds_stand_in_the_hand_or_in_their_column() -> None:
    concealed = "345m67p99s8p"
    told = cells.deal_of({"hand": WHOLE})
    for row in (
        {"hand": concealed, "melds_0": "[111z1][222z2]"},
        {"hand": concealed, "melds_0": ["[111z1]", "[222z2]"]},
        {"hand": WHOLE, "melds_0": "[111z1][222z2]"},
        {"hand": "[222z2][111z1]" + concealed, "melds_0": "[111z1][222z2]"},
    ):
        assert cells.deal_of(row).hands == told.hands


SEVEN = [2] * 7 + [0] * 27


def test_counts() -> None:
    """Which tile came last is not told: of a whole hand any may stand for it."""
    for counts, tile in ((SEVEN, "1m"), ([0, 0, *SEVEN[:-2]], "3m")):
        deal = cells.deal_of({"counts": counts})
        assert deal.win is not None
        assert str(deal.win.tile) == tile
        assert deal.won(0) == Hand(bytes(counts), (), deal.win.tile)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"hand": None}, "seat 0: no hand (expected a hand)"),
        ({"seat": 2}, "seat 2: no hand (expected a hand)"),
        ({"counts": [0] * 33}, "seat 0: 33 counts (expected 34 numbers from 0 to 4)"),
        ({"counts": [256] + [0] * 33}, "seat 0: counts that are none (expected 34 numbers from 0 to 4)"),
        ({"counts": ["x"] * 34, "seat": 3}, "seat 3: counts that are none (expected 34 numbers from 0 to 4)"),
        (
            {"hand": "123m11z", "seat": 1},
            "seat 1: 5 concealed tiles beside 0 melds (expected 13 and the winning tile)",
        ),
        (
            {"hand": "[111z1]1234m", "tile": "5m"},
            "seat 0: 4 concealed tiles beside 1 melds (expected 10 and the winning tile)",
        ),
        (
            {"hand": PLAIN, "seat": 3},
            "seat 3: the hand is not complete (expected a winning tile, or one last in the hand)",
        ),
        (
            {"hand": WHOLE, "tile": "1p", "seat": 1},
            "seat 1: the winning tile 1p is not in the hand (expected a hand that holds it)",
        ),
        (
            {"hand": WHOLE, "melds_0": "[111z1][222z3]"},
            "seat 0: two different lists of melds, '[111z1][222z3]' beside the hand (expected one)",
        ),
        ({"hand": WHOLE, "by": "theft"}, "a win by 'theft' (expected self_draw, discard or rob_kong)"),
        ({"hand": WHOLE, "by": [1]}, "a win by [1] (expected self_draw, discard or rob_kong)"),
        ({"hand": WHOLE, "seat": 4}, "no seat 4 (expected 0 to 3)"),
        ({"hand": WHOLE, "last_tile": "perhaps"}, "neither true nor false: 'perhaps' (expected true or false)"),
    ],
)
def test_rows_that_tell_no_deal(row: dict[str, Any], message: str) -> None:
    with refused(message, DealError):
        cells.deal_of(row)
