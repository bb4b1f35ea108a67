"""The hands that every benchmark asks about, seeded: uniform, near-complete, one suit, mixed lengths."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Counts = NDArray[np.uint8]
_CHUNK = 100_000


def _count(kinds: NDArray[np.integer]) -> Counts:
    """(N, tiles) kinds as (N, 34) counts."""
    counts = np.zeros((len(kinds), 34), np.uint8)
    for column in kinds.T:
        counts[np.arange(len(kinds)), column] += 1
    return counts


def _dealt(rng: np.random.Generator, n: int, wall: NDArray[np.integer], tiles: int) -> Counts:
    """n hands of `tiles` dealt from a shuffled wall."""
    parts = []
    for start in range(0, n, _CHUNK):
        size = min(_CHUNK, n - start)
        order = np.argpartition(rng.random((size, len(wall)), np.float32), tiles - 1, axis=1)[:, :tiles]
        parts.append(_count(wall[order]))
    return np.concatenate(parts)


def uniform(n: int, tiles: int, seed: int = 1) -> Counts:
    """Hands dealt from all 136 tiles."""
    return _dealt(np.random.default_rng(seed), n, np.repeat(np.arange(34), 4), tiles)


def one_suit(n: int, tiles: int, seed: int = 1) -> Counts:
    """Hands dealt from the 36 tiles of one suit, a suit a hand."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((n, 34), np.uint8)
    dealt = _dealt(rng, n, np.repeat(np.arange(9), 4), tiles)[:, :9]
    suit = rng.integers(0, 3, n)
    for which in range(3):
        rows = suit == which
        counts[rows, 9 * which : 9 * which + 9] = dealt[rows]
    return counts


def near_complete(n: int, tiles: int, seed: int = 1) -> Counts:
    """Complete hands with one tile in two hands changed (3k+2) or one tile taken away (3k+1)."""
    rng = np.random.default_rng(seed)
    melds = tiles // 3
    parts: list[Counts] = []
    left = n
    while left > 0:
        size = min(_CHUNK, left * 2 + 100)
        counts = np.zeros((size, 34), np.uint8)
        every = np.arange(size)
        for _ in range(melds):
            is_pung = rng.random(size) < 0.3
            pung = rng.integers(0, 34, size)
            low = rng.integers(0, 3, size) * 9 + rng.integers(0, 7, size)
            for offset in range(3):
                counts[every, np.where(is_pung, pung, low + offset)] += 1
        counts[every, rng.integers(0, 34, size)] += 2
        held = np.argmax(rng.random((size, 34)) * (counts > 0), axis=1)
        if tiles % 3 == 1:
            counts[every, held] -= 1
        else:
            change = rng.random(size) < 0.5
            counts[every[change], held[change]] -= 1
            counts[every[change], rng.integers(0, 34, int(change.sum()))] += 1
        good = counts[(counts <= 4).all(axis=1)][:left]
        parts.append(good)
        left -= len(good)
    return np.concatenate(parts)


def mixed(n: int, seed: int = 1) -> Counts:
    """Hands of every length from 1 to 14, as after claims."""
    rng = np.random.default_rng(seed)
    sizes = np.array([1, 2, 4, 5, 7, 8, 10, 11, 13, 14])
    parts = [uniform(n // 10 + 1, int(size), seed + int(size)) for size in sizes]
    return rng.permutation(np.concatenate(parts))[:n]


def without(counts: Counts, tiles: int, seed: int = 3) -> Counts:
    """The hands without `tiles` tiles of each, which wildcards replace."""
    left = counts.copy()
    rng = np.random.default_rng(seed)
    for start in range(0, len(left), _CHUNK):
        part = left[start : start + _CHUNK]
        for _ in range(tiles):
            held = np.argmax(rng.random(part.shape, np.float32) * (part > 0), axis=1)
            part[np.arange(len(part)), held] -= 1
    return left


KINDS = {"uniform": uniform, "near": near_complete, "one suit": one_suit}
