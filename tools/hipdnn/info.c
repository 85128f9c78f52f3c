/* SPDX-License-Identifier: MIT */
/* `hipdnn info`: what is installed. */
#define _DEFAULT_SOURCE /* isatty, ioctl */
#include "command.h"

#include "hipdnn_backend.h"

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

enum { NAME, ID, PLUGIN, VERSION, TYPE, COLUMNS }; /* TYPE is in the JSON only */

typedef struct engine {
    char *text[COLUMNS];
} engine;

typedef struct listing {
    hipdnnHandle_t handle;
    char **paths;
    size_t path_count;
    engine *engines;
    size_t engine_count;
} listing;

/* ------------------------------------------------------------------- gathering */

static bool read_paths(listing *list)
{
    size_t count = 0, size = 0;
    if (hipdnnGetLoadedEnginePluginPaths_ext(list->handle, &count, NULL, &size) != HIPDNN_STATUS_SUCCESS)
        return false;
    list->paths = calloc(count + 1, sizeof *list->paths);
    if (list->paths == NULL)
        return false;
    for (list->path_count = 0; list->path_count < count; list->path_count++)
        if ((list->paths[list->path_count] = calloc(1, size)) == NULL)
            return false;
    return count == 0 ||
           hipdnnGetLoadedEnginePluginPaths_ext(list->handle, &count, list->paths, &size) == HIPDNN_STATUS_SUCCESS;
}

static bool read_engine(hipdnnHandle_t handle, size_t index, engine *out)
{
    size_t size[COLUMNS] = {0};
    int64_t id = 0;
    if (hipdnnGetEngineInfo_ext(handle, index, &id, NULL, &size[NAME], NULL, &size[PLUGIN], NULL, &size[VERSION], NULL,
                                &size[TYPE]) != HIPDNN_STATUS_SUCCESS)
        return false;
    size[ID] = COMMAND_ID_SIZE;
    for (int i = 0; i < COLUMNS; i++)
        if ((out->text[i] = calloc(1, size[i] + 1)) == NULL)
            return false;
    command_format_id(id, out->text[ID]);
    return hipdnnGetEngineInfo_ext(handle, index, &id, out->text[NAME], &size[NAME], out->text[PLUGIN], &size[PLUGIN],
                                   out->text[VERSION], &size[VERSION], out->text[TYPE],
                                   &size[TYPE]) == HIPDNN_STATUS_SUCCESS;
}

static bool read_engines(listing *list)
{
    size_t count = 0;
    if (hipdnnGetEngineCount_ext(list->handle, &count) != HIPDNN_STATUS_SUCCESS)
        return false;
    list->engines = calloc(count + 1, sizeof *list->engines);
    if (list->engines == NULL)
        return false;
    list->engine_count = count;
    for (size_t i = 0; i < count; i++)
        if (!read_engine(list->handle, i, &list->engines[i]))
            return false;
    return true;
}

static void release(listing *list)
{
    for (size_t i = 0; i < list->path_count; i++)
        free(list->paths[i]);
    for (size_t i = 0; i < list->engine_count; i++)
        for (int c = 0; c < COLUMNS; c++)
            free(list->engines[i].text[c]);
    free(list->paths);
    free(list->engines);
    if (list->handle != NULL)
        (void)hipdnnDestroy(list->handle);
}

/* ------------------------------------------------------------------- printing */

static json_t *as_json(const listing *list)
{
    json_t *plugins = json_array(), *engines = json_array();
    for (size_t i = 0; i < list->path_count; i++)
        (void)json_array_append_new(plugins, json_string(list->paths[i]));
    for (size_t i = 0; i < list->engine_count; i++) {
        char *const *text = list->engines[i].text;
        (void)json_array_append_new(engines,
                                    json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", text[NAME], "id", text[ID], "plugin",
                                              text[PLUGIN], "version", text[VERSION], "type", text[TYPE]));
    }
    return json_pack("{s:s, s:s, s:o, s:o}", "version", hipdnnVersionString_ext(), "device", "CPU", "plugins", plugins,
                     "engines", engines);
}

static size_t terminal_width(void)
{
    struct winsize size;
    if (!isatty(STDOUT_FILENO))
        return SIZE_MAX; /* a file or a pipe: nothing is cut */
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

/* Columns as wide as their widest text; where the terminal is narrower, the widest gives way first. Ids stay whole. */
static void fit_columns(const listing *list, const char *const *titles, size_t *width)
{
    for (int c = NAME; c <= VERSION; c++) {
        width[c] = strlen(titles[c]);
        for (size_t i = 0; i < list->engine_count; i++)
            if (strlen(list->engines[i].text[c]) > width[c])
                width[c] = strlen(list->engines[i].text[c]);
    }
    const size_t most = terminal_width();
    while (width[NAME] + width[ID] + width[PLUGIN] + width[VERSION] + 6 > most) {
        int widest = width[PLUGIN] >= width[NAME] ? PLUGIN : NAME;
        widest = width[VERSION] > width[widest] ? VERSION : widest;
        if (width[widest] <= 8)
            break;
        width[widest]--;
    }
}

static void print_row(const char *const *text, const size_t *width)
{
    for (int c = NAME; c <= VERSION; c++) {
        const bool cut = strlen(text[c]) > width[c];
        const int shown = (int)width[c] - (cut ? 2 : 0);
        const int padding = c == VERSION || cut ? 0 : (int)(width[c] - strlen(text[c]));
        (void)printf("%.*s%s%*s%s", shown, text[c], cut ? ".." : "", padding, "", c == VERSION ? "\n" : "  ");
    }
}

static void print_text(const listing *list)
{
    static const char *const titles[COLUMNS] = {"ENGINE", "ID", "PLUGIN", "VERSION", "TYPE"};
    size_t width[COLUMNS];
    (void)printf("hipdnn   %s\ndevice   CPU\n", hipdnnVersionString_ext());
    for (size_t i = 0; i < list->path_count; i++)
        (void)printf("%-8s %s\n", i == 0 ? "plugins" : "", list->paths[i]);
    if (list->engine_count == 0) {
        (void)printf("No engines found.\n");
        return;
    }
    fit_columns(list, titles, width);
    (void)putchar('\n');
    print_row(titles, width);
    for (size_t i = 0; i < list->engine_count; i++)
        print_row((const char *const *)list->engines[i].text, width);
}

/* ------------------------------------------------------------------- the command */

static error_t parse(int key, char *argument, struct argp_state *state)
{
    bool *json = state->input;
    (void)argument;
    if (key == 'j')
        *json = true;
    else if (key == 'v')
        command_verbose = 1;
    else if (key == ARGP_KEY_ARG)
        argp_error(state, "info takes no argument");
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

static const struct argp_option options[] = {
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {"verbose", 'v', NULL, 0, "Log what the library does, on stderr", 0},
    {0},
};

static const struct argp arguments = {
    .options = options,
    .parser = parse,
    .doc = "Print versions, the device, the plugins that were loaded and the engines they have.",
};

int command_info(int argc, char **argv)
{
    bool json = false;
    (void)argp_parse(&arguments, argc, argv, 0, NULL, &json);
    if (command_verbose)
        (void)hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_INFO);
    listing list = {0};
    int result = COMMAND_OK;
    if (hipdnnCreateForDevice_ext(&list.handle, HIPDNN_DEVICE_KIND_CPU, 0) != HIPDNN_STATUS_SUCCESS ||
        !read_paths(&list) || !read_engines(&list)) {
        char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
        hipdnnGetLastErrorString(text, sizeof text);
        result = command_fail(argv[0], "%s", text[0] != '\0' ? text : "out of memory");
    } else if (json) {
        result = command_print_json(argv[0], as_json(&list));
    } else {
        print_text(&list);
    }
    release(&list);
    return result;
}
