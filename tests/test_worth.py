"""What complete hands are worth, asked without a table: the same as `score_batch` says of the same rows."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.hand import Hand, Meld, MeldKind
from tingpai.notation import parse_tile, parse_tiles
from tingpai.tiles import KINDS, TILES, Tile
from tingpai.worth import worth

# Complete hands and some that are not, beside the same melds; the second text is the tile of a discard.
CONCEALED = [
    ("345m678p234s55s999p", "9p"),
    ("1133m2255p7788s11z", ""),
    ("1111m2222p7777s11z", "1m"),
    ("111222333m44455p", ""),
    ("123m456m789m12p55s", "5s"),
    ("1111123m456p789s5s", ""),
    ("345m678p234s55s999p", "1m"),
]
MELDED = [
    ("678m55p999s456s", "4s"),
    ("678m55p999s456s", ""),
    ("678m55p999s45s5z", ""),
    ("678m55p999s45s5z", "5z"),
    ("678m22p234444s", ""),
    ("222888s555m2p5z", ""),
    ("678m55p999s457s", "7s"),
]
MELDS = [
    "[234p1]",
    "[222p1]",
    "[222p]",
    "[9999p5]",
    "[1111z]",
    "[7z][222p3]",
    "[5z][234p1]",
]


def rows_of(hands: list[tuple[str, str]]) -> tuple[np.ndarray, np.ndarray]:
    counts = np.zeros((len(hands), KINDS), np.uint8)
    for row, (text, _) in zip(counts, hands, strict=True):
        np.add.at(row, list(map(int, parse_tiles(text))), 1)
    return counts, np.array([parse_tile(tile) if tile else -1 for _, tile in hands], np.int8)


def asked(name: str, melds: str, counts: np.ndarray, discarded: np.ndarray | None) -> list[tuple[int, str | None]]:
    """Points and refusals of `score_batch`, the rows told as texts; the seat is only assumed, so none is named."""
    n = len(counts)
    columns: dict[str, object] = {"counts": counts.tolist(), "seat": [1] * n, "melds_1": [melds] * n}
    if discarded is not None:
        columns |= {
            "by": ["self_draw" if tile < 0 else "discard" for tile in discarded],
            "from": pa.array([None if tile < 0 else 2 for tile in discarded], pa.int8()),
            "tile": pa.array([None if tile < 0 else str(TILES[tile]) for tile in discarded], pa.string()),
        }
    if rules.get(name).has_wildcard:
        columns["indicator"] = ["4z"] * n
    table = rules.get(name).score_batch(pa.table(columns)).select(["points", "error"])
    return [
        (-1 if row["points"] is None else row["points"], row["error"] and row["error"].removeprefix("seat 1: "))
        for row in table.to_pylist()
    ]


@pytest.mark.parametrize("discards", [False, True])
@pytest.mark.parametrize("melds", ["", *MELDS])
@pytest.mark.parametrize("name", rules.NAMES)
def test_as_a_table_of_the_same_rows(name: str, melds: str, discards: bool) -> None:
    counts, tiles = rows_of(MELDED if melds else CONCEALED)
    discarded = tiles if discards else None
    # 北 and 红中 both make 发 wild; 北, which the hand leaves, was turned.
    wildcard = Tile.GREEN if rules.get(name).has_wildcard else None
    hand = Hand(bytes(KINDS), Hand.parse(f"{melds}55m").melds) if melds else Hand(bytes(KINDS))
    won = worth(rules.get(name), hand, counts, wildcard, discarded)
    assert list(zip(won.points.tolist(), won.refusals, strict=True)) == asked(name, melds, counts, discarded)


@pytest.mark.parametrize("kind", [MeldKind.EXPOSED_KONG, MeldKind.ADDED_KONG])
def test_melds_that_no_text_tells(kind: MeldKind) -> None:
    """They are what their text is: a claimed kong without its source a concealed one."""
    meld = Meld(kind, Tile.EAST)
    counts, _ = rows_of(MELDED)
    won = worth(rules.get("nanning-classic"), Hand(bytes(KINDS), (meld,)), counts, None)
    assert list(zip(won.points.tolist(), won.refusals, strict=True)) == asked(
        "nanning-classic", str(meld), counts, None
    )


@pytest.mark.parametrize("name", ["nanning-classic", "wuhan-kaikou"])
def test_of_many_as_of_few(name: str) -> None:
    counts, _ = rows_of(MELDED)
    wildcard = Tile.GREEN if rules.get(name).has_wildcard else None
    hand = Hand.parse("[222p1]678m55p999s45s")
    few = worth(rules.get(name), hand, counts, wildcard)
    many = worth(rules.get(name), hand, np.tile(counts, (300, 1)), wildcard)
    assert many.points.tolist() == few.points.tolist() * 300
    assert many.refusals.tolist() == few.refusals.tolist() * 300
