"""Polars: ``import tingpai.polars`` gives expressions a namespace.

```python
df.with_columns(pl.col("hand").tingpai.waits(), pl.col("hand").tingpai.shanten().alias("shanten"))
```
"""

from __future__ import annotations

import polars as pl

from .frames import answer_column


@pl.api.register_expr_namespace("tingpai")
class Expressions:
    """Questions to an expression of hands: text in any notation, or lists of 34 counts. An invalid row is null.

    `wildcard` is a tile whose copies in the hands are wild.
    """

    def __init__(self, hands: pl.Expr) -> None:
        self._hands = hands

    def waits(self, wildcard: str | None = None) -> pl.Expr:
        """The waits as MPSZ text, empty where there is none (String)."""
        return self._ask("waits", pl.String, wildcard)

    def shanten(self, wildcard: str | None = None) -> pl.Expr:
        """Tiles to draw until the hand waits, -1 complete (Int8)."""
        return self._ask("shanten", pl.Int8, wildcard)

    def is_win(self, wildcard: str | None = None) -> pl.Expr:
        """Whether the hand is complete (Boolean)."""
        return self._ask("is_win", pl.Boolean, wildcard)

    def _ask(self, question: str, dtype: type[pl.DataType], wildcard: str | None) -> pl.Expr:
        def ask(hands: pl.Series) -> pl.Series:
            answers = answer_column(hands.to_arrow(), question, wildcard, hands.name)
            return pl.Series(hands.name, answers, dtype=dtype)

        return self._hands.map_batches(ask, return_dtype=dtype, is_elementwise=True)
