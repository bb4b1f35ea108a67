"""atheris target: every reader of notation. Nothing but `TingpaiError` comes out, with a message of one line; the C
reader equals the Python one; what a hand is written as reads back as that hand."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import atheris

with atheris.instrument_imports(include=["tingpai"]):
    from tingpai import batch, notation
    from tingpai.errors import TingpaiError


def one_input(data: bytes) -> None:
    text = data.decode("utf-8", "surrogateescape")  # bytes that are no text stay lone surrogates
    for read in (notation.parse_tile, notation.parse_tiles, notation.parse_meld):
        _read(read, text)
    hand = _read(notation.parse_hand, text)
    parsed = batch.parse_hands([text])
    if isinstance(hand, TingpaiError):
        assert str(parsed.errors[0]) == str(hand) or not _is_text(text)
        assert not parsed.counts.any()
        return
    assert not parsed.errors
    assert parsed.counts[0].tobytes() == hand.raw
    assert parsed.melds[0].tobytes() == hand.meld_counts
    assert parsed.last[0] == (batch.NO_TILE if hand.last is None else hand.last)
    assert notation.parse_hand(str(hand)) == hand, str(hand)


def _read(read: Callable[[str], Any], text: str) -> Any:
    """What was read, or the error."""
    try:
        return read(text)
    except TingpaiError as error:
        refusal = error
    assert len(str(refusal).splitlines()) == 1
    return refusal


def _is_text(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


atheris.Setup(sys.argv, one_input)
atheris.Fuzz()
