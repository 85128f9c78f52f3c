/* SPDX-License-Identifier: MIT */
/* What engines say about a graph, asked for once per engine and graph (D39). */
#include "backend/descriptors/graph.h"
#include "base/log.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <inttypes.h>

struct hd_engine_note {
    struct hd_engine_note *next;
    const hd_engine *engine;
    hipdnnPluginConstData_t raw; /* the plugin's, to be given back */
    hipdnn_data_engine_details details;
    hd_arena arena;
    hipdnnBackendFlatbufferData_t *knobs; /* the details' knobs as buffers; NULL until asked for */
};

static void give_back(const hd_graph_object *graph, const hd_engine *engine, hipdnnPluginConstData_t *raw)
{
    const hd_engine_module *module = engine->module;
    if (raw->ptr == NULL || hd_registry_is_exiting())
        return;
    const hipdnnPluginStatus_t status =
        module->call.destroy_engine_details(hd_session_handle(graph->session, module), raw);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        hd_log(HD_ERROR, "plugin '%s': hipdnnEnginePluginDestroyEngineDetails answered %s", module->name,
               hd_plugin_status_text(status));
}

static void knobs_release(hipdnnBackendFlatbufferData_t *knobs, uint32_t count)
{
    for (uint32_t i = 0; knobs != NULL && i < count; i++)
        hd_free((void *)(uintptr_t)knobs[i].ptr);
    hd_free(knobs);
}

static void note_release(const hd_graph_object *graph, hd_engine_note *note)
{
    knobs_release(note->knobs, note->details.knob_count);
    give_back(graph, note->engine, &note->raw);
    hd_arena_release(&note->arena);
    hd_free(note);
}

void hd_graph_forget_engines(hd_graph_object *graph)
{
    while (graph->notes != NULL) {
        hd_engine_note *note = graph->notes;
        graph->notes = note->next;
        note_release(graph, note);
    }
}

static hd_status read_details(hd_engine_note *note, const hd_engine *engine)
{
    const hd_engine_module *module = engine->module;
    hd_status status = hd_engine_details_decode(note->raw.ptr, note->raw.size, &note->arena, &note->details);
    if (status != HD_OK) {
        (void)hd_fail_in(status, "plugin '%s': the details of engine %s", module->name, engine->name);
        return status == HD_ALLOC_FAILED ? status : HD_PLUGIN_ERROR;
    }
    if (note->details.engine_id != engine->id)
        return hd_fail(HD_PLUGIN_ERROR,
                       "plugin '%s': asked for the details of engine %s (%" PRId64 "), it gave those of %" PRId64,
                       module->name, engine->name, engine->id, note->details.engine_id);
    return HD_OK;
}

static hd_status ask(const hd_graph_object *graph, const hd_engine *engine, hd_engine_note *note)
{
    const hd_engine_module *module = engine->module;
    hd_graph_request request;
    hd_graph_request_of(&graph->base, &request);
    const hipdnnPluginStatus_t status = module->call.get_engine_details(hd_session_handle(graph->session, module),
                                                                        engine->id, &request.bytes, &note->raw);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        note->raw = (hipdnnPluginConstData_t){0};
        return hd_engine_call_failed(module, "hipdnnEnginePluginGetEngineDetails", status);
    }
    if (note->raw.ptr == NULL)
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s': it gave no details of engine %s", module->name, engine->name);
    return read_details(note, engine);
}

static hd_status make_note(const hd_graph_object *graph, const hd_engine *engine, bool is_candidate,
                           hd_engine_note **out_note)
{
    if (!is_candidate) {
        hd_graph_request request;
        hd_graph_request_of(&graph->base, &request);
        HD_TRY(hd_candidate_check(graph->session, &request, engine));
    }
    hd_engine_note *note = hd_alloc(sizeof *note);
    if (note == NULL)
        return hd_fail_alloc(sizeof *note, "an engine's details");
    note->engine = engine;
    const hd_status status = ask(graph, engine, note);
    if (status != HD_OK) {
        note_release(graph, note);
        return status;
    }
    *out_note = note;
    return HD_OK;
}

hd_status hd_graph_engine_note(hd_object *object, const hd_engine *engine, bool is_candidate,
                               const hd_engine_note **out_note)
{
    hd_graph_object *graph = (hd_graph_object *)object;
    hd_status status = HD_OK;
    (void)pthread_mutex_lock(&graph->notes_lock);
    hd_engine_note *note = graph->notes;
    while (note != NULL && note->engine != engine)
        note = note->next;
    if (note == NULL) {
        status = make_note(graph, engine, is_candidate, &note);
        if (status == HD_OK) {
            note->next = graph->notes;
            graph->notes = note;
        }
    }
    (void)pthread_mutex_unlock(&graph->notes_lock);
    *out_note = status == HD_OK ? note : NULL;
    return status;
}

const hipdnn_data_engine_details *hd_engine_note_details(const hd_engine_note *note)
{
    return &note->details;
}

static hd_status make_knobs(const hipdnn_data_engine_details *details, hipdnnBackendFlatbufferData_t **out_knobs)
{
    hipdnnBackendFlatbufferData_t *knobs = hd_alloc_array(details->knob_count, sizeof *knobs);
    if (knobs == NULL)
        return hd_fail_alloc(details->knob_count * sizeof *knobs, "serialized knobs");
    for (uint32_t i = 0; i < details->knob_count; i++) {
        void *bytes;
        const hd_status status = hd_knob_encode(&details->knobs[i], &bytes, &knobs[i].size);
        if (status != HD_OK) {
            knobs_release(knobs, i);
            return status;
        }
        knobs[i].ptr = bytes;
    }
    *out_knobs = knobs;
    return HD_OK;
}

hd_status hd_graph_engine_knobs(hd_object *object, const hd_engine_note *given,
                                const hipdnnBackendFlatbufferData_t **out_knobs)
{
    hd_graph_object *graph = (hd_graph_object *)object;
    hd_status status = HD_OK;
    (void)pthread_mutex_lock(&graph->notes_lock);
    hd_engine_note *note = graph->notes;
    while (note != given)
        note = note->next;
    if (note->knobs == NULL)
        status = make_knobs(&note->details, &note->knobs);
    *out_knobs = note->knobs;
    (void)pthread_mutex_unlock(&graph->notes_lock);
    return status;
}
