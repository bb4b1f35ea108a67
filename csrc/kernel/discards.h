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

TP_INLINE void discard_shanten_row(const tp_hands *hands, const shanten_table *table, const block_keys *keys, int i,
                                   unsigned tiles, int pairs, const uint8_t *row, int8_t *out) {
    const unsigned m = table->suit[keys->m[i]], p = table->suit[keys->p[i]], s = table->suit[keys->s[i]],
                   z = table->honours[keys->z[i]];
    const int8_t *answer = table->shanten[tiles / 3];
    const unsigned suits = table->merge_suits[m * MAX_SUIT_CLASSES + p] * MAX_WITH_HONOURS;
    const unsigned rest = table->merge_honours[s * MAX_HONOUR_CLASSES + z];
    const uint64_t odd = kinds_with_bit(row, 0), held = odd | kinds_with_bit(row, 1) | kinds_with_bit(row, 2);
    for (uint32_t left = (uint32_t)(held & 0x3FFFF); left; left &= left - 1) {
        const unsigned kind = lowest_bit(left);
        const uint32_t key = (kind < 9 ? keys->m[i] : keys->p[i]) - kind_step[kind];
        const unsigned after = table->suit[key], other = kind < 9 ? p : m;
        out[kind] = answer[table->merge_suits[after * MAX_SUIT_CLASSES + other] * MAX_WITH_HONOURS + rest];
    }
    for (uint32_t left = (uint32_t)(held >> 18); left; left &= left - 1) {
        const unsigned kind = 18 + lowest_bit(left);
        const uint32_t key = (kind < 27 ? keys->s[i] : keys->z[i]) - kind_step[kind];
        const unsigned after = (kind < 27 ? table->suit : table->honours)[key];
        const unsigned both = kind < 27 ? after * MAX_HONOUR_CLASSES + z : s * MAX_HONOUR_CLASSES + after;
        out[kind] = answer[suits + table->merge_honours[both]];
    }
    if (tiles != 14 || hands->pairs == TP_PAIRS_OFF) return;
    uint8_t rest_of_hand[TP_KINDS];
    memcpy(rest_of_hand, row, TP_KINDS);
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (!row[kind]) continue;
        int by_pairs;
        if (hands->pairs == TP_PAIRS_QUADS) {
            by_pairs = 6 - pairs + !(row[kind] & 1);
        } else {
            rest_of_hand[kind]--;
            by_pairs = pairs_shanten_distinct(rest_of_hand);
            rest_of_hand[kind]++;
        }
        if (by_pairs < out[kind]) out[kind] = (int8_t)by_pairs;
    }
}

static tp_status discard_shanten_kernel(const tp_hands *hands, int8_t *out, size_t *bad) {
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_NO_MEMORY;
    for (size_t first = 0; first < hands->n; first += BLOCK) {
        const size_t n = hands->n - first < BLOCK ? hands->n - first : BLOCK;
        block_keys keys;
        uint16_t sums[BLOCK];
        uint8_t good[BLOCK];
        load_block(hands, first, n, &keys, (block_extras){.sums = sums});
        for (size_t i = 0; i < n; i++) {
            const unsigned tiles = sums[i] & 63u;
            int8_t *row_out = out + (first + i) * TP_KINDS;
            good[i] = good_total(tiles) && sums[i] >> 6 <= 7;
            memset(row_out, good[i] ? TP_NO_DISCARD : TP_BAD_SHANTEN, TP_KINDS);
            if (good[i] && tiles % 3 == 2)
                discard_shanten_row(hands, table, &keys, (int)i, tiles, sums[i] >> 6,
                                    hands->counts + (first + i) * TP_KINDS, row_out);
        }
        note_bad(good, first, n, bad);
    }
    return TP_OK;
}

TP_INLINE void discard_waits_row(const tp_hands *hands, const shape_table *table, const block_keys *keys, int i,
                                 unsigned tiles, uint64_t full, const uint8_t *row, uint64_t *out) {
    const uint32_t m = table->suit[keys->m[i]], p = table->suit[keys->p[i]], s = table->suit[keys->s[i]],
                   z = table->honours[keys->z[i]];
    const uint64_t held = held_kinds(row);
    /* A discard leaves waits only when at most one of the other suits is incomplete. */
    const unsigned open_m = !(m & SHAPE_COMPLETE), open_p = !(p & SHAPE_COMPLETE), open_s = !(s & SHAPE_COMPLETE),
                   open_z = !(z & SHAPE_COMPLETE), open = open_m + open_p + open_s + open_z;
    uint64_t worth = 0;
    if (open - open_m < 2) worth |= UINT64_C(0x1FF);
    if (open - open_p < 2) worth |= UINT64_C(0x1FF) << 9;
    if (open - open_s < 2) worth |= UINT64_C(0x1FF) << 18;
    if (open - open_z < 2) worth |= UINT64_C(0x7F) << 27;
    worth &= held;
    for (uint32_t left = (uint32_t)worth & 0x1FF; left; left &= left - 1) {
        const unsigned kind = lowest_bit(left);
        out[kind] = waits_of_shapes(table->suit[keys->m[i] - kind_step[kind]], p, s, z);
    }
    for (uint32_t left = (uint32_t)(worth >> 9) & 0x1FF; left; left &= left - 1) {
        const unsigned kind = 9 + lowest_bit(left);
        out[kind] = waits_of_shapes(m, table->suit[keys->p[i] - kind_step[kind]], s, z);
    }
    for (uint32_t left = (uint32_t)(worth >> 18) & 0x1FF; left; left &= left - 1) {
        const unsigned kind = 18 + lowest_bit(left);
        out[kind] = waits_of_shapes(m, p, table->suit[keys->s[i] - kind_step[kind]], z);
    }
    for (uint32_t left = (uint32_t)(worth >> 27); left; left &= left - 1) {
        const unsigned kind = 27 + lowest_bit(left);
        out[kind] = waits_of_shapes(m, p, s, table->honours[keys->z[i] - kind_step[kind]]);
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
    const shape_table *table = tp_shape_table();
    if (!table) return TP_NO_MEMORY;
    for (size_t first = 0; first < hands->n; first += BLOCK) {
        const size_t n = hands->n - first < BLOCK ? hands->n - first : BLOCK;
        block_keys keys;
        uint16_t sums[BLOCK];
        uint64_t full[BLOCK];
        uint8_t good[BLOCK];
        load_block(hands, first, n, &keys, (block_extras){.sums = sums, .full = hands->melds ? full : NULL});
        for (size_t i = 0; i < n; i++) {
            const unsigned tiles = sums[i] & 63u;
            uint64_t *row_out = out + (first + i) * TP_KINDS;
            good[i] = good_total(tiles) && sums[i] >> 6 <= 7;
            if (good[i]) {
                memset(row_out, 0, TP_KINDS * sizeof *row_out);
                if (tiles % 3 == 2)
                    discard_waits_row(hands, table, &keys, (int)i, tiles, hands->melds ? full[i] : 0,
                                      hands->counts + (first + i) * TP_KINDS, row_out);
            } else {
                for (int kind = 0; kind < TP_KINDS; kind++) row_out[kind] = TP_BAD_WAITS;
            }
        }
        note_bad(good, first, n, bad);
    }
    return TP_OK;
}
