/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/kinds.h"
#include "backend/logger.h"
#include "base/memory.h"
#include "data_sdk/json/json.h"

#include <string.h>

/* The rule of two calls: a NULL buffer asks the size, a short one is refused, the size is always written. */
static hd_status hand_out(const void *bytes, size_t size, size_t requested, size_t *out_size, void *buffer)
{
    *out_size = size;
    if (buffer == NULL)
        return HD_OK;
    if (requested < size)
        return hd_fail(HD_SIZE_INSUFFICIENT, "the graph has %zu bytes, the buffer %zu", size, requested);
    memcpy(buffer, bytes, size);
    return HD_OK;
}

static hd_status check_graph(const hd_object *descriptor, const size_t *out_size)
{
    HD_TRY(hd_object_check_kind(descriptor, HD_KIND_GRAPH, hd_graph_kind.name, "the descriptor"));
    return out_size != NULL ? HD_OK : hd_fail(HD_NULL_POINTER, "the size of the graph is to be written to NULL");
}

static hd_status create_from_binary(hd_object **descriptor, const uint8_t *bytes, size_t size)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *data;
    if (descriptor == NULL || bytes == NULL)
        return hd_fail(HD_NULL_POINTER, "%s is NULL", descriptor == NULL ? "descriptor" : "serializedGraph");
    *descriptor = NULL;
    hd_status status = hd_graph_decode(bytes, size, &arena, &data);
    if (status == HD_OK)
        status = hd_graph_from_data(data, descriptor);
    hd_arena_release(&arena);
    return status;
}

hipdnnStatus_t hipdnnBackendCreateAndDeserializeGraph_ext(hipdnnBackendDescriptor_t *descriptor,
                                                          const uint8_t *serializedGraph, size_t graphByteSize)
{
    hd_logger_start();
    return hd_answer(create_from_binary(descriptor, serializedGraph, graphByteSize));
}

static hd_status create_from_json(hd_object **descriptor, const char *text, size_t size)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *data;
    if (descriptor == NULL || text == NULL)
        return hd_fail(HD_NULL_POINTER, "%s is NULL", descriptor == NULL ? "descriptor" : "jsonGraph");
    *descriptor = NULL;
    if (size > 0 && text[size - 1] == '\0')
        size--; /* the ending NUL may be counted */
    hd_status status = hd_graph_from_json(text, size, &arena, &data);
    if (status == HD_OK)
        status = hd_graph_check(data);
    if (status == HD_OK)
        status = hd_graph_from_data(data, descriptor);
    hd_arena_release(&arena);
    return status;
}

hipdnnStatus_t hipdnnBackendCreateAndDeserializeJsonGraph_ext(hipdnnBackendDescriptor_t *descriptor,
                                                              const char *jsonGraph, size_t jsonByteSize)
{
    hd_logger_start();
    return hd_answer(create_from_json(descriptor, jsonGraph, jsonByteSize));
}

hipdnnStatus_t hipdnnBackendGetSerializedBinaryGraph_ext(hipdnnBackendDescriptor_t descriptor, size_t requestedByteSize,
                                                         size_t *graphByteSize, uint8_t *serializedGraph)
{
    void *bytes;
    size_t size;
    hd_status status = check_graph(descriptor, graphByteSize);
    if (status == HD_OK)
        status = hd_graph_bytes(descriptor, &bytes, &size);
    if (status != HD_OK)
        return hd_answer(status);
    status = hand_out(bytes, size, requestedByteSize, graphByteSize, serializedGraph);
    hd_free(bytes);
    return hd_answer(status);
}

hipdnnStatus_t hipdnnBackendGetSerializedJsonGraph_ext(hipdnnBackendDescriptor_t descriptor, size_t requestedByteSize,
                                                       size_t *graphByteSize, char *jsonGraph)
{
    hd_text text = {0};
    hd_status status = check_graph(descriptor, graphByteSize);
    if (status == HD_OK)
        status = hd_graph_json(descriptor, &text);
    if (status == HD_OK)
        status = hand_out(text.data, text.size + 1, requestedByteSize, graphByteSize, jsonGraph);
    hd_text_release(&text);
    return hd_answer(status);
}
