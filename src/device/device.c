/* SPDX-License-Identifier: MIT */
#include "device/device.h"

#include "base/environment.h"
#include "device/host.h"

#include <ctype.h>
#include <stdbool.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    hipdnnDeviceKind_t kind;
    const char *text;
    const char *word; /* in HIPDNN_DEVICE */
    bool has_ordinal;
} kinds[] = {
    {HIPDNN_DEVICE_KIND_CPU, "CPU", "cpu", false},
    {HIPDNN_DEVICE_KIND_HIP, "HIP", "hip", true},
    {HIPDNN_DEVICE_KIND_CUDA, "CUDA", "cuda", true},
};

const char *hd_device_kind_text(hipdnnDeviceKind_t kind)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].kind == kind)
            return kinds[i].text;
    }
    return "unknown";
}

/* A whole, non-negative int after the colon. */
static bool parse_ordinal(const char *text, int *out_ordinal)
{
    char *end;
    const long value = strtol(text, &end, 10);
    if (!isdigit((unsigned char)*text) || *end != '\0' || value > INT_MAX)
        return false;
    *out_ordinal = (int)value;
    return true;
}

static bool parse(const char *text, hd_device *out_device)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t length = strlen(kinds[i].word);
        if (strncmp(text, kinds[i].word, length) != 0)
            continue;
        *out_device = (hd_device){kinds[i].kind, 0};
        if (text[length] == '\0')
            return true;
        return kinds[i].has_ordinal && text[length] == ':' && parse_ordinal(text + length + 1, &out_device->ordinal);
    }
    return false;
}

hd_status hd_device_default(hd_device *out_device)
{
    *out_device = (hd_device){HIPDNN_DEVICE_KIND_CPU, 0};
    const char *text = hd_environment("HIPDNN_DEVICE");
    if (text == NULL || parse(text, out_device))
        return HD_OK;
    return hd_fail(HD_BAD_PARAM, "HIPDNN_DEVICE is '%s'; it can be cpu, hip, hip:N, cuda or cuda:N", text);
}

hd_status hd_device_check(hd_device device)
{
    if (device.kind == HIPDNN_DEVICE_KIND_CPU)
        return device.ordinal == 0 || device.ordinal == -1
                   ? HD_OK
                   : hd_fail(HD_BAD_PARAM, "CPU device %d was asked for; there is only CPU device 0", device.ordinal);
    if (device.kind == HIPDNN_DEVICE_KIND_HIP || device.kind == HIPDNN_DEVICE_KIND_CUDA)
        return hd_fail(HD_NOT_SUPPORTED, "%s device %d was asked for; this version drives the CPU only",
                       hd_device_kind_text(device.kind), device.ordinal);
    return hd_fail(HD_BAD_PARAM, "device kind %d was asked for; 0 (CPU), 1 (HIP) and 2 (CUDA) are known",
                   (int)device.kind);
}

hd_status hd_device_facts(hd_device device, hipdnn_data_device_properties *out_facts)
{
    HD_TRY(hd_device_check(device));
    hd_host_facts(out_facts);
    return HD_OK;
}
