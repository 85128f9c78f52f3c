/* SPDX-License-Identifier: MIT */
/* Time between two points: the user sets START before what is to be measured and STOP after it; finalize measures. On
 * the CPU execution is over when execute returns, so both points are readings of the clock. */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

typedef struct profiling {
    hd_object base;
    hd_session *session; /* whose device is measured */
    struct timespec start, stop;
    float elapsed_ms; /* made by finalize */
} profiling;

static hd_status handle_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    profiling *self = (profiling *)object;
    hipdnnHandle_t handle;
    if (count != 1)
        return hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
    memcpy(&handle, elements, sizeof handle);
    HD_TRY(hd_handle_check(handle));
    hd_session_retain(handle->session);
    hd_session_release(self->session);
    self->session = handle->session;
    return HD_OK;
}

/* A trigger's value is ignored; when it may be pulled is not. */
static hd_status check_trigger(const hd_attribute *row, int64_t count, bool is_time, const char *before)
{
    if (count != 1)
        return hd_fail(HD_BAD_PARAM, "%s takes exactly 1 element, %" PRId64 " were given", row->text, count);
    return is_time ? HD_OK : hd_fail(HD_BAD_PARAM, "%s comes after %s", row->text, before);
}

static hd_status start_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    profiling *self = (profiling *)object;
    (void)elements;
    HD_TRY(check_trigger(row, count, self->session != NULL, "HIPDNN_ATTR_PROFILING_HANDLE_EXT"));
    (void)clock_gettime(CLOCK_MONOTONIC, &self->start);
    return HD_OK;
}

static hd_status stop_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    (void)elements;
    const bool started = hd_attribute_is_set(object, HIPDNN_ATTR_PROFILING_START_EXT);
    HD_TRY(check_trigger(row, count, started, "HIPDNN_ATTR_PROFILING_START_EXT"));
    (void)clock_gettime(CLOCK_MONOTONIC, &((profiling *)object)->stop);
    return HD_OK;
}

/* The CPU has nothing under way that could be waited for. */
static hd_status sync_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    (void)elements;
    return check_trigger(row, count, ((const profiling *)object)->session != NULL, "HIPDNN_ATTR_PROFILING_HANDLE_EXT");
}

static hd_status elapsed_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                             void *elements)
{
    const profiling *self = (const profiling *)object;
    return hd_give_elements(row, &self->elapsed_ms, 1, sizeof self->elapsed_ms, requested, out_count, elements);
}

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_PROFILING_HANDLE_EXT, HIPDNN_TYPE_HANDLE), .flags = HD_SET | HD_REQUIRED,
     .set = handle_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_PROFILING_START_EXT, HIPDNN_TYPE_BOOLEAN), .flags = HD_SET | HD_REQUIRED,
     .set = start_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_PROFILING_STOP_EXT, HIPDNN_TYPE_BOOLEAN), .flags = HD_SET | HD_REQUIRED, .set = stop_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_PROFILING_DEVICE_SYNC_EXT, HIPDNN_TYPE_BOOLEAN), .flags = HD_SET, .set = sync_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_PROFILING_ELAPSED_MS_EXT, HIPDNN_TYPE_FLOAT), .flags = HD_GET, .get = elapsed_get},
};

static hd_status finalize(hd_object *object)
{
    profiling *self = (profiling *)object;
    self->elapsed_ms = (float)((double)(self->stop.tv_sec - self->start.tv_sec) * 1e3 +
                               (double)(self->stop.tv_nsec - self->start.tv_nsec) * 1e-6);
    return HD_OK;
}

static void dispose(hd_object *object)
{
    hd_session_release(((profiling *)object)->session);
}

const hd_kind hd_profiling_kind = {
    .number = HD_KIND_PROFILING,
    .name = "profiling control",
    .size = sizeof(profiling),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = dispose,
};
