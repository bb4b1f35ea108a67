/* Waits: which tiles complete each hand of 3k+1 tiles? Four lookups; a suit's wait mask counts when the other three suits
 * are complete. */

TP_INLINE void waits_block(const tp_hands *hands, const waits_table *table, size_t first, size_t n, uint64_t *out,
                           size_t *bad) {
    block_keys keys;
    uint64_t full[BLOCK];
    load_block(hands, first, n, &keys, full);
    prefetch_answers(out);

    LOOK_UP(uint16_t, table->suit, table->honours, hands, first, keys, m, p, s, z)

    uint8_t good[BLOCK], pairs[BLOCK];
    uint16_t wait_m[BLOCK], wait_p[BLOCK], wait_s[BLOCK], wait_z[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t count_m = m[i] & WAITS_COUNT, count_p = p[i] & WAITS_COUNT, count_s = s[i] & WAITS_COUNT,
                       count_z = z[i] & WAITS_COUNT;
        const uint16_t total = (uint16_t)(count_m + count_p + count_s + count_z);
        const uint16_t rest = (uint16_t)(total - 3 * THIRD(total));
        good[i] = (uint8_t)((total <= 14) & (rest != 0));
        /* What the suits have beyond threes is 1, 4 or 7 in 3k+1 tiles. Where one suit waits and the others are complete,
         * 7 is three pairs beside the one that it waits for. */
        const uint16_t beyond =
            (uint16_t)(total - 3 * (THIRD(count_m) + THIRD(count_p) + THIRD(count_s) + THIRD(count_z)));
        const uint16_t waiting = MASK16((total <= 14) & (rest == 1) & (beyond < 7));
        const uint16_t mp = m[i] & p[i], sz = s[i] & z[i];
        wait_m[i] = m[i] >> WAITS_SHIFT & waiting & MASK16((p[i] & sz & WAITS_COMPLETE) != 0);
        wait_p[i] = p[i] >> WAITS_SHIFT & waiting & MASK16((m[i] & sz & WAITS_COMPLETE) != 0);
        wait_s[i] = s[i] >> WAITS_SHIFT & waiting & MASK16((mp & z[i] & WAITS_COMPLETE) != 0);
        wait_z[i] = z[i] >> WAITS_SHIFT & waiting & MASK16((mp & s[i] & WAITS_COMPLETE) != 0);
        /* Seven pairs wait when one kind is odd. */
        const uint16_t odd = (uint16_t)((m[i] & WAITS_ODD) + (p[i] & WAITS_ODD) + (s[i] & WAITS_ODD) + (z[i] & WAITS_ODD));
        pairs[i] = (uint8_t)((total == 13) & (odd == WAITS_ONE_ODD));
    }
    uint64_t waits[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t suits = wait_m[i] | (uint32_t)wait_p[i] << 9 | (uint32_t)wait_s[i] << 18;
        waits[i] = suits | (uint64_t)wait_z[i] << 27;
    }
    if (hands->pairs != TP_PAIRS_OFF)
        FOR_EACH_ROW(rows_with(pairs, n), i)
            waits[i] |= wild_pairs_waits(hands->counts + (first + i) * TP_KINDS, hands->pairs, 0);
    if (hands->melds)
        for (size_t i = 0; i < n; i++) waits[i] &= ~full[i];
    STORE(out, n, good[i] ? waits[i] : TP_BAD_WAITS);
    note_bad(good, first, n, bad);
}

static tp_status waits_kernel(const tp_hands *hands, uint64_t *out, size_t *bad) {
    const waits_table *table = tp_waits_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) waits_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}
