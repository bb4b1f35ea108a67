"""A run that is interrupted, by any signal and at any moment, ends with 3 and one line, and leaves nothing."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(os.name == "nt", reason="signals of Unix")

HUNG_UP = getattr(signal, "SIGHUP", 0)  # not on Windows, where this file is read all the same

COMMAND = "import sys; from tingpai_main import main; sys.stdout.write('begun\\n'); sys.stdout.flush(); main()"
HANDS = "123m456p789s1177z\n" * 1_000_000
LOG = [
    {"type": "start_game", "names": ["a", "b", "c", "d"]},
    {"type": "end_game"},
]


def ends(arguments: list[str], sent: int, after: float, folder: Path, group: bool = False) -> bool:
    """Whether a process that a signal met so many seconds after its start was still there; it ended well then.

    A key sends it to the whole `group`: to the processes that it has started, too.
    """
    # Whoever runs the tests may ignore the signal, as nohup does, and what is ignored is inherited.
    heeded = f"import signal; signal.signal({int(sent)}, signal.SIG_DFL); {COMMAND}"
    with subprocess.Popen(
        [sys.executable, "-c", heeded, *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=folder,
        text=True,
        start_new_session=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        # `main` takes a moment to hold the signals back; before that they end Python itself.
        time.sleep(0.005 + after)
        os.killpg(process.pid, sent) if group else process.send_signal(sent)
        _, said = process.communicate(timeout=60)
    # Done before the signal came, perhaps while the process said so: only a whole file gets its name.
    if process.returncode in (0, 1, -sent) or (folder / arguments[-1]).exists():
        for path in folder.glob("out*"):
            path.unlink()
        return False
    assert process.returncode == 3, (process.returncode, said)
    assert said == "Error: interrupted\n"
    assert not [path for path in folder.rglob("*") if path.name.startswith(("out", "."))]
    return True


def met_within(arguments: list[str], sent: int, after: float, folder: Path, group: bool = False) -> bool:
    """Whether a signal met the process so many seconds after its start, or sooner where that is too late."""
    return any(ends(arguments, sent, after / 2**sooner, folder, group) for sooner in range(5))


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, HUNG_UP])
@pytest.mark.parametrize("moments", [2, pytest.param(40, marks=pytest.mark.slow)])
def test_analyze(tmp_path: Path, sent: int, moments: int) -> None:
    (tmp_path / "hands.txt").write_text(HANDS, encoding="utf-8")
    generator = random.Random(sent)
    for _ in range(moments):
        assert met_within(["analyze", "hands.txt", "-o", "out.parquet"], sent, generator.uniform(0, 0.6), tmp_path)


@pytest.mark.parametrize("after", [0.0, 0.05, 0.1, 0.2])
def test_while_the_package_is_imported(tmp_path: Path, after: float) -> None:
    (tmp_path / "hands.txt").write_text(HANDS, encoding="utf-8")
    assert met_within(["analyze", "hands.txt", "-o", "out.parquet"], signal.SIGINT, after, tmp_path)


@pytest.mark.parametrize(
    ("sent", "arguments"),
    [
        (signal.SIGTERM, ["convert", "logs", "-o", "out.csv"]),
        (HUNG_UP, ["convert", "logs", "-o", "out.csv"]),
        (signal.SIGTERM, ["generate", "-n", "20000000", "-o", "out.parquet"]),
    ],
)
def test_other_writers(tmp_path: Path, sent: int, arguments: list[str]) -> None:
    (tmp_path / "logs").mkdir()
    for number in range(12000):
        (tmp_path / "logs" / f"{number}.json").write_text("\n".join(map(json.dumps, LOG)), encoding="utf-8")
    assert met_within(arguments, sent, 0.4, tmp_path)


DEALS = ["generate", "-n", "1000000", "--kind", "deals", "--rules", "nanning-fan", "--jobs", "2", "-o", "out.jsonl"]


@pytest.mark.parametrize("after", [0.5, 2.0])
def test_a_key_meets_all_processes(tmp_path: Path, after: float) -> None:
    assert met_within(DEALS, signal.SIGINT, after, tmp_path, group=True)


STARTING = """
import os, signal
from multiprocessing import util
signal.signal(signal.SIGINT, signal.default_int_handler)
start = util.spawnv_passfds
def interrupted(path, words, passed):
    process = start(path, words, passed)
    if any("spawn_main" in str(word) for word in words):
        os.killpg(0, SENT)
    return process
util.spawnv_passfds = interrupted
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_a_process_that_is_about_to_start_says_nothing(tmp_path: Path, sent: int) -> None:
    """It has not been told yet what it shall do, and what it was to be told goes away with the one that started it."""
    done = subprocess.run(
        [sys.executable, "-c", STARTING.replace("SENT", str(int(sent))) + COMMAND, *DEALS],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        start_new_session=True,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (3, "Error: interrupted\n")
    assert not list(tmp_path.iterdir())


def test_what_is_ignored_stays_ignored(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text(HANDS, encoding="utf-8")
    with subprocess.Popen(
        ["nohup", sys.executable, "-c", COMMAND, "analyze", "hands.txt", "-o", "out.parquet"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        text=True,
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        time.sleep(0.3)
        process.send_signal(HUNG_UP)
        process.communicate()
    assert process.returncode == 0
    assert (tmp_path / "out.parquet").exists()


def test_no_pandas(tmp_path: Path) -> None:
    """pyarrow would import it: half a second, in which an interrupt gets lost."""
    (tmp_path / "hands.txt").write_text("11z\n", encoding="utf-8")
    code = (
        "import sys; from tingpai.cli import main; main(standalone_mode=False);"
        "sys.exit('pyarrow' not in sys.modules or 'pandas' in sys.modules)"
    )
    arguments = ["analyze", "hands.txt", "-o", "out.csv"]
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
