/* Front end in AVX-512BW: a row is one vector of four 16-byte lanes, one lane a suit; multiply-add makes the keys. */

#include <immintrin.h>

typedef __m512i front_over;

#define FRONT_OVER_NONE _mm512_setzero_si512()

#define ROW_BYTES_MASK ((UINT64_C(1) << TP_KINDS) - 1)

TP_INLINE __m512i load_row(const uint8_t *row) { return _mm512_maskz_loadu_epi8(ROW_BYTES_MASK, row); }

TP_INLINE void front_keys(const uint8_t *rows, block_keys *keys, int first, front_over *over) {
    /* Words 0-4 hold 1m-9m (and 1p), 4-8 9m and 1p-9p, 9-13 1s-9s (and 东), 13-16 9s and the honours. A suit that begins
     * in the odd byte of its first word has its digits one place later. */
    const __m512i lanes = _mm512_set_epi16(31, 31, 31, 31, 16, 15, 14, 13, 31, 31, 31, 13, 12, 11, 10, 9,  //
                                           31, 31, 31, 8, 7, 6, 5, 4, 31, 31, 31, 4, 3, 2, 1, 0);
    const __m128i even_digits = _mm_setr_epi8(1, 5, 1, 5, 1, 5, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0);
    const __m128i odd_digits = _mm_setr_epi8(0, 1, 1, 5, 1, 5, 1, 5, 25, 125, 0, 0, 0, 0, 0, 0);
    const __m128i even_pairs = _mm_setr_epi16(1, 25, 625, 15625, 15625, 0, 0, 0);
    const __m128i odd_pairs = _mm_setr_epi16(1, 5, 125, 3125, 3125, 0, 0, 0);
    __m512i digits = _mm512_broadcast_i32x4(even_digits), pairs = _mm512_broadcast_i32x4(even_pairs);
    digits = _mm512_inserti32x4(_mm512_inserti32x4(digits, odd_digits, 1), odd_digits, 3);
    pairs = _mm512_inserti32x4(_mm512_inserti32x4(pairs, odd_pairs, 1), odd_pairs, 3);
    __m512i part[GROUP];
    for (int i = 0; i < GROUP; i++) {
        const __m512i row = load_row(rows + i * TP_KINDS);
        const __m512i spread = _mm512_permutexvar_epi16(lanes, row);
        part[i] = _mm512_madd_epi16(_mm512_maddubs_epi16(spread, digits), pairs);
        *over = _mm512_max_epu8(*over, row);
    }
    const __m512i ab = _mm512_add_epi32(_mm512_unpacklo_epi32(part[0], part[1]), _mm512_unpackhi_epi32(part[0], part[1]));
    const __m512i cd = _mm512_add_epi32(_mm512_unpacklo_epi32(part[2], part[3]), _mm512_unpackhi_epi32(part[2], part[3]));
    const __m512i all = _mm512_add_epi32(_mm512_unpacklo_epi64(ab, cd), _mm512_unpackhi_epi64(ab, cd));
    _mm_storeu_si128((__m128i *)&keys->m[first], _mm512_castsi512_si128(all));
    _mm_storeu_si128((__m128i *)&keys->p[first], _mm512_extracti32x4_epi32(all, 1));
    _mm_storeu_si128((__m128i *)&keys->s[first], _mm512_extracti32x4_epi32(all, 2));
    _mm_storeu_si128((__m128i *)&keys->z[first], _mm512_extracti32x4_epi32(all, 3));
}

TP_INLINE bool front_is_over(front_over over) { return _mm512_cmpgt_epu8_mask(over, _mm512_set1_epi8(4)) != 0; }

/* Counts and melds together: sets `over` where they pass four, and gives the kinds of which all four are used. */
TP_INLINE uint64_t front_full(const uint8_t *row, const uint8_t *melds, front_over *over) {
    const __m512i held = _mm512_adds_epu8(load_row(row), load_row(melds));
    *over = _mm512_max_epu8(*over, held);
    return _mm512_cmpeq_epi8_mask(held, _mm512_set1_epi8(4));
}

/* Kinds with bit `bit` of the count set. */
TP_INLINE uint64_t front_bit(const uint8_t *row, int bit) {
    return _mm512_test_epi8_mask(load_row(row), _mm512_set1_epi8((char)(1 << bit)));
}

/* The sums of four rows: of their counts, or of each count the bits that `bits` has. */
TP_INLINE void front_sums(const uint8_t *rows, uint8_t bits, uint16_t sums_out[GROUP]) {
    const __m512i each = _mm512_set1_epi8((char)bits);
    __m512i sums[GROUP];
    for (int i = 0; i < GROUP; i++)
        sums[i] = _mm512_sad_epu8(_mm512_and_si512(load_row(rows + i * TP_KINDS), each), _mm512_setzero_si512());
    const __m512i ab = _mm512_or_si512(sums[0], _mm512_slli_epi64(sums[1], 16));
    const __m512i cd = _mm512_or_si512(_mm512_slli_epi64(sums[2], 32), _mm512_slli_epi64(sums[3], 48));
    const __m512i all = _mm512_or_si512(ab, cd);
    const __m256i half = _mm256_add_epi16(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64(all, 1));
    const __m128i quarter = _mm_add_epi16(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
    _mm_storel_epi64((__m128i *)sums_out, _mm_add_epi16(quarter, _mm_unpackhi_epi64(quarter, quarter)));
}

/* Kinds held at all. */
TP_INLINE uint64_t front_held(const uint8_t *row) {
    const __m512i counts = load_row(row);
    return _mm512_test_epi8_mask(counts, counts);
}
