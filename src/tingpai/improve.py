"""What a hand comes to within its next own draws: the best chances and expected points of every discard.

The model, what is exact, what is bounded and why: docs/discards.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import compress
from math import comb
from operator import mul
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from . import _core
from .analysis import HandLike, shanten, to_hand
from .arguments import SevenPairs, pairs_code, whole
from .discards import Seen, unseen
from .errors import HandError, OptionError
from .hand import Hand
from .notation import parse_tile
from .tiles import KINDS, TILES, Tile
from .worth import pairs_under, rule_set, worth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .rules import RuleSet

MOST_DRAWS = 18
MOST_SHANTEN = 2
MOST_CHANGES = 17  # at least one of the draws completes the hand
# Best play looks at every hand and wall that can come up; this bounds their number, and so its time.
_MOST_SITUATIONS = 10_000_000

Play = Literal["best", "bounded"]


class FarFromWaiting(HandError):
    """A hand of more than `MOST_SHANTEN` shanten."""


class Choice(NamedTuple):
    """One discard, or None where there is none to make: the hand is to draw, or wins as it is.

    `probability` of completing within the draws, played for that, is sure, `probability_bound` is never exceeded; so
    are the expected `points`, played for them, and `points_bound` (None without rules). Where the two are one, it is
    the optimum.
    """

    discard: Tile | None
    probability: float
    probability_bound: float
    points: float | None = None
    points_bound: float | None = None


@dataclass(frozen=True, slots=True)
class Improvement:
    """The choices, the best first: by the middle of the two numbers, of points where rules are given.

    `play` tells what was looked at: ``"best"`` is the optimum over all ways to play, `changes` is None; ``"bounded"``
    is what one way to play is sure to reach, and the bound of all those that keep to hands whose drawn tiles, and those
    that they still miss, are together at most `changes` more than the nearest hand needs. `unseen` is the number of
    tiles that draws come from. `refusal` is why the rules refuse a win, where they refuse every one.
    """

    draws: int
    unseen: int
    play: Play
    changes: int | None
    choices: tuple[Choice, ...]
    refusal: str | None = None

    @property
    def probability(self) -> float:
        """The highest of the choices."""
        return max(choice.probability for choice in self.choices)

    @property
    def probability_bound(self) -> float:
        """The highest of the choices."""
        return max(choice.probability_bound for choice in self.choices)

    @property
    def points(self) -> float | None:
        """The highest of the choices; None without rules."""
        return max((choice.points for choice in self.choices if choice.points is not None), default=None)

    @property
    def points_bound(self) -> float | None:
        """The highest of the choices; None without rules."""
        return max((choice.points_bound for choice in self.choices if choice.points_bound is not None), default=None)


def improve(
    hand: HandLike,
    draws: int,
    rules: RuleSet | str | None = None,
    seen: Seen | None = None,
    wildcard: Tile | str | None = None,
    seven_pairs: SevenPairs = True,
    changes: int = 1,
) -> Improvement:
    """The probability of completing the hand within its next `draws` own draws, for every discard worth a look.

    The unseen tiles (those that neither the hand, its melds nor `seen` show) are a wall in uniformly random order; only
    own draws count, nothing is claimed. With `rules` (a name or a rule set) a complete hand is a win where they allow
    it by self-draw, and the expected points are told too; rules without seven pairs are asked without.

    Where few enough hands and walls can come up, the play is ``"best"``: exact, and every discard is told. Otherwise
    it is ``"bounded"`` from below and above, by hands with at most `changes` drawn tiles more than they need.

    Raises `OptionError` for draws that are not 1 to 18 or more than there are tiles, for more changes than can be
    looked at, and for rules that do not fit; `FarFromWaiting`, a `HandError`, for a hand that is more than two tiles
    from waiting.
    """
    hand = to_hand(hand)
    wild = parse_tile(wildcard) if isinstance(wildcard, str) else wildcard
    left = unseen(hand, seen)
    wall = int(left.sum(dtype=np.int64))
    draws, changes = _draws(draws, wall), _changes(changes)
    chosen = None if rules is None else rule_set(rules, hand, wild)
    seven_pairs = pairs_under(chosen, seven_pairs)
    best = _is_small(left, sum(hand.raw) - hand.is_drawn, draws)
    tiles, hands = _near(hand, wild, seven_pairs, None if best else changes)
    outlook = _outlook(hand, hands, left, wild, seven_pairs, draws, changes, best=best)
    choices, refusal = _choices(outlook, tiles, hand, wild, chosen)
    choices += _win_as_it_is(hand, chosen, wild, seven_pairs)
    return Improvement(
        draws,
        wall,
        "best" if best else "bounded",
        None if best else changes,
        tuple(sorted(choices, key=_rank, reverse=True)),
        refusal,
    )


def _draws(draws: int, wall: int) -> int:
    number = whole(draws)
    if number is None or not 1 <= number <= MOST_DRAWS:
        raise OptionError(f"{draws!r} draws", expected=f"a whole number from 1 to {MOST_DRAWS}")
    if number > wall:
        raise OptionError(f"{number} draws from {wall} unseen tiles", expected="no more draws than tiles")
    return number


def _changes(changes: int) -> int:
    number = whole(changes)
    if number is None or not 0 <= number <= MOST_CHANGES:
        raise OptionError(f"{changes!r} changes", expected=f"a whole number from 0 to {MOST_CHANGES}")
    return number


def _near(
    hand: Hand, wildcard: Tile | None, seven_pairs: SevenPairs, further: int | None
) -> tuple[list[Tile | None], list[bytes]]:
    """The discards, and the concealed tiles then, that are at most so much `further` from waiting than the nearest
    (None: all); refused where even that is far.
    """
    tiles, hands = _after_discards(hand)
    distances = [shanten(Hand(row, hand.melds) if hand.melds else row, wildcard, seven_pairs) for row in hands]
    nearest = min(distances)
    if nearest > MOST_SHANTEN:
        raise FarFromWaiting(f"{hand} is {nearest} from waiting", expected=f"at most {MOST_SHANTEN}")
    if further is None:
        return tiles, hands
    near = [place for place, distance in enumerate(distances) if distance <= nearest + further]
    return [tiles[place] for place in near], [hands[place] for place in near]


def _outlook(
    hand: Hand,
    hands: list[bytes],
    left: NDArray[np.uint8],
    wildcard: Tile | None,
    seven_pairs: SevenPairs,
    draws: int,
    changes: int,
    *,
    best: bool,
) -> _core.Outlook:
    """What the core is to look at: `hands` of concealed tiles beside the melds of `hand`."""
    try:
        return _core.Outlook(
            np.frombuffer(b"".join(hands), np.uint8).reshape(-1, KINDS),
            np.frombuffer(hand.meld_counts, np.uint8),
            left,
            -1 if wildcard is None else int(wildcard),
            pairs_code(seven_pairs),
            draws,
            best,
            changes,
        )
    except OverflowError:
        raise OptionError(f"{changes} changes of {hand} lead to too many hands", expected="fewer changes") from None


def _choices(
    outlook: _core.Outlook, tiles: list[Tile | None], hand: Hand, wildcard: Tile | None, rules: RuleSet | None
) -> tuple[list[Choice], str | None]:
    """What each discard comes to; and why the rules refuse every win, where they do."""
    probability = np.zeros((2, len(tiles)))
    if rules is None:
        outlook.solve(None, probability)
        return [Choice(*row) for row in zip(tiles, *probability.tolist(), strict=True)], None
    rows = np.frombuffer(outlook.wins(), np.uint8).reshape(-1, KINDS)
    wins = worth(rules, hand, rows, wildcard)
    points = np.zeros((2, len(tiles)))
    if len(rows):
        outlook.solve(np.where(wins.points < 0, -1.0, 1.0), probability)
        same = _same(wins.points)
        if same is None:
            outlook.solve(wins.points.astype(np.float64), points)
        else:  # the same play is best for both
            points = same * probability
    choices = [Choice(*row) for row in zip(tiles, *probability.tolist(), *points.tolist(), strict=True)]
    return choices, wins.refusal if (wins.points < 0).all() else None


def _same(points: NDArray[np.int64]) -> int | None:
    """What every win that is allowed earns, if it is the same for all."""
    allowed = points[points >= 0]
    return int(allowed[0]) if len(allowed) and (allowed == allowed[0]).all() else None


def _after_discards(hand: Hand) -> tuple[list[Tile | None], list[bytes]]:
    """What can be discarded, and the concealed tiles then; None, and the tiles as they are, if it is to draw."""
    if not hand.is_drawn:
        return [None], [hand.raw]
    tiles: list[Tile | None] = []
    rows = []
    counts = bytearray(hand.raw)
    for tile in compress(TILES, hand.raw):
        counts[tile] -= 1
        tiles.append(tile)
        rows.append(bytes(counts))
        counts[tile] += 1
    return tiles, rows


def _win_as_it_is(hand: Hand, rules: RuleSet | None, wildcard: Tile | None, seven_pairs: SevenPairs) -> list[Choice]:
    """The choice to win with the tiles in hand, where they are complete and the rules allow it."""
    if not hand.is_drawn or shanten(hand, wildcard, seven_pairs) >= 0:
        return []
    if rules is None:
        return [Choice(None, 1.0, 1.0)]
    points = int(worth(rules, hand, np.frombuffer(hand.raw, np.uint8).reshape(1, KINDS), wildcard).points[0])
    return [] if points < 0 else [Choice(None, 1.0, 1.0, float(points), float(points))]


def _rank(choice: Choice) -> tuple[float, ...]:
    # By the middle of the two numbers: what is surely better stands first. Rounded, so that what is equal but for the
    # last bits stays in the order of the tiles.
    _, probability, probability_bound, points, points_bound = choice
    chance = round(probability + probability_bound, 12)
    return (chance,) if points is None or points_bound is None else (round(points + points_bound, 9), chance)


def _is_small(left: NDArray[np.uint8], concealed: int, draws: int) -> bool:
    """Whether few hands and walls can come up. Their bound: the ways to draw some tiles, and to keep some of all."""
    kinds = int(np.count_nonzero(left))
    for n in range(min(draws, kinds)):  # by tiles of different kinds alone
        if comb(kinds, n) * comb(concealed + n, n) > _MOST_SITUATIONS:
            return False
    kept = [comb(concealed + n, n) for n in range(draws)]
    ways = [1] + [0] * (draws - 1)  # by how many tiles are drawn
    for copies in left.tolist():
        ways = [sum(ways[max(0, n - copies) : n + 1]) for n in range(draws)]
        if sum(map(mul, ways, kept)) > _MOST_SITUATIONS:
            return False
    return True
