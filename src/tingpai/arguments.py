"""What questions are asked with beside the tiles, from Python or NumPy: kinds of seven pairs, truths, whole numbers."""

from __future__ import annotations

from operator import index
from typing import Literal

import numpy as np

from .errors import OptionError

SevenPairs = bool | Literal["distinct"]
_PAIRS = {False: 0, True: 1, "distinct": 2}


def pairs_code(seven_pairs: SevenPairs) -> int:
    """The number by which the core knows a kind of seven pairs."""
    if isinstance(seven_pairs, bool | np.bool_ | str) and seven_pairs in _PAIRS:
        return _PAIRS[seven_pairs]
    raise OptionError(f"seven_pairs is {seven_pairs!r}", expected='False, True or "distinct"')


def fifth_copy(allowed: bool) -> bool:
    """Whether a wildcard may stand for a fifth copy, of True or False and nothing else: the text "False" is true."""
    if isinstance(allowed, bool | np.bool_):
        return bool(allowed)
    raise OptionError(f"wild_fifth_copy is {allowed!r}", expected="true or false")


def whole(number: object) -> int | None:
    """The whole number that this is, None for anything else. True is none."""
    if isinstance(number, bool | np.bool_):
        return None
    try:
        return index(number)  # type: ignore[arg-type]
    except TypeError:
        return None
