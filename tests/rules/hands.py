"""Named winning hands, and deals made of them: what the tables of the rules speak of, as tiles."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tingpai.errors import DealError, TingpaiError
from tingpai.patterns import Pattern
from tingpai.rules import wuhan_facts
from tingpai.rules.deal import Deal
from tingpai.rules.facts import CONCEALED, Facts, chain_of
from tingpai.rules.model import RuleSet
from tingpai.rules.nanning import NanningRules
from tingpai.rules.wuhan import WuhanRules
from tingpai.rules.wuhan_facts import WuhanFacts
from tingpai.rules.wuhan_hand import wildcard_of

SELF_DRAW, DISCARD, ROBBING = range(3)

# name -> (hand without the winning tile, winning tile). Melds come from three different players.
HANDS = {
    "plain": ("[111z1][222z2]345m67p99s", "8p"),
    "plain concealed": ("345m67p99s234567p", "8p"),
    "one suit": ("[111m1][999m2]3456m88m2m", "1m"),
    "one suit concealed": ("11123456m55789m", "7m"),
    "all pungs": ("[111z1][222z2]333m44p99s", "9s"),
    "all pungs concealed": ("111222z333m44p99s", "9s"),
    "all pungs one suit": ("[111m1][222m2]333m44m99m", "9m"),
    "all pungs one suit concealed": ("111222333m44m99m", "9m"),
    "all honours all pungs": ("[111z1][222z2]333z44z55z", "5z"),
    "seven pairs": ("1133m2255p7788s1z", "1z"),
    "seven pairs one suit": ("1122335577889m", "9m"),
    "one quad": ("1111m2255p7788s1z", "1z"),
    "one quad one suit": ("1111335577889m", "9m"),
    "two quads": ("1111m2222p7788s1z", "1z"),
    "two quads one suit": ("1111333377889m", "9m"),
    "three quads": ("1111m2222p7777s1z", "1z"),
    "three quads one suit": ("1111333377779m", "9m"),
    "melded": ("[111z1][222z2][333m3][444p1]9s", "9s"),
    "melded one suit": ("[111m1][222m2][333m3][444m1]9m", "9m"),
}

_S, _P = Pattern.STANDARD, Pattern.SEVEN_PAIRS
_QUADS = {"": Pattern(0), "q1": Pattern.ONE_QUAD, "q2": Pattern.TWO_QUADS, "q3": Pattern.THREE_QUADS}


def facts(hand: str, chain: str = "", **how: int) -> Facts:
    """The facts of a hand of `HANDS` (a hand in words), `chain` as letters: e exposed, a added, c concealed.

    Exposed and added kongs come from the next player in turn order unless a digit 1-3 names their source.
    """
    bits = _P if "seven" in hand or "quad" in hand else _S
    for word, bit in (
        ("one suit", Pattern.ONE_SUIT),
        ("honours", Pattern.ALL_HONOURS),
        ("all pungs", Pattern.ALL_PUNGS),
        ("melded", Pattern.ALL_PUNGS),
        ("one quad", Pattern.ONE_QUAD),
        ("two quads", Pattern.TWO_QUADS),
        ("three quads", Pattern.THREE_QUADS),
    ):
        if word in hand:
            bits |= bit
    closed = "concealed" in hand or bits & _P
    return Facts(int(bits), claimed=4 if "melded" in hand else 0 if closed else 2, chain=kongs(chain), **how)


def kongs(chain: str) -> int:
    """``"e3ca1"`` as packed kong codes: exposed from 下家, concealed, added from 上家."""
    found = []
    for letter in chain:
        if letter.isdigit():
            found[-1] += int(letter) - 3
        else:
            found.append({"e": 3, "a": 3 + CONCEALED, "c": CONCEALED}[letter])
    return chain_of(tuple(found))


def deal(hand: str, tile: str | None = None, *, seat: int = 0, by: str = "self_draw", **keys: Any) -> dict[str, Any]:
    """A deal won by `seat`: `hand` a name of `HANDS` or a text with its `tile`.

    `source` is who discarded or was robbed; `others` maps seats to their hands; every other key is the deal's own.
    """
    if hand in HANDS:
        hand, tile = HANDS[hand]
    players = [{"hand": ""} for _ in range(4)]
    for other, text in keys.pop("others", {}).items():
        players[other]["hand"] = text
    players[seat]["hand"] = hand
    win = {"winners": [seat], "by": by, "from": keys.pop("source", None), "tile": tile}
    return {"players": players, "win": win, **keys}


def facts_of(rule_set: RuleSet, told: Deal) -> Facts | WuhanFacts:
    """What the one winner's win depends on."""
    assert told.win is not None
    (seat,) = told.win.winners
    if isinstance(rule_set, NanningRules):
        return rule_set.facts(told, seat)
    assert isinstance(rule_set, WuhanRules)
    assert told.indicator is not None
    wildcard, kong = wildcard_of(told.indicator), rule_set.number("wildcard_kong")
    return wuhan_facts.facts_of(told, seat, wildcard, rule_set.EVERY_OPENING, kong)


def of_key(rule_set: RuleSet, key: int) -> Facts | WuhanFacts:
    """The facts that a batch's key tells."""
    return (Facts if isinstance(rule_set, NanningRules) else WuhanFacts).of_key(key)


def paid(settlement: Any, reason: str | None = None) -> dict[tuple[int, int], int]:
    """(payer, payee) -> points, of one reason or of all."""
    found: dict[tuple[int, int], int] = {}
    for payment in settlement.payments:
        if reason is None or payment.reason == reason:
            assert isinstance(payment.points, int)
            pair = (payment.payer, payment.payee)
            found[pair] = found.get(pair, 0) + payment.points
    return found


def refused(line: str, kind: type[TingpaiError] = DealError) -> pytest.RaisesExc[TingpaiError]:
    """What is raised inside is told in this line, whole."""
    return pytest.raises(kind, match=rf"\A{re.escape(line)}\Z")
