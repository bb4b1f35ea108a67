"""The log cases of the public reports: what other tools got wrong in game logs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tingpai.hand import MeldKind
from tingpai.io.logs import GameHands, botzone, read_log, tenhou, tenhou6
from tingpai.io.logs.events import Call, Discard
from tingpai.tiles import Tile, mpsz

CASES = ("log-tenhou-pon", "log-kan-ankan", "log-tenhou6-kakan", "log-robkong-state", "log-botzone-chi")
DATA = Path(__file__).parents[2] / "data" / "logs"


@pytest.fixture(scope="module")
def cases(shared: Path) -> dict[str, Any]:
    lines = (shared / "cases" / "public-reports.jsonl").read_text(encoding="utf-8").splitlines()
    found = {case["id"]: case for case in map(json.loads, lines) if case["kind"] == "log"}
    assert set(found) == set(CASES), "a new case needs its test"
    return found


def test_tenhou_win_with_an_open_pung(cases: dict[str, Any]) -> None:
    case = cases["log-tenhou-pon"]
    agari = case["input"]["AGARI"]
    lists = {key: ",".join(map(str, agari[key])) for key in ("hai", "m")}
    win = tenhou.won_hand({**lists, "machi": str(agari["machi"]), "who": "2", "fromWho": "0"}, 4)
    expected = case["expected"]
    assert win.hand is not None
    assert mpsz(sorted(win.hand.tiles)) == expected["concealed"]
    (meld,) = win.hand.melds
    assert ["pon", str(meld.tile), len(meld.tiles)] == expected["meld"]
    assert str(meld) == "[444z2]", "from the opposite player: the two low bits are 2"
    assert str(win.tile) == expected["win_tile"]


def test_tenhou_kong_without_a_giver_is_concealed(cases: dict[str, Any]) -> None:
    low = cases["log-kan-ankan"]["input"]["meld_int_low_bits"]
    for tile in range(34):
        kong = tenhou.meld(tile << 10 | low, 0, 4)
        assert kong.kind is MeldKind.CONCEALED_KONG
        assert kong.tile == tile
        for giver in (1, 2, 3):
            assert tenhou.meld(tile << 10 | giver, 0, 4).kind is MeldKind.EXPOSED_KONG


def test_added_kong_of_a_red_five(cases: dict[str, Any]) -> None:
    meld = tenhou6.call(cases["log-tenhou6-kakan"]["input"]["discard_code"], 2, 4).meld
    assert meld.kind is MeldKind.ADDED_KONG
    assert str(meld.tile) == cases["log-tenhou6-kakan"]["expected"]["tile"]
    assert str(meld) == "[5555m5]"
    assert tenhou6.tile(51) == Tile.M5


def test_robbed_kong_leaves_nothing_to_the_next_deal(cases: dict[str, Any]) -> None:
    """The first deal of the fixture ends with a robbed kong: the next one's rows are as if it were the first."""
    assert cases["log-robkong-state"]["expected"] == {"first_draw_is_replacement": False}
    (game,) = [game for game in read_log(DATA / "deals.mjai.jsonl") if isinstance(game, GameHands)]
    alone = [game for game in read_log(DATA / "deals.mjx.json") if isinstance(game, GameHands)][1]
    second = [row._replace(round=1) for row in game.rows if row.round == 2]
    assert [row.by for row in game.rows if row.round == 1][-1] == "rob_kong"
    assert (second[0].turn, second[0].seat, second[0].event) == (1, 0, "draw")
    assert second == alone.rows


def test_botzone_chow_names_its_middle_tile(cases: dict[str, Any]) -> None:
    case = cases["log-botzone-chi"]
    call, discard = botzone.displayed(case["input"]["display"], botzone.Table())
    assert isinstance(call, Call)
    assert mpsz(call.meld.tiles) == case["expected"]["meld"]
    assert isinstance(discard, Discard)
    assert str(discard.tile) == case["expected"]["discarded"]
