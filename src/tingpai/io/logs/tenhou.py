"""Tenhou's XML game logs (mjlog 2.3), four or three players.

Tiles are 0 to 135, four of a kind: kind = n // 4, in the order of `Tile`. ``T U V W`` + tile are the draws of seats
0 to 3, ``D E F G`` + tile the discards, ``N m=`` a meld packed into one integer (`meld`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import IO
from xml.parsers import expat

from ...errors import InputError
from ...hand import Hand, Meld, MeldKind
from ...tiles import TILES, Tile
from .events import NOTHING, Call, Deal, Discard, Draw, Event, Exhausted, Game, Win, source_digit
from .source import RECORD

_CHUNK = 1 << 16
_TILES = 136
_MOVE = re.compile(r"([T-W]|[D-G])(\d{1,3})")
_SEATS = 4  # Tenhou counts relative seats around four places, three players too

Element = tuple[str, dict[str, str]]


def games(stream: IO[bytes]) -> Iterator[Game]:
    """The one game of a file."""
    yield Game(1, _steps(_elements(stream)))


def tile(number: int) -> Tile:
    """The kind of one of the 136 tiles."""
    if not 0 <= number < _TILES:
        raise InputError(f"tile {number}", expected="0 to 135")
    return TILES[number // 4]


def meld(code: int, seat: int, players: int) -> Meld:
    """A meld integer: the claimed tile's giver in bits 0-1 (0 nobody, 1 next, 2 opposite, 3 previous player), a chow
    where bit 2 is set, else a pung (bit 3), an added kong (bit 4), a north set aside (bit 5), else a kong.
    """
    if not 0 <= code < 1 << 16:
        raise InputError(f"meld {code}", expected="0 to 65535")
    giver = code & 3
    source = source_digit(seat, (seat + giver) % _SEATS, players) if giver else None
    if code & 0x04:
        order, claimed = divmod(code >> 10, 3)
        suit, lowest = divmod(order, 7)
        return Meld(MeldKind.CHOW, _kind(suit * 9 + lowest, code), source, claimed + 1)
    if code & 0x18:
        kind = MeldKind.PUNG if code & 0x08 else MeldKind.ADDED_KONG
        return Meld(kind, _kind((code >> 9) // 3, code), source)
    if code & 0x20:
        return Meld(MeldKind.SINGLE, Tile.NORTH)
    kind = MeldKind.EXPOSED_KONG if giver else MeldKind.CONCEALED_KONG
    return Meld(kind, _kind(code >> 10, code), source)


def _kind(index: int, code: int) -> Tile:
    if index >= len(TILES):
        raise InputError(f"meld {code} is of no tile")
    return TILES[index]


def won_hand(attributes: dict[str, str], players: int) -> Win:
    """What an ``AGARI`` says. `hai` holds the won tile; where a writer left it out (3k+1 tiles), `machi` is added."""
    seat = _number(attributes, "who")
    won = tile(_number(attributes, "machi"))
    concealed = _tiles(attributes.get("hai", ""))
    if len(concealed) % 3 == 1:
        concealed.append(won)
    melds = [meld(_integer(code, "m"), seat, players) for code in attributes.get("m", "").split(",") if code]
    return Win(seat, _number(attributes, "fromWho"), won, Hand.of(concealed, melds, won))


def _steps(elements: Iterator[Element]) -> Iterator[tuple[Event, ...]]:
    players = _SEATS
    for name, attributes in elements:
        move = _MOVE.fullmatch(name)
        if move:
            letter, number = move[1], tile(int(move[2]))
            yield (Draw("TUVW".index(letter), number) if letter in "TUVW" else Discard("DEFG".index(letter), number),)
        elif name == "INIT":
            hands = tuple(tuple(_tiles(text)) for seat in range(_SEATS) if (text := attributes.get(f"hai{seat}")))
            players = len(hands)
            yield (Deal(_number(attributes, "oya"), hands),)
        elif name == "N":
            seat = _number(attributes, "who")
            yield (Call(seat, meld(_number(attributes, "m"), seat, players)),)
        elif name == "AGARI":
            yield (won_hand(attributes, players),)
        elif name == "RYUUKYOKU":
            yield (Exhausted(),)
        else:  # riichi, indicators, connections: nothing that moves a tile
            yield NOTHING


def _tiles(text: str) -> list[Tile]:
    return [tile(_integer(number, "hai")) for number in text.split(",") if number]


def _number(attributes: dict[str, str], key: str) -> int:
    if key not in attributes:
        raise InputError(f"no attribute {key!r}")
    return _integer(attributes[key], key)


def _integer(text: str, what: str) -> int:
    if not re.fullmatch(r"\d{1,9}", text, re.ASCII):
        raise InputError(f"{what} is {text[:20]!r}", expected="a number")
    return int(text)


def _elements(stream: IO[bytes]) -> Iterator[Element]:
    """The elements inside the root as they are read. Document types, and with them entities, are refused."""
    parser = expat.ParserCreate()
    found: list[Element] = []
    parser.StartElementHandler = lambda name, attributes: found.append((name, attributes))
    parser.StartDoctypeDeclHandler = _refuse_doctype
    size = 0
    root = True
    while True:
        chunk = stream.read(_CHUNK)
        size += len(chunk)
        if size > RECORD:
            raise InputError("the log is too large", expected=f"at most {RECORD >> 20} MiB a game")
        broken: InputError | None = None
        try:
            parser.Parse(chunk, not chunk)
        except expat.ExpatError as error:
            broken = InputError(f"not XML: {expat.ErrorString(error.code)} at character {error.offset + 1}")
        if root and found:
            name, _ = found.pop(0)
            if name != "mjloggm":
                raise InputError(f"the XML is a {name!r}", expected="Tenhou's 'mjloggm'")
            root = False
        yield from found
        found.clear()
        if broken is not None:
            raise broken
        if not chunk:
            return


def _refuse_doctype(*_: object) -> None:
    raise InputError("the XML has a document type", expected="none: entities are not expanded")
