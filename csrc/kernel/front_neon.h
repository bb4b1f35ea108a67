/* Front end in NEON: a lane is one suit of one row; widening multiply-add makes the keys. */

#include <arm_neon.h>

typedef uint8x16_t front_over;

#define FRONT_OVER_NONE vdupq_n_u8(0)

/* Nine digits in bytes 0-8 as a number: pairs of digits, pairs of pairs, and the last. */
TP_INLINE uint32_t nine_digits(uint8x16_t digits) {
    static const uint8_t weights[8] = {1, 5, 1, 5, 1, 5, 1, 5};
    static const uint16_t pair_weights[4] = {1, 25, 625, 15625};
    const uint16x4_t pairs = vmovn_u32(vpaddlq_u16(vmull_u8(vget_low_u8(digits), vld1_u8(weights))));
    const uint32_t low = vaddvq_u32(vmull_u16(pairs, vld1_u16(pair_weights)));
    return low + 390625u * vgetq_lane_u8(digits, 8);
}

TP_INLINE void front_keys(const uint8_t *rows, block_keys *keys, int first, front_over *over) {
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        const uint8x16_t m = vld1q_u8(row), p = vld1q_u8(row + 9), s = vld1q_u8(row + 18);
        /* The honours are bytes 9-15 of the last load, so that no load passes the end of the row. */
        const uint8x16_t z = vextq_u8(s, vdupq_n_u8(0), 9);
        *over = vmaxq_u8(*over, vmaxq_u8(m, vmaxq_u8(p, s)));
        keys->m[first + i] = nine_digits(m);
        keys->p[first + i] = nine_digits(p);
        keys->s[first + i] = nine_digits(s);
        keys->z[first + i] = nine_digits(z);
    }
}

TP_INLINE bool front_is_over(front_over over) { return vmaxvq_u8(over) > 4; }

/* Bit t for the bytes 0-33 that are all ones. */
TP_INLINE uint64_t gather_mask(uint8x16_t low, uint8x16_t middle, unsigned green, unsigned red) {
    static const uint8_t bits[16] = {1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128};
    const uint8x16_t weights = vld1q_u8(bits);
    const uint8x16_t a = vandq_u8(low, weights), b = vandq_u8(middle, weights);
    return (uint64_t)vaddv_u8(vget_low_u8(a)) | (uint64_t)vaddv_u8(vget_high_u8(a)) << 8 |
           (uint64_t)vaddv_u8(vget_low_u8(b)) << 16 | (uint64_t)vaddv_u8(vget_high_u8(b)) << 24 |
           (uint64_t)(green | red << 1) << 32;
}

/* Counts and melds together: sets `over` where they pass four, and gives the kinds of which all four are used. */
TP_INLINE uint64_t front_full(const uint8_t *row, const uint8_t *melds, front_over *over) {
    const uint8x16_t four = vdupq_n_u8(4);
    const uint8x16_t low = vqaddq_u8(vld1q_u8(row), vld1q_u8(melds));
    const uint8x16_t middle = vqaddq_u8(vld1q_u8(row + 16), vld1q_u8(melds + 16));
    const unsigned green = (unsigned)row[32] + melds[32], red = (unsigned)row[33] + melds[33];
    *over = vmaxq_u8(*over, vmaxq_u8(low, middle));
    if (green > 4 || red > 4) *over = vdupq_n_u8(5);
    return gather_mask(vceqq_u8(low, four), vceqq_u8(middle, four), green == 4, red == 4);
}

/* Kinds with bit `bit` of the count set. */
TP_INLINE uint64_t front_bit(const uint8_t *row, int bit) {
    const uint8x16_t mask = vdupq_n_u8((uint8_t)(1 << bit));
    return gather_mask(vtstq_u8(vld1q_u8(row), mask), vtstq_u8(vld1q_u8(row + 16), mask), row[32] >> bit & 1u,
                       row[33] >> bit & 1u);
}

/* The sums of four rows: of their counts, or of each count the bits that `bits` has. */
TP_INLINE void front_sums(const uint8_t *rows, uint8_t bits, uint16_t sums_out[GROUP]) {
    const uint8x16_t each = vdupq_n_u8(bits);
    for (int i = 0; i < GROUP; i++) {
        const uint8_t *row = rows + i * TP_KINDS;
        sums_out[i] = (uint16_t)(vaddlvq_u8(vandq_u8(vld1q_u8(row), each)) +
                                 vaddlvq_u8(vandq_u8(vld1q_u8(row + 16), each)) + (row[32] & bits) + (row[33] & bits));
    }
}

/* Kinds held at all. */
TP_INLINE uint64_t front_held(const uint8_t *row) {
    const uint8x16_t low = vld1q_u8(row), middle = vld1q_u8(row + 16);
    return gather_mask(vtstq_u8(low, low), vtstq_u8(middle, middle), row[32] != 0, row[33] != 0);
}
