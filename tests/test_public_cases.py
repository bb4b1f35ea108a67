"""Hands and texts that other tools got wrong, as their users reported them: each is right here, or clearly refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tingpai import HandError, NotationError, TingpaiError, batch, decompose, is_win, reference, shanten, waits
from tingpai.notation import parse_hand, parse_tiles
from tingpai.tiles import mpsz

CASES = [
    json.loads(line) for line in (Path(__file__).parent / "data" / "public-hand-cases.jsonl").open(encoding="utf-8")
]
SEVEN_PAIRS = {"off": False, "luxury": True}


def of_kind(*kinds: str) -> Callable[[Callable[..., None]], Callable[..., None]]:
    chosen = [case for case in CASES if case["kind"] in kinds]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def hand_of(case: dict[str, Any]) -> str:
    """The case's hand in our notation: its melds in brackets."""
    return "".join(f"[{meld}]" for meld in case["input"].get("melds", ())) + case["input"]["hand"]


def refused(case: dict[str, Any]) -> bool:
    """Outside of what is promised, or fifteen tiles: no answer but an error is right."""
    return case.get("scope") == "not promised" or case["id"] == "nowin-kan-undeclared"


@of_kind("win")
def test_win(case: dict[str, Any]) -> None:
    pairs = SEVEN_PAIRS[case["input"]["seven_pairs"]]
    if refused(case):
        with pytest.raises(HandError, match="too many tiles"):
            is_win(hand_of(case), seven_pairs=pairs)
    else:
        assert is_win(hand_of(case), seven_pairs=pairs) == case["expected"]["win"]


@of_kind("waits")
def test_waits(case: dict[str, Any]) -> None:
    found = waits(hand_of(case), seven_pairs=SEVEN_PAIRS[case["input"]["seven_pairs"]])
    if case["input"]["orphans"]:
        assert found == ()  # thirteen orphans is no hand here
    else:
        assert mpsz(found) == case["expected"]["waits"]


@of_kind("shanten")
def test_shanten(case: dict[str, Any]) -> None:
    expected = case["expected"]
    hand = hand_of(case)
    standard = shanten(hand, seven_pairs=False)
    assert standard == expected.get("shanten_standard", expected.get("standard", standard))
    for pairs, key in (("distinct", "seven_pairs_distinct"), (True, "seven_pairs_quads_ok")):
        if key in expected:
            assert shanten(hand, seven_pairs=pairs) == min(standard, expected[key])


@of_kind("seven-pairs")
def test_seven_pairs(case: dict[str, Any]) -> None:
    answers = {
        "standard": is_win(case["input"]["hand"], seven_pairs=False),
        "seven_pairs_distinct": is_win(case["input"]["hand"], seven_pairs="distinct"),
        "seven_pairs_quads_ok": is_win(case["input"]["hand"]),
    }
    assert answers == case["expected"]


@of_kind("decomposition")
def test_decomposition(case: dict[str, Any]) -> None:
    readings = decompose(hand_of(case))
    standard = [sorted(map(mpsz, reading.groups)) for reading in readings if reading.kind == "standard"]
    assert sorted(standard) == sorted(sorted(groups) for groups in case["expected"]["decompositions"])
    assert len(standard) == case["expected"]["count"]
    assert (len(readings) > len(standard)) == case["expected"].get("also_seven_pairs", False)


@of_kind("wild-win", "wild-waits")
def test_wildcards(case: dict[str, Any]) -> None:
    counts = [0] * 34
    for tile in parse_tiles(case["input"]["natural"]) if case["input"]["natural"] else ():
        counts[tile] += 1
    wildcards = case["input"]["wilds"]
    pairs = SEVEN_PAIRS[case["input"].get("seven_pairs", "luxury")]
    row = np.array([counts], np.uint8)
    if refused(case):
        for ask in (
            lambda: batch.is_win(row, None, wildcards, pairs),
            lambda: reference.is_win(counts, None, wildcards),
        ):
            with pytest.raises(HandError, match="wildcards"):
                ask()
    elif case["kind"] == "wild-win":
        assert reference.is_win(counts, None, wildcards, pairs) == case["expected"]["win"]
        assert batch.is_win(row, None, wildcards, pairs)[0] == case["expected"]["win"]
    else:
        expected = sum(1 << tile for tile in parse_tiles(case["expected"]["waits"]))
        assert reference.waits(counts, None, wildcards, pairs) == expected
        assert batch.waits(row, None, wildcards, pairs)[0] == expected


@of_kind("invalid-hand")
def test_invalid_hand(case: dict[str, Any]) -> None:
    if "counts34" in case["input"]:
        counts = [0] * 34
        counts[:5], counts[26] = [4, 4, 4, 3, 1], -2
        with pytest.raises(HandError, match="negative count of 9s"):
            is_win(counts)
        with pytest.raises(HandError, match="negative count of 9s"):
            batch.is_win(np.array([counts]))
        return
    with pytest.raises(HandError, match=case["expected"]["error"]) as caught:
        parse_hand(hand_of(case))
    assert all(tile in str(caught.value) for tile in case["expected"].get("tile", ()))


PARSE = {case["id"]: case for case in CASES if case["kind"] == "parse"}


@pytest.mark.parametrize("name", ["np-botzone", "np-unicode-order", "np-unicode-vs16", "np-chinese-names"])
def test_parse(name: str) -> None:
    tiles = PARSE[name]["input"]["tiles"]
    text = tiles if isinstance(tiles, str) else "".join(tiles)
    assert parse_tiles(text) == parse_tiles(PARSE[name]["expected"]["mpsz"])


def test_parse_surrogate_pairs_of_json() -> None:
    case = PARSE["np-utf16-pairs"]
    assert mpsz(parse_tiles(json.loads(case["input"]["json"]))) == case["expected"]["mpsz"]


def test_parse_tile_by_tile() -> None:
    case = PARSE["np-interleaved"]
    tiles = list(map(str, parse_tiles(case["input"]["text"])))
    assert {tile: tiles.count(tile) for tile in tiles} == case["expected"]["counts"]


def test_parse_refuses_honours_that_do_not_exist() -> None:
    case = PARSE["np-0z-8z-9z"]
    for text in case["input"]["text"].split(" / "):
        with pytest.raises(NotationError, match=case["expected"]["error"]):
            parse_hand(text)


def test_parse_refuses_a_lone_letter() -> None:
    case = PARSE["np-lone-letter"]
    with pytest.raises(NotationError, match=case["expected"]["error"]):
        parse_hand(case["input"]["text"])


def test_parse_refuses_foreign_schemes() -> None:
    schemes = PARSE["np-dragons-order"]["input"]["codes_by_scheme"]
    foreign = [
        PARSE["np-letters-clash-1"]["input"]["tiles"],
        PARSE["np-unicode-others"]["input"]["tiles"],
        " ".join(PARSE["np-wind-name-mod"]["input"]["codes"]),
        schemes["wengang285"],
    ]
    for text in foreign:
        with pytest.raises(TingpaiError, match=r"position \d"):
            parse_tiles(text)
    for scheme in ("botzone", "mpsz"):
        names = "".join(tile.chinese for tile in parse_tiles(schemes[scheme]))
        assert names == PARSE["np-dragons-order"]["expected"][scheme].replace(" ", "")
