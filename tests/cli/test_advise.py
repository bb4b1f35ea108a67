"""`tingpai advise`."""

from __future__ import annotations

import json

import pytest

from tingpai import improve

from .conftest import Run


def test_chances_and_points_best_first(run: Run) -> None:
    result = run("advise", "2345m345678p1239s", "--rules", "nanning-classic")
    assert result.exit_code == 0
    lines = result.stdout.splitlines()
    waits = ("waits on 2m×3 5m×3 (kinds: 2, tiles: 6)", "waits on 9s×3 (kinds: 1, tiles: 3)")
    assert lines[:3] == [
        "2345m345678p1239s",
        f"  discard  9s  73.66%        8.84 points       {waits[0]}, self-draw 12, discard 4",
        f"  discard  2m  71.15–71.28%  8.54–8.55 points  {waits[1]}, self-draw 12, discard 4",
    ]
    assert lines[4].startswith("  discard  3p  55.01–57.20%  6.60–6.86 points  1 from waiting: 2m×3 5m×3 3p×3")
    assert lines[-1] == (
        "  18 own draws from 122 unseen tiles; at most 1 drawn tile beyond the fewest needed: two "
        "numbers are a lower and an upper bound"
    )


def test_how_far_to_look(run: Run) -> None:
    lines = run("advise", "2345m345678p1239s", "--changes", "0").stdout.splitlines()
    assert [line[:32] for line in lines[1:-1]] == [
        "  discard  9s  62.46%        wai",
        "  discard  2m  41.74–43.56%  wai",
        "  discard  5m  41.74–43.56%  wai",
    ]
    assert "at most 0 drawn tiles beyond the fewest needed" in lines[-1]


def test_few_draws_tiles_seen_and_no_rules(run: Run) -> None:
    lines = run("advise", "2345m345678p1239s", "--draws", "1", "--seen", "25m").stdout.splitlines()
    assert lines[1].startswith("  discard  9s  3.33%  waits on 2m×2 5m×2")
    assert lines[-1] == "  1 own draws from 120 unseen tiles; best play"


def test_in_chinese(run: Run) -> None:
    lines = run("advise", "2345m345678p1239s", "--rules", "nanning-classic", "--lang", "zh").stdout.splitlines()
    assert lines[1].startswith("  打  9s  73.66%        8.84 分       听 2m×3 5m×3 共 2 种 6 张，自摸 12、放炮 4")
    assert lines[-1].startswith("  以后自己摸 18 张（未见 122 张）；手里摸来的牌至多比所需多 1 张")


def test_a_complete_hand_and_one_that_is_to_draw(run: Run) -> None:
    won = run("advise", "123m456p789s11771z", "--draws", "2", "--rules", "nanning-classic").stdout.splitlines()
    assert won[1] == "  win          100.00%  12.00 points"
    assert won[2].startswith("  discard")
    assert run("advise", "2345m345678p123s", "--draws", "1").stdout.splitlines()[1] == "  draw    4.88%"


def test_a_hand_far_from_waiting_is_told_the_tiles_that_help(run: Run) -> None:
    lines = run("advise", "147m258p369s12344z").stdout.splitlines()
    assert lines[1].startswith("  discard  1m  5 from waiting: 4m×3 7m×3")
    assert lines[-1] == "  more than 2 from waiting: chances are not computed"


def test_why_no_win_is_allowed(run: Run) -> None:
    arguments = ("advise", "123m456p789s1355p", "--rules", "wuhan-kaikou", "-w", "4z", "--draws", "2")
    assert "no win allowed: not opened" in run(*arguments).stdout
    assert "规则不许胡：没有开口（吃、碰、明杠、补杠），不能胡" in run(*arguments, "--lang", "zh").stdout


def test_json(run: Run) -> None:
    result = run("advise", "--json", "24m3357p234678s66z", "--rules", "nanning-zhang", "147m258p369s12344z")
    near, far = (json.loads(line) for line in result.stdout.splitlines())
    outlook = improve("24m3357p234678s66z", 18, "nanning-zhang")
    assert {name: near[name] for name in ("draws", "unseen", "play", "changes", "refusal")} == {
        "draws": 18,
        "unseen": 122,
        "play": "bounded",
        "changes": 1,
        "refusal": None,
    }
    names = ("probability", "probability_bound", "points", "points_bound")
    assert [(c["discard"], *(c[name] for name in names)) for c in near["choices"]] == [
        (str(choice.discard), *(getattr(choice, name) for name in names)) for choice in outlook.choices
    ]
    assert near["choices"][0]["ukeire"]["6p"] == 4
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
