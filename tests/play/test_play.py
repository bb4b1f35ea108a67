"""Random games keep to the rules of play that a settlement cannot see."""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

import pytest

from tingpai import rules
from tingpai.hand import Hand, Meld, MeldKind
from tingpai.notation import parse_hand, parse_tiles
from tingpai.play import play_deal
from tingpai.play.customs import CUSTOMS
from tingpai.play.game import Game
from tingpai.play.stream import Stream
from tingpai.play.table import Seat, Table
from tingpai.rules.deal import Deal
from tingpai.tiles import Tile

DEALS = 60
every = pytest.mark.parametrize("name", rules.NAMES)


@cache
def deals(name: str) -> list[dict[str, Any]]:
    return [play_deal(rules.get(name), 11, index) for index in range(DEALS)]


def test_every_rule_set_has_customs() -> None:
    assert tuple(CUSTOMS) == rules.NAMES


@every
def test_the_same_seed_gives_the_same_deal(name: str) -> None:
    again = [play_deal(rules.get(name), 11, index) for index in range(0, DEALS, 7)]
    assert again == deals(name)[::7]
    assert play_deal(rules.get(name), 12, 0) != deals(name)[0]


@every
def test_everyone_holds_thirteen_tiles_and_no_tile_is_there_five_times(name: str) -> None:
    for told in deals(name):
        whole = Deal.parse(told)  # checks the copies
        for seat, hand in enumerate(whole.hands):
            kongs = sum(meld.is_kong for meld in hand.melds)
            singles = sum(meld.kind is MeldKind.SINGLE for meld in hand.melds)
            tiles = sum(hand.raw) + sum(hand.meld_counts) - kongs - singles
            assert tiles == 13, (told, seat)


@every
def test_melds_are_those_of_the_rules(name: str) -> None:
    found: Counter[MeldKind] = Counter()
    for told in deals(name):
        for player in told["players"]:
            for meld in parse_hand(player["hand"]).melds:
                found[meld.kind] += 1
                if meld.is_claimed and meld.kind is not MeldKind.CHOW:
                    assert meld.source in (1, 2, 3)
    wuhan = name.startswith("wuhan")
    assert (MeldKind.CHOW in found) == wuhan
    assert (MeldKind.SINGLE in found) == wuhan
    assert found[MeldKind.PUNG]


@every
def test_keys_are_those_of_the_rules(name: str) -> None:
    for told in deals(name):
        assert ("indicator" in told) == name.startswith("wuhan")
        assert ("last_drawer" in told) == (name == "nanning-classic" and not told["win"] and "false_win" not in told)
        single = bool(told["win"]) and len(told["win"]["winners"]) == 1
        if name == "nanning-laiyou":
            assert ("horses" in told) == single
    if name == "nanning-fan":
        assert any("declared" in told for told in deals(name))
    if name == "nanning-zhang":
        assert any("fish" in told for told in deals(name))


def test_classic_horses_and_fish_follow_the_options() -> None:
    rule_set = rules.get("nanning-classic", horses=2, fishing=1)
    for index in range(40):
        told = play_deal(rule_set, 11, index)
        assert told["options"] == {"horses": 2, "fishing": 1}
        win = told["win"]
        assert ("fish" in told) == bool(win)
        if win and win["by"] != "self_draw":
            assert "horses" not in told
        if "fish" in told:
            assert [len(parse_tiles(text)) for text in told["fish"]] == [1] * 4


def test_laiyou_leaves_four_tiles() -> None:
    for index in range(30):
        game = Game(rules.get("nanning-laiyou"), Stream(11, index))
        ending = game.play()
        if not ending.winners:
            assert game.table.remaining in (3, 4)


@every
def test_an_exhausted_hand_ends_at_the_end_of_the_wall(name: str) -> None:
    customs = CUSTOMS[name]
    for index in range(DEALS):
        game = Game(rules.get(name), Stream(11, index))
        ending = game.play()
        if not ending.winners and ending.false_win is None:
            assert customs.reserved - 1 <= game.table.remaining <= customs.reserved


# ---- 封胡, 卖胡 ----


def seat_of(text: str) -> Seat:
    """A seat that holds a hand."""
    hand = Hand.parse(text)
    seat = Seat()
    seat.held[:] = hand.raw
    seat.laid[:] = hand.meld_counts
    seat.melds = list(hand.melds)
    return seat


def test_whoever_supplied_three_melds_is_locked() -> None:
    table = Table(Stream(0, 0))
    table.seats[2] = seat_of("[111m1][2222m5][3333m1]1234p")
    assert [table.is_locked(seat) for seat in range(4)] == [False, True, False, False]
    table.seats[2] = seat_of("[111m1][2222m5][3333m]1234p")
    assert not any(table.is_locked(seat) for seat in range(4))


def game_with(name: str, seat: int, text: str) -> Game:
    game = Game(rules.get(name), Stream(4, 4))
    game.table.seats[seat] = game.players[seat].seat = seat_of(text)
    game.players[seat].look()
    return game


def test_a_passed_win_bars_until_the_next_draw() -> None:
    tile = Tile.S3
    passed = 0
    for index in range(200):
        game = game_with("nanning-classic", 1, "123456789m11p12s")
        game.stream = game.players[1].stream = Stream(4, index)
        ending = game._won_discard(0, tile, [], False)
        holder = game.table.seats[1]
        assert holder.barred == (ending is None)
        if ending is None:
            passed += 1
            assert game._won_discard(2, tile, [], False) is None
            game.table.wall.append(Tile.S9)
            game._draws(1, Tile.S9, [])
            assert not holder.barred
    assert 0 < passed < 40


def test_elsewhere_a_passed_win_bars_nobody() -> None:
    for index in range(200):
        game = game_with("nanning-zhang", 1, "123456789m11p12s")
        game.stream = game.players[1].stream = Stream(4, index)
        game._won_discard(0, Tile.S3, [], False)
        assert not game.table.seats[1].barred


def test_a_plain_hand_of_laiyou_needs_a_self_draw() -> None:
    plain = game_with("nanning-laiyou", 1, "123456789m11p12s")
    assert not any(plain._wins_discard(1, Tile.S3, carries=False) for _ in range(5))
    suit = game_with("nanning-laiyou", 1, "1234567891199m")
    assert any(suit._wins_discard(1, Tile.M9, carries=False) for _ in range(5))
    plain = game_with("nanning-laiyou", 1, "123456789m11p12s")
    assert any(plain._wins_discard(1, Tile.S3, carries=True) for _ in range(5))


def test_a_concealed_kong_insures_the_next_added_one() -> None:
    concealed, added = Meld(MeldKind.CONCEALED_KONG, Tile.P9), Meld(MeldKind.ADDED_KONG, Tile.S3, 1)
    classic = game_with("nanning-classic", 1, "123456789m11p12s")
    assert any(classic._robbers(0, Tile.S3, [added]) for _ in range(5))
    classic = game_with("nanning-classic", 1, "123456789m11p12s")
    assert not any(classic._robbers(0, Tile.S3, [concealed, added]) for _ in range(5))
    zhang = game_with("nanning-zhang", 1, "123456789m11p12s")
    assert any(zhang._robbers(0, Tile.S3, [concealed, added]) for _ in range(5))


def test_waits_are_looked_at_after_a_kong() -> None:
    """A concealed kong can break the shape that waited and leave another."""
    game = game_with("nanning-zhang", 1, "111123m456p789s2z")
    seat = game.table.seats[1]
    assert seat.waits == 1 << Tile.SOUTH
    seat.held[Tile.SOUTH] += 1
    game._declare(1, Meld(MeldKind.CONCEALED_KONG, Tile.M1))
    assert seat.waits == 1 << Tile.M4


# ---- Wuhan ----


def test_wuhan_lays_red_and_wildcards_down() -> None:
    found: Counter[str] = Counter()
    for told in deals("wuhan-kaikou"):
        whole = Deal.parse(told)
        for seat, hand in enumerate(whole.hands):
            for meld in hand.melds:
                if meld.kind is MeldKind.SINGLE:
                    found["red" if meld.tile is Tile.RED else "wildcard"] += 1
            if whole.win is not None and seat in whole.win.winners:
                assert not hand.raw[Tile.RED]
                assert not hand.is_concealed
    assert found["red"] > found["wildcard"] > 0


@pytest.mark.parametrize(("order", "winner"), [("dealer", 0), ("discarder", 3)])
def test_wuhan_serves_one_winner(order: str, winner: int) -> None:
    game = Game(rules.get("wuhan-kaikou", winner_order=order), Stream(0, 0))
    assert game._served([0, 3], 2) == [winner]
    assert Game(rules.get("nanning-fen"), Stream(0, 0))._served([3, 0], 2) == [0, 3]
