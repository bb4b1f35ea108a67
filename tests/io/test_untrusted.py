"""Files made to harm: refused in one line, in a gigabyte of memory and half a minute of processor time.

All are read by one process under these limits; a file that breaks them ends it, and its own test is the first to fail.
"""

from __future__ import annotations

import gzip
import io
import json
import random
import re
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tingpai.errors import InputError
from tingpai.io import pages
from tingpai.io.thrift import Struct, Value, read_struct, write_struct

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits of Linux")

MEGABYTE = 1 << 20
MEMORY, SECONDS, LONGEST = 1 << 30, 30, 700
READER = f"""
import json, resource, sys
resource.setrlimit(resource.RLIMIT_DATA, ({MEMORY}, {MEMORY}))
from click.testing import CliRunner
from tingpai.cli import main
for line in sys.stdin:
    used = int(sum(resource.getrusage(resource.RUSAGE_SELF)[:2]))
    resource.setrlimit(resource.RLIMIT_CPU, (used + {SECONDS}, resource.RLIM_INFINITY))
    done = CliRunner().invoke(main, json.loads(line))
    print(json.dumps([done.exit_code, done.stderr, repr(done.exception)]), flush=True)
"""
HANDS = pa.table({"hand": ["11z", "22z", "123m456p789s11z"] * 100, "x": list(range(300))})


# ---- text ----


def packed(unit: bytes, times: int, head: bytes = b"", codec: str = "zstd") -> bytes:
    """`times` units behind a head, packed unit by unit."""
    sink = pa.BufferOutputStream()
    with pa.CompressedOutputStream(sink, codec) as stream:
        stream.write(head)
        for _ in range(times):
            stream.write(unit)
    return sink.getvalue().to_pybytes()


def wide(names: int) -> bytes:
    return b"hand," + b",".join(b"%x" % number for number in range(names))


TEXT: dict[str, tuple[Callable[[], bytes], str]] = {
    "zeros.csv.zst": (lambda: packed(b"\0" * MEGABYTE, 2048, b"hand\n"), "unpacks to more than 200 times its size"),
    "zeros.csv.gz": (
        lambda: gzip.compress(b"hand\n") + gzip.compress(b"\0" * MEGABYTE) * 256,
        "unpacks to more than 200 times its size",
    ),
    "lines.csv.zst": (lambda: packed(b"\n" * MEGABYTE, 2048, b"a,hand\n1,11z\n"), "unpacks to more than 200 times"),
    "lines.jsonl.zst": (lambda: packed(b"\n" * MEGABYTE, 2048, b'{"hand":"11z"}\n'), "unpacks to more than 200 times"),
    "header.csv.zst": (lambda: packed(b"a," * MEGABYTE, 1024), "the first line is longer than 1,048,576 bytes"),
    "header.tsv": (lambda: b"a\t" * 100 * MEGABYTE, "the first line is longer than 1,048,576 bytes"),
    "wide.csv": (lambda: wide(150_000) + b"\n11z\n", "has 150,001 columns (expected at most 10,000)"),
    "keys.jsonl": (
        lambda: b'{"hand":"11z",' + b",".join(b'"%x":1' % number for number in range(70_000)) + b"}\n",
        "has 70,001 columns (expected at most 10,000)",
    ),
    "line.jsonl": (lambda: b'{"hand":"' + b"1m" * 100 * MEGABYTE + b'"}\n', "the first line is longer than"),
    "deep.jsonl": (lambda: b'{"x":' * 200_000 + b"\n", "no JSON object in its first lines"),
}


# ---- Parquet ----


def parquet(table: pa.Table, **options: object) -> bytes:
    sink = io.BytesIO()
    pq.write_table(table, sink, **options)
    return sink.getvalue()


def lie(change: Callable[[Struct], None]) -> bytes:
    """A Parquet file of three row groups whose footer has been changed."""
    data = parquet(HANDS, row_group_size=100)
    size = int.from_bytes(data[-8:-4], "little")
    footer = read_struct(data[-8 - size : -8])
    change(footer)
    written = write_struct(footer)
    return data[: -8 - size] + written + struct.pack("<I", len(written)) + b"PAR1"


def rows_of_file(rows: int) -> Callable[[Struct], None]:
    return lambda footer: footer.update({3: Value(6, rows)})


def rows_of_group(rows: int) -> Callable[[Struct], None]:
    """Of the second row group, and of the file with it."""

    def change(footer: Struct) -> None:
        footer[4].data[1][1][3] = Value(6, rows)
        footer[3] = Value(6, 200 + rows)

    return change


def chunk(field: int, number: int) -> Callable[[Struct], None]:
    """A number in the metadata of the second row group's hands."""
    return lambda footer: footer[4].data[1][1][1].data[1][0][3].data.update({field: Value(6, number)})


VALUES, PACKED, OFFSET, DICTIONARY = 5, 7, 9, 11


def one_long_text(rows: int) -> pa.Array:
    """A dictionary of one text of 16 MB that every row names."""
    return pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int8()), pa.array(["m" * (16 << 20)]))


def page_of(unpacked: int) -> bytes:
    """A file whose first page says that it unpacks to so many bytes."""
    data = parquet(HANDS, use_dictionary=False, compression="zstd")
    header = read_struct(data[4:])
    old = write_struct(header)
    new = write_struct(header | {2: Value(5, unpacked)})
    assert data[4 : 4 + len(old)] == old
    size = int.from_bytes(data[-8:-4], "little")
    footer = read_struct(data[-8 - size : -8])
    # The second column moves by what the header has grown.
    more = len(new) - len(old)
    first, second = (column[3].data for column in footer[4].data[1][0][1].data[1])
    first[PACKED] = Value(6, first[PACKED].data + more)
    second[OFFSET] = Value(6, second[OFFSET].data + more)
    written = write_struct(footer)
    return b"PAR1" + new + data[4 + len(old) : -8 - size] + written + struct.pack("<I", len(written)) + b"PAR1"


PARQUET: dict[str, tuple[Callable[[], bytes], str]] = {
    **{
        f"rows{rows}.parquet": (
            (lambda rows=rows: lie(rows_of_file(rows))),
            f"{rows:,} rows, but 300 in its row groups",
        )
        for rows in (-1, 0, 299, 1 << 40, -(1 << 63))
    },
    **{
        f"group{rows}.parquet": ((lambda rows=rows: lie(rows_of_group(rows))), why)
        for rows, why in (
            (-1, "row group 2 has -1 rows"),
            (50, "column hand: 100 values in 50 rows"),
            (1 << 20, "column hand: 100 values in 1,048,576 rows"),
            (1 << 40, "expected at most 16 rows a byte"),
        )
    },
    **{
        f"values{values}.parquet": ((lambda values=values: lie(chunk(VALUES, values))), "row group 2, column hand: ")
        for values in (-1, 0, 50, 150, 1 << 40)
    },
    "packed0.parquet": (lambda: lie(chunk(PACKED, 0)), "row group 2 holds 0 rows (expected 100)"),
    "packed-1.parquet": (lambda: lie(chunk(PACKED, -1)), ""),
    "packed.parquet": (lambda: lie(chunk(PACKED, 1 << 40)), ""),
    "offset-1.parquet": (lambda: lie(chunk(OFFSET, -1)), "no page where its metadata says"),
    "offset0.parquet": (lambda: lie(chunk(OFFSET, 0)), "row group 2, column hand: "),
    "offset.parquet": (
        lambda: lie(lambda footer: [chunk(n, 1 << 40)(footer) for n in (OFFSET, DICTIONARY)]),
        "no page",
    ),
    "dictionary.parquet": (lambda: lie(chunk(DICTIONARY, 10)), "no page where its metadata says"),
    "cut.parquet": (lambda: parquet(HANDS)[:-20], "magic bytes"),
    "footer.parquet": (lambda: parquet(HANDS)[:-8] + struct.pack("<I", 1 << 31) + b"PAR1", "smaller than the size"),
    "middle.parquet": (lambda: parquet(HANDS)[:-8] + struct.pack("<I", 7) + b"PAR1", ""),
    "page.parquet": (lambda: page_of((1 << 31) - 1), "a page of 2,147,483,647 bytes (expected at most 268,435,456)"),
    "negative.parquet": (lambda: page_of(-1), "a page of -1 bytes"),
    "text.parquet": (
        lambda: parquet(
            pa.table({"hand": ["11z"] * 70_000, "x": one_long_text(70_000)}), dictionary_pagesize_limit=1 << 30
        ),
        "texts of 1,099,511,627,776 bytes",
    ),
    "bytes.parquet": (
        lambda: parquet(pa.table({"hand": pa.array([b"\xff"]).view(pa.string())})),
        "Invalid UTF8 sequence",
    ),
    "twice.parquet": (lambda: parquet(pa.table([["11z"], ["22z"]], ["hand", "hand"])), "two columns 'hand'"),
    "wide.parquet": (
        lambda: parquet(pa.table([pa.array(["11z"])] * 12_000, ["hand", *map(str, range(11_999))])),
        "has 12,000 columns (expected at most 10,000)",
    ),
}


# ---- Arrow ----


def arrow(table: pa.Table, stream: bool = False, compression: str | None = None) -> bytes:
    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=compression)
    with (pa.ipc.new_stream if stream else pa.ipc.new_file)(sink, table.schema, options=options) as writer:
        writer.write_table(table)
    return sink.getvalue()


def texts(*offsets: int) -> pa.Table:
    """A column of text whose offsets are these."""
    data = pa.py_buffer(struct.pack(f"<{len(offsets)}i", *offsets))
    return pa.table({"hand": pa.StringArray.from_buffers(len(offsets) - 1, data, pa.py_buffer(b"11z22z"))})


def long_views() -> pa.Array:
    """Views of one text of 16 MB."""
    data = b"m" * (16 << 20)
    views = struct.pack("<i4sii", len(data), data[:4], 0, 0) * 5000
    return pa.Array.from_buffers(pa.string_view(), 5000, [None, pa.py_buffer(views), pa.py_buffer(data)])


SHARED: dict[str, Callable[[], pa.Array]] = {
    "text": lambda: one_long_text(5000),
    "run": lambda: pa.RunEndEncodedArray.from_arrays(pa.array([5000], pa.int32()), pa.array(["m" * (16 << 20)])),
    "view": long_views,
    "struct": lambda: pa.StructArray.from_arrays([one_long_text(5000)], ["a"]),
    "list": lambda: pa.ListArray.from_arrays(pa.array(range(5001), pa.int32()), one_long_text(5000)),
    "list-view": lambda: pa.ListViewArray.from_arrays(
        pa.array([0] * 5000, pa.int32()), pa.array([1 << 24] * 5000, pa.int32()), pa.array([0] * (1 << 24), pa.int8())
    ),
}
HANDS_IN_BOTH = HANDS.append_column("y", HANDS["hand"].combine_chunks().dictionary_encode())


def claim(data: bytes, after: int, size: int) -> bytes:
    """Packed Arrow data in which a buffer says that it unpacks to so many bytes: the first, or that behind the
    dictionary.
    """
    # What a packed buffer unpacks to stands before the beginning of a frame.
    frames = re.compile(rb"\x04\x22\x4d\x18|\x28\xb5\x2f\xfd")
    at = [found.start() for found in frames.finditer(data)][2 * after]
    return data[: at - 8] + struct.pack("<q", size) + data[at:]


def early(codec: str) -> bytes:
    """A stream that is packed as Arrow 0.17 did it."""
    sink = io.BytesIO()
    options = pa.ipc.IpcWriteOptions(compression=codec, metadata_version=pa.ipc.MetadataVersion.V4)
    with pa.ipc.new_stream(sink, HANDS.schema, options=options) as writer:
        writer.write_batch(HANDS.to_batches()[0], custom_metadata={"ARROW:experimental_compression": codec})
    return sink.getvalue()


FEW = 1_193_046


def many(table: pa.Table, stream: bool) -> bytes:
    """A file or stream in which every `FEW` is 2^40."""
    return arrow(table, stream).replace(struct.pack("<q", FEW), struct.pack("<q", 1 << 40))


Block = tuple[int, int, int]
"""Where a message begins, the bytes before its body, those of its body."""


def named(change: Callable[[list[Block]], Block]) -> bytes:
    """An Arrow file of two batches whose footer says something else of the second."""
    sink = io.BytesIO()
    with pa.ipc.new_file(sink, HANDS.schema) as writer:
        writer.write_table(HANDS, max_chunksize=200)
    data = sink.getvalue()
    blocks, at = [], 8
    for message in pa.ipc.MessageReader.open_stream(data[at:]):
        blocks.append((at, 8 + len(message.metadata), len(message.body or b"")))
        at += sum(blocks[-1][1:])
    block = struct.Struct("<qi4xq")
    _, *batches = blocks
    before = block.pack(*batches[1])
    assert data.count(before) == 1
    return data.replace(before, block.pack(*change(batches)))


def message(size: int) -> bytes:
    """A stream whose first message says that it is so long."""
    data = arrow(HANDS, stream=True)
    return data[:4] + struct.pack("<i", size) + data[8:]


ARROW: dict[str, tuple[Callable[[], bytes], str]] = {
    "far.arrow": (lambda: arrow(texts(0, 1 << 30, 5, 6)), "offset"),
    "far-stream.arrow": (lambda: arrow(texts(0, 1 << 30, 5, 6), stream=True), "offset"),
    "before.arrow": (lambda: arrow(texts(0, -5, 5, 6)), "offset"),
    "index.arrow": (
        lambda: arrow(
            pa.table(
                {"hand": pa.DictionaryArray.from_arrays(pa.array([0, 7], pa.int8()), pa.array(["11z"]), safe=False)}
            )
        ),
        "out of bounds",
    ),
    **{
        f"{name}.arrow": (
            lambda make=make: arrow(pa.table({"hand": ["11z"] * 5000, "x": make()}), compression="zstd"),
            "5,000 rows written out take 83,886,080,000 bytes, most in column 'x'",
        )
        for name, make in SHARED.items()
    },
    "hand.arrow": (
        lambda: arrow(pa.table({"hand": one_long_text(5000)}), compression="zstd"),
        "5,000 rows written out take 83,886,080,000 bytes, most in column 'hand'",
    ),
    **{
        f"{what}-{codec}-{form}.arrow": (
            lambda what=what, codec=codec, form=form: claim(
                arrow(HANDS_IN_BOTH, form == "stream", codec), what == "batch", 1 << 40
            ),
            f"{place}: unpacks to 1,099,511,6",
        )
        for what, place in (("dictionary", "a dictionary"), ("batch", "record batch 1"))
        for codec in ("lz4", "zstd")
        for form in ("file", "stream")
    },
    **{
        f"claim{claimed}.arrow": ((lambda claimed=claimed: claim(arrow(HANDS, compression="zstd"), 0, claimed)), why)
        for claimed, why in (
            (-2, "record batch 1: a buffer of -2 bytes"),
            (-(1 << 63), "record batch 1: a buffer of -9,223,372,036,854,775,808 bytes"),
            ((1 << 63) - 1, "record batch 1: unpacks to 9,223,372,036,854,7"),
            ((1 << 30) - 10_000, ""),
        )
    },
    "early.arrow": (
        lambda: claim(early("zstd"), 0, 1 << 40),
        "record batch 1: unpacks to 1,099,511,6",
    ),
    **{
        f"{name}-{'stream' if stream else 'file'}.arrow": (
            (lambda make=make, stream=stream: many(pa.table(make()), stream)),
            "record batch 1: 1,099,511,627,776 values in ",
        )
        for name, make in {
            "nulls": lambda: {"hand": pa.nulls(FEW)},
            "runs": lambda: {"hand": pa.RunEndEncodedArray.from_arrays(pa.array([FEW]), pa.array(["11z"]))},
            "list": lambda: {"hand": ["11z"], "x": pa.LargeListArray.from_arrays(pa.array([0, FEW]), pa.nulls(FEW))},
        }.items()
        for stream in (False, True)
    },
    **{
        f"block{number}.arrow": ((lambda block=block: named(block)), "batches that lie outside the file or over each")
        for number, block in enumerate(
            (
                lambda blocks: blocks[0],
                lambda blocks: (1 << 40, *blocks[1][1:]),
                lambda blocks: (-8, *blocks[1][1:]),
                lambda blocks: (*blocks[1][:2], (1 << 63) - 1),
                lambda blocks: (*blocks[1][:2], -1),
                lambda blocks: (blocks[1][0], -8, blocks[1][2]),
                lambda blocks: (blocks[0][0] + 8, *blocks[1][1:]),
            )
        )
    },
    "schema.arrow": (lambda: named(lambda blocks: (8, blocks[0][0] - 8, 0)), "no batch where its footer says"),
    "message.arrow": (lambda: message((1 << 31) - 1), "more than the memory can hold"),
    "message1.arrow": (lambda: message(1 << 20), "Expected to read 1048576 metadata bytes"),
    "message-1.arrow": (lambda: message(-5), "negative metadata length"),
    "cut.arrow": (lambda: arrow(HANDS)[:-12], "Not an Arrow file"),
    "cut-stream.arrow": (lambda: arrow(HANDS, stream=True)[:-1000], "Expected to be able to read"),
    "twice.arrow": (lambda: arrow(pa.table([["11z"], ["22z"]], ["hand", "hand"])), "two columns 'hand'"),
}

FILES = TEXT | PARQUET | ARROW


class Reader:
    """The process that reads; another one when it has ended."""

    def __init__(self) -> None:
        self.process: subprocess.Popen[str] | None = None

    def run(self, *arguments: str) -> tuple[int, str, str]:
        """Exit status, stderr and exception of `tingpai` with these arguments."""
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-c", READER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
            )
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(arguments) + "\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline()
        if not answer:
            ended = self.process.wait()
            self.close()
            raise AssertionError(f"the process ended: {ended}")
        status, said, error = json.loads(answer)
        return status, said, error

    def close(self) -> None:
        if self.process is not None:
            self.process.communicate()
            self.process = None


@pytest.fixture(scope="module")
def reader() -> Iterator[Reader]:
    reader = Reader()
    yield reader
    reader.close()


@pytest.mark.parametrize("name", FILES)
def test_is_refused(tmp_path: Path, reader: Reader, name: str) -> None:
    make, why = FILES[name]
    path, out = tmp_path / name, tmp_path / "out.jsonl"
    path.write_bytes(make())
    for jobs in "1", "4":
        status, said, error = reader.run("analyze", str(path), "-o", str(out), "--jobs", jobs)
        assert status == 2, (status, said, error)
        assert said.count("\n") == 1
        assert len(said) < LONGEST
        assert name in said
        assert why in said
        assert not out.exists()


@pytest.mark.parametrize(
    ("name", "status", "why"),
    [
        ("lines.jsonl.zst", 2, "unpacks to more than 200 times its size"),
        ("line.jsonl", 1, "a line of 209,715,211 bytes (expected at most 33,554,432)"),
        ("text.parquet", 2, "texts of 1,099,511,627,776 bytes"),
        ("far.arrow", 2, "offset"),
    ],
)
def test_is_no_deal_file(tmp_path: Path, reader: Reader, name: str, status: int, why: str) -> None:
    (tmp_path / name).write_bytes(FILES[name][0]())
    found, said, error = reader.run("settle", str(tmp_path / name))
    assert found == status, (said, error)
    assert why in said.splitlines()[-1]
    assert all(len(line) < LONGEST for line in said.splitlines())


@pytest.mark.parametrize("name", ["page.parquet", "text.parquet", "batch-lz4-file.arrow", "view.arrow"])
def test_is_no_result(tmp_path: Path, reader: Reader, name: str) -> None:
    make, why = FILES[name]
    (tmp_path / name).write_bytes(make())
    status, said, error = reader.run("report", str(tmp_path / name), "-o", str(tmp_path / "x.md"))
    assert status == 2, (status, said, error)
    assert said.count("\n") == 1
    assert why in said


LOG = b'{"type":"start_game","names":["a","b","c","d"]}\n'


@pytest.mark.parametrize(
    ("name", "make", "why"),
    [
        (
            "lines.jsonl.zst",
            lambda: packed((b" " * 1023 + b"\n") * 1024, 256, LOG),
            "unpacks to more than 200 times its size",
        ),
        ("line.jsonl", lambda: LOG + b'{"type":"' + b"x" * 100 * MEGABYTE, "a line is too long"),
        ("zeros.xml.gz", lambda: gzip.compress(b"<mjloggm>" + b"\0" * 256 * MEGABYTE), ""),
        ("deep.jsonl", lambda: LOG + b'{"x":' * 200_000, ""),
    ],
)
def test_is_no_log(tmp_path: Path, reader: Reader, name: str, make: Callable[[], bytes], why: str) -> None:
    (tmp_path / name).write_bytes(make())
    out = tmp_path / "out.csv"
    status, said, error = reader.run("convert", str(tmp_path / name), "-o", str(out))
    assert status == 1, (said, error)
    _, *listed = Path(f"{out}.errors.csv").read_text(encoding="utf-8").splitlines()
    assert why in listed[-1]
    assert all(len(line) < LONGEST for line in listed)


MIXED = pa.table(
    {
        "hand": ["11z", "22z", "123m456p789s11z"] * 20,
        "number": [1.5, None, 3.0] * 20,
        "text": pa.array(["a", "b", "c"] * 20).dictionary_encode(),
        "list": [["a", "bc"], None, []] * 20,
        "struct": [{"a": 1, "b": "x"}] * 60,
        "when": pa.array([1] * 60, pa.timestamp("us")),
    }
)
VIEWS = pa.table(
    {
        "hand": MIXED["hand"].cast(pa.string_view()),
        "list": pa.ListViewArray.from_arrays([0, 2, 0] * 20, [3, 1, 0] * 20, pa.array(["a", "bc", None, "d"])),
        "run": pa.RunEndEncodedArray.from_arrays([40, 60], pa.array(["long enough for a buffer of its own", None])),
        "nothing": pa.nulls(60),
    }
)
WHOLE = {
    "zstd.parquet": parquet(MIXED, row_group_size=25, compression="zstd"),
    "plain.parquet": parquet(MIXED, row_group_size=25, use_dictionary=False, data_page_version="2.0"),
    "file.arrow": arrow(MIXED),
    "stream.arrow": arrow(MIXED, stream=True),
    "zstd.arrow": arrow(MIXED, compression="zstd"),
    "views.arrow": arrow(VIEWS, stream=True, compression="lz4"),
}


def harmed(data: bytes, seed: int) -> bytes:
    """`data` with a few bytes or numbers changed."""
    generator = random.Random(seed)
    changed = bytearray(data)
    for _ in range(generator.choice([1, 1, 2, 4])):
        at = generator.randrange(len(data) - 8)
        if generator.randrange(2):
            changed[at] ^= 1 << generator.randrange(8)
        else:
            size = generator.choice([1, 4, 8])
            number = generator.choice([0, 1, -1, 1 << 7, 1 << 30, (1 << 31) - 1, 1 << 40, (1 << 63) - 1])
            changed[at : at + size] = (number % (1 << 8 * size)).to_bytes(size, "little")
    return bytes(changed)


# What once ended in a traceback.
FOUND = {"plain.parquet": [2133], "stream.arrow": [242, 1278], "zstd.arrow": [2334]}


def harm(tmp_path: Path, reader: Reader, name: str, seeds: Iterable[int]) -> None:
    """Whatever is read of a harmed file, it is read, or refused in one line."""
    for seed in seeds:
        (tmp_path / name).write_bytes(harmed(WHOLE[name], seed))
        out = tmp_path / f"out.{('jsonl', 'csv', 'parquet', 'arrow')[seed % 4]}"
        status, said, error = reader.run("analyze", str(tmp_path / name), "-o", str(out), "--jobs", "14"[seed % 2])
        assert status in (0, 1, 2), (seed, said, error)
        assert "SystemExit" in error or error == "None", (seed, error)
        assert status != 2 or (said.count("\n") == 1 and len(said) < LONGEST), (seed, said)


@pytest.mark.parametrize("name", WHOLE)
def test_harmed_files(tmp_path: Path, reader: Reader, name: str) -> None:
    harm(tmp_path, reader, name, [*range(40), *FOUND.get(name, [])])


@pytest.mark.slow
@pytest.mark.parametrize("name", WHOLE)
def test_many_harmed_files(tmp_path: Path, reader: Reader, name: str) -> None:
    harm(tmp_path, reader, name, range(40, 4000))


def check(path: Path) -> None:
    pages.check_group(str(path), pq.ParquetFile(path).schema, pages.Footer(str(path)).group(0), 0)


def test_pages_that_take_too_much_memory_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "pages.parquet"
    table = pa.table({"hand": ["11z"], **{f"x{number}": ["m" * MEGABYTE] for number in range(6)}})
    path.write_bytes(parquet(table, compression="zstd", use_dictionary=False))
    monkeypatch.setattr(pages, "HELD", 8 * MEGABYTE)
    check(path)
    monkeypatch.setattr(pages, "HELD", 4 * MEGABYTE)
    with pytest.raises(InputError, match=r"row group 1: pages of 6,29.,... bytes \(expected at most 4,194,304\)"):
        check(path)


@pytest.mark.parametrize("compression", ["none", "snappy", "gzip", "brotli", "lz4", "zstd"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_long_texts_in_dictionaries_are_measured(
    tmp_path: Path, compression: str, version: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "texts.parquet"
    table = pa.table({"hand": ["11z"] * 4000, "x": ["m" * 2000, "p"] * 2000})
    path.write_bytes(parquet(table, compression=compression, data_page_version=version))
    monkeypatch.setattr(pages, "HELD", 8_000_000)
    check(path)
    monkeypatch.setattr(pages, "HELD", 7_999_999)
    with pytest.raises(InputError, match=r"row group 1: texts of 8,000,000 bytes"):
        check(path)
