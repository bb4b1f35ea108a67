"""`tingpai convert`: files and folders in, one table out, broken logs listed."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from tingpai import Hand
from tingpai.cli import main
from tingpai.io.logs.convert import SCHEMA

DATA = Path(__file__).parents[1] / "data" / "logs"
MJAI = DATA / "deals.mjai.jsonl"


def convert(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["convert", "--lang", "en", *map(str, arguments)])


def test_every_format_of_table(tmp_path: Path) -> None:
    for name in ("h.parquet", "h.csv", "h.jsonl"):
        result = convert(MJAI, "-o", tmp_path / name)
        assert result.exit_code == 0, result.output
        assert "games 1, draws 199, wins 5" in result.stderr
    table = pq.read_table(tmp_path / "h.parquet")
    assert table.schema.equals(SCHEMA)
    rows = table.to_pylist()
    assert [json.loads(line) for line in (tmp_path / "h.jsonl").read_text().splitlines()] == rows
    with open(tmp_path / "h.csv", newline="") as file:
        read = list(csv.DictReader(file))
    assert read == [{key: "" if value is None else str(value) for key, value in row.items()} for row in rows]
    assert rows[0] == {
        "game": str(MJAI),
        "round": 1,
        "turn": 1,
        "seat": 0,
        "hand": rows[0]["hand"],
        "event": "draw",
        "tile": str(Hand.parse(rows[0]["hand"]).last),
        "by": None,
        "from": None,
    }
    assert sorted(path.name for path in tmp_path.iterdir()) == ["h.csv", "h.jsonl", "h.parquet"]


def test_a_folder_with_a_broken_log(tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    (logs / "more").mkdir(parents=True)
    shutil.copy(MJAI, logs / "a.jsonl")
    shutil.copy(DATA / "deals.tenhou.xml", logs / "more" / "c.xml")
    lines = MJAI.read_text().splitlines()
    (logs / "b.jsonl").write_text("\n".join([*lines[:3], *lines[4:]]))
    out = tmp_path / "hands.csv"
    result = convert(logs, "-o", out)
    assert result.exit_code == 1
    assert "1 rejected, listed in" in result.stderr
    with open(tmp_path / "hands.csv.errors.csv", newline="") as file:
        (reject,) = csv.DictReader(file)
    assert reject["file"] == str(logs / "b.jsonl")
    assert reject["line"] == "1"
    assert reject["message"].startswith("event 4: seat ")
    with open(out, newline="") as file:
        games = [row["game"] for row in csv.DictReader(file)]
    assert sorted(set(games)) == [str(logs / "a.jsonl"), str(logs / "more" / "c.xml")]
    assert len(games) == 2 * 204
    (logs / "b.jsonl").unlink()
    assert convert(logs, "-o", out).exit_code == 0
    assert not (tmp_path / "hands.csv.errors.csv").exists(), "an earlier run's rejects do not stay"


def test_rejects_where_asked(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no log")
    result = convert(tmp_path / "x", "-o", tmp_path / "h.csv", "--errors", tmp_path / "bad.csv")
    assert result.exit_code == 1
    assert "not a game log" in (tmp_path / "bad.csv").read_text()
    assert (tmp_path / "h.csv").read_text() == ",".join(SCHEMA.names) + "\n"


@pytest.mark.parametrize(
    ("log", "out", "expected"),
    [
        ("missing.xml", "h.csv", "missing.xml: no such file or folder"),
        ("empty", "h.csv", "no file in"),
        ("log", "h.foo", "cannot tell what to write"),
        ("log", "no/h.csv", "No such file or directory"),
        ("log", "empty", "cannot tell what to write"),
        ("log.jsonl", "log.jsonl", "is an input"),
    ],
)
def test_usage(tmp_path: Path, log: str, out: str, expected: str) -> None:
    (tmp_path / "empty").mkdir()
    for name in ("log", "log.jsonl"):
        shutil.copy(MJAI, tmp_path / name)
    result = convert(tmp_path / log, "-o", tmp_path / out)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert expected in result.stderr
    assert result.stderr.count("\n") == 1


def test_chinese_summary(tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["convert", str(MJAI), "-o", str(tmp_path / "h.csv"), "--lang", "zh"])
    assert "1 局牌谱" in result.stderr


def test_shared_logs_give_only_valid_hands(shared: Path, tmp_path: Path) -> None:
    logs = shared / "data" / "logs"
    result = convert(logs / "tenhou", logs / "mjai", "-o", tmp_path / "h.parquet")
    assert result.exit_code == 0, result.stderr
    hands = pq.read_table(tmp_path / "h.parquet")["hand"].to_pylist()
    assert len(hands) > 11_000
    for text in hands:
        hand = Hand.parse(text)
        assert hand.is_drawn
        assert str(hand) == text
