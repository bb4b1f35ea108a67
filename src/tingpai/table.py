"""A batch of input rows with its answers beside it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import pyarrow as pa

from . import rules
from .answers import Tally, answer
from .errors import InputError, TingpaiError
from .io.hands import COUNT_COLUMNS, WILDCARD_COLUMN, Broken, hand_columns, read_hands
from .io.rejects import Reject
from .io.rows import Rows
from .plan import SCORES, Plan
from .rules import cells
from .rules.columns import encode
from .rules.scoring import score_rows
from .rules.table import COLUMNS
from .rules.table import Rows as HandRows
from .rules.wuhan_hand import wildcard_of
from .worth import no_wildcard

INDICATOR = "indicator"
"""The column of the tile turned, under rules with a wildcard."""


def answered(rows: Rows, path: str, plan: Plan) -> tuple[pa.Table, list[Reject], Tally]:
    """The output rows of a batch: what was there, then the answers; and the rows that have none."""
    broken = rows.broken
    try:
        columns = hand_columns(rows.table.column_names, plan.reading.hand_column)
        table = rows.table if plan.rules is None else _with_wildcards(rows.table, _rule_set(plan.rules, plan.options))
        hands = read_hands(table, columns, plan.wildcard, broken)
    except InputError as error:
        raise InputError(f"{path}: {error.what}", expected=error.expected) from None
    where = columns[0] if len(columns) == 1 else ""
    added, tally = answer(hands, plan.columns, where, broken)
    if plan.rules is not None:
        if hands.wild is not None and not _rule_set(plan.rules, plan.options).has_wildcard:
            for row in np.flatnonzero(hands.wild >= 0).tolist():
                broken.setdefault(row, (WILDCARD_COLUMN, str(no_wildcard(plan.rules))))
        added |= _scores(rows.table, columns, plan, broken)
        tally.rejects = len(broken)
        if "error" in plan.columns:
            added["error"] = _errors(broken, rows.table.num_rows)
    table = rows.output()
    taken = next((name for name in added if name in table.column_names), None)
    if taken is not None:
        raise InputError(f"{path} has a column {taken!r} already", expected="--columns without it")
    for name, values in added.items():
        table = table.append_column(name, values)
    return table, _rejects(rows, path) if broken else [], tally


def _with_wildcards(table: pa.Table, chosen: rules.RuleSet) -> pa.Table:
    """The table with each row's wildcard, which its indicator makes, under rules that turn one.

    An indicator that cannot be read makes none: the rules refuse its row where it wins.
    """
    if not chosen.has_wildcard:
        return table
    if INDICATOR not in table.column_names:
        raise InputError(f"no column {INDICATOR!r}", expected=f"the tile turned in each row, for {chosen.name}")
    codes, values = encode(table[INDICATOR])
    wild = pa.array([_made_wild(value) for value in values], pa.string())
    wildcards = wild.take(pa.array(np.where(codes < 0, len(values) - 1, codes)))
    others = [other for other in table.column_names if other != WILDCARD_COLUMN]
    return table.select(others).append_column(WILDCARD_COLUMN, wildcards)


def _made_wild(indicator: object) -> str | None:
    try:
        return None if cells.is_empty(indicator) else str(wildcard_of(cells.tile(str(indicator).strip())))
    except TingpaiError:
        return None


def _scores(table: pa.Table, columns: tuple[str, ...], plan: Plan, broken: Broken) -> dict[str, pa.Array]:
    """The columns that the rules add; rows that they refuse are added to `broken`, but not hands that do not win."""
    if len(columns) == 1 and columns[0] not in ("hand", "counts"):
        name = "counts" if pa.types.is_nested(table.schema.field(columns[0]).type) else "hand"
        others = [other for other in ("hand", "counts") if other in table.column_names]
        table = table.drop_columns(others).rename_columns({columns[0]: name})
    table = table.select([name for name in table.column_names if name in (*COLUMNS, *COUNT_COLUMNS)])
    good = np.setdiff1d(np.arange(table.num_rows), list(broken)) if broken else np.arange(table.num_rows)
    rows = HandRows.of(table.take(pa.array(good)) if broken else table)
    found = score_rows(_rule_set(plan.rules, plan.options), rows)
    for place, error in found.faults():
        broken[int(good[place])] = ("", str(error))
    scored = found.table()
    places = np.full(table.num_rows, -1)
    places[good] = np.arange(len(good))
    index = pa.array(places, mask=places < 0)
    return {name: scored[name].take(index) for name in SCORES if name in plan.columns and name != "error"}


def _errors(broken: Broken, rows: int) -> pa.Array:
    """Why each row is bad, null where it is not: what the list of bad rows says, too."""
    if not broken:
        return pa.nulls(rows, pa.string())
    places = np.zeros(rows, np.int32)
    places[list(broken)] = np.arange(1, len(broken) + 1)
    return pa.array([None, *(message for _, message in broken.values())], pa.string()).take(pa.array(places))


@lru_cache(maxsize=1)
def _rule_set(name: str, options: tuple[tuple[str, Any], ...]) -> rules.RuleSet:
    return rules.get(name, **dict(options))


def _rejects(rows: Rows, path: str) -> list[Reject]:
    numbers = sorted(rows.broken)
    located = rows.locate(numbers)
    return [Reject(path, line, *rows.broken[row], text) for row, (line, text) in zip(numbers, located, strict=True)]


def fit(table: pa.Table, schema: pa.Schema, path: str) -> pa.Table:
    """The table with the output's columns: a missing one is null, one that the output does not have is refused."""
    if table.schema.equals(schema):
        return table
    extra = next((name for name in table.column_names if name not in schema.names), None)
    if extra is not None:
        raise InputError(f"{path} has a column {extra!r} that the first input does not have")
    columns = []
    for wanted in schema:
        if wanted.name not in table.column_names:
            columns.append(pa.nulls(table.num_rows, wanted.type))
            continue
        try:
            columns.append(table[wanted.name].cast(wanted.type))
        except pa.ArrowException:
            held = table.schema.field(wanted.name).type
            raise InputError(f"{path}: column {wanted.name!r} holds {held}", expected=str(wanted.type)) from None
    return pa.table(columns, schema=schema)
