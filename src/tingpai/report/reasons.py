"""Why rows are refused, without what is particular to each: so there are few reasons, however many rows."""

from __future__ import annotations

from collections import Counter

import pyarrow as pa
import pyarrow.compute as pc

_PARTICULAR = (
    (r"(?s) \(expected .*", ""),
    (r"""(^|[\s(])(?:'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""", r"\1'…'"),
    (r"\[[^\]]*\]", "…"),
    (r"(^|[^+\w])(?:[1-9]+[mpsz]|\d+)\b", r"\1…"),
    (r"^(?:seat …|'…', position …): (?:not a \w+: )?", ""),
)
"""Patterns of Arrow's regular expressions and what takes their place: the advice, quoted texts, melds, tiles and
numbers, and the place."""


def reasons(errors: pa.ChunkedArray) -> Counter[str]:
    """How often each reason is given, a text a row; null and empty texts give none."""
    said = errors.drop_null()
    for pattern, instead in _PARTICULAR:
        said = pc.replace_substring_regex(said, pattern, instead)
    counts = pc.value_counts(said)
    return Counter({item["values"]: item["counts"] for item in counts.to_pylist() if item["values"]})
