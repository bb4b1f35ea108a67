"""A settlement in words, whole, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai import rules
from tingpai.rules.explain import explain

from .hands import deal

EXHAUSTED = {"rules": "nanning-classic", "players": [{"hand": text} for text in ("[1111m2]", "", "", "")]}
ROBBED = {
    "rules": "wuhan-kaikou",
    "players": [{"hand": hand} for hand in ("", "[234p1]678m55p46s999s", "[555s1]", "")],
    "win": {"winners": [1], "by": "rob_kong", "from": 2, "tile": "5s"},
    "indicator": "6z",
}
SMALL = ROBBED | {"win": {"winners": [1], "by": "discard", "from": 2, "tile": "5s"}}
NEXT = EXHAUSTED | {"last_drawer": 3}
FALSE = EXHAUSTED | {"false_win": 2, "players": [{"hand": ""}] * 4}
CONCEALED = deal("plain concealed", rules="nanning-classic")

TOLD: list[tuple[dict[str, Any], str, list[str]]] = [
    (
        FALSE,
        "en",
        [
            "nobody wins; kong points alone",
            "seat 2 → seat 0 (dealer) 10 (false win)",
            "seat 2 → seat 1 10 (false win)",
            "seat 2 → seat 3 10 (false win)",
            "in all: seat 0 (dealer) +10, seat 1 +10, seat 2 -30, seat 3 +10",
            "next dealer: seat 2",
        ],
    ),
    (
        EXHAUSTED,
        "en",
        [
            "nobody wins; kong points alone",
            "seat 2 → seat 0 (dealer) 1 (kong 1111m)",
            "in all: seat 0 (dealer) +1, seat 1 +0, seat 2 -1, seat 3 +0",
        ],
    ),
    (
        EXHAUSTED,
        "zh",
        ["无人胡牌，只结杠分", "对家 → 庄家 1（杠分 1111m）", "合计：庄家 +1，下家 +0，对家 -1，上家 +0"],
    ),
    (
        NEXT,
        "en",
        [
            "nobody wins; kong points alone",
            "seat 2 → seat 0 (dealer) 1 (kong 1111m)",
            "in all: seat 0 (dealer) +1, seat 1 +0, seat 2 -1, seat 3 +0",
            "next dealer: seat 3",
        ],
    ),
    (
        NEXT,
        "zh",
        [
            "无人胡牌，只结杠分",
            "对家 → 庄家 1（杠分 1111m）",
            "合计：庄家 +1，下家 +0，对家 -1，上家 +0",
            "下局庄家：上家",
        ],
    ),
    (
        ROBBED,
        "en",
        [
            "seat 1: robbing a kong +10 · openings and kongs ×2 · hard ×2 → seat 2 200",
            "seat 2 → seat 1 200 (one pays all)",
            "in all: seat 0 (dealer) +0, seat 1 +200, seat 2 -200, seat 3 +0",
            "next dealer: seat 1",
        ],
    ),
    (
        ROBBED,
        "zh",
        [
            "下家：抢杠胡 +10 · 开口与杠 ×2 · 硬胡 ×2 → 对家 200",
            "对家 → 下家 200（承包）",
            "合计：庄家 +0，下家 +200，对家 -200，上家 +0",
            "下局庄家：下家",
        ],
    ),
    (
        SMALL,
        "en",
        [
            "seat 1: small hand 1 · openings and kongs ×2 · hard ×2"
            " → seat 0 (dealer) 8, seat 2 16, seat 3 4, in all 28",
            "seat 0 (dealer) → seat 1 8 (win)",
            "seat 2 → seat 1 16 (win)",
            "seat 3 → seat 1 4 (win)",
            "in all: seat 0 (dealer) -8, seat 1 +28, seat 2 -16, seat 3 -4",
            "next dealer: seat 1",
        ],
    ),
    (
        SMALL,
        "zh",
        [
            "下家：小胡 1 · 开口与杠 ×2 · 硬胡 ×2 → 庄家 8，对家 16，上家 4，共 28",
            "庄家 → 下家 8（胡牌）",
            "对家 → 下家 16（胡牌）",
            "上家 → 下家 4（胡牌）",
            "合计：庄家 -8，下家 +28，对家 -16，上家 -4",
            "下局庄家：下家",
        ],
    ),
    (
        CONCEALED,
        "en",
        [
            "seat 0 (dealer): concealed · self-draw 4 → 4 each, in all 12",
            "seat 1 → seat 0 (dealer) 4 (win)",
            "seat 2 → seat 0 (dealer) 4 (win)",
            "seat 3 → seat 0 (dealer) 4 (win)",
            "in all: seat 0 (dealer) +12, seat 1 -4, seat 2 -4, seat 3 -4",
            "next dealer: seat 0 (dealer)",
        ],
    ),
    (
        CONCEALED,
        "zh",
        [
            "庄家：门清 · 自摸 4 → 每家 4，共 12",
            "下家 → 庄家 4（胡牌）",
            "对家 → 庄家 4（胡牌）",
            "上家 → 庄家 4（胡牌）",
            "合计：庄家 +12，下家 -4，对家 -4，上家 -4",
            "下局庄家：庄家",
        ],
    ),
]


@pytest.mark.parametrize(("told", "lang", "lines"), TOLD)
def test_in_words(told: dict[str, Any], lang: str, lines: list[str]) -> None:
    assert list(explain(rules.settle(told), lang)) == lines
