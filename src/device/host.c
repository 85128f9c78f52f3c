/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* sched_getaffinity */
#include "device/host.h"

#include <sched.h>
#include <unistd.h>

static int32_t usable_cores(void)
{
    cpu_set_t set;
    if (sched_getaffinity(0, sizeof set, &set) == 0)
        return (int32_t)CPU_COUNT(&set);
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int32_t)online : 1;
}

static const char *architecture(void)
{
#if defined(__x86_64__)
    return "x86_64";
#elif defined(__aarch64__)
    return "aarch64";
#else
    return "unknown";
#endif
}

void hd_host_facts(hipdnn_data_device_properties *out_facts)
{
    const long pages = sysconf(_SC_PHYS_PAGES);
    const long page_size = sysconf(_SC_PAGESIZE);
    *out_facts = (hipdnn_data_device_properties){
        .device_id = -1,
        .multi_processor_count = usable_cores(),
        .total_global_mem = pages > 0 && page_size > 0 ? (uint64_t)pages * (uint64_t)page_size : 0,
        .architecture_name = architecture(),
    };
}
