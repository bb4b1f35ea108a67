/* Hands as keys, numbered in the order in which they came. */
#ifndef TP_IMPROVE_MAP_H
#define TP_IMPROVE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* 34 counts of at most seven, three bits each: 21 kinds, then 13. */
typedef struct {
    uint64_t low, high;
} packed_counts;

packed_counts pack_counts(const uint8_t *row);
void unpack_counts(packed_counts packed, uint8_t *row);
int packed_count(packed_counts packed, int kind);
packed_counts pack_more(packed_counts packed, int kind);
packed_counts pack_less(packed_counts packed, int kind);

/* A key is a hand, or a hand and a wall, or whatever else has as many bits. */
typedef struct {
    size_t parts; /* packed counts of a key: 1 or 2 */
    packed_counts *keys; /* by number */
    size_t n, keys_room;
    uint32_t *places; /* one more than the number; 0 is a free place */
    size_t n_places; /* a power of two */
} play_map;

#define NOT_THERE ((size_t)-1)

size_t play_map_find(const play_map *map, const packed_counts *key);
/* The number of `key`, a new one where it is new; NOT_THERE when there is no memory. */
size_t play_map_add(play_map *map, const packed_counts *key);
void play_map_empty(play_map *map); /* keeps its room */
void play_map_clear(play_map *map);

/* Makes room for `n` items of `size` bytes where `*items` has room for `*room`; false when there is no memory. */
bool make_room(void **items, size_t *room, size_t n, size_t size);

#endif
