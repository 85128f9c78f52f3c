/* SPDX-License-Identifier: MIT */
#include "plugin/engine_module.h"

#include "base/ids.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "plugin/engine_symbols.h"
#include "plugin/known_names.h"
#include "plugin/machine.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* More than this from one library is nonsense, not a number to allocate by. */
enum { MOST_ENGINES = 65536 };

const char *hd_plugin_status_text(hipdnnPluginStatus_t status)
{
    static const char *const texts[] = {
        "SUCCESS", "BAD_PARAM", "INVALID_VALUE", "INTERNAL_ERROR", "ALLOC_FAILED", "NOT_APPLICABLE", "NOT_INITIALIZED",
    };
    const unsigned number = (unsigned)status;
    return number < sizeof texts / sizeof *texts ? texts[number] : "an unknown status";
}

hd_status hd_engine_call_failed(const hd_engine_module *module, const char *call, hipdnnPluginStatus_t status)
{
    const char *words = NULL;
    module->call.get_last_error(&words);
    return hd_fail(status == HIPDNN_PLUGIN_STATUS_ALLOC_FAILED ? HD_ALLOC_FAILED : HD_PLUGIN_ERROR,
                   "plugin '%s' (%s): %s answered %s: %s", module->name == NULL ? "?" : module->name, module->path,
                   call, hd_plugin_status_text(status), words == NULL || *words == '\0' ? "it gave no reason" : words);
}

bool hd_version_parse(const char *text, hipdnn_data_version *out_version)
{
    return text != NULL && sscanf(text, "%" SCNu32 ".%" SCNu32 ".%" SCNu32, &out_version->major_version,
                                  &out_version->minor_version, &out_version->patch_version) == 3;
}

int hd_version_compare(hipdnn_data_version a, hipdnn_data_version b)
{
    const uint32_t left[] = {a.major_version, a.minor_version, a.patch_version};
    const uint32_t right[] = {b.major_version, b.minor_version, b.patch_version};
    for (int i = 0; i < 3; i++) {
        if (left[i] != right[i])
            return left[i] < right[i] ? -1 : 1;
    }
    return 0;
}

static hd_status resolve(hd_engine_module *module)
{
    hd_text missing = {0};
    for (size_t i = 0; i < hd_engine_symbol_count; i++) {
        const hd_symbol *symbol = &hd_engine_symbols[i];
        void *address = hd_library_symbol(module->library, symbol->name);
        memcpy((char *)&module->call + symbol->offset, &address, sizeof address);
        if (address == NULL && symbol->required)
            hd_text_format(&missing, "%s%s", missing.size > 0 ? ", " : "", symbol->name);
    }
    hd_status status = HD_OK;
    if (missing.size > 0)
        status =
            hd_fail(HD_PLUGIN_ERROR, "'%s' is not an engine plugin: it does not export %s", module->path, missing.data);
    else if (missing.failed)
        status = hd_fail_alloc(missing.capacity, "a list of missing symbols");
    hd_text_release(&missing);
    return status;
}

static hd_status read_text(const hd_engine_module *module, hipdnnPluginStatus_t (*get)(const char **), const char *call,
                           char **out_text)
{
    const char *text = NULL;
    const hipdnnPluginStatus_t status = get(&text);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_engine_call_failed(module, call, status);
    if (text == NULL || *text == '\0')
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s': %s gave an empty text", module->path, call);
    *out_text = hd_copy_text(text, strlen(text));
    return *out_text == NULL ? hd_fail_alloc(strlen(text), call) : HD_OK;
}

/* Name, version, API version, type: nothing else of the plugin runs before its API is accepted (D36). */
static hd_status identify(hd_engine_module *module)
{
    HD_TRY(read_text(module, module->call.get_name, "hipdnnPluginGetName", &module->name));
    HD_TRY(read_text(module, module->call.get_version, "hipdnnPluginGetVersion", &module->version));

    const char *api = "1.0.0";
    hipdnnPluginStatus_t status = HIPDNN_PLUGIN_STATUS_SUCCESS;
    if (module->call.get_api_version != NULL)
        status = module->call.get_api_version(&api);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_engine_call_failed(module, "hipdnnPluginGetApiVersion", status);
    if (!hd_version_parse(api, &module->api))
        return hd_fail(HD_NOT_SUPPORTED, "plugin '%s' (%s): its API version '%s' is not of the form MAJOR.MINOR.PATCH",
                       module->name, module->path, api == NULL ? "(null)" : api);
    if (module->api.major_version > HIPDNN_ENGINE_API_VERSION_MAJOR)
        return hd_fail(HD_PLUGIN_ERROR,
                       "plugin '%s' (%s): it is made for engine API %s, this backend speaks %d.x; a plugin of that "
                       "major is needed",
                       module->name, module->path, api, HIPDNN_ENGINE_API_VERSION_MAJOR);

    hipdnnPluginType_t type = HIPDNN_PLUGIN_TYPE_UNSPECIFIED;
    status = module->call.get_type(&type);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_engine_call_failed(module, "hipdnnPluginGetType", status);
    if (type != HIPDNN_PLUGIN_TYPE_ENGINE)
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s' (%s): its type is %d, an engine plugin's is %d", module->name,
                       module->path, (int)type, (int)HIPDNN_PLUGIN_TYPE_ENGINE);
    return HD_OK;
}

static hd_status read_device_kind(hd_engine_module *module)
{
    module->device_kind = HIPDNN_DEVICE_KIND_CPU;
    if (module->call.get_device_kind == NULL)
        return HD_OK;
    const hipdnnPluginStatus_t status = module->call.get_device_kind(&module->device_kind);
    return status == HIPDNN_PLUGIN_STATUS_SUCCESS
               ? HD_OK
               : hd_engine_call_failed(module, "hipdnnEnginePluginGetDeviceKind_ext", status);
}

static hd_status read_ids(const hd_engine_module *module, int64_t **out_ids, uint32_t *out_count)
{
    static const char call[] = "hipdnnEnginePluginGetAllEngineIds";
    uint32_t announced = 0;
    hipdnnPluginStatus_t status = module->call.get_all_engine_ids(NULL, 0, &announced);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_engine_call_failed(module, call, status);
    if (announced == 0 || announced > MOST_ENGINES)
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s' (%s): %s announced %" PRIu32 " engines, 1 to %d are possible",
                       module->name, module->path, call, announced, MOST_ENGINES);
    int64_t *ids = hd_alloc_array(announced, sizeof *ids);
    if (ids == NULL)
        return hd_fail_alloc(announced * sizeof *ids, "engine ids");
    uint32_t written = 0;
    status = module->call.get_all_engine_ids(ids, announced, &written);
    hd_status answer = HD_OK;
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        answer = hd_engine_call_failed(module, call, status);
    else if (written != announced)
        answer = hd_fail(HD_PLUGIN_ERROR,
                         "plugin '%s' (%s): %s announced %" PRIu32 " engines, then wrote %" PRIu32 "; they must agree",
                         module->name, module->path, call, announced, written);
    if (answer != HD_OK) {
        hd_free(ids);
        return answer;
    }
    *out_ids = ids;
    *out_count = announced;
    return HD_OK;
}

static hd_status refuse_repeats(const hd_engine_module *module)
{
    char text[HD_ID_TEXT_SIZE];
    const int64_t *ids = module->announced_ids;
    for (size_t i = 0; i < module->announced_count; i++) {
        if (ids[i] == 0)
            return hd_fail(HD_PLUGIN_ERROR, "plugin '%s' (%s): engine id 0 is never valid", module->name, module->path);
        for (size_t j = 0; j < i; j++) {
            if (ids[i] == ids[j])
                return hd_fail(HD_PLUGIN_ERROR, "plugin '%s' (%s): it announces engine %s twice", module->name,
                               module->path, hd_id_text(ids[i], text));
        }
    }
    return HD_OK;
}

/* The engine's own name; "" when it has none; NULL when the engine is to be dropped, said in the log. */
static const char *ask_name(const hd_engine_module *module, int64_t id)
{
    char id_text[HD_ID_TEXT_SIZE];
    const char *name = NULL;
    if (module->call.get_engine_name == NULL)
        return "";
    const hipdnnPluginStatus_t status = module->call.get_engine_name(id, &name);
    if (status == HIPDNN_PLUGIN_STATUS_NOT_APPLICABLE)
        return "";
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS) {
        (void)hd_engine_call_failed(module, "hipdnnEnginePluginGetEngineName", status);
        hd_log(HD_ERROR, "engine %s is left out: %s", hd_id_text(id, id_text), hd_error_text());
        return NULL;
    }
    if (name == NULL || *name == '\0')
        return "";
    if (hd_name_to_id(name) != id) {
        char hash_text[HD_ID_TEXT_SIZE];
        hd_log(HD_ERROR, "engine %s of plugin '%s' (%s) is left out: its name '%s' hashes to %s, not to its id",
               hd_id_text(id, id_text), module->name, module->path, name, hd_id_text(hd_name_to_id(name), hash_text));
        return NULL;
    }
    return name;
}

static hd_status admit(hd_engine_module *module, int64_t id, bool (*taken)(const void *, int64_t), const void *context)
{
    char id_text[HD_ID_TEXT_SIZE];
    const char *name = ask_name(module, id);
    if (name == NULL)
        return HD_OK;
    const char *shown = *name != '\0' ? name : hd_known_engine_name(id);
    if (shown == NULL)
        shown = hd_id_text(id, id_text);
    if (taken(context, id)) {
        hd_log(HD_ERROR, "engine %s of plugin '%s' (%s) is left out: an earlier library has that id", shown,
               module->name, module->path);
        return HD_OK;
    }
    hd_engine *engine = &module->engines[module->engine_count];
    engine->id = id;
    engine->module = module;
    engine->name = hd_copy_text(shown, strlen(shown));
    if (engine->name == NULL)
        return hd_fail_alloc(strlen(shown), "an engine's name");
    module->engine_count++;
    return HD_OK;
}

static hd_status admit_engines(hd_engine_module *module, bool (*taken)(const void *, int64_t), const void *context)
{
    uint32_t count = 0;
    HD_TRY(read_ids(module, &module->announced_ids, &count));
    module->announced_count = count;
    HD_TRY(refuse_repeats(module));
    module->engines = hd_alloc_array(count, sizeof *module->engines);
    if (module->engines == NULL)
        return hd_fail_alloc(count * sizeof *module->engines, "engines");
    for (uint32_t i = 0; i < count; i++)
        HD_TRY(admit(module, module->announced_ids[i], taken, context));
    return HD_OK;
}

/* Plugins call this from any thread; it takes the way of every other line. */
static void plugin_log(hipdnnSeverity_t severity, const char *message)
{
    hd_log((hd_severity)severity, "%s", message == NULL ? "" : message);
}

static void connect_log(const hd_engine_module *module)
{
    if (module->call.set_logging_callback != NULL)
        (void)module->call.set_logging_callback(plugin_log);
    if (module->call.set_log_level != NULL)
        (void)module->call.set_log_level((hipdnnSeverity_t)atomic_load(&hd_log_threshold));
}

static hd_status fill(hd_engine_module *module, const char *path, bool (*taken)(const void *, int64_t),
                      const void *context)
{
    module->path = hd_copy_text(path, strlen(path));
    if (module->path == NULL)
        return hd_fail_alloc(strlen(path), "a plugin's path");
    HD_TRY(hd_machine_check(path));
    HD_TRY(hd_library_open(path, &module->library));
    HD_TRY(resolve(module));
    HD_TRY(identify(module));
    connect_log(module);
    HD_TRY(read_device_kind(module));
    return admit_engines(module, taken, context);
}

hd_status hd_engine_module_load(const char *path, bool (*taken)(const void *context, int64_t id), const void *context,
                                hd_engine_module **out_module)
{
    *out_module = NULL;
    hd_engine_module *module = hd_alloc(sizeof *module);
    if (module == NULL)
        return hd_fail_alloc(sizeof *module, "a plugin");
    const hd_status status = fill(module, path, taken, context);
    if (status != HD_OK) {
        hd_engine_module_unload(module);
        return status;
    }
    *out_module = module;
    return HD_OK;
}

void hd_engine_module_unload(hd_engine_module *module)
{
    if (module == NULL)
        return;
    for (size_t i = 0; i < module->engine_count; i++)
        hd_free(module->engines[i].name);
    hd_free(module->engines);
    hd_free(module->announced_ids);
    hd_free(module->version);
    hd_free(module->name);
    hd_free(module->path);
    hd_library_close(module->library);
    hd_free(module);
}
