"""How each value is reckoned: the reading, the patterns and the arithmetic that a reader is shown, whole."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Any

import pytest

from tingpai import rules
from tingpai.rules.explain import arithmetic, win_line
from tingpai.rules.model import Step
from tingpai.rules.nanning import NanningRules
from tingpai.rules.wuhan_hand import Shape
from tingpai.rules.wuhan_pay import Win, best

from .hands import DISCARD, HANDS, ROBBING, facts

# The hand and how it was won, its patterns, the arithmetic of one share.
Case = tuple[str, dict[str, Any], str, str]
RECKONED: dict[str, list[Case]] = {
    "nanning-classic": [
        ("plain", {}, "", "self-draw 3"),
        ("plain concealed", {}, "concealed", "concealed · self-draw 4"),
        ("plain", {"by": DISCARD}, "", "discard 2"),
        ("plain concealed", {"by": DISCARD}, "concealed", "concealed · discard 4"),
        ("one suit concealed", {}, "one_suit concealed", "one suit ×2 · concealed · self-draw 4"),
        ("one suit concealed", {"by": DISCARD}, "one_suit concealed", "concealed · one suit 12"),
        ("all pungs one suit", {}, "one_suit all_pungs", "one suit ×2 · all pungs ×2 · self-draw 3"),
        ("all honours all pungs", {"by": DISCARD}, "all_honours all_pungs", "all pungs ×2 · all honours 9"),
        ("seven pairs", {}, "seven_pairs", "seven pairs ×2 · self-draw 4"),
        (
            "three quads one suit",
            {"by": DISCARD},
            "one_suit seven_pairs three_quads",
            "seven pairs ×2 · three quads ×8 · one suit 12",
        ),
        ("two quads", {}, "seven_pairs two_quads", "seven pairs ×2 · two quads ×4 · self-draw 4"),
        ("one quad", {"by": DISCARD}, "seven_pairs one_quad", "one quad ×2 · seven pairs 12"),
        ("melded", {}, "all_pungs", "all pungs ×2 · self-draw 3"),
        (
            "melded one suit",
            {"by": DISCARD},
            "one_suit all_pungs melded_hand",
            "all pungs ×2 · melded hand ×2 · one suit 9",
        ),
        ("plain", {"chain": "e"}, "win_after_kong", "win after a kong ×2 · self-draw 3"),
        ("plain", {"chain": "cca"}, "win_after_kong kong_chain", "win after a kong ×2 · kong chain ×4 · self-draw 3"),
        (
            "plain concealed",
            {"chain": "cc"},
            "win_after_kong kong_chain concealed",
            "win after a kong ×2 · kong chain ×2 · concealed · self-draw 4",
        ),
        (
            "all pungs",
            {"chain": "ea", "by": DISCARD},
            "all_pungs discard_after_kong kong_chain",
            "discard after a kong ×2 · kong chain ×2 · all pungs 9",
        ),
        ("plain", {"chain": "c", "by": DISCARD}, "discard_after_kong", "discard after a kong 9"),
        ("plain", {"by": ROBBING}, "robbing", "robbing a kong 9"),
        (
            "one suit",
            {"by": ROBBING, "chain": "a"},
            "one_suit robbing kong_chain",
            "robbing a kong ×2 · kong chain ×2 · one suit 9",
        ),
        ("plain", {"last_tile": 1}, "last_draw", "last tile draw ×2 · self-draw 3"),
        (
            "all pungs concealed",
            {"last_tile": 1},
            "all_pungs last_draw concealed",
            "all pungs ×2 · last tile draw ×2 · concealed · self-draw 4",
        ),
        ("plain", {"last_tile": 1, "by": DISCARD}, "last_discard", "last tile discard 9"),
        ("plain", {"from_melded": 1, "by": DISCARD}, "melded_discard", "discard of a melded hand 9"),
        (
            "one suit",
            {"from_melded": 1, "by": DISCARD},
            "one_suit melded_discard",
            "discard of a melded hand ×2 · one suit 9",
        ),
        ("plain concealed", {"first_turn": 1}, "heavenly concealed", "heavenly win ×2 · concealed · self-draw 4"),
        (
            "three quads",
            {"first_turn": 1, "seat": 2},
            "seven_pairs three_quads earthly",
            "seven pairs ×2 · three quads ×8 · earthly win ×2 · self-draw 4",
        ),
        (
            "one suit concealed",
            {"first_turn": 1, "by": DISCARD, "seat": 1},
            "one_suit human concealed",
            "human win ×2 · concealed · one suit 12",
        ),
    ],
    "nanning-laiyou": [
        ("plain", {}, "", "self-draw 3"),
        ("plain concealed", {}, "concealed", "concealed · self-draw 4"),
        ("one suit concealed", {}, "one_suit concealed", "concealed · one suit 8"),
        ("one suit concealed", {"by": DISCARD}, "one_suit concealed", "concealed · one suit 12"),
        ("all pungs one suit", {}, "one_suit all_pungs", "all pungs ×2 · one suit 6"),
        ("all honours all pungs", {"by": DISCARD}, "all_honours all_pungs", "all pungs ×2 · all honours 9"),
        ("seven pairs", {}, "seven_pairs", "seven pairs 8"),
        (
            "three quads one suit",
            {"by": DISCARD},
            "one_suit seven_pairs three_quads",
            "seven pairs ×2 · three quads ×8 · one suit 12",
        ),
        ("two quads", {}, "seven_pairs two_quads", "two quads ×4 · seven pairs 8"),
        ("one quad", {"by": DISCARD}, "seven_pairs one_quad", "one quad ×2 · seven pairs 12"),
        ("melded", {}, "all_pungs", "all pungs 6"),
        (
            "melded one suit",
            {"by": DISCARD},
            "one_suit all_pungs melded_hand",
            "all pungs ×2 · melded hand ×2 · one suit 9",
        ),
        ("plain", {"chain": "e"}, "win_after_kong", "win after a kong 6"),
        ("plain", {"chain": "cca"}, "win_after_kong kong_chain", "kong chain ×4 · win after a kong 6"),
        (
            "plain concealed",
            {"chain": "cc"},
            "win_after_kong kong_chain concealed",
            "kong chain ×2 · concealed · win after a kong 8",
        ),
        (
            "all pungs",
            {"chain": "ea", "by": DISCARD},
            "all_pungs discard_after_kong kong_chain",
            "discard after a kong ×2 · kong chain ×2 · all pungs 9",
        ),
        ("plain", {"chain": "c", "by": DISCARD}, "discard_after_kong", "discard after a kong 9"),
        ("plain", {"by": ROBBING}, "robbing", "robbing a kong 9"),
        (
            "one suit",
            {"by": ROBBING, "chain": "a"},
            "one_suit robbing kong_chain",
            "robbing a kong ×2 · kong chain ×2 · one suit 9",
        ),
        ("plain", {"last_tile": 1}, "last_draw", "last tile draw 6"),
        (
            "all pungs concealed",
            {"last_tile": 1},
            "all_pungs last_draw concealed",
            "last tile draw ×2 · concealed · all pungs 8",
        ),
        ("plain", {"last_tile": 1, "by": DISCARD}, "last_discard", "last tile discard 9"),
        ("plain", {"from_melded": 1, "by": DISCARD}, "melded_discard", "discard of a melded hand 9"),
        (
            "one suit",
            {"from_melded": 1, "by": DISCARD},
            "one_suit melded_discard",
            "discard of a melded hand ×2 · one suit 9",
        ),
        ("plain concealed", {"first_turn": 1}, "heavenly", "heavenly win 50"),
        ("three quads", {"first_turn": 1, "seat": 2}, "seven_pairs three_quads", "three quads ×8 · seven pairs 8"),
        ("one suit concealed", {"first_turn": 1, "by": DISCARD, "seat": 1}, "earthly", "earthly win 50"),
    ],
    "nanning-zhang": [
        ("plain", {}, "", "self-draw 3"),
        ("plain concealed", {}, "concealed", "concealed · self-draw 4"),
        ("plain", {"by": DISCARD}, "", "discard 2"),
        ("plain concealed", {"by": DISCARD}, "concealed", "concealed · discard 3"),
        ("one suit concealed", {}, "one_suit concealed", "one suit ×2 · concealed · self-draw 4"),
        ("one suit concealed", {"by": DISCARD}, "one_suit concealed", "concealed · one suit 12"),
        ("all pungs one suit", {}, "one_suit all_pungs", "one suit ×2 · all pungs ×2 · self-draw 3"),
        ("all honours all pungs", {"by": DISCARD}, "all_honours all_pungs", "all pungs ×2 · all honours 9"),
        ("seven pairs", {}, "seven_pairs", "seven pairs ×2 · self-draw 4"),
        (
            "three quads one suit",
            {"by": DISCARD},
            "one_suit seven_pairs three_quads",
            "seven pairs ×2 · three quads ×8 · one suit 12",
        ),
        ("two quads", {}, "seven_pairs two_quads", "seven pairs ×2 · two quads ×4 · self-draw 4"),
        ("one quad", {"by": DISCARD}, "seven_pairs one_quad", "one quad ×2 · seven pairs 12"),
        ("melded", {}, "all_pungs melded_hand", "all pungs ×2 · melded hand ×2 · self-draw 3"),
        (
            "melded one suit",
            {"by": DISCARD},
            "one_suit all_pungs melded_hand",
            "all pungs ×2 · melded hand ×2 · one suit 9",
        ),
        ("plain", {"chain": "e"}, "win_after_kong", "win after a kong ×2 · self-draw 3"),
        ("plain", {"chain": "cca"}, "win_after_kong kong_chain", "win after a kong ×2 · kong chain ×4 · self-draw 3"),
        (
            "plain concealed",
            {"chain": "cc"},
            "win_after_kong kong_chain concealed",
            "win after a kong ×2 · kong chain ×2 · concealed · self-draw 4",
        ),
        (
            "all pungs",
            {"chain": "ea", "by": DISCARD},
            "all_pungs discard_after_kong",
            "discard after a kong ×2 · all pungs 9",
        ),
        ("plain", {"chain": "c", "by": DISCARD}, "discard_after_kong", "discard after a kong 9"),
        ("plain", {"by": ROBBING}, "robbing", "robbing a kong 9"),
        ("one suit", {"by": ROBBING, "chain": "a"}, "one_suit robbing", "robbing a kong ×2 · one suit 9"),
        ("plain", {"from_melded": 1, "by": DISCARD}, "melded_discard", "discard 2 · discard of a melded hand +9"),
        (
            "one suit",
            {"from_melded": 1, "by": DISCARD},
            "one_suit melded_discard",
            "one suit 9 · discard of a melded hand +9",
        ),
        ("plain concealed", {"first_turn": 1}, "heavenly", "heavenly win 100"),
        ("three quads", {"first_turn": 1, "seat": 2}, "earthly", "earthly win 100"),
        (
            "one suit concealed",
            {"first_turn": 1, "by": DISCARD, "seat": 1},
            "one_suit concealed",
            "concealed · one suit 12",
        ),
    ],
    "nanning-fen": [
        ("plain", {}, "", "self-draw 3"),
        ("plain concealed", {}, "concealed", "concealed 4"),
        ("plain", {"by": DISCARD}, "", "discard 2"),
        ("plain concealed", {"by": DISCARD}, "", "discard 2"),
        ("one suit concealed", {}, "one_suit concealed", "one suit 6 · concealed +2"),
        ("one suit concealed", {"by": DISCARD}, "one_suit", "one suit 9"),
        ("all pungs one suit", {}, "one_suit all_pungs", "one suit 6 · all pungs +6"),
        ("all honours all pungs", {"by": DISCARD}, "all_honours all_pungs", "all honours 9 · all pungs +9"),
        ("seven pairs", {}, "seven_pairs", "seven pairs 8"),
        ("three quads one suit", {"by": DISCARD}, "one_suit three_quads", "one suit 9 · three quads +24"),
        ("two quads", {}, "two_quads", "two quads 16"),
        ("one quad", {"by": DISCARD}, "one_quad", "one quad 24"),
        ("melded", {}, "all_pungs", "all pungs 6"),
        ("melded one suit", {"by": DISCARD}, "one_suit melded_hand", "one suit 9 · melded hand +18"),
        ("plain", {"chain": "e"}, "win_after_kong", "win after a kong 6"),
        ("plain", {"chain": "cca"}, "win_after_kong", "win after a kong 6"),
        ("plain concealed", {"chain": "cc"}, "win_after_kong", "win after a kong 9"),
        (
            "all pungs",
            {"chain": "ea", "by": DISCARD},
            "all_pungs discard_after_kong",
            "all pungs 9 · discard after a kong +9",
        ),
        ("plain", {"chain": "c", "by": DISCARD}, "discard_after_kong", "discard after a kong 9"),
        ("plain", {"by": ROBBING}, "robbing", "robbing a kong 9"),
        ("one suit", {"by": ROBBING, "chain": "a"}, "one_suit robbing", "one suit 9 · robbing a kong +9"),
        ("plain", {"last_tile": 1}, "last_draw", "last tile draw 6"),
        (
            "all pungs concealed",
            {"last_tile": 1},
            "all_pungs last_draw concealed",
            "all pungs 6 · last tile draw +6 · concealed +2",
        ),
        ("plain", {"last_tile": 1, "by": DISCARD}, "last_discard", "last tile discard 9"),
        ("plain concealed", {"first_turn": 1}, "heavenly", "heavenly win 6"),
        ("three quads", {"first_turn": 1, "seat": 2}, "three_quads", "three quads 16"),
        ("one suit concealed", {"first_turn": 1, "by": DISCARD, "seat": 1}, "one_suit", "one suit 9"),
    ],
    "nanning-fan": [
        ("plain", {}, "", "self-draw 3"),
        ("plain concealed", {}, "concealed", "concealed · self-draw 4"),
        ("plain", {"by": DISCARD}, "", "discard 2"),
        ("plain concealed", {"by": DISCARD}, "concealed", "concealed · discard 3"),
        ("one suit concealed", {}, "one_suit concealed", "one suit ×2 · concealed · self-draw 4"),
        ("one suit concealed", {"by": DISCARD}, "one_suit concealed", "concealed · one suit 12"),
        ("all pungs one suit", {}, "one_suit all_pungs", "one suit ×2 · all pungs ×2 · self-draw 3"),
        ("all honours all pungs", {"by": DISCARD}, "all_honours all_pungs", "all pungs ×2 · all honours 9"),
        ("seven pairs", {}, "seven_pairs", "seven pairs ×2 · self-draw 4"),
        (
            "three quads one suit",
            {"by": DISCARD},
            "one_suit seven_pairs three_quads",
            "seven pairs ×2 · three quads ×8 · one suit 12",
        ),
        ("two quads", {}, "seven_pairs two_quads", "seven pairs ×2 · two quads ×4 · self-draw 4"),
        ("one quad", {"by": DISCARD}, "seven_pairs one_quad", "one quad ×2 · seven pairs 12"),
        ("melded", {}, "all_pungs melded_hand", "all pungs ×2 · melded hand ×2 · self-draw 3"),
        (
            "melded one suit",
            {"by": DISCARD},
            "one_suit all_pungs melded_hand",
            "all pungs ×2 · melded hand ×2 · one suit 9",
        ),
        ("plain", {"chain": "e"}, "win_after_kong", "self-draw 3 · at least 5 =5"),
        ("plain", {"chain": "cca"}, "win_after_kong", "self-draw 3 · at least 5 =5"),
        ("plain concealed", {"chain": "cc"}, "concealed win_after_kong", "concealed · self-draw 4 · at least 5 =5"),
        ("all pungs", {"chain": "ea", "by": DISCARD}, "all_pungs", "all pungs 9"),
        ("plain", {"chain": "c", "by": DISCARD}, "", "discard 2"),
        ("plain", {"by": ROBBING}, "robbing", "self-draw 3 · at least 5 =5"),
        ("one suit", {"by": ROBBING, "chain": "a"}, "one_suit robbing", "one suit ×2 · self-draw 3"),
        ("plain", {"last_tile": 1}, "last_draw", "self-draw 3 · at least 5 =5"),
        (
            "all pungs concealed",
            {"last_tile": 1},
            "all_pungs concealed last_draw",
            "all pungs ×2 · concealed · self-draw 4",
        ),
        ("plain", {"last_tile": 1, "by": DISCARD}, "", "discard 2"),
        ("plain concealed", {"first_turn": 1}, "heavenly", "heavenly win 8"),
        ("three quads", {"first_turn": 1, "seat": 2}, "earthly", "earthly win 8"),
        ("one suit concealed", {"first_turn": 1, "by": DISCARD, "seat": 1}, "human", "human win 8"),
        ("plain", {"declared": 1}, "declared", "self-draw 3 · declared ready +1"),
        (
            "plain concealed",
            {"declared": 1, "last_tile": 1},
            "concealed last_draw declared",
            "concealed · self-draw 4 · declared ready +1",
        ),
        (
            "one suit concealed",
            {"declared": 1, "last_tile": 1},
            "one_suit concealed last_draw declared",
            "one suit ×2 · concealed · self-draw 4 · declared ready +1",
        ),
        ("plain", {"by": DISCARD, "winners": 3}, "", "discard 2 · at least 5 =5"),
    ],
}


@pytest.mark.parametrize(
    ("name", "hand", "how", "patterns", "reckoned"),
    [(name, *case) for name, cases in RECKONED.items() for case in cases],
)
def test_what_a_reader_is_shown(name: str, hand: str, how: dict[str, Any], patterns: str, reckoned: str) -> None:
    rule_set = rules.get(name)
    assert isinstance(rule_set, NanningRules)
    winner, _ = rule_set.win(facts(hand, **how))
    assert winner.score.reading == ("seven_pairs" if "pairs" in hand or "quad" in hand else "standard")
    assert " ".join(winner.score.patterns) == patterns
    assert arithmetic((*winner.score.steps, *winner.more), "en") == reckoned


def comes_to(steps: Iterable[Step]) -> int:
    """What a reader reckons, from left to right."""
    value = 1
    for text in (step.text for step in steps if step.text):
        sign, number = text[0], int(text.lstrip("×+="))
        value = value + number if sign == "+" else number if sign == "=" else value * number
    return value


WAYS: list[dict[str, Any]] = [
    *({"chain": chain, "last_tile": last} for chain, last in (("", 0), ("", 1), ("c", 0), ("e3", 0))),
    *({"by": DISCARD, "source": 2, "chain": chain, "from_melded": yes} for chain in ("", "c") for yes in (0, 1)),
    {"by": ROBBING, "source": 2},
]


@pytest.mark.parametrize("name", [name for name in rules.NAMES if name.startswith("nanning")])
@pytest.mark.parametrize("lock", [0, 3, 4], ids=["", "discarder", "another"])
def test_a_reader_reckons_what_is_paid(name: str, lock: int) -> None:
    """But that three shares of a self-draw are one player's, whom no lock names, stands with the payments."""
    rule_set = rules.get(name, **({"plain_discard": 2} if name == "nanning-laiyou" else {}))
    assert isinstance(rule_set, NanningRules)
    for hand, way in product(HANDS, WAYS):
        found = facts(hand, lock=lock, **way)
        winner, payments = rule_set.win(found)
        told = comes_to((*winner.score.steps, *winner.more))
        paid = {payment.payer: payment.points for payment in payments}
        alone = len(paid) == 1 and not found.is_discard and found.locked not in paid
        shares = 3 if alone and (found.is_self_draw or name == "nanning-fan") else 1
        assert set(paid.values()) == {shares * told}, (hand, way)


@pytest.mark.parametrize(
    ("lang", "line"),
    [
        ("zh", "庄家：杠上炮 ×2 · 清一色 9 · 封胡 ×2 · 全求炮 +9 → 对家 45"),
        (
            "en",
            "seat 0 (dealer): discard after a kong ×2 · one suit 9 · lock ×2 · discard of a melded hand +9 → seat 2 45",
        ),
    ],
)
def test_a_lock_stands_before_what_it_does_not_double(lang: str, line: str) -> None:
    zhang = rules.get("nanning-zhang")
    assert isinstance(zhang, NanningRules)
    winner, payments = zhang.win(facts("one suit", chain="c", by=DISCARD, source=2, from_melded=1, lock=3))
    assert win_line(winner, payments, lang) == line


@pytest.mark.parametrize(
    ("name", "options", "hand", "how", "patterns", "reckoned"),
    [
        (
            "nanning-zhang",
            {"melded_discard": "big"},
            "plain",
            {"from_melded": 1, "by": DISCARD},
            "melded_discard",
            "discard of a melded hand 9",
        ),
        (
            "nanning-zhang",
            {"melded_discard": "big"},
            "one suit",
            {"from_melded": 1, "by": DISCARD},
            "one_suit melded_discard",
            "discard of a melded hand ×2 · one suit 9",
        ),
        (
            "nanning-fen",
            {"concealed_sum": True},
            "all pungs one suit concealed",
            {},
            "one_suit all_pungs concealed",
            "one suit 6 · all pungs +6 · concealed +4",
        ),
        ("nanning-fen", {"quads_double": True}, "three quads", {}, "three_quads", "three quads 64"),
        (
            "nanning-fen",
            {"concealed_kong_win": 6},
            "plain",
            {"chain": "c"},
            "win_after_kong",
            "win after a kong 6",
        ),
        ("nanning-laiyou", {"plain_discard": 2}, "plain concealed", {"by": DISCARD}, "", "discard 2"),
        (
            "nanning-laiyou",
            {"concealed_kong_win_base": 9},
            "all pungs",
            {"chain": "c"},
            "win_after_kong all_pungs",
            "all pungs ×2 · win after a kong 9",
        ),
    ],
)
def test_what_options_change(
    name: str, options: dict[str, Any], hand: str, how: dict[str, Any], patterns: str, reckoned: str
) -> None:
    rule_set = rules.get(name, **options)
    assert isinstance(rule_set, NanningRules)
    score = rule_set.score(facts(hand, **how))
    assert " ".join(score.patterns) == patterns
    assert arithmetic(score.steps, "en") == reckoned


@pytest.mark.parametrize(
    ("win", "options", "reckoned"),
    [
        (Win(1, None, (Shape(False, ()),), (), (0, 0, 0, 0)), {}, "small hand 1 · self-draw ×2"),
        (
            Win(0, None, (Shape(True, ()),), (), (2, 1, 0, 3)),
            {},
            "small hand 1 · openings and kongs ×4 · hard ×2 · self-draw ×2 · dealer ×2",
        ),
        (Win(0, 2, (Shape(False, ()),), (), (1, 0, 0, 0)), {}, "small hand 1 · openings and kongs ×2 · dealer ×2"),
        (
            Win(2, None, (Shape(True, ("all_pungs", "one_suit")),), (), (0, 0, 1, 0)),
            {},
            "all pungs +10 · one suit +10 · openings and kongs ×2 · hard ×2 · self-draw ×1.5",
        ),
        (
            Win(2, 3, (Shape(False, ("all_258",)),), ("robbing",), (0, 0, 3, 0)),
            {},
            "all 2-5-8 +10 · robbing a kong +10 · openings and kongs ×8",
        ),
        (
            Win(0, None, (Shape(False, ()),), ("win_after_kong",), (1, 0, 0, 0)),
            {},
            "win after a kong +10 · openings and kongs ×2 · self-draw ×1.5",
        ),
        (
            Win(0, None, (Shape(False, ()),), ("last_draw",), (1, 0, 0, 0)),
            {"situational_self_draw": False},
            "last tile draw +10 · openings and kongs ×2",
        ),
        (
            Win(0, None, (Shape(False, ("all_honours",)),), ("last_draw",), (1, 0, 0, 0)),
            {"situational_self_draw": False},
            "all honours +10 · last tile draw +10 · openings and kongs ×2 · self-draw ×1.5",
        ),
    ],
)
def test_what_a_reader_is_shown_of_wuhan(win: Win, options: dict[str, Any], reckoned: str) -> None:
    assert arithmetic(best(win, rules.get("wuhan-kaikou", **options).options).steps, "en") == reckoned


def test_in_chinese_too() -> None:
    score = rules.get("nanning-classic")
    assert isinstance(score, NanningRules)
    steps = score.score(facts("all pungs one suit concealed", last_tile=1)).steps
    assert arithmetic(steps, "zh") == "清一色 ×2 · 碰碰胡 ×2 · 海底捞月 ×2 · 门清 · 自摸 4"


@pytest.mark.parametrize("name", rules.NAMES)
def test_every_kind_of_hand_has_a_row(name: str) -> None:
    rows = [title[1] for title, _ in rules.get(name).values().rows]
    if name.startswith("wuhan"):
        assert rows == ["small hand", "big hand", "2 big hands", "3 big hands"]
        return
    standard = ["plain", "one suit", "all pungs", "all pungs one suit"]
    pairs = ["seven pairs", "one quad", "two quads", "three quads"]
    assert rows == [
        *(title for kind in standard for title in (kind, f"{kind}, concealed")),
        *(title for kind in pairs for title in (kind, f"{kind}, one suit")),
        "melded hand",
        "melded hand, one suit",
    ]
