"""`score_batch`: the columns and their defaults, in every form a table may bring them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.errors import InputError
from tingpai.hand import Hand
from tingpai.play import play_deal
from tingpai.rules.deal import SEATS, Deal
from tingpai.rules.scoring import score_rows
from tingpai.rules.table import COUNT_NAMES, Rows
from tingpai.tiles import mpsz

from .hands import HANDS, deal, refused

NANNING = [name for name in rules.NAMES if name.startswith("nanning")]
CLASSIC = rules.get("nanning-classic")


def complete(hand: str) -> str:
    text, tile = HANDS[hand]
    return text + tile


def score(rows: list[dict[str, Any]], name: str = "nanning-classic", **options: Any) -> list[dict[str, Any]]:
    names = dict.fromkeys(name for row in rows for name in row)
    table = pa.table({name: [row.get(name) for row in rows] for name in names})
    answer: list[dict[str, Any]] = rules.get(name, **options).score_batch(table).to_pylist()
    return answer


def pay(answer: dict[str, Any]) -> list[int]:
    return [answer[f"pay_{seat}"] for seat in range(SEATS)]


def test_a_hand_alone_is_a_self_draw_of_the_dealer() -> None:
    (answer,) = score([{"hand": complete("one suit concealed")}])
    assert answer == {
        "patterns": ["one_suit", "concealed"],
        "points": 24,
        "pay_0": 24,
        "pay_1": -8,
        "pay_2": -8,
        "pay_3": -8,
        "error": None,
    }


def test_types() -> None:
    answer = CLASSIC.score_batch(pa.table({"hand": [complete("plain")]}))
    assert answer.schema == pa.schema(
        [
            ("patterns", pa.list_(pa.string())),
            ("points", pa.int32()),
            *((f"pay_{seat}", pa.int32()) for seat in range(SEATS)),
            ("error", pa.string()),
        ]
    )


@pytest.mark.parametrize("kind", [pa.string(), pa.large_string(), pa.dictionary(pa.int32(), pa.string())])
def test_kinds_of_text(kind: pa.DataType) -> None:
    hands = pa.array([complete("plain"), complete("seven pairs")]).cast(kind)
    assert CLASSIC.score_batch(pa.table({"hand": hands}))["points"].to_pylist() == [9, 24]


@pytest.mark.parametrize("size", [0, 1])
def test_small_tables(size: int) -> None:
    table = pa.table({"hand": pa.array([complete("plain")] * size, pa.string())})
    assert CLASSIC.score_batch(table).num_rows == size


CONCEALED = ("plain concealed", "one suit concealed", "three quads", "all pungs concealed")


@pytest.mark.parametrize("form", ["fixed", "list", "wide", "hand", "integers", "columns"])
def test_counts_in_every_form(form: str) -> None:
    hands = [complete(hand) for hand in CONCEALED]
    counts = np.array([Hand.parse(hand).counts for hand in hands], np.uint8)
    flat = pa.array(counts.ravel())
    fixed = pa.FixedSizeListArray.from_arrays(flat, 34)
    tables = {
        "fixed": {"counts": fixed},
        "list": {"counts": fixed.cast(pa.list_(pa.uint8()))},
        "wide": {"counts": fixed.cast(pa.list_(pa.int64()))},
        "hand": {"hand": fixed},
        "integers": {"counts": pa.FixedSizeListArray.from_arrays(flat.cast(pa.int16()), 34)},
        "columns": {name: counts[:, place] for place, name in enumerate(COUNT_NAMES)},
    }
    told = CLASSIC.score_batch(pa.table({"hand": hands}))
    assert CLASSIC.score_batch(pa.table(tables[form])).equals(told)
    # So is a row that is settled alone.
    beside = {"declared": [None, [0], None, None]}
    refused = CLASSIC.score_batch(pa.table({**tables[form], **beside}))
    assert refused.equals(CLASSIC.score_batch(pa.table({"hand": hands, **beside})))
    assert refused["error"].null_count == 3


def test_slices_and_chunks() -> None:
    hands = [complete(hand) for hand in HANDS]
    whole = pa.table({"hand": hands, "seat": [place % 4 for place in range(len(hands))]})
    told = CLASSIC.score_batch(whole).to_pylist()
    assert CLASSIC.score_batch(whole.slice(3, 7)).to_pylist() == told[3:10]
    chunked = pa.concat_tables([whole.slice(0, 5), whole.slice(5)])
    assert CLASSIC.score_batch(chunked).to_pylist() == told


def test_no_hands() -> None:
    with refused(
        "the table has no hands (expected a column 'hand', a list column 'counts', or columns 1m to 7z)", InputError
    ):
        CLASSIC.score_batch(pa.table({"tile": ["1m"]}))


@pytest.mark.parametrize("name", ["melds_0", "melds_3"])
@pytest.mark.parametrize("cell", [{"a": 1}, [{"a": 1}], [["[111z1]"]], b"\xff"])
def test_columns_that_cannot_hold_melds(name: str, cell: Any) -> None:
    table = pa.table({"hand": [complete("plain")], name: [cell]})
    line = f"the column {name!r} holds {table[name].type} (expected texts, or lists of texts)"
    with refused(line, InputError):
        CLASSIC.score_batch(table)


@pytest.mark.parametrize("name", ["hand", "counts"])
@pytest.mark.parametrize("cell", [{"a": 1}, [{"a": 1}], [["1m"]]])
def test_columns_that_cannot_hold_counts(name: str, cell: Any) -> None:
    table = pa.table({name: [cell]})
    with refused(f"the column {name!r} holds {table[name].type} (expected 34 counts)", InputError):
        CLASSIC.score_batch(table)
    fixed = pa.table({name: pa.array([["1m"] * 34], pa.list_(pa.string(), 34))})
    with refused(f"the column {name!r} holds string (expected 34 counts)", InputError):
        CLASSIC.score_batch(fixed)
    wide = pa.table({count: [cell if count == "5m" else 0] for count in COUNT_NAMES})
    with refused(f"the column '5m' holds {wide['5m'].type} (expected 34 counts)", InputError):
        CLASSIC.score_batch(wide)


@pytest.mark.parametrize(
    ("column", "cell", "message"),
    [
        ("seat", float("inf"), "no seat inf (expected 0 to 3)"),
        ("waiting", "[1e999]", "no seat inf (expected 0 to 3)"),
        ("fish", "[" * 100_000, "fish is "),
        ("horses", '{"a":' * 100_000, "horses: "),
    ],
)
def test_absurd_cells(column: str, cell: Any, message: str) -> None:
    """Numbers without end and nesting without end are bad rows like others."""
    (answer,) = score([{"hand": complete("plain"), column: cell}])
    assert answer["error"].startswith(message)
    assert "\n" not in answer["error"]


def test_defaults_of_how_it_was_won() -> None:
    hand, tile = HANDS["plain"]
    answers = score(
        [
            {"hand": hand, "tile": tile},
            {"hand": hand + tile, "tile": tile},
            {"hand": hand, "tile": tile, "by": "discard"},
            {"hand": hand, "tile": tile, "by": "discard", "seat": 3},
            {"hand": hand, "tile": tile, "by": "discard", "seat": 3, "from": 1},
        ]
    )
    assert [pay(answer) for answer in answers] == [
        [9, -3, -3, -3],
        [9, -3, -3, -3],
        [2, -2, 0, 0],
        [-2, 0, 0, 2],
        [0, -2, 0, 2],
    ]


def test_melds_in_the_hand_or_in_the_column() -> None:
    concealed = "444s11z555z"
    melds = "[222m3][9999p2]"
    answers = score(
        [
            {"hand": melds + concealed},
            {"hand": concealed, "melds_0": melds},
            {"hand": melds + concealed, "melds_0": melds},
            {"hand": melds + concealed, "melds_0": "[9999p2][222m3]"},
            {"hand": concealed, "seat": 2, "melds_2": melds},
            {"hand": melds + concealed, "melds_0": "[222m3][9999p1]"},
        ]
    )
    assert [pay(answer) for answer in answers[:4]] == [[19, -6, -7, -6]] * 4
    assert pay(answers[4]) == [-7, -6, 19, -6]
    assert "two different lists of melds" in answers[5]["error"]
    nested = score([{"hand": concealed, "melds_0": ["[222m3]", "[9999p2]"]}])
    assert pay(nested[0]) == [19, -6, -7, -6]


CHAIN = {"hand": "[1111z5][2222z]345m67p99s", "tile": "8p", "seat": 1}


@pytest.mark.parametrize(
    "chain", [["1111z", "2222z"], "1111z 2222z", "1111z,2222z", '["1111z", "2222z"]', "[1111z] [2222z]"]
)
def test_chains_as_lists_or_text(chain: Any) -> None:
    (answer,) = score([{**CHAIN, "chain": chain}])
    assert answer["points"] == 36
    assert pay(answer) == [-36 - 4, 40, 0, 0]


@pytest.mark.parametrize(
    ("column", "cells"),
    [
        ("last_tile", [True, "true", "1", 1]),
        ("first_turn", [False, "false", "0", 0, None, ""]),
        ("seat", [2, "2", 2.0]),
    ],
)
def test_cells_of_csv(column: str, cells: list[Any]) -> None:
    hand, tile = HANDS["plain concealed"]
    answers = [score([{"hand": hand, "tile": tile, column: cell}])[0] for cell in cells]
    assert answers.count(answers[0]) == len(cells)
    assert answers[0]["error"] is None


MELDED = {"hand": HANDS["plain"][0], "tile": "8p", "by": "discard", "from": 2}


def test_a_row_that_is_settled_alone_is_scored_like_others() -> None:
    row = {"hand": complete("one suit"), "melds_1": "[6666z]"}
    told, alone = score([row, {**row, "chains": [{"seat": 1, "kongs": ["6666z"]}]}])
    assert told == alone
    assert told["patterns"] == ["one_suit"]


def test_horses_and_fish_at_once() -> None:
    """A hit and the winner's own fish each pay the win once more."""
    keys = {"horses": "5m", "fish": ["9m", "2m", "3s", "4m"]}
    (answer,) = score([{"hand": complete("plain"), **keys}], horses=1, fishing=1)
    assert pay(answer) == [27, -9, -9, -9]
    assert rules.get("nanning-classic", horses=1, fishing=1).settle(deal("plain", **keys)).net == (27, -9, -9, -9)


@pytest.mark.parametrize(("waiting", "points"), [([2], 9), ("2", 9), ("0 2", 9), ("[2]", 9), ([0, 1], 2), ([], 2)])
def test_a_melded_discarder_waits_as_the_column_says(waiting: Any, points: int) -> None:
    (answer,) = score([{**MELDED, "melds_2": "[555z1][666z2][777z3][444s1]", "waiting": waiting}])
    assert answer["points"] == points


def test_bonus_tiles() -> None:
    hand = complete("plain")
    assert score([{"hand": hand, "horses": "5m1z"}], horses=2)[0]["pay_0"] == 27
    fish = ["5m", "2m", "3s", "4m"]
    assert score([{"hand": hand, "fish": fish}], fishing=1)[0]["pay_0"] == 18
    assert score([{"hand": hand, "fish": '["5m", "2m", "3s", "4m"]'}], fishing=1)[0]["pay_0"] == 18
    turned = {"from": 2, "tiles": "3m"}
    assert pay(score([{"hand": hand, "fish": turned}], "nanning-zhang")[0]) == [6, -6, 6, -6]
    # Whatever they tell: each row's fish are its own.
    several = [{"from": 2, "tiles": "3m"}, {"from": 2, "tiles": "2m2m"}, None, {"from": 1, "tiles": "3m"}, turned]
    together = score([{"hand": hand, "seat": 1, "fish": fish} for fish in several], "nanning-zhang")
    assert together == [score([{"hand": hand, "seat": 1, "fish": fish}], "nanning-zhang")[0] for fish in several]
    assert [pay(answer)[1] for answer in together] != [9] * 5
    assert score([{"hand": hand, "declared": [0]}], "nanning-fan")[0]["points"] == 12
    assert score([{"hand": hand, "declared": "0"}], "nanning-fan")[0]["points"] == 12


BAD = [
    ({"hand": "1x"}, "position 1"),
    ({"hand": None}, "no hand"),
    ({"hand": "123m"}, "3 concealed tiles"),
    ({"hand": "123m11z"}, "5 concealed tiles beside 0 melds"),
    ({"hand": "147m258p369s12345z"}, "the hand is not complete"),
    ({"hand": "147m258p369s1234z"}, "the hand is not complete"),
    ({"hand": complete("plain"), "tile": "1p"}, "1p is not in the hand"),
    ({"hand": complete("plain"), "tile": "x"}, "unknown character"),
    ({"hand": complete("plain"), "by": "theft"}, "theft"),
    ({"hand": complete("plain"), "seat": 4}, "no seat 4"),
    ({"hand": complete("plain"), "from": 2}, "a self-draw from seat 2"),
    ({"hand": complete("plain"), "by": "discard", "from": 0}, "seat 0: wins on his own discard"),
    ({"hand": complete("plain"), "last_tile": "perhaps"}, "neither true nor false"),
    ({"hand": complete("plain"), "chain": ["9999m"]}, "seat 0: the chain's kong 9999m is none"),
    ({"hand": complete("plain"), "melds_1": "[999s1]"}, "five of a kind over the table: 5 copies of 9s"),
    ({"hand": complete("plain"), "melds_1": "[123m1]"}, "seat 1: the chow"),
    ({"hand": complete("plain"), "melds_1": "[12z]"}, "seat 1: .*impossible meld"),
    ({"hand": complete("plain"), "melds_1": "[555z1][666z1][777z1]", "seat": 0}, "seat 0: locked"),
    ({"hand": complete("plain"), "melds_1": "[555z][666z][777z]", "seat": 0}, "seat 1: the source of"),
    ({"hand": complete("plain"), "horses": "1m"}, "seat 0: 1 horses"),
    ({"hand": complete("plain"), "fish": ["1m", "1m", "1m", "2m"]}, "seat 0: 1 fish"),
    ({"hand": complete("plain"), "indicator": "1m"}, "has no key 'indicator'"),
    ({"hand": complete("plain"), "declared": [0]}, "has no key 'declared'"),
    ({"hand": complete("plain"), "by": "rob_kong", "from": 1}, "seat 1: no pung of 8p"),
    ({"hand": complete("plain"), "first_turn": True}, "seat 0: a claimed meld before"),
    ({"hand": "[111z][222z1][333m1]44m99s", "tile": "9s"}, "seat 0: the source of"),
]


@pytest.mark.parametrize(("row", "message"), BAD)
def test_a_bad_row_says_why_and_leaves_the_others_alone(row: dict[str, Any], message: str) -> None:
    good = {"hand": complete("plain")}
    before, bad, after = score([good, row, good])
    assert re.search(message, bad["error"])
    assert [bad[name] for name in ("patterns", "points", "pay_0", "pay_1", "pay_2", "pay_3")] == [None] * 6
    assert before == after == score([good])[0]


@pytest.mark.parametrize(
    ("name", "hand", "more"),
    [
        ("nanning-classic", "147m258p369s12345z", {}),
        ("nanning-classic", "147m258p369s1234z", {}),
        ("wuhan-kaikou", "[234p1]678m66p999s456s", {"indicator": "6z"}),
    ],
)
def test_a_hand_that_does_not_win_is_no_fault_of_its_row(name: str, hand: str, more: dict[str, Any]) -> None:
    """Whatever a cell may say."""
    rows = [{"hand": hand, "by": None}, {"hand": hand, "by": "the hand is not complete"}]
    found = score_rows(rules.get(name), Rows.of(pa.Table.from_pylist([row | more for row in rows])))
    assert [outcome.error is None for outcome in found.outcomes] == [False, False]
    ((row, error),) = found.faults()
    assert (row, error.what) == (1, "a win by 'the hand is not complete'")


@pytest.mark.parametrize(
    ("name", "column", "cell", "message"),
    [
        ("nanning-laiyou", "fish", ["1m", "2m", "3m", "4m"], "has no key 'fish'"),
        ("nanning-laiyou", "horses", "1234m1234p1234s1234z", "seat 0: 16 horses"),
        ("nanning-laiyou", "horses", "5x", "horses: "),
        ("nanning-laiyou", "horses", "[222m]", "horses: "),
        ("nanning-laiyou", "horses", "8888p", "five of a kind over the table: 5 copies of 8p"),
        ("nanning-zhang", "fish", {"from": 9, "tiles": "1m"}, "fish names seat 9"),
        ("nanning-zhang", "fish", {"from": 1, "tiles": "888p9s"}, "4 tiles turned"),
        ("nanning-zhang", "horses", "1m", "has no key 'horses'"),
        ("nanning-classic", "chain", ["12m"], "seat 0: '12m' in a chain is no kong"),
        ("nanning-classic", "chain", [None, "1111m"], "a chain names None"),
        ("nanning-classic", "chains", [{"seat": 1, "kongs": ["1111m"]}], "seat 1: the chain's kong 1111m"),
    ],
)
def test_bad_cells_of_one_rule_set(name: str, column: str, cell: Any, message: str) -> None:
    hand = complete("plain")
    good, bad = score([{"hand": hand}, {"hand": hand, column: cell}], name)
    assert good["error"] is None
    assert message in bad["error"]


@pytest.mark.parametrize(
    ("horses", "hits"),
    [
        ("5m", 1),
        ("5m6m", 1),
        ("5m6m7m", 1),
        ("5m6m7m8m", 1),
        ("", 0),
        ("6m6m", 0),
        ("1m1m", 2),
        ("1m1m5p", 3),
        ("1111m", 4),
    ],
)
def test_any_number_of_horses(horses: str, hits: int) -> None:
    """1 5 9 belong to the dealer; what as many tiles as a hand may have is read like one, and the others one by one."""
    (answer,) = score([{"hand": complete("plain"), "horses": horses}], "nanning-laiyou")
    assert pay(answer) == [9 * (1 + hits), *[-3 * (1 + hits)] * 3]


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        ([5] + [0] * 32 + [9], "more than four copies of 1m"),
        ([0] * 33, "33 counts"),
        ([0] * 33 + [-1], "counts that are none"),
        ([2] * 7 + [0] * 26 + [-1], "counts that are none"),
        ([2] * 7 + [0] * 26 + [300], "counts that are none"),
        ([258, *[2] * 6, *[0] * 27], "counts that are none"),
        ([4, 4, 4, 2] + [0] * 30, None),
        ([4, 4, 4, 1] + [0] * 30, "the hand is not complete"),
        ([1] * 14 + [0] * 20, "the hand is not complete"),
        (None, "no hand"),
    ],
)
def test_counts_that_are_none(counts: list[int] | None, message: str | None) -> None:
    column = pa.array([counts, [2] * 7 + [0] * 27], pa.list_(pa.int16()))
    bad, good = CLASSIC.score_batch(pa.table({"counts": column})).to_pylist()
    assert good["points"] == 48
    assert (bad["error"] is None) if message is None else (message in bad["error"])


def test_counts_and_the_winning_tile() -> None:
    """A row that is settled as a deal knows no last tile of its counts: any may stand for it."""
    counts = list(Hand.parse("123456789m11122z").counts)
    rows = [{"counts": counts, "melds_1": "[111p2]444z"}, {"counts": counts, "tile": "2z", "melds_1": "[333z1]"}]
    refused, scored = score(rows)
    assert "seat 1" in refused["error"]
    assert scored["points"] == 12


def row(told: dict[str, Any]) -> dict[str, Any]:
    deal = Deal.parse(told)
    assert deal.win is not None
    (winner,) = deal.win.winners
    return {
        "hand": mpsz(deal.hands[winner].tiles),
        "tile": str(deal.win.tile),
        "by": deal.win.by.value,
        "seat": winner,
        "from": deal.win.source,
        "chain": told.get("chain"),
        "last_tile": told.get("last_tile"),
        **{f"melds_{seat}": "".join(map(str, hand.melds)) for seat, hand in enumerate(deal.hands)},
    }


@pytest.mark.parametrize("name", NANNING)
def test_legal_rows_are_scored_by_their_keys(name: str) -> None:
    """What the property tests compare with `settle` is the quick way, not the deal of one row again."""
    played = [play_deal(rules.get(name), 7, index) for index in range(60)]
    rows = [row(told) for told in played if told["win"] and len(told["win"]["winners"]) == 1]
    read = Rows.of(pa.Table.from_pylist(rows))
    _, odd = rules.get(name).parts(read)
    assert len(rows) > 20
    assert odd.mean() < 0.1


@pytest.mark.parametrize("name", NANNING)
def test_later_batches_score_as_the_first(name: str) -> None:
    chosen = rules.get(name)
    table = pa.table({"hand": [complete(hand) for hand in HANDS]})
    assert chosen.score_batch(table).equals(chosen.score_batch(table))


@pytest.mark.parametrize("table", [5, {"hand": ["55m"]}])
def test_tables_of_another_type(table: Any) -> None:
    with pytest.raises(InputError, match=r"a table of the type (int|dict) \(expected a pyarrow.Table\)"):
        CLASSIC.score_batch(table)
