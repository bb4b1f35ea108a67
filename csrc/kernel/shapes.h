#ifndef TP_KERNEL_SHAPES_H
#define TP_KERNEL_SHAPES_H

#include "block.h"

/* The waits of a hand of 3k+1 tiles from its four shapes. */
TP_INLINE uint64_t waits_of_shapes(uint32_t m, uint32_t p, uint32_t s, uint32_t z) {
    if ((m ^ p ^ s ^ z) & SHAPE_TWO) return 0;
    const uint32_t mp = m & p, sz = s & z;
    uint64_t waits = 0;
    if (p & sz & SHAPE_COMPLETE) waits |= m >> SHAPE_WAITS_SHIFT;
    if (m & sz & SHAPE_COMPLETE) waits |= (uint64_t)(p >> SHAPE_WAITS_SHIFT) << 9;
    if (mp & z & SHAPE_COMPLETE) waits |= (uint64_t)(s >> SHAPE_WAITS_SHIFT) << 18;
    if (mp & s & SHAPE_COMPLETE) waits |= (uint64_t)(z >> SHAPE_WAITS_SHIFT) << 27;
    return waits;
}

#endif
