"""The reference against brute force, the public tables and itself: it is the oracle of everything else."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path

import numpy as np
import pytest

from tingpai import Hand, HandError, OptionError, Pattern, reference
from tingpai.notation import parse_hand, parse_tiles
from tingpai.patterns import READINGS_SHIFT
from tingpai.reference import Reading

TOTALS = json.loads((Path(__file__).parent / "data" / "exact-totals.json").read_text())
GROUPS = [(i, i, i) for i in range(34)] + [(i, i + 1, i + 2) for i in range(27) if i % 9 < 7]


def counts_of(text: str) -> tuple[int, ...]:
    counts = [0] * 34
    for tile in parse_tiles(text) if text else ():
        counts[tile] += 1
    return tuple(counts)


def bits(text: str) -> int:
    return sum({1 << tile for tile in parse_tiles(text)}) if text else 0


# ---- plain brute force, for small hands of few kinds ----


@cache
def complete(tiles: tuple[int, ...]) -> bool:
    """Sorted tiles as melds and one pair, by taking a pair and then the lowest tile's meld."""
    return any(tiles.count(kind) >= 2 and melds_only(without(tiles, (kind, kind))) for kind in set(tiles))


def without(tiles: tuple[int, ...], group: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(sorted((Counter(tiles) - Counter(group)).elements()))


@cache
def melds_only(tiles: tuple[int, ...]) -> bool:
    if not tiles:
        return True
    lowest = tiles[0]
    groups = [(lowest, lowest, lowest)] + [(lowest, lowest + 1, lowest + 2)] * (lowest < 27 and lowest % 9 < 7)
    return any(not Counter(group) - Counter(tiles) and melds_only(without(tiles, group)) for group in groups)


def brute_win(tiles: tuple[int, ...], laid: Counter[int], wildcards: int, kinds: range, fifth: bool) -> bool:
    for stand in combinations_with_replacement(kinds, wildcards):
        held = Counter((*tiles, *stand)) + laid
        if (fifth or max(held.values()) <= 4) and complete(tuple(sorted((*tiles, *stand)))):
            return True
    return False


def brute_shanten(tiles: tuple[int, ...], laid: Counter[int], kinds: range) -> int:
    """By definition: the fewest tiles missing to any complete hand of at most four of a kind, less one."""
    size = len(tiles)
    needed = size if size % 3 == 2 else size + 1
    best = 99
    for groups in combinations_with_replacement([g for g in GROUPS if set(g) <= set(kinds)], needed // 3):
        for pair in kinds:
            whole = Counter((*(kind for group in groups for kind in group), pair, pair))
            if all(number + laid[kind] <= 4 for kind, number in whole.items()):
                best = min(best, (whole - Counter(tiles)).total() - 1)
    return best


def small_hands(
    sizes: tuple[int, ...], kinds: range, number: int, seed: int
) -> Iterator[tuple[tuple[int, ...], Counter[int]]]:
    chance = random.Random(seed)
    wall = [kind for kind in kinds for _ in range(4)]
    for _ in range(number):
        size = chance.choice(sizes)
        dealt = chance.sample(wall, size + chance.choice((0, 0, 3)))
        yield tuple(sorted(dealt[:size])), Counter(dealt[size:])


def row(tiles: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(tiles.count(kind) for kind in range(34))


@pytest.mark.parametrize("kinds", [range(9), range(6, 12), range(25, 33)])
def test_small_hands_by_brute_force(kinds: range) -> None:
    for tiles, laid in small_hands((1, 2, 4, 5, 7, 8), kinds, 150, len(kinds)):
        melds = tuple(laid[kind] for kind in range(34))
        win = len(tiles) % 3 == 2 and complete(tiles)
        assert reference.is_win(row(tiles), melds) == win
        waits = [
            kind
            for kind in kinds
            if len(tiles) % 3 == 1 and tiles.count(kind) + laid[kind] < 4 and complete(tuple(sorted((*tiles, kind))))
        ]
        assert reference.waits(row(tiles), melds) & sum(1 << kind for kind in kinds) == sum(1 << kind for kind in waits)


@pytest.mark.parametrize("kinds", [range(9), range(25, 31)])
def test_small_shanten_by_brute_force(kinds: range) -> None:
    for tiles, laid in small_hands((1, 2, 4, 5), kinds, 40, 3):
        melds = tuple(laid[kind] for kind in range(34))
        # Any kind may be drawn; the neighbours and two kinds that are nowhere in the hand are as good as all.
        wanted = range(max(0, kinds.start - 2), kinds.stop + 2)
        assert reference.shanten(row(tiles), melds) == brute_shanten(tiles, laid, wanted)


@pytest.mark.parametrize("fifth", [True, False])
def test_small_wildcard_hands_by_brute_force(fifth: bool) -> None:
    kinds = range(9)
    chance = random.Random(5)
    for tiles, laid in small_hands((1, 2, 4, 5, 7), kinds, 120, 8):
        wildcards = chance.randint(1, 3)
        melds = tuple(laid[kind] for kind in range(34))
        if (len(tiles) + wildcards) % 3 == 0:
            continue
        # One honour more: a kind that is nowhere else, for wildcards that only need each other.
        assert reference.is_win(row(tiles), melds, wildcards, True, fifth) == (
            (len(tiles) + wildcards) % 3 == 2 and brute_win(tiles, laid, wildcards, range(10), fifth)
        )
        if (len(tiles) + wildcards) % 3 == 1:
            expected = [
                kind
                for kind in kinds
                if tiles.count(kind) + laid[kind] < 4
                and brute_win(tuple(sorted((*tiles, kind))), laid, wildcards, range(10), fifth)
            ]
            assert reference.waits(row(tiles), melds, wildcards, True, fifth) & 0x1FF == sum(1 << k for k in expected)


# ---- what the definitions imply ----


def random_rows(number: int, seed: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], int]]:
    chance = random.Random(seed)
    wall = [kind for kind in range(34) for _ in range(4)]
    for _ in range(number):
        few = chance.random() < 0.5
        deck = [kind for kind in wall if kind // 9 == 1] if few else wall
        wildcards = chance.randint(0, 4)
        sizes = [n for n in (1, 2, 4, 5, 7, 8, 10, 11, 13, 14) if n >= wildcards]
        size = chance.choice(sizes) - wildcards
        dealt = chance.sample(deck, size + chance.choice((0, 3, 6)))
        yield row(tuple(dealt[:size])), row(tuple(dealt[size:])), wildcards


@pytest.mark.parametrize("pairs", [False, True, "distinct"])
@pytest.mark.parametrize("fifth", [True, False])
def test_the_answers_agree_with_each_other(pairs: reference.SevenPairs, fifth: bool) -> None:
    for counts, melds, wildcards in random_rows(60, 1):
        ask = (melds, wildcards, pairs, fifth)
        win, waits, shanten = (f(counts, *ask) for f in (reference.is_win, reference.waits, reference.shanten))
        found = Pattern(reference.patterns(counts, *ask) & 0xFFFFFF)
        assert win == (shanten == -1) == bool(found & (Pattern.STANDARD | Pattern.SEVEN_PAIRS))
        if (sum(counts) + wildcards) % 3 == 2:
            after = reference.discard_shanten(counts, *ask)
            left = reference.discard_waits(counts, *ask)
            assert [n == 127 for n in after] == [n == 0 for n in counts]
            assert min((*after, 127)) >= max(shanten, 0)
            assert all((n == 0) == (mask != 0) for n, mask in zip(after, left, strict=True))
            continue
        assert (waits != 0) == (shanten == 0)
        for kind in range(34):
            held = counts[kind] + melds[kind]
            drawn = (*counts[:kind], counts[kind] + 1, *counts[kind + 1 :])
            assert bool(waits >> kind & 1) == (held < 4 and reference.is_win(drawn, *ask))


def test_a_fifth_copy_is_never_counted_on(shared: Path) -> None:
    rows = [json.loads(line) for line in (shared / "data" / "shanten" / "fifth-copy.jsonl").read_text().splitlines()]
    assert len(rows) == 1000
    for case in rows:
        assert reference.shanten(parse_hand(case["hand"]).raw, seven_pairs=False) == case["shanten"], case["hand"]


def test_public_shanten_tables(shared: Path) -> None:
    for name in ("majiang-core-1.json", "majiang-core-2.json"):
        for case in json.loads((shared / "data" / "shanten" / name).read_text())[::40]:
            counts = counts_of("".join(tile[::-1] for tile in case["q"]))
            standard, _, pairs = case["x"]
            assert reference.shanten(counts, seven_pairs=False) == standard
            assert reference.shanten(counts, seven_pairs="distinct") == min(standard, pairs)


def test_exact_numbers_of_complete_suits() -> None:
    shapes = reference._shapes(9).counts.T
    fits = np.unique(shapes[(shapes <= 4).all(axis=1)], axis=0)
    sizes = Counter(fits.sum(axis=1).tolist())
    assert [sizes[3 * melds] for melds in range(5)] == TOTALS["suit_complete_by_melds"]["no_pair"]
    assert [sizes[3 * melds + 2] for melds in range(5)] == TOTALS["suit_complete_by_melds"]["with_pair"]
    honours = reference._shapes(7).counts.T
    sizes = Counter(np.unique(honours[(honours <= 4).all(axis=1)], axis=0).sum(axis=1).tolist())
    assert [sizes[3 * melds] for melds in range(5)] == TOTALS["honours_complete_by_melds"]["no_pair"]
    assert [sizes[3 * melds + 2] for melds in range(5)] == TOTALS["honours_complete_by_melds"]["with_pair"]


def test_exact_number_of_wins_of_five_tiles_of_a_suit() -> None:
    five = [(*c, *[0] * 25) for c in product(range(5), repeat=9) if sum(c) == 5]
    assert sum(map(reference.is_win, five)) == TOTALS["suit_complete_by_melds"]["with_pair"][1]


# ---- wildcards, patterns, readings ----


@pytest.mark.parametrize(
    ("text", "wildcards", "waits"),
    [
        ("67m4455p456678s", 1, "58m45p"),
        ("123456789m111p", 1, "123456789m123456789p123456789s1234567z"),
        ("1111m", 0, ""),
        ("", 1, "123456789m123456789p123456789s1234567z"),
        ("1112223334444z", 0, ""),
        ("22334455p77779s", 0, "89s"),
    ],
)
def test_waits(text: str, wildcards: int, waits: str) -> None:
    assert reference.waits(counts_of(text), None, wildcards) == bits(waits)


def test_a_wildcard_may_be_a_fifth_copy() -> None:
    assert reference.is_win(counts_of("1111m"), None, 1)
    assert not reference.is_win(counts_of("1111m"), None, 1, True, False)
    assert reference.shanten(counts_of("1111m"), None, 1, True, False) == 0
    # Copies laid down are used up for the wildcard too.
    assert reference.is_win(counts_of("1m"), counts_of("111m"), 1)
    assert not reference.is_win(counts_of("1m"), counts_of("111m"), 1, True, False)


@pytest.mark.parametrize(
    ("text", "melds", "wildcards", "pairs", "expected", "readings"),
    [
        ("11223344556677m", "", 0, True, Pattern.STANDARD | Pattern.SEVEN_PAIRS | Pattern.ONE_SUIT, 3),
        ("1111m2222p3333s44z", "", 0, True, Pattern.SEVEN_PAIRS | Pattern.THREE_QUADS, 0),
        ("1111m2222p3333s44z", "", 0, "distinct", Pattern(0), 0),
        ("1111m2222p334455s", "", 0, True, Pattern.SEVEN_PAIRS | Pattern.TWO_QUADS, 0),
        ("1111m2222p33s445z", "", 1, True, Pattern.SEVEN_PAIRS | Pattern.TWO_QUADS, 0),
        ("111m222p333s444z55z", "", 0, True, Pattern.STANDARD | Pattern.ALL_PUNGS, 1),
        ("55z", "1111m222p333s444z", 0, True, Pattern.STANDARD | Pattern.ALL_PUNGS, 1),
        ("55z", "123m222p333s444z", 0, True, Pattern.STANDARD, 1),
        ("22m", "555m888p", 0, True, Pattern.STANDARD | Pattern.PAIR_258 | Pattern.ALL_PUNGS | Pattern.ALL_258, 1),
        ("12z", "", 0, True, Pattern.ALL_HONOURS, 0),
        ("1z", "1z", 0, True, Pattern.ALL_HONOURS, 0),
        ("1z", "1m", 0, True, Pattern(0), 0),
        ("", "", 2, True, Pattern.STANDARD | Pattern.ALL_PUNGS | Pattern.PAIR_258, 0),
        ("13m", "", 0, True, Pattern.ONE_SUIT, 0),
        ("111m234m22p", "", 0, True, Pattern.STANDARD | Pattern.PAIR_258, 1),
    ],
)
def test_patterns(
    text: str, melds: str, wildcards: int, pairs: reference.SevenPairs, expected: Pattern, readings: int
) -> None:
    found = reference.patterns(counts_of(text), counts_of(melds), wildcards, pairs)
    assert Pattern(found & 0xFFFFFF) == expected
    assert found >> READINGS_SHIFT == readings


def test_readings() -> None:
    assert reference.decompose(counts_of("11122233388899m")) == (
        Reading(8, (0, 1, 2, 7), ()),
        Reading(8, (7,), (0, 0, 0)),
    )
    assert reference.decompose(counts_of("123m1z")) == ()
    assert reference.decompose(counts_of("11s")) == (Reading(18, (), ()),)
    for counts, _, wildcards in random_rows(200, 2):
        if not wildcards:
            assert bool(reference.decompose(counts)) == reference.is_win(counts, seven_pairs=False)


@pytest.mark.parametrize(
    ("counts", "melds", "wildcards", "what"),
    [
        ([5] + [0] * 33, None, 0, "more than four copies of 1m"),
        ([1] + [0] * 33, [4] + [0] * 33, 0, "more than four copies of 1m"),
        ([-1, 2] + [0] * 32, None, 0, "negative count of 1m"),
        ([1, 1, 1] + [0] * 31, None, 0, "3 tiles"),
        ([4, 4, 4, 4] + [0] * 30, None, 0, "too many tiles"),
        ([1] * 33, None, 0, "33 counts"),
        ([0] * 34, None, 0, "0 tiles"),
        ([2] + [0] * 33, None, 5, "5 wildcards"),
    ],
)
def test_what_is_no_row(counts: list[int], melds: list[int] | None, wildcards: int, what: str) -> None:
    for question in (reference.is_win, reference.waits, reference.shanten, reference.patterns):
        with pytest.raises(HandError, match=what):
            question(counts, melds, wildcards)


def test_an_unknown_kind_of_seven_pairs() -> None:
    with pytest.raises(OptionError, match="seven_pairs"):
        reference.is_win(Hand.parse("11m").raw, seven_pairs="luxury")
