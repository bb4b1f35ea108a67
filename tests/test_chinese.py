"""What is refused, in Chinese: every sentence of the source has its own, and is known again when it is filled in."""

from __future__ import annotations

import errno
import json
import os
import re

import pytest

from tingpai import rules
from tingpai.chinese import EXPECTED, WHAT, command, deals, files, hands, in_chinese, logs
from tingpai.chinese.places import PLACES, WORDS
from tingpai.errors import OptionError

from .sentences import SOURCES, sentences

TABLES = {"what": WHAT, "expected": EXPECTED, "where": PLACES, "word": WORDS}
NOTHING_TO_SAY = {"", "{}", "{}, {}"}
CHOICES = {"{} or {}", "{} or {} or {}"}
"""What an option may be, where it may be few things."""
NOT_SEEN = {
    # passed on, and said elsewhere
    *("what", "where", "expected", "problem", "error", "error.what", "error.expected", "str(error)", "str(stop)"),
    *("reject.message", "why", "bad.what", "bad.expected", "kind.expected", "one.refusal", "self.place", "self._name"),
    "str(no_wildcard(plan.rules))",
    *("' '.join(error.format_message().split())", "' '.join(str(error.description).split())"),
    # names, tiles and numbers
    *("', '.join(NAMES)", "', '.join(rules.NAMES)", "self.name", "str(tile)", "str(wanted.type)", "repr(key)"),
    *("repr(kind)", "repr(was['asks'].get(name))", "str(DEALT)", "str(len(schema))"),
    "' or '.join(_core.kernel_names())",
}
"""Texts that the source does not show where they are said. What is new here has to be looked at."""


def without_place(text: str) -> str:
    """A sentence without the path before it."""
    return re.sub(r"^(\{\}(, \{\})?: )+", "", text)


def said() -> dict[str, dict[str, str]]:
    """Every sentence of the source by kind, and a line that has it."""
    found: dict[str, dict[str, str]] = {kind: {} for kind in TABLES}
    for one in sentences():
        if one.text is not None:
            text = " ".join(one.text.split())
            found[one.kind][text if one.kind == "expected" else without_place(text)] = one.line
    return found


def test_every_sentence_has_its_chinese() -> None:
    found = said()
    assert [len(found[kind]) > least for kind, least in (("what", 300), ("expected", 190))] == [True, True]
    missing = {
        (kind, text): line
        for kind, texts in found.items()
        for text, line in texts.items()
        if text not in TABLES[kind] and text not in NOTHING_TO_SAY and not re.fullmatch("'.*'", text)
    }
    assert missing == {}


def test_every_text_that_is_not_seen_is_known() -> None:
    assert {one.source: one.line for one in sentences() if one.text is None and one.source not in NOT_SEEN} == {}


def test_no_chinese_is_for_nothing() -> None:
    found = said()
    assert [text for text in WHAT if text not in found["what"]] == []
    assert {text for text in EXPECTED if text not in found["expected"]} == CHOICES
    source = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    assert [word for word in WORDS if f'"{word}"' not in source] == []
    modules = (hands, deals, files, logs, command)
    assert len(WHAT) == sum(len(module.WHAT) for module in modules), "a sentence in two tables"
    assert len(EXPECTED) == sum(len(module.EXPECTED) for module in modules), "a sentence in two tables"
    assert set(files.SYSTEM) <= {os.strerror(number) for number in errno.errorcode}


def filled(text: str) -> str:
    numbers = iter(range(1, 9))
    return re.sub(r"\{(!r)?\}", lambda hole: f"'x{next(numbers)}'" if hole[1] else f"x{next(numbers)}", text)


def in_words(english: str, chinese: str) -> str:
    """The Chinese of what `filled` makes of the English, but for the word before a seat that is none."""
    holes = re.findall(r"\{(?:!r)?\}", english)
    texts = [f"“x{number}”" if hole == "{!r}" else f"x{number}" for number, hole in enumerate(holes, 1)]
    return without_seat(re.sub(":(seat|said)", "", chinese).format(*texts))


def without_seat(text: str) -> str:
    return text.replace("座位 x", "x")


@pytest.mark.parametrize("english", [text for text in WHAT if text != "{!r}"])
def test_a_sentence_is_known_again(english: str) -> None:
    chinese = in_chinese(f"a file.csv: {filled(english)} (expected a win)")
    assert without_seat(chinese) == f"a file.csv：{in_words(english, WHAT[english])}（要有人胡）"


@pytest.mark.parametrize("english", EXPECTED)
def test_what_was_expected_is_known_again(english: str) -> None:
    chinese = in_chinese(f"empty text (expected {filled(english)})")
    assert without_seat(chinese) == f"没有牌（{in_words(english, EXPECTED[english])}）"


@pytest.mark.parametrize("english", PLACES)
def test_a_place_is_known_again(english: str) -> None:
    chinese = in_chinese(f"{filled(english)}: empty text")
    assert without_seat(chinese) == f"{in_words(english, PLACES[english])}：没有牌"


@pytest.mark.parametrize(
    ("english", "chinese"),
    [
        (
            "'11111m', position 5: more than four copies of 1m (expected at most four of a kind)",
            "“11111m”第 5 个字：一万多于四张（每种最多四张）",
        ),
        ("'1m: 2', position 3: not a hand: unknown character ':'", "“1m: 2”第 3 个字：不认得“:”"),
        ("\"it's\", position 1: not a tile: unknown character 'i'", "“it's”第 1 个字：不认得“i”"),
        ("a.jsonl, line 3: seat 2: the hand is not complete", "a.jsonl 第 3 行：对家：这手牌没有胡"),
        ("seat 1: locked 封胡: he supplied three of seat 0's melds and cannot win", "下家：封胡：供了庄家三副，不能胡"),
        ("cannot write a b/c.csv: Permission denied", "写不了 a b/c.csv：没有权限"),
        ("option cap cannot be 9 (expected a whole number from 0 to 3)", "选项 cap 不能是 9（应为 0 到 3 的整数）"),
        (
            "no column 'hand' among: a, b: c (expected --hand-column NAME)",
            "没有列“hand”，只有：a, b: c（用 --hand-column 写明哪一列）",
        ),
        ("event 3: no 'x' in {\"a\": 1}", '第 3 步：{"a": 1} 里没有“x”'),
        (
            "unknown rule set 'x' (expected nanning-fan, wuhan-koukou)",
            "没有“x”这套规则（应为 nanning-fan, wuhan-koukou）",
        ),
    ],
)
def test_places_tiles_and_seats(english: str, chinese: str) -> None:
    assert in_chinese(english) == chinese


@pytest.mark.parametrize(
    "text", ["", ": ", "a.parquet: Parquet magic bytes not found", "((expected", "seat 1: ", "'" * 400, ": " * 400]
)
def test_what_no_table_has_stays_as_it_is(text: str) -> None:
    assert in_chinese(text) == text


@pytest.mark.parametrize("name", rules.NAMES)
def test_what_options_may_be(name: str) -> None:
    for option in rules.find(name).OPTIONS:
        with pytest.raises(OptionError) as error:
            rules.get(name, **{option.name: "?"})
        assert in_chinese(str(error.value)).startswith(f"选项 {option.name} 不能是 ?（应为 ")
        assert " or " not in in_chinese(str(error.value))


@pytest.mark.parametrize("text", ["", "{", '{"a"}', "[1 2]", '"a', '"\t"', r'"\q"', r'"\u12"', "1 1"])
def test_what_is_no_json(text: str) -> None:
    with pytest.raises(json.JSONDecodeError) as error:
        json.loads(text)
    chinese = in_chinese(f"not JSON: {error.value} (expected a deal)")
    assert re.fullmatch(r"不是 JSON：第 1 行第 \d 列([^a-z]| \\u )+（应为一局牌）", chinese)
