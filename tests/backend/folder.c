/* SPDX-License-Identifier: MIT */
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder_path[] = "/tmp/hipdnn_plugins_XXXXXX";

int make_folder(void **state)
{
    return mkdtemp(folder_path) == NULL ? -1 : start_log(state);
}

int remove_folder(void **state)
{
    return rmdir(folder_path) + end_log(state);
}

const char *folder(void)
{
    return folder_path;
}

const char *at(const char *name)
{
    static char paths[4][4096];
    static int next;
    char *path = paths[next = (next + 1) % 4];
    (void)snprintf(path, sizeof paths[0], "%s/%s", folder_path, name);
    return path;
}

void write_file(const char *name, const void *bytes, size_t size)
{
    FILE *file = fopen(at(name), "w");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void write_text(const char *name)
{
    static const char text[] = "This is no library, whatever it is called.\n";
    write_file(name, text, sizeof text - 1);
}

void make_link(const char *target, const char *name)
{
    assert_int_equal(symlink(target, at(name)), 0);
}

void remove_all(const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++)
        assert_int_equal(remove(at(names[i])), 0);
}

void assert_unusable(const char *path, hipdnnStatus_t strict, const char *words)
{
    const char *const paths[] = {path, REFERENCE_PLUGIN};
    hipdnnHandle_t handle = open_plugins(2, paths);
    assert_logged(words);
    assert_int_equal(engine_count(handle), 1);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
    assert_int_equal(setenv("HIPDNN_PLUGIN_STRICT", "1", 1), 0);
    check_refused(try_plugins(2, paths, &handle), strict, words, path, __FILE__, __LINE__);
    assert_null(handle);
    assert_int_equal(unsetenv("HIPDNN_PLUGIN_STRICT"), 0);
}
