/* What a waiting or nearly waiting hand comes to within its next own draws from the unseen tiles, exactly.
 *
 * The unseen tiles are a wall in uniformly random order; only own draws count. Two ways of play are valued:
 *
 * best    every drawn tile is seen and every discard is free: the optimum over all ways to play.
 * direct  a drawn tile is kept when it lowers the shanten and put aside unread when it does not; a discard is one that
 *         keeps the shanten lowered, chosen by the hand, the tiles kept and the number of draws; a win is taken.
 */
#ifndef TP_IMPROVE_H
#define TP_IMPROVE_H

#include "tingpai.h"

#define TP_MAX_DRAWS 18
#define TP_MAX_DIRECT_SHANTEN 2

typedef struct tp_outlook tp_outlook;

typedef struct {
    const uint8_t *hands;  /* n x 34 concealed tiles, 3k+1 each, wildcards among them */
    size_t n;
    const uint8_t *melds;  /* 34 tiles laid down (those copies are used up) */
    const uint8_t *unseen; /* 34 tiles, at least `draws` in all */
    int wildcard;          /* the kind whose concealed copies are wild, or -1 */
    tp_pairs pairs;
    int draws;             /* 1 to TP_MAX_DRAWS */
    bool best;             /* else direct, for hands of at most TP_MAX_DIRECT_SHANTEN */
} tp_outlook_question;

/* NULL when there is no memory. */
tp_outlook *tp_outlook_open(const tp_outlook_question *question);
void tp_outlook_close(tp_outlook *outlook);

/* Every complete hand that may come up, for the caller to value: how many, and their rows. */
tp_status tp_outlook_wins(tp_outlook *outlook, size_t *n);
void tp_outlook_win_rows(const tp_outlook *outlook, uint8_t *rows);

/* The expected value of each hand: `values` of the wins in the order of their rows, negative where a win is not
 * allowed; NULL counts every complete hand as 1. */
tp_status tp_outlook_solve(tp_outlook *outlook, const double *values, double *out);

#endif
