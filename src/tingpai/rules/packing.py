"""Small fields packed into one integer key: of a single situation, or of a million rows at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

WORD = 63  # a key is a non-negative int64

Key = TypeVar("Key", int, NDArray[np.int64])


def pack(bits: Mapping[str, int], fields: Mapping[str, Key], zero: Key) -> Key:
    """The key of `fields`, each fitting its number of `bits`; fields left out are 0. `zero` gives the kind of key."""
    key = zero
    shift = 0
    for name, width in bits.items():
        if name in fields:
            key = key | fields[name] << shift
        shift += width
    assert shift <= WORD
    return key


def unpack(bits: Mapping[str, int], key: int) -> dict[str, int]:
    """The fields that `pack` packed."""
    fields = {}
    for name, width in bits.items():
        fields[name] = key & (1 << width) - 1
        key >>= width
    return fields
