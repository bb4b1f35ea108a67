"""Every sentence in which the package refuses something, out of its source: ``{}`` stands for what is filled in."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import NamedTuple

import tingpai
from tingpai import errors

PACKAGE = Path(tingpai.__file__).parent
SOURCES = sorted(set(PACKAGE.rglob("*.py")) - set((PACKAGE / "chinese").iterdir()))
SAYS = {
    **{name: {"what": 0} for name, kind in vars(errors).items() if isinstance(kind, type)},
    **{
        name: {"what": 0}
        for name in ("Stopped", "FarFromWaiting", "ArrowInvalid", "BadRequest", "UnsupportedMediaType", "kind")
    },
    **{name: {"what": 0} for name in ("UsageError", "BadParameter", "fail", "refusal")},
    "refuse": {"what": 0, "expected": 2},
    "error": {"what": 1, "expected": 2},
    "digit_of": {"expected": 1},
    "_check_mover": {"what": 1},
    "_cast": {"expected": 3},
    "_Kind": {"expected": 1},
    "BadCell": {"what": 1, "expected": 2},
    "_known_keys": {"word": 2},
    "typed": {"word": 2},
}
"""By name of what is called, which argument is what; the keywords say it themselves."""
KEYWORDS = ("what", "where", "expected")
_EXPECTED = " (expected "

Names = dict[str, list[ast.expr]]


class Sentence(NamedTuple):
    """A ``what``, ``where``, ``expected`` or ``word``: its text, the line that has it and how it reads there.

    Where the source does not show what a text will be, `text` is None.
    """

    kind: str
    text: str | None
    line: str
    source: str


def sentences() -> Iterator[Sentence]:
    """What was expected stands apart, as errors say it in the same text."""
    for path in SOURCES:
        for kind, part, names in _said(ast.parse(path.read_text(encoding="utf-8")), in_files=path.parent.name == "io"):
            found = Sentence(kind, None, f"{path.relative_to(PACKAGE).as_posix()}:{part.lineno}", ast.unparse(part))
            for text in _readings(part, names):
                what, expected, rest = text.partition(_EXPECTED)
                yield found._replace(text=what)
                if expected:
                    yield found._replace(kind="expected", text=rest.removesuffix(")"))
            if not _readings(part, names):
                yield found


def _said(tree: ast.Module, *, in_files: bool) -> Iterator[tuple[str, ast.expr, Names]]:
    """The parts of a module that say something, and the names that each can use."""
    outer = _assigned(tree)
    for scope in [tree, *(part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef))]:
        names = outer | _assigned(scope)
        for part in _within(scope):
            match part:
                case ast.Call():
                    yield from ((kind, said, names) for kind, said in _arguments(part, in_files))
                case ast.Assign(targets=[ast.Name("why")], value=said) if in_files and _readings(said, names):
                    yield "what", said, names
                case ast.Assign(targets=[ast.Subscript()], value=ast.Tuple([_, ast.JoinedStr() as said])):
                    yield "what", said, names


def _arguments(call: ast.Call, in_files: bool) -> Iterator[tuple[str, ast.expr]]:
    match call.func:
        case ast.Name(name) | ast.Attribute(attr=name):
            pass
        case _:
            return
    if name == "setdefault" and isinstance(call.args[1], ast.Tuple):  # broken.setdefault(row, (column, why))
        yield "what", call.args[1].elts[1]
    # Some faults of files are errors of Python first.
    places = {"what": 0} if name == "ValueError" and in_files else SAYS.get(name)
    if places is None:
        return
    yield from ((kind, call.args[place]) for kind, place in places.items() if place < len(call.args))
    yield from ((keyword.arg, keyword.value) for keyword in call.keywords if keyword.arg in KEYWORDS)


def _readings(part: ast.expr, names: Names | None = None) -> list[str]:
    """What a text may read; nothing where it is not to be seen. Without `names` it is itself out of another place."""
    match part:
        case ast.Constant(str(text)):
            return [text]
        case ast.JoinedStr(pieces):
            return ["".join(texts) for texts in product(*(_pieces(piece, names) for piece in pieces))]
        case ast.BinOp(one, ast.Add(), other):
            return ["".join(texts) for texts in product(_readings(one, names), _readings(other, names))]
        case ast.IfExp(_, one, other) | ast.BoolOp(values=[one, other]):
            return _readings(one, names) + _readings(other, names)
        case ast.Name(name) if names and name in names:
            others = {other: values for other, values in names.items() if other != name}
            return [text for value in names[name] for text in _readings(value, others)]
        case ast.Name(name) if name.strip("_").isupper() or name == "NAME":
            return [text for value in _elsewhere().get(name, []) for text in _readings(value)]
        case ast.Call(ast.Name(name)) | ast.Attribute(attr="allowed" as name) if names is not None:
            return [text for value in _elsewhere().get(f"{name}()", []) for text in _readings(value)]
        case ast.Subscript(ast.Name(name)) if names and name in names:
            values = [value for table in names[name] if isinstance(table, ast.Dict) for value in table.values]
            return [text for value in values for text in _readings(value)]
    return []


def _pieces(piece: ast.expr, names: Names | None) -> list[str]:
    """A piece of an f-string: the texts of a name or a choice, else a place to fill in."""
    match piece:
        case ast.FormattedValue(ast.IfExp(_, one, other) | ast.BoolOp(values=[one, other]), -1):
            return [text for value in (one, other) for text in _readings(value, names) or ["{}"]]
        case ast.FormattedValue(ast.Name() as value, -1) if found := _readings(value, names):
            return found
        case ast.FormattedValue(conversion=conversion):
            return ["{!r}" if conversion == ord("r") else "{}"]
    return _readings(piece, names)


@cache
def _elsewhere() -> Names:
    """The texts that any module assigns, and under ``name()`` those that any function returns."""
    found: Names = defaultdict(list)
    for path in SOURCES:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for name, values in _assigned(tree).items():
            found[name] += values
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef):
                returned = [part.value for part in _within(function) if isinstance(part, ast.Return)]
                found[f"{function.name}()"] += [value for value in returned if value is not None]
    return found


def _assigned(scope: ast.Module | ast.FunctionDef) -> Names:
    found: Names = defaultdict(list)
    for part in _within(scope):
        if isinstance(part, ast.Assign):
            for target in part.targets:
                if isinstance(target, ast.Name):
                    found[target.id].append(part.value)
    return found


def _within(scope: ast.Module | ast.FunctionDef) -> Iterator[ast.AST]:
    """All that a module or function has, without the functions in it."""
    todo: list[ast.AST] = list(scope.body)
    while todo:
        part = todo.pop()
        if not isinstance(part, ast.FunctionDef):
            yield part
            todo += ast.iter_child_nodes(part)
