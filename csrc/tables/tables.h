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

/* Shanten: few different functions (melds, pair) -> missing tiles exist, so suits are numbered by class, and classes
 * are merged two by two. */
#define MAX_SUIT_CLASSES 128
#define MAX_HONOUR_CLASSES 56
#define MAX_TWO_SUITS 184     /* merged classes of two suits */
#define MAX_WITH_HONOURS 168  /* merged classes of a suit and the honours */
#define HONOUR_MERGES (MAX_SUIT_CLASSES * MAX_SUIT_CLASSES)
#define SHANTEN_SIZE (MAX_TWO_SUITS * MAX_WITH_HONOURS)
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
    /* The same two the other way round, for one hand asked about often: what changes from one question to the next comes
     * last, so that the entries lie together. (Two suits merge to the same class in either order.) */
    uint8_t honours_first[MAX_HONOUR_CLASSES * MAX_SUIT_CLASSES];
    int8_t rest_first[5 * SHANTEN_SIZE]; /* melds * SHANTEN_SIZE + suit and honours * MAX_TWO_SUITS + two suits */
    /* [mask of the nine kinds] -> the kinds in it from the lowest, fewer than three filled up with the lowest; in the last
     * byte how many they are */
    uint8_t places[512][16];
    /* [class][melds * 2 + pair] -> missing tiles */
    uint8_t missing[MAX_SUIT_CLASSES][10];
    uint8_t honour_missing[MAX_HONOUR_CLASSES][10];
} shanten_table;

/* NULL when there is no memory. */
const win_table *tp_win_table(void);
const waits_table *tp_waits_table(void);
const readings_table *tp_readings_table(void);
const needs_table *tp_needs_table(void);
const wild_table *tp_wild_table(void);
const shanten_table *tp_shanten_table(void);

#endif
