#include "states.h"

#include <stdlib.h>
#include <string.h>

#define STATE_BUCKETS 65536

struct state_space {
    state *states;
    int32_t (*next)[5]; /* -1: not computed yet */
    int32_t *buckets;
    int n_states;
    bool failed;
};

state_space *tp_open_states(void) {
    state_space *space = malloc(sizeof *space);
    if (!space) return NULL;
    *space = (state_space){.states = malloc(MOST_STATES * sizeof(state)),
                           .next = malloc(MOST_STATES * sizeof(space->next[0])),
                           .buckets = malloc(STATE_BUCKETS * sizeof(int32_t))};
    if (!space->states || !space->next || !space->buckets) {
        tp_close_states(space);
        return NULL;
    }
    for (int i = 0; i < STATE_BUCKETS; i++) space->buckets[i] = -1;
    return space;
}

void tp_close_states(state_space *space) {
    if (!space) return;
    free(space->states);
    free(space->next);
    free(space->buckets);
    free(space);
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

static void walk_states(const state_walk *walk, int kind, uint32_t key, unsigned total, int32_t id) {
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

bool tp_walk_states(const state_walk *walk, int start_cell) {
    state start;
    memset(start.cost, UNREACHED, sizeof start.cost);
    start.cost[start_cell] = 0;
    walk_states(walk, walk->form->kinds - 1, 0, 0, intern(walk->space, &start));
    return !walk->space->failed;
}
