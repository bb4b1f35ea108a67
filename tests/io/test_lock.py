"""One run at a time in a folder; what a run leaves when it ends badly."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tingpai.errors import InputError
from tingpai.io.lock import only_run
from tingpai.io.source import find_sources
from tingpai.io.writers import Target
from tingpai.pipeline import to_folder
from tingpai.plan import Plan

HELD = """
import sys
from pathlib import Path
from tingpai.io.lock import only_run
with only_run(Path("out")):
    print("held", flush=True)
    sys.stdin.read()
"""


def analyse(folder: Path, resume: bool) -> int:
    (folder / "hands.txt").write_text("11z\n", encoding="utf-8")
    sources = find_sources([str(folder / "hands.txt")])
    return to_folder(sources, Plan(Target("csv"), ("is_win",)), folder / "out", None, resume=resume).tally.rows


@pytest.mark.parametrize("resume", [True, False])
def test_a_second_run_is_refused_until_the_first_one_ends(tmp_path: Path, resume: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HELD], cwd=tmp_path, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as other:
        assert other.stdout is not None
        other.stdout.readline()
        half = tmp_path / "out" / "part-00000.csv.tmp"
        half.touch()
        with pytest.raises(
            InputError, match=r"another run is at work in .*out \(expected another folder, or to wait\)"
        ):
            analyse(tmp_path, resume)
        assert half.exists()
        half.unlink()
        other.kill()
    assert analyse(tmp_path, resume) == 1


def test_folders_made_for_nothing_go_again(tmp_path: Path) -> None:
    with only_run(tmp_path / "a" / "b"):
        assert (tmp_path / "a" / "b").is_dir()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "a").mkdir()
    with only_run(tmp_path / "a"):
        pass
    assert (tmp_path / "a").is_dir()


def test_an_empty_folder_of_rejects_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "out" / "_rejects").mkdir(parents=True)
    assert analyse(tmp_path, False) == 1


@pytest.mark.skipif(os.name == "nt", reason="folders are not locked themselves there")
def test_where_folders_cannot_be_locked_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(lock: int, how: int) -> None:
        raise OSError

    monkeypatch.setattr("fcntl.flock", refuse)
    with only_run(tmp_path), only_run(tmp_path):
        pass
