"""The record of a run into a folder: what it was asked, its units, and every part that is whole.

`_manifest.jsonl` begins with one line that fixes the run (version, inputs with size and time, options, units); a line
is added, and synced, for every part that stands under its final name. A part without a line is made again: making it
twice gives the same file. A last line that was cut off by a crash counts as not written.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from .. import __version__
from ..errors import InputError
from .atomic import TEMPORARY, whole_file
from .source import Source
from .unit import Unit

NAME = "_manifest.jsonl"
REJECTS = "_rejects"
"""The folder, inside the output's, of each part's rejected rows."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is whole: its unit's number, file name, size and SHA-256, and the tally of its rows."""

    unit: int
    file: str
    bytes: int
    sha256: str
    tally: dict[str, Any]


def digest(path: Path) -> str:
    """SHA-256 of a file, in hexadecimal."""
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


class Manifest:
    """The manifest of the run in `folder`. Make one with `begin` or `resume`."""

    def __init__(self, folder: Path, units: Sequence[Unit], parts: dict[int, Part]) -> None:
        self.folder = folder
        self.units = units
        self.parts = parts

    @classmethod
    def begin(cls, folder: Path, sources: Sequence[Source], units: Sequence[Unit], asks: dict[str, Any]) -> Manifest:
        """Start a run in a folder that is new or empty."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()):
                raise InputError(f"{folder} is not empty", expected="another folder, or --resume to go on with its run")
        except OSError as error:
            raise InputError(f"cannot write {folder}: {error.strerror}") from None
        head = _head(sources, asks) | {"units": [_unit_json(unit) for unit in units]}
        with whole_file(folder / NAME) as file:
            file.write(_line(head))
        return cls(folder, units, {})

    @classmethod
    def resume(cls, folder: Path, sources: Sequence[Source], asks: dict[str, Any]) -> Manifest | None:
        """Go on with the run in `folder`; None where there is none yet.

        Raises `InputError` when its inputs, its options or the version were others. Parts that do not have their
        recorded size and checksum any more are forgotten, half-written files removed.
        """
        path = folder / NAME
        if not path.exists():
            return None
        if any(source.is_stream for source in sources):
            raise InputError(f"cannot resume {folder}: a pipe cannot be read again", expected="files")
        try:
            lines = path.read_bytes().split(b"\n")
            if lines[-1]:
                # A record that a crash has cut off: the next one must not be written behind it.
                os.truncate(path, path.stat().st_size - len(lines[-1]))
            head, *records = [json.loads(line) for line in lines[:-1]]
        except (OSError, ValueError) as error:
            raise InputError(f"{path}: {error}") from None
        _refuse_others(folder, head, _head(sources, asks))
        units = [_unit_of(fields, sources) for fields in head["units"]]
        parts = {part.unit: part for part in (Part(**record) for record in records) if _stands(folder, part)}
        manifest = cls(folder, units, parts)
        manifest.sweep()
        return manifest

    def add(self, part: Part) -> None:
        """Record a part that stands under its final name."""
        try:
            with open(self.folder / NAME, "ab") as file:
                file.write(_line(asdict(part)))
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise InputError(f"cannot write {self.folder / NAME}: {error.strerror}") from None
        self.parts[part.unit] = part

    def sweep(self) -> None:
        """Remove what killed processes have left half-written."""
        for rest in (*self.folder.glob(f"*{TEMPORARY}"), *self.folder.glob(f"{REJECTS}/*{TEMPORARY}")):
            rest.unlink(missing_ok=True)

    def missing(self) -> list[int]:
        """The numbers of the units without a part."""
        return [number for number in range(len(self.units)) if number not in self.parts]


def _line(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode() + b"\n"


def _head(sources: Sequence[Source], asks: dict[str, Any]) -> dict[str, Any]:
    inputs = [[source.path, source.format, *(source.stamp or (None, None))] for source in sources]
    return {"tingpai": __version__, "inputs": inputs, "asks": asks}


def _unit_json(unit: Unit) -> dict[str, Any]:
    return {
        "input": unit.source.path,
        "start": unit.start,
        "stop": unit.stop,
        "line": unit.line,
        "encoding": unit.encoding,
    }


def _unit_of(fields: dict[str, Any], sources: Sequence[Source]) -> Unit:
    source = next(source for source in sources if source.path == fields["input"])
    return Unit(source, fields["start"], fields["stop"], fields["line"], fields["encoding"])


def _refuse_others(folder: Path, was: dict[str, Any], now: dict[str, Any]) -> None:
    """Raise `InputError` with the first thing that is not as it was when the run began."""
    if was["tingpai"] != now["tingpai"]:
        raise InputError(
            f"{folder} was begun by tingpai {was['tingpai']}, this is {now['tingpai']}", expected="the same version"
        )
    for before, after in zip(was["inputs"], now["inputs"], strict=False):
        if before != after:
            what = "has changed" if before[:2] == after[:2] else f"was {before[0]}"
            raise InputError(f"cannot resume {folder}: input {after[0]} {what} since the run began")
    if len(was["inputs"]) != len(now["inputs"]):
        raise InputError(
            f"cannot resume {folder}: it was begun with {len(was['inputs'])} inputs, now there are {len(now['inputs'])}"
        )
    for name, value in now["asks"].items():
        if was["asks"].get(name) != value:
            raise InputError(
                f"cannot resume {folder}: {name.replace('_', ' ')} is {value!r}", expected=repr(was["asks"].get(name))
            )


def _stands(folder: Path, part: Part) -> bool:
    path = folder / part.file
    return path.is_file() and path.stat().st_size == part.bytes and digest(path) == part.sha256
