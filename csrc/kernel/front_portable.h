/* Front end in plain C: eight counts at a time in a 64-bit word. */

typedef uint64_t front_over;

#define FRONT_OVER_NONE 0

/* Bit 7 of a byte is set when it is above 4. */
TP_INLINE uint64_t above_four(uint64_t word) {
    return ((word & UINT64_C(0x7F7F7F7F7F7F7F7F)) + UINT64_C(0x7B7B7B7B7B7B7B7B)) | word;
}

/* Eight base-5 digits, the lowest byte least significant. */
TP_INLINE uint32_t eight_digits(uint64_t word) {
    const uint64_t two = (word & UINT64_C(0x00FF00FF00FF00FF)) + 5 * ((word >> 8) & UINT64_C(0x00FF00FF00FF00FF));
    const uint64_t four = (two & UINT64_C(0x0000FFFF0000FFFF)) + 25 * ((two >> 16) & UINT64_C(0x0000FFFF0000FFFF));
    return (uint32_t)four + 625u * (uint32_t)(four >> 32);
}

TP_INLINE void front_keys(const uint8_t *rows, block_keys *keys, int first, front_over *over) {
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        const uint64_t m = load64(row), p = load64(row + 9), s = load64(row + 18), z = load64(row + 26) >> 8;
        *over |= (above_four(m) | above_four(load64(row + 8)) | above_four(load64(row + 16)) |
                  above_four(load64(row + 24)) | above_four(load64(row + 26))) & UINT64_C(0x8080808080808080);
        keys->m[first + i] = eight_digits(m) + 390625u * row[8];
        keys->p[first + i] = eight_digits(p) + 390625u * row[17];
        keys->s[first + i] = eight_digits(s) + 390625u * row[26];
        keys->z[first + i] = eight_digits(z);
    }
}

TP_INLINE bool front_is_over(front_over over) { return over != 0; }

/* Counts and melds together: sets `over` where they pass four, and gives the kinds of which all four are used. */
TP_INLINE uint64_t front_full(const uint8_t *row, const uint8_t *melds, front_over *over) {
    uint64_t full = 0;
    for (int kind = 0; kind < TP_KINDS; kind++) {
        const unsigned held = (unsigned)row[kind] + melds[kind];
        *over |= (uint64_t)(held > 4);
        full |= (uint64_t)(held == 4) << kind;
    }
    return full;
}

/* Kinds held an odd number of times. */
TP_INLINE uint64_t front_odd(const uint8_t *row) { return kinds_with_bit(row, 0); }

/* Kinds held at all. */
TP_INLINE uint64_t front_held(const uint8_t *row) {
    return kinds_with_bit(row, 0) | kinds_with_bit(row, 1) | kinds_with_bit(row, 2);
}
