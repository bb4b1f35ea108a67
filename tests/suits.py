"""Every way to hold tiles of one suit."""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray


@cache
def suit_vectors(kinds: int = 9) -> NDArray[np.uint8]:
    """Every choice of at most four of each kind and at most 14 tiles: 405,350 of a suit, 43,130 of the honours."""
    keys = np.arange(5**kinds, dtype=np.uint32)
    vectors = np.stack([keys // 5**place % 5 for place in range(kinds)], axis=1).astype(np.uint8)
    return vectors[vectors.sum(axis=1, dtype=np.int64) <= 14]


def suit_rows(vectors: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Vectors of one suit as rows of 34: characters, circles, bamboo by turns."""
    rows = np.zeros((len(vectors), 34), np.uint8)
    for suit in range(3):
        rows[suit::3, 9 * suit : 9 * suit + 9] = vectors[suit::3]
    return rows
