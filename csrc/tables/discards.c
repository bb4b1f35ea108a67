/* Discards: for which shares of the hand each tile of a suit is spare, and which shares a nearest hand has. */
#include <stdlib.h>
#include <string.h>

#include "classes.h"
#include "publish.h"
#include "suits.h"
#include "tables.h"

/* Of ten shares the last two take the bits of the first two. */
static uint8_t fold_shares(unsigned shares) { return (uint8_t)(shares | shares >> 8); }

/* The shares of one part with which it and the others make the nearest hand. */
static unsigned nearest_shares(const uint8_t *part, const uint8_t *others) {
    unsigned shares = 0;
    int least = UINT8_MAX;
    for (int melds = 0; melds <= MOST_MELDS; melds++)
        for (int pair = 0; pair < 2; pair++) {
            const int missing = part[melds * 2 + pair] + others[(MOST_MELDS - melds) * 2 + 1 - pair];
            if (missing > least) continue;
            if (missing < least) shares = 0;
            least = missing;
            shares |= 1u << (melds * 2 + pair);
        }
    return shares;
}

/* The shares for which a part misses no more after a discard. */
static unsigned kept_shares(const uint8_t *before, const uint8_t *after) {
    unsigned kept = 0;
    for (int share = 0; share < SHARES; share++) kept |= (unsigned)(before[share] == after[share]) << share;
    return kept;
}

#define BUCKETS 131072 /* a power of two, more than twice the rows */

typedef struct {
    const shanten_table *classes;
    discards_table *table;
    /* [class][tiles] -> shares_reached() */
    uint16_t reached[MAX_SUIT_CLASSES][MOST_TILES + 1];
    /* [class][class after a discard] -> shares that miss no more */
    uint16_t kept[MAX_SUIT_CLASSES][MAX_SUIT_CLASSES];
    int32_t buckets[BUCKETS]; /* number of a row of `spare`, or -1 */
    uint8_t tiles[MAX_SPARE_ROWS]; /* of the first suit that has the row */
    uint8_t sorted[MAX_SPARE_ROWS][SUIT_KINDS];
    uint16_t renumbered[MAX_SPARE_ROWS];
    int n_rows;
    /* Two suits, a suit with the honours, what is beside a suit, what is beside the honours; filled up with melds. */
    class_list two_suits, with_honours, beside_suit, beside_honours;
    int n_honours;
    uint8_t honours_met[8][8][8][8]; /* [how many are held once] ... [four times] -> number + 1 */
    bool failed;
} building;

/* ---- what is beside a part ---- */

/* A hand of fewer melds is one that has the others already: each class, filled up with them. */
static bool fill_up(class_list *classes, uint8_t *filled) {
    const int n = classes->n;
    for (int more = 0; more <= MOST_MELDS; more++)
        for (int class = 0; class < n; class++) {
            uint8_t missing[SHARES];
            for (int melds = 0; melds <= MOST_MELDS; melds++)
                memcpy(missing + melds * 2, classes->missing[class] + (melds > more ? melds - more : 0) * 2, 2);
            const int full = tp_class_of(classes, missing);
            if (full < 0) return false;
            classes->tiles[full] |= (uint16_t)((unsigned)classes->tiles[class] << 3 * more & ((2u << MOST_TILES) - 1));
            filled[(MOST_MELDS - more) * MAX_CLASSES + class] = (uint8_t)full;
        }
    return true;
}

static bool fill_beside(building *b) {
    const shanten_table *classes = b->classes;
    discards_table *table = b->table;
    b->two_suits = classes->two_suits;
    b->with_honours = classes->with_honours;
    return fill_up(&b->two_suits, table->filled_suits) && fill_up(&b->with_honours, table->filled_rest) &&
           tp_merge_classes(&classes->suits, &b->with_honours, &b->beside_suit, table->beside_suit, MAX_CLASSES) &&
           tp_merge_classes(&b->two_suits, &classes->honours, &b->beside_suit, table->beside_last, MAX_HONOUR_CLASSES) &&
           tp_merge_classes(&b->two_suits, &classes->suits, &b->beside_honours, table->beside_honours, MAX_SUIT_CLASSES);
}

/* ---- which shares a suit has ---- */

/* The shares that a suit of so many tiles has in a nearest hand, whatever others may be beside it. */
static unsigned shares_reached(const uint8_t *suit, int tiles, const class_list *beside) {
    unsigned reached = 0;
    for (int others = 0; others < beside->n; others++)
        if (beside->tiles[others] >> (MOST_TILES - tiles) & 1) reached |= nearest_shares(suit, beside->missing[others]);
    return reached;
}

static void fill_shares(building *b) {
    const class_list *suits = &b->classes->suits, *beside = &b->beside_suit;
    for (int suit = 0; suit < suits->n; suit++) {
        for (int tiles = 0; tiles <= MOST_TILES; tiles++)
            if (suits->tiles[suit] >> tiles & 1)
                b->reached[suit][tiles] = (uint16_t)shares_reached(suits->missing[suit], tiles, beside);
        for (int others = 0; others < beside->n; others++)
            b->table->shares[suit * MAX_CLASSES + others] =
                fold_shares(nearest_shares(suits->missing[suit], beside->missing[others]));
    }
}

/* ---- for which of them each tile is spare ---- */

static unsigned key_tiles(uint32_t key) {
    unsigned tiles = 0;
    for (; key; key /= 5) tiles += key % 5;
    return tiles;
}

/* Numbers the suits densely: the lower digits by their tiles, so that those which an upper half has room for come first. */
static void number_suits(discards_table *table) {
    uint32_t rooms[MOST_TILES + 1], n = 0;
    for (unsigned tiles = 0; tiles <= 20; tiles++) {
        for (uint32_t low = 0; low < DENSE_LOW; low++)
            if (key_tiles(low) == tiles) table->low[low] = (uint16_t)n++;
        if (tiles <= MOST_TILES) rooms[tiles] = n;
    }
    n = 0;
    for (uint32_t high = 0; high < DENSE_HIGH; high++) {
        const unsigned tiles = key_tiles(high);
        if (tiles > MOST_TILES) continue;
        table->high[high] = n;
        n += rooms[MOST_TILES - tiles];
    }
}

static uint16_t row_of(building *b, const uint8_t spare[SUIT_KINDS], unsigned tiles) {
    uint64_t most;
    memcpy(&most, spare, sizeof most);
    for (uint64_t bucket = (most + spare[8] * 31u) * UINT64_C(0x9E3779B97F4A7C15) >> 47;; bucket = (bucket + 1) % BUCKETS) {
        const int32_t known = b->buckets[bucket];
        if (known >= 0 && memcmp(b->table->spare[known], spare, SUIT_KINDS) == 0) return (uint16_t)known;
        if (known >= 0) continue;
        if (b->n_rows == MAX_SPARE_ROWS) {
            b->failed = true;
            return 0;
        }
        memcpy(b->table->spare[b->n_rows], spare, SUIT_KINDS);
        b->tiles[b->n_rows] = (uint8_t)tiles;
        b->buckets[bucket] = b->n_rows;
        return (uint16_t)b->n_rows++;
    }
}

static void note_spare(const suit_vector *vector, void *context) {
    building *b = context;
    const uint16_t *entry = b->classes->suit + vector->key;
    const unsigned class = *entry & CLASS_MASK, reached = b->reached[class][vector->total];
    if (reached & reached >> 8) b->failed = true; /* two that have the same bit */
    uint8_t spare[SUIT_KINDS] = {0};
    for (int kind = 0; kind < SUIT_KINDS; kind++)
        if (vector->counts[kind]) spare[kind] = fold_shares(reached & b->kept[class][*(entry - power5[kind]) & CLASS_MASK]);
    b->table->row[b->table->high[vector->key / DENSE_LOW] + b->table->low[vector->key % DENSE_LOW]] = row_of(b, spare, vector->total);
}

/* Numbers the rows anew, those of suits with few tiles first: they are asked for most. */
static void sort_rows(building *b) {
    int n = 0;
    for (unsigned tiles = 0; tiles <= MOST_TILES; tiles++)
        for (int row = 0; row < b->n_rows; row++)
            if (b->tiles[row] == tiles) {
                memcpy(b->sorted[n], b->table->spare[row], SUIT_KINDS);
                b->renumbered[row] = (uint16_t)n++;
            }
    memcpy(b->table->spare, b->sorted, sizeof b->sorted);
    for (size_t suit = 0; suit < DENSE_SUITS; suit++) b->table->row[suit] = b->renumbered[b->table->row[suit]];
}

static void fill_spare(building *b) {
    const class_list *suits = &b->classes->suits;
    for (int before = 0; before < suits->n; before++)
        for (int after = 0; after < suits->n; after++)
            b->kept[before][after] = (uint16_t)kept_shares(suits->missing[before], suits->missing[after]);
    memset(b->buckets, -1, sizeof b->buckets);
    number_suits(b->table);
    tp_for_each_vector(&tp_numbered, note_spare, b);
    sort_rows(b);
}

/* ---- the honours, of which only the counts matter ---- */

static void fill_spare_counts(building *b, const suit_vector *vector, int number) {
    const class_list *honours = &b->classes->honours, *beside = &b->beside_honours;
    const uint16_t *entry = b->classes->suit + SUIT_KEYS + vector->key;
    const uint8_t *missing = honours->missing[*entry & CLASS_MASK];
    unsigned kept[5] = {0};
    for (int kind = 0; kind < HONOUR_KINDS; kind++)
        if (vector->counts[kind])
            kept[vector->counts[kind]] = kept_shares(missing, honours->missing[*(entry - power5[kind]) & CLASS_MASK]);
    for (int others = 0; others < beside->n; others++) {
        const unsigned shares = nearest_shares(missing, beside->missing[others]);
        unsigned spare = 0;
        for (unsigned count = 1; count <= 4; count++)
            if (kept[count] & shares) spare |= SPARE_COUNT(count);
        b->table->spare_counts[number * MAX_CLASSES + others] = (uint8_t)spare;
    }
}

static void note_honours(const suit_vector *vector, void *context) {
    building *b = context;
    unsigned held[5] = {0};
    for (int kind = 0; kind < HONOUR_KINDS; kind++) held[vector->counts[kind]]++;
    uint8_t *met = &b->honours_met[held[1]][held[2]][held[3]][held[4]];
    if (!*met && b->n_honours < MAX_HONOURS) {
        fill_spare_counts(b, vector, b->n_honours);
        *met = (uint8_t)++b->n_honours;
    }
    if (*met)
        b->table->honours[vector->key] = (uint8_t)(*met - 1);
    else
        b->failed = true;
}

static bool build_discards(void *memory) {
    const shanten_table *classes = tp_shanten_table();
    building *b = classes ? calloc(1, sizeof *b) : NULL;
    if (!b) return false;
    b->classes = classes;
    b->table = memory;
    const bool good = fill_beside(b);
    if (good) {
        fill_shares(b);
        fill_spare(b);
        tp_for_each_vector(&tp_honoured, note_honours, b);
    }
    const bool whole = good && !b->failed;
    free(b);
    return whole;
}

const discards_table *tp_discards_table(void) {
    static _Atomic(void *) slot;
    return tp_published(&slot, sizeof(discards_table), build_discards);
}
