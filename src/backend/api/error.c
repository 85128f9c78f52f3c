/* SPDX-License-Identifier: MIT */
#include "backend/status.h"
#include "hipdnn_backend.h"
#include "version.h"

#include <stdio.h>

_Static_assert(HIPDNN_ERROR_STRING_MAX_LENGTH == HD_ERROR_TEXT_SIZE, "one size for error texts");

const char *hipdnnGetErrorString(hipdnnStatus_t status)
{
    return hd_status_name((int)status);
}

static int copy_text(const char *function, char *message, size_t size)
{
    if (message == NULL || size == 0) {
        (void)hd_answer(hd_fail(HD_NULL_POINTER, "%s: there is no room for the text (message %p, size %zu)", function,
                                (void *)message, size));
        return 0;
    }
    (void)snprintf(message, size, "%s", hd_error_text());
    return 1;
}

void hipdnnGetLastErrorString(char *message, size_t maxSize)
{
    if (copy_text("hipdnnGetLastErrorString", message, maxSize))
        hd_error_clear();
}

void hipdnnPeekLastErrorString_ext(char *message, size_t maxSize)
{
    (void)copy_text("hipdnnPeekLastErrorString_ext", message, maxSize);
}

const char *hipdnnVersionString_ext(void)
{
    return HIPDNN_VERSION_TEXT;
}

hipdnnStatus_t hipdnnGetVersion_ext(const char **version)
{
    if (version == NULL)
        return hd_answer(hd_fail(HD_NULL_POINTER, "hipdnnGetVersion_ext: version is NULL"));
    *version = HIPDNN_VERSION_TEXT;
    return HIPDNN_STATUS_SUCCESS;
}
