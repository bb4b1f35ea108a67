"""Rows answered by several threads, in shares that each takes when it is done with its last."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

# Fewer rows cost less than to wake a thread for them.
_LEAST_SHARE = 1 << 14
# A thread that is held up leaves the rest to the others; each share has a memory of its own to fill, so not too many.
_SHARES_PER_THREAD = 8


def over_threads(part: Callable[[int, int], int], n: int, threads: int) -> list[int]:
    """What `part(start, stop)` says of shares that are `n` rows together, in their order.

    The caller takes shares too, from the first moment on: another thread may be long in waking.
    """
    threads = min(threads, n // _LEAST_SHARE)
    if threads <= 1:
        return [part(0, n)]
    # Here, for it brings logging with it: half of what importing tingpai takes.
    from concurrent.futures import ThreadPoolExecutor

    shares = min(threads * _SHARES_PER_THREAD, n // _LEAST_SHARE)
    edges = [n * i // shares for i in range(shares + 1)]
    left = deque(range(shares))
    said = [0] * shares

    def take() -> int | None:
        try:
            return left.popleft()
        except IndexError:
            return None

    def work() -> None:
        for share in iter(take, None):
            said[share] = part(edges[share], edges[share + 1])

    with ThreadPoolExecutor(threads - 1) as pool:
        helpers = [pool.submit(work) for _ in range(threads - 1)]
        try:
            work()
        finally:  # an interrupt, too, ends the helpers with the share they are at
            left.clear()
        for helper in helpers:
            helper.result()
    return said
