/* What no way to play exceeds. The wall is made kinder than it is: a discarded tile counts as one that nobody could have
 * used, so of each kind there are as many copies left as the hand allows, among the tiles that are left. The chances of
 * the kinds then add up to more than one, and what is too much is taken from the draws that help least: each draw that
 * betters the hand keeps its whole chance, the rest is a draw that changes nothing. The true chances are a distribution
 * below these, so by induction over the draws the true value is below this one. */
#include <stdlib.h>
#include <string.h>

#include "improve_hands.h"

static void value_full(const tp_outlook *outlook, const double *waiting, double *full) {
    const hand_graph *graph = outlook->graph;
    for (size_t number = 0; number < graph->n_full; number++) {
        double best = graph->wins[number] == NO_WIN ? 0 : play_win_value(outlook, graph->wins[number]);
        const hand_span span = graph->discards_of[number];
        const hand_step *discards = graph->discards + span.first;
        for (size_t i = 0; i < span.n; i++)
            if (waiting[discards[i].hand] > best) best = waiting[discards[i].hand];
        full[number] = best > 0 ? best : 0;
    }
}

static void value_waiting(const tp_outlook *outlook, const double *waiting, const double *full, int wall, double *out) {
    const hand_graph *graph = outlook->graph;
    for (size_t number = 0; number < graph->n_waiting; number++) {
        const double rest = waiting[number];
        double gain = 0, most = rest;
        const hand_span span = graph->draws_of[number];
        const hand_step *draws = graph->draws + span.first;
        for (size_t i = 0; i < span.n; i++) {
            const double value = full[draws[i].hand];
            if (value > rest) gain += draws[i].copies * (value - rest);
            if (value > most) most = value;
        }
        const double bound = rest + gain / wall;
        out[number] = bound < most ? bound : most;
    }
}

bool hand_bounds_open(const tp_outlook *outlook, hand_bounds *bounds) {
    const hand_graph *graph = outlook->graph;
    const int draws = outlook->draws;
    memset(bounds, 0, sizeof *bounds);
    for (int left = 0; left <= draws; left++) {
        bounds->waiting[left] = calloc(graph->n_waiting + 1, sizeof(double));
        if (!bounds->waiting[left]) return false;
        if (left < draws) bounds->full[left] = malloc((graph->n_full + 1) * sizeof(double));
        if (left < draws && !bounds->full[left]) return false;
    }
    for (int left = 0; left <= draws; left++) {
        const int wall = outlook->wall_tiles - draws + left;
        if (left) value_waiting(outlook, bounds->waiting[left - 1], bounds->full[left - 1], wall, bounds->waiting[left]);
        if (left < draws) value_full(outlook, bounds->waiting[left], bounds->full[left]);
    }
    return true;
}

void hand_bounds_close(hand_bounds *bounds) {
    for (int left = 0; left <= TP_MAX_DRAWS; left++) free(bounds->waiting[left]);
    for (int left = 0; left < TP_MAX_DRAWS; left++) free(bounds->full[left]);
}
