"""Options of a rule set: typed, listed, validated. An unknown one is refused with the nearest name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches

from ..errors import OptionError

Value = bool | int | str | None

_LONGEST_NUMBER = 20
_LONGEST_NAME = 40
_WORDS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "none": None}


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its default, what it may be, and what it means.

    `choices` lists every allowed value; without them a bool default means true or false, and anything else a whole
    number from `least` to `most` (`nullable`: or none).
    """

    name: str
    default: Value
    zh: str
    en: str
    choices: tuple[Value, ...] = ()
    least: int = 0
    most: int = 1_000_000
    nullable: bool = False

    @property
    def allowed(self) -> str:
        """What the option may be, in words."""
        if self.choices:
            return " or ".join(map(spell, self.choices))
        if isinstance(self.default, bool):
            return "true or false"
        return f"a whole number from {self.least} to {self.most}" + (", or none" if self.nullable else "")

    @property
    def allowed_zh(self) -> str:
        """`allowed` in Chinese."""
        if self.choices:
            return " 或 ".join(map(spell, self.choices))
        if isinstance(self.default, bool):
            return "true 或 false"
        return f"{self.least} 到 {self.most} 的整数" + ("，或 none" if self.nullable else "")

    def check(self, value: object) -> Value:
        """`value` if the option may have it; a word or number as text is read. Raises `OptionError`."""
        if isinstance(value, str) and value not in self.choices:
            value = read(value)
        if self.choices:
            for choice in self.choices:
                if value == choice and type(value) is type(choice):
                    return choice
        elif isinstance(self.default, bool):
            if isinstance(value, bool):
                return value
        elif (isinstance(value, int) and not isinstance(value, bool) and self.least <= value <= self.most) or (
            self.nullable and value is None
        ):
            return value
        raise OptionError(f"option {self.name} cannot be {spell(value)}", expected=self.allowed)


def read(text: str) -> Value:
    """An option's value as typed: a whole number, a word for true, false or none, else the text itself."""
    word = text.strip()
    if word.removeprefix("-").isdecimal() and len(word) <= _LONGEST_NUMBER:
        return int(word)
    return _WORDS.get(word.lower(), word)


def spell(value: object) -> str:
    """A value as typed."""
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else str(value)


def nearest(name: str, names: Iterable[str]) -> str:
    """The `expected` of an unknown name: the nearest name, else all of them."""
    known = list(names)
    close = get_close_matches(name[:_LONGEST_NAME], known, n=1, cutoff=0.5)
    return f"perhaps {close[0]!r}" if close else ", ".join(known) or "none"


def settled(rules: str, options: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Every option of rule set `rules` with the value `given` or its default. Raises `OptionError`."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise OptionError(f"{rules} has no option {name!r}", expected=nearest(name, known))
    return {name: option.check(given[name]) if name in given else option.default for name, option in known.items()}
