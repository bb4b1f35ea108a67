"""One Parquet file out of several encoded ones reads as if pyarrow had written it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tingpai.io.parquet import ParquetJoiner, encode
from tingpai.io.thrift import Value, read_struct, write_struct


def table_of(rows: int) -> pa.Table:
    numbers = np.arange(rows)
    return pa.table(
        {
            "number": numbers,
            "hand": pa.FixedSizeListArray.from_arrays(pa.array(np.repeat(numbers % 5, 34).astype(np.uint8)), 34),
            "text": [None if i % 7 == 0 else f"text {i}" for i in range(rows)],
            "few": [str(i % 3) for i in range(rows)],
            "list": [[str(j) for j in range(i % 4)] for i in range(rows)],
            "flag": pa.array([i % 2 == 0 for i in range(rows)]),
            "half": numbers / 2,
            "struct": [{"a": i, "b": {"c": str(i)}} for i in range(rows)],
        }
    )


@pytest.mark.parametrize("sizes", [[1000], [1, 999], [300, 0, 300, 400], [0, 1000, 0], [0], [50] * 20])
def test_joined_files_read_as_one(tmp_path: Path, sizes: list[int]) -> None:
    table = table_of(sum(sizes))
    path = tmp_path / "x.parquet"
    with path.open("wb") as file:
        joiner = ParquetJoiner(file)
        joiner.append(encode(table.slice(0, 0), "zstd"))
        start = 0
        for size in sizes:
            joiner.append(encode(table.slice(start, size), "zstd"))
            start += size
        joiner.finish()
    assert pq.read_table(path).equals(table)
    metadata = pq.ParquetFile(path).metadata
    assert metadata.num_rows == table.num_rows
    assert [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)] == [n for n in sizes if n]
    assert pq.read_table(path, filters=[("number", ">=", 990)]).num_rows == min(table.num_rows, 10)
    for group in range(metadata.num_row_groups):
        assert pq.ParquetFile(path).read_row_group(group, columns=["text"]).num_rows == [n for n in sizes if n][group]


def test_text_that_hardly_repeats_has_no_dictionary(tmp_path: Path) -> None:
    (tmp_path / "x.parquet").write_bytes(encode(table_of(500), "zstd").to_pybytes())
    columns = pq.ParquetFile(tmp_path / "x.parquet").metadata.row_group(0)
    has = {columns.column(i).path_in_schema: columns.column(i).has_dictionary_page for i in range(columns.num_columns)}
    assert not has["text"]
    assert has["few"]
    assert has["hand.list.element"]


values = st.one_of(
    st.booleans().map(lambda flag: Value(1 if flag else 2, flag)),
    st.integers(-(2**63), 2**63 - 1).map(lambda number: Value(6, number)),
    st.binary(max_size=200).map(lambda data: Value(8, data)),
    st.lists(st.integers(-(2**31), 2**31 - 1), max_size=40).map(lambda items: Value(9, (5, items))),
)
structs = st.recursive(
    st.dictionaries(st.integers(1, 300), values, max_size=5),
    lambda inner: st.dictionaries(
        st.integers(1, 300),
        st.one_of(
            values,
            inner.map(lambda s: Value(12, s)),
            st.lists(inner, max_size=20).map(lambda items: Value(9, (12, items))),
        ),
        max_size=4,
    ),
    max_leaves=20,
)


@given(structs)
def test_thrift_structs_survive(struct: dict[int, Value]) -> None:
    assert read_struct(write_struct(struct)) == struct
