/* libFuzzer target: texts to counts. The whole input is one text; it is also cut at its zero bytes into an Arrow array,
 * which must answer as its texts do one by one; and its first bytes serve as offsets that mean nothing. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "notation.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_TEXTS 64

typedef struct {
    uint8_t counts[MOST_TEXTS][TP_KINDS], melds[MOST_TEXTS][TP_KINDS], last[MOST_TEXTS], status[MOST_TEXTS];
} parsed;

static void *copied(const void *data, size_t size) {
    void *copy = malloc(size ? size : 1);
    if (!copy) abort();
    if (size) memcpy(copy, data, size);
    return copy;
}

static void require(bool good, const char *what) {
    if (good) return;
    fprintf(stderr, "%s\n", what);
    abort();
}

/* What a row marked as read must be: a hand of at most 14 tiles with what is laid down. */
static void check_row(const parsed *rows, size_t row) {
    unsigned concealed = 0, laid = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        require(rows->counts[row][kind] + rows->melds[row][kind] <= 4, "five of a kind were read");
        concealed += rows->counts[row][kind];
        laid += rows->melds[row][kind];
    }
    if (rows->status[row] == TP_TEXT_HAND) {
        require(concealed <= 14 && concealed % 3 != 0, "a number of tiles that is no hand was read");
        require(concealed % 3 == 2 ? rows->counts[row][rows->last[row]] > 0 : rows->last[row] == TP_NO_TILE,
                "the last tile is not in the hand");
    } else {
        require(concealed + laid == 0 && rows->last[row] == TP_NO_TILE, "a row that was not read holds something");
    }
}

static void check_array(const uint8_t *data, size_t size) {
    int64_t offsets[MOST_TEXTS + 1] = {0};
    size_t n = 0;
    for (size_t at = 0; at < size && n < MOST_TEXTS; at++)
        if (!data[at] || at + 1 == size) offsets[++n] = (int64_t)(at + 1);
    static parsed rows, alone;
    int64_t *wide = copied(offsets, (n + 1) * sizeof *wide);
    const tp_texts texts = {.data = data, .data_len = size, .offsets = wide, .wide = true, .n = n};
    const size_t good = tp_parse_texts(&texts, rows.counts[0], rows.melds[0], rows.last, rows.status);
    size_t hands = 0;
    for (size_t row = 0; row < n; row++) {
        const size_t length = (size_t)(offsets[row + 1] - offsets[row]);
        uint8_t *text = copied(data + offsets[row], length);
        alone.status[row] = (uint8_t)tp_parse(text, length, alone.counts[row], alone.melds[row], &alone.last[row]);
        free(text);
        check_row(&rows, row);
        hands += rows.status[row] == TP_TEXT_HAND;
    }
    require(good == hands, "the number of hands read is wrong");
    require(!memcmp(rows.status, alone.status, n) && !memcmp(rows.counts, alone.counts, n * TP_KINDS) &&
                !memcmp(rows.melds, alone.melds, n * TP_KINDS) && !memcmp(rows.last, alone.last, n),
            "an array answers otherwise than its texts");
    free(wide);
}

static void check_broken_offsets(const uint8_t *data, size_t size) {
    size_t n = size / sizeof(int32_t);
    if (n < 2) return;
    n = n > MOST_TEXTS ? MOST_TEXTS : n;
    int32_t *offsets = copied(data, n * sizeof *offsets);
    static parsed rows;
    const tp_texts texts = {.data = data, .data_len = size, .offsets = offsets, .validity = data, .n = n - 1};
    tp_parse_texts(&texts, rows.counts[0], rows.melds[0], rows.last, rows.status);
    for (size_t row = 0; row + 1 < n; row++) check_row(&rows, row);
    free(offsets);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static parsed rows;
    uint8_t *text = copied(data, size);
    rows.status[0] = (uint8_t)tp_parse(text, size, rows.counts[0], rows.melds[0], &rows.last[0]);
    check_row(&rows, 0);
    check_array(text, size);
    check_broken_offsets(text, size);
    free(text);
    return 0;
}
