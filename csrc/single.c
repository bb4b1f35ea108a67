/* One hand without melds and wildcards, for callers who loop: the same lookups as the block kernels, for one row. */
#include "kernel/block.h"
#include "kernel/front_portable.h"
#include "kernel/one_shanten.h"
#include "kernel/row_waits.h"

/* The row's keys; false when it is no hand. */
static bool take_row(const uint8_t *row, uint32_t keys[4], unsigned *tiles) {
    if (row_over(row)) return false;
    row_keys(row, keys);
    *tiles = (unsigned)row_total(row);
    return good_total(*tiles);
}

tp_one tp_one_win(const uint8_t row[TP_KINDS], tp_pairs pairs, bool *win) {
    uint32_t keys[4];
    unsigned tiles;
    const win_table *table = tp_win_table();
    if (!table) return TP_ONE_NO_MEMORY;
    if (!take_row(row, keys, &tiles)) return TP_ONE_BAD;
    const unsigned m = table->suit[keys[0]], p = table->suit[keys[1]], s = table->suit[keys[2]],
                   z = table->honours[keys[3]];
    *win = ((m & p & s & z & WIN_COMPLETE) && ((m ^ p ^ s ^ z) & WIN_TWO)) ||
           (pairs != TP_PAIRS_OFF && tiles == 14 && wild_pairs(row, pairs, 0));
    return TP_ONE_GOOD;
}

tp_one tp_one_waits(const uint8_t row[TP_KINDS], tp_pairs pairs, uint64_t *waits) {
    uint32_t keys[4];
    unsigned tiles;
    const waits_table *table = tp_waits_table();
    if (!table) return TP_ONE_NO_MEMORY;
    if (!take_row(row, keys, &tiles)) return TP_ONE_BAD;
    *waits = tiles % 3 != 1 ? 0
                            : waits_of_suits(table->suit[keys[0]], table->suit[keys[1]], table->suit[keys[2]],
                                              table->honours[keys[3]]);
    if (tiles == 13 && pairs != TP_PAIRS_OFF) *waits |= wild_pairs_waits(row, pairs, 0);
    return TP_ONE_GOOD;
}

tp_one tp_one_shanten(const uint8_t row[TP_KINDS], tp_pairs pairs, int8_t *shanten) {
    uint32_t keys[4];
    unsigned tiles;
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_ONE_NO_MEMORY;
    if (!take_row(row, keys, &tiles)) return TP_ONE_BAD;
    *shanten = (int8_t)shanten_of_keys(table, keys, row, tiles, pairs);
    return TP_ONE_GOOD;
}
