/* The graph of hands. A hand is in it when the tiles it holds beside those at the beginning, and those it still misses to
 * a win, are together no more than the limit. */
#include "hands.h"

#include <stdlib.h>

#include "kernel/row.h"

hand_graph *hand_graph_open(void) {
    hand_graph *graph = calloc(1, sizeof *graph);
    if (graph) graph->waiting.parts = 1;
    return graph;
}

void hand_graph_close(hand_graph *graph) {
    if (!graph) return;
    play_map_clear(&graph->waiting);
    free(graph->met);
    free(graph->draws_of);
    free(graph->discards_of);
    free(graph->wins);
    free(graph->draws);
    free(graph->discards);
    free(graph);
}

size_t hand_graph_find(const tp_outlook *outlook) {
    return play_map_find(&outlook->graph->waiting, &outlook->packed_hand);
}

/* The number of the waiting hand; NOT_THERE when there is no memory. */
static size_t add_waiting(hand_graph *graph, packed_counts hand) {
    const size_t known = graph->waiting.n, number = play_map_add(&graph->waiting, &hand);
    if (number != known) return number;
    if (!make_room((void **)&graph->met, &graph->met_room, number + 1, sizeof *graph->met)) return NOT_THERE;
    graph->met[number] = 0;
    return number;
}

/* How many of the kind in hand were not there at the beginning. */
static int drawn_of(const tp_outlook *outlook, const hand_graph *graph, int kind) {
    const int more = outlook->hand[kind] - graph->held[kind];
    return more > 0 ? more : 0;
}

/* Of each kind how many more there are in the one row than in the other; the kinds of which there are. */
static uint64_t more_in(const uint8_t *row, const uint8_t *other, uint8_t *more) {
    for (int kind = 0; kind < TP_KINDS; kind++) more[kind] = (uint8_t)(row[kind] > other[kind] ? row[kind] - other[kind] : 0);
    return kinds_with_bit(more, 0) | kinds_with_bit(more, 1) | kinds_with_bit(more, 2);
}

/* Those discards of the full hand that stay within the limit, after the steps of the graph; -1 when there is no memory. */
static int find_discards(tp_outlook *outlook, hand_graph *graph, uint64_t kinds, int drawn) {
    if (!make_room((void **)&graph->discards, &graph->discards_room, graph->n_steps + TP_KINDS, sizeof *graph->discards))
        return -1;
    int8_t after[TP_KINDS];
    play_shanten_without(outlook, kinds, after);
    int n = 0;
    for (; kinds; kinds &= kinds - 1) {
        const int kind = lowest_kind(kinds), of_kind = drawn_of(outlook, graph, kind);
        if (drawn - (of_kind > 0) + after[kind] >= graph->most_drawn) continue;
        const size_t number = add_waiting(graph, pack_less(outlook->packed_hand, kind));
        if (number == NOT_THERE) return -1;
        const int copies = outlook->wall[kind] - (of_kind > 0 ? of_kind - 1 : 0);
        graph->discards[graph->n_steps + (size_t)n++] =
            (hand_step){(uint32_t)number, (uint8_t)kind, (uint8_t)(copies > 0 ? copies : 0)};
    }
    return n;
}

/* A full hand that is not known yet, if it is of use: a win, or with another discard of `kinds` than the tile just drawn. */
static bool add_full(tp_outlook *outlook, hand_graph *graph, uint64_t kinds, int drawn, bool complete) {
    const int n = find_discards(outlook, graph, kinds, drawn);
    if (n < 0) return false;
    if (n < 2 && !complete) return true;
    const size_t number = graph->n_full, win = complete ? play_add_win(outlook) : NO_WIN;
    if (win == NOT_THERE || !make_room((void **)&graph->wins, &graph->wins_room, number + 1, sizeof *graph->wins) ||
        !make_room((void **)&graph->discards_of, &graph->discards_of_room, number + 1, sizeof *graph->discards_of))
        return false;
    graph->wins[number] = (uint32_t)win;
    graph->discards_of[number] = (hand_span){(uint32_t)graph->n_steps, (uint32_t)n};
    for (size_t step = graph->n_steps; step < graph->n_steps + (size_t)n; step++)
        graph->met[graph->discards[step].hand] |= (uint64_t)1 << graph->discards[step].kind;
    graph->n_steps += (size_t)n;
    graph->n_full++;
    return true;
}

/* Of these kinds, those that may take the place of a tile drawn before: another one than that, and the hand stays within
 * the limit. `held_before` are kinds that were in hand at the beginning and are no more. */
static uint64_t find_exchanges(tp_outlook *outlook, const hand_graph *graph, uint64_t kinds, uint64_t drawn, int before,
                               uint64_t held_before) {
    uint64_t found = 0;
    for (; drawn; drawn &= drawn - 1) {
        const int out = lowest_kind(drawn);
        int8_t shanten[TP_KINDS];
        play_drop(outlook, out);
        play_shanten_with(outlook, kinds, shanten);
        play_take(outlook, out);
        for (uint64_t rest = kinds & ~((uint64_t)1 << out); rest; rest &= rest - 1) {
            const int kind = lowest_kind(rest), tiles = before - (int)(held_before >> kind & 1);
            found |= (uint64_t)(tiles + shanten[kind] < graph->most_drawn) << kind;
        }
    }
    return found;
}

/* The full hands that the waiting hand of this number leads to. */
static bool draw_all(tp_outlook *outlook, hand_graph *graph, size_t number) {
    play_hold(outlook, graph->waiting.keys[number]);
    uint8_t drawn[TP_KINDS], row[TP_KINDS];
    const uint64_t drawn_before = more_in(outlook->hand, graph->held, drawn);
    const uint64_t held_before = more_in(graph->held, outlook->hand, row);
    const uint64_t kinds = more_in(outlook->wall, drawn, row) & ~graph->met[number];
    const int before = row_total(drawn);
    int8_t shanten[TP_KINDS];
    play_shanten_with(outlook, kinds, shanten);
    /* At the limit only a tile drawn before can go, but for the one just drawn. */
    uint64_t loose = 0, tight = 0, complete = 0;
    for (uint64_t rest = kinds; rest; rest &= rest - 1) {
        const int kind = lowest_kind(rest), is_drawn = !(held_before >> kind & 1);
        const int slack = graph->most_drawn - shanten[kind] - before - is_drawn;
        loose |= (uint64_t)(slack > 0) << kind;
        tight |= (uint64_t)(slack == 0) << kind;
        complete |= (uint64_t)(slack >= 0 && shanten[kind] < 0) << kind;
    }
    if (drawn_before && tight)
        tight = find_exchanges(outlook, graph, tight, drawn_before, before, held_before) | (complete & tight);
    else
        tight &= complete;
    for (uint64_t rest = loose | tight; rest; rest &= rest - 1) {
        const int kind = lowest_kind(rest);
        const uint64_t is_drawn = ~held_before >> kind & 1;
        const uint64_t only = loose >> kind & 1 ? ~(uint64_t)0 : drawn_before | is_drawn << kind;
        play_take(outlook, kind);
        const bool added =
            add_full(outlook, graph, only & outlook->kinds, before + (int)is_drawn, complete >> kind & 1);
        play_drop(outlook, kind);
        if (!added) return false;
    }
    return true;
}

/* The draws are the discards, turned round. */
static bool turn_steps(hand_graph *graph) {
    graph->draws_of = calloc(graph->waiting.n + 1, sizeof *graph->draws_of);
    graph->draws = malloc((graph->n_steps + 1) * sizeof *graph->draws);
    if (!graph->draws_of || !graph->draws) return false;
    for (size_t step = 0; step < graph->n_steps; step++) graph->draws_of[graph->discards[step].hand + 1].first++;
    for (size_t number = 0; number < graph->waiting.n; number++)
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
    /* More than can be drawn need not be looked at; a wildcard that is a fifth copy does for two. */
    const int wild = outlook->wildcard < 0 ? 0 : outlook->wall[outlook->wildcard];
    const int in_time = outlook->draws + (wild < outlook->draws ? wild : outlook->draws);
    if (graph->most_drawn > in_time) graph->most_drawn = in_time;
    for (size_t i = 0; i < outlook->n; i++) {
        play_start(outlook, i);
        if (play_shanten(outlook) < graph->most_drawn && add_waiting(graph, outlook->packed_hand) == NOT_THERE)
            return TP_OUTLOOK_NO_MEMORY;
    }
    for (size_t number = 0; number < graph->waiting.n; number++) {
        if (graph->waiting.n > TP_MAX_OUTLOOK_HANDS) return TP_OUTLOOK_TOO_LARGE;
        if (!draw_all(outlook, graph, number)) return TP_OUTLOOK_NO_MEMORY;
    }
    return turn_steps(graph) ? TP_OUTLOOK_OK : TP_OUTLOOK_NO_MEMORY;
}
