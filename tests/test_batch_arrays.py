"""`tingpai.batch` and its arrays: what it accepts, converts, refuses and marks, and threads."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from tingpai import HandError, OptionError, batch
from tingpai.tiles import KINDS

from .random_rows import random_rows

QUESTIONS = {
    batch.is_win: (np.bool_, (), False),
    batch.waits: (np.uint64, (), 1 << 63),
    batch.shanten: (np.int8, (), -128),
    batch.patterns: (np.uint32, (), 1 << 23),
    batch.discard_shanten: (np.int8, (KINDS,), -128),
    batch.discard_waits: (np.uint64, (KINDS,), 1 << 63),
}
every_question = pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
ROWS = random_rows(300, 7, melds=True, wildcards=True)
PLAIN = random_rows(300, 8, melds=False, wildcards=False).counts


def row(*held: int) -> list[int]:
    """34 counts, the kinds after `held` not held."""
    return [*held, *[0] * (KINDS - len(held))]


# ---- rows that are no hand ----

BAD = [
    (row(1, 1, 1), None, 0, "3 tiles are neither 3k+1 nor 3k+2 (expected 1, 2, 4, 5, 7, 8, 10, 11, 13 or 14)"),
    (row(), None, 0, "0 tiles are neither 3k+1 nor 3k+2"),
    (row(4, 4, 4, 4), None, 0, "16 tiles are too many"),
    (row(*[1] * 34), None, 0, "34 tiles are too many"),
    (row(0, 5), None, 0, "more than four copies of 2m (5) (expected at most four of a kind)"),
    (row(255, 255), None, 0, "more than four copies of 1m (255)"),
    ([*[0] * 33, 255], None, 0, "more than four copies of 7z (255)"),
    (row(2), row(3), 0, "more than four copies of 1m (5)"),
    (row(2), row(0, 200), 0, "more than four copies of 2m (200)"),
    (row(1, 1), None, 1, "3 tiles, 1 of them wild, are neither 3k+1 nor 3k+2"),
    (row(4, 4, 4, 2), None, 2, "16 tiles, 2 of them wild, are too many"),
    (row(2), None, 255, "more than four wildcards (expected 0 to 4)"),
    (row(2), None, 5, "more than four wildcards"),
    (row(4, 4, 2), None, 250, "more than four wildcards"),
    (row(4, 4, 2), None, 183, "more than four wildcards"),
]


@every_question
@pytest.mark.parametrize(("counts", "melds", "wildcards", "why"), BAD)
def test_a_bad_row_is_named_or_marked(
    question: Any, counts: list[int], melds: list[int] | None, wildcards: int, why: str
) -> None:
    """Between good rows, far enough on to be in the second block; a further bad row behind it."""
    rows = np.array([row(2)] * 500, np.uint8)
    rows[[200, 300]] = counts
    used = None if melds is None else np.array([row()] * 500, np.uint8)
    if used is not None:
        used[[200, 300]] = melds
    wild = np.zeros(500, np.uint8)
    wild[[200, 300]] = wildcards
    given = wild if wildcards else None
    with pytest.raises(HandError) as caught:
        question(rows, used, given)
    assert str(caught.value).startswith(f"row 200: {why}")
    _, _, mark = QUESTIONS[question]
    answers = question(rows, used, given, errors="null").reshape(500, -1)
    good = question(np.array([row(2)], np.uint8)).reshape(1, -1)
    bad = np.isin(np.arange(500), (200, 300))
    assert (answers[bad] == mark).all()
    assert (answers[~bad] == good).all()


@every_question
def test_every_wildcard_number_beyond_four_is_bad(question: Any) -> None:
    wild = np.arange(256, dtype=np.uint8)
    for tiles in range(15):
        rows = np.zeros((256, KINDS), np.uint8)
        rows[:, : tiles // 4] = 4
        rows[:, tiles // 4] = tiles % 4
        total = tiles + wild.astype(int)
        good = (wild <= 4) & (total <= 14) & (total % 3 > 0)
        _, _, mark = QUESTIONS[question]
        marked = (question(rows, None, wild, errors="null").reshape(256, -1) == mark).all(axis=1)
        if mark:
            assert (marked != good).all()
        else:
            assert (marked | good).all()  # what is no win is marked as what is no hand


@pytest.mark.parametrize(
    ("counts", "why"),
    [
        (np.array([row(2), row(-1, 2)]), "row 1: negative count of 1m (-1) (expected 0 to 4 of each kind)"),
        (np.array([row(2), row(0, 256)]), "row 1: more than four copies of 2m (256)"),
        (np.array([row(2), row(0, 1 << 40)]), f"row 1: more than four copies of 2m ({1 << 40})"),
        (np.array([row(2), row(0, (1 << 63) - 1)]), f"row 1: more than four copies of 2m ({(1 << 63) - 1})"),
        (np.array([row(2), row(1, 1, 1)], np.int64), "row 1: 3 tiles are neither"),
        (np.array([row(2), row(-128)], np.int8), "row 1: negative count of 1m (-128)"),
    ],
)
def test_wider_integers_are_checked_before_they_are_narrowed(counts: NDArray[Any], why: str) -> None:
    with pytest.raises(HandError) as caught:
        batch.shanten(counts)
    assert str(caught.value).startswith(why)
    assert batch.shanten(counts, errors="null").tolist() == [-1, -128]


def test_negative_melds() -> None:
    counts, melds = np.array([row(2), row(2)]), np.array([row(), row(-1)])
    with pytest.raises(HandError, match="row 1: negative meld count of 1m"):
        batch.waits(counts, melds)
    assert batch.is_win(counts, melds, errors="null").tolist() == [True, False]


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"counts": np.zeros((3, 33), np.uint8)}, r"counts have the shape \(3, 33\) \(expected \(N, 34\)\)"),
        ({"counts": np.zeros(34, np.uint8)}, r"counts have the shape \(34,\)"),
        ({"counts": np.full((1, 34), 0.5)}, "counts are float64"),
        ({"counts": np.zeros((1, 34), bool)}, "counts are bool"),
        ({"counts": np.full((1, 34), None)}, "counts are object"),
        ({"counts": np.full((1, 34), "2")}, "counts are <U1"),
        ({"melds": np.zeros((2, 34), np.uint8)}, r"melds have 2 rows \(expected 1, as counts have\)"),
        ({"melds": np.zeros((1, 4), np.uint8)}, r"melds have the shape \(1, 4\)"),
        ({"melds": np.zeros((1, 34))}, "melds are float64"),
        ({"wildcards": 5}, r"5 wildcards \(expected 0 to 4\)"),
        ({"wildcards": -1}, "-1 wildcards"),
        ({"wildcards": [1, 1]}, r"wildcards have the shape \(2,\)"),
        ({"wildcards": 1.0}, "wildcards are float64"),
        ({"wildcards": True}, "wildcards are bool"),
        ({"wildcards": [-1]}, "row 0: more than four wildcards"),
    ],
)
def test_arrays_that_hold_no_hands(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(HandError, match=why):
        batch.waits(**{"counts": np.array([row(2)], np.uint8), **arguments})


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ({"seven_pairs": "quads"}, "seven_pairs is 'quads'"),
        ({"seven_pairs": 2}, "seven_pairs is 2"),
        ({"threads": 0}, "threads is 0"),
        ({"threads": True}, "threads is True"),
        ({"threads": np.True_}, r"threads is np\.True_|threads is True"),
        ({"threads": 1.5}, "threads is 1.5"),
        ({"threads": "2"}, "threads is '2'"),
        ({"errors": "ignore"}, "errors is 'ignore'"),
    ],
)
def test_wrong_arguments(arguments: dict[str, Any], why: str) -> None:
    with pytest.raises(OptionError, match=why):
        batch.waits(**{"counts": np.array([row(2)], np.uint8), **arguments})


def test_arguments_out_of_numpy() -> None:
    pairs = np.array([row(2, 2, 2, 2, 2, 2, 2)], np.uint8)
    for seven_pairs in (False, True):
        wanted = batch.shanten(pairs, seven_pairs=seven_pairs)
        assert batch.shanten(pairs, seven_pairs=np.bool_(seven_pairs), threads=np.int64(2)) == wanted  # type: ignore[arg-type]


# ---- layouts ----


@every_question
def test_any_layout_and_integer_type_is_the_same(question: Any) -> None:
    wanted = question(*ROWS)
    counts, melds, wild = ROWS
    assert melds is not None
    assert wild is not None
    wide = np.zeros((600, 70), np.uint8)
    wide[::2, 1:69:2] = counts
    read_only = counts.copy()
    read_only.flags.writeable = False
    forms: list[Any] = [
        np.asfortranarray(counts),
        wide[::2, 1:69:2],
        counts[::-1].copy()[::-1],
        read_only,
        counts.tolist(),
        *(counts.astype(dtype) for dtype in (np.int8, np.int16, np.uint16, np.int32, np.int64, np.uint64, ">i4")),
    ]
    for form in forms:
        np.testing.assert_array_equal(question(form, melds, wild), wanted)
    for form in (np.asfortranarray(melds), melds.astype(np.int64), melds.tolist()):
        np.testing.assert_array_equal(question(counts, form, wild), wanted)
    for numbers in (wild.astype(np.int64), wild.tolist(), np.repeat(wild, 2)[::2]):
        np.testing.assert_array_equal(question(counts, melds, numbers), wanted)


@every_question
def test_one_number_of_wildcards_is_that_number_in_every_row(question: Any) -> None:
    for number in range(5):
        wanted = question(PLAIN, None, np.full(len(PLAIN), number), errors="null")
        np.testing.assert_array_equal(question(PLAIN, wildcards=number, errors="null"), wanted)
        np.testing.assert_array_equal(question(PLAIN, wildcards=np.int8(number), errors="null"), wanted)


@every_question
def test_no_melds_are_zero_melds(question: Any) -> None:
    wanted = question(PLAIN)
    np.testing.assert_array_equal(question(PLAIN, np.zeros_like(PLAIN)), wanted)
    np.testing.assert_array_equal(question(PLAIN, np.zeros_like(PLAIN), 0, wild_fifth_copy=False), wanted)
    np.testing.assert_array_equal(question(PLAIN, wildcards=np.zeros(len(PLAIN), np.uint8)), wanted)


@every_question
def test_no_rows(question: Any) -> None:
    dtype, shape, _ = QUESTIONS[question]
    for empty in (np.zeros((0, KINDS), np.uint8), np.empty((0, KINDS)), np.zeros((0, KINDS), np.int64)):
        answers = question(empty, threads=4)
        assert answers.shape == (0, *shape)
        assert answers.dtype == dtype
    assert question(empty, empty.astype(np.uint8), np.zeros(0)).shape == (0, *shape)


@every_question
def test_every_number_of_rows(question: Any) -> None:
    """The rest of a block is answered as in a whole one, and nothing behind the answers is touched."""
    wanted = question(PLAIN)
    for n in (*range(1, 20), 127, 128, 129, 131, 255, 256, 257):
        room = np.full((n + 1, *wanted.shape[1:]), 77, wanted.dtype)
        assert question(PLAIN[:n].copy(), out=room[:n]) is not None
        np.testing.assert_array_equal(room[:n], wanted[:n])
        assert (room[n] == np.full(1, 77, wanted.dtype)).all()


def test_counts_whose_owner_is_gone() -> None:
    """The rows are a view of memory that nothing else holds."""
    wanted = batch.waits(PLAIN)
    np.testing.assert_array_equal(
        batch.waits(np.frombuffer(bytearray(PLAIN.tobytes()), np.uint8).reshape(-1, 34)), wanted
    )
    answers = [batch.waits(np.array(PLAIN), threads=2) for _ in range(50)]
    assert all((answer == wanted).all() for answer in answers)


# ---- out ----


@every_question
def test_out_is_written_and_returned(question: Any) -> None:
    dtype, shape, _ = QUESTIONS[question]
    out = np.empty((len(PLAIN), *shape), dtype)
    assert question(PLAIN, out=out) is out
    np.testing.assert_array_equal(out, question(PLAIN))


@every_question
def test_an_out_that_does_not_fit(question: Any) -> None:
    dtype, shape, _ = QUESTIONS[question]
    n = len(PLAIN)
    read_only = np.zeros((n, *shape), dtype)
    read_only.flags.writeable = False
    strided = np.zeros((2 * n, *shape), dtype)[::2]
    for out, why in [
        (np.zeros((n + 1, *shape), dtype), "out is "),
        (np.zeros((n, 2), dtype), "out is "),
        (np.zeros((n, *shape), np.float64), "float64"),
        ([0] * n, "out is list"),
        (read_only, "out is not a C-contiguous, writable array"),
        (strided, "out is not a C-contiguous, writable array"),
    ]:
        with pytest.raises(OptionError, match=why) as caught:
            question(PLAIN, out=out)
        assert f"({n}," in str(caught.value)
    assert not strided.any()


@every_question
@pytest.mark.parametrize("shared", ["counts", "melds", "wildcards"])
def test_an_out_that_is_read_as_well(question: Any, shared: str) -> None:
    """A row would be answered out of another's answer."""
    dtype, shape, _ = QUESTIONS[question]
    n = 300
    given = {"counts": np.zeros((n, KINDS), np.uint8), "melds": None, "wildcards": None}
    memory = np.zeros(n * 400, np.uint8)
    size = n if shared == "wildcards" else n * KINDS
    given[shared] = memory[:size].reshape((n,) if shared == "wildcards" else (n, KINDS))
    given["counts"][:, 0] = 2
    out = (
        memory[size // 8 * 8 - 8 :][: n * int(np.prod(shape)) * np.dtype(dtype).itemsize].view(dtype).reshape(n, *shape)
    )
    with pytest.raises(OptionError, match=rf"^out shares memory with {shared} \(expected an array of its own\)$"):
        question(**given, out=out)
    assert (given["counts"][:, 0] == 2).all()


# ---- threads and memory ----


@every_question
def test_threads_give_the_same(question: Any) -> None:
    counts = np.tile(PLAIN, (120, 1))
    wanted = question(counts)
    for threads in range(2, 9):
        np.testing.assert_array_equal(question(counts, threads=threads), wanted)


@every_question
def test_threads_find_the_first_bad_row(question: Any) -> None:
    counts = np.tile(PLAIN, (120, 1))
    counts[[20000, 33000]] = 5
    for threads in range(1, 9):
        with pytest.raises(HandError, match=r"^row 20000: "):
            question(counts, threads=threads)


def test_many_callers_at_once() -> None:
    wanted = [question(PLAIN) for question in QUESTIONS]
    with ThreadPoolExecutor(8) as pool:
        for _ in range(20):
            answers = list(pool.map(lambda question: question(PLAIN), QUESTIONS))
            assert all((a == b).all() for a, b in zip(answers, wanted, strict=True))


FIRST_USE = """
import sys, threading
import numpy as np
from tingpai import _core, batch
counts = np.zeros((64, 34), np.uint8)
counts[:, :9] = (3, 1, 1, 1, 1, 1, 1, 1, 3)
wild = np.zeros(64, np.uint8)
start = threading.Barrier(8)
answers = []
def ask():
    start.wait()
    asked = batch.shanten(counts), batch.waits(counts), batch.waits(counts, wildcards=wild), batch.patterns(counts)
    answers.append(b"".join(answer.tobytes() for answer in asked))
threads = [threading.Thread(target=ask) for _ in range(8)]
for thread in threads: thread.start()
for thread in threads: thread.join()
print(len(answers), len(set(answers)), batch.waits(counts)[0], _core.table_bytes())
"""


def test_many_first_users_build_the_tables_once() -> None:
    runs = {subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True).stdout for _ in range(3)}
    assert len(runs) == 1  # as many bytes of tables, too
    answers, different, waits, size = map(int, runs.pop().split())
    assert (answers, different, waits) == (8, 1, 0x1FF)
    assert 0 < size <= 20 << 20


def repeated(n: int) -> int:
    """How much more memory `n` rows without memory of their own take, answers included."""
    resource = pytest.importorskip("resource", reason="nothing tells the memory used")
    counts = np.broadcast_to(np.array(row(2), np.int64), (n, KINDS))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    answers = batch.is_win(counts)
    assert answers.all()
    return (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) * (1 if sys.platform == "darwin" else 1024)


def test_a_view_without_memory_of_its_own_is_converted_block_by_block() -> None:
    batch.is_win(PLAIN)
    n = 1 << 22
    assert repeated(n) < n + (500 << 20)  # at once it would be 1.1 GB; sanitizers keep what is freed for a while


@pytest.mark.slow
def test_two_thousand_million_rows() -> None:
    batch.is_win(PLAIN)
    n = 1 << 31
    assert repeated(n) < n + (500 << 20)


def test_arguments_that_numpy_cannot_tell() -> None:
    hand = [2] + [0] * 33
    with pytest.raises(HandError, match="counts are lists of different lengths"):
        batch.is_win([hand, [1]])
    with pytest.raises(HandError, match="melds are lists of different lengths"):
        batch.is_win([hand, hand], melds=[hand, [1]])
    with pytest.raises(HandError, match="wildcards are lists of different lengths"):
        batch.is_win([hand, hand], wildcards=[1, [1]])  # type: ignore[list-item]
    masked = np.ma.masked_array([hand, hand], mask=[[True] * 34, [False] * 34])
    with pytest.raises(HandError, match="counts are masked"):
        batch.is_win(masked)
    assert batch.is_win(np.ma.masked_array([hand])).tolist() == [True]
    two: Any = np.array([1, 2])
    for arguments in ({"errors": two}, {"wild_fifth_copy": two}, {"wild_fifth_copy": "False"}, {"seven_pairs": two}):
        with pytest.raises(OptionError, match=f"{next(iter(arguments))} is "):
            batch.is_win([hand], **arguments)
    assert batch.is_win([hand], wild_fifth_copy=np.False_).tolist() == [True]  # type: ignore[arg-type]
