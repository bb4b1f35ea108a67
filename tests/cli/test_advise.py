"""`tingpai advise`."""

from __future__ import annotations

import json

import pytest

from tingpai import improve

from .conftest import Run


def test_chances_and_points_best_first(run: Run) -> None:
    result = run("advise", "2345m345678p1239s", "--rules", "nanning-classic")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "2345m345678p1239s",
        "  discard  9s  62.46%  7.50 points  waits on 2m×3 5m×3 (kinds: 2, tiles: 6), self-draw 12, discard 4",
        "  discard  2m  38.32%  4.60 points  waits on 9s×3 (kinds: 1, tiles: 3), self-draw 12, discard 4",
        "  discard  5m  38.32%  4.60 points  waits on 9s×3 (kinds: 1, tiles: 3), self-draw 12, discard 4",
        "  18 own draws from 122 unseen tiles; direct play: a tile is kept when it lowers the shanten",
    ]


def test_few_draws_tiles_seen_and_no_rules(run: Run) -> None:
    lines = run("advise", "2345m345678p1239s", "--draws", "1", "--seen", "25m").stdout.splitlines()
    assert lines[1].startswith("  discard  9s  3.33%  waits on 2m×2 5m×2")
    assert lines[-1] == "  1 own draws from 120 unseen tiles; best play"


def test_in_chinese(run: Run) -> None:
    lines = run("advise", "2345m345678p1239s", "--rules", "nanning-classic", "--lang", "zh").stdout.splitlines()
    assert lines[1].startswith("  打  9s  62.46%  7.50 分  听 2m×3 5m×3 共 2 种 6 张，自摸 12、放炮 4")
    assert lines[-1].startswith("  以后自己摸 18 张（未见 122 张）；直打")


def test_a_complete_hand_and_one_that_is_to_draw(run: Run) -> None:
    won = run("advise", "123m456p789s11771z", "--draws", "2", "--rules", "nanning-classic").stdout.splitlines()
    assert won[1] == "  win          100.00%  12.00 points"
    assert won[2].startswith("  discard")
    assert run("advise", "2345m345678p123s", "--draws", "1").stdout.splitlines()[1] == "  draw    4.88%"


def test_a_hand_far_from_waiting_is_told_the_tiles_that_help(run: Run) -> None:
    lines = run("advise", "147m258p369s12344z").stdout.splitlines()
    assert lines[1].startswith("  discard  1m  5 from waiting: 4m×3 7m×3")
    assert lines[-1] == "  more than 2 from waiting: no chances told"


def test_why_no_win_is_allowed(run: Run) -> None:
    result = run("advise", "123m456p789s1355p", "--rules", "wuhan-kaikou", "-w", "4z", "--draws", "2")
    assert "no win allowed: seat 1: not opened" in result.stdout


def test_json(run: Run) -> None:
    result = run("advise", "--json", "24m3357p234678s66z", "--rules", "nanning-zhang", "147m258p369s12344z")
    near, far = (json.loads(line) for line in result.stdout.splitlines())
    outlook = improve("24m3357p234678s66z", 18, "nanning-zhang")
    assert (near["draws"], near["unseen"], near["play"], near["refusal"]) == (18, 122, "direct", None)
    assert [(c["discard"], c["probability"], c["points"]) for c in near["choices"]] == [
        (str(choice.discard), choice.probability, choice.points) for choice in outlook.choices
    ]
    assert near["choices"][0]["ukeire"]["3m"] == 4
    assert "play" not in far
    assert far["choices"][0]["shanten"] == 5
    assert "probability" not in far["choices"][0]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("2345m345678p1239s", "--rules", "nanning-clasic"), "unknown rule set 'nanning-clasic'"),
        (("2345m345678p1239s", "--seen", "1x"), "not a list of tiles"),
        (("2345m345678p1239s", "--seen", "222m2m"), "more than four copies of 2m with the tiles seen (5)"),
        (("2345m345678p1239s", "--draws", "19"), "19 is not in the range 1<=x<=18"),
        (("123m", "--rules", "nanning-fan"), "3 concealed tiles are neither 3k+1 nor 3k+2"),
        (("123m1z", "--rules", "nanning-fan"), "4 tiles cannot be scored"),
        (("2345m345678p1239s", "--rules", "nanning-fan", "--option", "no_such=1"), "no_such"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...], message: str) -> None:
    result = run("advise", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert len(result.stderr.splitlines()) == 1
    assert "Traceback" not in result.stderr
