"""Deals that no rule set settles: refused in one line that names the seat and what was expected."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tingpai import rules
from tingpai.errors import DealError, OptionError, TingpaiError
from tingpai.rules.deal import Deal

from .hands import HANDS, deal

NANNING = [name for name in rules.NAMES if name.startswith("nanning")]

WON = deal("plain")
ROBBED = deal("plain", by="rob_kong", source=2, others={2: "[888p2]"})


def changed(base: dict[str, Any], **keys: Any) -> dict[str, Any]:
    """`base` with other keys; those of the win by their own names, hands as hand_0 … hand_3."""
    told = copy.deepcopy(base)
    for key, value in keys.items():
        if key.startswith("hand_"):
            told["players"][int(key[-1])]["hand"] = value
        elif key in ("winners", "by", "source", "tile"):
            told["win"]["from" if key == "source" else key] = value
        else:
            told[key] = value
    return told


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (changed(WON, hand_0="[111z1][222z2]345m67p9s"), "seat 0: .*6 concealed tiles"),
        (
            changed(WON, hand_0="[111z1]345m67p99s"),
            "seat 0: 7 concealed tiles beside 1 melds .*10, without",
        ),
        (changed(WON, hand_0=""), "seat 0: 0 concealed tiles beside 0 melds"),
        (changed(WON, hand_1="123m5s"), "seat 1: 4 concealed tiles beside 0 melds .*13, or none"),
        (changed(WON, hand_3="[111z1]x"), "seat 3: .*position 8: .*unknown character"),
        (changed(WON, hand_3="[11111z1]"), "seat 3: .*impossible meld"),
        (changed(WON, tile="1p"), "seat 0: the hand is not complete"),
        (changed(WON, tile="89p"), "win: .*2 tiles"),
        (changed(WON, tile=None), "seat 0: a win without its tile"),
        (changed(WON, hand_1="[999s1]"), "seat 0: five of a kind over the table: 5 copies of 9s"),
        (changed(WON, hand_1="[8888p1]"), "seat 1: five of a kind over the table: 5 copies of 8p"),
        (changed(WON, winners=[]), "a win without winners"),
        (changed(WON, winners=[0, 1]), "seat 1: two winners of one self-draw"),
        (changed(WON, winners=[0, 0]), "winners names seat 0 twice"),
        (changed(WON, winners=[4]), "winners names seat 4 .*0 to 3"),
        (changed(WON, winners=[True]), "winners names seat True"),
        (changed(WON, source=1), "seat 0: a self-draw from seat 1"),
        (changed(WON, by="discard"), "seat 0: a win by discard from nobody"),
        (changed(WON, by="discard", source=0), "seat 0: wins on his own discard"),
        (changed(WON, by="rob_kong", source=0), "seat 0: wins on his own kong"),
        (changed(WON, by="theft"), "a win by 'theft' .*self_draw, discard or rob_kong"),
        (changed(WON, chain=["8888p"]), "seat 0: the chain's kong 8888p is none of his melds"),
        (changed(WON, chain=["888p"]), "seat 0: '888p' in a chain is no kong"),
        (changed(WON, chain="8888p"), "chain is '8888p' .*a list"),
        (changed(WON, win=None, chain=["8888p"]), "a chain without a win"),
        (changed(WON, win=None, last_tile=True), "last_tile without a win"),
        (changed(WON, win=None, horses="1m"), "horses without a win"),
        (
            changed(WON, hand_0="[1111z1][2222z2]345m67p99s", chain=["1111z", "2222z"]),
            "seat 0: the exposed kong",
        ),
        (changed(ROBBED, hand_2=""), "seat 2: no pung of 8p"),
        (changed(ROBBED, hand_2="[8888p]"), "seat 2: no pung of 8p that a fourth was added to"),
        (changed(ROBBED, hand_2="[888p2][1111s]", chain=["1111s"]), "seat 2: the chain does not end with the robbed"),
        (changed(WON, chains=[{"seat": 0, "kongs": ["1111z"]}]), "seat 0: the chain's kong 1111z is none"),
        (changed(WON, chains=[{"seat": 0}]), "an earlier chain is not an object"),
        (changed(WON, chains=[{"seat": 0, "kongs": []}]), "seat 0: an earlier chain without kongs"),
        (changed(WON, first_turn=True), "seat 0: a claimed meld before a first_turn win"),
        (changed(deal("plain concealed"), first_turn=True, last_tile=True), "first_turn and last_tile"),
        (changed(deal("plain concealed", by="discard", source=1), first_turn=True), "first_turn of a win that is none"),
        (changed(deal("[1111z]345m67p99s345s", "8p"), first_turn=True), "seat 0: a kong before a first_turn win"),
        (
            deal("plain concealed", seat=1, by="discard", source=0, others={0: "[1111z]"}, first_turn=True),
            "seat 0: a kong before a first_turn win that is not in its chain",
        ),
        (deal("plain concealed", others={2: "[1111z]"}, first_turn=True), "seat 2: a kong before his first turn"),
        (changed(WON, last_tile="yes"), "last_tile is 'yes' .*true or false"),
        (changed(WON, false_win=1), "seat 1: a false win beside a win"),
        (changed(WON, last_drawer=1), "seat 1: last_drawer beside a win"),
        (changed(WON, waiting=[5]), "waiting names seat 5"),
        (changed(WON, horses=5), "horses is 5"),
        (changed(WON, fish=["1m"]), "fish of 1 seats"),
        (changed(WON, fish={"tiles": "1m"}), "fish turned from nobody"),
        (changed(WON, hores="1m"), "a deal has no key 'hores' .*'horses'"),
        (changed(WON, players=[{"hand": ""}]), "1 players"),
        (changed(WON, players=[{}] * 4), "seat 0: no hand"),
        (changed(WON, players=[{"hand": "", "name": "x"}] * 4), "seat 0: a player has no key 'name'"),
        (changed(WON, win={"winners": [0], "how": 1}), "a win has no key 'how'"),
        (changed(WON, win=3), "win is not an object"),
        (changed(WON, rules="nanning-zhang"), "the deal's rules are 'nanning-zhang' .*nanning-classic"),
        (changed(WON, options=[1]), "options is not an object"),
        ([1], "not a deal"),
        (changed(WON, players=[3] * 4), "seat 0: not a player"),
        (changed(WON, chain=[4]), "seat 0: a chain names 4"),
        (changed(WON, chains=[{"seat": None, "kongs": ["1111z"]}]), "an earlier chain without its seat"),
        (changed(WON, rules=5), "rules is 5"),
        (changed(WON, indicator=5), "indicator is 5"),
    ],
)
def test_refused(told: Any, message: str) -> None:
    with pytest.raises(DealError, match=message) as caught:
        rules.get("nanning-classic").settle(told)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", NANNING)
@pytest.mark.parametrize(
    ("told", "message"),
    [
        (changed(WON, hand_1="[123m2]"), r"seat 1: the chow \[123m2\]"),
        (changed(WON, hand_2="[7z]"), r"seat 2: the laid-down tile \[7z\]"),
        (changed(WON, tile="1p"), "seat 0: the hand is not complete"),
        (changed(WON, hand_1="[999s1]"), "seat 0: five of a kind"),
        (changed(WON, indicator="1m"), "has no key 'indicator'"),
    ],
)
def test_refused_by_every_nanning_set(name: str, told: dict[str, Any], message: str) -> None:
    with pytest.raises(DealError, match=message):
        rules.get(name).settle(told)


@pytest.mark.parametrize("hand", [hand for hand in HANDS if "pung" in hand or "pair" in hand or "quad" in hand])
def test_who_robs_waits_with_a_run(hand: str) -> None:
    """The robbed player shows three copies, so a pair, pung or single wait for the fourth is five of a kind."""
    tile = HANDS[hand][1]
    robbed = deal(hand, by="rob_kong", source=1, others={1: f"[{tile[0] * 3}{tile[1]}1]"})
    with pytest.raises(DealError, match="five of a kind"):
        rules.get("nanning-classic").settle(robbed)


def test_settle_takes_rules_and_options_from_the_deal() -> None:
    told = changed(WON, rules="nanning-classic", options={"horses": 2}, horses="1m")
    assert rules.settle(told).net == (18, -6, -6, -6)
    assert rules.settle(Deal.parse(told)).net == (18, -6, -6, -6)
    with pytest.raises(DealError, match="the deal names no rules"):
        rules.settle(WON)
    with pytest.raises(OptionError, match=r"unknown rule set 'nanning-classik' .*'nanning-classic'"):
        rules.settle(changed(WON, rules="nanning-classik"))
    with pytest.raises(OptionError, match=r"nanning-classic has no option 'horse' .*'horses'"):
        rules.settle(changed(WON, rules="nanning-classic", options={"horse": 2}))


def test_the_deals_own_options_come_first() -> None:
    chosen = rules.get("nanning-classic", false_win_penalty=20, dead_lock=True)
    told = {"players": [{"hand": ""}] * 4, "false_win": 1, "options": {"false_win_penalty": 5}}
    assert chosen.settle(told).net == (5, -15, 5, 5)


@pytest.mark.parametrize("value", [None, False, "", [], {}])
def test_a_key_that_says_nothing_is_absent(value: object) -> None:
    if value is not False and value != {}:
        rules.get("nanning-zhang").settle(changed(WON, indicator=value if value != [] else None))
    rules.get("nanning-zhang").settle(changed(WON, declared=value if isinstance(value, list) else None))


def test_errors_are_the_familys() -> None:
    with pytest.raises(TingpaiError):
        Deal.parse({})
