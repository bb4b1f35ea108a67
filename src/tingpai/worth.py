"""What complete hands are worth under a rule set: the bridge from tiles to `rules` for the questions before a win.

The winner is seat 1, not the dealer; a discard comes from seat 2. Nothing special has happened: no kong just before,
not the last tile, no horses or fish; the other players have laid down nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .errors import HandError, OptionError
from .hand import Hand
from .tiles import TILES, Tile, mpsz

if TYPE_CHECKING:
    from .rules import RuleSet

WINNER, DISCARDER = 1, 2
_WHOLE = 13  # tiles of a hand before it draws, three for each meld


class Worth(NamedTuple):
    """Of each win the points that it earns in all, -1 where it is refused; and why it is, None where it is not."""

    points: NDArray[np.int64]
    refusals: NDArray[np.object_]

    @property
    def refusal(self) -> str | None:
        """Why the first of those that are refused is."""
        return next(filter(None, self.refusals), None)


def rule_set(rules: RuleSet | str, hand: Hand, wildcard: Tile | None) -> RuleSet:
    """The rule set meant, if hands like this one can be scored under it; `OptionError` or `HandError` if not."""
    from . import rules as known

    chosen = known.get(rules) if isinstance(rules, str) else rules
    if has_wildcard(chosen) != (wildcard is not None):
        if wildcard is None:
            raise OptionError(f"{chosen.name} is played with a wildcard", expected="which tile it is")
        raise OptionError(f"{chosen.name} has no wildcard", expected="no wildcard, or a Wuhan rule set")
    held = sum(hand.raw) + 3 * len(hand.sets)
    if held not in (_WHOLE, _WHOLE + 1):
        raise HandError(f"{held} tiles cannot be scored", expected=f"{_WHOLE} or {_WHOLE + 1}, three for each meld")
    return chosen


def has_wildcard(rules: RuleSet | type[RuleSet]) -> bool:
    """Whether a tile is turned that makes another one wild; such rules know no seven pairs."""
    return "indicator" in rules.KEYS


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
    import pyarrow as pa

    from .rules.deal import By

    n = len(rows)
    columns = {
        "counts": pa.FixedSizeListArray.from_arrays(pa.array(rows.reshape(-1)), rows.shape[1]),
        "seat": pa.array(np.full(n, WINNER, np.int8)),
        "by": pa.array([By.SELF_DRAW.value] * n),
        f"melds_{WINNER}": pa.array(["".join(map(str, hand.melds))] * n),
    }
    if discarded is not None:
        tiles = [None if tile < 0 else TILES[tile] for tile in discarded.tolist()]
        columns["by"] = pa.array([(By.SELF_DRAW if tile is None else By.DISCARD).value for tile in tiles])
        columns["from"] = pa.array([None if tile is None else DISCARDER for tile in tiles], pa.int8())
        columns["tile"] = pa.array([None if tile is None else str(tile) for tile in tiles])
    if wildcard is not None:
        columns["indicator"] = pa.array(_indicators(wildcard, rows, hand))
    scored = rules.score_batch(pa.table(columns))
    points = scored["points"].fill_null(-1).to_numpy().astype(np.int64)
    return Worth(points, scored["error"].to_numpy())


def _indicators(wildcard: Tile, rows: NDArray[np.uint8], hand: Hand) -> list[str]:
    """For each row a tile that was turned to make `wildcard` wild: of several one that the hand leaves."""
    from .rules.wuhan_hand import wildcard_of

    turned = [tile for tile in TILES if wildcard_of(tile) == wildcard]
    if not turned:
        raise OptionError(f"{wildcard} is never wild", expected=f"any tile but {mpsz((wildcard,))}")
    held = hand.meld_counts
    return [str(min(turned, key=lambda tile: int(row[tile]) + held[tile])) for row in rows]
