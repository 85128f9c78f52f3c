/* SPDX-License-Identifier: MIT */
/* The libraries of this process: where they are looked for, which are loaded, when they go.
 *
 * One set of libraries is loaded by the first session and shared by all later ones. Process-wide and locked. */
#ifndef HD_PLUGIN_REGISTRY_H
#define HD_PLUGIN_REGISTRY_H

#include "base/error.h"
#include "base/text.h"
#include "plugin/discovery.h"
#include "plugin/engine_module.h"
#include "plugin/policy.h"

typedef struct hd_module_set {
    uint32_t generation; /* counts loads: a plan of an earlier load never meets a later library */
    size_t users; /* sessions, plus one while the lazy mode keeps the set; under the registry's lock */
    hd_engine_module **engine_modules; /* in load order */
    size_t engine_module_count;
    hd_policy_module policies[HD_MAX_BUILTIN_POLICIES]; /* built-ins first */
    size_t policy_count;
    hd_text tried; /* folders and files looked at, quoted, separated by commas */
    hd_text problems; /* a sentence for each library that is not used, and why, separated by semicolons */
} hd_module_set;

/* The loaded set, loading it if there is none. HD_NOT_SUPPORTED: a plugin that is being loaded calls. In strict mode
 * (HIPDNN_PLUGIN_STRICT=1) a library that cannot be used fails the call; else it is left out and said in the log. */
hd_status hd_registry_acquire(hd_module_set **out_set);
void hd_registry_release(hd_module_set *set);

typedef enum hd_load_mode { HD_LOAD_ADDITIVE = 0, HD_LOAD_ABSOLUTE = 1 } hd_load_mode;
typedef enum hd_unload_mode { HD_UNLOAD_LAZY = 0, HD_UNLOAD_EAGER = 1 } hd_unload_mode;

/* HD_NOT_SUPPORTED while a session lives, unless nothing would change. */
hd_status hd_registry_set_engine_paths(const char *const *paths, size_t count, hd_load_mode mode);
hd_status hd_registry_set_unload_mode(hd_unload_mode mode);

/* Tells every loaded plugin the level. */
void hd_registry_broadcast_level(hipdnnSeverity_t level);

/* After this no plugin is called and no library unloaded: other libraries' exit handlers may have run already. */
void hd_registry_process_exits(void);
bool hd_registry_is_exiting(void);

/* Around a fork, so that the child finds the lock free. */
void hd_registry_before_fork(void);
void hd_registry_after_fork(void);

/* The engine with `id` in a set, or NULL. */
const hd_engine *hd_module_set_find(const hd_module_set *set, int64_t id);
const hd_policy_module *hd_module_set_find_policy(const hd_module_set *set, int64_t id);

#endif
