"""One hand at a time: what it accepts, wildcards, readings; the answers agree with the reference and the batch."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import tingpai as tp
from tingpai import Hand, HandError, NotationError, OptionError, Tile, batch, reference
from tingpai.analysis import HandLike, Row, copies_left
from tingpai.tiles import TILES, mpsz

NINE_GATES = "1112345678999m"
COUNTS = [3, 1, 1, 1, 1, 1, 1, 1, 3] + [0] * 25


@pytest.mark.parametrize(
    "hand",
    [
        NINE_GATES,
        Hand.parse(NINE_GATES),
        COUNTS,
        tuple(COUNTS),
        bytes(COUNTS),
        bytearray(COUNTS),
        np.array(COUNTS),
        np.array(COUNTS, np.uint8),
        np.array([COUNTS] * 2, np.uint8).T[:, 0],
    ],
)
def test_a_hand_may_be_text_a_hand_or_counts(hand: HandLike) -> None:
    assert tp.waits(hand) == TILES[:9]
    assert tp.shanten(hand) == 0
    assert tp.is_win(hand) is False
    assert tp.decompose(hand) == ()


@pytest.mark.parametrize(
    ("hand", "what"),
    [
        ([5] + [0] * 33, "more than four copies of 1m"),
        (np.array([-1, 2] + [0] * 32), "negative count of 1m"),
        ([1] * 35, "35 counts"),
        ([1, 1, 1] + [0] * 31, "3 concealed tiles"),
        (Hand.of([0] * 5), "more than four copies of 1m"),
        ("123m", "3 concealed tiles"),
    ],
)
def test_what_is_no_hand(hand: HandLike, what: str) -> None:
    for question in (tp.waits, tp.is_win, tp.shanten, tp.decompose, tp.patterns):
        with pytest.raises(HandError, match=what):
            question(hand)


def test_an_unknown_text_or_wildcard() -> None:
    with pytest.raises(NotationError, match="position 1"):
        tp.waits("x")
    with pytest.raises(NotationError, match="not a tile"):
        tp.waits("1m", wildcard="10z")


@pytest.mark.parametrize(
    ("hand", "wildcard", "waits"),
    [
        ("67m4455p456678s7z", "7z", "58m45p"),
        ("67m4455p456678s7z", Tile.RED, "58m45p"),
        ("67m4455p456678s5m", "5m", "58m45p"),
        ("123456789m111p7z", "C", "123456789m123456789p123456789s1234567z"),
        ("1m123p555z", "5z", "123456789m123456789p123456789s1234567z"),
        ("123m1p", "9s", "1p"),
    ],
)
def test_the_copies_of_a_wildcard_are_wild(hand: str, wildcard: str | Tile, waits: str) -> None:
    assert mpsz(tp.waits(hand, wildcard)) == waits


def test_a_wildcard_held_four_times_is_no_wait() -> None:
    assert Tile.M5 not in tp.waits("[5m]1m555m", "5m")
    assert Tile.M5 in tp.waits("1m555m", "5m")
    assert copies_left(Hand.parse("[5m]1m555m"), Tile.M5) == 0


def random_hands(number: int) -> list[Hand]:
    chance = random.Random(11)
    found = []
    while len(found) < number:
        wall = [kind for kind in range(34) for _ in range(4)]
        deck = wall if chance.random() < 0.3 else [kind for kind in wall if kind // 9 in (1, 3)]
        tiles = chance.sample(deck, chance.choice((1, 2, 4, 5, 7, 8, 10, 11, 13, 14)))
        found.append(Hand.of(tiles))
    return found


@pytest.mark.parametrize("pairs", [False, True, "distinct"])
def test_the_same_as_the_reference_and_the_batch(pairs: reference.SevenPairs) -> None:
    chance = random.Random(12)
    for hand in random_hands(60):
        wildcard = chance.choice((None, chance.choice(TILES)))
        row = Row.of(hand, wildcard)
        ask = (row.counts, row.melds, row.wildcards, pairs)
        table = (np.array([list(row.counts)]), np.array([list(row.melds)]), row.wildcards, pairs)
        bits = sum(1 << tile for tile in tp.waits(hand, wildcard, pairs))
        assert bits == reference.waits(*ask) == batch.waits(*table)[0]
        assert tp.is_win(hand, wildcard, pairs) == reference.is_win(*ask) == batch.is_win(*table)[0]
        assert tp.shanten(hand, wildcard, pairs) == reference.shanten(*ask) == batch.shanten(*table)[0]
        assert bool(tp.decompose(hand, wildcard, pairs)) == reference.is_win(*ask)


def test_readings_are_those_of_the_reference() -> None:
    for text in ("11223344556677m", "11122233388899m", "111222333m456p11z", "22m", "[111z]123m55z", "123m456p7z"):
        hand = Hand.parse(text)
        found = [
            (reading.pairs[0], sorted(meld.tiles[0] for meld in reading.melds))
            for reading in tp.decompose(hand, seven_pairs=False)
        ]
        expected = [(pair, sorted(pungs + chows)) for pair, pungs, chows in reference.decompose(hand.raw)]
        assert sorted(found) == sorted(expected)


def test_a_reading_shows_what_stands_where() -> None:
    (reading,) = tp.decompose("[222m3][CCCC]123p55s")
    assert str(reading) == "[222m3] [7777z] 123p 55s"
    assert reading.kind == "standard"
    assert reading.quads == 0
    (pairs,) = tp.decompose("1111m2222p3333s44z")
    assert str(pairs) == "1111m 2222p 3333s 44z"
    assert pairs.kind == "seven_pairs"
    assert pairs.quads == 3
    assert tp.decompose("1111m2222p3333s44z", seven_pairs="distinct") == ()


def test_readings_with_wildcards_say_what_they_stand_for() -> None:
    readings = tp.decompose("12m456p11s7z", "7z")
    assert [(str(reading), mpsz(reading.wild)) for reading in readings] == [("123m 456p 11s", "3m")]
    assert {mpsz(reading.wild) for reading in tp.decompose("11p7z7z7z", "7z")} >= {"111m", "123s", "777z", "22m1p"}
    for reading in tp.decompose("13m46p79s1z7z7z7z7z", "7z"):
        tiles = sorted(tile for group in reading.groups for tile in group)
        assert tiles == sorted((*Hand.parse("13m46p79s1z").tiles, *reading.wild))
    assert len(tp.decompose("13m46p79s1z7z7z7z7z", "7z")) == 1
    assert tp.decompose("7z7z", "7z")[0].wild == (Tile.M1, Tile.M1)


def test_seven_pairs_with_wildcards() -> None:
    hand = "1133557799m11p1s7z"
    assert [mpsz(r.wild) for r in tp.decompose(hand, "7z") if r.kind == "seven_pairs"] == ["1s"]
    loose = "1133557799m11p7z7z"
    assert len([r for r in tp.decompose(loose, "7z") if r.kind == "seven_pairs"]) == 34
    assert len([r for r in tp.decompose(loose, "7z", "distinct") if r.kind == "seven_pairs"]) == 28


def test_patterns_of_a_hand() -> None:
    assert tp.patterns("11m") == tp.Pattern.STANDARD | tp.Pattern.ALL_PUNGS | tp.Pattern.ONE_SUIT
    assert tp.Pattern.ALL_HONOURS in tp.patterns("[111z]1m2z", "1m")
    assert tp.patterns("1m") == tp.Pattern.ONE_SUIT


@pytest.mark.parametrize("seven_pairs", [False, True])
def test_seven_pairs_out_of_numpy(seven_pairs: bool) -> None:
    hand = "1111m223344p5566s"
    asked = tp.decompose(hand, seven_pairs=np.bool_(seven_pairs))  # type: ignore[arg-type]
    assert asked == tp.decompose(hand, seven_pairs=seven_pairs)
    assert len(asked) == seven_pairs


@pytest.mark.parametrize("ask", [tp.is_win, tp.waits, tp.shanten, tp.decompose, tp.patterns])
def test_a_wrong_kind_of_seven_pairs(ask: Any) -> None:
    with pytest.raises(OptionError, match="seven_pairs is 2"):
        ask("11m", seven_pairs=2)
