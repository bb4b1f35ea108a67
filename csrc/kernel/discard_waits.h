/* The waits after each discard. Only the discarded tile's suit changes, so each discard is one more lookup of that suit
 * beside what is known of the other three. */

static const uint32_t kind_step[TP_KINDS] = {
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1, 5, 25, 125, 625, 3125, 15625, 78125,
    390625, 1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1, 5, 25, 125, 625, 3125, 15625};

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
