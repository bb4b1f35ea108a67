"""Inputs as units of work, and units as pieces: the one way in."""

from __future__ import annotations

from collections.abc import Iterator

from .rows import Piece
from .source import Source
from .unit import Reading, Unit

UNIT = 64 << 20
"""About so many bytes of an input make a part of a folder output."""


def units(source: Source, reading: Reading, size: int = UNIT) -> Iterator[Unit]:
    """An input cut into units of about `size` bytes, in order."""
    if source.is_stream:
        yield Unit(source)
    elif source.is_text:
        from . import text

        yield from text.units(source, reading, size)
    else:
        from . import columnar

        yield from columnar.units(source, size)


def pieces(unit: Unit, reading: Reading, jobs: int = 1) -> Iterator[Piece]:
    """The pieces of a unit, in order, cut for `jobs` threads."""
    if unit.source.is_text:
        from . import text

        return text.pieces(unit, reading)
    from . import columnar

    return columnar.pieces(unit, reading, jobs)
