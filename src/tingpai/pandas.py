"""pandas: ``import tingpai.pandas`` gives series an accessor; the answers are Arrow-backed series.

```python
df["waits"] = df["hand"].tingpai.waits()
```
"""

from __future__ import annotations

from typing import Any

import pandas as pd
import pyarrow as pa

from .frames import answer_column


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
        answers = answer_column(pa.array(self._hands, from_pandas=True), question, wildcard)
        return pd.Series(pd.arrays.ArrowExtensionArray(answers), index=self._hands.index, name=self._hands.name)
