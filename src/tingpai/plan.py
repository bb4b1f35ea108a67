"""What a run of `analyze` is asked for."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pyarrow as pa

from .io.unit import Reading
from .io.writers import Target

ANSWERS: dict[str, pa.DataType] = {
    "shanten": pa.int8(),
    "is_win": pa.bool_(),
    "waits": pa.string(),
    "wait_kinds": pa.uint8(),
    "wait_copies": pa.uint8(),
}
"""The columns that every hand can be asked for."""
SCORES: dict[str, pa.DataType] = {
    "patterns": pa.list_(pa.string()),
    "points": pa.int32(),
    **{f"pay_{seat}": pa.int32() for seat in range(4)},
    "error": pa.string(),
}
"""The columns that a rule set adds: patterns, the hand's points, what each seat gains or pays; why a row is bad."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is asked and how it is written down: all that decides the output.

    `columns` are names of `ANSWERS` and, with `rules`, of `SCORES`. `stream` says that the output is a pipe. `schema`
    is the output's, once it is known.
    """

    target: Target
    columns: tuple[str, ...] = tuple(ANSWERS)
    reading: Reading = field(default_factory=Reading)
    wildcard: int | None = None
    rules: str | None = None
    options: tuple[tuple[str, Any], ...] = ()
    stream: bool = False
    schema: pa.Schema | None = None

    def asks(self) -> dict[str, Any]:
        """The plan as JSON, for a manifest: two runs with the same inputs and this the same write the same."""
        return {
            "format": self.target.format,
            "compression": self.target.compression,
            "columns": list(self.columns),
            "hand_column": self.reading.hand_column,
            "wildcard": None if self.wildcard is None else int(self.wildcard),
            "rules": self.rules,
            "options": {name: str(value) for name, value in self.options},
        }
