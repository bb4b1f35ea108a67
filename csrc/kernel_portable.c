#include "dispatch.h"
#include "kernel/block.h"
#include "kernel/front_portable.h"
#include "kernel/kernels.h"

const tp_kernel tp_portable_kernel = TP_KERNEL("portable");
