/* What the ways of play share: the hand and the wall while tiles are drawn and discarded, and the wins met. */
#ifndef TP_IMPROVE_PLAY_H
#define TP_IMPROVE_PLAY_H

#include "exact.h"
#include "improve.h"

/* 34 counts of at most seven, three bits each. */
typedef struct {
    uint64_t low, high;
} packed_counts;

/* From keys to the numbers 0, 1, … in the order in which they came. A key is a hand, or a hand and a wall. */
typedef struct {
    size_t parts; /* packed counts of a key: 1 or 2 */
    packed_counts *keys; /* by slot */
    uint32_t *numbers; /* by slot, one more than the number; 0 is a free slot */
    size_t n, slots; /* slots: a power of two */
} play_map;

#define NOT_THERE ((size_t)-1)

size_t play_map_find(const play_map *map, const packed_counts *key);
/* The number of `key`, a new one where it is new; NOT_THERE when there is no memory. */
size_t play_map_add(play_map *map, const packed_counts *key);
void play_map_clear(play_map *map);

/* Makes room for `n` items of `size` bytes where `*items` has room for `*room`; false when there is no memory. */
bool make_room(void **items, size_t *room, size_t n, size_t size);

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

packed_counts pack_counts(const uint8_t *row);
void unpack_counts(packed_counts packed, uint8_t *row);

void play_hold(tp_outlook *outlook, packed_counts hand);
void play_start(tp_outlook *outlook, size_t start); /* the hand is the start of this number */
void play_take(tp_outlook *outlook, int kind); /* a tile into the hand */
void play_drop(tp_outlook *outlook, int kind); /* a tile out of the hand */
void play_draw(tp_outlook *outlook, int kind); /* a tile from the wall into the hand */
void play_undraw(tp_outlook *outlook, int kind);
int play_shanten(tp_outlook *outlook);
int play_shanten_with(tp_outlook *outlook, int kind, int by); /* with so many more tiles of a kind */

/* The number of the complete hand among the wins, a new one where it is new. */
size_t play_add_win(tp_outlook *outlook);
/* The value of the win of this number; negative where it is not allowed. */
double play_win_value(const tp_outlook *outlook, size_t win);

/* The value of every start; while wins are collected, the wins only. */
tp_status best_play(tp_outlook *outlook, double *out);

#endif
