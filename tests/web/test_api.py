"""The page's server: its two calls, what it refuses, and that nothing makes it fail."""

from __future__ import annotations

import json
import mimetypes
import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

pytest.importorskip("flask")

from tingpai import rules
from tingpai.web import create_app
from tingpai.web.guard import MOST_BYTES

from .printed import EXAMPLES, Example

CLIENT = create_app().test_client()


def look(deal: object, seat: object = 0) -> dict[str, Any]:
    answer = CLIENT.post("/api/look", json={"deal": deal, "seat": seat})
    assert answer.status_code == 200, answer.text
    told: dict[str, Any] = answer.json
    return told


def hand(text: str, **keys: Any) -> dict[str, Any]:
    return {"rules": "nanning-classic", "players": [{"hand": text}, *({"hand": ""} for _ in range(3))], **keys}


def left(told: dict[str, Any]) -> dict[str, int]:
    """The copies left of each tile that helps."""
    return {help["tile"]: help["left"] for help in told["hand"]["helps"]}


# ---- printed examples ----


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_printed_example(example: Example) -> None:
    told = look(example.deal, example.deal["win"]["winners"][0] if "win" in example.deal else 0)
    assert told["refused"] is None
    assert {seat: told["settlement"]["net"][seat] for seat in example.net} == example.net


def test_every_rule_set_has_five_examples() -> None:
    named = [example.deal["rules"] for example in EXAMPLES]
    assert all(named.count(name) >= 5 for name in rules.NAMES)


# ---- what is told ----


def test_rule_sets_with_their_options() -> None:
    told = CLIENT.get("/api/rules").json
    assert [one["name"] for one in told["rules"]] == list(rules.NAMES)
    laiyou = next(one for one in told["rules"] if one["name"] == "nanning-laiyou")
    base = next(option for option in laiyou["options"] if option["name"] == "concealed_kong_win_base")
    assert base["kind"] == "choice"
    assert base["choices"] == [6, 9]
    assert told["names"]["all_pungs"] == ["碰碰胡", "all pungs"]


def test_waits_with_copies_left() -> None:
    told = look(hand("1112345678999m"))["hand"]
    assert told["shanten"] == 0
    assert {help["tile"]: help["left"] for help in told["helps"]} == {
        **{f"{rank}m": 3 for rank in range(2, 9)},
        "1m": 1,
        "9m": 1,
    }


def test_melds_of_others_use_up_copies() -> None:
    deal = hand("23m456789p111s22z")
    deal["players"][1]["hand"] = "[111m1]"
    assert left(look(deal)) == {"4m": 4, "1m": 1}
    deal["players"][1]["hand"] = "[1111s1]"
    assert look(deal)["hand"] is None, "five of a kind over the table"


def test_waits_with_their_points() -> None:
    (wait,) = look(hand("[111m1][222m2]333m44m99m", rules="nanning-laiyou"))["hand"]["helps"][:1]
    assert (wait["self_draw"], wait["discard"]) == (36, 18)
    part = look(hand("333m44m99m", rules="nanning-laiyou"))["hand"]["helps"][0]
    assert (part["self_draw"], part["discard"]) == (None, None), "part of a hand is worth nothing yet"
    wrong = look(hand("123m456p789s1122z", options={"nonsense": 1}))
    assert wrong["hand"]["helps"][0]["self_draw"] == 12
    assert "nonsense" in wrong["refused"][1]


def test_why_the_rules_refuse_a_wait() -> None:
    wait = look(hand("2345m345678p123s", rules="nanning-laiyou"))["hand"]["helps"][0]
    assert (wait["self_draw"], wait["discard"]) == (12, None)
    chinese, english = wait["refusal"]
    assert english.startswith("a plain hand wins on a discard"), "the seat asked for is not the one that is looked at"
    assert "seat" not in english
    assert "家" not in chinese
    assert look(hand("2345m345678p123s"))["hand"]["helps"][0]["refusal"] is None


def test_the_indicator_is_seen() -> None:
    deal = {**hand("[234p1]678m55p46s999s"), "rules": "wuhan-kaikou", "indicator": "5s"}
    told = look(deal)
    assert told["wildcard"] == "6s"
    assert left(told)["5s"] == 3


def test_discards_best_first() -> None:
    told = look(hand("123456m123p5577s1z"))["hand"]
    best = told["discards"][0]
    assert (best["tile"], best["shanten"], best["copies"]) == ("1z", 0, 4)
    assert [help["tile"] for help in best["helps"]] == ["5s", "7s"]
    assert all(discard["shanten"] >= 0 for discard in told["discards"])


def test_readings_and_arithmetic_of_a_win() -> None:
    win = {"winners": [0], "by": "self_draw", "from": None, "tile": "9s"}
    told = look(hand("[111z1][222z2]333m44p99s", win=win))
    assert told["hand"]["win"]
    assert [reading["groups"] for reading in told["hand"]["readings"]] == [[["3m"] * 3, ["9s"] * 3, ["4p"] * 2]]
    (winner,) = told["settlement"]["winners"]
    assert winner["steps"] == [{"name": "all_pungs", "text": "×2"}, {"name": "self_draw", "text": "3"}]
    assert winner["share"] == 6


def test_wildcard_of_the_indicator() -> None:
    deal = {**hand("[234p1]678m55p46s99s5z"), "rules": "wuhan-kaikou", "indicator": "发"}
    told = look(deal)
    assert told["wildcard"] == "5z"
    assert told["tiles"]["indicator"] == ["6z"]
    assert told["hand"]["shanten"] == 0
    assert look({**deal, "rules": "nanning-classic"})["wildcard"] is None


@pytest.mark.parametrize("count", range(14))
def test_part_of_a_hand_is_read(count: int) -> None:
    tiles = "123m456p789s1122z"
    text = "".join(f"{rank}{suit}" for rank, suit in _tiles(tiles)[:count])
    seat = look(hand(text))["seats"][0]
    assert seat["error"] is None
    assert len(seat["tiles"]) == count
    assert seat["room"] == 13


def _tiles(text: str) -> list[tuple[str, str]]:
    found, digits = [], ""
    for character in text:
        if character.isdigit():
            digits += character
        else:
            found += [(digit, character) for digit in digits]
            digits = ""
    return found


NO_HANDS = [
    *("11111m2m", "[222m3", "12x", "[1234m]1m", "123456789m123456p", "[22222m]", "[]"),
    *("[111m1][111m1]", "[111m1][222m1][333m1][444m1][555m1]", "[1m]" * 5, "[111m1][111m1]123p", "11111m?"),
    *("1" * 300 + "m", "[1m]" * 300, "[1m]" * 300 + "123p"),
]


@pytest.mark.parametrize("text", NO_HANDS, ids=lambda text: text[:40])
def test_a_text_that_is_no_hand_is_named(text: str) -> None:
    told = look(hand(text))
    assert told["seats"][0]["error"]
    assert told["hand"] is None
    assert told["refused"][1].startswith("seat 0: ")


def test_melds_tell_whom_they_came_from() -> None:
    melds = look(hand("[222m3][9999p2][1111z5][5555s]3z"))["seats"][0]["melds"]
    assert [(meld["kind"], meld["from"]) for meld in melds] == [
        ("pung", 1),
        ("exposed_kong", 2),
        ("added_kong", 3),
        ("concealed_kong", None),
    ]


# ---- what is refused ----


@pytest.mark.parametrize("value", ["--5", "²", "9" * 5000, "-", "", [], {}, 1.5, 10**30, -1, True])
def test_option_that_is_none(value: object) -> None:
    deal = {**EXAMPLES[-1].deal, "options": {"cap": value}}
    chinese, english = look(deal)["refused"]
    assert english.startswith("option cap cannot be ")
    assert chinese.startswith("选项 cap 不能是 ")


def test_only_this_machine_by_its_own_names() -> None:
    for host in ("127.0.0.1:8136", "localhost", "LOCALHOST:1", "[::1]:80"):
        assert CLIENT.get("/api/rules", headers={"Host": host}).status_code == 200
    for host in (
        "evil.example",
        "evil.example:8136",
        "127.0.0.1.evil.example",
        "",
        "127.0.0.1@evil",
        "[::1",
        "localhost:x:y",
    ):
        assert CLIENT.get("/api/rules", headers={"Host": host}).status_code == 400, host


def test_every_answer_is_guarded() -> None:
    for path in ("/", "/static/page.js", "/api/rules", "/nothing"):
        headers = CLIENT.get(path).headers
        assert headers["Content-Security-Policy"].startswith("default-src 'none'; script-src 'self'")
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "Access-Control-Allow-Origin" not in headers


def test_files_have_their_types_whatever_the_system_says() -> None:
    mimetypes.add_type("text/plain", ".js")
    client = create_app().test_client()
    kinds = {
        "page.js": "text/javascript",
        "page.css": "text/css",
        "icon.svg": "image/svg+xml",
        "tiles/1m.png": "image/png",
    }
    assert {name: client.get(f"/static/{name}").mimetype for name in kinds} == kinds


def in_two_languages(answer: Any) -> bool:
    """Whether the reason of a refusal is Chinese in Chinese, and no Chinese in English."""
    chinese, english = answer.json["error"]
    words = set(re.findall("[A-Za-z]{3,}", chinese)) - {"JSON", "UTF", "NaN", "deal", "application", "json"}
    return not words and bool(english) and english.isascii()


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"", "application/json", 400),
        (b"{", "application/json", 400),
        (b"[]", "application/json", 400),
        (b"{}", "application/json", 400),
        (b'{"deal": []}', "application/json", 400),
        (b'{"deal": {}, "seat": 4}', "application/json", 400),
        (b'{"deal": {}, "seat": true}', "application/json", 400),
        (b'{"deal": {}, "seat": NaN}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 50_000, "application/json", 400),
        (b'{"a":' * 10_000, "application/json", 400),
        (b'{"deal": {}, "seat": ' + b"9" * 5_000 + b"}", "application/json", 400),
        (b'{"deal": {}}', "text/plain", 415),
        (b'{"deal": {}}', "application/x-www-form-urlencoded", 415),
        (b" " * (MOST_BYTES + 1), "application/json", 413),
    ],
)
def test_garbage_is_named(body: bytes, kind: str, status: int) -> None:
    answer = CLIENT.post("/api/look", data=body, content_type=kind)
    assert answer.status_code == status
    assert in_two_languages(answer)


@pytest.mark.parametrize(
    "path", ["/api/look", "/api", "/static/../app.py", "/static/%2e%2e/app.py", "/static/", "/%ff%00"]
)
def test_paths_that_are_none(path: str) -> None:
    answer = CLIENT.get(path)
    assert answer.status_code in (404, 405)
    assert in_two_languages(answer)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "NONSENSE"])
def test_methods_that_are_none(method: str) -> None:
    answer = CLIENT.open("/api/look", method=method)
    if method == "OPTIONS":
        assert answer.status_code == 200
    else:
        assert answer.status_code == 405
        assert in_two_languages(answer)


# ---- nothing makes it fail ----

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
    | st.sampled_from(["123m", "[222m3]", "5z", "[EEEE]", "", "--5", "٣", "0m", "self_draw", "discard", "rob_kong"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=6,
)
PARTS = ["[111m1]", "[234p2]", "[5555z]", "[9999s7]", "[1m]", "[", "123m", "5z", "11111m", "?"]
HANDS = st.lists(st.sampled_from(PARTS), max_size=8).map("".join)
KEYS = [
    *("rules", "options", "players", "win", "chain", "chains", "last_tile", "first_turn", "waiting", "declared"),
    *("last_drawer", "horses", "fish", "indicator", "false_win", "nonsense"),
]
OPTIONS = sorted({option.name for name in rules.NAMES for option in rules.find(name).OPTIONS})


@st.composite
def broken(draw: st.DrawFn) -> tuple[Any, int]:
    """A printed example with some of its parts replaced by anything."""
    deal = json.loads(json.dumps(draw(st.sampled_from(EXAMPLES)).deal))
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.integers(0, 4))
        if kind == 0:
            deal[draw(st.sampled_from(KEYS))] = draw(JSON)
        elif kind == 1 and isinstance(deal.get("win"), dict):
            deal["win"][draw(st.sampled_from(["winners", "by", "from", "tile"]))] = draw(JSON | st.integers(0, 3))
        elif kind == 2 and isinstance(deal.get("players"), list) and len(deal["players"]) == 4:
            text = draw(st.text("123456789mpsz[]EC东", max_size=30) | HANDS)
            deal["players"][draw(st.integers(0, 3))] = draw(st.sampled_from([{"hand": text}, text, None, {"hand": 7}]))
        elif kind == 3:
            deal["options"] = {draw(st.sampled_from(OPTIONS)): draw(JSON)}
        else:
            deal["rules"] = draw(st.sampled_from(rules.NAMES))
    return deal, draw(st.integers(0, 3))


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(broken())
def test_no_deal_makes_it_fail(case: tuple[Any, int]) -> None:
    told = look(*case)
    assert (told["settlement"] is None) == (told["refused"] is not None)


@settings(max_examples=150, deadline=None)
@given(JSON)
def test_no_request_makes_it_fail(data: Any) -> None:
    for body in (data, {"deal": data}, {"deal": {"players": data, "win": data, "fish": data, "chains": data}}):
        answer = CLIENT.post("/api/look", data=json.dumps(body), content_type="application/json")
        assert answer.status_code in (200, 400)
