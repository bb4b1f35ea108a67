#include "classes.h"

#include <string.h>

#include "suits.h"

int tp_class_of(class_list *classes, const uint8_t missing[SHARES]) {
    for (int i = 0; i < classes->n; i++)
        if (memcmp(classes->missing[i], missing, SHARES) == 0) return i;
    if (classes->n == MAX_CLASSES) return -1;
    memcpy(classes->missing[classes->n], missing, SHARES);
    return classes->n++;
}

static void merge_missing(const uint8_t *left, const uint8_t *right, uint8_t merged[SHARES]) {
    memset(merged, UINT8_MAX, SHARES);
    for (int melds = 0; melds <= MOST_MELDS; melds++)
        for (int part = 0; part <= melds; part++) {
            const uint8_t *l = left + part * 2, *r = right + (melds - part) * 2;
            const uint8_t none = (uint8_t)(l[0] + r[0]);
            const uint8_t one = (uint8_t)(l[1] + r[0] < l[0] + r[1] ? l[1] + r[0] : l[0] + r[1]);
            if (none < merged[melds * 2]) merged[melds * 2] = none;
            if (one < merged[melds * 2 + 1]) merged[melds * 2 + 1] = one;
        }
}

/* The numbers of tiles that two parts may have together. */
static uint16_t add_tiles(uint16_t left, uint16_t right) {
    unsigned sums = 0;
    for (unsigned tiles = 0; tiles <= MOST_TILES; tiles++)
        if (left >> tiles & 1) sums |= (unsigned)right << tiles;
    return (uint16_t)(sums & ((2u << MOST_TILES) - 1));
}

bool tp_merge_classes(const class_list *left, const class_list *right, class_list *merged, uint8_t *numbers, int stride) {
    uint8_t missing[SHARES];
    for (int a = 0; a < left->n; a++)
        for (int b = 0; b < right->n; b++) {
            merge_missing(left->missing[a], right->missing[b], missing);
            const int both = tp_class_of(merged, missing);
            if (both < 0) return false;
            merged->tiles[both] |= add_tiles(left->tiles[a], right->tiles[b]);
            numbers[a * stride + b] = (uint8_t)both;
        }
    return true;
}
