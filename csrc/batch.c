/* The batch entry points: each question goes to the kernel in use, or hand by hand to exact.c where no table knows. */
#include <string.h>

#include "dispatch.h"
#include "exact.h"
#include "kernel/block.h"
#include "kernel/front_portable.h"

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
    if (hand->wild > TP_MAX_WILD || row_over(hand->row)) return false;
    if (hand->melds) {
        /* Bytes up to four each: their sum stays in its byte. */
        uint8_t both[TP_KINDS];
        if (row_over(hand->melds)) return false;
        for (int kind = 0; kind < TP_KINDS; kind++) both[kind] = (uint8_t)(hand->row[kind] + hand->melds[kind]);
        if (row_over(both)) return false;
    }
    return good_total((unsigned)row_total(hand->row) + hand->wild);
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

tp_status tp_discard_shanten(const tp_hands *hands, int8_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands) && !hands->melds) return tp_kernel_in_use()->discard_shanten(hands, out, bad);
    const shanten_table *table = tp_shanten_table();
    exact_memo *memo = tp_exact_open(hands->n);
    if (!table || !memo) {
        tp_exact_close(memo);
        return TP_NO_MEMORY;
    }
    for (size_t row = 0; row < hands->n; row++, out += TP_KINDS) {
        const exact_hand hand = hand_at(hands, row);
        if (good_row(&hand, row, bad))
            tp_exact_discard_shanten(memo, table, &hand, out);
        else
            memset(out, TP_BAD_SHANTEN, TP_KINDS);
    }
    tp_exact_close(memo);
    return TP_OK;
}

/* The waits after each discard of one hand with wildcards, each as a hand of its own. */
static void discard_waits(exact_memo *memo, exact_hand hand, uint64_t *out) {
    uint8_t left[TP_KINDS];
    memcpy(left, hand.row, TP_KINDS);
    hand.row = left;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        out[kind] = 0;
        if (!left[kind]) continue;
        left[kind]--;
        out[kind] = tp_exact_waits(memo, &hand);
        left[kind]++;
    }
}

tp_status tp_discard_waits(const tp_hands *hands, uint64_t *out, size_t *bad) {
    *bad = TP_NO_ROW;
    if (!any_wild(hands)) return tp_kernel_in_use()->discard_waits(hands, out, bad);
    exact_memo *memo = tp_exact_open(hands->n);
    if (!memo) return TP_NO_MEMORY;
    for (size_t row = 0; row < hands->n; row++, out += TP_KINDS) {
        const exact_hand hand = hand_at(hands, row);
        if (good_row(&hand, row, bad))
            discard_waits(memo, hand, out);
        else
            for (int kind = 0; kind < TP_KINDS; kind++) out[kind] = TP_BAD_WAITS;
    }
    tp_exact_close(memo);
    return TP_OK;
}
