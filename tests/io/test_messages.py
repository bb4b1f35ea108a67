"""What Arrow's messages say of themselves, against what Arrow reads of them; what is added up until it is too much."""

from __future__ import annotations

import io
import random
import struct
from pathlib import Path

import pyarrow as pa
import pytest

from tingpai.errors import InputError
from tingpai.io import messages
from tingpai.io.messages import Batch, Blocks, Limits, LookedAt

ROWS = 300
BATCH = pa.record_batch(
    {
        "hand": ["11z", None, "123m456p789s11z"] * 100,
        "view": pa.array(["11z", "more than twelve bytes", "22z"] * 100, pa.string_view()),
        "list": [[1, 2], None, []] * 100,
        "struct": [{"a": True, "b": b"x"}] * 300,
        "nothing": pa.nulls(ROWS),
    }
)


def written(batches: list[pa.RecordBatch], codec: str | None, form: str = "stream", **options: object) -> bytes:
    sink = io.BytesIO()
    new = pa.ipc.new_stream if form == "stream" else pa.ipc.new_file
    with new(sink, batches[0].schema, options=pa.ipc.IpcWriteOptions(compression=codec, **options)) as writer:
        for batch in batches:
            writer.write_batch(batch)
    return sink.getvalue()


def looked_at(data: bytes) -> list[Batch]:
    """The batches of a stream."""
    found, limits = [], Limits("x")
    for message in pa.ipc.MessageReader.open_stream(data):
        batch = limits.look(message.metadata.to_pybytes(), pa.BufferReader(message.body or b""), 0, len(data))
        found += [batch] if batch else []
    return found


@pytest.mark.parametrize("codec", [None, "lz4", "zstd"])
def test_a_batch_is_as_large_as_it_says(codec: str | None) -> None:
    data = written([BATCH], codec)
    (batch,) = looked_at(data)
    assert (batch.rows, batch.dictionary) == (ROWS, None)
    read = pa.ipc.open_stream(data).read_next_batch()
    assert batch.unpacked == sum(buffer.size for column in read.columns for buffer in column.buffers() if buffer)
    assert batch.packed < len(data)


def dictionary(*texts: str) -> pa.RecordBatch:
    return pa.record_batch({"hand": pa.DictionaryArray.from_arrays(pa.array([0], pa.int8()), pa.array(texts))})


LONG = "m" * 10_000


@pytest.mark.parametrize("codec", [None, "zstd"])
@pytest.mark.parametrize("deltas", [False, True])
def test_dictionaries_are_held_until_another_takes_their_place(
    codec: str | None, deltas: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of one add up; one that replaces another does not."""
    texts = [LONG] * 4
    batches = [dictionary(*(texts[:n] if deltas else [LONG[n:]])) for n in range(1, 5)]
    data = written(batches, codec, emit_dictionary_deltas=deltas)
    found = looked_at(data)
    assert [batch.is_delta for batch in found if batch.dictionary is not None] == [False, *[deltas] * 3]
    monkeypatch.setattr(messages, "SWELLS", 0)
    monkeypatch.setattr(messages, "HELD", 40_200 if deltas else 10_200)
    assert looked_at(data) == found
    monkeypatch.setattr(messages, "HELD", 39_900 if deltas else 9_900)
    with pytest.raises(InputError, match=r"x: a dictionary: unpacks to [\d,]+ bytes \(expected at most [39]9?,900\)"):
        looked_at(data)


def test_a_batch_may_swell(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written([pa.record_batch({"hand": ["11z"] * 4000})], "zstd")
    (batch,) = looked_at(data)
    monkeypatch.setattr(messages, "HELD", 0)
    monkeypatch.setattr(messages, "SWELLS", -(-batch.unpacked // batch.packed))
    assert looked_at(data) == [batch]
    monkeypatch.setattr(messages, "SWELLS", batch.unpacked // batch.packed)
    with pytest.raises(InputError, match=r"^x: record batch 1: unpacks to 28,\d{3} bytes \(expected at most "):
        looked_at(data)


def test_rows_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    data = written([pa.record_batch({"hand": pa.nulls(1000)})] * 4, None)
    monkeypatch.setattr(messages, "ROWS_A_BYTE", 0)
    monkeypatch.setattr(messages, "SURE_ROWS", 4000)
    assert len(looked_at(data)) == 4
    monkeypatch.setattr(messages, "SURE_ROWS", 3999)
    with pytest.raises(InputError, match=r"^x: record batch 4: 4,000 rows in [\d,]+ bytes \(expected at most 0 rows a"):
        looked_at(data)


@pytest.mark.parametrize("codec", [None, "lz4"])
def test_blocks(tmp_path: Path, codec: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file's batches are those of a stream, from wherever they are asked for."""
    batches = [dictionary("11z", *["22z"] * n) for n in (0, 1, 5)]
    path = tmp_path / "x.arrow"
    path.write_bytes(written(batches, codec, "file", emit_dictionary_deltas=True))
    blocks = Blocks("x.arrow", pa.OSFile(str(path)))
    stream = looked_at(written(batches, codec, emit_dictionary_deltas=True))
    wanted = [batch for batch in stream if batch.dictionary is None]
    assert len(blocks) == 3
    assert list(blocks.batches(range(3))) == wanted
    assert list(blocks.batches(range(1, 2))) == wanted[1:2]
    monkeypatch.setattr(messages, "SURE_ROWS", 0)
    monkeypatch.setattr(messages, "ROWS_A_BYTE", 0)
    with pytest.raises(InputError, match=r"^x\.arrow: a dictionary: \d values in "):
        list(blocks.batches(range(2, 3)))


def test_a_footer_that_is_none(tmp_path: Path) -> None:
    path = tmp_path / "x.arrow"
    for footer in b"", b"\xff" * 4, b"\4\0\0\0\xff\xff\xff\x7f", struct.pack("<Ii", 4, 400):
        path.write_bytes(b"ARROW1\0\0" + footer + struct.pack("<I", len(footer)) + b"ARROW1")
        with pytest.raises(InputError, match=r"x: its footer is none of Arrow's"):
            Blocks("x", pa.OSFile(str(path)))


def test_any_bytes_at_all() -> None:
    """Looked at, or refused in one line, whatever a message leads to."""
    (_, message) = pa.ipc.MessageReader.open_stream(written([BATCH], "zstd"))
    data, body = message.metadata.to_pybytes(), pa.BufferReader(message.body)
    generator = random.Random(1)
    refused = set()
    for _ in range(20_000):
        changed = bytearray(data)
        for _ in range(generator.randrange(1, 4)):
            changed[generator.randrange(len(data))] = generator.choice([0, 1, 4, 127, 128, 255])
        try:
            Limits("x").look(bytes(changed), body, 0, len(data))
        except InputError as error:
            refused.add(error.what)
    assert {"a place outside of it", "buffers outside of it", "nothing in it"} <= refused


@pytest.mark.parametrize("size", [1, 3, 8, 1000, 1 << 20])
@pytest.mark.parametrize("options", [{}, {"use_legacy_format": True}])
def test_what_is_looked_at_is_what_was_there(size: int, options: dict[str, bool]) -> None:
    """However much is read at a time, and with the end that a stream may have or not."""
    data = written([BATCH, BATCH.slice(7)], "lz4", **options)
    whole = pa.ipc.open_stream(data).read_all()
    for end in (len(data), len(data) - 4 if options else len(data) - 8):
        stream = LookedAt("x", io.BytesIO(data[:end]))
        read = b"".join(iter(lambda stream=stream: bytes(stream.read(size)), b""))
        assert pa.ipc.open_stream(read).read_all().equals(whole)
    assert pa.ipc.open_stream(pa.PythonFile(LookedAt("x", io.BytesIO(data)), "r")).read_all().equals(whole)
