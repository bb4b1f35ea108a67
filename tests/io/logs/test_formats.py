"""Every format tells the same story: one set of deals, written in each of them."""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path

import pytest

from tingpai import Hand, reference
from tingpai.io.logs import GameHands, read_log
from tingpai.io.logs.replay import Row
from tingpai.tiles import TILES

DATA = Path(__file__).parents[2] / "data" / "logs"
ONE_GAME = ("deals.tenhou.xml", "deals.mjai.jsonl", "deals.majiang.json", "deals.tenhou6.json")
GAME_A_DEAL = ("deals.botzone.txt", "deals.botzone.jsonl")


def games(name: str) -> list[GameHands]:
    found = list(read_log(DATA / name))
    assert all(isinstance(game, GameHands) for game in found), found
    return [game for game in found if isinstance(game, GameHands)]


def deals(name: str) -> list[list[Row]]:
    """The rows of each deal, numbered as if each were the first of its game."""
    split = [list(rows) for game in games(name) for _, rows in groupby(game.rows, lambda row: row.round)]
    return [[row._replace(round=1) for row in rows] for rows in split]


@pytest.mark.parametrize("name", ONE_GAME)
def test_same_hands_as_mjx(name: str) -> None:
    assert deals(name) == deals("deals.mjx.json")


@pytest.mark.parametrize("name", GAME_A_DEAL)
def test_same_hands_from_botzone(name: str) -> None:
    assert deals(name) == deals("deals.mjx.json")[:4]


def test_wins_are_those_that_the_states_name() -> None:
    states = [json.loads(line) for line in (DATA / "deals.mjx.json").read_text().splitlines()]
    for state, rows in zip(states, deals("deals.mjx.json"), strict=True):
        dealer = state["publicObservation"]["initScore"].get("round", 0) % 4
        told = []
        for win in state.get("roundTerminal", {}).get("wins", []):
            seat, giver = win.get("who", 0), win.get("fromWho", 0)
            concealed = sorted(number // 4 for number in win["hand"]["closedTiles"])
            source = None if seat == giver else (giver - dealer) % 4
            told.append(((seat - dealer) % 4, concealed, str(TILES[win["winTile"] // 4]), source))
        wins = [row for row in rows if row.event == "win"]
        played = [(row.seat, sorted(Hand.parse(row.hand).tiles), row.tile, row.source) for row in wins]
        assert played == told


def test_won_hands() -> None:
    won = [(row.seat, row.by, row.source, row.hand) for row in games("deals.tenhou.xml")[0].rows if row.event == "win"]
    assert won == [
        (3, "rob_kong", 2, "345789m34577p678s"),
        (1, "self_draw", None, "22678m56778p456s9p"),
        (1, "self_draw", None, "[2222z7][2222p]99p345675s"),
        (2, "rob_kong", 1, "[777z2][666z1]34m55s555z2m"),
        (3, "rob_kong", 1, "34678m23456799p2m"),
    ]


def test_melds_keep_their_sources() -> None:
    hands = [row.hand for row in games("deals.tenhou.xml")[0].rows]
    melds = {f"[{meld.partition(']')[0]}]" for hand in hands for meld in hand.split("[")[1:]}
    chows = {"[678p1]", "[678s3]", "[678s2]", "[234m1]", "[345p3]"}
    pungs = {"[222m1]", "[222s3]", "[222z2]", "[222z3]", "[555z2]", "[666z1]", "[666z3]", "[777z2]", "[888s2]"}
    kongs = {"[2222p]", "[2222z]", "[2222z7]", "[6666p2]"}
    assert melds == chows | pungs | kongs


def test_hands_are_canonical_and_valid() -> None:
    for rows in deals("deals.tenhou.xml"):
        for row in rows:
            hand = Hand.parse(row.hand)
            assert str(hand) == row.hand
            assert str(hand.last) == row.tile
            assert hand.is_drawn
            if row.event == "win":
                assert reference.is_win(hand.raw, hand.meld_counts)


def test_turn_counts_the_seats_draws() -> None:
    for rows in deals("deals.mjai.jsonl"):
        drawn = [0, 0, 0, 0]
        for row in rows:
            drawn[row.seat] += row.event == "draw"
            assert row.turn == drawn[row.seat]
        assert rows[0].seat == 0, "the dealer draws first"


def test_games_of_a_file_are_numbered() -> None:
    assert [Path(game.name).name for game in games("deals.botzone.txt")] == [
        "deals.botzone.txt",
        "deals.botzone.txt#2",
        "deals.botzone.txt#3",
        "deals.botzone.txt#4",
    ]
    assert [len({row.round for row in game.rows}) for game in games("deals.mjai.jsonl")] == [5]
