/* SPDX-License-Identifier: MIT */
/* `hipdnn graph`: reads a graph, JSON or binary, checks it, and says it in another form. */
#include "command.h"
#include "file.h"

#include "hipdnn_frontend.h"

#include <argp.h>
#include <ctype.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct options {
    const char *file;
    const char *binary; /* where to write it */
    bool json, dot, fingerprint;
} options;

enum { OPTION_JSON = 'j', OPTION_BINARY = 'b', OPTION_DOT = 'd', OPTION_FINGERPRINT = 'f', OPTION_VERBOSE = 'v' };

static const struct argp_option option_table[] = {
    {"json", OPTION_JSON, NULL, 0, "Print the graph as JSON", 0},
    {"binary", OPTION_BINARY, "OUT", 0, "Write the graph's bytes, as plugins get them, to the file OUT", 0},
    {"dot", OPTION_DOT, NULL, 0, "Print a drawing for Graphviz: hipdnn graph FILE --dot | dot -Tsvg", 0},
    {"fingerprint", OPTION_FINGERPRINT, NULL, 0,
     "Print the number that is equal for graphs of the same meaning, whatever their names, uids and order", 0},
    {"verbose", OPTION_VERBOSE, NULL, 0, "Print all of a message, not its first line", 0},
    {0},
};

static error_t parse(int key, char *argument, struct argp_state *state)
{
    options *given = state->input;
    switch (key) {
    case OPTION_JSON:
        given->json = true;
        return 0;
    case OPTION_BINARY:
        given->binary = argument;
        return 0;
    case OPTION_DOT:
        given->dot = true;
        return 0;
    case OPTION_FINGERPRINT:
        given->fingerprint = true;
        return 0;
    case OPTION_VERBOSE:
        command_verbose = 1;
        return 0;
    case ARGP_KEY_ARG:
        if (given->file != NULL)
            argp_error(state, "one FILE at a time; there is '%s' already", given->file);
        given->file = argument;
        return 0;
    case ARGP_KEY_END:
        if (given->file == NULL)
            argp_error(state, "name a FILE with a graph, as JSON or as bytes");
        if (given->json + given->dot + given->fingerprint > 1)
            argp_error(state, "--json, --dot and --fingerprint each print something; choose one");
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp parser = {
    .options = option_table,
    .parser = parse,
    .args_doc = "FILE",
    .doc = "Reads a graph from FILE (JSON if it begins with '{', else bytes), checks it, and prints a listing, or what "
           "the options say.",
};

/* Bytes begin with an offset, whose first byte is small; JSON with a brace, perhaps after blanks. */
static hipdnn_graph_t *load(const char *text, size_t size)
{
    size_t at = 0;
    while (at < size && isspace((unsigned char)text[at]))
        at++;
    return at < size && text[at] == '{' ? hipdnn_graph_from_json(text, size) : hipdnn_graph_deserialize(text, size);
}

static hipdnnStatus_t write_binary(hipdnn_graph_t *graph, const char *path, bool *out_written)
{
    void *bytes = NULL;
    size_t size = 0;
    const hipdnnStatus_t status = hipdnn_graph_serialize(graph, &bytes, &size);
    *out_written = status == HIPDNN_STATUS_SUCCESS && file_write(path, bytes, size);
    hipdnn_free(bytes);
    return status;
}

/* Prints what was asked for. */
static hipdnnStatus_t print(hipdnn_graph_t *graph, const options *given)
{
    char *text = NULL;
    uint64_t fingerprint = 0;
    hipdnnStatus_t status;
    if (given->fingerprint) {
        status = hipdnn_graph_get_fingerprint(graph, &fingerprint);
        if (status == HIPDNN_STATUS_SUCCESS)
            (void)printf("%016" PRIx64 "\n", fingerprint);
        return status;
    }
    if (given->json)
        status = hipdnn_graph_to_json(graph, &text);
    else if (given->dot)
        status = hipdnn_graph_to_dot(graph, &text);
    else
        status = hipdnn_graph_to_text(graph, &text);
    if (status == HIPDNN_STATUS_SUCCESS)
        (void)fputs(text, stdout);
    hipdnn_free(text);
    return status;
}

static int show(const char *command, hipdnn_graph_t *graph, const options *given)
{
    const bool prints = given->binary == NULL || given->json || given->dot || given->fingerprint;
    bool is_written = true;
    hipdnnStatus_t status = hipdnn_graph_validate(graph);
    if (status == HIPDNN_STATUS_SUCCESS && given->binary != NULL)
        status = write_binary(graph, given->binary, &is_written);
    if (!is_written)
        return command_fail(command, "%s cannot be written: %s", given->binary, file_error());
    if (status == HIPDNN_STATUS_SUCCESS && prints)
        status = print(graph, given);
    return status == HIPDNN_STATUS_SUCCESS
               ? COMMAND_OK
               : command_fail(command, "%s: %s", given->file, hipdnn_graph_get_error(graph));
}

int command_graph(int argc, char **argv)
{
    options given = {0};
    size_t size = 0;
    (void)argp_parse(&parser, argc, argv, 0, NULL, &given);
    char *text = file_read(given.file, &size);
    if (text == NULL)
        return command_fail(argv[0], "%s cannot be read: %s", given.file, file_error());
    hipdnn_graph_t *graph = load(text, size);
    free(text);
    if (graph == NULL)
        return command_fail(argv[0], "%s: there is not enough memory for the graph", given.file);
    const int result = show(argv[0], graph, &given);
    hipdnn_graph_destroy(graph);
    return result;
}
