"""What the pages of a Parquet file say of themselves, looked at before any is unpacked.

The footer may lie, and few bytes may stand for very many: a page that unpacks to gigabytes, a dictionary of one long
text that every row names. A reader finds out when its memory is full; here a row group is refused beforehand.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Iterator
from typing import Any, BinaryIO, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

from ..errors import InputError
from .rows import BATCH
from .thrift import RAW, select

LARGEST_PAGE = 256 << 20
"""A writer's page has a megabyte or so."""
HELD = 1 << 30
"""Bytes of pages, or of a batch's texts, that a row group may take without being asked."""
SWELLS = 20
"""Beyond `HELD`, the most such bytes to a byte of the row group."""
ROWS_A_BYTE = 16
"""The most rows to a byte of the file: even the same row again and again takes more where it was meant."""
SURE_ROWS = 1 << 24
_SURE_VALUES = 1 << 28  # in lists
_LONG_LISTS = 64
_LONG_TEXT = 1 << 10
_HEADER = 512  # bytes in which nearly every page header ends
_LONGEST_HEADER = 1 << 16
# parquet.thrift: the types of page, each with the field of its own header, and the fields looked at.
_DATA, _DICTIONARY, _DATA_V2 = 0, 2, 3
_OWN_HEADER = {_DATA: 5, _DICTIONARY: 7, _DATA_V2: 8}
_PAGE_FIELDS = {1: None, 2: None, 3: None, **{field: {1: None} for field in _OWN_HEADER.values()}}
_CHUNK_FIELDS = {1: {3: dict.fromkeys((1, 3, 4, 5, 7, 9, 11))}, 3: None}
_BYTE_ARRAY = 6
_CODECS = {1: "snappy", 2: "gzip", 4: "brotli", 6: "zstd", 7: "lz4_raw"}
_NO_FOOTER = "its footer is none of Parquet"


class Page(NamedTuple):
    """A page: its type, its bytes unpacked and packed, how many values it has, and where its bytes begin."""

    type: int
    unpacked: int
    packed: int
    values: int
    at: int


class Column(NamedTuple):
    """A column of a row group: its name, where its pages begin, their bytes, how many values, their type and codec."""

    name: str
    at: int
    size: int
    values: int
    type: int
    codec: int


class Group(NamedTuple):
    """A row group."""

    rows: int
    columns: list[Column]

    @property
    def size(self) -> int:
        """Its bytes in the file."""
        return sum(column.size for column in self.columns)


class Footer:
    """The row groups of the Parquet file `path`, which is refused where they do not make up its rows, or where it has
    more rows than its bytes can hold.

    Read here, not by Arrow: asked for the metadata of a column that makes no sense, it ends the process.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with open(path, "rb") as file:
            size = file.seek(0, os.SEEK_END)
            file.seek(max(size - 8, 0))
            end = file.read(8)
            file.seek(max(size - 8 - int.from_bytes(end[:4], "little"), 0))
            data = file.read()
        try:
            fields, _ = select(data, {3: None, 4: RAW})
            rows, self._groups = _whole(fields[3]), fields[4]
        except _NONSENSE:
            raise InputError(f"{path}: {_NO_FOOTER}") from None
        found = sum(group.rows for group in self.groups())
        if found != rows:
            raise InputError(f"{path}: {rows:,} rows, but {found:,} in its row groups")
        if rows > max(SURE_ROWS, ROWS_A_BYTE * size):
            raise InputError(f"{path}: {rows:,} rows in {size:,} bytes", expected=f"at most {ROWS_A_BYTE} rows a byte")

    def __len__(self) -> int:
        return len(self._groups)

    def groups(self) -> Iterator[Group]:
        """The row groups in order."""
        return map(self.group, range(len(self)))

    def group(self, number: int) -> Group:
        try:
            fields, _ = select(self._groups[number], _CHUNK_FIELDS)
            columns = [_column(column[3]) for column in fields[1]]
            rows = _whole(fields[3])
        except _NONSENSE:
            raise InputError(f"{self.path}: row group {number + 1}: {_NO_FOOTER}") from None
        if rows < 0:
            raise InputError(f"{self.path}: row group {number + 1} has {rows:,} rows")
        return Group(rows, columns)


def check_group(path: str, schema: pq.ParquetSchema, group: Group, number: int) -> None:
    """Refuse a row group that is not as its metadata says, or that would take too much memory to read."""
    pages = texts = 0
    where = f"{path}: row group {number + 1}"
    if len(group.columns) != len(schema):
        raise InputError(f"{len(group.columns)} columns", where=where, expected=str(len(schema)))
    with open(path, "rb") as file:
        for index, column in enumerate(group.columns):
            try:
                found = list(_pages(file, column))
                _check_values(column, schema.column(index).max_repetition_level, group.rows)
                pages += _held(found)
                texts += min(group.rows, BATCH) * _longest_text(file, column, found, group.rows)
            except (ValueError, OSError) as error:
                raise InputError(str(error), where=f"{where}, column {column.name}") from None
    allowed = max(HELD, SWELLS * group.size)
    for what, held in (("pages", pages), ("texts", texts)):
        if held > allowed:
            raise InputError(f"{what} of {held:,} bytes", where=where, expected=f"at most {allowed:,}")


_NONSENSE = (ValueError, IndexError, KeyError, TypeError, AttributeError, RecursionError, MemoryError)


def _whole(value: object) -> int:
    if not isinstance(value, int):
        raise ValueError(_NO_FOOTER)
    return value


def _column(fields: dict[int, Any]) -> Column:
    _, parts = fields[3]
    name = ".".join(part.decode("utf-8", "replace") for part in parts)
    type, codec, values, size, at = (_whole(fields[number]) for number in (1, 4, 5, 7, 9))
    dictionary = _whole(fields.get(11, 0))
    return Column(name, dictionary if 0 < dictionary < at else at, size, values, type, codec)


def _pages(file: BinaryIO, column: Column) -> Iterator[Page]:
    """The pages of a column of a row group, up to all its values."""
    at, values = column.at, 0
    while values < column.values:
        page = _page(file, at)
        if min(page.unpacked, page.packed) < 0 or page.unpacked > LARGEST_PAGE:
            raise ValueError(f"a page of {page.unpacked:,} bytes (expected at most {LARGEST_PAGE:,})")
        if page.type == _DICTIONARY:
            if values:
                raise ValueError("a dictionary behind its values")
        elif page.values <= 0:
            raise ValueError("a page without values")
        else:
            values += page.values
        yield page
        at = page.at + page.packed
    if values != column.values:
        raise ValueError(f"{values:,} values (its metadata says {column.values:,})")


def _page(file: BinaryIO, at: int) -> Page:
    for size in (_HEADER, _LONGEST_HEADER):
        try:
            file.seek(at)
            header, used = select(file.read(size), _PAGE_FIELDS)
            kind, unpacked, packed = (_whole(header[number]) for number in (1, 2, 3))
            return Page(kind, unpacked, packed, _whole(header[_OWN_HEADER[kind]][1]), at + used)
        except IndexError:  # the header goes on
            continue
        except (*_NONSENSE, OSError):
            break
    raise ValueError("no page where its metadata says")


def _check_values(column: Column, repeated: int, rows: int) -> None:
    if not repeated:
        if column.values != rows:
            raise ValueError(f"{column.values:,} values in {rows:,} rows")
    elif column.values > max(_SURE_VALUES, _LONG_LISTS * rows):
        raise ValueError(f"lists of {column.values:,} values in {rows:,} rows (expected {_LONG_LISTS} a row)")


def _held(pages: list[Page]) -> int:
    """The bytes that reading takes at once: the dictionary and a page."""
    dictionary = sum(page.unpacked for page in pages if page.type == _DICTIONARY)
    return dictionary + max((page.unpacked for page in pages if page.type != _DICTIONARY), default=0)


def _longest_text(file: BinaryIO, column: Column, pages: list[Page], rows: int) -> int:
    """The longest text of a dictionary, where it is so long that naming it in every row counts; else 0."""
    page = next((page for page in pages if page.type == _DICTIONARY), None)
    if column.type != _BYTE_ARRAY or page is None or page.unpacked * min(rows, BATCH) <= HELD:
        return 0
    file.seek(page.at)
    data = file.read(page.packed)
    if column.codec:
        try:
            data = pa.decompress(data, page.unpacked, _CODECS[column.codec], asbytes=True)
        except (pa.ArrowException, OSError, ValueError, KeyError):
            return 0  # Arrow will say so itself
    longest = at = 0
    size = struct.Struct("<I").unpack_from
    while at + 4 <= len(data):
        (length,) = size(data, at)
        at += 4 + length
        longest = max(longest, length)
    return longest if longest > _LONG_TEXT else 0
