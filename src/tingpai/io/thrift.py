"""Thrift's compact protocol, as much as a Parquet footer needs: structs to nested values and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
_INTEGERS = (_I16, _I32, _I64)


class Value(NamedTuple):
    """A value with its wire type.

    A struct is a dict of field number to `Value`, or the bytes that `write_struct` made of one; a list is a
    (type, items) pair.
    """

    type: int
    data: Any


Struct = dict[int, Value]


def read_struct(data: bytes) -> Struct:
    """The struct that `data` begins with."""
    return _Reader(data).struct()


RAW = object()
"""In a selection: the structs of a list as the bytes that they are."""


def select(data: bytes, wanted: Mapping[int, Any]) -> tuple[dict[int, Any], int]:
    """The `wanted` fields of the struct that `data` begins with, without their wire types, and the struct's size.

    A wanted field is None, or a selection of the struct, or of each struct of the list, that it is, or `RAW`.
    `IndexError` where the struct goes on behind `data`, `ValueError` where it is none.
    """
    reader = _Reader(data)
    return reader.select(wanted), reader.at


def write_struct(fields: Struct) -> bytes:
    """What `read_struct` reads."""
    out = bytearray()
    _write_struct(out, fields)
    return bytes(out)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def varint(self) -> int:
        value = shift = 0
        while (byte := self.byte()) & 0x80:
            value |= (byte & 0x7F) << shift
            shift += 7
            if shift > 63:
                raise ValueError("a number of more than 64 bits")
        return value | byte << shift

    def zigzag(self) -> int:
        value = self.varint()
        return value >> 1 ^ -(value & 1)

    def take(self, size: int) -> bytes:
        self.at += size
        return self.data[self.at - size : self.at]

    def struct(self) -> Struct:
        fields: Struct = {}
        number = 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            kind = head & 0x0F
            fields[number] = Value(kind, kind == _TRUE if kind in (_TRUE, _FALSE) else self.value(kind))
        return fields

    def value(self, kind: int) -> Any:
        if kind in _INTEGERS:
            return self.zigzag()
        if kind in (_TRUE, _FALSE, _BYTE):  # in a list a truth value is a byte
            return self.byte()
        if kind == _DOUBLE:
            return self.take(8)
        if kind == _BINARY:
            return self.take(self.varint())
        if kind in (_LIST, _SET):
            head = self.byte()
            size = head >> 4 if head >> 4 != 15 else self.varint()
            return head & 0x0F, [self.value(head & 0x0F) for _ in range(size)]
        if kind == _STRUCT:
            return self.struct()
        raise ValueError(f"a Parquet footer has no Thrift type {kind}")

    def select(self, wanted: Mapping[int, Any]) -> dict[int, Any]:
        found: dict[int, Any] = {}
        number = 0
        while head := self.byte():
            number = number + (head >> 4) if head >> 4 else self.zigzag()
            kind = head & 0x0F
            if number not in wanted:
                self.skip(kind)
            elif wanted[number] is None:
                found[number] = kind == _TRUE if kind in (_TRUE, _FALSE) else self.value(kind)
            elif kind == _STRUCT:
                found[number] = self.select(wanted[number])
            elif kind == _LIST and self.data[self.at] & 0x0F == _STRUCT:
                found[number] = [self.item(wanted[number]) for _ in range(self.size())]
            else:
                raise ValueError(f"Thrift type {kind} where a struct should be")
        return found

    def item(self, wanted: Any) -> Any:
        if wanted is not RAW:
            return self.select(wanted)
        start = self.at
        self.skip(_STRUCT)
        return self.data[start : self.at]

    def size(self) -> int:
        """The number of items that a list's head tells."""
        head = self.byte()
        return head >> 4 if head >> 4 != 15 else self.varint()

    def skip(self, kind: int, in_list: bool = False) -> None:
        if kind in _INTEGERS:
            while self.byte() & 0x80:
                pass
        elif kind == _BYTE or (in_list and kind in (_TRUE, _FALSE)):
            self.at += 1
        elif kind == _DOUBLE:
            self.at += 8
        elif kind == _BINARY:
            size = self.varint()
            self.at += size
        elif kind in (_LIST, _SET):
            inner = self.data[self.at] & 0x0F
            for _ in range(self.size()):
                self.skip(inner, in_list=True)
        elif kind == _STRUCT:
            while head := self.byte():
                if not head >> 4:
                    self.zigzag()
                self.skip(head & 0x0F)
        elif kind not in (_TRUE, _FALSE):
            raise ValueError(f"a Parquet footer has no Thrift type {kind}")


def _write_varint(out: bytearray, value: int) -> None:
    while value >= 0x80:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)


def _write_zigzag(out: bytearray, value: int) -> None:
    _write_varint(out, value << 1 if value >= 0 else (-value << 1) - 1)


def _write_struct(out: bytearray, fields: Struct) -> None:
    before = 0
    for number, (kind, data) in sorted(fields.items()):
        wire = (_TRUE if data else _FALSE) if kind in (_TRUE, _FALSE) else kind
        if 0 < number - before < 16:
            out.append(number - before << 4 | wire)
        else:
            out.append(wire)
            _write_zigzag(out, number)
        before = number
        if kind not in (_TRUE, _FALSE):
            _write_value(out, kind, data)
    out.append(0)


def _write_value(out: bytearray, kind: int, data: Any) -> None:
    if kind in _INTEGERS:
        _write_zigzag(out, data)
    elif kind in (_TRUE, _FALSE, _BYTE):
        out.append(data)
    elif kind == _DOUBLE:
        out += data
    elif kind == _BINARY:
        _write_varint(out, len(data))
        out += data
    elif kind in (_LIST, _SET):
        inner, items = data
        out.append(min(len(items), 15) << 4 | inner)
        if len(items) >= 15:
            _write_varint(out, len(items))
        for item in items:
            _write_value(out, inner, item)
    elif isinstance(data, bytes):
        out += data
    else:
        _write_struct(out, data)
