"""The rule sets as the page shows them: names, options, and the keys of a deal that each knows."""

from __future__ import annotations

from typing import Any

from .. import rules
from ..rules.names import NAMES
from ..rules.options import Option


def catalogue() -> dict[str, Any]:
    """``{"rules": […], "names": {key: [Chinese, English]}}``, as JSON."""
    return {
        "rules": [_rule_set(name) for name in rules.NAMES],
        "names": {key: list(names) for key, names in NAMES.items()},
    }


def _rule_set(name: str) -> dict[str, Any]:
    kind = rules.find(name)
    return {
        "name": name,
        "zh": kind.zh,
        "en": kind.en,
        "keys": sorted(kind.KEYS),
        "options": [_option(option) for option in kind.OPTIONS],
    }


def _option(option: Option) -> dict[str, Any]:
    kind = "choice" if option.choices else "flag" if isinstance(option.default, bool) else "number"
    return {
        "name": option.name,
        "kind": kind,
        "default": option.default,
        "zh": option.zh,
        "en": option.en,
        "choices": list(option.choices),
        "least": option.least,
        "most": option.most,
        "nullable": option.nullable,
    }
