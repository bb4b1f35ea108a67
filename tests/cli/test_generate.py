"""`tingpai generate`: what it writes, says and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from tingpai import Hand, rules
from tingpai.cli import main


def generate(*arguments: object) -> Result:
    return CliRunner().invoke(main, ["generate", "--lang", "en", *map(str, arguments)])


def test_hands(tmp_path: Path) -> None:
    out = tmp_path / "h.csv"
    result = generate("-n", 5, "--shape", "one-suit", "--tiles", 13, "-o", out)
    assert result.exit_code == 0
    assert result.stderr == f"5 hands → {out}\n"
    header, *hands = out.read_text().splitlines()
    assert header == "hand"
    assert [sum(Hand.parse(text).raw) for text in hands] == [13] * 5


def test_tables_hold_counts_unless_text_is_wanted(tmp_path: Path) -> None:
    assert generate("-n", 3, "-o", tmp_path / "c.parquet").exit_code == 0
    assert generate("-n", 3, "--text", "-o", tmp_path / "t.parquet").exit_code == 0
    counts = pq.read_table(tmp_path / "c.parquet")["hand"].to_pylist()
    texts = pq.read_table(tmp_path / "t.parquet")["hand"].to_pylist()
    assert [list(Hand.parse(text).raw) for text in texts] == counts


def test_generated_hands_are_analysed(tmp_path: Path) -> None:
    assert generate("-n", 50, "--shape", "near", "-o", tmp_path / "h.parquet").exit_code == 0
    result = CliRunner().invoke(main, ["analyze", str(tmp_path / "h.parquet"), "-o", str(tmp_path / "a.parquet")])
    assert result.exit_code == 0
    assert max(pq.read_table(tmp_path / "a.parquet")["shanten"].to_pylist()) <= 2


@pytest.mark.parametrize("name", rules.NAMES)
def test_deals_are_settled(tmp_path: Path, name: str) -> None:
    out = tmp_path / "d.jsonl"
    result = generate("-n", 4, "--kind", "deals", "--rules", name, "--seed", 9, "-o", out)
    assert result.exit_code == 0
    assert result.stderr == f"4 deals → {out}\n"
    for line in out.read_text().splitlines():
        assert rules.settle(json.loads(line)).rules == name


def test_options_of_the_rules(tmp_path: Path) -> None:
    out = tmp_path / "d.jsonl"
    how = ("--kind", "deals", "--rules", "nanning-classic", "--option", "horses=2", "--option", "dead-lock=true")
    assert generate("-n", 1, *how, "-o", out).exit_code == 0
    assert json.loads(out.read_text())["options"] == {"horses": 2, "dead_lock": True}


def test_seeds(tmp_path: Path) -> None:
    texts = []
    for seed in (1, 1, 2):
        assert generate("-n", 9, "--seed", seed, "-o", tmp_path / "h.jsonl").exit_code == 0
        texts.append((tmp_path / "h.jsonl").read_text())
    assert texts[0] == texts[1] != texts[2]


def test_nothing_is_a_file_too(tmp_path: Path) -> None:
    assert generate("-n", 0, "-o", tmp_path / "h.parquet").exit_code == 0
    assert pq.read_table(tmp_path / "h.parquet").num_rows == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--kind", "deals"), "deals need --rules NAME"),
        (("--rules", "nanning-classic"), "--rules is for --kind deals"),
        (("--kind", "deals", "--rules", "nanning-fen", "--tiles", 13), "--tiles is for --kind hands"),
        (("--kind", "deals", "--rules", "nanning-fem"), "nanning-fen"),
        (("--kind", "deals", "--rules", "nanning-fen", "--option", "horses"), "'horses' is no NAME=VALUE"),
        (("--kind", "deals", "--rules", "nanning-fen", "--option", "horses=2"), "nanning-fen has no option 'horses'"),
        (("--seed", -1), "--seed"),
        (("--tiles", 15), "--tiles"),
    ],
)
def test_refused_in_one_line(tmp_path: Path, arguments: tuple[object, ...], message: str) -> None:
    result = generate("-n", 1, *arguments, "-o", tmp_path / "h.jsonl")
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_outputs_that_cannot_be(tmp_path: Path) -> None:
    for out in (tmp_path / "h.xyz", tmp_path / "no" / "h.csv", tmp_path):
        result = generate("-n", 1, "-o", out)
        assert result.exit_code == 2
        assert result.stderr.startswith("Error: ")
    assert list(tmp_path.iterdir()) == []
