/* Asks one question about the rows on standard input, for instructions.py to count what that takes:
 * instructions KERNEL QUESTION WILDCARDS ROWS. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tingpai.h"

static int ask(const char *question, const tp_hands *hands, void *out) {
    size_t bad;
    tp_status status;
    if (strcmp(question, "is_win") == 0)
        status = tp_win(hands, out, &bad);
    else if (strcmp(question, "waits") == 0)
        status = tp_waits(hands, out, &bad);
    else if (strcmp(question, "shanten") == 0)
        status = tp_shanten(hands, out, &bad);
    else if (strcmp(question, "patterns") == 0)
        status = tp_patterns(hands, out, &bad);
    else if (strcmp(question, "discard_shanten") == 0)
        status = tp_discard_shanten(hands, out, &bad);
    else
        status = tp_discard_waits(hands, out, &bad);
    return status != TP_OK || bad != TP_NO_ROW;
}

/* Callgrind counts inside this function only. */
__attribute__((noinline)) int measured(const char *question, const tp_hands *hands, void *out) {
    return ask(question, hands, out);
}

int main(int argc, char **argv) {
    if (argc != 5 || !tp_force_kernel(argv[1])) return 2;
    tp_hands hands = {.n = strtoul(argv[4], NULL, 10),
                      .wild_all = (uint8_t)atoi(argv[3]),
                      .pairs = TP_PAIRS_QUADS,
                      .fifth_copy = true};
    uint8_t *rows = malloc(hands.n * TP_KINDS);
    uint64_t *out = malloc(hands.n * TP_KINDS * sizeof *out);
    if (!rows || !out || fread(rows, TP_KINDS, hands.n, stdin) != hands.n) return 2;
    hands.counts = rows;
    const tp_hands one = {.counts = rows, .n = 1, .wild_all = hands.wild_all, .fifth_copy = true};
    if (ask(argv[2], &one, out)) return 1; /* builds the tables */
    return measured(argv[2], &hands, out);
}
