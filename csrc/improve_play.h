/* What both ways of play share: the hand and the wall while tiles are drawn and discarded, and the wins met. */
#ifndef TP_IMPROVE_PLAY_H
#define TP_IMPROVE_PLAY_H

#include "exact.h"
#include "improve.h"

/* 34 counts of at most seven, three bits each. */
typedef struct {
    uint64_t low, high;
} packed_counts;

typedef struct {
    packed_counts hand, wall;
} play_key;

/* From keys to the numbers 0, 1, … in the order in which they came. */
typedef struct {
    play_key *keys; /* by slot */
    uint32_t *numbers; /* by slot, one more than the number; 0 is a free slot */
    size_t n, slots; /* slots: a power of two */
} play_map;

#define NOT_THERE ((size_t)-1)

size_t play_map_find(const play_map *map, const play_key *key);
/* The number of `key`, a new one where it is new; NOT_THERE when there is no memory. */
size_t play_map_add(play_map *map, const play_key *key);
void play_map_clear(play_map *map);

struct tp_outlook {
    uint8_t *starts;
    size_t n;
    uint8_t melds[TP_KINDS];
    int wildcard;
    tp_pairs pairs;
    int draws;
    bool best;

    const shanten_table *table;
    exact_memo *memo; /* NULL for hands that the tables know */

    uint8_t hand[TP_KINDS], wall[TP_KINDS];
    packed_counts packed_hand, packed_wall;
    int wall_tiles;

    play_map wins;
    bool collecting;
    const double *values;
    double most; /* of the values */
    bool out_of_memory;
};

void play_start(tp_outlook *outlook, size_t start); /* the hand is the start of this number */
void play_take(tp_outlook *outlook, int kind); /* a tile into the hand */
void play_drop(tp_outlook *outlook, int kind); /* a tile out of the hand */
void play_draw(tp_outlook *outlook, int kind); /* a tile from the wall into the hand */
void play_undraw(tp_outlook *outlook, int kind);
int play_shanten(tp_outlook *outlook);

/* The value of the complete hand; negative where it may not win. While wins are collected, it is remembered. */
double play_win_value(tp_outlook *outlook);

/* The value of every start. */
tp_status best_play(tp_outlook *outlook, double *out);
tp_status direct_play(tp_outlook *outlook, double *out);

#endif
