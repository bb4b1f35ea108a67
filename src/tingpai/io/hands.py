"""The hands of a table: which columns hold them, and their counts as one array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from .. import batch
from ..errors import HandError, InputError, TingpaiError
from ..notation import parse_tile
from ..tiles import KINDS, TILES
from ..views import plain

HAND_COLUMNS = ("hand", "手牌")
"""The names that a column of hands has when none is given."""
COUNT_COLUMNS = tuple(map(str, TILES))
"""``1m`` … ``7z``: the names of 34 columns of counts."""
WILDCARD_COLUMN = "wildcard"
"""A text column that names each row's wildcard, when no wildcard is given for all."""

Broken = dict[int, tuple[str, str]]
Counts = NDArray[np.uint8]


@dataclass(slots=True)
class Hands:
    """Hands as the core takes them. `counts` has no wild tiles: `wildcards` says how many each row holds, `wild` which
    tile it is (−1: none); both are None where no row has one.

    `held` counts every tile that a row uses up: concealed, wild and laid down. A broken row has no tiles.
    """

    counts: Counts
    melds: Counts | None
    wildcards: NDArray[np.uint8] | None
    held: Counts
    wild: NDArray[np.int64] | None


def hand_columns(names: Sequence[str], hand_column: str | None = None) -> tuple[str, ...]:
    """The one column of hands, or the 34 of counts, among a table's column names; `InputError` when there is none."""
    wanted = HAND_COLUMNS if hand_column is None else (hand_column,)
    found = next((name for name in wanted if name in names), None)
    if found is not None:
        return (found,)
    if hand_column is None and set(COUNT_COLUMNS) <= set(names):
        return COUNT_COLUMNS
    shown = ", ".join(map(repr, names[:8])) + (" …" if len(names) > 8 else "")
    raise InputError(
        f"no column {wanted[0]!r} among: {shown}",
        expected="--hand-column NAME" if hand_column is None else "one of the columns there are",
    )


def read_hands(table: pa.Table, columns: Sequence[str], wildcard: int | None, broken: Broken) -> Hands:
    """The hands of a table in the columns that `hand_columns` found; rows that hold none are added to `broken`.

    `wildcard` is the wild tile of every row; without it a column ``wildcard`` names each row's.
    """
    arrays = [_one_array(table[name]) for name in columns]
    melds: Counts | None = None
    if len(arrays) > 1:
        counts = _from_columns(columns, arrays, broken)
    elif _is_text(arrays[0].type):
        counts, melds = _from_text(columns[0], arrays[0], broken)
    elif _is_list(arrays[0].type):
        counts = _from_lists(columns[0], arrays[0], broken)
    else:
        raise InputError(f"column {columns[0]!r} holds {arrays[0].type}", expected="text, or lists of 34 counts")
    tiles = _wild_tiles(table, wildcard, broken)
    if broken:
        rows = np.fromiter(broken, np.int64, len(broken))
        counts = _writable(counts)
        counts[rows] = 0
        if melds is not None:
            melds[rows] = 0
    held = counts if melds is None else counts + melds
    wildcards = None
    if tiles is not None:
        counts, wildcards = _take_wild(counts, tiles)
    return Hands(counts, melds, wildcards, held, tiles)


def check_counts(hands: Hands, bad: NDArray[np.int64], column: str, broken: Broken) -> None:
    """Say of each `bad` row that is not broken yet why its tiles can be no hand."""
    for row in bad.tolist():
        if row in broken:
            continue
        one = slice(row, row + 1)
        try:
            batch.shanten(
                hands.counts[one],
                melds=None if hands.melds is None else hands.melds[one],
                wildcards=None if hands.wildcards is None else hands.wildcards[one],
            )
        except HandError as error:
            broken[row] = (column, str(HandError(error.what, expected=error.expected)))


def _one_array(column: pa.ChunkedArray) -> pa.Array:
    array = column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.chunk(0) if array.num_chunks else pa.array([], array.type)
    array = plain(array)
    return array.dictionary_decode() if isinstance(array, pa.DictionaryArray) else array


def _is_text(type: pa.DataType) -> bool:
    return bool(pa.types.is_string(type) or pa.types.is_large_string(type))


def _is_list(type: pa.DataType) -> bool:
    is_list = pa.types.is_list(type) or pa.types.is_large_list(type) or pa.types.is_fixed_size_list(type)
    return bool(is_list and pa.types.is_integer(type.value_type))


def _from_text(column: str, texts: pa.Array, broken: Broken) -> tuple[Counts, Counts | None]:
    for row in np.flatnonzero(texts.is_null().to_numpy(zero_copy_only=False)).tolist():
        broken.setdefault(row, (column, "no hand (null)"))
    counts, melds, errors = batch.parse(texts)
    for row, error in errors.items():
        broken.setdefault(row, (column, str(error)))
    # Most tables have no melds at all: the core then has half to read.
    return counts, melds if melds.any() else None


def _from_lists(column: str, lists: pa.Array, broken: Broken) -> Counts:
    """Lists of 34 counts; a `uint8` list column without nulls is viewed where it lies."""
    missing = np.flatnonzero(lists.is_null().to_numpy(zero_copy_only=False))
    if pa.types.is_fixed_size_list(lists.type):
        sizes = np.full(len(lists), lists.type.list_size)
        values = lists.values.slice(lists.offset * lists.type.list_size, len(lists) * lists.type.list_size)
    else:
        offsets = lists.offsets.to_numpy()
        sizes = np.diff(offsets)
        values = lists.values.slice(int(offsets[0]), int(offsets[-1] - offsets[0]))
    for row in missing.tolist():
        broken.setdefault(row, (column, "no hand (null)"))
    for row in np.setdiff1d(np.flatnonzero(sizes != KINDS), missing).tolist():
        broken.setdefault(row, (column, f"a list of {sizes[row]} numbers (expected 34 counts)"))
    if len(values) == len(lists) * KINDS and bool((sizes == KINDS).all()):
        good, rows = values, np.arange(len(lists))
    else:
        rows = np.flatnonzero(sizes == KINDS)
        starts = (np.cumsum(sizes) - sizes)[rows]
        good = values.take(pa.array((starts[:, None] + np.arange(KINDS)).ravel()))
    numbers = good.fill_null(0) if good.null_count else good
    matrix = numbers.to_numpy().reshape(-1, KINDS)
    if good.null_count:
        holes = good.is_null().to_numpy(zero_copy_only=False).reshape(-1, KINDS).any(axis=1)
        for row in rows[holes].tolist():
            broken.setdefault(row, (column, "a count is null"))
    checked = _as_counts(column, matrix, rows, broken)
    if len(rows) == len(lists):
        return checked
    counts = np.zeros((len(lists), KINDS), np.uint8)
    counts[rows] = checked
    return counts


def _from_columns(columns: Sequence[str], arrays: Sequence[pa.Array], broken: Broken) -> Counts:
    """34 columns of whole numbers, or of text that is one."""
    counts = np.zeros((len(arrays[0]), KINDS), np.uint8)
    every = np.arange(len(counts))
    for kind, (name, array) in enumerate(zip(columns, arrays, strict=True)):
        if _is_text(array.type):
            text = pc.utf8_trim_whitespace(array)
            is_number = pc.fill_null(pc.match_substring_regex(text, r"^[0-9]{1,9}$"), False)
            for row in np.flatnonzero(~is_number.to_numpy(zero_copy_only=False)).tolist():
                broken.setdefault(row, (name, f"{text[row].as_py()!r} is no count (expected 0 to 4)"))
            array = pc.if_else(is_number, text, "0").cast(pa.int64())
        elif not pa.types.is_integer(array.type):
            raise InputError(f"column {name!r} holds {array.type}", expected="whole numbers from 0 to 4")
        for row in np.flatnonzero(array.is_null().to_numpy(zero_copy_only=False)).tolist():
            broken.setdefault(row, (name, "a count is null"))
        counts[:, kind] = _as_counts(name, array.fill_null(0).to_numpy()[:, None], every, broken)[:, 0]
    return counts


def _as_counts(column: str, numbers: NDArray[np.integer], rows: NDArray[np.int64], broken: Broken) -> Counts:
    """Numbers of any integer type as `uint8`; of `rows` those with a number that does not fit are broken."""
    if numbers.dtype == np.uint8:
        return numbers.view(np.uint8)
    outside = (numbers < 0) | (numbers > 255)
    for index in np.flatnonzero(outside.any(axis=1)).tolist():
        number = numbers[index][outside[index]][0]
        broken.setdefault(int(rows[index]), (column, f"{number} is no count (expected 0 to 4)"))
    return numbers.astype(np.uint8)


def _writable(counts: Counts) -> Counts:
    return counts if counts.flags.writeable else counts.copy()


def _wild_tiles(table: pa.Table, wildcard: int | None, broken: Broken) -> NDArray[np.int64] | None:
    """Each row's wild tile (−1 for none), or None where no row has one."""
    if wildcard is not None:
        return np.full(table.num_rows, wildcard, np.int64)
    if WILDCARD_COLUMN not in table.column_names:
        return None
    texts = _one_array(table[WILDCARD_COLUMN]).dictionary_encode()
    if not _is_text(texts.type.value_type):
        raise InputError(f"column {WILDCARD_COLUMN!r} holds {texts.type.value_type}", expected="tiles as text")
    kinds, problems = [], {}
    for index, text in enumerate(texts.dictionary.to_pylist()):
        kinds.append(-1)
        if text.strip():
            try:
                kinds[index] = int(parse_tile(text))
            except TingpaiError as error:
                problems[index] = str(error)
    which = texts.indices.fill_null(len(kinds)).to_numpy()
    for index, problem in problems.items():
        for row in np.flatnonzero(which == index).tolist():
            broken.setdefault(row, (WILDCARD_COLUMN, problem))
    tiles: NDArray[np.int64] = np.array([*kinds, -1], np.int64)[which]
    return tiles


def _take_wild(counts: Counts, tiles: NDArray[np.int64]) -> tuple[Counts, NDArray[np.uint8]]:
    """The counts without the wild tiles, and how many wild tiles each row holds."""
    rows = np.flatnonzero(tiles >= 0)
    counts = counts.copy()
    wildcards = np.zeros(len(counts), np.uint8)
    wildcards[rows] = counts[rows, tiles[rows]]
    counts[rows, tiles[rows]] = 0
    return counts, wildcards
