/* Front end for any machine: eight counts at a time in a 64-bit word. Where the architecture always has SSE2, the words
 * of four rows go together; there is nothing to find out at run time. */

typedef uint64_t front_over;

#define FRONT_OVER_NONE 0

/* Bit 7 of some byte is set when a byte is above 4; such a byte may carry over and set the next one's, too. */
TP_INLINE uint64_t above_four(uint64_t word) { return (word + UINT64_C(0x7B7B7B7B7B7B7B7B)) | word; }

/* Eight base-5 digits, the lowest byte least significant. Each step joins neighbours: the product holds the lower one
 * plus so many times the higher one, and digits of at most 4 carry nothing over. */
TP_INLINE uint32_t eight_digits(uint64_t word) {
    const uint64_t two = (word * (256 + 5)) >> 8 & UINT64_C(0x00FF00FF00FF00FF);
    const uint64_t four = (two * (65536 + 25)) >> 16 & UINT64_C(0x0000FFFF0000FFFF);
    return (uint32_t)((four * ((UINT64_C(1) << 32) + 625)) >> 32);
}

/* The keys of one row: three suits and the honours. */
TP_INLINE void row_keys(const uint8_t *row, uint32_t keys[4]) {
    keys[0] = eight_digits(load64(row)) + 390625u * row[8];
    keys[1] = eight_digits(load64(row + 9)) + 390625u * row[17];
    keys[2] = eight_digits(load64(row + 18)) + 390625u * row[26];
    keys[3] = eight_digits(load64(row + 26) >> 8);
}

/* Not 0 where a count is above four. */
TP_INLINE uint64_t row_over(const uint8_t *row) {
    return (above_four(load64(row)) | above_four(load64(row + 8)) | above_four(load64(row + 16)) |
            above_four(load64(row + 24)) | above_four(load64(row + 26))) &
           UINT64_C(0x8080808080808080);
}

#if defined(__SSE2__) || defined(_M_X64)
#include <emmintrin.h>

/* Eight digits each of two rows, as two summands: [low of a, high of a, low of b, high of b]. */
TP_INLINE __m128i halves_of_two(const uint8_t *a, const uint8_t *b, int shift) {
    const __m128i both = _mm_unpacklo_epi64(_mm_loadl_epi64((const __m128i *)a), _mm_loadl_epi64((const __m128i *)b));
    const __m128i digits = _mm_srli_epi64(both, shift);
    const __m128i two = _mm_add_epi16(_mm_and_si128(digits, _mm_set1_epi16(255)),
                                      _mm_mullo_epi16(_mm_srli_epi16(digits, 8), _mm_set1_epi16(5)));
    const __m128i four = _mm_madd_epi16(two, _mm_set1_epi32(25 << 16 | 1));
    return _mm_madd_epi16(four, _mm_setr_epi32(1, 625, 1, 625));
}

TP_INLINE __m128i eight_digits_of_four(const uint8_t *rows, int shift) {
    const __m128 ab = _mm_castsi128_ps(halves_of_two(rows, rows + TP_KINDS, shift));
    const __m128 cd = _mm_castsi128_ps(halves_of_two(rows + 2 * TP_KINDS, rows + 3 * TP_KINDS, shift));
    return _mm_add_epi32(_mm_castps_si128(_mm_shuffle_ps(ab, cd, _MM_SHUFFLE(2, 0, 2, 0))),
                         _mm_castps_si128(_mm_shuffle_ps(ab, cd, _MM_SHUFFLE(3, 1, 3, 1))));
}

/* What every x86-64 processor has: four rows' words at once. */
TP_INLINE void group_keys(const uint8_t *rows, block_keys *keys, int first) {
    _mm_storeu_si128((__m128i *)&keys->m[first], eight_digits_of_four(rows, 0));
    _mm_storeu_si128((__m128i *)&keys->p[first], eight_digits_of_four(rows + 9, 0));
    _mm_storeu_si128((__m128i *)&keys->s[first], eight_digits_of_four(rows + 18, 0));
    _mm_storeu_si128((__m128i *)&keys->z[first], eight_digits_of_four(rows + 26, 8));
    for (int i = 0; i < GROUP; i++) {
        keys->m[first + i] += 390625u * rows[i * TP_KINDS + 8];
        keys->p[first + i] += 390625u * rows[i * TP_KINDS + 17];
        keys->s[first + i] += 390625u * rows[i * TP_KINDS + 26];
    }
}
#else
TP_INLINE void group_keys(const uint8_t *rows, block_keys *keys, int first) {
    for (int i = 0; i < GROUP; i++) {
        uint32_t suits[4];
        row_keys(rows + i * TP_KINDS, suits);
        keys->m[first + i] = suits[0];
        keys->p[first + i] = suits[1];
        keys->s[first + i] = suits[2];
        keys->z[first + i] = suits[3];
    }
}
#endif

TP_INLINE void front_keys(const uint8_t *rows, block_keys *keys, int first, front_over *over) {
    group_keys(rows, keys, first);
    uint64_t any = 0;
    for (int at = 0; at < GROUP * TP_KINDS; at += 8) any |= above_four(load64(rows + at));
    *over |= any & UINT64_C(0x8080808080808080);
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

/* Kinds with bit `bit` of the count set. */
TP_INLINE uint64_t front_bit(const uint8_t *row, int bit) { return kinds_with_bit(row, bit); }

/* The sums of four rows: of their counts, or of each count the bits that `bits` has. Those of bad rows may be wrong. */
TP_INLINE void front_sums(const uint8_t *rows, uint8_t bits, uint16_t sums[GROUP]) {
    const uint64_t each = bits * EACH_BYTE;
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        const uint64_t sum = (load64(row) & each) + (load64(row + 8) & each) + (load64(row + 16) & each) +
                             (load64(row + 24) & each) + (load16(row + 32) & each);
        sums[i] = (uint16_t)(sum * EACH_BYTE >> 56);
    }
}

/* Kinds held at all. */
TP_INLINE uint64_t front_held(const uint8_t *row) {
    return kinds_with_bit(row, 0) | kinds_with_bit(row, 1) | kinds_with_bit(row, 2);
}
