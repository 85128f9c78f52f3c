/* SPDX-License-Identifier: MIT */
#include "backend/descriptors/attributes.h"
#include "backend/descriptors/kinds.h"
#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <inttypes.h>
#include <string.h>

typedef struct engine_config {
    hd_object base;
    hd_object *engine;
    hd_object **choices; /* finalized knob choices, in the order set */
    size_t choice_count;
    /* Made by finalize. */
    void *bytes; /* the EngineConfig buffer */
    size_t size;
    int64_t workspace_size; /* an estimate; the plan has the exact one */
} engine_config;

enum { MOST_CHOICES = 1024 };

static hd_status make_room(engine_config *self, const hd_attribute *row, int64_t count)
{
    if (count < 1 || count > MOST_CHOICES - (int64_t)self->choice_count)
        return hd_fail(HD_BAD_PARAM, "%s: %" PRId64 " knob choices after %zu; 1 to %d in all are possible", row->text,
                       count, self->choice_count, MOST_CHOICES);
    const size_t total = self->choice_count + (size_t)count;
    hd_object **choices = hd_realloc(self->choices, total * sizeof *choices);
    if (choices == NULL)
        return hd_fail_alloc(total * sizeof *choices, row->text);
    self->choices = choices;
    return HD_OK;
}

/* Appends. */
static hd_status choices_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    engine_config *self = (engine_config *)object;
    hd_object *const *added = elements;
    HD_TRY(make_room(self, row, count));
    for (int64_t i = 0; i < count; i++)
        HD_TRY(hd_object_check_child(added[i], HD_KIND_KNOB_CHOICE, hd_knob_choice_kind.name, row->text));
    for (int64_t i = 0; i < count; i++) {
        hd_object_retain(added[i]);
        self->choices[self->choice_count++] = added[i];
    }
    return HD_OK;
}

static hd_status append_serialized(engine_config *self, const hd_attribute *row,
                                   const hipdnnBackendFlatbufferData_t *data)
{
    hd_arena arena = {0};
    hipdnn_data_knob_setting setting;
    if (data->ptr == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: the bytes of a knob setting are NULL", row->text);
    hd_status status = hd_knob_setting_decode(data->ptr, data->size, &arena, &setting);
    if (status == HD_OK)
        status = hd_knob_choice_from_setting(&setting, &self->choices[self->choice_count]);
    if (status == HD_OK)
        self->choice_count++;
    hd_arena_release(&arena);
    return status;
}

/* Appends settings given as KnobSetting buffers; of a list with a bad one the ones before it stay. */
static hd_status serialized_set(hd_object *object, const hd_attribute *row, int64_t count, const void *elements)
{
    engine_config *self = (engine_config *)object;
    HD_TRY(make_room(self, row, count));
    for (int64_t i = 0; i < count; i++)
        HD_TRY(append_serialized(self, row, (const hipdnnBackendFlatbufferData_t *)elements + i));
    return HD_OK;
}

static const hd_attribute attributes[] = {
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .store = HD_STORE_CHILD,
     .flags = HD_SET | HD_GET | HD_REQUIRED | HD_EXACT, .child = HD_KIND_ENGINE, .child_name = "engine",
     .offset = offsetof(engine_config, engine)},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINECFG_KNOB_CHOICES, HIPDNN_TYPE_BACKEND_DESCRIPTOR), .flags = HD_SET,
     .set = choices_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_KNOB_CHOICE_SERIALIZED_VALUE, HIPDNN_TYPE_FLATBUFFER_DATA_STRUCT_EXT), .flags = HD_SET,
     .set = serialized_set},
    {HD_ATTRIBUTE(HIPDNN_ATTR_ENGINECFG_WORKSPACE_SIZE, HIPDNN_TYPE_INT64), .store = HD_STORE_I64,
     .flags = HD_GET | HD_EXACT, .offset = offsetof(engine_config, workspace_size)},
};

static hd_status ask_workspace(engine_config *self)
{
    const hd_engine *engine = hd_engine_of(self->engine);
    const hd_engine_module *module = engine->module;
    const hd_object *graph = hd_engine_graph(self->engine);
    const hipdnnPluginConstData_t config = {self->bytes, self->size};
    hd_graph_request request;
    size_t size = 0;
    hd_graph_request_of(graph, &request);
    const hipdnnPluginStatus_t status = module->call.get_workspace_size(
        hd_session_handle(hd_graph_session(graph), module), &config, &request.bytes, &size);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_fail_in(hd_engine_call_failed(module, "hipdnnEnginePluginGetWorkspaceSize", status), "engine %s",
                          engine->name);
    if (size > INT64_MAX)
        return hd_fail(HD_PLUGIN_ERROR, "engine %s asks for a workspace of %zu bytes, more than can be said",
                       engine->name, size);
    self->workspace_size = (int64_t)size;
    return HD_OK;
}

/* A value that its knob does not allow is refused here, where knob and value are known by name. A knob that the engine
 * does not offer is the plugin's to judge: global ones are not listed. */
static hd_status check_setting(const engine_config *self, const hipdnn_data_knob_setting *setting)
{
    const hipdnn_data_engine_details *details = hd_engine_details(self->engine);
    for (uint32_t i = 0; i < details->knob_count; i++) {
        if (strcmp(details->knobs[i].id, setting->id) == 0)
            return hd_knob_check(&details->knobs[i], &setting->value);
    }
    return HD_OK;
}

static hd_status encode(engine_config *self)
{
    hipdnn_data_knob_setting *settings = hd_alloc_array(self->choice_count, sizeof *settings);
    if (settings == NULL)
        return hd_fail_alloc(self->choice_count * sizeof *settings, "knob settings");
    hd_status status = HD_OK;
    for (size_t i = 0; status == HD_OK && i < self->choice_count; i++) {
        hd_knob_choice_setting(self->choices[i], &settings[i]);
        status = check_setting(self, &settings[i]);
    }
    const hipdnn_data_engine_config config = {
        .engine_id = hd_engine_of(self->engine)->id,
        .knob_count = (uint32_t)self->choice_count,
        .knobs = settings,
    };
    if (status == HD_OK)
        status = hd_engine_config_encode(&config, &self->bytes, &self->size);
    hd_free(settings);
    return status;
}

static hd_status finalize(hd_object *object)
{
    engine_config *self = (engine_config *)object;
    hd_free(self->bytes); /* of a finalize that failed */
    self->bytes = NULL;
    HD_TRY(encode(self));
    return ask_workspace(self);
}

static void dispose(hd_object *object)
{
    engine_config *self = (engine_config *)object;
    for (size_t i = 0; i < self->choice_count; i++)
        hd_object_release(self->choices[i]);
    hd_free(self->choices);
    hd_free(self->bytes);
    hd_attribute_release_all(object);
}

const hd_kind hd_engine_config_kind = {
    .number = HD_KIND_ENGINE_CONFIG,
    .name = "engine config",
    .size = sizeof(engine_config),
    .attributes = attributes,
    .attribute_count = sizeof attributes / sizeof *attributes,
    .unfinalized_get = HIPDNN_STATUS_NOT_INITIALIZED,
    .finalize = finalize,
    .dispose = dispose,
};

hd_status hd_engine_config_set_engine(hd_object *config, hd_object *engine)
{
    return hd_attribute_set(config, HIPDNN_ATTR_ENGINECFG_ENGINE, HIPDNN_TYPE_BACKEND_DESCRIPTOR, 1, &engine);
}

hd_object *hd_engine_config_engine(const hd_object *config)
{
    return ((const engine_config *)config)->engine;
}

hipdnnPluginConstData_t hd_engine_config_bytes(const hd_object *config)
{
    const engine_config *self = (const engine_config *)config;
    return (hipdnnPluginConstData_t){self->bytes, self->size};
}
