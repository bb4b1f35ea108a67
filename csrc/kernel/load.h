/* Rows in, keys out: drives the front end over a block, whole groups first, and takes out the rows it finds bad. */

TP_INLINE void spoil_row(block_keys *keys, size_t i) {
    keys->m[i] = BAD_KEY;
    keys->p[i] = keys->s[i] = keys->z[i] = 0;
}

TP_INLINE bool row_is_over(const uint8_t *row, const uint8_t *melds) {
    for (int kind = 0; kind < TP_KINDS; kind++)
        if (row[kind] + (melds ? melds[kind] : 0) > 4) return true;
    return false;
}

/* Fills the block from `n` rows at `first`; entries past n are those of an empty hand. `full`, where not NULL, gets the
 * kinds of which all four copies are used. */
TP_INLINE void load_block(const tp_hands *hands, size_t first, size_t n, block_keys *keys, uint64_t *full) {
    const uint8_t *rows = hands->counts + first * TP_KINDS;
    const uint8_t *melds = hands->melds ? hands->melds + first * TP_KINDS : NULL;
    front_over over = FRONT_OVER_NONE;
    const size_t whole = n / GROUP * GROUP;
    for (size_t i = 0; i < whole; i += GROUP) {
        const uint8_t *group = rows + i * TP_KINDS;
        front_keys(group, keys, (int)i, &over);
    }
    if (whole < n) {
        uint8_t group[GROUP * TP_KINDS] = {0};
        memcpy(group, rows + whole * TP_KINDS, (n - whole) * TP_KINDS);
        front_keys(group, keys, (int)whole, &over);
    }
    for (size_t i = (n + GROUP - 1) / GROUP * GROUP; i < BLOCK; i++) keys->m[i] = keys->p[i] = keys->s[i] = keys->z[i] = 0;
    if (melds)
        for (size_t i = 0; i < n; i++) {
            const uint64_t used = front_full(rows + i * TP_KINDS, melds + i * TP_KINDS, &over);
            if (full) full[i] = used;
        }
    if (front_is_over(over))
        for (size_t i = 0; i < n; i++)
            if (row_is_over(rows + i * TP_KINDS, melds ? melds + i * TP_KINDS : NULL)) spoil_row(keys, i);
}

/* Asks for the memory of the row as far ahead of row i of the block. Spread over a loop of lookups, so that it waits for
 * neither: all at once, the requests would queue. */
TP_INLINE void prefetch_row(const tp_hands *hands, size_t first, int i) {
    TP_PREFETCH((const void *)((uintptr_t)hands->counts + (first + (size_t)i) * TP_KINDS + PREFETCH_BYTES));
}

/* Likewise for where the answers of a later block go, where they take a line for every eight rows. */
TP_INLINE void prefetch_answers(const uint64_t *out) {
    for (int i = 0; i < BLOCK; i += 8) TP_PREFETCH_WRITE((const void *)((uintptr_t)out + (2 * BLOCK + (size_t)i) * sizeof *out));
}

/* Four arrays of `type`, named as they are given: what a table says of each suit and of the honours. */
#define LOOK_UP(type, suit_table, honours_table, hands, first, keys, to_m, to_p, to_s, to_z) \
    type to_m[BLOCK], to_p[BLOCK], to_s[BLOCK], to_z[BLOCK];                                 \
    for (int i = 0; i < BLOCK; i++) {                                                        \
        to_m[i] = (type)(suit_table)[(keys).m[i]];                                           \
        to_p[i] = (type)(suit_table)[(keys).p[i]];                                           \
        to_s[i] = (type)(suit_table)[(keys).s[i]];                                           \
        to_z[i] = (type)(honours_table)[(keys).z[i]];                                        \
        prefetch_row(hands, first, i);                                                       \
    }

/* The counts of each row added up, or of each count the bits that `bits` has; nothing past n. Whatever for bad rows. */
TP_INLINE void load_sums(const tp_hands *hands, size_t first, size_t n, uint8_t bits, uint16_t sums[BLOCK]) {
    const uint8_t *rows = hands->counts + first * TP_KINDS;
    const size_t whole = n / GROUP * GROUP;
    for (size_t i = 0; i < whole; i += GROUP) front_sums(rows + i * TP_KINDS, bits, sums + i);
    if (whole == BLOCK) return;
    uint8_t group[GROUP * TP_KINDS] = {0};
    memcpy(group, rows + whole * TP_KINDS, (n - whole) * TP_KINDS);
    front_sums(group, bits, sums + whole);
    for (size_t i = whole + GROUP; i < BLOCK; i++) sums[i] = 0;
}

/* The tiles of each row; too many where the row has a bad count. */
TP_INLINE void load_totals(const tp_hands *hands, size_t first, size_t n, const block_keys *keys,
                           uint16_t totals[BLOCK]) {
    load_sums(hands, first, n, UINT8_MAX, totals);
    for (int i = 0; i < BLOCK; i++) totals[i] = keys->m[i] == BAD_KEY ? 255 : totals[i];
}

/* Those of the n rows that have the lowest bit of their flag, a bit each. Which they are is hard to foresee: a branch a row
 * would often be guessed wrongly. */
TP_INLINE uint64_t rows_with(const uint8_t flags[BLOCK], size_t n) {
    uint64_t rows = 0;
    for (int i = 0; i < BLOCK; i += 8) rows |= gather_low_bits(load64(flags + i)) << i;
    return n == BLOCK ? rows : rows & (((uint64_t)1 << n) - 1);
}

/* Each row i of such a set. */
#define FOR_EACH_ROW(rows, i) for (uint64_t left_ = (rows), i; left_ && (i = lowest_bit(left_), true); left_ &= left_ - 1)

/* `answer`, which speaks of row i, into the n places of `out`; a whole block in a loop of known length. */
#define STORE(out, n, answer)                                 \
    if ((n) == BLOCK) {                                       \
        for (size_t i = 0; i < BLOCK; i++) (out)[i] = answer; \
    } else {                                                  \
        for (size_t i = 0; i < (n); i++) (out)[i] = answer;   \
    }

/* Every block of the hands: its first row and how many rows it has. */
#define FOR_EACH_BLOCK(hands, first, n)                                                                       \
    for (size_t first = 0, n; n = (hands)->n - first < BLOCK ? (hands)->n - first : BLOCK, first < (hands)->n; \
         first += BLOCK)

/* More wildcards than any hand holds, and few enough that all tiles added to them stay in a byte. */
#define BAD_WILD 64

/* The block's wildcards, one number a row; BAD_WILD for what is no number of wildcards. */
TP_INLINE void load_wild(const tp_hands *hands, size_t first, size_t n, uint8_t wild[BLOCK]) {
    memset(wild, hands->wild_all, BLOCK);
    if (hands->wild) memcpy(wild, hands->wild + first, n);
    for (int i = 0; i < BLOCK; i++) wild[i] = wild[i] > TP_MAX_WILD ? BAD_WILD : wild[i];
}

/* Remembers the first row of the batch that is no hand. */
TP_INLINE void note_bad(const uint8_t good[BLOCK], size_t first, size_t n, size_t *bad) {
    if (*bad != TP_NO_ROW) return;
    uint8_t all = 1;
    for (size_t i = 0; i < n; i++) all &= good[i];
    if (all) return;
    for (size_t i = 0; i < n; i++)
        if (!good[i]) {
            *bad = first + i;
            return;
        }
}
