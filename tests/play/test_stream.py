"""The random stream: fixed for ever, and fair."""

from __future__ import annotations

import numpy as np

from tingpai.play.stream import Stream, below, bits


def test_stream_is_philox_as_published() -> None:
    """The first words of counter 1 and key (5, 7), as Random123's philox4x64-10 gives them."""
    assert bits(5, 7).random_raw(2).tolist() == [3305914267571449506, 13307219014231895429]


def test_streams_differ() -> None:
    drawn = {tuple(Stream(seed, index).shuffled(40)) for seed in range(5) for index in range(5)}
    assert len(drawn) == 25
    assert bits(1, 1, 1).random_raw() != bits(1, 1, 2).random_raw()


def test_below_covers_everything_evenly() -> None:
    stream = Stream(3, 0)
    counts = np.bincount([stream.below(6) for _ in range(6000)], minlength=6)
    assert len(counts) == 6
    assert counts.min() > 850
    many = below(bits(3, 0), 6, (6000, 10))
    assert many.shape == (6000, 10)
    assert np.bincount(many.ravel(), minlength=6).min() > 9500


def test_below_takes_a_bound_for_each_place() -> None:
    bounds = np.array([1, 2, 100], np.uint64)
    drawn = below(bits(0, 0), bounds, (1000, 3))
    assert drawn.max(axis=0).tolist() == [0, 1, 99]
    assert drawn.min() == 0


def test_chance() -> None:
    stream = Stream(9, 9)
    assert not any(stream.chance(0) for _ in range(100))
    assert all(stream.chance(100) for _ in range(100))
    assert 160 < sum(stream.chance(20) for _ in range(1000)) < 240


def test_shuffled_is_a_permutation() -> None:
    assert sorted(Stream(1, 2).shuffled(136)) == list(range(136))
