#include "check.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint8_t *win;
    uint64_t *waits;
    int8_t *shanten;
    uint32_t *patterns;
    int8_t *discard_shanten;
    uint64_t *discard_waits;
    size_t bad[6];
} answers;

static void fail(const tp_hands *hands, size_t row, const char *what, ...) {
    va_list rest;
    va_start(rest, what);
    vfprintf(stderr, what, rest);
    va_end(rest);
    fprintf(stderr, "\nkernel %s, row %zu of %zu, pairs %d, fifth copy %d, wildcards %u\ncounts", tp_kernel_name(), row,
            hands->n, (int)hands->pairs, hands->fifth_copy, hands->wild ? hands->wild[row] : hands->wild_all);
    for (size_t kind = 0; kind < TP_KINDS; kind++) fprintf(stderr, " %u", hands->counts[row * TP_KINDS + kind]);
    fprintf(stderr, "\nmelds");
    for (size_t kind = 0; hands->melds && kind < TP_KINDS; kind++) fprintf(stderr, " %u", hands->melds[row * TP_KINDS + kind]);
    fprintf(stderr, "\n");
    abort();
}

static void *room(size_t n, size_t size) {
    void *memory = malloc(n * size);
    if (!memory && n) abort();
    return memory;
}

static void open_answers(answers *got, size_t n) {
    got->win = room(n, sizeof *got->win);
    got->waits = room(n, sizeof *got->waits);
    got->shanten = room(n, sizeof *got->shanten);
    got->patterns = room(n, sizeof *got->patterns);
    got->discard_shanten = room(n * TP_KINDS, sizeof *got->discard_shanten);
    got->discard_waits = room(n * TP_KINDS, sizeof *got->discard_waits);
}

static void close_answers(answers *got) {
    free(got->win);
    free(got->waits);
    free(got->shanten);
    free(got->patterns);
    free(got->discard_shanten);
    free(got->discard_waits);
}

static void ask(const tp_hands *hands, answers *got) {
    tp_status status = TP_OK;
    status |= tp_win(hands, got->win, &got->bad[0]);
    status |= tp_waits(hands, got->waits, &got->bad[1]);
    status |= tp_shanten(hands, got->shanten, &got->bad[2]);
    status |= tp_patterns(hands, got->patterns, &got->bad[3]);
    status |= tp_discard_shanten(hands, got->discard_shanten, &got->bad[4]);
    status |= tp_discard_waits(hands, got->discard_waits, &got->bad[5]);
    if (status != TP_OK) abort();
}

static unsigned wild_of(const tp_hands *hands, size_t row) { return hands->wild ? hands->wild[row] : hands->wild_all; }

/* Tiles of the row, wildcards included; 0 when the row is no hand. */
static unsigned tiles_of(const tp_hands *hands, size_t row) {
    unsigned total = wild_of(hands, row);
    if (total > 4) return 0;
    for (size_t at = row * TP_KINDS; at < (row + 1) * TP_KINDS; at++) {
        if (hands->counts[at] + (hands->melds ? hands->melds[at] : 0) > 4) return 0;
        total += hands->counts[at];
    }
    return total <= 14 && total % 3 ? total : 0;
}

static void check_bad_row(const tp_hands *hands, size_t row, const answers *got) {
    if (got->win[row] != TP_BAD_WIN) fail(hands, row, "a bad row wins");
    if (got->waits[row] != TP_BAD_WAITS) fail(hands, row, "a bad row has waits");
    if (got->shanten[row] != TP_BAD_SHANTEN) fail(hands, row, "a bad row has a shanten");
    if (got->patterns[row] != TP_BAD_PATTERNS) fail(hands, row, "a bad row has patterns");
    for (size_t at = row * TP_KINDS; at < (row + 1) * TP_KINDS; at++) {
        if (got->discard_shanten[at] != TP_BAD_SHANTEN) fail(hands, row, "a bad row has a shanten after a discard");
        if (got->discard_waits[at] != TP_BAD_WAITS) fail(hands, row, "a bad row has waits after a discard");
    }
}

static void check_discards(const tp_hands *hands, size_t row, bool drawn, const answers *got) {
    int least = TP_NO_DISCARD, shanten = got->shanten[row];
    for (int kind = 0; kind < TP_KINDS; kind++) {
        const int after = got->discard_shanten[row * TP_KINDS + (size_t)kind];
        const uint64_t waits = got->discard_waits[row * TP_KINDS + (size_t)kind];
        const bool there = drawn && hands->counts[row * TP_KINDS + (size_t)kind];
        const int most = hands->pairs == TP_PAIRS_OFF ? 8 : 6;
        if (there ? after < 0 || after > most : after != TP_NO_DISCARD)
            fail(hands, row, "shanten %d after discarding kind %d", after, kind);
        if ((waits != 0) != (after == 0)) fail(hands, row, "waits after discarding kind %d against shanten", kind);
        if (waits >> TP_KINDS) fail(hands, row, "waits beyond the kinds after discarding kind %d", kind);
        if (there && (after < shanten || after > shanten + 1)) fail(hands, row, "discarding kind %d changes too much", kind);
        least = after < least ? after : least;
    }
    /* With all wildcards, there may be no tile to discard that keeps the shanten. */
    if (drawn && !wild_of(hands, row) && least != (shanten < 0 ? 0 : shanten))
        fail(hands, row, "no discard keeps the shanten");
}

static void check_one(const tp_hands *hands, size_t row, const answers *got) {
    const uint8_t *counts = hands->counts + row * TP_KINDS;
    bool win = false;
    uint64_t waits = 0;
    int8_t shanten = 0;
    if (tp_one_win(counts, hands->pairs, &win) != TP_ONE_GOOD || tp_one_waits(counts, hands->pairs, &waits) != TP_ONE_GOOD ||
        tp_one_shanten(counts, hands->pairs, &shanten) != TP_ONE_GOOD)
        fail(hands, row, "a single call finds the row bad");
    if (win != got->win[row] || waits != got->waits[row] || shanten != got->shanten[row])
        fail(hands, row, "a single call answers otherwise");
    tp_reading readings[TP_MAX_READINGS];
    if (tp_readings(counts, readings) != got->patterns[row] >> TP_READINGS_SHIFT) fail(hands, row, "readings miscounted");
}

static void check_good_row(const tp_hands *hands, size_t row, unsigned tiles, const answers *got) {
    const bool win = got->win[row];
    const bool drawn = tiles % 3 == 2;
    if (got->win[row] > 1) fail(hands, row, "win is neither 0 nor 1");
    if (win != (got->shanten[row] == -1)) fail(hands, row, "win against shanten %d", got->shanten[row]);
    if (win != ((got->patterns[row] & (TP_STANDARD | TP_SEVEN_PAIRS)) != 0)) fail(hands, row, "win against patterns");
    if (got->shanten[row] < -1 || got->shanten[row] > 8) fail(hands, row, "shanten %d", got->shanten[row]);
    if (got->waits[row] >> TP_KINDS) fail(hands, row, "waits beyond the kinds");
    if (drawn ? got->waits[row] != 0 : win || (got->waits[row] != 0) != (got->shanten[row] == 0))
        fail(hands, row, "waits against shanten %d", got->shanten[row]);
    check_discards(hands, row, drawn, got);
    if (!hands->melds && !wild_of(hands, row)) check_one(hands, row, got);
}

static void check_same(const tp_hands *hands, const answers *first, const answers *other) {
    for (size_t row = 0; row < hands->n; row++)
        if (first->win[row] != other->win[row] || first->waits[row] != other->waits[row] ||
            first->shanten[row] != other->shanten[row] || first->patterns[row] != other->patterns[row] ||
            memcmp(first->discard_shanten + row * TP_KINDS, other->discard_shanten + row * TP_KINDS, TP_KINDS) ||
            memcmp(first->discard_waits + row * TP_KINDS, other->discard_waits + row * TP_KINDS, TP_KINDS * 8))
            fail(hands, row, "two kernels differ");
    if (memcmp(first->bad, other->bad, sizeof first->bad)) fail(hands, 0, "two kernels find another first bad row");
}

void check_hands(const tp_hands *hands) {
    const char *kernels[4];
    const size_t n_kernels = tp_kernel_names(kernels);
    answers first, other;
    open_answers(&first, hands->n);
    open_answers(&other, hands->n);
    tp_force_kernel(kernels[0]);
    ask(hands, &first);
    size_t bad = TP_NO_ROW;
    for (size_t row = 0; row < hands->n; row++) {
        const unsigned tiles = tiles_of(hands, row);
        if (tiles) {
            check_good_row(hands, row, tiles, &first);
            continue;
        }
        check_bad_row(hands, row, &first);
        if (bad == TP_NO_ROW) bad = row;
    }
    for (int question = 0; question < 6; question++)
        if (first.bad[question] != bad) fail(hands, 0, "question %d finds the first bad row elsewhere", question);
    for (size_t kernel = 1; kernel < n_kernels; kernel++) {
        tp_force_kernel(kernels[kernel]);
        ask(hands, &other);
        check_same(hands, &first, &other);
    }
    close_answers(&first);
    close_answers(&other);
}
