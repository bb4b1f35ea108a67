"""The public reports about reading files in bulk (kind `batch-io`)."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tingpai.io.encodings import detect
from tingpai.io.source import find_sources
from tingpai.io.writers import Target
from tingpai.pipeline import Report, to_file
from tingpai.plan import Plan


@pytest.fixture(scope="session")
def cases(shared: Path) -> dict[str, dict[str, dict[str, object]]]:
    lines = (shared / "cases" / "public-reports.jsonl").read_text(encoding="utf-8").splitlines()
    return {case["id"]: case for case in map(json.loads, lines) if case["kind"] == "batch-io"}


def run(folder: Path, name: str, data: bytes) -> tuple[pa.Table, Report]:
    (folder / name).write_bytes(data)
    report = to_file(find_sources([str(folder / name)]), Plan(Target("parquet")), str(folder / "out.parquet"), None)
    return pq.read_table(folder / "out.parquet"), report


def test_chinese_excel_without_a_mark(cases: dict[str, dict[str, dict[str, object]]], tmp_path: Path) -> None:
    case = cases["io-gbk"]
    data = bytes.fromhex(str(case["input"]["bytes_hex"]))
    assert detect(data) == case["expected"]["encoding"]
    table, report = run(tmp_path, "x.csv", data)
    assert table.column_names[:2] == case["expected"]["columns"]
    assert table[0].to_pylist() == ["一万一万"]
    assert report.tally.rejects == 0


def test_no_line_end_at_the_end(cases: dict[str, dict[str, dict[str, object]]], tmp_path: Path) -> None:
    case = cases["io-last-line"]
    table, _ = run(tmp_path, "x.txt", str(case["input"]["text"]).encode())
    assert table.num_rows == case["expected"]["rows"]
    assert table["is_win"].to_pylist() == [True, True]


def test_a_line_of_a_megabyte(cases: dict[str, dict[str, dict[str, object]]], tmp_path: Path) -> None:
    case = cases["io-long-line"]
    length = int(str(case["input"]["line_length"]))
    line = (b"123456789m" * (length // 10 + 1))[:length]
    table, report = run(tmp_path, "x.txt", b"11z\n" + line + b"\n22z\n")
    assert table["is_win"].to_pylist() == [True, None, True]
    assert [reject.line for reject in report.first_rejects] == [2]
    assert str(case["expected"]["error"]) in report.first_rejects[0].message


def test_a_number_of_excel(cases: dict[str, dict[str, dict[str, object]]], tmp_path: Path) -> None:
    case = cases["io-excel-number"]
    table, report = run(tmp_path, "x.csv", f"hand\n{case['input']['csv_cell']}\n11z\n".encode())
    assert table["is_win"].to_pylist() == [None, True]
    assert str(case["expected"]["error"]) in report.first_rejects[0].message
