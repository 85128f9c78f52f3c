/* SPDX-License-Identifier: MIT */
#include "base/ids.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

uint64_t hd_hash_bytes(const void *bytes, size_t size)
{
    if (size == 0)
        return 0;
    const unsigned char *byte = bytes;
    uint64_t hash = UINT64_C(0xCBF29CE484222325);
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x00000100000001B3);
    return hash;
}

int64_t hd_name_to_id(const char *name)
{
    return name == NULL ? 0 : (int64_t)hd_hash_bytes(name, strlen(name));
}

const char *hd_id_text(int64_t id, char text[HD_ID_TEXT_SIZE])
{
    (void)snprintf(text, HD_ID_TEXT_SIZE, "0x%016" PRIX64, (uint64_t)id);
    return text;
}
