"""Files of deals: read one by one, settled, and written as a table; docs/deal-file.md is the format."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa

from . import rules
from .errors import InputError, TingpaiError
from .io.atomic import whole_file
from .io.encodings import detect
from .io.source import STDIN, find_sources, format_of
from .io.stream import ByteStream
from .io.writers import Target, writer_of
from .rules.model import Settlement

_BLOCK = 1 << 16
_ROWS = 1 << 12  # settlements written at a time
_TABLES = ("parquet", "arrow")

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

    `.json` holds one deal or a list of them, `.parquet` and `.arrow` a row each; anything else is JSON lines. What is
    no deal, or is refused, becomes an error; `InputError` only where the file itself cannot be read.
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
    if format_of(path) in _TABLES:
        for number, row in enumerate(_rows(path), 1):
            yield number, "row", row
    elif Path(path).suffix.lower() == ".json":
        deals = _parse(b"".join(_blocks(path)))
        for number, deal in enumerate(deals if isinstance(deals, list) else [deals], 1):
            yield number, "deal" if isinstance(deals, list) else "", deal
    else:
        for number, line in enumerate(_lines(path), 1):
            if line.strip():
                yield number, "line", _parse(line)


def _rows(path: str) -> Iterator[Mapping[str, Any]]:
    find_sources([path])  # says what cannot be opened
    try:
        if format_of(path) == "parquet":
            import pyarrow.parquet as pq

            batches = pq.ParquetFile(path).iter_batches()
        else:
            reader = pa.ipc.open_file(path)
            batches = map(reader.get_batch, range(reader.num_record_batches))
        for batch in batches:
            yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise InputError(f"{path}: {str(error).splitlines()[0]}", expected="a table of deals") from None


def _blocks(path: str) -> Iterator[bytes]:
    sources = find_sources([path], "jsonl")
    if len(sources) > 1:
        raise InputError(f"{path} names {len(sources)} files", expected="one deal file")
    with ByteStream(sources[0]) as stream:
        while block := stream.read(_BLOCK):
            yield block


def _lines(path: str) -> Iterator[bytes]:
    """The lines of a file; an object written over several lines, as standard input may bring it, is one."""
    lines = _split(_blocks(path))
    first = next(lines, b"")
    if path == STDIN and isinstance(_parse(first), InputError):
        yield b"\n".join((first, *lines))
        return
    yield first
    yield from lines


def _split(blocks: Iterable[bytes]) -> Iterator[bytes]:
    begun: list[bytes] = []  # pieces of the line that goes on
    for block in blocks:
        piece, *lines = block.split(b"\n")
        begun.append(piece)
        for line in lines:
            yield b"".join(begun)
            begun = [line]
    yield b"".join(begun)


def _parse(text: bytes) -> Any:
    """The JSON of a text, or the error that it is none."""
    try:
        return json.loads(text.decode(detect(text)))
    except UnicodeDecodeError:
        return InputError("not text", expected="JSON in UTF-8")
    except (ValueError, RecursionError) as error:  # absurd numbers and absurd nesting, too
        return InputError(f"not JSON: {error}", expected="a deal")
