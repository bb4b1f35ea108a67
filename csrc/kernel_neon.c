#include "dispatch.h"

#ifdef TP_HAS_NEON
#include "kernel/block.h"
#include "kernel/front_neon.h"
#include "kernel/kernels.h"

const tp_kernel tp_neon_kernel = TP_KERNEL("neon");
#else
typedef int tp_no_neon; /* a translation unit may not be empty */
#endif
