/* SPDX-License-Identifier: MIT */
/* Facts about the CPU of this machine. Platform code. */
#ifndef HD_DEVICE_HOST_H
#define HD_DEVICE_HOST_H

#include "hipdnn_data_sdk/graph.h"

/* device_id -1, cores that this process may use, RAM in bytes, the architecture's name (D32). */
void hd_host_facts(hipdnn_data_device_properties *out_facts);

#endif
