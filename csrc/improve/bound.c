/* What no way to play exceeds. The wall is made kinder than it is: a discarded tile counts as one that nobody could have
 * used, so of each kind there are as many copies left as the hand allows, among the tiles that are left. The chances of
 * the kinds then add up to more than one, and what is too much is taken from the draws that help least: each draw that
 * betters the hand keeps its whole chance, the rest is a draw that changes nothing. The true chances are a distribution
 * below these, so by induction over the draws the true value is below this one. */
#include <stdlib.h>

#include "hands.h"

typedef struct {
    double value; /* with so many draws to come */
    double gain;  /* what one more draw adds: copies times how much */
} waiting_work;

typedef struct {
    double *wins; /* by full hand: what it is worth as it is */
    double *full; /* by full hand, with so many draws to come */
    waiting_work *waiting;
    int *copies; /* that may help a waiting hand */
} bound_work;

static double greater(double a, double b) { return a > b ? a : b; }

static void add_gains(const hand_graph *graph, const bound_work *work) {
    waiting_work *waiting = work->waiting;
    const hand_step *step = graph->discards;
    for (size_t full = 0; full < graph->n_full; full++) {
        const hand_step *end = step + graph->discards_of[full].n;
        double best = work->wins[full];
        if (end - step == 2) { /* most have */
            waiting_work *first = &waiting[step[0].hand], *second = &waiting[step[1].hand];
            best = greater(best, greater(first->value, second->value));
            first->gain += step[0].copies * (best - first->value);
            second->gain += step[1].copies * (best - second->value);
            step = end;
        } else {
            for (const hand_step *at = step; at < end; at++) best = greater(best, waiting[at->hand].value);
            for (; step < end; step++) waiting[step->hand].gain += step->copies * (best - waiting[step->hand].value);
        }
        work->full[full] = best;
    }
}

/* With more copies that help than tiles in the wall, the value may be no more than the highest after any draw. */
static double highest(const hand_graph *graph, const bound_work *work, size_t hand) {
    double most = work->waiting[hand].value;
    const hand_span span = graph->draws_of[hand];
    for (uint32_t i = span.first; i < span.first + span.n; i++)
        if (work->full[graph->draws[i].hand] > most) most = work->full[graph->draws[i].hand];
    return most;
}

static void work_out(const tp_outlook *outlook, const bound_work *work, hand_bounds *bounds) {
    const hand_graph *graph = outlook->graph;
    for (size_t full = 0; full < graph->n_full; full++) {
        const double win = graph->wins[full] == NO_WIN ? 0 : play_win_value(outlook, graph->wins[full]);
        work->wins[full] = win > 0 ? win : 0;
    }
    for (size_t step = 0; step < graph->n_steps; step++)
        work->copies[graph->discards[step].hand] += graph->discards[step].copies;
    for (int left = 0; left < outlook->draws; left++) {
        const int wall = outlook->wall_tiles - outlook->draws + left + 1;
        add_gains(graph, work);
        const int look = left / TP_LOOK;
        if (left % TP_LOOK == TP_LOOK / 2 || (left == outlook->draws - 1 && left % TP_LOOK < TP_LOOK / 2))
            for (size_t full = 0; full < graph->n_full; full++) bounds->of_full[full][look] = (float)work->full[full];
        for (size_t hand = 0; hand < graph->waiting.n; hand++) {
            waiting_work *waiting = &work->waiting[hand];
            double bound = waiting->value + waiting->gain / wall;
            if (work->copies[hand] > wall && bound > 0) {
                const double most = highest(graph, work, hand);
                if (most < bound) bound = most;
            }
            *waiting = (waiting_work){bound, 0};
            bounds->of_hand[hand][left + 1] = (float)bound;
        }
    }
}

bool hand_bounds_open(tp_outlook *outlook, hand_bounds *bounds, double *most) {
    const size_t n = outlook->graph->waiting.n, n_full = outlook->graph->n_full;
    const bound_work work = {.wins = malloc((n_full + 1) * sizeof(double)),
                             .full = malloc((n_full + 1) * sizeof(double)),
                             .waiting = calloc(n + 1, sizeof(waiting_work)),
                             .copies = calloc(n + 1, sizeof(int))};
    *bounds = (hand_bounds){calloc(n + 1, sizeof *bounds->of_hand), malloc((n_full + 1) * sizeof *bounds->of_full)};
    const bool good =
        work.wins && work.full && work.waiting && work.copies && bounds->of_hand && bounds->of_full;
    if (good) work_out(outlook, &work, bounds);
    for (size_t i = 0; good && i < outlook->n; i++) {
        play_start(outlook, i);
        const size_t hand = hand_graph_find(outlook);
        most[i] = hand == NOT_THERE ? 0 : work.waiting[hand].value;
    }
    free(work.wins);
    free(work.full);
    free(work.waiting);
    free(work.copies);
    return good;
}

void hand_bounds_close(hand_bounds *bounds) {
    free(bounds->of_hand);
    free(bounds->of_full);
}
