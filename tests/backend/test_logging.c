/* SPDX-License-Identifier: MIT */
/* The log: levels, file, form of a line; graphs written as JSON. The variables are read at a process's first call, so
 * each case is a child that has made none. Users' own sinks: test_log_callbacks.c. */
#include "child.h"

#include <dirent.h>
#include <regex.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Of this test; children find their files in it. */
static char folder[] = "/tmp/hipdnn_logging_XXXXXX";
static char log_path[64], stderr_path[64], graphs_path[64];

static const char *content_of(const char *path)
{
    static char text[65536];
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return "";
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    assert_int_equal(fclose(file), 0);
    return text;
}

static void set_variable(const char *name, const char *value)
{
    assert_int_equal(value == NULL ? unsetenv(name) : setenv(name, value, 1), 0);
}

/* What a child begins with: its own stderr, and the two variables. */
static void begin_child(const char *level, const char *path)
{
    assert_non_null(freopen(stderr_path, "w", stderr));
    set_variable("HIPDNN_LOG_LEVEL", level);
    set_variable("HIPDNN_LOG_FILE", path);
}

static void end_child(void)
{
    (void)fflush(stderr);
    _exit(CHILD_DONE);
}

static void forget(void)
{
    (void)unlink(log_path);
    (void)unlink(stderr_path);
}

static const hipdnnSeverity_t severities[] = {HIPDNN_SEV_INFO, HIPDNN_SEV_WARN, HIPDNN_SEV_ERROR, HIPDNN_SEV_FATAL};

static void log_all(void)
{
    static const char *const texts[] = {"[me] one", "[me] two", "[me] three", "[me] four"};
    for (int i = 0; i < 4; i++)
        hipdnnLoggingCallback_ext(severities[i], texts[i]);
    hipdnnLoggingCallback_ext(HIPDNN_SEV_FATAL, NULL); /* nothing to say */
    hipdnnLoggingCallback_ext(HIPDNN_SEV_OFF, "[me] a level, no severity");
    hipdnnLoggingCallback_ext((hipdnnSeverity_t)-1, "[me] no severity at all");
}

/* ------------------------------------------------------------------------------------------------------- levels */

static const struct {
    const char *text; /* NULL: unset */
    hipdnnSeverity_t level;
} levels[] = {
    {NULL, HIPDNN_SEV_OFF},    {"off", HIPDNN_SEV_OFF},     {"info", HIPDNN_SEV_INFO},
    {"WARN", HIPDNN_SEV_WARN}, {"Error", HIPDNN_SEV_ERROR}, {"fatal", HIPDNN_SEV_FATAL},
    {"loud", HIPDNN_SEV_OFF},  {"", HIPDNN_SEV_OFF},        {"0", HIPDNN_SEV_OFF},
};
static size_t level_index;

static void log_at_a_level(void)
{
    hipdnnSeverity_t level = (hipdnnSeverity_t)-1;
    begin_child(levels[level_index].text, log_path);
    assert_ok(hipdnnBackendGetGlobalLogLevel_ext(&level));
    assert_int_equal(level, levels[level_index].level);
    log_all();
    end_child();
}

static void test_levels_of_the_environment(void **state)
{
    (void)state;
    static const char *const words[] = {"[me] one\n", "[me] two\n", "[me] three\n", "[me] four\n"};
    for (level_index = 0; level_index < sizeof levels / sizeof *levels; level_index++) {
        run_child(log_at_a_level);
        const char *text = content_of(log_path);
        for (int i = 0; i < 4; i++)
            assert_int_equal(strstr(text, words[i]) != NULL, severities[i] >= levels[level_index].level);
        assert_null(strstr(text, "no severity"));
        assert_string_equal(content_of(stderr_path), "");
        forget();
    }
}

static void change_the_level(void)
{
    static const char *const zoo[] = {ZOO "/zoo_none.so"};
    hipdnnHandle_t handle = NULL;
    hipdnnSeverity_t level;
    begin_child("error", log_path);
    assert_ok(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_WARN));
    assert_ok(hipdnnBackendGetGlobalLogLevel_ext(&level));
    assert_int_equal(level, HIPDNN_SEV_WARN);
    assert_ok(hipdnnSetEnginePluginPaths_ext(1, zoo, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    assert_ok(hipdnnCreate(&handle));
    assert_ok(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_FATAL));
    assert_refused(hipdnnBackendSetGlobalLogLevel_ext((hipdnnSeverity_t)5), BAD_PARAM, "log level 5 is not known");
    assert_refused(hipdnnBackendSetGlobalLogLevel_ext((hipdnnSeverity_t)-1), BAD_PARAM, "log level -1 is not known");
    assert_refused(hipdnnBackendGetGlobalLogLevel_ext(NULL), BAD_PARAM, "level is NULL");
    log_all();
    assert_ok(hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_OFF));
    log_all();
    assert_ok(hipdnnDestroy(handle));
    end_child();
}

/* Plugins are told the level when they are loaded, after their callback (D36), and whenever it changes. */
static void test_the_level_changes(void **state)
{
    (void)state;
    char trace[64];
    (void)snprintf(trace, sizeof trace, "%s/trace", folder);
    set_variable("ZOO_TRACE", trace);
    run_child(change_the_level);
    set_variable("ZOO_TRACE", NULL);
    const char *text = content_of(log_path);
    assert_says(text, "[warning] [hipdnn_backend] [zoo] it is open"); /* a plugin's line, while it was loaded */
    assert_null(strstr(text, "[me] three\n"));
    const char *fatal = strstr(text, "[me] four\n");
    assert_non_null(fatal);
    assert_null(strstr(fatal + 1, "[me] four\n")); /* none once it is off */
    assert_says(content_of(trace), "callback 0\nlevel 1\ncreate 1\nlevel 3\nlevel 4\n");
    assert_int_equal(unlink(trace), 0);
    forget();
}

/* ------------------------------------------------------------------------------------------------ file and form */

static void log_to_the_file(void)
{
    begin_child("info", log_path);
    log_all();
    (void)hipdnnBackendFinalize(NULL);
    end_child();
}

static void test_lines(void **state)
{
    (void)state;
    static const char *const forms[] = {
        "^\\[....-..-.. ..:..:..\\....\\] \\[tid [0-9]+\\] \\[info\\] \\[plugin\\] \\[me\\] one$",
        "^\\[....-..-.. ..:..:..\\....\\] \\[tid [0-9]+\\] \\[warning\\] \\[plugin\\] \\[me\\] two$",
        "^\\[....-..-.. ..:..:..\\....\\] \\[tid [0-9]+\\] \\[error\\] \\[plugin\\] \\[me\\] three$",
        "^\\[....-..-.. ..:..:..\\....\\] \\[tid [0-9]+\\] \\[critical\\] \\[plugin\\] \\[me\\] four$",
        "\\[error\\] \\[hipdnn_backend\\] HIPDNN_STATUS_BAD_PARAM_NULL_POINTER: the descriptor is NULL$",
    };
    FILE *file = fopen(log_path, "w");
    assert_non_null(file);
    assert_true(fputs("what was there before\n", file) >= 0);
    assert_int_equal(fclose(file), 0);
    run_child(log_to_the_file);
    run_child(log_to_the_file);
    const char *text = content_of(log_path);
    assert_int_equal(strncmp(text, "what was there before\n", 22), 0); /* lines are appended */
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        regex_t form;
        regmatch_t match;
        assert_int_equal(regcomp(&form, forms[i], REG_EXTENDED | REG_NEWLINE), 0);
        const char *at = text;
        for (int process = 0; process < 2; process++) {
            if (regexec(&form, at, 1, &match, 0) != 0)
                fail_msg("'%s' does not match %s", text, forms[i]);
            at += match.rm_eo;
        }
        regfree(&form);
    }
    forget();
}

static void log_to_stderr(void)
{
    begin_child("info", NULL);
    log_all();
    end_child();
}

static void log_to_nowhere(void)
{
    begin_child("info", "/nowhere/at/all.log");
    log_all();
    end_child();
}

static void test_stderr(void **state)
{
    (void)state;
    run_child(log_to_stderr);
    assert_says(content_of(stderr_path), "[me] one\n");
    forget();
    run_child(log_to_nowhere);
    assert_says(content_of(stderr_path), "HIPDNN_LOG_FILE '/nowhere/at/all.log' cannot be opened for appending");
    assert_says(content_of(stderr_path), "[me] one\n");
    forget();
}

/* ------------------------------------------------------------------------------------------------------- graphs */

static void write_two_graphs(void)
{
    hipdnnHandle_t handle = NULL;
    begin_child(NULL, NULL); /* whatever the level */
    set_variable("HIPDNN_LOG_GRAPH_DIR", graphs_path);
    assert_ok(hipdnnCreate(&handle));
    destroy(make_relu_graph(handle));
    destroy(make_relu_graph(handle));
    assert_ok(hipdnnDestroy(handle));
    end_child();
}

static bool is_graph_file(const char *name)
{
    /* graph_<uuid>.json */
    return strncmp(name, "graph_", 6) == 0 && strlen(name) == 6 + 36 + 5 && strcmp(name + 42, ".json") == 0;
}

static char graph_path[1024];

static void read_graph(void)
{
    descriptor graph = NULL;
    begin_child(NULL, NULL);
    const char *text = content_of(graph_path);
    assert_ok(hipdnnBackendCreateAndDeserializeJsonGraph_ext(&graph, text, strlen(text)));
    destroy(graph);
    end_child();
}

static void test_graphs_as_files(void **state)
{
    (void)state;
    run_child(write_two_graphs);
    DIR *stream = opendir(graphs_path); /* made by the library */
    assert_non_null(stream);
    const struct dirent *entry;
    int count = 0;
    while ((entry = readdir(stream)) != NULL) {
        if (entry->d_name[0] == '.')
            continue;
        assert_true(is_graph_file(entry->d_name));
        count++;
        (void)snprintf(graph_path, sizeof graph_path, "%s/%s", graphs_path, entry->d_name);
        run_child(read_graph);
        assert_int_equal(unlink(graph_path), 0);
    }
    assert_int_equal(closedir(stream), 0);
    assert_int_equal(count, 2);
    assert_int_equal(rmdir(graphs_path), 0);
    forget();
}

static void write_where_it_cannot(void)
{
    hipdnnHandle_t handle = NULL;
    begin_child("warn", log_path);
    set_variable("HIPDNN_LOG_GRAPH_DIR", stderr_path); /* a file */
    assert_ok(hipdnnCreate(&handle));
    destroy(make_relu_graph(handle)); /* no failure of the graph's */
    assert_ok(hipdnnDestroy(handle));
    end_child();
}

static void test_graphs_that_cannot_be_written(void **state)
{
    (void)state;
    run_child(write_where_it_cannot);
    assert_says(content_of(log_path), "[warning] [hipdnn_backend] graph 'graph' could not be written to ");
    assert_says(content_of(log_path), "Not a directory");
    forget();
}

static int set_up(void **state)
{
    (void)state;
    if (mkdtemp(folder) == NULL || unsetenv("HIPDNN_LOG_GRAPH_DIR") != 0)
        return -1;
    (void)snprintf(log_path, sizeof log_path, "%s/log", folder);
    (void)snprintf(stderr_path, sizeof stderr_path, "%s/stderr", folder);
    (void)snprintf(graphs_path, sizeof graphs_path, "%s/graphs", folder);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    return rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_levels_of_the_environment),
        cmocka_unit_test(test_the_level_changes),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_stderr),
        cmocka_unit_test(test_graphs_as_files),
        cmocka_unit_test(test_graphs_that_cannot_be_written),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
