/* SPDX-License-Identifier: MIT */
/* `hipdnn run`: execute a graph from a file, time it, and hold the result against the oracle. */
#include "command.h"
#include "npy.h"
#include "oracle.h"
#include "session.h"

#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* UID=FILE */
typedef struct tensor_file {
    int64_t uid;
    const char *path;
} tensor_file;

typedef struct options {
    const char *graph, *engine;
    bool check, json;
    uint64_t seed;
    size_t repeat;
    double tolerance;
    tensor_file *inputs, *outputs;
    size_t input_count, output_count;
} options;

/* What was measured and found. */
typedef struct outcome {
    double seconds; /* median */
    double operations; /* of convolutions and matrix products */
    bool passed;
    json_t *checks; /* one object per output */
} outcome;

/* ------------------------------------------------------------------- options */

static long long parse_number(const char *text, long long least, const char *what, struct argp_state *state)
{
    char *end;
    errno = 0;
    const long long number = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || number < least)
        argp_error(state, "%s must be a whole number from %lld up, not '%s'", what, least, text);
    return number;
}

static double parse_tolerance(const char *text, struct argp_state *state)
{
    char *end;
    const double number = strtod(text, &end);
    if (end == text || *end != '\0' || !(number >= 0.0))
        argp_error(state, "the tolerance must be a number from 0 up, not '%s'", text);
    return number;
}

static tensor_file parse_file(const char *text, struct argp_state *state)
{
    char *end;
    errno = 0;
    const long long uid = strtoll(text, &end, 10);
    if (end == text || *end != '=' || end[1] == '\0' || errno != 0)
        argp_error(state, "'%s' is not UID=FILE", text);
    return (tensor_file){uid, end + 1};
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    options *o = state->input;
    switch (key) {
    case 'e':
        o->engine = argument;
        break;
    case 'c':
        o->check = true;
        break;
    case 'j':
        o->json = true;
        break;
    case 'v':
        command_verbose = 1;
        break;
    case 's':
        o->seed = (uint64_t)parse_number(argument, 0, "the seed", state);
        break;
    case 'r':
        o->repeat = (size_t)parse_number(argument, 1, "the number of repetitions", state);
        break;
    case 't':
        o->tolerance = parse_tolerance(argument, state);
        break;
    case 'i':
        o->inputs[o->input_count++] = parse_file(argument, state);
        break;
    case 'o':
        o->outputs[o->output_count++] = parse_file(argument, state);
        break;
    case ARGP_KEY_ARG:
        if (o->graph != NULL)
            argp_error(state, "one graph at a time");
        o->graph = argument;
        break;
    case ARGP_KEY_END:
        if (o->graph == NULL)
            argp_error(state, "a graph is missing");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_option option_list[] = {
    {"engine", 'e', "NAME", 0, "Run on this engine, or fail; the best-ranked one otherwise", 0},
    {"check", 'c', NULL, 0, "Compare the outputs with an independent computation in double precision", 0},
    {"tolerance", 't', "N", 0, "Largest error that passes, in units of what rounding may cost (4)", 0},
    {"seed", 's', "N", 0, "Seed of the random inputs (1)", 0},
    {"input", 'i', "UID=FILE", 0, "Read an input from an .npy file; may be repeated", 0},
    {"output", 'o', "UID=FILE", 0, "Write an output to an .npy file; may be repeated", 0},
    {"repeat", 'r', "N", 0, "Timed executions, after one that warms up (10)", 0},
    {"json", 'j', NULL, 0, "Print JSON", 0},
    {"verbose", 'v', NULL, 0, "Whole messages, and a log of what the library does, on stderr", 0},
    {0},
};

static const struct argp arguments = {
    .options = option_list,
    .parser = parse,
    .args_doc = "GRAPH.json",
    .doc =
        "Run a graph on the CPU."
        "\vInputs that no file gives are random in [-1, 1), integers from -8 to 8, and depend on seed and uid alone. "
        "Files hold elements of the tensor's type; of bfloat16, which NumPy does not have, their patterns as uint16. "
        "Exit status: 0 done, 1 failed or the check found an error, 2 bad usage.",
};

/* ------------------------------------------------------------------- steps */

static bool say(session *s, const char *message)
{
    (void)snprintf(s->message, sizeof s->message, "%s", message);
    return false;
}

static bool no_tensor(session *s, int64_t uid, const char *kind)
{
    (void)snprintf(s->message, sizeof s->message, "tensor %" PRId64 " is no %s of the graph", uid, kind);
    return false;
}

static bool read_inputs(session *s, const options *o)
{
    char message[NPY_MESSAGE_SIZE];
    for (size_t i = 0; i < o->input_count; i++) {
        session_tensor *tensor = session_find(s, o->inputs[i].uid);
        if (tensor == NULL || tensor->is_written)
            return no_tensor(s, o->inputs[i].uid, "input");
        void *packed = session_elements(tensor);
        if (packed == NULL)
            return say(s, "out of memory");
        const bool read = npy_read(o->inputs[i].path, npy_type_find(tensor->type->name), tensor->memory.rank,
                                   tensor->memory.dim, packed, message);
        if (read)
            buffer_scatter(&tensor->memory, packed);
        free(packed);
        if (!read)
            return say(s, message);
    }
    return true;
}

/* Found out before the work is done, not after it. */
static bool find_outputs(session *s, const options *o)
{
    for (size_t i = 0; i < o->output_count; i++) {
        const session_tensor *tensor = session_find(s, o->outputs[i].uid);
        if (tensor == NULL || !tensor->is_written)
            return no_tensor(s, o->outputs[i].uid, "output");
    }
    return true;
}

static bool write_outputs(session *s, const options *o)
{
    char message[NPY_MESSAGE_SIZE];
    for (size_t i = 0; i < o->output_count; i++) {
        const session_tensor *tensor = session_find(s, o->outputs[i].uid);
        void *packed = session_elements(tensor);
        if (packed == NULL)
            return say(s, "out of memory");
        const bool written = npy_write(o->outputs[i].path, npy_type_find(tensor->type->name), tensor->memory.rank,
                                       tensor->memory.dim, packed, message);
        free(packed);
        if (!written)
            return say(s, message);
    }
    return true;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static bool measure(session *s, size_t repeat, double *out_median)
{
    double *seconds = calloc(repeat, sizeof *seconds);
    if (seconds == NULL)
        return say(s, "out of memory");
    bool ran = session_execute(s, NULL);
    for (size_t i = 0; ran && i < repeat; i++)
        ran = session_execute(s, &seconds[i]);
    qsort(seconds, repeat, sizeof *seconds, ascending);
    *out_median = 0.5 * (seconds[(repeat - 1) / 2] + seconds[repeat / 2]);
    free(seconds);
    return ran;
}

/* JSON has no infinity. */
static json_t *finite(double number)
{
    return isfinite(number) ? json_real(number) : json_null();
}

static bool check_output(session *s, const session_tensor *tensor, const oracle_graph *oracle, const options *o,
                         outcome *result)
{
    const oracle_tensor *want = oracle_find(oracle, tensor->uid);
    if (want == NULL || want->count != tensor->memory.count || want->type != tensor->type)
        return say(s, "the oracle has other outputs than the graph");
    void *packed = session_elements(tensor);
    if (packed == NULL)
        return say(s, "out of memory");
    const oracle_verdict verdict = oracle_compare(want, packed);
    free(packed);
    const bool inside = buffer_gaps_untouched(&tensor->memory);
    const bool passed = inside && verdict.units <= o->tolerance;
    result->passed = result->passed && passed;
    (void)json_array_append_new(
        result->checks,
        json_pack("{s:I, s:s, s:b, s:o, s:o, s:o, s:I, s:o, s:o, s:b}", "uid", (json_int_t)tensor->uid, "name",
                  tensor->name, "passed", passed, "absolute_error", finite(verdict.absolute), "relative_error",
                  finite(verdict.relative), "units", finite(verdict.units), "worst_element", (json_int_t)verdict.worst,
                  "want", finite(verdict.worst_want), "got", finite(verdict.worst_got), "wrote_outside", !inside));
    return true;
}

static bool check(session *s, oracle_graph *oracle, const options *o, outcome *result)
{
    if (!session_consult(s, oracle))
        return false;
    result->passed = true;
    result->checks = json_array();
    for (size_t i = 0; i < s->tensor_count; i++)
        if (s->tensors[i].is_written && !check_output(s, &s->tensors[i], oracle, o, result))
            return false;
    return true;
}

/* The oracle also knows how many operations the graph's sums are; without --check it may fail without harm. */
static bool judge(session *s, const options *o, outcome *result)
{
    oracle_message message;
    oracle_graph *oracle = oracle_read(s->json, s->json_size, &message);
    if (oracle == NULL)
        return o->check ? say(s, message.text) : true;
    const bool checked = !o->check || check(s, oracle, o, result);
    result->operations = oracle_operations(oracle);
    oracle_destroy(oracle);
    return checked;
}

/* ------------------------------------------------------------------- printing */

static int print_json(const char *command, const session *s, const options *o, const outcome *result)
{
    char id[COMMAND_ID_SIZE];
    command_format_id(s->engine_id, id);
    json_t *json = json_pack("{s:s, s:s, s:s, s:I, s:I, s:f, s:I}", "graph", o->graph, "engine", s->engine_name,
                             "engine_id", id, "seed", (json_int_t)o->seed, "repeat", (json_int_t)o->repeat, "time_ms",
                             result->seconds * 1e3, "workspace_bytes", (json_int_t)s->workspace_size);
    if (result->operations > 0.0 && result->seconds > 0.0)
        (void)json_object_set_new(json, "gflops", json_real(result->operations / result->seconds * 1e-9));
    if (o->check)
        (void)json_object_set_new(json, "check",
                                  json_pack("{s:b, s:f, s:O}", "passed", result->passed, "tolerance", o->tolerance,
                                            "outputs", result->checks));
    return command_print_json(command, json);
}

static double number_at(const json_t *object, const char *key, double otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static void print_check(const json_t *check)
{
    const bool passed = json_is_true(json_object_get(check, "passed"));
    const double infinity = (double)INFINITY;
    (void)printf("check    tensor %" JSON_INTEGER_FORMAT " (%s) %s: error %.3g units, absolute %.3g, relative %.3g\n",
                 json_integer_value(json_object_get(check, "uid")), json_string_value(json_object_get(check, "name")),
                 passed ? "passed" : "FAILED", number_at(check, "units", infinity),
                 number_at(check, "absolute_error", infinity), number_at(check, "relative_error", infinity));
    if (!passed)
        (void)printf("         the worst element, %" JSON_INTEGER_FORMAT ", is %.9g, not %.9g\n",
                     json_integer_value(json_object_get(check, "worst_element")), number_at(check, "got", (double)NAN),
                     number_at(check, "want", (double)NAN));
    if (json_is_true(json_object_get(check, "wrote_outside")))
        (void)printf("         memory between its elements was written\n");
}

static void print_text(const session *s, const options *o, const outcome *result)
{
    char id[COMMAND_ID_SIZE];
    command_format_id(s->engine_id, id);
    (void)printf("engine   %s (%s)\n", s->engine_name, id);
    (void)printf("seed     %" PRIu64 "\n", o->seed);
    (void)printf("time     %.4g ms, median of %zu\n", result->seconds * 1e3, o->repeat);
    if (result->operations > 0.0 && result->seconds > 0.0)
        (void)printf("rate     %.3g GFLOP/s in convolutions and products\n",
                     result->operations / result->seconds * 1e-9);
    for (size_t i = 0; i < json_array_size(result->checks); i++)
        print_check(json_array_get(result->checks, i));
}

/* ------------------------------------------------------------------- the command */

static int report(const char *command, const session *s, const options *o, const outcome *result)
{
    int status = COMMAND_OK;
    if (o->json)
        status = print_json(command, s, o, result);
    else
        print_text(s, o, result);
    if (status == COMMAND_OK && o->check && !result->passed)
        status = command_fail(command, "the result of %s is wrong: the error exceeds the tolerance of %g units",
                              s->engine_name, o->tolerance);
    return status;
}

static int run(const char *command, const options *o)
{
    session s;
    outcome result = {0};
    if (command_verbose)
        (void)hipdnnBackendSetGlobalLogLevel_ext(HIPDNN_SEV_INFO);
    const bool done = session_open(&s, o->graph, o->engine) && session_fill(&s, o->seed) && read_inputs(&s, o) &&
                      find_outputs(&s, o) && measure(&s, o->repeat, &result.seconds) && write_outputs(&s, o) &&
                      judge(&s, o, &result);
    const int status = done ? report(command, &s, o, &result) : command_fail(command, "%s", s.message);
    json_decref(result.checks);
    session_close(&s);
    return status;
}

int command_run(int argc, char **argv)
{
    /* Each of the files takes at least one argument. */
    tensor_file *files = calloc(2 * (size_t)argc, sizeof *files);
    if (files == NULL)
        return command_fail(argv[0], "out of memory");
    options o = {.seed = 1, .repeat = 10, .tolerance = ORACLE_TOLERANCE, .inputs = files, .outputs = files + argc};
    (void)argp_parse(&arguments, argc, argv, 0, NULL, &o);
    const int status = run(argv[0], &o);
    free(files);
    return status;
}
