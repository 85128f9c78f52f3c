/* SPDX-License-Identifier: MIT */
/* What a node of a graph costs on its way over the wire, by the size of the graph: a cost per node that grows with the
 * graph is an algorithm to mend.
 *
 * The graph is residual blocks one after the other, y = x + relu(conv(x, w)), with ascending uids, as the frontend
 * gives them. */
#include "base/memory.h"
#include "data_sdk/graph/graph.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* decode.c is compiled for this program once more, with this name in place of its own, and with these two in place of
 * the passes that it begins and ends with: so each pass can be timed alone. */
hd_status bench_read(const void *bytes, size_t size, hd_arena *arena, const hipdnn_data_graph **out_graph);
hd_status bench_no_verify(const void *bytes, size_t size);
hd_status bench_no_check(const hipdnn_data_graph *graph);

hd_status bench_no_verify(const void *bytes, size_t size)
{
    (void)bytes;
    (void)size;
    return HD_OK;
}

hd_status bench_no_check(const hipdnn_data_graph *graph)
{
    (void)graph;
    return HD_OK;
}

static void expect(hd_status status, const char *what)
{
    if (status == HD_OK)
        return;
    (void)fprintf(stderr, "%s: %s\n", what, hd_error_text());
    exit(EXIT_FAILURE);
}

/* ------------------------------------------------------------------------------------------------ graphs */

enum { NODES_PER_BLOCK = 3, TENSORS_PER_BLOCK = 4, CHANNELS = 64, EXTENT = 56 };

typedef struct block {
    hipdnn_data_conv_fwd conv;
    hipdnn_data_pointwise relu, add;
} block;

typedef struct chain {
    hipdnn_data_graph graph;
    hipdnn_data_tensor *tensors;
    hipdnn_data_node *nodes;
    block *blocks;
    uint32_t *order;
} chain;

static void *make_array(size_t count, size_t size)
{
    void *array = calloc(count, size);
    if (array == NULL)
        exit(EXIT_FAILURE);
    return array;
}

static hipdnn_data_tensor make_tensor(int64_t uid, const char *name, hipdnn_dims dim, bool is_virtual)
{
    hipdnn_data_tensor tensor = {
        .uid = uid,
        .name = name,
        .data_type = HIPDNN_TYPE_F32,
        .dim = dim,
        .is_virtual = is_virtual,
        .alignment = 16,
        .ragged_offset_multiplier = 1,
    };
    hd_dims_pack(&dim, &tensor.stride);
    return tensor;
}

/* Reads tensor `x`; its own four follow. */
static void make_block(chain *c, size_t number, int64_t x, bool is_last)
{
    const hipdnn_dims image = {{1, CHANNELS, EXTENT, EXTENT}, 4}, filter = {{CHANNELS, CHANNELS, 3, 3}, 4};
    const hipdnn_dims ones = {{1, 1}, 2};
    const int64_t w = 1 + (int64_t)number * TENSORS_PER_BLOCK, convolved = w + 1, positive = w + 2, y = w + 3;
    hipdnn_data_tensor *tensors = &c->tensors[w];
    tensors[0] = make_tensor(w, "w", filter, false);
    tensors[1] = make_tensor(convolved, "conv::Y", image, true);
    tensors[2] = make_tensor(positive, "relu::OUT_0", image, true);
    tensors[3] = make_tensor(y, "add::OUT_0", image, !is_last);

    block *b = &c->blocks[number];
    b->conv = (hipdnn_data_conv_fwd){x, w, convolved, ones, ones, ones, ones, HIPDNN_CONV_MODE_CROSS_CORRELATION};
    b->relu = (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_RELU_FWD, .in_0 = convolved, .out_0 = positive};
    b->add =
        (hipdnn_data_pointwise){.mode = HIPDNN_POINTWISE_ADD, .in_0 = positive, .in_1 = HIPDNN_SOME(x), .out_0 = y};
    hipdnn_data_node *nodes = &c->nodes[number * NODES_PER_BLOCK];
    nodes[0] = (hipdnn_data_node){"conv", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_CONV_FWD, &b->conv};
    nodes[1] = (hipdnn_data_node){"relu", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &b->relu};
    nodes[2] = (hipdnn_data_node){"add", HIPDNN_TYPE_F32, HIPDNN_DATA_OPERATION_POINTWISE, &b->add};
}

/* At least `nodes` nodes. */
static void chain_init(chain *out, size_t nodes)
{
    const size_t blocks = (nodes + NODES_PER_BLOCK - 1) / NODES_PER_BLOCK;
    out->blocks = make_array(blocks, sizeof *out->blocks);
    out->nodes = make_array(blocks * NODES_PER_BLOCK, sizeof *out->nodes);
    out->tensors = make_array(1 + blocks * TENSORS_PER_BLOCK, sizeof *out->tensors);
    out->order = make_array(blocks * NODES_PER_BLOCK, sizeof *out->order);
    out->tensors[0] = make_tensor(0, "x", (hipdnn_dims){{1, CHANNELS, EXTENT, EXTENT}, 4}, false);
    for (size_t i = 0; i < blocks; i++)
        make_block(out, i, (int64_t)i * TENSORS_PER_BLOCK, i + 1 == blocks);
    out->graph = (hipdnn_data_graph){
        .name = "chain",
        .compute_data_type = HIPDNN_TYPE_F32,
        .intermediate_data_type = HIPDNN_TYPE_F32,
        .io_data_type = HIPDNN_TYPE_F32,
        .tensor_count = 1 + blocks * TENSORS_PER_BLOCK,
        .tensors = out->tensors,
        .node_count = blocks * NODES_PER_BLOCK,
        .nodes = out->nodes,
    };
}

static void chain_release(chain *c)
{
    free(c->blocks);
    free(c->nodes);
    free(c->tensors);
    free(c->order);
}

/* ------------------------------------------------------------------------------------------------- steps */

typedef struct subject {
    chain chain;
    void *bytes;
    size_t size;
} subject;

static void validate(const subject *s)
{
    expect(hd_graph_order(&s->chain.graph, s->chain.order), "order");
    expect(hd_graph_check(&s->chain.graph), "check");
}

static void serialize(const subject *s)
{
    void *bytes;
    size_t size;
    expect(hd_graph_encode(&s->chain.graph, &bytes, &size), "encode");
    hd_free(bytes);
}

static void verify(const subject *s)
{
    expect(hd_graph_verify(s->bytes, s->size), "verify");
}

static void read(const subject *s)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    expect(bench_read(s->bytes, s->size, &arena, &graph), "read");
    hd_arena_release(&arena);
}

static void decode(const subject *s)
{
    hd_arena arena = {0};
    const hipdnn_data_graph *graph;
    expect(hd_graph_decode(s->bytes, s->size, &arena, &graph), "decode");
    hd_arena_release(&arena);
}

/* --------------------------------------------------------------------------------------------- measuring */

enum { ROUNDS = 21, NODES_PER_ROUND = 40000 };

static size_t allocated;

static bool count_bytes(void *context, size_t size)
{
    (void)context;
    allocated += size;
    return true;
}

static double now_us(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e6 + (double)time.tv_nsec / 1e3;
}

static int ascending(const void *a, const void *b)
{
    const double left = *(const double *)a;
    const double right = *(const double *)b;
    return left < right ? -1 : left > right;
}

static void bench_step(const subject *s, const char *name, void (*step)(const subject *))
{
    const double nodes = (double)s->chain.graph.node_count;
    const int times = 1 + NODES_PER_ROUND / (int)s->chain.graph.node_count;
    double us[ROUNDS];
    allocated = 0;
    hd_memory_set_gate(count_bytes, NULL);
    step(s);
    hd_memory_set_gate(NULL, NULL);
    for (int round = 0; round < ROUNDS; round++) {
        const double start = now_us();
        for (int i = 0; i < times; i++)
            step(s);
        us[round] = (now_us() - start) / (times * nodes);
    }
    qsort(us, ROUNDS, sizeof us[0], ascending);
    printf("  %-10s %7zu %9.3f us %9.3f us %9.0f bytes\n", name, s->chain.graph.node_count, us[ROUNDS / 2], us[0],
           (double)allocated / nodes);
}

int main(void)
{
    static const struct {
        const char *name;
        void (*step)(const subject *);
    } steps[] = {
        {"validate", validate}, {"serialize", serialize}, {"verify", verify}, {"read", read}, {"decode", decode},
    };
    static const size_t sizes[] = {10, 100, 1000, 10000};
    enum { STEPS = sizeof steps / sizeof steps[0], SIZES = sizeof sizes / sizeof sizes[0] };
    subject subjects[SIZES];
    for (size_t i = 0; i < SIZES; i++) {
        chain_init(&subjects[i].chain, sizes[i]);
        expect(hd_graph_encode(&subjects[i].chain.graph, &subjects[i].bytes, &subjects[i].size), "encode");
    }
    printf("a node of a graph (medians and least of %d rounds; bytes asked for; goals: 2 us, 1024 bytes, flat)\n",
           ROUNDS);
    printf("  %-10s %7s %12s %12s %15s\n", "", "nodes", "median", "least", "allocated");
    for (size_t step = 0; step < STEPS; step++)
        for (size_t i = 0; i < SIZES; i++)
            bench_step(&subjects[i], steps[step].name, steps[step].step);
    printf("  validate: order and check; decode: verify, read and check\n");
    printf("  a graph of some MB gets new pages from the system each time, whose first touch counts\n");
    for (size_t i = 0; i < SIZES; i++) {
        hd_free(subjects[i].bytes);
        chain_release(&subjects[i].chain);
    }
    return EXIT_SUCCESS;
}
