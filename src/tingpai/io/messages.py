"""What the messages of an Arrow file or stream say of themselves, looked at before any is unpacked.

Each packed buffer begins with the bytes that it unpacks to, and Arrow makes room for them at once; rows of some types
take no bytes at all; the blocks of a file may all be the same one. What says too much is refused beforehand.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa

from ..errors import InputError
from .flatbuffer import Table, root
from .pages import HELD, ROWS_A_BYTE, SURE_ROWS, SWELLS

# Message.fbs, File.fbs: the numbers of the fields looked at.
_VERSION, _HEADER_TYPE, _HEADER, _BODY = 0, 1, 2, 3
_DICTIONARY_BATCH, _RECORD_BATCH = 2, 3
_ID, _DATA, _IS_DELTA = 0, 1, 2
_LENGTH, _NODES, _BUFFERS, _COMPRESSION = 0, 1, 2, 3
_DICTIONARIES, _BATCHES = 2, 3
_NODE = np.dtype([("length", "<i8"), ("nulls", "<i8")])
_BUFFER = np.dtype([("offset", "<i8"), ("length", "<i8")])
_BLOCK = np.dtype([("offset", "<i8"), ("metadata", "<i4"), ("", "<i4"), ("body", "<i8")])
_ONCE_PACKED = b"ARROW:experimental_compression"
"""How Arrow 0.17 said that a batch is packed."""
_GOES_ON = b"\xff\xff\xff\xff"
_END = 10  # the footer's size and ARROW1
_PREFIX = 8  # of a packed buffer: the bytes it unpacks to, or that it is not packed
_PLAIN = -1


class Batch(NamedTuple):
    """A record batch, or the batch of a dictionary: its rows, its body's bytes and those that they unpack to."""

    rows: int
    packed: int
    unpacked: int
    dictionary: int | None = None
    """The number of the dictionary that it is, or is a part of."""
    is_delta: bool = False


def look(message: Table, packed: bool, body: pa.NativeFile, start: int) -> Batch:
    """The batch that a message is about; `body` holds its body from byte `start` on, `packed` overrules what it says.

    `ValueError` where it does not fit together, or stands for more values than its bytes could.
    """
    batch, size = message.table(_HEADER), message.number(_BODY, "<q")
    dictionary, is_delta = None, False
    if batch is not None and message.number(_HEADER_TYPE, "B") == _DICTIONARY_BATCH:
        dictionary, is_delta = batch.number(_ID, "<q"), bool(batch.number(_IS_DELTA, "B"))
        batch = batch.table(_DATA)
    if batch is None:
        raise ValueError("nothing in it")
    rows, buffers = batch.number(_LENGTH, "<q"), batch.structs(_BUFFERS, _BUFFER)
    offsets, lengths = buffers["offset"], buffers["length"]
    if ((lengths < 0) | (offsets < 0) | (lengths > size) | (offsets > size - lengths)).any():
        raise ValueError("buffers outside of it")
    unpacked = sum(lengths.tolist())
    if packed or batch.table(_COMPRESSION) is not None:
        unpacked = sum(
            _unpacked(body.read_at(_PREFIX, start + offset), length)
            for offset, length in zip(offsets.tolist(), lengths.tolist(), strict=True)
            if length
        )
    _check_values(batch, rows, unpacked)
    return Batch(rows, size, unpacked, dictionary, is_delta)


def _unpacked(prefix: bytes, length: int) -> int:
    """The bytes that a packed buffer of `length` bytes unpacks to."""
    size = int.from_bytes(prefix, "little", signed=True)
    if len(prefix) < _PREFIX or length < _PREFIX or size < _PLAIN:
        raise ValueError(f"a buffer of {size:,} bytes")
    return length - _PREFIX if size == _PLAIN else size


def _check_values(batch: Table, rows: int, unpacked: int) -> None:
    """Values of some types take no bytes, so that any number of them could be said to be there."""
    nodes = batch.structs(_NODES, _NODE)["length"]
    least, most = min([rows, *nodes.tolist()]), max([rows, *nodes.tolist()])
    if least < 0:
        raise ValueError(f"{least:,} values")
    if most > max(SURE_ROWS, ROWS_A_BYTE * unpacked):
        raise ValueError(f"{most:,} values in {unpacked:,} bytes (expected at most {ROWS_A_BYTE} a byte)")


class Limits:
    """Refuses the batch with which the input `path` takes too much memory, or has more rows than it can hold.

    The first record batch looked at is number `first`, from 1.
    """

    def __init__(self, path: str, first: int = 1) -> None:
        self._path = path
        self._next = first
        self._rows = 0
        self._dictionaries: dict[int, Batch] = {}

    def look(self, metadata: bytes, body: pa.NativeFile, start: int, size: int) -> Batch | None:
        """The batch that the next message is about, None where it is about none.

        `body` holds its body from byte `start` on; `size` is the bytes of the whole input, or those read by then.
        """
        where = self._path
        try:
            message = root(metadata)
            kind = message.number(_HEADER_TYPE, "B")
            if kind not in (_DICTIONARY_BATCH, _RECORD_BATCH):
                return None
            where = f"{where}: {'a dictionary' if kind == _DICTIONARY_BATCH else f'record batch {self._next}'}"
            batch = look(message, _ONCE_PACKED in metadata, body, start)
        except (ValueError, OverflowError, OSError) as error:
            raise InputError(str(error), where=where) from None
        self._add(batch, where, size)
        return batch

    def _add(self, batch: Batch, where: str, size: int) -> None:
        # All dictionaries are held at once, and a record batch with them.
        held = self._dictionaries
        packed, unpacked = 0, 0
        if batch.dictionary is None:
            packed, unpacked = batch.packed, batch.unpacked
            self._next += 1
            self._rows += batch.rows
        elif batch.is_delta and batch.dictionary in held:
            before = held[batch.dictionary]
            held[batch.dictionary] = batch._replace(
                packed=before.packed + batch.packed, unpacked=before.unpacked + batch.unpacked
            )
        else:
            held[batch.dictionary] = batch
        packed += sum(dictionary.packed for dictionary in held.values())
        unpacked += sum(dictionary.unpacked for dictionary in held.values())
        allowed = max(HELD, SWELLS * packed)
        if unpacked > allowed:
            raise InputError(f"unpacks to {unpacked:,} bytes", where=where, expected=f"at most {allowed:,}")
        if self._rows > max(SURE_ROWS, ROWS_A_BYTE * size):
            raise InputError(
                f"{self._rows:,} rows in {size:,} bytes", where=where, expected=f"at most {ROWS_A_BYTE} rows a byte"
            )


class Blocks:
    """The batches of the Arrow file `path`, open as `file`, which is refused where they lie outside or over each other:
    one batch could be named a million times.
    """

    def __init__(self, path: str, file: pa.NativeFile) -> None:
        self._path = path
        self._file = file
        self._size = file.size()
        try:
            length = int.from_bytes(file.read_at(4, self._size - _END), "little")
            end = self._size - _END - length
            footer = root(file.read_at(length, end))
            self._dictionaries, self._batches = (footer.structs(n, _BLOCK) for n in (_DICTIONARIES, _BATCHES))
        except (ValueError, OverflowError, OSError):
            raise InputError(f"{path}: its footer is none of Arrow's") from None
        self._check_places(end)

    def _check_places(self, end: int) -> None:
        blocks = np.concatenate([self._dictionaries, self._batches])
        blocks = blocks[np.argsort(blocks["offset"])]
        starts, metadata, bodies = blocks["offset"], blocks["metadata"].astype(np.int64), blocks["body"]
        inside = (starts > 0) & (metadata > 0) & (bodies >= 0) & (starts <= end) & (bodies <= end)
        if not inside.all() or (starts + metadata + bodies > np.append(starts[1:], end)[: len(starts)]).any():
            raise InputError(f"{self._path}: batches that lie outside the file or over each other")

    def __len__(self) -> int:
        return len(self._batches)

    def batches(self, numbers: range) -> Iterator[Batch]:
        """The record batches of these numbers, from 0, each looked at, and before them all dictionaries."""
        limits = Limits(self._path, numbers.start + 1)
        for block in self._dictionaries:
            self._look(limits, block)
        for number in numbers:
            yield self._look(limits, self._batches[number])

    def _look(self, limits: Limits, block: np.void) -> Batch:
        start, size = int(block["offset"]), int(block["metadata"])
        data = self._file.read_at(size, start)
        batch = limits.look(data[8 if data.startswith(_GOES_ON) else 4 :], self._file, start + size, self._size)
        if batch is None:
            raise InputError(f"{self._path}: no batch where its footer says")
        return batch


class LookedAt:
    """The messages of the Arrow stream `file`, from the input `path`, each looked at before it can be read."""

    closed = False

    def __init__(self, path: str, file: Any) -> None:
        self._messages = pa.ipc.MessageReader.open_stream(pa.PythonFile(file, "r"))
        self._limits = Limits(path)
        self._given = 0
        self._parts: list[memoryview] = []

    def read(self, size: int) -> bytes | memoryview:
        """The next `size` bytes. Raises `InputError`, and what Arrow raises for what is no stream."""
        parts = []
        while size and (self._parts or self._next()):
            part, rest = self._parts[0][:size], self._parts[0][size:]
            self._parts[:1] = [rest] if len(rest) else []
            parts.append(part)
            size -= len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _next(self) -> bool:
        """The next message becomes the parts; False at the end."""
        try:
            message = self._messages.read_next_message()
        except StopIteration:
            return False
        metadata, body = message.metadata, message.body
        self._given += len(metadata) + len(body or b"")
        self._limits.look(metadata.to_pybytes(), pa.BufferReader(body or b""), 0, self._given)
        head = _GOES_ON + len(metadata).to_bytes(4, "little") + metadata.to_pybytes()
        self._parts = [memoryview(part) for part in (head, body) if part]
        return True

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self.closed = True
