#include "dispatch.h"

#ifdef TP_HAS_X86
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC target("avx2,bmi,bmi2,popcnt")
#endif
#include "kernel/block.h"
#include "kernel/front_avx2.h"
#include "kernel/kernels.h"

const tp_kernel tp_avx2_kernel = TP_KERNEL("avx2");
#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int tp_no_avx2; /* a translation unit may not be empty */
#endif
