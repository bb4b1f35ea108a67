"""DuckDB: `register` gives a connection the functions ``tingpai_waits``, ``tingpai_shanten`` and ``tingpai_is_win``.

```python
tingpai.duckdb.register(con)
con.sql("SELECT hand, tingpai_waits(hand) FROM 'hands.parquet' WHERE tingpai_shanten(hand) = 0")
```
"""

from __future__ import annotations

from functools import partial

import duckdb
import pyarrow as pa
from duckdb.func import FunctionNullHandling, PythonUDFType

from .frames import answer_column

_FUNCTIONS = {"waits": "VARCHAR", "shanten": "TINYINT", "is_win": "BOOLEAN"}


def register(connection: duckdb.DuckDBPyConnection) -> None:
    """Add the functions to a connection. Each takes a hand as text in any notation; an invalid one gives NULL."""
    for question, answer in _FUNCTIONS.items():
        connection.create_function(
            f"tingpai_{question}",
            partial(_ask, question),
            ["VARCHAR"],
            answer,
            type=PythonUDFType.ARROW,
            null_handling=FunctionNullHandling.SPECIAL,
        )


def _ask(question: str, hands: pa.ChunkedArray) -> pa.Array:
    return answer_column(hands, question)
