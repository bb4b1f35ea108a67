#include "map.h"

#include <stdlib.h>
#include <string.h>

#include "tingpai.h"

#define LOW_KINDS 21
#define FIRST_PLACES 512

static packed_counts one_of(int kind) {
    if (kind < LOW_KINDS) return (packed_counts){(uint64_t)1 << 3 * kind, 0};
    return (packed_counts){0, (uint64_t)1 << 3 * (kind - LOW_KINDS)};
}

packed_counts pack_more(packed_counts packed, int kind) {
    const packed_counts one = one_of(kind);
    return (packed_counts){packed.low + one.low, packed.high + one.high};
}

packed_counts pack_less(packed_counts packed, int kind) {
    const packed_counts one = one_of(kind);
    return (packed_counts){packed.low - one.low, packed.high - one.high};
}

int packed_count(packed_counts packed, int kind) {
    return (int)(kind < LOW_KINDS ? packed.low >> 3 * kind & 7 : packed.high >> 3 * (kind - LOW_KINDS) & 7);
}

packed_counts pack_counts(const uint8_t *row) {
    packed_counts packed = {0, 0};
    for (int kind = 0; kind < LOW_KINDS; kind++) packed.low |= (uint64_t)row[kind] << 3 * kind;
    for (int kind = LOW_KINDS; kind < TP_KINDS; kind++) packed.high |= (uint64_t)row[kind] << 3 * (kind - LOW_KINDS);
    return packed;
}

void unpack_counts(packed_counts packed, uint8_t *row) {
    for (int kind = 0; kind < LOW_KINDS; kind++) row[kind] = (uint8_t)(packed.low >> 3 * kind & 7);
    for (int kind = LOW_KINDS; kind < TP_KINDS; kind++) row[kind] = (uint8_t)(packed.high >> 3 * (kind - LOW_KINDS) & 7);
}

static size_t hash_key(const play_map *map, const packed_counts *key) {
    uint64_t hash = 0;
    for (size_t part = 0; part < map->parts; part++) {
        hash = (hash ^ key[part].low) * UINT64_C(0x9E3779B97F4A7C15);
        hash = (hash ^ hash >> 32 ^ key[part].high) * UINT64_C(0xD1B54A32D192ED03);
    }
    return (size_t)(hash ^ hash >> 32);
}

static bool same_key(const play_map *map, const packed_counts *a, const packed_counts *b) {
    for (size_t part = 0; part < map->parts; part++)
        if (a[part].low != b[part].low || a[part].high != b[part].high) return false;
    return true;
}

/* The place of `key`, or the free one where it belongs. */
static size_t place_of(const play_map *map, const packed_counts *key) {
    size_t place = hash_key(map, key) & (map->n_places - 1);
    while (map->places[place] && !same_key(map, map->keys + (map->places[place] - 1) * map->parts, key))
        place = (place + 1) & (map->n_places - 1);
    return place;
}

size_t play_map_find(const play_map *map, const packed_counts *key) {
    return map->n_places ? (size_t)map->places[place_of(map, key)] - 1 : NOT_THERE;
}

static bool grow(play_map *map) {
    const size_t n_places = map->n_places ? 4 * map->n_places : FIRST_PLACES;
    uint32_t *places = calloc(n_places, sizeof *places);
    if (!places) return false;
    free(map->places);
    map->places = places;
    map->n_places = n_places;
    for (size_t number = 0; number < map->n; number++)
        places[place_of(map, map->keys + number * map->parts)] = (uint32_t)number + 1;
    return true;
}

size_t play_map_add(play_map *map, const packed_counts *key) {
    if (2 * map->n >= map->n_places && !grow(map)) return NOT_THERE;
    const size_t place = place_of(map, key);
    if (map->places[place]) return map->places[place] - 1;
    if (!make_room((void **)&map->keys, &map->keys_room, map->n + 1, map->parts * sizeof *key)) return NOT_THERE;
    memcpy(map->keys + map->n * map->parts, key, map->parts * sizeof *key);
    map->places[place] = (uint32_t)++map->n;
    return map->n - 1;
}

void play_map_empty(play_map *map) {
    map->n = 0;
    if (map->places) memset(map->places, 0, map->n_places * sizeof *map->places);
}

void play_map_clear(play_map *map) {
    free(map->keys);
    free(map->places);
    *map = (play_map){.parts = map->parts};
}

bool make_room(void **items, size_t *room, size_t n, size_t size) {
    if (n <= *room) return true;
    const size_t larger = n < 128 ? 256 : 2 * n;
    void *moved = realloc(*items, larger * size);
    if (!moved) return false;
    *items = moved;
    *room = larger;
    return true;
}
