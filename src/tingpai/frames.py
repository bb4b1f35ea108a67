"""What the data-frame adapters share: one Arrow column of hands in, one Arrow column of answers out."""

from __future__ import annotations

import pyarrow as pa

from .answers import answer
from .errors import InputError
from .io.hands import read_hands
from .notation import parse_tile

_HAND = "hand"
EXPECTED = "text, or lists of 34 counts"


def answer_column(
    hands: pa.Array | pa.ChunkedArray, question: str, wildcard: str | None = None, name: object = _HAND
) -> pa.Array:
    """A column that `tingpai analyze` adds (``"waits"``, ``"shanten"``, ``"is_win"``), null where there is no hand.

    `hands` are texts in any notation or lists of 34 counts; `wildcard` is a tile whose copies in them are wild, `name`
    what the column is called. Raises `InputError` for a column of another type, unless it holds nothing, and
    `NotationError` for a wildcard that is no tile.
    """
    tile = None if wildcard is None else int(parse_tile(wildcard))
    broken: dict[int, tuple[str, str]] = {}
    if hands.null_count == len(hands):
        hands = pa.nulls(len(hands), pa.string())
    try:
        read = read_hands(pa.table({_HAND: hands}), (_HAND,), tile, broken)
    except InputError:
        raise InputError(f"column {name!r} holds {hands.type}", expected=EXPECTED) from None
    columns, _ = answer(read, (question,), _HAND, broken)
    return columns[question]
