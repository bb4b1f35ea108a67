#include "dispatch.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(_MSC_VER) && defined(TP_HAS_X86)
#include <intrin.h>
#endif

#ifdef TP_HAS_X86
#if defined(_MSC_VER)
/* Leaf 7's EBX, where bits are counted in hardware and the operating system saves the wide registers that `state`
 * names. */
static int leaf7(unsigned long long state) {
    int words[4];
    __cpuid(words, 1);
    if (!(words[2] >> 27 & 1) || !(words[2] >> 23 & 1) || (_xgetbv(0) & state) != state) return 0;
    __cpuidex(words, 7, 0);
    return words[1];
}
static bool has_avx2(void) { return leaf7(0x06) >> 5 & 1; }
static bool has_avx512(void) {
    const int bits = leaf7(0xE6);
    return (bits >> 16 & 1) && (bits >> 17 & 1) && (bits >> 30 & 1) && (bits >> 31 & 1);
}
#else
static bool has_avx2(void) {
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
}
static bool has_avx512(void) {
    return has_avx2() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq");
}
#endif
#endif

/* Best first; how many they are. */
static size_t runnable(const tp_kernel *kernels[4]) {
    size_t n = 0;
#ifdef TP_HAS_X86
    /* Wider vectors make the step to the keys no shorter, and the lookups wait for memory: AVX2 was measured faster. */
    if (has_avx2()) kernels[n++] = &tp_avx2_kernel;
    if (has_avx512()) kernels[n++] = &tp_avx512_kernel;
#endif
#ifdef TP_HAS_NEON
    kernels[n++] = &tp_neon_kernel;
#endif
    kernels[n++] = &tp_portable_kernel;
    return n;
}

static const tp_kernel *named(const char *name) {
    const tp_kernel *kernels[4];
    const size_t n = runnable(kernels);
    for (size_t i = 0; i < n; i++)
        if (strcmp(kernels[i]->name, name) == 0) return kernels[i];
    return NULL;
}

static const char *wanted(void) {
    const char *name = getenv("TINGPAI_KERNEL");
    return name && *name ? name : NULL;
}

static _Atomic(const tp_kernel *) in_use;

const tp_kernel *tp_kernel_in_use(void) {
    const tp_kernel *kernel = atomic_load_explicit(&in_use, memory_order_acquire);
    if (kernel) return kernel;
    const tp_kernel *kernels[4];
    runnable(kernels);
    const char *name = wanted();
    kernel = name ? named(name) : NULL;
    if (!kernel) kernel = kernels[0];
    atomic_store_explicit(&in_use, kernel, memory_order_release);
    return kernel;
}

const char *tp_kernel_name(void) { return tp_kernel_in_use()->name; }

size_t tp_kernel_names(const char *names[4]) {
    const tp_kernel *kernels[4];
    const size_t n = runnable(kernels);
    for (size_t i = 0; i < n; i++) names[i] = kernels[i]->name;
    return n;
}

const char *tp_missing_kernel(void) {
    const char *name = wanted();
    return name && !named(name) ? name : NULL;
}

bool tp_force_kernel(const char *name) {
    const tp_kernel *kernel = named(name);
    if (kernel) atomic_store_explicit(&in_use, kernel, memory_order_release);
    return kernel != NULL;
}
