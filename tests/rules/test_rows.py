"""Which rows the quick way tells in full, and which it leaves to be settled as deals (docs/rules/batch.md)."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.errors import TingpaiError
from tingpai.hand import Hand
from tingpai.rules import cells
from tingpai.rules.model import RuleSet
from tingpai.rules.table import COUNT_NAMES, Rows

from .hands import HANDS, facts_of, of_key

OPEN, CLOSED = ("".join(HANDS[name]) for name in ("plain", "plain concealed"))
KONGS = "[1111z5][2222z]345m67p99s8p"
ROBS = {"hand": OPEN, "by": "rob_kong", "from": 2}
FISH = ["1m", "2m", "3m", "4m"]
# Fifteen and sixteen tiles of which no fifth is in the hands above.
FIFTEEN = "1122m1122p1122s555z"

QUICK: dict[str, list[dict[str, Any]]] = {
    "nanning-classic": [
        {"hand": OPEN},
        {"hand": OPEN, "seat": 3, "last_tile": True},
        {"hand": OPEN, "by": "discard"},
        {"hand": OPEN, "by": "discard", "from": 3, "waiting": [0, 3]},
        {"hand": OPEN, "by": "discard", "seat": 2, "from": 0, "melds_0": "[555z1][666z2][777z3][444s1]"},
        {"hand": OPEN, "tile": "8p"},
        {"hand": OPEN, "tile": "9s"},
        {"hand": OPEN[:-2], "tile": "8p"},
        {"hand": "[111z1][222z2]23m678p99s", "tile": "1m"},
        {"hand": CLOSED, "first_turn": True},
        {"hand": CLOSED, "first_turn": True, "seat": 2},
        {"hand": CLOSED, "first_turn": True, "seat": 2, "by": "discard", "from": 0},
        # What is laid down in another suit: the hand is not of one.
        {"hand": "[111z1]123456m678m99m"},
        {"hand": "1133557799m1133p"},
        {"hand": OPEN, "chains": []},
        {"hand": OPEN, "melds_1": ["[555z1]", "[6666z2]"], "melds_0": ["[111z1]", "[222z2]"]},
        {"hand": CLOSED, "last_tile": True, "by": "discard", "seat": 3, "from": 2},
        {"hand": OPEN, "horses": "1m2m"},
        {"hand": OPEN, "horses": FIFTEEN},
        {"hand": OPEN, "horses": ""},
        {"hand": OPEN, "melds_1": "[555z1]", "melds_2": "[6666z]", "melds_3": "[7777z5][444s2]"},
        {"hand": "345m67p99s8p", "melds_0": "[111z1][222z2]"},
        {"hand": OPEN, "melds_0": "[111z1][222z2]"},
        # 封胡: seat 0 supplied three melds of seat 1, and another wins.
        {"hand": OPEN, "seat": 2, "melds_1": "[555z1][666z1][777z1]"},
        {"hand": OPEN, "seat": 2, "melds_1": "[555z1][666z1][777z]"},
        # Seat 0 supplied two of them at the most.
        {"hand": OPEN, "melds_1": "[555z1][666z2][777z]"},
        {"hand": "[111z1][222z2][333m]44m99s9s"},
        {"hand": "[111z1][222z1][333m1]44m99s9s"},
        {"hand": KONGS, "chain": ["1111z"]},
        {"hand": KONGS, "chain": ["1111z", "2222z"]},
        {"hand": KONGS, "chain": "2222z 1111z"},
        {"hand": KONGS, "chain": "[1111z] [2222z]"},
        {"hand": "[1111m5][222z2]345m67p99s8p", "chain": ["1111m"]},
        {"hand": KONGS, "chain": ["1111z", "2222z"], "seat": 2, "melds_1": "[3333z5]"},
        {"hand": OPEN, "by": "discard", "from": 2, "melds_2": "[7777z]", "chain": ["7777z"]},
        ROBS | {"melds_2": "[888p2]"},
        ROBS | {"melds_2": "[777p2]", "tile": "7p"},
        ROBS | {"melds_2": "[666z1][888p2]", "chain": ["8888p"]},
        ROBS | {"melds_2": "[888p2][1111s]", "chain": ["1111s", "8888p"]},
    ],
    "nanning-laiyou": [{"hand": OPEN, "horses": "1m2m"}, {"hand": OPEN, "horses": "1m1m1m1m"}],
    "nanning-zhang": [
        {"hand": OPEN, "fish": {"from": 2, "tiles": "3m"}},
        {"hand": OPEN, "fish": '{"from": 2, "tiles": "1z1s1p"}'},
        {"hand": OPEN, "fish": {"from": 0, "tiles": ""}},
    ],
    "nanning-fan": [
        {"hand": OPEN, "declared": [0, 3]},
        {"hand": OPEN, "declared": "1"},
        {"hand": OPEN, "seat": 2, "declared": "2"},
        {"hand": OPEN, "seat": 1, "declared": [0]},
        # 封胡 does not keep him from winning here.
        {"hand": OPEN, "melds_1": "[555z1][666z1][777z1]"},
    ],
}
ALONE: dict[str, list[dict[str, Any]]] = {
    "nanning-classic": [
        {"hand": "1x"},
        {"hand": None},
        {"hand": "123m11z"},
        {"hand": "1111123m11z"},
        {"hand": OPEN, "seat": 4},
        {"hand": OPEN, "by": "discard", "seat": 4},
        {"hand": OPEN, "by": "discard", "seat": 2, "from": 4},
        {"hand": OPEN, "by": "theft"},
        {"hand": OPEN, "from": 2},
        {"hand": OPEN, "seat": 1, "from": 0},
        {"hand": OPEN, "by": "discard", "from": 0},
        {"hand": OPEN, "by": "discard", "seat": 3, "from": 3},
        {"hand": OPEN, "last_tile": "perhaps"},
        {"hand": OPEN, "tile": "1p"},
        {"hand": OPEN, "tile": "1x"},
        {"hand": OPEN, "waiting": [4]},
        {"hand": OPEN, "first_turn": True},
        {"hand": CLOSED, "first_turn": True, "last_tile": True},
        {"hand": CLOSED, "first_turn": True, "by": "discard", "seat": 2, "from": 1},
        {"hand": CLOSED, "first_turn": True, "melds_2": "[7777z]"},
        {"hand": OPEN, "chains": [{"seat": 1, "kongs": ["1111m"]}]},
        {"hand": OPEN, "horses": FIFTEEN + "5s"},
        {"hand": OPEN, "horses": "5x"},
        {"hand": OPEN, "horses": "8888p"},
        {"hand": OPEN, "horses": "[222m]11m"},
        {"hand": OPEN, "fish": FISH},
        {"hand": OPEN, "declared": [0]},
        {"hand": OPEN, "indicator": "1m"},
        {"hand": OPEN, "melds_1": "[123m1]"},
        {"hand": OPEN, "melds_1": "[7z]"},
        {"hand": OPEN, "melds_1": "[12z]"},
        {"hand": OPEN, "melds_1": "[555z1]4"},
        {"hand": OPEN, "melds_1": "555z"},
        {"hand": OPEN, "melds_1": "[555z1][666z1][777z2][444s1][555s1]"},
        {"hand": OPEN, "melds_1": "[999s1]"},
        {"hand": OPEN, "melds_0": "[222z2][111z1]"},
        {"hand": OPEN, "melds_1": "[555z1][666z1][777z1]"},
        {"hand": OPEN, "melds_1": "[555z1][666z1][777z]"},
        {"hand": OPEN, "melds_1": "[555z1][666z][777z]"},
        {"hand": OPEN, "melds_1": "[555z][666z][777z]"},
        {"hand": OPEN, "seat": 3, "melds_1": "[555z2][666z2][777z2]"},
        {"hand": "[111z1][222z1][333m]44m99s9s"},
        {"hand": KONGS, "chain": ["3333z"]},
        {"hand": KONGS, "chain": ["1111z", "1111z"]},
        {"hand": KONGS, "chain": ["12m"]},
        {"hand": KONGS, "chain": ["222z"]},
        {"hand": OPEN, "chain": ["1111z"]},
        {"hand": OPEN, "chain": ["1111m"]},
        {"hand": "[1111m5][222z2]345m67p99s8p", "chain": ["12m"]},
        {"hand": "[111z1][222z2]23m678p99s1m", "by": "rob_kong", "from": 2, "melds_2": "[7777z]"},
        {"hand": KONGS, "chain": ["2z"]},
        {"hand": "[1111z1][2222z]345m67p99s8p", "chain": ["2222z", "1111z"]},
        {"hand": KONGS, "by": "discard", "from": 2, "melds_2": "[7777z]", "chain": ["2222z"]},
        ROBS,
        ROBS | {"melds_2": "[8888p]"},
        ROBS | {"melds_2": "[777p2]"},
        ROBS | {"melds_1": "[888p2]"},
        ROBS | {"melds_2": "[888p2][1111s]", "chain": ["1111s"]},
        ROBS | {"melds_2": "[888p2][1111s]", "chain": ["8888p", "1111s"]},
    ],
    "nanning-laiyou": [{"hand": OPEN, "fish": FISH}, {"hand": OPEN, "horses": "[1111m]"}],
    "nanning-zhang": [
        {"hand": OPEN, "fish": {"from": 9, "tiles": "1m"}},
        {"hand": OPEN, "fish": {"from": 1, "tiles": "1m1p1s2s"}},
        {"hand": OPEN, "fish": {"from": 1, "tiles": "999s"}},
        {"hand": OPEN, "fish": FISH},
        {"hand": OPEN, "horses": "1m"},
    ],
    "nanning-fan": [{"hand": OPEN, "declared": [4]}, {"hand": OPEN, "horses": "1m"}],
}
WUHAN: dict[str, Any] = {"hand": "[234p1]678m55p999s456s", "indicator": "6z"}
WUHAN_QUICK: list[dict[str, Any]] = [
    {},
    {"indicator": "9m", "melds_1": "[1m]"},
    {"indicator": "1m"},
    {"last_tile": True},
    {"hand": "[7z][234p1]678m55p999s456s", "chain": ["7z"]},
    {"hand": "[5z][7z][234p1]678m55p999s456s", "chain": "7z 5z"},
    {"hand": "[234p1]678m55p999s45s5z"},
    {"by": "discard", "from": 2, "waiting": [2]},
    {"by": "discard", "from": 2, "melds_2": "[7z]", "chain": ["7z"]},
    {"by": "rob_kong", "from": 2, "melds_2": "[666s1]"},
    {"indicator": "9s", "melds_1": "[111m1]"},
    # 清一色承包: who gave the third open meld; a concealed kong is none.
    {"hand": "[111m1][333m2][555m3]77999m"},
    {"hand": "[111m1][333m][567m1]77999m", "seat": 3, "by": "discard", "from": 1},
    {"hand": "[111m1][333m2][555m]77999m"},
    {"hand": "[111m1][333m2][5555m]77999m"},
    {"hand": "[5555m][111m1][333m2][9999m6]77m"},
    {"hand": "[123m1][456m1][789p1][333s1]55p", "by": "discard", "seat": 1, "from": 2, "waiting": "2"},
    {"hand": "[123m1][456m1][789p1][333s1]55p", "by": "discard", "seat": 1, "from": 2, "waiting": "0, 3"},
    {"hand": "[123m1][456m1][7777p][333s1]55p", "by": "discard", "seat": 2, "from": 0},
    {"hand": "[234p1]11335577999m"},
    {"hand": "[123s1]123456m67m99m5z"},
    {"hand": "1133557799m1133p"},
    {"hand": "11335577m11335z5z"},
    {"hand": "[111z1][222z1]1334466z6z", "indicator": "1p"},
    {"hand": "[222m1][555p1]2588m25s5z5z"},
    {"melds_1": "[7z][5z][123m1][222m2]", "melds_3": "[1111z][9999m1]"},
]
WUHAN_ALONE: list[dict[str, Any]] = [
    {"hand": None},
    {"hand": "1x"},
    {"hand": "[234p1]678m55p9999s56s", "melds_1": "[999s1]"},
    {"hand": "[234p1]678m55p99999s5s"},
    {"hand": "[234p1]678m5555p55p99s"},
    {"hand": "[234p1]678m99p99s5555z5z"},
    {"indicator": None},
    {"indicator": "1x"},
    {"horses": "1m"},
    {"declared": [1]},
    {"first_turn": True},
    {"tile": "7z", "hand": "[234p1]678m55p999s45s", "by": "discard"},
    {"tile": "5z", "hand": "[234p1]678m55p999s45s", "by": "discard"},
    {"by": "discard", "last_tile": True},
    {"hand": "[7z][234p1]678m55p999s456s", "chain": ["7z"], "last_tile": True},
    {"melds_2": "[777z1]"},
    {"melds_2": "[555z1]"},
    {"melds_2": "[1z]"},
    {"melds_2": "[345m1]", "indicator": "4m"},
    {"by": "rob_kong", "from": 2, "melds_2": "[678s1]"},
    {"melds_3": "[111z1][222z1][333z1][444z1][111m1]"},
    {"melds_3": "[5555s]"},
    {"melds_1": "[7z][7z]", "melds_2": "[7z][7z][7z]"},
    # The indicator is the fifth copy.
    {"indicator": "5p", "melds_1": "[555p1]"},
    {"indicator": "1m", "melds_1": "[1111m1]"},
]


@pytest.mark.parametrize(
    ("name", "row", "alone"),
    [
        *((name, row, False) for name, rows in QUICK.items() for row in rows),
        *((name, row, True) for name, rows in ALONE.items() for row in rows),
        *((name, WUHAN | row, False) for name in ("wuhan-kaikou", "wuhan-koukou") for row in WUHAN_QUICK),
        *((name, WUHAN | row, True) for name in ("wuhan-kaikou", "wuhan-koukou") for row in WUHAN_ALONE),
    ],
)
def test_rows_that_are_settled_alone(name: str, row: dict[str, Any], alone: bool) -> None:
    good = WUHAN if name.startswith("wuhan") else {"hand": OPEN}
    columns = {key: [good.get(key), row.get(key), good.get(key)] for key in {**good, **row}}
    rule_set = rules.get(name)
    parts, odd = rule_set.parts(Rows.of(pa.table(columns)))
    assert odd.tolist() == [False, alone, False]
    for place, told in enumerate((good, row, good)):
        if not odd[place]:
            assert of_key(rule_set, int(parts[0].keys[place])) == facts_of(rule_set, cells.deal_of(told))


def test_fish_of_the_players_own() -> None:
    fishing = rules.get("nanning-classic", fishing=1)
    rows = [
        {"hand": OPEN, "fish": fish} for fish in (FISH, ["9s", "9s", "9s", "1m"], ["5m", "9m", "1p", "1p"], FISH[::-1])
    ]
    parts, odd = fishing.parts(Rows.of(pa.Table.from_pylist(rows)))
    assert odd.tolist() == [False, True, False, False]
    for row, key, alone in zip(rows, parts[0].keys.tolist(), odd, strict=True):
        if not alone:
            assert of_key(fishing, key) == facts_of(fishing, cells.deal_of(row))


CLOSED_HANDS = [Hand.parse("".join(HANDS[name])) for name in ("seven pairs", "three quads", "one suit concealed")]


@pytest.mark.parametrize("kind", [pa.uint8(), pa.int16(), pa.int64(), pa.float64()], ids=str)
@pytest.mark.parametrize("form", ["hand", "counts", "columns"])
def test_counts_tell_all(kind: pa.DataType, form: str) -> None:
    """Of every type, as lists or in 34 columns; what is no count is left to be refused."""
    bad = [5, *[0] * 28, *[1] * 5, 4]
    counts = [list(hand.raw) for hand in CLOSED_HANDS] + [bad[:34], [0] * 34]
    counts += [[None, *counts[0][1:]], [2] * 7 + [0] * 26 + [None]]
    if form == "columns":
        columns = dict(zip(COUNT_NAMES, map(list, zip(*counts, strict=True)), strict=True))
        table = pa.table({name: pa.array(column, kind) for name, column in columns.items()})
    else:
        table = pa.table({form: pa.array(counts, pa.list_(kind))})
    classic = rules.get("nanning-classic")
    parts, odd = classic.parts(Rows.of(table))
    assert odd.tolist() == [False] * 3 + [True] * 4
    for row, key in zip(counts[:3], parts[0].keys.tolist(), strict=False):
        assert of_key(classic, key) == facts_of(classic, cells.deal_of({"counts": row}))


def plain(row: dict[str, Any]) -> bool:
    """Whether its cells go into one table with others: texts, numbers, truth values, and chains as texts."""
    return not any(isinstance(cell, (list, dict)) for key, cell in row.items() if key != "chain")


def settled(rule_set: RuleSet, row: dict[str, Any]) -> object:
    """What the deal of a row comes to, or the line that refuses it."""
    try:
        settlement = rule_set.settle(cells.deal_of(row))
    except TingpaiError as error:
        return str(error)
    (winner,) = settlement.winners
    return winner.score.patterns, winner.value, settlement.net


@pytest.mark.parametrize("name", [*QUICK, "wuhan-kaikou", "wuhan-koukou"])
def test_all_together(name: str) -> None:
    """No row's trouble hides another's."""
    if name.startswith("wuhan"):
        told = [(WUHAN | row, False) for row in WUHAN_QUICK] + [(WUHAN | row, True) for row in WUHAN_ALONE]
    else:
        told = [(row, alone) for cases, alone in ((QUICK, False), (ALONE, True)) for row in cases[name]]
    rows = [(row, alone) for row, alone in [*told, told[0]] if plain(row)]
    names = dict.fromkeys(key for row, _ in rows for key in row)
    text = {"hand", "tile", "by", "horses", "fish", "indicator", "chain", "waiting", "declared", "last_tile"}
    columns = {}
    for key in names:
        cells_of = [row.get(key) for row, _ in rows]
        if key in text or key.startswith("melds"):
            texts = (" ".join(cell) if isinstance(cell, list) else cell for cell in cells_of)
            cells_of = [cell if cell is None else str(cell) for cell in texts]
        columns[key] = cells_of
    rule_set, table = rules.get(name), pa.table(columns)
    _, odd = rule_set.parts(Rows.of(table))
    assert odd.tolist() == [alone for _, alone in rows]
    for (row, _), answer in zip(rows, rule_set.score_batch(table).to_pylist(), strict=True):
        pays = tuple(answer[f"pay_{seat}"] for seat in range(4))
        told = answer["error"] or (tuple(answer["patterns"]), answer["points"], pays)
        assert told == settled(rule_set, row), row


def test_a_kong_is_in_its_chain_once() -> None:
    table = pa.table({"hand": [KONGS] * 2, "chain": [["1111z", "1111z"], ["1111z"]]})
    _, odd = rules.get("nanning-classic").parts(Rows.of(table))
    assert odd.tolist() == [True, False]


def test_wildcards_where_nobody_has_laid_down_anything() -> None:
    table = pa.table({"hand": ["11335577m11335z5z", "123456m789p1122s5z"], "indicator": ["6z", "6z"]})
    for answer in rules.get("wuhan-kaikou").score_batch(table).to_pylist():
        assert answer["error"] == "seat 0: not opened: no chow, pung, exposed or added kong (expected an opened hand)"


def test_impossible_counts_beside_a_wildcard() -> None:
    """Five of a kind, and five wildcards: bad rows that leave the others alone."""
    good = list(Hand.parse("123456m789p1122s5z").raw)
    five = [5, 3, *[0] * 29, 1, 5, 0]
    table = pa.table({"counts": [good, [5, 3, 3, 2, *[0] * 27, 1, 0, 0], five], "indicator": ["6z"] * 3})
    told, *bad = rules.get("wuhan-kaikou").score_batch(table)["error"].to_pylist()
    assert told == "seat 0: not opened: no chow, pung, exposed or added kong (expected an opened hand)"
    assert ["more than four copies of 1m" in error for error in bad] == [True, True]


def test_a_chain_where_nobody_has_laid_down_anything() -> None:
    table = pa.table({"hand": [CLOSED] * 4, "chain": [None, ["1111z"], ["1111m"], []]})
    _, odd = rules.get("nanning-classic").parts(Rows.of(table))
    assert odd.tolist() == [False, True, True, False]
