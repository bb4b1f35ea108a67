/* The batch entry points: each question goes to the kernel in use, or hand by hand to exact.c where no table knows. */
#include <string.h>

#include "dispatch.h"
#include "exact.h"

static bool any_wild(const tp_hands *hands) { return hands->wild || hands->wild_all; }

/* Wildcards that the tables know: those that may be any tile. */
static bool free_wild(const tp_hands *hands) { return any_wild(hands) && hands->fifth_copy; }

static exact_hand hand_at(const tp_hands *hands, size_t row) {
    return (exact_hand){.row = hands->counts + row * TP_KINDS,
                        .melds = hands->melds ? hands->melds + row * TP_KINDS : NULL,
                        .wild = hands->wild ? hands->wild[row] : hands->wild_all,
                        .pairs = hands->pairs,
                        .fifth_copy = hands->fifth_copy};
}

static bool is_hand(const exact_hand *hand) {
    if (hand->wild > TP_MAX_WILD) return false;
    unsigned total = hand->wild;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        if (hand->row[kind] + (hand->melds ? hand->melds[kind] : 0) > 4) return false;
        total += hand->row[kind];
    }
    return total <= 14 && total % 3 != 0;
}

/* Notes a bad row; true when the row is good. */
static bool good_row(const exact_hand *hand, size_t row, size_t *bad) {
    if (is_hand(hand)) return true;
    if (*bad == TP_NO_ROW) *bad = row;
    return false;
}

/* One row after another through exact.c: `answer` for a good one, `mark` for a bad one. */
#define EXACT_ROWS(answer, mark)                                   \
    exact_memo *memo = tp_exact_open(hands->n);                    \
    if (!memo) return TP_NO_MEMORY;                                \
    for (size_t row = 0; row < hands->n; row++) {                  \
        const exact_hand hand = hand_at(hands, row);               \
        out[row] = good_row(&hand, row, bad) ? (answer) : (mark);  \
    }                                                              \
    tp_exact_close(memo);                                          \
    return TP_OK

tp_status tp_win(const tp_hands *hands, uint8_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands)) return tp_kernel_in_use()->win(hands, out, bad);
    if (free_wild(hands)) return tp_kernel_in_use()->wild_win(hands, out, bad);
    EXACT_ROWS(tp_exact_win(memo, &hand), TP_BAD_WIN);
}

tp_status tp_waits(const tp_hands *hands, uint64_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands)) return tp_kernel_in_use()->waits(hands, out, bad);
    if (free_wild(hands)) return tp_kernel_in_use()->wild_waits(hands, out, bad);
    EXACT_ROWS(tp_exact_waits(memo, &hand), TP_BAD_WAITS);
}

tp_status tp_shanten(const tp_hands *hands, int8_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands) && !hands->melds) return tp_kernel_in_use()->shanten(hands, out, bad);
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_NO_MEMORY;
    EXACT_ROWS(tp_exact_shanten(memo, table, &hand), TP_BAD_SHANTEN);
}

tp_status tp_patterns(const tp_hands *hands, uint32_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands)) return tp_kernel_in_use()->patterns(hands, out, bad);
    EXACT_ROWS(tp_exact_patterns(memo, &hand), TP_BAD_PATTERNS);
}

/* Every discard of one hand, put to a question about what is left. */
#define EXACT_DISCARDS(answer, none, mark)                                        \
    exact_memo *memo = tp_exact_open(hands->n);                                   \
    if (!memo) return TP_NO_MEMORY;                                               \
    for (size_t row = 0; row < hands->n; row++, out += TP_KINDS) {                \
        exact_hand hand = hand_at(hands, row);                                    \
        const bool good = good_row(&hand, row, bad);                              \
        unsigned tiles = hand.wild;                                               \
        uint8_t left[TP_KINDS];                                                   \
        for (int kind = 0; kind < TP_KINDS; kind++) {                             \
            left[kind] = hand.row[kind];                                          \
            tiles += left[kind];                                                  \
            out[kind] = good ? (none) : (mark);                                   \
        }                                                                         \
        if (!good || tiles % 3 != 2) continue;                                    \
        hand.row = left;                                                          \
        for (int kind = 0; kind < TP_KINDS; kind++) {                             \
            if (!left[kind]) continue;                                            \
            left[kind]--;                                                         \
            out[kind] = (answer);                                                 \
            left[kind]++;                                                         \
        }                                                                         \
    }                                                                             \
    tp_exact_close(memo);                                                         \
    return TP_OK

tp_status tp_discard_shanten(const tp_hands *hands, int8_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands) && !hands->melds) return tp_kernel_in_use()->discard_shanten(hands, out, bad);
    const shanten_table *table = tp_shanten_table();
    if (!table) return TP_NO_MEMORY;
    EXACT_DISCARDS(tp_exact_shanten(memo, table, &hand), TP_NO_DISCARD, TP_BAD_SHANTEN);
}

tp_status tp_discard_waits(const tp_hands *hands, uint64_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands)) return tp_kernel_in_use()->discard_waits(hands, out, bad);
    EXACT_DISCARDS(tp_exact_waits(memo, &hand), 0, TP_BAD_WAITS);
}
