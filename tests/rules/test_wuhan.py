"""wuhan-kaikou 开口翻 and wuhan-koukou 口口翻: every number and rule of their section in docs/rules."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.errors import DealError, OptionError
from tingpai.hand import Hand
from tingpai.notation import parse_tile
from tingpai.rules.deal import By
from tingpai.rules.model import Settlement
from tingpai.rules.wuhan import WuhanRules
from tingpai.rules.wuhan_hand import Shape, hand_shapes, is_waiting, wildcard_of
from tingpai.rules.wuhan_pay import Win, best, capped, liable

from .hands import refused

KAIKOU, KOUKOU = "wuhan-kaikou", "wuhan-koukou"
BOTH = pytest.mark.parametrize("name", [KAIKOU, KOUKOU])
GREEN_TURNED = "6z"  # the wildcard is 白 5z, out of the way of most hands below
GOOD = "[234p1]678m55p46s999s"  # opened, waits on 5s


def settle(
    name: str,
    hands: list[str],
    winner: int | list[int],
    tile: str,
    source: int | None = None,
    *,
    by: str | None = None,
    options: Mapping[str, Any] | None = None,
    **keys: Any,
) -> Settlement:
    winners = [winner] if isinstance(winner, int) else winner
    by = by or ("self_draw" if source is None else "discard")
    win = {"winners": winners, "by": by, "from": source, "tile": tile}
    deal = {"players": [{"hand": hand} for hand in hands], "win": win, "indicator": GREEN_TURNED, **keys}
    return rules.get(name, **(options or {})).settle(deal)


def losses(settlement: Settlement) -> list[int]:
    """What each seat but the winner pays, in seat order."""
    (winner,) = settlement.winners
    return [-points for seat, points in enumerate(settlement.net) if seat != winner.seat]


# ---- the wildcard ----


@pytest.mark.parametrize(
    ("indicator", "wildcard"),
    [
        *(("5m", "6m"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("1s", "2s")),
        *(("1z", "2z"), ("2z", "3z"), ("3z", "4z"), ("4z", "6z"), ("7z", "6z"), ("6z", "5z"), ("5z", "1z")),
    ],
)
def test_wildcard_is_the_next_kind(indicator: str, wildcard: str) -> None:
    assert str(wildcard_of(parse_tile(indicator))) == wildcard


# ---- worked examples of both ----


SMALL_DEAL = ["[999s1]", "[1111m3][234p2]678m55p46s", "[333z1][789s1][4444z]", "[2222z5]"]


def test_koukou_worked_small_hand() -> None:
    settlement = settle(KOUKOU, SMALL_DEAL, 1, "5s")
    assert settlement.rules == KOUKOU
    assert settlement.winners[0].score.reading == "standard"
    assert settlement.winners[0].score.share == 32
    assert settlement.winners[0].score.patterns == ("small", "hard")
    assert losses(settlement) == [128, 512, 128]
    assert settlement.winners[0].value == 768


def test_koukou_worked_small_hand_capped() -> None:
    assert losses(settle(KOUKOU, SMALL_DEAL, 1, "5s", options={"cap": 300})) == [128, 300, 128]


BIG_DEAL = ["[999s1]", "[111m1][333m2]5557799m", "[789s1]", "[222z1]"]


def test_kaikou_worked_big_hand() -> None:
    settlement = settle(KAIKOU, BIG_DEAL, 1, "7m", 2)
    assert settlement.winners[0].score.patterns == ("all_pungs", "one_suit", "hard")
    assert losses(settlement) == [160, 240, 160]
    assert settlement.winners[0].value == 560


def test_koukou_worked_big_hand() -> None:
    assert losses(settle(KOUKOU, BIG_DEAL, 1, "7m", 2)) == [320, 480, 320]


@pytest.mark.parametrize(
    ("options", "paid"),
    [
        ({"cap": 300}, [500, 500, 500]),
        ({"cap": 300, "cap_all": 450}, [450, 450, 450]),
        ({"cap": 300, "cap_all_rule": "ceiling"}, [320, 480, 320]),
        ({"cap": 300, "cap_all": 400, "cap_all_rule": "ceiling"}, [320, 400, 320]),
        ({"cap": 320}, [320, 320, 320]),
        ({"cap": None}, [320, 480, 320]),
    ],
)
def test_koukou_cap(options: dict[str, Any], paid: list[int]) -> None:
    assert losses(settle(KOUKOU, BIG_DEAL, 1, "7m", 2, options=options)) == paid


def test_kaikou_cap_all_is_400() -> None:
    assert losses(settle(KAIKOU, BIG_DEAL, 1, "7m", 2, options={"cap": 100})) == [400, 400, 400]


@pytest.mark.parametrize(
    ("name", "options", "least"), [(KAIKOU, {"cap": 401}, 401), (KOUKOU, {"cap": "1000", "cap_all": 999}, 1000)]
)
def test_the_cap_is_not_above_that_of_all_three(name: str, options: dict[str, Any], least: int) -> None:
    with refused(
        f"option cap {least} is above cap_all {least - 1} (expected cap_all given too, {least} at least)", OptionError
    ):
        rules.get(name, **options)
    assert rules.get(name, **options | {"cap_all": least}).options["cap"] == least


def test_public_cap_reports(shared: Path) -> None:
    lines = (shared / "cases" / "public-reports.jsonl").read_text("utf-8").splitlines()
    cases = [case for case in map(json.loads, lines) if case["id"].startswith("pay-wuhan-cap")]
    assert cases
    for case in cases:
        name = KOUKOU if case["input"]["口口翻"] else KAIKOU
        paid = capped(tuple(case["input"]["raw_losses"]), rules.get(name, cap=300).options)
        assert list(paid) == case["expected"]["losses"], case["id"]


# ---- base, hard and soft, self-draw, discarder, dealer: every combination ----


def reading_losses(name: str, win: Win, **options: Any) -> tuple[int, ...]:
    return best(win, rules.get(name, **options).options).losses


@BOTH
@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("source", [None, 2])
def test_small_table(name: str, hard: bool, seat: int, source: int | None) -> None:
    win = Win(seat, source, (Shape(hard, ()),), (), (1, 1, 1, 1))
    base = 2 * 2 * (2 if hard else 1) * (2 if source is None else 1) * (2 if seat == 0 else 1)
    expected = [base * (2 if loser == 0 else 1) * (2 if loser == source else 1) for loser in range(4)]
    expected[seat] = 0
    assert reading_losses(name, win) == tuple(expected)


@BOTH
@pytest.mark.parametrize("hard", [False, True])
@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("source", [None, 2])
@pytest.mark.parametrize("big", [("one_suit",), ("all_258", "all_pungs"), ("all_pungs", "melded_hand", "one_suit")])
def test_big_table(name: str, hard: bool, seat: int, source: int | None, big: tuple[str, ...]) -> None:
    win = Win(seat, source, (Shape(hard, big),), (), (1, 1, 1, 1))
    base = 10 * len(big) * 2 * 2 * (2 if hard else 1)
    expected = [base * 3 // 2 if source is None or loser == source else base for loser in range(4)]
    expected[seat] = 0
    assert reading_losses(name, win) == tuple(expected)


@BOTH
def test_the_best_paying_assignment_counts(name: str) -> None:
    def paid(*shapes: Shape) -> int:
        return reading_losses(name, Win(1, None, shapes, (), (0, 1, 0, 0)))[0]

    assert paid(Shape(True, ()), Shape(False, ("one_suit",))) == 15 * 2
    assert paid(Shape(True, ("all_pungs",)), Shape(False, ("one_suit", "all_pungs"))) == 15 * 4
    two, three = ("one_suit", "all_pungs"), ("one_suit", "all_pungs", "all_258")
    assert paid(Shape(True, ("all_pungs",)), Shape(False, three)) == 45 * 2
    assert best(Win(1, None, (Shape(True, two[:1]), Shape(False, two)), (), (0, 1, 0, 0)), rules.get(name).options).hard


# ---- melds ----


@pytest.mark.parametrize(
    ("melds", "kaikou", "koukou"),
    [
        ("", 1, 1),
        ("[123m1]", 2, 2),
        ("[111m1][222p3]", 2, 4),
        ("[1111m1]", 4, 4),  # an exposed kong is an opening and a kong
        ("[1111m5]", 4, 4),  # an added kong is one opening and one exposed kong
        ("[1111m]", 4, 4),  # a concealed kong is no opening
        ("[7z]", 2, 2),
        ("[5z]", 2, 2),
        ("[7z][5z][123s1][2222m2][3333m]", 2 * 2 * 2 * 2 * 4, 2 * 2 * 4 * 2 * 4),
    ],
)
def test_multipliers_of_a_loser(melds: str, kaikou: int, koukou: int) -> None:
    hands = [melds, GOOD, "", ""]
    for name, factor in ((KAIKOU, kaikou), (KOUKOU, koukou)):
        paid = losses(settle(name, hands, 1, "5s"))
        assert paid[0] == paid[1] * 2 * factor  # seat 0 deals: ×2 more in a small hand


def test_wildcard_kong_option() -> None:
    hands = ["[5z][7z]", GOOD, "", ""]
    default = losses(settle(KAIKOU, hands, 1, "5s"))
    four = losses(settle(KAIKOU, hands, 1, "5s", options={"wildcard_kong": 4}))
    assert default[0] == default[1] * 2 * 4
    assert four[0] == four[1] * 2 * 8


# ---- what may win ----


def shapes(hand: str, wildcard: str, *, melded: bool = False) -> set[Shape]:
    return set(hand_shapes(Hand.parse(hand), parse_tile(wildcard), melded=melded))


SMALL_HARD, SMALL_SOFT = Shape(True, ()), Shape(False, ())


@pytest.mark.parametrize(
    ("hand", "wildcard", "expected"),
    [
        ("[123m1]456m789p33p345s", "5z", set()),
        ("[123m1]456m789p22p345s", "5z", {SMALL_HARD}),
        ("[123m1]456m789p22p34s5z", "5z", {SMALL_SOFT}),
        ("[123m1]456m789p22p345s", "5s", {SMALL_HARD, SMALL_SOFT}),  # the wildcard stands for itself
        ("[123m1]456m789p2p345s5z", "5z", {SMALL_SOFT}),  # in the pair
        ("[123m1]456m789p2p34s55z", "5z", set()),  # two wildcards: no small hand
        ("[123m1]456m789p55z345s", "5z", set()),  # nor where both stand for a 2/5/8 pair
        ("[123m1]456m789p55p345s", "5p", set()),  # nor standing for themselves
        ("[111m1]444m999p33p33z5z", "5z", {Shape(False, ("all_pungs",))}),  # any pair
        ("[111m1]444m999p3p33z55z", "5z", {Shape(False, ("all_pungs",))}),  # any number of wildcards
        ("[123m1]123456m99m678m", "5z", {Shape(True, ("one_suit",))}),  # any pair
        ("[123m1]123456m99m67m5z", "5z", {Shape(False, ("one_suit",))}),
        ("[111z1]22334466555z", "5z", {Shape(True, ("all_honours",)), Shape(False, ("all_pungs", "all_honours"))}),
        ("[111z1]22344466556z", "2m", {Shape(True, ("all_honours",))}),  # no structure
        ("[222m1]558m258p2258s5z", "5z", {Shape(False, ("all_258",))}),  # no structure
        ("[222m1]558m258p22588s", "5z", {Shape(True, ("all_258",))}),
        ("[2222m1]456m345p13m22p5z", "5z", {SMALL_SOFT}),  # the wildcard stands for a fifth 2m
        ("[222m1]25555888m", "5z", {Shape(True, ("all_258",))}),  # 清一色 needs it
        ("[222m1]555888m222p55s", "5z", {Shape(True, ("all_pungs", "all_258"))}),
        ("[222m1]555888m222p77z", "5z", set()),  # 红中 in the hand
    ],
)
def test_shapes(hand: str, wildcard: str, expected: set[Shape]) -> None:
    assert shapes(hand, wildcard) == expected


@BOTH
@pytest.mark.parametrize(
    ("hand", "by", "may"),
    [
        ("[234p1]678m55p999s456s", By.SELF_DRAW, True),
        ("[2222p]678m55p999s456s", By.SELF_DRAW, False),  # not opened
        ("234p678m55p999s456s", By.DISCARD, False),
        ("[234p1]678m33p999s456s", By.DISCARD, False),  # no 2/5/8 pair
        # 全求人 is a big hand on a discard, which two wildcards do not forbid.
        ("[123m1][456m1][789p1][333s1]55z", By.DISCARD, True),
        ("[123m1][456m1][789p1][333s1]55z", By.SELF_DRAW, False),
        ("[123m1][456m1][789p1][333s1]55z", By.ROB_KONG, False),
    ],
)
def test_may_win(name: str, hand: str, by: By, may: bool) -> None:
    chosen = rules.get(name)
    assert isinstance(chosen, WuhanRules)
    assert chosen.may_win(Hand.parse(hand), parse_tile("5z"), by) is may


def test_three_chows_of_one_kind_are_no_pungs() -> None:
    assert shapes("[123m1][123m1][123m1]444p55s", "5z") == {SMALL_HARD}
    assert shapes("[111m1][222m1][333m1]444p55s", "5z") == {Shape(True, ("all_pungs",))}


@BOTH
def test_chows_that_look_like_pungs_win_as_a_small_hand(name: str) -> None:
    hands = ["", "[123m1][123m1][123m1]444p5s", "", ""]
    assert settle(name, hands, 1, "5s").winners[0].score.patterns == ("small", "hard")


def test_melded_hand_needs_a_258_pair_and_four_claimed_melds() -> None:
    assert shapes("[123m1][456m1][789p1][333s1]55p", "5z", melded=True) == {Shape(True, ("melded_hand",))}
    assert shapes("[123m1][456m1][789p1][333s1]5p5z", "5z", melded=True) == {Shape(False, ("melded_hand",))}
    assert shapes("[123m1][456m1][789p1][333s1]66p", "5z", melded=True) == set()


MELDED = ["", "[123m1][456m1][789p1][333s1]5p", "1379m1379p1379s1z", ""]


@BOTH
def test_melded_hand_only_on_a_discard(name: str) -> None:
    assert settle(name, MELDED, 1, "5p", 3).winners[0].score.patterns == ("melded_hand", "hard")
    assert settle(name, MELDED, 1, "5p").winners[0].score.patterns == ("small", "hard")
    drawn = settle(name, MELDED, 1, "5p", options={"melded_self_draw": True})
    assert drawn.winners[0].score.patterns == ("melded_hand", "hard")


@BOTH
@pytest.mark.parametrize(
    ("indicator", "tile", "patterns"),
    [
        # Two wildcards are a 2/5/8 pair or one of honours, not both: hard, as neither, they pay as much.
        ("9p", "1p", ("all_pungs", "hard")),
        ("2z", "3z", ("all_pungs", "all_honours", "hard")),
        ("1p", "2p", ("all_pungs", "melded_hand", "hard")),
    ],
)
def test_a_pair_of_wildcards_is_one_pair(name: str, indicator: str, tile: str, patterns: tuple[str, ...]) -> None:
    hands = ["", f"[444z1][222z2][555z3][666z1]{tile}", "", ""]
    drawn = settle(name, hands, 1, tile, options={"melded_self_draw": True}, indicator=indicator)
    assert drawn.winners[0].score.patterns == patterns
    openings = {KAIKOU: 1, KOUKOU: 4}[name]
    assert losses(drawn) == [15 * (len(patterns) - 1) * 2**openings * 2] * 3


@BOTH
def test_melded_hand_with_a_concealed_kong_is_none(name: str) -> None:
    hands = ["", "[123m1][456m1][7777p][333s1]5p", "", ""]
    assert settle(name, hands, 1, "5p", 3).winners[0].score.patterns == ("small", "hard")


@BOTH
def test_melded_hand_not_by_robbing(name: str) -> None:
    hands = ["", "[123m1][456m1][789p1][333s1]5z", "[555p1]", ""]
    assert settle(name, hands, 1, "5p", 2, by="rob_kong").winners[0].score.patterns == ("robbing", "soft")


# ---- situations ----


@BOTH
def test_situational_big_hands(name: str) -> None:
    hands = ["", "[7z][234p1]678m55p46s999s", "", ""]
    assert settle(name, hands, 1, "5s", last_tile=True).winners[0].score.patterns == ("last_draw", "hard")
    assert settle(name, hands, 1, "5s", chain=["7z"]).winners[0].score.patterns == ("win_after_kong", "hard")
    assert losses(settle(name, hands, 1, "5s", chain=["7z"])) == [10 * 2 * 2 * 2 * 3 // 2] * 3
    # A chain before a discard counts for nothing.
    hands[2] = "[7z]"
    assert settle(name, hands, 1, "5s", 2, chain=["7z"]).winners[0].score.patterns == ("small", "hard")


@BOTH
def test_situational_self_draw_option(name: str) -> None:
    hands = ["", "[7z][234p1]678m55p46s999s", "", ""]
    off = {"situational_self_draw": False}
    assert losses(settle(name, hands, 1, "5s", chain=["7z"], options=off)) == [80] * 3
    assert losses(settle(name, hands, 1, "5s", last_tile=True, options=off)) == [80] * 3
    suit = ["", "[7z][123m1]1234567899m", "", ""]
    assert losses(settle(name, suit, 1, "9m", chain=["7z"], options=off)) == [20 * 2 * 2 * 2 * 3 // 2] * 3


@BOTH
@pytest.mark.parametrize("keys", [{"last_tile": True}, {"chain": ["7z"]}])
def test_situations_need_a_hand_that_may_win(name: str, keys: dict[str, Any]) -> None:
    hands = ["", "[7z][234p1]678m22p4s999s5z", "", ""]
    with refused(
        "seat 1: the hand may not win (2 wildcards held)"
        " (expected a big hand, or a 2/5/8 pair with one wildcard at most)"
    ):
        settle(name, hands, 1, "5z", **keys)


@BOTH
def test_robbing_is_paid_by_the_robbed(name: str) -> None:
    hands = ["", GOOD, "[555s1]", ""]
    settlement = settle(name, hands, 1, "5s", 2, by="rob_kong")
    # The robbed kong counts as the pung it stays (×2), the robbed as the discarder (×1.5).
    assert [payment.to_json() for payment in settlement.payments] == [
        {"from": 2, "to": 1, "points": 40 + 120 + 40, "for": "liable"}
    ]


# ---- one pays all 承包 ----


@BOTH
def test_third_opener_of_a_one_suit_win(name: str) -> None:
    hands = ["", "[111m1][333m2][555m3]7799m", "", ""]
    settlement = settle(name, hands, 1, "7m")
    assert settlement.net[2] == -settlement.winners[0].value
    assert settlement.net[0] == settlement.net[3] == 0
    # A chow always comes from the previous player; the digit is another thing, and need not be there.
    for text in ("[567m1]", "[567m3]", "[567m]"):
        chow = settle(name, ["", f"[111m2][333m2]{text}7799m", "", ""], 1, "7m", 3)
        assert chow.net[0] == -chow.winners[0].value
        assert chow.net[3] == 0


@BOTH
def test_third_opener_has_to_be_known(name: str) -> None:
    with refused(
        "seat 1: who supplied his third open meld pays a one-suit win, and is not known"
        " (expected the source digit of that meld)"
    ):
        settle(name, ["", "[111m1][333m2][555m]7799m", "", ""], 1, "7m")
    settle(name, ["", "[111m][333m][555m3]7799m", "", ""], 1, "7m")
    settle(name, ["", "[111m][333p][555m]7799m", "", ""], 1, "7m")


@BOTH
def test_only_the_third_opener_of_three_open_melds(name: str) -> None:
    settlement = settle(name, ["", "[111m1][333m2][5555m]7799m", "", ""], 1, "7m")
    assert len(settlement.payments) == 3


@BOTH
def test_careless_discard_into_a_melded_hand(name: str) -> None:
    not_waiting = settle(name, MELDED, 1, "5p", 2)
    assert not_waiting.net[2] == -not_waiting.winners[0].value
    waiting = list(MELDED)
    waiting[2] = "111222m12p999p88s"  # 3p completes it, though it has not opened
    assert len(settle(name, waiting, 1, "5p", 2).payments) == 3
    assert settle(name, MELDED, 1, "5p", 3).net[0] == 0  # not known: not waiting
    assert len(settle(name, MELDED, 1, "5p", 3, waiting=[3]).payments) == 3
    # The tiles tell, where they are given.
    assert settle(name, MELDED, 1, "5p", 2, waiting=[2]).net[3] == 0


def test_is_waiting() -> None:
    wildcard = parse_tile("5z")
    assert is_waiting(Hand.parse("111222m12p999p88s"), wildcard)
    assert not is_waiting(Hand.parse("111222m12p999p99s"), wildcard)  # no 2/5/8 pair
    assert not is_waiting(Hand.parse("111222m12p99p88s7z"), wildcard)  # 红中 held
    assert is_waiting(Hand.parse("2255m2588p22588s"), wildcard)  # 将一色 needs no structure
    assert not is_waiting(Hand.parse("111234m1p999p8s55z"), wildcard)
    assert is_waiting(Hand.parse("5555m123456789p"), wildcard)  # for the wildcard alone: there is no fifth 5m
    assert not is_waiting(Hand.parse("[5z][5z][5z][5z]5555m123456789p"), wildcard)  # nor a fifth wildcard
    assert is_waiting(Hand.parse("[555m1]46m123456p22p"), wildcard)  # for the fourth
    # For the fourth 5m alone: with another wildcard there would be two, and no 5s is left for the pair.
    assert is_waiting(Hand.parse("[555m1][555s1]46m123p5s5z"), wildcard)


@BOTH
def test_one_suit_comes_before_the_melded_hand(name: str) -> None:
    hands = ["", "[111m1][333m2][555m3][777m1]8m", "", ""]
    settlement = settle(name, hands, 1, "8m", 3)
    assert settlement.net[2] == -settlement.winners[0].value


@BOTH
def test_one_pays_the_sum_of_the_capped_amounts(name: str) -> None:
    hands = ["[111s1]", "[111m1][333m2][555m3]7799m", "[9999s]", ""]
    free = settle(name, hands, 1, "7m")
    cap = {KAIKOU: 200, KOUKOU: 500}[name]
    capped = settle(name, hands, 1, "7m", options={"cap": cap})
    share = free.winners[0].score.share
    assert free.winners[0].value == share * (2 + 4 + 1)
    assert capped.net[2] == -sum(min(share * factor, cap) for factor in (2, 4, 1))


def test_liable_order() -> None:
    win = Win(1, 2, (Shape(True, ("one_suit",)),), ("robbing",), (0, 1, 0, 0), third=2)
    assert liable(win, best(win, rules.get(KAIKOU).options)) == 3


# ---- one winner, next dealer ----


TWO = ["[123m1]678m55p46s999p", "", "[234p1]678s22m46s999m", ""]


@pytest.mark.parametrize(
    ("order", "source", "winner"), [("dealer", 1, 0), ("dealer", 3, 0), ("discarder", 1, 2), ("discarder", 3, 0)]
)
def test_winner_order(order: str, source: int, winner: int) -> None:
    settlement = settle(KAIKOU, TWO, [2, 0], "5s", source, options={"winner_order": order})
    assert [found.seat for found in settlement.winners] == [winner]


@BOTH
def test_next_dealer(name: str) -> None:
    assert settle(name, TWO, 0, "5s").next_dealer == 0
    assert settle(name, TWO, 2, "5s").next_dealer == 1
    exhausted = rules.get(name).settle({"players": [{"hand": "[1111m1]"}] + [{"hand": ""}] * 3, "indicator": "1p"})
    assert exhausted == Settlement(name, (), (), 0)


# ---- refused ----


@BOTH
@pytest.mark.parametrize(
    ("hands", "tile", "source", "keys", "message"),
    [
        (
            ["", GOOD, "", ""],
            "5s",
            None,
            {"indicator": None},
            "no indicator: the wildcard is not known (expected 'indicator', the tile turned after the deal)",
        ),
        (
            ["", "234p678m55p46s999s", "", ""],
            "5s",
            None,
            {},
            "seat 1: not opened: no chow, pung, exposed or added kong (expected an opened hand)",
        ),
        (
            ["", "[2222p]678m55p46s999s", "", ""],
            "5s",
            None,
            {},
            "seat 1: not opened: no chow, pung, exposed or added kong (expected an opened hand)",
        ),
        (
            ["", "[234p1]678m55p46s99s7z", "", ""],
            "9s",
            None,
            {},
            "seat 1: 红中 in a winning hand (expected 红中 laid down first)",
        ),
        (
            ["", "[111z1]2223334446z", "", ""],
            "7z",
            None,
            {},
            "seat 1: 红中 in a winning hand (expected 红中 laid down first)",
        ),
        (
            ["", GOOD, "", ""],
            "7z",
            2,
            {},
            "seat 1: nobody may win on 红中 of another (expected another winning tile or a self-draw)",
        ),
        (
            ["", GOOD, "", ""],
            "5z",
            2,
            {},
            "seat 1: nobody may win on the wildcard 5z of another (expected another winning tile or a self-draw)",
        ),
        (
            ["", "[234p1]678m33p46s999s", "", ""],
            "5s",
            None,
            {},
            "seat 1: the hand may not win (no wildcard held)"
            " (expected a big hand, or a 2/5/8 pair with one wildcard at most)",
        ),
        (
            ["", GOOD, "", ""],
            "7s",
            None,
            {},
            "seat 1: the hand may not win (no wildcard held)"
            " (expected a big hand, or a 2/5/8 pair with one wildcard at most)",
        ),
        (
            ["", GOOD, "[777z1]", ""],
            "5s",
            None,
            {},
            "seat 2: [777z1]: 红中 cannot be claimed or melded (expected laid down as a single tile)",
        ),
        (
            ["", GOOD, "[5555z]", ""],
            "5s",
            None,
            {},
            "seat 2: [5555z]: the wildcard 5z cannot be claimed or melded (expected laid down as a single tile)",
        ),
        (["", GOOD, "[1z]", ""], "5s", None, {}, "seat 2: [1z] laid down alone (expected 红中 or the wildcard 5z)"),
        (
            ["", GOOD, "[345m1]", ""],
            "5s",
            None,
            {"indicator": "4m"},
            "seat 2: [345m1]: the wildcard 5m cannot be claimed or melded (expected laid down as a single tile)",
        ),
        (
            ["", GOOD, "", ""],
            "5s",
            2,
            {"last_tile": True},
            "seat 1: no discard among the last four tiles (expected a self-draw with last_tile)",
        ),
        (
            ["", "[7z]" + GOOD, "", ""],
            "5s",
            None,
            {"last_tile": True, "chain": ["7z"]},
            "seat 1: no kong among the last four tiles (expected last_tile or a chain)",
        ),
        (["", GOOD, "", ""], "5s", 1, {}, "seat 1: wins on his own discard (expected another winner or a self-draw)"),
        (
            ["", GOOD, "[5555s]", ""],
            "5s",
            None,
            {},
            "seat 2: five of a kind over the table: 5 copies of 5s (expected at most four)",
        ),
    ],
)
def test_refused(
    name: str, hands: list[str], tile: str, source: int | None, keys: dict[str, Any], message: str
) -> None:
    with refused(message):
        settle(name, hands, 1, tile, source, **keys)


@BOTH
def test_a_win_that_no_table_holds(name: str) -> None:
    """Kongs of everything: refused in one line, alone and in a table, unless a cap makes it payable."""
    laid = "[7z][7z][7z][7z][5m][5m][1111p1][2222p][3333p][4444p]"
    loser = "[5m][5m][1111s1][2222s][3333s][4444s]"
    options = {"wildcard_kong": 4}
    hands = [laid + "8s", loser, "", ""]
    with refused("seat 0: a win of 8056995840 points without a cap 封顶 (expected at most 2147483647)") as error:
        settle(name, hands, 0, "8s", options=options, indicator="4m")
    row = {"hand": laid + "88s", "melds_1": loser, "indicator": "4m"}
    (answer,) = rules.get(name, **options).score_batch(pa.Table.from_pylist([row])).to_pylist()
    assert answer["error"] == str(error.value)
    assert losses(settle(name, hands, 0, "8s", options=options | {"cap": 300}, indicator="4m"))[0] in (400, 500)


@BOTH
def test_no_seven_pairs(name: str) -> None:
    with refused("seat 1: not opened: no chow, pung, exposed or added kong (expected an opened hand)"):
        settle(name, ["", "1133557799m113p", "", ""], 1, "3p")


def test_unknown_option_names_the_nearest() -> None:
    with refused("wuhan-kaikou has no option 'wildcard_kongs' (expected perhaps 'wildcard_kong')", OptionError):
        rules.get(KAIKOU, wildcard_kongs=4)
    with refused("option wildcard_kong cannot be 3 (expected 2 or 4)", OptionError):
        rules.get(KAIKOU, wildcard_kong=3)


# ---- the printed table ----


def test_value_table() -> None:
    rows = [row for _, row in rules.get(KAIKOU).values().rows]
    assert rows == [
        (4, 4, 2, 8, 8, 4),
        (30, 30, 20, 60, 60, 40),
        (60, 60, 40, 120, 120, 80),
        (90, 90, 60, 180, 180, 120),
    ]


# ---- stronger hands, tables ----


@BOTH
@pytest.mark.parametrize("source", [None, 2])
@pytest.mark.parametrize("options", [{}, {"situational_self_draw": False}, {"cap": 300}])
def test_a_stronger_hand_never_pays_less(name: str, source: int | None, options: dict[str, Any]) -> None:
    ladder = [(), ("all_pungs",), ("all_pungs", "one_suit"), ("all_pungs", "melded_hand", "one_suit")]
    situations = () if source is not None else ("win_after_kong",)
    before = (0, 0, 0, 0)
    for big in ladder:
        for hard in (False, True):
            win = Win(0, source, (Shape(hard, big),), situations, (2, 1, 0, 3))
            losses = reading_losses(name, win, **options)
            if hard or not big:
                assert all(map(int.__ge__, losses, before))
                before = losses


@BOTH
@pytest.mark.parametrize(
    "row",
    [
        {"hand": "[234p1]678m55p999s456s", "indicator": None},
        {"hand": "234p678m55p999s456s"},
        {"hand": "[234p1]678m55p999s45s7z"},
        {"hand": "[234p1]678m33p999s456s"},
        {"hand": "[234p1]678m55p999s457s"},
        {"hand": "[234p1]678m22p4s999s55z"},
        {"hand": "[234p1]678m55p46s999s", "tile": "5z", "by": "discard", "from": 2},
        {"hand": "[234p1]678m55p46s999s", "tile": "7z", "by": "discard", "from": 2},
        {"hand": "[234p1]678m55p46s999s", "tile": "5s", "by": "discard", "from": 2, "last_tile": True},
        {"hand": "[7z][234p1]678m55p46s999s", "tile": "5s", "chain": ["7z"], "last_tile": True},
        {"hand": "[234p1]678m55p999s456s", "melds_2": "[777z1]"},
        {"hand": "[234p1]678m55p999s456s", "melds_2": "[555z1]"},
        {"hand": "[234p1]678m55p999s456s", "melds_2": "[1z]"},
        {"hand": "[234p1]678m55p999s456s", "melds_3": "[5555s]"},
        {"hand": "[234p1]678m55p999s456s", "melds_3": "[111z1][222z1][333z1][444z1][111m1]"},
        {"hand": "[234p1]678m55p999s456s", "horses": "1m"},
        {"hand": "[234p1]678m55p999s456s", "first_turn": True},
        {"hand": "[111m1][333m2][555m]77799m"},
    ],
)
def test_a_table_refuses_what_a_deal_refuses(name: str, row: dict[str, Any]) -> None:
    full = {"indicator": GREEN_TURNED, "seat": 1, "by": "self_draw", **row}
    good = {"hand": "[234p1]678m55p999s456s", "indicator": GREEN_TURNED, "seat": 1, "by": "self_draw"}
    table = pa.Table.from_pylist([dict.fromkeys(full) | good, full])
    scored = rules.get(name).score_batch(table)
    assert scored["error"][0].as_py() is None
    won = Hand.parse(full["hand"])
    drawn = "tile" not in row
    tile = str(won.last) if drawn else row["tile"]
    raw = bytearray(won.raw)
    if drawn:
        assert won.last is not None
        raw[won.last] -= 1
    hands = [row.get(f"melds_{seat}", "") for seat in range(4)]
    hands[1] = str(Hand(bytes(raw), won.melds))
    keys = {key: row[key] for key in ("last_tile", "first_turn", "chain", "indicator", "horses") if key in row}
    with pytest.raises(DealError) as error:
        settle(name, hands, 1, tile, row.get("from"), **keys)
    assert scored["error"][1].as_py() == str(error.value)
    assert scored["points"][1].as_py() is None


@BOTH
@pytest.mark.parametrize("hand", ["[111z1][222z1]1334466z", "[222m1][555p1]2588m258s"])
def test_a_hand_that_waits_has_not_won(name: str, hand: str) -> None:
    """风一色 and 将一色 need no structure, but fourteen tiles."""
    table = pa.table({"hand": [hand, hand], "tile": [None, "5s" if "s" in hand else "6z"], "indicator": ["1p", "1p"]})
    waits, won = rules.get(name).score_batch(table).to_pylist()
    assert waits["error"].startswith("seat 0: the hand ")
    assert waits["points"] is None
    assert won["error"] is None
