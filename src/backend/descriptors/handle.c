/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/kinds.h"

static void dispose(hd_object *object)
{
    hd_session_release(((struct hipdnnHandle *)object)->session);
}

static const hd_kind handle_kind = {
    .number = HD_KIND_HANDLE,
    .name = "handle",
    .size = sizeof(struct hipdnnHandle),
    .dispose = dispose,
};

hd_status hd_handle_create(hd_device device, hipdnnHandle_t *out_handle)
{
    hd_session *session;
    hd_object *object;
    HD_TRY(hd_session_create(device, &session));
    const hd_status status = hd_object_create(&handle_kind, sizeof(struct hipdnnHandle), &object);
    if (status != HD_OK) {
        hd_session_release(session);
        return status;
    }
    hipdnnHandle_t handle = (hipdnnHandle_t)object;
    handle->session = session;
    handle->key = session->key;
    handle->engine_handles = session->engine_handles;
    hd_object_set_finalized(object, true);
    *out_handle = handle;
    return HD_OK;
}

hd_status hd_handle_check(hipdnnHandle_t handle)
{
    return hd_object_check_kind((const hd_object *)handle, HD_KIND_HANDLE, "handle", "the handle");
}
