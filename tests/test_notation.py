"""Every form of docs/notation.md, its traps, and its refusals."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tingpai import Hand, HandError, Meld, MeldKind, NotationError, Tile, TingpaiError, batch
from tingpai.notation import parse_hand, parse_meld, parse_tile, parse_tiles
from tingpai.tiles import TILES, mpsz

LETTERS = "ESWNPFC"
BOTZONE_DRAGONS = {Tile.RED: "J1", Tile.GREEN: "J2", Tile.WHITE: "J3"}
HONOUR_NAMES = [
    ("东", "東"),
    ("南",),
    ("西",),
    ("北",),
    ("白", "白板"),
    ("发", "發", "发财", "發財", "發 财"),
    ("中", "红中", "紅中", "红 中"),
]
SUIT_NAMES = {"m": "万萬m", "p": "筒饼餅同p", "s": "条條索s"}


def full_width(text: str) -> str:
    return "".join(chr(ord(character) + 0xFEE0) if "!" <= character <= "~" else character for character in text)


def spellings(tile: Tile) -> list[str]:
    """Every way to write one tile."""
    found = [str(tile), f"{tile.rank} {tile.suit}", full_width(str(tile)), tile.glyph, tile.glyph + "\ufe0f"]
    if tile.is_honour:
        place = tile - Tile.EAST
        found += [LETTERS[place], full_width(LETTERS[place]), *HONOUR_NAMES[place]]
        found.append(f" {BOTZONE_DRAGONS.get(tile, f'F{tile.rank}')} ")
    else:
        numerals = (str(tile.rank), "一二三四五六七八九"[tile.rank - 1])
        found += [numeral + suit for numeral in numerals for suit in SUIT_NAMES[tile.suit]]
        found.append(f" {'WBT'[tile // 9]}{tile.rank}\t")
        if tile.rank == 5:
            found.append(f"0{tile.suit}")
    return found


@pytest.mark.parametrize("tile", TILES)
def test_every_spelling_of_a_tile(tile: Tile) -> None:
    for text in spellings(tile):
        assert parse_tile(text) is tile, text


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("123m456p789s1177z", "123m456p789s1177z"),
        ("123mEESSCCC2p55s", "123m2p55s1122777z"),
        ("W1 T1 B1 F1 F4 J1 J2 J3", "1m1p1s14675z"),
        ("一二三万456筒七八九条东东", "123m456p789s11z"),
        ("🀇🀈🀉🀙🀀🀄️🀄︎", "123m1p177z"),
        ("🀀🀃🀄🀅🀆🀇🀏🀐🀘🀙🀡", "19m1p19s14567z9p"),
        ("1z1z1z2z2z2z3z", "1112223z"),
        ("12345m067789p66z", "12345m567789p66z"),
        (" 1 2\u30003 m\n4 4 p ", "123m44p"),
        ("W3 4p", "3m4p"),
        ("WW1m1p", "1m1p33z"),
        ("E W3 m1p", "3m1p13z"),
        ("1m1mEE", "11m11z"),
    ],
)
def test_hands(text: str, canonical: str) -> None:
    assert str(Hand.parse(text)) == canonical


def test_the_last_tile_written_is_the_drawn_one() -> None:
    hand = Hand.parse("5z123m5z")
    assert hand.last is Tile.WHITE
    assert Hand.parse("9m123m1z").last is Tile.EAST
    assert str(Hand.parse("3m12m11z")) == "123m11z"
    assert str(Hand.parse("11z123m")) == "12m11z3m"
    assert Hand.parse("123m1z").last is None


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("[567m2]", Meld(MeldKind.CHOW, Tile.M5, 1, 2)),
        ("[567m]", Meld(MeldKind.CHOW, Tile.M5)),
        ("[765m]", Meld(MeldKind.CHOW, Tile.M5)),
        ("[999s3]", Meld(MeldKind.PUNG, Tile.S9, 3)),
        ("[999s]", Meld(MeldKind.PUNG, Tile.S9)),
        ("[8888p2]", Meld(MeldKind.EXPOSED_KONG, Tile.P8, 2)),
        ("[1111s5]", Meld(MeldKind.ADDED_KONG, Tile.S1, 1)),
        ("[EEEE]", Meld(MeldKind.CONCEALED_KONG, Tile.EAST)),
        ("[1111z]", Meld(MeldKind.CONCEALED_KONG, Tile.EAST)),
        ("[C]", Meld(MeldKind.SINGLE, Tile.RED)),
        ("[5m]", Meld(MeldKind.SINGLE, Tile.M5)),
        ("[0m55m 3 ]", Meld(MeldKind.PUNG, Tile.M5, 3)),
        ("[一二三万1]", Meld(MeldKind.CHOW, Tile.M1, 1, 1)),
        ("[W1 W2 W3]", Meld(MeldKind.CHOW, Tile.M1)),
        ("［红中红中红中２］", Meld(MeldKind.PUNG, Tile.RED, 2)),
        ("[F1]", Meld(MeldKind.SINGLE, Tile.EAST)),
        ("[FFF1]", Meld(MeldKind.PUNG, Tile.GREEN, 1)),
    ],
)
def test_melds(text: str, meld: Meld) -> None:
    assert parse_meld(text) == meld
    assert parse_meld(str(meld)) == meld
    assert parse_hand(f"{text}9p").melds == (meld,)


def test_laid_down_singles_take_no_place_among_the_melds() -> None:
    hand = Hand.parse("[C][C][5m][111p][222p][333p][444p]9s")
    assert len(hand.sets) == 4
    assert hand.meld_counts[Tile.RED] == 2


def test_melds_alone() -> None:
    assert parse_hand("", melds_alone=True) == Hand(bytes(34))
    assert len(parse_hand("[222m3][9999p2]", melds_alone=True).melds) == 2
    assert parse_hand("[222m3]11z", melds_alone=True).tiles == (Tile.EAST, Tile.EAST)
    with pytest.raises(HandError, match="0 concealed tiles"):
        parse_hand("[222m3]")


def test_lists_of_tiles() -> None:
    assert parse_tiles("159m6z") == (Tile.M1, Tile.M5, Tile.M9, Tile.GREEN)
    assert parse_tiles("1m" * 200) == (Tile.M1,) * 200
    for text in ("", " ", "[111m]", "12"):
        with pytest.raises(NotationError, match="not a list of tiles"):
            parse_tiles(text)
    with pytest.raises(NotationError, match="2 tiles"):
        parse_tile("11m")


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("", 1, "empty text"),
        (" \t", 1, "empty text"),
        ("1", 1, "digits without a suit"),
        ("123m45", 5, "digits without a suit"),
        ("1E+13", 1, "digits without a suit"),
        ("123S", 1, "digits without a suit"),
        ("W1T9", 2, "digits without a suit"),
        ("B5T9", 1, "'B' is no tile"),
        ("m123p", 1, "suit letter without digits"),
        ("123pm", 5, "suit letter without digits"),
        ("0z", 1, "no such honour '0z'"),
        ("18z", 2, "no such honour '8z'"),
        ("9z", 1, "no such honour '9z'"),
        ("W0", 1, "no such tile 'W0'"),
        ("F5 ", 1, "no such tile 'F5'"),
        ("J4", 1, "no such tile 'J4'"),
        ("123x", 1, "digits without a suit"),
        ("1mx", 3, "unknown character 'x'"),
        ("1m\0", 3, "unknown character"),
        ("1m红", 3, "unknown character '红'"),
        ("1m财", 3, "unknown character '财'"),
        ("1m🀪", 3, "none of the 34 kinds"),
        ("1m🀢", 3, "none of the 34 kinds"),
        ("🀄️x", 3, "unknown character 'x'"),
        ("eess", 1, "unknown character 'e'"),
        ("[13m]1m", 1, "impossible meld 1m+3m"),
        ("[11m]1m", 1, "impossible meld"),
        ("[891m]1m", 1, "impossible meld"),
        ("[123z]1m", 1, "impossible meld"),
        ("[8m9m1p]1m", 1, "impossible meld"),
        ("[11111m]1m", 6, "more than four tiles"),
        ("[]1m", 1, "empty meld"),
        ("[111m4]1m", 1, "impossible meld: '4'"),
        ("[111m12]1m", 1, "impossible meld: '12'"),
        ("[1111m4]1m", 1, "impossible meld: '4'"),
        ("[1111m8]1m", 1, "impossible meld: '8'"),
        ("[123m0]1m", 1, "impossible meld: '0'"),
        ("[111m一]1m", 1, "impossible meld: '一'"),
        ("[C1]1m", 1, "impossible meld: '1'"),
        ("[213m1]1m", 1, "unsorted chow"),
        ("[111m", 6, "without its closing bracket"),
        ("[111m1[", 7, "digits without a suit"),
        ("[1m[", 4, "bracket '[' out of place"),
        ("1m]", 3, "bracket ']' out of place"),
        ("1m[111p]", 3, "meld behind concealed tiles"),
    ],
)
def test_what_is_no_hand(text: str, position: int, what: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_hand(text)
    message = str(caught.value)
    assert f"position {position}:" in message
    assert what in message
    assert "expected" in message


@pytest.mark.parametrize(
    ("text", "position", "what"),
    [
        ("11111m", 5, "more than four copies of 1m"),
        ("44555555m123p678s", 7, "more than four copies of 5m"),
        ("[111m][123m][123m][234m]11z", 13, "more than four copies of 1m"),
        ("[1111m]1m", 8, "more than four copies of 1m"),
        ("[C][C][C][C][C]1m", 13, "more than four copies of 7z"),
        ("1111m1111p1111s111z", 18, "too many tiles"),
        ("[111m]123456789p123s", 19, "too many tiles"),
        ("[111m][222m][333m][444m][555m]11z", 25, "too many melds"),
        ("123m", 5, "3 concealed tiles"),
        ("123m456p789s123z", 17, "12 concealed tiles"),
    ],
)
def test_what_cannot_be_a_hand(text: str, position: int, what: str) -> None:
    with pytest.raises(HandError) as caught:
        parse_hand(text)
    assert f"position {position}:" in str(caught.value)
    assert what in str(caught.value)


@pytest.mark.parametrize("read", [parse_hand, parse_meld, parse_tiles, parse_tile])
@pytest.mark.parametrize("value", [None, 5, ["1m"], b"1m"])
def test_what_is_no_text_is_refused(read: Callable[[Any], object], value: object) -> None:
    with pytest.raises(NotationError, match=r"not a .*: \w+ \(expected text\)"):
        read(value)


def test_a_tile_out_of_a_text() -> None:
    assert Tile.parse("红中") is parse_tile("红中") is Tile.RED
    with pytest.raises(NotationError, match="2 tiles"):
        Tile.parse("12m")


@pytest.mark.parametrize("value", ["x", "1m", 34, -1, None, 1.5])
def test_what_is_no_tile_is_refused(value: Any) -> None:
    with pytest.raises(NotationError, match=r"is no tile \(expected 0 to 33, or Tile.parse for a text\)"):
        Tile(value)


@pytest.mark.parametrize("piece", ["1", "1m", " ", "一", "[C]", "[", "1 ", "\0", "é", "W1 "])
def test_a_long_text_fails_in_linear_time_with_one_short_line(piece: str) -> None:
    started = time.perf_counter()
    with pytest.raises(TingpaiError) as caught:
        parse_hand(piece * (4_000_000 // len(piece)))
    assert time.perf_counter() - started < 2
    assert len(str(caught.value)) < 250
    assert "\n" not in str(caught.value)


@st.composite
def hands(draw: st.DrawFn) -> tuple[str, Hand]:
    """A hand and some text for it, every tile spelled in a way of its own."""
    melds = []
    held = [0] * 34
    for _ in range(draw(st.integers(0, 4))):
        kind = draw(st.sampled_from(MeldKind))
        tile = Tile(draw(st.integers(0, 33)))
        if kind is MeldKind.CHOW:
            if tile.is_honour or tile.rank > 7:
                continue
            claimed = draw(st.sampled_from((None, 1, 2, 3)))
            meld = Meld(kind, tile, claimed and 1, claimed)
        elif kind in (MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG):
            meld = Meld(kind, tile, draw(st.sampled_from((1, 2, 3))))
        else:
            meld = Meld(kind, tile, draw(st.sampled_from((None, 1, 2, 3))) if kind is MeldKind.PUNG else None)
        if all(held[tile] + meld.tiles.count(tile) <= 4 for tile in meld.tiles):
            melds.append(meld)
            for tile in meld.tiles:
                held[tile] += 1
    sets = sum(meld.kind is not MeldKind.SINGLE for meld in melds)
    wall = [tile for tile in TILES for _ in range(4 - held[tile])]
    size = draw(st.integers(0, 4 - sets)) * 3 + draw(st.sampled_from((1, 2)))
    concealed = draw(st.randoms(use_true_random=False)).sample(wall, size)
    text = ""
    for meld in melds:
        digit = str(meld)[-2] if str(meld)[-2].isdigit() else ""
        text += "[" + "".join(draw(st.sampled_from(spellings(tile))) for tile in meld.tiles) + digit + "]"
    text += "".join(draw(st.sampled_from(spellings(tile))) for tile in concealed)
    return text, Hand.of(concealed, melds, concealed[-1] if size % 3 == 2 else None)


@given(hands())
def test_any_mixture_of_spellings_is_read(example: tuple[str, Hand]) -> None:
    text, hand = example
    assert parse_hand(text) == hand
    assert parse_hand(str(hand)) == hand


@given(st.lists(st.sampled_from(TILES), min_size=1, max_size=40))
def test_printed_tiles_are_read_back(tiles: list[Tile]) -> None:
    assert parse_tiles(mpsz(tiles)) == tuple(tiles)


PIECES = [*"0123456789mpszESWNCFPBTJ[] []一五九万萬筒饼条索东東中红紅发财白板🀇🀄🀪１ｍＷ\u3000\ufe0f\0xé\u00a0"]
PIECES += [
    " W3 ",
    "F1",
    "F2 m",
    "J3",
    "W1 ",
    " B0",
    "红中",
    "发 财",
    "白板",
    "[111z]",
    "[123m1]",
    "[5m]",
    "123m",
    "99s",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)


@given(st.lists(TEXTS | hands().map(lambda example: example[0]), max_size=8))
def test_the_batch_reads_what_one_hand_reads(texts: list[str]) -> None:
    """The reader in C gives what it does not know to the one in Python: together they equal it on any text."""
    found = batch.parse_hands(texts)
    for row, text in enumerate(texts):
        try:
            hand, message = parse_hand(text), None
        except TingpaiError as error:
            hand, message = Hand(bytes(34)), str(error)
        assert found.counts[row].tobytes() == hand.raw
        assert found.melds[row].tobytes() == hand.meld_counts
        assert found.last[row] == (255 if hand.last is None else hand.last)
        assert (str(found.errors[row]) if row in found.errors else None) == message


@given(st.text(st.sampled_from("0123456789mpszESWNPFCBTJ[] 一五九万筒条东中红发财白板🀇🀄\ufe0f１ｍ\0x"), max_size=24))
def test_any_text_is_a_hand_or_one_line(text: str) -> None:
    try:
        hand = parse_hand(text)
    except TingpaiError as error:
        hand, message = None, str(error)
    assert parse_hand(str(hand)) == hand if hand else len(message.splitlines()) == 1
