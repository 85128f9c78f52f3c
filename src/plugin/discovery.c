/* SPDX-License-Identifier: MIT */
#include "plugin/discovery.h"

#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

hd_status hd_path_list_add(hd_path_list *list, const char *path)
{
    char **paths = hd_realloc(list->paths, (list->count + 1) * sizeof *paths);
    if (paths == NULL)
        return hd_fail_alloc((list->count + 1) * sizeof *paths, "a list of paths");
    list->paths = paths;
    paths[list->count] = hd_copy_text(path, strlen(path));
    if (paths[list->count] == NULL)
        return hd_fail_alloc(strlen(path), "a path");
    list->count++;
    return HD_OK;
}

int hd_path_list_contains(const hd_path_list *list, const char *path)
{
    for (size_t i = 0; i < list->count; i++) {
        if (strcmp(list->paths[i], path) == 0)
            return 1;
    }
    return 0;
}

void hd_path_list_release(hd_path_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        hd_free(list->paths[i]);
    hd_free(list->paths);
    *list = (hd_path_list){0};
}

static int is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

static int is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static const char *extension(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name == NULL ? path : name + 1;
    const char *dot = strrchr(name, '.');
    return dot == NULL || dot == name ? "" : dot;
}

static hd_status add_file(const char *path, hd_path_list *files)
{
    char real[PATH_MAX];
    if (realpath(path, real) == NULL)
        return hd_fail(HD_PLUGIN_ERROR, "plugin file '%s' cannot be used: %s", path, strerror(errno));
    return hd_path_list_contains(files, real) ? HD_OK : hd_path_list_add(files, real);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static hd_status read_folder(const char *folder, DIR *stream, hd_path_list *found)
{
    const struct dirent *entry;
    while ((entry = readdir(stream)) != NULL) {
        char path[PATH_MAX];
        if (strcmp(extension(entry->d_name), ".so") != 0)
            continue;
        const int length = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (length < 0 || (size_t)length >= sizeof path || !is_file(path))
            continue; /* a folder or a dangling link that is named .so */
        HD_TRY(hd_path_list_add(found, path));
    }
    return HD_OK;
}

static hd_status scan_folder(const char *folder, hd_path_list *files)
{
    DIR *stream = opendir(folder);
    if (stream == NULL)
        return hd_fail(HD_PLUGIN_ERROR, "plugin folder '%s' cannot be read: %s", folder, strerror(errno));
    hd_path_list found = {0};
    hd_status status = read_folder(folder, stream, &found);
    (void)closedir(stream);
    if (found.count > 0)
        qsort(found.paths, found.count, sizeof *found.paths, by_text);
    for (size_t i = 0; status == HD_OK && i < found.count; i++)
        status = add_file(found.paths[i], files);
    hd_path_list_release(&found);
    return status;
}

/* "<folder>/lib<name>.so" for "<folder>/<name>"; false when it does not fit. */
static int decorate(const char *path, char decorated[PATH_MAX])
{
    const char *slash = strrchr(path, '/');
    const int folder = slash == NULL ? 0 : (int)(slash - path + 1);
    const int length = snprintf(decorated, PATH_MAX, "%.*slib%s.so", folder, path, path + folder);
    return length > 0 && length < PATH_MAX;
}

hd_status hd_discover(const char *path, const char *base, hd_path_list *files, hd_text *tried)
{
    char full[PATH_MAX];
    char decorated[PATH_MAX];
    const int length =
        *path == '/' ? snprintf(full, sizeof full, "%s", path) : snprintf(full, sizeof full, "%s/%s", base, path);
    if (length <= 0 || (size_t)length >= sizeof full)
        return hd_fail(HD_BAD_PARAM, "a plugin path of %d characters is too long, %d are allowed", length,
                       PATH_MAX - 1);
    hd_text_format(tried, "%s'%s'", tried->size > 0 ? ", " : "", full);
    if (strcmp(extension(full), ".so") == 0 && !is_folder(full))
        return add_file(full, files);
    if (decorate(full, decorated) && is_file(decorated))
        return add_file(decorated, files);
    if (is_folder(full))
        return scan_folder(full, files);
    if (*extension(full) != '\0' && is_file(full))
        return hd_fail(HD_BAD_PARAM, "plugin file '%s' does not end in .so", full);
    return hd_fail(HD_PLUGIN_ERROR, "plugin path '%s' is neither a folder nor a library, and '%s' is not there", full,
                   decorated);
}
