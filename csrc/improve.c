#include "improve.h"

#include <stdlib.h>
#include <string.h>

#include "improve_play.h"

#define LOW_KINDS 21 /* of packed counts */
#define PLAY_ROWS 8192 /* for the memory of suits: many */

/* ---- keys ---- */

static void pack_one(packed_counts *packed, int kind, int by) {
    if (kind < LOW_KINDS)
        packed->low += (uint64_t)((int64_t)by * ((int64_t)1 << 3 * kind));
    else
        packed->high += (uint64_t)((int64_t)by * ((int64_t)1 << 3 * (kind - LOW_KINDS)));
}

static packed_counts pack(const uint8_t *row) {
    packed_counts packed = {0, 0};
    for (int kind = 0; kind < TP_KINDS; kind++) pack_one(&packed, kind, row[kind]);
    return packed;
}

static void unpack(packed_counts packed, uint8_t *row) {
    for (int kind = 0; kind < TP_KINDS; kind++)
        row[kind] = (uint8_t)((kind < LOW_KINDS ? packed.low >> 3 * kind : packed.high >> 3 * (kind - LOW_KINDS)) & 7);
}

static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

static size_t home_slot(const play_map *map, const play_key *key) {
    return mix(mix(mix(mix(1, key->hand.low), key->hand.high), key->wall.low), key->wall.high) & (map->slots - 1);
}

static bool same_key(const play_key *a, const play_key *b) {
    return a->hand.low == b->hand.low && a->hand.high == b->hand.high && a->wall.low == b->wall.low &&
           a->wall.high == b->wall.high;
}

/* The slot of `key`, or the free one where it belongs. */
static size_t slot_of(const play_map *map, const play_key *key) {
    size_t slot = home_slot(map, key);
    while (map->numbers[slot] && !same_key(&map->keys[slot], key)) slot = (slot + 1) & (map->slots - 1);
    return slot;
}

size_t play_map_find(const play_map *map, const play_key *key) {
    return map->slots ? (size_t)map->numbers[slot_of(map, key)] - 1 : NOT_THERE;
}

static bool grow(play_map *map) {
    play_map larger = {.n = map->n, .slots = map->slots ? 4 * map->slots : 1024};
    larger.keys = malloc(larger.slots * sizeof *larger.keys);
    larger.numbers = calloc(larger.slots, sizeof *larger.numbers);
    if (!larger.keys || !larger.numbers) {
        play_map_clear(&larger);
        return false;
    }
    for (size_t slot = 0; slot < map->slots; slot++)
        if (map->numbers[slot]) {
            const size_t to = slot_of(&larger, &map->keys[slot]);
            larger.keys[to] = map->keys[slot];
            larger.numbers[to] = map->numbers[slot];
        }
    play_map_clear(map);
    *map = larger;
    return true;
}

size_t play_map_add(play_map *map, const play_key *key) {
    if (2 * map->n >= map->slots && !grow(map)) return NOT_THERE;
    const size_t slot = slot_of(map, key);
    if (!map->numbers[slot]) {
        map->keys[slot] = *key;
        map->numbers[slot] = (uint32_t)++map->n;
    }
    return map->numbers[slot] - 1;
}

void play_map_clear(play_map *map) {
    free(map->keys);
    free(map->numbers);
    *map = (play_map){0};
}

/* ---- tiles ---- */

void play_start(tp_outlook *outlook, size_t start) {
    memcpy(outlook->hand, outlook->starts + start * TP_KINDS, TP_KINDS);
    outlook->packed_hand = pack(outlook->hand);
}

void play_take(tp_outlook *outlook, int kind) {
    outlook->hand[kind]++;
    pack_one(&outlook->packed_hand, kind, 1);
}

void play_drop(tp_outlook *outlook, int kind) {
    outlook->hand[kind]--;
    pack_one(&outlook->packed_hand, kind, -1);
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
    if (!outlook->memo) {
        int8_t shanten = TP_NO_DISCARD;
        tp_one_shanten(outlook->hand, outlook->pairs, &shanten);
        return shanten;
    }
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

double play_win_value(tp_outlook *outlook) {
    if (!outlook->collecting && !outlook->values) return 1;
    const play_key key = {.hand = outlook->packed_hand};
    if (!outlook->collecting) return outlook->values[play_map_find(&outlook->wins, &key)];
    if (play_map_add(&outlook->wins, &key) == NOT_THERE) outlook->out_of_memory = true;
    return 0;
}

/* ---- a question from beginning to end ---- */

tp_outlook *tp_outlook_open(const tp_outlook_question *question) {
    tp_outlook *outlook = calloc(1, sizeof *outlook);
    if (!outlook) return NULL;
    outlook->n = question->n;
    memcpy(outlook->melds, question->melds, TP_KINDS);
    memcpy(outlook->wall, question->unseen, TP_KINDS);
    outlook->packed_wall = pack(outlook->wall);
    outlook->wildcard = question->wildcard;
    outlook->pairs = question->pairs;
    outlook->draws = question->draws;
    outlook->best = question->best;
    bool plain = question->wildcard < 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        outlook->wall_tiles += outlook->wall[kind];
        plain = plain && !outlook->melds[kind];
    }
    outlook->starts = malloc(question->n * TP_KINDS);
    outlook->table = tp_shanten_table();
    if (!plain) outlook->memo = tp_exact_open(PLAY_ROWS);
    if (!outlook->starts || !outlook->table || (!plain && !outlook->memo)) {
        tp_outlook_close(outlook);
        return NULL;
    }
    memcpy(outlook->starts, question->hands, question->n * TP_KINDS);
    return outlook;
}

void tp_outlook_close(tp_outlook *outlook) {
    if (!outlook) return;
    free(outlook->starts);
    tp_exact_close(outlook->memo);
    play_map_clear(&outlook->wins);
    free(outlook);
}

static tp_status value_starts(tp_outlook *outlook, double *out) {
    return outlook->best ? best_play(outlook, out) : direct_play(outlook, out);
}

tp_status tp_outlook_wins(tp_outlook *outlook, size_t *n) {
    double *unused = malloc(outlook->n * sizeof *unused);
    if (!unused) return TP_NO_MEMORY;
    outlook->collecting = true;
    const tp_status status = value_starts(outlook, unused);
    outlook->collecting = false;
    free(unused);
    *n = outlook->wins.n;
    return status;
}

void tp_outlook_win_rows(const tp_outlook *outlook, uint8_t *rows) {
    for (size_t slot = 0; slot < outlook->wins.slots; slot++)
        if (outlook->wins.numbers[slot])
            unpack(outlook->wins.keys[slot].hand, rows + (outlook->wins.numbers[slot] - 1) * (size_t)TP_KINDS);
}

tp_status tp_outlook_solve(tp_outlook *outlook, const double *values, double *out) {
    outlook->values = values;
    outlook->most = values ? 0 : 1;
    for (size_t win = 0; values && win < outlook->wins.n; win++)
        if (values[win] > outlook->most) outlook->most = values[win];
    return value_starts(outlook, out);
}
