"""One hand at a time, readable answers. Everything is asked of the core; many hands at once are `tingpai.batch`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from operator import index
from typing import Any, Literal

import numpy as np

from . import _core, batch
from .arguments import SevenPairs, pairs_code
from .errors import HandError
from .hand import Hand, Meld, MeldKind
from .notation import parse_hand, parse_tile
from .patterns import READINGS_SHIFT, Pattern
from .tiles import COPIES, KINDS, TILES, Tile, mpsz

HandLike = Hand | str | bytes | Sequence[int]


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a complete hand.

    `melds` are read from the concealed tiles, `laid_down` stand as they are; `pairs` is the pair of a standard reading,
    or all seven (a kind twice is a quad). `wild` is what the wildcards stand for.
    """

    melds: tuple[Meld, ...]
    laid_down: tuple[Meld, ...]
    pairs: tuple[Tile, ...]
    wild: tuple[Tile, ...] = ()

    @property
    def kind(self) -> Literal["standard", "seven_pairs"]:
        return "seven_pairs" if len(self.pairs) == 7 else "standard"

    @property
    def quads(self) -> int:
        """Kinds held four times in seven pairs; 0 in a standard reading."""
        return len(self.pairs) - len(set(self.pairs))

    @property
    def groups(self) -> tuple[tuple[Tile, ...], ...]:
        """The concealed tiles group by group: melds, then pairs (a quad as one group)."""
        pairs = tuple((tile,) * (2 * number) for tile, number in Counter(self.pairs).items())
        return (*(meld.tiles for meld in self.melds), *pairs)

    def __str__(self) -> str:
        return " ".join((*map(str, self.laid_down), *map(mpsz, self.groups)))


@dataclass(frozen=True, slots=True)
class Row:
    """A hand as the core is asked about it: counts without the wildcards, copies used up elsewhere, wildcards."""

    hand: Hand
    counts: bytes
    melds: bytes
    wildcards: int

    @classmethod
    def of(cls, hand: HandLike, wildcard: Tile | str | None = None) -> Row:
        """The row of a `Hand`, a text or 34 counts; the concealed copies of `wildcard` are wild."""
        hand = to_hand(hand)
        melds = hand.meld_counts
        if wildcard is None:
            return cls(hand, hand.raw, melds, 0)
        tile = wildcard if isinstance(wildcard, Tile) else parse_tile(wildcard)
        counts = bytearray(hand.raw)
        used = bytearray(melds)
        # A wildcard in hand is a copy of its own kind that nobody can draw any more.
        used[tile] += counts[tile]
        wildcards, counts[tile] = counts[tile], 0
        return cls(hand, bytes(counts), bytes(used), wildcards)

    def ask(self, question: Callable[..., Any], seven_pairs: SevenPairs) -> int:
        """What a question of `batch` answers for this row."""
        counts = np.frombuffer(self.counts, np.uint8)[None]
        melds = np.frombuffer(self.melds, np.uint8)[None]
        return int(question(counts, melds, self.wildcards, seven_pairs)[0])


def to_hand(hand: HandLike) -> Hand:
    """The hand meant, checked: a `Hand`, a text in any notation, or 34 counts of concealed tiles."""
    if isinstance(hand, str):
        return parse_hand(hand)
    if isinstance(hand, Hand):
        return hand.check()
    if len(hand) != KINDS:
        raise HandError(f"{len(hand)} counts", expected="34 counts")
    counts = [index(count) for count in hand]
    for tile, count in zip(TILES, counts, strict=True):
        if not 0 <= count <= 4:
            what = "negative count" if count < 0 else "more than four copies"
            raise HandError(f"{what} of {tile} ({count})", expected="0 to 4 of each kind")
    return Hand(bytes(counts)).check()


def waits(hand: HandLike, wildcard: Tile | str | None = None, seven_pairs: SevenPairs = True) -> tuple[Tile, ...]:
    """The tiles that complete a hand of 3k+1, standing for themselves; none of a hand that does not wait or of 3k+2.

    A tile already held four times, melds counted, is no wait. (One more wildcard completes every waiting hand; it is
    listed only where it completes the hand as itself.)
    """
    if wildcard is None:
        # One call costs more than the answer: nothing is done for 34 bytes that they do not need.
        found = _core.one_waits(hand, 1 if seven_pairs is True else pairs_code(seven_pairs))
        if found is not None:
            return found
        if isinstance(hand, str):
            return waits(parse_hand(hand), None, seven_pairs)
    return _core.tiles_of(Row.of(hand, wildcard).ask(batch.waits, seven_pairs))


def is_win(hand: HandLike, wildcard: Tile | str | None = None, seven_pairs: SevenPairs = True) -> bool:
    """Whether the hand is complete: melds and a pair, or the chosen seven pairs."""
    if wildcard is None:
        complete = _core.one_win(hand, 1 if seven_pairs is True else pairs_code(seven_pairs))
        if complete is not None:
            return complete
        if isinstance(hand, str):
            return is_win(parse_hand(hand), None, seven_pairs)
    return bool(Row.of(hand, wildcard).ask(batch.is_win, seven_pairs))


def shanten(hand: HandLike, wildcard: Tile | str | None = None, seven_pairs: SevenPairs = True) -> int:
    """Tiles to draw until the hand waits: -1 complete, 0 waiting; never counts on a fifth copy."""
    if wildcard is None:
        away = _core.one_shanten(hand, 1 if seven_pairs is True else pairs_code(seven_pairs))
        if away is not None:
            return away
        if isinstance(hand, str):
            return shanten(parse_hand(hand), None, seven_pairs)
    return Row.of(hand, wildcard).ask(batch.shanten, seven_pairs)


def copies_left(hand: Hand, tile: Tile) -> int:
    """Copies of a tile that the hand itself does not show: four less those in it, melds included."""
    return COPIES - hand.raw[tile] - hand.meld_counts[tile]


def patterns(hand: HandLike, wildcard: Tile | str | None = None, seven_pairs: SevenPairs = True) -> Pattern:
    """The patterns of the hand's tiles and, if it is complete, of its readings."""
    row = Row.of(hand, wildcard)
    bits = replace(row, melds=row.hand.meld_counts).ask(batch.patterns, seven_pairs)
    return Pattern(bits & ((1 << READINGS_SHIFT) - 1))


def decompose(
    hand: HandLike, wildcard: Tile | str | None = None, seven_pairs: SevenPairs = True
) -> tuple[Reading, ...]:
    """Every reading of a complete hand, standard ones first; none of one that is not complete.

    With a wildcard, every reading for every choice of what its copies stand for.
    """
    row = Row.of(hand, wildcard)
    if (sum(row.counts) + row.wildcards) % 3 != 2:
        return ()
    groupings = _groupings(row.counts, row.wildcards, False) if row.wildcards else _readings(row.counts)
    standard = {_sorted(groups) for groups in groupings}
    pairs = set(_seven_pairs(row, seven_pairs)) if pairs_code(seven_pairs) else set()
    return tuple(_reading(row, groups) for groups in (*sorted(standard), *sorted(pairs)))


_Groups = tuple[tuple[int, ...], ...]  # kinds of each group's tiles


def _sorted(groups: _Groups) -> _Groups:
    return tuple(sorted(groups, key=lambda group: (len(group) == 2, group)))


def _readings(counts: bytes) -> Iterator[_Groups]:
    """The groups that these tiles can be, one of them a pair."""
    for pair, melds in _core.readings(counts):
        chows = ((meld - 64, meld - 63, meld - 62) for meld in melds if meld >= 64)
        yield (*chows, *((meld,) * 3 for meld in melds if meld < 64), (pair,) * 2)


def _groupings(counts: Sequence[int], wildcards: int, paired: bool) -> Iterator[_Groups]:
    """The groups that these tiles and wildcards can be, with one pair unless the hand is `paired` already.

    Some group holds the lowest tile; it takes all tiles it can from the hand, and wildcards for the others.
    """
    if not sum(counts) + wildcards:
        yield ()
        return
    lowest = next((kind for kind in range(KINDS) if counts[kind]), None)
    for group in _GROUPS_WITH[lowest]:
        if paired and len(group) == 2:
            continue
        left = list(counts)
        missing = 0
        for kind in group:
            if left[kind]:
                left[kind] -= 1
            else:
                missing += 1
        if missing <= wildcards:
            for groups in _groupings(left, wildcards - missing, paired or len(group) == 2):
                yield (group, *groups)


_GROUPS: _Groups = (
    *((kind, kind + 1, kind + 2) for kind in range(27) if kind % 9 < 7),
    *((kind,) * 3 for kind in range(KINDS)),
    *((kind,) * 2 for kind in range(KINDS)),
)
_GROUPS_WITH: dict[int | None, _Groups] = {
    None: _GROUPS,  # wildcards alone are any group
    **{kind: tuple(group for group in _GROUPS if kind in group) for kind in range(KINDS)},
}


def _seven_pairs(row: Row, seven_pairs: SevenPairs) -> Iterator[_Groups]:
    """The seven pairs that these tiles and wildcards can be."""
    held = [kind for kind in range(KINDS) for _ in range((row.counts[kind] + 1) // 2)]
    if sum(row.counts) + row.wildcards != 14 or len(held) > 7:
        return
    for more in combinations_with_replacement(range(KINDS), 7 - len(held)):
        kinds = sorted((*held, *more))
        if seven_pairs != "distinct" or len(set(kinds)) == 7:
            yield tuple((kind, kind) for kind in kinds)


def _reading(row: Row, groups: _Groups) -> Reading:
    wild = Counter(kind for group in groups for kind in group)
    wild.subtract(dict(enumerate(row.counts)))
    melds = (group for group in groups if len(group) == 3)
    return Reading(
        tuple(Meld(MeldKind.PUNG if group[0] == group[2] else MeldKind.CHOW, TILES[group[0]]) for group in melds),
        row.hand.melds,
        tuple(TILES[group[0]] for group in groups if len(group) == 2),
        tuple(TILES[kind] for kind in sorted(wild.elements())),
    )
