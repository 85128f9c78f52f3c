/* SPDX-License-Identifier: MIT */
#include "loading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char log_path[] = "/tmp/hipdnn_log_XXXXXX";

int start_log(void **state)
{
    (void)state;
    const int file = mkstemp(log_path);
    /* For everybody, since a test may go on as somebody else. */
    if (file < 0 || fchmod(file, 0666) != 0 || close(file) != 0 || setenv("HIPDNN_LOG_FILE", log_path, 1) != 0 ||
        setenv("HIPDNN_LOG_LEVEL", "info", 1) != 0 || unsetenv("HIPDNN_PLUGIN_DIR") != 0 ||
        unsetenv("HIPDNN_PLUGIN_STRICT") != 0)
        return -1;
    return (int)hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_EAGER);
}

int end_log(void **state)
{
    (void)state;
    return unlink(log_path);
}

hipdnnStatus_t try_plugins(size_t count, const char *const *paths, hipdnnHandle_t *handle)
{
    assert_ok(hipdnnSetEnginePluginPaths_ext(count, paths, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    assert_int_equal(truncate(log_path, 0), 0);
    return hipdnnCreate(handle);
}

hipdnnHandle_t open_plugins(size_t count, const char *const *paths)
{
    hipdnnHandle_t handle = NULL;
    assert_ok(try_plugins(count, paths, &handle));
    assert_non_null(handle);
    return handle;
}

hipdnnStatus_t try_zoo(const char *defect, hipdnnHandle_t *handle)
{
    char path[4096];
    const char *const paths[] = {REFERENCE_PLUGIN, path};
    (void)snprintf(path, sizeof path, ZOO "/zoo_%s.so", defect);
    return try_plugins(2, paths, handle);
}

hipdnnHandle_t open_zoo(const char *defect)
{
    hipdnnHandle_t handle = NULL;
    assert_ok(try_zoo(defect, &handle));
    return handle;
}

const char *logged(void)
{
    static char text[65536];
    FILE *file = fopen(log_path, "r");
    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    return text;
}

size_t engine_count(hipdnnHandle_t handle)
{
    size_t count = 0;
    assert_ok(hipdnnGetEngineCount_ext(handle, &count));
    return count;
}

void assert_reference_works(hipdnnHandle_t handle)
{
    enum { MOST = 8 };
    descriptor graph = make_relu_graph(handle), heuristic = make_heuristic(graph), configs[MOST];
    int64_t count = 0, id = 0;
    for (int i = 0; i < MOST; i++)
        configs[i] = make(HIPDNN_BACKEND_ENGINECFG_DESCRIPTOR);
    assert_ok(get(heuristic, HIPDNN_ATTR_ENGINEHEUR_RESULTS, HIPDNN_TYPE_BACKEND_DESCRIPTOR, MOST, &count, configs));
    assert_in_range(count, 1, MOST);

    /* It is the last one that there is. */
    descriptor engine = get_child((finalize(configs[count - 1]), configs[count - 1]), HIPDNN_ATTR_ENGINECFG_ENGINE);
    id = get_i64(engine, HIPDNN_ATTR_ENGINE_GLOBAL_INDEX);
    assert_true(id == hipdnn_engine_name_to_id(REFERENCE));
    descriptor plan = make(HIPDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR);
    set_child(plan, HIPDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG, configs[count - 1]);
    finalize(plan);
    run_relu(handle, plan);
    destroy(plan);
    destroy(engine);
    for (int i = 0; i < MOST; i++)
        destroy(configs[i]);
    destroy(heuristic);
    destroy(graph);
}
