"""Why a line of JSON lines is no row: a line that Arrow refuses is read once more, to say it in a sentence of ours."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pyarrow as pa

from ..errors import InputError

Fault = tuple[str, str]
"""The column at fault (empty: the whole line), and why."""
_LONGEST = 60


def is_object(line: bytes) -> bool:
    """Whether a line is one object, whatever its fields hold."""
    try:
        return isinstance(json.loads(line, parse_constant=_no_number), dict)
    except (ValueError, RecursionError):
        return False


def fault(line: bytes, schema: pa.Schema, otherwise: str) -> Fault:
    """What keeps a line from being an object of this schema; `otherwise` where nothing here tells."""
    try:
        fields = json.loads(line, object_pairs_hook=different_keys, parse_constant=_no_number)
    except json.JSONDecodeError as error:
        return "", f"not JSON: {error.msg} at character {error.pos + 1}"
    except ValueError as error:
        return "", str(error)
    except RecursionError:
        return "", otherwise
    for name, value in fields.items() if isinstance(fields, dict) else ():
        if name not in schema.names:
            continue
        kind = schema.field(name).type
        if not _fits(value, kind):
            why = f"the field {name!r} holds {_shown(value)} (expected {_named(kind)}, as in the first lines)"
            return name, why
    return "", otherwise


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _fits(value: Any, kind: pa.DataType) -> bool:
    if value is None:
        return True
    if pa.types.is_list(kind):
        return isinstance(value, list) and all(_fits(item, kind.value_type) for item in value)
    if pa.types.is_struct(kind):
        held = [kind.field(index) for index in range(kind.num_fields)]
        return isinstance(value, dict) and all(_fits(value.get(field.name), field.type) for field in held)
    if pa.types.is_integer(kind):
        return type(value) is int and -(2**63) <= value < 2**63
    if pa.types.is_floating(kind):
        return type(value) in (int, float)
    return isinstance(value, bool if pa.types.is_boolean(kind) else str)


def _named(kind: pa.DataType) -> str:
    if pa.types.is_list(kind):
        return "a list of such"
    if pa.types.is_struct(kind):
        return "an object of such fields"
    if pa.types.is_integer(kind):
        return "a whole number of 64 bits"
    if pa.types.is_floating(kind):
        return "a number"
    return "true or false" if pa.types.is_boolean(kind) else "text"


def different_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object's fields; `InputError` where a key stands twice: which value is meant is not known."""
    fields = dict(pairs)
    if len(fields) < len(pairs):
        name, _ = Counter(name for name, _ in pairs).most_common(1)[0]
        raise InputError(f"the key {name!r} stands twice")
    return fields


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")
