"""What the commands show on a terminal, which `CliRunner` is not: glyphs, colour, progress."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path

import pytest
from rich.cells import cell_len

from .conftest import TINGPAI, Run

pty = pytest.importorskip("pty", reason="terminals of Unix")

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


def test_long_lines_fold_within_their_columns() -> None:
    def shown(*arguments: str) -> list[str]:
        return re.sub(r"\x1b\[\d+m", "", on_a_terminal(*arguments, COLUMNS="80")).splitlines()

    lines = shown("waits", "--rules", "nanning-classic", "1589m147p258s1234z")
    assert lines[4:7] == [
        "  discard  🀋 5m  6 from waiting: 🀇 1m×3 🀎 8m×3 🀏 9m×3 🀙 1p×3 🀜 4p×3      as good",
        "                 🀟 7p×3 🀑 2s×3 🀔 5s×3 🀗 8s×3 🀀 1z×3 🀁 2z×3 🀂 3z×3",
        "                 🀃 4z×3 (kinds: 13, tiles: 39)",
    ]
    assert shown("waits", "--rules", "wuhan-kaikou", "-w", "5z", "2345m345678p12s5z")[-2:] == [
        "  no win allowed: not opened: no chow, pung, exposed or added kong",
        "  (expected an opened hand)",
    ]
    # Chinese is folded between its characters, and a column is as wide as its longest word.
    options = shown("rules", "--lang", "zh", "wuhan-kaikou")
    assert [line for line in options if "大胡只有" in line or "起，" in line] == [
        " " * 56 + "起，或从放炮者下家起",
        "  situational_self_draw=true  true 或 false             大胡只有杠上花、海底捞月",
    ]
    for line in (*lines, *options):
        assert cell_len(line) <= 80, line


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
