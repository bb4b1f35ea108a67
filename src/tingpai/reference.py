"""The slow, plain twin of every native function, written from the definitions: what the tests measure the core against.

Each function answers for one row of 34 counts exactly the value that `tingpai.batch` answers for that row, and raises
`HandError` where the row is no hand. Everything about standard hands is a question to one list: all ways in which one
suit can be melds with or without a pair (`_shapes`). Nothing is shared with the tables of the core.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement, product
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import HandError, OptionError
from .patterns import READINGS_SHIFT, Pattern
from .tiles import COPIES, KINDS, TILES

SevenPairs = bool | Literal["distinct"]
Counts = Sequence[int]

MAX_WILDCARDS = 4
NO_DISCARD = 127
_FAR = 99  # tiles missing where there is no way at all
_258 = frozenset({1, 4, 7})


class Reading(NamedTuple):
    """One way to read a complete hand: the pair's kind, and the melds' kinds (of a chow the lowest), each sorted."""

    pair: int
    pungs: tuple[int, ...]
    chows: tuple[int, ...]


class _Shapes(NamedTuple):
    """Every choice of at most four melds and at most one pair in one suit, as columns, sorted by how many of each."""

    counts: NDArray[np.uint8]  # (kinds in the suit, shapes)
    tiles: NDArray[np.intp]  # of each shape, ascending
    pairs: NDArray[np.intp]  # 0 or 1
    starts: NDArray[np.intp]  # first column of each (melds, pairs)
    pair_258: NDArray[np.bool_]
    all_pungs: NDArray[np.bool_]
    parts: list[tuple[tuple[int, ...], tuple[int, ...], int | None]]  # pungs, chows, pair


@cache
def _shapes(kinds: int) -> _Shapes:
    """The shapes of a numbered suit (9 kinds) or of the honours (7: no chows)."""
    chows = [(i, i + 1, i + 2) for i in range(7)] if kinds == 9 else []
    melds = [(i, i, i) for i in range(kinds)] + chows
    shapes = [
        (chosen, pair)
        for n in range(5)
        for pairs in ((None,), range(kinds))
        for chosen in combinations_with_replacement(melds, n)
        for pair in pairs
    ]
    sizes = [(len(chosen), pair is not None) for chosen, pair in shapes]
    counts = np.zeros((kinds, len(shapes)), np.uint8)
    for column, (chosen, pair) in enumerate(shapes):
        for meld in chosen:
            for kind in meld:
                counts[kind, column] += 1
        if pair is not None:
            counts[pair, column] += 2
    return _Shapes(
        counts,
        counts.sum(axis=0, dtype=np.intp),
        np.array([pair for _, pair in sizes], np.intp),
        np.array([sizes.index(size) for size in sorted(set(sizes))]),
        np.array([kinds == 9 and pair in _258 for _, pair in shapes]),
        np.array([all(meld[0] == meld[2] for meld in chosen) for chosen, _ in shapes]),
        [
            (tuple(m[0] for m in chosen if m[0] == m[2]), tuple(m[0] for m in chosen if m[0] < m[2]), pair)
            for chosen, pair in shapes
        ],
    )


# ---- one suit ----


@lru_cache(maxsize=1 << 17)
def _missing(counts: bytes, melds: bytes, most_melds: int, most_beyond: int) -> NDArray[np.int64]:
    """(5 melds, 2 pairs, 5 beyond), flat: the fewest tiles that this suit misses to that many melds and pairs.

    `beyond` counts the tiles of the shape that no natural tile can be, all four copies being elsewhere or there twice.
    """
    shapes = _shapes(len(counts))
    columns = shapes.counts[:, : np.searchsorted(shapes.tiles, 3 * most_melds + 3)]
    missing = np.zeros(columns.shape[1], np.uint8)
    beyond = np.zeros_like(missing)
    for wanted, held, laid in zip(columns, counts, melds, strict=True):
        missing += np.maximum(wanted, held) - np.uint8(held)
        beyond += np.maximum(wanted, COPIES - laid) - np.uint8(COPIES - laid)
    fewest = np.full((10, 5), _FAR)
    sizes = 2 * most_melds + 2
    for over in range(most_beyond + 1):
        possible = np.where(beyond == over, missing, np.uint8(_FAR))
        fewest[:sizes, over] = np.minimum.reduceat(possible, shapes.starts[:sizes])
    return fewest.ravel()


class _Fits(NamedTuple):
    """How one suit's tiles and some more make shapes: each a set of (pairs, tiles more)."""

    any: frozenset[tuple[int, int]]
    all_pungs: frozenset[tuple[int, int]]
    pair_258: frozenset[tuple[int, int]]  # and those without a pair
    waits: dict[tuple[int, int], int]  # which kinds one natural tile of those more may be, as bits
    readings: tuple[int, int]  # shapes of exactly these tiles, without and with a pair


@lru_cache(maxsize=1 << 17)
def _fits(counts: bytes, melds: bytes, wild_fifth_copy: bool) -> _Fits:
    shapes = _shapes(len(counts))
    total = sum(counts)
    begin, end = np.searchsorted(shapes.tiles, (total, total + MAX_WILDCARDS + 2))
    fit = np.ones(end - begin, np.bool_)
    for wanted, held, laid in zip(shapes.counts[:, begin:end], counts, melds, strict=True):
        fit &= wanted >= held
        if not wild_fifth_copy:
            fit &= wanted <= COPIES - laid
    columns = begin + np.flatnonzero(fit)
    more = shapes.counts[:, columns] - np.frombuffer(counts, np.uint8)[:, None]
    added = shapes.tiles[columns] - total
    ways = list(zip(shapes.pairs[columns].tolist(), added.tolist(), strict=True))
    natural = sum(1 << i for i, (held, laid) in enumerate(zip(counts, melds, strict=True)) if held + laid < COPIES)
    bits = (np.int64(1) << np.arange(len(counts))) @ (more > 0)
    waits: dict[tuple[int, int], int] = {}
    for way, kinds in zip(ways, bits.tolist(), strict=True):
        waits[way] = waits.get(way, 0) | kinds & natural
    pungs, pair_258 = shapes.all_pungs[columns], shapes.pair_258[columns]
    return _Fits(
        frozenset(ways),
        frozenset(way for way, yes in zip(ways, pungs, strict=True) if yes),
        frozenset(way for way, yes in zip(ways, pair_258, strict=True) if yes or not way[0]),
        waits,
        (ways.count((0, 0)), ways.count((1, 0))),
    )


# ---- four suits ----


def _suits(counts: Counts, melds: Counts) -> list[tuple[bytes, bytes]]:
    bounds = ((0, 9), (9, 18), (18, 27), (27, KINDS))
    return [(bytes(counts[a:b]), bytes(melds[a:b])) for a, b in bounds]


def _together(suits: Iterable[frozenset[tuple[int, int]]], most: int) -> set[tuple[int, int]]:
    """The (pairs, tiles more) that suits have together: one pair and `most` more at most."""
    reached = {(0, 0)}
    for ways in suits:
        reached = {(p + q, x + y) for p, x in reached for q, y in ways if p + q <= 1 and x + y <= most}
    return reached


@cache
def _sums() -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp]]:
    """For two flat `_missing` arrays: which cells add up, by the cell of their sum, and where each begins."""
    cells = list(product(range(5), range(2), range(5)))
    number = {cell: i for i, cell in enumerate(cells)}
    added = sorted(
        (number[total], i, j)
        for (i, a), (j, b) in product(enumerate(cells), repeat=2)
        if (total := (a[0] + b[0], a[1] + b[1], a[2] + b[2])) in number
    )
    into, left, right = np.array(added).T
    return left, right, np.searchsorted(into, np.arange(len(cells)))


def _standard_shanten(counts: Counts, melds: Counts, wildcards: int, wild_fifth_copy: bool) -> int:
    left, right, starts = _sums()
    sets = (sum(counts) + wildcards) // 3
    beyond = wildcards if wild_fifth_copy else 0
    first, *rest = (_missing(*suit, sets, beyond) for suit in _suits(counts, melds))
    for suit in rest:
        first = np.minimum.reduceat(first[left] + suit[right], starts)
    return int(first.reshape(5, 2, 5)[sets, 1, : beyond + 1].min()) - wildcards - 1


# ---- seven pairs ----


@lru_cache(maxsize=1 << 17)
def _pairs(kinds: tuple[tuple[int, int], ...], beyond: int, distinct: bool) -> tuple[int, int]:
    """For (held, laid down) of each kind: the fewest tiles missing to seven pairs, and the most quads with so few."""
    best = {(0, 0): (0, 0)}  # (pairs, beyond) -> (missing, minus quads)
    for held, laid in kinds:
        reached: dict[tuple[int, int], tuple[int, int]] = {}
        for (pairs, over), (missing, quads) in best.items():
            for more in range(2 if distinct else 5):
                wanted = 2 * more
                state = (pairs + more, over + max(0, wanted - (COPIES - laid)))
                if state[0] <= 7 and state[1] <= beyond:
                    value = (missing + max(0, wanted - held), quads - (wanted == 4))
                    reached[state] = min(reached.get(state, value), value)
        best = reached
    missing, quads = min(value for (pairs, _), value in best.items() if pairs == 7)
    return missing, -quads


def _seven_pairs(
    counts: Counts, melds: Counts, wildcards: int, seven_pairs: SevenPairs, wild_fifth_copy: bool
) -> tuple[int, int]:
    """Shanten and quads of seven pairs; only 13 and 14 concealed tiles can be seven pairs."""
    if not seven_pairs or sum(counts) + wildcards < 13:
        return _FAR, 0
    # Of kinds held and laid down alike, seven are as good as all.
    alike = sorted(Counter(zip(counts, melds, strict=True)).items())
    kinds = tuple(kind for kind, number in alike for _ in range(min(number, 7)))
    missing, quads = _pairs(kinds, wildcards if wild_fifth_copy else 0, seven_pairs == "distinct")
    return missing - wildcards - 1, quads


# ---- the questions ----


def _check(
    counts: Counts, melds: Counts | None, wildcards: int, seven_pairs: SevenPairs
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Counts and melds as tuples of ints, if they are a hand."""
    if seven_pairs not in (False, True, "distinct"):
        raise OptionError(f"seven_pairs is {seven_pairs!r}", expected='False, True or "distinct"')
    concealed = tuple(map(int, counts))
    laid = (0,) * KINDS if melds is None else tuple(map(int, melds))
    if len(concealed) != KINDS or len(laid) != KINDS:
        raise HandError(f"{len(concealed)} counts and {len(laid)} melds' counts", expected="34 of each")
    for tile in TILES:
        if concealed[tile] < 0 or laid[tile] < 0:
            raise HandError(f"negative count of {tile}", expected="0 to 4")
        if concealed[tile] + laid[tile] > COPIES:
            raise HandError(
                f"more than four copies of {tile} ({concealed[tile] + laid[tile]})", expected="at most four of a kind"
            )
    if not 0 <= wildcards <= MAX_WILDCARDS:
        raise HandError(f"{wildcards} wildcards", expected="0 to 4")
    total = sum(concealed) + wildcards
    if total > 14:
        raise HandError(f"too many tiles ({total})", expected="at most 14")
    if total % 3 == 0:
        raise HandError(f"{total} tiles are neither 3k+1 nor 3k+2", expected="1, 2, 4, 5, 7, 8, 10, 11, 13 or 14")
    return concealed, laid


def is_win(
    counts: Counts,
    melds: Counts | None = None,
    wildcards: int = 0,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
) -> bool:
    """Whether some choice for the wildcards makes melds and a pair of the row, or seven pairs."""
    counts, melds = _check(counts, melds, wildcards, seven_pairs)
    if (sum(counts) + wildcards) % 3 != 2:
        return False
    suits = [_fits(*suit, wild_fifth_copy).any for suit in _suits(counts, melds)]
    if (1, wildcards) in _together(suits, wildcards):
        return True
    return _seven_pairs(counts, melds, wildcards, seven_pairs, wild_fifth_copy)[0] == -1


def waits(
    counts: Counts,
    melds: Counts | None = None,
    wildcards: int = 0,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
) -> int:
    """The tiles that complete a row of 3k+1, as bits; never one already held four times. 0 for a row of 3k+2."""
    counts, melds = _check(counts, melds, wildcards, seven_pairs)
    if (sum(counts) + wildcards) % 3 != 1:
        return 0
    suits = [_fits(*suit, wild_fifth_copy) for suit in _suits(counts, melds)]
    bits = 0
    for place, suit in enumerate(suits):
        others = _together((other.any for i, other in enumerate(suits) if i != place), wildcards)
        for (pairs, more), kinds in suit.waits.items():
            if (1 - pairs, wildcards + 1 - more) in others:
                bits |= kinds << 9 * place
    for tile in TILES:
        if seven_pairs and counts[tile] + melds[tile] < COPIES:
            drawn = (*counts[:tile], counts[tile] + 1, *counts[tile + 1 :])
            if _seven_pairs(drawn, melds, wildcards, seven_pairs, wild_fifth_copy)[0] == -1:
                bits |= 1 << tile
    return bits


def shanten(
    counts: Counts,
    melds: Counts | None = None,
    wildcards: int = 0,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
) -> int:
    """Tiles to draw until the row waits; -1 complete.

    The fewest tiles missing over all complete hands, less the wildcards and one. A complete hand uses at most four of a
    kind, melds counted; what is beyond must be a wildcard.
    """
    counts, melds = _check(counts, melds, wildcards, seven_pairs)
    return min(
        _standard_shanten(counts, melds, wildcards, wild_fifth_copy),
        _seven_pairs(counts, melds, wildcards, seven_pairs, wild_fifth_copy)[0],
    )


def patterns(
    counts: Counts,
    melds: Counts | None = None,
    wildcards: int = 0,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
) -> int:
    """`Pattern` bits; bits 24-31 the number of standard readings without wildcards, 255 at most.

    With wildcards each bit of a complete hand asks by itself whether some choice for them gives it.
    """
    counts, melds = _check(counts, melds, wildcards, seven_pairs)
    found = _tile_patterns(counts, melds)
    if (sum(counts) + wildcards) % 3 != 2:
        return int(found)
    suits = [_fits(*suit, wild_fifth_copy) for suit in _suits(counts, melds)]
    whole = (1, wildcards)
    if whole in _together((suit.any for suit in suits), wildcards):
        found |= Pattern.STANDARD
    if whole in _together((suit.pair_258 for suit in suits), wildcards):
        found |= Pattern.PAIR_258
    if whole in _together((suit.all_pungs for suit in suits), wildcards) and all(n in (0, 3, 4) for n in melds):
        found |= Pattern.ALL_PUNGS
    pairs_shanten, quads = _seven_pairs(counts, melds, wildcards, seven_pairs, wild_fifth_copy)
    if pairs_shanten == -1:
        found |= Pattern.SEVEN_PAIRS
        found |= (Pattern(0), Pattern.ONE_QUAD, Pattern.TWO_QUADS, Pattern.THREE_QUADS)[quads]
    readings = 0 if wildcards else sum(1 for _ in _readings(counts))
    return int(found) | min(readings, 255) << READINGS_SHIFT


def _tile_patterns(counts: Counts, melds: Counts) -> Pattern:
    """The patterns of the natural tiles alone, concealed and laid down."""
    held = [tile for tile in TILES if counts[tile] or melds[tile]]
    found = Pattern(0)
    if not held:
        return found
    if len({tile.suit for tile in held}) == 1:
        found |= Pattern.ALL_HONOURS if held[0].is_honour else Pattern.ONE_SUIT
    if all(not tile.is_honour and tile.rank in (2, 5, 8) for tile in held):
        found |= Pattern.ALL_258
    return found


def decompose(counts: Counts) -> tuple[Reading, ...]:
    """Every standard reading of a complete row without wildcards, sorted; none of one that is not."""
    counts, _ = _check(counts, None, 0, False)
    return tuple(sorted(_readings(counts)))


def _readings(counts: Counts) -> Iterator[Reading]:
    suits = _suits(counts, (0,) * KINDS)
    fits = [_fits(*suit, True).readings for suit in suits]
    if sum(counts) % 3 != 2 or not all(map(any, fits)):
        return
    exact = [_exact(counts, 9 * place) for place, (counts, _) in enumerate(suits)]
    for parts in product(*exact):
        pairs = [pair for _, _, pair in parts if pair is not None]
        if len(pairs) == 1:
            pungs = tuple(kind for part in parts for kind in part[0])
            chows = tuple(kind for part in parts for kind in part[1])
            yield Reading(pairs[0], pungs, chows)


@lru_cache(maxsize=1 << 17)
def _exact(counts: bytes, first: int) -> list[tuple[tuple[int, ...], tuple[int, ...], int | None]]:
    """The shapes of exactly these tiles, their kinds counted from `first`."""
    shapes = _shapes(len(counts))
    columns = np.flatnonzero((shapes.counts == np.frombuffer(counts, np.uint8)[:, None]).all(axis=0))
    return [
        (
            tuple(first + kind for kind in pungs),
            tuple(first + kind for kind in chows),
            None if pair is None else first + pair,
        )
        for pungs, chows, pair in (shapes.parts[column] for column in columns)
    ]


def discard_shanten(
    counts: Counts,
    melds: Counts | None = None,
    wildcards: int = 0,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
) -> tuple[int, ...]:
    """34 numbers: the shanten after discarding each kind from a row of 3k+2; 127 where there is no such tile."""
    return tuple(
        NO_DISCARD if left is None else shanten(left, melds, wildcards, seven_pairs, wild_fifth_copy)
        for left in _discards(counts, melds, wildcards, seven_pairs)
    )


def discard_waits(
    counts: Counts,
    melds: Counts | None = None,
    wildcards: int = 0,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
) -> tuple[int, ...]:
    """34 numbers: the waits after discarding each kind from a row of 3k+2, as bits; 0 where there is no such tile."""
    return tuple(
        0 if left is None else waits(left, melds, wildcards, seven_pairs, wild_fifth_copy)
        for left in _discards(counts, melds, wildcards, seven_pairs)
    )


def _discards(
    counts: Counts, melds: Counts | None, wildcards: int, seven_pairs: SevenPairs
) -> Iterator[tuple[int, ...] | None]:
    """What each discard leaves of a row; None where there is no such tile or the row is not of 3k+2 tiles."""
    counts, _ = _check(counts, melds, wildcards, seven_pairs)
    drawn = (sum(counts) + wildcards) % 3 == 2
    for tile in TILES:
        yield (*counts[:tile], counts[tile] - 1, *counts[tile + 1 :]) if drawn and counts[tile] else None
