/* random_rows BYTES HANDS [SEED]: rows of random bytes, none of which is a hand, and rows that are hands or nearly, so
 * many of each, through every batch function and every kernel, checked as check.h says. */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"

#define BLOCK_ROWS 4096

static uint64_t state;

static uint64_t chance(void) { /* splitmix64 */
    uint64_t z = (state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static unsigned below(unsigned n) { return (unsigned)(chance() % n); }

static void bytes(uint8_t *to, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = (uint8_t)chance();
}

/* Tiles drawn from a wall of `kinds` kinds from `first` on, some of them melds; sometimes a tile or a byte too many. */
static void deal(uint8_t *counts, uint8_t *melds, unsigned wild) {
    const unsigned spread = below(3), first = spread ? 9 * below(3) : 0, kinds = spread == 2 ? 9 : spread ? 16 : TP_KINDS;
    uint8_t left[TP_KINDS];
    for (int kind = 0; kind < TP_KINDS; kind++) left[kind] = 4, counts[kind] = melds[kind] = 0;
    unsigned sets = below(5);
    unsigned size = 14 - 3 * sets - below(2);
    size -= wild < size ? wild : size;
    while (sets--) {
        const unsigned kind = (first + below(kinds)) % TP_KINDS;
        const unsigned number = left[kind] == 4 ? 3 + below(2) : 0;
        left[kind] = (uint8_t)(left[kind] - number);
        melds[kind] = (uint8_t)(melds[kind] + number);
    }
    for (unsigned tries = 0; size && tries < 200; tries++) {
        const unsigned kind = (first + below(kinds)) % TP_KINDS;
        const unsigned number = below(3) ? 1 : 3;
        if (left[kind] < number || number > size) continue;
        left[kind] = (uint8_t)(left[kind] - number);
        counts[kind] = (uint8_t)(counts[kind] + number);
        size -= number;
    }
    if (!below(8)) counts[below(TP_KINDS)]++;
    if (!below(8)) counts[below(TP_KINDS)] = (uint8_t)chance();
    if (!below(8)) melds[below(TP_KINDS)] = (uint8_t)chance();
}

static void block(size_t n, bool raw) {
    uint8_t *counts = malloc(n * TP_KINDS), *melds = malloc(n * TP_KINDS), *wild = malloc(n);
    if (!counts || !melds || !wild) abort();
    const bool wild_rows = below(2), any_wild = below(2);
    tp_hands hands = {.counts = counts,
                      .melds = below(2) ? melds : NULL,
                      .wild = wild_rows && any_wild ? wild : NULL,
                      .n = n,
                      .wild_all = (uint8_t)(any_wild ? below(16) ? below(5) : chance() : 0),
                      .pairs = (tp_pairs)below(3),
                      .fifth_copy = below(2)};
    for (size_t row = 0; row < n; row++) {
        wild[row] = (uint8_t)(below(8) ? below(5) : chance());
        if (!raw) deal(counts + row * TP_KINDS, melds + row * TP_KINDS, hands.wild ? wild[row] : hands.wild_all);
    }
    if (raw) {
        bytes(counts, n * TP_KINDS);
        bytes(melds, n * TP_KINDS);
    }
    check_hands(&hands);
    free(counts);
    free(melds);
    free(wild);
}

static void rows(unsigned long long left, bool raw) {
    while (left) {
        const size_t most = BLOCK_ROWS - below(256); /* every rest of a kernel's block */
        const size_t n = left < most ? (size_t)left : most;
        block(n, raw);
        left -= n;
    }
}

int main(int argc, char **argv) {
    if (argc < 3) {
        fprintf(stderr, "usage: random_rows BYTES HANDS [SEED]\n");
        return 2;
    }
    const unsigned long long bytes_rows = strtoull(argv[1], NULL, 10), hands_rows = strtoull(argv[2], NULL, 10);
    state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    rows(bytes_rows, true);
    rows(hands_rows, false);
    printf("%llu rows of bytes, %llu hands, nothing found\n", bytes_rows, hands_rows);
    return 0;
}
