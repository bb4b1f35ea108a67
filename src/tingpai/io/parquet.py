"""One Parquet file out of row groups that several threads have encoded.

pyarrow encodes a file in one thread, and encoding is most of the work. So every thread encodes small files in memory;
here their row groups are put behind each other, and one footer is made of theirs with the offsets moved.
"""

from __future__ import annotations

from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from .thrift import Struct, Value, read_struct, write_struct

_MAGIC = b"PAR1"
_SAMPLE = 1024
_I16, _I64, _STRUCT = 4, 6, 12
# Field numbers of parquet.thrift.
_FILE_ROWS, _FILE_GROUPS = 3, 4
_GROUP_COLUMNS, _GROUP_ROWS, _GROUP_OFFSET, _GROUP_ORDINAL = 1, 3, 5, 7
_CHUNK_OFFSET, _CHUNK_METADATA = 2, 3
_PAGE_OFFSETS = (9, 10, 11)  # of data, index and dictionary


def encode(table: pa.Table, compression: str) -> pa.Buffer:
    """`table` as a Parquet file of one row group in memory."""
    sink = pa.BufferOutputStream()
    pq.write_table(
        table,
        sink,
        row_group_size=max(table.num_rows, 1),
        compression=compression,
        use_dictionary=[_leaf(field) for field in table.schema if _repeats(table[field.name])],
    )
    return sink.getvalue()


def _repeats(column: pa.ChunkedArray) -> bool:
    """Whether a dictionary is worth its time: text of which most of a sample is different is larger with one."""
    if not (pa.types.is_string(column.type) or pa.types.is_large_string(column.type)):
        return True
    sample = column.slice(0, _SAMPLE)
    return 2 * len(sample.unique()) <= len(sample)


def _leaf(field: pa.Field) -> str:
    """The name that Parquet gives a column's values."""
    return f"{field.name}.list.element" if pa.types.is_nested(field.type) else field.name


class ParquetJoiner:
    """Writes the row groups of encoded files of one schema into `file`, in the order given."""

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self._footer: Struct = {}
        # As bytes: as structs they would take more memory than the rest, in a file of a thousand million rows.
        self._groups: list[bytes] = []
        self._rows = 0
        self._offset = file.write(_MAGIC)

    def append(self, encoded: pa.Buffer) -> None:
        size = int.from_bytes(encoded[-8:-4].to_pybytes(), "little")
        end = len(encoded) - 8 - size
        footer = read_struct(encoded[end:-8].to_pybytes())
        self._footer = self._footer or footer
        for group in footer[_FILE_GROUPS].data[1]:
            # A file without rows has a row group without rows, or none; one of either is enough.
            if group[_GROUP_ROWS].data:
                self._rows += group[_GROUP_ROWS].data
                self._groups.append(write_struct(_moved(group, self._offset - len(_MAGIC), len(self._groups))))
        self._offset += self._file.write(encoded[len(_MAGIC) : end])

    def finish(self) -> None:
        """Write the footer; at least one encoded file, with rows or without, must have been appended."""
        fields = self._footer | {
            _FILE_ROWS: Value(_I64, self._rows),
            _FILE_GROUPS: Value(self._footer[_FILE_GROUPS].type, (_STRUCT, self._groups)),
        }
        footer = write_struct(fields)
        self._file.write(footer + len(footer).to_bytes(4, "little") + _MAGIC)


def _moved(group: Struct, by: int, ordinal: int) -> Struct:
    """A row group's metadata for a place `by` bytes further on."""
    fields = dict(group)
    _move(fields, _GROUP_OFFSET, by)
    if _GROUP_ORDINAL in fields:
        fields[_GROUP_ORDINAL] = Value(_I16, ordinal)
    for chunk in fields[_GROUP_COLUMNS].data[1]:
        _move(chunk, _CHUNK_OFFSET, by)
        for field in _PAGE_OFFSETS:
            _move(chunk[_CHUNK_METADATA].data, field, by)
    return fields


def _move(fields: Struct, number: int, by: int) -> None:
    """Move an offset that is there; zero means that it is not."""
    if number in fields and fields[number].data:
        fields[number] = Value(fields[number].type, fields[number].data + by)
