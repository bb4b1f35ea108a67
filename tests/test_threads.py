"""Rows over several threads: each answered once, in order, and what goes wrong in one is told."""

from __future__ import annotations

import threading
from itertools import pairwise

import pytest

from tingpai.threads import over_threads

SHARE = 1 << 14


@pytest.mark.parametrize("threads", [1, 2, 3, 7])
@pytest.mark.parametrize("n", [0, 1, SHARE - 1, SHARE, 2 * SHARE, 5 * SHARE + 3, 200 * SHARE - 1])
def test_every_row_once_and_in_order(n: int, threads: int) -> None:
    taken: list[tuple[int, int]] = []

    def part(start: int, stop: int) -> int:
        taken.append((start, stop))
        return start

    said = over_threads(part, n, threads)
    assert said == [start for start, _ in sorted(taken)]
    edges = sorted(taken)
    assert edges[0][0] == 0
    assert edges[-1][1] == n
    assert all(before[1] == after[0] for before, after in pairwise(edges))


def test_few_rows_wake_no_thread() -> None:
    threads: set[int] = set()

    def part(_start: int, _stop: int) -> int:
        threads.add(threading.get_ident())
        return -1

    over_threads(part, 2 * SHARE - 1, 8)
    assert threads == {threading.get_ident()}


def test_one_thread_held_up_leaves_the_rest_to_the_others() -> None:
    others_done = threading.Event()
    n = 64 * SHARE
    rows = {threading.get_ident(): 0}
    lock = threading.Lock()

    def part(start: int, stop: int) -> int:
        with lock:
            rows[threading.get_ident()] = rows.get(threading.get_ident(), 0) + stop - start
            if sum(rows.values()) == n:
                others_done.set()
        if threading.get_ident() != threading.main_thread().ident:
            assert others_done.wait(60)
        return -1

    over_threads(part, n, 2)
    assert sum(rows.values()) == n
    assert rows[threading.get_ident()] >= n * 14 // 16


@pytest.mark.parametrize("where", ["caller", "helper"])
@pytest.mark.parametrize("fault", [MemoryError, KeyboardInterrupt])
def test_what_goes_wrong_in_a_thread_is_raised(where: str, fault: type[BaseException]) -> None:
    reached = threading.Event()

    def part(start: int, _stop: int) -> int:
        in_caller = threading.current_thread() is threading.main_thread()
        if in_caller == (where == "caller"):
            reached.set()
            raise fault
        assert reached.wait(60)
        return start

    with pytest.raises(fault):
        over_threads(part, 64 * SHARE, 2)
