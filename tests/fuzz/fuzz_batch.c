/* libFuzzer target: the batch entry points. The first byte says which arrays there are and the rules, the second the
 * wildcards of all rows; what follows is rows: 34 counts, 34 tiles laid down if there are melds, a number of wildcards if
 * each row has its own. */
#include <stdlib.h>
#include <string.h>

#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The columns of rows `stride` bytes apart as an array that ends where they end. */
static uint8_t *column(const uint8_t *data, size_t n, size_t stride, size_t width) {
    uint8_t *copy = malloc(n * width);
    if (!copy) abort();
    for (size_t row = 0; row < n; row++) memcpy(copy + row * width, data + row * stride, width);
    return copy;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    const bool melds = data[0] & 1, wild = data[0] & 2;
    const size_t stride = TP_KINDS + (melds ? TP_KINDS : 0) + wild;
    const size_t n = (size - 2) / stride;
    if (!n) return 0;
    const uint8_t *rows = data + 2;
    tp_hands hands = {.n = n,
                      .wild_all = data[1],
                      .pairs = (tp_pairs)((data[0] >> 2) % 3),
                      .fifth_copy = data[0] >> 7};
    uint8_t *counts = column(rows, n, stride, TP_KINDS);
    uint8_t *used = melds ? column(rows + TP_KINDS, n, stride, TP_KINDS) : NULL;
    uint8_t *numbers = wild ? column(rows + stride - 1, n, stride, 1) : NULL;
    hands.counts = counts;
    hands.melds = used;
    hands.wild = numbers;
    check_hands(&hands);
    free(counts);
    free(used);
    free(numbers);
    return 0;
}
