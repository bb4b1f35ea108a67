#ifndef TP_KERNEL_ROW_WAITS_H
#define TP_KERNEL_ROW_WAITS_H

#include "block.h"

/* 3k+2 tiles. */
TP_INLINE uint32_t has_two(uint32_t entry) { return UINT32_C(0x4924) >> (entry & WAITS_COUNT) & 1; }

/* The waits of a hand of 3k+1 tiles from its four suits' entries. With the other suits complete, a suit's mask completes
 * the hand when no pair too many stands: when the number of suits of 3k+2 tiles is even. */
TP_INLINE uint64_t waits_of_suits(uint32_t m, uint32_t p, uint32_t s, uint32_t z) {
    if (has_two(m) ^ has_two(p) ^ has_two(s) ^ has_two(z)) return 0;
    const uint32_t mp = m & p, sz = s & z;
    uint64_t waits = 0;
    if (p & sz & WAITS_COMPLETE) waits |= m >> WAITS_SHIFT;
    if (m & sz & WAITS_COMPLETE) waits |= (uint64_t)(p >> WAITS_SHIFT) << 9;
    if (mp & z & WAITS_COMPLETE) waits |= (uint64_t)(s >> WAITS_SHIFT) << 18;
    if (mp & s & WAITS_COMPLETE) waits |= (uint64_t)(z >> WAITS_SHIFT) << 27;
    return waits;
}

#endif
