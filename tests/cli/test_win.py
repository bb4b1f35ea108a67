"""`tingpai win`: verdict, readings, patterns."""

from __future__ import annotations

import json

import pytest

from tingpai.rules.names import name

from .conftest import Run


def test_every_reading_in_columns(run: Run) -> None:
    result = run("win", "11223344556677m", "[1111z]123m456p11s789s")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "11223344556677m  complete",
        "  standard     123m  123m  456m  456m  77m",
        "  standard     123m  123m  567m  567m  44m",
        "  standard     234m  234m  567m  567m  11m",
        "  seven pairs  11m   22m   33m   44m   55m  66m  77m",
        "  patterns: standard, seven pairs, one suit",
        "[1111z]123m456p11789s  complete",
        "  standard  [1111z]  123m  456p  789s  11s",
        "  patterns: standard",
    ]


def test_columns_in_chinese_are_aligned_by_width(run: Run) -> None:
    lines = run("win", "--lang", "zh", "11223344556677m").stdout.splitlines()
    assert lines[1] == "  基本胡型  123m  123m  456m  456m  77m"
    assert lines[4] == "  七小对    11m   22m   33m   44m   55m  66m  77m"
    assert lines[5] == "  番型：基本胡型、七小对、清一色"


def test_not_complete_is_an_answer_too(run: Run) -> None:
    result = run("win", "123m1z", "147m1z")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == ["123m1z  not complete (waiting)", "147m1z  not complete (2 from waiting)"]


def test_quads_of_seven_pairs(run: Run) -> None:
    (answer,) = map(json.loads, run("win", "--json", "1111m2222p3333s44z").stdout.splitlines())
    assert answer == {
        "hand": "1111m2222p3333s44z",
        "win": True,
        "readings": [
            {
                "kind": "seven_pairs",
                "laid_down": [],
                "melds": [],
                "pairs": ["11m", "11m", "22p", "22p", "33s", "33s", "44z"],
                "quads": 3,
                "wild": [],
            }
        ],
        "patterns": ["seven_pairs", "three_quads"],
    }


@pytest.mark.parametrize(("lang", "told"), [("zh", "将一色"), ("en", "all 2-5-8")])
def test_patterns_are_named_as_in_a_settlement(run: Run, lang: str, told: str) -> None:
    assert run("win", "--lang", lang, "[222m1][555m1]888m55p22p2p").stdout.splitlines()[-1].endswith(told)
    assert name("all_258", lang) == told


def test_what_the_wildcards_stand_for(run: Run) -> None:
    assert run("win", "-w", "7z", "12m456p11s7z").stdout.splitlines() == [
        "12m456p11s7z  complete",
        "  standard  123m  456p  11s  wild as 3m",
        "  patterns: standard",
    ]
    (answer,) = map(json.loads, run("win", "-w", "7z", "--json", "[7z]12m456p11s7z").stdout.splitlines())
    assert answer["readings"][0]["laid_down"] == ["[7z]"]
    assert answer["readings"][0]["wild"] == ["3m"]


def test_a_bad_hand(run: Run) -> None:
    result = run("win", "123m", "11z")
    assert result.exit_code == 2
    assert result.stdout.startswith("11z  complete")
    assert result.stderr.count("\n") == 1
