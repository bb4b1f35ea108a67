"""What is said of a line of JSON lines that is no row, and that it keeps its fields all the same."""

from __future__ import annotations

import json
from pathlib import Path

import pyarrow as pa
import pytest

from tingpai.io.jsonfault import fault, is_object
from tingpai.io.source import find_sources
from tingpai.io.unit import Reading
from tingpai.io.writers import Target
from tingpai.pipeline import to_file
from tingpai.plan import Plan

SCHEMA = pa.schema(
    {
        "hand": pa.string(),
        "n": pa.int64(),
        "x": pa.float64(),
        "b": pa.bool_(),
        "l": pa.list_(pa.int64()),
        "o": pa.struct({"a": pa.string()}),
    }
)


@pytest.mark.parametrize(
    ("line", "column", "why"),
    [
        ('{"hand":5}', "hand", "the field 'hand' holds 5 (expected text, as in the first lines)"),
        ('{"n":8.5}', "n", "the field 'n' holds 8.5 (expected a whole number of 64 bits, as in the first lines)"),
        ('{"n":true}', "n", "the field 'n' holds true (expected a whole number of 64 bits, as in the first lines)"),
        (
            '{"n":9223372036854775808}',
            "n",
            "the field 'n' holds 9223372036854775808 (expected a whole number of 64 bits",
        ),
        ('{"x":"1"}', "x", "the field 'x' holds \"1\" (expected a number, as in the first lines)"),
        ('{"b":0}', "b", "the field 'b' holds 0 (expected true or false, as in the first lines)"),
        ('{"l":[1,"2"]}', "l", "the field 'l' holds [1, \"2\"] (expected a list of such, as in the first lines)"),
        (
            '{"o":{"a":1}}',
            "o",
            "the field 'o' holds {\"a\": 1} (expected an object of such fields, as in the first lines)",
        ),
        ('{"hand":"1m","hand":"2m"}', "", "the key 'hand' stands twice"),
        ('{"x":NaN}', "", "NaN is no number"),
        ('{"hand":"1m"', "", "not JSON: Expecting ',' delimiter at character 13"),
        ('{"y":1,"n":1,"x":1,"l":[null],"o":null}', "", "as Arrow says it"),
        ("[1]", "", "as Arrow says it"),
        ("[" * 100_000, "", "as Arrow says it"),
    ],
)
def test_why_a_line_is_no_row(line: str, column: str, why: str) -> None:
    found = fault(line.encode(), SCHEMA, "as Arrow says it")
    assert found[0] == column
    assert found[1].startswith(why)


def test_a_long_value_is_cut() -> None:
    assert len(fault(json.dumps({"hand": ["1m"] * 1000}).encode(), SCHEMA, "")[1]) < 200


def test_what_is_an_object() -> None:
    lines = ('{"a":1}', " {} ", "{", "[]", '{"a":NaN}', "{} {}", "[" * 100_000)
    assert [is_object(line.encode()) for line in lines] == [True, True, False, False, False, False, False]


def test_a_hand_of_another_type_keeps_the_fields_beside_it(tmp_path: Path) -> None:
    (tmp_path / "in.jsonl").write_text('{"id":7,"hand":"11m"}\n{"id":8,"hand":5,"n":2}\n', encoding="utf-8")
    sources = find_sources([str(tmp_path / "in.jsonl")])
    plan = Plan(Target("jsonl"), ("is_win",), Reading(None, True, frozenset({"hand"})))
    report = to_file(sources, plan, str(tmp_path / "out.jsonl"), None)
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert rows == [{"id": 7, "hand": "11m", "is_win": True}, {"id": 8, "hand": 5, "n": 2, "is_win": None}]
    assert [(reject.line, reject.column) for reject in report.first_rejects] == [(2, "hand")]
