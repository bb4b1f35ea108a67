/* Patterns: what scoring needs to know of each hand's tiles, as bits, and how many standard readings it has. */

TP_INLINE void patterns_block(const tp_hands *hands, const readings_table *table, size_t first, size_t n,
                              uint32_t *out, size_t *bad) {
    block_keys keys;
    uint16_t sums[BLOCK];
    load_block(hands, first, n, &keys, (block_extras){.sums = sums});

    uint8_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
    for (int i = 0; i < BLOCK; i++) m[i] = table->suit[keys.m[i]];
    for (int i = 0; i < BLOCK; i++) p[i] = table->suit[keys.p[i]];
    for (int i = 0; i < BLOCK; i++) s[i] = table->suit[keys.s[i]];
    for (int i = 0; i < BLOCK; i++) z[i] = table->honours[keys.z[i]];

    uint8_t good[BLOCK];
    uint32_t bits[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t tiles = sums[i] & 63u, pairs = sums[i] >> 6;
        const uint32_t thirds = tiles * 171 >> 9; /* tiles / 3 */
        const uint32_t valid = (tiles <= 14) & (tiles != 3 * thirds) & (pairs <= 7);
        good[i] = (uint8_t)valid;
        const uint32_t readings = (uint32_t)(m[i] & READINGS_COUNT) * (p[i] & READINGS_COUNT) *
                                  (s[i] & READINGS_COUNT) * (z[i] & READINGS_COUNT);
        const uint32_t all = m[i] & p[i] & s[i] & z[i], any = m[i] | p[i] | s[i] | z[i];
        /* As for a win: every suit complete, and an odd number of them with the pair. */
        const uint32_t complete = valid & (readings != 0) & (((m[i] ^ p[i] ^ s[i] ^ z[i]) & READINGS_PAIR) != 0);
        const uint32_t standard = TP_STANDARD | readings << TP_READINGS_SHIFT |
                                  ((all & READINGS_PUNGS) != 0 ? TP_ALL_PUNGS : 0u) |
                                  ((any & READINGS_258) != 0 ? TP_PAIR_258 : 0u);
        bits[i] = (complete ? standard : 0u) | ((tiles == 14) & (pairs == 7) & valid ? TP_SEVEN_PAIRS : 0u);
    }
    for (size_t i = 0; i < n; i++) {
        const uint8_t *row = hands->counts + (first + i) * TP_KINDS;
        const uint8_t *melds = hands->melds ? hands->melds + (first + i) * TP_KINDS : NULL;
        uint32_t found = bits[i] | tile_patterns(row, melds);
        if (found & TP_SEVEN_PAIRS) {
            const int quads = count_bits(kinds_with_bit(row, 2));
            if (hands->pairs == TP_PAIRS_QUADS)
                found |= quads_bit(quads);
            else if (hands->pairs == TP_PAIRS_OFF || quads)
                found &= ~(uint32_t)TP_SEVEN_PAIRS;
        }
        if (melds && (found & TP_ALL_PUNGS) && !melds_are_pungs(melds)) found &= ~(uint32_t)TP_ALL_PUNGS;
        out[i] = good[i] ? found : TP_BAD_PATTERNS;
    }
    note_bad(good, first, n, bad);
}

static tp_status patterns_kernel(const tp_hands *hands, uint32_t *out, size_t *bad) {
    const readings_table *table = tp_readings_table();
    if (!table) return TP_NO_MEMORY;
    for (size_t first = 0; first < hands->n; first += BLOCK)
        patterns_block(hands, table, first, hands->n - first < BLOCK ? hands->n - first : BLOCK, out + first, bad);
    return TP_OK;
}
