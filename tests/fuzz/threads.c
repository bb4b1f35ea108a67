/* threads [ROUNDS]: eight threads ask every question at once, beginning with the first use of every table; each must
 * answer as one thread alone does. For ThreadSanitizer. */
#define _POSIX_C_SOURCE 200809L /* barriers */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tingpai.h"

#define THREADS 8
#define ROWS 512

typedef struct {
    uint8_t win[ROWS], wild_win[ROWS];
    uint64_t waits[ROWS], wild_waits[ROWS], discard_waits[ROWS * TP_KINDS];
    int8_t shanten[ROWS], exact_shanten[ROWS], discard_shanten[ROWS * TP_KINDS];
    uint32_t patterns[ROWS];
} answers;

static uint8_t counts[ROWS * TP_KINDS];
static pthread_barrier_t start;
static answers found[THREADS];

static void ask(answers *got) {
    const tp_hands plain = {.counts = counts, .n = ROWS, .pairs = TP_PAIRS_QUADS, .fifth_copy = true};
    tp_hands wild = plain, exact = plain;
    wild.wild_all = 3;
    exact.wild_all = 3;
    exact.fifth_copy = false;
    size_t bad;
    tp_status status = TP_OK;
    status |= tp_shanten(&plain, got->shanten, &bad);
    status |= tp_win(&plain, got->win, &bad);
    status |= tp_win(&wild, got->wild_win, &bad);
    status |= tp_waits(&wild, got->wild_waits, &bad);
    status |= tp_waits(&plain, got->waits, &bad);
    status |= tp_shanten(&exact, got->exact_shanten, &bad);
    status |= tp_patterns(&plain, got->patterns, &bad);
    status |= tp_discard_shanten(&plain, got->discard_shanten, &bad);
    status |= tp_discard_waits(&plain, got->discard_waits, &bad);
    if (status != TP_OK) abort();
}

static void *worker(void *to) {
    pthread_barrier_wait(&start);
    ask(to);
    return NULL;
}

int main(int argc, char **argv) {
    const int rounds = argc > 1 ? atoi(argv[1]) : 20;
    srand(1);
    for (int row = 0; row < ROWS; row++)
        for (int tiles = row % 2 ? 14 : 11; tiles--;) {
            uint8_t *count = &counts[row * TP_KINDS + rand() % (row % 3 ? TP_KINDS : 9)];
            *count = (uint8_t)(*count + (*count < 4));
        }
    for (int round = 0; round < rounds; round++) {
        pthread_t threads[THREADS];
        pthread_barrier_init(&start, NULL, THREADS);
        for (int i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, worker, &found[i]);
        for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL);
        pthread_barrier_destroy(&start);
        static answers alone;
        ask(&alone);
        for (int i = 0; i < THREADS; i++)
            if (memcmp(&found[i], &alone, sizeof alone)) {
                fprintf(stderr, "thread %d answers otherwise\n", i);
                return 1;
            }
    }
    printf("%d rounds of %d threads, nothing found\n", rounds, THREADS);
    return 0;
}
