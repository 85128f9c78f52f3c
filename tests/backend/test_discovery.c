/* SPDX-License-Identifier: MIT */
/* Where plugins are found: folders, files, stems, links. What files may be that only look like plugins: test_files.c.
 */
#include "folder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void test_paths_that_are_no_plugins(void **state)
{
    (void)state;
    static const char *const made[] = {"text.so", "readme.txt", "dangling.so", "empty.so"};
    write_text("text.so");
    write_text("readme.txt");
    make_link("/nowhere/at/all.so", "dangling.so");
    make_link("/dev/null", "empty.so");
    assert_unusable(at("text.so"), HIPDNN_STATUS_BAD_PARAM, "/text.so' could not be loaded: ");
    assert_unusable(at("readme.txt"), HIPDNN_STATUS_BAD_PARAM, "/readme.txt' does not end in .so");
    assert_unusable(at("dangling.so"), HIPDNN_STATUS_PLUGIN_ERROR, "/dangling.so' cannot be used: No such file");
    assert_unusable(at("missing.so"), HIPDNN_STATUS_PLUGIN_ERROR, "/missing.so' cannot be used: No such file");
    assert_unusable(at("stem"), HIPDNN_STATUS_PLUGIN_ERROR, "is neither a folder nor a library, and");
    remove_all(made, sizeof made / sizeof *made);
}

/* Of a folder's entries only files that end in .so count, sorted, and each file once. */
static void test_a_folder(void **state)
{
    (void)state;
    static const char *const made[] = {"b.so", "a_link.so", "folder.so", "dangling.so", "text.so", "c.so.1", ".so"};
    make_link(ZOO "/zoo_none.so", "b.so");
    make_link(ZOO "/zoo_none.so", "a_link.so");
    make_link("/nowhere/at/all.so", "dangling.so");
    make_link(ZOO "/zoo_applicable_none.so", "c.so.1");
    make_link(ZOO "/zoo_applicable_none.so", ".so");
    assert_int_equal(mkdir(at("folder.so"), 0700), 0);
    write_text("text.so");
    const char *const paths[] = {folder(), REFERENCE_PLUGIN, folder()};
    hipdnnHandle_t handle = open_plugins(3, paths);
    size_t count = 0, length = 0;
    assert_ok(hipdnnGetLoadedEnginePluginPaths_ext(handle, &count, NULL, &length));
    assert_int_equal(count, 2);
    assert_int_equal(engine_count(handle), 3);
    assert_logged("/text.so' could not be loaded");
    assert_null(strstr(logged(), "folder.so"));
    assert_null(strstr(logged(), "dangling.so"));
    assert_logged("engine plugins were looked for in");
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
    remove_all(made, sizeof made / sizeof *made);
}

/* A stem is lib<stem>.so where that file is, even beside a folder of that name. */
static void test_a_stem(void **state)
{
    (void)state;
    static const char *const made[] = {"libzoo.so", "zoo/text.so", "zoo"};
    make_link(ZOO "/zoo_none.so", "libzoo.so");
    assert_int_equal(mkdir(at("zoo"), 0700), 0);
    write_text("zoo/text.so");
    const char *const paths[] = {at("zoo")};
    hipdnnHandle_t handle = open_plugins(1, paths);
    assert_int_equal(engine_count(handle), 2);
    assert_null(strstr(logged(), "text.so"));
    assert_ok(hipdnnDestroy(handle));
    assert_int_equal(remove(at("libzoo.so")), 0);
    make_link(ZOO "/zoo_none.so", "libzoo.so");
    remove_all(made, sizeof made / sizeof *made);
}

/* D12: relative paths start at the backend library, whatever the working directory is. */
static void test_relative_paths(void **state)
{
    (void)state;
    static const char *const paths[] = {"hipdnn_plugins/engines"};
    char before[4096];
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir("/"), 0);
    hipdnnHandle_t handle = open_plugins(1, paths);
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
    assert_int_equal(chdir(before), 0);
}

/* HIPDNN_PLUGIN_DIR replaces the default folder, and only that. A blank one is none. */
static void test_the_environment(void **state)
{
    (void)state;
    static const char *const reference[] = {REFERENCE_PLUGIN};
    hipdnnHandle_t handle = NULL;
    assert_int_equal(setenv("HIPDNN_PLUGIN_DIR", ZOO "/zoo_none.so", 1), 0);
    assert_ok(hipdnnSetEnginePluginPaths_ext(0, NULL, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    assert_ok(hipdnnSetEnginePluginPaths_ext(0, NULL, HIPDNN_PLUGIN_LOADING_ADDITIVE));
    assert_ok(hipdnnCreate(&handle));
    assert_int_equal(engine_count(handle), 2);
    assert_ok(hipdnnDestroy(handle));
    assert_ok(hipdnnSetEnginePluginPaths_ext(1, reference, HIPDNN_PLUGIN_LOADING_ADDITIVE));
    assert_ok(hipdnnCreate(&handle));
    assert_int_equal(engine_count(handle), 3);
    assert_ok(hipdnnDestroy(handle));
    handle = open_plugins(1, reference); /* absolute: not looked at */
    assert_int_equal(engine_count(handle), 1);
    assert_ok(hipdnnDestroy(handle));

    assert_int_equal(setenv("HIPDNN_PLUGIN_DIR", " ", 1), 0);
    assert_ok(hipdnnSetEnginePluginPaths_ext(0, NULL, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    assert_ok(hipdnnSetEnginePluginPaths_ext(0, NULL, HIPDNN_PLUGIN_LOADING_ADDITIVE));
    assert_ok(hipdnnCreate(&handle));
    assert_reference_works(handle);
    assert_ok(hipdnnDestroy(handle));
    assert_int_equal(unsetenv("HIPDNN_PLUGIN_DIR"), 0);
}

/* D28: without any engine the first call that needs one says where they were looked for. */
static void test_no_plugin_at_all(void **state)
{
    (void)state;
    const char *const paths[] = {folder()};
    hipdnnHandle_t handle = open_plugins(1, paths);
    assert_int_equal(engine_count(handle), 0);
    assert_logged("no engine plugin was found");
    descriptor graph = make_relu_graph(handle), heuristic = begin_heuristic(graph);
    assert_refused(hipdnnBackendFinalize(heuristic), NOT_SUPPORTED, folder());
    destroy(heuristic);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));

    handle = open_plugins(0, NULL);
    graph = make_relu_graph(handle);
    heuristic = begin_heuristic(graph);
    assert_refused(hipdnnBackendFinalize(heuristic), NOT_SUPPORTED, "no engine plugin was found in any folder");
    destroy(heuristic);
    destroy(graph);
    assert_ok(hipdnnDestroy(handle));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths_that_are_no_plugins),
        cmocka_unit_test(test_a_folder),
        cmocka_unit_test(test_a_stem),
        cmocka_unit_test(test_relative_paths),
        cmocka_unit_test(test_the_environment),
        cmocka_unit_test(test_no_plugin_at_all),
    };
    return cmocka_run_group_tests(tests, make_folder, remove_folder);
}
