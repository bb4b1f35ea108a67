/* What a waiting or nearly waiting hand comes to within its next own draws from the unseen tiles.
 *
 * The unseen tiles are a wall in uniformly random order; only own draws count; every drawn tile is seen and every discard
 * is free. The answer is two numbers: what some way to play is sure to reach (`least`), and what none exceeds (`most`).
 *
 * best    looks at every hand and every wall that can come up: the optimum over all ways to play, the two are one.
 * bounds  looks at every hand that can be completed with at most so many drawn tiles in it, `changes` more than the
 *         nearest needs: `most` holds for all ways to play that keep to such hands.
 */
#ifndef TP_IMPROVE_OUTLOOK_H
#define TP_IMPROVE_OUTLOOK_H

#include "tingpai.h"

#define TP_MAX_DRAWS 18
#define TP_MAX_OUTLOOK_HANDS 100000

typedef struct tp_outlook tp_outlook;

typedef struct {
    const uint8_t *hands;  /* n x 34 concealed tiles, 3k+1 each, wildcards among them: one hand of 3k+2 less a discard */
    size_t n;
    const uint8_t *melds;  /* 34 tiles laid down (those copies are used up) */
    const uint8_t *unseen; /* 34 tiles, at least `draws` in all */
    int wildcard;          /* the kind whose concealed copies are wild, or -1 */
    tp_pairs pairs;
    int draws;             /* 1 to TP_MAX_DRAWS */
    bool best;             /* else bounds */
    int changes;           /* for the bounds */
} tp_outlook_question;

/* TOO_LARGE: more than TP_MAX_OUTLOOK_HANDS waiting or nearly waiting hands would have to be looked at for the bounds. */
typedef enum { TP_OUTLOOK_OK, TP_OUTLOOK_NO_MEMORY, TP_OUTLOOK_TOO_LARGE } tp_outlook_status;

/* `*outlook` is NULL unless all is well. */
tp_outlook_status tp_outlook_open(const tp_outlook_question *question, tp_outlook **outlook);
void tp_outlook_close(tp_outlook *outlook);

/* Every complete hand that may come up, for the caller to value: how many, and their rows. */
tp_status tp_outlook_wins(tp_outlook *outlook, size_t *n);
void tp_outlook_win_rows(const tp_outlook *outlook, uint8_t *rows);

/* The expected value of each hand: `values` of the wins in the order of their rows, negative where a win is not
 * allowed; NULL counts every complete hand as 1. */
tp_status tp_outlook_solve(tp_outlook *outlook, const double *values, double *least, double *most);

#endif
