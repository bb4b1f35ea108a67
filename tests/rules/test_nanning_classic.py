"""nanning-classic: every number of section 1 of the rules, and its settlements."""

from __future__ import annotations

from typing import Any

import pytest

from tingpai import rules
from tingpai.errors import DealError, OptionError

from .hands import DISCARD, ROBBING, deal, facts, paid, refused

CLASSIC = rules.get("nanning-classic")

# hand: plain discard, self-draw of all three, big discard
TABLE = {
    "plain": (2, 9, 9),
    "plain concealed": (4, 12, 12),
    "one suit": (9, 18, 18),
    "one suit concealed": (12, 24, 24),
    "all honours all pungs": (18, 36, 36),
    "all pungs": (9, 18, 18),
    "all pungs concealed": (12, 24, 24),
    "all pungs one suit": (18, 36, 36),
    "all pungs one suit concealed": (24, 48, 48),
    "seven pairs": (12, 24, 24),
    "seven pairs one suit": (24, 48, 48),
    "one quad": (24, 48, 48),
    "one quad one suit": (48, 96, 96),
    "two quads": (48, 96, 96),
    "two quads one suit": (96, 192, 192),
    "three quads": (96, 192, 192),
    "three quads one suit": (192, 384, 384),
    "melded": (18, 18, 36),
    "melded one suit": (36, 36, 72),
}
BIG = {
    "discard after a kong": {"by": DISCARD, "chain": "c"},
    "melded discarder": {"by": DISCARD, "from_melded": 1},
    "last tile discard": {"by": DISCARD, "last_tile": 1},
    "robbing": {"by": ROBBING},
}


def value(hand: str, **how: Any) -> int:
    """What a discarder pays, or all three for a self-draw."""
    share = CLASSIC.score(facts(hand, **how)).share
    return share if how.get("by") else 3 * share


@pytest.mark.parametrize("hand", TABLE)
def test_table(hand: str) -> None:
    discard, self_draw, _ = TABLE[hand]
    assert value(hand, by=DISCARD) == discard
    assert value(hand) == self_draw


@pytest.mark.parametrize("big", BIG)
@pytest.mark.parametrize("hand", TABLE)
def test_every_hand_on_every_big_discard(hand: str, big: str) -> None:
    assert value(hand, **BIG[big]) == TABLE[hand][2]


@pytest.mark.parametrize("hand", TABLE)
def test_tiles_score_as_the_table_says(hand: str) -> None:
    discard, self_draw, _ = TABLE[hand]
    if "melded" not in hand:
        assert CLASSIC.settle(deal(hand)).winners[0].value == self_draw
    assert CLASSIC.settle(deal(hand, by="discard", source=2)).winners[0].value == discard


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("plain", 18 + 1),
        ("one suit", 36 + 1),
        ("all pungs", 36 + 1),
        ("all pungs one suit", 72 + 1),
    ],
)
def test_printed_win_after_an_exposed_kong(hand: str, points: int) -> None:
    assert _after_kong(hand, "e") == {1: points}


@pytest.mark.parametrize(
    ("hand", "chain", "points"),
    [
        ("plain concealed", "c", 27),
        ("plain concealed", "cc", 54),
        ("plain concealed", "ccc", 105),
        ("all pungs concealed", "cccc", 396),
        ("all pungs one suit concealed", "c", 99),
        ("plain", "e", 19),
        ("plain", "ea", 38),
        ("plain", "eaa", 75),
        ("all pungs", "eaaa", 292),
    ],
)
def test_kong_chains(hand: str, chain: str, points: int) -> None:
    assert sum(_after_kong(hand, chain).values()) == points


@pytest.mark.parametrize("chain", ["e1cc", "ca2c", "cca3", "e2a1c", "a1", "ce1"])
def test_first_source_pays_everything_whatever_the_order(chain: str) -> None:
    """先明后暗, 先暗后明: the source of the first exposed or added kong pays the win and every kong of the chain."""
    letters = [letter for letter in chain if letter.isalpha()]
    source = int(next(letter for letter in chain if letter.isdigit()))
    kongs = sum(3 if letter == "c" else 1 for letter in letters)
    assert _after_kong("plain", chain) == {(0 - source) % 4: 9 * 2 ** len(letters) + kongs}


def _after_kong(hand: str, chain: str) -> dict[int, int]:
    """What each seat pays dealer 0 for a win after `chain`, its kong points included."""
    outcome = CLASSIC.outcome(facts(hand, chain).key)
    assert sum(outcome.pay) == 0
    return {seat: -points for seat, points in enumerate(outcome.pay) if points < 0}


@pytest.mark.parametrize(
    ("hand", "chain", "points"),
    [
        ("plain", "cc", 18),
        ("plain concealed", "ee", 24),
        ("plain", "ccc", 36),
        ("plain concealed", "eaa", 48),
        ("plain", "eaac", 72),
        ("plain concealed", "cccc", 96),
    ],
)
def test_printed_discards_after_a_chain(hand: str, chain: str, points: int) -> None:
    assert value(hand, by=DISCARD, chain=chain) == points


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("plain", 9),
        ("plain concealed", 12),
        ("one suit", 18),
        ("all pungs", 18),
        ("all pungs concealed", 24),
        ("melded", 36),
    ],
)
@pytest.mark.parametrize("links", [1, 2, 3, 4])
def test_printed_robbing_and_robbing_in_a_chain(hand: str, points: int, links: int) -> None:
    assert value(hand, by=ROBBING, chain="eaa"[: links - 1]) == points * 2 ** (links - 1)


@pytest.mark.parametrize("chain", ["c", "ec", "ca", "eca"])
def test_no_robbing_after_a_concealed_kong(chain: str) -> None:
    """暗杠等于加了保险."""
    with refused(
        "seat 0: robs a kong made after a concealed one 暗杠等于加了保险 (expected no concealed kong before it)"
    ):
        value("plain", by=ROBBING, chain=chain)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("plain", 9),
        ("plain concealed", 12),
        ("all pungs", 18),
        ("all pungs concealed", 24),
        ("all pungs one suit", 36),
        ("all pungs one suit concealed", 48),
        ("seven pairs", 24),
        ("one quad", 48),
        ("two quads", 96),
        ("three quads", 192),
    ],
)
def test_printed_discards_of_a_melded_hand(hand: str, points: int) -> None:
    assert value(hand, by=DISCARD, from_melded=1) == points


@pytest.mark.parametrize("seat", [0, 2])
def test_printed_heavenly_and_earthly_wins(seat: int) -> None:
    name = "earthly" if seat else "heavenly"
    score = CLASSIC.score(facts("plain concealed", seat=seat, first_turn=1))
    assert (score.share, name in score.patterns) == (8, True)


def test_first_turn_after_a_concealed_kong_is_only_a_win_after_a_kong() -> None:
    score = CLASSIC.score(facts("plain concealed", "c", first_turn=1))
    assert (score.share, score.patterns) == (8, ("win_after_kong", "concealed"))


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        ("plain concealed", 12),
        ("all pungs one suit concealed", 48),
        ("seven pairs one suit", 48),
        ("one quad", 48),
        ("one quad one suit", 96),
        ("two quads", 96),
        ("two quads one suit", 192),
        ("three quads", 192),
        ("three quads one suit", 384),
    ],
)
def test_printed_human_wins(hand: str, points: int) -> None:
    assert value(hand, by=DISCARD, seat=2, first_turn=1) == points


@pytest.mark.parametrize(("hand", "points"), [("plain", 18), ("plain concealed", 24)])
def test_printed_last_tile_draws(hand: str, points: int) -> None:
    assert value(hand, last_tile=1) == points


@pytest.mark.parametrize(("hand", "points"), [("plain", 9), ("plain concealed", 12), ("all pungs", 18)])
def test_printed_last_tile_discards(hand: str, points: int) -> None:
    assert value(hand, by=DISCARD, last_tile=1) == points


@pytest.mark.parametrize("by", [0, DISCARD])
def test_no_kong_on_the_last_tile(by: int) -> None:
    with refused("seat 0: a kong on the last tile 海底无牌可杠 (expected no chain)"):
        value("plain", by=by, chain="c", last_tile=1)


def test_several_reasons_for_a_big_discard_count_once() -> None:
    assert value("plain", by=DISCARD, chain="c", from_melded=1) == 9
    assert value("plain", by=DISCARD, last_tile=1, from_melded=1) == 9


@pytest.mark.parametrize(("flat", "points"), [(False, 12), (True, 9)])
def test_option_big_discard_flat(flat: bool, points: int) -> None:
    chosen = rules.get("nanning-classic", big_discard_flat=flat)
    for big in BIG.values():
        assert chosen.score(facts("plain concealed", **big)).share == points
        assert chosen.score(facts("plain", **big)).share == 9
        assert chosen.score(facts("all pungs concealed", **big)).share == 24
    assert chosen.score(facts("plain concealed", by=DISCARD)).share == 4
    # 人胡 keeps its 4 units.
    assert chosen.score(facts("plain concealed", by=DISCARD, first_turn=1, seat=1)).share == 12


def test_seven_pairs_or_standard_whichever_is_more() -> None:
    settled = CLASSIC.settle(deal("1122334455667m", "7m"))
    assert (settled.winners[0].score.reading, settled.winners[0].value) == ("seven_pairs", 48)


# ---- settlements ----

LOCKED = "[111z1][222z1][333m1]44m99s"  # seat 3 supplied three melds of seat 0


@pytest.mark.parametrize(
    ("how", "dead", "expected"),
    [
        ({}, False, {(3, 0): 18}),
        ({}, True, {(3, 0): 36}),
        ({"by": "discard", "source": 3}, False, {(3, 0): 18}),
        ({"by": "discard", "source": 3}, True, {(3, 0): 36}),
        ({"by": "discard", "source": 1}, False, {(1, 0): 9, (3, 0): 9}),
        ({"by": "discard", "source": 1}, True, {(1, 0): 9, (3, 0): 18}),
    ],
)
def test_lock_and_dead_lock(how: dict[str, Any], dead: bool, expected: dict[tuple[int, int], int]) -> None:
    settled = rules.get("nanning-classic", dead_lock=dead).settle(deal(LOCKED, "9s", **how))
    assert paid(settled) == expected
    assert settled.winners[0].value == sum(expected.values())


def test_locked_player_takes_the_place_of_a_kongs_source() -> None:
    hand = "[111z1][222z1][333m1][4444p3]9s"
    settled = CLASSIC.settle(deal(hand, "9s", chain=["4444p"]))
    assert paid(settled, "win") == {(3, 0): 36}
    assert paid(settled, "kong 4444p") == {(3, 0): 1}
    dead = rules.get("nanning-classic", dead_lock=True).settle(deal(hand, "9s", chain=["4444p"]))
    assert paid(dead) == {(3, 0): 72 + 1}


def test_a_kong_outside_the_chain_keeps_its_payer() -> None:
    settled = CLASSIC.settle(deal("[1111z3][2222p]345m67s99s", "8s", chain=["2222p"]))
    assert paid(settled) == {(1, 0): 6 + 1 + 1, (2, 0): 6 + 1, (3, 0): 6 + 1}


def test_locked_player_cannot_win() -> None:
    with refused("seat 3: locked 封胡: he supplied three of seat 0's melds and cannot win (expected another winner)"):
        CLASSIC.settle(deal("plain", seat=3, others={0: "[555z1][333z1][444z1]"}))


def test_a_lock_without_its_winner_costs_nothing() -> None:
    settled = CLASSIC.settle(deal("plain", seat=1, others={0: "[555z1][333z1][444z1]"}))
    assert paid(settled) == {(seat, 1): 3 for seat in (0, 2, 3)}


def test_unknown_source_is_refused_where_a_lock_hangs_on_it() -> None:
    with refused(
        "seat 0: the source of [111z] is not known, and a lock 封胡 depends on it (expected 1, 2 or 3 behind its tiles)"
    ):
        CLASSIC.settle(deal("[111z][222z1][333m1]44m99s", "9s"))
    with refused(
        "seat 0: the source of [333m] is not known, and a lock 封胡 depends on it (expected 1, 2 or 3 behind its tiles)"
    ):
        CLASSIC.settle(deal("[111z1][2222z][333m][444m1]9s", "9s"))
    assert CLASSIC.settle(deal("[111z][222z1]333m44m99s", "9s")).winners[0].value == 18


def test_unknown_sources_beside_a_lock_and_where_no_lock_hangs_on_them() -> None:
    with refused("seat 0: locked 封胡: he supplied three of seat 1's melds and cannot win (expected another winner)"):
        CLASSIC.settle(deal("plain", others={1: "[555z1][666z1][777z1][444s]"}))
    with refused(
        "seat 1: the source of [777z] is not known, and a lock 封胡 depends on it (expected 1, 2 or 3 behind its tiles)"
    ):
        CLASSIC.settle(deal("plain", others={1: "[555z1][666z1][777z]"}))
    with refused(
        "seat 1: the source of [555z] is not known, and a lock 封胡 depends on it (expected 1, 2 or 3 behind its tiles)"
    ):
        CLASSIC.settle(deal("plain", others={1: "[555z][666z][777z]"}))
    # Whoever it was, he is not the winner.
    assert CLASSIC.settle(deal("plain", others={1: "[555z2][666z2][777z]"})).winners[0].value == 9


def test_discard_after_kongs_leaves_the_kong_points() -> None:
    settled = CLASSIC.settle(
        deal("plain", by="discard", source=2, others={2: "[5555z1][6666z]"}, chain=["5555z", "6666z"])
    )
    assert paid(settled, "win") == {(2, 0): 18}
    assert paid(settled, "kong 5555z") == {(1, 2): 1}
    assert paid(settled, "kong 6666z") == {(0, 2): 1, (1, 2): 1, (3, 2): 1}


def test_robbed_kong_earns_nothing_and_the_earlier_one_stands() -> None:
    settled = CLASSIC.settle(
        deal("plain", by="rob_kong", source=2, others={2: "[5555z1][888p2]"}, chain=["5555z", "8888p"])
    )
    assert paid(settled) == {(2, 0): 18, (1, 2): 1}


def test_robbed_player_must_have_the_pung() -> None:
    with refused(
        "seat 2: no pung of 8p that a fourth was added to: only an added kong can be robbed (expected the pung)"
    ):
        CLASSIC.settle(deal("plain", by="rob_kong", source=2, others={2: "[8888p]"}))


def test_robber_cannot_hold_a_copy() -> None:
    with refused("seat 0: five of a kind over the table: 6 copies of 9s (expected at most four)"):
        CLASSIC.settle(deal("all pungs", by="rob_kong", source=2, others={2: "[999s2]"}))


@pytest.mark.parametrize(
    ("discarder", "waiting", "points"),
    [
        ("[555z1][666z2][777z3][999p1]1p", [], 9),
        ("[555z1][666z2][777z3][111p1]1p", [], 2),  # his fourth 1p is dead: he waits for nothing
        ("[555z1][666z2][777z3][999p1]", [1], 9),
        ("[555z1][666z2][777z3][999p1]", [], 2),
        ("[555z1][666z2][777z3][9999p]1p", [], 2),
    ],
)
def test_discards_of_a_melded_hand(discarder: str, waiting: list[int], points: int) -> None:
    hand = deal("plain", by="discard", source=1, others={1: discarder}, waiting=waiting)
    assert paid(CLASSIC.settle(hand), "win") == {(1, 0): points}


def test_a_concealed_kong_is_not_claimed_from_anyone() -> None:
    settled = CLASSIC.settle(deal("[111z1][222z2][333m3][4444p]9s", "9s", by="discard", source=1))
    assert (settled.winners[0].score.patterns, settled.winners[0].value) == (("all_pungs",), 9)


def test_exhausted_hand_pays_kong_points_alone() -> None:
    players = [{"hand": text} for text in ("[1111m]", "[2222m1]", "[3333m6]", "")]
    settled = CLASSIC.settle({"players": players, "last_drawer": 3})
    assert settled.winners == ()
    assert paid(settled) == {(1, 0): 1, (2, 0): 1, (3, 0): 1, (0, 1): 1, (0, 2): 1}
    assert settled.next_dealer == 3


def test_several_winners_are_each_paid_by_the_discarder() -> None:
    hand = deal("plain", by="discard", source=3, others={1: "67p123456s111p99m"})
    hand["win"]["winners"] = [0, 1]
    settled = CLASSIC.settle(hand)
    assert paid(settled) == {(3, 0): 2, (3, 1): 4}
    assert settled.next_dealer == 3


# 6s 南 belong to seat 1, 3m 白 to seat 2, 8p 北 to seat 3.
@pytest.mark.parametrize(("horses", "each"), [("", 3), ("2m", 3), ("5m", 6), ("7z1z", 9), ("9s4m", 6)])
def test_option_horses_after_a_self_draw(horses: str, each: int) -> None:
    settled = rules.get("nanning-classic", horses=2).settle(deal("plain", horses=horses))
    assert paid(settled) == {(seat, 0): each for seat in (1, 2, 3)}
    assert paid(settled, "horses") == {(seat, 0): each - 3 for seat in (1, 2, 3) if each > 3}
    assert settled.winners[0].value == 9


def test_horses_do_not_multiply_kong_points_and_stay_away_from_exposed_kongs() -> None:
    with_horses = rules.get("nanning-classic", horses=2)
    hand = deal("[111z1][2222p]345m67s99s", "8s", chain=["2222p"], horses="1m5m")
    assert paid(with_horses.settle(hand)) == {(seat, 0): 3 * 6 + 1 for seat in (1, 2, 3)}
    with refused("seat 0: horses 摸码 after an exposed kong 明杠杠上花不能摸码 (expected concealed kongs only)"):
        with_horses.settle(deal("[111z1][2222p3]345m67s99s", "8s", chain=["2222p"], horses="1m"))
    with refused("seat 0: horses 摸码 after the last tile (expected a wall with tiles left)"):
        with_horses.settle(deal("plain", horses="1m", last_tile=True))
    with refused("seat 0: horses 摸码 after a discard (expected a self-draw)"):
        with_horses.settle(deal("plain", by="discard", source=1, horses="1m"))
    with refused("seat 0: 3 horses 摸码 (expected at most 2, the option horses)"):
        with_horses.settle(deal("plain", horses="123m"))
    with refused("seat 0: 1 horses 摸码 (expected at most 0, the option horses)"):
        CLASSIC.settle(deal("plain", horses="1m"))


FISHING = rules.get("nanning-classic", fishing=1)


@pytest.mark.parametrize(
    ("fish", "expected"),
    [
        (["2m", "2m", "3s", "4m"], {(2, 0): 2}),
        (["5m", "2m", "3s", "4m"], {(2, 0): 4}),  # 例1: the winner's own fish doubles
        (["5m", "2m", "1s", "4m"], {(2, 0): 2}),  # the discarder's cancels it
        (["2m", "2m", "1s", "4m"], {(2, 0): 2}),  # never below the plain value
        (["2m", "5m", "3s", "4m"], {(2, 0): 2, (2, 1): 2}),  # another's is paid by the discarder
        (["9m", "5m", "3s", "7z"], {(2, 0): 4, (2, 1): 2, (2, 3): 2}),
    ],
)
def test_option_fishing_on_a_discard(fish: list[str], expected: dict[tuple[int, int], int]) -> None:
    assert paid(FISHING.settle(deal("plain", by="discard", source=2, fish=fish))) == expected


@pytest.mark.parametrize(
    ("fish", "net"),
    [
        (["2m", "2m", "3s", "4m"], (9, -3, -3, -3)),
        (["5m", "2m", "3s", "4m"], (18, -6, -6, -6)),
        (["5m", "1m", "3s", "4m"], (15, -3, -6, -6)),
        (["2m", "1m", "3s", "4m"], (6, 0, -3, -3)),
        (["5m", "1m", "1s", "9m"], (9, -3, -3, -3)),
    ],
)
def test_option_fishing_on_a_self_draw(fish: list[str], net: tuple[int, ...]) -> None:
    assert FISHING.settle(deal("plain", fish=fish)).net == net


def test_what_fish_are_paid_for_and_by_whom() -> None:
    def told(**how: Any) -> list[dict[str, object]]:
        return [payment.to_json() for payment in FISHING.settle(deal("plain", **how)).payments]

    wins = [{"from": seat, "to": 0, "points": 3, "for": "win"} for seat in (1, 2, 3)]
    assert told(fish=["2m", "1m", "3s", "4m"]) == [*wins, {"from": 0, "to": 1, "points": 3, "for": "fish"}]
    assert told(fish=["5m", "1m", "3s", "4m"]) == [
        *wins,
        {"from": 2, "to": 0, "points": 3, "for": "fish"},
        {"from": 3, "to": 0, "points": 3, "for": "fish"},
    ]
    assert told(fish=["9m", "5m", "3s", "4m"], by="discard", source=2) == [
        {"from": 2, "to": 0, "points": 2, "for": "win"},
        {"from": 2, "to": 0, "points": 2, "for": "fish"},
        {"from": 2, "to": 1, "points": 2, "for": "fish"},
    ]


def test_two_fish_each() -> None:
    two = rules.get("nanning-classic", fishing=2)
    assert two.settle(deal("plain", fish=["15m", "15s", "22m", "33m"])).net == (7 * 3, -3, -9, -9)


def test_fishing_changes_not_who_pays() -> None:
    """A locked player pays the shares that the three would have paid."""
    settled = FISHING.settle(deal(LOCKED, "9s", fish=["5m", "1m", "3s", "4m"]))
    assert paid(settled) == {(3, 0): 6 * 5}
    settled = FISHING.settle(deal(LOCKED, "9s", by="discard", source=1, fish=["5m", "2m", "3s", "4m"]))
    assert paid(settled) == {(1, 0): 18, (3, 0): 18}


def test_fish_must_be_as_many_as_the_option_says() -> None:
    with refused("seat 0: 1 fish 钓鱼 (expected 0, the option fishing)"):
        CLASSIC.settle(deal("plain", fish=["5m", "2m", "3s", "4m"]))
    with refused("seat 1: 2 fish 钓鱼 (expected 1, the option fishing)"):
        FISHING.settle(deal("plain", fish=["5m", "22m", "3s", "4m"]))
    with refused("seat 2: fish turned from the wall (expected four texts, each seat's own tiles)"):
        FISHING.settle(deal("plain", fish={"from": 2, "tiles": "1m"}))


@pytest.mark.parametrize("penalty", [10, 25])
def test_false_win(penalty: int) -> None:
    players = [{"hand": text} for text in ("[1111m]", "", "", "")]
    settled = rules.get("nanning-classic", false_win_penalty=penalty).settle({"players": players, "false_win": 2})
    assert paid(settled, "false win") == {(2, seat): penalty for seat in (0, 1, 3)}
    assert paid(settled, "kong 1111m") == {(1, 0): 1, (2, 0): 1, (3, 0): 1}
    assert settled.next_dealer == 2


def test_a_false_win_that_costs_nothing_is_no_payment() -> None:
    settled = rules.get("nanning-classic", false_win_penalty=0).settle({"players": [{"hand": ""}] * 4, "false_win": 2})
    assert settled.payments == ()
    assert settled.next_dealer == 2


def test_next_dealer() -> None:
    empty = [{"hand": ""}] * 4
    assert CLASSIC.settle(deal("plain", seat=2)).next_dealer == 2
    assert CLASSIC.settle({"players": empty, "last_drawer": 1}).next_dealer == 1
    assert CLASSIC.settle({"players": empty}).next_dealer is None
    stays = rules.get("nanning-classic", dealer_stays_on_draw=True)
    assert stays.settle({"players": empty, "last_drawer": 1}).next_dealer == 0


def test_unknown_options_name_the_nearest() -> None:
    with refused("nanning-classic has no option 'dead_lok' (expected perhaps 'dead_lock')", OptionError):
        rules.get("nanning-classic", dead_lok=True)
    with refused("option dead_lock cannot be 3 (expected true or false)", OptionError):
        rules.get("nanning-classic", dead_lock=3)
    with refused("option fishing cannot be 3 (expected 0 or 1 or 2)", OptionError):
        CLASSIC.settle(deal("plain", options={"fishing": 3}))


@pytest.mark.parametrize("key", ["indicator", "declared"])
def test_keys_of_other_rule_sets_are_refused(key: str) -> None:
    with pytest.raises(DealError, match=rf"nanning-classic has no key '{key}'"):
        CLASSIC.settle(deal("plain", **{key: [1] if key == "declared" else "1m"}))
