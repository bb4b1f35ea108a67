"""What is refused, in Chinese: for the page and for the command line.

The library says it in one English line, ``place: what (expected what)``. Its sentences stand in the tables beside this
file as the source writes them, ``{}`` for what is filled in, so that a line is known again wherever it comes from: an
error, a row of a rejects file, another process.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from ..notation import parse_tile
from ..rules.explain import SEATS
from . import command, deals, files, hands, logs
from .places import PLACES, WORDS

WHAT: Mapping[str, str] = hands.WHAT | deals.WHAT | files.WHAT | logs.WHAT | command.WHAT
EXPECTED: Mapping[str, str] = hands.EXPECTED | deals.EXPECTED | files.EXPECTED | logs.EXPECTED | command.EXPECTED
"""English to Chinese: ``{}`` is a text, ``{!r}`` a quoted one; ``{:seat}`` its seat's name, ``{:said}`` its Chinese."""
_TABLES = {
    "what": {**WHAT, **files.SYSTEM, **files.JSON, **command.CLICK, **command.HTTP},
    "expected": EXPECTED,
    "place": PLACES,
}

_BETWEEN, _EXPECTED = ": ", " (expected "
# What is filled in reaches over no colon, which ends a place, unless it is JSON, quoted, or what a colon announces.
_HOLES = {
    "{}": r"([\[{].*[\]}]|(?:(?!: ).)+)",
    "{!r}": r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|[\w.+-]+|[\[{].*[\]}])""",
    ": {}": ": (.+)",
}
_TILE = re.compile(r"[1-9][mps]|[1-7]z")
_QUOTED = re.compile(r"""(['"])((?:(?!\1).)*)\1""", re.DOTALL)
_SEPARATORS = re.compile("(, )*| / ")  # between quoted texts: none at one, else of several or of an option's names


def in_chinese(text: str) -> str:
    """The refusal `text` in Chinese; as it is where no table has its sentence, as other libraries' are."""
    for place, rest in _divided(text):
        said = _whole(rest)
        if said is not None:
            return "".join(f"{one}：" for one in _places(place)) + said
    return text


def _divided(text: str) -> Iterator[tuple[str, str]]:
    """Every way to divide a text into place and sentence, the longest sentence first."""
    yield "", text
    for between in re.finditer(_BETWEEN, text):
        yield text[: between.start()], text[between.end() :]


def _places(text: str) -> Iterator[str]:
    parts = text.split(_BETWEEN) if text else []
    while parts:
        for taken in range(len(parts), 0, -1):
            part = _BETWEEN.join(parts[:taken])
            said = _said(part, "place")
            if said is not None or taken == 1:
                yield said or part
                parts = parts[taken:]
                break


def _whole(text: str) -> str | None:
    """A sentence with what was expected, or alone."""
    if text.endswith(")"):
        for before in re.finditer(re.escape(_EXPECTED), text):
            said = _said(text[: before.start()], "what")
            if said is not None:
                expected = text[before.end() : -1]
                return f"{said}（{_said(expected, 'expected')}）"
    return _said(text, "what")


def _said(text: str, table: str) -> str | None:
    for pattern, chinese in _patterns(table):
        if found := pattern.fullmatch(text):
            return chinese.format(*map(_Filled, found.groups()))
    return None


@cache
def _patterns(table: str) -> list[tuple[re.Pattern[str], str]]:
    """The most particular first: those with the most letters of their own."""

    def letters(english: str) -> int:
        return len(re.sub(r"\{(!r)?\}", "", english))

    sentences = _TABLES[table]
    return [(_pattern(english), sentences[english]) for english in sorted(sentences, key=letters, reverse=True)]


def _pattern(english: str) -> re.Pattern[str]:
    parts = re.split(r"((?:: )?\{\}|\{!r\})", english)
    return re.compile("".join(_HOLES.get(part, re.escape(part)) for part in parts), re.DOTALL)


class _Filled(str):
    """What an English sentence has in a place of its own."""

    def __format__(self, spec: str) -> str:
        match spec:
            case "seat":
                return SEATS["zh"][int(self)] if self in ("0", "1", "2", "3") else f"座位 {self}"
            case "said":
                return in_chinese(str(self))
        if _TILE.fullmatch(self):
            return parse_tile(str(self)).chinese
        if _SEPARATORS.fullmatch(_QUOTED.sub("", self)):
            return _QUOTED.sub(r"“\2”", self).replace("”, “", "”、“").replace("” / “", "”或“")
        return WORDS.get(self, str(self))
