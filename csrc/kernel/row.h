/* Questions about one row that need no table. Bit t of a mask speaks of kind t. */
#ifndef TP_KERNEL_ROW_H
#define TP_KERNEL_ROW_H

#include <stdint.h>
#include <string.h>

#include "../tingpai.h"

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "tingpai reads counts eight at a time as little-endian words"
#endif

#if defined(_MSC_VER)
#include <intrin.h>
#define TP_INLINE static __forceinline
#define TP_PREFETCH(address) ((void)(address))
#define TP_PREFETCH_WRITE(address) ((void)(address))
#define TP_RESTRICT __restrict
#else
#define TP_INLINE static inline __attribute__((always_inline))
#define TP_PREFETCH(address) __builtin_prefetch(address)
#define TP_PREFETCH_WRITE(address) __builtin_prefetch(address, 1)
#define TP_RESTRICT restrict
#endif

#define ALL_KINDS (((uint64_t)1 << TP_KINDS) - 1)

TP_INLINE uint64_t load64(const uint8_t *bytes) {
    uint64_t word;
    memcpy(&word, bytes, 8);
    return word;
}

TP_INLINE void store64(uint8_t *bytes, uint64_t word) { memcpy(bytes, &word, 8); }

TP_INLINE uint32_t load16(const uint8_t *bytes) {
    uint16_t word;
    memcpy(&word, bytes, 2);
    return word;
}

TP_INLINE int count_bits(uint64_t mask) {
    mask = mask - ((mask >> 1) & UINT64_C(0x5555555555555555));
    mask = (mask & UINT64_C(0x3333333333333333)) + ((mask >> 2) & UINT64_C(0x3333333333333333));
    mask = (mask + (mask >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F);
    return (int)((mask * UINT64_C(0x0101010101010101)) >> 56);
}

#if defined(_MSC_VER)
TP_INLINE unsigned lowest_bit(uint64_t mask) {
    unsigned long at;
    _BitScanForward64(&at, mask);
    return (unsigned)at;
}
#else
TP_INLINE unsigned lowest_bit(uint64_t mask) { return (unsigned)__builtin_ctzll(mask); }
#endif

/* Bit 0 of each byte of eight, gathered. */
TP_INLINE uint64_t gather_low_bits(uint64_t word) {
    return ((word & UINT64_C(0x0101010101010101)) * UINT64_C(0x0102040810204080)) >> 56;
}

/* Kinds with bit `bit` of the count set (counts are at most 4). */
TP_INLINE uint64_t kinds_with_bit(const uint8_t *row, int bit) {
    const uint32_t tail = load16(row + 32) >> bit;
    return gather_low_bits(load64(row) >> bit) | gather_low_bits(load64(row + 8) >> bit) << 8 |
           gather_low_bits(load64(row + 16) >> bit) << 16 | gather_low_bits(load64(row + 24) >> bit) << 24 |
           (uint64_t)((tail & 1) | (tail >> 7 & 2)) << 32;
}

#define EACH_BYTE UINT64_C(0x0101010101010101)

/* Tiles of a row. */
TP_INLINE int row_total(const uint8_t *row) {
    const uint64_t sum = load64(row) + load64(row + 8) + load64(row + 16) + load64(row + 24);
    const uint32_t tail = load16(row + 32);
    const uint64_t pairs = (sum & UINT64_C(0x00FF00FF00FF00FF)) + ((sum >> 8) & UINT64_C(0x00FF00FF00FF00FF));
    return (int)((pairs * UINT64_C(0x0001000100010001)) >> 48) + (int)((tail & 255) + (tail >> 8));
}

/* 3k+1 or 3k+2 tiles, at most 14. */
TP_INLINE bool good_total(unsigned total) { return total <= 14 && total % 3 != 0; }

TP_INLINE int8_t pairs_shanten_distinct(const uint8_t *row) {
    const uint64_t ones = kinds_with_bit(row, 0), twos = kinds_with_bit(row, 1), fours = kinds_with_bit(row, 2);
    const int pairs = count_bits(twos | fours), kinds = count_bits(ones | twos | fours);
    return (int8_t)(6 - pairs + (kinds < 7 ? 7 - kinds : 0));
}

/* Seven pairs: every kind held an odd number of times takes a wildcard, the rest make pairs of their own. */
TP_INLINE bool wild_pairs(const uint8_t *row, tp_pairs pairs, unsigned wild) {
    if (pairs == TP_PAIRS_DISTINCT &&
        (kinds_with_bit(row, 2) || (kinds_with_bit(row, 1) & kinds_with_bit(row, 0))))
        return false;
    return count_bits(kinds_with_bit(row, 0)) <= (int)wild;
}

/* The tiles that complete 13 tiles to seven pairs: those held an odd number of times, when that is one more than there are
 * wildcards; any, when there are wildcards to spare. `full` are those that may not be drawn then. */
TP_INLINE uint64_t pairs_waits_of(uint64_t odd, unsigned singles, uint64_t full, unsigned wild) {
    const uint64_t any = ALL_KINDS & ~full;
    return singles == wild + 1 ? odd : singles > wild ? 0 : any;
}

TP_INLINE uint64_t wild_pairs_waits(const uint8_t *row, tp_pairs pairs, unsigned wild) {
    const uint64_t odd = kinds_with_bit(row, 0), twos = kinds_with_bit(row, 1), fours = kinds_with_bit(row, 2);
    const unsigned singles = (unsigned)count_bits(odd);
    if (pairs != TP_PAIRS_DISTINCT) return pairs_waits_of(odd, singles, fours, wild);
    return fours | (twos & odd) ? 0 : pairs_waits_of(odd, singles, twos, wild);
}

/* One suit, all honours, all 2-5-8: of the concealed tiles and the melds together. */
TP_INLINE uint32_t tile_patterns(const uint8_t *row, const uint8_t *melds) {
    uint64_t w0 = load64(row), w1 = load64(row + 8), w2 = load64(row + 16), w3 = load64(row + 24);
    uint64_t tail = load16(row + 32);
    if (melds) {
        w0 |= load64(melds);
        w1 |= load64(melds + 8);
        w2 |= load64(melds + 16);
        w3 |= load64(melds + 24);
        tail |= load16(melds + 32);
    }
    const unsigned m = (w0 | (w1 & 0xFF)) != 0, p = ((w1 >> 8) | (w2 & 0xFFFF)) != 0;
    const unsigned s = ((w2 >> 16) | (w3 & 0xFFFFFF)) != 0, z = ((w3 >> 24) | tail) != 0;
    /* Kinds 1, 4, 7 | 10, 13, 16 | 19, 22, 25: one in three from 1 on, and no honour. */
    const uint64_t other = (w0 & ~UINT64_C(0xFF0000FF0000FF00)) | (w1 & ~UINT64_C(0x0000FF0000FF0000)) |
                           (w2 & ~UINT64_C(0x00FF0000FF0000FF)) | (w3 & ~UINT64_C(0x000000000000FF00)) | tail;
    uint32_t bits = 0;
    if ((m + p + s == 1) & !z) bits |= TP_ONE_SUIT;
    if ((m + p + s == 0) & z) bits |= TP_ALL_HONOURS;
    if ((other == 0) & (m | p | s)) bits |= TP_ALL_258;
    return bits;
}

/* Laid-down tiles that can all be pungs and kongs. */
TP_INLINE bool melds_are_pungs(const uint8_t *melds) {
    for (int kind = 0; kind < TP_KINDS; kind++)
        if (melds[kind] == 1 || melds[kind] == 2) return false;
    return true;
}

TP_INLINE uint32_t quads_bit(int quads) {
    return quads == 0 ? 0 : quads == 1 ? TP_ONE_QUAD : quads == 2 ? TP_TWO_QUADS : TP_THREE_QUADS;
}

#endif
