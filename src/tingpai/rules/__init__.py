"""Rule sets: from a hand and how it was won to who pays whom.

``rules.get("nanning-classic", dead_lock=True).settle(deal)``; `rules.settle` takes the rule set from the deal itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from ..errors import DealError, OptionError
from .deal import Deal
from .model import Payment, RuleSet, Score, Settlement, Step, Winner
from .options import Option, nearest

_PLACES = {
    "nanning-classic": ("nanning_classic", "NanningClassic"),
    "nanning-laiyou": ("nanning_laiyou", "NanningLaiyou"),
    "nanning-zhang": ("nanning_zhang", "NanningZhang"),
    "nanning-fen": ("nanning_fen", "NanningFen"),
    "nanning-fan": ("nanning_fan", "NanningFan"),
    "wuhan-kaikou": ("wuhan", "WuhanKaikou"),
    "wuhan-koukou": ("wuhan", "WuhanKoukou"),
}
NAMES: tuple[str, ...] = tuple(_PLACES)
"""The names of the rule sets."""


def find(name: str) -> type[RuleSet]:
    """The class of rule set `name`; its `OPTIONS` list what it can be given. Raises `OptionError`."""
    if name not in _PLACES:
        raise OptionError(f"unknown rule set {name!r}", expected=nearest(str(name), NAMES))
    module, kind = _PLACES[name]
    found: type[RuleSet] = getattr(import_module(f".{module}", __name__), kind)
    return found


def get(name: str, **options: object) -> RuleSet:
    """Rule set `name` with `options`, defaults otherwise. Raises `OptionError` naming the nearest known name."""
    return find(name)(**options)


def settle(deal: Deal | Mapping[str, Any]) -> Settlement:
    """Settle a deal under the rule set and options that it names. Raises `DealError`, `OptionError`."""
    if not isinstance(deal, Deal):
        deal = Deal.parse(deal)
    if deal.rules is None:
        raise DealError("the deal names no rules", expected=", ".join(NAMES))
    return get(deal.rules).settle(deal)


__all__ = [
    "NAMES",
    "Deal",
    "Option",
    "Payment",
    "RuleSet",
    "Score",
    "Settlement",
    "Step",
    "Winner",
    "find",
    "get",
    "settle",
]
