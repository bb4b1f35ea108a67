"""`--resume` after anything: runs cut short at any moment, inputs, options and outputs changed behind its back.

A finished run leaves, byte for byte, what an uninterrupted run of the same inputs leaves, or it is refused in one line;
what stands under a final name is whole at any moment.
"""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any
from unittest import mock

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tingpai import pipeline
from tingpai.errors import InputError
from tingpai.io import columnar, readers, records, rows
from tingpai.io.source import find_sources
from tingpai.io.unit import Reading
from tingpai.io.writers import Target
from tingpai.pipeline import to_folder
from tingpai.plan import Plan
from tingpai.tiles import Tile

MANIFEST = "_manifest.jsonl"
ROWS, UNIT, CHUNK, BATCH = 90, 500, 300, 20
HANDS = ["123m456p789s11z", "1112345678999m", "[222m3]456s55z", "19m19p19s1234567z", "11z", "8z", "123m", "", "11111m"]
FORMATS = ("csv", "txt", "jsonl", "parquet", "arrow")
COLUMNS = (("shanten",), ("is_win", "waits"))
WILDCARDS = (None, 33)

# The same small pieces for a run in a process of its own.
PROCESS = f"""
import pandas, pyarrow.parquet
from tingpai import pipeline
from tingpai.io import columnar, readers, records, rows
records.chunks.__kwdefaults__["size"] = {CHUNK}
rows.BATCH = columnar.BATCH = {BATCH}
pipeline.units = lambda source, reading: readers.units(source, reading, {UNIT})
from tingpai.cli import main
print(flush=True)
main()
"""


class Killed(BaseException):
    """What a process that is killed does not live to see."""


@dataclass(frozen=True)
class Inputs:
    """What a run reads and is asked: each input's format and seed, by name, and the options."""

    files: tuple[tuple[str, str, int], ...] = ()
    columns: tuple[str, ...] = COLUMNS[0]
    wildcard: int | None = None


def write_input(path: Path, format: str, seed: int) -> None:
    """Some rows; another seed is another size or time, as another content is on a disk."""
    generator = random.Random(seed)
    hands = [generator.choice(HANDS) for _ in range(ROWS)]
    table = pa.table({"hand": hands})
    if format == "parquet":
        pq.write_table(table, path, row_group_size=30)
    elif format == "arrow":
        with pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table, max_chunksize=30)
    else:
        line = '{{"hand": "{}"}}\n' if format == "jsonl" else "{}\n"
        path.write_text(("hand\n" if format == "csv" else "") + "".join(map(line.format, hands)), encoding="utf-8")
    os.utime(path, ns=(seed, seed))


@contextmanager
def moments(at: int, cut: Callable[[], None], *names: tuple[object, str]) -> Iterator[None]:
    """Every call of one of these functions is a moment; `cut` is called at number `at` and at all later ones.

    Syncing itself is left out: it takes the tests' time and a process that is killed loses nothing without it.
    """
    passed = 0

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any, **more: Any) -> Any:
            nonlocal passed
            passed += 1
            if passed > at:
                cut()
            return None if real is sync else real(*arguments, **more)

        return call

    sync = os.fsync
    with ExitStack() as stack:
        for owner, name in names:
            stack.enter_context(mock.patch.object(owner, name, counted(getattr(owner, name))))
        yield


WRITES: tuple[tuple[object, str], ...] = ((os, "fsync"), (Path, "mkdir"))
ALL = (
    *WRITES,
    *((os, name) for name in ("replace", "truncate")),
    *((Path, name) for name in ("unlink", "rmdir")),
    *((pipeline, name) for name in ("answered", "digest")),
)


def run(folder: Path, inputs: Inputs, out: Path, jobs: int = 1, resume: bool = False) -> None:
    sources = find_sources([str(folder / name) for name, _, _ in inputs.files])
    plan = Plan(Target("parquet"), inputs.columns, Reading(), inputs.wildcard)
    to_folder(sources, plan, out, f"{out}.errors.csv", jobs=jobs, resume=resume)


def cut_or_flip(data: bytearray, how: str, at: int) -> bool:
    """Whether that is what was to be done to the data."""
    if how == "cut":
        del data[at % len(data) :]
    elif how == "flipped":
        data[at % len(data)] ^= 1 << at % 8
    return how in ("cut", "flipped")


def left(out: Path) -> dict[str, bytes]:
    """All that a run has left, the manifest aside: its records stand in the order in which parts became whole."""
    found = {str(path.relative_to(out)): path.read_bytes() for path in out.rglob("*") if path.is_file()}
    found.pop(MANIFEST, None)
    errors = Path(f"{out}.errors.csv")
    return found | ({"errors": errors.read_bytes()} if errors.exists() else {})


class Resume(RuleBasedStateMachine):
    """A folder of inputs, a folder of parts, and what may happen to both."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.out = self.folder / "out"
        self.now = Inputs()
        self.begun: Inputs | None = None  # what the run in the folder was begun with
        self.harmed = False  # whether its manifest was damaged
        self.damaged: set[str] = set()
        self.wholes: dict[Inputs, dict[str, bytes]] = {}

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(formats=st.lists(st.sampled_from(FORMATS), min_size=1, max_size=2), seed=st.integers(1, 9))
    def some_inputs(self, formats: list[str], seed: int) -> None:
        for number, format in enumerate(formats):
            self.put((f"in-{number}.{format}", format, seed + number))

    def put(self, *files: tuple[str, str, int]) -> None:
        """Write these inputs; they take the places of others of the same name."""
        for name, format, seed in files:
            write_input(self.folder / name, format, seed)
        known = {file[0]: file for file in (*self.now.files, *files)}
        self.now = replace(self.now, files=tuple(known.values()))

    def whole(self, inputs: Inputs) -> dict[str, bytes]:
        """What an uninterrupted run leaves."""
        if inputs not in self.wholes:
            assert inputs == self.now
            out = self.folder / f"whole-{len(self.wholes)}"
            with moments(1 << 30, lambda: None, *WRITES):
                run(self.folder, inputs, out)
            self.wholes[inputs] = left(out)
        return self.wholes[inputs]

    # ---- runs ----

    @rule(at=st.integers(0, 60), jobs=st.sampled_from([1, 2]), full=st.booleans(), resume=st.booleans())
    def cut_short(self, at: int, jobs: int, full: bool, resume: bool) -> None:
        """Killed at a moment, when nothing more can be tidied up; or a disk that is full from that moment on."""
        self.whole(self.now)

        def cut() -> None:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) if full else Killed()

        with moments(at, cut, *(WRITES if full else ALL)):
            self.attempt(resume, partial(run, self.folder, self.now, self.out, jobs, resume))

    @rule(jobs=st.sampled_from([1, 2, 4]), resume=st.booleans())
    def to_the_end(self, jobs: int, resume: bool) -> None:
        self.whole(self.now)
        with moments(1 << 30, lambda: None, *WRITES):
            self.attempt(resume, partial(run, self.folder, self.now, self.out, jobs, resume))

    def attempt(self, resume: bool, once: Callable[[], None]) -> None:
        """One run: it is refused when it must be, and what it finishes is what it should be."""
        was = set(os.listdir(self.out)) if self.out.exists() else set()
        mine = resume and MANIFEST in was
        ended, refusal = False, ""
        try:
            once()
            ended = True
        except InputError as error:
            refusal = str(error)
        except Killed:
            pass
        another = (bool(was) and not mine) or (mine and self.begun != self.now)
        assert not (ended and another)
        assert not refusal or another or self.harmed or "No space left on device" in refusal, refusal
        assert "\n" not in refusal
        if not ended and was and not mine:
            return
        if self.out.exists() and MANIFEST in os.listdir(self.out) and not mine:
            self.begun, self.harmed = self.now, False
        if ended:
            assert left(self.out) == self.whole(self.now)
            self.damaged.clear()

    # ---- what happens to the inputs and the options ----

    @rule(which=st.integers(0, 9), seed=st.integers(10, 99))
    def edit_an_input(self, which: int, seed: int) -> None:
        name, format, _ = self.now.files[which % len(self.now.files)]
        self.put((name, format, seed))

    @precondition(lambda self: self.begun is not None and self.begun != self.now)
    @rule()
    def put_all_back(self) -> None:
        assert self.begun is not None
        self.now = replace(self.begun, files=())
        self.put(*self.begun.files)

    @precondition(lambda self: len(self.now.files) < 3)
    @rule(format=st.sampled_from(FORMATS), seed=st.integers(1, 9))
    def add_an_input(self, format: str, seed: int) -> None:
        self.put((f"more-{len(self.now.files)}.{format}", format, seed))

    @precondition(lambda self: len(self.now.files) > 1)
    @rule(which=st.integers(0, 9))
    def drop_an_input(self, which: int) -> None:
        files = list(self.now.files)
        del files[which % len(files)]
        self.now = replace(self.now, files=tuple(files))

    @rule(columns=st.sampled_from(COLUMNS), wildcard=st.sampled_from(WILDCARDS))
    def ask_for_something_else(self, columns: tuple[str, ...], wildcard: int | None) -> None:
        self.now = replace(self.now, columns=columns, wildcard=wildcard)

    # ---- what happens to the output ----

    @precondition(lambda self: self.parts())
    @rule(which=st.integers(0, 99), how=st.sampled_from(["lost", "cut", "flipped", "another"]), at=st.integers(0, 999))
    def harm_a_part(self, which: int, how: str, at: int) -> None:
        """A part, or its list of rejects."""
        parts = self.parts()
        path = self.out / parts[which % len(parts)]
        data = bytearray(path.read_bytes())
        self.damaged.add(parts[which % len(parts)])
        if how == "lost":
            path.unlink()
            return
        if not data:
            return
        if not cut_or_flip(data, how, at):
            data = bytearray((self.out / parts[at % len(parts)]).read_bytes())
        path.write_bytes(data)

    @precondition(lambda self: (self.out / MANIFEST).exists())
    @rule(how=st.sampled_from(["cut", "flipped", "without", "twice", "more", "empty", "lost"]), at=st.integers(0, 9999))
    def harm_the_manifest(self, how: str, at: int) -> None:
        path = self.out / MANIFEST
        data = bytearray(path.read_bytes())
        lines = data.splitlines(keepends=True)
        if not data:
            return
        if how == "more":
            data += b'{"unit": 0, "file": "part-00000.parquet"'
        elif how == "empty":
            data.clear()
        elif not cut_or_flip(data, how, at):
            line = at % len(lines)
            lines[line : line + 1] = [lines[line]] * (2 if how == "twice" else 0)
            data = bytearray(b"".join(lines))
        self.harmed = True
        path.unlink() if how == "lost" else path.write_bytes(data)

    @precondition(lambda self: self.out.exists())
    @rule()
    def leave_something_half_written(self) -> None:
        (self.out / "part-00001.parquet.01234567.tmp").write_bytes(b"half")

    @precondition(lambda self: self.out.exists())
    @rule()
    def start_again(self) -> None:
        shutil.rmtree(self.out)
        Path(f"{self.out}.errors.csv").unlink(missing_ok=True)
        self.begun, self.harmed = None, False
        self.damaged.clear()

    # ---- what always holds ----

    def parts(self) -> list[str]:
        """What stands under a final name."""
        return sorted(name for name in left(self.out) if not name.endswith(".tmp") and name != "errors")

    @invariant()
    def what_has_its_name_is_whole(self) -> None:
        if self.begun is None or not self.out.exists():
            return
        whole = self.whole(self.begun)
        found = left(self.out)
        for name in set(self.parts()) - self.damaged:
            assert found[name] == whole[name], name


@pytest.fixture
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(records.chunks.__kwdefaults__, "size", CHUNK)
    monkeypatch.setattr(rows, "BATCH", BATCH)
    monkeypatch.setattr(columnar, "BATCH", BATCH)
    monkeypatch.setattr(pipeline, "units", lambda source, reading: readers.units(source, reading, UNIT))


def check(machine: type[Resume], examples: int, steps: int) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples,
            stateful_step_count=steps,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],  # shrinking such a story takes many minutes
            suppress_health_check=list(HealthCheck),
        ),
    )


def test_whatever_happens_between(small_pieces: None) -> None:
    check(Resume, 30, 12)


@pytest.mark.slow
def test_whatever_happens_between_at_length(small_pieces: None) -> None:
    check(Resume, 1500, 40)


class ResumeProcesses(Resume):
    """Runs cut short are processes that the system kills."""

    @rule(after=st.floats(0, 0.12), jobs=st.sampled_from([1, 2]), resume=st.booleans())
    def cut_short(self, after: float, jobs: int, resume: bool) -> None:
        self.whole(self.now)
        self.attempt(resume, partial(self.killed, after, jobs, resume))

    def killed(self, after: float, jobs: int, resume: bool) -> None:
        """Kill a process so many seconds after it has begun to look at its output."""
        command = [
            sys.executable,
            "-c",
            PROCESS,
            "analyze",
            *(str(self.folder / name) for name, _, _ in self.now.files),
        ]
        command += ["-o", f"{self.out}/", "--columns", ",".join(self.now.columns), "--jobs", str(jobs), "--lang", "en"]
        command += [] if self.now.wildcard is None else ["--wildcard", str(Tile(self.now.wildcard))]
        command += ["--resume"] if resume else []
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(after)
        process.kill()
        _, said = process.communicate()
        if process.returncode == -signal.SIGKILL:
            raise Killed
        if process.returncode == 2:
            raise InputError(said.strip())
        assert process.returncode in (0, 1), said


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_whatever_happens_between_processes_that_are_killed(small_pieces: None) -> None:
    check(ResumeProcesses, 30, 12)
