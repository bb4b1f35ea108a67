"""What complete hands are worth under a rule set: the bridge from tiles to `rules` for the questions before a win.

The winner is seat 1, not the dealer; a discard comes from seat 2. Nothing special has happened: no kong just before,
not the last tile, no horses or fish; the other players have laid down nothing.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from .errors import HandError, OptionError, TingpaiError
from .hand import Hand
from .tiles import Tile, mpsz

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .arguments import SevenPairs
    from .rules import RuleSet
    from .rules.columns import Coded

WINNER, DISCARDER = 1, 2
_WHOLE = 13  # tiles of a hand before it draws, three for each meld


class Worth(NamedTuple):
    """Of each win the points that it earns in all, -1 where it is refused; and why it is, None where it is not.

    The reasons do not name the seat of the winner, which is only assumed.
    """

    points: NDArray[np.int64]
    refusals: NDArray[np.object_]

    @property
    def refusal(self) -> str | None:
        """Why the first of those that are refused is."""
        return next(filter(None, self.refusals), None)


def rule_set(rules: RuleSet | str, hand: Hand, wildcard: Tile | None) -> RuleSet:
    """The rule set meant, if hands like this one can be scored under it; `OptionError` or `HandError` if not."""
    from .rules import RuleSet

    chosen = _named(rules) if isinstance(rules, str) else rules
    if not isinstance(chosen, RuleSet):
        raise OptionError(f"{rules!r} is no rule set", expected="a name, or what rules.get gives")
    if chosen.has_wildcard != (wildcard is not None):
        if wildcard is None:
            raise OptionError(f"{chosen.name} is played with a wildcard", expected="which tile it is")
        raise no_wildcard(chosen.name)
    held = sum(hand.raw) + 3 * len(hand.sets)
    if held not in (_WHOLE, _WHOLE + 1):
        raise HandError(f"{held} tiles cannot be scored", expected=f"{_WHOLE} or {_WHOLE + 1}, three for each meld")
    return chosen


def no_wildcard(name: str) -> OptionError:
    """What is said of a wildcard under the rule set `name`, which has none."""
    return OptionError(f"{name} has no wildcard", expected="no wildcard, or a Wuhan rule set")


@cache
def _named(name: str) -> RuleSet:
    """The rule set of this name with its defaults; one for all questions, as it remembers what wins come to."""
    from . import rules as known

    return known.get(name)


def pairs_under(rules: RuleSet | None, seven_pairs: SevenPairs) -> SevenPairs:
    """The kind of seven pairs to ask for: rules with a wildcard know none."""
    return False if rules is not None and rules.has_wildcard else seven_pairs


def worth(
    rules: RuleSet,
    hand: Hand,
    rows: NDArray[np.uint8],
    wildcard: Tile | None,
    discarded: NDArray[np.int8] | None = None,
) -> Worth:
    """What complete hands are worth: `rows` (N, 34) concealed tiles, wildcards and winning tile included, beside the
    melds of `hand`; won by self-draw or, where `discarded` (N,) names a tile and not -1, on that discard of another.
    """
    if not len(rows):
        return Worth(np.zeros(0, np.int64), np.zeros(0, np.object_))
    from .rules.columns import Coded, Column
    from .rules.deal import By
    from .rules.scoring import score_rows
    from .rules.table import COUNT_NAMES, Rows

    same = np.zeros(len(rows), np.int32)
    columns: dict[str, Column] = {"counts": rows, "seat": Coded(same, [WINNER, None])}
    if hand.melds:
        columns[f"melds_{WINNER}"] = Coded(same, [tuple(map(str, hand.melds)), None])
    if discarded is not None:
        ways = (discarded >= 0).astype(np.int32)
        columns["by"] = Coded(ways, [By.SELF_DRAW.value, By.DISCARD.value, None])
        columns["from"] = Coded(ways - 1, [DISCARDER, None])
        columns["tile"] = Coded(discarded.astype(np.int32), [*COUNT_NAMES, None])
    if wildcard is not None:
        columns["indicator"] = _indicators(wildcard, rows, hand)
    scored = score_rows(rules, Rows(columns, len(rows)))
    points = np.array([-1 if outcome.error else outcome.points for outcome in scored.outcomes], np.int64)
    refusals = np.array([outcome.error and _reason(outcome.error) for outcome in scored.outcomes], np.object_)
    return Worth(points[scored.places], refusals[scored.places])


def _reason(error: TingpaiError) -> str:
    """What the error says, but not of the winner's seat."""
    where = "" if error.where == f"seat {WINNER}" else error.where
    return str(TingpaiError(error.what, where=where, expected=error.expected))


def _indicators(wildcard: Tile, rows: NDArray[np.uint8], hand: Hand) -> Coded:
    """For each row a tile that was turned to make `wildcard` wild: of several one that the hand leaves."""
    from .rules.columns import Coded
    from .rules.wuhan_hand import indicators_of

    turned = indicators_of(wildcard)
    if not turned:
        raise OptionError(f"{wildcard} is never wild", expected=f"any tile but {mpsz((wildcard,))}")
    held = rows + np.frombuffer(hand.meld_counts, np.uint8)
    return Coded(held[:, turned].argmin(axis=1).astype(np.int32), [*map(str, turned), None])
