"""What every rule set answers with, and what it is: `Settlement`, `Payment`, `Score`, `RuleSet`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..errors import InputError, TingpaiError
from .deal import SEATS, SPECIAL_KEYS, Deal, refuse
from .options import Option, Value, nearest, settled

if TYPE_CHECKING:
    import pyarrow as pa

    from .table import Rows


class Step(NamedTuple):
    """One factor or term of the arithmetic: a name of `names.NAMES` and what it does, as ``("one_suit", "×2")``."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Score:
    """What a hand, won as it was, is worth. `share` is what one payer pays before locks, horses and fish.

    `reading` is ``"standard"`` or ``"seven_pairs"``; `patterns` are names of `names.NAMES` in a fixed order.
    """

    reading: str
    patterns: tuple[str, ...]
    share: int
    steps: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Payment:
    """`payer` pays `payee` so many `points`, always positive, `reason` being ``"win"``, ``"kong 9999p"``, …"""

    payer: int
    payee: int
    points: int
    reason: str

    def to_json(self) -> dict[str, object]:
        """The object that stands for it in `Settlement.to_json`."""
        return {"from": self.payer, "to": self.payee, "points": self.points, "for": self.reason}


@dataclass(frozen=True, slots=True)
class Winner:
    """One winner's part of a settlement. `value` is what the win earns in all; kong points, horses and fish apart.

    `more` are the steps, behind those of the score, that make of a share what each payer pays where all pay the same.
    """

    seat: int
    score: Score
    value: int
    more: tuple[Step, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The object that stands for it in `Settlement.to_json`."""
        return {
            "seat": self.seat,
            "reading": self.score.reading,
            "patterns": list(self.score.patterns),
            "value": self.value,
        }


@dataclass(frozen=True, slots=True)
class Settlement:
    """Who pays whom, why, and who deals next (None where the deal does not tell)."""

    rules: str
    winners: tuple[Winner, ...]
    payments: tuple[Payment, ...]
    next_dealer: int | None

    @property
    def net(self) -> tuple[int, ...]:
        """Points won or lost by each seat; they sum to zero."""
        return net(self.payments)

    def to_json(self) -> dict[str, object]:
        """The object that ``tingpai settle --json`` prints; docs/deal-file.md."""
        return {
            "rules": self.rules,
            "winners": [winner.to_json() for winner in self.winners],
            "payments": [payment.to_json() for payment in self.payments],
            "net": list(self.net),
            "next_dealer": self.next_dealer,
        }


def net(payments: Iterable[Payment]) -> tuple[int, ...]:
    """The sum of `payments` for each seat."""
    seats = [0] * SEATS
    for payment in payments:
        seats[payment.payer] -= payment.points
        seats[payment.payee] += payment.points
    return tuple(seats)


class Outcome(NamedTuple):
    """What one distinct key of a batch comes to. `points` is the winner's `value`, `pay` the net of each seat."""

    patterns: tuple[str, ...] = ()
    points: int = 0
    pay: tuple[int, ...] = (0, 0, 0, 0)
    error: TingpaiError | None = None


class Part(NamedTuple):
    """One part of a batch settlement: a small integer key a row, and what a key comes to.

    `keys` is int64, one a row; `outcome` is called once for each distinct key and may raise `DealError`. `known` keeps
    what it answered, for the next batch too where the dict is kept.
    """

    keys: NDArray[np.int64]
    outcome: Callable[[int], Outcome]
    known: dict[int, Outcome]


@dataclass(frozen=True, slots=True)
class ValueTable:
    """A rule set's values as it prints them: column and row titles are names or (Chinese, English) pairs."""

    columns: tuple[tuple[str, str], ...]
    rows: tuple[tuple[tuple[str, str], tuple[int | None, ...]], ...]


class RuleSet(ABC):
    """One rule set with its options fixed. Make it with `rules.get(name, **options)`."""

    name: ClassVar[str]
    """Its name, as `rules.get` takes it."""
    zh: ClassVar[str]
    """What it is, in Chinese."""
    en: ClassVar[str]
    """What it is, in English."""
    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    """What it can be given, with defaults."""
    KEYS: ClassVar[frozenset[str]] = frozenset()
    """Those keys of a deal that only some rule sets know and this one does."""

    def __init__(self, **options: object) -> None:
        self.options: Mapping[str, Value] = settled(self.name, self.OPTIONS, options)
        self.known: dict[int, Outcome] = {}  # wins met in batches before, by key

    @property
    def has_wildcard(self) -> bool:
        """Whether a tile is turned that makes another one wild."""
        return "indicator" in self.KEYS

    def flag(self, name: str) -> bool:
        """The option `name`, one that is on or off."""
        return bool(self.options[name])

    def number(self, name: str) -> int:
        """The option `name`, a number."""
        value = self.options[name]
        assert isinstance(value, int)
        return value

    def settle(self, deal: Deal | Mapping[str, Any]) -> Settlement:
        """Who pays whom. `deal` is a `Deal` or one object of a deal file; its own options come before this one's.

        Raises `DealError` (one line naming the seat and the rule) for a deal that these rules forbid, `OptionError`.
        """
        if not isinstance(deal, Deal):
            deal = Deal.parse(deal)
        if deal.rules not in (None, self.name):
            refuse(f"the deal's rules are {deal.rules!r}", expected=self.name)
        rules = type(self)(**{**self.options, **deal.options}) if deal.options else self
        for key in sorted(deal.keys & SPECIAL_KEYS - self.KEYS):
            refuse(f"{self.name} has no key {key!r}", expected=nearest(key, sorted(self.KEYS)))
        return rules._settle(deal)

    def score_batch(self, table: pa.Table) -> pa.Table:
        """Score every row of an Arrow table of hands and how they were won; docs/rules/batch.md names the columns.

        Returns a table of as many rows: `patterns` list<string>, `points` int32, `pay_0` … `pay_3` int32 (net of each
        seat, kong points included) and `error` (text where the row is refused and the rest null; null otherwise).
        """
        import pyarrow as pa

        from .scoring import score_rows
        from .table import Rows

        if not isinstance(table, pa.Table | pa.RecordBatch):
            raise InputError(f"a table of the type {type(table).__name__}", expected="a pyarrow.Table")
        return score_rows(self, Rows.of(table)).table()

    @abstractmethod
    def values(self) -> ValueTable:
        """The table of values, computed by the rules themselves."""

    @abstractmethod
    def _settle(self, deal: Deal) -> Settlement:
        """Settle a deal whose keys these rules know."""

    @abstractmethod
    def parts(self, rows: Rows) -> tuple[Sequence[Part], NDArray[np.bool_]]:
        """The keys of a batch, and which rows are odd.

        The parts' outcomes add up (patterns and points come from the first). An odd row is one that the keys cannot
        tell, or that may be forbidden: it is settled alone as a `Deal`.
        """


def outcome_of(settlement: Settlement) -> Outcome:
    """The one winner's row of a settlement."""
    (winner,) = settlement.winners
    return Outcome(winner.score.patterns, winner.value, settlement.net)


def refused(error: TingpaiError) -> Outcome:
    """The row of a refused deal; of the error no more than what it says, as it is kept."""
    return Outcome(error=copy(error))
