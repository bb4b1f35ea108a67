"""`tingpai score`: one hand's value and its arithmetic."""

from __future__ import annotations

import json

import pytest

from .conftest import Run


@pytest.mark.parametrize(
    ("arguments", "zh", "en"),
    [
        (
            ["111222333m44m999m", "--rules", "nanning-classic"],
            "庄家：清一色 ×2 · 碰碰胡 ×2 · 门清 · 自摸 4 → 每家 16，共 48",
            "seat 0 (dealer): one suit ×2 · all pungs ×2 · concealed · self-draw 4 → 16 each, in all 48",
        ),
        (
            ["[111m1][222m2]333m44m999m", "--rules", "nanning-classic"],
            "庄家：清一色 ×2 · 碰碰胡 ×2 · 自摸 3 → 每家 12，共 36",
            "seat 0 (dealer): one suit ×2 · all pungs ×2 · self-draw 3 → 12 each, in all 36",
        ),
        (
            ["[111z1][222z2]345m678p99s", "--rules", "nanning-classic", "--discard", "--seat", "1", "--from", "3"],
            "下家：放炮 2 → 上家 2",
            "seat 1: discard 2 → seat 3 2",
        ),
        (
            ["[111z1][222z2]345m99s678p", "--rules", "nanning-classic", "--rob-kong"],
            "庄家：抢杠胡 9 → 下家 9",
            "seat 0 (dealer): robbing a kong 9 → seat 1 9",
        ),
        (
            ["[111z1][222z2]345m67899p", "--rules", "nanning-laiyou", "--discard", "--option", "plain_discard=2"],
            "庄家：放炮 2 → 下家 2",
            "seat 0 (dealer): discard 2 → seat 1 2",
        ),
        (
            ["345m678p99s234567s", "--rules", "nanning-fan", "--last-tile"],
            "庄家：门清 · 自摸 4 · 不满5番按5番 =5 → 每家 5，共 15",
            "seat 0 (dealer): concealed · self-draw 4 · at least 5 =5 → 5 each, in all 15",
        ),
    ],
)
def test_the_arithmetic_in_both_languages(run: Run, arguments: list[str], zh: str, en: str) -> None:
    assert run("score", *arguments, "--lang", "zh").stdout.splitlines() == [zh]
    assert run("score", *arguments).stdout.splitlines() == [en]


def test_after_kongs(run: Run) -> None:
    hand = "[1111z5][2222z]345m67p99s8p"
    result = run("score", hand, "--rules", "nanning-classic", "--after-kong", "added", "--after-kong", "concealed")
    assert result.stdout.splitlines() == [
        "seat 0 (dealer): win after a kong ×2 · kong chain ×2 · self-draw 3 → seat 3 36",
        "kong points apart: added, concealed",
    ]
    result = run("score", hand, "--rules", "nanning-zhang", "--discard", "--after-kong", "concealed")
    assert result.stdout.splitlines() == [
        "seat 0 (dealer): discard after a kong 9 → seat 1 9",
        "kong points apart: added, concealed, concealed",
    ]


def test_kongs_long_before_are_paid_apart_too(run: Run) -> None:
    result = run("score", "[222m3][9999p2]444s11z555z", "--rules", "nanning-classic", "--self-draw")
    assert result.stdout.splitlines() == [
        "seat 0 (dealer): all pungs ×2 · self-draw 3 → 6 each, in all 18",
        "kong points apart: exposed",
    ]


def test_wuhan(run: Run) -> None:
    result = run("score", "[222m1]345678p55s45s6s", "--rules", "wuhan-kaikou", "--indicator", "1s", "--lang", "zh")
    assert result.exit_code == 0
    assert result.stdout.startswith("庄家：小胡 1 · ")


def test_json(run: Run) -> None:
    result = run("score", "[111m1][222m2]333m44m999m", "--rules", "nanning-classic", "--json")
    assert json.loads(result.stdout) == {
        "rules": "nanning-classic",
        "seat": 0,
        "reading": "standard",
        "patterns": ["one_suit", "all_pungs"],
        "value": 36,
        "share": 12,
        "steps": [
            {"name": "one_suit", "text": "×2"},
            {"name": "all_pungs", "text": "×2"},
            {"name": "self_draw", "text": "3"},
        ],
        "payments": [{"from": seat, "to": 0, "points": 12, "for": "win"} for seat in (1, 2, 3)],
    }


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["123m", "--rules", "nanning-classic"], "3 concealed tiles"),
        (["123m11z", "--rules", "nanning-classic"], "5 concealed tiles beside 0 melds are no whole hand"),
        (["147m258p369s12345z", "--rules", "nanning-classic"], "seat 0: the hand is not complete"),
        (["345m678p99s234567s", "--rules", "nanning"], "unknown rule set 'nanning'"),
        (["345m678p99s234567s", "--rules", "nanning-fan", "--option", "x=1"], "nanning-fan has no option 'x'"),
        (["345m678p99s234567s", "--rules", "nanning-fan", "--option", "x"], "no NAME=VALUE"),
        (["345m678p99s234567s", "--rules", "nanning-laiyou", "--discard"], "seat 0: a plain hand wins on a discard"),
        (["345m678p99s234567s", "--rules", "nanning-fan", "--from", "2"], "seat 0: a self-draw from seat 2"),
        (["345m678p99s234567s", "--rules", "nanning-fan", "--after-kong", "added"], "seat 0: a win after a kong"),
        (["345m678p99s234567s", "--rules", "wuhan-kaikou"], "no indicator"),
        (["111222333m44m999m", "--rules", "nanning-classic", "--rob-kong"], "five of a kind"),
        (["345m678p99s234567s", "--rules", "nanning-fan", "--self-draw", "--discard"], "--rob-kong: one of them"),
    ],
)
def test_one_line_of_error(run: Run, arguments: list[str], message: str) -> None:
    result = run("score", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    assert message in line
