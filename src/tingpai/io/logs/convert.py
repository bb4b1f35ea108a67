"""Game logs in, one table of hands out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import pyarrow as pa

from ...errors import InputError
from ..atomic import whole_file
from ..rejects import HEADER, Reject, to_csv
from ..writers import Target, writer_of
from . import GameHands, log_files, read_log
from .replay import Row

SCHEMA = pa.schema(
    [
        ("game", pa.string()),
        ("round", pa.int32()),
        ("turn", pa.int32()),
        ("seat", pa.int8()),
        ("hand", pa.string()),
        ("event", pa.string()),
        ("tile", pa.string()),
        ("by", pa.string()),
        ("from", pa.int8()),
    ]
)
_BATCH = 1 << 16


@dataclass(slots=True)
class Summary:
    """What a conversion did."""

    games: int = 0
    draws: int = 0
    wins: int = 0
    rejects: int = 0


@dataclass(slots=True)
class _Batch:
    """Rows on their way into the file."""

    games: list[str] = field(default_factory=list)
    rows: list[Row] = field(default_factory=list)

    def table(self) -> pa.Table:
        columns = zip(*self.rows, strict=True) if self.rows else [()] * (len(SCHEMA) - 1)
        arrays = [
            pa.array(values, kind) for values, kind in zip(chain([self.games], columns), SCHEMA.types, strict=True)
        ]
        return pa.Table.from_arrays(arrays, schema=SCHEMA)


def find_logs(paths: Sequence[Path]) -> list[Path]:
    """Every file that the paths name; `InputError` for a path that is not there, or when there is no file at all."""
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: no such file or folder")
    files = list(log_files(paths))
    if not files:
        raise InputError(f"no file in {', '.join(map(str, paths))}", expected="game logs")
    return files


def convert(files: Sequence[Path], out: Path, errors: Path, on_file: Callable[[], None]) -> Summary:
    """Write the hands of the logs to `out`, whole or not at all, and the logs that cannot be read to `errors`.

    `errors` is written only when there are some, and removed where an earlier run left it. `on_file` is called behind
    every file. Memory holds one game and one batch of rows.
    """
    target = Target.of(str(out))
    summary = Summary()
    rejects: list[Reject] = []
    with whole_file(out) as file:
        writer = writer_of(target)(file, target)
        writer.begin(SCHEMA)
        for batch in _batches(_games(files, rejects, summary, on_file)):
            writer.append(writer.encode(batch.table(), target))
        writer.finish()
    summary.rejects = len(rejects)
    if rejects:
        with whole_file(errors) as file:
            file.write(f"{','.join(HEADER)}\n{to_csv(rejects)}".encode(errors="backslashreplace"))
    else:
        errors.unlink(missing_ok=True)
    return summary


def _games(
    files: Sequence[Path], rejects: list[Reject], summary: Summary, on_file: Callable[[], None]
) -> Iterator[GameHands]:
    for path in files:
        for game in read_log(path):
            if isinstance(game, Reject):
                rejects.append(game)
                continue
            wins = sum(row.event == "win" for row in game.rows)
            summary.games += 1
            summary.wins += wins
            summary.draws += len(game.rows) - wins
            yield game
        on_file()


def _batches(games: Iterator[GameHands]) -> Iterator[_Batch]:
    batch = _Batch()
    for game in games:
        batch.games += [game.name] * len(game.rows)
        batch.rows += game.rows
        if len(batch.rows) >= _BATCH:
            yield batch
            batch = _Batch()
    if batch.rows:
        yield batch
