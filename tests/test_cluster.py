"""Runs over a Dask cluster: the same files as a run on one machine, whatever dies on the way."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tingpai import pipeline
from tingpai.cluster import to_folder_on
from tingpai.errors import InputError
from tingpai.io import readers
from tingpai.io.source import find_sources
from tingpai.io.writers import Target
from tingpai.pipeline import Report, Stopped, to_folder
from tingpai.plan import Plan

distributed = pytest.importorskip("distributed")

PLAN = Plan(Target("parquet"))


@pytest.fixture(autouse=True)
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "units", lambda source, reading: readers.units(source, reading, 20_000))


@pytest.fixture
def source(tmp_path: Path) -> str:
    """A file of many units; every 500th row is five of a kind."""
    generator = np.random.default_rng(3)
    counts = generator.multivariate_hypergeometric([4] * 34, 13, size=60_000).astype(np.uint8)
    counts[::500, 0] = 5
    table = pa.table({"hand": pa.FixedSizeListArray.from_arrays(pa.array(counts.ravel()), 34)})
    pq.write_table(table, tmp_path / "in.parquet", row_group_size=2000)
    return str(tmp_path / "in.parquet")


@pytest.fixture
def alone(source: str, tmp_path: Path) -> dict[str, bytes]:
    """What a run on one machine writes."""
    to_folder(find_sources([source]), PLAN, tmp_path / "alone", None)
    return parts(tmp_path / "alone")


def parts(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "_manifest.jsonl"
    }


@pytest.fixture(scope="module")
def cluster() -> Iterator[object]:
    with distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None, silence_logs=50) as made:
        yield made


def on(address: str, source: str, out: Path, resume: bool = False) -> Report:
    return to_folder_on(address, find_sources([source]), PLAN, out, f"{out}.errors.csv", resume=resume)


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_a_killed_worker_costs_nothing(cluster: object, source: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    killed_worker_runs(cluster, source, alone, tmp_path, 1)


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_workers_killed_at_ten_random_moments(
    cluster: object, source: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    killed_worker_runs(cluster, source, alone, tmp_path, 10)


def killed_worker_runs(cluster: object, source: str, alone: dict[str, bytes], tmp_path: Path, times: int) -> None:
    generator = random.Random(8)
    for number in range(times):
        killed: list[int] = []

        def kill(killed: list[int] = killed, wait: float = generator.uniform(0, 0.6)) -> None:
            time.sleep(wait)
            worker = generator.choice(list(cluster.workers.values()))  # type: ignore[attr-defined]
            killed.append(worker.pid)
            os.kill(worker.pid, signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        report = on(cluster.scheduler_address, source, tmp_path / f"out-{number}")  # type: ignore[attr-defined]
        killer.join()
        assert killed
        assert report.tally.rows == 60_000
        assert report.tally.rejects == 120
        assert [reject.line for reject in report.first_rejects] == [1, 501, 1001, 1501, 2001]
        assert parts(tmp_path / f"out-{number}") == alone


def test_processes_of_this_machine_write_the_same(source: str, alone: dict[str, bytes], tmp_path: Path) -> None:
    report = to_folder_on("local", find_sources([source]), PLAN, tmp_path / "out", None, jobs=2)
    assert report.tally.rows == 60_000
    assert parts(tmp_path / "out") == alone


def test_a_pipe_cannot_be_read_by_many(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="a cluster cannot read standard input or a pipe"):
        to_folder_on("local", find_sources(["-"], "csv"), PLAN, tmp_path / "out", None)


def test_a_scheduler_without_workers(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tingpai.cluster._CONNECT_SECONDS", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None, silence_logs=50) as idle,
        pytest.raises(InputError, match="the Dask scheduler has no workers"),
    ):
        on(idle.scheduler_address, source, tmp_path / "out")


def test_a_lost_scheduler_stops_the_run_and_resume_finishes_it(
    source: str, alone: dict[str, bytes], tmp_path: Path
) -> None:
    out = tmp_path / "out"
    cluster = distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None, silence_logs=50)

    def lose() -> None:
        while len(list(out.glob("part-*.parquet"))) < 3:
            time.sleep(0.01)
        cluster.close()

    loser = threading.Thread(target=lose)
    loser.start()
    with pytest.raises(Stopped, match="scheduler is lost"):
        on(cluster.scheduler_address, source, out)
    loser.join()
    report = to_folder(find_sources([source]), PLAN, out, None, resume=True)
    assert 0 < report.parts_skipped < report.parts
    assert parts(out) == alone


def test_no_scheduler_is_one_clear_error(source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tingpai.cluster._CONNECT_SECONDS", 1)
    with pytest.raises(InputError, match=r"no Dask scheduler answers at tcp://127\.0\.0\.1:9"):
        on("tcp://127.0.0.1:9", source, tmp_path / "out")


def test_a_worker_of_another_version_is_refused(
    cluster: object, source: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tingpai.cluster.__version__", "0.0.9")
    with pytest.raises(InputError, match=r"Dask worker tcp://\S+ has tingpai .* \(expected tingpai 0\.0\.9\)"):
        on(cluster.scheduler_address, source, tmp_path / "out")  # type: ignore[attr-defined]
