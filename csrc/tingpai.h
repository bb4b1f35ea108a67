/* tingpai: mahjong hands over arrays. The one public header; knows nothing of Python.
 *
 * A row is 34 bytes: how many concealed tiles of each kind a hand holds (1-9m 1-9p 1-9s, then 东南西北白发中).
 * Every batch call answers n rows, marks the rows that are no hand, and says which was the first of them.
 * All functions are thread-safe: the lookup tables are built on first use and never change afterwards.
 */
#ifndef TINGPAI_H
#define TINGPAI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TP_KINDS 34
#define TP_MAX_WILD 4
#define TP_NO_ROW SIZE_MAX

typedef enum {
    TP_PAIRS_OFF = 0,
    TP_PAIRS_QUADS = 1,    /* four of a kind counts as two pairs */
    TP_PAIRS_DISTINCT = 2, /* seven different kinds */
} tp_pairs;

/* What is asked about: n hands and the rules that matter to the tiles. */
typedef struct {
    const uint8_t *counts; /* n x 34 concealed tiles */
    const uint8_t *melds;  /* n x 34 tiles laid down (those copies are used up), or NULL */
    const uint8_t *wild;   /* n wild tiles beside the counts, or NULL for `wild_all` in every row */
    size_t n;
    uint8_t wild_all;
    tp_pairs pairs;
    bool fifth_copy; /* a wildcard may stand for a fifth copy */
} tp_hands;

/* Marks of a row that is no hand, per question; a good row never gets them. */
#define TP_BAD_WIN 0
#define TP_BAD_WAITS ((uint64_t)1 << 63)
#define TP_BAD_SHANTEN (-128)
#define TP_BAD_PATTERNS ((uint32_t)1 << 23)
#define TP_NO_DISCARD 127 /* shanten after discarding a tile that is not there */

/* Bits of tp_patterns; bits 24-31 count the standard readings (0 when there are wildcards). */
enum {
    TP_STANDARD = 1 << 0,
    TP_SEVEN_PAIRS = 1 << 1,
    TP_ONE_QUAD = 1 << 2,
    TP_TWO_QUADS = 1 << 3,
    TP_THREE_QUADS = 1 << 4,
    TP_ALL_PUNGS = 1 << 5,
    TP_PAIR_258 = 1 << 6,
    TP_ONE_SUIT = 1 << 8,
    TP_ALL_HONOURS = 1 << 9,
    TP_ALL_258 = 1 << 10,
    TP_READINGS_SHIFT = 24,
};

typedef enum { TP_OK = 0, TP_NO_MEMORY = 1 } tp_status;

/* Each writes one answer a row into `out` and the first bad row (or TP_NO_ROW) into `bad`. */
tp_status tp_win(const tp_hands *hands, uint8_t *out, size_t *bad);
tp_status tp_waits(const tp_hands *hands, uint64_t *out, size_t *bad);
tp_status tp_shanten(const tp_hands *hands, int8_t *out, size_t *bad);
tp_status tp_patterns(const tp_hands *hands, uint32_t *out, size_t *bad);
/* n x 34: what is left after each discard; for rows of 3k+2 tiles. */
tp_status tp_discard_shanten(const tp_hands *hands, int8_t *out, size_t *bad);
tp_status tp_discard_waits(const tp_hands *hands, uint64_t *out, size_t *bad);

/* One row without melds and wildcards, at the price of a call. */
typedef enum { TP_ONE_GOOD, TP_ONE_BAD, TP_ONE_NO_MEMORY } tp_one;
tp_one tp_one_win(const uint8_t row[TP_KINDS], tp_pairs pairs, bool *win);
tp_one tp_one_waits(const uint8_t row[TP_KINDS], tp_pairs pairs, uint64_t *waits);
tp_one tp_one_shanten(const uint8_t row[TP_KINDS], tp_pairs pairs, int8_t *shanten);

/* One standard reading: the pair's kind, and up to four melds as kind of the lowest tile, chows plus 64. */
typedef struct {
    uint8_t pair;
    uint8_t melds[4];
    uint8_t n_melds;
} tp_reading;
#define TP_CHOW 64
#define TP_MAX_READINGS 32
/* Every standard reading of one complete row without wildcards; returns how many (0 when not complete). */
size_t tp_readings(const uint8_t counts[TP_KINDS], tp_reading readings[TP_MAX_READINGS]);

/* The kernel in use: "portable", "avx2", "avx512" or "neon". */
const char *tp_kernel_name(void);
/* What TINGPAI_KERNEL names, where it is no kernel that runs here, and another one is in use; NULL otherwise. */
const char *tp_missing_kernel(void);

/* The kernels that this build and machine can run, best first; returns how many. */
size_t tp_kernel_names(const char *names[4]);
/* Force one by name; false when it is not there. Not for use while other threads compute. */
bool tp_force_kernel(const char *name);
/* Bytes of lookup tables built so far. */
size_t tp_table_bytes(void);

#endif
