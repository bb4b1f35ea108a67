"""Whole runs: every format in and out, bad rows, folders that are killed and resumed, disks that fill up."""

from __future__ import annotations

import csv
import errno
import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.dataset as ds
import pyarrow.json
import pyarrow.parquet as pq
import pytest

from tingpai import batch, pipeline
from tingpai.errors import InputError
from tingpai.hand import Hand
from tingpai.io import columnar, readers, records, rows
from tingpai.io.source import find_sources, format_of
from tingpai.io.unit import Reading
from tingpai.io.writers import Target
from tingpai.notation import parse_hand
from tingpai.pipeline import Report, Stopped, to_file, to_folder
from tingpai.plan import ANSWERS, Plan
from tingpai.tiles import TILES, mpsz

BAD = ["", "8z", "5", "11111m", "123m", "hello", "1m\0", "12m3", "[1112m]1z"]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks and batches so small that a little input has many."""
    monkeypatch.setattr(records.chunks, "__kwdefaults__", {**records.chunks.__kwdefaults__, "size": 4096})
    monkeypatch.setattr(rows, "BATCH", 128)
    monkeypatch.setattr(columnar, "BATCH", 128)


def some_hands(count: int, seed: int = 1) -> list[str]:
    generator = random.Random(seed)
    deck = [tile for tile in TILES for _ in range(4)]
    sizes = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]
    hands = []
    for number in range(count):
        # Few kinds, so that some hands are complete and some wait.
        suit = generator.randrange(3) * 36
        tiles = generator.sample(deck[suit : suit + 36] if number % 2 else deck, generator.choice(sizes))
        hands.append(mpsz(sorted(tiles)))
    hands[3] = "[222m3]456s55z"
    hands[4] = "[8888p2][EEEE]1112345m"
    return hands


def expected(text: str) -> tuple[object, ...]:
    """The answers to one hand, one at a time."""
    hand = parse_hand(text)
    counts = np.frombuffer(hand.raw, np.uint8).reshape(1, 34)
    melds = np.frombuffer(hand.meld_counts, np.uint8).reshape(1, 34)
    mask = int(batch.waits(counts, melds=melds)[0])
    waits = [tile for tile in TILES if mask >> tile & 1]
    left = sum(4 - int(counts[0, tile]) - int(melds[0, tile]) for tile in waits)
    return (
        int(batch.shanten(counts, melds=melds)[0]),
        bool(batch.is_win(counts, melds=melds)[0]),
        mpsz(waits),
        len(waits),
        left,
    )


def write(path: Path, hands: list[str]) -> Path:
    table = pa.table({"id": list(range(len(hands))), "hand": hands})
    name, format = path.name, format_of(str(path))
    if format == "txt":
        data = "".join(f"{hand}\n" for hand in hands).encode()
    elif format in ("csv", "tsv"):
        mark = "," if format == "csv" else "\t"
        data = (f"id{mark}hand\n" + "".join(f"{i}{mark}{hand}\n" for i, hand in enumerate(hands))).encode()
    elif format == "jsonl":
        data = "".join(json.dumps(row) + "\n" for row in table.to_pylist()).encode()
    elif format == "parquet":
        pq.write_table(table, path, row_group_size=300)
        return path
    else:
        with pa.ipc.new_file(str(path), table.schema) as writer:
            writer.write_table(table, max_chunksize=300)
        return path
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def read(path: Path) -> pa.Table:
    format = format_of(str(path))
    if format in ("csv", "tsv"):
        types = {"hand": pa.string(), "waits": pa.string(), **{n: t for n, t in ANSWERS.items() if n != "waits"}}
        return pa.csv.read_csv(
            path,
            parse_options=pa.csv.ParseOptions(delimiter="," if format == "csv" else "\t", newlines_in_values=True),
            convert_options=pa.csv.ConvertOptions(column_types=types),
        )
    if format == "jsonl":
        return pa.json.read_json(path)
    if format == "arrow":
        return pa.ipc.open_file(str(path)).read_all()
    return pq.read_table(path)


def answers_of(table: pa.Table) -> list[tuple[object, ...]]:
    return list(zip(*(table[name].to_pylist() for name in ANSWERS), strict=True))


def run(inputs: list[Path], out: Path, jobs: int = 1, max_errors: int | None = None, **plan: object) -> Report:
    sources = find_sources([str(path) for path in inputs])
    target = Target.of(str(out))
    keep = target.format == "jsonl" and all(source.format == "jsonl" for source in sources)
    made = Plan(target, **{"reading": Reading(keep_lines=keep), **plan})  # type: ignore[arg-type]
    return to_file(sources, made, str(out), f"{out}.errors.csv", jobs=jobs, max_errors=max_errors)


@pytest.mark.parametrize("jobs", [1, 3, 4])
@pytest.mark.parametrize("ending", ["txt", "csv", "tsv", "jsonl", "parquet", "arrow", "csv.gz", "jsonl.gz"])
def test_every_format_in(tmp_path: Path, ending: str, jobs: int) -> None:
    hands = some_hands(1000)
    report = run([write(tmp_path / f"in.{ending}", hands)], tmp_path / "out.parquet", jobs)
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["hand"].to_pylist() == hands
    assert answers_of(table) == list(map(expected, hands))
    assert report.tally.rows == 1000
    assert report.tally.rejects == 0
    assert report.tally.wins == sum(table["is_win"].to_pylist())
    assert not (tmp_path / "out.parquet.errors.csv").exists()
    assert {name: table.schema.field(name).type for name in ANSWERS} == ANSWERS


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "arrow", "csv.gz", "csv.zst", "jsonl.zst"])
@pytest.mark.parametrize("source", ["jsonl", "parquet"])
def test_every_format_out(tmp_path: Path, ending: str, source: str) -> None:
    hands = some_hands(700)
    out = tmp_path / f"out.{ending}"
    run([write(tmp_path / f"in.{source}", hands)], out, 2)
    table = read(out)
    assert table["hand"].to_pylist() == hands
    got = [tuple("" if value is None else value for value in row) for row in answers_of(table)]
    assert got == list(map(expected, hands))


def with_bad_rows(hands: list[str], every: int = 37) -> list[str]:
    return [BAD[i // every % len(BAD)] if i % every == 5 else hand for i, hand in enumerate(hands)]


def check_rejects(listed: Path, file: Path, hands: list[str], first_line: int) -> None:
    with listed.open(newline="") as text:
        reader = list(csv.DictReader(text))
    bad = [(i, hand) for i, hand in enumerate(hands) if hand in BAD]
    assert [(row["file"], int(row["line"]), row["column"]) for row in reader] == [
        (str(file), i + first_line, "hand") for i, _ in bad
    ]
    assert all(row["message"] for row in reader)


@pytest.mark.parametrize("jobs", [1, 3])
@pytest.mark.parametrize(("ending", "first_line"), [("txt", 1), ("csv", 2), ("jsonl", 1), ("parquet", 1), ("arrow", 1)])
def test_bad_rows_are_listed_and_nothing_else_moves(tmp_path: Path, ending: str, first_line: int, jobs: int) -> None:
    hands = with_bad_rows(some_hands(1500))
    source, out = write(tmp_path / f"in.{ending}", hands), tmp_path / "out.parquet"
    report = run([source], out, jobs)
    assert report.tally.rejects == sum(hand in BAD for hand in hands)
    table = pq.read_table(out)
    assert table["hand"].to_pylist() == hands
    assert answers_of(table) == [(None,) * 5 if hand in BAD else expected(hand) for hand in hands]
    check_rejects(tmp_path / "out.parquet.errors.csv", source, hands, first_line)


def test_line_numbers_with_blank_lines_crlf_quotes_and_ragged_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    generator = random.Random(5)
    good = some_hands(40)
    lines, line, bad, ids = ["id,note,hand\r\n"], 2, [], []
    for number in range(2000):
        hand = good[number % len(good)]
        kind = generator.randrange(20)
        text = {
            0: f"{number},,8z",
            1: f"{number},{hand}",
            2: f"{number},a,{hand},more",
            3: f'{number},"never closed,{hand}',
            4: f"{number},x,",
            5: f'{number},"two\r\nlines, ""and"" more",{hand}',
            6: f'{number},"three\n\nlines",1m1m1m1m1m',
            7: f'{number},a "quoted" word,"{hand}"',
        }.get(kind, f"{number},plain,{hand}")
        if kind == 8:
            lines.append("\r\n")
            line += 1
        if kind in (0, 1, 2, 3, 4, 6):
            bad.append(line)
        ids.append(None if kind in (1, 2, 3) else str(number))
        lines.append(text + generator.choice(["\n", "\r\n"]))
        line += lines[-1].count("\n")
    source = tmp_path / "in.csv"
    source.write_bytes("".join(lines).encode())
    for size in (512, 1 << 20):
        monkeypatch.setitem(records.chunks.__kwdefaults__, "size", size)
        report = run([source], tmp_path / "out.parquet", 2)
        with (tmp_path / "out.parquet.errors.csv").open(newline="") as text:
            assert [int(row["line"]) for row in csv.DictReader(text)] == bad
        table = pq.read_table(tmp_path / "out.parquet")
        assert table["id"].to_pylist() == ids
        assert report.tally.rows == 2000
        assert [i is None for i in table["shanten"].to_pylist()] == [
            i is None or table["hand"][row].as_py() in ("8z", "", "1m1m1m1m1m") for row, i in enumerate(ids)
        ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "gb18030"])
@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl"])
def test_encodings(tmp_path: Path, encoding: str, ending: str) -> None:
    hands = ["一二三万456筒七八九条东东", "123m456p789s11z", "１２３ｍ"] * 200
    hands[100] = "八万九"
    if ending == "csv":
        text = "手牌,备注\r\n" + "".join(f"{hand},好\r\n" for hand in hands)
    elif ending == "txt":
        text = "".join(f"{hand}\n" for hand in hands)
    else:
        text = "".join(json.dumps({"hand": hand, "备注": "好"}, ensure_ascii=False) + "\n" for hand in hands)
    source = tmp_path / f"in.{ending}"
    source.write_bytes(text.encode(encoding))
    report = run([source], tmp_path / "out.parquet", 2)
    table = pq.read_table(tmp_path / "out.parquet")
    assert table[0].to_pylist() == hands
    rejected = [row for row, value in enumerate(table["shanten"].to_pylist()) if value is None]
    assert rejected == [row for row, hand in enumerate(hands) if hand in ("八万九", "１２３ｍ")]
    assert report.tally.rejects == 201
    if ending != "txt":
        assert set(table["备注"].to_pylist()) == {"好"}


def test_json_lines_go_through_as_they_are(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    lines = ['{"hand": "11z",  "x":1.50}', "", "nonsense", '{"y":{"z":[]},"hand":"1112345678999m"}', '{"hand":3}', "{}"]
    source.write_text("\n".join(lines), encoding="utf-8")
    report = run([source], tmp_path / "out.jsonl", columns=("shanten", "waits"))
    assert (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines() == [
        '{"hand": "11z",  "x":1.50,"shanten":-1,"waits":""}',
        '{"shanten":null,"waits":null}',
        '{"y":{"z":[]},"hand":"1112345678999m","shanten":0,"waits":"123456789m"}',
        '{"hand":3,"shanten":null,"waits":null}',
        '{"shanten":null,"waits":null}',
    ]
    assert [reject.line for reject in report.first_rejects] == [3, 5, 6]


def test_json_lines_that_are_no_objects_of_one_line(tmp_path: Path) -> None:
    source = tmp_path / "in.jsonl"
    deep = '{"hand":"11z","x":' + "[" * 100_000 + "]" * 100_000 + "}"
    flat = '{"hand":"11z","x":[' + ",".join(["[]"] * 1000) + "]}"
    lines = ["null", '{"hand":"11z"}{"hand":"12z"}', '{"hand":"1z"', "}", flat, deep, '{"hand":"22z"}']
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    for ending in ("jsonl", "csv"):
        report = run([source], tmp_path / f"out.{ending}", columns=("shanten",))
        assert [reject.line for reject in report.first_rejects] == [1, 2, 3, 4, 6]
        assert report.tally.rows == 7
    answers = map(json.loads, (tmp_path / "out.jsonl").open(encoding="utf-8"))
    assert [answer["shanten"] for answer in answers] == [None, None, None, None, -1, None, -1]


@pytest.mark.parametrize("kind", ["fixed", "list", "int64", "columns", "text columns", "no header"])
def test_counts(tmp_path: Path, kind: str) -> None:
    hands = [hand for hand in some_hands(400) if "[" not in hand]
    counts = np.array([Hand.parse(hand).counts for hand in hands], np.uint8)
    source = tmp_path / "in.parquet"
    if kind == "fixed":
        table = pa.table({"hand": pa.FixedSizeListArray.from_arrays(pa.array(counts.ravel()), 34)})
    elif kind in ("list", "int64"):
        table = pa.table({"hand": pa.array(counts.tolist(), pa.list_(pa.int64() if kind == "int64" else pa.uint8()))})
    else:
        table = pa.table({str(tile): counts[:, tile].astype(np.int32) for tile in TILES})
    if "text" in kind or kind == "no header":
        source = tmp_path / "in.csv"
        pa.csv.write_csv(table, source, pa.csv.WriteOptions(include_header=kind != "no header"))
    else:
        pq.write_table(table, source, row_group_size=150)
    run([source], tmp_path / "out.parquet")
    assert answers_of(pq.read_table(tmp_path / "out.parquet")) == list(map(expected, hands))


def test_bad_counts(tmp_path: Path) -> None:
    good = list(Hand.parse("123m456p789s11z").counts)
    five, few, negative, large = [list(good) for _ in range(4)]
    five[0], few[27], negative[1], large[2] = 5, 0, -1, 1000
    lists = pa.array(
        [good, five, few, negative, large, good[:33], None, [*good[:33], None], good], pa.list_(pa.int16())
    )
    pq.write_table(pa.table({"hand": lists}), tmp_path / "in.parquet")
    report = run([tmp_path / "in.parquet"], tmp_path / "out.parquet")
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["shanten"].to_pylist() == [-1, *[None] * 7, -1]
    messages = {reject.line: reject.message for reject in report.first_rejects}
    assert "more than four copies of 1m (5)" in messages[2]
    assert "9 tiles" in messages[3]
    assert "-1 is no count" in messages[4]
    assert "1000 is no count" in messages[5]
    assert "33 numbers" in messages[6]


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
@pytest.mark.parametrize("out", ["arrow", "parquet", "jsonl", "csv"])
def test_dictionaries_that_differ_from_batch_to_batch(tmp_path: Path, ending: str, out: str) -> None:
    hands = [hand for hand in some_hands(900) if hand != "[222m3]456s55z"]
    names = [f"table {number // 7}" for number in range(len(hands))]
    table = pa.table({"hand": pa.array(hands).dictionary_encode(), "name": pa.array(names).dictionary_encode()})
    source = tmp_path / f"in.{ending}"
    if ending == "parquet":
        pq.write_table(table, source, row_group_size=150)
    else:
        with pa.ipc.new_stream(str(source), table.schema) as writer:
            for start in range(0, len(hands), 300):
                part = table.slice(start, 300)
                columns = [column.cast(pa.string()).combine_chunks().dictionary_encode() for column in part.columns]
                writer.write_table(pa.table(columns, table.column_names))
    run([source], tmp_path / f"out.{out}", 2)
    found = read(tmp_path / f"out.{out}")
    assert found["hand"].cast(pa.string()).to_pylist() == hands
    assert found["name"].cast(pa.string()).to_pylist() == names


def test_a_value_that_the_output_cannot_hold_is_one_clear_error(tmp_path: Path) -> None:
    nested = pa.array([{"x": 1 << 50}], pa.struct([("x", pa.timestamp("ms"))]))
    with pa.ipc.new_file(str(tmp_path / "a.arrow"), pa.schema([("hand", pa.string()), ("n", nested.type)])) as writer:
        writer.write_table(pa.table({"hand": ["11z"], "n": nested}))
    with pytest.raises(InputError, match=r"a\.arrow: column 'n' does not go into jsonl: date value out of range"):
        run([tmp_path / "a.arrow"], tmp_path / "out.jsonl")
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_bytes_are_text_where_they_are_utf_8(tmp_path: Path, ending: str) -> None:
    columns = {"hand": ["11z"], "a": pa.array([b"abc"], pa.binary(3)), "n": [{"x": "一".encode()}]}
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    run([tmp_path / "a.parquet"], tmp_path / f"out.{ending}", columns=("is_win",))
    (row,) = read(tmp_path / f"out.{ending}").to_pylist()
    assert (row["a"], row["n"]) == ("abc", {"x": "一"} if ending == "jsonl" else '{"x": "一"}')
    for name, values in (("blob", [b"\xff"]), ("nested", [{"x": b"\xff"}])):
        pq.write_table(pa.table({"hand": ["11z"], name: values}), tmp_path / "b.parquet")
        with pytest.raises(InputError, match=rf"b\.parquet: column '{name}' does not go into {ending}: "):
            run([tmp_path / "b.parquet"], tmp_path / f"bad.{ending}")


def test_wildcards_of_all_rows_and_of_each(tmp_path: Path) -> None:
    source = tmp_path / "in.csv"
    source.write_text("hand,wildcard\n12m55z,5z\n12m55z,\n12m55z,9q\n12m5z,5z\n", encoding="utf-8")
    run([source], tmp_path / "each.parquet")
    each = pq.read_table(tmp_path / "each.parquet")
    run([source], tmp_path / "all.parquet", wildcard=31)
    every = pq.read_table(tmp_path / "all.parquet")
    # 9q is no tile, and three tiles are no hand with or without a wildcard.
    assert [value is None for value in each["shanten"].to_pylist()] == [False, False, True, True]
    assert [value is None for value in every["shanten"].to_pylist()] == [False, False, False, True]
    counts = np.zeros((1, 34), np.uint8)
    counts[0, :2] = 1
    mask = int(batch.waits(counts, wildcards=2)[0])
    waits = [tile for tile in TILES if mask >> tile & 1]
    assert each["waits"].to_pylist()[:2] == [mpsz(waits), "3m"]
    assert every["waits"].to_pylist()[:3] == [mpsz(waits)] * 3
    # Copies left do not count those in the hand, wild ones neither.
    left = sum(4 - (tile in (0, 1)) - 2 * (tile == 31) for tile in waits)
    assert every["wait_copies"].to_pylist() == [left, left, left, None]


def test_hive_folders_globs_and_many_files(tmp_path: Path) -> None:
    hands = some_hands(300)
    for number in range(3):
        folder = tmp_path / "set" / f"year={2020 + number}"
        folder.mkdir(parents=True)
        pq.write_table(pa.table({"hand": hands[100 * number : 100 * number + 100]}), folder / "a.parquet")
    run([tmp_path / "set"], tmp_path / "out.parquet", 2)
    table = pq.read_table(tmp_path / "out.parquet")
    assert table["hand"].to_pylist() == hands
    assert table["year"].to_pylist() == [2020] * 100 + [2021] * 100 + [2022] * 100
    run([Path(f"{tmp_path}/set/*/*.parquet")], tmp_path / "glob.parquet", 2)
    assert pq.read_table(tmp_path / "glob.parquet")["hand"].to_pylist() == hands


def test_inputs_of_different_columns_are_refused(tmp_path: Path) -> None:
    pq.write_table(pa.table({"hand": ["11z"]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"hand": ["11z"], "x": [1]}), tmp_path / "b.parquet")
    with pytest.raises(InputError, match=r"b\.parquet has a column 'x'"):
        run([tmp_path / "a.parquet", tmp_path / "b.parquet"], tmp_path / "out.parquet")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.parquet", "b.parquet"]
    run([tmp_path / "b.parquet", tmp_path / "a.parquet"], tmp_path / "out.parquet")
    assert pq.read_table(tmp_path / "out.parquet")["x"].to_pylist() == [1, None]


def test_inputs_without_rows(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("hand,x\n", encoding="utf-8")
    (tmp_path / "a.txt").write_text("", encoding="utf-8")
    pq.write_table(pa.table({"hand": pa.array([], pa.string())}), tmp_path / "a.parquet")
    for name in ("a.csv", "a.txt", "a.parquet"):
        assert run([tmp_path / name], tmp_path / "out.parquet").tally.rows == 0
        table = pq.read_table(tmp_path / "out.parquet")
        assert table.num_rows == 0
        assert set(ANSWERS) < set(table.column_names)


def test_too_many_rejects_leave_the_list_and_no_output(tmp_path: Path) -> None:
    source = write(tmp_path / "in.csv", with_bad_rows(some_hands(3000), 11))
    with pytest.raises(Stopped):
        run([source], tmp_path / "out.csv", max_errors=20)
    assert not (tmp_path / "out.csv").exists()
    listed = (tmp_path / "out.csv.errors.csv").read_text(encoding="utf-8").splitlines()
    assert listed[0] == "file,line,column,message,row"
    assert len(listed) > 21


def test_an_older_list_of_rejects_goes_away(tmp_path: Path) -> None:
    (tmp_path / "out.csv.errors.csv").write_text("old", encoding="utf-8")
    run([write(tmp_path / "in.csv", some_hands(10))], tmp_path / "out.csv")
    assert not (tmp_path / "out.csv.errors.csv").exists()


def test_a_list_of_rejects_that_has_no_folder(tmp_path: Path) -> None:
    """It gets its own folder, not those above."""
    sources = find_sources([str(write(tmp_path / "in.csv", ["11z", "8z"]))])
    with pytest.raises(InputError, match=r"^cannot write .*e\.csv: No such file or directory$"):
        to_file(sources, Plan(Target("jsonl")), str(tmp_path / "out.jsonl"), str(tmp_path / "no" / "such" / "e.csv"))


def test_a_long_line_is_one_reject(tmp_path: Path) -> None:
    source = tmp_path / "in.txt"
    source.write_bytes(b"11z\n" + b"123456789m" * 100_000 + b"1\n22z\n" + b"9" * 40_000_000 + b"\n33z")
    report = run([source], tmp_path / "out.jsonl")
    assert [(reject.line, "too many tiles" in reject.message) for reject in report.first_rejects] == [
        (2, True),
        (4, True),
    ]
    assert pa.json.read_json(tmp_path / "out.jsonl")["is_win"].to_pylist() == [True, None, True, None, True]
    assert (tmp_path / "out.jsonl.errors.csv").stat().st_size < 5000


# ---- folders ----


@pytest.fixture
def small_units(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pipeline, "units", lambda source, reading: readers.units(source, reading, 5000))


def fold(inputs: list[Path], out: Path, resume: bool = False, jobs: int = 2, **more: object) -> Report:
    sources = find_sources([str(path) for path in inputs])
    plan = replace(Plan(Target("parquet")), **more)  # type: ignore[arg-type]
    return to_folder(sources, plan, out, f"{out}.errors.csv", jobs=jobs, resume=resume)


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("ending", ["txt", "csv", "jsonl", "parquet", "arrow", "csv.gz"])
def test_a_folder_holds_the_same_rows(tmp_path: Path, ending: str, small_units: None) -> None:
    hands = with_bad_rows(some_hands(1500))
    source = write(tmp_path / f"in.{ending}", hands)
    report = fold([source], tmp_path / "out")
    assert report.parts > 1 or ending == "csv.gz"
    table = ds.dataset(tmp_path / "out", format="parquet").to_table()
    assert table["hand"].to_pylist() == hands
    assert report.tally.rows == 1500
    check_rejects(tmp_path / "out.errors.csv", source, hands, 2 if "csv" in ending else 1)


def test_a_second_run_needs_resume_and_resume_has_nothing_to_do(tmp_path: Path, small_units: None) -> None:
    source = write(tmp_path / "in.csv", with_bad_rows(some_hands(800)))
    first = fold([source], tmp_path / "out")
    before = contents(tmp_path / "out")
    with pytest.raises(InputError, match="not empty"):
        fold([source], tmp_path / "out")
    again = fold([source], tmp_path / "out", resume=True)
    assert again.parts_skipped == again.parts == first.parts
    assert again.tally == first.tally
    assert contents(tmp_path / "out") == before


def test_resume_refuses_other_inputs_and_options(tmp_path: Path, small_units: None) -> None:
    source = write(tmp_path / "in.csv", some_hands(300))
    fold([source], tmp_path / "out")
    with pytest.raises(InputError, match="columns is"):
        fold([source], tmp_path / "out", resume=True, columns=("shanten",))
    other = write(tmp_path / "other.csv", some_hands(300))
    with pytest.raises(InputError, match="was"):
        fold([other], tmp_path / "out", resume=True)
    with pytest.raises(InputError, match="1 inputs"):
        fold([source, other], tmp_path / "out", resume=True)
    os.utime(source, ns=(1, 1))
    with pytest.raises(InputError, match="has changed since"):
        fold([source], tmp_path / "out", resume=True)


@pytest.mark.parametrize(
    "damage",
    [
        "lost part",
        "damaged part",
        "lost rejects",
        "cut record",
        "damaged record",
        "first line twice",
        "no records",
        "left over",
    ],
)
def test_resume_mends(tmp_path: Path, damage: str, small_units: None) -> None:
    source = write(tmp_path / "in.csv", with_bad_rows(some_hands(1500)))
    out = tmp_path / "out"
    whole = fold([source], out)
    before = contents(out)
    manifest = out / "_manifest.jsonl"
    if damage == "lost part":
        (out / "part-00001.parquet").unlink()
    elif damage == "damaged part":
        (out / "part-00001.parquet").write_bytes(b"\0" * len(before["part-00001.parquet"]))
    elif damage == "lost rejects":
        (out / "_rejects" / "part-00001.csv").unlink()
    elif damage == "damaged record":
        manifest.write_bytes(before["_manifest.jsonl"].replace(b'"unit": 1,', b'"unit": 2,'))
    elif damage == "cut record":
        manifest.write_bytes(before["_manifest.jsonl"][:-20])
    elif damage == "first line twice":
        manifest.write_bytes(before["_manifest.jsonl"].split(b"\n")[0] + b"\n" + before["_manifest.jsonl"])
    elif damage == "no records":
        manifest.write_bytes(before["_manifest.jsonl"].split(b"\n")[0] + b"\n")
    else:
        (out / "part-00001.parquet.01234567.tmp").write_bytes(b"half")
        manifest.write_bytes(b"\n".join(before["_manifest.jsonl"].split(b"\n")[:-2]) + b"\n")
    report = fold([source], out, resume=True)
    assert report.tally == whole.tally
    assert report.first_rejects == whole.first_rejects
    after = contents(out)
    assert {name: data for name, data in after.items() if name != "_manifest.jsonl"} == {
        name: data for name, data in before.items() if name != "_manifest.jsonl"
    }
    assert fold([source], out, resume=True).parts_skipped == report.parts


def test_a_manifest_that_is_none_is_one_clear_error(tmp_path: Path, small_units: None) -> None:
    source = write(tmp_path / "in.csv", some_hands(300))
    fold([source], tmp_path / "out")
    manifest = tmp_path / "out" / "_manifest.jsonl"
    for data in (
        b"",
        b"[1]\n",
        b"[" * 100_000 + b"\n",
        b"\xff\n",
        manifest.read_bytes().replace(b'"start": 0', b'"start": 1'),
    ):
        manifest.write_bytes(data)
        with pytest.raises(InputError, match=r"_manifest\.jsonl is damaged: .* \(expected another folder\)"):
            fold([source], tmp_path / "out", resume=True)
    manifest.unlink()
    with pytest.raises(InputError, match=r"out is not empty \(expected another folder: it has no _manifest\.jsonl\)"):
        fold([source], tmp_path / "out", resume=True)


def test_a_run_that_fails_at_its_first_part_can_be_begun_again(tmp_path: Path, small_units: None) -> None:
    source = write(tmp_path / "in.csv", some_hands(300))
    for resume in (False, True):
        with pytest.raises(InputError, match="no column 'tiles'"):
            fold([source], tmp_path / "out", resume=resume, reading=Reading("tiles"))
        assert contents(tmp_path / "out") == {}
    assert fold([source], tmp_path / "out").parts_skipped == 0


def test_an_input_that_changes_is_noticed(tmp_path: Path, small_units: None, monkeypatch: pytest.MonkeyPatch) -> None:
    source = write(tmp_path / "in.csv", some_hands(1000))
    sources = find_sources([str(source)])
    os.utime(source, ns=(1, 1))
    with pytest.raises(InputError, match="changed while it was read"):
        to_file(sources, Plan(Target("csv")), str(tmp_path / "out.csv"), None)
    with pytest.raises(InputError, match="changed while it was read"):
        to_folder(sources, Plan(Target("parquet")), tmp_path / "out", None)
    assert not (tmp_path / "out.csv").exists()
    # Nothing is whole, so nothing is left that another run would have to go on with.
    assert contents(tmp_path / "out") == {}
    fold([source], tmp_path / "out")


def test_a_full_disk_leaves_nothing_half_written(
    tmp_path: Path, small_units: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = write(tmp_path / "in.csv", with_bad_rows(some_hands(1500)))
    synced = 0

    def full(descriptor: int) -> None:
        nonlocal synced
        synced += 1
        if synced > 8:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        with pytest.raises(InputError, match=r"cannot write .*: No space left on device"):
            fold([source], tmp_path / "out", jobs=1)
    left = contents(tmp_path / "out")
    assert not [name for name in left if name.endswith(".tmp")]
    for name in left:
        if name.endswith(".parquet"):
            pq.read_table(tmp_path / "out" / name)
    resumed = fold([source], tmp_path / "out", resume=True)
    assert resumed.parts_skipped > 0
    fold([source], tmp_path / "fresh")
    assert {n: d for n, d in contents(tmp_path / "out").items() if n.startswith("part")} == {
        n: d for n, d in contents(tmp_path / "fresh").items() if n.startswith("part")
    }


# ---- kill -9 ----

KILLED = """
import sys
from tingpai import pipeline
from tingpai.io import readers, records
records.chunks.__kwdefaults__["size"] = 12_000
pipeline.units = lambda source, reading: readers.units(source, reading, 25_000)
from tingpai.cli import main
main()
"""


def killed_runs(tmp_path: Path, times: int) -> Iterator[int]:
    """Kill each run twice at random moments and resume it; how often each was killed."""
    hands = with_bad_rows(some_hands(15_000), 997)
    source = write(tmp_path / "in.csv", hands)
    command = [sys.executable, "-c", KILLED, "analyze", str(source), "--jobs", "2", "--lang", "en", "-o"]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    subprocess.run([*command, f"{tmp_path}/whole/"], env=environment, capture_output=True, check=False)
    whole = {n: d for n, d in contents(tmp_path / "whole").items() if n != "_manifest.jsonl"}
    generator = random.Random(17)
    for number in range(times):
        out = tmp_path / f"out-{number}"
        killed = 0
        # Somewhere before the end: when so many parts are there, and a little later.
        for moment in sorted(generator.sample(range(len(list((tmp_path / "whole").glob("part-*"))) - 1), 2)):
            process = subprocess.Popen([*command, f"{out}/", "--resume"], env=environment, stderr=subprocess.DEVNULL)
            while process.poll() is None and len(list(out.glob("part-*.parquet"))) < moment:
                time.sleep(0.002)
            time.sleep(generator.uniform(0, 0.03))
            process.kill()
            killed += process.wait() == -signal.SIGKILL
        done = subprocess.run([*command, f"{out}/", "--resume"], env=environment, capture_output=True, check=False)
        assert done.returncode == 1, done.stderr
        assert {n: d for n, d in contents(out).items() if n != "_manifest.jsonl"} == whole
        assert (tmp_path / f"out-{number}.errors.csv").read_bytes() == (tmp_path / "whole.errors.csv").read_bytes()
        yield killed


@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_killed_and_resumed_is_the_same(tmp_path: Path) -> None:
    assert sum(killed_runs(tmp_path, 1)) > 0


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="kill -9")
def test_killed_fifty_times_and_resumed_is_the_same(tmp_path: Path) -> None:
    assert sum(killed_runs(tmp_path, 25)) > 25
