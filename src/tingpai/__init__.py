"""tingpai 听牌: mahjong wins, waits, shanten and scores, one hand or millions at a time."""

from __future__ import annotations

from .errors import DealError, HandError, InputError, NotationError, OptionError, TingpaiError
from .hand import Hand, Meld, MeldKind
from .tiles import Tile

__version__ = "0.1.0"
__all__ = [
    "DealError",
    "Hand",
    "HandError",
    "InputError",
    "Meld",
    "MeldKind",
    "NotationError",
    "OptionError",
    "Tile",
    "TingpaiError",
]
