/* SPDX-License-Identifier: MIT */
#include "plugin.h"

#include "base/memory.h"
#include "data_sdk/graph/engine.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *find(void *library, const char *name)
{
    void *symbol = dlsym(library, name);
    if (symbol == NULL) {
        (void)fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
    return symbol;
}

plugin plugin_open(const char *path)
{
    plugin opened = {.library = dlopen(path, RTLD_NOW | RTLD_LOCAL)};
    if (opened.library == NULL) {
        (void)fprintf(stderr, "%s\n", dlerror());
        exit(EXIT_FAILURE);
    }
/* POSIX promises that a function's address fits a void pointer; C does not, hence the detour. */
#define LOOK_UP(name) *(void **)&opened.name = find(opened.library, #name);
    PLUGIN_FUNCTIONS(LOOK_UP)
    return opened;
}

void plugin_close(plugin *self)
{
    (void)dlclose(self->library);
    self->library = NULL;
}

const char *plugin_error(const plugin *self)
{
    const char *text = NULL;
    self->hipdnnPluginGetLastErrorString(&text);
    return text;
}

hipdnnPluginConstData_t encode_config(int64_t engine_id)
{
    const hipdnn_data_engine_config config = {.engine_id = engine_id};
    void *bytes;
    size_t size;
    if (hd_engine_config_encode(&config, &bytes, &size) != HD_OK)
        abort();
    return (hipdnnPluginConstData_t){bytes, size};
}

hipdnnPluginConstData_t copy_data(hipdnnPluginConstData_t data, size_t size)
{
    void *copy = hd_alloc(size);
    if (copy == NULL)
        abort();
    memcpy(copy, data.ptr, size);
    return (hipdnnPluginConstData_t){copy, size};
}

void free_data(hipdnnPluginConstData_t *data)
{
    hd_free((void *)(uintptr_t)data->ptr);
    *data = (hipdnnPluginConstData_t){0};
}
