"""What the commands show on a terminal, which `CliRunner` is not: glyphs, colour, progress."""

from __future__ import annotations

import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

from .conftest import TINGPAI, Run

LOGS = Path(__file__).parents[1] / "data" / "logs"


def on_a_terminal(*arguments: str, **environment: str) -> str:
    """What a successful command shows on a terminal, both of its outputs."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*TINGPAI, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLUMNS": "200", **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # Linux says so when the other end is closed
        pass
    os.close(ours)
    assert process.wait(20) == 0, shown
    return shown.decode()


def test_glyphs_and_colour_on_a_terminal_only(run: Run) -> None:
    shown = on_a_terminal("waits", "123m1z")
    assert "\x1b[3" in shown
    assert re.sub(r"\x1b\[\d+m", "", shown).startswith("🀇🀈🀉🀀 123m1z\r\n")
    plain = on_a_terminal("waits", "123m1z", NO_COLOR="1")
    assert "🀇🀈🀉🀀" in re.sub(r"\x1b\[\d+m", "", plain)
    assert "\x1b[3" not in plain
    dumb = on_a_terminal("waits", "123m1z", TERM="dumb")
    assert dumb.replace("\r", "") == run("waits", "123m1z").stdout


@pytest.mark.parametrize(
    ("arguments", "done"),
    [
        (["analyze", "hands.txt", "-o", "answers.csv"], "2 → answers.csv"),
        (["generate", "-n", "20", "-o", "made.csv"], "20 hands"),
        (["convert", str(LOGS / "deals.tenhou6.json"), "-o", "hands.parquet"], "games "),
    ],
)
def test_progress_is_drawn_and_taken_away_again(
    arguments: list[str], done: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hands.txt").write_text("123m1z\n123456789m11z\n")
    shown = on_a_terminal(*arguments)
    assert "━━━" in shown
    assert done in shown.rsplit("\x1b[2K")[-1]
