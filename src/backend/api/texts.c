/* SPDX-License-Identifier: MIT */
#include "backend/api/texts.h"

#include <string.h>

hd_status hd_give_texts(const hd_text_out *texts, size_t count)
{
    int asks_sizes = 0;
    for (size_t i = 0; i < count; i++) {
        if (texts[i].size == NULL)
            return hd_fail(HD_NULL_POINTER, "%s: the size is NULL", texts[i].what);
        asks_sizes |= texts[i].buffer == NULL;
    }
    for (size_t i = 0; i < count; i++) {
        const size_t needed = strlen(texts[i].value) + 1;
        if (asks_sizes)
            *texts[i].size = needed;
        else if (*texts[i].size < needed)
            return hd_fail(HD_BAD_PARAM, "%s: the buffer has %zu bytes, %zu are needed", texts[i].what, *texts[i].size,
                           needed);
    }
    for (size_t i = 0; !asks_sizes && i < count; i++)
        memcpy(texts[i].buffer, texts[i].value, strlen(texts[i].value) + 1);
    return HD_OK;
}
