/* Wildcards that may be any tile. A suit needs so many of them without the pair, and with it one less or two more; a
 * hand is complete when what its suits need, the pair put where it costs least, is at hand. */

/* What the low bytes of a row's four entries say together. */
typedef struct {
    uint8_t total[BLOCK]; /* tiles and wildcards */
    uint8_t rest[BLOCK];  /* total % 3 */
    uint8_t good[BLOCK];  /* all bits set for a hand */
    int8_t spare[BLOCK];  /* wildcards at hand less those needed */
} wild_needs;

TP_INLINE void add_needs(const uint8_t low_m[BLOCK], const uint8_t low_p[BLOCK], const uint8_t low_s[BLOCK],
                         const uint8_t low_z[BLOCK], const uint8_t wild[BLOCK], wild_needs *needs) {
    for (int i = 0; i < BLOCK; i++) {
        const uint8_t m = low_m[i], p = low_p[i], s = low_s[i], z = low_z[i];
        const uint8_t tiles = (uint8_t)((m >> WILD_COUNT_SHIFT) + (p >> WILD_COUNT_SHIFT) + (s >> WILD_COUNT_SHIFT) +
                                        (z >> WILD_COUNT_SHIFT));
        const uint8_t need = (uint8_t)((m & WILD_NEED) + (p & WILD_NEED) + (s & WILD_NEED) + (z & WILD_NEED));
        const uint8_t less = (m | p | s | z) & WILD_LESS;
        const uint8_t all = (uint8_t)(tiles + wild[i]);
        needs->total[i] = all;
        /* The pair goes where it costs least: one less in some suit, else two more. */
        needs->spare[i] = (int8_t)(wild[i] - need + (less ? 1 : -2));
        /* all % 3 for what can be a hand: all - 3 * (all / 3), by a multiplication that stays in a byte. */
        const uint8_t few = all & 15, thirds = (uint8_t)(few * 11) >> 5;
        needs->rest[i] = (uint8_t)(few - 3 * thirds);
        needs->good[i] = MASK8(all <= 14) & MASK8(needs->rest[i] != 0);
    }
}

/* How many kinds of each row are held an odd number of times: seven pairs need a wildcard for each. */
TP_INLINE void load_odd_kinds(const tp_hands *hands, size_t first, size_t n, uint8_t odd[BLOCK]) {
    uint16_t sums[BLOCK];
    load_sums(hands, first, n, 1, sums);
    for (int i = 0; i < BLOCK; i++) odd[i] = (uint8_t)sums[i];
}

TP_INLINE void wild_win_block(const tp_hands *hands, const needs_table *table, size_t first, size_t n, uint8_t *out,
                              size_t *bad) {
    block_keys keys;
    wild_needs needs;
    uint8_t wild[BLOCK];
    load_block(hands, first, n, &keys, NULL);
    load_wild(hands, first, n, wild);
    LOOK_UP(uint8_t, table->suit, table->honours, hands, first, keys, m, p, s, z)
    add_needs(m, p, s, z, wild, &needs);
    uint8_t win[BLOCK];
    for (int i = 0; i < BLOCK; i++) win[i] = MASK8(needs.rest[i] == 2) & MASK8(needs.spare[i] >= 0) & needs.good[i] & 1;
    if (hands->pairs == TP_PAIRS_QUADS) {
        uint8_t odd[BLOCK];
        load_odd_kinds(hands, first, n, odd);
        for (int i = 0; i < BLOCK; i++) win[i] |= MASK8(needs.total[i] == 14) & MASK8(odd[i] <= wild[i]) & 1;
    } else if (hands->pairs == TP_PAIRS_DISTINCT) {
        for (size_t i = 0; i < n; i++)
            if (needs.total[i] == 14 && wild_pairs(hands->counts + (first + i) * TP_KINDS, hands->pairs, wild[i])) win[i] = 1;
    }
    memcpy(out, win, n);
    note_bad(needs.good, first, n, bad);
}

/* The tiles of one suit that complete the hand when it is one tile short. Lowering the suit's need without the pair
 * helps when another suit takes the pair as cheaply; lowering the need with the pair helps when this suit is one that
 * takes it most cheaply. `takers` suits need one less with it. */
TP_INLINE uint32_t suit_waits(uint32_t entry, uint32_t takers) {
    const uint32_t takes = entry >> 3 & 1;
    const uint32_t none = (takers - 1u) >> 31, many = (1u - takers) >> 31;
    const uint32_t plain = 0u - ((takes ^ 1u) | many), pair = 0u - (takes | none);
    return ((entry >> WILD_PLAIN_SHIFT & plain) | (entry >> WILD_PAIR_SHIFT & pair)) & 511u;
}

TP_INLINE void wild_waits_block(const tp_hands *hands, const wild_table *table, size_t first, size_t n, uint64_t *out,
                                size_t *bad) {
    block_keys keys;
    wild_needs needs;
    uint8_t wild[BLOCK];
    uint64_t full[BLOCK];
    load_block(hands, first, n, &keys, full);
    load_wild(hands, first, n, wild);
    prefetch_answers(out);
    LOOK_UP(uint16_t, table->suit, table->honours, hands, first, keys, number_m, number_p, number_s, number_z)
    uint32_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        m[i] = table->entries[number_m[i]];
        p[i] = table->entries[number_p[i]];
        s[i] = table->entries[number_s[i]];
        z[i] = table->entries[number_z[i]];
    }
    uint8_t low_m[BLOCK], low_p[BLOCK], low_s[BLOCK], low_z[BLOCK];
    for (int i = 0; i < BLOCK; i++) low_m[i] = (uint8_t)m[i];
    for (int i = 0; i < BLOCK; i++) low_p[i] = (uint8_t)p[i];
    for (int i = 0; i < BLOCK; i++) low_s[i] = (uint8_t)s[i];
    for (int i = 0; i < BLOCK; i++) low_z[i] = (uint8_t)z[i];
    add_needs(low_m, low_p, low_s, low_z, wild, &needs);

    /* A hand waits when it is one tile short; for any tile, when it has two wildcards to spare, which make a meld with it,
     * or as seven pairs one. */
    uint8_t any[BLOCK], short_by_one[BLOCK], odd[BLOCK] = {0}, pairs[BLOCK] = {0};
    for (int i = 0; i < BLOCK; i++) {
        const uint8_t one = MASK8(needs.rest[i] == 1) & needs.good[i];
        any[i] = one & MASK8(needs.spare[i] >= 2);
        short_by_one[i] = one & MASK8(needs.spare[i] == -1);
    }
    if (hands->pairs == TP_PAIRS_QUADS) {
        load_odd_kinds(hands, first, n, odd);
        for (int i = 0; i < BLOCK; i++) {
            const uint8_t thirteen = MASK8(needs.total[i] == 13);
            any[i] |= thirteen & MASK8(odd[i] <= wild[i]);
            pairs[i] = thirteen & MASK8(odd[i] == wild[i] + 1);
        }
    }
    uint32_t kept[BLOCK];
    for (int i = 0; i < BLOCK; i++) kept[i] = 0u - (short_by_one[i] & 1u);
    uint32_t suit_part[BLOCK], honour_part[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t takers = (m[i] >> 3 & 1) + (p[i] >> 3 & 1) + (s[i] >> 3 & 1) + (z[i] >> 3 & 1);
        const uint32_t suits =
            suit_waits(m[i], takers) | suit_waits(p[i], takers) << 9 | suit_waits(s[i], takers) << 18;
        suit_part[i] = suits & kept[i];
        honour_part[i] = suit_waits(z[i], takers) & kept[i];
    }
    uint64_t waits[BLOCK];
    for (int i = 0; i < BLOCK; i++) waits[i] = suit_part[i] | (uint64_t)honour_part[i] << 27;
    const uint8_t *rows = hands->counts + first * TP_KINDS;
    FOR_EACH_ROW(rows_with(pairs, n), i) waits[i] |= front_bit(rows + i * TP_KINDS, 0);
    FOR_EACH_ROW(rows_with(any, n), i) waits[i] = ALL_KINDS & ~front_bit(rows + i * TP_KINDS, 2);
    if (hands->pairs == TP_PAIRS_DISTINCT)
        for (size_t i = 0; i < n; i++)
            if (needs.total[i] == 13) {
                const uint8_t *row = rows + i * TP_KINDS;
                waits[i] |= wild_pairs_waits(row, hands->pairs, wild[i]) & ~front_bit(row, 2);
            }
    if (hands->melds)
        for (size_t i = 0; i < n; i++) waits[i] &= ~full[i];
    for (size_t i = 0; i < n; i++) out[i] = needs.good[i] ? waits[i] : TP_BAD_WAITS;
    note_bad(needs.good, first, n, bad);
}

static tp_status wild_win_kernel(const tp_hands *hands, uint8_t *out, size_t *bad) {
    const needs_table *table = tp_needs_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) wild_win_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}

static tp_status wild_waits_kernel(const tp_hands *hands, uint64_t *out, size_t *bad) {
    const wild_table *table = tp_wild_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) wild_waits_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}
