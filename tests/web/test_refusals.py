"""What the library refuses, in Chinese: `static/refusals.js` has words for all that a hand on the page can meet."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

import tingpai
from tingpai import rules
from tingpai.errors import OptionError
from tingpai.rules import deal

PACKAGE = Path(tingpai.__file__).parent
STATIC = PACKAGE / "web" / "static"
PLACES = [
    *sorted((PACKAGE / "rules").glob("nanning*.py")),
    *(PACKAGE / "rules" / name for name in ("wuhan.py", "wuhan_pay.py", "deal_checks.py", "facts.py")),
    *(PACKAGE / name for name in ("notation.py", "hand.py", "discards.py")),
]
ELSEWHERE = [PACKAGE / "rules" / "deal_file.py"]
"""Where most is about files, and only some about a deal on the page."""
Named = dict[str, ast.expr]
NOT_ON_THE_PAGE = {
    *("no opening bracket", "text behind the meld", "7 tiles", "7 begins no chow", "7 numbers for the tiles seen"),
}
"""Said of texts that hold one meld or one tile, and of Python's own arguments."""


def patterns() -> list[re.Pattern[str]]:
    text = (STATIC / "refusals.js").read_text(encoding="utf-8")
    found = re.findall(r'^  \[("(?:[^"\\]|\\.)*"), ".*"\],$', text, re.MULTILINE)
    return [re.compile(f"{json.loads(one)}.*", re.DOTALL) for one in found]


def readings(part: ast.expr, named: Named) -> list[str]:
    """What a text may read: 7 for whatever it fills in."""
    match part:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=pieces):
            return ["".join(texts) for texts in product(*(readings(piece, named) for piece in pieces))]
        case ast.FormattedValue(value=ast.IfExp() | ast.Name() as filled, conversion=-1) if readings(filled, named):
            return readings(filled, named)
        case ast.FormattedValue(conversion=conversion):
            return ["'7'" if conversion == ord("r") else "7"]
        case ast.IfExp(body=one, orelse=other):
            return readings(one, named) + readings(other, named)
        case ast.Name(id=name) if name in named:
            return readings(named[name], named)
    return []


def refusals(paths: list[Path]) -> Iterator[str]:
    named = {name: ast.Constant(text) for name, text in vars(deal).items() if isinstance(text, str)}
    for path in paths:
        parts = list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
        here = {
            target.id: part.value
            for part in parts
            if isinstance(part, ast.Assign) and isinstance(part.value, ast.JoinedStr)
            for target in part.targets
            if isinstance(target, ast.Name)
        }
        for call in parts:
            if not isinstance(call, ast.Call):
                continue
            name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            if name not in ("refuse", "error", "HandError", "DealError", "OptionError"):
                continue
            texts = [
                readings(part, named | here) for part in [*call.args, *(keyword.value for keyword in call.keywords)]
            ]
            texts = [text for text in texts if text]
            for what in texts[0] if texts else ():
                yield f"{what} (expected {texts[1][0]})" if texts[1:] else what


def test_every_refusal_has_its_chinese() -> None:
    known = patterns()
    met = {text for text in refusals(PLACES) if text.split(" (expected")[0] not in NOT_ON_THE_PAGE}
    assert len(met) > 50
    assert [text for text in sorted(met) if not any(pattern.fullmatch(text) for pattern in known)] == []


def test_no_chinese_is_for_nothing() -> None:
    said = [*refusals(PLACES), *refusals(ELSEWHERE)]
    with pytest.raises(OptionError) as refused:
        rules.get("nanning-laiyou", horses=99)
    said.append(str(refused.value))
    assert [one.pattern for one in patterns() if not any(map(one.fullmatch, said))] == []
