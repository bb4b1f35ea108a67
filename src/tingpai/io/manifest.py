"""The record of a run into a folder: what it was asked, its units, and every part that is whole.

`_manifest.jsonl` begins with one line that fixes the run (version, inputs with size and time, options, units); a line
is added, and synced, for every part that stands under its final name. A part without a line is made again: making it
twice gives the same file. Every line ends with its own checksum; a line that does not have it, cut off by a crash or
damaged, counts as not written, and without its first line a manifest is none.
"""

from __future__ import annotations

import hashlib
import json
import os
import zlib
from collections.abc import Sequence
from contextlib import suppress
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
_CHECK = "crc32"


@dataclass(frozen=True, slots=True)
class Part:
    """A part that is whole: its unit's number, file name, size and SHA-256, the SHA-256 of its list of rejected rows
    (None: it has no such list), and the tally of its rows.
    """

    unit: int
    file: str
    bytes: int
    sha256: str
    rejects: str | None
    tally: dict[str, Any]


def part_name(number: int, ending: str) -> str:
    """The file of a unit's part."""
    return f"part-{number:05d}.{ending}"


def rejects_of(folder: Path, number: int) -> Path:
    """The file that lists the rejected rows of a unit's part, where it has any."""
    return folder / REJECTS / part_name(number, "csv")


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
        """Start a run in a folder that is empty, or has but an empty one for rejected rows."""
        try:
            if any(path.name != REJECTS or any(path.iterdir()) for path in folder.iterdir()):
                begun = (folder / NAME).exists()
                other = ", or --resume to go on with its run" if begun else f": it has no {NAME}"
                raise InputError(f"{folder} is not empty", expected=f"another folder{other}")
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
        recorded size and checksums any more are forgotten, half-written files removed.
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
        except OSError as error:
            raise InputError(f"{path}: {error.strerror}") from None
        head, *records = map(_record, lines)
        if head is None or "asks" not in head:
            raise InputError(f"{path} is damaged: its first line is not what was written", expected="another folder")
        _refuse_others(folder, head, _head(sources, asks))
        units = [_unit_of(fields, sources) for fields in head["units"]]
        recorded = (Part(**record) for record in records if record is not None and "unit" in record)
        manifest = cls(folder, units, {part.unit: part for part in recorded if _stands(folder, part)})
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

    def withdraw(self) -> None:
        """Leave nothing of a run that has made no part: another one may then begin in the folder."""
        with suppress(OSError):
            self.sweep()
            if any(self.folder.glob("part-*")):
                return
            (self.folder / NAME).unlink()
            (self.folder / REJECTS).rmdir()

    def sweep(self) -> None:
        """Remove what killed processes have left half-written."""
        for rest in (*self.folder.glob(f"*{TEMPORARY}"), *self.folder.glob(f"{REJECTS}/*{TEMPORARY}")):
            rest.unlink(missing_ok=True)

    def missing(self) -> list[int]:
        """The numbers of the units without a part."""
        return [number for number in range(len(self.units)) if number not in self.parts]


def _line(record: dict[str, Any]) -> bytes:
    return _text(record | {_CHECK: zlib.crc32(_text(record))}) + b"\n"


def _record(line: bytes) -> dict[str, Any] | None:
    """What `_line` wrote; None where it is not that any more."""
    try:
        record = json.loads(line)
        del record[_CHECK]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return record if _line(record) == line + b"\n" else None


def _text(record: dict[str, Any]) -> bytes:
    return json.dumps(record, ensure_ascii=False).encode()


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
    path, rejects = folder / part.file, rejects_of(folder, part.unit)
    return (
        path.is_file()
        and path.stat().st_size == part.bytes
        and digest(path) == part.sha256
        and (digest(rejects) if rejects.is_file() else None) == part.rejects
    )
