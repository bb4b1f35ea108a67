"""Wuhan wins with wildcards: the score is the best over what each wildcard may stand for, tried one by one."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations_with_replacement
from typing import Any

import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.errors import DealError
from tingpai.rules.wuhan_hand import indicators_of
from tingpai.tiles import TILES, Tile, mpsz

WINNER, DISCARDER, DEALER = 1, 2, 0
LOSERS = (0, 2, 3)
KINDS: list[Tile] = [tile for tile in TILES if tile is not Tile.RED]
HONOURS = [tile for tile in KINDS if tile.is_honour]
OF_258 = [tile for tile in KINDS if not tile.is_honour and tile.rank in (2, 5, 8)]
SUITS = [[tile for tile in KINDS if not tile.is_honour and tile // 9 == suit] for suit in range(3)]

Tiles = tuple[Tile, ...]
Candidate = tuple[frozenset[str], bool]  # big hands, hard


@dataclass(frozen=True)
class Win:
    """A hand that has won or not: `sets` claimed, the winning tile the last of `concealed`."""

    sets: tuple[Tiles, ...]
    concealed: Tiles
    wildcard: Tile
    self_draw: bool
    last_tile: bool

    def deal(self) -> dict[str, Any]:
        hand = "".join(f"[{mpsz(tiles)}1]" for tiles in self.sets) + mpsz(sorted(self.concealed[:-1]))
        return {
            "players": [{"hand": hand if seat == WINNER else ""} for seat in range(4)],
            "win": {
                "winners": [WINNER],
                "by": "self_draw" if self.self_draw else "discard",
                "from": None if self.self_draw else DISCARDER,
                "tile": str(self.concealed[-1]),
            },
            "last_tile": self.last_tile,
            "indicator": str(indicators_of(self.wildcard)[0]),
        }

    def row(self) -> dict[str, Any]:
        deal = self.deal()
        how = {key: deal["win"][key] for key in ("by", "from", "tile")}
        keys = {key: deal[key] for key in ("last_tile", "indicator")}
        return {"hand": deal["players"][WINNER]["hand"], "seat": WINNER, **how, **keys}


def random_wins(number: int, most_wildcards: int) -> Iterator[Win]:
    rng = random.Random(2026)
    for _ in range(number):
        kinds = rng.choice([HONOURS, OF_258, rng.choice(SUITS), KINDS, KINDS])
        win = random_win(rng, kinds, most_wildcards)
        while win is None:
            win = random_win(rng, kinds, most_wildcards)
        yield win


def random_win(rng: random.Random, kinds: list[Tile], most_wildcards: int) -> Win | None:
    """A hand of these kinds; None where there are not the tiles for it."""
    wildcard = rng.choice(KINDS)
    sets = [random_set(rng, kinds) for _ in range(4)]
    claimed = rng.choice([1, 2, 3, 4, 4, 4])
    pair = rng.choice(rng.choice([kinds, [tile for tile in kinds if tile in OF_258] or kinds]))
    concealed = [*chain(*sets[claimed:]), pair, pair]
    if rng.random() < 0.2:  # 风一色 and 将一色 need no structure
        concealed = rng.choices(kinds, k=len(concealed))
    for place in rng.sample(range(len(concealed)), min(rng.randint(0, most_wildcards), len(concealed))):
        concealed[place] = wildcard
    rng.shuffle(concealed)
    laid = list(chain(*sets[:claimed]))
    used = Counter([*concealed, *laid, indicators_of(wildcard)[0]])
    if max(used.values()) > 4 or wildcard in laid or concealed.count(wildcard) > most_wildcards:
        return None
    self_draw = concealed[-1] == wildcard or rng.random() < 0.5
    return Win(tuple(sets[:claimed]), tuple(concealed), wildcard, self_draw, self_draw and rng.random() < 0.3)


def random_set(rng: random.Random, kinds: list[Tile]) -> Tiles:
    first = rng.choice(kinds)
    chow = chow_from(first)
    return chow if rng.random() < 0.4 and chow and set(chow) <= set(kinds) else (first,) * 3


def chow_from(first: Tile) -> Tiles:
    """The chow that starts with a tile; empty where none does."""
    return () if first.is_honour or first.rank > 7 else TILES[first : first + 3]


# ---- what the wildcards may stand for, one assignment after the other ----


@cache
def candidates(win: Win, melded_self_draw: bool) -> set[Candidate]:
    """What the hand is under every assignment that may win."""
    naturals = [tile for tile in win.concealed if tile != win.wildcard]
    wildcards = len(win.concealed) - len(naturals)
    melded = len(win.sets) == 4 and (melded_self_draw or not win.self_draw)
    found = set()
    for chosen in combinations_with_replacement(KINDS, wildcards):
        hard = all(tile == win.wildcard for tile in chosen)
        for big, small in readings(win.sets, sorted([*naturals, *chosen]), melded):
            if big or (small and wildcards <= 1):
                found.add((big | {"last_draw"} if win.last_tile else big, hard))
    return found


def readings(sets: tuple[Tiles, ...], concealed: list[Tile], melded: bool) -> Iterator[tuple[frozenset[str], bool]]:
    """The big hands of tiles without wildcards, one reading after the other, and whether it is a small hand's too."""
    kinds = set(concealed).union(*sets)
    structureless = {name for name, whole in (("all_honours", HONOURS), ("all_258", OF_258)) if kinds <= set(whole)}
    yield frozenset(structureless), False
    for pair in {tile for tile in concealed if concealed.count(tile) > 1}:
        for only_pungs in splits(without(concealed, (pair, pair))):
            big = set(structureless)
            if only_pungs and all(tiles[0] == tiles[2] for tiles in sets):
                big.add("all_pungs")
            if melded and pair in OF_258:
                big.add("melded_hand")
            if any(kinds <= set(suit) for suit in SUITS):
                big.add("one_suit")
            yield frozenset(big), pair in OF_258


def splits(tiles: list[Tile]) -> Iterator[bool]:
    """Every way to split sorted tiles into pungs and chows: whether all are pungs."""
    if not tiles:
        yield True
        return
    first = tiles[0]
    if tiles[2] == first:
        yield from splits(tiles[3:])
    chow = chow_from(first)
    if chow and set(chow) <= set(tiles):
        for _ in splits(without(tiles, chow)):
            yield False


def without(tiles: list[Tile], taken: Tiles) -> list[Tile]:
    left = tiles.copy()
    for tile in taken:
        left.remove(tile)
    return left


def paid(win: Win, candidate: Candidate, every_opening: bool, options: dict[str, Any]) -> int:
    """What the losers pay together, as the page says it; they have laid down nothing."""
    big, hard = candidate
    share = (2 ** len(win.sets) if every_opening else 2) * (2 if hard else 1)
    drawn_half = options.get("situational_self_draw", True) or big != {"last_draw"}
    losses = []
    for seat in LOSERS:
        more = win.self_draw or seat == DISCARDER
        if big:
            losses.append(share * len(big) * (15 if more and (not win.self_draw or drawn_half) else 10))
        else:
            losses.append(share * (2 if more else 1) * (2 if seat == DEALER else 1))
    cap = options.get("cap")
    if cap is None:
        return sum(losses)
    if min(losses) > cap:
        return 3 * (500 if every_opening else 400)
    return sum(min(loss, cap) for loss in losses)


@pytest.mark.parametrize("name", ["wuhan-kaikou", "wuhan-koukou"])
@pytest.mark.parametrize(
    "options",
    [
        {},
        {"melded_self_draw": True},
        {"melded_self_draw": True, "situational_self_draw": False},
        {"melded_self_draw": True, "cap": 100},
    ],
)
@pytest.mark.parametrize(("number", "most_wildcards"), [(150, 2), pytest.param(1000, 3, marks=pytest.mark.slow)])
def test_the_best_assignment_is_scored(name: str, options: dict[str, Any], number: int, most_wildcards: int) -> None:
    chosen = rules.get(name, **options)
    wins = list(random_wins(number, most_wildcards))
    scored = chosen.score_batch(pa.Table.from_pylist([win.row() for win in wins])).to_pylist()
    met: Counter[str] = Counter()
    for win, row in zip(wins, scored, strict=True):
        found = candidates(win, options.get("melded_self_draw", False))
        if not found:
            with pytest.raises(DealError, match="the hand may not win") as error:
                chosen.settle(win.deal())
            assert row["error"] == str(error.value)
            continue
        worth = {candidate: paid(win, candidate, name == "wuhan-koukou", options) for candidate in found}
        most, hard = max((points, candidate[1]) for candidate, points in worth.items())
        (winner,) = chosen.settle(win.deal()).winners
        *big, how = winner.score.patterns
        assert winner.value == most, win.deal()
        assert how == ("hard" if hard else "soft"), win.deal()
        assert worth.get((frozenset(big) - {"small"}, hard)) == most, win.deal()
        assert (row["points"], row["patterns"]) == (most, list(winner.score.patterns)), win.deal()
        met.update(winner.score.patterns)
    assert {"hard", "soft", "small", "all_pungs", "melded_hand", "one_suit", "all_honours", "all_258"} <= set(met)
