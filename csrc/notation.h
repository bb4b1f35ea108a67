/* Hands as UTF-8 text -> counts, at memory speed. docs/notation.md is the grammar, src/tingpai/notation.py its full reader.
 *
 * Every notation is read here, but nothing is explained: a text that is no hand, or that uses what only the full reader
 * knows (rare white space, say), is marked TP_TEXT_OTHER and its row left zero. The caller gives those rows to
 * notation.parse_hand, which reads them or says what is wrong; what is marked TP_TEXT_HAND equals its answer.
 *
 * To bind: release the GIL around tp_parse_texts with the buffers of an Arrow string (offsets int32) or large_string
 * (int64) array, `first` its slice offset; split n over threads at will.
 */
#ifndef TINGPAI_NOTATION_H
#define TINGPAI_NOTATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tingpai.h"

#define TP_NO_TILE 255

typedef enum {
    TP_TEXT_HAND = 0,
    TP_TEXT_OTHER = 1, /* for notation.parse_hand to read or refuse */
    TP_TEXT_NULL = 2,  /* no text: the array's validity says so */
} tp_text;

/* One text. `counts` and `melds` get the concealed and the laid-down tiles, `last` the last tile written of 3k+2
 * concealed tiles, else TP_NO_TILE. Reads nothing beyond `len` bytes. */
tp_text tp_parse(const uint8_t *text, size_t len, uint8_t counts[TP_KINDS], uint8_t melds[TP_KINDS], uint8_t *last);

/* Arrow buffers of text. */
typedef struct {
    const uint8_t *data; /* may be NULL when data_len is 0 */
    size_t data_len;
    const void *offsets; /* int32_t, or int64_t when `wide`; at least first + n + 1 of them */
    bool wide;
    const uint8_t *validity; /* bitmap, bit `first` for the first text; or NULL */
    size_t first;
    size_t n;
} tp_texts;

/* n texts into `counts` and `melds` (n x 34), `last` and `status` (n, tp_text values). Returns how many are TP_TEXT_HAND. */
size_t tp_parse_texts(const tp_texts *texts, uint8_t *counts, uint8_t *melds, uint8_t *last, uint8_t *status);

#endif
