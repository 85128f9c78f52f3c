/* SPDX-License-Identifier: MIT */
#include "frontend/backend.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

hd_status hd_backend(hipdnnStatus_t status, const char *doing)
{
    if (status == HIPDNN_STATUS_SUCCESS)
        return HD_OK;
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH] = "";
    hipdnnGetLastErrorString(text, sizeof text);
    return hd_fail((hd_status)status, "%s: %s", doing, text[0] != '\0' ? text : hipdnnGetErrorString(status));
}

hd_status hd_backend_create(hipdnnBackendDescriptorType_t type, hipdnnBackendDescriptor_t *out_descriptor)
{
    return hd_backend(hipdnnBackendCreateDescriptor(type, out_descriptor), "making a descriptor");
}

hd_status hd_backend_set(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                         hipdnnBackendAttributeType_t type, int64_t count, const void *values)
{
    return hd_backend(hipdnnBackendSetAttribute(descriptor, attribute, type, count, values), "setting an attribute");
}

hd_status hd_backend_set_text(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                              const char *text)
{
    return *text != '\0' ? hd_backend_set(descriptor, attribute, HIPDNN_TYPE_CHAR, (int64_t)strlen(text), text) : HD_OK;
}

hd_status hd_backend_get(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                         hipdnnBackendAttributeType_t type, int64_t count, void *out_values)
{
    int64_t got = 0;
    HD_TRY(hd_backend(hipdnnBackendGetAttribute(descriptor, attribute, type, count, &got, out_values),
                      "reading an attribute"));
    if (got != count)
        return hd_fail(HD_INTERNAL_ERROR, "attribute %d has %lld elements where %lld were expected", (int)attribute,
                       (long long)got, (long long)count);
    return HD_OK;
}

hd_status hd_backend_count(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                           hipdnnBackendAttributeType_t type, int64_t *out_count)
{
    *out_count = 0;
    return hd_backend(hipdnnBackendGetAttribute(descriptor, attribute, type, 0, out_count, NULL),
                      "counting the elements of an attribute");
}

hd_status hd_backend_get_list(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                              hipdnnBackendAttributeType_t type, size_t size, hd_arena *arena, void **out_elements,
                              int64_t *out_count)
{
    *out_elements = NULL;
    HD_TRY(hd_backend_count(descriptor, attribute, type, out_count));
    if (*out_count == 0)
        return HD_OK;
    *out_elements = hd_arena_alloc_array(arena, (size_t)*out_count, size);
    if (*out_elements == NULL)
        return hd_fail_alloc((size_t)*out_count * size, "an attribute");
    return hd_backend_get(descriptor, attribute, type, *out_count, *out_elements);
}

hd_status hd_backend_get_text(hipdnnBackendDescriptor_t descriptor, hipdnnBackendAttributeName_t attribute,
                              hd_arena *arena, const char **out_text)
{
    void *text = NULL;
    int64_t count = 0;
    *out_text = "";
    HD_TRY(hd_backend_get_list(descriptor, attribute, HIPDNN_TYPE_CHAR, 1, arena, &text, &count));
    if (text != NULL)
        *out_text = text;
    return HD_OK;
}

void hd_backend_destroy(hipdnnBackendDescriptor_t *descriptor)
{
    if (*descriptor != NULL)
        (void)hipdnnBackendDestroyDescriptor(*descriptor);
    *descriptor = NULL;
}

void hd_warn(const char *format, ...)
{
    char text[HD_ERROR_TEXT_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    hipdnnLoggingCallback_ext(HIPDNN_SEV_WARN, text);
}
