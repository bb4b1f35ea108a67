/* The shanten after each discard. It stays what it was when the tile is spare: when its suit, for one of the shares of
 * melds and pair with which the hand is nearest, misses no more without it. So each suit is looked up once: for its shares
 * beside what is known of the other three, and for the shares for which each of its tiles is spare. */

/* By seven pairs of seven kinds: four of a kind are no two pairs. */
TP_INLINE void distinct_discards(const uint8_t *row, int8_t *answers) {
    const uint64_t ones = kinds_with_bit(row, 0), twos = kinds_with_bit(row, 1), fours = kinds_with_bit(row, 2);
    const int pairs = count_bits(twos | fours), kinds = count_bits(ones | twos | fours);
    const int before = 6 - pairs + (kinds < 7 ? 7 - kinds : 0);
    const int8_t of_count[5] = {TP_NO_DISCARD, (int8_t)(before + (kinds <= 7)), (int8_t)(before + 1), (int8_t)before,
                                (int8_t)before};
    for (int kind = 0; kind < TP_KINDS; kind++) {
        const int8_t after = of_count[row[kind]];
        answers[kind] = after < answers[kind] ? after : answers[kind];
    }
}

/* What a block's rows are made of: the classes of their suits, and how many melds they have. */
typedef struct {
    uint16_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK], melds[BLOCK];
} block_classes;

/* How near the rows are, and with which shares of each suit; of the honours the counts of which one is spare. */
typedef struct {
    int8_t shanten[BLOCK];
    uint8_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
} block_shares;

/* Places in the tables are worked out in loops of their own, which the compiler vectorises. */
TP_INLINE void find_shares(const shanten_table *classes, const discards_table *table, const block_keys *keys,
                           const block_classes *of, block_shares *shares) {
    uint16_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
    uint32_t at[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        m[i] = (uint16_t)(of->m[i] * MAX_SUIT_CLASSES + of->p[i]);
        z[i] = (uint16_t)(of->s[i] * MAX_HONOUR_CLASSES + of->z[i]);
    }
    for (int i = 0; i < BLOCK; i++) {
        m[i] = classes->merge[m[i]];
        z[i] = classes->merge[HONOUR_MERGES + z[i]];
    }
    for (int i = 0; i < BLOCK; i++) {
        at[i] = of->melds[i] * (uint32_t)SHANTEN_SIZE + m[i] * (uint32_t)MAX_WITH_HONOURS + z[i];
        m[i] = (uint16_t)(m[i] + of->melds[i] * MAX_CLASSES);
        z[i] = (uint16_t)(z[i] + of->melds[i] * MAX_CLASSES);
    }
    uint16_t suits[BLOCK], rest[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        shares->shanten[i] = classes->shanten[at[i]];
        suits[i] = table->filled_suits[m[i]];
        rest[i] = table->filled_rest[z[i]];
    }
    for (int i = 0; i < BLOCK; i++) {
        m[i] = (uint16_t)(of->p[i] * MAX_CLASSES + rest[i]);
        p[i] = (uint16_t)(of->m[i] * MAX_CLASSES + rest[i]);
        s[i] = (uint16_t)(suits[i] * MAX_HONOUR_CLASSES + of->z[i]);
        z[i] = (uint16_t)(suits[i] * MAX_SUIT_CLASSES + of->s[i]);
    }
    uint16_t honours[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        m[i] = table->beside_suit[m[i]];
        p[i] = table->beside_suit[p[i]];
        s[i] = table->beside_last[s[i]];
        z[i] = table->beside_honours[z[i]];
        honours[i] = table->honours[keys->z[i]];
    }
    for (int i = 0; i < BLOCK; i++) {
        m[i] = (uint16_t)(of->m[i] * MAX_CLASSES + m[i]);
        p[i] = (uint16_t)(of->p[i] * MAX_CLASSES + p[i]);
        s[i] = (uint16_t)(of->s[i] * MAX_CLASSES + s[i]);
        z[i] = (uint16_t)(honours[i] * MAX_CLASSES + z[i]);
    }
    for (int i = 0; i < BLOCK; i++) {
        shares->m[i] = table->shares[m[i]];
        shares->p[i] = table->shares[p[i]];
        shares->s[i] = table->shares[s[i]];
        shares->z[i] = table->spare_counts[z[i]];
    }
}

TP_INLINE void split_keys(const uint32_t keys[BLOCK], uint16_t high[BLOCK], uint16_t low[BLOCK]) {
    for (int i = 0; i < BLOCK; i++) {
        high[i] = (uint16_t)(keys[i] / DENSE_LOW);
        low[i] = (uint16_t)(keys[i] - high[i] * (uint32_t)DENSE_LOW);
    }
}

TP_INLINE const uint8_t *spare_of_suit(const discards_table *table, uint16_t high, uint16_t low) {
    return table->spare[table->row[table->high[high] + table->low[low]]];
}

#define SPARE_PLACES 35 /* the honours are stored eight at a time */

/* Of each row the places, not zero where a tile is spare. */
TP_INLINE void find_spare(const discards_table *table, const block_keys *keys, const block_shares *shares,
                          const uint8_t *rows, size_t n, uint8_t spare[BLOCK][SPARE_PLACES]) {
    uint16_t high_m[BLOCK], low_m[BLOCK], high_p[BLOCK], low_p[BLOCK], high_s[BLOCK], low_s[BLOCK];
    split_keys(keys->m, high_m, low_m);
    split_keys(keys->p, high_p, low_p);
    split_keys(keys->s, high_s, low_s);
    for (size_t i = 0; i < n; i++) {
        const uint8_t *m = spare_of_suit(table, high_m[i], low_m[i]), *p = spare_of_suit(table, high_p[i], low_p[i]),
                      *s = spare_of_suit(table, high_s[i], low_s[i]);
        const uint64_t honours = load64(rows + i * TP_KINDS + 26) >> 8;
        /* SPARE_COUNT of each: only three has both low bits. */
        const uint64_t counts = honours + (honours & honours >> 1 & EACH_BYTE) * 5;
        store64(spare[i], load64(m) & shares->m[i] * EACH_BYTE);
        spare[i][8] = m[8] & shares->m[i];
        store64(spare[i] + 9, load64(p) & shares->p[i] * EACH_BYTE);
        spare[i][17] = p[8] & shares->p[i];
        store64(spare[i] + 18, load64(s) & shares->s[i] * EACH_BYTE);
        spare[i][26] = s[8] & shares->s[i];
        store64(spare[i] + 27, counts & shares->z[i] * EACH_BYTE);
    }
}

/* Thirty-two answers. Without a spare tile a hand is as near as it was, without another it is `far`; or it is as near as
 * seven pairs, which lose a pair by the discard of a kind held an even number of times. */
TP_INLINE void answer_kinds(const uint8_t *counts, const uint8_t *spare, int8_t far, int8_t odd, int8_t even,
                            int8_t *TP_RESTRICT answers) {
    for (int kind = 0; kind < 32; kind++) {
        const int8_t standard = (int8_t)(far - (spare[kind] != 0));
        const int8_t pairs = counts[kind] & 1 ? odd : even;
        const int8_t least = pairs < standard ? pairs : standard;
        answers[kind] = counts[kind] ? least : TP_NO_DISCARD;
    }
}

TP_INLINE void discard_shanten_block(const tp_hands *hands, const shanten_table *classes, const discards_table *table,
                                     size_t first, size_t n, int8_t *out, size_t *bad) {
    const uint8_t *rows = hands->counts + first * TP_KINDS;
    block_keys keys;
    load_block(hands, first, n, &keys, NULL);
    LOOK_UP(uint16_t, classes->suit, classes->suit + SUIT_KEYS, hands, first, keys, m, p, s, z)
    block_classes of;
    uint8_t good[BLOCK], asked[BLOCK];
    int8_t by_pairs[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t tiles = class_tiles(m[i], p[i], s[i], z[i]), pairs = class_pairs(m[i], p[i], s[i], z[i]);
        const uint16_t thirds = THIRD(tiles);
        const uint16_t valid = MASK16(tiles <= 14) & MASK16(tiles != 3 * thirds);
        good[i] = (uint8_t)valid;
        asked[i] = (uint8_t)(valid & MASK16(tiles == 3 * thirds + 2));
        by_pairs[i] = (int8_t)(tiles == 14 ? 6 - pairs : TP_NO_DISCARD);
        of.melds[i] = thirds & valid;
        of.m[i] = m[i] & CLASS_MASK;
        of.p[i] = p[i] & CLASS_MASK;
        of.s[i] = s[i] & CLASS_MASK;
        of.z[i] = z[i] & CLASS_MASK;
    }
    block_shares shares;
    find_shares(classes, table, &keys, &of, &shares);
    uint8_t spare[BLOCK][SPARE_PLACES];
    find_spare(table, &keys, &shares, rows, n, spare);
    const tp_pairs by = hands->pairs;
    int8_t far[BLOCK], odd[BLOCK], even[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const bool pairs = by == TP_PAIRS_QUADS && by_pairs[i] != TP_NO_DISCARD;
        far[i] = (int8_t)(shares.shanten[i] + 1);
        odd[i] = pairs ? by_pairs[i] : TP_NO_DISCARD;
        even[i] = pairs ? (int8_t)(by_pairs[i] + 1) : TP_NO_DISCARD;
    }
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        int8_t *answers = out + i * TP_KINDS;
        if (asked[i]) {
            answer_kinds(row, spare[i], far[i], odd[i], even[i], answers);
            answer_kinds(row + 2, spare[i] + 2, far[i], odd[i], even[i], answers + 2);
            if (by == TP_PAIRS_DISTINCT && by_pairs[i] != TP_NO_DISCARD) distinct_discards(row, answers);
        } else {
            memset(answers, good[i] ? TP_NO_DISCARD : TP_BAD_SHANTEN, TP_KINDS);
        }
    }
    note_bad(good, first, n, bad);
}

static tp_status discard_shanten_kernel(const tp_hands *hands, int8_t *out, size_t *bad) {
    const shanten_table *classes = tp_shanten_table();
    const discards_table *table = tp_discards_table();
    if (!classes || !table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) discard_shanten_block(hands, classes, table, first, n, out + first * TP_KINDS, bad);
    return TP_OK;
}
