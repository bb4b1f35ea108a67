"""`tingpai rules`: the rule sets, their tables and options."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tingpai import rules

from .conftest import Run


def test_every_rule_set_is_listed(run: Run) -> None:
    lines = run("rules").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(rules.NAMES)
    assert "南宁麻将计分规则" in run("rules", "--lang", "zh").stdout
    assert [json.loads(line)["name"] for line in run("rules", "--json").stdout.splitlines()] == list(rules.NAMES)


@pytest.mark.parametrize("name", rules.NAMES)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_one_rule_set(run: Run, name: str, lang: str) -> None:
    result = run("rules", name, "--lang", lang)
    assert result.exit_code == 0
    assert result.stdout.startswith(name)
    for option in rules.find(name).OPTIONS:
        assert f"{option.name}=" in result.stdout
        assert (option.zh if lang == "zh" else option.en) in result.stdout


def test_the_table_and_defaults(run: Run) -> None:
    lines = run("rules", "nanning-classic").stdout.splitlines()
    assert lines[1].split("  ")[-1].strip() == "big discard"
    assert ["plain", "2", "9", "9"] in [line.split() for line in lines]
    assert any(line.split()[:3] == ["horses=0", "a", "whole"] for line in lines)
    told = json.loads(run("rules", "nanning-classic", "--json").stdout)
    assert {"zh": "平胡", "en": "plain", "values": [2, 9, 9]} in told["rows"]
    assert told["options"][0]["name"] == "dead_lock"


def test_unknown_names_the_nearest(run: Run) -> None:
    result = run("rules", "nanning-clasic")
    assert result.exit_code == 2
    assert result.stderr == "Error: unknown rule set 'nanning-clasic' (expected perhaps 'nanning-classic')\n"


def test_hands_that_do_not_win_have_no_points_and_are_no_bad_rows(run: Run, tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text("hand\n147m258p369s12345z\n123m456p789s11777z\n147m258p369s1234z\n", "utf-8")
    out = tmp_path / "out.jsonl"
    result = run("analyze", str(tmp_path / "hands.csv"), "--rules", "nanning-classic", "-o", str(out))
    assert result.exit_code == 0
    assert [json.loads(line)["points"] for line in out.read_text("utf-8").splitlines()] == [None, 12, None]
