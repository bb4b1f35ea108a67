"""The page in a real browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tingpai import rules
from tingpai.notation import parse_hand

from .conftest import SIZES
from .person import Person, link
from .printed import EXAMPLES, PLAIN, Example, won

NOBODY = [{"hand": ""}] * 3
FIRST = [next(example for example in EXAMPLES if example.deal["rules"] == name) for name in rules.NAMES]


def shows(person: Person, example: Example) -> None:
    net = person.reads_net()
    assert {seat: net[seat] for seat in example.net} == example.net


# ---- a person's whole path ----


@pytest.mark.parametrize("example", FIRST, ids=str)
def test_a_deal_is_clicked_together_at_a_desk(person: Person, example: Example) -> None:
    person.enters(example.deal)
    shows(person, example)
    assert person.deal() == as_written(example.deal)


@pytest.mark.slow
@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_every_printed_example_is_clicked_together_on_a_phone(person: Person, example: Example) -> None:
    person.sits(*SIZES["phone"])
    person.enters(example.deal)
    shows(person, example)
    assert person.chrome.execute_script("return document.documentElement.scrollWidth <= innerWidth")


def as_written(deal: dict[str, Any]) -> dict[str, Any]:
    """The deal as the page writes it: tiles in order."""
    hands = [parse_hand(player["hand"], melds_alone=True) for player in deal["players"]]
    return {**deal, "players": [{"hand": str(hand)} for hand in hands]}


def test_a_payment_of_several_shares_says_how_many(person: Person) -> None:
    locked = next(example for example in EXAMPLES if example.printed == "死双自摸 36")
    person.follows(link(locked.deal))
    assert person.sees("#score .total td:last-child, #score .payments small") == ["6", "6 × 6"]


@pytest.mark.parametrize("size", SIZES)
def test_hand_waits_and_score_in_both_languages(person: Person, size: str) -> None:
    person.sits(*SIZES[size])
    person.types("1112345678999m")
    assert person.sees("#look .state") == ["waiting"]
    assert len(person.chrome.find_elements("css selector", "#look .waits .tile")) == 9
    assert person.sees("#look .waits tr:nth-child(2) td")[1:] == ["3", "24", "12"]
    person.clicks("#lang")
    assert person.sees("#look .state") == ["听牌"]
    assert person.sees("[data-key=by-self_draw]") == ["自摸"]
    person.presses("palette-5m")
    assert person.sees("#look .state") == ["已胡牌"]
    assert person.sees("#score .patterns span") == ["清一色", "门清"]
    assert person.reads_net() == [24, -8, -8, -8]
    assert person.sees("#score .total td") == ["每份", "8"]


def test_why_the_rules_refuse_a_wait(person: Person) -> None:
    person.opens({"rules": "nanning-laiyou", "players": [{"hand": PLAIN}, *NOBODY]})
    said = "#look p.quiet"
    plain = "a plain hand wins on a discard 平胡需自摸 (expected a self-draw or a big pattern)"
    assert person.sees(said) == [f"–: no win allowed: {plain}"]
    person.clicks("#lang")
    assert person.sees(said) == ["–：规则不许胡：平胡需自摸（应为自摸，或大胡）"]
    person.chooses("#rules", CLASSIC)
    assert person.sees(said) == []


def test_typing_any_notation(person: Person) -> None:
    person.types("一二三万456筒七八九条东东南南")
    assert person.sees("#problem") == [""]
    person.find("#typed").send_keys("\n")
    assert person.find("#typed").get_attribute("value") == "123m456p789s1122z"
    person.types("11111m")
    assert "more than four copies of 1m" in person.sees("#problem")[0]
    assert person.deal()["players"][0]["hand"] == "123m456p789s1122z", "what is no hand changes nothing"


def test_the_fourteenth_tile_is_the_winning_one(person: Person) -> None:
    person.types("123m456p789s1122z1z")
    assert person.deal()["win"] == {"winners": [0], "by": "self_draw", "from": None, "tile": "1z"}
    assert person.sees("#look .discard small")[0].startswith("waiting")
    person.presses("drawn")
    assert person.sees("#score .refused") == ["The winning tile is missing."]


def test_tiles_and_melds_are_taken_out_again(person: Person) -> None:
    person.types("[222m3]13m")
    person.presses("tile-0")
    person.presses("meld-0")
    assert person.deal()["players"][0]["hand"] == "3m"


def test_no_fifth_tile_can_be_clicked(person: Person) -> None:
    for _ in range(4):
        person.presses("palette-1m")
    assert not person.find("[data-key=palette-1m]").is_enabled()
    person.presses("mode-pung")
    assert person.find("[data-key=palette-2m]").is_enabled()


def test_a_robbed_chain_and_an_earlier_one(person: Person) -> None:
    deal = {
        "rules": "nanning-classic",
        "players": [
            {"hand": "[111z1]345m67p99s234p"},
            {"hand": "[888p2][2222s2]"},
            {"hand": "[3333z][4444z]"},
            {"hand": ""},
        ],
        "win": {"winners": [0], "by": "rob_kong", "from": 1, "tile": "8p"},
        "chain": ["2222s"],
        "chains": [{"seat": 2, "kongs": ["4444z", "3333z"]}],
    }
    person.enters(deal)
    assert person.deal() == as_written(deal | {"chain": ["2222s", "8888p"]})
    settled = rules.settle(deal | {"chain": ["2222s", "8888p"]})
    assert person.reads_net() == list(settled.net)


# ---- files and links ----


def test_a_link_opens_the_same_deal(person: Person) -> None:
    for example in FIRST:
        person.follows(link(example.deal))
        shows(person, example)
        assert person.deal() == as_written(example.deal)


@pytest.mark.parametrize(
    ("fragment", "problem"),
    [
        ("#deal=!!!", "the link is broken"),
        ("#deal=e30x", "the link is broken"),
        ("#nonsense", "the link is broken"),
        (link([]), "no deal (expected an object under 'deal')"),  # type: ignore[arg-type]
        (link({"players": 7}), "the deal names no rules"),
        (link({"rules": "x" * 70_000}), "too large, a deal is some hundred bytes"),
    ],
)
def test_a_link_that_is_no_deal_is_named(person: Person, fragment: str, problem: str) -> None:
    person.chrome.get("about:blank")
    person.chrome.get(person.address + fragment)
    told = person.chrome.execute_async_script(
        "const done = arguments[0];"
        "const look = () => { const told = document.getElementById('toast')?.textContent;"
        "told ? done(told) : setTimeout(look, 10); }; look();"
    )
    assert told.removeprefix("This is no deal: ").startswith(problem)
    person.complaints()  # a refused request is one of the browser's
    person.until("return document.querySelector('#score .net')")
    person.presses("palette-1m")
    assert person.deal()["players"][0]["hand"] == "1m", "the page is there all the same"


def test_what_the_page_cannot_hold_is_told(person: Person) -> None:
    deal = FIRST[0].deal
    person.follows(link({**deal, "nonsense": 1}))
    assert person.sees("#toast")[0].startswith("a deal has no key 'nonsense'")
    players = [{"hand": "11111m"}, *deal["players"][1:]]
    person.follows(link({**deal, "players": players}))
    assert "more than four copies of 1m" in person.sees("#toast")[0]


def test_a_refusal_names_the_seat(person: Person) -> None:
    person.follows(link({**FIRST[0].deal, "chain": [], "players": [{"hand": PLAIN}, *NOBODY]}))
    assert person.reads_net() == [9, -3, -3, -3]
    person.presses("seat-3")
    person.types(PLAIN)
    assert person.sees("#score .refused")[0].startswith("dealer: five of a kind over the table")


@pytest.mark.parametrize(
    ("name", "text", "problem"),
    [
        ("deal.json", "{", "This is no deal: the file is not JSON"),
        ("deal.json", "null", "This is no deal: no deal"),
        ("picture.json", "\0\ufffd" * 9, "This is no deal: the file is not JSON"),
        ("deal.json", " " * 100_000 + "{}", "This is no deal: too large"),
    ],
)
def test_a_file_that_is_no_deal_is_named(person: Person, tmp_path: Path, name: str, text: str, problem: str) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    person.find("#file").send_keys(str(tmp_path / name))
    person.until("return document.getElementById('toast').textContent")
    assert person.sees("#toast")[0].startswith(problem)
    person.complaints()  # a refused request is one of the browser's


@pytest.mark.parametrize(
    ("lang", "told"), [("en", "No answer: has the server stopped?"), ("zh", "没有回答：服务停了吗？")]
)
def test_without_an_answer_a_file_is_not_called_no_deal(person: Person, tmp_path: Path, lang: str, told: str) -> None:
    (tmp_path / "deal.json").write_text(json.dumps(FIRST[0].deal), encoding="utf-8")
    person.opens(lang=lang)
    person.goes_offline(True)
    try:
        person.find("#file").send_keys(str(tmp_path / "deal.json"))
        person.until("return document.getElementById('toast').textContent")
        assert person.sees("#toast") == [told]
    finally:
        person.goes_offline(False)
    person.opens()
    person.complaints()  # a request without an answer is one of the browser's


CLASSIC = "nanning-classic"
REFUSED = {
    "庄家：这手牌没有胡（要四副一将，或七对）": won(CLASSIC, PLAIN, "1s"),
    "庄家：[234m1]：不准吃牌（只有碰、杠）": won(CLASSIC, "[234m1]345m67p99s234p", "8p"),
    "下家：被抢者没有碰过八筒：只有补杠能抢（要有那副碰）": won(CLASSIC, PLAIN, "8p", 1, by="rob_kong"),
    "上家：封胡：供了庄家三副，不能胡（应是别家胡）": won(
        CLASSIC, PLAIN, "8p", seat=3, others={0: "[222z1][333z1][444z1]1122s"}
    ),
    "庄家：桌上有 7 张一万（不超过四）": won(CLASSIC, "[111m1]345m67p99s234p", "8p", others={1: "[1111m]"}),
    "庄家：手牌 11 张、副露 1 副（手牌应为 10 张，胡的那张另算）": won(CLASSIC, "[111z1]12345m67899p1s", "8p"),
}


def test_refusals_in_chinese(person: Person) -> None:
    for chinese, deal in REFUSED.items():
        person.opens(deal, lang="zh")
        assert person.sees("#score .refused") == [chinese]
    person.types("11111m")
    assert person.sees("#problem") == ["“11111m”第 5 个字：一万多于四张（每种最多四张）"]
    person.types("12m?")
    assert person.sees("#problem") == ["“12m?”第 4 个字：不认得“?”（牌写作 123m、E、W1、一万 或 🀇）"]


def test_a_file_is_opened_and_saved(person: Person, tmp_path: Path) -> None:
    person.chooses("#rules", "wuhan-koukou")
    deal = {
        **FIRST[0].deal,
        "players": [{"hand": "[EEEE] 三四五万 67p 99s 234p"}, {"hand": ""}, {"hand": ""}, {"hand": ""}],
        "win": {"winners": [0], "by": "self_draw", "from": None, "tile": "八筒"},
        "chain": ["EEEE"],
    }
    path = tmp_path / "deal.json"
    path.write_text(json.dumps(deal), encoding="utf-8")
    person.find("#file").send_keys(str(path))
    person.chrome.execute_async_script("setTimeout(arguments[0], 300)")
    person.waits()
    shows(person, FIRST[0])
    assert person.find("#rules").get_attribute("value") == FIRST[0].deal["rules"]
    saved = person.chrome.execute_async_script(
        "const done = arguments[0]; const make = URL.createObjectURL;"
        "URL.createObjectURL = (blob) => { blob.text().then(done); return make(blob); };"
        "document.getElementById('save').click();"
    )
    assert json.loads(saved) == person.deal()
    assert rules.settle(json.loads(saved)).net == (27, -9, -9, -9)


# ---- how a click is answered ----


def test_a_slow_click_from_the_typed_text_counts(person: Person) -> None:
    """The page answers between the press of the button and its release."""
    person.types("123m456p789s1122z")
    mouse = person.mouse()
    for key in ("seat-2", "palette-5m"):
        person.find("#typed").click()
        mouse.move_to_element(person.find(f'[data-key="{key}"]')).click_and_hold().pause(0.3).release().perform()
        person.waits()
    assert person.deal()["players"][2]["hand"] == "5m"
