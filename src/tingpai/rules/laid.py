"""What players have laid down, for a batch: each distinct meld is read once, each distinct list of melds kept once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ..errors import TingpaiError
from ..hand import Meld, MeldKind
from ..notation import parse_meld
from ..tiles import KINDS
from .columns import encode, whole

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]


class Melds:
    """The distinct melds of a batch, numbered from 1; 0 is no meld. Attributes of each are arrays by number."""

    def __init__(self) -> None:
        self.known: list[Meld | None] = [None]
        self._numbers: dict[Meld, int] = {}

    def number(self, meld: Meld) -> int:
        """The number of `meld`, a new one where it is new."""
        if meld not in self._numbers:
            self._numbers[meld] = len(self.known)
            self.known.append(meld)
        return self._numbers[meld]

    def attribute(self, of: Callable[[Meld], int]) -> Ints:
        """`of` each meld, 0 for no meld: an array to be indexed with meld numbers."""
        return np.array([0 if meld is None else of(meld) for meld in self.known], np.int64)


class MeldLists:
    """The distinct lists of melds in some text columns of N rows; list 0 is empty.

    `ids` int32 (columns, N) says which list each row has; `melds` int64 (lists, M) the numbers of its melds, 0 none;
    `wrong` bool (lists,) which could not be read.
    """

    def __init__(self, columns: Sequence[pa.Array | None], size: int) -> None:
        self.vocabulary = Melds()
        self.ids: Ids = np.zeros((len(columns), size), np.int32)
        given = {place: column.cast(pa.string()) for place, column in enumerate(columns) if column is not None}
        coded = (
            whole(pa.chunked_array([pa.array([""], pa.string()), *given.values()])).fill_null("").dictionary_encode()
        )
        codes = np.asarray(coded.indices)[1:]
        for place, ids in zip(given, codes.reshape(len(given), size), strict=True):
            self.ids[place] = ids
        self._read(coded.dictionary)

    def _read(self, lists: pa.Array) -> None:
        pieces = pc.split_pattern(lists, "]")
        offsets = np.asarray(pieces.offsets) - pieces.offsets[0].as_py()
        sizes = np.diff(offsets) - 1
        inside = np.ones(offsets[-1], np.bool_)
        inside[offsets[1:] - 1] = False
        flat = pieces.flatten()
        behind = pc.utf8_trim_whitespace(flat.filter(pa.array(~inside)))
        self.wrong = np.asarray(pc.greater(pc.binary_length(behind), 0).to_numpy(zero_copy_only=False))
        coded = encode(flat.filter(pa.array(inside)))
        numbers = np.zeros(len(coded.values), np.int64)
        unknown = np.zeros(len(coded.values), np.bool_)
        for code, text in enumerate(coded.values[:-1]):
            try:
                numbers[code] = self.vocabulary.number(parse_meld(text + "]"))
            except TingpaiError:
                unknown[code] = True
        row = np.repeat(np.arange(len(sizes)), sizes)
        place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        self.wrong[row[unknown[coded.codes]]] = True
        self.melds: Ints = np.zeros((len(sizes), int(sizes.max(initial=0))), np.int64)
        self.melds[row, place] = numbers[coded.codes]

    @property
    def any(self) -> bool:
        """Whether anybody has laid down anything."""
        return len(self.melds) > 1

    def total(self, of: Callable[[Meld], int]) -> Ints:
        """(lists,): the sum of `of` each meld."""
        values = self.vocabulary.attribute(of)
        sums = np.zeros(len(self.melds), np.int64)
        for melds in self.melds.T:
            sums += values[melds]
        return sums

    def tiles(self, *, singles: bool) -> NDArray[np.uint8]:
        """(lists, 34): the tiles of each list, with or without those laid down alone."""
        each = np.zeros((len(self.vocabulary.known), KINDS), np.uint8)
        for number, meld in enumerate(self.vocabulary.known):
            if meld is not None and (singles or meld.kind is not MeldKind.SINGLE):
                np.add.at(each[number], list(meld.tiles), 1)
        counts = np.zeros((len(self.melds), KINDS), np.uint8)
        for melds in self.melds.T:
            counts += each[melds]
        return counts
