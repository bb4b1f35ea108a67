"""What starting costs: `python bench/startup.py [--rounds N]`, in Markdown; fails when a limit is passed.

Imports and a cold first answer are measured in fresh interpreters as processor time (user and system), which other
programs on the machine hardly touch; the first calls of each question inside one fresh interpreter a question. Always
the least of several rounds.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from collections.abc import Callable
from functools import partial

_NUMPY = "import numpy"
_IMPORT = "import tingpai"
_COLD = 'import tingpai as tp; tp.waits("1112345678999m")'

# Milliseconds: at most so much more than numpy alone, and than the second call.
IMPORT_LIMIT = 30
COLD_LIMIT = 150
FIRST_CALL_LIMIT = 60

_QUESTIONS = {
    "win": ("is_win", 14, 0),
    "waits": ("waits", 13, 0),
    "shanten": ("shanten", 14, 0),
    "wildcard win": ("is_win", 14, 2),
    "wildcard waits": ("waits", 13, 2),
    "wildcard shanten": ("shanten", 14, 2),
    "patterns": ("patterns", 14, 0),
    "shanten after 34 discards": ("discard_shanten", 14, 0),
    "waits after 34 discards": ("discard_waits", 14, 0),
}

_FIRST_CALL = """
import time
import numpy as np
from tingpai import batch
counts = np.zeros((1, 34), np.uint8)
counts[0, :{held}] = 1
times = []
for _ in range(2):
    start = time.process_time()
    batch.{function}(counts, wildcards={wildcards})
    times.append(time.process_time() - start)
print(times[0] - times[1])
"""


def processor_seconds(code: str) -> float:
    """Processor time of a fresh interpreter that runs `code`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def first_call_seconds(function: str, tiles: int, wildcards: int) -> float:
    """Processor time of the first call of a question less that of the second, in a fresh interpreter."""
    code = _FIRST_CALL.format(held=tiles - wildcards, function=function, wildcards=wildcards)
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def least(measure: Callable[[], float], rounds: int) -> float:
    return min(measure() for _ in range(rounds)) * 1000


def figures(rounds: int) -> list[tuple[str, float, float]]:
    """(what, milliseconds, limit)"""
    taken = dict.fromkeys((_NUMPY, _IMPORT, _COLD), float("inf"))
    for _ in range(rounds):  # in turn, so that a slow minute is slow for all
        for code in taken:
            taken[code] = min(taken[code], processor_seconds(code) * 1000)
    found = [
        ("`import tingpai`, beyond numpy", taken[_IMPORT] - taken[_NUMPY], IMPORT_LIMIT),
        ('cold `tp.waits("1112345678999m")`, beyond numpy', taken[_COLD] - taken[_NUMPY], COLD_LIMIT),
    ]
    for name, (function, tiles, wildcards) in _QUESTIONS.items():
        extra = least(partial(first_call_seconds, function, tiles, wildcards), rounds)
        found.append((f"first `batch` call, {name}, beyond the second", extra, FIRST_CALL_LIMIT))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    found = figures(options.rounds)
    print("| what | ms | at most |\n| --- | --- | --- |")
    for what, milliseconds, limit in found:
        print(f"| {what} | {milliseconds:.1f} | {limit} |")
    if missed := [what for what, milliseconds, limit in found if milliseconds > limit]:
        sys.exit("too slow: " + "; ".join(missed))


if __name__ == "__main__":
    main()
