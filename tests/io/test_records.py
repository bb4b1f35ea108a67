"""Chunks of whole records: quotes, blank lines, line ends and lines of any length, against the standard csv module."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tingpai.io.quoting import Layout, whole_records
from tingpai.io.records import LONGEST_RECORD, Chunk, chunks
from tingpai.io.source import find_sources
from tingpai.io.stream import ByteStream

CSV = Layout(b",", b",")
LINES = Layout(None, b"")


def cut(path: Path, data: bytes, layout: Layout, size: int) -> list[Chunk]:
    path.write_bytes(data)
    (source,) = find_sources([str(path)], "csv")
    with ByteStream(source) as stream:
        return list(chunks(stream, layout, size=size))


def records_of(found: list[Chunk]) -> list[tuple[int, bytes]]:
    """Line and bytes of every record."""
    return [
        (line, record) for chunk in found for line, record in zip(chunk.lines().tolist(), chunk.records(), strict=True)
    ]


@given(
    st.lists(
        st.lists(st.text(st.sampled_from('12m,"\n '), max_size=6), min_size=2, max_size=2), min_size=1, max_size=12
    ),
    st.integers(1, 40),
    st.sampled_from(["\n", "\r\n"]),
)
@settings(max_examples=150, deadline=None)
def test_well_quoted_records_are_those_of_the_csv_module(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], size: int, ending: str
) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator=ending, quoting=csv.QUOTE_MINIMAL).writerows(rows)
    data = text.getvalue().encode()
    found = cut(tmp_path_factory.mktemp("cut") / "x.csv", data, CSV, size)
    assert b"".join(chunk.data for chunk in found) == data
    assert not any(chunk.broken for chunk in found)
    records = records_of(found)
    assert [row for _, record in records for row in csv.reader(io.StringIO(record.decode(), newline=""))] == rows
    assert [line for line, _ in records] == [
        1 + b"".join(record for _, record in records[:index]).count(b"\n") for index in range(len(rows))
    ]


@pytest.mark.parametrize("size", [1, 7, 1 << 20])
def test_a_quote_inside_a_field_is_a_plain_character(tmp_path: Path, size: int) -> None:
    found = cut(tmp_path / "x.csv", b'a"b,1\nc,2"\nd,3\n', CSV, size)
    assert records_of(found) == [(1, b'a"b,1\n'), (2, b'c,2"\n'), (3, b"d,3\n")]
    assert not any(chunk.broken for chunk in found)


def test_an_unclosed_quote_breaks_its_own_line_only(tmp_path: Path) -> None:
    data = b'a,1\n"b,2\nc,3\n"x\ny",4\n"q"r,5\nd,6\n'
    (chunk,) = cut(tmp_path / "x.csv", data, CSV, 1 << 20)
    assert records_of([chunk]) == [
        (1, b"a,1\n"),
        (2, b",\n"),
        (3, b"c,3\n"),
        (4, b'"x\ny",4\n'),
        (6, b",\n"),
        (7, b"d,6\n"),
    ]
    assert {index: text for index, (_, text) in chunk.broken.items()} == {1: '"b,2', 4: '"q"r,5'}


def test_a_quote_open_to_the_end_of_a_large_file_is_found_out(tmp_path: Path) -> None:
    data = b'a,1\n"b,2\n' + b"c,3\n" * 500_000
    found = cut(tmp_path / "x.csv", data, CSV, 1 << 16)
    lines = records_of(found)
    assert [line for line, _ in lines] == list(range(1, 500_003))
    assert [chunk.line + index for chunk in found for index in chunk.broken] == [2]


def test_quoted_records_are_found_with_a_boundary_inside_a_field() -> None:
    records = whole_records(b'a,"1\n2"\nb,"3\n', CSV, final=False)
    assert records.data == b'a,"1\n2"\n'
    assert records.used == 8


def test_a_line_beyond_all_measure_is_one_broken_record(tmp_path: Path) -> None:
    data = b"1m\n" + b"1" * (LONGEST_RECORD * 2) + b"\n2m\n"
    found = cut(tmp_path / "x.txt", data, LINES, 1 << 20)
    assert [line for line, _ in records_of(found)] == [1, 2, 3]
    (broken,) = [chunk for chunk in found if chunk.broken]
    why, text = broken.broken[0]
    assert why.startswith("too many tiles: a line of 33,554,433 bytes")
    assert len(text) < 5000


def test_the_last_line_needs_no_end(tmp_path: Path) -> None:
    assert records_of(cut(tmp_path / "x.txt", b"11z\n22z", LINES, 5)) == [(1, b"11z\n"), (2, b"22z")]


def test_undecodable_records_break_alone_and_keep_line_numbers(tmp_path: Path) -> None:
    (chunk,) = cut(tmp_path / "x.csv", "一万,1\n".encode() + b'\xff,"a\nb"\n' + "二万,2\n".encode(), CSV, 1 << 20)
    chunk.to_utf8()
    assert chunk.lines().tolist() == [1, 2, 4]
    assert list(chunk.broken) == [1]
    assert "UTF-8" in chunk.broken[1][0]


def test_a_lone_return_outside_quotes_breaks_its_own_record(tmp_path: Path) -> None:
    data = b'a\r,1\n"b\r",2\r\nc,"x\ny"\rz\n"d\r\r\n""\r",4\ne,5\r\r\nf,6\r'
    chunk, last = cut(tmp_path / "x.csv", data, CSV, 1 << 20)
    chunk.break_lone_returns()
    last.break_lone_returns()
    assert records_of([chunk, last]) == [
        (1, b",\n"),
        (2, b'"b\r",2\r\n'),
        (3, b',"\n"\n'),
        (5, b'"d\r\r\n""\r",4\n'),
        (7, b",\n"),
        (8, b"f,6\r"),
    ]
    assert {index: text for index, (_, text) in chunk.broken.items()} == {
        0: "a\r,1\n",
        2: 'c,"x\ny"\rz\n',
        4: "e,5\r\r\n",
    }
    assert {why for why, _ in chunk.broken.values()} == {"a lone CR (expected lines that end with LF or CRLF)"}


def test_a_line_of_text_has_no_quotes(tmp_path: Path) -> None:
    (chunk,) = cut(tmp_path / "x.txt", b'"1m\r1m"\n22z\r\n', LINES, 1 << 20)
    chunk.break_lone_returns()
    assert records_of([chunk]) == [(1, b"\n"), (2, b"22z\r\n")]
    assert list(chunk.broken) == [0]
