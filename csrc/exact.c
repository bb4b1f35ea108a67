#include "exact.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/block.h"
#include "kernel/front_portable.h"

#define SUITS 4
#define FAR 99 /* more tiles than any hand misses */

static const int suit_start[SUITS] = {0, 9, 18, 27};
static const int suit_kinds[SUITS] = {9, 9, 9, 7};

/* ---- the memory: direct-mapped, the newest suit wins ---- */

/* `missing[e]`, by melds and pair: the fewest tiles missing when at most e of them are copies that the wall has not. */
typedef struct {
    uint64_t asked;
    uint8_t missing[TP_MAX_WILD + 1][10];
} missing_entry;

/* Bit w: exactly w wildcards complete the suit. */
typedef struct {
    uint64_t asked;
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
    while (memo->slots < 16384 && memo->slots < n * 4) memo->slots *= 2;
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

/* One suit of a hand: its kinds and the keys of what is held and what is laid down. */
typedef struct {
    int kinds;
    uint32_t held, laid;
} exact_suit;

#define NO_LIMIT UINT32_C(0x1FFFFF) /* in `laid`: wildcards may be any copy */

/* A suit and what is asked of it in one number, never 0: keys fit 21 bits. */
static uint64_t memo_key(exact_suit suit, unsigned question) {
    return (uint64_t)suit.held | (uint64_t)suit.laid << 21 | (uint64_t)question << 42 |
           (uint64_t)(suit.kinds == 9) << 48 | UINT64_C(1) << 49;
}

static size_t memo_slot(const exact_memo *memo, uint64_t key) {
    return (size_t)((key * UINT64_C(0x9E3779B97F4A7C15)) >> 40) & (memo->slots - 1);
}

#define UNLIMITED 255

/* The suit's counts, and how many copies of each kind it may have. */
static void spell_out(exact_suit suit, uint8_t held[9], uint8_t most[9]) {
    uint32_t laid = suit.laid;
    for (int kind = 0; kind < suit.kinds; kind++, suit.held /= 5, laid /= 5) {
        held[kind] = (uint8_t)(suit.held % 5);
        most[kind] = (uint8_t)(suit.laid == NO_LIMIT ? UNLIMITED : 4 - laid % 5);
    }
}

typedef struct {
    exact_suit suit[SUITS];
    int tiles; /* wildcards included */
} exact_split;

static exact_split split_hand(const exact_hand *hand, bool limited) {
    uint32_t held[SUITS], laid[SUITS] = {0};
    row_keys(hand->row, held);
    if (hand->melds) row_keys(hand->melds, laid);
    exact_split split = {.tiles = row_total(hand->row) + (int)hand->wild};
    for (int suit = 0; suit < SUITS; suit++)
        split.suit[suit] = (exact_suit){suit_kinds[suit], held[suit], limited ? laid[suit] : NO_LIMIT};
    return split;
}

/* ---- shanten: tiles missing ---- */

/* Cell: runs that need this kind and the next, runs that need this kind, excess copies, melds, pair. */
#define CELLS (3 * 3 * (TP_MAX_WILD + 1) * 5 * 2)
static int missing_cell(int both, int last, int excess, int melds, int pair) {
    return (((both * 3 + last) * (TP_MAX_WILD + 1) + excess) * 5 + melds) * 2 + pair;
}

static void work_out_missing(exact_suit suit, int most_excess, uint8_t missing[TP_MAX_WILD + 1][10]) {
    uint8_t held[9], most[9], now[CELLS], next[CELLS];
    spell_out(suit, held, most);
    memset(now, FAR, sizeof now);
    now[missing_cell(0, 0, 0, 0, 0)] = 0;
    for (int kind = 0; kind < suit.kinds; kind++) {
        memset(next, FAR, sizeof next);
        const int most_runs = suit.kinds == 9 && kind < 7 ? 2 : 0;
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
                                        const int beyond = demand > most[kind] ? demand - most[kind] : 0;
                                        if (excess + beyond > most_excess) continue;
                                        const int lacking = demand > held[kind] ? demand - held[kind] : 0;
                                        const uint8_t total = (uint8_t)(cost + lacking);
                                        uint8_t *best = &next[missing_cell(runs, both, excess + beyond,
                                                                           melds + runs + pungs, pair + new_pair)];
                                        if (total < *best) *best = total;
                                    }
                        }
        memcpy(now, next, sizeof now);
    }
    for (int excess = 0; excess <= most_excess; excess++)
        for (int melds = 0; melds <= 4; melds++)
            for (int pair = 0; pair < 2; pair++) {
                const uint8_t here = now[missing_cell(0, 0, excess, melds, pair)];
                const uint8_t before = excess ? missing[excess - 1][melds * 2 + pair] : FAR;
                missing[excess][melds * 2 + pair] = here < before ? here : before;
            }
}

/* What a suit misses; `room` takes it out of the memory, whose slot the next suit may want. */
typedef uint8_t suit_missing[TP_MAX_WILD + 1][10];

static void missing_of(exact_memo *memo, const shanten_table *table, exact_suit suit, int most_excess,
                       suit_missing room) {
    if (most_excess == 0 && suit.laid == 0) {
        const uint16_t entry = table->suit[suit.kinds == 9 ? suit.held : SUIT_KEYS + suit.held];
        const class_list *classes = suit.kinds == 9 ? &table->suits : &table->honours;
        memcpy(room, classes->missing[entry & CLASS_MASK], SHARES);
        return;
    }
    const uint64_t asked = memo_key(suit, (unsigned)most_excess);
    missing_entry *entry = &memo->missing[memo_slot(memo, asked)];
    if (entry->asked != asked) {
        work_out_missing(suit, most_excess, entry->missing);
        entry->asked = asked;
    }
    memcpy(room, entry->missing, (size_t)(most_excess + 1) * 10);
}

/* Two parts of a hand as one: for each (melds, pair) the fewest tiles missing, however it is shared out. */
static void merge_missing(const uint8_t left[10], const uint8_t right[10], int most_melds, uint8_t merged[10]) {
    for (int melds = 0; melds <= most_melds; melds++) {
        uint8_t none = FAR, one = FAR;
        for (int part = 0; part <= melds; part++) {
            const uint8_t *l = left + part * 2, *r = right + (melds - part) * 2;
            const uint8_t neither = (uint8_t)(l[0] + r[0]), first = (uint8_t)(l[1] + r[0]),
                          second = (uint8_t)(l[0] + r[1]);
            if (neither < none) none = neither;
            if (first < one) one = first;
            if (second < one) one = second;
        }
        merged[melds * 2] = none;
        merged[melds * 2 + 1] = one;
    }
}

/* The last merge: only `melds` and a pair are asked for. */
static int whole_missing(const uint8_t left[10], const uint8_t right[10], int melds) {
    int best = FAR;
    for (int part = 0; part <= melds; part++) {
        const uint8_t *l = left + part * 2, *r = right + (melds - part) * 2;
        const int first = l[1] + r[0], second = l[0] + r[1];
        if (first < best) best = first;
        if (second < best) best = second;
    }
    return best;
}

static int all_missing(uint8_t parts[SUITS][10], int melds) {
    uint8_t left[10], right[10];
    merge_missing(parts[0], parts[1], melds, left);
    merge_missing(parts[2], parts[3], melds, right);
    return whole_missing(left, right, melds);
}

/* Every way to share at most `most_excess` excess copies out among the suits from `suit` on. */
static int shared_missing(suit_missing missing[SUITS], int suit, int most_excess, int melds, uint8_t parts[SUITS][10]) {
    if (suit == SUITS) return all_missing(parts, melds);
    int best = FAR;
    for (int excess = suit == SUITS - 1 ? most_excess : 0; excess <= most_excess; excess++) {
        memcpy(parts[suit], missing[suit][excess], 10);
        const int here = shared_missing(missing, suit + 1, most_excess - excess, melds, parts);
        if (here < best) best = here;
    }
    return best;
}

static int standard_missing(suit_missing missing[SUITS], int most_excess, int melds) {
    uint8_t parts[SUITS][10];
    for (int suit = 0; suit < SUITS; suit++) memcpy(parts[suit], missing[suit][0], 10);
    const int without = all_missing(parts, melds);
    if (most_excess == 0) return without;
    for (int suit = 0; suit < SUITS; suit++) memcpy(parts[suit], missing[suit][most_excess], 10);
    /* Seldom does any hand gain by a fifth copy, even if each suit had all of them. */
    if (all_missing(parts, melds) == without) return without;
    return shared_missing(missing, 0, most_excess, melds, parts);
}

static int excess_of(const exact_hand *hand) { return hand->fifth_copy ? (int)hand->wild : 0; }

/* Of the kinds in `held`, those of which no copy is left: the hand and the melds have all four. */
static uint64_t used_up(const exact_hand *hand, const uint8_t *row, uint64_t held) {
    uint64_t none_left = 0;
    for (int kind = 0; hand->melds && kind < TP_KINDS; kind++)
        none_left |= (uint64_t)(row[kind] + hand->melds[kind] == 4) << kind;
    return held & none_left;
}

static int pairs_missing(const exact_hand *hand, const uint8_t *row) {
    const uint64_t ones = kinds_with_bit(row, 0), twos = kinds_with_bit(row, 1), fours = kinds_with_bit(row, 2);
    const bool distinct = hand->pairs == TP_PAIRS_DISTINCT;
    const int pairs = count_bits(twos) + count_bits(fours) * (distinct ? 1 : 2);
    const uint64_t odd = distinct ? ones & ~twos : ones;
    /* A single without a copy left is paired by a wildcard or not at all. */
    const int excess = excess_of(hand), lonely = count_bits(used_up(hand, row, odd));
    const int singles = count_bits(odd) - (lonely > excess ? lonely - excess : 0);
    const int wanted = 7 - pairs;
    /* A single takes one tile to be a pair, a new pair two. */
    return singles >= wanted ? wanted : 2 * wanted - singles;
}

static int8_t shanten_of(const exact_hand *hand, const uint8_t *row, int tiles, int standard) {
    int best = standard;
    if (tiles >= 13 && hand->pairs != TP_PAIRS_OFF) {
        const int by_pairs = pairs_missing(hand, row);
        if (by_pairs < best) best = by_pairs;
    }
    return (int8_t)(best - (int)hand->wild - 1);
}

int8_t tp_exact_shanten(exact_memo *memo, const shanten_table *table, const exact_hand *hand) {
    const int most_excess = excess_of(hand);
    const exact_split split = split_hand(hand, true);
    suit_missing missing[SUITS];
    for (int suit = 0; suit < SUITS; suit++) missing_of(memo, table, split.suit[suit], most_excess, missing[suit]);
    return shanten_of(hand, hand->row, split.tiles, standard_missing(missing, most_excess, split.tiles / 3));
}

void tp_exact_discard_shanten(exact_memo *memo, const shanten_table *table, const exact_hand *hand, int8_t *out) {
    memset(out, TP_NO_DISCARD, TP_KINDS);
    const int most_excess = excess_of(hand);
    exact_split split = split_hand(hand, true);
    if (split.tiles % 3 != 2) return;
    const int melds = split.tiles / 3;
    suit_missing missing[SUITS];
    for (int suit = 0; suit < SUITS; suit++) missing_of(memo, table, split.suit[suit], most_excess, missing[suit]);
    uint8_t left[TP_KINDS];
    memcpy(left, hand->row, TP_KINDS);
    for (int suit = 0; suit < SUITS; suit++) {
        /* The other three suits stay: they are merged once where no fifth copy can be shared out. */
        uint8_t two[10], others[10];
        merge_missing(missing[(suit + 1) % SUITS][0], missing[(suit + 2) % SUITS][0], melds, two);
        merge_missing(two, missing[(suit + 3) % SUITS][0], melds, others);
        suit_missing whole;
        memcpy(whole, missing[suit], sizeof whole);
        uint32_t place = 1;
        for (int i = 0; i < suit_kinds[suit]; i++, place *= 5) {
            const int kind = suit_start[suit] + i;
            if (!left[kind]) continue;
            left[kind]--;
            exact_suit after = split.suit[suit];
            after.held -= place;
            missing_of(memo, table, after, most_excess, missing[suit]);
            const int standard = most_excess ? standard_missing(missing, most_excess, melds)
                                             : whole_missing(missing[suit][0], others, melds);
            out[kind] = shanten_of(hand, left, split.tiles - 1, standard);
            left[kind]++;
        }
        memcpy(missing[suit], whole, sizeof whole);
    }
}

/* ---- wins: which numbers of wildcards complete a suit ---- */

enum { ANY_READING = 0, ONLY_PUNGS = 1, PAIR_OF_258 = 2 };

#define FEW_WILD 31u /* bits for 0 to 4 wildcards */

static void work_out_needs(exact_suit suit, unsigned question, needs_entry *entry) {
    uint8_t held[9], most[9], now[3][3][2] = {{{0}}}, next[3][3][2];
    spell_out(suit, held, most);
    now[0][0][0] = 1;
    for (int kind = 0; kind < suit.kinds; kind++) {
        memset(next, 0, sizeof next);
        const bool chows = suit.kinds == 9 && kind < 7 && question != ONLY_PUNGS;
        const bool may_pair = question != PAIR_OF_258 || (suit.kinds == 9 && kind % 3 == 1);
        for (int both = 0; both < 3; both++)
            for (int last = 0; last < 3; last++)
                for (int pair = 0; pair < 2; pair++) {
                    if (!now[both][last][pair]) continue;
                    for (int runs = 0; runs <= (chows ? 2 : 0); runs++)
                        for (int pungs = 0; pungs <= 2; pungs++)
                            for (int new_pair = 0; new_pair + pair <= 1 && (may_pair || !new_pair); new_pair++) {
                                const int demand = both + last + runs + 3 * pungs + 2 * new_pair;
                                const int wild = demand - held[kind];
                                if (wild < 0 || wild > TP_MAX_WILD || demand > most[kind]) continue;
                                uint8_t *cell = &next[runs][both][pair + new_pair];
                                *cell = (uint8_t)(*cell | ((unsigned)now[both][last][pair] << wild & FEW_WILD));
                            }
                }
        memcpy(now, next, sizeof now);
    }
    entry->plain = now[0][0][0];
    entry->pair = now[0][0][1];
}

static needs_entry needs_of(exact_memo *memo, exact_suit suit, unsigned question) {
    const uint64_t asked = memo_key(suit, question);
    needs_entry *entry = &memo->needs[memo_slot(memo, asked)];
    if (entry->asked != asked) {
        work_out_needs(suit, question, entry);
        entry->asked = asked;
    }
    return *entry;
}

static uint8_t add_needs(unsigned left, unsigned right) {
    unsigned sums = 0;
    for (int wild = 0; wild <= TP_MAX_WILD; wild++) sums |= (0u - (left >> wild & 1)) & right << wild;
    return (uint8_t)(sums & FEW_WILD);
}

static needs_entry merge_needs(needs_entry left, needs_entry right) {
    return (needs_entry){.plain = add_needs(left.plain, right.plain),
                         .pair = (uint8_t)(add_needs(left.plain, right.pair) | add_needs(left.pair, right.plain))};
}

static const needs_entry nothing = {.plain = 1, .pair = 0};

static bool wins_standard(exact_memo *memo, const exact_split *split, unsigned wild, unsigned question) {
    needs_entry all = nothing;
    for (int suit = 0; suit < SUITS; suit++) all = merge_needs(all, needs_of(memo, split->suit[suit], question));
    return all.pair >> wild & 1;
}

static bool pairs_complete(const exact_hand *hand, const uint8_t *row) {
    return wild_pairs(row, hand->pairs, hand->wild) &&
           (hand->fifth_copy || !used_up(hand, row, kinds_with_bit(row, 0)));
}

static bool wins_pairs(const exact_hand *hand, int tiles) {
    return hand->pairs != TP_PAIRS_OFF && tiles == 14 && pairs_complete(hand, hand->row);
}

bool tp_exact_win(exact_memo *memo, const exact_hand *hand) {
    const exact_split split = split_hand(hand, !hand->fifth_copy);
    return split.tiles % 3 == 2 &&
           (wins_standard(memo, &split, hand->wild, ANY_READING) || wins_pairs(hand, split.tiles));
}

static uint64_t pairs_waits(const exact_hand *hand) {
    const uint64_t waits = wild_pairs_waits(hand->row, hand->pairs, hand->wild);
    if (hand->fifth_copy || !hand->melds) return waits;
    uint64_t possible = 0;
    uint8_t drawn[TP_KINDS];
    memcpy(drawn, hand->row, TP_KINDS);
    for (int kind = 0; kind < TP_KINDS; kind++) {
        drawn[kind]++;
        possible |= (uint64_t)pairs_complete(hand, drawn) << kind;
        drawn[kind]--;
    }
    return waits & possible;
}

uint64_t tp_exact_waits(exact_memo *memo, const exact_hand *hand) {
    const exact_split split = split_hand(hand, !hand->fifth_copy);
    if (split.tiles % 3 != 1) return 0;
    needs_entry needs[SUITS];
    for (int suit = 0; suit < SUITS; suit++) needs[suit] = needs_of(memo, split.suit[suit], ANY_READING);
    uint64_t waits = 0, full = 0;
    for (int suit = 0; suit < SUITS; suit++) {
        needs_entry others = nothing;
        for (int other = 0; other < SUITS; other++)
            if (other != suit) others = merge_needs(others, needs[other]);
        const bool hopeless = !others.plain && !others.pair;
        uint32_t place = 1;
        for (int i = 0; i < suit_kinds[suit]; i++, place *= 5) {
            const int kind = suit_start[suit] + i;
            if (hand->row[kind] + (hand->melds ? hand->melds[kind] : 0) == 4) {
                full |= (uint64_t)1 << kind;
                continue;
            }
            if (hopeless) continue;
            exact_suit with = split.suit[suit];
            with.held += place;
            const needs_entry all = merge_needs(others, needs_of(memo, with, ANY_READING));
            if (all.pair >> hand->wild & 1) waits |= (uint64_t)1 << kind;
        }
    }
    if (split.tiles == 13 && hand->pairs != TP_PAIRS_OFF) waits |= pairs_waits(hand);
    return waits & ~full;
}

/* ---- patterns ---- */

/* The most fours of a kind among seven pairs: a three must take a wildcard, two spare wildcards lift a pair, or make
 * a pair of their own, two of which are one more four. */
static int most_quads(const exact_hand *hand) {
    const uint64_t ones = kinds_with_bit(hand->row, 0), twos = kinds_with_bit(hand->row, 1),
                   fours = kinds_with_bit(hand->row, 2);
    uint64_t liftable = ones ^ twos;
    for (int kind = 0; hand->melds && !hand->fifth_copy && kind < TP_KINDS; kind++)
        if (hand->melds[kind]) liftable &= ~((uint64_t)1 << kind);
    const int pairs = count_bits(liftable), spare = ((int)hand->wild - count_bits(ones)) / 2;
    const int lifted = spare < pairs ? spare : pairs;
    return count_bits(fours) + count_bits(ones & twos) + lifted + (spare - lifted) / 2;
}

uint32_t tp_exact_patterns(exact_memo *memo, const exact_hand *hand) {
    const exact_split split = split_hand(hand, !hand->fifth_copy);
    uint32_t bits = tile_patterns(hand->row, hand->melds);
    if (split.tiles % 3 != 2) return bits;
    if (wins_standard(memo, &split, hand->wild, ANY_READING)) {
        bits |= TP_STANDARD;
        tp_reading readings[TP_MAX_READINGS];
        if (!hand->wild) bits |= (uint32_t)tp_readings(hand->row, readings) << TP_READINGS_SHIFT;
        if (wins_standard(memo, &split, hand->wild, ONLY_PUNGS) && (!hand->melds || melds_are_pungs(hand->melds)))
            bits |= TP_ALL_PUNGS;
        if (wins_standard(memo, &split, hand->wild, PAIR_OF_258)) bits |= TP_PAIR_258;
    }
    if (wins_pairs(hand, split.tiles)) {
        bits |= TP_SEVEN_PAIRS;
        if (hand->pairs == TP_PAIRS_QUADS) bits |= quads_bit(most_quads(hand));
    }
    return bits;
}
