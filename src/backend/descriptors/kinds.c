/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/kinds.h"

#include "backend/descriptors/graph.h"

static const struct {
    hipdnnBackendDescriptorType_t type;
    const hd_kind *kind;
} kinds[] = {
    {HIPDNN_BACKEND_TENSOR_DESCRIPTOR, &hd_tensor_kind},
    {HIPDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR, &hd_graph_kind},
    {HIPDNN_BACKEND_ENGINEHEUR_DESCRIPTOR, &hd_heuristic_kind},
    {HIPDNN_BACKEND_ENGINE_DESCRIPTOR, &hd_engine_kind},
    {HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR, &hd_engine_config_kind},
    {HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR, &hd_plan_kind},
    {HIPDNN_BACKEND_VARIANT_PACK_DESCRIPTOR, &hd_pack_kind},
    {HIPDNN_BACKEND_KNOB_INFO_DESCRIPTOR, &hd_knob_info_kind},
    {HIPDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR, &hd_knob_choice_kind},
    {HIPDNN_BACKEND_PROFILING_CONTROL_EXT, &hd_profiling_kind},
};

hd_status hd_descriptor_create(hipdnnBackendDescriptorType_t type, hd_object **out_object)
{
    *out_object = NULL;
    for (size_t i = 0; i < hd_operation_binding_count; i++) {
        if (hd_operation_bindings[i]->descriptor_type == type)
            return hd_operation_create(hd_operation_bindings[i], out_object);
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (kinds[i].type != type)
            continue;
        HD_TRY(hd_object_create(kinds[i].kind, kinds[i].kind->size, out_object));
        if (kinds[i].kind == &hd_graph_kind)
            (void)pthread_mutex_init(&((hd_graph_object *)*out_object)->notes_lock, NULL);
        return HD_OK;
    }
    return hd_fail(HD_NOT_SUPPORTED, "descriptors of type %d cannot be created", (int)type);
}
