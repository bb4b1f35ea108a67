/* The shanten of one hand without melds and wildcards, by the keys of its suits. */
#ifndef TP_KERNEL_ONE_SHANTEN_H
#define TP_KERNEL_ONE_SHANTEN_H

#include "../tables/tables.h"
#include "row.h"

TP_INLINE int shanten_of_keys(const shanten_table *table, const uint32_t keys[4], const uint8_t *row, unsigned tiles,
                              tp_pairs pairs) {
    const unsigned m = table->suit[keys[0]], p = table->suit[keys[1]], s = table->suit[keys[2]],
                   z = table->suit[SUIT_KEYS + keys[3]];
    const unsigned suits = table->merge[(m & CLASS_MASK) * MAX_SUIT_CLASSES + (p & CLASS_MASK)];
    const unsigned rest = table->merge[HONOUR_MERGES + (s & CLASS_MASK) * MAX_HONOUR_CLASSES + (z & CLASS_MASK)];
    const int best = table->shanten[tiles / 3 * SHANTEN_SIZE + suits * MAX_WITH_HONOURS + rest];
    if (tiles < 13 || pairs == TP_PAIRS_OFF) return best;
    const int by_pairs = pairs == TP_PAIRS_DISTINCT
                             ? pairs_shanten_distinct(row)
                             : 6 - (int)((m >> CLASS_PAIRS_SHIFT) + (p >> CLASS_PAIRS_SHIFT) + (s >> CLASS_PAIRS_SHIFT) +
                                         (z >> CLASS_PAIRS_SHIFT));
    return by_pairs < best ? by_pairs : best;
}

#endif
