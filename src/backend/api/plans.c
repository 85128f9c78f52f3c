/* SPDX-License-Identifier: MIT */
/* Stored plans, and containers of a graph and its plan. */
#include "backend/status.h"
#include "hipdnn_backend.h"

static hipdnnStatus_t no_stored_plans(void)
{
    return hd_answer(hd_fail(HD_NOT_SUPPORTED, "stored plans are not available in this version; store the graph "
                                               "(hipdnnBackendGetSerializedBinaryGraph_ext) and build its plan anew"));
}

hipdnnStatus_t hipdnnBackendGetSerializedExecutionPlan_ext(hipdnnBackendDescriptor_t descriptor,
                                                           size_t requestedByteSize, size_t *planByteSize,
                                                           uint8_t *serializedPlan)
{
    (void)descriptor;
    (void)requestedByteSize;
    (void)planByteSize;
    (void)serializedPlan;
    return no_stored_plans();
}

hipdnnStatus_t hipdnnBackendCreateAndDeserializeExecutionPlan_ext(hipdnnHandle_t handle,
                                                                  hipdnnBackendDescriptor_t *descriptor,
                                                                  const uint8_t *serializedPlan, size_t planByteSize)
{
    (void)handle;
    (void)serializedPlan;
    (void)planByteSize;
    if (descriptor != NULL)
        *descriptor = NULL;
    return no_stored_plans();
}

hipdnnStatus_t hipdnnBackendGetSerializedBinaryGraphAndPlan_ext(hipdnnBackendDescriptor_t graphDescriptor,
                                                                hipdnnBackendDescriptor_t planDescriptor,
                                                                size_t requestedByteSize, size_t *blobByteSize,
                                                                uint8_t *blob)
{
    (void)graphDescriptor;
    (void)planDescriptor;
    (void)requestedByteSize;
    (void)blobByteSize;
    (void)blob;
    return no_stored_plans();
}

hipdnnStatus_t hipdnnBackendGetSerializedBinaryContents_ext(const uint8_t *blob, size_t blobByteSize, int *contentFlags)
{
    (void)blob;
    (void)blobByteSize;
    (void)contentFlags;
    return no_stored_plans();
}
