/* Suits with wildcards that may be any tile: how many they lack, and which tiles help. */
#include <stdlib.h>
#include <string.h>

#include "publish.h"
#include "states.h"
#include "tables.h"

#define WILD_MANY 7u /* as WILD_NEED, and any more */

/* Cell of a state: runs needing this kind and the next (0-2), runs needing this kind (0-2), pair. Three equal runs are
 * three pungs, so two of a kind are enough. */
static int wild_cell(int both, int last, int pair) { return (both * 3 + last) * 2 + pair; }

static void wild_step(const state *from, uint8_t by_demand[][STATE_BYTES], bool may_run) {
    for (int both = 0; both < 3; both++)
        for (int last = 0; last < 3; last++)
            for (int pair = 0; pair < 2; pair++) {
                const uint8_t cost = from->cost[wild_cell(both, last, pair)];
                if (cost == UNREACHED) continue;
                for (int runs = 0; runs <= (may_run ? 2 : 0); runs++)
                    for (int pungs = 0; pungs <= 2; pungs++)
                        for (int new_pair = 0; new_pair + pair <= 1; new_pair++) {
                            const int demand = both + last + runs + 3 * pungs + 2 * new_pair;
                            if (demand > 11) continue;
                            uint8_t *best = &by_demand[demand][wild_cell(runs, both, pair + new_pair)];
                            if (cost < *best) *best = cost;
                        }
            }
}

static const automaton wild_rule = {wild_step, 11, true, 6};

/* ---- how many they lack ---- */

static void note_needs(void *context, uint32_t key, unsigned total, const state *final, int32_t id) {
    (void)id;
    uint8_t *entries = context;
    const unsigned plain = final->cost[wild_cell(0, 0, 0)], pair = final->cost[wild_cell(0, 0, 1)];
    entries[key] = (uint8_t)((plain > WILD_MANY ? WILD_MANY : plain) | (pair < plain ? WILD_LESS : 0) |
                             total << WILD_COUNT_SHIFT);
}

static bool fill_needs(const suit_form *form, uint8_t *entries, size_t keys) {
    memset(entries, WILD_MANY | 15u << WILD_COUNT_SHIFT, keys);
    state_space *space = tp_open_states();
    const bool good = space && tp_walk_states(&(state_walk){space, &wild_rule, form, note_needs, entries}, wild_cell(0, 0, 0));
    tp_close_states(space);
    return good;
}

static bool build_needs(void *memory) {
    needs_table *table = memory;
    return fill_needs(&tp_numbered, table->suit, SUIT_KEYS) && fill_needs(&tp_honoured, table->honours, HONOUR_KEYS);
}

const needs_table *tp_needs_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(needs_table), build_needs);
}

/* ---- which tiles help ---- */

#define BUCKETS 65536 /* a power of two, more than twice the entries */

/* The entries met so far. An entry holds the number of tiles of its suits. */
typedef struct {
    uint32_t entries[MAX_WILD_ENTRIES];
    int32_t buckets[BUCKETS]; /* number of an entry, or -1 */
    uint16_t renumbered[MAX_WILD_ENTRIES];
    int n;
    bool failed;
} entry_list;

static uint16_t number_of(entry_list *list, uint32_t entry) {
    for (uint32_t bucket = entry * 0x9E3779B1u >> 16;; bucket = (bucket + 1) % BUCKETS) {
        const int32_t known = list->buckets[bucket];
        if (known >= 0 && list->entries[known] == entry) return (uint16_t)known;
        if (known >= 0) continue;
        if (list->n == MAX_WILD_ENTRIES) {
            list->failed = true;
            return 0;
        }
        list->entries[list->n] = entry;
        list->buckets[bucket] = list->n;
        return (uint16_t)list->n++;
    }
}

static unsigned entry_tiles(uint32_t entry) { return entry >> WILD_COUNT_SHIFT & 15; }

/* Numbers them anew, those with few tiles first. */
static void sort_entries(entry_list *list, uint32_t sorted[MAX_WILD_ENTRIES]) {
    int at = 0;
    for (unsigned tiles = 0; tiles < 16; tiles++)
        for (int i = 0; i < list->n; i++)
            if (entry_tiles(list->entries[i]) == tiles) {
                sorted[at] = list->entries[i];
                list->renumbered[i] = (uint16_t)at++;
            }
}

typedef struct {
    const uint8_t *needs;
    uint16_t *numbers;
    entry_list *list;
    int kinds;
} wild_context;

static unsigned need_of(uint8_t entry) { return entry & WILD_NEED; }
static unsigned pair_need_of(uint8_t entry) { return entry & WILD_LESS ? need_of(entry) - 1 : need_of(entry) + 2; }

static void note_helping(const suit_vector *vector, void *context) {
    const wild_context *wild = context;
    const uint8_t *needs = wild->needs + vector->key;
    uint32_t entry = *needs;
    if (vector->total < MOST_TILES)
        for (int kind = 0; kind < wild->kinds; kind++) {
            if (vector->counts[kind] == 4) continue;
            const uint8_t after = needs[power5[kind]];
            if (need_of(after) < need_of(*needs)) entry |= 1u << (WILD_PLAIN_SHIFT + kind);
            if (pair_need_of(after) < pair_need_of(*needs)) entry |= 1u << (WILD_PAIR_SHIFT + kind);
        }
    wild->numbers[vector->key] = number_of(wild->list, entry);
}

static bool build_wild(void *memory) {
    wild_table *table = memory;
    const needs_table *needs = tp_needs_table();
    entry_list *list = needs ? calloc(1, sizeof *list) : NULL;
    if (!list) return false;
    memset(list->buckets, -1, sizeof list->buckets);
    /* Zero, for now, is what has too many tiles. */
    number_of(list, WILD_MANY | 15u << WILD_COUNT_SHIFT);
    wild_context suit = {needs->suit, table->suit, list, SUIT_KINDS},
                 honours = {needs->honours, table->honours, list, HONOUR_KINDS};
    tp_for_each_vector(&tp_numbered, note_helping, &suit);
    tp_for_each_vector(&tp_honoured, note_helping, &honours);
    sort_entries(list, table->entries);
    for (size_t key = 0; key < SUIT_KEYS; key++) table->suit[key] = list->renumbered[table->suit[key]];
    for (size_t key = 0; key < HONOUR_KEYS; key++) table->honours[key] = list->renumbered[table->honours[key]];
    const bool good = !list->failed;
    free(list);
    return good;
}

const wild_table *tp_wild_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(wild_table), build_wild);
}
