"""Rows of played deals, changed at random: what the deal that a row tells is refused for, no table scores."""

from __future__ import annotations

import random
from typing import Any

import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.errors import TingpaiError
from tingpai.play import play_deal
from tingpai.rules import cells
from tingpai.rules.deal import SEATS, Deal
from tingpai.tiles import mpsz

WINS = 120
MANY = 1500
MELDS = ("[111z1]", "[2222z]", "[3333z5]", "[123m2]", "[7z]", "[5m]", "[456p]", "[777z1]", "[4444s3]", "[9m]", "[555p]")
TILES = (None, "5m", "7z", "1z", "8s")
KONGS: tuple[list[str], ...] = ([], ["2222z"], ["7z"], ["3333z"])


def row(told: dict[str, Any]) -> dict[str, Any]:
    whole = Deal.parse(told)
    win = whole.win
    assert win is not None
    melds = {f"melds_{seat}": "".join(map(str, hand.melds)) for seat, hand in enumerate(whole.hands)}
    keys = {key: told.get(key) for key in ("chain", "last_tile", "first_turn", "indicator")}
    return {
        "hand": mpsz(whole.won(win.winners[0]).tiles),
        "tile": None,
        "by": win.by.value,
        "seat": win.winners[0],
        "from": win.source,
        **melds,
        **keys,
    }


def changed(told: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """The row with one thing changed: melds of somebody, the winner, the moment, the kongs before it, the tile."""
    melds = f"melds_{chance.randrange(SEATS)}"
    change = chance.randrange(8)
    if change == 0:
        return told | {melds: told[melds] + chance.choice(MELDS)}
    if change == 1:
        return told | {melds: "".join(chance.sample(MELDS, chance.randrange(6)))}
    if change == 2:
        return told | {"seat": chance.randrange(SEATS)}
    if change == 3:
        return told | {"from": chance.choice((None, 0, 1, 2, 3))}
    if change == 4:
        return told | {"by": chance.choice(("self_draw", "discard", "rob_kong"))}
    if change == 5:
        kongs = list(told["chain"] or ())
        chance.shuffle(kongs)
        return told | {"chain": kongs[: chance.randrange(4)] + chance.choice(KONGS)}
    if change == 6:
        return told | {chance.choice(("last_tile", "first_turn")): True}
    return told | {"tile": chance.choice(TILES)}


@pytest.mark.parametrize("name", rules.NAMES)
@pytest.mark.parametrize("size", [WINS, pytest.param(MANY, marks=pytest.mark.slow)])
def test_changed_rows_score_as_their_deals_settle(name: str, size: int) -> None:
    rule_set = rules.get(name)
    chance = random.Random(size)
    rows: list[dict[str, Any]] = []
    for index in range(size):
        told: dict[str, Any] = play_deal(rule_set, 7, index)
        if told["win"] and len(told["win"]["winners"]) == 1:
            once = changed(row(told), chance)
            rows += [once, changed(once, chance)]
    good = 0
    for changed_row, answer in zip(rows, rule_set.score_batch(pa.Table.from_pylist(rows)).to_pylist(), strict=True):
        try:
            settlement = rule_set.settle(cells.deal_of(changed_row))
        except TingpaiError:
            assert answer["error"] is not None, changed_row
            continue
        assert answer["error"] is None, changed_row
        assert answer["points"] == settlement.winners[0].value, changed_row
        assert tuple(answer["patterns"]) == settlement.winners[0].score.patterns, changed_row
        assert tuple(answer[f"pay_{seat}"] for seat in range(SEATS)) == settlement.net, changed_row
        good += 1
    assert 0 < good < len(rows)
