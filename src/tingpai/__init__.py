"""tingpai 听牌: mahjong wins, waits, shanten and scores, one hand or millions at a time."""

from __future__ import annotations

from .analysis import Reading, decompose, is_win, patterns, shanten, waits
from .discards import Discard, Ukeire, discards, ukeire
from .errors import DealError, HandError, InputError, NotationError, OptionError, TingpaiError
from .hand import Hand, Meld, MeldKind
from .improve import Choice, FarFromWaiting, Improvement, improve
from .patterns import Pattern
from .tiles import Tile

__version__ = "0.1.0"
__all__ = [
    "Choice",
    "DealError",
    "Discard",
    "FarFromWaiting",
    "Hand",
    "HandError",
    "Improvement",
    "InputError",
    "Meld",
    "MeldKind",
    "NotationError",
    "OptionError",
    "Pattern",
    "Reading",
    "Tile",
    "TingpaiError",
    "Ukeire",
    "decompose",
    "discards",
    "improve",
    "is_win",
    "patterns",
    "shanten",
    "ukeire",
    "waits",
]
