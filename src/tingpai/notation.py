"""Text in any supported form → `Hand`, `Meld`, `Tile`; docs/notation.md is the grammar.

Every error is one line that names the text (shortened), the position (in characters, from 1) and what was expected.
Reading stops at the first thing that cannot be part of a hand, so a text of any length is refused in linear time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .errors import HandError, NotationError, TingpaiError
from .hand import MAX_MELDS, Hand, Meld, MeldKind
from .tiles import KINDS, NUMERALS, TILES, Tile

MAX_CONCEALED = 14
_SHOWN = 32  # characters of a text that an error shows

# Full-width ASCII and the ideographic space are read as ASCII; variation selectors count as white space. One character
# stays one character, so positions hold.
_PLAIN = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | dict.fromkeys((0xFE0E, 0xFE0F), " ")

_DIGITS = "0123456789" + NUMERALS
_SUITS = {
    "m": 0,
    "万": 0,
    "萬": 0,
    "p": 9,
    "筒": 9,
    "饼": 9,
    "餅": 9,
    "同": 9,
    "s": 18,
    "条": 18,
    "條": 18,
    "索": 18,
    "z": 27,
}
# By the first character; 红中 begins with its adjective.
_HONOURS = dict(zip("ESWNPFC", range(27, 34), strict=True)) | dict(zip("东南西北白发中", range(27, 34), strict=True))
_HONOURS |= {"東": 27, "發": 32, "红": 33, "紅": 33}
# The Unicode block runs winds, red, green, white, characters, bamboo, circles.
_GLYPHS = (27, 28, 29, 30, 33, 32, 31, *range(9), *range(18, 27), *range(9, 18))
_GLYPH_START = 0x1F000
_BOTZONE = {"W": range(9), "B": range(9, 18), "T": range(18, 27), "F": range(27, 31), "J": (33, 32, 31)}

_TOKEN = re.compile(
    rf"""
    (?P<space>\s++)
    | (?P<botzone>(?<![^\s\[\]])[WTBFJ][0-9](?![^\s\[\]])(?!\s*+[{"".join(_SUITS)}]))
    | (?P<run>[{_DIGITS}][{_DIGITS}\s]*+)(?P<suit>[{"".join(_SUITS)}]?)
    | (?P<honour>[ESWNCFP东東南西北中]|[红紅]\s*+中|[发發](?:\s*+[财財])?|白(?:\s*+板)?)
    | (?P<glyph>[\U0001F000-\U0001F021])
    | (?P<bracket>[\[\]])
    """,
    re.VERBOSE,
)
_FORMS = "tiles like 123m, E, W1, 一万 or 🀇"


class _Reader:
    """One text being read: its tokens, and errors that name it."""

    def __init__(self, text: str, what: str) -> None:
        if not isinstance(text, str):
            raise NotationError(f"not a {what}: {type(text).__name__}", expected="text")
        self.text = text
        self.what = what
        self.plain = text if text.isascii() else text.translate(_PLAIN)

    def error(self, index: int, problem: str, expected: str, kind: type[TingpaiError] = NotationError) -> TingpaiError:
        """An error about the character at `index`."""
        shown = self.text if len(self.text) <= _SHOWN else self.text[: _SHOWN - 1] + "…"
        problem = problem if kind is HandError else f"not a {self.what}: {problem}"
        return kind(problem, where=f"{shown!r}, position {index + 1}", expected=expected)

    def tokens(self) -> Iterator[tuple[int, Tile | str]]:
        """The text as (index, token): a `Tile`, a bracket, or digits that no suit follows."""
        plain = self.plain
        index = 0
        while index < len(plain):
            match = _TOKEN.match(plain, index)
            if match is None:
                raise self._unknown(index)
            kind, token = match.lastgroup, match.group()
            if kind == "suit":
                yield from self._run(match)
            elif kind == "botzone":
                kinds = _BOTZONE[token[0]]
                rank = int(token[1])
                if not 1 <= rank <= len(kinds):
                    raise self.error(index, f"no such tile {token!r}", f"{token[0]}1 to {token[0]}{len(kinds)}")
                yield index, TILES[kinds[rank - 1]]
            elif kind == "honour":
                yield index, TILES[_HONOURS[token[0]]]
            elif kind == "glyph":
                yield index, TILES[_GLYPHS[ord(token) - _GLYPH_START]]
            elif kind == "bracket":
                yield index, token
            index = match.end()

    def _run(self, match: re.Match[str]) -> Iterator[tuple[int, Tile | str]]:
        """Digits and their suit as tiles; digits alone as they are: a meld's source, or an error."""
        run, suit = match["run"], match["suit"]
        start = match.start()
        if not suit:
            yield start, run.rstrip()
            return
        first = _SUITS[suit]
        for offset, digit in enumerate(run):
            if digit.isspace():
                continue
            rank = int(digit) if digit.isascii() else NUMERALS.index(digit) + 1
            if suit == "z" and not 1 <= rank <= 7:
                honour = f"{rank}z"
                raise self.error(start + offset, f"no such honour {honour!r}", "1z to 7z")
            yield start + offset, TILES[first + (rank or 5) - 1]

    def _unknown(self, index: int) -> TingpaiError:
        character = self.plain[index]
        if character in _SUITS:
            return self.error(index, f"suit letter without digits {character!r}", "digits before it, as in 123m")
        if character in _BOTZONE:
            return self.error(
                index, f"{character!r} is no tile", "a Botzone tile with white space around it, as in B5 T9 J1"
            )
        if "\U0001f000" <= character <= "\U0001f02b":
            return self.error(
                index, f"{self.text[index]!r} is none of the 34 kinds", "no flower, season, joker or tile back"
            )
        return self.error(index, f"unknown character {self.text[index]!r}", _FORMS)


def parse_hand(text: str, *, melds_alone: bool = False) -> Hand:
    """Read a hand: melds in brackets, then the concealed tiles; of 3k+2 the last one written is the hand's `last`.

    With `melds_alone` the concealed tiles may be left out. Raises `NotationError` for a text that is no hand,
    `HandError` for tiles that cannot be one.
    """
    reader = _Reader(text, "hand")
    held = [0] * KINDS
    melds: list[Meld] = []
    concealed: list[Tile] = []
    sets = 0
    tokens = reader.tokens()
    for index, token in tokens:
        if token == "[":
            if concealed:
                raise reader.error(index, "a meld behind concealed tiles", "the melds first")
            meld = _read_meld(reader, index, tokens)
            melds.append(meld)
            sets += meld.kind is not MeldKind.SINGLE
            if sets > MAX_MELDS:
                raise reader.error(index, "too many melds", "at most four", HandError)
            tiles = meld.tiles
        else:
            tiles = (_tile(reader, index, token),)
            concealed += tiles
            if len(concealed) + 3 * sets > MAX_CONCEALED:
                raise reader.error(index, "too many tiles", f"at most {MAX_CONCEALED - 3 * sets} concealed", HandError)
        for tile in tiles:
            held[tile] += 1
            if held[tile] > 4:
                raise reader.error(index, f"more than four copies of {tile}", "at most four of a kind", HandError)
    if not concealed and melds_alone:
        return Hand(bytes(KINDS), tuple(melds))
    if not concealed and not melds:
        raise reader.error(0, "empty text", _FORMS)
    last = concealed[-1] if len(concealed) % 3 == 2 else None
    hand = Hand.of(concealed, melds, last)
    try:
        return hand.check()
    except HandError as error:
        raise reader.error(len(text), error.what, error.expected, HandError) from None


def parse_meld(text: str) -> Meld:
    """Read one meld in its brackets, as ``"[567m2]"``."""
    reader = _Reader(text, "meld")
    tokens = reader.tokens()
    index, token = next(tokens, (0, ""))
    if token != "[":
        raise reader.error(index, "no opening bracket", "a meld like [567m2] or [1111z]")
    meld = _read_meld(reader, index, tokens)
    for index, _ in tokens:
        raise reader.error(index, "text behind the meld", "nothing more")
    return meld


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles, in the order written and any number of them (at least one), as ``"159m6z"``."""
    return _read_tiles(_Reader(text, "list of tiles"))


def parse_tile(text: str) -> Tile:
    """Read one tile, as ``"5s"``, ``"C"`` or ``"红中"``."""
    reader = _Reader(text, "tile")
    tiles = _read_tiles(reader)
    if len(tiles) > 1:
        raise reader.error(0, f"{len(tiles)} tiles", "one tile")
    return tiles[0]


def _read_tiles(reader: _Reader) -> tuple[Tile, ...]:
    tiles = tuple(_tile(reader, index, token) for index, token in reader.tokens())
    if not tiles:
        raise reader.error(0, "empty text", _FORMS)
    return tiles


def _tile(reader: _Reader, index: int, token: Tile | str) -> Tile:
    """The token, which must be a tile."""
    if isinstance(token, Tile):
        return token
    if token in "[]":
        raise reader.error(index, f"a bracket {token!r} out of place", _FORMS)
    raise reader.error(
        index, "digits without a suit", "m, p, s or z behind them; a Botzone tile has white space around it"
    )


def _read_meld(reader: _Reader, start: int, tokens: Iterator[tuple[int, Tile | str]]) -> Meld:
    """The meld whose opening bracket at `start` has just been read."""
    tiles: list[Tile] = []
    digits = ""
    for index, token in tokens:
        if token == "]":
            return _meld(reader, start, tiles, digits)
        if digits:
            raise reader.error(index, "digits without a suit before it", "the closing bracket behind a meld's source")
        if len(tiles) == 4 and isinstance(token, Tile):
            raise reader.error(index, "an impossible meld of more than four tiles", _MELDS)
        if isinstance(token, Tile) or token == "[":
            tiles.append(_tile(reader, index, token))
        else:
            digits = token
    raise reader.error(len(reader.text), "a meld without its closing bracket", "]")


_MELDS = "a chow, pung or kong, or one tile laid down"


def _meld(reader: _Reader, start: int, tiles: list[Tile], digits: str) -> Meld:
    """What these tiles and the digit behind them are."""

    def digit_of(allowed: str, expected: str) -> int | None:
        if digits and (len(digits) > 1 or digits not in allowed):
            raise reader.error(start, f"an impossible meld: {digits!r} behind its tiles", expected)
        return int(digits) if digits else None

    if not tiles:
        raise reader.error(start, "an empty meld", _MELDS)
    tile = min(tiles)
    if len(set(tiles)) == 1 and len(tiles) != 2:
        if len(tiles) == 1:
            digit_of("", "no digit behind a laid-down tile")
            return Meld(MeldKind.SINGLE, tile)
        if len(tiles) == 3:
            return Meld(MeldKind.PUNG, tile, digit_of("123", "the source: 1, 2 or 3"))
        source = digit_of("123567", "the source: 1, 2 or 3, and 4 more for an added kong")
        if source is None:
            return Meld(MeldKind.CONCEALED_KONG, tile)
        return Meld(MeldKind.EXPOSED_KONG, tile, source) if source < 4 else Meld(MeldKind.ADDED_KONG, tile, source - 4)
    if sorted(tiles) != [tile, tile + 1, tile + 2] or tile.is_honour or tile.rank > 7:
        raise reader.error(start, f"an impossible meld {'+'.join(map(str, tiles))}", _MELDS)
    claimed = digit_of("123", "which tile was claimed: 1, 2 or 3")
    if claimed is None:
        return Meld(MeldKind.CHOW, tile)
    if tiles != sorted(tiles):
        raise reader.error(start, "which tile of an unsorted chow was claimed is not clear", "the chow in order")
    return Meld(MeldKind.CHOW, tile, claimed=claimed)
