/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"

#include <inttypes.h>

typedef struct engine {
    hd_object base;
    hd_object *graph;
    int64_t id;
    /* Made by finalize; live as long as the graph. */
    const hd_engine *engine;
    const hd_engine_note *note;
} engine;

static hd_status name_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                          void *elements)
{
    return hd_give_text(row, ((const engine *)object)->engine->name, requested, out_count, elements);
}

static hd_status notes_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                           void *elements)
{
    const hipdnn_data_engine_details *details = hd_engine_note_details(((const engine *)object)->note);
    return hd_give_all_elements(row, details->behavior_notes, details->behavior_note_count, sizeof(int32_t), requested,
                                out_count, elements);
}

/* New knob infos, which the caller destroys. */
static hd_status knobs_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                           void *elements)
{
    const hipdnn_data_engine_details *details = hd_engine_note_details(((const engine *)object)->note);
    hd_object **infos = elements;
    HD_TRY(hd_give_all_elements(row, NULL, 0, sizeof *infos, 0, out_count, NULL));
    *out_count = details->knob_count;
    if (elements == NULL || requested == 0)
        return HD_OK;
    if (requested < (int64_t)details->knob_count)
        return hd_fail(HD_BAD_PARAM, "%s: there are %" PRIu32 " knobs, room was given for %" PRId64, row->text,
                       details->knob_count, requested);
    for (uint32_t i = 0; i < details->knob_count; i++) {
        const hd_status status = hd_knob_info_from_data(&details->knobs[i], &infos[i]);
        while (status != HD_OK && i-- > 0)
            hd_object_release(infos[i]);
        HD_TRY(status);
    }
    return HD_OK;
}

static hd_status serialized_knobs_get(hd_object *object, const hd_attribute *row, int64_t requested, int64_t *out_count,
                                      void *elements)
{
    const engine *self = (const engine *)object;
    const hipdnnBackendFlatbufferData_t *knobs;
    HD_TRY(hd_graph_engine_knobs(self->graph, self->note, &knobs));
    return hd_give_all_elements(row, knobs, hd_engine_note_details(self->note)->knob_count, sizeof *knobs, requested,
                                out_count, elements);
}

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINE_OPERATION_GRAPH, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .store = HD_STORE_CHILD,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .child = HD_KIND_GRAPH, .child_name = "graph",
     .offset = offsetof(engine, graph)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINE_GLOBAL_INDEX, HIPDNN_TYPE_INT64), .store = HD_STORE_I64,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .offset = offsetof(engine, id)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINE_NAME_EXT, HIPDNN_TYPE_CHAR), .flags = HD_GET, .get = name_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINE_KNOB_INFO, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .flags = HD_GET, .get = knobs_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_INFO_SERIALIZED_VALUE, HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT), .flags = HD_GET,
     .get = serialized_knobs_get},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINE_BEHAVIOR_NOTE, HIPDNN_TYPE_BEHAVIOR_NOTE), .flags = HD_GET, .get = notes_get},
};

static hd_status finish(engine *self, bool is_candidate)
{
    return hd_graph_engine_note(self->graph, self->engine, is_candidate, &self->note);
}

static hd_status finalize(hd_object *object)
{
    engine *self = (engine *)object;
    self->engine = hd_module_set_find(hd_graph_session(self->graph)->set, self->id);
    if (self->engine == NULL)
        return hd_fail(HD_BAD_PARAM, "there is no engine with id 0x%016" PRIX64 "; `hipdnn info` lists those there are",
                       (uint64_t)self->id);
    return finish(self, false);
}

const hd_kind hd_engine_kind = {
    .number = HD_KIND_ENGINE,
    .name = "engine",
    .size = sizeof(engine),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = hd_attribute_release_all,
};

hd_status hd_engine_from_candidate(hd_object *graph, const hd_engine *candidate, hd_object **out_engine)
{
    hd_object *object;
    *out_engine = NULL;
    HD_TRY(hd_object_create(&hd_engine_kind, sizeof(engine), &object));
    engine *self = (engine *)object;
    hd_object_retain(graph);
    self->graph = graph;
    self->id = candidate->id;
    self->engine = candidate;
    object->present = (UINT64_C(1) << hd_engine_kind.attribute_count) - 1;
    const hd_status status = finish(self, true);
    if (status != HD_OK) {
        hd_object_release(object);
        return status;
    }
    hd_object_set_finalized(object, true);
    *out_engine = object;
    return HD_OK;
}

const hd_engine *hd_engine_of(const hd_object *object)
{
    return ((const engine *)object)->engine;
}

hd_object *hd_engine_graph(const hd_object *object)
{
    return ((const engine *)object)->graph;
}

const hipdnn_data_engine_details *hd_engine_details(const hd_object *object)
{
    return hd_engine_note_details(((const engine *)object)->note);
}
