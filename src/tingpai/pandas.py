"""pandas: ``import tingpai.pandas`` gives series an accessor; the answers are Arrow-backed series.

```python
df["waits"] = df["hand"].tingpai.waits()
```
"""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa

from .errors import InputError
from .frames import EXPECTED, answer_column

_UNREADABLE = (pa.ArrowException, OverflowError, UnicodeEncodeError)


@pd.api.extensions.register_series_accessor("tingpai")
class Series:
    """Questions to a series of hands: text in any notation, or lists of 34 counts. An invalid row is null.

    `wildcard` is a tile whose copies in the hands are wild.
    """

    def __init__(self, hands: pd.Series[Any]) -> None:
        self._hands = hands

    def waits(self, wildcard: str | None = None) -> pd.Series[Any]:
        """The waits as MPSZ text, empty where there is none."""
        return self._ask("waits", wildcard)

    def shanten(self, wildcard: str | None = None) -> pd.Series[Any]:
        """Tiles to draw until the hand waits, -1 complete (int8)."""
        return self._ask("shanten", wildcard)

    def is_win(self, wildcard: str | None = None) -> pd.Series[Any]:
        """Whether the hand is complete (bool)."""
        return self._ask("is_win", wildcard)

    def _ask(self, question: str, wildcard: str | None) -> pd.Series[Any]:
        name = "hand" if self._hands.name is None else self._hands.name
        answers = answer_column(_arrow(self._hands, name), question, wildcard, name)
        return pd.Series(pd.arrays.ArrowExtensionArray(answers), index=self._hands.index, name=self._hands.name)


def _arrow(hands: pd.Series[Any], name: object) -> pa.Array | pa.ChunkedArray:
    try:
        return pa.array(hands, from_pandas=True)
    except _UNREADABLE:
        row, value = _odd(hands)
        raise InputError(f"{value!r:.60} in column {name!r}", where=f"row {row}", expected=EXPECTED) from None


def _odd(hands: pd.Series[Any]) -> tuple[int, object]:
    """The first value, and its row from 0, that Arrow cannot read or that is not of the kind of those before it."""
    first: pa.DataType | None = None
    for row, value in enumerate(hands):
        try:
            kind = pa.array([value], from_pandas=True).type
        except _UNREADABLE:
            return row, value
        if first is None or pa.types.is_null(first):
            first = kind
        elif kind not in (first, pa.null()):
            return row, value
    raise AssertionError("Arrow reads each, but not all")
