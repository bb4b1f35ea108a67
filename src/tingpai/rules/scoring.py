"""Scoring at batch speed: a rule set is asked once for each distinct key, and its answers are gathered back by row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from ..errors import DealError, NoWinError, TingpaiError
from .deal import SEATS
from .laid import Ints
from .model import Outcome, Part, RuleSet, outcome_of, refused
from .table import Rows

_FEW = 1 << 10  # keys that are sorted in less time than Arrow needs to begin


class Scored(NamedTuple):
    """Row i comes to `outcomes[places[i]]`, but for what each seat pays: ``pay[i]``, int32 (N, 4)."""

    outcomes: list[Outcome]
    places: NDArray[np.int32]
    pay: NDArray[np.int32]

    def faults(self) -> Iterator[tuple[int, TingpaiError]]:
        """The rows that are refused, and why; not those whose hand just does not win."""
        errors = [None if isinstance(outcome.error, NoWinError) else outcome.error for outcome in self.outcomes]
        at_fault = np.array([error is not None for error in errors], np.bool_)
        for row in np.flatnonzero(at_fault[self.places]).tolist() if at_fault.any() else ():
            error = errors[self.places[row]]
            assert error is not None
            yield row, error

    def table(self) -> pa.Table:
        """The columns of `RuleSet.score_batch`."""
        index = pa.array(self.places)
        outcomes = self.outcomes
        errors = pa.array([None if outcome.error is None else str(outcome.error) for outcome in outcomes], pa.string())
        patterns = pa.array(
            [None if outcome.error else outcome.patterns for outcome in outcomes], pa.list_(pa.string())
        )
        points = np.take(np.array([outcome.points for outcome in outcomes], np.int32), self.places)
        wrong = np.array([outcome.error is not None for outcome in outcomes], np.bool_)
        mask = np.take(wrong, self.places) if wrong.any() else None
        columns = {"patterns": patterns.take(index), "points": pa.array(points, mask=mask)}
        for seat in range(SEATS):
            columns[f"pay_{seat}"] = pa.array(np.ascontiguousarray(self.pay[:, seat]), mask=mask)
        columns["error"] = errors.take(index)
        return pa.table(columns)


def score_rows(rules: RuleSet, rows: Rows) -> Scored:
    """What every row comes to."""
    parts, odd = rules.parts(rows)
    good = np.flatnonzero(~odd)
    outcomes: list[Outcome] = []
    places = np.zeros(rows.size, np.int32)
    pay = np.zeros((rows.size, SEATS), np.int32)
    for number, part in enumerate(parts):
        distinct, inverse = _distinct(part.keys if len(good) == rows.size else part.keys[good])
        found = [_outcome(part, key) for key in distinct]
        paid = np.take(np.array([outcome.pay for outcome in found], np.int32).reshape(-1, SEATS), inverse, axis=0)
        if len(good) == rows.size:
            pay += paid
        else:
            pay[good] += paid
        if number == 0:
            outcomes = found
            places[good] = inverse
    for row in np.flatnonzero(odd).tolist():
        places[row] = len(outcomes)
        outcomes.append(_alone(rules, rows, row))
        pay[row] = outcomes[-1].pay
    return Scored(outcomes, places, pay)


def _distinct(keys: Ints) -> tuple[list[int], NDArray[Any]]:
    if len(keys) < _FEW:
        distinct, inverse = np.unique(keys, return_inverse=True)
        return distinct.tolist(), inverse
    coded = pa.array(keys).dictionary_encode()
    return coded.dictionary.to_pylist(), np.asarray(coded.indices)


def _outcome(part: Part, key: int) -> Outcome:
    known = part.known.get(key)
    if known is None:
        try:
            known = part.outcome(key)
        except DealError as error:
            known = refused(error)
        part.known[key] = known
    return known


def _alone(rules: RuleSet, rows: Rows, row: int) -> Outcome:
    """One row settled as a deal."""
    try:
        return outcome_of(rules.settle(rows.deal(row)))
    except TingpaiError as error:
        return refused(error)
