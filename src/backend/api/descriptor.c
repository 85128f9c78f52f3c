/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "backend/logger.h"

/* A handle is an object too, but no descriptor. */
static hd_status check(const hd_object *descriptor)
{
    HD_TRY(hd_object_check(descriptor, "the descriptor"));
    return descriptor->kind->number != HD_KIND_HANDLE
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "the descriptor is a handle; a descriptor is needed");
}

hipdnnStatus_t hipdnnBackendCreateDescriptor(hipdnnBackendDescriptorType_t descriptorType,
                                             hipdnnBackendDescriptor_t *descriptor)
{
    hd_logger_start();
    if (descriptor == NULL)
        return hd_answer(hd_fail(HD_NULL_POINTER, "hipdnnBackendCreateDescriptor: descriptor is NULL"));
    return hd_answer(hd_descriptor_create(descriptorType, descriptor));
}

hipdnnStatus_t hipdnnBackendDestroyDescriptor(hipdnnBackendDescriptor_t descriptor)
{
    const hd_status status = check(descriptor);
    return hd_answer(status != HD_OK ? status : hd_object_destroy(descriptor));
}

hipdnnStatus_t hipdnnBackendFinalize(hipdnnBackendDescriptor_t descriptor)
{
    const hd_status status = check(descriptor);
    return hd_answer(status != HD_OK ? status : hd_attribute_finalize(descriptor));
}

hipdnnStatus_t hipdnnBackendGetAttribute(hipdnnBackendDescriptor_t descriptor,
                                         hipdnnBackendAttributeName_t attributeName,
                                         hipdnnBackendAttributeType_t attributeType, int64_t requestedElementCount,
                                         int64_t *elementCount, void *arrayOfElements)
{
    const hd_status status = check(descriptor);
    return hd_answer(status != HD_OK ? status
                                     : hd_attribute_get(descriptor, attributeName, attributeType, requestedElementCount,
                                                        elementCount, arrayOfElements));
}

hipdnnStatus_t hipdnnBackendSetAttribute(hipdnnBackendDescriptor_t descriptor,
                                         hipdnnBackendAttributeName_t attributeName,
                                         hipdnnBackendAttributeType_t attributeType, int64_t elementCount,
                                         const void *arrayOfElements)
{
    const hd_status status = check(descriptor);
    return hd_answer(status != HD_OK
                         ? status
                         : hd_attribute_set(descriptor, attributeName, attributeType, elementCount, arrayOfElements));
}
