"""Which format a log is in, told from how it begins."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import IO

from ...errors import InputError
from . import botzone, majiang, mjai, mjx, tenhou, tenhou6
from .events import Game


@dataclass(frozen=True, slots=True)
class LogFormat:
    """A format: its name, what the first bytes of its files hold, and its reader."""

    name: str
    mark: re.Pattern[bytes]
    games: Callable[[IO[bytes]], Iterator[Game]]


def _format(name: str, mark: bytes, games: Callable[[IO[bytes]], Iterator[Game]]) -> LogFormat:
    return LogFormat(name, re.compile(mark), games)


_START = rb"\A(?:\xef\xbb\xbf)?\s*"

# In the order asked: a mark further down is looked for only where those above are missing.
FORMATS = (
    _format("tenhou", _START + rb"<", tenhou.games),
    _format("botzone-text", _START + rb"(?:Match\b|Wind \d|Player [0-3] Deal\b)", botzone.text_games),
    _format("mjai", rb'"type"\s*:\s*"start_(?:game|kyoku)"', mjai.games),
    _format("mjx", rb'"(?:hiddenState|publicObservation)"', mjx.games),
    _format("majiang", rb'"qipai"', majiang.games),
    _format("tenhou6", rb'"log"\s*:\s*\[\s*\[\s*\[\s*\d', tenhou6.games),
    _format("botzone", rb'"action"\s*:\s*"(?:INIT|DEAL)"', botzone.json_games),
)


def detect(head: bytes) -> LogFormat:
    """The format of a file that begins with `head`; `InputError` where it is none of `FORMATS`."""
    if not head.strip():
        raise InputError("the file is empty", expected="a game log")
    for log_format in FORMATS:
        if log_format.mark.search(head):
            return log_format
    names = ", ".join(log_format.name for log_format in FORMATS)
    raise InputError("not a game log", expected=f"one of {names}")
