/* Front end in AVX2: a row is two vectors of two 16-byte lanes, one lane a suit; multiply-add makes the keys. */

#include <immintrin.h>

typedef __m256i front_over;

#define FRONT_OVER_NONE _mm256_setzero_si256()

/* The four rows' four partial sums, added across: low lane first part, high lane second part. */
TP_INLINE __m256i add_across(__m256i a, __m256i b, __m256i c, __m256i d) {
    const __m256i ab = _mm256_add_epi32(_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b));
    const __m256i cd = _mm256_add_epi32(_mm256_unpacklo_epi32(c, d), _mm256_unpackhi_epi32(c, d));
    return _mm256_add_epi32(_mm256_unpacklo_epi64(ab, cd), _mm256_unpackhi_epi64(ab, cd));
}

TP_INLINE void front_keys(const uint8_t *rows, block_keys *keys, int first, front_over *over) {
    /* A lane holds nine digits of a suit in its bytes 0-8; the honours' lane holds them in bytes 9-15, so that no load
     * passes the end of the row. Pairs of digits first, then pairs of pairs; the last digit's 5^8 is 25 x 5^6. */
    const __m256i suits_digits = _mm256_setr_epi8(1, 5, 1, 5, 1, 5, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0,  //
                                                  1, 5, 1, 5, 1, 5, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0);
    const __m256i suits_pairs = _mm256_setr_epi16(1, 25, 625, 15625, 15625, 0, 0, 0,  //
                                                  1, 25, 625, 15625, 15625, 0, 0, 0);
    const __m256i mixed_digits = _mm256_setr_epi8(1, 5, 1, 5, 1, 5, 1, 5, 25, 0, 0, 0, 0, 0, 0, 0,  //
                                                  0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 5, 1, 5, 1, 5);
    const __m256i mixed_pairs = _mm256_setr_epi16(1, 25, 625, 15625, 15625, 0, 0, 0,  //
                                                  0, 0, 0, 0, 1, 5, 125, 3125);
    __m256i suits[GROUP], mixed[GROUP];
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        const __m256i head = _mm256_loadu_si256((const __m256i *)row);
        const __m256i mp = _mm256_inserti128_si256(head, _mm_loadu_si128((const __m128i *)(row + 9)), 1);
        const __m256i sz = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)(row + 18)));
        suits[i] = _mm256_madd_epi16(_mm256_maddubs_epi16(mp, suits_digits), suits_pairs);
        mixed[i] = _mm256_madd_epi16(_mm256_maddubs_epi16(sz, mixed_digits), mixed_pairs);
        *over = _mm256_max_epu8(*over, _mm256_max_epu8(head, sz));
    }
    const __m256i mp = add_across(suits[0], suits[1], suits[2], suits[3]);
    const __m256i sz = add_across(mixed[0], mixed[1], mixed[2], mixed[3]);
    _mm_storeu_si128((__m128i *)&keys->m[first], _mm256_castsi256_si128(mp));
    _mm_storeu_si128((__m128i *)&keys->p[first], _mm256_extracti128_si256(mp, 1));
    _mm_storeu_si128((__m128i *)&keys->s[first], _mm256_castsi256_si128(sz));
    _mm_storeu_si128((__m128i *)&keys->z[first], _mm256_extracti128_si256(sz, 1));
}

TP_INLINE bool front_is_over(front_over over) {
    const __m256i above = _mm256_subs_epu8(over, _mm256_set1_epi8(4));
    return !_mm256_testz_si256(above, above);
}

/* Counts and melds together: sets `over` where they pass four, and gives the kinds of which all four are used. */
TP_INLINE uint64_t front_full(const uint8_t *row, const uint8_t *melds, front_over *over) {
    const __m256i head = _mm256_adds_epu8(_mm256_loadu_si256((const __m256i *)row),
                                          _mm256_loadu_si256((const __m256i *)melds));
    const unsigned green = (unsigned)row[32] + melds[32], red = (unsigned)row[33] + melds[33];
    *over = _mm256_max_epu8(*over, head);
    if (green > 4 || red > 4) *over = _mm256_set1_epi8(5);
    const uint32_t mask = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(head, _mm256_set1_epi8(4)));
    return mask | (uint64_t)((green == 4) | (red == 4) << 1) << 32;
}

/* Kinds with bit `bit` of the count set. */
TP_INLINE uint64_t front_bit(const uint8_t *row, int bit) {
    const __m256i head = _mm256_loadu_si256((const __m256i *)row);
    const uint32_t mask = (uint32_t)_mm256_movemask_epi8(_mm256_slli_epi16(head, 7 - bit));
    const uint32_t tail = load16(row + 32) >> bit;
    return mask | (uint64_t)((tail & 1) | (tail >> 7 & 2)) << 32;
}

/* The sums of four rows: of their counts, or of each count the bits that `bits` has. */
TP_INLINE void front_sums(const uint8_t *rows, uint8_t bits, uint16_t sums_out[GROUP]) {
    const __m256i each = _mm256_set1_epi8((char)bits);
    /* The last two kinds, in a load that ends where the row ends, are added to others: counts are small. */
    const __m256i last = _mm256_and_si256(_mm256_setr_epi64x(0, 0, 0, (int64_t)UINT64_C(0xFFFF000000000000)), each);
    __m256i sums[GROUP];
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        const __m256i head = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)row), each);
        const __m256i tail = _mm256_and_si256(_mm256_loadu_si256((const __m256i *)(row + 2)), last);
        sums[i] = _mm256_sad_epu8(_mm256_add_epi8(head, tail), _mm256_setzero_si256());
    }
    const __m256i ab = _mm256_or_si256(sums[0], _mm256_slli_epi64(sums[1], 16));
    const __m256i cd = _mm256_or_si256(_mm256_slli_epi64(sums[2], 32), _mm256_slli_epi64(sums[3], 48));
    const __m256i all = _mm256_or_si256(ab, cd);
    const __m128i half = _mm_add_epi16(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    _mm_storel_epi64((__m128i *)sums_out, _mm_add_epi16(half, _mm_unpackhi_epi64(half, half)));
}

/* Kinds held at all. */
TP_INLINE uint64_t front_held(const uint8_t *row) {
    const __m256i head = _mm256_loadu_si256((const __m256i *)row);
    const uint32_t none = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(head, _mm256_setzero_si256()));
    return (uint32_t)~none | (uint64_t)((row[32] != 0) | (row[33] != 0) << 1) << 32;
}
