/* SPDX-License-Identifier: MIT */
#include "plugin/registry.h"

#include "base/environment.h"
#include "base/log.h"
#include "base/memory.h"

#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static const char default_engine_folder[] = "hipdnn_plugins/engines";

/* All under the lock. */
static struct {
    pthread_mutex_t lock;
    hd_path_list engine_paths;
    hd_load_mode mode;
    hd_unload_mode unload_mode;
    hd_module_set *current;
    uint32_t generation;
} registry = {.lock = PTHREAD_MUTEX_INITIALIZER};

static atomic_bool process_exits;

/* A plugin may call the library that is loading it, from a constructor or from any call of the loader's. It holds the
 * lock then, so it is refused instead of waiting for itself. */
static _Thread_local bool is_inside;

static hd_status enter(void)
{
    if (is_inside)
        return hd_fail(HD_NOT_SUPPORTED, "a plugin called the library that is just loading or unloading it; what needs "
                                         "the plugins has to wait until they are loaded");
    (void)pthread_mutex_lock(&registry.lock);
    is_inside = true;
    return HD_OK;
}

static void leave(void)
{
    is_inside = false;
    (void)pthread_mutex_unlock(&registry.lock);
}

void hd_registry_process_exits(void)
{
    atomic_store(&process_exits, true);
}

bool hd_registry_is_exiting(void)
{
    return atomic_load(&process_exits);
}

const hd_engine *hd_module_set_find(const hd_module_set *set, int64_t id)
{
    for (size_t i = 0; i < set->engine_module_count; i++) {
        const hd_engine_module *module = set->engine_modules[i];
        for (size_t j = 0; j < module->engine_count; j++) {
            if (module->engines[j].id == id)
                return &module->engines[j];
        }
    }
    return NULL;
}

const hd_policy_module *hd_module_set_find_policy(const hd_module_set *set, int64_t id)
{
    for (size_t i = 0; i < set->policy_count; i++) {
        if (set->policies[i].id == id)
            return &set->policies[i];
    }
    return NULL;
}

static bool id_taken(const void *context, int64_t id)
{
    return hd_module_set_find(context, id) != NULL;
}

static void unload(hd_module_set *set)
{
    for (size_t i = set->engine_module_count; i-- > 0;)
        hd_engine_module_unload(set->engine_modules[i]);
    hd_free(set->engine_modules);
    hd_text_release(&set->tried);
    hd_text_release(&set->problems);
    hd_free(set);
}

/* A library that cannot be used: kept as a line, logged, and in strict mode the end of loading. */
static hd_status report(hd_module_set *set, hd_status status)
{
    const char *strict = hd_environment("HIPDNN_PLUGIN_STRICT");
    hd_log(HD_ERROR, "%s", hd_error_text());
    hd_text_format(&set->problems, "%s%s", set->problems.size > 0 ? "; " : "", hd_error_text());
    return status == HD_ALLOC_FAILED || (strict != NULL && strcmp(strict, "1") == 0) ? status : HD_OK;
}

static hd_status find_files(hd_module_set *set, hd_path_list *files)
{
    char base[PATH_MAX];
    HD_TRY(hd_library_folder((const void *)(uintptr_t)hd_registry_acquire, base, sizeof base));
    const char *from_environment = hd_environment_secure("HIPDNN_PLUGIN_DIR");
    const char *default_path = from_environment != NULL ? from_environment : default_engine_folder;
    hd_status status = HD_OK;
    if (registry.mode == HD_LOAD_ADDITIVE && (status = hd_discover(default_path, base, files, &set->tried)) != HD_OK)
        HD_TRY(report(set, status));
    for (size_t i = 0; i < registry.engine_paths.count; i++) {
        status = hd_discover(registry.engine_paths.paths[i], base, files, &set->tried);
        if (status != HD_OK)
            HD_TRY(report(set, status));
    }
    return HD_OK;
}

static hd_status load_files(hd_module_set *set, const hd_path_list *files)
{
    set->engine_modules = hd_alloc_array(files->count, sizeof *set->engine_modules);
    if (set->engine_modules == NULL)
        return hd_fail_alloc(files->count * sizeof *set->engine_modules, "plugins");
    for (size_t i = 0; i < files->count; i++) {
        hd_engine_module *module;
        const hd_status status = hd_engine_module_load(files->paths[i], id_taken, set, &module);
        if (status != HD_OK) {
            HD_TRY(report(set, status));
            continue;
        }
        module->index = (uint32_t)set->engine_module_count;
        set->engine_modules[set->engine_module_count++] = module;
        hd_log(HD_INFO, "loaded plugin '%s' %s, API %u.%u.%u, %zu engines, from %s", module->name, module->version,
               module->api.major_version, module->api.minor_version, module->api.patch_version, module->engine_count,
               module->path);
    }
    return HD_OK;
}

static hd_status fill(hd_module_set *set)
{
    hd_path_list files = {0};
    set->policy_count = hd_builtin_policies(set->policies);
    hd_status status = find_files(set, &files);
    if (status == HD_OK)
        status = load_files(set, &files);
    hd_path_list_release(&files);
    if (status == HD_OK && (set->tried.failed || set->problems.failed))
        status = hd_fail_alloc(set->tried.size + set->problems.size, "the list of folders");
    hd_log(HD_INFO, "engine plugins were looked for in %s", set->tried.data == NULL ? "no folder" : set->tried.data);
    if (status == HD_OK && set->engine_module_count == 0)
        hd_log(HD_WARN, "no engine plugin was found");
    return status;
}

static hd_status load(void)
{
    hd_module_set *set = hd_alloc(sizeof *set);
    if (set == NULL)
        return hd_fail_alloc(sizeof *set, "the set of plugins");
    const hd_status status = fill(set);
    if (status != HD_OK) {
        unload(set);
        return status;
    }
    set->generation = ++registry.generation;
    set->users = registry.unload_mode == HD_UNLOAD_LAZY;
    registry.current = set;
    /* Registered after the plugins' own exit handlers, so it runs before them. */
    (void)atexit(hd_registry_process_exits);
    return HD_OK;
}

hd_status hd_registry_acquire(hd_module_set **out_set)
{
    HD_TRY(enter());
    hd_status status = registry.current == NULL ? load() : HD_OK;
    if (status == HD_OK) {
        registry.current->users++;
        *out_set = registry.current;
    }
    leave();
    return status;
}

/* Drops one use of the current set; the last one unloads it. */
static void drop_locked(void)
{
    hd_module_set *set = registry.current;
    if (--set->users > 0)
        return;
    registry.current = NULL;
    if (!hd_registry_is_exiting())
        unload(set);
}

void hd_registry_release(hd_module_set *set)
{
    if (enter() != HD_OK)
        return; /* no session can exist while its libraries load or unload */
    /* A set is replaced only when no session uses it, so a session's set is the current one. */
    if (set == registry.current)
        drop_locked();
    leave();
}

static bool is_current(const hd_path_list *paths, hd_load_mode mode)
{
    if (mode != registry.mode || paths->count != registry.engine_paths.count)
        return false;
    for (size_t i = 0; i < paths->count; i++) {
        if (strcmp(paths->paths[i], registry.engine_paths.paths[i]) != 0)
            return false;
    }
    return true;
}

/* What the configured paths would be: additive ones come after those there are. */
static hd_status combine_paths(const char *const *paths, size_t count, hd_load_mode mode, hd_path_list *combined)
{
    for (size_t i = 0; mode == HD_LOAD_ADDITIVE && i < registry.engine_paths.count; i++)
        HD_TRY(hd_path_list_add(combined, registry.engine_paths.paths[i]));
    for (size_t i = 0; i < count; i++) {
        if (!hd_path_list_contains(combined, paths[i]))
            HD_TRY(hd_path_list_add(combined, paths[i]));
    }
    return HD_OK;
}

/* Takes the content of `paths`, lets an unused set go. */
static hd_status replace_paths(hd_path_list *paths, hd_load_mode mode)
{
    const size_t kept = registry.unload_mode == HD_UNLOAD_LAZY;
    if (registry.current != NULL && registry.current->users > kept)
        return hd_fail(HD_NOT_SUPPORTED,
                       "plugin paths cannot change while %zu handles, or objects made with them, are alive; destroy "
                       "them first",
                       registry.current->users - kept);
    if (registry.current != NULL && kept > 0)
        drop_locked();
    const hd_path_list old = registry.engine_paths;
    registry.engine_paths = *paths;
    registry.mode = mode;
    *paths = old;
    return HD_OK;
}

hd_status hd_registry_set_engine_paths(const char *const *paths, size_t count, hd_load_mode mode)
{
    hd_path_list combined = {0};
    HD_TRY(enter());
    hd_status status = combine_paths(paths, count, mode, &combined);
    if (status == HD_OK && !is_current(&combined, mode))
        status = replace_paths(&combined, mode);
    leave();
    hd_path_list_release(&combined);
    return status;
}

hd_status hd_registry_set_unload_mode(hd_unload_mode mode)
{
    HD_TRY(enter());
    if (mode != registry.unload_mode) {
        registry.unload_mode = mode;
        if (registry.current != NULL && mode == HD_UNLOAD_LAZY)
            registry.current->users++;
        else if (registry.current != NULL)
            drop_locked(); /* the pin; and with it the set if no session holds it */
    }
    leave();
    return HD_OK;
}

void hd_registry_broadcast_level(hipdnnSeverity_t level)
{
    if (enter() != HD_OK)
        return; /* who is loading gets the level right after */
    for (size_t i = 0; registry.current != NULL && i < registry.current->engine_module_count; i++) {
        const hd_engine_module *module = registry.current->engine_modules[i];
        if (module->call.set_log_level != NULL)
            (void)module->call.set_log_level(level);
    }
    leave();
}

void hd_registry_before_fork(void)
{
    if (!is_inside)
        (void)pthread_mutex_lock(&registry.lock);
}

void hd_registry_after_fork(void)
{
    if (!is_inside)
        (void)pthread_mutex_unlock(&registry.lock);
}
