"""Options of rule sets: typed, listed, validated."""

from __future__ import annotations

import pytest

from tingpai import rules
from tingpai.errors import OptionError
from tingpai.rules.options import Option, nearest, read

from .hands import refused

EVERY = [(name, option) for name in rules.NAMES for option in rules.find(name).OPTIONS]


@pytest.mark.parametrize(("name", "option"), EVERY)
def test_every_option_has_a_valid_default_and_both_languages(name: str, option: Option) -> None:
    assert option.check(option.default) == option.default
    assert option.zh
    assert option.en
    assert rules.get(name).options[option.name] == option.default


@pytest.mark.parametrize(
    ("name", "option", "text", "value"),
    [
        ("nanning-classic", "dead_lock", "true", True),
        ("nanning-classic", "dead_lock", "off", False),
        ("nanning-classic", "horses", "2", 2),
        ("nanning-zhang", "melded_discard", "big", "big"),
        ("wuhan-kaikou", "cap", "none", None),
        ("wuhan-kaikou", "cap", "300", 300),
        ("wuhan-kaikou", "cap_all", "1000000", 1_000_000),
        ("nanning-classic", "horses", "15", 15),
    ],
)
def test_texts_are_read(name: str, option: str, text: str, value: object) -> None:
    assert rules.get(name, **{option: text}).options[option] == value


@pytest.mark.parametrize(
    ("name", "option", "value", "message"),
    [
        ("nanning-classic", "dead_lock", 1, "1 (expected true or false)"),
        ("nanning-classic", "dead_lock", "maybe", "maybe (expected true or false)"),
        ("nanning-classic", "horses", -1, "-1 (expected a whole number from 0 to 15)"),
        ("nanning-classic", "horses", 16, "16 (expected a whole number from 0 to 15)"),
        ("nanning-classic", "horses", True, "true (expected a whole number from 0 to 15)"),
        ("nanning-classic", "horses", None, "none (expected a whole number from 0 to 15)"),
        ("nanning-fen", "concealed_kong_win", 7, "7 (expected 9 or 6)"),
        ("nanning-laiyou", "plain_discard", False, "false (expected 0 or 2)"),
        ("nanning-zhang", "melded_discard", "Less", "Less (expected more or big)"),
        ("wuhan-kaikou", "cap", 0, "0 (expected a whole number from 1 to 1000000, or none)"),
        ("wuhan-kaikou", "cap", "1000001", "1000001 (expected a whole number from 1 to 1000000, or none)"),
        ("wuhan-kaikou", "cap", False, "false (expected a whole number from 1 to 1000000, or none)"),
        # No int is made of a number that long.
        ("wuhan-kaikou", "cap", "9" * 21, f"{'9' * 21} (expected a whole number from 1 to 1000000, or none)"),
    ],
)
def test_what_an_option_cannot_be(name: str, option: str, value: object, message: str) -> None:
    with refused(f"option {option} cannot be {message}", OptionError):
        rules.get(name, **{option: value})


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        (" -3 ", -3),
        ("9" * 20, int("9" * 20)),
        ("9" * 21, "9" * 21),
        ("--3", "--3"),
        ("-", "-"),
        ("YES", True),
        ("On", True),
        ("no", False),
        ("None", None),
        ("discarder", "discarder"),
    ],
)
def test_what_is_typed(text: str, value: object) -> None:
    assert read(text) == value
    assert type(read(text)) is type(value)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("horse", "perhaps 'horses'"),
        ("fishng", "perhaps 'fishing'"),
        ("xxfishy", "perhaps 'fishing'"),
        ("xyz", "dead_lock, horses, fishing"),
        ("horses" * 9, "dead_lock, horses, fishing"),
        ("", "dead_lock, horses, fishing"),
    ],
)
def test_the_nearest_name(name: str, expected: str) -> None:
    assert nearest(name, ["dead_lock", "horses", "fishing"]) == expected
    assert nearest(name, []) == "none"
