/* What the ways of play share: the hand and the wall while tiles are drawn and discarded, and the wins met. */
#ifndef TP_IMPROVE_PLAY_H
#define TP_IMPROVE_PLAY_H

#if defined(_MSC_VER)
#include <intrin.h>
#endif

#include "exact.h"
#include "map.h"
#include "outlook.h"

typedef struct hand_graph hand_graph;

struct tp_outlook {
    uint8_t *starts;
    size_t n;
    uint8_t melds[TP_KINDS];
    int wildcard;
    tp_pairs pairs;
    int draws;
    hand_graph *graph; /* for the bounds; NULL for best play */

    const shanten_table *table;
    exact_memo *memo; /* NULL for hands that the tables know */

    uint8_t hand[TP_KINDS], wall[TP_KINDS];
    uint64_t kinds; /* a bit for each in the hand */
    packed_counts packed_hand, packed_wall;
    uint32_t keys[4]; /* of the hand's suits, in base 5 */
    unsigned hand_tiles;
    int wall_tiles;

    play_map wins;
    bool collecting;
    const double *values;
    double most; /* of the values */
    bool out_of_memory;
};

void play_hold(tp_outlook *outlook, packed_counts hand);
void play_start(tp_outlook *outlook, size_t start); /* the hand is the start of this number */
void play_take(tp_outlook *outlook, int kind); /* a tile into the hand */
void play_drop(tp_outlook *outlook, int kind); /* a tile out of the hand */
void play_draw(tp_outlook *outlook, int kind); /* a tile from the wall into the hand */
void play_undraw(tp_outlook *outlook, int kind);

int play_shanten(tp_outlook *outlook);
/* The shanten with one tile more, or less, of each of `kinds`, at their places of `out`. */
void play_shanten_with(tp_outlook *outlook, uint64_t kinds, int8_t *out);
void play_shanten_without(tp_outlook *outlook, uint64_t kinds, int8_t *out);

/* The number of the complete hand among the wins, a new one where it is new. */
size_t play_add_win(tp_outlook *outlook);
/* The value of the win of this number; negative where it is not allowed. */
double play_win_value(const tp_outlook *outlook, size_t win);

/* The value of every start; while wins are collected, the wins only. */
tp_status best_play(tp_outlook *outlook, double *out);

/* The lowest of a set of kinds that is not empty. */
static inline int lowest_kind(uint64_t kinds) {
#if defined(_MSC_VER)
    unsigned long kind;
    _BitScanForward64(&kind, kinds);
    return (int)kind;
#else
    return __builtin_ctzll(kinds);
#endif
}

#endif
