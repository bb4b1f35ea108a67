"""What players have laid down, for a batch: each distinct meld is read once, each distinct list of melds kept once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from ..errors import TingpaiError
from ..hand import Meld, MeldKind
from ..notation import parse_meld
from ..tiles import KINDS
from .columns import Coded, encode, whole

Ints = NDArray[np.int64]
Ids = NDArray[np.int32]

_NO_MELD = -1


@lru_cache(maxsize=1024)
def _meld(text: str) -> Meld:
    """`parse_meld`, once for each of the few texts that tables hold."""
    return parse_meld(text)


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
    """The distinct lists of melds in some columns of N rows, none at first; list 0 is empty.

    `ids` int32 (columns, N) says which list each row has; `melds` int64 (lists, M) the numbers of its melds, 0 none;
    `wrong` bool (lists,) which could not be read.
    """

    def __init__(self, columns: int, size: int) -> None:
        self.vocabulary = Melds()
        self.ids: Ids = np.zeros((columns, size), np.int32)
        self.melds: Ints = np.zeros((1, 0), np.int64)
        self.wrong = np.zeros(1, np.bool_)

    def take(self, columns: Mapping[int, Coded]) -> None:
        """Fill these columns, whose values are tuples of texts, one for each meld."""
        places: dict[tuple[str, ...], int] = {(): 0}
        for column, coded in columns.items():
            found = [places.setdefault(melds or (), len(places)) for melds in coded.values]
            self.ids[column] = np.array(found)[coded.codes]
        self.melds = np.zeros((len(places), max(map(len, places))), np.int64)
        for melds, place in places.items():
            self.melds[place, : len(melds)] = list(map(self._number, melds))
        self.wrong = (self.melds == _NO_MELD).any(axis=1)
        self.melds[self.melds == _NO_MELD] = 0

    def read(self, columns: Mapping[int, pa.Array]) -> None:
        """Fill these columns, which are texts."""
        if not columns:
            return
        texts = [column.cast(pa.string()) for column in columns.values()]
        coded = whole(pa.chunked_array([pa.array([""], pa.string()), *texts])).fill_null("").dictionary_encode()
        codes = np.asarray(coded.indices)[1:]
        self.ids[list(columns)] = codes.reshape(len(texts), -1)
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
        numbers = np.array([*(self._number(text + "]") for text in coded.values[:-1]), 0], np.int64)
        unknown = numbers == _NO_MELD
        numbers[unknown] = 0
        row = np.repeat(np.arange(len(sizes)), sizes)
        place = np.arange(len(row)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
        self.wrong[row[unknown[coded.codes]]] = True
        self.melds = np.zeros((len(sizes), int(sizes.max(initial=0))), np.int64)
        self.melds[row, place] = numbers[coded.codes]

    def _number(self, text: str) -> int:
        """The number of the meld in the vocabulary; -1 where it is none."""
        try:
            return self.vocabulary.number(_meld(text))
        except TingpaiError:
            return _NO_MELD

    @property
    def any(self) -> bool:
        """Whether anybody has laid down anything."""
        return len(self.melds) > 1

    @property
    def told(self) -> list[tuple[int, Ids]]:
        """The columns where any list is not empty: which, and its `ids`."""
        return [(column, ids) for column, ids in enumerate(self.ids) if ids.any()]

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
                for tile in meld.tiles:
                    each[number, tile] += 1
        counts = np.zeros((len(self.melds), KINDS), np.uint8)
        for melds in self.melds.T:
            counts += each[melds]
        return counts
