/* Shanten: what each suit misses to so many melds and a pair, as classes that merge two by two. */
#include <stdlib.h>

#include "classes.h"
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

typedef struct {
    class_list *classes;
    int16_t *class_of_state;
    uint16_t *table;
    int most;
    bool failed;
} suit_classes;

static void note_class(void *context, uint32_t key, unsigned total, const state *final, int32_t id) {
    suit_classes *suit = context;
    if (suit->class_of_state[id] < 0) {
        uint8_t missing[SHARES];
        for (int melds = 0; melds <= MOST_MELDS; melds++)
            for (int pair = 0; pair < 2; pair++)
                missing[melds * 2 + pair] = final->cost[shanten_cell(0, 0, melds, pair)];
        const int class = tp_class_of(suit->classes, missing);
        if (class < 0 || class >= suit->most) {
            suit->failed = true;
            return;
        }
        suit->class_of_state[id] = (int16_t)class;
    }
    const unsigned class = (unsigned)suit->class_of_state[id];
    unsigned pairs = 0;
    for (uint32_t rest = key; rest; rest /= 5) pairs += rest % 5 / 2;
    suit->classes->tiles[class] |= (uint16_t)(1u << total);
    suit->table[key] = (uint16_t)(class | total << CLASS_TILES_SHIFT | pairs << CLASS_PAIRS_SHIFT);
}

static bool fill_classes(const suit_form *form, class_list *classes, int most, uint16_t *table) {
    state_space *space = tp_open_states();
    suit_classes suit = {classes, malloc(MOST_STATES * sizeof(int16_t)), table, most, false};
    bool good = space && suit.class_of_state;
    if (good) {
        for (int i = 0; i < MOST_STATES; i++) suit.class_of_state[i] = -1;
        good = tp_walk_states(&(state_walk){space, &shanten_rule, form, note_class, &suit}, shanten_cell(0, 0, 0, 0)) &&
               !suit.failed;
    }
    free(suit.class_of_state);
    tp_close_states(space);
    return good;
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
    for (size_t key = 0; key < SUIT_KEYS + HONOUR_KEYS; key++) table->suit[key] = 15u << CLASS_TILES_SHIFT;
    if (!fill_classes(&tp_numbered, &table->suits, MAX_SUIT_CLASSES, table->suit) ||
        !fill_classes(&tp_honoured, &table->honours, MAX_HONOUR_CLASSES, table->suit + SUIT_KEYS) ||
        !tp_merge_classes(&table->suits, &table->suits, &table->two_suits, table->merge, MAX_SUIT_CLASSES) ||
        !tp_merge_classes(&table->suits, &table->honours, &table->with_honours, table->merge + HONOUR_MERGES,
                          MAX_HONOUR_CLASSES) ||
        table->with_honours.n > MAX_WITH_HONOURS)
        return false;
    for (int melds = 0; melds <= MOST_MELDS; melds++)
        for (int a = 0; a < table->two_suits.n; a++)
            for (int b = 0; b < table->with_honours.n; b++)
                table->shanten[melds * SHANTEN_SIZE + a * MAX_WITH_HONOURS + b] =
                    shanten_of(table->two_suits.missing[a], table->with_honours.missing[b], melds);
    return true;
}

const shanten_table *tp_shanten_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(shanten_table), build_shanten);
}
