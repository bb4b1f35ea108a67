"""One exception family. Every message is one line: what is wrong, where, and what was expected."""

from __future__ import annotations

_LONGEST = 400


class TingpaiError(ValueError):
    """Base of everything tingpai raises on bad input.

    `where` names the place (``"position 3"``, ``"row 17"``, ``"seat 2"``), `expected` what would have been right.
    Both may be empty; ``str(error)`` is always one line.
    """

    def __init__(self, what: str, *, where: str = "", expected: str = "") -> None:
        self.what = what
        self.where = where
        self.expected = expected
        super().__init__(what, where, expected)

    def __str__(self) -> str:
        text = _short(f"{self.where}: {self.what}" if self.where else self.what)
        if self.expected:
            text = f"{text} (expected {self.expected})"
        return " ".join(text.split())

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuild, (type(self), self.what, self.where, self.expected))


def _short(text: str) -> str:
    """What an error quotes may be as long as the input; a line to read is not. Its end says what is wrong."""
    half = _LONGEST // 2
    return text if len(text) <= _LONGEST else f"{text[:half]}…{text[-half:]}"


def first_line(error: BaseException) -> str:
    """Of what another library says of an error, which may be several lines or nothing at all."""
    return str(error).partition("\n")[0]


def _rebuild(kind: type[TingpaiError], what: str, where: str, expected: str) -> TingpaiError:
    return kind(what, where=where, expected=expected)


class NotationError(TingpaiError):
    """A text that cannot be read as a hand, tile or meld."""


class HandError(TingpaiError):
    """Tiles that cannot be a hand: five of a kind, a wrong number of tiles, too many melds."""


class DealError(TingpaiError):
    """A deal that the rules forbid or that does not hold together."""


class NoWinError(DealError):
    """A hand that does not win at all: in a table of any hands no fault of its row."""


class OptionError(TingpaiError):
    """An argument, option or rule set that is unknown or does not fit."""


class InputError(TingpaiError):
    """A file or table that cannot be read, or an output that cannot be written."""
