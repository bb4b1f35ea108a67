"""`tingpai settle`: deal files of every kind, in both languages, as JSON and as tables."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.feather as feather
import pyarrow.parquet as pq
import pytest

from tingpai import rules
from tingpai.play import play_deal

from .conftest import Run

DEAL: dict[str, Any] = {
    "rules": "nanning-classic",
    "options": {"dead_lock": True},
    "players": [{"hand": "[222m3][9999p2]444s11z55z"}, {"hand": ""}, {"hand": ""}, {"hand": ""}],
    "win": {"winners": [0], "by": "self_draw", "from": None, "tile": "5z"},
    "chain": [],
    "last_tile": False,
    "first_turn": False,
}
ANSWER = {
    "rules": "nanning-classic",
    "winners": [{"seat": 0, "reading": "standard", "patterns": ["all_pungs"], "value": 18}],
    "payments": [
        {"from": 1, "to": 0, "points": 6, "for": "win"},
        {"from": 2, "to": 0, "points": 6, "for": "win"},
        {"from": 3, "to": 0, "points": 6, "for": "win"},
        {"from": 2, "to": 0, "points": 1, "for": "kong 9999p"},
    ],
    "net": [19, -6, -7, -6],
    "next_dealer": 0,
}
REFUSED = DEAL | {"win": DEAL["win"] | {"tile": "7z"}}


def write(path: Path, *deals: Any) -> str:
    if path.suffix == ".json":
        path.write_text(json.dumps(deals[0], indent=2), encoding="utf-8")
    else:
        path.write_text("".join(f"{json.dumps(deal)}\n" for deal in deals), encoding="utf-8")
    return str(path)


def test_the_documented_answer(run: Run, tmp_path: Path) -> None:
    result = run("settle", write(tmp_path / "deal.json", DEAL), "--json")
    assert (result.exit_code, json.loads(result.stdout)) == (0, ANSWER)


def test_line_by_line_in_both_languages(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "deal.json", DEAL)
    assert run("settle", path, "--lang", "zh").stdout.splitlines() == [
        "庄家：碰碰胡 ×2 · 自摸 3 → 每家 6，共 18",
        "下家 → 庄家 6（胡牌）",
        "对家 → 庄家 6（胡牌）",
        "上家 → 庄家 6（胡牌）",
        "对家 → 庄家 1（杠分 9999p）",
        "合计：庄家 +19，下家 -6，对家 -7，上家 -6",
        "下局庄家：庄家",
    ]
    assert run("settle", path, "--lang", "en").stdout.splitlines() == [
        "seat 0 (dealer): all pungs ×2 · self-draw 3 → 6 each, in all 18",
        "seat 1 → seat 0 (dealer) 6 (win)",
        "seat 2 → seat 0 (dealer) 6 (win)",
        "seat 3 → seat 0 (dealer) 6 (win)",
        "seat 2 → seat 0 (dealer) 1 (kong 9999p)",
        "in all: seat 0 (dealer) +19, seat 1 -6, seat 2 -7, seat 3 -6",
        "next dealer: seat 0 (dealer)",
    ]


def test_an_exhausted_hand(run: Run, tmp_path: Path) -> None:
    deal = {"rules": "nanning-classic", "players": [{"hand": ""}] * 4}
    lines = run("settle", write(tmp_path / "deal.json", deal)).stdout.splitlines()
    assert lines == ["nobody wins; kong points alone", "in all: seat 0 (dealer) +0, seat 1 +0, seat 2 +0, seat 3 +0"]


def test_lines(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "deals.jsonl", DEAL, DEAL)
    assert [json.loads(line) for line in run("settle", path, "--json").stdout.splitlines()] == [ANSWER] * 2
    shown = run("settle", path).stdout.splitlines()
    assert [line for line in shown if not line.startswith("  ")] == ["deal 1", "deal 2"]


@pytest.mark.parametrize("text", [json.dumps(DEAL), json.dumps(DEAL, indent=2), json.dumps(DEAL) + "\n\n"])
def test_standard_input(run: Run, text: str) -> None:
    result = run("settle", "-", "--json", input=text)
    assert (result.exit_code, json.loads(result.stdout)) == (0, ANSWER)


def test_several_deals_on_standard_input(run: Run) -> None:
    result = run("settle", "-", "--json", input=f"{json.dumps(DEAL)}\n" * 3)
    assert len(result.stdout.splitlines()) == 3


def test_a_list_of_deals_and_packed_lines(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deals.json"
    path.write_text(json.dumps([DEAL, REFUSED]), encoding="utf-8")
    result = run("settle", str(path), "--json")
    assert result.exit_code == 1
    assert json.loads(result.stdout.splitlines()[0]) == ANSWER
    assert result.stderr.startswith(f"Error: {path}, deal 2: seat 0: the hand is not complete")
    packed = tmp_path / "deals.jsonl.gz"
    packed.write_bytes(gzip.compress(json.dumps(DEAL).encode("utf-8-sig")))
    assert json.loads(run("settle", str(packed), "--json").stdout) == ANSWER


def test_one_refused_deal_is_one_line(run: Run, tmp_path: Path) -> None:
    path = write(tmp_path / "deal.json", REFUSED)
    result = run("settle", path)
    assert (result.exit_code, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert line.startswith(f"Error: {path}: seat 0: the hand is not complete")


def test_refused_lines_are_named_and_the_others_settled(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deals.jsonl"
    lines = [json.dumps(DEAL), "{", json.dumps(REFUSED), "", json.dumps(DEAL | {"rules": "nanning"}), json.dumps(DEAL)]
    path.write_text("\n".join(lines), encoding="utf-8")
    result = run("settle", str(path), "--json")
    assert result.exit_code == 1
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [answer == ANSWER for answer in answers] == [True, False, False, False, True]
    assert [line.split(":")[1] for line in result.stderr.splitlines()] == [f" {path}, line {n}" for n in (2, 3, 5)]
    assert "not JSON" in answers[1]["error"]
    assert "perhaps" in answers[3]["error"]


@pytest.mark.parametrize("ending", ["parquet", "arrow", "jsonl", "csv"])
def test_a_table(run: Run, tmp_path: Path, ending: str) -> None:
    path = write(tmp_path / "deals.jsonl", DEAL, REFUSED, DEAL)
    out = tmp_path / f"out.{ending}"
    result = run("settle", path, "-o", str(out))
    assert result.exit_code == 1
    assert out.exists()
    if ending == "parquet":
        rows = pq.read_table(out).to_pylist()
        assert [row["deal"] for row in rows] == [1, 2, 3]
        assert [rows[0][f"pay_{seat}"] for seat in range(4)] == ANSWER["net"]
        assert rows[0]["payments"] == ANSWER["payments"]
        assert (rows[0]["winners"], rows[0]["values"], rows[0]["patterns"]) == ([0], [18], [["all_pungs"]])
        assert rows[1]["pay_0"] is None
        assert "seat 0" in rows[1]["error"]


def test_what_was_written_is_told(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    good, mixed = write(tmp_path / "good.jsonl", DEAL, DEAL), write(tmp_path / "mixed.jsonl", DEAL, REFUSED, DEAL)
    for path, lang, told in (
        (good, "en", "2 deals"),
        (good, "zh", "2 局"),
        (mixed, "en", "3 deals, 1 refused"),
        (mixed, "zh", "3 局，其中 1 局未结算"),
    ):
        result = run("settle", path, "-o", str(out), "--lang", lang)
        assert result.stdout == ""
        assert result.stderr.splitlines()[-1] == f"{told} → {out}"


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_deals_in_tables(run: Run, tmp_path: Path, ending: str) -> None:
    played = [play_deal(rules.get("nanning-zhang"), 5, index) for index in range(40)]
    table = pa.Table.from_pylist([{"players": None, "win": None, "chain": None, **deal} for deal in played])
    path = tmp_path / f"deals.{ending}"
    if ending == "parquet":
        pq.write_table(table, path)
    else:
        with pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table)
    result = run("settle", str(path), "--json")
    assert result.exit_code == 0
    nets = [json.loads(line)["net"] for line in result.stdout.splitlines()]
    assert nets == [list(rules.settle({key: deal.get(key) for key in table.column_names}).net) for deal in played]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["missing.json"], "missing.json: No such file"),
        (["missing.parquet"], "missing.parquet"),
        (["deals.jsonl", "-o", "out.json"], "out.json"),
        (["*.jsonl"], "*.jsonl names 2 files"),
        (["hands.arrow"], "hands.arrow: no deal file (expected a table of deals)"),
        (["hands.csv"], "hands.csv: no deal file (expected .json .jsonl .parquet .arrow)"),
        (["deals.parquet"], "deals.parquet: "),
        (["deals.jsonl", "-o", "out.csv", "--json"], "one of them"),
        (["deals.jsonl", "-o", "deals.jsonl"], "-o deals.jsonl is an input"),
    ],
)
def test_what_cannot_be_read_or_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("deals.jsonl", "more.jsonl", "deals.parquet", "hands.csv"):
        write(tmp_path / name, DEAL)
    feather.write_feather(pa.table({"hand": ["1m", "2m"]}), tmp_path / "hands.arrow")
    before = sorted(tmp_path.iterdir())
    result = run("settle", *arguments)
    assert result.exit_code == 2
    (line,) = result.stderr.splitlines()
    assert message in line
    assert sorted(tmp_path.iterdir()) == before


def test_a_key_that_stands_twice_is_no_guess(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deal.json"
    path.write_text('{"rules": "nanning-fan", "dealer": 0, "dealer": 1}', encoding="utf-8")
    result = run("settle", str(path))
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == f"Error: {path}: the key 'dealer' stands twice\n"
