"""JSON lines: one object a line."""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.json

from ..errors import InputError
from .jsonfault import Fault, fault, is_object
from .quoting import Layout
from .records import Chunk, text_lines
from .rows import WIDEST, Rows, check_width

LINE = "\0line"
"""The column of whole lines that goes through to a JSON lines output unchanged; no field has this name."""
DEEPEST = 200
"""Brackets within brackets that are read: Arrow's reader takes a stack frame for each, and overruns its stack."""
_KEY = re.compile(rb'("(?:[^"\\]|\\.)*+")\s*+:')
_NO_BRACKETS = re.compile(rb'"(?:[^"\\]|\\.)*+"|[^][{}"]++')


class JsonlFormat:
    """Objects whose fields are those of the first lines; blank lines are no rows.

    With `keep_lines` rows go out as the lines that they are, and other fields are nobody's business (`only` names those
    that are read, None all); otherwise a field that the first lines do not have breaks its row. So does a field of
    another type, which is that of the first lines; where those say nothing, that of `known`, else text.
    """

    layout = Layout(None, b"{}")
    header = b""

    def __init__(
        self, path: str, head: bytes, keep_lines: bool, only: Container[str] | None, known: Mapping[str, pa.DataType]
    ) -> None:
        lines = [line for line in head.split(b"\n") if line.strip()]
        if not lines:
            raise InputError(f"{path} is empty", expected="one JSON object a line")
        if head.count(b'":') > WIDEST:
            check_width(len(set(_KEY.findall(head))), path)
        types = _infer([line for line in lines if line.lstrip().startswith(b"{")])
        if not types:
            raise InputError(f"{path} has no JSON object in its first lines", expected="one JSON object a line")
        types = {name: _settled(type, known.get(name)) for name, type in types.items()}
        if keep_lines and only is not None:
            types = {name: type for name, type in types.items() if name in only}
        self.schema = pa.schema(types)
        self.keep_lines = keep_lines

    def rows(self, chunk: Chunk) -> Rows:
        chunk.to_utf8()
        filled = chunk.filled()
        data = chunk.data
        if len(filled) < len(chunk.starts()):
            data = chunk.without_blanks(filled)
        table, faults = self._parse(data, len(filled))
        places = np.searchsorted(filled, list(chunk.broken)).tolist()
        faults |= {row: ("", why) for row, (why, _) in zip(places, chunk.broken.values(), strict=True)}
        return Rows(
            table,
            lambda rows: chunk.locate(filled[list(rows)].tolist()),
            faults,
            pa.table({LINE: _whole_lines(data, faults)}) if self.keep_lines else None,
        )

    def _parse(self, data: bytes, count: int) -> tuple[pa.Table, dict[int, Fault]]:
        """A row for every line, null where it is no object of this schema, and why by row.

        What cannot be read is halved until it stands alone, so that a bad line costs a few readings more.
        """
        try:
            table = _read_json(data, self.schema, "ignore" if self.keep_lines else "error")
            why = "more than one object on the line"
        except pa.ArrowInvalid as error:
            table = None
            why = str(error).removeprefix("JSON parse error: ").removesuffix(" in row 0")
        if table is not None and table.num_rows == count and (count <= 1 or _each_line_is_whole(data)):
            return table, {}
        if count <= 1:
            why_not = fault(data, self.schema, why) if table is None else ("", why)
            return _nulls(self.schema, count), dict.fromkeys(range(count), why_not)
        lines = data.removesuffix(b"\n").split(b"\n")
        middle = count // 2
        first, faults = self._parse(b"\n".join(lines[:middle]), middle)
        second, more = self._parse(b"\n".join(lines[middle:]), count - middle)
        return pa.concat_tables([first, second]), faults | {middle + row: why for row, why in more.items()}


def _each_line_is_whole(data: bytes) -> bool:
    """Whether every line of a text of objects holds whole ones: none of them goes on in the next line."""
    text = data.removesuffix(b"\n")
    if text[:1] + text[-1:] == b"{}" and text.count(b"}\n{") == text.count(b"\n"):  # nearly always, and quick
        return True
    lines = text.split(b"\n")
    return all(line[:1] + line[-1:] == b"{}" for line in map(bytes.strip, lines))


def _too_deep(line: bytes) -> bool:
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return False
    brackets = np.frombuffer(_NO_BRACKETS.sub(b"", line), np.uint8)
    return bool(np.cumsum(np.where(np.isin(brackets, list(b"[{")), 1, -1)).max(initial=0) > DEEPEST)


def _read_json(data: bytes, schema: pa.Schema | None, unexpected: str) -> pa.Table:
    lines = data.removesuffix(b"\n").split(b"\n")
    if any(line[:1] != b"{" and line.lstrip()[:1] != b"{" for line in lines):
        raise pa.ArrowInvalid("not an object")  # Arrow's reader crashes on nulls
    if any(len(line) > DEEPEST and _too_deep(line) for line in lines):
        raise pa.ArrowInvalid(f"nested more than {DEEPEST} deep (expected a flat object)")
    return pa.json.read_json(
        pa.BufferReader(data),
        pa.json.ReadOptions(use_threads=False, block_size=len(data) + 1),
        pa.json.ParseOptions(explicit_schema=schema, unexpected_field_behavior=unexpected),
    )


def _infer(lines: list[bytes]) -> dict[str, pa.DataType]:
    """The type of each field of these objects; where lines disagree the first ones are right."""
    try:
        schema = _read_json(b"\n".join(lines), None, "infer").schema
    except (pa.ArrowInvalid, UnicodeDecodeError):
        if len(lines) <= 1:
            return {}
        middle = len(lines) // 2
        first, second = _infer(lines[:middle]), _infer(lines[middle:])
        return second | {name: type for name, type in first.items() if name not in second or not _says_nothing(type)}
    return {field.name: field.type for field in schema}


def _settled(type: pa.DataType, known: pa.DataType | None) -> pa.DataType:
    """The type to read a field as. Text that looks like a time stays text; nulls may well be text further down."""
    if known is not None and _says_nothing(type):
        return known
    return pa.string() if pa.types.is_null(type) or pa.types.is_timestamp(type) else type


def _says_nothing(type: pa.DataType) -> bool:
    """Of nulls and empty lists alone."""
    return bool(pa.types.is_null(type) or (pa.types.is_list(type) and _says_nothing(type.value_type)))


def _whole_lines(data: bytes, faults: Iterable[int]) -> pa.Array:
    """The lines, empty objects in the place of those that are none: of the `faults` those that are no object at all."""
    lines = pc.utf8_trim_whitespace(text_lines(data))
    bad = np.zeros(len(lines), np.bool_)
    bad[[row for row in faults if not is_object(lines[row].as_buffer().to_pybytes())]] = True
    return pc.if_else(pa.array(bad), "{}", lines)


def _nulls(schema: pa.Schema, rows: int) -> pa.Table:
    return pa.table([pa.nulls(rows, field.type) for field in schema], schema=schema)
