#include "suit_tables.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "tingpai.h"

#define SUIT_KINDS 9
#define HONOUR_KINDS 7
#define MOST_TILES 14
#define MOST_MELDS 4

static const uint32_t power5[SUIT_KINDS] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

/* ---- publishing: build aside, publish by one compare-and-swap, throw the loser of a race away ---- */

static atomic_size_t table_bytes;

size_t tp_table_bytes(void) { return atomic_load(&table_bytes); }

static const void *published(_Atomic(void *) *slot, size_t size, bool (*build)(void *table)) {
    void *table = atomic_load_explicit(slot, memory_order_acquire);
    if (table) return table;
    void *fresh = calloc(1, size);
    if (!fresh) return NULL;
    if (!build(fresh)) {
        free(fresh);
        return NULL;
    }
    if (atomic_compare_exchange_strong(slot, &table, fresh)) {
        atomic_fetch_add(&table_bytes, size);
        return fresh;
    }
    free(fresh);
    return table;
}

/* ---- every multiset of up to four melds, with and without a pair ---- */

typedef struct {
    int kinds;
    int chows; /* how many kinds begin a chow */
} suit_form;

static const suit_form numbered = {SUIT_KINDS, 7};
static const suit_form honoured = {HONOUR_KINDS, 0};

typedef struct complete_walk {
    const suit_form *form;
    uint8_t counts[SUIT_KINDS];
    uint32_t key;
    bool has_chow;
    int pair; /* kind, or -1 */
    void (*visit)(struct complete_walk *walk);
    void *table;
} complete_walk;

static void add_tiles(complete_walk *walk, int kind, int number) {
    walk->counts[kind] = (uint8_t)(walk->counts[kind] + number);
    walk->key += (uint32_t)number * power5[kind];
}

static void take_tiles(complete_walk *walk, int kind, int number) {
    walk->counts[kind] = (uint8_t)(walk->counts[kind] - number);
    walk->key -= (uint32_t)number * power5[kind];
}

static void visit_with_pairs(complete_walk *walk) {
    walk->pair = -1;
    walk->visit(walk);
    for (int kind = 0; kind < walk->form->kinds; kind++) {
        if (walk->counts[kind] > 2) continue;
        add_tiles(walk, kind, 2);
        walk->pair = kind;
        walk->visit(walk);
        take_tiles(walk, kind, 2);
    }
}

/* Melds are numbered pungs first, then chows; each next meld is not before the last, so a multiset comes once. */
static void walk_melds(complete_walk *walk, int first, int melds) {
    visit_with_pairs(walk);
    if (melds == MOST_MELDS) return;
    const int kinds = walk->form->kinds;
    for (int meld = first; meld < kinds + walk->form->chows; meld++) {
        if (meld < kinds) {
            if (walk->counts[meld] > 1) continue;
            add_tiles(walk, meld, 3);
            walk_melds(walk, meld, melds + 1);
            take_tiles(walk, meld, 3);
        } else {
            const int low = meld - kinds;
            if (walk->counts[low] > 3 || walk->counts[low + 1] > 3 || walk->counts[low + 2] > 3) continue;
            const bool had_chow = walk->has_chow;
            walk->has_chow = true;
            for (int i = 0; i < 3; i++) add_tiles(walk, low + i, 1);
            walk_melds(walk, meld, melds + 1);
            for (int i = 0; i < 3; i++) take_tiles(walk, low + i, 1);
            walk->has_chow = had_chow;
        }
    }
}

static void for_each_complete(const suit_form *form, void (*visit)(complete_walk *), void *table) {
    complete_walk walk = {.form = form, .visit = visit, .table = table};
    walk_melds(&walk, 0, 0);
}

/* ---- every vector of at most 14 tiles ---- */

typedef struct {
    uint32_t key;
    unsigned total;
    const uint8_t *counts;
} suit_vector;

typedef void vector_visitor(const suit_vector *vector, void *context);

static void walk_vectors(int kind, suit_vector *vector, uint8_t *counts, vector_visitor *visit, void *context) {
    if (kind < 0) {
        visit(vector, context);
        return;
    }
    const suit_vector before = *vector;
    for (uint8_t count = 0; count <= 4 && before.total + count <= MOST_TILES; count++) {
        counts[kind] = count;
        vector->key = before.key + count * power5[kind];
        vector->total = before.total + count;
        walk_vectors(kind - 1, vector, counts, visit, context);
    }
    *vector = before;
}

static void for_each_vector(const suit_form *form, vector_visitor *visit, void *context) {
    uint8_t counts[SUIT_KINDS] = {0};
    suit_vector vector = {.counts = counts};
    walk_vectors(form->kinds - 1, &vector, counts, visit, context);
}

/* ---- shapes ---- */

static void note_shape(const suit_vector *vector, void *context) {
    uint16_t *shapes = context;
    unsigned odd = 0;
    for (int kind = 0; kind < SUIT_KINDS; kind++) odd |= vector->counts[kind] & 1u;
    shapes[vector->key] =
        (uint16_t)(vector->total | (vector->total % 3 == 2 ? SHAPE_TWO : 0) | (odd ? SHAPE_ODD : 0));
}

static void note_complete(complete_walk *walk) {
    uint16_t *shapes = walk->table;
    shapes[walk->key] |= SHAPE_COMPLETE;
    for (int kind = 0; kind < walk->form->kinds; kind++)
        if (walk->counts[kind]) {
            uint16_t *before = &shapes[walk->key - power5[kind]];
            *before = (uint16_t)(*before | 1u << (SHAPE_WAITS_SHIFT + kind));
        }
}

static bool build_shapes(void *memory) {
    shape_table *table = memory;
    for (size_t key = 0; key < SUIT_KEYS; key++) table->suit[key] = SHAPE_COUNT;
    for (size_t key = 0; key < HONOUR_KEYS; key++) table->honours[key] = SHAPE_COUNT;
    for_each_vector(&numbered, note_shape, table->suit);
    for_each_vector(&honoured, note_shape, table->honours);
    for_each_complete(&numbered, note_complete, table->suit);
    for_each_complete(&honoured, note_complete, table->honours);
    return true;
}

const shape_table *tp_shape_table(void) {
    static _Atomic(void *) slot;
    return published(&slot, sizeof(shape_table), build_shapes);
}

/* ---- readings ---- */

static void note_reading(complete_walk *walk) {
    uint8_t *readings = walk->table;
    unsigned entry = readings[walk->key] + 1u;
    if (!walk->has_chow) entry |= READINGS_PUNGS;
    if (walk->pair >= 0) entry |= READINGS_PAIR;
    if (walk->form->chows && walk->pair % 3 == 1) entry |= READINGS_258;
    readings[walk->key] = (uint8_t)entry;
}

static void note_tiles(const suit_vector *vector, void *context) {
    uint8_t *readings = context;
    unsigned other = 0;
    for (int kind = 0; kind < SUIT_KINDS; kind++)
        if (kind % 3 != 1) other |= vector->counts[kind];
    readings[vector->key] = (uint8_t)((other ? 0 : READINGS_ONLY_258) | (vector->total ? READINGS_TILES : 0));
}

static void note_honour_tiles(const suit_vector *vector, void *context) {
    uint8_t *readings = context;
    readings[vector->key] = vector->total ? READINGS_TILES : READINGS_ONLY_258;
}

static bool build_readings(void *memory) {
    readings_table *table = memory;
    for_each_vector(&numbered, note_tiles, table->suit);
    for_each_vector(&honoured, note_honour_tiles, table->honours);
    for_each_complete(&numbered, note_reading, table->suit);
    for_each_complete(&honoured, note_reading, table->honours);
    return true;
}

const readings_table *tp_readings_table(void) {
    static _Atomic(void *) slot;
    return published(&slot, sizeof(readings_table), build_readings);
}

/* ---- states: what is known of a suit after some of its kinds, each different state once ----
 *
 * Kinds are read from the highest to the lowest. A state is a function from (runs that need this kind and the next, runs
 * that need this kind, melds, pair) to the least cost; unreachable is UNREACHED. Two prefixes with equal functions are one
 * state, so all 405,350 vectors need a few thousand. A run may begin at any kind: one that has not ended after the last
 * is in no final cell.
 */

#define UNREACHED 15u
#define STATE_BYTES 96
#define MOST_STATES 20000
#define STATE_BUCKETS 65536

typedef struct {
    uint8_t cost[STATE_BYTES];
} state;

typedef struct {
    state *states;
    int32_t (*next)[5]; /* -1: not computed yet */
    int32_t *buckets;
    int n_states;
    bool failed;
} state_space;

static bool open_space(state_space *space) {
    space->states = malloc(MOST_STATES * sizeof(state));
    space->next = malloc(MOST_STATES * sizeof(space->next[0]));
    space->buckets = malloc(STATE_BUCKETS * sizeof(int32_t));
    space->n_states = 0;
    space->failed = false;
    if (!space->states || !space->next || !space->buckets) return false;
    for (int i = 0; i < STATE_BUCKETS; i++) space->buckets[i] = -1;
    return true;
}

static void close_space(state_space *space) {
    free(space->states);
    free(space->next);
    free(space->buckets);
}

static int32_t intern(state_space *space, const state *candidate) {
    uint64_t hash = 0;
    for (size_t i = 0; i < STATE_BYTES; i += 8) {
        uint64_t word;
        memcpy(&word, candidate->cost + i, 8);
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 29;
    }
    for (uint32_t bucket = (uint32_t)hash % STATE_BUCKETS;; bucket = (bucket + 1) % STATE_BUCKETS) {
        const int32_t known = space->buckets[bucket];
        if (known < 0) {
            if (space->n_states == MOST_STATES) {
                space->failed = true;
                return 0;
            }
            const int32_t fresh = space->n_states++;
            space->buckets[bucket] = fresh;
            space->states[fresh] = *candidate;
            for (int count = 0; count <= 4; count++) space->next[fresh][count] = -1;
            return fresh;
        }
        if (memcmp(&space->states[known], candidate, sizeof *candidate) == 0) return known;
    }
}

/* What a step of one kind may take: `demand` tiles of it, and the new function's cell. */
typedef void step_function(const state *from, uint8_t by_demand[][STATE_BYTES], bool may_run);

typedef struct {
    step_function *step;
    unsigned most_demand;
    bool use_all; /* every tile held must be used (wildcards), else it may be left out (shanten) */
    unsigned most_cost;
} automaton;

static int32_t advance(state_space *space, const automaton *rule, int32_t from, uint8_t count, bool chows) {
    if (space->next[from][count] >= 0) return space->next[from][count];
    uint8_t by_demand[12][STATE_BYTES];
    memset(by_demand, UNREACHED, sizeof by_demand);
    const state source = space->states[from];
    rule->step(&source, by_demand, chows);
    for (uint8_t held = 0; held <= 4; held++) {
        state target;
        memset(target.cost, UNREACHED, sizeof target.cost);
        for (unsigned demand = rule->use_all ? held : 0; demand <= rule->most_demand; demand++) {
            const uint8_t missing = (uint8_t)(demand > held ? demand - held : 0);
            for (int i = 0; i < STATE_BYTES; i++) {
                const uint8_t cost = (uint8_t)(by_demand[demand][i] + missing);
                target.cost[i] = cost < target.cost[i] ? cost : target.cost[i];
            }
        }
        for (int i = 0; i < STATE_BYTES; i++)
            if (target.cost[i] > rule->most_cost) target.cost[i] = UNREACHED;
        space->next[from][held] = intern(space, &target);
    }
    return space->next[from][count];
}

/* Walks every vector with its final state. */
typedef struct {
    state_space *space;
    const automaton *rule;
    const suit_form *form;
    void (*visit)(void *context, uint32_t key, unsigned total, const state *final, int32_t id);
    void *context;
} state_walk;

static void walk_states(state_walk *walk, int kind, uint32_t key, unsigned total, int32_t id) {
    if (walk->space->failed) return;
    if (kind < 0) {
        walk->visit(walk->context, key, total, &walk->space->states[id], id);
        return;
    }
    for (uint8_t count = 0; count <= 4 && total + count <= MOST_TILES; count++) {
        const int32_t next = advance(walk->space, walk->rule, id, count, walk->form->chows > 0);
        walk_states(walk, kind - 1, key + count * power5[kind], total + count, next);
    }
}

/* ---- wildcards ---- */

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

typedef struct {
    uint8_t *needs; /* low half without a pair, high half with */
} needs_context;

static void note_needs(void *context, uint32_t key, unsigned total, const state *final, int32_t id) {
    (void)total;
    (void)id;
    const needs_context *needs = context;
    const unsigned plain = final->cost[wild_cell(0, 0, 0)], pair = final->cost[wild_cell(0, 0, 1)];
    needs->needs[key] = (uint8_t)((plain > WILD_MANY ? WILD_MANY : plain) | (pair > WILD_MANY ? WILD_MANY : pair) << 4);
}

typedef struct {
    const uint8_t *needs;
    uint32_t *table;
    int kinds;
} wild_context;

static void note_wild(const suit_vector *vector, void *context) {
    const wild_context *wild = context;
    const unsigned plain = wild->needs[vector->key] & 15u, pair = wild->needs[vector->key] >> 4;
    uint32_t entry = plain | vector->total << WILD_COUNT_SHIFT;
    if (pair < plain) entry |= WILD_LESS;
    if (vector->total < MOST_TILES)
        for (int kind = 0; kind < wild->kinds; kind++) {
            if (vector->counts[kind] == 4) continue;
            const unsigned after = wild->needs[vector->key + power5[kind]];
            if ((after & 15u) < plain) entry |= 1u << (WILD_PLAIN_SHIFT + kind);
            if (after >> 4 < pair) entry |= 1u << (WILD_PAIR_SHIFT + kind);
        }
    wild->table[vector->key] = entry;
}

static bool fill_wild(const suit_form *form, uint32_t *table, size_t keys, uint8_t *needs) {
    state_space space;
    bool good = open_space(&space);
    if (good) {
        state start;
        memset(start.cost, UNREACHED, sizeof start.cost);
        start.cost[wild_cell(0, 0, 0)] = 0;
        state_walk walk = {&space, &wild_rule, form, note_needs, &(needs_context){needs}};
        walk_states(&walk, form->kinds - 1, 0, 0, intern(&space, &start));
        good = !space.failed;
    }
    close_space(&space);
    if (!good) return false;
    for (size_t key = 0; key < keys; key++) table[key] = WILD_MANY | 15u << WILD_COUNT_SHIFT;
    for_each_vector(form, note_wild, &(wild_context){needs, table, form->kinds});
    return true;
}

static bool build_wild(void *memory) {
    wild_table *table = memory;
    uint8_t *needs = malloc(SUIT_KEYS);
    const bool good = needs && fill_wild(&numbered, table->suit, SUIT_KEYS, needs) &&
                      fill_wild(&honoured, table->honours, HONOUR_KEYS, needs);
    free(needs);
    return good;
}

const wild_table *tp_wild_table(void) {
    static _Atomic(void *) slot;
    return published(&slot, sizeof(wild_table), build_wild);
}

/* ---- shanten ---- */

/* Cell: as above, and the number of melds begun. */
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
    state_space space;
    bool good = open_space(&space);
    list->class_of_state = malloc(MOST_STATES * sizeof(int16_t));
    good = good && list->class_of_state;
    if (good) {
        for (int i = 0; i < MOST_STATES; i++) list->class_of_state[i] = -1;
        state start;
        memset(start.cost, UNREACHED, sizeof start.cost);
        start.cost[shanten_cell(0, 0, 0, 0)] = 0;
        state_walk walk = {&space, &shanten_rule, form, note_class, list};
        walk_states(&walk, form->kinds - 1, 0, 0, intern(&space, &start));
        good = !space.failed && !list->failed;
    }
    free(list->class_of_state);
    close_space(&space);
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
    if (!fill_classes(&numbered, &suits) || !fill_classes(&honoured, &honours)) return false;

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
    return published(&slot, sizeof(shanten_table), build_shanten);
}
