#include "improve.h"

#include <stdlib.h>
#include <string.h>

#include "improve_hands.h"
#include "improve_play.h"
#include "kernel/one_shanten.h"

#define LOW_KINDS 21 /* of packed counts */
#define PLAY_ROWS 8192 /* for the memory of suits: many */

/* ---- keys ---- */

static void pack_one(packed_counts *packed, int kind, int by) {
    if (kind < LOW_KINDS)
        packed->low += (uint64_t)((int64_t)by * ((int64_t)1 << 3 * kind));
    else
        packed->high += (uint64_t)((int64_t)by * ((int64_t)1 << 3 * (kind - LOW_KINDS)));
}

packed_counts pack_counts(const uint8_t *row) {
    packed_counts packed = {0, 0};
    for (int kind = 0; kind < TP_KINDS; kind++) pack_one(&packed, kind, row[kind]);
    return packed;
}

void unpack_counts(packed_counts packed, uint8_t *row) {
    for (int kind = 0; kind < TP_KINDS; kind++)
        row[kind] = (uint8_t)((kind < LOW_KINDS ? packed.low >> 3 * kind : packed.high >> 3 * (kind - LOW_KINDS)) & 7);
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static uint64_t hash_key(const play_map *map, const packed_counts *key) {
    uint64_t hash = 1;
    for (size_t part = 0; part < map->parts; part++) hash = mix(mix(hash, key[part].low), key[part].high);
    return hash;
}

static bool same_key(const play_map *map, const packed_counts *a, const packed_counts *b) {
    for (size_t part = 0; part < map->parts; part++)
        if (a[part].low != b[part].low || a[part].high != b[part].high) return false;
    return true;
}

/* The slot of `key`, or the free one where it belongs. */
static size_t slot_of(const play_map *map, const packed_counts *key) {
    size_t slot = hash_key(map, key) & (map->slots - 1);
    while (map->numbers[slot] && !same_key(map, map->keys + slot * map->parts, key)) slot = (slot + 1) & (map->slots - 1);
    return slot;
}

size_t play_map_find(const play_map *map, const packed_counts *key) {
    return map->slots ? (size_t)map->numbers[slot_of(map, key)] - 1 : NOT_THERE;
}

static void put(play_map *map, size_t slot, const packed_counts *key, uint32_t number) {
    memcpy(map->keys + slot * map->parts, key, map->parts * sizeof *key);
    map->numbers[slot] = number;
}

static bool grow(play_map *map) {
    play_map larger = {.parts = map->parts, .n = map->n, .slots = map->slots ? 4 * map->slots : 1024};
    larger.keys = malloc(larger.slots * larger.parts * sizeof *larger.keys);
    larger.numbers = calloc(larger.slots, sizeof *larger.numbers);
    if (!larger.keys || !larger.numbers) {
        play_map_clear(&larger);
        return false;
    }
    for (size_t slot = 0; slot < map->slots; slot++)
        if (map->numbers[slot]) {
            const packed_counts *key = map->keys + slot * map->parts;
            put(&larger, slot_of(&larger, key), key, map->numbers[slot]);
        }
    play_map_clear(map);
    *map = larger;
    return true;
}

size_t play_map_add(play_map *map, const packed_counts *key) {
    if (2 * map->n >= map->slots && !grow(map)) return NOT_THERE;
    const size_t slot = slot_of(map, key);
    if (!map->numbers[slot]) put(map, slot, key, (uint32_t)++map->n);
    return map->numbers[slot] - 1;
}

void play_map_clear(play_map *map) {
    free(map->keys);
    free(map->numbers);
    *map = (play_map){.parts = map->parts};
}

/* ---- tiles ---- */

/* The hand's keys and tiles, `by` more of a kind. */
static void key_one(tp_outlook *outlook, int kind, int by) {
    static const uint32_t place[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};
    outlook->keys[kind / 9] += (uint32_t)by * place[kind % 9];
    outlook->hand_tiles += (unsigned)by;
}

void play_hold(tp_outlook *outlook, packed_counts hand) {
    outlook->packed_hand = hand;
    unpack_counts(hand, outlook->hand);
    outlook->hand_tiles = 0;
    memset(outlook->keys, 0, sizeof outlook->keys);
    for (int kind = 0; kind < TP_KINDS; kind++) key_one(outlook, kind, outlook->hand[kind]);
}

void play_start(tp_outlook *outlook, size_t start) {
    play_hold(outlook, pack_counts(outlook->starts + start * TP_KINDS));
}

void play_take(tp_outlook *outlook, int kind) {
    outlook->hand[kind]++;
    pack_one(&outlook->packed_hand, kind, 1);
    key_one(outlook, kind, 1);
}

void play_drop(tp_outlook *outlook, int kind) {
    outlook->hand[kind]--;
    pack_one(&outlook->packed_hand, kind, -1);
    key_one(outlook, kind, -1);
}

void play_draw(tp_outlook *outlook, int kind) {
    play_take(outlook, kind);
    outlook->wall[kind]--;
    outlook->wall_tiles--;
    pack_one(&outlook->packed_wall, kind, -1);
}

void play_undraw(tp_outlook *outlook, int kind) {
    play_drop(outlook, kind);
    outlook->wall[kind]++;
    outlook->wall_tiles++;
    pack_one(&outlook->packed_wall, kind, 1);
}

int play_shanten(tp_outlook *outlook) {
    if (!outlook->memo)
        return shanten_of_keys(outlook->table, outlook->keys, outlook->hand, outlook->hand_tiles, outlook->pairs);
    uint8_t row[TP_KINDS], used[TP_KINDS];
    memcpy(row, outlook->hand, TP_KINDS);
    memcpy(used, outlook->melds, TP_KINDS);
    unsigned wild = 0;
    if (outlook->wildcard >= 0) {
        /* A wildcard in hand is a copy of its own kind that nobody can draw any more. */
        wild = row[outlook->wildcard];
        used[outlook->wildcard] = (uint8_t)(used[outlook->wildcard] + wild);
        row[outlook->wildcard] = 0;
    }
    const exact_hand hand = {.row = row, .melds = used, .wild = wild, .pairs = outlook->pairs, .fifth_copy = true};
    return tp_exact_shanten(outlook->memo, outlook->table, &hand);
}

size_t play_add_win(tp_outlook *outlook) {
    const size_t win = play_map_add(&outlook->wins, &outlook->packed_hand);
    if (win == NOT_THERE) outlook->out_of_memory = true;
    return win;
}

double play_win_value(const tp_outlook *outlook, size_t win) { return outlook->values ? outlook->values[win] : 1; }

bool make_room(void **items, size_t *room, size_t n, size_t size) {
    if (n <= *room) return true;
    const size_t larger = n < 512 ? 1024 : 2 * n;
    void *moved = realloc(*items, larger * size);
    if (!moved) return false;
    *items = moved;
    *room = larger;
    return true;
}

int play_shanten_with(tp_outlook *outlook, int kind, int by) {
    outlook->hand[kind] = (uint8_t)(outlook->hand[kind] + by);
    key_one(outlook, kind, by);
    const int shanten = play_shanten(outlook);
    outlook->hand[kind] = (uint8_t)(outlook->hand[kind] - by);
    key_one(outlook, kind, -by);
    return shanten;
}

/* ---- a question from beginning to end ---- */

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
    for (size_t slot = 0; slot < outlook->wins.slots; slot++)
        if (outlook->wins.numbers[slot])
            unpack_counts(outlook->wins.keys[slot], rows + (outlook->wins.numbers[slot] - 1) * (size_t)TP_KINDS);
}

static tp_status solve_bounds(tp_outlook *outlook, double *least, double *most) {
    hand_bounds bounds;
    tp_status status = TP_NO_MEMORY;
    if (hand_bounds_open(outlook, &bounds)) {
        for (size_t i = 0; i < outlook->n; i++) {
            play_start(outlook, i);
            const size_t hand = hand_graph_find(outlook);
            most[i] = hand == NOT_THERE ? 0 : bounds.waiting[outlook->draws][hand];
        }
        status = hand_floor(outlook, &bounds, most, least);
    }
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
