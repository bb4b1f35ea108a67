/* libFuzzer target: what a hand comes to within its next draws. Bytes 0-4 say how: draws, tiles, wildcard, seven pairs and
 * changes; each byte that follows names a tile, for the hand until it is full, then one that somebody shows. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "improve/outlook.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define BEST_DRAWS 2 /* best play looks at everything that may come up */
#define MOST_SHANTEN 2

static int8_t shanten_of(const tp_outlook_question *question) {
    uint8_t row[TP_KINDS], used[TP_KINDS] = {0}, wild = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) row[kind] = question->hands[kind];
    if (question->wildcard >= 0) {
        wild = used[question->wildcard] = row[question->wildcard];
        row[question->wildcard] = 0;
    }
    const tp_hands hands = {
        .counts = row, .melds = used, .n = 1, .wild_all = wild, .pairs = question->pairs, .fifth_copy = true};
    int8_t shanten;
    size_t bad;
    if (tp_shanten(&hands, &shanten, &bad) != TP_OK || bad != TP_NO_ROW) abort();
    return shanten;
}

typedef struct {
    double least, most;
} chances;

/* False when there are too many hands. */
static bool chances_of(const tp_outlook_question *question, chances *found) {
    chances again = {0, 0};
    size_t wins = 0;
    tp_outlook *outlook;
    const tp_outlook_status status = tp_outlook_open(question, &outlook);
    if (status == TP_OUTLOOK_TOO_LARGE && !question->best) return false;
    if (status != TP_OUTLOOK_OK || tp_outlook_solve(outlook, NULL, &found->least, &found->most) ||
        tp_outlook_wins(outlook, &wins))
        abort();
    uint8_t *rows = malloc(wins * TP_KINDS + 1);
    double *values = malloc((wins + 1) * sizeof *values);
    if (!rows || !values) abort();
    tp_outlook_win_rows(outlook, rows);
    for (size_t win = 0; win < wins; win++) values[win] = 1;
    if (wins && tp_outlook_solve(outlook, values, &again.least, &again.most)) abort();
    if (!(found->least >= 0 && found->least <= found->most + 1e-9 && found->most <= 1 + 1e-9) ||
        fabs(found->least - again.least) > 1e-9 || fabs(found->most - again.most) > 1e-9 || (found->most > 0 && !wins)) {
        fprintf(stderr, "chances %g to %g, with values of 1 %g to %g, by %zu wins\n", found->least, found->most, again.least,
                again.most, wins);
        abort();
    }
    free(rows);
    free(values);
    tp_outlook_close(outlook);
    return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 6) return 0;
    uint8_t hand[TP_KINDS] = {0}, melds[TP_KINDS] = {0}, unseen[TP_KINDS];
    for (int kind = 0; kind < TP_KINDS; kind++) unseen[kind] = 4;
    int wanted = 1 + 3 * (data[1] % 5), left = 4 * TP_KINDS;
    for (size_t at = 5; at < size; at++) {
        const int kind = data[at] % TP_KINDS;
        if (!unseen[kind] || left == TP_MAX_DRAWS) continue;
        unseen[kind]--;
        left--;
        if (!wanted) continue;
        hand[kind]++;
        wanted--;
    }
    if (wanted) return 0;
    tp_outlook_question question = {.hands = hand,
                                    .n = 1,
                                    .melds = melds,
                                    .unseen = unseen,
                                    .wildcard = data[2] % 2 ? data[2] / 2 % TP_KINDS : -1,
                                    .pairs = (tp_pairs)(data[3] % 3),
                                    .draws = 1 + data[0] % TP_MAX_DRAWS,
                                    .changes = data[4] % 2};
    if (question.wildcard >= 0 && hand[question.wildcard] > TP_MAX_WILD) return 0;
    const int8_t shanten = shanten_of(&question);
    if (shanten > MOST_SHANTEN || shanten < 0) return 0;
    if (shanten == MOST_SHANTEN) question.changes = 0;
    chances bounded, best;
    if (!chances_of(&question, &bounded) || question.draws > BEST_DRAWS) return 0;
    question.best = true;
    if (!chances_of(&question, &best)) abort();
    /* With so few draws every way to play is within the bounds; a wildcard that is a fifth copy does for two. */
    const int does = question.wildcard < 0 ? question.draws : 2 * question.draws;
    const bool all = shanten + 1 + question.changes >= does;
    if (best.least != best.most || bounded.least > best.least + 1e-9 || (all && bounded.most < best.most - 1e-9)) {
        fprintf(stderr, "best %g to %g is not within %g to %g\n", best.least, best.most, bounded.least, bounded.most);
        abort();
    }
    return 0;
}
