# cython: boundscheck=False, wraparound=False, freethreading_compatible=True
"""The binding: arrays in, arrays out, the GIL released. Parses nothing, decides nothing."""

cimport cython
from cpython.buffer cimport PyBUF_FORMAT, PyBUF_ND, PyBuffer_Release, PyObject_CheckBuffer, PyObject_GetBuffer
from cpython.bytes cimport PyBytes_AS_STRING, PyBytes_GET_SIZE
from libc.stddef cimport size_t
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy

from .hand import Hand
from .tiles import TILES as _TILES


cdef extern from "<stdbool.h>":
    ctypedef bint c_bool "bool"

cdef extern from "tingpai.h" nogil:
    ctypedef enum tp_pairs:
        pass
    ctypedef enum tp_status:
        TP_OK
    ctypedef enum tp_one:
        TP_ONE_GOOD
        TP_ONE_BAD
    ctypedef struct tp_hands:
        const uint8_t *counts
        const uint8_t *melds
        const uint8_t *wild
        size_t n
        uint8_t wild_all
        tp_pairs pairs
        c_bool fifth_copy
    ctypedef struct tp_reading:
        uint8_t pair
        uint8_t melds[4]
        uint8_t n_melds
    const size_t TP_NO_ROW
    enum:
        TP_MAX_READINGS
    tp_status tp_win(const tp_hands *, uint8_t *, size_t *)
    tp_status tp_waits(const tp_hands *, uint64_t *, size_t *)
    tp_status tp_shanten(const tp_hands *, int8_t *, size_t *)
    tp_status tp_patterns(const tp_hands *, uint32_t *, size_t *)
    tp_status tp_discard_shanten(const tp_hands *, int8_t *, size_t *)
    tp_status tp_discard_waits(const tp_hands *, uint64_t *, size_t *)
    tp_one tp_one_win(const uint8_t *, tp_pairs, c_bool *)
    tp_one tp_one_waits(const uint8_t *, tp_pairs, uint64_t *)
    tp_one tp_one_shanten(const uint8_t *, tp_pairs, int8_t *)
    size_t tp_readings(const uint8_t *, tp_reading *)
    const char *tp_kernel_name()
    const char *tp_missing_kernel()
    size_t tp_kernel_names(const char **)
    bint tp_force_kernel(const char *)
    size_t tp_table_bytes()

cdef extern from "tables/tables.h" nogil:
    const size_t SUIT_KEYS
    const size_t HONOUR_KEYS
    const size_t SHARES
    const unsigned CLASS_MASK
    ctypedef struct class_list:
        int n
        const uint8_t *missing
    ctypedef struct shanten_table:
        const uint16_t *suit
        class_list suits
        class_list honours
    const shanten_table *tp_shanten_table()

cdef extern from "notation.h" nogil:
    ctypedef struct tp_texts:
        const uint8_t *data
        size_t data_len
        const void *offsets
        c_bool wide
        const uint8_t *validity
        size_t first
        size_t n
    size_t tp_parse_texts(const tp_texts *, uint8_t *, uint8_t *, uint8_t *, uint8_t *)

cdef extern from "improve/outlook.h" nogil:
    ctypedef struct tp_outlook:
        pass
    ctypedef struct tp_outlook_question:
        const uint8_t *hands
        size_t n
        const uint8_t *melds
        const uint8_t *unseen
        int wildcard
        tp_pairs pairs
        int draws
        c_bool best
        int changes
    ctypedef enum tp_outlook_status:
        TP_OUTLOOK_OK
        TP_OUTLOOK_NO_MEMORY
        TP_OUTLOOK_TOO_LARGE
    tp_outlook_status tp_outlook_open(const tp_outlook_question *, tp_outlook **)
    void tp_outlook_close(tp_outlook *)
    tp_status tp_outlook_wins(tp_outlook *, size_t *)
    void tp_outlook_win_rows(const tp_outlook *, uint8_t *)
    tp_status tp_outlook_solve(tp_outlook *, const double *, double *, double *)

# The questions, by number; batch.py names them.
WIN, WAITS, SHANTEN, PATTERNS, DISCARD_SHANTEN, DISCARD_WAITS = range(6)


def answer(
    int question,
    const uint8_t[:, ::1] counts,
    const uint8_t[:, ::1] melds,
    const uint8_t[::1] wild,
    int wild_all,
    int pairs,
    bint fifth_copy,
    uint8_t[::1] out,
):
    """Answer `question` for every row into the bytes of `out`; the first bad row's index, or -1."""
    cdef tp_hands hands
    cdef size_t bad = TP_NO_ROW
    cdef tp_status status
    hands.n = counts.shape[0]
    if hands.n == 0:
        return -1
    hands.counts = &counts[0, 0]
    hands.melds = NULL
    if melds is not None:
        hands.melds = &melds[0, 0]
    hands.wild = NULL
    if wild is not None:
        hands.wild = &wild[0]
    hands.wild_all = <uint8_t>wild_all
    hands.pairs = <tp_pairs>pairs
    hands.fifth_copy = fifth_copy
    with nogil:
        if question == 0:
            status = tp_win(&hands, &out[0], &bad)
        elif question == 1:
            status = tp_waits(&hands, <uint64_t *>&out[0], &bad)
        elif question == 2:
            status = tp_shanten(&hands, <int8_t *>&out[0], &bad)
        elif question == 3:
            status = tp_patterns(&hands, <uint32_t *>&out[0], &bad)
        elif question == 4:
            status = tp_discard_shanten(&hands, <int8_t *>&out[0], &bad)
        else:
            status = tp_discard_waits(&hands, <uint64_t *>&out[0], &bad)
    if status != TP_OK:
        raise MemoryError("no memory for the lookup tables")
    return -1 if bad == TP_NO_ROW else <Py_ssize_t>bad


cdef inline bint take_row(object hand, uint8_t *row) except -1:
    """Copy the 34 counts of a `bytes`, a `Hand` without melds or a uint8 buffer; False for anything else."""
    cdef Py_buffer view
    if type(hand) is Hand:
        if hand.melds:
            return False
        hand = hand.raw
    if type(hand) is bytes:
        if PyBytes_GET_SIZE(hand) != 34:
            return False
        memcpy(row, PyBytes_AS_STRING(hand), 34)
        return True
    if type(hand) is str or not PyObject_CheckBuffer(hand):
        return False
    try:
        PyObject_GetBuffer(hand, &view, PyBUF_FORMAT | PyBUF_ND)
    except (BufferError, ValueError):
        return False
    cdef bint good = view.len == 34 and view.itemsize == 1 and view.ndim == 1 and view.format[0] == b"B"
    if good:
        memcpy(row, view.buf, 34)
    PyBuffer_Release(&view)
    return good


def one_win(object hand, int pairs, /):
    """Whether 34 raw counts are complete; None when `hand` is no raw row or no hand."""
    cdef uint8_t row[34]
    cdef c_bool win = False
    if not take_row(hand, row) or tp_one_win(row, <tp_pairs>pairs, &win) != TP_ONE_GOOD:
        return None
    return win


def one_waits(object hand, int pairs, /):
    """The waits of 34 raw counts as a tuple of tiles; None when `hand` is no raw row or no hand."""
    cdef uint8_t row[34]
    cdef uint64_t waits = 0
    if not take_row(hand, row) or tp_one_waits(row, <tp_pairs>pairs, &waits) != TP_ONE_GOOD:
        return None
    return tiles_of(waits)


def one_shanten(object hand, int pairs, /):
    """The shanten of 34 raw counts; None when `hand` is no raw row or no hand."""
    cdef uint8_t row[34]
    cdef int8_t shanten = 0
    if not take_row(hand, row) or tp_one_shanten(row, <tp_pairs>pairs, &shanten) != TP_ONE_GOOD:
        return None
    return shanten


cdef tuple kinds = _TILES


cpdef tuple tiles_of(uint64_t mask):
    """The tiles of a 34-bit mask, in order."""
    if mask == 0:
        return ()
    cdef list tiles = []
    cdef int kind = 0
    while mask:
        if mask & 1:
            tiles.append(kinds[kind])
        mask >>= 1
        kind += 1
    return tuple(tiles)


def readings(const uint8_t[::1] counts):
    """Every standard reading of 34 counts: (pair, (melds…)), a chow as its lowest kind plus 64."""
    cdef tp_reading found[TP_MAX_READINGS]
    cdef size_t n = tp_readings(&counts[0], found)
    return [
        (found[i].pair, tuple([found[i].melds[j] for j in range(found[i].n_melds)])) for i in range(n)
    ]


def parse_texts(
    const uint8_t[::1] data,
    const uint8_t[::1] offsets,
    bint wide,
    const uint8_t[::1] validity,
    size_t first,
    size_t n,
    uint8_t[:, ::1] counts,
    uint8_t[:, ::1] melds,
    uint8_t[::1] last,
    uint8_t[::1] status,
):
    """Arrow text buffers (offsets as raw bytes) into counts, melds, last tiles and statuses; how many were read."""
    cdef tp_texts texts
    cdef size_t good
    if n == 0:
        return 0
    texts.data = NULL
    if data is not None and data.shape[0]:
        texts.data = &data[0]
    texts.data_len = 0 if data is None else data.shape[0]
    texts.offsets = &offsets[0]
    texts.wide = wide
    texts.validity = NULL
    if validity is not None:
        texts.validity = &validity[0]
    texts.first = first
    texts.n = n
    with nogil:
        good = tp_parse_texts(&texts, &counts[0, 0], &melds[0, 0], &last[0], &status[0])
    return good


@cython.final
cdef class Outlook:
    """What hands of 3k+1 tiles come to within their next draws; improve/outlook.h. `improve` checks the arguments."""

    cdef tp_outlook *raw
    cdef size_t n

    def __cinit__(
        self,
        const uint8_t[:, ::1] hands,
        const uint8_t[::1] melds,
        const uint8_t[::1] unseen,
        int wildcard,
        int pairs,
        int draws,
        bint best,
        int changes,
    ):
        cdef tp_outlook_question question
        cdef tp_outlook_status status
        question.hands = &hands[0, 0]
        question.n = self.n = hands.shape[0]
        question.melds = &melds[0]
        question.unseen = &unseen[0]
        question.wildcard = wildcard
        question.pairs = <tp_pairs>pairs
        question.draws = draws
        question.best = best
        question.changes = changes
        with nogil:
            status = tp_outlook_open(&question, &self.raw)
        if status == TP_OUTLOOK_TOO_LARGE:
            raise OverflowError
        if status != TP_OUTLOOK_OK:
            raise MemoryError

    def __dealloc__(self):
        tp_outlook_close(self.raw)

    def wins(self):
        """Every complete hand that may come up, as the bytes of (M, 34) uint8."""
        cdef size_t n = 0
        cdef tp_status status
        with nogil:
            status = tp_outlook_wins(self.raw, &n)
        if status != TP_OK:
            raise MemoryError
        cdef bytes rows = bytes(n * 34)
        if n:
            tp_outlook_win_rows(self.raw, <uint8_t *>PyBytes_AS_STRING(rows))
        return rows

    def solve(self, const double[::1] values, double[:, ::1] out):
        """What is sure and what is never exceeded of each hand's expected value, into the two rows of `out`; `values`
        (M,) of the wins, or None to count each as 1."""
        cdef tp_status status
        cdef const double *worth = NULL
        if values is not None and values.shape[0]:
            worth = &values[0]
        if out.shape[0] != 2 or <size_t>out.shape[1] != self.n:
            raise ValueError("two numbers for each hand")
        with nogil:
            status = tp_outlook_solve(self.raw, worth, &out[0, 0], &out[1, 0])
        if status != TP_OK:
            raise MemoryError


def kernel_name():
    """The kernel in use."""
    return tp_kernel_name().decode()


def missing_kernel():
    """What TINGPAI_KERNEL names, where it is no kernel that runs here; None otherwise."""
    cdef const char *name = tp_missing_kernel()
    return None if name == NULL else name.decode(errors="replace")


def kernel_names():
    """The kernels that this build and machine can run, best first."""
    cdef const char *names[4]
    cdef size_t n = tp_kernel_names(names)
    return tuple([names[i].decode() for i in range(n)])


def force_kernel(str name):
    """Use one kernel by name; False when it is not there."""
    cdef bytes raw = name.encode()
    return tp_force_kernel(raw)


def table_bytes():
    """Bytes of lookup tables built so far."""
    return tp_table_bytes()


def suit_missing():
    """What the shanten table holds, to be proved: of a numbered suit and of the honours the class of each key, and for
    each class ten numbers, the tiles missing to (melds, pair) at melds * 2 + pair. Keys are the counts in base 5, the
    first kind least significant; those of more than 14 tiles mean nothing."""
    cdef const shanten_table *table = tp_shanten_table()
    if table == NULL:
        raise MemoryError("no memory for the lookup tables")
    return (
        (classes_of(table.suit, SUIT_KEYS), missing_of(&table.suits)),
        (classes_of(table.suit + SUIT_KEYS, HONOUR_KEYS), missing_of(&table.honours)),
    )


cdef bytes missing_of(const class_list *classes):
    cdef const char *missing = <const char *>classes.missing
    return missing[: classes.n * SHARES]


cdef bytes classes_of(const uint16_t *entries, size_t n):
    cdef bytearray classes = bytearray(n)
    cdef uint8_t[::1] view = classes
    cdef size_t i
    for i in range(n):
        view[i] = <uint8_t>(entries[i] & CLASS_MASK)
    return bytes(classes)
