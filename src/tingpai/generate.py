"""Random hands and deals as files: the same seed gives the same file on every machine and with any number of jobs."""

from __future__ import annotations

import json
import multiprocessing
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa

from . import rules
from .errors import InputError
from .io.atomic import whole_file
from .io.source import TEXT_FORMATS
from .io.writers import Target, writer_of
from .play import changed_options, play_deal
from .random_hands import BLOCK, Counts, Shape, hand_block
from .tiles import KINDS, SUITS, TILES

DEALS = 1 << 8
"""Deals of a block."""
_AHEAD = 2  # blocks a job that may wait to be written
_INTERRUPTS = ("SIGINT", "SIGTERM", "SIGHUP")


@dataclass(frozen=True, slots=True)
class Hands:
    """Hands to generate; `text` writes them as text, else as ``uint8[34]`` lists."""

    shape: Shape
    tiles: int
    seed: int
    text: bool

    size = BLOCK

    @property
    def schema(self) -> pa.Schema:
        kind = pa.string() if self.text else pa.list_(pa.uint8(), KINDS)
        return pa.schema([pa.field("hand", kind, nullable=False)])

    def table(self, block: int, rows: int) -> pa.Table:
        counts = hand_block(self.shape, self.tiles, self.seed, block)[:rows]
        if self.text:
            return pa.table([hand_texts(counts)], self.schema)
        return pa.table([pa.FixedSizeListArray.from_arrays(pa.array(counts.ravel()), KINDS)], self.schema)


@dataclass(frozen=True, slots=True)
class Deals:
    """Deals to play, under rule set `name` with `options`."""

    name: str
    options: tuple[tuple[str, Any], ...]
    seed: int

    size = DEALS

    def rows(self, block: int, rows: int) -> Iterator[dict[str, object]]:
        played = rules.get(self.name, **dict(self.options))
        for index in range(block * DEALS, block * DEALS + rows):
            yield play_deal(played, self.seed, index)

    @property
    def schema(self) -> pa.Schema:
        return deal_schema(rules.get(self.name, **dict(self.options)))

    def table(self, block: int, rows: int) -> pa.Table:
        return pa.Table.from_pylist(list(self.rows(block, rows)), self.schema)


def hand_texts(counts: Counts) -> pa.Array:
    """Counts (N, 34) as MPSZ texts, all rows holding the same number of tiles."""
    kinds = np.tile(np.arange(KINDS, dtype=np.uint8), len(counts))
    tiles = np.repeat(kinds, counts.ravel()).reshape(len(counts), -1)
    suits = tiles // 9
    ends = np.ones(tiles.shape, np.bool_)  # the last tile of a suit is followed by its letter
    ends[:, :-1] = suits[:, :-1] != suits[:, 1:]
    ranks = np.frombuffer("".join(str(tile.rank) for tile in TILES).encode(), np.uint8)
    letters = np.frombuffer(SUITS.encode(), np.uint8)
    signs = np.stack((ranks[tiles], letters[suits]), axis=-1)
    written = np.stack((np.ones_like(ends), ends), axis=-1)
    offsets = np.zeros(len(counts) + 1, np.int32)
    np.cumsum(written.sum(axis=(1, 2)), out=offsets[1:])
    return pa.StringArray.from_buffers(len(counts), pa.py_buffer(offsets), pa.py_buffer(signs[written]))


def deal_schema(played: rules.RuleSet) -> pa.Schema:
    """One column a key of the deal file: the keys that the rule set knows, the options that are no defaults."""
    seat, text = pa.int8(), pa.string()
    seats, texts = pa.list_(seat), pa.list_(text)
    kinds: dict[str, pa.DataType] = {
        "rules": text,
        "options": pa.struct([(name, _option_type(value)) for name, value in changed_options(played).items()]),
        "players": pa.list_(pa.struct([("hand", text)])),
        "win": pa.struct([("winners", seats), ("by", text), ("from", seat), ("tile", text)]),
        "chain": texts,
        "chains": pa.list_(pa.struct([("seat", seat), ("kongs", texts)])),
        "last_tile": pa.bool_(),
        "first_turn": pa.bool_(),
    }
    special = {
        "declared": seats,
        "last_drawer": seat,
        "horses": text,
        "fish": texts if "fishing" in played.options else pa.struct([("from", seat), ("tiles", text)]),
        "indicator": text,
        "false_win": seat,
    }
    kinds |= {key: kind for key, kind in special.items() if key in played.KEYS}
    if not changed_options(played):
        del kinds["options"]
    return pa.schema(list(kinds.items()))


def _option_type(value: object) -> pa.DataType:
    if isinstance(value, bool):
        return pa.bool_()
    return pa.string() if isinstance(value, str) else pa.int64()


def write(
    what: Hands | Deals, n: int, path: str | Path, jobs: int = 1, done: Callable[[int], None] | None = None
) -> None:
    """Write the first `n` rows of `what` to `path`, the format told by its ending; it appears only when whole.

    `done` is called with the rows of each block written. Raises `InputError` where `path` cannot be written or the
    format does not hold such rows, `OptionError` for a rule set or option that is none.
    """
    target = Target.of(str(path))
    if isinstance(what, Deals) and target.format not in ("jsonl", "parquet", "arrow"):
        raise InputError(f"{path}: deals do not fit into {target.format}", expected=".jsonl .parquet or .arrow")
    schema = what.schema
    sizes = [min(what.size, n - first) for first in range(0, n, what.size)]
    with whole_file(path) as file:
        writer = writer_of(target)(file, target)
        writer.begin(schema)
        for encoded, size in zip(_encoded(what, target, sizes, jobs), sizes, strict=True):
            writer.append(encoded)
            if done is not None:
                done(size)
        writer.finish()


def _encoded(what: Hands | Deals, target: Target, sizes: list[int], jobs: int) -> Iterator[Any]:
    """Every block in order, made by `jobs` processes."""
    if jobs == 1 or len(sizes) < 2:
        for block, size in enumerate(sizes):
            yield _encode(what, target, block, size)
        return
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        waiting: deque[Future[Any]] = deque()
        try:
            for block, size in enumerate(sizes):
                with _undisturbed():
                    waiting.append(pool.submit(_encode, what, target, block, size))
                if len(waiting) > _AHEAD * jobs:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


@contextmanager
def _undisturbed() -> Iterator[None]:
    """What interrupts waits until the end: a process half started would print what it lacks.

    Processes that are started here never get the interrupt of a key, which meets all: this one ends them. They would
    print what it met them at. On Windows they do.
    """
    handlers: dict[int, Callable[[int, Any], Any]] = {}
    met: list[int] = []
    with ExitStack() as after:
        if hasattr(signal, "pthread_sigmask"):
            before = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT,))
            after.callback(signal.pthread_sigmask, signal.SIG_SETMASK, before)
        # Blocked here, a signal meets another thread, and is handled in the main one all the same.
        if threading.current_thread() is threading.main_thread():
            for number in (getattr(signal, name) for name in _INTERRUPTS if hasattr(signal, name)):
                if callable(handler := signal.getsignal(number)):
                    handlers[number] = handler
                    after.callback(signal.signal, number, handler)
                    signal.signal(number, lambda number, frame: met.append(number))
        yield
    for number in met:
        handlers[number](number, None)


def _encode(what: Hands | Deals, target: Target, block: int, rows: int) -> Any:
    """One block as the writer takes it."""
    if isinstance(what, Deals) and target.format == "jsonl":
        lines = "".join(json.dumps(deal, ensure_ascii=False) + "\n" for deal in what.rows(block, rows)).encode()
        return pa.compress(lines, target.compression, asbytes=True) if target.compression else lines
    return writer_of(target).encode(what.table(block, rows), target)


def is_text(path: str | Path) -> bool:
    """Whether hands are written as text to such a file: tables hold counts."""
    return Target.of(str(path)).format in TEXT_FORMATS


__all__ = ["Deals", "Hands", "Shape", "is_text", "write"]
