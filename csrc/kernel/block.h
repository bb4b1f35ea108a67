/* A block of rows on its way through a kernel.
 *
 * Every kernel works in two steps. The front end (front_*.h, one per instruction set) turns 64 rows of 34 bytes into
 * base-5 keys of the three suits and the honours, and checks the counts on the way. The back end (the other headers
 * here) looks the keys up and combines what it finds in plain loops over the block, which the compiler vectorises.
 * A kernel_*.c file includes all of it once, under its instruction set's name.
 */
#ifndef TP_KERNEL_BLOCK_H
#define TP_KERNEL_BLOCK_H

#include "../tables/tables.h"
#include "row.h"

#define BLOCK 64
#define GROUP 4 /* rows a front end takes at once */
/* Two blocks: far enough that the line is there when its turn comes; measured. */
#define PREFETCH_BYTES (2 * BLOCK * TP_KINDS)
/* The key of 36 tiles: every table calls it too many, so a row with a bad count is found by its total. */
#define BAD_KEY (SUIT_KEYS - 1)

typedef struct {
    uint32_t m[BLOCK], p[BLOCK], s[BLOCK], z[BLOCK];
} block_keys;

/* All bits set where the condition holds: keeps a loop in one lane width. */
#define MASK8(condition) ((uint8_t)(0u - (unsigned)(condition)))
#define MASK16(condition) ((uint16_t)(0u - (unsigned)(condition)))
/* A third, rounded down, of at most 60: by a multiplication that stays in 16 bits. */
#define THIRD(number) ((uint16_t)((number) * 171u >> 9))

#endif
