"""What is written reads back: JSON against the standard module, CSV with values of every kind, names and endings."""

from __future__ import annotations

import csv
import io
import json

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tingpai.errors import InputError
from tingpai.io.jsontext import column_text, objects
from tingpai.io.writers import Target, writer_of

texts = st.one_of(st.none(), st.text(max_size=12))


@given(
    st.lists(
        st.tuples(texts, st.one_of(st.none(), st.lists(texts, max_size=3)), st.one_of(st.none(), st.integers(-5, 5)))
    )
)
def test_json_is_what_the_standard_module_reads(rows: list[tuple[object, ...]]) -> None:
    table = pa.table(
        {
            "text": pa.array([row[0] for row in rows], pa.string()),
            "名": pa.array([row[1] for row in rows], pa.list_(pa.string())),
            "number": pa.array([row[2] for row in rows], pa.int8()),
        }
    )
    assert [json.loads(line) for line in objects(table).to_pylist()] == table.to_pylist()


@pytest.mark.parametrize(
    ("column", "expected"),
    [
        (pa.array([1.5, float("nan"), float("inf"), None]), ["1.5", "null", "null", "null"]),
        (pa.array([True, None]), ["true", "null"]),
        (pa.array([[1, 2], None], pa.list_(pa.uint8(), 2)), ["[1,2]", "null"]),
        (pa.array([[[1], []], None]), ["[[1],[]]", "null"]),
        (pa.array(["a", "b", None]).dictionary_encode(), ['"a"', '"b"', "null"]),
        (pa.array([{"x": "é"}, None]), ['{"x": "é"}', "null"]),
        (pa.array(["skip", 'q"\\\n\x00', "好"]).slice(1), ['"q\\"\\\\\\n\\u0000"', '"好"']),
    ],
)
def test_json_of_columns(column: pa.Array, expected: list[str]) -> None:
    assert column_text(column).to_pylist() == expected


@given(
    st.lists(
        st.tuples(st.text(max_size=8).filter(lambda t: "\r" not in t and "\0" not in t), st.integers(0, 9)), min_size=1
    )
)
def test_csv_is_what_the_standard_module_reads(rows: list[tuple[str, int]]) -> None:
    table = pa.table({"text, or": [row[0] for row in rows], "n": [row[1] for row in rows]})
    target, file = Target("csv"), io.BytesIO()
    writer = writer_of(target)(file, target)
    writer.begin(table.schema)
    writer.append(writer.encode(table, target))
    writer.finish()
    read = list(csv.reader(io.StringIO(file.getvalue().decode(), newline="")))
    assert read == [["text, or", "n"], *[[text, str(number)] for text, number in rows]]


def test_runs_are_written_to_csv_as_their_values() -> None:
    texts = pa.RunEndEncodedArray.from_arrays([2, 3, 4], pa.array(["a", None, "b"]))
    lists = pa.RunEndEncodedArray.from_arrays([1, 4], pa.array([["a", "b"], []]))
    table = pa.table({"texts": texts, "lists": lists})
    assert bytes(writer_of(Target("csv")).encode(table, Target("csv"))) == b"a,a b\na,\n,\nb,\n"


@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("a/b.csv", Target("csv")),
        ("b.CSV.GZ", Target("csv", "gzip")),
        ("b.x.jsonl.zst", Target("jsonl", "zstd")),
        ("b.parquet", Target("parquet")),
    ],
)
def test_names_tell_what_to_write(name: str, target: Target) -> None:
    assert Target.of(name) == target


@pytest.mark.parametrize("name", ["a.txt", "a.xyz", "a", "a.parquet.gz", "a.gz"])
def test_names_that_tell_nothing(name: str) -> None:
    with pytest.raises(InputError):
        Target.of(name)
