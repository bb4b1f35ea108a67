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

/* Tiles + 64 x pairs (a quad is two) of each row; the sum of both stays apart for every row of at most 14 tiles. */
TP_INLINE void front_sums(const uint8_t *rows, uint16_t *sums) {
    const __m256i pair_bits = _mm256_set1_epi8((char)0xC0), zero = _mm256_setzero_si256();
    __m256i four = zero;
    uint64_t tails = 0;
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        const __m256i head = _mm256_loadu_si256((const __m256i *)row);
        const __m256i both = _mm256_or_si256(head, _mm256_and_si256(_mm256_slli_epi16(head, 5), pair_bits));
        four = _mm256_or_si256(four, _mm256_slli_epi64(_mm256_sad_epu8(both, zero), 16 * i));
        const uint64_t green = row[32], red = row[33];
        tails |= (green + red + ((green >> 1) + (red >> 1)) * 64) << (16 * i);
    }
    const __m128i two = _mm_add_epi64(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
    const uint64_t all = (uint64_t)_mm_cvtsi128_si64(_mm_add_epi64(two, _mm_unpackhi_epi64(two, two))) + tails;
    memcpy(sums, &all, 8);
}

/* Counts and melds together: sets `over` where they pass four, and gives the kinds of which all four are used. */
TP_INLINE uint64_t front_full(const uint8_t *row, const uint8_t *melds, front_over *over) {
    const __m256i four = _mm256_set1_epi8(4);
    __m256i head = _mm256_loadu_si256((const __m256i *)row);
    unsigned green = row[32], red = row[33];
    if (melds) {
        head = _mm256_adds_epu8(head, _mm256_loadu_si256((const __m256i *)melds));
        green += melds[32];
        red += melds[33];
        *over = _mm256_max_epu8(*over, head);
        if (green > 4 || red > 4) *over = _mm256_set1_epi8(5);
    }
    const uint32_t mask = (uint32_t)_mm256_movemask_epi8(_mm256_cmpeq_epi8(head, four));
    return mask | (uint64_t)((green == 4) | (red == 4) << 1) << 32;
}
