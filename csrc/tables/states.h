/* What is known of a suit after some of its kinds, each different state once.
 *
 * Kinds are read from the highest to the lowest. A state is a function from (runs that need this kind and the next, runs
 * that need this kind, melds, pair) to the least cost; unreachable is UNREACHED. Two prefixes with equal functions are one
 * state, so all 405,350 vectors need a few thousand. A run may begin at any kind: one that has not ended after the last
 * is in no final cell.
 */
#ifndef TP_STATES_H
#define TP_STATES_H

#include "suits.h"

#define UNREACHED 15u
#define STATE_BYTES 96
#define MOST_STATES 20000

typedef struct {
    uint8_t cost[STATE_BYTES];
} state;

typedef struct state_space state_space;

/* Empty, or NULL when there is no memory. */
state_space *tp_open_states(void);
void tp_close_states(state_space *space);

/* What a step of one kind may take: `demand` tiles of it, and the new function's cell. */
typedef void step_function(const state *from, uint8_t by_demand[][STATE_BYTES], bool may_run);

typedef struct {
    step_function *step;
    unsigned most_demand;
    bool use_all; /* every tile held must be used (wildcards), else it may be left out (shanten) */
    unsigned most_cost;
} automaton;

/* Walks every vector with its final state, and that state's number. */
typedef struct {
    state_space *space;
    const automaton *rule;
    const suit_form *form;
    void (*visit)(void *context, uint32_t key, unsigned total, const state *final, int32_t id);
    void *context;
} state_walk;

/* From the state in which all costs but that of `start_cell` are UNREACHED. False when there are too many states. */
bool tp_walk_states(const state_walk *walk, int start_cell);

#endif
