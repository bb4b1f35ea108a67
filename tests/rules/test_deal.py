"""Deals that no rule set settles: refused in one line that names the seat and what was expected."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from tingpai import rules
from tingpai.errors import DealError, OptionError, TingpaiError
from tingpai.rules.deal import KEYS, Deal

from .hands import HANDS, deal, refused

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
        (
            changed(WON, hand_0="[111z1]345m67p99s"),
            "seat 0: 7 concealed tiles beside 1 melds (expected 10, without the winning tile)",
        ),
        (changed(WON, hand_0=""), "seat 0: 0 concealed tiles beside 0 melds (expected 13, without the winning tile)"),
        (changed(WON, hand_1="123m5s"), "seat 1: 4 concealed tiles beside 0 melds (expected 13, or none)"),
        (changed(WON, tile="1p"), "seat 0: the hand is not complete (expected four melds and a pair, or seven pairs)"),
        (changed(WON, tile="89p"), "win: '89p', position 1: not a tile: 2 tiles (expected one tile)"),
        (changed(WON, tile=None), "seat 0: a win without its tile (expected the winning tile, as '5z')"),
        (
            changed(WON, hand_1="[999s1]"),
            "seat 0: five of a kind over the table: 5 copies of 9s (expected at most four)",
        ),
        (
            changed(WON, hand_1="[8888p1]"),
            "seat 1: five of a kind over the table: 5 copies of 8p (expected at most four)",
        ),
        (
            changed(WON, horses="9s9s9s"),
            "seat 0: five of a kind over the table: 5 copies of 9s (expected at most four)",
        ),
        (
            changed(WON, fish=["9s", "9s", "", "9s"]),
            "seat 0: five of a kind over the table: 5 copies of 9s (expected at most four)",
        ),
        (
            changed(WON, fish={"from": 1, "tiles": "99s"}, indicator="9s"),
            "seat 0: five of a kind over the table: 5 copies of 9s (expected at most four)",
        ),
        (
            changed(WON, hand_1="[123m1]1m234p456p777s", hand_2="[111m1]"),
            "seat 1: five of a kind over the table: 5 copies of 1m (expected at most four)",
        ),
        (changed(WON, horses="1111m1m"), "five of a kind over the table: 5 copies of 1m (expected at most four)"),
        (
            {"players": [{"hand": hand} for hand in ("", "123m456p789s11222z", "", "")], "false_win": 2},
            "seat 1: 14 concealed tiles beside 0 melds (expected 13, or none)",
        ),
        (changed(WON, winners=[]), "a win without winners (expected at least one seat, or no win at all)"),
        (changed(WON, winners=[0, 1]), "seat 1: two winners of one self-draw (expected one winner)"),
        (changed(WON, winners=[0, 0]), "winners names seat 0 twice (expected different seats 0 to 3)"),
        (changed(WON, winners=[4]), "winners names seat 4 (expected 0 to 3)"),
        (changed(WON, winners=[True]), "winners names seat True (expected 0 to 3)"),
        (changed(WON, source=1), "seat 0: a self-draw from seat 1 (expected from: null)"),
        (changed(WON, by="discard"), "seat 0: a win by discard from nobody (expected the seat it came from)"),
        (
            changed(WON, by="discard", source=0),
            "seat 0: wins on his own discard (expected another winner or a self-draw)",
        ),
        (
            changed(WON, by="rob_kong", source=0),
            "seat 0: wins on his own kong (expected another winner or a self-draw)",
        ),
        (changed(WON, by="theft"), "a win by 'theft' (expected self_draw, discard or rob_kong)"),
        (
            changed(WON, chain=["8888p"]),
            "seat 0: the chain's kong 8888p is none of his melds (expected kongs that he has laid down)",
        ),
        (
            changed(WON, chain=["888p"]),
            "seat 0: '888p' in a chain is no kong (expected four of a kind, or one tile laid down)",
        ),
        (changed(WON, chain="8888p"), "chain is '8888p' (expected a list)"),
        (changed(WON, win=None, chain=["8888p"]), "a chain without a win (expected earlier chains under 'chains')"),
        (changed(WON, win=None, last_tile=True), "last_tile without a win (expected a win)"),
        (changed(WON, win=None, horses="1m"), "horses without a win (expected a win)"),
        (changed(WON, win=None, fish=["1m", "2m", "3m", "4m"]), "fish without a win (expected a win)"),
        (changed(WON, win=None, fish={"from": 1, "tiles": "123456789p"}), "fish without a win (expected a win)"),
        (changed(WON, win=None, false_win=1, fish={"from": 1, "tiles": "1p"}), "fish without a win (expected a win)"),
        (
            changed(WON, hand_0="[1111z1][2222z2]345m67p99s", chain=["1111z", "2222z"]),
            "seat 0: the exposed kong [2222z2] cannot follow another kong (expected it first, as it is claimed)",
        ),
        (
            changed(ROBBED, hand_2=""),
            "seat 2: no pung of 8p that a fourth was added to: only an added kong can be robbed (expected the pung)",
        ),
        (
            changed(ROBBED, hand_2="[8888p]"),
            "seat 2: no pung of 8p that a fourth was added to: only an added kong can be robbed (expected the pung)",
        ),
        (
            changed(ROBBED, hand_2="[888p2]", chain=["1111s", "8888p"]),
            "seat 2: the chain's kong 1111s is none of his melds (expected kongs that he has laid down)",
        ),
        (
            changed(ROBBED, hand_2="[888p2][1111s][2222s1]", chain=["1111s", "2222s", "8888p"]),
            "seat 2: the exposed kong [2222s1] cannot follow another kong (expected it first, as it is claimed)",
        ),
        (
            changed(ROBBED, hand_2="[888p2][1111s]", chain=["1111s"]),
            "seat 2: the chain does not end with the robbed kong (expected 8888p last)",
        ),
        (
            changed(WON, chains=[{"seat": 0, "kongs": ["1111z"]}]),
            "seat 0: the chain's kong 1111z is none of his melds (expected kongs that he has laid down)",
        ),
        (
            changed(WON, chains=[{"seat": 0}]),
            "an earlier chain is not an object (expected {'seat': 1, 'kongs': ['2222m', '3333p']})",
        ),
        (changed(WON, chains=[{"seat": 0, "kongs": []}]), "seat 0: an earlier chain without kongs"),
        (
            changed(WON, first_turn=True),
            "seat 0: a claimed meld before a first_turn win (expected nobody having claimed)",
        ),
        (
            changed(deal("plain concealed"), first_turn=True, last_tile=True),
            "seat 0: first_turn and last_tile at once (expected one of them)",
        ),
        (
            changed(deal("plain concealed", by="discard", source=1), first_turn=True),
            "seat 0: first_turn of a win that is none (expected a self-draw or the dealer's first discard)",
        ),
        (
            changed(deal("[1111z]345m67p99s345s", "8p"), first_turn=True),
            "seat 0: a kong before a first_turn win that is not in its chain (expected the kong in 'chain')",
        ),
        (
            deal("plain concealed", seat=1, by="discard", source=0, others={0: "[1111z]"}, first_turn=True),
            "seat 0: a kong before a first_turn win that is not in its chain (expected the kong in 'chain')",
        ),
        (
            deal("plain concealed", others={2: "[1111z]"}, first_turn=True),
            "seat 2: a kong before his first turn (expected no meld, or no first_turn)",
        ),
        (changed(WON, last_tile="yes"), "last_tile is 'yes' (expected true or false)"),
        (changed(WON, false_win=1), "seat 1: a false win beside a win (expected one of them)"),
        (changed(WON, last_drawer=1), "seat 1: last_drawer beside a win (expected an exhausted hand)"),
        (changed(WON, waiting=[5]), "waiting names seat 5 (expected 0 to 3)"),
        (changed(WON, horses=5), "horses is 5 (expected tiles as a text, like '159m6z')"),
        (
            changed(WON, fish=["1m"]),
            "fish of 1 seats (expected four texts in seat order, or {'from': 2, 'tiles': '7s7z5m'})",
        ),
        (changed(WON, fish={"tiles": "1m"}), "fish turned from nobody (expected the last hand's winner under 'from')"),
        (changed(WON, hores="1m"), "a deal has no key 'hores' (expected perhaps 'horses')"),
        (
            changed(WON, players=[{"hand": ""}]),
            "1 players (expected a list of four, in seat order, each {'hand': text})",
        ),
        (
            changed(WON, players=[{}] * 4),
            "seat 0: no hand (expected a text, empty where nothing is laid down or known)",
        ),
        (changed(WON, players=[{"hand": "", "name": "x"}] * 4), "seat 0: a player has no key 'name' (expected 'hand')"),
        (changed(WON, win={"winners": [0], "how": 1}), "a win has no key 'how' (expected winners, by, from, tile)"),
        (
            changed(WON, win=3),
            "win is not an object (expected {'winners': [0], 'by': 'self_draw', 'from': null, 'tile': '5z'})",
        ),
        (changed(WON, rules="nanning-zhang"), "the deal's rules are 'nanning-zhang' (expected nanning-classic)"),
        (changed(WON, options=[1]), "options is not an object (expected options by name)"),
        ([1], "not a deal (expected an object with the key 'players')"),
        (changed(WON, players=[3] * 4), "seat 0: not a player (expected {'hand': text})"),
        (changed(WON, chain=[4]), "seat 0: a chain names 4 (expected kongs as texts like '9999p')"),
        (
            changed(WON, chains=[{"seat": None, "kongs": ["1111z"]}]),
            "an earlier chain without its seat (expected 0 to 3)",
        ),
        (
            changed(WON, chains=[{"seat": 0, "kongs": [4]}]),
            "seat 0: a chain names 4 (expected kongs as texts like '9999p')",
        ),
        (changed(WON, chains=[{"seat": 4, "kongs": []}]), "chains names seat 4 (expected 0 to 3)"),
        (changed(WON, chains=[{"seat": 0, "kongs": "1111z"}]), "kongs is '1111z' (expected a list)"),
        (changed(WON, chains={"seat": 0}), "chains is {'seat': 0} (expected a list)"),
        (
            changed(WON, hand_0="[1111z1][222z2]345m67p99s", chain=["1111z"], chains=[{"seat": 0, "kongs": ["1111z"]}]),
            "seat 0: the chain's kong 1111z is none of his melds (expected kongs that he has laid down)",
        ),
        (
            changed(WON, hand_1="[1111z][2222s3]", chains=[{"seat": 1, "kongs": ["1111z", "2222s"]}]),
            "seat 1: the exposed kong [2222s3] cannot follow another kong (expected it first, as it is claimed)",
        ),
        (changed(WON, source=4), "from names seat 4 (expected 0 to 3)"),
        (changed(WON, winners=0), "winners is 0 (expected a list)"),
        (changed(WON, winners=[None]), "winners names no seat (expected different seats 0 to 3)"),
        (changed(WON, waiting="1"), "waiting is '1' (expected a list)"),
        (changed(WON, declared=["1"]), "declared names seat '1' (expected 0 to 3)"),
        (changed(WON, last_drawer=-1), "last_drawer names seat -1 (expected 0 to 3)"),
        (changed(WON, false_win=1.0), "false_win names seat 1.0 (expected 0 to 3)"),
        (changed(WON, first_turn=1), "first_turn is 1 (expected true or false)"),
        (changed(WON, fish="1m"), "fish is '1m' (expected a list)"),
        (changed(WON, fish=["1m", 5, "", ""]), "fish is 5 (expected tiles as a text, like '159m6z')"),
        (
            changed(WON, fish=["1m", "", "1x", ""]),
            "fish: '1x', position 1: not a list of tiles: digits without a suit"
            " (expected m, p, s or z behind them; a Botzone tile has white space around it)",
        ),
        (
            {"players": [{"hand": hand} for hand in ("", "", "123m5s", "")], "false_win": 2},
            "seat 2: 4 concealed tiles beside 0 melds (expected 13, or none)",
        ),
        (changed(WON, fish={"from": 1, "tile": "1m"}), "fish has no key 'tile' (expected perhaps 'tiles')"),
        (changed(WON, fish={"from": 1, "tiles": 1}), "fish is 1 (expected tiles as a text, like '159m6z')"),
        (changed(WON, fish={"from": 4, "tiles": "1m"}), "fish names seat 4 (expected 0 to 3)"),
        (changed(WON, players=5), "no players (expected a list of four, in seat order, each {'hand': text})"),
        (changed(WON, win=None, first_turn=True), "first_turn without a win (expected a win)"),
        (changed(WON, rules=5), "rules is 5 (expected a text)"),
        (changed(WON, indicator=5), "indicator is 5 (expected a tile, as '3p')"),
    ],
)
def test_refused(told: Any, message: str) -> None:
    with refused(message):
        rules.get("nanning-classic").settle(told)


@pytest.mark.parametrize(
    ("told", "message"),
    [
        (changed(WON, hand_0="[111z1][222z2]345m67p9s"), "seat 0: .*6 concealed tiles"),
        (changed(WON, hand_3="[111z1]x"), "seat 3: .*position 8: .*unknown character"),
        (changed(WON, hand_3="[11111z1]"), "seat 3: .*impossible meld"),
        (changed(WON, horses="1x"), "horses: .*digits without a suit"),
        (changed(WON, indicator="1x"), "indicator: .*digits without a suit"),
        (changed(WON, chain=["1x"]), "seat 0: .*digits without a suit"),
    ],
)
def test_what_cannot_be_read_is_somebodys(told: Any, message: str) -> None:
    with pytest.raises(DealError, match=message) as caught:
        rules.get("nanning-classic").settle(told)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("name", NANNING)
@pytest.mark.parametrize(
    ("told", "message"),
    [
        (changed(WON, hand_1="[123m2]"), "seat 1: the chow [123m2]: nobody chows 不准吃牌 (expected pungs and kongs)"),
        (changed(WON, hand_2="[7z]"), "seat 2: the laid-down tile [7z] is no meld here (expected pungs and kongs)"),
        (changed(WON, tile="1p"), "seat 0: the hand is not complete (expected four melds and a pair, or seven pairs)"),
        (
            changed(WON, hand_1="[999s1]"),
            "seat 0: five of a kind over the table: 5 copies of 9s (expected at most four)",
        ),
    ],
)
def test_refused_by_every_nanning_set(name: str, told: dict[str, Any], message: str) -> None:
    with refused(message):
        rules.get(name).settle(told)


@pytest.mark.parametrize(
    ("name", "key", "value", "known"),
    [
        ("nanning-classic", "indicator", "1m", "false_win, fish, horses, last_drawer"),
        ("nanning-laiyou", "last_drawer", 1, "horses"),
        ("nanning-zhang", "horses", "1m", "fish"),
        ("nanning-fen", "declared", [1], "none"),
        ("nanning-fan", "horses", "1m", "declared"),
        ("wuhan-kaikou", "horses", "1m", "indicator"),
        ("wuhan-koukou", "declared", [1], "indicator"),
    ],
)
def test_keys_of_other_rule_sets(name: str, key: str, value: object, known: str) -> None:
    told = changed(WON, **{key: value})
    if key == "last_drawer":
        told["win"] = None
    with refused(f"{name} has no key {key!r} (expected {known})"):
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
    with refused(f"the deal names no rules (expected {', '.join(rules.NAMES)})"):
        rules.settle(WON)
    with refused("unknown rule set 'nanning-classik' (expected perhaps 'nanning-classic')", OptionError):
        rules.settle(changed(WON, rules="nanning-classik"))
    with refused("nanning-classic has no option 'horse' (expected perhaps 'horses')", OptionError):
        rules.settle(changed(WON, rules="nanning-classic", options={"horse": 2}))


def test_the_deals_own_options_come_first() -> None:
    chosen = rules.get("nanning-classic", false_win_penalty=20, dead_lock=True)
    told = {"players": [{"hand": ""}] * 4, "false_win": 1, "options": {"false_win_penalty": 5}}
    assert chosen.settle(told).net == (5, -15, 5, 5)


@pytest.mark.parametrize("key", [key for key in KEYS if key not in ("players", "win")])
@pytest.mark.parametrize("value", [None, False, "", [], {}, ()])
def test_a_key_that_says_nothing_is_absent(key: str, value: object) -> None:
    for name in rules.NAMES[:5]:
        assert rules.get(name).settle(changed(WON, **{key: value})) == rules.get(name).settle(WON)
    assert Deal.parse(changed(WON, **{key: value})).keys == {"players", "win"}


@pytest.mark.parametrize("value", [None, False, "", [], {}, ()])
def test_no_win_and_no_players(value: object) -> None:
    assert Deal.parse({"players": [{"hand": ""}] * 4, "win": value}).win is None
    with refused("no players (expected a list of four, in seat order, each {'hand': text})"):
        Deal.parse({"players": value})


def test_errors_are_the_familys() -> None:
    with pytest.raises(TingpaiError):
        Deal.parse({})


def test_who_supplied_whom() -> None:
    deal = Deal.parse(
        changed(WON, hand_1="[555z1][666z2][777z3][444s]", hand_2="[1111s][2222s7]", hand_3="[1111m1][9999m]")
    )
    # By seats, and last from an unknown one; a concealed kong is nobody's.
    assert deal.supplied(1) == (1, 0, 1, 1, 1)
    assert deal.supplied(2) == (0, 0, 0, 1, 0)
    assert deal.supplied(3) == (0, 0, 1, 0, 0)
    assert deal.supplied(0) == (0, 0, 1, 1, 0)


def test_a_robbed_kong_is_the_last_of_its_chain() -> None:
    deal = Deal.parse(changed(ROBBED, hand_2="[1111s][888p2][666z1]", chain=["1111s", "[8888p]"]))
    assert deal.chain_seat == 2
    assert [str(meld) for meld in deal.chain] == ["[1111s]", "[8888p6]"]
    assert [str(meld) for meld in Deal.parse(ROBBED).chain] == ["[8888p6]"]


def test_an_earlier_chain_leaves_the_kongs_of_the_last_one() -> None:
    told = changed(
        WON,
        hand_0="[1111z1][2222z]345m67p99s",
        hand_2="[3333z][4444z5]",
        chain=["1111z"],
        chains=[{"seat": 0, "kongs": ["2222z"]}, {"seat": 2, "kongs": [" 3333z ", "[4444z]"]}],
    )
    deal = Deal.parse(told)
    assert deal.chain_seat == 0
    assert [(chain.seat, "".join(map(str, chain.kongs))) for chain in deal.chains] == [
        (0, "[2222z]"),
        (2, "[3333z][4444z5]"),
    ]
    assert Deal.parse({"players": [{"hand": ""}] * 4}).chain_seat is None


def test_what_a_deal_says() -> None:
    """A key that is null, false or empty is absent; seat 0 and a list of it are said."""
    told = changed(WON, waiting=[0], declared=[], last_drawer=None, horses="", fish={}, chain=[], last_tile=False)
    assert Deal.parse(told).keys == {"players", "win", "waiting"}
    exhausted = {"players": [{"hand": ""}] * 4, "last_drawer": 0, "false_win": 0, "options": {"horses": 0}}
    assert Deal.parse(exhausted).keys == {"players", "last_drawer", "false_win", "options"}
    won = Deal.parse(WON)
    assert won.is_known(0)
    assert not won.is_known(1)
    assert str(won.won(0).last) == "8p"


def test_a_false_winner_may_show_what_he_drew() -> None:
    shown = {"players": [{"hand": hand} for hand in ("", "", "123m456p789s11222z", "")], "false_win": 2}
    assert Deal.parse(shown).false_win == 2
