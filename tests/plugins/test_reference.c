/* SPDX-License-Identifier: MIT */
/* The reference engine on cases small enough to work out by hand, and the rules of its memory and threads. */
#include "reference.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define OK HIPDNN_PLUGIN_STATUS_SUCCESS

/* --- convolution --- */

/* The usual one: 3x3, padding 1. A filter of ones sums each neighbourhood. */
static void test_conv_with_padding(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 3, 3), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 3, 3), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 3, 3), PACKED);
    hipdnn_data_conv_fwd *conv = add_conv(&graph, x, w, y);
    conv->pre_padding = conv->post_padding = DIMS(1, 1);
    float in[] = {1, 2, 3, 4, 5, 6, 7, 8, 9}, ones[] = {1, 1, 1, 1, 1, 1, 1, 1, 1}, out[9];
    RUN(graph, {x->uid, in}, {w->uid, ones}, {y->uid, out});
    CHECK(out, 12, 21, 16, 27, 45, 33, 24, 39, 28);
}

/* Three extents of everything differ, so that mixing up rows and columns shows: pads before and after, stride,
 * dilation. Row 0 of the output meets input rows -1 and 1, row 1 meets 2 and 4 (of 4 rows: only 2). */
static void test_conv_with_everything_uneven(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 4, 5), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 2, 3), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 2, 3), PACKED);
    hipdnn_data_conv_fwd *conv = add_conv(&graph, x, w, y);
    conv->pre_padding = DIMS(1, 0);
    conv->post_padding = DIMS(1, 2);
    conv->stride = DIMS(3, 2);
    conv->dilation = DIMS(2, 1);
    float in[20], filter[] = {1, 2, 3, 4, 5, 6}, out[6];
    for (size_t i = 0; i < COUNT(in); i++)
        in[i] = (float)i;
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out,
          /* row 1 with 4 5 6 */ 4 * 5 + 5 * 6 + 6 * 7, 4 * 7 + 5 * 8 + 6 * 9, 4 * 9,
          /* row 2 with 1 2 3 */ 1 * 10 + 2 * 11 + 3 * 12, 1 * 12 + 2 * 13 + 3 * 14, 1 * 14);
}

/* Two groups: output channels 0 and 1 see input channel 0, the others input channel 1. */
static void test_conv_with_groups(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(2, 2, 1, 2), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(4, 1, 1, 1), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(2, 4, 1, 2), PACKED);
    add_conv(&graph, x, w, y);
    float in[] = {1, 2, 3, 4, 5, 6, 7, 8}, filter[] = {1, 10, 100, 1000}, out[16];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 1, 2, 10, 20, 300, 400, 3000, 4000, 5, 6, 50, 60, 700, 800, 7000, 8000);
}

/* The two modes differ in which end of the filter comes first. One spatial dimension. */
static void test_conv_modes(void **state)
{
    (void)state;
    for (int mode = HIPDNN_CONV_MODE_CONVOLUTION; mode <= HIPDNN_CONV_MODE_CROSS_CORRELATION; mode++) {
        test_graph graph = {0};
        const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 4), PACKED);
        const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 3), PACKED);
        const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 3), PACKED);
        hipdnn_data_conv_fwd *conv = add_conv(&graph, x, w, y);
        conv->mode = mode;
        conv->pre_padding = DIMS(1);
        float in[] = {1, 2, 3, 4}, filter[] = {100, 10, 1}, out[3];
        RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
        if (mode == HIPDNN_CONV_MODE_CROSS_CORRELATION)
            CHECK(out, 12, 123, 234);
        else
            CHECK(out, 210, 321, 432);
    }
}

static void test_conv_flipped_in_two_dimensions(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 2, 2), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 2, 2), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 1, 1), PACKED);
    add_conv(&graph, x, w, y)->mode = HIPDNN_CONV_MODE_CONVOLUTION;
    float in[] = {1, 2, 3, 4}, filter[] = {1000, 100, 10, 1}, out[1];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 4321);
}

/* Channels last, and the same numbers as in the packed case: strides alone say where an element lies. */
static void test_conv_with_channels_last(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 2, 2, 2), DIMS(8, 1, 4, 2));
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(2, 2, 1, 2), DIMS(4, 1, 4, 2));
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 2, 2, 1), DIMS(4, 1, 2, 2));
    add_conv(&graph, x, w, y);
    /* channel 0: 1 2 / 3 4, channel 1: 5 6 / 7 8; filters 1 10 + 100 1000 and 2 20 + 200 2000 */
    float in[] = {1, 5, 2, 6, 3, 7, 4, 8}, filter[] = {1, 100, 10, 1000, 2, 200, 20, 2000}, out[4];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 6521, 13042, 8743, 17486);
}

/* Gaps between rows and images: what lies in them is neither read into a sum nor written. */
static void test_conv_with_gaps(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(2, 1, 2, 2), DIMS(7, 7, 3, 1));
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 1, 1), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(2, 1, 2, 2), DIMS(6, 6, 3, 1));
    add_conv(&graph, x, w, y);
    float in[] = {1, 2, NAN, 3, 4, NAN, NAN, 5, 6, NAN, 7, 8}, filter[] = {2}, out[11];
    for (size_t i = 0; i < COUNT(out); i++)
        out[i] = -1;
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 2, 4, -1, 6, 8, -1, 10, 12, -1, 14, 16);
}

static void test_conv_in_three_dimensions(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 2, 2, 2), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 2, 1, 1), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 3, 2, 2), PACKED);
    hipdnn_data_conv_fwd *conv = add_conv(&graph, x, w, y);
    conv->pre_padding = conv->post_padding = DIMS(1, 0, 0);
    float in[] = {1, 2, 3, 4, 5, 6, 7, 8}, filter[] = {10, 1}, out[12];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 1, 2, 3, 4, 15, 26, 37, 48, 50, 60, 70, 80);
}

/* Rows are summed in pieces; the seams must not show. Padding on both ends is wider than a piece of the filter. */
static void test_conv_with_long_rows(void **state)
{
    (void)state;
    enum { WIDTH = 300, PAD = 2, FILTER = 5 };
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 1, WIDTH), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 1, FILTER), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 1, WIDTH), PACKED);
    hipdnn_data_conv_fwd *conv = add_conv(&graph, x, w, y);
    conv->pre_padding = conv->post_padding = DIMS(0, PAD);
    float in[WIDTH], filter[FILTER] = {1, 1, 1, 1, 1}, out[WIDTH];
    for (int i = 0; i < WIDTH; i++)
        in[i] = (float)i;
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    for (int i = 0; i < WIDTH; i++) {
        int expected = 0;
        for (int j = i - PAD; j <= i + PAD; j++)
            expected += j >= 0 && j < WIDTH ? j : 0;
        assert_true(out[i] == (float)expected);
    }
}

/* Sums are kept in double: in float the 1 would be lost. Padding is left out: infinity times 0 would be NaN. */
static void test_conv_arithmetic(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 3, 1), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 3, 1), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 1), PACKED);
    add_conv(&graph, x, w, y);
    float in[] = {1e8F, 1, -1e8F}, filter[] = {1, 1, 1}, out[1];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 1);

    test_graph padded = {0};
    x = add_tensor(&padded, "x", DIMS(1, 1, 1), PACKED);
    w = add_tensor(&padded, "w", DIMS(1, 1, 2), PACKED);
    y = add_tensor(&padded, "y", DIMS(1, 1, 2), PACKED);
    hipdnn_data_conv_fwd *conv = add_conv(&padded, x, w, y);
    conv->pre_padding = conv->post_padding = DIMS(1);
    float one[] = {3}, infinite[] = {INFINITY, 2}, two[2];
    RUN(padded, {x->uid, one}, {w->uid, infinite}, {y->uid, two});
    CHECK(two, 6, INFINITY);
}

/* Numbers near the end of their range, where a careless index overflows: a stride and a dilation that nobody takes. */
static void test_conv_with_huge_steps(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 3), DIMS(INT64_MAX, INT64_MAX, 2));
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 1), DIMS(INT64_MAX, INT64_MAX, INT64_MAX));
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(1, 1, 1), DIMS(INT64_MAX, INT64_MAX, INT64_MAX));
    hipdnn_data_conv_fwd *conv = add_conv(&graph, x, w, y);
    conv->stride = DIMS(INT64_MAX);
    conv->dilation = DIMS(INT64_MAX);
    conv->mode = HIPDNN_CONV_MODE_CONVOLUTION;
    float in[5] = {3, 0, 0, 0, 0}, filter[] = {2}, out[1];
    RUN(graph, {x->uid, in}, {w->uid, filter}, {y->uid, out});
    CHECK(out, 6);
}

/* --- pointwise --- */

static void test_relu(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *in = add_tensor(&graph, "in", DIMS(7), PACKED);
    const hipdnn_data_tensor *out = add_tensor(&graph, "out", DIMS(7), PACKED);
    hipdnn_data_pointwise *relu = add_relu(&graph, in, out);
    float x[] = {-INFINITY, -2, -0.0F, 1, 5, INFINITY, NAN}, y[7];
    RUN(graph, {in->uid, x}, {out->uid, y});
    CHECK(y, 0, 0, 0, 1, 5, INFINITY, NAN);

    relu->relu_upper_clip = (hipdnn_optional_f32)HIPDNN_SOME(4.0F);
    RUN(graph, {in->uid, x}, {out->uid, y});
    CHECK(y, 0, 0, 0, 1, 4, 4, NAN);

    relu->relu_lower_clip_slope = (hipdnn_optional_f32)HIPDNN_SOME(0.5F);
    RUN(graph, {in->uid, x}, {out->uid, y});
    CHECK(y, -INFINITY, -1, 0, 1, 4, 4, NAN);

    relu->relu_lower_clip = (hipdnn_optional_f32)HIPDNN_SOME(2.0F); /* 2 + 0.5 * (x - 2) below it */
    RUN(graph, {in->uid, x}, {out->uid, y});
    CHECK(y, -INFINITY, 0, 1, 1.5F, 4, 4, NAN);

    relu->relu_lower_clip_slope = (hipdnn_optional_f32){0};
    RUN(graph, {in->uid, x}, {out->uid, y});
    CHECK(y, 2, 2, 2, 2, 4, 4, NAN);
}

/* A bias per channel, a row, a constant, a scalar bound at run time: aligned at the last dimension. */
static void test_add_broadcasts(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(2, 3, 2), PACKED);
    const hipdnn_data_tensor *bias = add_tensor(&graph, "bias", DIMS(1, 3, 1), PACKED);
    const hipdnn_data_tensor *row = add_tensor(&graph, "row", DIMS(2), PACKED);
    const hipdnn_data_tensor *hundred = add_constant(&graph, "hundred", 100);
    hipdnn_data_tensor *scalar = add_tensor(&graph, "scalar", DIMS(1), PACKED);
    scalar->is_runtime_pass_by_value = true;
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(2, 3, 2), PACKED);
    const hipdnn_data_tensor *a = add_virtual(&graph, "a", DIMS(2, 3, 2));
    const hipdnn_data_tensor *b = add_virtual(&graph, "b", DIMS(2, 3, 2));
    const hipdnn_data_tensor *c = add_virtual(&graph, "c", DIMS(2, 3, 2));
    add_add(&graph, x, bias, a);
    add_add(&graph, row, a, b); /* the smaller one first */
    add_add(&graph, b, hundred, c);
    add_add(&graph, c, scalar, y);
    float in[] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, biases[] = {10, 20, 30}, halves[] = {0, 0.5F},
          thousand = 1000, out[12];
    RUN(graph, {scalar->uid, &thousand}, {y->uid, out}, {row->uid, halves}, {x->uid, in}, {bias->uid, biases});
    CHECK(out, 1111, 1112.5F, 1123, 1124.5F, 1135, 1136.5F, 1117, 1118.5F, 1129, 1130.5F, 1141, 1142.5F);
}

/* Two layouts and a third for the output; and a column plus a row, of which neither has the output's shape. */
static void test_add_across_layouts(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(2, 3), PACKED);
    const hipdnn_data_tensor *turned = add_tensor(&graph, "turned", DIMS(2, 3), DIMS(1, 2));
    const hipdnn_data_tensor *spaced = add_tensor(&graph, "spaced", DIMS(2, 3), DIMS(2, 4));
    add_add(&graph, x, turned, spaced);
    float a[] = {1, 2, 3, 4, 5, 6}, b[] = {10, 40, 20, 50, 30, 60}, out[11];
    for (size_t i = 0; i < COUNT(out); i++)
        out[i] = -1;
    RUN(graph, {x->uid, a}, {turned->uid, b}, {spaced->uid, out});
    CHECK(out, 11, -1, 44, -1, 22, -1, 55, -1, 33, -1, 66);

    test_graph outer = {0};
    const hipdnn_data_tensor *column = add_tensor(&outer, "column", DIMS(2, 1), PACKED);
    const hipdnn_data_tensor *row = add_tensor(&outer, "row", DIMS(1, 3), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&outer, "y", DIMS(2, 3), PACKED);
    add_add(&outer, column, row, y);
    float tens[] = {10, 20}, ones[] = {1, 2, 3}, table[6];
    RUN(outer, {column->uid, tens}, {row->uid, ones}, {y->uid, table});
    CHECK(table, 11, 12, 13, 21, 22, 23);
}

/* Rank 8, every dimension of another extent and none mergeable with the next: the walk through the nest. */
static void test_add_of_rank_eight(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_dims dim = DIMS(2, 1, 2, 3, 2, 1, 2, 2);
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", dim, DIMS(1, 1, 2, 4, 12, 1, 24, 48));
    const hipdnn_data_tensor *one = add_constant(&graph, "one", 1);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", dim, PACKED);
    add_add(&graph, x, one, y);
    float in[96], out[96];
    for (size_t i = 0; i < COUNT(in); i++)
        in[i] = (float)i;
    RUN(graph, {x->uid, in}, {y->uid, out});
    size_t at = 0;
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int c = 0; c < 3; c++)
                for (int d = 0; d < 2; d++)
                    for (int e = 0; e < 2; e++)
                        for (int f = 0; f < 2; f++)
                            assert_true(out[at++] == (float)(a + 2 * b + 4 * c + 12 * d + 24 * e + 48 * f + 1));
}

/* --- memory and threads --- */

/* A chain of so many virtual tensors that pointers do not fit the stack: two of them live at a time, so the workspace
 * is that of two, however long the chain, at whatever address it begins. */
static void test_workspace_is_shared(void **state)
{
    (void)state;
    enum { LENGTH = 100, SIZE = 256 };
    static test_graph graph;
    graph = (test_graph){0};
    const hipdnn_data_tensor *first = add_tensor(&graph, "first", DIMS(SIZE), PACKED);
    const hipdnn_data_tensor *last = add_tensor(&graph, "last", DIMS(SIZE), PACKED);
    const hipdnn_data_tensor *one = add_constant(&graph, "one", 1);
    const hipdnn_data_tensor *before = first;
    for (int i = 0; i < LENGTH; i++) {
        const hipdnn_data_tensor *after = i == LENGTH - 1 ? last : add_virtual(&graph, "", DIMS(SIZE));
        add_add(&graph, before, one, after);
        before = after;
    }
    size_t size;
    const hipdnnEnginePluginExecutionContext_t context = reference_plan(&graph, &size);
    const size_t pointers = (graph.tensor_count * sizeof(void *) + 63) / 64 * 64;
    assert_int_equal(size, pointers + 2 * SIZE * sizeof(float) + 63);

    float in[SIZE] = {0}, out[SIZE];
    in[7] = 7;
    const hipdnnPluginDeviceBuffer_t buffers[] = {{last->uid, out}, {first->uid, in}};
    char *memory = malloc(size + 64);
    for (size_t offset = 0; offset < 64; offset += 13) {
        memset(memory, 0xA5, size + 64);
        assert_int_equal(
            reference.hipdnnEnginePluginExecuteOpGraph(reference_handle, context, memory + offset, buffers, 2), OK);
        assert_true(out[0] == LENGTH && out[7] == LENGTH + 7 && out[SIZE - 1] == LENGTH);
        for (size_t i = 0; i < offset; i++)
            assert_int_equal((unsigned char)memory[i], 0xA5);
        for (size_t i = offset + size; i < size + 64; i++)
            assert_int_equal((unsigned char)memory[i], 0xA5);
    }
    free(memory);
    reference_unplan(context);
}

/* A tensor that is read again later keeps its memory until then, and a short-lived one goes into the gap after it. */
static void test_workspace_keeps_what_is_needed(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(16), PACKED);
    const hipdnn_data_tensor *y = add_tensor(&graph, "y", DIMS(16), PACKED);
    const hipdnn_data_tensor *kept = add_virtual(&graph, "kept", DIMS(16));
    const hipdnn_data_tensor *a = add_virtual(&graph, "a", DIMS(16));
    const hipdnn_data_tensor *b = add_virtual(&graph, "b", DIMS(16));
    const hipdnn_data_tensor *c = add_virtual(&graph, "c", DIMS(16));
    const hipdnn_data_tensor *unread = add_virtual(&graph, "unread", DIMS(16));
    add_add(&graph, x, x, kept);
    add_add(&graph, kept, kept, a);
    add_add(&graph, a, a, b);
    add_add(&graph, b, b, c);
    add_add(&graph, kept, x, unread); /* written for nobody */
    add_add(&graph, c, kept, y);
    size_t size;
    reference_unplan(reference_plan(&graph, &size));
    assert_int_equal(size, 3 * 64 + 63); /* kept, and two of the others */
    float in[16] = {1}, out[16];
    RUN(graph, {x->uid, in}, {y->uid, out});
    assert_true(out[0] == 18 && out[1] == 0);
}

/* A tensor of the graph that no node names need not be bound. */
static void test_unused_tensors_are_not_asked_for(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *in = add_tensor(&graph, "in", DIMS(1), PACKED);
    add_tensor(&graph, "unused", DIMS(1), PACKED);
    add_virtual(&graph, "unused, virtual", DIMS(1));
    const hipdnn_data_tensor *out = add_tensor(&graph, "out", DIMS(1), PACKED);
    add_relu(&graph, in, out);
    size_t size;
    reference_unplan(reference_plan(&graph, &size));
    assert_int_equal(size, 0);
    float x = 3, y = 0;
    RUN(graph, {in->uid, &x}, {out->uid, &y});
    assert_true(y == 3);
}

enum { THREADS = 4, ROUNDS = 50 };

typedef struct job {
    hipdnnEnginePluginExecutionContext_t context;
    size_t workspace_size;
    float bias;
    bool failed;
} job;

/* Every thread has its own handle, memory and numbers, and all share the plan. */
static void *run_job(void *argument)
{
    job *mine = argument;
    hipdnnEnginePluginHandle_t own;
    float x[50], w[54], y[75], bias[3] = {mine->bias, mine->bias, mine->bias};
    for (size_t i = 0; i < COUNT(x); i++)
        x[i] = 1;
    for (size_t i = 0; i < COUNT(w); i++)
        w[i] = 1;
    const hipdnnPluginDeviceBuffer_t buffers[] = {{BLOCK_W, w}, {BLOCK_X, x}, {BLOCK_Y, y}, {BLOCK_BIAS, bias}};
    void *workspace = malloc(mine->workspace_size);
    mine->failed = reference.hipdnnEnginePluginCreate(&own) != OK;
    for (int i = 0; i < ROUNDS && !mine->failed; i++)
        mine->failed =
            reference.hipdnnEnginePluginExecuteOpGraph(own, mine->context, workspace, buffers, COUNT(buffers)) != OK ||
            y[6] != 18 + mine->bias || y[0] != 8 + mine->bias;
    mine->failed = mine->failed || reference.hipdnnEnginePluginDestroy(own) != OK;
    free(workspace);
    return NULL;
}

static void test_threads_share_a_plan(void **state)
{
    (void)state;
    static test_graph graph;
    make_block(&graph);
    job jobs[THREADS] = {0};
    pthread_t threads[THREADS];
    size_t size;
    const hipdnnEnginePluginExecutionContext_t context = reference_plan(&graph, &size);
    for (int i = 0; i < THREADS; i++) {
        jobs[i] = (job){.context = context, .workspace_size = size, .bias = (float)i};
        assert_int_equal(pthread_create(&threads[i], NULL, run_job, &jobs[i]), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
        assert_false(jobs[i].failed);
    }
    reference_unplan(context);
}

int main(void)
{
    reference_open(REFERENCE_PLUGIN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conv_with_padding),
        cmocka_unit_test(test_conv_with_everything_uneven),
        cmocka_unit_test(test_conv_with_groups),
        cmocka_unit_test(test_conv_modes),
        cmocka_unit_test(test_conv_flipped_in_two_dimensions),
        cmocka_unit_test(test_conv_with_channels_last),
        cmocka_unit_test(test_conv_with_gaps),
        cmocka_unit_test(test_conv_in_three_dimensions),
        cmocka_unit_test(test_conv_with_long_rows),
        cmocka_unit_test(test_conv_arithmetic),
        cmocka_unit_test(test_conv_with_huge_steps),
        cmocka_unit_test(test_relu),
        cmocka_unit_test(test_add_broadcasts),
        cmocka_unit_test(test_add_across_layouts),
        cmocka_unit_test(test_add_of_rank_eight),
        cmocka_unit_test(test_workspace_is_shared),
        cmocka_unit_test(test_workspace_keeps_what_is_needed),
        cmocka_unit_test(test_unused_tensors_are_not_asked_for),
        cmocka_unit_test(test_threads_share_a_plan),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    reference_close();
    return failed;
}
