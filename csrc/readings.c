/* Every standard reading of a complete hand, one kind after another: for each lowest kind left, a pung or a chow (the
 * pair is chosen first). At most a few, so nothing is looked up. */
#include <string.h>

#include "tingpai.h"

typedef struct {
    uint8_t counts[TP_KINDS];
    tp_reading reading;
    tp_reading *readings;
    size_t n;
} reading_walk;

/* `chows_only` for as long as `kind` stays: a pung after a chow of the same kind would come twice. */
static void read_melds(reading_walk *walk, int kind, bool chows_only) {
    for (; kind < TP_KINDS && !walk->counts[kind]; kind++) chows_only = false;
    if (kind == TP_KINDS) {
        if (walk->n < TP_MAX_READINGS) walk->readings[walk->n++] = walk->reading;
        return;
    }
    uint8_t *counts = walk->counts;
    uint8_t *meld = &walk->reading.melds[walk->reading.n_melds];
    if (counts[kind] >= 3 && !chows_only) {
        counts[kind] = (uint8_t)(counts[kind] - 3);
        *meld = (uint8_t)kind;
        walk->reading.n_melds++;
        read_melds(walk, kind, false);
        walk->reading.n_melds--;
        counts[kind] = (uint8_t)(counts[kind] + 3);
    }
    if (kind < 27 && kind % 9 < 7 && counts[kind + 1] && counts[kind + 2]) {
        for (int i = 0; i < 3; i++) counts[kind + i]--;
        *meld = (uint8_t)(kind + TP_CHOW);
        walk->reading.n_melds++;
        read_melds(walk, kind, true);
        walk->reading.n_melds--;
        for (int i = 0; i < 3; i++) counts[kind + i]++;
    }
}

size_t tp_readings(const uint8_t counts[TP_KINDS], tp_reading readings[TP_MAX_READINGS]) {
    reading_walk walk = {.readings = readings};
    unsigned total = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (counts[kind] > 4) return 0;
        total += counts[kind];
    }
    if (total > 14 || total % 3 != 2) return 0;
    memcpy(walk.counts, counts, TP_KINDS);
    for (int pair = 0; pair < TP_KINDS; pair++) {
        if (counts[pair] < 2) continue;
        walk.counts[pair] = (uint8_t)(walk.counts[pair] - 2);
        walk.reading.pair = (uint8_t)pair;
        read_melds(&walk, 0, false);
        walk.counts[pair] = (uint8_t)(walk.counts[pair] + 2);
    }
    return walk.n;
}
