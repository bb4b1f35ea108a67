"""Gzip and Zstandard undone, told from the content; what swells beyond all measure is refused."""

from __future__ import annotations

import io
from typing import Any

import pyarrow as pa

from ..errors import InputError, first_line

_MAGIC = {b"\x1f\x8b": "gzip", b"\x28\xb5\x2f\xfd": "zstd"}
SURE = 64 << 20
"""Unpacked bytes that nobody asks about."""
SWELLS = 200
"""Beyond `SURE`, the most unpacked bytes of a packed one: tables of hands shrink to a tenth, a bomb to a thousandth."""


def packing(head: bytes) -> str | None:
    """``"gzip"`` or ``"zstd"`` where a file's first bytes say so, else None."""
    return next((name for magic, name in _MAGIC.items() if head.startswith(magic)), None)


class Unpacked(io.RawIOBase):
    """The bytes of a packed `file` whose first bytes, `head`, have been read already; `name` is for what is refused.

    Reading raises `InputError` for a bomb and for what is no packing, `OSError` where the file itself cannot be read.
    """

    def __init__(self, file: Any, head: bytes, name: str = "") -> None:
        self._packed = Joined(head, file)
        self._packing = packing(head)
        self._plain = pa.CompressedInputStream(pa.PythonFile(self._packed, "r"), self._packing)
        self._given = 0
        self._name = name

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        try:
            data = bytes(self._plain.read(size))
        except OSError as error:
            if error.errno is not None:
                raise
            reason = first_line(error)
            raise InputError(f"not whole {self._packing}: {reason}", where=self._name) from None
        self._given += len(data)
        if self._given > max(SURE, SWELLS * self._packed.given):
            raise InputError(
                f"unpacks to more than {SWELLS} times its size", where=self._name, expected="a file unpacked beforehand"
            )
        return data

    def readinto(self, buffer: Any) -> int:
        data = self.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


class Joined:
    """A file whose first bytes have been read already. `given` is how many bytes have been read of it."""

    def __init__(self, head: bytes, file: Any) -> None:
        self._head = head
        self._file = file
        self.given = 0
        self.closed = False

    def read(self, size: int) -> bytes:
        data, self._head = self._head[:size], self._head[size:]
        data = data or bytes(self._file.read(size))
        self.given += len(data)
        return data

    def readable(self) -> bool:
        return True

    def close(self) -> None:
        self.closed = True
