"""`Rows`: a batch of hands and how they were won, as arrays.

Texts are read once for each distinct value; every row becomes a few small integers, of which a rule set makes one key.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from .. import batch
from ..errors import DealError, InputError, TingpaiError
from ..hand import Meld, MeldKind
from ..notation import parse_tiles
from ..tiles import COPIES, KINDS, TILES
from . import cells
from .columns import Coded, Column, cell, encode, whole
from .deal import HAND, SEATS, By, Deal
from .facts import BY
from .laid import Ids, Ints, MeldLists

Bools = NDArray[np.bool_]
Counts = NDArray[np.uint8]

COUNT_NAMES = tuple(map(str, TILES))
MELD_NAMES = tuple(f"melds_{seat}" for seat in range(SEATS))
COLUMNS = (
    *("hand", "counts", "tile", "by", "seat", "from", "chain", "chains", "last_tile", "first_turn"),
    *("waiting", "declared", "horses", "fish", "indicator"),
    *MELD_NAMES,
)
"""What `score_batch` reads of a table, beside 34 columns of counts; other columns are left alone."""

_UNREADABLE = (TingpaiError, ValueError, TypeError)
_TEXTS = "texts, or lists of texts"
_NUMBERS = "34 counts"
_ROBBING = BY.index(By.ROB_KONG)
_SELF_DRAW = BY.index(By.SELF_DRAW)


class Tiles(NamedTuple):
    """Lists of tiles: row i has the counts ``counts[codes[i]]``, uint8 (lists, 34)."""

    codes: NDArray[np.intp]
    counts: Counts

    @property
    def rows(self) -> Counts:
        """uint8 (N, 34)."""
        return np.take(self.counts, self.codes, axis=0)


class Rows:
    """The columns of a batch of N rows as arrays. What a column does not say is its default (docs/rules/batch.md).

    A column of melds that is `Coded` holds tuples of texts, one for each meld, and then all columns of melds are such.

    `odd` (bool, N) collects the rows that these arrays do not tell in full, unreadable ones among them.

    `counts` uint8 (N, 34) concealed tiles of the winner, the winning tile included; `tile` its kind, -1 unknown; `by`
    an index of `facts.BY`; `seat`, `source`; `lists` what each seat has laid down, its `ids` (4, N) in seat order;
    `chain` int64 (N, C) the kongs just before the win that stand, as numbers of `lists.vocabulary`, 0 none.
    """

    def __init__(self, columns: Mapping[str, Column], size: int) -> None:
        self.columns = columns
        self.size = size
        self.odd: Bools = np.zeros(self.size, np.bool_)
        self._parsed = batch.parse_hands(whole(columns["hand"])) if _is_text(columns) else None
        self.by = self.numbers("by", lambda value: BY.index(By(value)))
        self.seat = self.numbers("seat", cells.seat)
        self.source = self._source()
        self.last_tile = self.numbers("last_tile", cells.flag)
        self.first_turn = self.numbers("first_turn", cells.flag)
        if self.has("chains"):
            self.odd |= self.numbers("chains", bool) > 0
        self.tile = self.numbers("tile", cells.tile, default=-1)
        self.lists = self._lists()
        self.counts = self._counts()
        self.chain = self._chain()

    @classmethod
    def of(cls, table: pa.Table) -> Rows:
        """The rows of a table."""
        names = set(table.column_names)
        return cls({name: table[name] for name in (*COLUMNS, *COUNT_NAMES) if name in names}, table.num_rows)

    def has(self, name: str) -> bool:
        """Whether there is a column `name` and it says anything."""
        column = self.columns.get(name)
        if column is None or isinstance(column, Coded | np.ndarray):
            return column is not None
        return bool(column.null_count < self.size)

    def coded(self, name: str) -> Coded | None:
        """The column's distinct values, texts of lists and objects read; None where there is no such column."""
        if not self.has(name):
            return None
        return encode(self.columns[name])

    def deal(self, row: int) -> Deal:
        """One row as a deal; raises `TingpaiError`."""
        told = {name: cell(column, row) for name, column in self.columns.items()}
        if "hand" not in told and "counts" not in told:
            told["counts"] = [told[name] for name in COUNT_NAMES]
        return cells.deal_of(told)

    def numbers(self, name: str, read: Callable[[Any], int], *, default: int = 0) -> Ints:
        """A column as int64 (N,), each distinct value `read` once. What `read` refuses is odd, and `default`."""
        coded = self.coded(name)
        if coded is None:
            return np.full(self.size, default, np.int64)
        numbers = np.full(len(coded.values), default, np.int64)
        wrong = np.zeros(len(coded.values), np.bool_)
        for code, value in enumerate(coded.values[:-1]):
            try:
                if not cells.is_empty(value):
                    numbers[code] = read(value)
            except _UNREADABLE:
                wrong[code] = True
        if wrong.any():
            self.odd |= wrong[coded.codes]
        return np.take(numbers, coded.codes)

    def tiles(self, name: str, write: Callable[[Any], str] = str) -> Tiles | None:
        """A column of tiles, each value made a text by `write`; None where there is none. Unreadable ones are odd."""
        coded = self.coded(name)
        if coded is None:
            return None
        written = ["" if cells.is_empty(value) else write(value) for value in coded.values]
        places = {text: place for place, text in enumerate(dict.fromkeys(written))}
        texts = list(places)
        # The reader of hands reads most of them at once; it minds a number of tiles that no hand has.
        hands = batch.parse_hands(texts)
        counts = hands.counts.copy()
        wrong = np.zeros(len(texts), np.bool_)
        for place in (*hands.errors, *np.flatnonzero(hands.melds.any(axis=1)).tolist()):
            counts[place] = 0
            try:
                for tile in parse_tiles(texts[place]) if texts[place] else ():
                    counts[place, tile] += 1
            except TingpaiError:
                wrong[place] = True
        codes = np.array([places[text] for text in written])[coded.codes]
        self.odd |= wrong[codes]
        return Tiles(codes, counts)

    def by_seat(self, name: str, read: Callable[[Any, int], Sequence[int]], width: int) -> list[Ints]:
        """`width` fields (N,) that `read` makes of a column's value and the winner's seat; what it refuses is odd."""
        coded = self.coded(name)
        if coded is None:
            return []
        pairs, inverse = np.unique(coded.codes * SEATS + self.seat, return_inverse=True)
        numbers = np.zeros((len(pairs), width), np.int64)
        wrong = np.zeros(len(pairs), np.bool_)
        for place, (code, seat) in enumerate(zip(*map(np.ndarray.tolist, divmod(pairs, SEATS)), strict=True)):
            value = coded.values[code]
            try:
                if not cells.is_empty(value):
                    numbers[place] = read(value, seat)
            except _UNREADABLE:
                wrong[place] = True
        self.odd |= wrong[inverse]
        return list(numbers[inverse].T)

    @cached_property
    def maker(self) -> Ints:
        """Who made the kongs of the chain: the winner of a self-draw, else the discarder or the robbed player."""
        return np.where(self.by == _SELF_DRAW, self.seat, self.source)

    @cached_property
    def own(self) -> Ids:
        """(N,): the winner's list of melds."""
        return self.of_seat(self.seat)

    def of_seat(self, seat: Ints) -> Ids:
        """(N,): the list of one seat a row."""
        return self.lists.ids[seat, np.arange(self.size)]

    @property
    def laid(self) -> Counts | None:
        """uint8 (N, 34): the tiles of the winner's melds, not those laid down alone; None where nobody has any."""
        return np.take(self.lists.tiles(singles=False), self.own, axis=0) if self.lists.any else None

    def patterns(self) -> Ints:
        """int64 (N,): `batch.patterns` of the winners; rows that are no hand are odd."""
        bits: Ints = batch.patterns(self.counts, melds=self.laid, errors="null").astype(np.int64)
        self.odd |= (bits & batch.BAD_PATTERNS) > 0
        return bits

    def mark_copies(self, *beside: Counts, tile: Ints | None = None) -> None:
        """Rows with five of a kind over the table are odd.

        `beside` are tiles beside the hand and the melds, `tile` one more of each row (-1: none).
        """
        if not beside and tile is None and not self.lists.any:
            return  # the hand alone is looked at by the core
        total = self.counts.copy()
        for tiles in beside:
            total += tiles
        laid = self.lists.tiles(singles=True)
        for _, ids in self.lists.told:
            total += np.take(laid, ids, axis=0)
        if tile is not None:
            rows = np.flatnonzero(tile >= 0)
            total[rows, tile[rows]] += 1
        self.odd |= (total > COPIES).view(np.uint16).any(axis=1)

    def _source(self) -> Ints:
        # The discarder's default is the player next to the winner; a self-draw has none.
        named = self.numbers("from", cells.seat, default=-1)
        drawn = self.by == _SELF_DRAW
        if drawn.all() and not self.has("from"):
            return np.zeros(self.size, np.int64)
        self.odd |= (drawn & (named >= 0)) | (~drawn & (named == self.seat))
        return np.where(drawn, 0, np.where(named >= 0, named, (self.seat + 1) % SEATS))

    # ---- melds ----

    def _lists(self) -> MeldLists:
        lists = MeldLists(SEATS + 1, self.size)
        columns = {seat: self.columns[name] for seat, name in enumerate(MELD_NAMES) if self.has(name)}
        known = {seat: column for seat, column in columns.items() if isinstance(column, Coded)}
        if known:
            lists.take(known)
        else:
            texts = {seat: _meld_texts(column, MELD_NAMES[seat]) for seat, column in columns.items()}
            lists.read(texts | self._written())
        mine = lists.ids[SEATS]
        lists.ids = lists.ids[:SEATS]
        if mine.any():
            rows = np.flatnonzero(mine)
            seats = self.seat[rows]
            held = lists.ids[seats, rows]
            # Both columns may tell them; whether a different text means the same is seen when the row is settled.
            self.odd[rows[(held != 0) & (held != mine[rows])]] = True
            lists.ids[seats, rows] = mine[rows]
        if lists.wrong.any():
            self.odd |= lists.wrong[lists.ids].any(axis=0)
        return lists

    def _written(self) -> dict[int, pa.Array]:
        """The brackets in the column `hand`, where there are any, as one more column."""
        if self._parsed is None or not self._parsed.melds.any():
            return {}
        pieces = pc.split_pattern(whole(self.columns["hand"]).cast(pa.string()), "]", max_splits=1, reverse=True)
        found = pc.equal(pc.list_value_length(pieces), 2).fill_null(False)
        # Brackets in another script are read with the deal.
        self.odd |= self._parsed.melds.any(axis=1) & ~found.to_numpy(zero_copy_only=False)
        first = pc.list_element(pc.if_else(found, pieces, pa.scalar([""], pieces.type)), 0)
        return {SEATS: pc.if_else(found, pc.binary_join_element_wise(first, "]", ""), "")}

    # ---- tiles ----

    def _counts(self) -> Counts:
        counts = self._concealed()
        held = np.einsum("ij->i", counts).astype(np.int64)
        if self.lists.any:
            held += 3 * self.lists.total(lambda meld: meld.kind is not MeldKind.SINGLE)[self.own]
        # A hand that waits is refused as incomplete where no tile completes it.
        ready, named = held == HAND, self.tile >= 0
        self.odd |= ~ready & (held != HAND + 1)
        rows = np.flatnonzero(named)
        if len(rows):
            counts = counts.copy()
            add = rows[ready[rows]]
            counts[add, self.tile[add]] += 1
            self.odd[rows[counts[rows, self.tile[rows]] == 0]] = True
        if self._parsed is not None:
            last = self._parsed.last.astype(np.int64)
            self.tile = np.where(named | (last >= KINDS), self.tile, last)
        return counts

    def _concealed(self) -> Counts:
        """The winner's concealed tiles as the table gives them."""
        if self._parsed is not None:
            self.odd[list(self._parsed.errors)] = True
            return self._parsed.counts
        name = next((name for name in ("hand", "counts") if name in self.columns), None)
        if name is not None:
            column = self.columns[name]
            if isinstance(column, np.ndarray):
                return column
            lists = whole(column)
            if pa.types.is_fixed_size_list(lists.type) and lists.type.list_size == KINDS and not lists.null_count:
                return _bytes(lists.flatten(), name).reshape(-1, KINDS)
            lists = _cast(lists, pa.list_(pa.float64()), name, _NUMBERS)
            sizes = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
            self.odd |= sizes != KINDS
            counts = np.zeros((self.size, KINDS), np.uint8)
            counts[sizes == KINDS] = _bytes(lists.filter(pa.array(sizes == KINDS)).flatten(), name).reshape(-1, KINDS)
            return counts
        if all(name in self.columns for name in COUNT_NAMES):
            return np.stack([_bytes(whole(self.columns[name]), name) for name in COUNT_NAMES], axis=1)
        raise InputError(
            "the table has no hands", expected="a column 'hand', a list column 'counts', or columns 1m to 7z"
        )

    # ---- kongs in a row ----

    def _chain(self) -> Ints:
        """Meld numbers (N, C) of the kongs just before the win that stand; what does not fit is odd."""
        coded = self.coded("chain")
        robbing = self.by == _ROBBING
        if robbing.any():
            self._check_robbed(np.flatnonzero(robbing))
        if coded is None:
            return np.zeros((self.size, 0), np.int64)
        lists: list[list[int]] = []
        for value in coded.values:
            try:
                lists.append([] if cells.is_empty(value) else [_kong(text) for text in cells.listed(value)])
            except _UNREADABLE:
                lists.append([-1])
        wanted = np.zeros((len(lists), max(map(len, lists))), np.int64)
        for code, kongs in enumerate(lists):
            wanted[code, : len(kongs)] = kongs
        sizes = np.array([len(kongs) for kongs in lists])[coded.codes]
        chain = np.zeros((self.size, wanted.shape[1]), np.int64)
        rows = np.flatnonzero(sizes)
        chain[rows] = wanted[coded.codes[rows]]
        ends = np.flatnonzero(robbing & (sizes > 0))
        self.odd[ends[chain[ends, sizes[ends] - 1] != self.tile[ends] + 1]] = True
        chain[ends, sizes[ends] - 1] = 0
        chain[rows] = self._matched(chain[rows], rows)
        return chain

    def _check_robbed(self, rows: NDArray[np.intp]) -> None:
        """Whoever is robbed holds the pung."""
        pungs = self.lists.vocabulary.attribute(lambda meld: meld.tile + 1 if meld.kind is MeldKind.PUNG else 0)
        held = pungs[self.lists.melds[self.of_seat(self.source)[rows]]]
        self.odd[rows[(held != self.tile[rows, None] + 1).all(axis=1)]] = True

    def _matched(self, wanted: Ints, rows: NDArray[np.intp]) -> Ints:
        """The melds that the kongs `wanted` of `rows` are; a kong that is no meld, or out of place, makes a row odd."""
        free = self.lists.melds[self.of_seat(self.maker)[rows]]
        kongs = self.lists.vocabulary.attribute(_kong_number)
        exposed = self.lists.vocabulary.attribute(lambda meld: meld.kind is MeldKind.EXPOSED_KONG)
        matched = np.zeros_like(wanted)
        each = np.arange(len(rows))
        for place in range(wanted.shape[1]):
            kong = wanted[:, place]
            if not free.shape[1]:
                self.odd[rows[kong != 0]] = True
                continue
            fits = (kongs[free] == kong[:, None]) & (kong[:, None] != 0)
            found, at = fits.any(axis=1), fits.argmax(axis=1)
            matched[:, place] = np.where(found, free[each, at], 0)
            free[each[found], at[found]] = 0
            self.odd[rows[(kong != 0) & ~found]] = True
            if place:
                self.odd[rows[exposed[matched[:, place]] > 0]] = True
        return matched


def _is_text(columns: Mapping[str, Column]) -> bool:
    """Whether there is a column `hand` that is no list of counts."""
    column = columns.get("hand")
    return not (column is None or isinstance(column, Coded | np.ndarray) or pa.types.is_nested(column.type))


def _meld_texts(column: pa.ChunkedArray | pa.Array, name: str) -> pa.Array:
    texts = whole(column)
    if pa.types.is_nested(texts.type):
        return pc.binary_join(_cast(texts, pa.list_(pa.string()), name, _TEXTS), "")
    return _cast(texts, pa.string(), name, _TEXTS)


def _cast(array: pa.Array, kind: pa.DataType, name: str, expected: str) -> pa.Array:
    """The column `name` as `kind`; refused where it cannot be that."""
    try:
        return array.cast(kind)
    except pa.ArrowException:
        raise InputError(f"the column {name!r} holds {array.type}", expected=expected) from None


def _bytes(array: pa.Array, name: str) -> Counts:
    """Numbers as uint8; what is null or does not fit becomes 255, which is no count."""
    if pa.types.is_uint8(array.type) and not array.null_count:
        return np.asarray(array)
    numbers = np.asarray(_cast(array, pa.float64(), name, _NUMBERS).fill_null(255).to_numpy(zero_copy_only=False))
    return np.where((numbers >= 0) & (numbers <= 4) & (numbers == np.floor(numbers)), numbers, 255).astype(np.uint8)


def _kong(text: str) -> int:
    """A chain's kong as `_kong_number` numbers it."""
    tiles = parse_tiles(str(text).strip().removeprefix("[").removesuffix("]"))
    if len(set(tiles)) != 1 or len(tiles) not in (1, 4):
        raise DealError(f"{text!r} is no kong")
    return tiles[0] + 1 + (KINDS if len(tiles) == 1 else 0)


def _kong_number(meld: Meld) -> int:
    """1 + the kind of a kong, 34 more for a laid-down tile, 0 for what is neither."""
    if meld.kind is MeldKind.SINGLE:
        return meld.tile + 1 + KINDS
    return meld.tile + 1 if meld.is_kong else 0
