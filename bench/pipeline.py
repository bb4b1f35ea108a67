"""`analyze` beside plain pyarrow doing the same reading and writing without a thought: ratios in one run.

    python bench/pipeline.py [--rows N] [--repeat N]     rows per second, and as parts of pyarrow's
    python bench/pipeline.py --memory [--rows N]         peak memory at N/10 and at N rows, two threads

The peer reads the input in one thread and writes the input's columns and ours (computed before, at no cost to it) with
the same codec and row groups. Runs of both take turns; the best of each counts.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from tingpai.io.rows import BATCH
from tingpai.io.source import find_sources
from tingpai.io.writers import CODEC, Target
from tingpai.pipeline import to_file
from tingpai.plan import Plan
from tingpai.tiles import TILES, mpsz

COLUMNS = ("shanten", "is_win", "waits")
_GROUP = 1 << 20


def counts(rows: int, seed: int) -> np.ndarray[tuple[int, int], np.dtype[np.uint8]]:
    """Hands of 13 tiles from the whole wall."""
    generator = np.random.default_rng(seed)
    return generator.multivariate_hypergeometric([4] * len(TILES), 13, size=rows).astype(np.uint8)


def write_parquet(path: Path, rows: int) -> None:
    """Fixed-size lists in row groups of a million; a block of hands is written again and again."""
    hands = counts(min(rows, _GROUP), 1)
    block = pa.table({"hand": pa.FixedSizeListArray.from_arrays(pa.array(hands.ravel()), len(TILES))})
    with pq.ParquetWriter(path, block.schema, compression=CODEC) as writer:
        for start in range(0, rows, _GROUP):
            writer.write_table(block.slice(0, min(_GROUP, rows - start)))


def write_csv(path: Path, rows: int) -> None:
    """Two columns, a number and a hand as text; a block of hands is written again and again."""
    texts = [mpsz([tile for tile in TILES for _ in range(hand[tile])]) for hand in counts(min(rows, 100_000), 2)]
    with path.open("w", encoding="utf-8") as file:
        file.write("id,hand\n")
        for row in range(rows):
            file.write(f"{row},{texts[row % len(texts)]}\n")


def analyse(source: Path, out: Path, jobs: int) -> None:
    to_file(find_sources([str(source)]), Plan(Target("parquet"), COLUMNS), str(out), None, jobs=jobs)


def rewrite_parquet(source: Path, out: Path, answers: pa.Table) -> None:
    """pyarrow alone, a row group at a time."""
    row = 0
    file = pq.ParquetFile(source)
    schema = pa.schema([*file.schema_arrow, *answers.schema])
    with pq.ParquetWriter(out, schema, compression=CODEC) as writer:
        for group in range(file.num_row_groups):
            table = file.read_row_group(group, use_threads=False)
            more = answers.slice(row, table.num_rows)
            row += table.num_rows
            for name in more.column_names:
                table = table.append_column(name, more[name])
            writer.write_table(table, row_group_size=BATCH)


def rewrite_csv(source: Path, out: Path, answers: pa.Table) -> None:
    table = pa.csv.read_csv(
        source,
        pa.csv.ReadOptions(use_threads=False),
        convert_options=pa.csv.ConvertOptions(column_types={"id": pa.string(), "hand": pa.string()}),
    )
    for name in answers.column_names:
        table = table.append_column(name, answers[name])
    pq.write_table(table, out, compression=CODEC, row_group_size=BATCH)


def best(runs: dict[str, Callable[[], None]], repeat: int) -> dict[str, float]:
    """Each run's best time; the runs take turns."""
    times = dict.fromkeys(runs, float("inf"))
    for _ in range(repeat):
        for name, run in runs.items():
            begun = time.perf_counter()
            run()
            times[name] = min(times[name], time.perf_counter() - begun)
    return times


def speed(folder: Path, rows: int, repeat: int) -> None:
    out, plain = folder / "out.parquet", folder / "plain.parquet"
    print(f"{rows:,} rows, written to Parquet:\n")
    print("| input | by | million rows/s | of pyarrow | × one thread |\n| --- | --- | --- | --- | --- |")
    for source, write, rewrite in (
        (folder / "in.parquet", write_parquet, rewrite_parquet),
        (folder / "in.csv", write_csv, rewrite_csv),
    ):
        write(source, rows)
        analyse(source, out, 1)
        answers = pq.read_table(out, columns=list(COLUMNS))
        times = best(
            {
                "pyarrow": lambda source=source, answers=answers, rewrite=rewrite: rewrite(source, plain, answers),
                "tingpai --jobs 1": lambda source=source: analyse(source, out, 1),
                "tingpai --jobs 2": lambda source=source: analyse(source, out, 2),
            },
            repeat,
        )
        for name, seconds in times.items():
            of_peer, of_one = times["pyarrow"] / seconds, times["tingpai --jobs 1"] / seconds
            print(
                f"| {source.suffix[1:]} | {name} | {rows / seconds / 1e6:.2f} | {of_peer:.0%} | {of_one:.2f} |",
                flush=True,
            )


def memory(folder: Path, rows: int) -> None:
    """Peak memory of a process of its own, import and all (Linux: getrusage would count its parent's in)."""
    code = (
        "import sys; from pathlib import Path; sys.path.insert(0, sys.argv[1]); import pipeline; "
        "pipeline.analyse(Path(sys.argv[2]), Path(sys.argv[3]), 2); "
        "print(*[int(l.split()[1]) // 1024 for l in open('/proc/self/status') if l.startswith('VmHWM')])"
    )
    for count in (rows // 10, rows):
        source = folder / "in.parquet"
        write_parquet(source, count)
        begun = time.perf_counter()
        done = subprocess.run(
            [sys.executable, "-c", code, str(Path(__file__).parent), str(source), str(folder / "out.parquet")],
            check=True,
            capture_output=True,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        seconds = time.perf_counter() - begun
        print(f"{count:>12,} rows: peak {int(done.stdout):,} MB, {seconds:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", type=int, default=4_000_000)
    parser.add_argument("--repeat", type=int, default=5)
    parser.add_argument("--memory", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        if arguments.memory:
            memory(Path(folder), arguments.rows)
        else:
            speed(Path(folder), arguments.rows, arguments.repeat)


if __name__ == "__main__":
    main()
