"""N hands at a time: counts in, NumPy arrays out.

`counts` is (N, 34), one row a hand, concealed tiles only; C-contiguous `uint8` is read where it lies, any other integer
array is converted block by block. Every function takes the same arguments:

melds
    (N, 34): the tiles each hand has laid down. Those copies are used up; patterns include them.
wildcards
    How many wild tiles each row holds beside its counts, 0 to 4: a number or (N,).
seven_pairs
    False, True (four of a kind is two pairs) or ``"distinct"`` (seven different kinds); only for 13 or 14 tiles.
wild_fifth_copy
    Whether a wildcard may stand for a fifth copy of a tile.
threads
    Over how many threads the rows are split; the core releases the GIL.
out
    An array to write into: right shape and dtype, C-contiguous, in memory of its own.
errors
    ``"raise"``: an invalid row (a count above four, melds included; a sum that is neither 3k+1 nor 3k+2,
    or more than 14) raises `HandError`, which names the first such row. ``"null"``: invalid rows are marked instead, as
    each function says.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np

from . import _core
from .arguments import SevenPairs, fifth_copy, pairs_code, whole
from .errors import HandError, NotationError, OptionError, TingpaiError
from .notation import parse_hand
from .threads import over_threads
from .tiles import KINDS, TILES

if TYPE_CHECKING:
    import numpy.typing as npt  # a tenth of what importing tingpai takes
    import pyarrow as pa

    Counts = npt.NDArray[np.uint8]

Errors = Literal["raise", "null"]

BAD_WAITS = 1 << 63
"""What marks a bad row of `waits` and `discard_waits`."""
BAD_SHANTEN = -128
"""What marks a bad row of `shanten` and `discard_shanten`."""
BAD_PATTERNS = 1 << 23
"""What marks a bad row of `patterns`."""
NO_DISCARD = 127
"""What `discard_shanten` has where there is no such discard."""
NO_TILE = 255
"""The `last` of `parse_hands` where no last tile is known."""

# Rows converted at a time where the layout or dtype is not the core's: bounded memory however long the view.
_CONVERT_ROWS = 1 << 16


class _Question(NamedTuple):
    number: int
    dtype: type[np.generic]
    shape: tuple[int, ...]  # of one row's answer


_WIN = _Question(_core.WIN, np.bool_, ())
_WAITS = _Question(_core.WAITS, np.uint64, ())
_SHANTEN = _Question(_core.SHANTEN, np.int8, ())
_PATTERNS = _Question(_core.PATTERNS, np.uint32, ())
_DISCARD_SHANTEN = _Question(_core.DISCARD_SHANTEN, np.int8, (KINDS,))
_DISCARD_WAITS = _Question(_core.DISCARD_WAITS, np.uint64, (KINDS,))


def is_win(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    out: npt.NDArray[np.bool_] | None = None,
    errors: Errors = "raise",
) -> npt.NDArray[np.bool_]:
    """Whether each hand is complete: bool (N,). False for 3k+1 tiles and, with ``errors="null"``, for a bad row."""
    return _answer(_WIN, counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, out, errors)


def waits(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    out: npt.NDArray[np.uint64] | None = None,
    errors: Errors = "raise",
) -> npt.NDArray[np.uint64]:
    """The tiles that complete each hand: uint64 (N,), bit i = tile i; 0 for 3k+2 tiles.

    A tile held four times, melds counted, is never a wait. With ``errors="null"`` a bad row is ``1 << 63``.
    """
    return _answer(_WAITS, counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, out, errors)


def shanten(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    out: npt.NDArray[np.int8] | None = None,
    errors: Errors = "raise",
) -> npt.NDArray[np.int8]:
    """Tiles to draw until each hand waits: int8 (N,), -1 complete, 0 waiting (or one discard away from it).

    The lesser of the standard hand's and the chosen seven pairs'; never counts on a fifth copy. With ``errors="null"``
    a bad row is -128.
    """
    return _answer(_SHANTEN, counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, out, errors)


def patterns(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    out: npt.NDArray[np.uint32] | None = None,
    errors: Errors = "raise",
) -> npt.NDArray[np.uint32]:
    """What scoring needs to know of each hand's tiles: uint32 (N,), bits named by `tingpai.Pattern`.

    Bits 24-31 are the number of standard readings (0 with wildcards). With ``errors="null"`` a bad row is ``1 << 23``.
    """
    return _answer(_PATTERNS, counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, out, errors)


def discard_shanten(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    out: npt.NDArray[np.int8] | None = None,
    errors: Errors = "raise",
) -> npt.NDArray[np.int8]:
    """Each hand's shanten after each discard: int8 (N, 34), 127 where there is no such tile to discard.

    A hand of 3k+1 tiles has no discard to make. With ``errors="null"`` a bad row is -128 throughout.
    """
    return _answer(_DISCARD_SHANTEN, counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, out, errors)


def discard_waits(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    out: npt.NDArray[np.uint64] | None = None,
    errors: Errors = "raise",
) -> npt.NDArray[np.uint64]:
    """Each hand's waits after each discard: uint64 (N, 34), bit i = tile i; 0 where there is no such discard.

    With ``errors="null"`` a bad row is ``1 << 63`` throughout.
    """
    return _answer(_DISCARD_WAITS, counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, out, errors)


class Discards(NamedTuple):
    """All discards of every hand: `shanten` int8 and `waits` uint64, both (N, 34), as the two questions answer."""

    shanten: npt.NDArray[np.int8]
    waits: npt.NDArray[np.uint64]


def discards(
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None = None,
    wildcards: npt.ArrayLike | None = None,
    seven_pairs: SevenPairs = True,
    wild_fifth_copy: bool = True,
    threads: int = 1,
    errors: Errors = "raise",
) -> Discards:
    """Each hand's shanten and waits after each discard: `discard_shanten` and `discard_waits` together.

    One hand with the tiles that help, the copies left and the points of its waits is `tingpai.discards`.
    """
    asked = (counts, melds, wildcards, seven_pairs, wild_fifth_copy, threads, None, errors)
    return Discards(discard_shanten(*asked), discard_waits(*asked))


class ParsedHands(NamedTuple):
    """Texts as counts: `counts` and `melds` (N, 34) uint8, `last` (N,) uint8, `errors` by row.

    `last` is the last tile written of 3k+2 concealed tiles, 255 otherwise. An invalid row is in `errors` and its counts
    are all 0.
    """

    counts: Counts
    melds: Counts
    last: Counts
    errors: dict[int, TingpaiError]


def parse(
    texts: Sequence[str | None] | npt.NDArray[Any] | pa.Array | pa.ChunkedArray, threads: int = 1
) -> tuple[Counts, Counts, dict[int, TingpaiError]]:
    """Texts of hands in any notation: counts (N, 34), melds (N, 34) and an error for each invalid row, by row number.

    `texts` is a list, a NumPy array or an Arrow array of strings; Arrow's buffers are read where they lie.
    """
    hands = parse_hands(texts, threads)
    return hands.counts, hands.melds, hands.errors


def parse_hands(
    texts: Sequence[str | None] | npt.NDArray[Any] | pa.Array | pa.ChunkedArray, threads: int = 1
) -> ParsedHands:
    """As `parse`, with each hand's last tile."""
    workers = _workers(threads)
    array, errors = _text_array(texts)
    n = len(array)
    validity, offsets, data = map(_buffer, array.buffers())
    hands = ParsedHands(
        np.zeros((n, KINDS), np.uint8), np.zeros((n, KINDS), np.uint8), np.full(n, NO_TILE, np.uint8), errors
    )
    status = np.zeros(n, np.uint8)

    def part(start: int, stop: int) -> int:
        block = slice(start, stop)
        _core.parse_texts(
            data,
            offsets,
            "large" in str(array.type),
            validity,
            array.offset + start,
            stop - start,
            hands.counts[block],
            hands.melds[block],
            hands.last[block],
            status[block],
        )
        return -1

    over_threads(part, n, workers)
    for row in np.flatnonzero(status).tolist():
        if row in errors:
            continue
        text = array[row].as_py()
        try:
            if text is None:
                raise NotationError("no text", expected="a hand")
            hand = parse_hand(text)
        except TingpaiError as error:
            errors[row] = error
        else:
            hands.counts[row] = np.frombuffer(hand.raw, np.uint8)
            hands.melds[row] = np.frombuffer(hand.meld_counts, np.uint8)
            if hand.last is not None:
                hands.last[row] = hand.last
    return hands


def _text_array(texts: Any) -> tuple[pa.Array, dict[int, TingpaiError]]:
    """The texts as one Arrow string array, and the rows that are no text."""
    import pyarrow as pa

    from .views import plain

    errors: dict[int, TingpaiError] = {}
    if isinstance(texts, pa.ChunkedArray):
        texts = texts.combine_chunks()
    if isinstance(texts, pa.Array):
        texts = plain(texts)
    if isinstance(texts, pa.DictionaryArray):
        texts = texts.dictionary_decode()
    if not isinstance(texts, pa.Array):
        listed = texts.tolist() if isinstance(texts, np.ndarray) else texts
        if isinstance(listed, str | bytes):
            raise NotationError("one text", expected="a list of texts")
        strings = []
        for row, text in enumerate(listed):
            good = text is None or _is_encodable(text)
            if not good:
                errors[row] = NotationError(f"{text!r:.40} is no text", expected="a hand")
            strings.append(text if good else None)
        texts = pa.array(strings, pa.large_string())
    if pa.types.is_null(texts.type):
        texts = texts.cast(pa.large_string())
    if not (pa.types.is_string(texts.type) or pa.types.is_large_string(texts.type)):
        raise NotationError(f"an array of {texts.type}", expected="strings")
    return texts, errors


def _buffer(buffer: pa.Buffer | None) -> Counts | None:
    return None if buffer is None else np.frombuffer(buffer, np.uint8)


def _is_encodable(text: object) -> bool:
    """A string without lone surrogates."""
    if not isinstance(text, str):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _answer(
    question: _Question,
    counts: npt.ArrayLike,
    melds: npt.ArrayLike | None,
    wildcards: npt.ArrayLike | None,
    seven_pairs: SevenPairs,
    wild_fifth_copy: bool,
    threads: int,
    out: npt.NDArray[Any] | None,
    errors: Errors,
) -> npt.NDArray[Any]:
    rows = _table("counts", counts)
    n = len(rows)
    used = None if melds is None else _table("melds", melds)
    if used is not None and len(used) != n:
        raise HandError(f"melds have {len(used)} rows", expected=f"{n}, as counts have")
    wild, wild_all = _wildcards(wildcards, n)
    pairs = pairs_code(seven_pairs)
    fifth = fifth_copy(wild_fifth_copy)
    if not isinstance(errors, str) or errors not in ("raise", "null"):
        raise OptionError(f"errors is {errors!r}", expected='"raise" or "null"')
    workers = _workers(threads)
    check_kernel()
    result = _out(question, out, n, {"counts": rows, "melds": used, "wildcards": wild})

    def part(start: int, stop: int) -> int:
        """Answer rows start to stop; the first bad row, or -1."""
        step = stop - start if _direct(rows) and (used is None or _direct(used)) else _CONVERT_ROWS
        first_bad = -1
        for at in range(start, stop, max(step, 1)):
            block = slice(at, min(at + step, stop))
            bad = _core.answer(
                question.number,
                _bytes(rows[block]),
                None if used is None else _bytes(used[block]),
                None if wild is None else wild[block],
                wild_all,
                pairs,
                fifth,
                result[block].reshape(-1).view(np.uint8),
            )
            if bad >= 0 and first_bad < 0:
                first_bad = at + bad
        return first_bad

    first_bad = _first(over_threads(part, n, workers))
    if first_bad >= 0 and errors == "raise":
        raise _explain(rows, used, wild, wild_all, first_bad)
    return result


def _workers(threads: int) -> int:
    """How many threads are worth starting: no more than there are processors."""
    number = whole(threads)
    if number is None or number < 1:
        raise OptionError(f"threads is {threads!r}", expected="a whole number from 1 on")
    return number if number == 1 else min(number, os.cpu_count() or 1)


@cache
def check_kernel() -> None:
    """Raise `OptionError` where TINGPAI_KERNEL names no kernel that runs here: another one would answer unasked."""
    name = _core.missing_kernel()
    if name is not None:
        raise OptionError(
            f"TINGPAI_KERNEL names {name!r}, which does not run here", expected=" or ".join(_core.kernel_names())
        )


def _first(bad_rows: Sequence[int]) -> int:
    return next((row for row in bad_rows if row >= 0), -1)


def _table(name: str, values: npt.ArrayLike) -> npt.NDArray[Any]:
    table = _array(name, values, "(N, 34)")
    if table.ndim != 2 or table.shape[1] != KINDS:
        raise HandError(f"{name} have the shape {table.shape}", expected="(N, 34)")
    if table.dtype.kind not in "iu":
        if table.size or table.dtype.kind not in "f":
            raise HandError(f"{name} are {table.dtype}", expected="whole numbers, best uint8")
        table = table.astype(np.uint8)  # np.empty((0, 34)) says nothing by being float
    return table


def _array(name: str, values: npt.ArrayLike, expected: str) -> npt.NDArray[Any]:
    # Only what is more than a plain array is looked at for a mask, which NumPy would drop.
    if isinstance(values, np.ndarray) and type(values) is not np.ndarray and np.ma.is_masked(values):
        raise HandError(f"{name} are masked", expected="an array without a mask")
    try:
        return np.asarray(values)
    except ValueError:
        raise HandError(f"{name} are lists of different lengths", expected=expected) from None


def _direct(table: npt.NDArray[Any]) -> bool:
    return table.dtype == np.uint8 and table.flags.c_contiguous


def _bytes(block: npt.NDArray[Any]) -> Counts:
    """A block as the core reads it; numbers that are no byte become 255, which is no count either."""
    if block.dtype == np.uint8:
        return np.ascontiguousarray(block)
    narrow = block.astype(np.uint8, order="C")
    other = narrow != block
    if other.any():
        narrow[other] = 255
    return narrow


def _wildcards(values: npt.ArrayLike | None, n: int) -> tuple[Counts | None, int]:
    """Wildcards as one number a row, or none and one number for all."""
    if values is None:
        return None, 0
    wild = _array("wildcards", values, f"one number, or ({n},) as counts have rows")
    if wild.dtype.kind not in "iu" and wild.size:
        raise HandError(f"wildcards are {wild.dtype}", expected="whole numbers from 0 to 4")
    if wild.ndim == 0:
        if not 0 <= wild <= 4:
            raise HandError(f"{wild} wildcards", expected="0 to 4")
        return None, int(wild)
    if wild.shape != (n,):
        raise HandError(f"wildcards have the shape {wild.shape}", expected=f"one number, or ({n},) as counts have rows")
    return _bytes(wild), 0


def _out(
    question: _Question, out: npt.NDArray[Any] | None, n: int, read: dict[str, npt.NDArray[Any] | None]
) -> npt.NDArray[Any]:
    """What is written: `out`, or a new array. It is written while what is `read`, by name, is still read."""
    shape = (n, *question.shape)
    if out is None:
        return np.empty(shape, question.dtype)
    if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype != question.dtype:
        got = f"{out.shape} {out.dtype}" if isinstance(out, np.ndarray) else type(out).__name__
        raise OptionError(f"out is {got}", expected=f"{shape} {np.dtype(question.dtype)}")
    if not out.flags.c_contiguous or not out.flags.writeable:
        raise OptionError("out is not a C-contiguous, writable array", expected=f"{shape} {np.dtype(question.dtype)}")
    for name, values in read.items():
        if values is not None and np.may_share_memory(out, values):
            raise OptionError(f"out shares memory with {name}", expected="an array of its own")
    return out


def _explain(
    rows: npt.NDArray[Any], melds: npt.NDArray[Any] | None, wild: Counts | None, wild_all: int, row: int
) -> HandError:
    """Why a row is no hand, from its own numbers."""
    where = f"row {row}"
    for name, table in (("count", rows), ("meld count", melds)):
        if table is None:
            continue
        low = int(table[row].min())
        if low < 0:
            tile = TILES[int(table[row].argmin())]
            return HandError(f"negative {name} of {tile} ({low})", where=where, expected="0 to 4 of each kind")
    used = None if melds is None else melds[row].astype(np.int64)
    held = rows[row].astype(np.int64) + (0 if used is None else used)
    if held.max() > 4:
        tile = TILES[int(held.argmax())]
        return HandError(
            f"more than four copies of {tile} ({held.max()})", where=where, expected="at most four of a kind"
        )
    wildcards = wild_all if wild is None else int(wild[row])
    if wildcards > 4:
        return HandError("more than four wildcards", where=where, expected="0 to 4")
    total = int(rows[row].sum()) + wildcards
    what = f"{total} tiles" + (f", {wildcards} of them wild," if wildcards else "")
    fault = "are too many" if total > 14 else "are neither 3k+1 nor 3k+2"
    return HandError(f"{what} {fault}", where=where, expected="1, 2, 4, 5, 7, 8, 10, 11, 13 or 14")
