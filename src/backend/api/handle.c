/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/kinds.h"
#include "backend/logger.h"

static hd_status create(hipdnnHandle_t *handle, hd_device device)
{
    *handle = NULL;
    return hd_handle_create(device, handle);
}

hipdnnStatus_t hipdnnCreate(hipdnnHandle_t *handle)
{
    hd_device device;
    hd_logger_start();
    if (handle == NULL)
        return hd_answer(hd_fail(HD_NULL_POINTER, "hipdnnCreate: handle is NULL"));
    *handle = NULL;
    const hd_status status = hd_device_default(&device);
    return hd_answer(status != HD_OK ? status : create(handle, device));
}

hipdnnStatus_t hipdnnCreateForDevice_ext(hipdnnHandle_t *handle, hipdnnDeviceKind_t kind, int ordinal)
{
    hd_logger_start();
    if (handle == NULL)
        return hd_answer(hd_fail(HD_NULL_POINTER, "hipdnnCreateForDevice_ext: handle is NULL"));
    *handle = NULL;
    if (ordinal < 0)
        return hd_answer(
            hd_fail(HD_BAD_PARAM, "hipdnnCreateForDevice_ext: device %d was asked for; they count from 0", ordinal));
    return hd_answer(create(handle, (hd_device){kind, ordinal}));
}

hipdnnStatus_t hipdnnDestroy(hipdnnHandle_t handle)
{
    const hd_status status = hd_handle_check(handle);
    return hd_answer(status != HD_OK ? status : hd_object_destroy((hd_object *)handle));
}

hipdnnStatus_t hipdnnSetStream(hipdnnHandle_t handle, hipStream_t streamId)
{
    const hd_status status = hd_handle_check(handle);
    return hd_answer(status != HD_OK ? status : hd_session_set_stream(handle->session, streamId));
}

hipdnnStatus_t hipdnnGetStream(hipdnnHandle_t handle, hipStream_t *streamId)
{
    const hd_status status = hd_handle_check(handle);
    if (status != HD_OK)
        return hd_answer(status);
    if (streamId == NULL)
        return hd_answer(hd_fail(HD_NULL_POINTER, "hipdnnGetStream: streamId is NULL"));
    *streamId = handle->session->stream;
    return HIPDNN_STATUS_SUCCESS;
}
