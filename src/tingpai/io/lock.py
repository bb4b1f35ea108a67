"""One run at a time in an output folder."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import takewhile
from pathlib import Path

from ..errors import InputError


@contextmanager
def only_run(folder: Path) -> Iterator[None]:
    """Make the folder where it is missing, and keep other runs out of it; where it then holds nothing, it goes again.

    The system gives the lock back when the process ends, however it ends. Raises `InputError`.
    """
    made = list(takewhile(lambda path: not path.exists(), (folder, *folder.parents)))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _lock(folder)
    except BlockingIOError:
        raise InputError(f"another run is at work in {folder}", expected="another folder, or to wait") from None
    except OSError as error:
        raise InputError(f"cannot write {folder}: {error.strerror}") from None
    try:
        yield
    finally:
        os.close(lock)
        with suppress(OSError):  # most often there are parts in it
            for path in made:
                path.rmdir()


if sys.platform == "win32":
    import msvcrt
    import tempfile
    from hashlib import sha256

    def _lock(folder: Path) -> int:
        """A file elsewhere, locked: there a folder cannot be."""
        name = sha256(os.path.realpath(folder).encode()).hexdigest()[:16]
        lock = os.open(Path(tempfile.gettempdir(), f"tingpai-{name}.lock"), os.O_RDWR | os.O_CREAT)
        try:
            msvcrt.locking(lock, msvcrt.LK_NBLCK, 1)
        except OSError:
            os.close(lock)
            raise BlockingIOError from None
        return lock

else:
    import fcntl

    def _lock(folder: Path) -> int:
        """The folder itself, locked; some network file systems lock no folders, and then nothing is."""
        lock = os.open(folder, os.O_RDONLY)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            raise
        except OSError:
            pass
        return lock
