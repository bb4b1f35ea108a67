/* What one suit's nine counts can become: the lookups every question shares.
 *
 * A suit is indexed by its base-5 key, tile 1 least significant (5^9 entries), honours by theirs (5^7). Each question has
 * a table of its own, as narrow as it can be: the fewer bytes an entry has, the more of them stay in the cache beside
 * the rows that stream through it. A table is built on first use and published by one atomic store.
 */
#ifndef TP_TABLES_H
#define TP_TABLES_H

#include <stddef.h>
#include <stdint.h>

#define SUIT_KINDS 9
#define SUIT_KEYS 1953125
#define HONOUR_KEYS 78125

/* Completeness of a suit, 8 bits. A suit of 3k tiles can only be complete without a pair, one of 3k+2 only with it; so
 * one bit tells completeness. */
#define WIN_COUNT 15u          /* tiles, at most 15 */
#define WIN_COMPLETE 16u
#define WIN_TWO 32u            /* 3k+2 tiles */
#define WIN_ODD 64u            /* some kind is held once or thrice */

/* Waits of a suit, 16 bits. For the same reason one mask is enough: the tiles that make 3k+1 complete with a pair, or
 * 3k+2 complete without. */
#define WAITS_COUNT 15u        /* tiles, at most 15 */
#define WAITS_COMPLETE 16u
#define WAITS_ODD 96u          /* two bits: kinds held once or thrice, at most 2 */
#define WAITS_ONE_ODD 32u
#define WAITS_SHIFT 7          /* nine bits */

/* Readings of a complete suit, and what its tiles are, 8 bits. */
#define READINGS_COUNT 7u      /* how many: four at most */
#define READINGS_PUNGS 8u      /* one of them has no chow */
#define READINGS_258 16u       /* one of them has a pair of 2, 5 or 8 */
#define READINGS_PAIR 32u      /* they have the pair */
#define READINGS_ONLY_258 64u  /* complete or not: no tile but 2, 5, 8 */
#define READINGS_ODD 128u      /* complete or not: some kind is held once or thrice */

/* What a suit lacks when wildcards may be any tile, 8 bits. `need` is how many wildcards complete it without a pair;
 * with one it is always one less or two more. */
#define WILD_NEED 7u           /* 7: too many */
#define WILD_LESS 8u           /* with a pair it needs one less */
#define WILD_COUNT_SHIFT 4     /* four bits: tiles, at most 15 */

/* The same, and which tiles help, 32 bits: the low 8 as above. Few different ones exist, so suits are given by number. */
#define WILD_PLAIN_SHIFT 8     /* nine bits: tiles that lower `need` */
#define WILD_PAIR_SHIFT 17     /* nine bits: tiles that lower the need with a pair */
#define MAX_WILD_ENTRIES 20480

typedef struct {
    uint8_t suit[SUIT_KEYS];
    uint8_t honours[HONOUR_KEYS];
} byte_table;

typedef byte_table win_table;
typedef byte_table readings_table;
typedef byte_table needs_table;

typedef struct {
    uint16_t suit[SUIT_KEYS];
    uint16_t honours[HONOUR_KEYS];
} waits_table;

typedef struct {
    uint16_t suit[SUIT_KEYS];
    uint16_t honours[HONOUR_KEYS];
    uint32_t entries[MAX_WILD_ENTRIES]; /* those of suits with few tiles first: they are asked for most */
} wild_table;

/* What a suit, or several together, miss to be so many melds, without and with the pair. Such a share of a hand is
 * numbered melds * 2 + pair. Few different functions share -> tiles missing exist: each is met once and then known by its
 * number, its class. */
#define SHARES 10
#define MAX_CLASSES 184 /* of whatever parts */
typedef struct {
    int n;
    uint8_t missing[MAX_CLASSES][SHARES];
    uint16_t tiles[MAX_CLASSES]; /* how many tiles what is of the class may have, a bit for each number */
} class_list;

/* Shanten: suits are known by class, and classes are merged two by two. */
#define MAX_SUIT_CLASSES 128
#define MAX_HONOUR_CLASSES 56
#define MAX_WITH_HONOURS 168  /* merged classes of a suit and the honours */
#define HONOUR_MERGES (MAX_SUIT_CLASSES * MAX_SUIT_CLASSES)
#define SHANTEN_SIZE (MAX_CLASSES * MAX_WITH_HONOURS)
#define CLASS_MASK 127u        /* alone in its byte */
#define CLASS_TILES_SHIFT 8    /* four bits: tiles, at most 15 */
#define CLASS_PAIRS_SHIFT 12   /* three bits: pairs, a quad is two */
typedef struct {
    uint16_t suit[SUIT_KEYS + HONOUR_KEYS]; /* the honours from SUIT_KEYS on */
    /* two suits: class * MAX_SUIT_CLASSES + class; from HONOUR_MERGES on a suit and the honours:
     * class * MAX_HONOUR_CLASSES + class */
    uint8_t merge[HONOUR_MERGES + MAX_SUIT_CLASSES * MAX_HONOUR_CLASSES];
    /* melds * SHANTEN_SIZE + two suits' merged class * MAX_WITH_HONOURS + that of a suit and the honours */
    int8_t shanten[5 * SHANTEN_SIZE];
    class_list suits, honours, two_suits, with_honours;
} shanten_table;

/* Discards: a hand that is as near as it can be shares its melds and its pair out among the suits, in one way or in
 * several. A tile is spare, and the hand no farther without it, when its suit misses no more without it for one of the
 * shares it may have. A byte holds such shares, eight bits for ten: no melds and four have one bit, since a suit has so
 * many tiles that one of the two is never near. */
#define DENSE_SUITS 405350    /* suits of at most 14 tiles */
#define DENSE_LOW 3125        /* the lower five digits of a key, */
#define DENSE_HIGH 625        /* and the upper four */
#define MAX_SPARE_ROWS 47680
#define MAX_HONOURS 180       /* honours by how many are held once, twice, thrice and four times */
#define SPARE_COUNT(count) ((count) == 3 ? 8u : (count)) /* a bit for each count from one to four */
typedef struct {
    uint32_t high[DENSE_HIGH];
    uint16_t low[DENSE_LOW];
    /* [high + low] -> row of `spare`; what has too many tiles may come to any place of it */
    uint16_t row[DENSE_SUITS + DENSE_LOW];
    uint8_t spare[MAX_SPARE_ROWS][SUIT_KINDS]; /* [row][kind] -> shares for which a tile of the kind is spare */
    uint8_t honours[HONOUR_KEYS];              /* key -> number */
    /* melds of the hand * MAX_CLASSES + class -> class with the melds that four lack, as if they were there: of two
     * suits, and of a suit with the honours */
    uint8_t filled_suits[5 * MAX_CLASSES];
    uint8_t filled_rest[5 * MAX_CLASSES];
    /* What is beside one suit, merged: class * MAX_CLASSES + class of another suit with the honours; */
    uint8_t beside_suit[MAX_SUIT_CLASSES * MAX_CLASSES];
    /* two suits' class * MAX_HONOUR_CLASSES + class of the honours, as classes of the same list. */
    uint8_t beside_last[MAX_CLASSES * MAX_HONOUR_CLASSES];
    /* What is beside the honours: two suits' class * MAX_SUIT_CLASSES + class of the third. */
    uint8_t beside_honours[MAX_CLASSES * MAX_SUIT_CLASSES];
    uint8_t shares[MAX_SUIT_CLASSES * MAX_CLASSES]; /* class * MAX_CLASSES + class beside -> its shares of a nearest hand */
    /* number * MAX_CLASSES + class beside -> counts of which one is spare, as SPARE_COUNT */
    uint8_t spare_counts[MAX_HONOURS * MAX_CLASSES];
} discards_table;

/* NULL when there is no memory. */
const win_table *tp_win_table(void);
const waits_table *tp_waits_table(void);
const readings_table *tp_readings_table(void);
const needs_table *tp_needs_table(void);
const wild_table *tp_wild_table(void);
const shanten_table *tp_shanten_table(void);
const discards_table *tp_discards_table(void);

#endif
