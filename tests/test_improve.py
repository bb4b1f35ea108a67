"""`improve`: optimum and bounds against brute force on small walls, Monte Carlo on whole ones, and what is known."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import lru_cache
from importlib import import_module
from itertools import pairwise
from math import comb, sqrt

import numpy as np
import pytest

import tingpai as tp
from tingpai import HandError, Improvement, OptionError, Tile, reference
from tingpai.hand import Hand, Meld, MeldKind
from tingpai.improve import FarFromWaiting
from tingpai.tiles import KINDS, TILES

Counts = tuple[int, ...]
Value = Callable[[Counts], float]
NOT_ALLOWED = -1.0


@pytest.fixture
def only_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bounds whatever the number of situations."""
    monkeypatch.setattr(import_module("tingpai.improve"), "_MOST_SITUATIONS", 0)


# ---- brute force ----


class Table:
    """What does not change while tiles are drawn: melds and the wildcard; shanten from the slow reference."""

    def __init__(self, melds: Counts, wildcard: Tile | None) -> None:
        self.melds, self.wildcard = melds, wildcard
        self.shanten = lru_cache(None)(self._shanten)

    def _shanten(self, hand: Counts) -> int:
        counts, used, wild = list(hand), list(self.melds), 0
        if self.wildcard is not None:
            wild, counts[self.wildcard] = counts[self.wildcard], 0
            used[self.wildcard] += wild
        return reference.shanten(counts, used, wild)


def change(counts: Counts, kind: int, by: int) -> Counts:
    return (*counts[:kind], counts[kind] + by, *counts[kind + 1 :])


def best_by_force(table: Table, hand: Counts, wall: Counts, draws: int, value: Value, most_drawn: int = 99) -> float:
    """Every draw, every discard, every decision to win or go on, among the hands whose tiles beside those of `hand`,
    and those that they miss, are at most so many."""

    @lru_cache(None)
    def counts(now: Counts) -> bool:
        return sum(max(0, n - h) for n, h in zip(now, hand, strict=True)) + table.shanten(now) < most_drawn

    @lru_cache(None)
    def before(now: Counts, wall: Counts, draws: int) -> float:
        if draws == 0 or not counts(now):
            return 0.0
        total = 0.0
        for kind in range(KINDS):
            if not wall[kind]:
                continue
            drawn, left = change(now, kind, 1), change(wall, kind, -1)
            best = max(0.0, value(drawn)) if table.shanten(drawn) == -1 else 0.0
            for discard in range(KINDS):
                if drawn[discard]:
                    best = max(best, before(change(drawn, discard, -1), left, draws - 1))
            total += wall[kind] * best
        return total / sum(wall)

    return before(hand, wall, draws)


class Case:
    """A hand of 3k+1 tiles and a small wall: few kinds, so that there is something to decide."""

    def __init__(self, rng: random.Random, wildcard: Tile | None, melded: bool, wall_tiles: tuple[int, int]) -> None:
        kinds = [*rng.sample(range(9), 7), *rng.sample(range(27, KINDS), 2)]
        if rng.random() < 0.3:
            kinds = rng.sample(range(KINDS), rng.randint(5, 8))
        tiles = [kind for kind in kinds for _ in range(4)]
        rng.shuffle(tiles)
        pung = max(kinds)
        self.melds = (Meld(MeldKind.PUNG, TILES[pung]),) if melded else ()
        if melded:
            tiles = [kind for kind in tiles if kind != pung]
        size = rng.choice([4, 7] if melded else [4, 7, 10, 13])
        self.hand = Hand.of(tiles[:size], self.melds)
        wall = [0] * KINDS
        for kind in tiles[size : size + rng.randint(*wall_tiles)]:
            wall[kind] += 1
        self.wall = tuple(wall)
        self.wildcard = wildcard
        self.table = Table(tuple(self.hand.meld_counts), wildcard)

    @property
    def shanten(self) -> int:
        return self.table.shanten(self.hand.counts)

    @property
    def seen(self) -> list[int]:
        """The tiles that are neither in the hand nor in the wall."""
        return [4 - h - m - w for h, m, w in zip(self.hand.raw, self.hand.meld_counts, self.wall, strict=True)]

    def improve(self, draws: int, changes: int = 1) -> Improvement:
        return tp.improve(self.hand, draws, seen=self.seen, wildcard=self.wildcard, changes=changes)


def cases(
    seed: int, each: int, wildcard: Tile | None = None, melded: bool = False, wall_tiles: tuple[int, int] = (4, 9)
) -> Iterator[Case]:
    """`each` cases of shanten 0, 1 and 2 with a wall of at least four tiles."""
    rng = random.Random(seed)
    wanted = {0: each, 1: each, 2: each}
    while any(wanted.values()):
        case = Case(rng, wildcard, melded, wall_tiles)
        if sum(case.wall) >= 4 and wanted.get(case.shanten, 0):
            wanted[case.shanten] -= 1
            yield case


VARIANTS = [(None, False), (None, True), (Tile.M2, False), (Tile.M2, True)]


def one(_: Counts) -> float:
    return 1.0


@pytest.mark.parametrize(("wildcard", "melded"), VARIANTS)
def test_best_play_is_the_best_of_all_plays(wildcard: Tile | None, melded: bool) -> None:
    possible = 0
    for case in cases(1, 3, wildcard, melded):
        draws = min(4, sum(case.wall) - 1)
        found = case.improve(draws)
        assert (found.play, found.changes, found.unseen) == ("best", None, sum(case.wall))
        assert found.probability_bound == found.probability
        expected = best_by_force(case.table, case.hand.counts, case.wall, draws, one)
        assert found.probability == pytest.approx(expected, abs=1e-12)
        possible += expected > 0
    assert possible > 4


@pytest.mark.usefixtures("only_bounded")
@pytest.mark.parametrize(("wildcard", "melded"), VARIANTS)
def test_the_best_of_all_plays_is_within_the_bounds(wildcard: Tile | None, melded: bool) -> None:
    sure = reached = 0.0
    for case in cases(2, 3, wildcard, melded, (9, 16)):
        for draws, changes in ((2, 17), (3, 0), (3, 1), (4, 0)):
            found = case.improve(draws, changes)
            assert (found.play, found.changes) == ("bounded", changes)
            most_drawn = case.shanten + 1 + changes
            best = best_by_force(case.table, case.hand.counts, case.wall, draws, one, most_drawn)
            assert found.probability <= best + 1e-12, (str(case.hand), case.wall, draws, changes)
            assert found.probability_bound >= best - 1e-12, (str(case.hand), case.wall, draws, changes)
            assert found.probability_bound <= 1 + 1e-12
            sure += found.probability
            reached += best
    assert reached > 1
    assert sure > 0.6 * reached


def points_of(hand: Counts) -> float:
    """Some points of a complete hand; one in seven may not win."""
    return sum(kind * count for kind, count in enumerate(hand)) % 7 * 5 - 5.0 or 3.0


@pytest.mark.parametrize("best", [True, False])
def test_expected_points(best: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("tingpai.improve")
    if not best:
        monkeypatch.setattr(module, "_MOST_SITUATIONS", 0)
    monkeypatch.setattr(module, "rule_set", lambda rules, hand, wildcard: rules)
    monkeypatch.setattr(module, "pairs_under", lambda rules, pairs: pairs)
    asked: set[Counts] = set()

    def worth(rules: object, hand: Hand, rows: np.ndarray, wildcard: object) -> object:
        asked.update(tuple(map(int, row)) for row in rows)
        points = np.array([points_of(tuple(map(int, row))) for row in rows], np.int64)
        return import_module("tingpai.worth").Worth(points, np.where(points < 0, "no", None))

    def allowed(hand: Counts) -> float:
        return 1.0 if points_of(hand) >= 0 else NOT_ALLOWED

    monkeypatch.setattr(module, "worth", worth)
    sure = reached = 0.0
    for case in cases(3, 4):
        draws = min(3, sum(case.wall) - 1)
        found = tp.improve(case.hand, draws, object(), case.seen, changes=3)  # type: ignore[arg-type]
        points = best_by_force(case.table, case.hand.counts, case.wall, draws, points_of)
        chance = best_by_force(case.table, case.hand.counts, case.wall, draws, allowed)
        assert found.points is not None
        assert found.points_bound is not None
        assert found.points - 1e-11 <= points <= found.points_bound + 1e-11
        assert found.probability - 1e-12 <= chance <= found.probability_bound + 1e-12
        if best:
            assert found.points == pytest.approx(points, abs=1e-11)
            assert found.probability == pytest.approx(chance, abs=1e-12)
        sure += found.points
        reached += points
    assert sure > 0.5 * reached > 0
    assert any(points_of(hand) < 0 for hand in asked)


# ---- Monte Carlo on whole walls ----


def simulate(wall: Counts, rounds: int, play: Callable[[list[int]], bool]) -> tuple[float, float]:
    """Share of won rounds, and its standard error; `play` is given all tiles in random order."""
    rng = random.Random(7)
    tiles = [kind for kind in range(KINDS) for _ in range(wall[kind])]
    won = 0
    for _ in range(rounds):
        rng.shuffle(tiles)
        won += play(tiles)
    share = won / rounds
    return share, sqrt(share * (1 - share) / rounds)


@pytest.mark.usefixtures("only_bounded")
@pytest.mark.parametrize(("hand", "draws", "rounds"), [("34599m345p23455s", 9, 150), ("24m3357p234678s6z", 9, 30)])
def test_play_by_the_bounds_against_monte_carlo(hand: str, draws: int, rounds: int) -> None:
    """After each draw the hand with the highest sure chance from the wall that is left: no worse than what was sure at
    the beginning, no better than the bound."""
    begin = tp.Hand.parse(hand)
    wall = tuple(4 - count for count in begin.raw)

    def play(tiles: list[int]) -> bool:
        held, left = begin.counts, wall
        for number, kind in enumerate(tiles[:draws], 1):
            held, left = change(held, kind, 1), change(left, kind, -1)
            found = tp.improve(
                Hand(bytes(held)), max(1, draws - number), seen=[4 - h - w for h, w in zip(held, left, strict=True)]
            )
            if found.choices[0].discard is None:
                return True
            held = change(held, found.choices[0].discard, -1)
        return False

    share, error = simulate(wall, rounds, play)
    found = tp.improve(begin, draws)
    assert found.play == "bounded"
    assert found.probability - 4 * error < share < found.probability_bound + 4 * error


def test_best_play_of_a_ready_hand_against_monte_carlo() -> None:
    hand = tp.Hand.parse("123m456p789s1179m")
    table = Table((0,) * KINDS, None)
    wall = tuple(4 - count for count in hand.raw)
    draws = 3

    @lru_cache(None)
    def chance(held: Counts, left: Counts, draws: int) -> float:
        found = tp.improve(Hand(bytes(held)), draws, seen=[4 - h - w for h, w in zip(held, left, strict=True)])
        assert found.play == "best"
        return found.probability

    def play(tiles: list[int]) -> bool:
        held, left = hand.counts, wall
        for number, kind in enumerate(tiles[:draws], 1):
            held, left = change(held, kind, 1), change(left, kind, -1)
            if table.shanten(held) == -1:
                return True
            after = [change(held, discard, -1) for discard in range(KINDS) if held[discard]]
            near = [a for a in after if table.shanten(a) < draws - number]
            if not near:
                return False
            held = max(near, key=lambda a: chance(a, left, draws - number))
        return False

    share, error = simulate(wall, 4000, play)
    assert abs(tp.improve(hand, draws).probability - share) < 4 * error


# ---- what can be known otherwise ----


def test_one_draw_is_the_share_of_the_waits() -> None:
    found = tp.improve("2345m345678p123s", 1)
    assert found.probability == pytest.approx(6 / 123)
    assert tp.improve("2345m345678p123s", 1, seen="25m").probability == pytest.approx(4 / 121)
    assert tp.improve("24m3357p234678s6z", 1).probability == 0


@pytest.mark.usefixtures("only_bounded")
@pytest.mark.parametrize("draws", [1, 2, 9, 18])
def test_a_ready_hand_that_never_changes_is_hypergeometric(draws: int) -> None:
    found = tp.improve("2345m345678p123s", draws, changes=0)
    assert found.probability == pytest.approx(1 - comb(117, draws) / comb(123, draws), rel=1e-12)
    assert found.probability_bound == pytest.approx(found.probability, rel=1e-12)


@pytest.mark.parametrize(
    "hand", ["123m456p789s1179m1z", "24m3357p234678s66z", "46m1146p225667s4z", "[222m3]13m456p78s999p"]
)
def test_best_play_is_within_the_bounds_of_every_discard(hand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    best = tp.improve(hand, 3)
    monkeypatch.setattr(import_module("tingpai.improve"), "_MOST_SITUATIONS", 0)
    bounded = tp.improve(hand, 3, changes=2)
    assert (best.play, bounded.play) == ("best", "bounded")
    by_tile = {choice.discard: choice.probability for choice in best.choices}
    for choice in bounded.choices:
        assert choice.probability - 1e-15 <= by_tile[choice.discard] <= choice.probability_bound + 1e-15
    # Few tiles are put aside in three draws, so little is left open.
    assert bounded.probability > 0.99 * bounded.probability_bound


@pytest.mark.parametrize(
    ("hand", "proven"), [("2345m345678p1239s", True), ("33999m223377p1s55z", True), ("24m3357p234678s66z", False)]
)
def test_many_draws_leave_little_open(hand: str, proven: bool) -> None:
    found = tp.improve(hand, 18)
    assert found.play == "bounded"
    assert 0.97 * found.probability_bound < found.probability <= found.probability_bound
    assert (found.probability > (1 - 1e-9) * found.probability_bound) == proven


def test_a_wildcard_may_be_the_fifth_copy_of_what_is_held() -> None:
    """Of 129 tiles 4 wildcards win at once; then a kept 7p or 8p waits for 11, a 3z for the wildcards, others for 7."""
    sure = tp.improve("9999p333z", 2, wildcard="1m", seven_pairs=False).choices[0].probability
    assert sure == pytest.approx((4 + (8 * 11 + 116 * 7 + 4) / 128) / 129)


def test_more_changes_never_lower_the_bound() -> None:
    bounds = [tp.improve("24m3357p234678s6z", 18, changes=changes).probability_bound for changes in range(3)]
    assert bounds == sorted(bounds)
    with pytest.raises(OptionError, match="lead to too many hands"):
        tp.improve("24m3357p234678s6z", 18, changes=4)


@pytest.mark.parametrize("hand", ["123m456p789s1179m", "24m3357p234678s6z", "46m1146p225667s4z"])
def test_more_draws_never_hurt(hand: str) -> None:
    bounds = [tp.improve(hand, draws).probability_bound for draws in range(5, 19)]
    assert bounds == sorted(bounds)
    assert 0 < bounds[0] < bounds[-1] < 1


def test_drawing_the_whole_wall_completes_what_can_be_completed() -> None:
    hand = tp.Hand.parse("123m456p789s1179m")
    wall = [0] * KINDS
    wall[Tile.M8] = 1
    wall[Tile.EAST] = 4
    seen = [4 - h - w for h, w in zip(hand.raw, wall, strict=True)]
    assert tp.improve(hand, 5, seen=seen).probability == pytest.approx(1)


def test_every_discard_is_told_best_first() -> None:
    found = tp.improve("24m3357p234678s66z", 3)
    assert found.play == "best"
    assert {choice.discard for choice in found.choices} == set(tp.Hand.parse("24m3357p234678s66z").tiles)
    chances = [choice.probability for choice in found.choices]
    assert all(better > worse - 1e-12 for better, worse in pairwise(chances))
    assert all(choice.points is None for choice in found.choices)
    assert found.points is None
    far = tp.improve("24m3357p234678s66z", 18)
    assert (far.play, far.changes) == ("bounded", 1)
    assert {choice.discard for choice in far.choices} == set(tp.Hand.parse("24m3357p234678s66z").tiles)
    nearest = tp.improve("24m3357p234678s66z", 18, changes=0)
    assert {str(choice.discard) for choice in nearest.choices} == {"2m", "4m", "3p", "5p", "7p", "6z"}


def test_points_of_a_ready_hand() -> None:
    found = tp.improve("2345m345678p123s", 18, "nanning-classic")
    assert found.points == pytest.approx(12 * found.probability)
    # One wait is worth twice the others: four tiles of 48, six of 24.
    found = tp.improve("1112223334445m", 1, "nanning-classic")
    assert found.points == pytest.approx((3 * 48 + 7 * 24) / 123)
    assert found.probability == pytest.approx(10 / 123)


@pytest.mark.parametrize("hand", ["34599m3458p23455s", "345m677888p13s133z"])
def test_where_all_wins_earn_the_same_one_search_answers_as_two(hand: str, monkeypatch: pytest.MonkeyPatch) -> None:
    one = tp.improve(hand, 18, "nanning-classic")
    module = import_module("tingpai.improve")
    seen: list[int | None] = []
    same = module._same
    monkeypatch.setattr(module, "_same", lambda points: seen.append(same(points)))
    two = tp.improve(hand, 18, "nanning-classic")
    assert seen == [12]
    assert [choice.discard for choice in one.choices] == [choice.discard for choice in two.choices]
    for a, b in zip(one.choices, two.choices, strict=True):
        assert (a.points, a.points_bound) == pytest.approx((b.points, b.points_bound), rel=1e-9)
        assert (a.probability, a.probability_bound) == (b.probability, b.probability_bound)


@pytest.mark.parametrize("rules", [None, "nanning-classic"])
def test_what_is_surely_better_stands_first(rules: str | None) -> None:
    for hand in ("34599m3458p23455s", "345m677888p13s133z", "12567m68p6679s122z"):
        choices = tp.improve(hand, 18, rules).choices
        numbers = [
            (choice.probability, choice.probability_bound) if rules is None else (choice.points, choice.points_bound)
            for choice in choices
        ]
        for place, (_, bound) in enumerate(numbers):
            assert all(sure is not None and bound is not None and sure <= bound for sure, _ in numbers[place + 1 :])
        middles = [round(sure + bound, 9) for sure, bound in numbers if sure is not None and bound is not None]
        assert middles == sorted(middles, reverse=True)


def test_discards_with_the_same_bound_as_the_second_are_told_alike() -> None:
    choices = {str(choice.discard): choice for choice in tp.improve("2345m345678p1239s", 18).choices}
    alike = choices["2m"], choices["5m"]
    assert alike[0].probability_bound == pytest.approx(alike[1].probability_bound, rel=1e-12)
    assert alike[0].probability == pytest.approx(alike[1].probability, rel=1e-12)


def test_a_complete_hand_may_win_or_go_on() -> None:
    found = tp.improve("123m456p789s11771z", 3, "nanning-classic")
    assert found.choices[0] == tp.Choice(None, 1.0, 1.0, 12.0, 12.0)
    assert found.probability == 1
    # Of a cheap win and one draw for a hand of twelve times its worth the draw is worth less.
    assert all(choice.points is not None and choice.points < 12 for choice in found.choices[1:])


def test_what_the_rules_refuse_is_no_win() -> None:
    found = tp.improve("123m456p789s1355p", 3, "wuhan-kaikou", wildcard="4z")
    assert (found.probability, found.points) == (0, 0)
    assert found.refusal is not None
    assert "not opened" in found.refusal
    opened = tp.improve("[789s3]456p789p1355s", 3, "wuhan-kaikou", wildcard="4z")
    assert opened.refusal is None
    assert 0 < opened.probability < tp.improve("[789s3]456p789p1355s", 3, wildcard="4z").probability


def test_arguments_out_of_numpy() -> None:
    given = {"changes": np.int64(1), "seven_pairs": np.True_}
    asked = tp.improve("123m456p789s1179m", np.int64(4), **given)  # type: ignore[arg-type]
    assert asked == tp.improve("123m456p789s1179m", 4)


@pytest.mark.parametrize(
    ("hand", "draws", "arguments", "kind", "message"),
    [
        ("147m258p369s12344z", 3, {}, FarFromWaiting, "is 5 from waiting (expected at most 2)"),
        ("1z", 0, {}, OptionError, "0 draws (expected a whole number from 1 to 18)"),
        ("1z", 19, {}, OptionError, "19 draws"),
        ("1z", True, {}, OptionError, "True draws"),
        ("1z", 2.0, {}, OptionError, "2.0 draws"),
        ("1z", 2, {"seven_pairs": 2}, OptionError, "seven_pairs is 2"),
        ("1z", 2, {"changes": -1}, OptionError, "-1 changes (expected a whole number from 0 to 17)"),
        ("1z", 2, {"seen": [4] * 27 + [2] + [4] * 6}, OptionError, "2 draws from 1 unseen tiles"),
        ("1z", 2, {"seen": "1111z"}, HandError, "more than four copies of 1z"),
        ("1z", 2, {"rules": "nanning-fan"}, HandError, "1 tiles cannot be scored"),
        ("123m456p789s1179m", 2, {"rules": "wuhan-koukou"}, OptionError, "played with a wildcard"),
    ],
)
def test_what_cannot_be(
    hand: str, draws: int, arguments: dict[str, object], kind: type[Exception], message: str
) -> None:
    with pytest.raises(kind) as caught:
        tp.improve(hand, draws, **arguments)  # type: ignore[arg-type]
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
