"""The same units on the workers of a Dask cluster.

A unit is a task that writes one part under its one fixed name, so doing it twice (a worker died, another took over)
changes nothing. Only this process writes the manifest: whatever dies, `--resume` goes on from the parts recorded there.
Inputs and the output folder must be reachable under the same paths from every worker.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import CancelledError
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow as pa

from . import __version__
from .answers import Tally
from .errors import InputError
from .io.manifest import Part
from .io.source import Source
from .io.unit import Unit
from .pipeline import Progress, Report, Stopped, join_rejects, open_run, results, silent, write_part
from .plan import Plan

if TYPE_CHECKING:
    from distributed import Client

LOCAL = "local"
_CONNECT_SECONDS = 10
_TRIES = 3


def to_folder_on(
    address: str,
    sources: Sequence[Source],
    plan: Plan,
    folder: Path,
    errors: str | None,
    *,
    jobs: int = 1,
    resume: bool = False,
    max_errors: int | None = None,
    progress: Progress = silent,
) -> Report:
    """As `pipeline.to_folder`, on the Dask scheduler at `address`, or with ``"local"`` on `jobs` processes here.

    Raises `InputError` for a scheduler that cannot be reached or workers without this version of tingpai, `Stopped`
    when the cluster is lost on the way.
    """
    if any(source.is_stream for source in sources):
        raise InputError("a cluster cannot read standard input or a pipe", expected="files")
    folder = folder.absolute()
    with _client(address, jobs) as client:
        _check_workers(client)
        sources = [replace(source, root=os.getcwd()) for source in sources]
        with open_run(sources, plan, folder, resume) as (manifest, plan, report):
            share = sum(source.size for source in sources) // max(len(manifest.units), 1)
            tasks = [(number, manifest.units[number]) for number in manifest.missing()]
            for part in _parts(client, folder, tasks, plan):
                manifest.add(part)
                tally = Tally.of_json(part.tally)
                report.tally.add(tally)
                report.check(max_errors)
                progress(share, tally.rows)
            manifest.sweep()
            report.first_rejects = join_rejects(manifest, errors)
    return report


def make_part(folder: Path, number: int, unit: Unit, plan: Plan, schema: bytes) -> Part:
    """One unit's task: read it, answer it, write its part. `schema` is the plan's as Arrow writes it."""
    plan = replace(plan, schema=pa.ipc.read_schema(pa.py_buffer(schema)))
    return write_part(folder, number, results([unit], plan), plan)


def _parts(client: Client, folder: Path, units: Sequence[tuple[int, Unit]], plan: Plan) -> Iterator[Part]:
    """The parts as they become whole."""
    from distributed import KilledWorker, as_completed
    from distributed.client import FutureCancelledError

    assert plan.schema is not None
    # A pickled schema forgets the names inside list types.
    schema, plan = plan.schema.serialize().to_pybytes(), replace(plan, schema=None)
    tasks = [
        client.submit(make_part, folder, number, unit, plan, schema, pure=False, priority=-number, retries=_TRIES)
        for number, unit in units
    ]
    try:
        for task in as_completed(tasks):  # type: ignore[no-untyped-call]
            yield task.result()
    except KilledWorker:
        raise Stopped("stopped: workers died one after another over the same unit; go on with --resume") from None
    except (CancelledError, FutureCancelledError, TimeoutError, OSError):
        raise Stopped("stopped: the Dask scheduler is lost; when it is back, go on with --resume") from None


@contextmanager
def _client(address: str, jobs: int) -> Iterator[Client]:
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        needed = "distributed: pip install 'tingpai[cluster]'"
        raise InputError("--dask needs the package distributed", expected=needed) from None
    # What goes wrong is said in one line here; the library would log tracebacks beside it.
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    if address == LOCAL:
        with (
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=jobs, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
            ) as cluster,
            Client(cluster) as client,  # type: ignore[no-untyped-call]
        ):
            yield client
        return
    try:
        client = Client(address, timeout=_CONNECT_SECONDS)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError):
        raise InputError(f"no Dask scheduler answers at {address}", expected="tcp://HOST:8786, or local") from None
    try:
        yield client
    finally:
        client.close(timeout=_CONNECT_SECONDS)  # type: ignore[no-untyped-call]


def _check_workers(client: Client) -> None:
    """Every worker must have this version, or the parts would not be of one kind."""

    def version() -> str | None:  # sent as code: a worker without the package can run it
        try:
            import tingpai
        except ImportError:
            return None
        return tingpai.__version__

    try:
        client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
    except TimeoutError:
        raise InputError("the Dask scheduler has no workers", expected="workers: dask worker ADDRESS") from None
    # A worker that dies under the question is no matter.
    for worker, found in sorted(client.run(version, on_error="ignore").items()):
        if found != __version__:
            has = "no tingpai" if found is None else f"tingpai {found}"
            raise InputError(f"Dask worker {worker} has {has}", expected=f"tingpai {__version__}")
