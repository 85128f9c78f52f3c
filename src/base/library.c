/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* dladdr */
#include "base/library.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

hd_status hd_library_open(const char *path, hd_library **out_library)
{
    *out_library = NULL;
    /* Never RTLD_DEEPBIND: it breaks interposed allocators and the sanitizers. */
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (handle == NULL) {
        const char *reason = dlerror();
        return hd_fail(HD_BAD_PARAM, "'%s' could not be loaded: %s", path, reason == NULL ? "unknown reason" : reason);
    }
    *out_library = handle;
    return HD_OK;
}

void *hd_library_symbol(hd_library *library, const char *name)
{
    return dlsym(library, name);
}

void hd_library_close(hd_library *library)
{
    if (library != NULL)
        (void)dlclose(library);
}

hd_status hd_library_folder(const void *address, char *folder, size_t size)
{
    Dl_info info;
    char path[PATH_MAX];
    if (dladdr(address, &info) == 0 || info.dli_fname == NULL || realpath(info.dli_fname, path) == NULL)
        return hd_fail(HD_INTERNAL_ERROR, "the file that holds address %p could not be found", address);
    char *slash = strrchr(path, '/');
    const size_t length = slash == NULL || slash == path ? 1 : (size_t)(slash - path);
    if (length >= size)
        return hd_fail(HD_INTERNAL_ERROR, "the folder of '%s' has more than %zu characters", path, size - 1);
    memcpy(folder, path, length);
    folder[length] = '\0';
    return HD_OK;
}
