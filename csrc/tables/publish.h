/* Lookup tables come into being once, when they are first asked for, whoever asks. */
#ifndef TP_PUBLISH_H
#define TP_PUBLISH_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

/* The table in `slot`, built there if it is not; NULL when there is no memory. */
const void *tp_published(_Atomic(void *) *slot, size_t size, bool (*build)(void *table));

#endif
