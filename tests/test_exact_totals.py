"""How many hands win, wait and are so many tiles away: the core's answers, counted, against the exact totals.

`data/exact-totals.json` was computed elsewhere, by dynamic programming. What speaks of one suit, and what follows from
single suits by convolution, is counted in the normal run; hands by the million are slow.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from tingpai import Pattern, _core, batch, reference

from .suits import suit_rows, suit_vectors

TOTALS = json.loads((Path(__file__).parent / "data" / "exact-totals.json").read_text())
FULL = 14
KINDS = {"m": 9, "p": 9, "s": 9, "z": 7}
STARTS = {"m": 0, "p": 9, "s": 18, "z": 27}
Vectors = NDArray[np.uint8]
Rows = NDArray[np.uint8]


def totals_of(vectors: Vectors) -> NDArray[np.int64]:
    return vectors.sum(axis=1, dtype=np.int64)


# ---- one suit ----


@cache
def one_suit(tiles: int) -> Rows:
    """Every hand of so many tiles of one suit."""
    vectors = suit_vectors()
    return suit_rows(vectors[totals_of(vectors) == tiles])


def test_numbers_of_suits() -> None:
    assert len(suit_vectors()) == TOTALS["suit_vectors_sum_at_most_14"]
    assert len(suit_vectors(7)) == TOTALS["honour_vectors_sum_at_most_14"]


@pytest.mark.parametrize(("kinds", "name"), [(9, "suit_complete_by_melds"), (7, "honours_complete_by_melds")])
def test_complete_suits(kinds: int, name: str) -> None:
    found = complete(kinds)
    assert [len(found[melds, False]) for melds in range(5)] == TOTALS[name]["no_pair"]
    assert [len(found[melds, True]) for melds in range(5)] == TOTALS[name]["with_pair"]


@cache
def complete(kinds: int) -> dict[tuple[int, bool], Vectors]:
    """By (melds, pair): the suits that the core finds complete, without the pair by putting one beside them."""
    found = {}
    totals = totals_of(suit_vectors(kinds))
    for melds, pair in product(range(5), (False, True)):
        vectors = suit_vectors(kinds)[totals == 3 * melds + 2 * pair]
        rows = np.zeros((len(vectors), 34), np.uint8)
        rows[:, 34 - kinds :] = vectors if kinds == 7 else 0
        if kinds == 9:
            rows[:, :9] = vectors
        rows[:, 9] = 0 if pair else 2
        found[melds, pair] = vectors[batch.is_win(rows, seven_pairs=False)]
    return found


def test_thirteen_tiles_of_one_suit() -> None:
    totals = TOTALS["single_suit_13"]
    hands = one_suit(13)
    standard = batch.waits(hands, seven_pairs=False)
    assert len(hands) == totals["hands"]
    assert np.count_nonzero(standard) == totals["tenpai_standard"]
    assert np.count_nonzero(batch.waits(hands, seven_pairs="distinct")) == totals["tenpai_standard_or_pairs7"]
    assert np.count_nonzero(batch.waits(hands)) == totals["tenpai_standard_or_pairs7q"]
    assert bits(standard).sum() == totals["hand_wait_pairs"]
    by_any_copy = batch.is_win(hands, wildcards=1, seven_pairs=False)
    assert np.count_nonzero(by_any_copy & (standard == 0)) == totals["waits_only_on_a_fifth_copy"]
    assert ((batch.shanten(hands, seven_pairs=False) == 0) == (standard != 0)).all()


def test_fourteen_tiles_of_one_suit() -> None:
    totals = TOTALS["single_suit_14"]
    hands = one_suit(14)
    assert len(hands) == totals["hands"]
    for pairs, name in ((False, "standard"), ("distinct", "standard_or_pairs7"), (True, "standard_or_pairs7q")):
        assert np.count_nonzero(batch.is_win(hands, seven_pairs=pairs)) == totals[name]
        assert np.count_nonzero(batch.shanten(hands, seven_pairs=pairs) == -1) == totals[name]
        found = batch.patterns(hands, seven_pairs=pairs) & (Pattern.STANDARD | Pattern.SEVEN_PAIRS)
        assert np.count_nonzero(found) == totals[name]


@pytest.mark.parametrize("fifth", [True, False])
def test_wildcards_beside_one_suit(fifth: bool) -> None:
    totals = TOTALS[f"wildcard_wins_single_suit_{'unlimited' if fifth else 'copies_at_most_4'}"]
    for number, total in totals.items():
        hands = one_suit(FULL - int(number))
        won = batch.is_win(hands, None, int(number), seven_pairs=False, wild_fifth_copy=fifth)
        assert np.count_nonzero(won) == total


def bits(masks: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many bits each has."""
    halves = masks[..., None].view(np.uint16)
    return _BITS[halves].sum(axis=-1, dtype=np.int64)


_BITS = np.array([number.bit_count() for number in range(1 << 16)], np.uint8)


# ---- whole hands, counted from single suits ----


class Needs(NamedTuple):
    """Bit w: w wildcards complete it, without the pair or with it."""

    plain: int
    pair: int

    def beside(self, other: Needs) -> Needs:
        pair = _sums(self.plain, other.pair) | _sums(self.pair, other.plain)
        return Needs(_sums(self.plain, other.plain), pair)


def _sums(left: int, right: int) -> int:
    return sum({1 << (a + b) for a in range(5) for b in range(5) if left >> a & right >> b & 1 and a + b < 5})


def suit_needs(kinds: int, fifth: bool) -> Counter[tuple[int, Needs]]:
    """How many suits of so many tiles need so many wildcards, by what the core says of each alone.

    Wildcards that a suit does not need are a meld or the pair of a kind that nobody holds, as in a whole hand.
    """
    vectors = suit_vectors(kinds)
    start = 34 - kinds if kinds == 7 else 0
    totals = totals_of(vectors)
    needs = {}
    for pair, wildcards in product((False, True), range(5)):
        rows = np.zeros((len(vectors), 34), np.uint8)
        rows[:, start : start + kinds] = vectors
        laid = np.zeros_like(rows)
        if not pair:  # it stands beside the suit, its other copies laid down, so that it stays a pair
            rows[:, 20] = 2
            laid[:, 20] = 2
        whole = totals + wildcards + 2 * (not pair)
        asked = (whole <= FULL) & (whole % 3 == 2)
        found = np.zeros(len(vectors), np.uint8)
        melds = None if fifth else laid[asked]
        found[asked] = batch.is_win(rows[asked], melds, wildcards, seven_pairs=False, wild_fifth_copy=fifth)
        needs[pair] = needs.get(pair, 0) | found << wildcards
    return Counter(
        (total, Needs(plain, with_pair))
        for total, plain, with_pair in zip(totals.tolist(), needs[False].tolist(), needs[True].tolist(), strict=True)
    )


def hands_by_needs(fifth: bool) -> Counter[tuple[int, Needs]]:
    suit, honours = suit_needs(9, fifth), suit_needs(7, fifth)
    hands = Counter({(0, Needs(1, 0)): 1})
    for part in (suit, suit, suit, honours):
        grown: Counter[tuple[int, Needs]] = Counter()
        for (tiles, needs), number in hands.items():
            for (more, others), times in part.items():
                if tiles + more <= FULL:
                    grown[tiles + more, needs.beside(others)] += number * times
        hands = grown
    return hands


@pytest.mark.parametrize("fifth", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_wins_with_wildcards(fifth: bool) -> None:
    hands = hands_by_needs(fifth)
    won = Counter[int]()
    for (tiles, needs), number in hands.items():
        if needs.pair >> (FULL - tiles) & 1:
            won[FULL - tiles] += number
    for wildcards, total in TOTALS[f"wildcard_wins_14_{'unlimited' if fifth else 'copies_at_most_4'}"].items():
        assert won[int(wildcards)] == total
    for tiles, total in TOTALS["standard_wins_by_tiles"].items():
        assert sum(number for (held, needs), number in hands.items() if held == int(tiles) and needs.pair & 1) == total


class Missing(NamedTuple):
    """Parts of hands alike: so many tiles, `missing` to (melds, pair) at melds * 2 + pair; and how many there are."""

    tiles: NDArray[np.int64]
    missing: NDArray[np.int64]
    number: NDArray[np.int64]

    @classmethod
    def of_suit(cls, kinds: int) -> Missing:
        classes, table = (np.frombuffer(part, np.uint8) for part in _core.suit_missing()[kinds == 7])
        vectors = suit_vectors(kinds).astype(np.int64)
        alike = vectors.sum(axis=1) << 8 | classes[vectors @ 5 ** np.arange(kinds)]
        found, number = np.unique(alike, return_counts=True)
        return cls(found >> 8, table.reshape(-1, 10)[found & 255].astype(np.int64), number)

    def merged(self) -> Missing:
        rows, places = np.unique(np.column_stack((self.tiles, self.missing)), axis=0, return_inverse=True)
        number = np.zeros(len(rows), np.int64)
        np.add.at(number, places.reshape(-1), self.number)
        return Missing(rows[:, 0], rows[:, 1:], number)

    def beside(self, other: Missing) -> Missing:
        left, right = np.nonzero(self.tiles[:, None] + other.tiles <= FULL)
        cells = self.missing[left].reshape(-1, 5, 2), other.missing[right].reshape(-1, 5, 2)
        missing = np.full((len(left), 5, 2), 99)
        for melds in range(5):
            for part in range(melds + 1):
                a, b = cells[0][:, part], cells[1][:, melds - part]
                ways = np.stack((a[:, 0] + b[:, 0], np.minimum(a[:, 1] + b[:, 0], a[:, 0] + b[:, 1])), axis=1)
                np.minimum(missing[:, melds], ways, out=missing[:, melds])
        number = self.number[left] * other.number[right]
        return Missing(self.tiles[left] + other.tiles[right], missing.reshape(-1, 10), number).merged()


@cache
def shanten_totals() -> dict[int, dict[int, int]]:
    """By number of tiles: how many hands have each standard shanten."""
    suit = Missing.of_suit(9)
    hands = suit.beside(suit).beside(suit).beside(Missing.of_suit(7))
    return {
        tiles: {
            int(value) - 1: int(hands.number[(hands.tiles == tiles) & (hands.missing[:, 9] == value)].sum())
            for value in np.unique(hands.missing[hands.tiles == tiles, 9])
        }
        for tiles in (13, 14)
    }


def test_every_standard_shanten_of_fourteen_tiles() -> None:
    found = shanten_totals()[14]
    assert sum(found.values()) == 326_520_504_500
    for shanten, total in TOTALS["standard_shanten_14_tiles"].items():
        assert found[int(shanten)] == total
    assert sorted(found) == list(range(-1, 9))


def test_every_standard_shanten_of_thirteen_tiles() -> None:
    found = shanten_totals()[13]
    assert sum(found.values()) == 98_521_596_000
    assert found[0] == TOTALS["tenpai_13_standard"]
    assert sorted(found) == list(range(9))


@pytest.mark.slow
@pytest.mark.parametrize("kinds", [9, 7])
def test_missing_tiles_of_every_suit(kinds: int) -> None:
    classes, table = (np.frombuffer(part, np.uint8) for part in _core.suit_missing()[kinds == 7])
    missing = table.reshape(-1, 10)
    for vector in suit_vectors(kinds):
        key = sum(int(count) * 5**place for place, count in enumerate(vector))
        wanted = reference._missing(vector.tobytes(), bytes(kinds), 4, 0).reshape(10, 5)[:, 0]
        assert missing[classes[key]].tolist() == wanted.tolist(), vector


# ---- whole hands, every one of them ----

_BLOCK = 1 << 17


def blocks(parts: list[Vectors], places: list[int]) -> Iterator[Rows]:
    """Every choice of one vector from each part, put at its place of the row."""
    sizes = tuple(map(len, parts))
    whole = int(np.prod(sizes))
    for start in range(0, whole, _BLOCK):
        chosen = np.unravel_index(np.arange(start, min(start + _BLOCK, whole)), sizes)
        rows = np.zeros((len(chosen[0]), 34), np.uint8)
        for part, place, index in zip(parts, places, chosen, strict=True):
            rows[:, place : place + part.shape[1]] = part[index]
        yield rows


def standard_wins() -> Iterator[Rows]:
    """The hands of four melds and a pair: complete suits put together."""
    for melds in product(range(5), repeat=4):
        if sum(melds) == 4:
            for pair in range(4):
                parts = [complete(kinds)[melds[i], i == pair] for i, kinds in enumerate(KINDS.values())]
                yield from blocks(parts, list(STARTS.values()))


def seven_pairs(quads: int) -> Iterator[Rows]:
    """The hands of seven pairs with so many fours of a kind: for each choice of those, every choice of the pairs."""
    kinds = 34 - quads
    number = 7 - 2 * quads
    pairs = np.fromiter(combinations(range(kinds), number), np.dtype((np.int8, number)), comb(kinds, number))
    for chosen in combinations(range(34), quads):
        others = np.setdiff1d(np.arange(34), chosen)
        for start in range(0, len(pairs), _BLOCK):
            places = others[pairs[start : start + _BLOCK]]
            rows = np.zeros((len(places), 34), np.uint8)
            np.put_along_axis(rows, places, 2, axis=1)
            rows[:, list(chosen)] = 4
            yield rows


@pytest.mark.slow
def test_every_standard_win_and_every_hand_that_waits_for_one(force_kernel: Callable[[str], bool]) -> None:
    """A win less one of its tiles is a waiting hand, found once for each of its waits: counted as a part each time."""
    wins = 0
    pairs_too = Counter[Any]()
    by_waits = np.zeros(35, np.int64)
    for rows in standard_wins():
        wins += len(rows)
        for kernel in _core.kernel_names():
            force_kernel(kernel)
            assert batch.is_win(rows, seven_pairs=False).all()
        assert (batch.shanten(rows, seven_pairs=False) == -1).all()
        readings = batch.patterns(rows, seven_pairs=False)
        assert ((readings & Pattern.STANDARD != 0) & (readings >> 24 > 0)).all()
        for pairs in (True, "distinct"):
            pairs_too[pairs] += np.count_nonzero(batch.patterns(rows, seven_pairs=pairs) & Pattern.SEVEN_PAIRS)
        after = batch.discard_waits(rows, seven_pairs=False)
        assert ((after != 0) == (rows != 0)).all()
        by_waits += np.bincount(bits(after).ravel(), minlength=35)
    assert wins == TOTALS["standard_wins_by_tiles"]["14"] == 11_498_658
    assert pairs_too == {"distinct": TOTALS["standard_and_pairs7"], True: TOTALS["standard_and_pairs7q"]}
    waiting = sum(Fraction(int(number), waits) for waits, number in enumerate(by_waits) if waits)
    assert waiting == TOTALS["tenpai_13_standard"]


@pytest.mark.slow
def test_every_seven_pairs() -> None:
    quad_bits = (0, Pattern.ONE_QUAD, Pattern.TWO_QUADS, Pattern.THREE_QUADS)
    hands, not_standard = 0, 0
    for quads, total in enumerate(TOTALS["pairs7q_by_quads"]):
        number = 0
        for rows in seven_pairs(quads):
            number += len(rows)
            assert batch.is_win(rows).all()
            assert (batch.shanten(rows) == -1).all()
            found = batch.patterns(rows) & (Pattern.SEVEN_PAIRS | sum(quad_bits))
            assert (found == Pattern.SEVEN_PAIRS | quad_bits[quads]).all()
            standard = batch.is_win(rows, seven_pairs=False)
            assert (batch.is_win(rows, seven_pairs="distinct") == (standard | (quads == 0))).all()
            not_standard += np.count_nonzero(~standard)
        assert number == total
        hands += number
    assert hands == TOTALS["pairs7q"] == 16_417_104
    assert TOTALS["pairs7"] == TOTALS["pairs7q_by_quads"][0]
    assert not_standard + TOTALS["standard_wins_by_tiles"]["14"] == TOTALS["standard_or_pairs7q"] == 27_907_824
