/* One hand at a time, for what no table holds: copies used up by melds, and wildcards that may not be a fifth copy or
 * whose fifth copies must be told from natural draws. A suit is worked out by dynamic programming over its kinds, and
 * what came out is remembered for the next hand with the same suit. */
#ifndef TP_EXACT_H
#define TP_EXACT_H

#include "tables/tables.h"
#include "tingpai.h"

typedef struct exact_memo exact_memo;

/* A memory of suits for a batch of n rows; NULL when there is no memory. Each thread has its own. */
exact_memo *tp_exact_open(size_t n);
void tp_exact_close(exact_memo *memo);

/* The rules and the rows of one hand; the row must be a hand. */
typedef struct {
    const uint8_t *row;
    const uint8_t *melds; /* or NULL */
    unsigned wild;
    tp_pairs pairs;
    bool fifth_copy;
} exact_hand;

bool tp_exact_win(exact_memo *memo, const exact_hand *hand);
uint64_t tp_exact_waits(exact_memo *memo, const exact_hand *hand);
int8_t tp_exact_shanten(exact_memo *memo, const shanten_table *table, const exact_hand *hand);
/* 34 answers: the shanten after each discard of a hand of 3k+2 tiles. */
void tp_exact_discard_shanten(exact_memo *memo, const shanten_table *table, const exact_hand *hand, int8_t *out);
uint32_t tp_exact_patterns(exact_memo *memo, const exact_hand *hand);

#endif
