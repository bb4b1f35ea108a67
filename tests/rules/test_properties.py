"""What holds of every deal in every rule set, on random deals played under the rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pyarrow as pa
import pytest

from tingpai import rules
from tingpai.hand import MeldKind
from tingpai.patterns import Pattern
from tingpai.play import play_deal
from tingpai.rules import facts
from tingpai.rules.deal import SEATS, By, Deal, source_seat
from tingpai.rules.model import RuleSet, Settlement
from tingpai.rules.nanning import NanningRules
from tingpai.rules.table import Rows
from tingpai.rules.wuhan_hand import is_waiting, wildcard_of
from tingpai.tiles import mpsz

from .hands import facts_of, of_key

DEALS = 60
MANY = 1500
# Options that change who plays, pays or draws what.
OPTIONS: dict[str, dict[str, Any]] = {
    "nanning-classic": {"dead_lock": True, "horses": 2, "fishing": 1},
    "nanning-laiyou": {"plain_discard": 2},
    "nanning-zhang": {"melded_discard": "big"},
    "nanning-fen": {"concealed_sum": True, "quads_double": True},
    "nanning-fan": {},
    "wuhan-kaikou": {"melded_self_draw": True, "winner_order": "discarder", "wildcard_kong": 4, "cap": 300},
    "wuhan-koukou": {"situational_self_draw": False, "cap": 100, "cap_all_rule": "ceiling"},
}
RULES = [pytest.param(name, {}, id=name) for name in rules.NAMES]
RULES += [pytest.param(name, options, id=f"{name}-options") for name, options in OPTIONS.items() if options]
SIZES = [DEALS, pytest.param(MANY, marks=pytest.mark.slow)]

every = pytest.mark.parametrize(("name", "options"), RULES)
sizes = pytest.mark.parametrize("size", SIZES)


@cache
def deal(name: str, options: tuple[tuple[str, Any], ...], index: int) -> dict[str, Any]:
    return play_deal(rules.get(name, **dict(options)), 2026, index)


def played(name: str, options: dict[str, Any], size: int) -> Iterator[tuple[RuleSet, dict[str, Any]]]:
    rule_set = rules.get(name, **options)
    for index in range(size):
        yield rule_set, deal(name, tuple(options.items()), index)


def waiting(told: Deal) -> list[int]:
    """The seats that wait, as their tiles tell."""
    if told.indicator is not None:
        wildcard = wildcard_of(told.indicator)
        return [seat for seat in range(SEATS) if is_waiting(told.hands[seat], wildcard)]
    return [seat for seat in range(SEATS) if facts.is_waiting(told, seat)]


def seen(settlement: Settlement) -> tuple[object, ...]:
    (winner,) = settlement.winners
    return winner.value, settlement.net, winner.score.patterns


# ---- every deal ----


@every
@sizes
def test_every_played_deal_is_settled(name: str, options: dict[str, Any], size: int) -> None:
    endings: Counter[str] = Counter()
    for rule_set, told in played(name, options, size):
        settlement = rule_set.settle(told)
        assert sum(settlement.net) == 0
        win = told["win"]
        assert [winner.seat for winner in settlement.winners] == (win["winners"] if win else [])
        for payment in settlement.payments:
            assert payment.points > 0
            assert payment.payer != payment.payee
        for winner in settlement.winners:
            assert winner.value > 0
        endings[win["by"] if win else "none"] += 1
    assert endings["self_draw"]
    assert endings["discard"]


@every
@sizes
def test_settling_is_settling_by_name(name: str, options: dict[str, Any], size: int) -> None:
    """The row names its own rules and options: any rule set of that name settles it alike."""
    for rule_set, told in played(name, options, size):
        assert rules.settle(told) == rule_set.settle(told)


def relabelled(value: Any) -> Any:
    """Tiles, hands and melds with their suits moved round: m to p, p to s, s to m."""
    if isinstance(value, str):
        return value.translate(str.maketrans("mps", "psm"))
    if isinstance(value, list):
        return [relabelled(item) for item in value]
    if isinstance(value, dict):
        return {key: item if key in ("by", "rules", "options") else relabelled(item) for key, item in value.items()}
    return value


@every
@sizes
def test_relabelling_suits_changes_nothing(name: str, options: dict[str, Any], size: int) -> None:
    for rule_set, told in played(name, options, size):
        before, after = rule_set.settle(told), rule_set.settle(relabelled(told))
        assert after.net == before.net
        assert after.next_dealer == before.next_dealer
        assert [winner.score.patterns for winner in after.winners] == [
            winner.score.patterns for winner in before.winners
        ]


@every
@sizes
def test_hidden_losers_change_nothing(name: str, options: dict[str, Any], size: int) -> None:
    """Losers' concealed tiles matter only through who waits."""
    for rule_set, told in played(name, options, size):
        if not told["win"]:
            continue
        whole = Deal.parse(told)
        hidden = [
            {"hand": player["hand"] if seat in whole.win.winners else "".join(map(str, hand.melds))}
            for seat, (player, hand) in enumerate(zip(told["players"], whole.hands, strict=True))
        ]
        assert rule_set.settle({**told, "players": hidden, "waiting": waiting(whole)}) == rule_set.settle(told)


# ---- who pays ----


def payers(name: str, told: Deal, winner: int) -> set[int]:
    """Who may pay for a win, horses and fish apart, read from the rules as they are printed."""
    win = told.win
    assert win is not None
    others = set(range(SEATS)) - {winner}
    if name.startswith("wuhan"):
        return others
    supplied = told.supplied(winner)
    locked = {seat for seat in others if supplied[seat] >= 3}
    if win.source is not None:
        return locked if locked and name == "nanning-fan" else locked | {win.source}
    kongs = told.chain[:1] if name == "nanning-laiyou" else told.chain
    claimed = [kong for kong in kongs if kong.kind is not MeldKind.CONCEALED_KONG]
    return locked or {source_seat(winner, kong) for kong in claimed[:1]} or others


@every
@sizes
def test_nobody_but_a_named_payer_pays(name: str, options: dict[str, Any], size: int) -> None:
    for rule_set, told in played(name, options, size):
        whole = Deal.parse(told)
        settlement = rule_set.settle(told)
        for payment in settlement.payments:
            if payment.reason in ("win", "horses", "liable"):
                assert payment.payer in payers(name, whole, payment.payee)
            elif payment.reason.startswith("kong"):
                tile = payment.reason.removeprefix("kong ")
                kongs = [meld for meld in whole.hands[payment.payee].melds if meld.is_kong]
                assert tile in [mpsz(meld.tiles) for meld in kongs]
            elif payment.reason == "false win":
                assert payment.payer == whole.false_win
            else:
                assert payment.reason == "fish"
                assert whole.fish is not None
        if name.startswith("wuhan") and whole.win is not None:
            paying = {payment.payer for payment in settlement.payments}
            assert len(paying) == 3 or "liable" in {payment.reason for payment in settlement.payments}
        if whole.win is None and whole.false_win is None:
            assert all(payment.reason.startswith("kong") for payment in settlement.payments)


# ---- stronger hands ----


STRONGER = (Pattern.ONE_SUIT, Pattern.ALL_PUNGS, Pattern.ONE_SUIT | Pattern.ALL_PUNGS)


@pytest.mark.parametrize("name", [name for name in rules.NAMES if name.startswith("nanning")])
@sizes
def test_a_stronger_pattern_never_pays_less(name: str, size: int) -> None:
    compared = 0
    for rule_set, told in played(name, {}, size):
        assert isinstance(rule_set, NanningRules)
        whole = Deal.parse(told)
        for seat in whole.win.winners if whole.win else ():
            found = rule_set.facts(whole, seat)
            share = rule_set.score(found).share
            for bits in STRONGER:
                stronger = found._replace(patterns=found.patterns | bits)
                assert rule_set.score(stronger).share >= share
                compared += 1
    assert compared


# ---- one deal and a table ----


def row(told: dict[str, Any]) -> dict[str, Any]:
    """A deal with one winner as a row of `score_batch`, every column filled."""
    whole = Deal.parse(told)
    win = whole.win
    assert win is not None
    (winner,) = win.winners
    keys = ("chain", "chains", "last_tile", "first_turn", "declared", "horses", "fish", "indicator")
    return {
        "hand": mpsz(whole.won(winner).tiles),
        "tile": str(win.tile),
        "by": win.by.value,
        "seat": winner,
        "from": win.source,
        "waiting": waiting(whole),
        **{f"melds_{seat}": "".join(map(str, hand.melds)) for seat, hand in enumerate(whole.hands)},
        **{key: told.get(key) for key in keys},
    }


@every
@sizes
def test_a_table_scores_as_deals_settle(name: str, options: dict[str, Any], size: int) -> None:
    deals = [told for _, told in played(name, options, size) if told["win"] and len(told["win"]["winners"]) == 1]
    rule_set = rules.get(name, **options)
    scored = rule_set.score_batch(pa.Table.from_pylist([row(told) for told in deals]))
    assert scored["error"].null_count == len(deals)
    for told, answer in zip(deals, scored.to_pylist(), strict=True):
        pay = tuple(answer[f"pay_{seat}"] for seat in range(SEATS))
        assert (answer["points"], pay, tuple(answer["patterns"])) == seen(rule_set.settle(told))


@every
@sizes
def test_a_rows_key_is_the_facts_of_its_deal(name: str, options: dict[str, Any], size: int) -> None:
    """The quick way sees in the columns what the slow way sees in the deal, and never needs the slow way here."""
    deals = [told for _, told in played(name, options, size) if told["win"] and len(told["win"]["winners"]) == 1]
    rule_set = rules.get(name, **options)
    parts, odd = rule_set.parts(Rows.of(pa.Table.from_pylist([row(told) for told in deals])))
    for told, key, alone in zip(deals, parts[0].keys.tolist(), odd.tolist(), strict=True):
        assert of_key(rule_set, key) == facts_of(rule_set, Deal.parse(told)), told
        assert alone == ("chains" in told), told


@every
def test_the_order_of_rows_is_kept(name: str, options: dict[str, Any]) -> None:
    """A row's answer does not depend on the rows around it."""
    rows = [row(told) for _, told in played(name, options, DEALS) if told["win"] and len(told["win"]["winners"]) == 1]
    rule_set = rules.get(name, **options)
    table = pa.Table.from_pylist(rows)
    together = rule_set.score_batch(table).to_pylist()
    alone = [rule_set.score_batch(table.slice(place, 1)).to_pylist()[0] for place in range(0, len(rows), 7)]
    assert alone == together[::7]


def test_robbed_and_several_winners_are_played() -> None:
    """The random games hold what is rare, too: many of them are needed for some of it."""
    found: Counter[str] = Counter()
    for index in range(400):
        told = deal("nanning-classic", (), index)
        win = told["win"]
        found["exhausted"] += not win and "false_win" not in told
        found["several"] += bool(win) and len(win["winners"]) > 1
        found["chain"] += "chain" in told
        found["false win"] += "false_win" in told
        found["seven pairs"] += bool(win) and any("[" not in told["players"][seat]["hand"] for seat in win["winners"])
    assert set(found) == {name for name, count in found.items() if count}


@pytest.mark.slow
def test_rare_features_are_played() -> None:
    found: Counter[str] = Counter()
    for index in range(MANY):
        told = deal("nanning-classic", (), index)
        win = told["win"] or {"by": "", "winners": []}
        found["robbing"] += win["by"] == By.ROB_KONG.value
        found["last tile"] += "last_tile" in told
        found["chain of two"] += len(told.get("chain", ())) > 1
        found["earlier chain"] += "chains" in told
        found["melded hand"] += any(told["players"][seat]["hand"].count("[") == 4 for seat in win["winners"])
        found["first turn"] += "first_turn" in told
    assert all(found[name] for name in ("robbing", "last tile", "earlier chain", "melded hand")), found
