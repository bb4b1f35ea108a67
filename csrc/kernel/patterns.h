/* Patterns: what scoring needs to know of each hand's tiles, as bits, and how many standard readings it has. */

TP_INLINE void patterns_block(const tp_hands *hands, const readings_table *table, size_t first, size_t n, uint32_t *out,
                              size_t *bad) {
    block_keys keys;
    load_block(hands, first, n, &keys, NULL);

    uint16_t totals[BLOCK];
    load_totals(hands, first, n, &keys, totals);
    /* How many numbered suits there are, and whether there are honours. */
    uint8_t suits[BLOCK], honours[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        suits[i] = (uint8_t)((keys.m[i] != 0) + (keys.p[i] != 0) + (keys.s[i] != 0));
        honours[i] = keys.z[i] != 0;
    }

    LOOK_UP(uint8_t, table->suit, table->honours, hands, first, keys, m, p, s, z)

    uint8_t good[BLOCK];
    uint16_t valid[BLOCK], low[BLOCK], readings[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t total = totals[i], few = total & 15;
        const uint16_t is_hand = MASK16(total <= 14) & MASK16(few != 3 * THIRD(few));
        const uint16_t product = (uint16_t)((m[i] & READINGS_COUNT) * (p[i] & READINGS_COUNT) *
                                            (s[i] & READINGS_COUNT) * (z[i] & READINGS_COUNT));
        const uint16_t all = m[i] & p[i] & s[i] & z[i], any = m[i] | p[i] | s[i] | z[i];
        const uint16_t pair = (uint16_t)((m[i] ^ p[i] ^ s[i] ^ z[i]) & READINGS_PAIR);
        /* As for a win: every suit complete, and an odd number of them with the pair. */
        const uint16_t complete = MASK16(product != 0) & MASK16(pair != 0) & is_hand;
        const uint16_t of_reading = TP_STANDARD | (MASK16((all & READINGS_PUNGS) != 0) & TP_ALL_PUNGS) |
                                    (MASK16((any & READINGS_258) != 0) & TP_PAIR_258);
        const uint16_t of_tiles = (MASK16((suits[i] == 1) & (honours[i] == 0)) & TP_ONE_SUIT) |
                                  (MASK16((suits[i] == 0) & (honours[i] != 0)) & TP_ALL_HONOURS) |
                                  (MASK16((all & READINGS_ONLY_258) != 0) & TP_ALL_258) |
                                  (MASK16((total == 14) & ((any & READINGS_ODD) == 0)) & TP_SEVEN_PAIRS);
        valid[i] = is_hand;
        low[i] = ((of_reading & complete) | of_tiles) & is_hand;
        readings[i] = (uint16_t)((product & complete) << (TP_READINGS_SHIFT - 16)) | (~is_hand & TP_BAD_PATTERNS >> 16);
    }
    uint32_t bits[BLOCK], pairs = 0;
    for (int i = 0; i < BLOCK; i++) bits[i] = low[i] | (uint32_t)readings[i] << 16;
    for (int i = 0; i < BLOCK; i++) pairs |= bits[i] & TP_SEVEN_PAIRS;
    for (int i = 0; i < BLOCK; i++) good[i] = (uint8_t)(valid[i] & 1);
    memcpy(out, bits, n * sizeof *out);
    note_bad(good, first, n, bad);
    if (pairs)
        for (size_t i = 0; i < n; i++) {
            if (!(out[i] & TP_SEVEN_PAIRS)) continue;
            const int quads = count_bits(kinds_with_bit(hands->counts + (first + i) * TP_KINDS, 2));
            if (hands->pairs == TP_PAIRS_QUADS)
                out[i] |= quads_bit(quads);
            else if (hands->pairs == TP_PAIRS_OFF || quads)
                out[i] &= ~(uint32_t)TP_SEVEN_PAIRS;
        }
    if (hands->melds)
        for (size_t i = 0; i < n; i++) {
            if (!good[i]) continue;
            const uint8_t *melds = hands->melds + (first + i) * TP_KINDS;
            out[i] &= ~(uint32_t)(TP_ONE_SUIT | TP_ALL_HONOURS | TP_ALL_258);
            out[i] |= tile_patterns(hands->counts + (first + i) * TP_KINDS, melds);
            if ((out[i] & TP_ALL_PUNGS) && !melds_are_pungs(melds)) out[i] &= ~(uint32_t)TP_ALL_PUNGS;
        }
}

static tp_status patterns_kernel(const tp_hands *hands, uint32_t *out, size_t *bad) {
    const readings_table *table = tp_readings_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) patterns_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}
