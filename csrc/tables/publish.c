#if defined(__linux__)
#define _GNU_SOURCE
#include <sys/mman.h>
#endif
#include "publish.h"

#include <stdlib.h>
#include <string.h>

#include "../tingpai.h"

static atomic_size_t table_bytes;

size_t tp_table_bytes(void) { return atomic_load(&table_bytes); }

/* Zeroed. In huge pages, where the system has them, as far as those are half filled: lookups go everywhere, and each page
 * that they touch takes a place among the few translations that the processor remembers. */
static void *table_memory(size_t size) {
#if defined(__linux__) && defined(MADV_HUGEPAGE)
    const size_t huge = (size_t)2 << 20, in_huge = (size + huge / 2) / huge * huge;
    void *memory;
    if (!in_huge) return calloc(1, size);
    if (posix_memalign(&memory, huge, size < in_huge ? in_huge : size)) return NULL;
    /* Where it is refused, pages are small. */
    (void)madvise(memory, in_huge, MADV_HUGEPAGE);
    return memset(memory, 0, size);
#else
    return calloc(1, size);
#endif
}

/* Builds aside, publishes by one compare-and-swap, throws the loser of a race away. */
const void *tp_published(_Atomic(void *) *slot, size_t size, bool (*build)(void *table)) {
    void *table = atomic_load_explicit(slot, memory_order_acquire);
    if (table) return table;
    void *fresh = table_memory(size);
    if (!fresh) return NULL;
    if (!build(fresh)) {
        free(fresh);
        return NULL;
    }
    if (atomic_compare_exchange_strong(slot, &table, fresh)) {
        atomic_fetch_add(&table_bytes, size);
        return fresh;
    }
    free(fresh);
    return table;
}
