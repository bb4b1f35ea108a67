/* Suits without wildcards: complete or not, their waits, their readings. */
#include "publish.h"
#include "suits.h"
#include "tables.h"

static unsigned odd_kinds(const suit_vector *vector) {
    unsigned odd = 0;
    for (int kind = 0; kind < SUIT_KINDS; kind++) odd += vector->counts[kind] & 1u;
    return odd;
}

/* ---- complete or not ---- */

static void note_tiles(const suit_vector *vector, void *context) {
    uint8_t *entries = context;
    entries[vector->key] =
        (uint8_t)(vector->total | (vector->total % 3 == 2 ? WIN_TWO : 0) | (odd_kinds(vector) ? WIN_ODD : 0));
}

static void note_complete(complete_walk *walk) {
    uint8_t *entries = walk->table;
    entries[walk->key] |= WIN_COMPLETE;
}

static void fill_win(const suit_form *form, uint8_t *entries, size_t keys) {
    for (size_t key = 0; key < keys; key++) entries[key] = WIN_COUNT;
    tp_for_each_vector(form, note_tiles, entries);
    tp_for_each_complete(form, note_complete, entries);
}

static bool build_win(void *memory) {
    win_table *table = memory;
    fill_win(&tp_numbered, table->suit, SUIT_KEYS);
    fill_win(&tp_honoured, table->honours, HONOUR_KEYS);
    return true;
}

const win_table *tp_win_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(win_table), build_win);
}

/* ---- waits ---- */

static void note_odd(const suit_vector *vector, void *context) {
    uint16_t *entries = context;
    const unsigned odd = odd_kinds(vector);
    entries[vector->key] = (uint16_t)(vector->total | (odd < 2 ? odd : 2) * WAITS_ONE_ODD);
}

static void note_waits(complete_walk *walk) {
    uint16_t *entries = walk->table;
    entries[walk->key] |= WAITS_COMPLETE;
    for (int kind = 0; kind < walk->form->kinds; kind++)
        if (walk->counts[kind]) {
            uint16_t *before = &entries[walk->key - power5[kind]];
            *before = (uint16_t)(*before | 1u << (WAITS_SHIFT + kind));
        }
}

static void fill_waits(const suit_form *form, uint16_t *entries, size_t keys) {
    for (size_t key = 0; key < keys; key++) entries[key] = WAITS_COUNT;
    tp_for_each_vector(form, note_odd, entries);
    tp_for_each_complete(form, note_waits, entries);
}

static bool build_waits(void *memory) {
    waits_table *table = memory;
    fill_waits(&tp_numbered, table->suit, SUIT_KEYS);
    fill_waits(&tp_honoured, table->honours, HONOUR_KEYS);
    return true;
}

const waits_table *tp_waits_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(waits_table), build_waits);
}

/* ---- readings ---- */

static void note_suit(const suit_vector *vector, void *context) {
    uint8_t *entries = context;
    unsigned other = 0;
    for (int kind = 0; kind < SUIT_KINDS; kind++)
        if (kind % 3 != 1) other |= vector->counts[kind];
    entries[vector->key] = (uint8_t)((other ? 0 : READINGS_ONLY_258) | (odd_kinds(vector) ? READINGS_ODD : 0));
}

static void note_honours(const suit_vector *vector, void *context) {
    uint8_t *entries = context;
    entries[vector->key] =
        (uint8_t)((vector->total ? 0 : READINGS_ONLY_258) | (odd_kinds(vector) ? READINGS_ODD : 0));
}

static void note_reading(complete_walk *walk) {
    uint8_t *entries = walk->table;
    unsigned entry = entries[walk->key] + 1u;
    if (!walk->has_chow) entry |= READINGS_PUNGS;
    if (walk->pair >= 0) entry |= READINGS_PAIR;
    if (walk->form->chows && walk->pair % 3 == 1) entry |= READINGS_258;
    entries[walk->key] = (uint8_t)entry;
}

static bool build_readings(void *memory) {
    readings_table *table = memory;
    tp_for_each_vector(&tp_numbered, note_suit, table->suit);
    tp_for_each_vector(&tp_honoured, note_honours, table->honours);
    tp_for_each_complete(&tp_numbered, note_reading, table->suit);
    tp_for_each_complete(&tp_honoured, note_reading, table->honours);
    return true;
}

const readings_table *tp_readings_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(readings_table), build_readings);
}
