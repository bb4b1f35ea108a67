from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from .hand import Hand
from .tiles import Tile

_Bytes = NDArray[np.uint8]
_Row = Hand | bytes | bytearray | memoryview | _Bytes

WIN: int
WAITS: int
SHANTEN: int
PATTERNS: int
DISCARD_SHANTEN: int
DISCARD_WAITS: int

def answer(
    question: int,
    counts: _Bytes,
    melds: _Bytes | None,
    wild: _Bytes | None,
    wild_all: int,
    pairs: int,
    fifth_copy: bool,
    out: _Bytes,
) -> int: ...
def one_win(hand: _Row | Any, pairs: int, /) -> bool | None: ...
def one_waits(hand: _Row | Any, pairs: int, /) -> tuple[Tile, ...] | None: ...
def one_shanten(hand: _Row | Any, pairs: int, /) -> int | None: ...
def tiles_of(mask: int) -> tuple[Tile, ...]: ...
def readings(counts: bytes | _Bytes) -> list[tuple[int, tuple[int, ...]]]: ...
def parse_texts(
    data: _Bytes | None,
    offsets: _Bytes | None,
    wide: bool,
    validity: _Bytes | None,
    first: int,
    n: int,
    counts: _Bytes,
    melds: _Bytes,
    last: _Bytes,
    status: _Bytes,
) -> int: ...

@final
class Outlook:
    def __new__(
        cls,
        hands: _Bytes,
        melds: _Bytes,
        unseen: _Bytes,
        wildcard: int,
        pairs: int,
        draws: int,
        best: bool,
        changes: int,
    ) -> Outlook: ...
    def wins(self) -> bytes: ...
    def solve(self, values: NDArray[np.float64] | None, out: NDArray[np.float64]) -> None: ...

def kernel_name() -> str: ...
def missing_kernel() -> str | None: ...
def kernel_names() -> tuple[str, ...]: ...
def force_kernel(name: str) -> bool: ...
def table_bytes() -> int: ...
def suit_missing() -> tuple[tuple[bytes, bytes], tuple[bytes, bytes]]: ...
