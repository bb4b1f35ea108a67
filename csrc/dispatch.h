/* The processor's features, looked at once; one table of function pointers for the kernel in use. */
#ifndef TP_DISPATCH_H
#define TP_DISPATCH_H

#include "tingpai.h"

/* The questions as a kernel answers them: without wildcards, or (wild_*) with wildcards that may be any tile. */
typedef struct {
    const char *name;
    tp_status (*win)(const tp_hands *, uint8_t *, size_t *);
    tp_status (*waits)(const tp_hands *, uint64_t *, size_t *);
    tp_status (*shanten)(const tp_hands *, int8_t *, size_t *);
    tp_status (*wild_win)(const tp_hands *, uint8_t *, size_t *);
    tp_status (*wild_waits)(const tp_hands *, uint64_t *, size_t *);
    tp_status (*patterns)(const tp_hands *, uint32_t *, size_t *);
    tp_status (*discard_shanten)(const tp_hands *, int8_t *, size_t *);
    tp_status (*discard_waits)(const tp_hands *, uint64_t *, size_t *);
} tp_kernel;

extern const tp_kernel tp_portable_kernel;
#if (defined(__x86_64__) || defined(_M_X64)) && !defined(TP_PORTABLE_ONLY)
#define TP_HAS_X86 1
extern const tp_kernel tp_avx2_kernel;
extern const tp_kernel tp_avx512_kernel;
#endif
#if defined(__aarch64__) && !defined(TP_PORTABLE_ONLY)
#define TP_HAS_NEON 1
extern const tp_kernel tp_neon_kernel;
#endif

/* The forced kernel, else TINGPAI_KERNEL's, else the best that this machine runs. */
const tp_kernel *tp_kernel_in_use(void);

#endif
