"""Options of rule sets: typed, listed, validated."""

from __future__ import annotations

import pytest

from tingpai import rules
from tingpai.errors import OptionError
from tingpai.rules.options import Option

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
    ],
)
def test_texts_are_read(name: str, option: str, text: str, value: object) -> None:
    assert rules.get(name, **{option: text}).options[option] == value


@pytest.mark.parametrize(
    ("name", "option", "value", "expected"),
    [
        ("nanning-classic", "dead_lock", 1, "true or false"),
        ("nanning-classic", "dead_lock", "maybe", "true or false"),
        ("nanning-classic", "horses", -1, "from 0 to 15"),
        ("nanning-classic", "horses", 16, "from 0 to 15"),
        ("nanning-classic", "horses", True, "from 0 to 15"),
        ("nanning-classic", "horses", None, "from 0 to 15"),
        ("nanning-fen", "concealed_kong_win", 7, "9 or 6"),
        ("nanning-laiyou", "plain_discard", False, "0 or 2"),
        ("nanning-zhang", "melded_discard", "less", "more or big"),
        ("wuhan-kaikou", "cap", 0, "from 1"),
    ],
)
def test_what_an_option_cannot_be(name: str, option: str, value: object, expected: str) -> None:
    with pytest.raises(OptionError, match=rf"option {option} cannot be .*expected.*{expected}"):
        rules.get(name, **{option: value})
