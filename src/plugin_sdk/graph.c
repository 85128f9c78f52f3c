/* SPDX-License-Identifier: MIT */
#include "plugin_sdk/graph.h"

#include "data_sdk/graph/graph.h"
#include "plugin_sdk/module.h"
#include "plugin_sdk/status.h"

#include <string.h>

static hd_status decode(hd_sdk_graph *fresh, const hipdnnPluginConstData_t *bytes)
{
    HD_TRY(hd_graph_decode(bytes->ptr, bytes->size, &fresh->arena, &fresh->graph));
    void *copy = hd_arena_alloc(&fresh->arena, bytes->size);
    fresh->accepted = hd_arena_alloc_array(&fresh->arena, hd_sdk_engine_count(), sizeof *fresh->accepted);
    if (copy == NULL || fresh->accepted == NULL)
        return hd_fail_alloc(bytes->size, "a copy of the graph's bytes");
    fresh->bytes = memcpy(copy, bytes->ptr, bytes->size);
    fresh->size = bytes->size;
    return HD_OK;
}

hd_status hd_sdk_graph_load(hd_sdk_graph *last, const hipdnnPluginConstData_t *bytes)
{
    if (last->graph != NULL && last->size == bytes->size && memcmp(last->bytes, bytes->ptr, bytes->size) == 0)
        return HD_OK;
    hd_sdk_graph fresh = {0};
    const hd_status status = decode(&fresh, bytes);
    if (status != HD_OK) {
        hd_sdk_graph_release(&fresh);
        return status;
    }
    hd_sdk_graph_release(last);
    *last = fresh;
    return HD_OK;
}

hipdnnPluginStatus_t hd_sdk_graph_ask(hd_sdk_graph *last, uint32_t index)
{
    if (last->accepted[index])
        return HIPDNN_PLUGIN_STATUS_SUCCESS;
    hd_error_clear();
    const hipdnnPluginStatus_t status = hd_sdk_answer(hd_sdk_engine(index)->supports(last->graph));
    last->accepted[index] = status == HIPDNN_PLUGIN_STATUS_SUCCESS;
    return status;
}

void hd_sdk_graph_release(hd_sdk_graph *last)
{
    hd_arena_release(&last->arena);
    *last = (hd_sdk_graph){0};
}
