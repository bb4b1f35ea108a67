#include "exact.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/row.h"

#define SUITS 4
#define FAR 99 /* more tiles than any hand misses */

static const int suit_start[SUITS] = {0, 9, 18, 27};
static const int suit_kinds[SUITS] = {9, 9, 9, 7};

/* ---- the memory: direct-mapped, the newest suit wins ---- */

/* By excess copies (0 to 4), melds and pair: the least tiles missing with at most so many copies beyond what the wall
 * still has. */
typedef struct {
    uint64_t key;
    uint8_t missing[TP_MAX_WILD + 1][10];
} missing_entry;

/* Bit w: exactly w wildcards complete the suit. */
typedef struct {
    uint64_t key;
    uint8_t plain, pair;
} needs_entry;

struct exact_memo {
    size_t slots; /* a power of two */
    missing_entry *missing;
    needs_entry *needs;
};

exact_memo *tp_exact_open(size_t n) {
    exact_memo *memo = calloc(1, sizeof *memo);
    if (!memo) return NULL;
    memo->slots = 64;
    while (memo->slots < 8192 && memo->slots < n * 4) memo->slots *= 2;
    memo->missing = calloc(memo->slots, sizeof *memo->missing);
    memo->needs = calloc(memo->slots, sizeof *memo->needs);
    if (!memo->missing || !memo->needs) {
        tp_exact_close(memo);
        return NULL;
    }
    return memo;
}

void tp_exact_close(exact_memo *memo) {
    if (!memo) return;
    free(memo->missing);
    free(memo->needs);
    free(memo);
}

/* One suit of a hand: what is held and how many copies of each kind the hand may hold. */
typedef struct {
    int kinds;
    uint8_t held[9], most[9];
    uint32_t key, most_key;
} exact_suit;

#define UNLIMITED 5 /* in `most`: wildcards may be any copy */

static void take_suit(const exact_hand *hand, int suit, bool limited, exact_suit *out) {
    const int start = suit_start[suit];
    out->kinds = suit_kinds[suit];
    out->key = out->most_key = 0;
    uint32_t place = 1, most_place = 1;
    for (int i = 0; i < out->kinds; i++) {
        out->held[i] = hand->row[start + i];
        out->most[i] = (uint8_t)(limited ? 4 - (hand->melds ? hand->melds[start + i] : 0) : UNLIMITED);
        out->key += out->held[i] * place;
        out->most_key += out->most[i] * most_place;
        place *= 5;
        most_place *= 6;
    }
}

/* A suit and what is asked of it in one number, never 0: keys fit 21 and 24 bits. */
static uint64_t memo_key(const exact_suit *suit, unsigned question) {
    return (uint64_t)suit->key | (uint64_t)suit->most_key << 21 | (uint64_t)question << 45 |
           (uint64_t)(suit->kinds == 9) << 61 | UINT64_C(1) << 62;
}

static size_t memo_slot(const exact_memo *memo, uint64_t key) {
    key *= UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(key >> 40) & (memo->slots - 1);
}

/* ---- shanten: tiles missing ---- */

/* Cell: runs that need this kind and the next, runs that need this kind, excess copies, melds, pair. */
#define CELLS (3 * 3 * (TP_MAX_WILD + 1) * 5 * 2)
static int missing_cell(int both, int last, int excess, int melds, int pair) {
    return (((both * 3 + last) * (TP_MAX_WILD + 1) + excess) * 5 + melds) * 2 + pair;
}

static void work_out_missing(const exact_suit *suit, int most_excess, uint8_t missing[TP_MAX_WILD + 1][10]) {
    uint8_t now[CELLS], next[CELLS];
    memset(now, FAR, sizeof now);
    now[missing_cell(0, 0, 0, 0, 0)] = 0;
    for (int kind = 0; kind < suit->kinds; kind++) {
        memset(next, FAR, sizeof next);
        const int most_runs = suit->kinds == 9 && kind < 7 ? 2 : 0;
        for (int both = 0; both < 3; both++)
            for (int last = 0; last < 3; last++)
                for (int excess = 0; excess <= most_excess; excess++)
                    for (int melds = 0; melds <= 4; melds++)
                        for (int pair = 0; pair < 2; pair++) {
                            const uint8_t cost = now[missing_cell(both, last, excess, melds, pair)];
                            if (cost == FAR) continue;
                            for (int runs = 0; runs <= most_runs; runs++)
                                for (int pungs = 0; pungs <= 2 && melds + runs + pungs <= 4; pungs++)
                                    for (int new_pair = 0; new_pair + pair <= 1; new_pair++) {
                                        const int demand = both + last + runs + 3 * pungs + 2 * new_pair;
                                        const int beyond = demand > suit->most[kind] ? demand - suit->most[kind] : 0;
                                        if (excess + beyond > most_excess) continue;
                                        const int lacking = demand > suit->held[kind] ? demand - suit->held[kind] : 0;
                                        const uint8_t total = (uint8_t)(cost + lacking);
                                        uint8_t *best = &next[missing_cell(runs, both, excess + beyond,
                                                                           melds + runs + pungs, pair + new_pair)];
                                        if (total < *best) *best = total;
                                    }
                        }
        memcpy(now, next, sizeof now);
    }
    for (int excess = 0; excess <= TP_MAX_WILD; excess++)
        for (int melds = 0; melds <= 4; melds++)
            for (int pair = 0; pair < 2; pair++) {
                uint8_t best = excess ? missing[excess - 1][melds * 2 + pair] : FAR;
                if (excess <= most_excess) {
                    const uint8_t here = now[missing_cell(0, 0, excess, melds, pair)];
                    if (here < best) best = here;
                }
                missing[excess][melds * 2 + pair] = best;
            }
}

static const uint8_t (*missing_of(exact_memo *memo, const exact_suit *suit, int most_excess))[10] {
    const uint64_t key = memo_key(suit, (unsigned)most_excess);
    missing_entry *entry = &memo->missing[memo_slot(memo, key)];
    if (entry->key != key) {
        work_out_missing(suit, most_excess, entry->missing);
        entry->key = key;
    }
    return (const uint8_t(*)[10])entry->missing;
}

static void merge_parts(uint8_t left[TP_MAX_WILD + 1][10], const uint8_t right[][10], int most_excess, int most_melds) {
    uint8_t merged[TP_MAX_WILD + 1][10];
    memset(merged, FAR, sizeof merged);
    for (int a = 0; a <= most_excess; a++)
        for (int b = 0; a + b <= most_excess; b++)
            for (int melds = 0; melds <= most_melds; melds++)
                for (int part = 0; part <= melds; part++) {
                    const uint8_t *l = left[a] + part * 2, *r = right[b] + (melds - part) * 2;
                    uint8_t *best = merged[a + b] + melds * 2;
                    const uint8_t none = (uint8_t)(l[0] + r[0]);
                    const uint8_t one = (uint8_t)(l[1] + r[0] < l[0] + r[1] ? l[1] + r[0] : l[0] + r[1]);
                    if (none < best[0]) best[0] = none;
                    if (one < best[1]) best[1] = one;
                }
    memcpy(left, merged, sizeof merged);
}

static bool suit_has_melds(const exact_hand *hand, int suit) {
    if (!hand->melds) return false;
    for (int i = 0; i < suit_kinds[suit]; i++)
        if (hand->melds[suit_start[suit] + i]) return true;
    return false;
}

int8_t tp_exact_shanten(exact_memo *memo, const shanten_table *table, const exact_hand *hand) {
    const int most_excess = hand->fifth_copy ? (int)hand->wild : 0;
    const int tiles = row_total(hand->row), wild = (int)hand->wild, melds = (tiles + wild) / 3;
    uint8_t parts[TP_MAX_WILD + 1][10];
    for (int suit = 0; suit < SUITS; suit++) {
        exact_suit part;
        take_suit(hand, suit, true, &part);
        const uint8_t(*missing)[10];
        if (most_excess == 0 && !suit_has_melds(hand, suit))
            missing = suit < 3 ? &table->missing[table->suit[part.key] & CLASS_MASK]
                               : &table->honour_missing[table->suit[SUIT_KEYS + part.key] & CLASS_MASK];
        else
            missing = missing_of(memo, &part, most_excess);
        if (suit == 0)
            memcpy(parts, missing, (size_t)(most_excess + 1) * 10);
        else
            merge_parts(parts, missing, most_excess, melds);
    }
    int best = FAR;
    for (int excess = 0; excess <= most_excess; excess++)
        if (parts[excess][melds * 2 + 1] < best) best = parts[excess][melds * 2 + 1];
    if (tiles + wild >= 13 && hand->pairs != TP_PAIRS_OFF) {
        const uint64_t ones = kinds_with_bit(hand->row, 0), twos = kinds_with_bit(hand->row, 1),
                       fours = kinds_with_bit(hand->row, 2);
        const bool distinct = hand->pairs == TP_PAIRS_DISTINCT;
        const int pairs = count_bits(twos) + count_bits(fours) * (distinct ? 1 : 2);
        const int singles = count_bits(distinct ? ones & ~twos : ones);
        const int wanted = 7 - pairs;
        /* A single takes one tile to be a pair, a new pair two. */
        const int missing = singles >= wanted ? wanted : 2 * wanted - singles;
        if (missing < best) best = missing;
    }
    return (int8_t)(best - wild - 1);
}

/* ---- wins: which numbers of wildcards complete a suit ---- */

enum { ANY_READING = 0, ONLY_PUNGS = 1, PAIR_OF_258 = 2 };

#define FEW_WILD 31u /* bits for 0 to 4 wildcards */

static void work_out_needs(const exact_suit *suit, unsigned question, needs_entry *entry) {
    uint8_t now[3][3][2] = {{{0}}}, next[3][3][2];
    now[0][0][0] = 1;
    for (int kind = 0; kind < suit->kinds; kind++) {
        memset(next, 0, sizeof next);
        const bool chows = suit->kinds == 9 && kind < 7 && question != ONLY_PUNGS;
        const bool may_pair = question != PAIR_OF_258 || (suit->kinds == 9 && kind % 3 == 1);
        for (int both = 0; both < 3; both++)
            for (int last = 0; last < 3; last++)
                for (int pair = 0; pair < 2; pair++) {
                    if (!now[both][last][pair]) continue;
                    for (int runs = 0; runs <= (chows ? 2 : 0); runs++)
                        for (int pungs = 0; pungs <= 2; pungs++)
                            for (int new_pair = 0; new_pair + pair <= 1 && (may_pair || !new_pair); new_pair++) {
                                const int demand = both + last + runs + 3 * pungs + 2 * new_pair;
                                const int wild = demand - suit->held[kind];
                                if (wild < 0 || wild > TP_MAX_WILD) continue;
                                if (suit->most[kind] != UNLIMITED && demand > suit->most[kind]) continue;
                                uint8_t *cell = &next[runs][both][pair + new_pair];
                                *cell = (uint8_t)(*cell | ((unsigned)now[both][last][pair] << wild & FEW_WILD));
                            }
                }
        memcpy(now, next, sizeof now);
    }
    entry->plain = now[0][0][0];
    entry->pair = now[0][0][1];
}

static needs_entry needs_of(exact_memo *memo, const exact_suit *suit, unsigned question) {
    const uint64_t key = memo_key(suit, question);
    needs_entry *entry = &memo->needs[memo_slot(memo, key)];
    if (entry->key != key) {
        work_out_needs(suit, question, entry);
        entry->key = key;
    }
    return *entry;
}

static uint8_t add_needs(unsigned left, unsigned right) {
    unsigned sums = 0;
    for (int wild = 0; wild <= TP_MAX_WILD; wild++)
        if (left >> wild & 1) sums |= right << wild;
    return (uint8_t)(sums & FEW_WILD);
}

static needs_entry merge_needs(needs_entry left, needs_entry right) {
    return (needs_entry){.plain = add_needs(left.plain, right.plain),
                         .pair = (uint8_t)(add_needs(left.plain, right.pair) | add_needs(left.pair, right.plain))};
}

static const needs_entry nothing = {.plain = 1, .pair = 0};

static bool wins_standard(exact_memo *memo, const exact_hand *hand, unsigned question) {
    needs_entry all = nothing;
    for (int suit = 0; suit < SUITS; suit++) {
        exact_suit part;
        take_suit(hand, suit, !hand->fifth_copy, &part);
        all = merge_needs(all, needs_of(memo, &part, question));
    }
    return all.pair >> hand->wild & 1;
}

static int all_tiles(const exact_hand *hand) { return row_total(hand->row) + (int)hand->wild; }

static bool wins_pairs(const exact_hand *hand) {
    return hand->pairs != TP_PAIRS_OFF && all_tiles(hand) == 14 && wild_pairs(hand->row, hand->pairs, hand->wild);
}

bool tp_exact_win(exact_memo *memo, const exact_hand *hand) {
    return all_tiles(hand) % 3 == 2 && (wins_standard(memo, hand, ANY_READING) || wins_pairs(hand));
}

uint64_t tp_exact_waits(exact_memo *memo, const exact_hand *hand) {
    const int tiles = all_tiles(hand);
    if (tiles % 3 != 1) return 0;
    exact_suit parts[SUITS];
    needs_entry needs[SUITS];
    for (int suit = 0; suit < SUITS; suit++) {
        take_suit(hand, suit, !hand->fifth_copy, &parts[suit]);
        needs[suit] = needs_of(memo, &parts[suit], ANY_READING);
    }
    uint64_t waits = 0, full = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        needs_entry others = nothing;
        for (int other = 0; other < SUITS; other++)
            if (other != suit) others = merge_needs(others, needs[other]);
        uint32_t place = 1;
        for (int i = 0; i < suit_kinds[suit]; i++, place *= 5) {
            const int kind = suit_start[suit] + i;
            if (hand->row[kind] + (hand->melds ? hand->melds[kind] : 0) == 4) {
                full |= (uint64_t)1 << kind;
                continue;
            }
            exact_suit with = parts[suit];
            with.held[i]++;
            with.key += place;
            const needs_entry all = merge_needs(others, needs_of(memo, &with, ANY_READING));
            if (all.pair >> hand->wild & 1) waits |= (uint64_t)1 << kind;
        }
    }
    if (tiles == 13 && hand->pairs != TP_PAIRS_OFF) waits |= wild_pairs_waits(hand->row, hand->pairs, hand->wild);
    return waits & ~full;
}

/* ---- patterns ---- */

/* The most fours of a kind among seven pairs: a three must take a wildcard, two spare wildcards lift a pair, or make
 * a pair of their own, two of which are one more four. */
static int most_quads(const exact_hand *hand) {
    const uint64_t ones = kinds_with_bit(hand->row, 0), twos = kinds_with_bit(hand->row, 1),
                   fours = kinds_with_bit(hand->row, 2);
    const int pairs = count_bits(ones ^ twos), spare = ((int)hand->wild - count_bits(ones)) / 2;
    const int lifted = spare < pairs ? spare : pairs;
    return count_bits(fours) + count_bits(ones & twos) + lifted + (spare - lifted) / 2;
}

uint32_t tp_exact_patterns(exact_memo *memo, const exact_hand *hand) {
    uint32_t bits = tile_patterns(hand->row, hand->melds);
    if (all_tiles(hand) % 3 != 2) return bits;
    if (wins_standard(memo, hand, ANY_READING)) {
        bits |= TP_STANDARD;
        tp_reading readings[TP_MAX_READINGS];
        if (!hand->wild) bits |= (uint32_t)tp_readings(hand->row, readings) << TP_READINGS_SHIFT;
        if (wins_standard(memo, hand, ONLY_PUNGS) && (!hand->melds || melds_are_pungs(hand->melds))) bits |= TP_ALL_PUNGS;
        if (wins_standard(memo, hand, PAIR_OF_258)) bits |= TP_PAIR_258;
    }
    if (wins_pairs(hand)) {
        bits |= TP_SEVEN_PAIRS;
        if (hand->pairs == TP_PAIRS_QUADS) bits |= quads_bit(most_quads(hand));
    }
    return bits;
}
