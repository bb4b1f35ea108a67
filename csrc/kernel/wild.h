/* Wildcards that may be any tile. A suit needs so many of them without the pair, and with it one less or two more; a
 * hand is complete when what its suits need, the pair put where it costs least, is at hand. */

/* A row's needs put together: in all, and which suits take the pair at least cost. */
typedef struct {
    uint32_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
    uint8_t total[BLOCK], wild[BLOCK], good[BLOCK];
    int8_t need[BLOCK];
} wild_needs;

TP_INLINE void load_needs(const tp_hands *hands, const wild_table *table, size_t first, size_t n,
                          const block_keys *keys, wild_needs *needs) {
    load_wild(hands, first, n, needs->wild);
    for (int i = 0; i < BLOCK; i++) needs->m[i] = table->suit[keys->m[i]];
    for (int i = 0; i < BLOCK; i++) needs->p[i] = table->suit[keys->p[i]];
    for (int i = 0; i < BLOCK; i++) needs->s[i] = table->suit[keys->s[i]];
    for (int i = 0; i < BLOCK; i++) needs->z[i] = table->honours[keys->z[i]];
    uint32_t sums[BLOCK], less[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t m = needs->m[i], p = needs->p[i], s = needs->s[i], z = needs->z[i];
        /* need in bits 0-4, tiles from bit 8 */
        const uint32_t mp = (m & WILD_NEED) + (p & WILD_NEED), sz = (s & WILD_NEED) + (z & WILD_NEED);
        const uint32_t tiles = (m >> WILD_COUNT_SHIFT & 15u) + (p >> WILD_COUNT_SHIFT & 15u) +
                               (s >> WILD_COUNT_SHIFT & 15u) + (z >> WILD_COUNT_SHIFT & 15u);
        sums[i] = (mp + sz) | tiles << 8;
        less[i] = (m | p | s | z) & WILD_LESS;
    }
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t wild = needs->wild[i];
        const uint32_t all = (sums[i] >> 8) + (wild <= TP_MAX_WILD ? wild : 63u);
        const uint32_t thirds = all * 171 >> 9; /* all / 3 */
        needs->total[i] = (uint8_t)all;
        needs->good[i] = (uint8_t)((all <= 14) & (all != 3 * thirds));
        needs->need[i] = (int8_t)((sums[i] & 63) + (less[i] ? -1u : 2u));
    }
}

TP_INLINE void wild_win_block(const tp_hands *hands, const wild_table *table, size_t first, size_t n, uint8_t *out,
                              size_t *bad) {
    block_keys keys;
    wild_needs needs;
    load_block(hands, first, n, &keys, (block_extras){0});
    load_needs(hands, table, first, n, &keys, &needs);
    uint8_t win[BLOCK], pairs[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint8_t total = needs.total[i];
        const uint8_t two = (uint8_t)((uint16_t)((total + 1) * 171) >> 9);
        win[i] = (uint8_t)(needs.good[i] & (3 * two == total + 1) & (needs.need[i] <= (int8_t)needs.wild[i]));
        pairs[i] = (uint8_t)((total == 14) & !win[i]);
    }
    if (hands->pairs != TP_PAIRS_OFF) {
        uint8_t some = 0;
        for (int i = 0; i < BLOCK; i++) some |= pairs[i];
        if (some)
            for (size_t i = 0; i < n; i++) {
                const bool seven = wild_pairs(hands->counts + (first + i) * TP_KINDS, hands->pairs, needs.wild[i]);
                win[i] |= (uint8_t)(pairs[i] & needs.good[i] & seven);
            }
    }
    memcpy(out, win, n);
    note_bad(needs.good, first, n, bad);
}

TP_INLINE void wild_waits_block(const tp_hands *hands, const wild_table *table, size_t first, size_t n, uint64_t *out,
                                size_t *bad) {
    block_keys keys;
    wild_needs needs;
    uint64_t full[BLOCK];
    load_block(hands, first, n, &keys, (block_extras){.full = full});
    load_needs(hands, table, first, n, &keys, &needs);
    uint64_t waits[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t m = needs.m[i], p = needs.p[i], s = needs.s[i], z = needs.z[i];
        const uint32_t less_m = m >> 3 & 1, less_p = p >> 3 & 1, less_s = s >> 3 & 1, less_z = z >> 3 & 1;
        const uint32_t takers = less_m + less_p + less_s + less_z;
        /* Lowering a suit's need without the pair helps when another suit takes the pair as cheaply; lowering the need
         * with the pair helps when this suit is one that takes it most cheaply. */
        const uint32_t none = takers == 0, many = takers > 1;
        const uint32_t plain_m = 0u - (none | many | !less_m), plain_p = 0u - (none | many | !less_p);
        const uint32_t plain_s = 0u - (none | many | !less_s), plain_z = 0u - (none | many | !less_z);
        const uint32_t pair_m = 0u - (none | less_m), pair_p = 0u - (none | less_p);
        const uint32_t pair_s = 0u - (none | less_s), pair_z = 0u - (none | less_z);
        const uint32_t wait_m = ((m >> WILD_PLAIN_SHIFT & plain_m) | (m >> WILD_PAIR_SHIFT & pair_m)) & 511u;
        const uint32_t wait_p = ((p >> WILD_PLAIN_SHIFT & plain_p) | (p >> WILD_PAIR_SHIFT & pair_p)) & 511u;
        const uint32_t wait_s = ((s >> WILD_PLAIN_SHIFT & plain_s) | (s >> WILD_PAIR_SHIFT & pair_s)) & 511u;
        const uint32_t wait_z = ((z >> WILD_PLAIN_SHIFT & plain_z) | (z >> WILD_PAIR_SHIFT & pair_z)) & 511u;
        waits[i] = (wait_m | wait_p << 9 | wait_s << 18) | (uint64_t)wait_z << 27;
    }
    for (int i = 0; i < BLOCK; i++) {
        const uint8_t total = needs.total[i];
        const uint8_t thirds = (uint8_t)((uint16_t)(total * 171) >> 9);
        const int8_t spare = (int8_t)(needs.wild[i] - needs.need[i]);
        const bool waiting = needs.good[i] & (total == 3 * thirds + 1);
        /* One tile short, or two wildcards to spare, which make a meld with any tile. */
        waits[i] = waiting & (spare == -1) ? waits[i] : (waiting & (spare >= 2) ? ALL_KINDS : 0);
    }
    if (hands->pairs != TP_PAIRS_OFF)
        for (size_t i = 0; i < n; i++)
            if (needs.total[i] == 13)
                waits[i] |= wild_pairs_waits(hands->counts + (first + i) * TP_KINDS, hands->pairs, needs.wild[i]);
    for (size_t i = 0; i < n; i++) out[i] = needs.good[i] ? waits[i] & ~full[i] : TP_BAD_WAITS;
    note_bad(needs.good, first, n, bad);
}

static tp_status wild_win_kernel(const tp_hands *hands, uint8_t *out, size_t *bad) {
    const wild_table *table = tp_wild_table();
    if (!table) return TP_NO_MEMORY;
    for (size_t first = 0; first < hands->n; first += BLOCK)
        wild_win_block(hands, table, first, hands->n - first < BLOCK ? hands->n - first : BLOCK, out + first, bad);
    return TP_OK;
}

static tp_status wild_waits_kernel(const tp_hands *hands, uint64_t *out, size_t *bad) {
    const wild_table *table = tp_wild_table();
    if (!table) return TP_NO_MEMORY;
    for (size_t first = 0; first < hands->n; first += BLOCK)
        wild_waits_block(hands, table, first, hands->n - first < BLOCK ? hands->n - first : BLOCK, out + first, bad);
    return TP_OK;
}
