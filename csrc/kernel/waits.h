/* Waits: which tiles complete each hand of 3k+1 tiles? The same four lookups: a suit's wait mask counts when the other
 * three suits are complete. */

TP_INLINE void waits_block(const tp_hands *hands, const shape_table *table, size_t first, size_t n, uint64_t *out,
                           size_t *bad) {
    block_keys keys;
    uint64_t full[BLOCK];
    load_block(hands, first, n, &keys, full);

    LOOK_UP(uint16_t, table->suit, table->honours, hands, first, keys, m, p, s, z)

    uint8_t good[BLOCK];
    uint16_t pairs[BLOCK], wait_m[BLOCK], wait_p[BLOCK], wait_s[BLOCK], wait_z[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t total = (uint16_t)((m[i] & SHAPE_COUNT) + (p[i] & SHAPE_COUNT) + (s[i] & SHAPE_COUNT) +
                                          (z[i] & SHAPE_COUNT));
        const uint16_t thirds = (uint16_t)(total * 171 >> 9); /* total / 3 */
        const uint16_t rest = (uint16_t)(total - 3 * thirds);
        good[i] = (uint8_t)((total <= 14) & (rest != 0));
        /* With the other suits complete, this suit's mask completes the hand when no pair too many stands: when the
         * number of suits of 3k+2 tiles is even. */
        const uint16_t even = (uint16_t)(((m[i] ^ p[i] ^ s[i] ^ z[i]) & SHAPE_TWO) == 0);
        const uint16_t waiting = (uint16_t) - ((total <= 14) & (rest == 1) & even);
        const uint16_t mp = m[i] & p[i], sz = s[i] & z[i];
        const uint16_t for_m = (uint16_t) - (((p[i] & sz) & SHAPE_COMPLETE) != 0);
        const uint16_t for_p = (uint16_t) - (((m[i] & sz) & SHAPE_COMPLETE) != 0);
        const uint16_t for_s = (uint16_t) - (((mp & z[i]) & SHAPE_COMPLETE) != 0);
        const uint16_t for_z = (uint16_t) - (((mp & s[i]) & SHAPE_COMPLETE) != 0);
        wait_m[i] = (uint16_t)(m[i] >> SHAPE_WAITS_SHIFT & waiting & for_m);
        wait_p[i] = (uint16_t)(p[i] >> SHAPE_WAITS_SHIFT & waiting & for_p);
        wait_s[i] = (uint16_t)(s[i] >> SHAPE_WAITS_SHIFT & waiting & for_s);
        wait_z[i] = (uint16_t)(z[i] >> SHAPE_WAITS_SHIFT & waiting & for_z);
        /* Seven pairs wait when one kind is odd, so when one suit has odd kinds. */
        const uint16_t odd = (uint16_t)((m[i] & SHAPE_ODD) + (p[i] & SHAPE_ODD) + (s[i] & SHAPE_ODD) + (z[i] & SHAPE_ODD));
        pairs[i] = (uint16_t)((total == 13) & (odd == SHAPE_ODD));
    }
    uint64_t waits[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint32_t low = wait_m[i] | (uint32_t)wait_p[i] << 9 | (uint32_t)wait_s[i] << 18;
        waits[i] = low | (uint64_t)wait_z[i] << 27;
    }
    if (hands->pairs != TP_PAIRS_OFF) {
        uint16_t some = 0;
        for (int i = 0; i < BLOCK; i++) some |= pairs[i];
        if (some)
            for (size_t i = 0; i < n; i++) {
                if (!pairs[i]) continue;
                const uint8_t *row = hands->counts + (first + i) * TP_KINDS;
                const uint64_t odd = front_odd(row);
                if (odd & (odd - 1)) continue;
                if (hands->pairs == TP_PAIRS_DISTINCT && (kinds_with_bit(row, 2) || (odd & kinds_with_bit(row, 1))))
                    continue;
                waits[i] |= odd;
            }
    }
    if (hands->melds)
        for (size_t i = 0; i < n; i++) waits[i] &= ~full[i];
    STORE(out, n, good[i] ? waits[i] : TP_BAD_WAITS);
    note_bad(good, first, n, bad);
}

static tp_status waits_kernel(const tp_hands *hands, uint64_t *out, size_t *bad) {
    const shape_table *table = tp_shape_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) waits_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}
