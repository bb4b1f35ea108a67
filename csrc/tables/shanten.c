/* Shanten: what each suit misses to so many melds and a pair, as classes that merge two by two. */
#include <stdlib.h>
#include <string.h>

#include "publish.h"
#include "states.h"
#include "tables.h"

/* Cell of a state: runs needing this kind and the next (0-2), runs needing this kind (0-2), melds begun, pair. */
static int shanten_cell(int both, int last, int melds, int pair) { return ((both * 3 + last) * 5 + melds) * 2 + pair; }

static void shanten_step(const state *from, uint8_t by_demand[][STATE_BYTES], bool may_run) {
    for (int both = 0; both < 3; both++)
        for (int last = 0; last < 3; last++)
            for (int melds = 0; melds <= MOST_MELDS; melds++)
                for (int pair = 0; pair < 2; pair++) {
                    const uint8_t cost = from->cost[shanten_cell(both, last, melds, pair)];
                    if (cost == UNREACHED) continue;
                    for (int runs = 0; runs <= (may_run ? 2 : 0) && melds + runs <= MOST_MELDS; runs++)
                        for (int pungs = 0; pungs <= 1 && melds + runs + pungs <= MOST_MELDS; pungs++)
                            for (int new_pair = 0; new_pair + pair <= 1; new_pair++) {
                                const int demand = both + last + runs + 3 * pungs + 2 * new_pair;
                                if (demand > 4) continue;
                                uint8_t *best = &by_demand[demand][shanten_cell(runs, both, melds + runs + pungs,
                                                                                pair + new_pair)];
                                if (cost < *best) *best = cost;
                            }
                }
}

static const automaton shanten_rule = {shanten_step, 4, false, 14};

/* The classes met so far: functions (melds * 2 + pair) -> missing. */
typedef struct {
    uint8_t (*missing)[10];
    int n, most;
    int16_t *class_of_state;
    uint16_t *table;
    bool failed;
} class_list;

static int class_of(class_list *list, const uint8_t missing[10]) {
    for (int i = 0; i < list->n; i++)
        if (memcmp(list->missing[i], missing, 10) == 0) return i;
    if (list->n == list->most) {
        list->failed = true;
        return 0;
    }
    memcpy(list->missing[list->n], missing, 10);
    return list->n++;
}

static void note_class(void *context, uint32_t key, unsigned total, const state *final, int32_t id) {
    class_list *list = context;
    if (list->class_of_state[id] < 0) {
        uint8_t missing[10];
        for (int melds = 0; melds <= MOST_MELDS; melds++)
            for (int pair = 0; pair < 2; pair++)
                missing[melds * 2 + pair] = final->cost[shanten_cell(0, 0, melds, pair)];
        list->class_of_state[id] = (int16_t)class_of(list, missing);
    }
    unsigned pairs = 0;
    for (uint32_t rest = key; rest; rest /= 5) pairs += rest % 5 / 2;
    list->table[key] = (uint16_t)((unsigned)list->class_of_state[id] | total << CLASS_TILES_SHIFT | pairs << CLASS_PAIRS_SHIFT);
}

static bool fill_classes(const suit_form *form, class_list *list) {
    state_space *space = tp_open_states();
    list->class_of_state = malloc(MOST_STATES * sizeof(int16_t));
    bool good = space && list->class_of_state;
    if (good) {
        for (int i = 0; i < MOST_STATES; i++) list->class_of_state[i] = -1;
        good = tp_walk_states(&(state_walk){space, &shanten_rule, form, note_class, list}, shanten_cell(0, 0, 0, 0)) &&
               !list->failed;
    }
    free(list->class_of_state);
    tp_close_states(space);
    return good;
}

/* The least missing tiles for each (melds, pair) shared out between two parts. */
static void merge_missing(const uint8_t *left, const uint8_t *right, uint8_t merged[10]) {
    memset(merged, UNREACHED, 10);
    for (int melds = 0; melds <= MOST_MELDS; melds++)
        for (int part = 0; part <= melds; part++) {
            const uint8_t *l = left + part * 2, *r = right + (melds - part) * 2;
            const uint8_t none = (uint8_t)(l[0] + r[0]);
            const uint8_t one = (uint8_t)(l[1] + r[0] < l[0] + r[1] ? l[1] + r[0] : l[0] + r[1]);
            if (none < merged[melds * 2]) merged[melds * 2] = none;
            if (one < merged[melds * 2 + 1]) merged[melds * 2 + 1] = one;
        }
}

static int8_t shanten_of(const uint8_t *left, const uint8_t *right, int melds) {
    int best = 127;
    for (int part = 0; part <= melds; part++) {
        const uint8_t *l = left + part * 2, *r = right + (melds - part) * 2;
        if (l[1] + r[0] < best) best = l[1] + r[0];
        if (l[0] + r[1] < best) best = l[0] + r[1];
    }
    return (int8_t)(best - 1);
}

static bool build_shanten(void *memory) {
    shanten_table *table = memory;
    class_list suits = {.missing = table->missing, .most = MAX_SUIT_CLASSES, .table = table->suit};
    class_list honours = {.missing = table->honour_missing, .most = MAX_HONOUR_CLASSES, .table = table->suit + SUIT_KEYS};
    for (size_t key = 0; key < SUIT_KEYS + HONOUR_KEYS; key++) table->suit[key] = 15u << CLASS_TILES_SHIFT;
    if (!fill_classes(&tp_numbered, &suits) || !fill_classes(&tp_honoured, &honours)) return false;

    for (unsigned mask = 1; mask < 512; mask++) {
        uint8_t n = 0, *places = table->places[mask];
        for (uint8_t kind = 0; kind < SUIT_KINDS; kind++)
            if (mask >> kind & 1) places[n++] = kind;
        for (int at = n; at < 3; at++) places[at] = places[0];
        places[15] = n;
    }
    uint8_t two_suits[MAX_TWO_SUITS][10], with_honours[MAX_WITH_HONOURS][10], merged[10];
    class_list left = {.missing = two_suits, .most = MAX_TWO_SUITS};
    class_list right = {.missing = with_honours, .most = MAX_WITH_HONOURS};
    for (int a = 0; a < suits.n; a++) {
        for (int b = 0; b < suits.n; b++) {
            merge_missing(table->missing[a], table->missing[b], merged);
            table->merge[a * MAX_SUIT_CLASSES + b] = (uint8_t)class_of(&left, merged);
        }
        for (int b = 0; b < honours.n; b++) {
            merge_missing(table->missing[a], table->honour_missing[b], merged);
            const uint8_t both = (uint8_t)class_of(&right, merged);
            table->merge[HONOUR_MERGES + a * MAX_HONOUR_CLASSES + b] = both;
            table->honours_first[b * MAX_SUIT_CLASSES + a] = both;
        }
    }
    if (left.failed || right.failed) return false;
    for (int melds = 0; melds <= MOST_MELDS; melds++)
        for (int a = 0; a < left.n; a++)
            for (int b = 0; b < right.n; b++) {
                const int8_t shanten = shanten_of(two_suits[a], with_honours[b], melds);
                table->shanten[melds * SHANTEN_SIZE + a * MAX_WITH_HONOURS + b] = shanten;
                table->rest_first[melds * SHANTEN_SIZE + b * MAX_TWO_SUITS + a] = shanten;
            }
    return true;
}

const shanten_table *tp_shanten_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(shanten_table), build_shanten);
}
