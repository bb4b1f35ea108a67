"""A table of hands in, the same rows and their answers out: read → counts → answers → columns → file.

A run is a list of *units* (`io.unit.Unit`: a part of one input that can be read again on its own). The reader cuts each
unit into *pieces*; threads take a piece each and do everything with it (parse, answer, encode); what they made is put
down in the order of the pieces. Only a few pieces are ever under way, so memory does not grow with the input.

    pieces(unit) ──▶ work(piece) × jobs threads ──▶ in order ──▶ one file (`to_file`) or a part a unit (`to_folder`)
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, groupby, islice
from pathlib import Path
from typing import Any, BinaryIO

import pyarrow as pa

from .answers import Tally
from .errors import InputError, TingpaiError, first_line
from .io.atomic import whole_file
from .io.lock import only_run
from .io.manifest import Manifest, Part, digest, part_name, rejects_of
from .io.readers import pieces, units
from .io.rejects import HEADER, Reject, of_csv, to_csv
from .io.rows import Piece
from .io.source import Source
from .io.unit import Unit
from .io.writers import Writer, writer_of
from .plan import Plan
from .table import answered, fit

_FIRST_REJECTS = 5
_UNFIT = (pa.ArrowException, OverflowError, UnicodeDecodeError)
"""What is raised by writing a column that a format cannot hold."""


class Stopped(TingpaiError):
    """The run has stopped before its end: too many rows were rejected, or the cluster is lost."""


@dataclass(slots=True)
class Done:
    """A piece's answers, encoded, and what is to be said of it."""

    unit: Unit
    schema: pa.Schema
    size: int
    tally: Tally = field(default_factory=Tally)
    encoded: list[Any] = field(default_factory=list)
    rejects: str = ""
    first_rejects: list[Reject] = field(default_factory=list)


# ---- one piece ----


def work(unit: Unit, piece: Piece, plan: Plan) -> Done:
    """Everything that is done with one piece; any thread."""
    assert plan.schema is not None
    done = Done(unit, plan.schema, piece.size)
    encode = writer_of(plan.target, plan.stream).encode
    for rows in piece.rows():
        for part in rows.parts():
            table, rejects, tally = answered(part, unit.source.path, plan)
            table = fit(table, plan.schema, unit.source.path)
            try:
                done.encoded.append(encode(table, plan.target))
            except _UNFIT as error:
                name = next((name for name in table.column_names if not _holds(plan, table.select([name]))), "?")
                what = f"column {name!r} does not go into {plan.target.format}: {first_line(error)}"
                raise InputError(f"{unit.source.path}: {what}") from None
            done.tally.add(tally)
            if rejects:
                done.rejects += to_csv(rejects)
                done.first_rejects += rejects[: _FIRST_REJECTS - len(done.first_rejects)]
    return done


def _holds(plan: Plan, table: pa.Table) -> bool:
    try:
        writer_of(plan.target, plan.stream).encode(table, plan.target)
    except _UNFIT:
        return False
    return True


# ---- many pieces, in order ----


def results(units: Iterable[Unit], plan: Plan, jobs: int = 1) -> Generator[Done, None, None]:
    """What `work` makes of every piece of the units, in order. Reading goes on while `jobs` threads work."""
    tasks: Iterator[tuple[Unit, Piece]] = (
        (unit, piece) for unit in units for piece in pieces(unit, plan.reading, jobs)
    )
    if plan.schema is None:
        first = next(tasks)
        plan = replace(plan, schema=_schema_of(*first, plan))
        tasks = chain([first], tasks)
    if jobs == 1:
        yield from (work(unit, piece, plan) for unit, piece in tasks)
        return
    with ThreadPoolExecutor(jobs) as pool:
        under_way: deque[Future[Done]] = deque()
        try:
            for unit, piece in tasks:
                under_way.append(pool.submit(work, unit, piece, plan))
                if len(under_way) > jobs + 1:
                    yield under_way.popleft().result()
            while under_way:
                yield under_way.popleft().result()
        finally:
            pool.shutdown(cancel_futures=True)


def output_schema(unit: Unit, plan: Plan) -> pa.Schema:
    """The columns of a run whose first unit this is."""
    return _schema_of(unit, next(pieces(unit, plan.reading)), plan)


def _schema_of(unit: Unit, piece: Piece, plan: Plan) -> pa.Schema:
    table, _, _ = answered(next(piece.rows()).slice(0, 0), unit.source.path, plan)
    schema = table.schema.remove_metadata()
    if plan.target.format == "arrow" and not plan.stream:  # a dictionary of a file is the same in all of its batches
        schema = pa.schema([field.with_type(_without_dictionary(field.type)) for field in schema])
    return schema


def _without_dictionary(type: pa.DataType) -> pa.DataType:
    return type.value_type if pa.types.is_dictionary(type) else type


# ---- where the results go ----


@dataclass(slots=True)
class Report:
    """What became of a run: its tally, the first rejects, and how many of its parts were there already."""

    tally: Tally = field(default_factory=Tally)
    first_rejects: list[Reject] = field(default_factory=list)
    parts: int = 0
    parts_skipped: int = 0
    rows_skipped: int = 0

    def add(self, done: Done, max_errors: int | None) -> None:
        self.tally.add(done.tally)
        self.first_rejects += done.first_rejects[: _FIRST_REJECTS - len(self.first_rejects)]
        self.check(max_errors)

    def check(self, max_errors: int | None) -> None:
        if max_errors is not None and self.tally.rejects > max_errors:
            raise Stopped(f"stopped: {self.tally.rejects} rows rejected", expected=f"at most {max_errors}")


Progress = Callable[[int, int], None]
"""Called with the bytes of input and the rows that have just been done."""


def silent(size: int, rows: int) -> None:
    """No progress."""


def to_file(
    sources: Sequence[Source],
    plan: Plan,
    out: str | None,
    errors: str | None,
    *,
    jobs: int = 1,
    max_errors: int | None = None,
    progress: Progress = silent,
) -> Report:
    """Analyse all sources into one file `out` (None: standard output), which appears when it is whole.

    Rejected rows are listed in the file `errors`, if there are any. Raises `InputError`, `Stopped` (the rejects
    so far are listed then).
    """
    report = Report()
    stopped: Stopped | None = None
    with _rejects_file(errors) as list_rejects:
        try:
            with _standard_output() if out is None else whole_file(out) as file:
                writer: Writer | None = None
                for done in results(map(Unit, sources), plan, jobs):
                    writer = writer or _begun(file, plan, done.schema)
                    for encoded in done.encoded:
                        writer.append(encoded)
                    list_rejects(done.rejects)
                    report.add(done, max_errors)
                    progress(done.size, done.tally.rows)
                assert writer is not None
                writer.finish()
                for source in sources:
                    source.check_unchanged()
        except Stopped as error:
            stopped = error
    if stopped is not None:
        raise stopped
    return report


def to_folder(
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
    """Analyse all sources into a folder, a part a unit; with `resume` go on with the run that is there.

    Raises `InputError`, `Stopped`; parts that are whole by then stay, and the run can be resumed.
    """
    with open_run(sources, plan, folder, resume) as (manifest, plan, report):
        missing = manifest.missing()
        numbers = iter(missing)
        under_way = results((manifest.units[number] for number in missing), plan, jobs)
        with closing(under_way):

            def watched(group: Iterable[Done]) -> Iterator[Done]:
                for done in group:
                    report.add(done, max_errors)
                    progress(done.size, done.tally.rows)
                    yield done

            for _, group in groupby(under_way, key=lambda done: done.unit):
                manifest.add(write_part(folder, next(numbers), watched(group), plan))
        report.first_rejects = join_rejects(manifest, errors)
    return report


@contextmanager
def open_run(
    sources: Sequence[Source], plan: Plan, folder: Path, resume: bool
) -> Iterator[tuple[Manifest, Plan, Report]]:
    """The run's manifest, the plan with the output's schema, and a report of the parts that are there already.

    A run that fails before its first part is whole leaves nothing to resume, so that it can be begun again, mended.
    """
    with only_run(folder):
        manifest = Manifest.resume(folder, sources, plan.asks()) if resume else None
        if manifest is None:
            found = [unit for source in sources for unit in units(source, plan.reading)]
            manifest = Manifest.begin(folder, sources, found, plan.asks())
        try:
            if not manifest.units[0].source.is_stream:
                plan = replace(plan, schema=output_schema(manifest.units[0], plan))
            report = Report(parts=len(manifest.units), parts_skipped=len(manifest.parts))
            for part in manifest.parts.values():
                report.tally.add(Tally.of_json(part.tally))
            report.rows_skipped = report.tally.rows
            yield manifest, plan, report
        except BaseException:
            if not manifest.parts:
                manifest.withdraw()
            raise


def write_part(folder: Path, number: int, results: Iterable[Done], plan: Plan) -> Part:
    """Write one unit's results as the part `number`: first its rejects, then itself. Doing it again changes nothing."""
    name, rejects = part_name(number, plan.target.ending), rejects_of(folder, number)
    tally = Tally()
    with (
        _rejects_file(str(rejects)) as list_rejects,
        whole_file(folder / name) as file,
    ):
        writer: Writer | None = None
        for done in results:
            writer = writer or _begun(file, plan, done.schema)
            for encoded in done.encoded:
                writer.append(encoded)
            list_rejects(done.rejects)
            tally.add(done.tally)
        assert writer is not None
        writer.finish()
        done.unit.source.check_unchanged()
    return Part(
        number,
        name,
        (folder / name).stat().st_size,
        digest(folder / name),
        digest(rejects) if tally.rejects else None,
        tally.to_json(),
    )


def join_rejects(manifest: Manifest, errors: str | None) -> list[Reject]:
    """List the rejects of all parts in one file, in the order of the input; the first ones are returned."""
    first: list[Reject] = []
    with _rejects_file(errors) as list_rejects:
        for number in range(len(manifest.units)):
            part = rejects_of(manifest.folder, number)
            if part.exists():
                listed = part.read_bytes().decode()  # as it is: rows may have line ends of any kind
                list_rejects(listed.partition("\n")[2])
                first += islice(of_csv(listed), _FIRST_REJECTS - len(first))
    return first


def _begun(file: BinaryIO, plan: Plan, schema: pa.Schema) -> Writer:
    writer = writer_of(plan.target, plan.stream)(file, plan.target)
    writer.begin(schema)
    return writer


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    yield sys.stdout.buffer
    sys.stdout.buffer.flush()


@contextmanager
def _rejects_file(path: str | None) -> Iterator[Callable[[str], None]]:
    """A function that lists rejects in the file `path`. Without rejects there is no such file, an older one neither."""
    with ExitStack() as stack:
        file: BinaryIO | None = None

        def list_rejects(lines: str) -> None:
            nonlocal file
            if not lines or path is None:
                return
            if file is None:
                try:
                    Path(path).parent.mkdir(exist_ok=True)
                except OSError as error:
                    raise InputError(f"cannot write {path}: {error.strerror}") from None
                file = stack.enter_context(whole_file(path))
                file.write((",".join(HEADER) + "\n").encode())
            file.write(lines.encode(errors="backslashreplace"))  # the name of a file may be no text

        yield list_rejects
    if file is None and path is not None and Path(path).is_file():
        Path(path).unlink()
