"""What starting costs: `python bench/startup.py [--rounds N]`, in Markdown; fails when a limit is passed.

Processor time (user and system), which other programs on the machine hardly touch, inside fresh interpreters: of the
import and a first answer once numpy is there, and of the first calls of each question. Always the least of several
rounds. Modules are compiled beforehand, as pip does when it installs them.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

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

_IMPORT = """
import time
import numpy
start = time.process_time()
import tingpai as tp
imported = time.process_time()
tp.waits("1112345678999m")
print(imported - start, time.process_time() - start)
"""

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


def printed(code: str) -> list[float]:
    """The seconds that a fresh interpreter prints, as milliseconds."""
    compiled = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    ran = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True, env=compiled)
    return [float(seconds) * 1000 for seconds in ran.stdout.split()]


def least(code: str, rounds: int) -> list[float]:
    """The least of each number that is printed, over several rounds."""
    return list(map(min, zip(*(printed(code) for _ in range(rounds)), strict=True)))


def figures(rounds: int) -> list[tuple[str, float, float]]:
    """(what, milliseconds, limit)"""
    printed(_IMPORT)  # compiles
    imported, cold = least(_IMPORT, rounds)
    found = [
        ("`import tingpai`, beyond numpy", imported, IMPORT_LIMIT),
        ('cold `tp.waits("1112345678999m")`, beyond numpy', cold, COLD_LIMIT),
    ]
    for name, (function, tiles, wildcards) in _QUESTIONS.items():
        code = _FIRST_CALL.format(held=tiles - wildcards, function=function, wildcards=wildcards)
        (extra,) = least(code, rounds)
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
