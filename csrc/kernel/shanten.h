/* Shanten: how many tiles each hand is away from waiting. A suit's class tells how many tiles it misses for every
 * (melds, pair); two small tables merge the classes of two suits each, the last gives the answer. */

/* What the entries of a row's suits say together: its tiles, and its pairs. */
TP_INLINE uint16_t class_tiles(uint16_t m, uint16_t p, uint16_t s, uint16_t z) {
    return (uint16_t)((m >> CLASS_TILES_SHIFT & 15) + (p >> CLASS_TILES_SHIFT & 15) + (s >> CLASS_TILES_SHIFT & 15) +
                      (z >> CLASS_TILES_SHIFT & 15));
}

TP_INLINE uint16_t class_pairs(uint16_t m, uint16_t p, uint16_t s, uint16_t z) {
    return (uint16_t)((m >> CLASS_PAIRS_SHIFT) + (p >> CLASS_PAIRS_SHIFT) + (s >> CLASS_PAIRS_SHIFT) +
                      (z >> CLASS_PAIRS_SHIFT));
}

TP_INLINE void shanten_block(const tp_hands *hands, const shanten_table *table, size_t first, size_t n, int8_t *out,
                             size_t *bad) {
    block_keys keys;
    load_block(hands, first, n, &keys, NULL);

    LOOK_UP(uint16_t, table->suit, table->suit + SUIT_KEYS, hands, first, keys, m, p, s, z)

    uint8_t good[BLOCK], total[BLOCK];
    int8_t by_pairs[BLOCK];
    uint16_t suits[BLOCK], rest[BLOCK];
    uint32_t start[BLOCK];
    for (int i = 0; i < BLOCK; i++) {
        const uint16_t tiles = class_tiles(m[i], p[i], s[i], z[i]), pairs = class_pairs(m[i], p[i], s[i], z[i]);
        const uint16_t thirds = THIRD(tiles);
        const uint16_t valid = (uint16_t)((tiles <= 14) & (tiles != 3 * thirds));
        good[i] = (uint8_t)valid;
        total[i] = (uint8_t)tiles;
        start[i] = (uint32_t)(valid ? thirds : 0) * SHANTEN_SIZE;
        by_pairs[i] = (int8_t)(tiles >= 13 ? 6 - pairs : 127);
        suits[i] = (uint16_t)((m[i] & CLASS_MASK) * MAX_SUIT_CLASSES + (p[i] & CLASS_MASK));
        rest[i] = (uint16_t)((s[i] & CLASS_MASK) * MAX_HONOUR_CLASSES + (z[i] & CLASS_MASK));
    }
    int8_t shanten[BLOCK];
    for (int i = 0; i < BLOCK; i++)
        shanten[i] = table->shanten[start[i] + table->merge[suits[i]] * MAX_WITH_HONOURS +
                                    table->merge[HONOUR_MERGES + rest[i]]];
    if (hands->pairs == TP_PAIRS_QUADS) {
        for (int i = 0; i < BLOCK; i++) shanten[i] = by_pairs[i] < shanten[i] ? by_pairs[i] : shanten[i];
    } else if (hands->pairs == TP_PAIRS_DISTINCT) {
        for (size_t i = 0; i < n; i++) {
            if (total[i] < 13) continue;
            const int8_t pairs = pairs_shanten_distinct(hands->counts + (first + i) * TP_KINDS);
            if (pairs < shanten[i]) shanten[i] = pairs;
        }
    }
    STORE(out, n, good[i] ? shanten[i] : TP_BAD_SHANTEN);
    note_bad(good, first, n, bad);
}

static tp_status shanten_kernel(const tp_hands *hands, int8_t *out, size_t *bad) {
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_NO_MEMORY;
    FOR_EACH_BLOCK(hands, first, n) shanten_block(hands, table, first, n, out + first, bad);
    return TP_OK;
}
