"""The kernels: the same bits whatever runs, nothing read beyond the rows, tables only when they are needed."""

from __future__ import annotations

import ctypes
import mmap
import os
import subprocess
import sys
from collections.abc import Callable, Iterator

import numpy as np
import pytest
from numpy.typing import NDArray

from tingpai import _core, batch, reference
from tingpai.batch import SevenPairs
from tingpai.random_hands import BLOCK, Shape, hand_block
from tingpai.tiles import KINDS

Bytes = NDArray[np.uint8]
PAIRS: tuple[SevenPairs, ...] = (False, True, "distinct")
MOST_TABLE_BYTES = 20_000_000


def run(code: str, **environment: str) -> list[str]:
    """What a fresh Python prints."""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return done.stdout.split()


# ---- the same bits ----


def blocks_of_rows(seed: int, size: int) -> Iterator[tuple[Bytes, Bytes, Bytes]]:
    """Counts, melds and wildcards: whole hands, shorter ones, and bytes that are no hand; `size` rows of each kind."""
    chance = np.random.default_rng(seed)
    whole = [hand_block(shape, tiles, seed, 0)[:size] for shape in Shape for tiles in (13, 14)]
    shorter = [np.where(chance.random(hands.shape) < 0.3, 0, hands).astype(np.uint8) for hands in whole]
    spoilt = [hands.copy() for hands in whole]
    for hands in spoilt:
        some = chance.random(hands.shape) < 0.02
        hands[some] = chance.integers(0, 256, some.sum(), np.uint8)
    sparse = np.where(chance.random((size, KINDS)) < 0.8, 0, chance.integers(0, 6, (size, KINDS))).astype(np.uint8)
    raw = chance.integers(0, 256, (size, KINDS), np.uint8)
    for counts in (*whole, *shorter, *spoilt, sparse, raw):
        melds = np.where(chance.random(counts.shape) < 0.9, 0, chance.integers(0, 5, counts.shape)).astype(np.uint8)
        melds[::2] = np.minimum(melds[::2], np.maximum(4 - counts[::2].astype(int), 0)).astype(np.uint8)
        melds[::7] = chance.integers(0, 256, melds[::7].shape, np.uint8)
        wild = chance.integers(0, 5, len(counts), np.uint8)
        wild[::9] = chance.integers(0, 256, len(wild[::9]), np.uint8)
        yield counts, melds, wild


def answers(counts: Bytes, melds: Bytes, wild: Bytes, pairs: SevenPairs) -> list[bytes]:
    """All that a kernel is asked; what goes row by row is the same code in each."""
    fewer = counts.copy()  # wildcards in the place of tiles
    fewer[np.arange(len(counts)), counts.argmax(axis=1)] -= np.minimum(wild, counts.max(axis=1))
    asked = [
        question(counts, used, seven_pairs=pairs, errors="null")
        for question in (batch.is_win, batch.waits, batch.patterns, batch.discard_waits)
        for used in (None, melds)
    ]
    asked += [question(counts, None, 0, pairs, errors="null") for question in (batch.shanten, batch.discard_shanten)]
    asked += [
        question(held, used, wild, pairs, errors="null")
        for question in (batch.is_win, batch.waits)
        for held in (counts, fewer)
        for used in (None, melds)
    ]
    return [answer.tobytes() for answer in asked]


def check_kernels(seed: int, size: int, force_kernel: Callable[[str], bool]) -> int:
    rows = 0
    for number, (counts, melds, wild) in enumerate(blocks_of_rows(seed, size)):
        pairs = PAIRS[(seed + number) % 3]
        found = []
        for kernel in _core.kernel_names():
            force_kernel(kernel)
            found.append(answers(counts, melds, wild, pairs))
        for question in zip(*found, strict=True):
            assert len(set(question)) == 1
        rows += len(counts)
    return rows


several_kernels = pytest.mark.skipif(len(_core.kernel_names()) < 2, reason="only one kernel runs here")


def check_discards(seed: int, size: int) -> None:
    for counts, _, _ in blocks_of_rows(seed, size):
        for pairs in PAIRS:
            after = batch.discard_shanten(counts, None, 0, pairs, errors="null")
            drawn = batch.shanten(counts, None, 0, pairs, errors="null") != batch.BAD_SHANTEN
            drawn &= counts.sum(axis=1) % 3 == 2
            for kind in range(KINDS):
                there = drawn & (counts[:, kind] > 0)
                left = counts[there]
                left[:, kind] -= 1
                np.testing.assert_array_equal(after[there, kind], batch.shanten(left, None, 0, pairs))
                assert (after[drawn & ~there, kind] == reference.NO_DISCARD).all()


def test_shanten_after_a_discard_is_that_of_what_is_left() -> None:
    check_discards(1, 3000)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 6))
def test_shanten_after_a_discard_is_that_of_what_is_left_of_a_million_hands(seed: int) -> None:
    check_discards(seed, 100_000)


@several_kernels
def test_kernels_agree(force_kernel: Callable[[str], bool]) -> None:
    assert check_kernels(1, 5000, force_kernel) == 100_000


@pytest.mark.slow
@several_kernels
@pytest.mark.parametrize("seed", range(2, 10))
def test_kernels_agree_on_ten_million_rows(seed: int, force_kernel: Callable[[str], bool]) -> None:
    assert check_kernels(seed, BLOCK, force_kernel) * 8 > 10_000_000


@pytest.mark.parametrize("name", _core.kernel_names())
def test_the_environment_forces_a_kernel(name: str) -> None:
    assert run("from tingpai import _core; print(_core.kernel_name())", TINGPAI_KERNEL=name) == [name]


@pytest.mark.parametrize("name", ["abacus", "AVX2", "avx2 "])
def test_a_kernel_that_does_not_run_here_is_refused(name: str) -> None:
    ask = "try: batch.is_win([[2] + [0] * 33])\nexcept OptionError as error: print(error)"
    told = " ".join(run(f"from tingpai import OptionError, batch\n{ask}", TINGPAI_KERNEL=name))
    kernels = " or ".join(_core.kernel_names())
    assert told == f"TINGPAI_KERNEL names {name!r}, which does not run here (expected {kernels})"


def test_an_empty_name_forces_no_kernel() -> None:
    assert run("from tingpai import _core; print(_core.kernel_name())", TINGPAI_KERNEL="") == [_core.kernel_names()[0]]


def test_kernels_have_names() -> None:
    assert _core.kernel_names()[-1] == "portable"
    assert _core.kernel_name() in _core.kernel_names()
    assert not _core.force_kernel("abacus")
    assert _core.kernel_name() in _core.kernel_names()


# ---- the ends of the rows ----


@pytest.fixture
def guarded() -> Iterator[Callable[[NDArray[np.uint8], bool], Bytes]]:
    """Puts bytes where reading one before them, or one behind them, is a fault."""
    if not sys.platform.startswith("linux"):
        pytest.skip("pages are protected by mprotect of Linux")
    protect = ctypes.CDLL(None, use_errno=True).mprotect
    maps = []

    def place(values: NDArray[np.uint8], at_end: bool) -> Bytes:
        size = -(-values.size // mmap.PAGESIZE) * mmap.PAGESIZE
        room = mmap.mmap(-1, size + 2 * mmap.PAGESIZE)
        maps.append(room)
        start = ctypes.addressof(ctypes.c_char.from_buffer(room))
        for guard in (start, start + mmap.PAGESIZE + size):
            assert protect(ctypes.c_void_p(guard), ctypes.c_size_t(mmap.PAGESIZE), 0) == 0
        offset = mmap.PAGESIZE + (size - values.size if at_end else 0)
        copy = np.frombuffer(room, np.uint8, values.size, offset).reshape(values.shape)
        copy[...] = values
        return copy

    yield place
    for room in maps:
        start = ctypes.addressof(ctypes.c_char.from_buffer(room))
        protect(ctypes.c_void_p(start), ctypes.c_size_t(len(room)), mmap.PROT_READ | mmap.PROT_WRITE)


@pytest.mark.parametrize("at_end", [True, False], ids=["end", "beginning"])
def test_nothing_is_read_beyond_the_rows(
    kernel: str, at_end: bool, guarded: Callable[[NDArray[np.uint8], bool], Bytes]
) -> None:
    hands = hand_block(Shape.NEAR, 13, 5, 0)
    for n in (1, 2, 3, 4, 5, 127, 128, 129, 130, 131, 2048):  # 2048 rows fill their pages
        counts = hands[:n]
        none = np.zeros_like(counts)
        wild = np.arange(n, dtype=np.uint8) % 2
        laid = [guarded(array, at_end) for array in (counts, none, wild)]
        for pairs in PAIRS:
            assert answers(*laid, pairs) == answers(counts, none, wild, pairs)
            for exact in (batch.shanten, batch.patterns):
                got = exact(laid[0], laid[1], laid[2], pairs, False, errors="null")
                np.testing.assert_array_equal(got, exact(counts, none, wild, pairs, False, errors="null"))


def test_nothing_is_written_beyond_the_answers(
    kernel: str, guarded: Callable[[NDArray[np.uint8], bool], Bytes]
) -> None:
    hands = hand_block(Shape.NEAR, 14, 5, 1)
    for n in (1, 3, 4, 127, 128, 130):
        for question in (batch.is_win, batch.waits, batch.shanten, batch.patterns, batch.discard_waits):
            wanted = question(hands[:n])
            room = guarded(np.zeros(wanted.nbytes, np.uint8), True).view(wanted.dtype).reshape(wanted.shape)
            question(hands[:n], out=room)
            np.testing.assert_array_equal(room, wanted)


def test_texts_end_where_they_end(guarded: Callable[[NDArray[np.uint8], bool], Bytes]) -> None:
    for text in ("1112345678999m", "[222m3]456s55z", "东东 一万", "🀇🀈🀉", "5z", "1", "[", "红", "E"):
        data = guarded(np.frombuffer(text.encode(), np.uint8), True)
        offsets = np.array([0, len(data)], np.int32).view(np.uint8)
        counts, melds = np.zeros((2, 1, KINDS), np.uint8)
        last, status = np.zeros((2, 1), np.uint8)
        _core.parse_texts(data, offsets, False, None, 0, 1, counts, melds, last, status)
        parsed = batch.parse_hands([text])
        assert (status[0] == 0) == (not parsed.errors)
        np.testing.assert_array_equal((counts, melds), (parsed.counts, parsed.melds))


# ---- tables ----

LAZY = """
import numpy as np
from tingpai import _core, batch, reference
import tingpai
hand = np.zeros((1, 34), np.uint8)
hand[0, :5] = 3, 3, 3, 3, 2
sizes = [_core.table_bytes()]
for ask in (
    lambda: (batch.is_win(hand), tingpai.is_win(hand[0])),
    lambda: (batch.waits(hand), batch.discard_waits(hand), tingpai.waits("123m4s")),
    lambda: (batch.shanten(hand), tingpai.shanten("123m4s")),
    lambda: batch.discard_shanten(hand),
    lambda: batch.patterns(hand),
    lambda: batch.is_win(hand - (hand == 2), None, 1),
    lambda: batch.waits(hand - (hand == 3), None, 1),
    lambda: (batch.waits(hand, None, 0), batch.shanten(hand[:, ::-1], hand * 0, 0), batch.is_win(hand)),
):
    ask()
    sizes.append(_core.table_bytes())
print(*sizes)
"""


def test_a_table_is_built_by_the_first_question_that_needs_it() -> None:
    sizes = list(map(int, run(LAZY)))
    *grown, again = sizes
    assert grown == sorted(set(grown)), sizes
    assert grown[0] == 0
    assert grown[-1] == again <= MOST_TABLE_BYTES
