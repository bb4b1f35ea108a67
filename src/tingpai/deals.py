"""Files of deals: read one by one, settled, and written as a table; docs/deal-file.md is the format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from . import rules
from .errors import InputError, TingpaiError
from .io.atomic import whole_file
from .io.encodings import detect
from .io.jsonfault import different_keys
from .io.readers import pieces
from .io.source import STDIN, Source, find_sources, format_of
from .io.stream import ByteStream
from .io.unit import Reading, Unit
from .io.writers import Target, writer_of
from .rules.model import Settlement

_BLOCK = 1 << 16
_ROWS = 1 << 12  # rows read, or settlements written, at a time
_LONGEST = 32 << 20  # bytes of one text of JSON: its objects take twenty times as much
_TABLES = ("parquet", "arrow")
_NO_DEALS = ("csv", "tsv")  # tables of hands: refused once, not in every line

SCHEMA = pa.schema(
    [
        ("deal", pa.int64()),
        ("rules", pa.string()),
        ("winners", pa.list_(pa.int8())),
        ("values", pa.list_(pa.int32())),
        ("patterns", pa.list_(pa.list_(pa.string()))),
        *((f"pay_{seat}", pa.int32()) for seat in range(4)),
        (
            "payments",
            pa.list_(pa.struct([("from", pa.int8()), ("to", pa.int8()), ("points", pa.int32()), ("for", pa.string())])),
        ),
        ("next_dealer", pa.int8()),
        ("error", pa.string()),
    ]
)
"""The table of settlements: `deal` is the line or number in the file; `winners`, `values` and `patterns` go together;
`pay_0` … `pay_3` are the net of each seat. A refused deal has its `error` and null elsewhere."""


@dataclass(frozen=True, slots=True)
class Settled:
    """One deal of a file: its settlement, or why it has none.

    `number` counts from 1 and is the line in JSON lines; `place` says so in words, empty where the file is the deal.
    """

    number: int
    place: str
    settlement: Settlement | None = None
    error: TingpaiError | None = None

    def to_json(self) -> dict[str, object]:
        """The settlement, or ``{"error": …}``."""
        return {"error": str(self.error)} if self.settlement is None else self.settlement.to_json()

    @property
    def row(self) -> dict[str, object]:
        """A row of `SCHEMA`."""
        if self.settlement is None:
            return {"deal": self.number, "error": str(self.error)}
        told = self.settlement.to_json()
        return {
            "deal": self.number,
            "rules": self.settlement.rules,
            "winners": [winner.seat for winner in self.settlement.winners],
            "values": [winner.value for winner in self.settlement.winners],
            "patterns": [winner.score.patterns for winner in self.settlement.winners],
            **{f"pay_{seat}": points for seat, points in enumerate(self.settlement.net)},
            "payments": told["payments"],
            "next_dealer": self.settlement.next_dealer,
        }


def settle_file(path: str) -> Iterator[Settled]:
    """Settle every deal of a file, or of standard input (``-``), in order.

    `.json` holds one deal or a list of them, `.parquet` and `.arrow` a row each, `.csv` and `.tsv` none; anything else
    is JSON lines. What is no deal, or is refused, becomes an error; `InputError` only where the file itself cannot be
    read.
    """
    for number, word, deal in _deals(path):
        place = f"{word} {number}" if word else ""
        try:
            if isinstance(deal, TingpaiError):
                raise deal
            yield Settled(number, place, rules.settle(deal))
        except TingpaiError as error:
            yield Settled(number, place, error=error)


def write_settlements(settled: Iterable[Settled], path: str) -> None:
    """Write `SCHEMA` rows to `path`, the format told by its ending; it appears only when whole."""
    target = Target.of(path)
    rows = iter(settled)
    with whole_file(path) as file:
        writer = writer_of(target)(file, target)
        writer.begin(SCHEMA)
        while block := [one.row for one in islice(rows, _ROWS)]:
            writer.append(writer.encode(pa.Table.from_pylist(block, SCHEMA), target))
        writer.finish()


def _deals(path: str) -> Iterator[tuple[int, str, Mapping[str, Any] | TingpaiError]]:
    """(number, what it numbers, the deal or why it is none)."""
    if format_of(path) in _NO_DEALS:
        raise InputError(f"{path}: no deal file", expected=".json .jsonl .parquet .arrow")
    if format_of(path) in _TABLES:
        for number, row in enumerate(_rows(path), 1):
            yield number, "row", row
    elif Path(path).suffix.lower() == ".json":
        deals = _parse(_whole(path, _blocks(path)))
        for number, deal in enumerate(deals if isinstance(deals, list) else [deals], 1):
            yield number, "deal" if isinstance(deals, list) else "", deal
    else:
        for number, line in _lines(path):
            if isinstance(line, InputError):
                yield number, "line", line
            elif line.strip():
                yield number, "line", _parse(line)


def _source(path: str, format: str | None = None) -> Source:
    sources = find_sources([path], format)
    if len(sources) > 1:
        raise InputError(f"{path} names {len(sources)} files", expected="one deal file")
    return sources[0]


def _rows(path: str) -> Iterator[Mapping[str, Any]]:
    for piece in pieces(Unit(_source(path)), Reading()):
        for rows in piece.rows():
            if "rules" not in rows.table.column_names:
                raise InputError(f"{path}: no deal file", expected="a table of deals")
            for start in range(0, rows.table.num_rows, _ROWS):
                try:
                    yield from rows.table.slice(start, _ROWS).to_pylist()
                except OverflowError as error:  # a date that Python does not know
                    raise InputError(f"{path}: {error}", expected="a table of deals") from None


def _blocks(path: str) -> Iterator[bytes]:
    with ByteStream(_source(path, "jsonl")) as stream:
        while block := stream.read(_BLOCK):
            yield block


def _whole(path: str, blocks: Iterable[bytes]) -> bytes:
    """The blocks put together; `InputError` when they are too long for one text of JSON."""
    held, size = [], 0
    for block in blocks:
        held.append(block)
        size += len(block)
        if size > _LONGEST:
            raise InputError(f"{path} is longer than {_LONGEST >> 20} MiB", expected="JSON lines, a deal a line")
    return b"".join(held)


def _lines(path: str) -> Iterator[tuple[int, bytes | InputError]]:
    """The lines of a file with their numbers; an object over several lines, as standard input may bring it, is one."""
    lines = _split(_blocks(path))
    number, first = next(lines)
    if path == STDIN and isinstance(first, bytes) and isinstance(_parse(first), InputError):
        rest = (line if isinstance(line, bytes) else bytes(_LONGEST) for _, line in lines)
        yield number, _whole("standard input", chain([first], (b"\n" + line for line in rest)))
        return
    yield number, first
    yield from lines


def _split(blocks: Iterable[bytes]) -> Iterator[tuple[int, bytes | InputError]]:
    """The lines of a text with their numbers, one at least, blank ones perhaps; one that is too long is not kept."""
    begun: list[bytes] = []  # pieces of the line that goes on
    number, size = 1, 0

    def line() -> bytes | InputError:
        if size <= _LONGEST:
            return b"".join(begun)
        return InputError(f"a line of {size:,} bytes", expected=f"at most {_LONGEST:,}")

    for block in blocks:
        if not begun and not block.strip():  # a great many blank lines at once
            number += block.count(b"\n")
            continue
        for index, piece in enumerate(block.split(b"\n")):
            if index:
                yield number, line()
                number += 1
                begun, size = [], 0
            size += len(piece)
            if piece and size <= _LONGEST:
                begun.append(piece)
    yield number, line()


def _parse(text: bytes) -> Any:
    """The JSON of a text, or the error that it is none."""
    try:
        return json.loads(text.decode(detect(text)), object_pairs_hook=different_keys)
    except InputError as error:
        return error
    except UnicodeDecodeError:
        return InputError("not text", expected="JSON in UTF-8")
    except RecursionError:
        return InputError("not JSON: brackets within brackets without end", expected="a deal")
    except ValueError as error:  # absurd numbers, too
        return InputError(f"not JSON: {error}", expected="a deal")
