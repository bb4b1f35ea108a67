"""A file is there whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from tingpai.errors import InputError
from tingpai.io.atomic import whole_file


def test_nothing_under_the_name_before_the_end(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_text("old", encoding="utf-8")
    with whole_file(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_text(encoding="utf-8") == "old"
    assert path.read_text(encoding="utf-8") == "new"
    assert os.listdir(tmp_path) == ["x"]


@pytest.mark.parametrize("error", [RuntimeError("x"), KeyboardInterrupt()])
def test_an_error_leaves_nothing(tmp_path: Path, error: BaseException) -> None:
    def write() -> None:
        with whole_file(tmp_path / "x") as file:
            file.write(b"half")
            raise error

    with pytest.raises(type(error)):
        write()
    assert os.listdir(tmp_path) == []


def test_a_full_disk_is_one_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, "fsync", full)
    with (
        pytest.raises(InputError, match=r"cannot write .*x: No space left on device"),
        whole_file(tmp_path / "x") as file,
    ):
        file.write(b"half")
    assert os.listdir(tmp_path) == []


def test_places_that_cannot_be_written(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "x"):
        with pytest.raises(InputError), whole_file(path) as file:
            file.write(b"")
