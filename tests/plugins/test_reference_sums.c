/* SPDX-License-Identifier: MIT */
/* The gradients of convolutions and the matrix product: by hand, and by the identity that defines a gradient. */
#include "reference.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* --- data gradient --- */

/* Each of y's 2 gradients goes to the 3 inputs that its window held; input 2 is in both windows. */
static void test_data_gradient(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *dy = add_tensor(&graph, "dy", DIMS(1, 1, 2), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 3), PACKED);
    const hipdnn_data_tensor *dx = add_tensor(&graph, "dx", DIMS(1, 1, 5), PACKED);
    hipdnn_data_conv_bwd *conv = add_conv_bwd(&graph, dy, w, dx);
    conv->stride = DIMS(2);
    float gradient[] = {10, 100}, filter[] = {1, 2, 3}, out[5];
    RUN(graph, {dy->uid, gradient}, {w->uid, filter}, {dx->uid, out});
    CHECK(out, 10, 20, 30 + 100, 200, 300);
    conv->mode = HIPDNN_CONV_MODE_CONVOLUTION;
    RUN(graph, {dy->uid, gradient}, {w->uid, filter}, {dx->uid, out});
    CHECK(out, 30, 20, 10 + 300, 200, 100);
}

/* What only padding meets has no gradient; inputs that stride and dilation step over have 0. */
static void test_data_gradient_with_padding_and_holes(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *dy = add_tensor(&graph, "dy", DIMS(1, 1, 1, 2), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(1, 1, 1, 2), PACKED);
    const hipdnn_data_tensor *dx = add_tensor(&graph, "dx", DIMS(1, 1, 1, 7), PACKED);
    hipdnn_data_conv_bwd *conv = add_conv_bwd(&graph, dy, w, dx);
    conv->pre_padding = DIMS(0, 1); /* windows at -1, 2 and at 3, 6 */
    conv->stride = DIMS(1, 4);
    conv->dilation = DIMS(1, 3);
    float gradient[] = {10, 100}, filter[] = {1, 2}, out[7];
    RUN(graph, {dy->uid, gradient}, {w->uid, filter}, {dx->uid, out});
    CHECK(out, 0, 0, 20, 100, 0, 0, 200);
}

/* Input channel c of group g meets the output channels of g alone. */
static void test_data_gradient_with_groups(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *dy = add_tensor(&graph, "dy", DIMS(1, 4, 1), PACKED);
    const hipdnn_data_tensor *w = add_tensor(&graph, "w", DIMS(4, 2, 1), PACKED);
    const hipdnn_data_tensor *dx = add_tensor(&graph, "dx", DIMS(1, 4, 1), PACKED);
    add_conv_bwd(&graph, dy, w, dx);
    float gradient[] = {1, 10, 100, 1000}, filter[] = {1, 2, 3, 4, 5, 6, 7, 8}, out[4];
    RUN(graph, {dy->uid, gradient}, {w->uid, filter}, {dx->uid, out});
    CHECK(out, 31, 42, 7500, 8600);
}

/* --- filter gradient --- */

/* dw[r] = sum over o of dy[o] * x[o + r], and the tap that sees padding lacks a term. */
static void test_filter_gradient(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, 4), PACKED);
    const hipdnn_data_tensor *dy = add_tensor(&graph, "dy", DIMS(1, 1, 3), PACKED);
    const hipdnn_data_tensor *dw = add_tensor(&graph, "dw", DIMS(1, 1, 3), PACKED);
    hipdnn_data_conv_wrw *conv = add_conv_wrw(&graph, x, dy, dw);
    conv->pre_padding = DIMS(1);
    float in[] = {1, 2, 3, 4}, gradient[] = {100, 10, 1}, out[3];
    RUN(graph, {x->uid, in}, {dy->uid, gradient}, {dw->uid, out});
    CHECK(out, 12, 123, 234);
    conv->mode = HIPDNN_CONV_MODE_CONVOLUTION;
    RUN(graph, {x->uid, in}, {dy->uid, gradient}, {dw->uid, out});
    CHECK(out, 234, 123, 12);
}

/* Images are summed, groups are not; a tap that meets padding alone has 0. */
static void test_filter_gradient_over_a_batch(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(2, 2, 1), PACKED);
    const hipdnn_data_tensor *dy = add_tensor(&graph, "dy", DIMS(2, 2, 1), PACKED);
    const hipdnn_data_tensor *dw = add_tensor(&graph, "dw", DIMS(2, 1, 2), PACKED);
    hipdnn_data_conv_wrw *conv = add_conv_wrw(&graph, x, dy, dw);
    conv->post_padding = DIMS(1);
    float in[] = {1, 2, 3, 4}, gradient[] = {10, 100, 1000, 10000}, out[4];
    RUN(graph, {x->uid, in}, {dy->uid, gradient}, {dw->uid, out});
    CHECK(out, 3010, 0, 40200, 0);
}

/* Outputs are summed in pieces and in lanes; the seams must not show. */
static void test_filter_gradient_of_long_rows(void **state)
{
    (void)state;
    enum { WIDTH = 301 };
    test_graph graph = {0};
    const hipdnn_data_tensor *x = add_tensor(&graph, "x", DIMS(1, 1, WIDTH), PACKED);
    const hipdnn_data_tensor *dy = add_tensor(&graph, "dy", DIMS(1, 1, WIDTH), PACKED);
    const hipdnn_data_tensor *dw = add_tensor(&graph, "dw", DIMS(1, 1, 1), PACKED);
    add_conv_wrw(&graph, x, dy, dw);
    float in[WIDTH], gradient[WIDTH], out[1];
    double sum = 0;
    for (int i = 0; i < WIDTH; i++) {
        in[i] = (float)i;
        gradient[i] = (float)(i % 7 - 3);
        sum += (double)in[i] * (double)gradient[i];
    }
    RUN(graph, {x->uid, in}, {dy->uid, gradient}, {dw->uid, out});
    assert_true((double)out[0] == sum);
}

/* --- what a gradient is --- */

static uint64_t random_state = 7;

static int64_t pick(int64_t least, int64_t most)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return least + (int64_t)((random_state >> 33) % (uint64_t)(most - least + 1));
}

enum { MOST = 4096 };

static size_t volume(const hipdnn_dims *dim)
{
    size_t count = 1;
    for (uint32_t i = 0; i < dim->count; i++)
        count *= (size_t)dim->v[i];
    return count;
}

/* Whole numbers, so that no sum is rounded. */
static void fill(float *memory, const hipdnn_data_tensor *tensor)
{
    assert_true(volume(&tensor->dim) <= MOST);
    for (size_t i = 0; i < volume(&tensor->dim); i++)
        memory[i] = (float)pick(-4, 4);
}

static double inner_product(const float *a, const float *b, const hipdnn_data_tensor *shape)
{
    double sum = 0;
    for (size_t i = 0; i < volume(&shape->dim); i++)
        sum += (double)a[i] * (double)b[i];
    return sum;
}

typedef struct geometry {
    hipdnn_dims x, w, y, pre, post, stride, dilation;
    int32_t mode;
} geometry;

static geometry choose_geometry(void)
{
    const uint32_t spatial = (uint32_t)pick(1, 3);
    const int64_t groups = pick(1, 2), inputs = pick(1, 2), outputs = pick(1, 2), batch = pick(1, 2);
    geometry g = {.mode = (int32_t)pick(HIPDNN_CONV_MODE_CONVOLUTION, HIPDNN_CONV_MODE_CROSS_CORRELATION)};
    g.pre.count = g.post.count = g.stride.count = g.dilation.count = spatial;
    g.x = (hipdnn_dims){.v = {batch, groups * inputs}, .count = 2 + spatial};
    g.w = (hipdnn_dims){.v = {groups * outputs, inputs}, .count = 2 + spatial};
    g.y = (hipdnn_dims){.v = {batch, groups * outputs}, .count = 2 + spatial};
    for (uint32_t i = 0; i < spatial; i++) {
        g.pre.v[i] = pick(0, 3);
        g.post.v[i] = pick(0, 3);
        g.stride.v[i] = pick(1, 3);
        g.dilation.v[i] = pick(1, 3);
        const int64_t filter = g.w.v[2 + i] = pick(1, 3);
        const int64_t reach = g.dilation.v[i] * (filter - 1) + 1;
        const int64_t in = pick(1, 6), missing = reach - in - g.pre.v[i] - g.post.v[i];
        g.x.v[2 + i] = in + (missing > 0 ? missing : 0);
        g.y.v[2 + i] = (g.x.v[2 + i] + g.pre.v[i] + g.post.v[i] - reach) / g.stride.v[i] + 1;
    }
    return g;
}

/* Sets what the three operations have under the same names. */
#define APPLY(geometry, conv)                                                                                          \
    do {                                                                                                               \
        (conv)->pre_padding = (geometry)->pre;                                                                         \
        (conv)->post_padding = (geometry)->post;                                                                       \
        (conv)->stride = (geometry)->stride;                                                                           \
        (conv)->dilation = (geometry)->dilation;                                                                       \
        (conv)->mode = (geometry)->mode;                                                                               \
    } while (0)

/* y, dx and dw of one geometry, in one graph. */
static void make_three(test_graph *graph, const geometry *g)
{
    *graph = (test_graph){0};
    const hipdnn_data_tensor *x = add_tensor(graph, "x", g->x, PACKED), *w = add_tensor(graph, "w", g->w, PACKED);
    const hipdnn_data_tensor *y = add_tensor(graph, "y", g->y, PACKED), *dx = add_tensor(graph, "dx", g->x, PACKED);
    const hipdnn_data_tensor *dw = add_tensor(graph, "dw", g->w, PACKED), *dy = add_tensor(graph, "dy", g->y, PACKED);
    hipdnn_data_conv_fwd *forward = add_conv(graph, x, w, y);
    hipdnn_data_conv_bwd *data = add_conv_bwd(graph, dy, w, dx);
    hipdnn_data_conv_wrw *filter = add_conv_wrw(graph, x, dy, dw);
    APPLY(g, forward);
    APPLY(g, data);
    APPLY(g, filter);
}

/* <conv(x, w), dy> = <x, dx> = <w, dw>, for any x, w and dy. */
static void test_gradients_are_adjoint(void **state)
{
    (void)state;
    static float x[MOST], w[MOST], y[MOST], dx[MOST], dw[MOST], dy[MOST];
    for (int i = 0; i < 300; i++) {
        static test_graph graph;
        const geometry g = choose_geometry();
        make_three(&graph, &g);
        const hipdnn_data_tensor *t = graph.tensors;
        fill(x, &t[0]);
        fill(w, &t[1]);
        fill(dy, &t[5]);
        RUN(graph, {t[0].uid, x}, {t[1].uid, w}, {t[2].uid, y}, {t[3].uid, dx}, {t[4].uid, dw}, {t[5].uid, dy});
        const double product = inner_product(y, dy, &t[2]);
        if (product != inner_product(x, dx, &t[0]) || product != inner_product(w, dw, &t[1]))
            fail_msg("case %d: %g, %g and %g", i, product, inner_product(x, dx, &t[0]), inner_product(w, dw, &t[1]));
    }
}

/* --- matmul --- */

static void test_matmul(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_tensor(&graph, "a", DIMS(2, 3), PACKED);
    const hipdnn_data_tensor *b = add_tensor(&graph, "b", DIMS(3, 2), PACKED);
    const hipdnn_data_tensor *c = add_tensor(&graph, "c", DIMS(2, 2), PACKED);
    add_matmul(&graph, a, b, c);
    float left[] = {1, 2, 3, 4, 5, 6}, right[] = {1, 10, 100, 1000, 10000, 100000}, out[4];
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out});
    CHECK(out, 30201, 302010, 60504, 605040);
}

/* Column-major operands, and a column-major result with a gap between its columns: strides alone say so. */
static void test_matmul_of_transposed_operands(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_tensor(&graph, "a", DIMS(2, 3), DIMS(1, 2));
    const hipdnn_data_tensor *b = add_tensor(&graph, "b", DIMS(3, 2), DIMS(1, 3));
    const hipdnn_data_tensor *c = add_tensor(&graph, "c", DIMS(2, 2), DIMS(1, 3));
    add_matmul(&graph, a, b, c);
    float left[] = {1, 4, 2, 5, 3, 6}, right[] = {1, 100, 10000, 10, 1000, 100000}, out[] = {-1, -1, -1, -1, -1};
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out});
    CHECK(out, 30201, 60504, -1, 302010, 605040);
}

/* Where one side has fewer matrices, each serves consecutive ones of the other: a's 2 serve b's 4 as 0 0 1 1. In the
 * next dimension b's single one serves a's 2. */
static void test_matmul_batches(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_tensor(&graph, "a", DIMS(2, 2, 1, 1), PACKED);
    const hipdnn_data_tensor *b = add_tensor(&graph, "b", DIMS(4, 1, 1, 1), PACKED);
    const hipdnn_data_tensor *c = add_tensor(&graph, "c", DIMS(4, 2, 1, 1), PACKED);
    add_matmul(&graph, a, b, c);
    float left[] = {1, 2, 3, 4}, right[] = {1, 10, 100, 1000}, out[8];
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out});
    CHECK(out, 1, 2, 10, 20, 300, 400, 3000, 4000);
}

/* Rows longer than a piece, and a sum whose terms cancel: it is kept in double. */
static void test_matmul_of_long_rows(void **state)
{
    (void)state;
    enum { WIDTH = 300 };
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_tensor(&graph, "a", DIMS(1, 3), PACKED);
    const hipdnn_data_tensor *b = add_tensor(&graph, "b", DIMS(3, WIDTH), PACKED);
    const hipdnn_data_tensor *c = add_tensor(&graph, "c", DIMS(1, WIDTH), PACKED);
    add_matmul(&graph, a, b, c);
    float left[] = {1e8F, 1, -1e8F}, right[3 * WIDTH], out[WIDTH];
    for (int i = 0; i < WIDTH; i++) {
        right[i] = right[2 * WIDTH + i] = 1;
        right[WIDTH + i] = (float)i;
    }
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out});
    for (int i = 0; i < WIDTH; i++)
        assert_true(out[i] == (float)i);
}

/* A zero does not hide an infinity or a NaN of the other side, nor does one of them reach another row. */
static void test_matmul_of_infinities(void **state)
{
    (void)state;
    test_graph graph = {0};
    const hipdnn_data_tensor *a = add_tensor(&graph, "a", DIMS(2, 2), PACKED);
    const hipdnn_data_tensor *b = add_tensor(&graph, "b", DIMS(2, 2), PACKED);
    const hipdnn_data_tensor *c = add_tensor(&graph, "c", DIMS(2, 2), PACKED);
    add_matmul(&graph, a, b, c);
    float left[] = {0, 1, INFINITY, 1}, right[] = {1, INFINITY, 2, NAN}, out[4];
    RUN(graph, {a->uid, left}, {b->uid, right}, {c->uid, out});
    CHECK(out, 2, NAN, INFINITY, NAN);
}

int main(void)
{
    reference_open(REFERENCE_PLUGIN);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_data_gradient),
        cmocka_unit_test(test_data_gradient_with_padding_and_holes),
        cmocka_unit_test(test_data_gradient_with_groups),
        cmocka_unit_test(test_filter_gradient),
        cmocka_unit_test(test_filter_gradient_over_a_batch),
        cmocka_unit_test(test_filter_gradient_of_long_rows),
        cmocka_unit_test(test_gradients_are_adjoint),
        cmocka_unit_test(test_matmul),
        cmocka_unit_test(test_matmul_of_transposed_operands),
        cmocka_unit_test(test_matmul_batches),
        cmocka_unit_test(test_matmul_of_long_rows),
        cmocka_unit_test(test_matmul_of_infinities),
    };
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    reference_close();
    return failed;
}
