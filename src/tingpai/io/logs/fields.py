"""Fields of JSON logs: the right type or one clear line."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeVar

from ...errors import InputError

_Kind = TypeVar("_Kind")
_NAMES = {int: "a number", str: "text", list: "a list", dict: "an object"}


def typed(value: Any, kind: type[_Kind], what: str) -> _Kind:
    """`value`, if it is of the kind; `what` names it in the message."""
    if isinstance(value, kind) and not isinstance(value, bool):
        return value
    raise InputError(f"{what} is {brief(value)}", expected=_NAMES[kind])


def field(record: Mapping[str, Any], key: str, kind: type[_Kind]) -> _Kind:
    """``record[key]``, if it is there and of the kind."""
    if key not in record:
        raise InputError(f"no {key!r} in {brief(record)}")
    return typed(record[key], kind, repr(key))


def brief(value: Any) -> str:
    """A value as JSON, cut where it would fill the screen."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 80 else f"{text[:77]}..."
