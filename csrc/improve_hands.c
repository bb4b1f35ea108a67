/* The graph of hands. A hand is in it when the tiles it holds beside those at the beginning, and those it still misses to
 * a win, are together no more than the limit. */
#include "improve_hands.h"

#include <stdlib.h>

hand_graph *hand_graph_open(void) {
    hand_graph *graph = calloc(1, sizeof *graph);
    if (graph) graph->numbers.parts = 1;
    return graph;
}

void hand_graph_close(hand_graph *graph) {
    if (!graph) return;
    play_map_clear(&graph->numbers);
    free(graph->waiting);
    free(graph->met);
    free(graph->draws_of);
    free(graph->discards_of);
    free(graph->wins);
    free(graph->draws);
    free(graph->discards);
    free(graph);
}

size_t hand_graph_find(const tp_outlook *outlook) {
    return play_map_find(&outlook->graph->numbers, &outlook->packed_hand);
}

/* The number of the waiting hand; NOT_THERE when there is no memory. */
static size_t add_waiting(const tp_outlook *outlook, hand_graph *graph) {
    const size_t number = play_map_add(&graph->numbers, &outlook->packed_hand);
    if (number != graph->n_waiting || number == NOT_THERE) return number;
    if (!make_room((void **)&graph->waiting, &graph->waiting_room, number + 1, sizeof *graph->waiting) ||
        !make_room((void **)&graph->met, &graph->met_room, number + 1, sizeof *graph->met))
        return NOT_THERE;
    graph->met[number] = 0;
    graph->waiting[graph->n_waiting++] = outlook->packed_hand;
    return number;
}

/* Tiles in the hand beside those at the beginning. */
static int drawn_tiles(const tp_outlook *outlook, const hand_graph *graph) {
    int drawn = 0;
    for (int kind = 0; kind < TP_KINDS; kind++)
        if (outlook->hand[kind] > graph->held[kind]) drawn += outlook->hand[kind] - graph->held[kind];
    return drawn;
}

/* Copies of the kind that can be in the wall when the full hand in play has not drawn one yet. */
static int copies_before(const tp_outlook *outlook, const hand_graph *graph, int kind) {
    const int drawn = outlook->hand[kind] - 1 - graph->held[kind];
    return outlook->wall[kind] - (drawn > 0 ? drawn : 0);
}

/* The discards of the full hand that stay within the limit, after the steps of the graph; -1 when there is no memory. */
static int find_discards(tp_outlook *outlook, hand_graph *graph, int drawn, int shanten) {
    int n = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!outlook->hand[kind]) continue;
        const int missing = graph->most_drawn - drawn + (outlook->hand[kind] > graph->held[kind]);
        if (shanten >= missing || play_shanten_with(outlook, kind, -1) >= missing) continue;
        const int copies = copies_before(outlook, graph, kind);
        play_drop(outlook, kind);
        const size_t number = add_waiting(outlook, graph), place = graph->n_steps + (size_t)n++;
        play_take(outlook, kind);
        if (number == NOT_THERE ||
            !make_room((void **)&graph->discards, &graph->discards_room, place + 1, sizeof *graph->discards))
            return -1;
        graph->discards[place] = (hand_step){(uint32_t)number, (uint8_t)kind, (uint8_t)(copies > 0 ? copies : 0)};
    }
    return n;
}

/* A full hand that is not known yet, if it is of use: a win, or with another discard than the tile just drawn. */
static bool add_full(tp_outlook *outlook, hand_graph *graph, int drawn, int shanten) {
    const bool complete = shanten < 0 && drawn <= graph->most_drawn;
    const int n = find_discards(outlook, graph, drawn, shanten);
    if (n < 0) return false;
    if (n < 2 && !complete) return true;
    const size_t number = graph->n_full, win = complete ? play_add_win(outlook) : NO_WIN;
    if (win == NOT_THERE || !make_room((void **)&graph->wins, &graph->wins_room, number + 1, sizeof *graph->wins) ||
        !make_room((void **)&graph->discards_of, &graph->discards_of_room, number + 1, sizeof *graph->discards_of))
        return false;
    graph->wins[number] = (uint32_t)win;
    graph->discards_of[number] = (hand_span){graph->n_steps, (size_t)n};
    for (size_t step = graph->n_steps; step < graph->n_steps + (size_t)n; step++)
        graph->met[graph->discards[step].hand] |= (uint64_t)1 << graph->discards[step].kind;
    graph->n_steps += (size_t)n;
    graph->n_full++;
    return true;
}

/* The full hands that the waiting hand of this number leads to. */
static bool draw_all(tp_outlook *outlook, hand_graph *graph, size_t number) {
    play_hold(outlook, graph->waiting[number]);
    const int before = drawn_tiles(outlook, graph);
    for (int kind = 0; kind < TP_KINDS; kind++) {
        const int more = outlook->hand[kind] - graph->held[kind], drawn = before + (more >= 0);
        if (graph->met[number] >> kind & 1 || outlook->wall[kind] <= (more > 0 ? more : 0)) continue;
        const int shanten = play_shanten_with(outlook, kind, 1);
        if (drawn + shanten > graph->most_drawn) continue;
        play_take(outlook, kind);
        const bool added = add_full(outlook, graph, drawn, shanten);
        play_drop(outlook, kind);
        if (!added) return false;
    }
    return true;
}

/* The draws are the discards, turned round. */
static bool turn_steps(hand_graph *graph) {
    graph->draws_of = calloc(graph->n_waiting + 1, sizeof *graph->draws_of);
    graph->draws = malloc((graph->n_steps + 1) * sizeof *graph->draws);
    if (!graph->draws_of || !graph->draws) return false;
    for (size_t step = 0; step < graph->n_steps; step++) graph->draws_of[graph->discards[step].hand + 1].first++;
    for (size_t number = 0; number < graph->n_waiting; number++)
        graph->draws_of[number + 1].first += graph->draws_of[number].first;
    for (size_t full = 0; full < graph->n_full; full++)
        for (size_t i = 0; i < graph->discards_of[full].n; i++) {
            const hand_step *discard = &graph->discards[graph->discards_of[full].first + i];
            hand_span *span = &graph->draws_of[discard->hand];
            if (discard->copies)
                graph->draws[span->first + span->n++] = (hand_step){(uint32_t)full, discard->kind, discard->copies};
        }
    return true;
}

tp_outlook_status hand_graph_fill(tp_outlook *outlook, hand_graph *graph, int changes) {
    int nearest = TP_NO_DISCARD;
    for (size_t i = 0; i < outlook->n; i++) {
        play_start(outlook, i);
        const int shanten = play_shanten(outlook);
        if (shanten < nearest) nearest = shanten;
        for (int kind = 0; kind < TP_KINDS; kind++)
            if (outlook->hand[kind] > graph->held[kind]) graph->held[kind] = outlook->hand[kind];
    }
    graph->most_drawn = nearest + 1 + changes;
    if (graph->most_drawn > outlook->draws) graph->most_drawn = outlook->draws;
    for (size_t i = 0; i < outlook->n; i++) {
        play_start(outlook, i);
        if (play_shanten(outlook) < graph->most_drawn && add_waiting(outlook, graph) == NOT_THERE)
            return TP_OUTLOOK_NO_MEMORY;
    }
    for (size_t number = 0; number < graph->n_waiting; number++) {
        if (graph->n_waiting > TP_MAX_OUTLOOK_HANDS) return TP_OUTLOOK_TOO_LARGE;
        if (!draw_all(outlook, graph, number)) return TP_OUTLOOK_NO_MEMORY;
    }
    return turn_steps(graph) ? TP_OUTLOOK_OK : TP_OUTLOOK_NO_MEMORY;
}
