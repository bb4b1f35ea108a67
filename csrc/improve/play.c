#include "play.h"

#include <string.h>

#include "kernel/one_shanten.h"

static const uint32_t key_step[9] = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};

/* ---- tiles ---- */

void play_hold(tp_outlook *outlook, packed_counts hand) {
    outlook->packed_hand = hand;
    unpack_counts(hand, outlook->hand);
    outlook->hand_tiles = 0;
    outlook->kinds = 0;
    memset(outlook->keys, 0, sizeof outlook->keys);
    for (int kind = 0; kind < TP_KINDS; kind++) {
        const unsigned count = outlook->hand[kind];
        outlook->keys[kind / 9] += count * key_step[kind % 9];
        outlook->hand_tiles += count;
        outlook->kinds |= (uint64_t)(count > 0) << kind;
    }
}

void play_start(tp_outlook *outlook, size_t start) {
    play_hold(outlook, pack_counts(outlook->starts + start * TP_KINDS));
}

void play_take(tp_outlook *outlook, int kind) {
    outlook->hand[kind]++;
    outlook->kinds |= (uint64_t)1 << kind;
    outlook->packed_hand = pack_more(outlook->packed_hand, kind);
    outlook->keys[kind / 9] += key_step[kind % 9];
    outlook->hand_tiles++;
}

void play_drop(tp_outlook *outlook, int kind) {
    if (!--outlook->hand[kind]) outlook->kinds &= ~((uint64_t)1 << kind);
    outlook->packed_hand = pack_less(outlook->packed_hand, kind);
    outlook->keys[kind / 9] -= key_step[kind % 9];
    outlook->hand_tiles--;
}

void play_draw(tp_outlook *outlook, int kind) {
    play_take(outlook, kind);
    outlook->wall[kind]--;
    outlook->wall_tiles--;
    outlook->packed_wall = pack_less(outlook->packed_wall, kind);
}

void play_undraw(tp_outlook *outlook, int kind) {
    play_drop(outlook, kind);
    outlook->wall[kind]++;
    outlook->wall_tiles++;
    outlook->packed_wall = pack_more(outlook->packed_wall, kind);
}

/* ---- shanten ---- */

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

/* One suit beside the other three: its class merges with that of the suit that goes with it, and that with the class of the
 * others, by their places in the tables; `pairs` are in the others. */
typedef struct {
    const uint16_t *entry; /* at the suit's key */
    const uint8_t *merge;
    const int8_t *shanten;
    int pairs;
} suit_place;

#define NO_PAIRS (-100) /* they do not count */

TP_INLINE void change_suit(const suit_place *place, size_t merge_step, size_t shanten_step, uint64_t kinds, int by,
                           int8_t *out) {
    for (; kinds; kinds &= kinds - 1) {
        const int kind = lowest_kind(kinds);
        const unsigned entry = place->entry[by * (int32_t)key_step[kind]];
        const int best = place->shanten[place->merge[(entry & CLASS_MASK) * merge_step] * shanten_step];
        const int by_pairs = 6 - place->pairs - (int)(entry >> CLASS_PAIRS_SHIFT);
        out[kind] = (int8_t)(by_pairs < best ? by_pairs : best);
    }
}

static void change_distinct_pairs(tp_outlook *outlook, uint64_t kinds, int by, int8_t *out) {
    for (; kinds; kinds &= kinds - 1) {
        const int kind = lowest_kind(kinds);
        outlook->hand[kind] = (uint8_t)(outlook->hand[kind] + by);
        const int8_t by_pairs = pairs_shanten_distinct(outlook->hand);
        outlook->hand[kind] = (uint8_t)(outlook->hand[kind] - by);
        if (by_pairs < out[kind]) out[kind] = by_pairs;
    }
}

/* The shanten with `by` tiles more of each kind: the other suits stay. (Two suits merge to the same class in either
 * order.) */
static void change_by_table(tp_outlook *outlook, uint64_t kinds, int by, int8_t *out) {
    const shanten_table *table = outlook->table;
    const bool pairs_count = (int)outlook->hand_tiles + by >= 13 && outlook->pairs == TP_PAIRS_QUADS;
    suit_place places[4];
    size_t class_of[4];
    int pairs = 0;
    for (int suit = 0; suit < 4; suit++) {
        places[suit].entry = table->suit + (suit == 3 ? SUIT_KEYS : 0) + outlook->keys[suit];
        places[suit].pairs = *places[suit].entry >> CLASS_PAIRS_SHIFT;
        class_of[suit] = *places[suit].entry & CLASS_MASK;
        pairs += places[suit].pairs;
    }
    for (int suit = 0; suit < 4; suit++) places[suit].pairs = pairs_count ? pairs - places[suit].pairs : NO_PAIRS;
    const int8_t *shanten = table->shanten + outlook->hand_tiles / 3 * SHANTEN_SIZE;
    const size_t suits = table->merge[class_of[0] * MAX_SUIT_CLASSES + class_of[1]];
    const size_t rest = table->merge[HONOUR_MERGES + class_of[2] * MAX_HONOUR_CLASSES + class_of[3]];
    places[0].shanten = places[1].shanten = shanten + rest;
    places[2].shanten = places[3].shanten = shanten + suits * MAX_WITH_HONOURS;
    places[0].merge = table->merge + class_of[1] * MAX_SUIT_CLASSES;
    places[1].merge = table->merge + class_of[0] * MAX_SUIT_CLASSES;
    places[2].merge = table->merge + HONOUR_MERGES + class_of[3];
    places[3].merge = table->merge + HONOUR_MERGES + class_of[2] * MAX_HONOUR_CLASSES;
    change_suit(&places[0], 1, MAX_WITH_HONOURS, kinds & 511, by, out);
    change_suit(&places[1], 1, MAX_WITH_HONOURS, kinds >> 9 & 511, by, out + 9);
    change_suit(&places[2], MAX_HONOUR_CLASSES, 1, kinds >> 18 & 511, by, out + 18);
    change_suit(&places[3], 1, 1, kinds >> 27, by, out + 27);
    if ((int)outlook->hand_tiles + by >= 13 && outlook->pairs == TP_PAIRS_DISTINCT)
        change_distinct_pairs(outlook, kinds, by, out);
}

/* The shanten with `by` tiles more of each kind, one or minus one. */
static void change(tp_outlook *outlook, uint64_t kinds, int by, int8_t *out) {
    if (!outlook->memo) {
        change_by_table(outlook, kinds, by, out);
        return;
    }
    for (; kinds; kinds &= kinds - 1) {
        const int kind = lowest_kind(kinds);
        (by > 0 ? play_take : play_drop)(outlook, kind);
        out[kind] = (int8_t)play_shanten(outlook);
        (by > 0 ? play_drop : play_take)(outlook, kind);
    }
}

void play_shanten_with(tp_outlook *outlook, uint64_t kinds, int8_t *out) { change(outlook, kinds, 1, out); }

void play_shanten_without(tp_outlook *outlook, uint64_t kinds, int8_t *out) { change(outlook, kinds, -1, out); }

/* ---- wins ---- */

size_t play_add_win(tp_outlook *outlook) {
    const size_t win = play_map_add(&outlook->wins, &outlook->packed_hand);
    if (win == NOT_THERE) outlook->out_of_memory = true;
    return win;
}

double play_win_value(const tp_outlook *outlook, size_t win) { return outlook->values ? outlook->values[win] : 1; }
