"""A result's columns, checked where they are read: each distinct value once, in plain Python, by what it has to be."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Hashable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from ..io import jsontext
from ..notation import parse_tiles
from ..rules.columns import Coded, encode, whole
from ..tiles import KINDS

_SHANTEN = range(-1, 9)
_POINTS = range(-(1 << 31), 1 << 31)  # as analyze and settle write them
_WHOLE = re.compile(r"-?[0-9]{1,10}")
_TRUTH = {"true": True, "false": False}
_SHOWN = 60  # characters of a text that is refused


class BadCell(Exception):
    """What is wrong with a column, in a row of its batch (from 0) or, without one, in all."""

    def __init__(self, row: int | None, what: str, expected: str) -> None:
        super().__init__(row, what, expected)
        self.row = row
        self.what = what
        self.expected = expected


class _Kind(NamedTuple):
    """What the values of a column are: `read` makes them of numbers, truth values and texts, or raises `ValueError`."""

    read: Callable[[Any], Hashable]
    expected: str


def read(name: str, column: pa.ChunkedArray, *, of_deals: bool) -> Coded:
    """The distinct values of a column, None for what says nothing: null and, in text files, an empty field.

    Patterns `of_deals` are those of each winner. Raises `BadCell`.
    """
    try:
        coded = encode(_flat(column))
    except (pa.ArrowException, ValueError, OverflowError):
        raise BadCell(None, f"column {name!r} holds {column.type}", "numbers, truth values or text") from None
    kind = _WINNERS if of_deals and name == "patterns" else _KINDS.get(name)
    values: list[Hashable] = []
    for code, value in enumerate(coded.values):
        try:
            values.append(None if value is None or value == "" else value if kind is None else kind.read(value))
        except (ValueError, RecursionError):
            assert kind is not None
            raise BadCell(int(np.argmax(coded.codes == code)), _in_column(value, name), kind.expected) from None
    return Coded(coded.codes, values)


def check_winners(values: Coded, patterns: Coded) -> None:
    """Raise `BadCell` where a deal has patterns of more or fewer winners than values."""
    sizes, named = (
        np.array([-1 if value is None else len(value) for value in column.values])[column.codes]
        for column in (values, patterns)
    )
    wrong = (sizes >= 0) & (named >= 0) & (sizes != named)
    if wrong.any():
        row = int(np.argmax(wrong))
        found = json.dumps(patterns.values[patterns.codes[row]], ensure_ascii=False)
        raise BadCell(row, _in_column(found, "patterns"), f"lists of {sizes[row]} winners, as 'values' has")


def _in_column(value: object, name: str) -> str:
    shown = f"{value[:_SHOWN]}…" if isinstance(value, str) and len(value) > _SHOWN else value
    return f"{shown!r} in column {name!r}"


def _flat(column: pa.ChunkedArray) -> pa.Array:
    """Nested values as JSON, which text files have; what is neither number, truth value nor text as text."""
    array = whole(column)
    if pa.types.is_dictionary(array.type):
        array = array.dictionary_decode()
    if pa.types.is_nested(array.type):
        return pc.if_else(array.is_valid(), jsontext.column_text(array), None)
    kind = array.type
    is_known = pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind)
    return array if is_known or pa.types.is_null(kind) else array.cast(pa.large_string())


def _whole(numbers: range) -> _Kind:
    def read(value: object) -> int:
        if (isinstance(value, str) and _WHOLE.fullmatch(value)) or (isinstance(value, float) and value.is_integer()):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool) or value not in numbers:
            raise ValueError
        return value

    return _Kind(read, f"a whole number from {numbers[0]} to {numbers[-1]}")


def _truth(value: object) -> bool:
    if isinstance(value, str) and value in _TRUTH:
        return _TRUTH[value]
    if not isinstance(value, bool):
        raise ValueError
    return value


@lru_cache(maxsize=1 << 16)
def _waits(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError
    parse_tiles(value)
    return value


def _patterns(value: object) -> tuple[str, ...]:
    if not isinstance(value, str):
        raise ValueError
    return _texts(_list(value)) if value.startswith("[") else tuple(value.split())


def _patterns_of_winners(value: object) -> tuple[tuple[str, ...], ...]:
    return tuple(map(_texts, _list(value)))


def _points(value: object) -> tuple[int, ...]:
    numbers = _list(value)
    if not all(type(number) is int and number in _POINTS for number in numbers):
        raise ValueError
    return tuple(numbers)


def _texts(names: object) -> tuple[str, ...]:
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError
    return tuple(names)


def _list(value: object) -> list[Any]:
    found = json.loads(value) if isinstance(value, str) else None
    if not isinstance(found, list):
        raise ValueError
    return found


_KINDS = {
    "shanten": _whole(_SHANTEN),
    "is_win": _Kind(_truth, "true or false"),
    "waits": _Kind(_waits, "tiles as text"),
    "wait_kinds": _whole(range(KINDS + 1)),
    "wait_copies": _whole(range(4 * KINDS + 1)),
    "points": _whole(_POINTS),
    "patterns": _Kind(_patterns, "a list of names"),
    "values": _Kind(_points, "a JSON list of points, whole numbers of 32 bits"),
}
_WINNERS = _Kind(_patterns_of_winners, "a JSON list of lists of names")
