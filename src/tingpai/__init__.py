"""tingpai 听牌: mahjong wins, waits, shanten and scores, one hand or millions at a time."""

from __future__ import annotations

from .analysis import Reading, decompose, is_win, shanten, waits
from .errors import DealError, HandError, InputError, NotationError, OptionError, TingpaiError
from .hand import Hand, Meld, MeldKind
from .patterns import Pattern
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
    "Pattern",
    "Reading",
    "Tile",
    "TingpaiError",
    "decompose",
    "is_win",
    "shanten",
    "waits",
]
