/* Win: is each hand complete? Four lookups; the hand is complete when every suit is, and one of them with the pair. */

TP_INLINE void win_block(const tp_hands *hands, const win_table *table, size_t first, size_t n, uint8_t *out,
                         size_t *bad) {
    block_keys keys;
    load_block(hands, first, n, &keys, NULL);

    LOOK_UP(uint8_t, table->suit, table->honours, hands, first, keys, m, p, s, z)

    uint8_t good[BLOCK];
    uint16_t win[BLOCK], pairs[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t total = (uint16_t)((m[i] & WIN_COUNT) + (p[i] & WIN_COUNT) + (s[i] & WIN_COUNT) +
                                          (z[i] & WIN_COUNT));
        const uint16_t thirds = THIRD(total);
        const uint16_t valid = (uint16_t)((total <= 14) & (total != 3 * thirds));
        good[i] = (uint8_t)valid;
        /* With every suit complete, an odd number of pairs in 3k+2 tiles is one pair: three make 3k. */
        win[i] = (uint16_t)(valid & (((m[i] & p[i] & s[i] & z[i]) & WIN_COMPLETE) != 0) &
                            (((m[i] ^ p[i] ^ s[i] ^ z[i]) & WIN_TWO) != 0));
        pairs[i] = (uint16_t)((total == 14) & (((m[i] | p[i] | s[i] | z[i]) & WIN_ODD) == 0));
    }
    if (hands->pairs == TP_PAIRS_QUADS) {
        for (int i = 0; i < BLOCK; i++) win[i] |= pairs[i];
    } else if (hands->pairs == TP_PAIRS_DISTINCT) {
        for (size_t i = 0; i < n; i++)
            if (pairs[i] && kinds_with_bit(hands->counts + (first + i) * TP_KINDS, 2) == 0) win[i] = 1;
    }
    STORE(out, n, (uint8_t)win[i]);
    note_bad(good, first, n, bad);
}

static tp_status win_kernel(const tp_hands *hands, uint8_t *out, size_t *bad) {
    const win_table *table = tp_win_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) win_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}
