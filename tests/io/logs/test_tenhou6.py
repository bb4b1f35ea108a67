"""tenhou.net/6: the order of play is worked out from what each player took and let go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tingpai import InputError
from tingpai.io.logs import GameHands, read_log
from tingpai.io.logs.tenhou6 import call

DOTS = list(range(21, 30))
EAST_TWICE: list[Any] = [
    [41, 41, 11, 11, *DOTS],
    [47, "1111p11"],
    [41, 41],
    [11, 12, 13, 14, *range(31, 40)],
    [46],
    [11],
    [41, 41, *DOTS, 32, 33],
    ["41p4141"],
    [32],
    [*DOTS, 35, 36, 37, 38],
    [45],
    [60],
]


def rows(tmp_path: Path, lists: list[Any], result: list[Any]) -> list[tuple[int, int, str]]:
    log = tmp_path / "log.json"
    log.write_text(json.dumps({"log": [[[0, 0, 0], [0] * 4, [11], [], *lists, result]]}))
    (game,) = read_log(log)
    assert isinstance(game, GameHands), game
    return [(row.seat, row.turn, row.hand) for row in game.rows]


def test_the_second_of_two_equal_discards_is_claimed(tmp_path: Path) -> None:
    """Claiming the first east would leave the dealer's own claim without a discard to take."""
    assert rows(tmp_path, EAST_TWICE, ["流局", [0] * 4]) == [
        (0, 1, "11m123456789p117z"),
        (1, 1, "1234m123456789s6z"),
        (3, 1, "123456789p5678s5z"),
    ]


def test_several_winners(tmp_path: Path) -> None:
    lists = [
        [11, 12, 13, 14, 15, 16, 17, 18, 19, 31, 32, 33, 34],
        [41],
        [60],
        [21, 22, 23, 24, 25, 26, 27, 28, 29, 37, 37, 37, 41],
        [],
        [],
        [35, 36, 37, 38, 39, 31, 32, 33, 34, 35, 36, 42, 43],
        [],
        [],
        [21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 41],
        [],
        [],
    ]
    found = rows(tmp_path, lists, ["和了", [0] * 4, [1, 0, 1], [0] * 4, [3, 0, 3]])
    assert found[1:] == [(1, 0, "123456789p777s11z"), (3, 0, "123456789p123s11z")]


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("c333234", "[234s2]"),
        ("p424242", "[222z1]"),
        ("15p5115", "[555m2]"),
        ("1212p12", "[222m3]"),
        ("m11111111", "[1111m1]"),
        ("11m111111", "[1111m2]"),
        ("111111m11", "[1111m3]"),
        ("k51151515", "[5555m5]"),
        ("15k511515", "[5555m6]"),
        ("1212k1212", "[2222m7]"),
        ("121212a12", "[2222m]"),
        ("f44", "[4z]"),
    ],
)
def test_calls(text: str, meld: str) -> None:
    assert str(call(text, 0, 4).meld) == meld


@pytest.mark.parametrize(
    "text", ["", "x1111", "p11", "p111112", "c111213141", "1p1111", "111111p11", "c113151", "p404040"]
)
def test_no_calls(text: str) -> None:
    with pytest.raises(InputError):
        call(text, 0, 4)
