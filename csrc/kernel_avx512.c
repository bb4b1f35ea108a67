#include "dispatch.h"

#ifdef TP_HAS_X86
#include <string.h>
#if defined(__clang__)
#pragma clang attribute push(__attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq"))), apply_to = function)
#elif defined(__GNUC__)
#pragma GCC target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq")
#endif
#include "kernel/block.h"
#include "kernel/front_avx512.h"
#include "kernel/kernels.h"

const tp_kernel tp_avx512_kernel = TP_KERNEL("avx512");
#if defined(__clang__)
#pragma clang attribute pop
#endif
#else
typedef int tp_no_avx512; /* a translation unit may not be empty */
#endif
