"""Files that appear whole or not at all."""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from ..errors import InputError

TEMPORARY = ".tmp"


@contextmanager
def whole_file(path: str | Path) -> Iterator[BinaryIO]:
    """A binary file that takes the name `path` only when the block ends well.

    Until then it is written beside it under a temporary name, and synced before the rename, so that neither a crash
    nor a power loss leaves half a file under the final name. A device or pipe is written directly. `InputError` where
    it cannot be written.
    """
    target = Path(path)
    try:
        if target.exists() and not stat.S_ISREG(target.stat().st_mode):
            if target.is_dir():
                raise InputError(f"{path} is a directory")
            with open(target, "wb") as file:
                yield file
            return
        temporary = target.with_name(f"{target.name}.{secrets.token_hex(4)}{TEMPORARY}")
        try:
            with open(temporary, "xb") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.replace(temporary, target)
        except BaseException:
            with suppress(OSError):
                temporary.unlink()
            raise
        sync_folder(target.parent)
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def sync_folder(path: Path) -> None:
    """Make the names in a folder durable, where the system can."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
