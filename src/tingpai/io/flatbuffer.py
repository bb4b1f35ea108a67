"""Flatbuffers, as much as Arrow's messages need: the numbers, tables and vectors of structs that a table holds."""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import DTypeLike, NDArray


def root(data: bytes) -> Table:
    """The table that `data` is about."""
    return Table(data, _number(data, "<I", 0))


class Table:
    """The table at byte `at` of `data`, its fields by number; one that is not there is 0, None or empty.

    `ValueError` where anything leads out of `data`.
    """

    def __init__(self, data: bytes, at: int) -> None:
        self._data = data
        self._at = at
        self._offsets = at - _number(data, "<i", at)
        self._size = _number(data, "<H", self._offsets)

    def number(self, field: int, format: str) -> int:
        """A whole number, `format` as in `struct`."""
        at = self._place(field)
        return _number(self._data, format, at) if at else 0

    def table(self, field: int) -> Table | None:
        at = self._target(field)
        return Table(self._data, at) if at else None

    def structs(self, field: int, dtype: DTypeLike) -> NDArray[np.void]:
        """A vector of structs as an array (N,) of `dtype`."""
        at = self._target(field)
        if not at:
            return np.empty(0, dtype)
        count = _number(self._data, "<I", at)
        return np.frombuffer(self._data, dtype, count, at + 4) if count else np.empty(0, dtype)

    def _place(self, field: int) -> int:
        """Where a field stands; 0 where it does not."""
        slot = 4 + 2 * field
        offset = _number(self._data, "<H", self._offsets + slot) if slot + 2 <= self._size else 0
        return self._at + offset if offset else 0

    def _target(self, field: int) -> int:
        """Where a field leads to; 0 where it does not stand."""
        at = self._place(field)
        return at + _number(self._data, "<I", at) if at else 0


def _number(data: bytes, format: str, at: int) -> int:
    if not 0 <= at <= len(data) - struct.calcsize(format):
        raise ValueError("a place outside of it")
    number: int = struct.unpack_from(format, data, at)[0]
    return number
