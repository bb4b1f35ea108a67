"""What a hand comes to within its next own draws: exact chances and expected points of every discard.

The model, the two ways to play and why the sums are exact: docs/discards.md.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from operator import mul
from typing import TYPE_CHECKING, Literal

import numpy as np
from numpy.typing import NDArray

from . import _core
from .analysis import HandLike, shanten, to_hand
from .batch import SevenPairs, pairs_code
from .discards import Seen, unseen
from .errors import HandError, OptionError
from .hand import Hand
from .notation import parse_tile
from .tiles import KINDS, TILES, Tile
from .worth import has_wildcard, rule_set, worth

if TYPE_CHECKING:
    from .rules import RuleSet

MOST_DRAWS = 18
MOST_SHANTEN = 2
# Best play looks at every hand and wall that can come up; this bounds their number, and so its time.
_MOST_SITUATIONS = 10_000_000

Play = Literal["best", "direct"]


class FarFromWaiting(HandError):
    """A hand of more than `MOST_SHANTEN` shanten."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One discard, or None where there is none to make: the hand is to draw, or wins as it is.

    `probability` of completing within the draws, played for that; `points` expected, played for them (None without
    rules).
    """

    discard: Tile | None
    probability: float
    points: float | None = None


@dataclass(frozen=True, slots=True)
class Improvement:
    """The choices, the best first: by points where rules are given, else by probability.

    `play` tells how the hand is played on: ``"best"`` is the optimum over all ways to play, ``"direct"`` never changes
    course: a drawn tile is kept when it lowers the shanten. `unseen` is the number of tiles that draws come from.
    `refusal` is why the rules refuse a win, where they refuse every one.
    """

    draws: int
    unseen: int
    play: Play
    choices: tuple[Choice, ...]
    refusal: str | None = None

    @property
    def probability(self) -> float:
        """The highest of the choices."""
        return max(choice.probability for choice in self.choices)

    @property
    def points(self) -> float | None:
        """The highest of the choices; None without rules."""
        return max((choice.points for choice in self.choices if choice.points is not None), default=None)


def improve(
    hand: HandLike,
    draws: int,
    rules: RuleSet | str | None = None,
    seen: Seen | None = None,
    wildcard: Tile | str | None = None,
    seven_pairs: SevenPairs = True,
) -> Improvement:
    """The exact probability of completing the hand within its next `draws` own draws, for every discard worth a look.

    The unseen tiles (those that neither the hand, its melds nor `seen` show) are a wall in uniformly random order; only
    own draws count, nothing is claimed. With `rules` (a name or a rule set) a complete hand is a win where they allow
    it by self-draw, and the expected points are told too; rules without seven pairs are asked without.

    Where few enough hands and walls can come up, the play is ``"best"`` and every discard is told. Otherwise it is
    ``"direct"``, and the discards are those that leave the lowest shanten.

    Raises `OptionError` for draws that are not 1 to 18 or more than there are tiles, and for rules that do not fit;
    `FarFromWaiting`, a `HandError`, for a hand that is more than two tiles from waiting.
    """
    hand = to_hand(hand)
    wild = parse_tile(wildcard) if isinstance(wildcard, str) else wildcard
    left = unseen(hand, seen)
    wall = int(left.sum(dtype=np.int64))
    if isinstance(draws, bool) or not isinstance(draws, int) or not 1 <= draws <= MOST_DRAWS:
        raise OptionError(f"{draws!r} draws", expected=f"a whole number from 1 to {MOST_DRAWS}")
    if draws > wall:
        raise OptionError(f"{draws} draws from {wall} unseen tiles", expected="no more draws than tiles")
    chosen = None if rules is None else rule_set(rules, hand, wild)
    if chosen is not None and has_wildcard(chosen):
        seven_pairs = False
    tiles: list[Tile | None] = [tile for tile in TILES if hand.raw[tile]] if hand.is_drawn else [None]
    hands = [hand if tile is None else hand.without(tile) for tile in tiles]
    distances = [shanten(after, wild, seven_pairs) for after in hands]
    if min(distances) > MOST_SHANTEN:
        raise FarFromWaiting(f"{hand} is {min(distances)} from waiting", expected=f"at most {MOST_SHANTEN}")
    play: Play = "best" if _is_small(left, sum(hands[0].raw), draws) else "direct"
    if play == "direct":
        nearest = [place for place, distance in enumerate(distances) if distance == min(distances)]
        tiles, hands = [tiles[place] for place in nearest], [hands[place] for place in nearest]
    outlook = _core.Outlook(
        np.array([list(after.raw) for after in hands], np.uint8),
        np.frombuffer(hand.meld_counts, np.uint8),
        left,
        -1 if wild is None else int(wild),
        pairs_code(seven_pairs),
        draws,
        play == "best",
    )
    probability = np.zeros(len(hands))
    if chosen is None:
        outlook.solve(None, probability)
        choices = [Choice(tile, chance) for tile, chance in zip(tiles, probability.tolist(), strict=True)]
        refusal = None
    else:
        points = np.zeros(len(hands))
        rows = np.frombuffer(outlook.wins(), np.uint8).reshape(-1, KINDS)
        wins = worth(chosen, hand, rows, wild)
        if len(rows):
            outlook.solve(np.where(wins.points < 0, -1.0, 1.0), probability)
            outlook.solve(wins.points.astype(np.float64), points)
        refusal = wins.refusal if (wins.points < 0).all() else None
        choices = [Choice(*row) for row in zip(tiles, probability.tolist(), points.tolist(), strict=True)]
    choices += _win_as_it_is(hand, chosen, wild, seven_pairs)
    return Improvement(draws, wall, play, tuple(sorted(choices, key=_rank, reverse=True)), refusal)


def _win_as_it_is(hand: Hand, rules: RuleSet | None, wildcard: Tile | None, seven_pairs: SevenPairs) -> list[Choice]:
    """The choice to win with the tiles in hand, where they are complete and the rules allow it."""
    if not hand.is_drawn or shanten(hand, wildcard, seven_pairs) >= 0:
        return []
    if rules is None:
        return [Choice(None, 1.0)]
    points = int(worth(rules, hand, np.frombuffer(hand.raw, np.uint8).reshape(1, KINDS), wildcard).points[0])
    return [] if points < 0 else [Choice(None, 1.0, float(points))]


def _rank(choice: Choice) -> tuple[float, float]:
    # Rounded, so that what is equal but for the last bits stays in the order of the tiles.
    probability = round(choice.probability, 12)
    return probability if choice.points is None else round(choice.points, 9), probability


def _is_small(left: NDArray[np.uint8], concealed: int, draws: int) -> bool:
    """Whether few hands and walls can come up. Their bound: the ways to draw some tiles, and to keep some of all."""
    ways = [1] + [0] * (draws - 1)  # by how many tiles are drawn
    kept = [comb(concealed + n, n) for n in range(draws)]
    for copies in left.tolist():
        ways = [sum(ways[max(0, n - copies) : n + 1]) for n in range(draws)]
        if sum(map(mul, ways, kept)) > _MOST_SITUATIONS:
            return False
    return True
