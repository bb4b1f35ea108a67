/* After each discard: the shanten and the waits of the hand without it. Only the discarded tile's suit changes, so
 * each discard is one more lookup of that suit beside what is known of the other three. */

static const uint32_t kind_step[TP_KINDS] = {
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1, 5, 25, 125, 625, 3125, 15625, 78125,
    390625, 1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1, 5, 25, 125, 625, 3125, 15625};

#if defined(_MSC_VER)
#include <intrin.h>
TP_INLINE unsigned lowest_bit(uint32_t mask) {
    unsigned long at;
    _BitScanForward(&at, mask);
    return (unsigned)at;
}
#else
TP_INLINE unsigned lowest_bit(uint32_t mask) { return (unsigned)__builtin_ctz(mask); }
#endif

/* How far a key goes back when a tile of each kind of the suit goes. */
static const int32_t kind_back[9] = {-1, -5, -25, -125, -625, -3125, -15625, -78125, -390625};

/* Answers for one suit's discards, into its places of the row. The suit's class after each comes from beside `at_key`;
 * merged with the partner suit and then with the other two it leads to the shanten. Three places are worked out without
 * a branch: where the suit has fewer kinds, the lowest comes again. */
TP_INLINE void suit_discards(const shanten_table *table, uint32_t held, const uint16_t *at_key, const uint8_t *merge,
                             const int8_t *shanten, int8_t *answers) {
    if (!held) return;
    const uint8_t *places = table->places[held];
#define TP_PLACE(place) answers[place] = shanten[merge[(uint8_t)at_key[kind_back[place]]]]
    TP_PLACE(places[0]);
    TP_PLACE(places[1]);
    TP_PLACE(places[2]);
    for (unsigned at = 3; at < places[15]; at++) TP_PLACE(places[at]);
#undef TP_PLACE
}

TP_INLINE void distinct_discards(const uint8_t *row, int8_t *answers) {
    uint8_t left[TP_KINDS];
    memcpy(left, row, TP_KINDS);
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!left[kind]) continue;
        left[kind]--;
        const int8_t pairs = pairs_shanten_distinct(left);
        left[kind]++;
        if (pairs < answers[kind]) answers[kind] = pairs;
    }
}

TP_INLINE void discard_shanten_block(const tp_hands *hands, const shanten_table *table, size_t first, size_t n,
                                     int8_t *out, size_t *bad) {
    const uint8_t *rows = hands->counts + first * TP_KINDS;
    block_keys keys;
    load_block(hands, first, n, &keys, NULL);
    LOOK_UP(uint16_t, table->suit, table->suit + SUIT_KEYS, hands, first, keys, m, p, s, z)
    uint16_t suits[BLOCK], rest[BLOCK], melds[BLOCK];
    uint8_t good[BLOCK], asked[BLOCK];
    int8_t by_pairs[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t tiles = (uint16_t)((m[i] >> CLASS_TILES_SHIFT & 15) + (p[i] >> CLASS_TILES_SHIFT & 15) +
                                          (s[i] >> CLASS_TILES_SHIFT & 15) + (z[i] >> CLASS_TILES_SHIFT & 15));
        const uint16_t pairs = (uint16_t)((m[i] >> CLASS_PAIRS_SHIFT) + (p[i] >> CLASS_PAIRS_SHIFT) +
                                          (s[i] >> CLASS_PAIRS_SHIFT) + (z[i] >> CLASS_PAIRS_SHIFT));
        const uint16_t thirds = THIRD(tiles);
        const uint16_t valid = MASK16(tiles <= 14) & MASK16(tiles != 3 * thirds);
        good[i] = (uint8_t)valid;
        asked[i] = (uint8_t)(valid & MASK16(tiles == 3 * thirds + 2));
        by_pairs[i] = (int8_t)(tiles == 14 ? 7 - pairs : TP_NO_DISCARD);
        melds[i] = thirds & valid;
        m[i] &= CLASS_MASK;
        p[i] &= CLASS_MASK;
        s[i] &= CLASS_MASK;
        z[i] &= CLASS_MASK;
        suits[i] = (uint16_t)(m[i] * MAX_SUIT_CLASSES + p[i]);
        rest[i] = (uint16_t)(s[i] * MAX_HONOUR_CLASSES + z[i]);
    }
    uint8_t paired[BLOCK];
    size_t n_paired = 0;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        int8_t *answer = out + i * TP_KINDS;
        memset(answer, good[i] ? TP_NO_DISCARD : TP_BAD_SHANTEN, TP_KINDS);
        if (!asked[i]) continue;
        const uint64_t held = front_held(row);
        const unsigned two = table->merge[suits[i]], others = table->merge[HONOUR_MERGES + rest[i]];
        const int8_t *with_rest = table->rest_first + melds[i] * SHANTEN_SIZE + others * MAX_TWO_SUITS;
        const int8_t *with_suits = table->shanten + melds[i] * SHANTEN_SIZE + two * MAX_WITH_HONOURS;
        suit_discards(table, (uint32_t)held & 511, table->suit + keys.m[i], table->merge + p[i] * MAX_SUIT_CLASSES,
                      with_rest, answer);
        suit_discards(table, (uint32_t)(held >> 9) & 511, table->suit + keys.p[i], table->merge + m[i] * MAX_SUIT_CLASSES,
                      with_rest, answer + 9);
        suit_discards(table, (uint32_t)(held >> 18) & 511, table->suit + keys.s[i],
                      table->honours_first + z[i] * MAX_SUIT_CLASSES, with_suits, answer + 18);
        suit_discards(table, (uint32_t)(held >> 27), table->suit + SUIT_KEYS + keys.z[i],
                      table->merge + HONOUR_MERGES + s[i] * MAX_HONOUR_CLASSES, with_suits, answer + 27);
        /* A discard leaves the standard hand where it was or one further away: often too near for pairs to matter. */
        paired[n_paired] = (uint8_t)i;
        n_paired += by_pairs[i] - 1 <= with_rest[two];
    }
    for (size_t at = 0; at < n_paired && hands->pairs != TP_PAIRS_OFF; at++) {
        const size_t i = paired[at];
        const uint8_t *row = rows + i * TP_KINDS;
        int8_t *answer = out + i * TP_KINDS;
        if (hands->pairs == TP_PAIRS_QUADS)
            for (int kind = 0; kind < TP_KINDS; kind++) {
                /* A kind held an even number of times loses a pair by the discard. */
                const int8_t pairs = (int8_t)(by_pairs[i] - (row[kind] & 1));
                const int8_t less = pairs < answer[kind] ? pairs : answer[kind];
                answer[kind] = row[kind] ? less : answer[kind];
            }
        else
            distinct_discards(row, answer);
    }
    note_bad(good, first, n, bad);
}

static tp_status discard_shanten_kernel(const tp_hands *hands, int8_t *out, size_t *bad) {
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) discard_shanten_block(hands, table, first, n, out + first * TP_KINDS, bad);
    return TP_OK;
}

TP_INLINE void discard_waits_row(const tp_hands *hands, const waits_table *table, const block_keys *keys, size_t i,
                                 unsigned tiles, uint64_t full, const uint8_t *row, uint64_t *out) {
    const uint32_t m = table->suit[keys->m[i]], p = table->suit[keys->p[i]], s = table->suit[keys->s[i]],
                   z = table->honours[keys->z[i]];
    const uint64_t held = front_held(row);
    /* A discard leaves waits only when at most one of the other suits is incomplete. */
    const unsigned open_m = !(m & WAITS_COMPLETE), open_p = !(p & WAITS_COMPLETE), open_s = !(s & WAITS_COMPLETE),
                   open_z = !(z & WAITS_COMPLETE), open = open_m + open_p + open_s + open_z;
    uint64_t worth = 0;
    if (open - open_m < 2) worth |= UINT64_C(0x1FF);
    if (open - open_p < 2) worth |= UINT64_C(0x1FF) << 9;
    if (open - open_s < 2) worth |= UINT64_C(0x1FF) << 18;
    if (open - open_z < 2) worth |= UINT64_C(0x7F) << 27;
    worth &= held;
    for (uint32_t left = (uint32_t)worth & 0x1FF; left; left &= left - 1) {
        const unsigned kind = lowest_bit(left);
        out[kind] = waits_of_suits(table->suit[keys->m[i] - kind_step[kind]], p, s, z);
    }
    for (uint32_t left = (uint32_t)(worth >> 9) & 0x1FF; left; left &= left - 1) {
        const unsigned kind = 9 + lowest_bit(left);
        out[kind] = waits_of_suits(m, table->suit[keys->p[i] - kind_step[kind]], s, z);
    }
    for (uint32_t left = (uint32_t)(worth >> 18) & 0x1FF; left; left &= left - 1) {
        const unsigned kind = 18 + lowest_bit(left);
        out[kind] = waits_of_suits(m, p, table->suit[keys->s[i] - kind_step[kind]], z);
    }
    for (uint32_t left = (uint32_t)(worth >> 27); left; left &= left - 1) {
        const unsigned kind = 27 + lowest_bit(left);
        out[kind] = waits_of_suits(m, p, s, table->honours[keys->z[i] - kind_step[kind]]);
    }
    if (tiles == 14 && hands->pairs != TP_PAIRS_OFF) {
        const uint64_t odd = kinds_with_bit(row, 0), twos = kinds_with_bit(row, 1), fours = kinds_with_bit(row, 2);
        if (count_bits(odd) <= 2)
            for (int kind = 0; kind < TP_KINDS; kind++) {
                const uint64_t bit = (uint64_t)1 << kind;
                const uint64_t single = odd ^ bit;
                /* Kinds held three or four times once the discard is gone. */
                const uint64_t many = (fours | (twos & odd)) & ~(twos & odd & bit);
                if (!row[kind] || (single & (single - 1)) || !single) continue;
                if (hands->pairs == TP_PAIRS_DISTINCT && many) continue;
                out[kind] |= single;
            }
    }
    if (full)
        for (int kind = 0; kind < TP_KINDS; kind++) out[kind] &= ~(full & ~((uint64_t)(row[kind] != 0) << kind));
}

static tp_status discard_waits_kernel(const tp_hands *hands, uint64_t *out, size_t *bad) {
    const waits_table *table = tp_waits_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) {
        block_keys keys;
        uint64_t full[BLOCK];
        uint8_t good[BLOCK];
        load_block(hands, first, n, &keys, full);
        for (size_t i = 0; i < n; i++) {
            prefetch_row(hands, first, (int)i);
            const unsigned tiles = (table->suit[keys.m[i]] & WAITS_COUNT) + (table->suit[keys.p[i]] & WAITS_COUNT) +
                                   (table->suit[keys.s[i]] & WAITS_COUNT) + (table->honours[keys.z[i]] & WAITS_COUNT);
            uint64_t *row_out = out + (first + i) * TP_KINDS;
            good[i] = good_total(tiles);
            if (good[i]) {
                memset(row_out, 0, TP_KINDS * sizeof *row_out);
                if (tiles % 3 == 2)
                    discard_waits_row(hands, table, &keys, i, tiles, hands->melds ? full[i] : 0,
                                      hands->counts + (first + i) * TP_KINDS, row_out);
            } else {
                for (int kind = 0; kind < TP_KINDS; kind++) row_out[kind] = TP_BAD_WAITS;
            }
        }
        note_bad(good, first, n, bad);
    }
    return TP_OK;
}
