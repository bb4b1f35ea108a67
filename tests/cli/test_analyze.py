"""`tingpai analyze` as a user meets it: statuses, one line for every mistake, pipes, names of outputs."""

from __future__ import annotations

import csv
import gzip
import io
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from tingpai.cli import main
from tingpai.notation import parse_hand

GOOD = ["123m456p789s1177z", "1112345678999m", "[222m3]456s55z", "19m19p19s1234567z"]


def tingpai(*arguments: str | Path, data: bytes | None = None) -> Result:
    return CliRunner().invoke(main, ["analyze", *map(str, arguments)], input=data)


def one_line(done: Result, status: int, *words: str) -> None:
    """It ended with `status` and one clear line, which has these words."""
    assert done.exit_code == status, done.output
    assert done.stderr.startswith("Error: ")
    assert done.stderr.count("\n") == 1, done.stderr
    for word in words:
        assert word in done.stderr


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def hands(tmp_path: Path) -> Path:
    path = tmp_path / "hands.csv"
    path.write_text("id,hand\n" + "".join(f"{i},{hand}\n" for i, hand in enumerate(GOOD)), encoding="utf-8")
    return path


def test_good_rows_end_with_0_and_a_summary(hands: Path, tmp_path: Path) -> None:
    done = tingpai(hands, "-o", tmp_path / "out.csv", "--lang", "en")
    assert done.exit_code == 0, done.stderr
    assert done.stdout_bytes == b""
    text = done.stderr
    assert "rows" in text
    assert "hands/s" in text
    assert "█" in text
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["hand"] for row in rows] == GOOD
    assert rows[0]["shanten"] == "0"
    assert rows[1] | {"id": ""} == {
        "id": "",
        "hand": "1112345678999m",
        "shanten": "0",
        "is_win": "false",
        "waits": "123456789m",
        "wait_kinds": "9",
        "wait_copies": "23",
    }
    assert rows[2]["is_win"] == "true"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hands.csv", "out.csv"]


def test_the_summary_in_chinese(hands: Path, tmp_path: Path) -> None:
    text = tingpai(hands, "-o", tmp_path / "out.csv", "--lang", "zh").stderr
    assert "手牌" in text
    assert "向听" in text


def test_bad_rows_end_with_1_and_are_listed(tmp_path: Path) -> None:
    source = tmp_path / "hands.txt"
    source.write_bytes(b"11z\n8z\n\n5\n11111m\n123m\n1\0m\n22z\n")
    done = tingpai(source, "-o", tmp_path / "out.parquet", "--lang", "en")
    assert done.exit_code == 1
    assert "6, listed in" in done.stderr
    with (tmp_path / "out.parquet.errors.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["line"]) for row in rows] == [2, 3, 4, 5, 6, 7]
    assert [row["row"] for row in rows] == ["8z", "", "5", "11111m", "123m", "1\\0m"]
    assert all(row["column"] == "hand" and row["message"] and row["file"] == str(source) for row in rows)
    assert pq.read_table(tmp_path / "out.parquet")["is_win"].to_pylist() == [True, *[None] * 6, True]


def test_shares_are_of_hands_those_refused_by_the_rules_too(tmp_path: Path) -> None:
    rows = ["[111z1][222z2]345m678p99s,", "[111z1][222z2]345m678p99s,rob_kong", "123m,"]
    (tmp_path / "hands.csv").write_text("\n".join(["hand,by", *rows]) + "\n", encoding="utf-8")
    done = tingpai("hands.csv", "--rules", "nanning-classic", "-o", tmp_path / "out.csv", "--lang", "en")
    assert done.exit_code == 1
    assert "2, listed in" in done.stderr
    assert "2 (100.0 %)" in done.stderr


def test_more_bad_rows_than_allowed_end_with_3(tmp_path: Path) -> None:
    (tmp_path / "hands.txt").write_text("8z\n9z\n11z\n", encoding="utf-8")
    done = tingpai(
        tmp_path / "hands.txt", "-o", tmp_path / "out.csv", "--max-errors", "1", "--errors", tmp_path / "bad.csv"
    )
    one_line(done, 3, "2 rows rejected", "at most 1", "bad.csv")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.csv", "hands.txt"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["missing.csv"], ["missing.csv", "No such file"]),
        (["folder"], ["folder", "Parquet"]),
        (["other.csv"], ["no column 'hand'", "tiles"]),
        (["hands.csv", "--hand-column", "tiles"], ["no column 'tiles'", "hand"]),
        (["hands.csv", "--dask", ""], ["--dask", "no address", "HOST:8786"]),
        (["hands.csv", "--errors", "nd1/nd2/e.csv"], ["cannot write nd1/nd2/e.csv"]),
        (["spaces.csv"], ["no column 'hand' among: 'id', ' hand '"]),
        (["hands.xyz"], ["hands.xyz", "ending"]),
        (["*.none"], ["matches no file"]),
        (["-"], ["standard input", "--format"]),
        (["broken.parquet"], ["broken.parquet"]),
        (["broken.csv.gz"], ["broken.csv.gz"]),
        (["numbers.parquet"], ["'hand' holds double"]),
        (["empty.csv"], ["empty.csv is empty"]),
        (["twice.csv"], ["two columns 'hand'"]),
        (["has.csv"], ["'shanten' already", "--columns"]),
        (["hands.csv", "--columns", "luck"], ["no answer 'luck'", "wait_copies"]),
        (["hands.csv", "--columns", "points"], ["--rules"]),
        (["hands.csv", "--rules", "nanning"], ["nanning"]),
        (["hands.csv", "--wildcard", "8z"], ["8z"]),
        (["hands.csv", "--rules", "nanning-fan", "-w", "5z"], ["nanning-fan has no wildcard"]),
        (["hands.csv", "--rules", "wuhan-kaikou", "-w", "5z"], ["wuhan-kaikou takes each row's wildcard", "indicator"]),
        (["hands.csv", "--rules", "wuhan-koukou"], ["hands.csv", "no column 'indicator'", "for wuhan-koukou"]),
        (["hands.csv", "-o", "nowhere/out.csv"], ["cannot write nowhere/out.csv"]),
        (["hands.csv", "-o", "out.xyz"], ["out.xyz"]),
        (["hands.csv", "-o", "out.csv", "--resume"], ["--resume needs a folder"]),
        (["hands.csv", "-o", "folder/", "--format", "parquet"], ["hands.csv"]),
        ([""], ["INPUT", "''", "expected the name of a file"]),
        (["hands.csv", "-o", ""], ["-o", "''", "expected the name of a file"]),
        (["hands.csv", "--errors", "-"], ["--errors", "'-'", "expected the name of a file"]),
        (["texts"], ["texts holds a.csv", "a glob: texts/*.csv"]),
        (["returns.txt"], ["returns.txt", "a lone CR", "LF or CRLF"]),
        (["returns.csv"], ["returns.csv", "a lone CR", "LF or CRLF"]),
        (["long.csv"], ["long.csv", "neither a header nor a row"]),
        (["nulls.jsonl"], ["nulls.jsonl has no JSON object"]),
        (["array.jsonl"], ["array.jsonl has no JSON object"]),
        (["hands.csv", "-o", "hands.csv"], ["-o hands.csv is an input"]),
        (["hands.csv", "-o", "folder/../hands.csv"], ["is an input"]),
        (["hands.csv", "--errors", "hands.csv"], ["--errors hands.csv is an input"]),
        (["hands.csv", "-o", "out.csv", "--errors", "out.csv"], ["--errors out.csv is -o as well"]),
    ],
)
def test_mistakes_are_one_line_and_2(tmp_path: Path, hands: Path, arguments: list[str], words: list[str]) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "other.csv").write_text("id,tiles\n1,11z\n", encoding="utf-8")
    (tmp_path / "spaces.csv").write_text("id, hand \n1,11z\n", encoding="utf-8")
    (tmp_path / "hands.xyz").write_text("11z\n", encoding="utf-8")
    (tmp_path / "broken.parquet").write_bytes(b"PAR1 no PAR1")
    (tmp_path / "broken.csv.gz").write_bytes(gzip.compress(hands.read_bytes() * 1000)[:200])
    pq.write_table(pa.table({"hand": [1.5]}), tmp_path / "numbers.parquet")
    (tmp_path / "empty.csv").write_bytes(b"")
    (tmp_path / "twice.csv").write_text("hand,hand\n11z,11z\n", encoding="utf-8")
    (tmp_path / "has.csv").write_text("hand,shanten\n11z,9\n", encoding="utf-8")
    (tmp_path / "returns.csv").write_bytes(b"id,hand\r1,11z\r")
    (tmp_path / "returns.txt").write_bytes(b"11z\r22z\r")
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "a.csv").write_text("hand\n11z\n", encoding="utf-8")
    (tmp_path / "long.csv").write_text(f"id,{'tiles' * 40_000}\n", encoding="utf-8")
    (tmp_path / "nulls.jsonl").write_text("null\nnull\n", encoding="utf-8")
    (tmp_path / "array.jsonl").write_text('[\n"11z"\n]\n', encoding="utf-8")
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    out = [] if "-o" in arguments else ["-o", "out.csv"]
    one_line(tingpai(*arguments, *out), 2, *words)
    assert sorted(str(path) for path in tmp_path.rglob("*")) == before


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read and write anything")
def test_no_permission(tmp_path: Path, hands: Path) -> None:
    hands.chmod(0)
    one_line(tingpai(hands, "-o", tmp_path / "out.csv"), 2, "Permission denied")
    hands.chmod(0o600)
    locked = tmp_path / "locked"
    locked.mkdir(mode=0o500)
    one_line(tingpai(hands, "-o", locked / "out.csv"), 2, "Permission denied")
    one_line(tingpai(hands, "-o", f"{locked}/parts/"), 2, "Permission denied")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full")
def test_a_full_device(hands: Path) -> None:
    one_line(tingpai(hands, "-o", "/dev/full", "--output-format", "csv"), 2, "No space left on device")


def test_json_lines_through_a_pipe(tmp_path: Path) -> None:
    data = b'{"hand":"11z","n":1}\n{"hand":"12m","n":2}\n'
    done = tingpai("-", "--format", "jsonl", "--columns", "is_win,waits", data=data)
    assert done.exit_code == 0
    assert [json.loads(line) for line in done.stdout_bytes.splitlines()] == [
        {"hand": "11z", "n": 1, "is_win": True, "waits": ""},
        {"hand": "12m", "n": 2, "is_win": False, "waits": ""},
    ]


def test_packed_input_is_told_from_its_content(tmp_path: Path) -> None:
    done = tingpai("-", "--format", "csv", "-o", "-", data=gzip.compress(b"hand\n11z\n"))
    assert done.exit_code == 0
    assert done.stdout_bytes.splitlines()[1] == b"11z,-1,true,,0,0"


def test_arrow_streams_through_a_pipe() -> None:
    table = pa.table({"hand": ["11z", "8z"]})
    sink = io.BytesIO()
    with pa.ipc.new_stream(sink, table.schema) as writer:
        writer.write_table(table)
    done = tingpai("-", "--format", "arrow", "--lang", "en", data=sink.getvalue())
    assert done.exit_code == 1
    assert pa.ipc.open_stream(done.stdout_bytes).read_all()["is_win"].to_pylist() == [True, None]
    assert "-:2, hand:" in done.stderr


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes")
def test_a_named_pipe_is_read_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    writer = threading.Thread(target=(tmp_path / "pipe").write_bytes, args=(b"hand\n11z\n",))
    writer.start()
    done = tingpai("pipe", "--format", "csv", "--columns", "is_win")
    writer.join()
    assert done.exit_code == 0
    assert done.stdout_bytes == b"hand,is_win\n11z,true\n"


def test_a_closed_pipe(tmp_path: Path) -> None:
    path = tmp_path / "hands.txt"
    path.write_text("123m456p789s1177z\n" * 300_000, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    process = subprocess.Popen(
        [sys.executable, "-c", "from tingpai.cli import main; main()", "analyze", str(path), "--output-format", "csv"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait() == 3


@pytest.mark.skipif(os.name == "nt", reason="a shell of Unix")
@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("analyze hands.csv >&-", 3),
        ("analyze hands.csv -o out.csv >&- 2>&-", 0),
        ("analyze - --format csv <&-", 2),
        ("waits 11m >&-", 3),
        ("waits 8z 2>&-", 2),
        ("win - <&-", 0),
    ],
)
def test_closed_streams(hands: Path, line: str, status: int) -> None:
    call = f"'{sys.executable}' -c 'from tingpai.cli import main; main()' {line}"
    done = subprocess.run(call, shell=True, capture_output=True, text=True, timeout=60)
    assert done.returncode == status, done.stderr
    assert done.stderr.count("\n") == (status == 2 and "2>&-" not in line), done.stderr


def test_a_reader_that_goes_away_from_drawn_output() -> None:
    command = [sys.executable, "-c", "from tingpai.cli import main; main()", "win", "-"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        process.stdin.write(b"11m\n")
        process.stdin.close()
        assert process.wait(60) == 3
        assert process.stderr.read() == b""


@pytest.mark.parametrize("out", ["parts/", "parts", "parts.csv/"])
def test_a_folder_of_parts(hands: Path, tmp_path: Path, out: str) -> None:
    assert tingpai(hands, "-o", out).exit_code == 0
    names = sorted(path.name for path in (tmp_path / out).iterdir())
    assert names == ["_manifest.jsonl", "part-00000.csv" if ".csv" in out else "part-00000.parquet"]
    again = tingpai(hands, "-o", out)
    one_line(again, 2, "not empty", "--resume")
    resumed = tingpai(hands, "-o", out, "--resume", "--lang", "en")
    assert resumed.exit_code == 0
    assert "skipped 1 / 1 parts" in resumed.stderr


def test_scores(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text(
        "hand,tile,by\n111m222p333s44z55z,5z,self_draw\n123m456p789s1177z,5z,discard\n"
        "11m22m33m44p55p66s7z,7z,discard\n111m222p333s44z55z,5z,magic\n",
        encoding="utf-8",
    )
    done = tingpai("hands.csv", "--rules", "nanning-classic", "-o", "out.jsonl", "--lang", "en")
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert done.exit_code == 1, done.stderr
    assert "hands.csv:5" in done.stderr
    assert "rejected  1," in done.stderr
    assert [row["points"] for row in rows] == [24, None, 12, None]
    assert [row["patterns"] for row in rows] == [["all_pungs", "concealed"], None, ["seven_pairs"], None]
    assert [rows[2][f"pay_{seat}"] for seat in range(4)] == [12, -12, 0, 0]
    assert rows[3]["waits"] == "45z"
    (bad,) = csv.DictReader((tmp_path / "out.jsonl.errors.csv").open(encoding="utf-8"))
    assert [row["error"] for row in rows] == [None, None, None, bad["message"]]
    few = tingpai("hands.csv", "--rules", "nanning-classic", "--columns", "points,pay", "--option", "dead-lock=true")
    assert few.stdout.splitlines()[0] == "hand,tile,by,points,pay_0,pay_1,pay_2,pay_3"


def test_scores_of_hands_in_a_column_of_another_name(tmp_path: Path) -> None:
    texts = ["111m222p333s44z55z5z", "1133m2255p7788s1z1z"]
    counts = [list(parse_hand(text).raw) for text in texts]
    pq.write_table(pa.table({"手牌": counts}), tmp_path / "counts.parquet")
    (tmp_path / "texts.csv").write_text("手牌\n" + "\n".join(texts) + "\n", encoding="utf-8")
    for name in ("counts.parquet", "texts.csv"):
        call = (name, "--hand-column", "手牌", "--rules", "nanning-classic", "--columns", "points", "-o", "out.jsonl")
        done = tingpai(*call)
        assert done.exit_code == 0, done.stderr
        rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
        assert [row["points"] for row in rows] == [24, 24]


def test_inputs_whose_columns_differ(tmp_path: Path) -> None:
    """A column that a later input lacks is null there; one of another type or one more is refused."""
    hand = "123m456p789s1122z"
    pq.write_table(pa.table({"hand": [hand], "table": [7]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"hand": [hand]}), tmp_path / "b.parquet")
    pq.write_table(pa.table({"hand": [hand], "table": ["seven"]}), tmp_path / "c.parquet")
    both = tingpai("a.parquet", "b.parquet", "--columns", "shanten", "-o", "out.parquet")
    assert both.exit_code == 0, both.stderr
    assert pq.read_table(tmp_path / "out.parquet")["table"].to_pylist() == [7, None]
    one_line(
        tingpai("a.parquet", "c.parquet", "-o", "other.parquet"), 2, "c.parquet: column 'table' holds string", "int64"
    )
    one_line(tingpai("b.parquet", "a.parquet", "-o", "third.parquet"), 2, "a.parquet has a column 'table'")


def read(path: Path) -> list[dict[str, object]] | bytes:
    if path.suffix == ".arrow":
        return pa.ipc.open_file(path).read_all().to_pylist()
    return pq.read_table(path).to_pylist() if path.suffix == ".parquet" else path.read_bytes()


@pytest.mark.parametrize("ending", ["csv", "tsv", "jsonl", "arrow", "parquet"])
def test_what_polars_writes_is_read_like_any_other(ending: str, tmp_path: Path) -> None:
    """Its texts are views, its categories dictionaries of them; Arrow itself can do little with either."""
    texts = pa.table(
        {"hand": [*GOOD, "1x"], "by": ["self_draw"] * 5, "note": ["more than twelve bytes", None, "", "", ""]}
    )
    views = texts.cast(pa.schema([(name, pa.string_view()) for name in texts.column_names]))
    coded = pa.table([column.dictionary_encode() for column in views.columns], texts.column_names)
    found = []
    for table in (texts, views, coded):
        with pa.ipc.new_file("in.arrow", table.schema) as file:
            file.write_table(table)
        done = tingpai("in.arrow", "-o", f"out.{ending}", "--rules", "nanning-fan")
        assert done.exit_code == 1, done.output
        found.append(read(tmp_path / f"out.{ending}"))
    assert found[1:] == [found[0]] * 2


def test_what_the_rules_do_not_read_may_be_anything(tmp_path: Path) -> None:
    """Arrow picks no rows of runs, and the rows that are no hands are left out for the rules."""
    runs = pa.RunEndEncodedArray.from_arrays([2, 5], pa.array(["a", "b"]))
    with pa.ipc.new_file("in.arrow", pa.schema([("hand", pa.string()), ("runs", runs.type)])) as file:
        file.write_batch(pa.record_batch({"hand": [*GOOD, "1x"], "runs": runs}))
    done = tingpai("in.arrow", "-o", "out.jsonl", "--rules", "nanning-fan")
    assert done.exit_code == 1, done.output
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    assert [json.loads(line)["runs"] for line in lines] == list("aabbb")


def test_a_stream_without_rows(tmp_path: Path) -> None:
    schema = pa.schema(
        {"hand": pa.dictionary(pa.uint32(), pa.string_view()), "runs": pa.run_end_encoded(pa.int32(), "string")}
    )
    with pa.ipc.new_stream("in.arrow", schema):
        pass
    done = tingpai("in.arrow", "-o", "out.csv", "--columns", "shanten")
    assert done.exit_code == 0, done.output
    assert (tmp_path / "out.csv").read_text(encoding="utf-8") == "hand,runs,shanten\n"


def test_the_hands_scored_are_those_named(tmp_path: Path) -> None:
    """Another column may have the name by which the rules know the hands."""
    (tmp_path / "in.csv").write_text(f"hand,counts,of\n11z,x,{GOOD[0]}\n,,11z\n", encoding="utf-8")
    (tmp_path / "only.csv").write_text(f"of\n{GOOD[0]}\n11z\n", encoding="utf-8")
    options = ("--hand-column", "of", "--rules", "nanning-fan", "--output-format", "jsonl")
    found = []
    for name in ("in.csv", "only.csv"):
        done = tingpai(name, *options)
        assert done.exit_code == 1, done.output
        rows = [json.loads(line) for line in done.stdout.splitlines()]
        found.append([{key: value for key, value in row.items() if key not in ("hand", "counts")} for row in rows])
    assert found[0] == found[1]


def test_the_input_without_hands_is_named(tmp_path: Path) -> None:
    for name, table in {"a": {"hand": GOOD}, "other": {"text": GOOD}, "numbers": {"hand": [1.5]}}.items():
        pq.write_table(pa.table(table), tmp_path / f"{name}.parquet")
    one_line(tingpai("a.parquet", "other.parquet", "-o", "out.csv"), 2, "other.parquet: no column 'hand' among: 'text'")
    one_line(tingpai("a.parquet", "numbers.parquet", "-o", "out.csv"), 2, "numbers.parquet: column 'hand' holds double")


@pytest.mark.skipif(sys.platform != "linux", reason="names of any bytes")
def test_rejects_of_a_file_whose_name_is_no_text(tmp_path: Path) -> None:
    name = os.fsdecode(b"x\xff.csv")
    (tmp_path / name).write_text("hand\n11z\n1x\n", encoding="utf-8")
    assert tingpai(name, "-o", "out.csv").exit_code == 1
    assert "\nx\\udcff.csv,3,hand," in (tmp_path / "out.csv.errors.csv").read_text(encoding="utf-8")


def test_lists_of_no_values_without_offsets(tmp_path: Path) -> None:
    """As Arrow allows; asked how many bytes they take, it read what was not there."""
    inner = pa.Array.from_buffers(
        pa.list_(pa.string()), 0, [None, pa.py_buffer(b"")], children=[pa.array([], "string")]
    )
    lists = pa.ListArray.from_arrays(pa.array([0] * 5, pa.int32()), pa.StructArray.from_arrays([inner], ["a"]))
    with pa.ipc.new_file("in.arrow", pa.schema([("hand", pa.string()), ("lists", lists.type)])) as file:
        file.write_batch(pa.record_batch({"hand": GOOD, "lists": lists}))
    assert tingpai("in.arrow", "-o", "out.jsonl").exit_code == 0


def test_a_lone_return_is_neither_white_space_nor_lost(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_bytes(b'hand,note\n1m\r1m,x\n11m,"a\rb"\n\r\r\n22m,y\r\n')
    (tmp_path / "a.txt").write_bytes(b"11m\n1m\r1m\n")
    assert tingpai("a.csv", "-o", "out.csv").exit_code == 1
    with (tmp_path / "out.csv").open(newline="", encoding="utf-8") as file:
        rows = [(row["hand"], row["note"], row["is_win"]) for row in csv.DictReader(file)]
    assert rows == [("", "", ""), ("11m", "a\rb", "true"), ("", "", ""), ("22m", "y", "true")]
    assert tingpai("a.txt", "-o", "txt.csv").exit_code == 1
    for listed, lines in (("out.csv.errors.csv", ["2", "4"]), ("txt.csv.errors.csv", ["2"])):
        with (tmp_path / listed).open(newline="", encoding="utf-8") as file:
            found = list(csv.DictReader(file))
        assert [row["line"] for row in found] == lines
        assert {row["message"] for row in found} == {"a lone CR (expected lines that end with LF or CRLF)"}


def test_the_indicator_makes_the_wildcard_of_all_answers(tmp_path: Path) -> None:
    """Under the Wuhan rules; what the indicator makes wild goes before a column `wildcard`."""
    (tmp_path / "hands.csv").write_text(
        "hand,indicator,wildcard\n[111m3]222333m444p5s6s,4s,1z\n[111m3]222333m444p5s6s,,\n[111m3]222333m444p5s6s,x,\n",
        encoding="utf-8",
    )
    done = tingpai("hands.csv", "--rules", "wuhan-koukou", "--columns", "is_win,points", "-o", "out.jsonl")
    assert done.exit_code == 1, done.stderr
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [row["is_win"] for row in rows] == [True, False, False]
    assert rows[0]["points"] > 0
    assert [row["points"] for row in rows[1:]] == [None, None]


def test_rules_without_a_wildcard_refuse_rows_that_name_one(tmp_path: Path) -> None:
    (tmp_path / "hands.csv").write_text(
        "hand,wildcard\n111m222p333s44z55z5z,\n111m222p333s44z55z5z,5z\n", encoding="utf-8"
    )
    done = tingpai("hands.csv", "--rules", "nanning-classic", "-o", "out.jsonl")
    assert done.exit_code == 1
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(row["points"], row["is_win"]) for row in rows] == [(24, True), (None, True)]
    assert rows[1]["error"] == "nanning-classic has no wildcard (expected no wildcard, or a Wuhan rule set)"


def test_control_characters_of_a_file_do_not_reach_the_terminal(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text("x\x1b[31my,id\n1,2\n", encoding="utf-8")
    one_line(tingpai("a.csv"), 2, r"x\x1b[31my")
    name = "b\x1b[2J.csv" if os.name != "nt" else "b.csv"
    (tmp_path / name).write_text("hand\n1m\x1b[31m\x9b\n", encoding="utf-8")
    done = tingpai(name, "-o", "out.csv", "--lang", "en")
    assert done.exit_code == 1
    assert "\x1b" not in done.stderr
    assert "\x9b" not in done.stderr
