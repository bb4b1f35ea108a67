/* Shanten: how many tiles each hand is away from waiting. A suit's class tells how many tiles it misses for every
 * (melds, pair); two small tables merge the classes of two suits each, the last gives the answer. */

TP_INLINE void shanten_block(const tp_hands *hands, const shanten_table *table, size_t first, size_t n, int8_t *out,
                             size_t *bad) {
    block_keys keys;
    uint16_t sums[BLOCK];
    load_block(hands, first, n, &keys, (block_extras){.sums = sums});

    uint8_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
    for (int i = 0; i < BLOCK; i++) m[i] = table->suit[keys.m[i]];
    for (int i = 0; i < BLOCK; i++) p[i] = table->suit[keys.p[i]];
    for (int i = 0; i < BLOCK; i++) s[i] = table->suit[keys.s[i]];
    for (int i = 0; i < BLOCK; i++) z[i] = table->honours[keys.z[i]];

    uint8_t good[BLOCK];
    uint8_t thirds[BLOCK], total[BLOCK];
    int8_t by_pairs[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t tiles = sums[i] & 63, pairs = sums[i] >> 6;
        const uint16_t melds = (uint16_t)(tiles * 171 >> 9);
        good[i] = (uint8_t)((tiles <= 14) & (tiles != 3 * melds) & (pairs <= 7));
        thirds[i] = (uint8_t)(good[i] ? melds : 0);
        total[i] = (uint8_t)tiles;
        by_pairs[i] = (int8_t)(tiles >= 13 ? 6 - pairs : 127);
    }
    int8_t shanten[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const unsigned suits = table->merge_suits[m[i] * MAX_SUIT_CLASSES + p[i]];
        const unsigned rest = table->merge_honours[s[i] * MAX_HONOUR_CLASSES + z[i]];
        shanten[i] = table->shanten[thirds[i]][suits * MAX_WITH_HONOURS + rest];
    }
    if (hands->pairs == TP_PAIRS_QUADS) {
        for (int i = 0; i < BLOCK; i++) shanten[i] = by_pairs[i] < shanten[i] ? by_pairs[i] : shanten[i];
    } else if (hands->pairs == TP_PAIRS_DISTINCT) {
        for (size_t i = 0; i < n; i++) {
            if (total[i] < 13) continue;
            const int8_t pairs = pairs_shanten_distinct(hands->counts + (first + i) * TP_KINDS);
            if (pairs < shanten[i]) shanten[i] = pairs;
        }
    }
    if (n == BLOCK) {
        for (int i = 0; i < BLOCK; i++) out[i] = good[i] ? shanten[i] : TP_BAD_SHANTEN;
    } else {
        for (size_t i = 0; i < n; i++) out[i] = good[i] ? shanten[i] : TP_BAD_SHANTEN;
    }
    note_bad(good, first, n, bad);
}

static tp_status shanten_kernel(const tp_hands *hands, int8_t *out, size_t *bad) {
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_NO_MEMORY;
    for (size_t first = 0; first < hands->n; first += BLOCK)
        shanten_block(hands, table, first, hands->n - first < BLOCK ? hands->n - first : BLOCK, out + first, bad);
    return TP_OK;
}
