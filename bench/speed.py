"""Every question as a ratio to the floor, in one run: `python bench/speed.py [--rows N] [--kernel NAME]`.

The floor is `floor.c`, built here with the C compiler at hand: the plain AVX2 read of the same rows. Times are the best
of several rounds, floor and questions in turn, one thread, through `batch.*` into a given `out`, checking included.
"""

from __future__ import annotations

import argparse
import ctypes
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
from hands import KINDS, without

from tingpai import _core, batch

QUESTIONS: dict[str, tuple[str, int, int, type]] = {
    # name: function, tiles beside wildcards, wildcards, dtype
    "win": ("is_win", 14, 0, np.bool_),
    "waits": ("waits", 13, 0, np.uint64),
    "shanten": ("shanten", 14, 0, np.int8),
    "wildcard win": ("is_win", 12, 2, np.bool_),
    "wildcard waits": ("waits", 11, 2, np.uint64),
    "patterns": ("patterns", 14, 0, np.uint32),
    "shanten after 34 discards": ("discard_shanten", 14, 0, np.int8),
    "waits after 34 discards": ("discard_waits", 14, 0, np.uint64),
}
LIMITS = {  # AVX2, portable
    "win": (3.5, 8),
    "waits": (6, 10),
    "shanten": (5.5, 9),
    "wildcard win": (5.5, 10),
    "wildcard waits": (10, 16),
    "patterns": (6, 10),
    "shanten after 34 discards": (30, 40),
}


def build_floor(folder: Path) -> Callable[[np.ndarray], int]:
    compiler = shutil.which("cc") or "cc"
    library = folder / "floor.so"
    source = Path(__file__).with_name("floor.c")
    subprocess.run([compiler, "-O3", "-shared", "-fPIC", str(source), "-o", str(library)], check=True)
    functions = ctypes.CDLL(str(library))
    read = getattr(functions, "floor_avx2", None) or functions.floor_portable
    read.restype = ctypes.c_uint64
    read.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return lambda counts: int(read(counts.ctypes.data, len(counts)))


def timed(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=10_000_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--kernel", action="append", help="default: all that this machine runs")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--question", action="append")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        floor = build_floor(Path(folder))
        kernels = options.kernel or _core.kernel_names()
        print(f"{options.rows:,} hands, {options.threads} thread(s); ns a hand, and × the floor")
        print(f"{'question':28}{'hands':10}{'floor':>7}" + "".join(f"{kernel:>18}" for kernel in kernels))
        for question, (function, tiles, wild, dtype) in QUESTIONS.items():
            if options.question and question not in options.question:
                continue
            rows = options.rows if "34" not in question else options.rows // 10
            for kind in KINDS:
                counts = without(KINDS[kind](rows, tiles + wild), wild)
                out = np.empty((rows, 34) if "34" in question else rows, dtype)
                ask = getattr(batch, function)
                best = dict.fromkeys(("floor", *kernels), float("inf"))
                for _ in range(options.rounds):
                    best["floor"] = min(best["floor"], timed(lambda: floor(counts)))
                    for kernel in kernels:
                        _core.force_kernel(kernel)
                        call = lambda: ask(counts, wildcards=wild or None, out=out, threads=options.threads)  # noqa: E731
                        best[kernel] = min(best[kernel], timed(call))
                line = f"{question:28}{kind:10}{best['floor'] / rows * 1e9:7.2f}"
                for kernel in kernels:
                    ratio = best[kernel] / best["floor"]
                    limit = LIMITS.get(question, (None, None))[kernel == "portable"]
                    mark = "" if limit is None else "*" if ratio > limit else " "
                    line += f"{best[kernel] / rows * 1e9:9.2f} {ratio:6.2f}×{mark or ' '}"
                print(line, flush=True)


if __name__ == "__main__":
    main()
