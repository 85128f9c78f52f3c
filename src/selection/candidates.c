/* SPDX-License-Identifier: MIT */
#include "selection/candidates.h"

#include "base/ids.h"
#include "base/log.h"
#include "base/memory.h"

#include <inttypes.h>
#include <stdio.h>

void hd_candidates_release(hd_candidates *candidates)
{
    hd_free(candidates->engines);
    *candidates = (hd_candidates){0};
}

static const hd_engine *engine_of(const hd_engine_module *module, int64_t id)
{
    for (size_t i = 0; i < module->engine_count; i++) {
        if (module->engines[i].id == id)
            return &module->engines[i];
    }
    return NULL;
}

enum { WORDS_SIZE = 160 };

/* Whether a library is not even asked; then `words` says why. */
static bool is_passed_over(const hd_session *session, const hd_engine_module *module, const hd_graph_request *request,
                           char words[WORDS_SIZE])
{
    const hipdnn_data_version least = {1, 0, 0}, needed = request->required_api;
    /* A plugin of major 0 was let in (D36), so it is good for what every graph needs. */
    const hipdnn_data_version spoken = hd_version_compare(module->api, least) < 0 ? least : module->api;
    if (hd_session_handle(session, module) == NULL)
        (void)snprintf(words, WORDS_SIZE, "its plugin serves another kind of device or could not give a handle");
    else if (hd_version_compare(spoken, needed) < 0)
        (void)snprintf(words, WORDS_SIZE,
                       "its plugin is made for engine API %" PRIu32 ".%" PRIu32 ".%" PRIu32 ", the graph needs %" PRIu32
                       ".%" PRIu32 ".%" PRIu32,
                       module->api.major_version, module->api.minor_version, module->api.patch_version,
                       needed.major_version, needed.minor_version, needed.patch_version);
    else if (request->wants_overrides && module->call.execute_with_overrides == NULL)
        (void)snprintf(words, WORDS_SIZE, "its plugin takes no shape overrides, which the graph asks for");
    else
        return false;
    return true;
}

/* Ids that a library says apply, checked: announced by it, no repeats, within bounds. */
static hd_status ask(const hd_session *session, const hd_engine_module *module, const hd_graph_request *request,
                     int64_t *ids, uint32_t *out_count)
{
    static const char call[] = "hipdnnEnginePluginGetApplicableEngineIds";
    char text[HD_ID_TEXT_SIZE];
    uint32_t count = 0;
    const hipdnnPluginStatus_t status = module->call.get_applicable_engine_ids(
        hd_session_handle(session, module), &request->bytes, ids, (uint32_t)module->announced_count, &count);
    if (status != HIPDNN_PLUGIN_STATUS_SUCCESS)
        return hd_engine_call_failed(module, call, status);
    if (count > module->announced_count)
        return hd_fail(HD_PLUGIN_ERROR, "plugin '%s': %s answered with %" PRIu32 " engines, it has %zu", module->name,
                       call, count, module->announced_count);
    for (uint32_t i = 0; i < count; i++) {
        bool announced = false;
        for (size_t j = 0; j < module->announced_count && !announced; j++)
            announced = module->announced_ids[j] == ids[i];
        if (!announced)
            return hd_fail(HD_PLUGIN_ERROR, "plugin '%s': %s answered with engine %s, which it never announced",
                           module->name, call, hd_id_text(ids[i], text));
        for (uint32_t j = 0; j < i; j++) {
            if (ids[i] == ids[j])
                return hd_fail(HD_PLUGIN_ERROR, "plugin '%s': %s answered with engine %s twice", module->name, call,
                               hd_id_text(ids[i], text));
        }
    }
    *out_count = count;
    return HD_OK;
}

/* Appends a library's applicable engines; those that were dropped at load are passed over quietly. */
static hd_status collect_module(const hd_session *session, const hd_engine_module *module,
                                const hd_graph_request *request, int64_t *ids, hd_candidates *candidates)
{
    char words[WORDS_SIZE];
    if (is_passed_over(session, module, request, words)) {
        hd_log(HD_INFO, "the engines of plugin '%s' are no candidates: %s", module->name, words);
        return HD_OK;
    }
    uint32_t count = 0;
    const hd_status status = ask(session, module, request, ids, &count);
    if (status != HD_OK) {
        hd_log(HD_ERROR, "the engines of plugin '%s' are left out of this selection: %s", module->name,
               hd_error_text());
        return status == HD_ALLOC_FAILED ? status : HD_OK;
    }
    for (uint32_t i = 0; i < count; i++) {
        const hd_engine *engine = engine_of(module, ids[i]);
        if (engine != NULL)
            candidates->engines[candidates->count++] = engine;
    }
    return HD_OK;
}

hd_status hd_candidates_collect(const hd_session *session, const hd_graph_request *request, bool find_first,
                                hd_candidates *out_candidates)
{
    const hd_module_set *set = session->set;
    size_t total = 0;
    size_t most = 0;
    for (size_t i = 0; i < set->engine_module_count; i++) {
        const size_t announced = set->engine_modules[i]->announced_count;
        total += announced;
        most = announced > most ? announced : most;
    }
    *out_candidates = (hd_candidates){.engines = hd_alloc_array(total, sizeof(const hd_engine *))};
    int64_t *ids = hd_alloc_array(most, sizeof *ids);
    hd_status status = HD_OK;
    if (out_candidates->engines == NULL || ids == NULL)
        status = hd_fail_alloc((total + most) * sizeof(void *), "candidates");
    for (size_t i = 0; status == HD_OK && i < set->engine_module_count; i++) {
        status = collect_module(session, set->engine_modules[i], request, ids, out_candidates);
        if (find_first && out_candidates->count > 0)
            break;
    }
    hd_free(ids);
    if (status != HD_OK)
        hd_candidates_release(out_candidates);
    return status;
}

hd_status hd_candidate_check(const hd_session *session, const hd_graph_request *request, const hd_engine *engine)
{
    const hd_engine_module *module = engine->module;
    char reason[WORDS_SIZE];
    if (is_passed_over(session, module, request, reason))
        return hd_fail(HD_BAD_PARAM, "engine %s does not apply to this graph: %s", engine->name, reason);
    int64_t *ids = hd_alloc_array(module->announced_count, sizeof *ids);
    if (ids == NULL)
        return hd_fail_alloc(module->announced_count * sizeof *ids, "engine ids");
    uint32_t count = 0;
    const hd_status status = ask(session, module, request, ids, &count);
    bool applies = false;
    for (uint32_t i = 0; status == HD_OK && i < count; i++)
        applies = applies || ids[i] == engine->id;
    hd_free(ids);
    if (status != HD_OK || applies)
        return status;
    char words[1024];
    hd_session_explain(session, engine, &request->bytes, words, sizeof words);
    return hd_fail(HD_BAD_PARAM, "engine %s does not apply to this graph: %s", engine->name, words);
}

void hd_candidates_explain_none(const hd_session *session, const hd_graph_request *request, hd_text *out_text)
{
    const hd_module_set *set = session->set;
    size_t engines = 0;
    for (size_t i = 0; i < set->engine_module_count; i++) {
        const hd_engine_module *module = set->engine_modules[i];
        for (size_t j = 0; j < module->engine_count; j++, engines++) {
            char words[512];
            if (!is_passed_over(session, module, request, words))
                hd_session_explain(session, &module->engines[j], &request->bytes, words, sizeof words);
            hd_text_format(out_text, "%s%s: %s", engines > 0 ? "; " : "", module->engines[j].name, words);
        }
    }
    if (engines > 0)
        return;
    hd_text_format(out_text,
                   "there is no engine: no engine plugin was found in %s; set HIPDNN_PLUGIN_DIR or install the engine "
                   "plugins beside the backend library",
                   set->tried.size > 0 ? set->tried.data : "any folder (none was given, in loading mode ABSOLUTE)");
    if (set->problems.size > 0)
        hd_text_format(out_text, ". Not used: %s", set->problems.data);
}
