"""A random stream that is the same on every machine: Philox counters, and our own mapping to small numbers.

NumPy promises the raw output of its bit generators for ever, but not what `Generator` makes of it; so only the raw
64-bit words are taken from NumPy. A stream is named by (seed, index): any worker can make any deal's stream without
making those before it.
"""

from __future__ import annotations

import numpy as np
from numpy.random import Philox
from numpy.typing import NDArray

_WORD = 64
_HALF = 32
_HALF_MASK = (1 << _HALF) - 1
_BLOCK = 128


def bits(seed: int, index: int, purpose: int = 0) -> Philox:
    """The bit generator of stream (`seed`, `index`), each 0 ≤ x < 2⁶⁴; another `purpose` (< 2⁶⁴) is another stream."""
    return Philox(key=seed | index << _WORD, counter=purpose << 3 * _WORD)


def below(source: Philox, n: NDArray[np.uint64] | int, shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Numbers 0 ≤ x < `n` (n below 2³², one or one a place) in an array of `shape`, like `Stream.below`."""
    size = int(np.prod(shape))
    raw = source.random_raw((size + 1) // 2)
    halves = np.stack((raw >> np.uint64(_HALF), raw & np.uint64(_HALF_MASK)), axis=-1).ravel()[:size]
    return (halves.reshape(shape) * np.asarray(n, np.uint64) >> np.uint64(_HALF)).astype(np.int64)


class Stream:
    """Small random decisions, one after another, from stream (`seed`, `index`)."""

    def __init__(self, seed: int, index: int) -> None:
        self._bits = bits(seed, index)
        self._words: list[int] = []

    def _half(self) -> int:
        """The next 32 random bits."""
        if not self._words:
            raw = self._bits.random_raw(_BLOCK)
            self._words = np.concatenate((raw >> np.uint64(_HALF), raw & np.uint64(_HALF_MASK))).tolist()
        return self._words.pop()

    def below(self, n: int) -> int:
        """A number 0 ≤ x < `n`, n small: the bias of multiply-and-shift is below n / 2³²."""
        return self._half() * n >> _HALF

    def chance(self, percent: float) -> bool:
        """True in `percent` of a hundred cases."""
        return self._half() * 100 < percent * (_HALF_MASK + 1)

    def shuffled(self, n: int) -> list[int]:
        """The numbers 0..n-1 in random order."""
        order: list[int] = np.argsort(self._bits.random_raw(n), kind="stable").tolist()
        return order
