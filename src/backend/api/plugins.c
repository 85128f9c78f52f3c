/* SPDX-License-Identifier: MIT */
/* Where plugins come from, and what was found. */
#include "backend/api/texts.h"
#include "backend/descriptors/kinds.h"
#include "backend/logger.h"
#include "base/ids.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static hd_status check_paths(const char *function, size_t count, const char *const *paths, int mode)
{
    if (count > 0 && paths == NULL)
        return hd_fail(HD_NULL_POINTER, "%s: %zu paths are announced, the array is NULL", function, count);
    for (size_t i = 0; i < count; i++) {
        if (paths[i] == NULL)
            return hd_fail(HD_NULL_POINTER, "%s: path %zu is NULL", function, i);
    }
    return mode == HIPDNN_PLUGIN_LOADING_ADDITIVE || mode == HIPDNN_PLUGIN_LOADING_ABSOLUTE
               ? HD_OK
               : hd_fail(HD_BAD_PARAM, "%s: loading mode %d is not known; 0 (additive) and 1 (absolute) are", function,
                         mode);
}

hipdnnStatus_t hipdnnSetEnginePluginPaths_ext(size_t numPaths, const char *const *pluginPaths,
                                              hipdnnPluginLoadingMode_ext_t loadingMode)
{
    hd_logger_start();
    const hd_status status = check_paths("hipdnnSetEnginePluginPaths_ext", numPaths, pluginPaths, (int)loadingMode);
    return hd_answer(status != HD_OK ? status
                                     : hd_registry_set_engine_paths(pluginPaths, numPaths, (hd_load_mode)loadingMode));
}

hipdnnStatus_t hipdnnSetPluginUnloadMode_ext(hipdnnPluginUnloadingMode_ext_t unloadingMode)
{
    hd_logger_start();
    if (unloadingMode != HIPDNN_PLUGIN_UNLOAD_LAZY && unloadingMode != HIPDNN_PLUGIN_UNLOAD_EAGER)
        return hd_answer(
            hd_fail(HD_BAD_PARAM, "unload mode %d is not known; 0 (lazy) and 1 (eager) are", (int)unloadingMode));
    return hd_answer(hd_registry_set_unload_mode((hd_unload_mode)unloadingMode));
}

static hd_status give_paths(const hd_module_set *set, size_t *count, char **paths, size_t *max_length)
{
    size_t longest = 0;
    for (size_t i = 0; i < set->engine_module_count; i++) {
        const size_t length = strlen(set->engine_modules[i]->path) + 1;
        longest = length > longest ? length : longest;
    }
    if (paths != NULL && (*count < set->engine_module_count || *max_length < longest))
        return hd_fail(HD_BAD_PARAM, "there are %zu plugin paths of up to %zu bytes; room was given for %zu of %zu",
                       set->engine_module_count, longest, *count, *max_length);
    for (size_t i = 0; paths != NULL && i < set->engine_module_count; i++) {
        if (paths[i] == NULL)
            return hd_fail(HD_NULL_POINTER, "buffer %zu for a plugin path is NULL", i);
        memcpy(paths[i], set->engine_modules[i]->path, strlen(set->engine_modules[i]->path) + 1);
    }
    *count = set->engine_module_count;
    *max_length = longest;
    return HD_OK;
}

hipdnnStatus_t hipdnnGetLoadedEnginePluginPaths_ext(hipdnnHandle_t handle, size_t *numPluginPaths, char **pluginPaths,
                                                    size_t *maxStringLen)
{
    hd_status status = hd_handle_check(handle);
    if (status == HD_OK && (numPluginPaths == NULL || maxStringLen == NULL))
        status = hd_fail(HD_NULL_POINTER, "%s is NULL", numPluginPaths == NULL ? "numPluginPaths" : "maxStringLen");
    if (status == HD_OK)
        status = give_paths(handle->session->set, numPluginPaths, pluginPaths, maxStringLen);
    return hd_answer(status);
}

static size_t engine_count(const hd_module_set *set)
{
    size_t count = 0;
    for (size_t i = 0; i < set->engine_module_count; i++)
        count += set->engine_modules[i]->engine_count;
    return count;
}

hipdnnStatus_t hipdnnGetEngineCount_ext(hipdnnHandle_t handle, size_t *numEngines)
{
    hd_status status = hd_handle_check(handle);
    if (status == HD_OK && numEngines == NULL)
        status = hd_fail(HD_NULL_POINTER, "hipdnnGetEngineCount_ext: numEngines is NULL");
    if (status == HD_OK)
        *numEngines = engine_count(handle->session->set);
    return hd_answer(status);
}

static int by_name(const void *a, const void *b)
{
    return strcmp((*(const hd_engine *const *)a)->name, (*(const hd_engine *const *)b)->name);
}

/* The engine at a place in the order of names. */
static hd_status engine_at(const hd_module_set *set, size_t index, const hd_engine **out_engine)
{
    const size_t count = engine_count(set);
    size_t filled = 0;
    if (index >= count)
        return hd_fail(HD_BAD_PARAM, "engine index %zu is out of range; there are %zu engines", index, count);
    const hd_engine **engines = hd_alloc_array(count, sizeof(const hd_engine *));
    if (engines == NULL)
        return hd_fail_alloc(count * sizeof(const hd_engine *), "a list of engines");
    for (size_t i = 0; i < set->engine_module_count; i++) {
        for (size_t j = 0; j < set->engine_modules[i]->engine_count; j++)
            engines[filled++] = &set->engine_modules[i]->engines[j];
    }
    qsort(engines, count, sizeof(const hd_engine *), by_name);
    *out_engine = engines[index];
    hd_free(engines);
    return HD_OK;
}

hipdnnStatus_t hipdnnGetEngineInfo_ext(hipdnnHandle_t handle, size_t engineIndex, int64_t *engineId, char *engineName,
                                       size_t *engineNameLen, char *pluginName, size_t *pluginNameLen, char *version,
                                       size_t *versionLen, char *type, size_t *typeLen)
{
    const hd_engine *engine = NULL;
    hd_status status = hd_handle_check(handle);
    if (status == HD_OK)
        status = engine_at(handle->session->set, engineIndex, &engine);
    if (status != HD_OK)
        return hd_answer(status);
    const hd_text_out texts[] = {
        {"engineName", engine->name, engineName, engineNameLen},
        {"pluginName", engine->module->name, pluginName, pluginNameLen},
        {"version", engine->module->version, version, versionLen},
        {"type", "engine", type, typeLen},
    };
    status = hd_give_texts(texts, sizeof texts / sizeof *texts);
    if (status == HD_OK && engineId != NULL)
        *engineId = engine->id;
    return hd_answer(status);
}

static const hd_engine *engine_by_name(const hd_module_set *set, const char *name)
{
    for (size_t i = 0; i < set->engine_module_count; i++) {
        for (size_t j = 0; j < set->engine_modules[i]->engine_count; j++) {
            if (strcmp(set->engine_modules[i]->engines[j].name, name) == 0)
                return &set->engine_modules[i]->engines[j];
        }
    }
    return NULL;
}

hipdnnStatus_t hipdnnGetEngineIdByName_ext(hipdnnHandle_t handle, const char *engineName, int64_t *engineId)
{
    const hd_status status = hd_handle_check(handle);
    if (status != HD_OK)
        return hd_answer(status);
    if (engineName == NULL || engineId == NULL)
        return hd_answer(hd_fail(HD_NULL_POINTER, "%s is NULL", engineName == NULL ? "engineName" : "engineId"));
    const hd_engine *engine = engine_by_name(handle->session->set, engineName);
    if (engine == NULL)
        return hd_answer(hd_fail(HD_NOT_SUPPORTED, "there is no engine named '%s'", engineName));
    *engineId = engine->id;
    return HIPDNN_STATUS_SUCCESS;
}

hipdnnStatus_t hipdnnGetEngineNameById_ext(hipdnnHandle_t handle, int64_t engineId, char *engineName,
                                           size_t *engineNameLen)
{
    hd_status status = hd_handle_check(handle);
    if (status != HD_OK)
        return hd_answer(status);
    const hd_engine *engine = hd_module_set_find(handle->session->set, engineId);
    if (engineNameLen == NULL)
        status = hd_fail(HD_NULL_POINTER, "hipdnnGetEngineNameById_ext: engineNameLen is NULL");
    else if (engine == NULL)
        status = hd_fail(HD_NOT_SUPPORTED, "there is no engine with id 0x%016" PRIX64, (uint64_t)engineId);
    else
        status = hd_give_texts(&(hd_text_out){"engineName", engine->name, engineName, engineNameLen}, 1);
    return hd_answer(status);
}

int64_t hipdnn_engine_name_to_id(const char *name)
{
    return hd_name_to_id(name);
}
