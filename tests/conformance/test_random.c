/* SPDX-License-Identifier: MIT */
/* Random graphs on the reference engine, held against the oracle.
 *
 *     test_random [SEED [CASE]]      HIPDNN_TEST_SEED=SEED test_random
 *
 * A failure prints seed, case and graph; the same seed gives the same cases on every machine, and CASE runs one alone.
 * A graph that the engine declines is counted and passed over, unless it is one that the engine has to take: of
 * convolutions, additions and relus in two spatial dimensions. */
#include "buffer.h"
#include "generate.h"
#include "oracle.h"
#include "random.h"

#include "hipdnn_backend.h"
#include "hipdnn_frontend.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ENGINE "CPU_REFERENCE_ENGINE"

enum { GRAPHS = 500, MOST_ATTEMPTS = 1500, MOST_TENSORS = 32 };

static uint64_t seed = 1;
static long only_case = -1;
static hipdnnHandle_t handle;

/* ------------------------------------------------------------------- one graph */

/* A tensor with its memory and, for inputs, what was put there. */
typedef struct bound {
    hipdnn_tensor_t *tensor;
    oracle_tensor *oracle;
    tensor_buffer memory;
    float *elements; /* packed */
    bool is_input;
} bound;

typedef struct trial {
    const char *json;
    hipdnn_graph_t *graph;
    oracle_graph *oracle;
    bound bounds[MOST_TENSORS];
    size_t count;
    void *workspace;
    double units; /* largest error of an output */
    char problem[1024]; /* "" while there is none */
} trial;

static bool problem(trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool problem(trial *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(t->problem, sizeof t->problem, format, arguments);
    va_end(arguments);
    return false;
}

typedef enum { BUILT, DECLINED, BROKEN } built;

/* The engine is preferred by name; when another one was taken, it declined. */
static built build(trial *t)
{
    const char *name = "";
    t->graph = hipdnn_graph_from_json(t->json, strlen(t->json));
    if (t->graph == NULL) {
        (void)problem(t, "from_json: %s", hipdnn_graph_get_error(NULL));
        return BROKEN;
    }
    (void)hipdnn_graph_set_preferred_engine_name(t->graph, ENGINE);
    const hipdnnStatus_t status = hipdnn_graph_build(t->graph, handle);
    if (status == HIPDNN_STATUS_SUCCESS)
        (void)hipdnn_graph_get_execution_plan_engine_name(t->graph, &name);
    if (status == HIPDNN_STATUS_SUCCESS && strcmp(name, ENGINE) == 0)
        return BUILT;
    (void)problem(t, "build: %s", status == HIPDNN_STATUS_SUCCESS ? name : hipdnn_graph_get_error(t->graph));
    return status == HIPDNN_STATUS_SUCCESS || status == HIPDNN_STATUS_NOT_SUPPORTED ? DECLINED : BROKEN;
}

/* Elements in [-1, 1), those of divisors in [1/2, 3/2). */
static void fill(bound *b, random_stream *stream)
{
    const bool divisor = strncmp(b->oracle->name, GENERATE_DIVISOR, strlen(GENERATE_DIVISOR)) == 0;
    for (size_t i = 0; i < b->memory.count; i++)
        b->elements[i] = divisor ? 1.0f + 0.5f * random_float(stream) : random_float(stream);
    buffer_scatter(&b->memory, b->elements);
}

static bool bind_tensor(trial *t, hipdnn_tensor_t *tensor)
{
    hipdnn_dims dim, stride;
    int64_t uid;
    bound *b = &t->bounds[t->count];
    if (t->count == MOST_TENSORS || hipdnn_tensor_get_uid(tensor, &uid) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_dim(tensor, &dim) != HIPDNN_STATUS_SUCCESS ||
        hipdnn_tensor_get_stride(tensor, &stride) != HIPDNN_STATUS_SUCCESS ||
        !buffer_create(&b->memory, dim.count, dim.v, stride.v))
        return problem(t, "tensor %zu of the graph cannot be bound", t->count);
    t->count++;
    b->tensor = tensor;
    b->is_input = !hipdnn_tensor_is_written(tensor);
    b->oracle = oracle_find(t->oracle, uid);
    b->elements = calloc(b->memory.count, sizeof *b->elements);
    return (b->oracle != NULL && b->elements != NULL && b->oracle->count == b->memory.count) ||
           problem(t, "tensor %lld is another one in the graph than in the JSON", (long long)uid);
}

static bool bind_all(trial *t, random_stream *stream)
{
    oracle_message message;
    size_t workspace_size = 0;
    for (size_t i = 0; i < hipdnn_graph_tensor_count(t->graph); i++) {
        hipdnn_tensor_t *tensor = hipdnn_graph_tensor_at(t->graph, i);
        if (!hipdnn_tensor_is_bound(tensor))
            continue;
        if (!bind_tensor(t, tensor))
            return false;
        bound *b = &t->bounds[t->count - 1];
        if (!b->is_input)
            continue;
        fill(b, stream);
        if (!oracle_set(b->oracle, b->elements, &message))
            return problem(t, "%s", message.text);
    }
    if (hipdnn_graph_get_workspace_size(t->graph, &workspace_size) != HIPDNN_STATUS_SUCCESS)
        return problem(t, "workspace: %s", hipdnn_graph_get_error(t->graph));
    t->workspace = workspace_size == 0 ? NULL : aligned_alloc(64, (workspace_size + 63) / 64 * 64);
    return true;
}

static bool execute(trial *t)
{
    hipdnn_binding bindings[MOST_TENSORS];
    for (size_t i = 0; i < t->count; i++)
        bindings[i] = (hipdnn_binding){t->bounds[i].tensor, t->bounds[i].memory.data};
    return hipdnn_graph_execute(t->graph, handle, bindings, t->count, t->workspace) == HIPDNN_STATUS_SUCCESS ||
           problem(t, "execute: %s", hipdnn_graph_get_error(t->graph));
}

/* Inputs are as they were, outputs are what the oracle says, and nothing was written between the elements of either. */
static bool compare(trial *t)
{
    for (size_t i = 0; i < t->count; i++) {
        bound *b = &t->bounds[i];
        const long long uid = (long long)b->oracle->uid;
        if (!buffer_gaps_untouched(&b->memory))
            return problem(t, "memory between the elements of tensor %lld was written", uid);
        float *now = calloc(b->memory.count, sizeof *now);
        assert_non_null(now);
        buffer_gather(&b->memory, now);
        const bool same = memcmp(now, b->elements, b->memory.count * sizeof *now) == 0;
        const oracle_verdict verdict = oracle_compare(b->oracle, now);
        free(now);
        if (!b->is_input && verdict.units > t->units)
            t->units = verdict.units;
        if (b->is_input ? !same : !(verdict.units <= ORACLE_TOLERANCE))
            return problem(t, "tensor %lld%s: element %zu is %.9g, not %.9g; %.3g units off", uid,
                           b->is_input ? ", an input, was changed" : "", verdict.worst, verdict.worst_got,
                           verdict.worst_want, verdict.units);
    }
    return true;
}

static built run_trial(trial *t, random_stream *stream)
{
    oracle_message message;
    const built result = build(t);
    if (result != BUILT)
        return result;
    t->oracle = oracle_read(t->json, strlen(t->json), &message);
    if (t->oracle == NULL)
        return problem(t, "oracle: %s", message.text), BROKEN;
    if (!bind_all(t, stream))
        return BROKEN;
    if (!oracle_evaluate(t->oracle, &message))
        return problem(t, "oracle: %s", message.text), BROKEN;
    return execute(t) && compare(t) ? BUILT : BROKEN;
}

static void end_trial(trial *t)
{
    for (size_t i = 0; i < t->count; i++) {
        buffer_destroy(&t->bounds[i].memory);
        free(t->bounds[i].elements);
    }
    free(t->workspace);
    oracle_destroy(t->oracle);
    hipdnn_graph_destroy(t->graph);
}

/* ------------------------------------------------------------------- many graphs */

static const char *const kinds[] = {"convolution", "pointwise", "chain"};

typedef struct tally {
    int ran[3][4], declined[3][4]; /* by kind and number of spatial dimensions */
    int total, failed;
    double units;
} tally;

static void run_case(long number, tally *all)
{
    random_stream stream = random_start(seed, (uint64_t)number);
    const generated graph = generate(&stream);
    trial t = {.json = graph.json};
    built result = run_trial(&t, &stream);
    int kind = 0;
    while (strcmp(kinds[kind], graph.kind) != 0)
        kind++;
    if (result == DECLINED && graph.spatial == 2 && graph.is_plain)
        result = BROKEN;
    if (result == DECLINED)
        all->declined[kind][graph.spatial]++;
    else
        all->ran[kind][graph.spatial]++;
    all->total += result != DECLINED;
    all->units = fmax(all->units, t.units);
    if (result == BROKEN) {
        all->failed++;
        (void)fprintf(stderr, "seed %llu, case %ld: %s\n%s\n", (unsigned long long)seed, number, t.problem, graph.json);
    }
    if (result == DECLINED && only_case >= 0)
        (void)printf("declined: %s\n", t.problem);
    end_trial(&t);
    free(graph.json);
}

static void test_random_graphs(void **state)
{
    (void)state;
    tally all = {0};
    (void)printf("seed %llu\n", (unsigned long long)seed);
    if (only_case >= 0)
        run_case(only_case, &all);
    for (long number = 0; only_case < 0 && number < MOST_ATTEMPTS && all.total < GRAPHS; number++) {
        run_case(number, &all);
        if (all.failed >= 5)
            fail_msg("%d graphs failed; the rest is not run", all.failed);
    }
    (void)printf("%-12s %16s %16s %16s\n", "ran, declined", "1-D", "2-D", "3-D");
    for (int kind = 0; kind < 3; kind++) {
        (void)printf("%-12s", kinds[kind]);
        for (int spatial = 1; spatial <= 3; spatial++)
            (void)printf(" %11d, %3d", all.ran[kind][spatial], all.declined[kind][spatial]);
        (void)printf("\n");
    }
    (void)printf("%d graphs ran; the largest error is %.3g units of at most %g\n", all.total, all.units,
                 ORACLE_TOLERANCE);
    assert_int_equal(all.failed, 0);
    assert_true(only_case >= 0 || all.total >= GRAPHS);
}

/* ------------------------------------------------------------------- corners */

#define CORNER_TENSOR(uid, dims, strides)                                                                              \
    "{'uid':" uid ",'name':'t','data_type':'float','dims':[" dims "],'strides':[" strides "],'virtual':false}"

/* x -> node -> y, both [1, 1, 2, 4], with b [1, 1, 1, 1] if there is one: uids 1, 3 and 2. `node` is the node's JSON
 * after its name, with ' for ". */
static void run_corner(const char *node, const float *x, const float *b, float *y)
{
    char json[2048];
    (void)snprintf(json, sizeof json,
                   "{'name':'corner','compute_data_type':'float','io_data_type':'float','tensors':["
                   "%s" CORNER_TENSOR("1", "1,1,2,4", "8,8,4,1") "," CORNER_TENSOR(
                       "3", "1,1,2,4", "8,8,4,1") "],'nodes':[{'name':'n',%s}]}",
                   b == NULL ? "" : CORNER_TENSOR("2", "1,1,1,1", "1,1,1,1") ",", node);
    for (char *c = json; *c != '\0'; c++)
        *c = *c == '\'' ? '"' : *c;
    trial t = {.json = json};
    if (build(&t) != BUILT)
        fail_msg("%s", t.problem);
    hipdnn_binding bindings[3];
    size_t count = 0;
    for (int64_t uid = 1; uid <= 3; uid++) {
        void *pointer = uid == 1 ? (void *)(uintptr_t)x : uid == 2 ? (void *)(uintptr_t)b : y;
        if (pointer != NULL)
            bindings[count++] = (hipdnn_binding){hipdnn_graph_find_tensor(t.graph, uid), pointer};
    }
    if (hipdnn_graph_execute(t.graph, handle, bindings, count, NULL) != HIPDNN_STATUS_SUCCESS)
        fail_msg("%s", hipdnn_graph_get_error(t.graph));
    end_trial(&t);
}

static void expect_elements(const float *got, const float *want, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (isnan(want[i]) ? !isnan(got[i]) : got[i] != want[i])
            fail_msg("element %zu is %g, not %g", i, (double)got[i], (double)want[i]);
}

#define ALIGNED _Alignas(64) static

#define POINTWISE(inputs)                                                                                              \
    "'type':'PointwiseAttributes','inputs':{'in_0_tensor_uid':1," inputs "},'outputs':{'out_0_tensor_uid':3}"
#define CONVOLUTION(parameters)                                                                                        \
    "'type':'ConvolutionFwdAttributes','inputs':{'x_tensor_uid':1,'w_tensor_uid':2},"                                  \
    "'outputs':{'y_tensor_uid':3},'parameters':{" parameters "}"

static void test_nan_passes_relu(void **state)
{
    (void)state;
    ALIGNED const float x[8] = {NAN, -NAN, INFINITY, -INFINITY, -1.0f, 0.0f, -0.0f, 5.0f};
    ALIGNED float y[8];
    run_corner(POINTWISE("'operation':'relu_fwd'"), x, NULL, y);
    expect_elements(y, (const float[]){NAN, NAN, INFINITY, 0, 0, 0, 0, 5}, 8);
    run_corner(POINTWISE("'operation':'relu_fwd','relu_lower_clip':-0.5,"
                         "'relu_upper_clip':2.0,'relu_lower_clip_slope':0.25"),
               x, NULL, y);
    expect_elements(y, (const float[]){NAN, NAN, 2, -INFINITY, -0.625f, 0, 0, 2}, 8);
}

static void test_nan_passes_add(void **state)
{
    (void)state;
    ALIGNED const float x[8] = {NAN, 1.0f, INFINITY, -INFINITY, 0.0f, 2.0f, 3.0f, 4.0f};
    ALIGNED const float one[1] = {1.0f}, infinite[1] = {INFINITY}, none[1] = {NAN};
    ALIGNED float y[8];
    const char *add = POINTWISE("'operation':'add','in_1_tensor_uid':2");
    run_corner(add, x, one, y);
    expect_elements(y, (const float[]){NAN, 2, INFINITY, -INFINITY, 1, 3, 4, 5}, 8);
    run_corner(add, x, infinite, y);
    expect_elements(y, (const float[]){NAN, INFINITY, INFINITY, NAN, INFINITY, INFINITY, INFINITY, INFINITY}, 8);
    run_corner(add, x, none, y);
    expect_elements(y, (const float[]){NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN}, 8);
}

/* A NaN reaches the outputs whose window holds it, and no other. */
static void test_nan_in_convolution(void **state)
{
    (void)state;
    ALIGNED const float x[8] = {NAN, 1, 2, 3, 4, 5, INFINITY, 7};
    ALIGNED const float w[1] = {2.0f};
    ALIGNED float y[8];
    run_corner(CONVOLUTION("'pre_padding':[0,0],'post_padding':[0,0],'stride':[1,1],'dilation':[1,1],"
                           "'conv_mode':'CROSS_CORRELATION'"),
               x, w, y);
    expect_elements(y, (const float[]){NAN, 2, 4, 6, 8, 10, INFINITY, 14}, 8);
}

/* ------------------------------------------------------------------- main */

static int make_handle(void **state)
{
    (void)state;
    return hipdnnCreateForDevice_ext(&handle, HIPDNN_DEVICE_KIND_CPU, 0) == HIPDNN_STATUS_SUCCESS ? 0 : -1;
}

static int drop_handle(void **state)
{
    (void)state;
    return hipdnnDestroy(handle) == HIPDNN_STATUS_SUCCESS ? 0 : -1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nan_passes_relu),
        cmocka_unit_test(test_nan_passes_add),
        cmocka_unit_test(test_nan_in_convolution),
        cmocka_unit_test(test_random_graphs),
    };
    const char *given = argc > 1 ? argv[1] : getenv("HIPDNN_TEST_SEED");
    if (given != NULL && given[0] != '\0')
        seed = strtoull(given, NULL, 10);
    if (argc > 2)
        only_case = strtol(argv[2], NULL, 10);
    return cmocka_run_group_tests(tests, make_handle, drop_handle);
}
