"""`discards` and `ukeire`: against the slow reference on random hands, and the order and points that they promise."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import tingpai as tp
from tingpai import Discard, HandError, OptionError, Tile, batch, reference
from tingpai.hand import Hand, Meld, MeldKind
from tingpai.rules import get
from tingpai.tiles import KINDS, TILES

RED = Tile.RED


def random_hands(seed: int, n: int) -> list[Hand]:
    """Hands of 3k+2 tiles: any tiles, tiles of one suit, nearly complete ones, with and without melds."""
    rng = np.random.default_rng(seed)
    deck = np.repeat(np.arange(KINDS), 4)
    hands = []
    for number in range(n):
        sets = int(rng.integers(0, 4)) if number % 2 else 0
        pool = deck if number % 3 else deck[: 9 * 4 + 8]
        chosen = rng.permutation(pool)
        melds = tuple(Meld(MeldKind.PUNG, TILES[kind]) for kind in rng.permutation(KINDS)[:sets])
        used = {meld.tile for meld in melds}
        tiles = [kind for kind in chosen if kind not in used]
        if number % 5 == 0 and not sets:
            tiles = _nearly_complete(rng)
        hands.append(Hand.of([int(kind) for kind in tiles[: 14 - 3 * sets]], melds))
    return hands


def _nearly_complete(rng: np.random.Generator) -> list[int]:
    while True:
        starts = rng.integers(0, 25, 4)
        tiles = [int(s) - int(s) % 9 + min(int(s) % 9, 6) + step for s in starts for step in range(3)]
        tiles += [int(rng.integers(0, KINDS))] * 2
        tiles[int(rng.integers(0, 14))] = int(rng.integers(0, KINDS))
        if max(np.bincount(tiles)) <= 4:
            return tiles


def row_of(hand: Hand, wildcard: Tile | None) -> tuple[list[int], list[int], int]:
    """Counts, used-up copies and wildcards as the reference takes them."""
    counts, used = list(hand.raw), list(hand.meld_counts)
    if wildcard is None:
        return counts, used, 0
    used[wildcard] += counts[wildcard]
    wild, counts[wildcard] = counts[wildcard], 0
    return counts, used, wild


def reference_ukeire(hand: Hand, wildcard: Tile | None) -> set[Tile]:
    now = reference.shanten(*row_of(hand, wildcard))
    return {
        tile
        for tile in TILES
        if hand.raw[tile] + hand.meld_counts[tile] < 4
        and reference.shanten(*row_of(Hand.of([*hand.tiles, tile], hand.melds), wildcard)) < now
    }


def check_shanten_and_waits(hand: Hand, wildcard: Tile | None) -> tuple[Discard, ...]:
    found = tp.discards(hand, wildcard=wildcard)
    assert {discard.tile for discard in found} == set(hand.tiles)
    for discard in found:
        after = row_of(hand.without(discard.tile), wildcard)
        assert discard.shanten == reference.shanten(*after)
        if discard.shanten == 0:
            waits = {tile for tile in TILES if reference.waits(*after) >> tile & 1}
            assert waits <= {draw.tile for draw in discard.ukeire} <= waits | {wildcard}
    return found


def check_order(found: tuple[Discard, ...]) -> None:
    for better, worse in pairwise(found):
        assert (better.shanten, -better.points, -better.copies, -better.kinds) <= (
            worse.shanten,
            -worse.points,
            -worse.copies,
            -worse.kinds,
        )


@pytest.mark.parametrize("wildcard", [None, RED])
def test_the_reference_agrees_on_the_tiles_that_help(wildcard: Tile | None) -> None:
    for hand in random_hands(1, 40):
        found = check_shanten_and_waits(hand, wildcard)
        check_order(found)
        for discard in found:
            after = hand.without(discard.tile)
            assert {draw.tile for draw in discard.ukeire} == reference_ukeire(after, wildcard), (hand, discard.tile)
            for draw in discard.ukeire:
                assert draw.copies == 4 - hand.raw[draw.tile] - hand.meld_counts[draw.tile]
            assert tp.ukeire(after, seen=(discard.tile,), wildcard=wildcard) == discard.ukeire


def test_the_reference_agrees_on_shanten_and_waits() -> None:
    for hand in random_hands(2, 1000):
        check_shanten_and_waits(hand, None)


@pytest.mark.slow
def test_the_reference_agrees_on_a_hundred_thousand_hands() -> None:
    for number, hand in enumerate(random_hands(3, 100_000)):
        check_shanten_and_waits(hand, RED if number % 4 == 0 else None)


def test_a_batch_answers_what_one_hand_does() -> None:
    hands = [hand for hand in random_hands(4, 200) if not hand.melds]
    counts = np.array([list(hand.raw) for hand in hands], np.uint8)
    answers = batch.discards(counts)
    for hand, shanten, waits in zip(hands, answers.shanten.tolist(), answers.waits.tolist(), strict=True):
        for discard in tp.discards(hand):
            assert shanten[discard.tile] == discard.shanten
            ready = {draw.tile for draw in discard.ukeire} if discard.shanten == 0 else set()
            assert {tile for tile in TILES if waits[discard.tile] >> tile & 1} == ready
        assert {tile for tile in TILES if shanten[tile] != batch.NO_DISCARD} == set(hand.tiles)
    with pytest.raises(HandError, match="row 1"):
        batch.discards(np.array([[1, 1] + [0] * 32, [5] + [0] * 33], np.uint8))


def tiles(discard: Discard) -> dict[str, int]:
    return {str(draw.tile): draw.copies for draw in discard.ukeire}


def test_the_tile_discarded_is_no_longer_there_to_draw() -> None:
    best = tp.discards("11122233344455m")[0]
    assert (best.tile, best.kinds, best.copies) == (Tile.M4, 6, 10)
    assert tiles(best) == {"1m": 1, "2m": 1, "3m": 1, "4m": 1, "5m": 2, "6m": 4}


@pytest.mark.parametrize("seen", ["8m 8m 4p", [Tile.M8, Tile.M8, Tile.P4], [0] * 7 + [2] + [0] * 4 + [1] + [0] * 21])
def test_tiles_seen_are_not_left(seen: str | list[int]) -> None:
    best = tp.discards("123m456p789s1179m1z", seen)[0]
    assert tiles(best) == {"8m": 2}
    assert best.kinds == 1


def test_a_wait_with_no_copy_left_counts_for_nothing() -> None:
    best = tp.discards("123m456p789s1179m1z", seen="8888m")[0]
    assert tiles(best) == {"8m": 0}
    assert (best.kinds, best.copies) == (0, 0)


def test_the_reason_why_a_discard_is_not_the_best() -> None:
    reasons = {str(discard.tile): discard.reason for discard in tp.discards("24m3357p234678s66z")}
    assert reasons["7p"] == reasons["3p"] == "kinds"  # the best is ahead of the second, the second behind the best
    assert reasons["2m"] == "copies"
    assert reasons["2s"] == "shanten"
    assert {discard.reason for discard in tp.discards("2345m345678p1239s")[1:3]} == {"copies"}
    assert [discard.reason for discard in tp.discards("111z222z3z4z")[:2]] == ["equal", "equal"]
    assert tp.discards("1m1m")[0].reason == "equal"


def test_points_come_before_copies() -> None:
    # Two copies of a hand in one suit are worth more than three of one that is not.
    hand, seen = "111222333555m8m4p", "8m"
    assert [(str(d.tile), d.copies) for d in tp.discards(hand, seen)[:2]] == [("8m", 3), ("4p", 2)]
    first, second = tp.discards(hand, seen, "nanning-classic")[:2]
    assert [(str(d.tile), d.copies, d.points, d.reason) for d in (first, second)] == [
        ("4p", 2, 2 * 48, "points"),
        ("8m", 3, 3 * 24, "points"),
    ]
    assert {(draw.self_draw, draw.discard) for draw in first.ukeire} == {(48, 24)}


def test_what_the_rules_refuse_has_no_points() -> None:
    (wait,) = tp.discards("123m456p789s1179m1z", rules="nanning-laiyou")[0].ukeire
    assert (wait.self_draw, wait.discard) == (12, None)
    assert wait.refusal is not None
    assert "a plain hand wins on a discard" in wait.refusal
    (closed,) = {draw.self_draw for draw in tp.ukeire("123m456p789s1355p", rules="wuhan-kaikou", wildcard="4z")}
    assert closed is None  # not opened


def test_wuhan_points_with_a_wildcard() -> None:
    waits = tp.ukeire("[789s3]13m456p789p55s", rules="wuhan-kaikou", wildcard="4z")
    # A small hand, opened: hard and self-drawn 2·2·2 from each, as the wildcard soft 2·2; the dealer pays double.
    assert {str(draw.tile): (draw.copies, draw.self_draw) for draw in waits} == {"2m": (4, 32), "4z": (4, 16)}
    # The discarder pays double too; nobody wins on another's wildcard.
    assert {str(draw.tile): draw.discard for draw in waits} == {"2m": 4 + 8 + 8, "4z": None}
    assert [str(draw.tile) for draw in waits if draw.refusal is not None] == ["4z"]


def test_rules_with_options() -> None:
    rules = get("nanning-laiyou", plain_discard=2)
    (wait,) = tp.discards("123m456p789s1179m1z", rules=rules)[0].ukeire
    assert wait.discard == 2


def test_hands_without_a_discard_or_a_draw() -> None:
    assert tp.discards("1m") == ()
    assert tp.ukeire("11m") == ()
    assert [str(draw.tile) for draw in tp.ukeire("1m")] == ["1m"]


@pytest.mark.parametrize(
    ("hand", "arguments", "kind", "message"),
    [
        ("123m1z", {"seen": "1111z"}, HandError, "more than four copies of 1z with the tiles seen (5)"),
        ("123m1z", {"seen": [1, 2]}, HandError, "2 numbers for the tiles seen"),
        ("123m1z", {"seen": [0] * 33 + [-1]}, HandError, "tiles, or 34 counts from 0 on"),
        ("123m1z", {"rules": "nanning"}, OptionError, "unknown rule set 'nanning'"),
        ("123m1z", {"rules": "nanning-fan"}, HandError, "4 tiles cannot be scored"),
        ("123m456p789s1179m", {"rules": "wuhan-kaikou"}, OptionError, "wuhan-kaikou is played with a wildcard"),
        ("123m456p789s1179m", {"rules": "nanning-fan", "wildcard": "1z"}, OptionError, "nanning-fan has no wildcard"),
        ("[789s3]13m456p789p55s", {"rules": "wuhan-kaikou", "wildcard": "7z"}, OptionError, "7z is never wild"),
    ],
)
def test_what_cannot_be(hand: str, arguments: dict[str, object], kind: type[Exception], message: str) -> None:
    with pytest.raises(kind) as caught:
        tp.ukeire(hand, **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_unseen_never_go_below_nothing() -> None:
    counts: NDArray[np.uint8] = np.zeros(KINDS, np.uint8)
    counts[[0, 1, 2, 27]] = 1
    assert tp.ukeire(counts.tobytes(), seen="111z") == (tp.Ukeire(Tile.EAST, 0),)


@pytest.mark.parametrize("given", [True, 5, object()])
def test_rules_that_are_none(given: Any) -> None:
    for ask, hand in ((tp.discards, "11m"), (tp.ukeire, "1m")):
        with pytest.raises(OptionError, match="is no rule set"):
            ask(hand, rules=given)


def test_more_tiles_seen_than_numbers_can_be() -> None:
    with pytest.raises(HandError, match="more than four copies of 1m with the tiles seen"):
        tp.discards("11m", seen=[10**30] * 34)
