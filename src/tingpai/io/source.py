"""What is read: the inputs a user names (files, globs, folders of Parquet, `-`), each with its format."""

from __future__ import annotations

import glob
import os
import stat
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError, first_line

FORMATS = {".txt": "txt", ".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".parquet": "parquet", ".arrow": "arrow"}
COMPRESSIONS = {".gz": "gzip", ".zst": "zstd"}
TEXT_FORMATS = frozenset({"txt", "csv", "tsv", "jsonl"})
STDIN = "-"


@dataclass(frozen=True, slots=True)
class Source:
    """One input file (`path`, or ``-``), its format, and the values its folder names give it (hive partitions).

    `stamp` is its size and time when it was found; None stands for a stream (standard input, a pipe), which can be read
    once only. A relative `path` counts from `root`, where one is given.
    """

    path: str
    format: str
    keys: tuple[tuple[str, str | int | None], ...] = ()
    stamp: tuple[int, int] | None = None
    root: str = ""

    @property
    def is_text(self) -> bool:
        return self.format in TEXT_FORMATS

    @property
    def is_stream(self) -> bool:
        return self.stamp is None

    @property
    def size(self) -> int:
        """Bytes; 0 where that is not known."""
        return 0 if self.stamp is None else self.stamp[0]

    def open(self) -> BinaryIO:
        """The input, to be read from its start."""
        return sys.stdin.buffer if self.path == STDIN else open(self.file, "rb")

    @property
    def file(self) -> str:
        """What to open."""
        return os.path.join(self.root, self.path)

    def check_unchanged(self) -> None:
        """Raise `InputError` when the file is not the one that was found."""
        if self.stamp is None:
            return
        try:
            stamp = _stamp(self.file)
        except OSError as error:
            raise InputError(f"{self.path}: {error.strerror}") from None
        if stamp != self.stamp:
            raise InputError(f"{self.path} has changed while it was read")


def _stamp(path: str) -> tuple[int, int] | None:
    status = os.stat(path)
    return (status.st_size, status.st_mtime_ns) if stat.S_ISREG(status.st_mode) else None


def format_of(path: str) -> str | None:
    """The format that a name's ending tells, compression endings aside; None when it tells none."""
    suffixes = [suffix.lower() for suffix in Path(path).suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    return FORMATS.get(suffixes[-1]) if suffixes else None


def compression_of(path: str) -> str | None:
    """``"gzip"``, ``"zstd"`` or None, from a name's ending."""
    return COMPRESSIONS.get(Path(path).suffix.lower())


def find_sources(inputs: Sequence[str], format: str | None = None) -> list[Source]:
    """Every file that `inputs` name, in the order named, globs and folders sorted; `InputError` for what is none.

    `format` overrules the endings.
    """
    sources: list[Source] = []
    for name in inputs:
        if not name:
            raise InputError("an empty name", expected="the name of an input")
        if name == STDIN:
            if format is None:
                raise InputError("standard input has no ending", expected="--format")
            sources.append(Source(STDIN, format))
        elif os.path.isdir(name):
            sources.extend(_folder(name, format))
        elif glob.has_magic(name) and not os.path.exists(name):
            found = sorted(glob.glob(name, recursive=True))
            if not found:
                raise InputError(f"{name} matches no file")
            sources.extend(source for path in found for source in find_sources([path], format))
        else:
            sources.append(_file(name, format))
    if [source.path for source in sources].count(STDIN) > 1:
        raise InputError("standard input is named twice")
    return sources


def _file(path: str, format: str | None) -> Source:
    try:
        stamp = _stamp(path)
        if stamp is not None:  # opening a pipe just to look would close it on its writer
            with open(path, "rb"):
                pass
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    known = format or format_of(path)
    if known is None:
        raise InputError(f"{path}: no known ending", expected=f"{' '.join(FORMATS)} (.gz, .zst) or --format")
    return Source(path, known, stamp=stamp)


def _files(path: str) -> Iterator[str]:
    """The files of a folder that a reader of Parquet folders looks into."""
    for place, folders, names in os.walk(path):
        folders[:] = [name for name in folders if not name.startswith((".", "_"))]
        yield from (os.path.join(place, name) for name in names if not name.startswith((".", "_")))


def _folder(path: str, format: str | None) -> list[Source]:
    if format not in (None, "parquet"):
        raise InputError(f"{path} is a directory", expected="a file; only folders of Parquet are read")
    import pyarrow as pa
    import pyarrow.dataset as ds

    try:
        dataset = ds.dataset(path, format="parquet", partitioning="hive", exclude_invalid_files=False)
    except (pa.ArrowException, OSError) as error:
        other = next((name for name in sorted(_files(path)) if format_of(name) != "parquet"), None)
        if other is not None:
            ending = "".join(Path(other).suffixes[-1:])
            raise InputError(
                f"{path} holds {os.path.relpath(other, path)}",
                expected=f"a folder of Parquet alone, or a glob: {os.path.join(path, '*')}{ending}",
            ) from None
        reason = first_line(error)
        raise InputError(f"{path}: not a folder of whole Parquet files: {reason}") from None
    sources = [
        Source(
            fragment.path,
            "parquet",
            tuple(ds.get_partition_keys(fragment.partition_expression).items()),
            _stamp(fragment.path),
        )
        for fragment in dataset.get_fragments()
    ]
    if not sources:
        raise InputError(f"{path} is a directory without Parquet files")
    return sorted(sources, key=lambda source: source.path)
