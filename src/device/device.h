/* SPDX-License-Identifier: MIT */
/* Which device a handle serves, and the facts about it. Facts are data: nothing here computes on a device. */
#ifndef HD_DEVICE_H
#define HD_DEVICE_H

#include "base/error.h"
#include "hipdnn_data_sdk/graph.h"
#include "hipdnn_plugin_sdk/PluginApiDataTypes.h"

typedef struct hd_device {
    hipdnnDeviceKind_t kind;
    int ordinal;
} hd_device;

/* "CPU", "HIP", "CUDA", or "unknown". */
const char *hd_device_kind_text(hipdnnDeviceKind_t kind);

/* Kind and ordinal from HIPDNN_DEVICE (`cpu`, `hip[:n]`, `cuda[:n]`), else the CPU. */
hd_status hd_device_default(hd_device *out_device);

/* HD_NOT_SUPPORTED when this machine, or this library, has no such device. */
hd_status hd_device_check(hd_device device);

/* Facts in the DeviceProperties form; the texts are static. */
hd_status hd_device_facts(hd_device device, hipdnn_data_device_properties *out_facts);

#endif
