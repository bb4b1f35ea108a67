#include "outlook.h"

#include <stdlib.h>
#include <string.h>

#include "hands.h"
#include "play.h"

#define PLAY_ROWS 8192 /* for the memory of suits: many */

tp_outlook_status tp_outlook_open(const tp_outlook_question *question, tp_outlook **out) {
    tp_outlook *outlook = calloc(1, sizeof *outlook);
    *out = NULL;
    if (!outlook) return TP_OUTLOOK_NO_MEMORY;
    outlook->n = question->n;
    outlook->wins.parts = 1;
    memcpy(outlook->melds, question->melds, TP_KINDS);
    memcpy(outlook->wall, question->unseen, TP_KINDS);
    outlook->packed_wall = pack_counts(outlook->wall);
    outlook->wildcard = question->wildcard;
    outlook->pairs = question->pairs;
    outlook->draws = question->draws;
    bool plain = question->wildcard < 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        outlook->wall_tiles += outlook->wall[kind];
        plain = plain && !outlook->melds[kind];
    }
    outlook->starts = malloc(question->n * TP_KINDS);
    outlook->table = tp_shanten_table();
    if (!plain) outlook->memo = tp_exact_open(PLAY_ROWS);
    if (!question->best) outlook->graph = hand_graph_open();
    tp_outlook_status status = TP_OUTLOOK_OK;
    if (!outlook->starts || !outlook->table || (!plain && !outlook->memo) || (!question->best && !outlook->graph)) {
        status = TP_OUTLOOK_NO_MEMORY;
    } else {
        memcpy(outlook->starts, question->hands, question->n * TP_KINDS);
        if (outlook->graph) status = hand_graph_fill(outlook, outlook->graph, question->changes);
    }
    if (status == TP_OUTLOOK_OK)
        *out = outlook;
    else
        tp_outlook_close(outlook);
    return status;
}

void tp_outlook_close(tp_outlook *outlook) {
    if (!outlook) return;
    free(outlook->starts);
    tp_exact_close(outlook->memo);
    hand_graph_close(outlook->graph);
    play_map_clear(&outlook->wins);
    free(outlook);
}

tp_status tp_outlook_wins(tp_outlook *outlook, size_t *n) {
    tp_status status = TP_OK;
    if (!outlook->graph) {
        double *unused = malloc(outlook->n * sizeof *unused);
        if (!unused) return TP_NO_MEMORY;
        outlook->collecting = true;
        status = best_play(outlook, unused);
        outlook->collecting = false;
        free(unused);
    }
    *n = outlook->wins.n;
    return status;
}

void tp_outlook_win_rows(const tp_outlook *outlook, uint8_t *rows) {
    for (size_t win = 0; win < outlook->wins.n; win++) unpack_counts(outlook->wins.keys[win], rows + win * TP_KINDS);
}

static tp_status solve_bounds(tp_outlook *outlook, double *least, double *most) {
    hand_bounds bounds;
    tp_status status = TP_NO_MEMORY;
    if (hand_bounds_open(outlook, &bounds, most)) status = hand_floor(outlook, &bounds, most, least);
    hand_bounds_close(&bounds);
    return status;
}

tp_status tp_outlook_solve(tp_outlook *outlook, const double *values, double *least, double *most) {
    outlook->values = values;
    outlook->most = values ? 0 : 1;
    for (size_t win = 0; values && win < outlook->wins.n; win++)
        if (values[win] > outlook->most) outlook->most = values[win];
    if (outlook->graph) return solve_bounds(outlook, least, most);
    const tp_status status = best_play(outlook, least);
    memcpy(most, least, outlook->n * sizeof *most);
    return status;
}
