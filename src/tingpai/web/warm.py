"""What the first questions would otherwise wait for: modules, tables and rule sets, made before the page is open."""

from __future__ import annotations

import gc
from typing import Any

from .. import rules
from .look import look

_HANDS = ("[222m3]345m67p99s234p", "345m67p99s234567p", "[222m3]345m67p99s34p5z")
"""They wait for 8p; the third with the wildcard for 2p where there is one."""
_TILE = "8p"
_INDICATOR = "6z"
_WAYS = (
    {"by": "self_draw", "from": None},
    {"by": "discard", "from": 1},
    {"by": "rob_kong", "from": 1},
)


def warm() -> None:
    """Look at hands of every rule set: one that waits, one to discard from, and won ones."""
    for name in rules.NAMES:
        wildcard = {"indicator": _INDICATOR} if rules.get(name).has_wildcard else {}
        for text in _HANDS:
            look(_deal(name, text, **wildcard), 0)
            look(_deal(name, text + "1z", **wildcard), 0)
            for way in _WAYS:
                look(_deal(name, text, win={"winners": [0], "tile": _TILE, **way}, **wildcard), 0)
    # What is there now stays: looking for garbage among it again would hold up a click.
    gc.collect()
    gc.freeze()


def _deal(name: str, text: str, **keys: Any) -> dict[str, Any]:
    return {"rules": name, "players": [{"hand": text}, *({"hand": ""} for _ in range(3))], **keys}
