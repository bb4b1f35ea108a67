"""What to discard from 3k+2 tiles: the shanten after each discard, the tiles that help, and what waits are worth.

The answers are those of `batch`; how they compare is decided here. docs/discards.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Literal

import numpy as np

from . import batch
from .analysis import HandLike, Row, to_hand
from .arguments import SevenPairs
from .errors import HandError
from .hand import Hand
from .notation import parse_tile, parse_tiles
from .tiles import COPIES, KINDS, TILES, Tile
from .worth import pairs_under, rule_set, worth

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .rules import RuleSet

Reason = Literal["shanten", "points", "copies", "kinds", "equal"]
Seen = str | Sequence[int] | Iterable[Tile]


@dataclass(frozen=True, slots=True)
class Ukeire:
    """进张: a tile that lowers the shanten, or completes a ready hand, and its copies left.

    `self_draw` and `discard` are the points that such a win earns in all; None where the hand is not ready, no rules
    are given, or the rules refuse the win; `refusal` is why they do, by self-draw if that is refused too.
    """

    tile: Tile
    copies: int
    self_draw: int | None = None
    discard: int | None = None
    refusal: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """One discard and what it leaves.

    `reason` is what puts it behind the best discard, or the best ahead of the second: ``"shanten"``, ``"points"`` (the
    copies left, each with its self-draw's points), ``"copies"``, ``"kinds"``, or ``"equal"``.
    """

    tile: Tile
    shanten: int
    ukeire: tuple[Ukeire, ...]
    reason: Reason = "equal"

    @property
    def kinds(self) -> int:
        """Kinds that help and are not all seen."""
        return sum(draw.copies > 0 for draw in self.ukeire)

    @property
    def copies(self) -> int:
        """Tiles left that help."""
        return sum(draw.copies for draw in self.ukeire)

    @property
    def points(self) -> int:
        """What the tiles left earn by self-draw, all together; 0 without rules."""
        return sum(draw.copies * (draw.self_draw or 0) for draw in self.ukeire)


def discards(
    hand: HandLike,
    seen: Seen | None = None,
    rules: RuleSet | str | None = None,
    wildcard: Tile | str | None = None,
    seven_pairs: SevenPairs = True,
) -> tuple[Discard, ...]:
    """Every discard of a hand of 3k+2 tiles, the best first; () for 3k+1.

    `seen` are tiles on the table beside the hand and its melds (text, tiles, or 34 counts): fewer copies are left. With
    `rules` (a name or a rule set) waits carry their points, and rules without seven pairs are asked without. The order
    is by shanten, then points, copies left and kinds; what is equal stays in the order of the tiles.
    Raises `HandError` for tiles that cannot be, `OptionError` for rules that are unknown or do not fit.
    """
    hand = to_hand(hand)
    tiles = [tile for tile in TILES if hand.raw[tile]] if hand.is_drawn else []
    after = [hand.without(tile) for tile in tiles]
    answers = _look_at(after, hand, seen, rules, wildcard, seven_pairs)
    found = [Discard(tile, shanten, draws) for tile, (shanten, draws) in zip(tiles, answers, strict=True)]
    return _with_reasons(sorted(found, key=_rank))


def ukeire(
    hand: HandLike,
    seen: Seen | None = None,
    rules: RuleSet | str | None = None,
    wildcard: Tile | str | None = None,
    seven_pairs: SevenPairs = True,
) -> tuple[Ukeire, ...]:
    """The tiles that lower the shanten of a hand of 3k+1 tiles, or complete a ready one; () for 3k+2.

    Arguments and errors are those of `discards`. A wildcard to draw is among the tiles, as the wildcard that it is.
    """
    hand = to_hand(hand)
    answers = _look_at([] if hand.is_drawn else [hand], hand, seen, rules, wildcard, seven_pairs)
    return answers[0][1] if answers else ()


def _look_at(
    hands: Sequence[Hand],
    whole: Hand,
    seen: Seen | None,
    rules: RuleSet | str | None,
    wildcard: Tile | str | None,
    seven_pairs: SevenPairs,
) -> list[tuple[int, tuple[Ukeire, ...]]]:
    """Shanten and ukeire of hands of 3k+1 tiles that `whole` is, or leaves after a discard."""
    wild = parse_tile(wildcard) if isinstance(wildcard, str) else wildcard
    left = unseen(whole, seen)
    chosen = None if rules is None else rule_set(rules, whole, wild)
    if not hands:
        return []
    shanten, kinds = _ukeire(hands, wild, pairs_under(chosen, seven_pairs))
    draws = [tuple(Ukeire(kind, int(left[kind])) for kind in helping) for helping in kinds]
    if chosen is not None:
        ready = [place for place, distance in enumerate(shanten) if distance == 0]
        valued = _with_points(chosen, [hands[place] for place in ready], [draws[place] for place in ready], wild)
        for place, waits in zip(ready, valued, strict=True):
            draws[place] = waits
    return list(zip(shanten, draws, strict=True))


def unseen(hand: Hand, seen: Seen | None) -> NDArray[np.uint8]:
    """uint8 (34,): the copies of each kind that neither the hand, its melds nor `seen` show; `HandError` if under 0."""
    shown = zip(hand.raw, hand.meld_counts, _seen_counts(seen), strict=True)
    left = [COPIES - sum(copies) for copies in shown]
    least = min(left)
    if least < 0:
        raise HandError(
            f"more than four copies of {TILES[left.index(least)]} with the tiles seen ({COPIES - least})",
            expected="at most four of a kind",
        )
    return np.array(left, np.uint8)


def _seen_counts(seen: Seen | None) -> Sequence[int]:
    if seen is None or (isinstance(seen, str) and not seen.strip()):
        return bytes(KINDS)
    numbers = list(parse_tiles(seen)) if isinstance(seen, str) else [*seen]
    if all(isinstance(number, Tile) for number in numbers):
        return [numbers.count(tile) for tile in TILES]
    if len(numbers) != KINDS or any(index(number) < 0 for number in numbers):
        raise HandError(f"{len(numbers)} numbers for the tiles seen", expected="tiles, or 34 counts from 0 on")
    return list(map(index, numbers))


def _ukeire(
    hands: Sequence[Hand], wildcard: Tile | None, seven_pairs: SevenPairs
) -> tuple[list[int], list[tuple[Tile, ...]]]:
    """Of hands of 3k+1 tiles with the same melds: the shanten, and the kinds that lower it."""
    rows = [Row.of(hand, wildcard) for hand in hands]
    counts = np.array([list(row.counts) for row in rows], np.uint8)
    melds = np.array([list(row.melds) for row in rows], np.uint8)
    wild = np.array([row.wildcards for row in rows], np.uint8)
    shanten = batch.shanten(counts, melds=melds, wildcards=wild, seven_pairs=seven_pairs)
    which, kinds = np.nonzero(counts + melds < COPIES)
    drawn, used, wilder = counts[which], melds[which], wild[which]
    each = np.arange(len(which))
    natural = kinds != (KINDS if wildcard is None else wildcard)
    drawn[each[natural], kinds[natural]] += 1
    used[each[~natural], kinds[~natural]] += 1
    wilder[~natural] += 1
    lowered = batch.shanten(drawn, melds=used, wildcards=wilder, seven_pairs=seven_pairs) < shanten[which]
    helping = [tuple(TILES[kind] for kind in kinds[lowered & (which == place)].tolist()) for place in range(len(hands))]
    return shanten.tolist(), helping


def _with_points(
    rules: RuleSet, hands: Sequence[Hand], waits: Sequence[tuple[Ukeire, ...]], wildcard: Tile | None
) -> list[tuple[Ukeire, ...]]:
    """The waits of ready hands with the same melds, and what they are worth."""
    won = [(hand.raw, wait) for hand, draws in zip(hands, waits, strict=True) for wait in draws]
    if not won:
        return list(waits)
    n = len(won)
    rows = np.array([list(raw) for raw, _ in won], np.uint8)
    tiles = np.array([wait.tile for _, wait in won], np.int8)
    rows[np.arange(n), tiles] += 1
    # Both ways to win of all at once: a question to the rules costs more than its rows.
    ways = np.concatenate([np.full(n, -1, np.int8), tiles])
    wins = worth(rules, hands[0], np.concatenate([rows, rows]), wildcard, ways)
    points = [None if earned < 0 else earned for earned in wins.points.tolist()]
    told = iter(
        [
            replace(wait, self_draw=points[i], discard=points[n + i], refusal=wins.refusals[i] or wins.refusals[n + i])
            for i, (_, wait) in enumerate(won)
        ]
    )
    return [tuple(islice(told, len(draws))) for draws in waits]


def _rank(discard: Discard) -> tuple[int, int, int, int]:
    return discard.shanten, -discard.points, -discard.copies, -discard.kinds


_CRITERIA: tuple[Reason, ...] = ("shanten", "points", "copies", "kinds")


def _with_reasons(ranked: list[Discard]) -> tuple[Discard, ...]:
    return tuple(
        replace(discard, reason=_difference(ranked[0], ranked[max(place, 1)] if len(ranked) > 1 else discard))
        for place, discard in enumerate(ranked)
    )


def _difference(best: Discard, other: Discard) -> Reason:
    """The first criterion by which two discards differ."""
    pairs = zip(_CRITERIA, _rank(best), _rank(other), strict=True)
    return next((name for name, a, b in pairs if a != b), "equal")
