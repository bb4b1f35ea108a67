"""What a Wuhan win is worth to each loser: base × winner's multiplier × loser's multiplier, 承包 and caps.

Everybody pays, discard or not (docs/rules/wuhan-kaikou.md). Amounts are exact: ×1.5 occurs at most once, on a
multiple of ten.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..hand import Meld, MeldKind
from ..tiles import Tile
from .deal import SEATS, refuse
from .model import Step
from .options import Value
from .wuhan_hand import Shape

SMALL_BASE = 1
BIG_BASE = 10
SITUATIONAL = frozenset({"last_draw", "win_after_kong", "robbing"})


@dataclass(frozen=True, slots=True)
class Win:
    """A win as the payments see it.

    `shapes` are the readings that may win, `situations` the big hands that how it was won adds; `powers` each seat's
    melds as a power of two. `source` is the discarder or robbed player. `third` tells where the winner's third
    open meld came from (1 上家, 2 对家, 3 下家, 4 not known, 0 none), `careless` that the discarder was not waiting.
    """

    seat: int
    source: int | None
    shapes: tuple[Shape, ...]
    situations: tuple[str, ...]
    powers: tuple[int, ...]
    third: int = 0
    careless: bool = False

    @property
    def self_draw(self) -> bool:
        return self.source is None


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to count a win: `big` with the situations, and what each seat pays (0 for the winner)."""

    hard: bool
    big: tuple[str, ...]
    share: int
    losses: tuple[int, ...]
    steps: tuple[Step, ...]


def power(melds: tuple[Meld, ...], every_opening: bool, wildcard_kong: int) -> int:
    """The multiplier of a seat's melds as a power of two: kongs, and ×2 once opened (`every_opening`: each time)."""
    openings = sum(meld.is_claimed for meld in melds)
    kongs = sum(kong_power(meld, wildcard_kong) for meld in melds)
    return kongs + (openings if every_opening else min(openings, 1))


def kong_power(meld: Meld, wildcard_kong: int) -> int:
    """×4 for a concealed kong, ×2 for another and for 红中杠; 癞子杠 by the option `wildcard_kong`, 2 or 4."""
    if meld.kind is MeldKind.SINGLE:
        return 2 if meld.tile is not Tile.RED and wildcard_kong == 4 else 1
    if meld.kind is MeldKind.CONCEALED_KONG:
        return 2
    return 1 if meld.is_kong else 0


def best(win: Win, options: Mapping[str, Value]) -> Reading:
    """The reading that pays the winner most; of two that pay the same, the hard one."""
    return max((_reading(win, shape, options) for shape in win.shapes), key=lambda reading: sum(reading.losses))


def liable(win: Win, reading: Reading) -> int | None:
    """承包: the seat that pays the whole win, or None. Of two reasons the one-suit one comes first."""
    if "one_suit" in reading.big and win.third:
        if win.third == SEATS:
            refuse(
                "who supplied his third open meld pays a one-suit win, and is not known",
                win.seat,
                "the source digit of that meld",
            )
        return (win.seat - win.third) % SEATS
    if "robbing" in reading.big or ("melded_hand" in reading.big and not win.self_draw and win.careless):
        return win.source
    return None


def _reading(win: Win, shape: Shape, options: Mapping[str, Value]) -> Reading:
    big = shape.big + win.situations
    base = BIG_BASE * len(big) if big else SMALL_BASE
    share = base << win.powers[win.seat] + shape.hard
    steps = [Step(name, f"+{BIG_BASE}") for name in big] or [Step("small", str(SMALL_BASE))]
    if win.powers[win.seat]:
        steps.append(Step("winner_melds", f"×{1 << win.powers[win.seat]}"))
    if shape.hard:
        steps.append(Step("hard", "×2"))
    drawn_half = bool(big) and win.self_draw and (bool(options["situational_self_draw"]) or not set(big) <= SITUATIONAL)
    if win.self_draw and not big:
        share *= 2
        steps.append(Step("self_draw", "×2"))
    elif drawn_half:
        share = share * 3 // 2
        steps.append(Step("self_draw", "×1.5"))
    if not big and win.seat == 0:
        share *= 2
        steps.append(Step("dealer", "×2"))
    losses = tuple(0 if seat == win.seat else _loss(win, seat, bool(big), share) for seat in range(SEATS))
    return Reading(shape.hard, big, share, capped(losses, options), tuple(steps))


def _loss(win: Win, seat: int, big: bool, share: int) -> int:
    loss = share << win.powers[seat]
    if seat == win.source:
        loss = loss * 3 // 2 if big else loss * 2
    if not big and seat == 0:
        loss *= 2
    return loss


def capped(losses: tuple[int, ...], options: Mapping[str, Value]) -> tuple[int, ...]:
    """封顶: nobody pays more than `cap`; where all three would, 金顶: each pays `cap_all` (or at most that)."""
    cap, cap_all = options["cap"], options["cap_all"]
    if cap is None:
        return losses
    assert isinstance(cap, int)
    assert isinstance(cap_all, int)
    owed = [loss for loss in losses if loss]
    if min(owed) > cap:
        fixed = options["cap_all_rule"] == "fixed"
        return tuple((cap_all if fixed else min(loss, cap_all)) if loss else 0 for loss in losses)
    return tuple(min(loss, cap) for loss in losses)
