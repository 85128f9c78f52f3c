/* SPDX-License-Identifier: MIT */
/* Convolution gradients, matmul, reduction: what they infer, computed by hand, and what they refuse. */
#include "op_case.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

/* Tensors of a convolution: x and dx, w and dw, y and dy have the same place. Of the others: the operands in order. */
enum { X, W, Y, CONV_TENSORS };
enum { A, B, C, MATMUL_TENSORS };
enum { IN, OUT, REDUCTION_TENSORS };

static const hipdnn_dims none = {.count = 0};

/* -------------------------------------------------------------------------------------------- convolution */

/* A node of any of the three, and the attributes of each. */
typedef struct conv_case {
    op_case node;
    hipdnn_data_conv_fwd fwd;
    hipdnn_data_conv_bwd bwd;
    hipdnn_data_conv_wrw wrw;
} conv_case;

static void set_lists(conv_case *c, hipdnn_dims pre, hipdnn_dims post, hipdnn_dims stride, hipdnn_dims dilation)
{
    const int32_t mode = HIPDNN_CONV_MODE_CROSS_CORRELATION;
    c->fwd = (hipdnn_data_conv_fwd){X, W, Y, pre, post, stride, dilation, mode};
    c->bwd = (hipdnn_data_conv_bwd){Y, W, X, pre, post, stride, dilation, mode};
    c->wrw = (hipdnn_data_conv_wrw){X, Y, W, pre, post, stride, dilation, mode};
}

static void set_operation(conv_case *c, const hd_operation *operation)
{
    c->node.operation = operation;
    c->node.tensor_count = CONV_TENSORS;
    if (operation == &hd_operation_conv_fwd)
        c->node.attributes = &c->fwd;
    else if (operation == &hd_operation_conv_bwd)
        c->node.attributes = &c->bwd;
    else
        c->node.attributes = &c->wrw;
}

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims x, x_stride, w, y, y_stride, pre, post, stride, dilation;
    hipdnn_dims dx_stride, dw_stride;
} convolutions[] = {
    {"plain", D(2, 8, 6, 6), D(288, 36, 6, 1), D(16, 8, 3, 3), D(2, 16, 4, 4), D(256, 16, 4, 1),
     D(0, 0), D(0, 0), D(1, 1), D(1, 1),
     D(288, 36, 6, 1), D(72, 9, 3, 1)},
    {"channels last", D(2, 8, 6, 6), D(288, 1, 48, 8), D(16, 8, 3, 3), D(2, 16, 4, 4), D(256, 1, 64, 16),
     D(0, 0), D(0, 0), D(1, 1), D(1, 1),
     D(288, 1, 48, 8), D(72, 1, 24, 8)},
    {"dx from dy, dw from x", D(2, 8, 6, 6), D(288, 1, 48, 8), D(16, 8, 3, 3), D(2, 16, 4, 4), D(256, 16, 4, 1),
     D(0, 0), D(0, 0), D(1, 1), D(1, 1),
     D(288, 36, 6, 1), D(72, 1, 24, 8)},
    {"two groups", D(1, 8, 4, 4), D(128, 16, 4, 1), D(6, 4, 2, 2), D(1, 6, 2, 2), D(24, 4, 2, 1),
     D(0, 0), D(0, 0), D(2, 2), D(1, 1),
     D(128, 16, 4, 1), D(16, 4, 2, 1)},
    /* Both 5 and 6 give 3 with a stride of 2 and a filter of 1. */
    {"the smaller input", D(1, 1, 5, 6), D(30, 30, 6, 1), D(1, 1, 1, 1), D(1, 1, 3, 3), D(9, 9, 3, 1),
     D(0, 0), D(0, 0), D(2, 2), D(1, 1),
     D(30, 30, 6, 1), D(1, 1, 1, 1)},
    /* (10 + 1 + 2 - (2 * 2 + 1)) / 3 + 1 = 3; (12 + 0 + 4 - (3 * 4 + 1)) / 2 + 1 = 2 */
    {"uneven everything", D(1, 1, 10, 12), D(120, 120, 12, 1), D(1, 1, 3, 5), D(1, 1, 3, 2), D(6, 6, 2, 1),
     D(1, 0), D(2, 4), D(3, 2), D(2, 3),
     D(120, 120, 12, 1), D(15, 15, 5, 1)},
    /* (16 + 2 + 1 - 4) / 3 + 1 = 6 */
    {"one spatial dimension", D(4, 2, 16), D(32, 1, 2), D(5, 2, 4), D(4, 5, 6), D(30, 1, 5),
     D(2), D(1), D(3), D(1),
     D(32, 1, 2), D(8, 1, 2)},
    {"three spatial dimensions", D(1, 2, 8, 9, 10), D(1440, 1, 180, 20, 2), D(3, 2, 2, 3, 4),
     D(1, 3, 4, 9, 3), D(324, 1, 81, 9, 3), D(0, 1, 0), D(0, 1, 1), D(2, 1, 3), D(1, 1, 1),
     D(1440, 1, 180, 20, 2), D(48, 1, 24, 8, 2)},
    {"as large as numbers go", D(1, 1, HUGE_EXTENT), D(HUGE_EXTENT, HUGE_EXTENT, 1), D(1, 1, 1),
     D(1, 1, HUGE_EXTENT), D(HUGE_EXTENT, HUGE_EXTENT, 1), D(0), D(0), D(1), D(1),
     D(HUGE_EXTENT, HUGE_EXTENT, 1), D(1, 1, 1)},
};
/* clang-format on */

static void test_convolution_gradients(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof convolutions / sizeof convolutions[0]; i++) {
        const char *what = convolutions[i].what;
        conv_case c = {.fwd = {0}};
        op_case *node = &c.node;
        set_lists(&c, convolutions[i].pre, convolutions[i].post, convolutions[i].stride, convolutions[i].dilation);
        op_case_give(node, X, "x", convolutions[i].x);
        op_case_give(node, W, "w", convolutions[i].w);
        op_case_give(node, Y, "y", convolutions[i].y);
        node->tensors[X].stride = convolutions[i].x_stride;
        node->tensors[Y].stride = convolutions[i].y_stride;

        set_operation(&c, &hd_operation_conv_fwd);
        assert_accepted(what, node);

        set_operation(&c, &hd_operation_conv_wrw);
        node->tensors[W].stride = none;
        assert_accepted(what, node);
        assert_inferred(what, node, W, &convolutions[i].w, &convolutions[i].dw_stride);

        set_operation(&c, &hd_operation_conv_bwd);
        node->tensors[X].stride = none;
        assert_accepted(what, node);
        assert_inferred(what, node, X, &convolutions[i].x, &convolutions[i].dx_stride);
    }
}

/* BAD(name, operation, fragment of the sentence, change). The node before the change: x [2, 8, 6, 6], w [6, 4, 3, 3],
 * y [2, 6, 6, 6], two groups, padding 1. */
#define SET(uid, name, ...) op_case_give(node, uid, name, (hipdnn_dims)D(__VA_ARGS__))
/* clang-format off */
#define CONVOLUTIONS(BAD)                                                                                              \
    BAD(dgrad_no_dims, conv_bwd,                                                                                       \
        "input gradient tensor 'dx' (uid 0) has no dims, and the other shapes do not determine them; set them to those"\
        " of the forward convolution's input",                                                                         \
        op_case_leave(node, X, "dx"))                                                                                  \
    BAD(dgrad_low_rank, conv_bwd,                                                                                      \
        "input gradient tensor 'dx' (uid 0) has 2 dimensions, 3 to 5 are allowed",                                     \
        SET(X, "dx", 2, 8))                                                                                            \
    BAD(dgrad_filter_rank, conv_bwd,                                                                                   \
        "filter tensor 'w' (uid 1) has 3 dimensions, but input gradient tensor 'dx' (uid 0) has 4",                    \
        SET(W, "w", 6, 4, 3))                                                                                          \
    BAD(dgrad_output_rank, conv_bwd,                                                                                   \
        "output gradient tensor 'dy' (uid 2) has dims [2, 6, 36], but input gradient, filter and parameters give "     \
        "[2, 6, 6, 6]",                                                                                                \
        SET(Y, "dy", 2, 6, 36))                                                                                        \
    BAD(dgrad_batch, conv_bwd,                                                                                         \
        "has dims [2, 6, 6, 6], but input gradient, filter and parameters give [3, 6, 6, 6]",                          \
        SET(X, "dx", 3, 8, 6, 6))                                                                                      \
    BAD(dgrad_channels, conv_bwd,                                                                                      \
        "input gradient tensor 'dx' (uid 0) has 9 channels and filter tensor 'w' (uid 1) takes 4; the first must",     \
        SET(X, "dx", 2, 9, 6, 6))                                                                                      \
    BAD(dgrad_groups, conv_bwd,                                                                                        \
        "filter tensor 'w' (uid 1) has 6 output channels, but the shapes mean 16 / 4 = 4 groups",                      \
        SET(X, "dx", 2, 16, 6, 6))                                                                                     \
    BAD(dgrad_output_channels, conv_bwd, "give [2, 8, 6, 6]", SET(W, "w", 8, 4, 3, 3))                                 \
    BAD(dgrad_size, conv_bwd, "has dims [2, 6, 6, 6], but input gradient, filter and parameters give [2, 6, 7, 6]",    \
        SET(X, "dx", 2, 8, 7, 6))                                                                                      \
    BAD(dgrad_padding_overflows, conv_bwd,                                                                             \
        "spatial dimension 1 does not fit 64 bits: input gradient 6, pre_padding 9223372036854775807",                 \
        c->bwd.pre_padding.v[1] = INT64_MAX)                                                                           \
    BAD(dgrad_stride, conv_bwd, "stride[0] is 0, at least 1 is allowed", c->bwd.stride.v[0] = 0)                       \
    BAD(dgrad_list, conv_bwd, "dilation has 3 entries, but the input gradient has 2", c->bwd.dilation.count = 3)       \
    BAD(dgrad_nowhere, conv_bwd, "dx_tensor_uid is 9, but the graph has no tensor of that uid", c->bwd.dx = 9)         \
    BAD(wgrad_no_dims, conv_wrw,                                                                                       \
        "filter gradient tensor 'dw' (uid 1) has no dims, and the other shapes do not determine them; set them to "    \
        "those of the forward convolution's filter",                                                                   \
        op_case_leave(node, W, "dw"))                                                                                  \
    BAD(wgrad_rank, conv_wrw,                                                                                          \
        "filter gradient tensor 'dw' (uid 1) has 5 dimensions, but input tensor 'x' (uid 0) has 4",                    \
        SET(W, "dw", 6, 4, 3, 3, 1))                                                                                   \
    BAD(wgrad_input_rank, conv_wrw, "input tensor 'x' (uid 0) has 6 dimensions", SET(X, "x", 2, 8, 6, 6, 1, 1))        \
    BAD(wgrad_channels, conv_wrw,                                                                                      \
        "input tensor 'x' (uid 0) has 8 channels and filter gradient tensor 'dw' (uid 1) takes 3",                     \
        SET(W, "dw", 6, 3, 3, 3))                                                                                      \
    BAD(wgrad_groups, conv_wrw,                                                                                        \
        "filter gradient tensor 'dw' (uid 1) has 7 output channels, but the shapes mean 8 / 4 = 2 groups",             \
        SET(W, "dw", 7, 4, 3, 3))                                                                                      \
    BAD(wgrad_size, conv_wrw,                                                                                          \
        "output gradient tensor 'dy' (uid 2) has dims [2, 6, 6, 6], but input, filter gradient and parameters give "   \
        "[2, 6, 4, 6]",                                                                                                \
        SET(W, "dw", 6, 4, 5, 3))                                                                                      \
    BAD(wgrad_too_large, conv_wrw,                                                                                     \
        "the filter gradient reaches over 9 elements of spatial dimension 0, but the input has only 8 with its",       \
        SET(W, "dw", 6, 4, 9, 3))                                                                                      \
    BAD(wgrad_dilation_overflows, conv_wrw,                                                                            \
        "spatial dimension 0 does not fit 64 bits: input 6, pre_padding 1, post_padding 1, filter gradient 3, dilation"\
        " 4611686018427387904; make them smaller",                                                                     \
        c->wrw.dilation.v[0] = HUGE_EXTENT)                                                                            \
    BAD(wgrad_extent_overflows, conv_wrw, "the filter gradient reaches over 4611686018427387904",                      \
        SET(W, "dw", 6, 4, HUGE_EXTENT, 3))                                                                            \
    BAD(wgrad_negative_padding, conv_wrw, "post_padding[1] is -1, at least 0 is", c->wrw.post_padding.v[1] = -1)
/* clang-format on */

#define CHANGE(name, operation, fragment, ...)                                                                         \
    static void change_##name(conv_case *c)                                                                            \
    {                                                                                                                  \
        op_case *node = &c->node;                                                                                      \
        (void)node;                                                                                                    \
        __VA_ARGS__;                                                                                                   \
    }
#define ROW(name, operation, fragment, ...) {#name, &hd_operation_##operation, change_##name, fragment},

CONVOLUTIONS(CHANGE)

static void test_convolution_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        const hd_operation *operation;
        void (*change)(conv_case *);
        const char *fragment;
    } rows[] = {CONVOLUTIONS(ROW)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const bool is_dgrad = rows[i].operation == &hd_operation_conv_bwd;
        const hipdnn_dims one = D(1, 1);
        conv_case c = {.fwd = {0}};
        op_case *node = &c.node;
        set_lists(&c, one, one, one, one);
        set_operation(&c, rows[i].operation);
        SET(X, is_dgrad ? "dx" : "x", 2, 8, 6, 6);
        SET(W, is_dgrad ? "w" : "dw", 6, 4, 3, 3);
        SET(Y, "dy", 2, 6, 6, 6);
        assert_accepted("before the change", node);
        rows[i].change(&c);
        assert_refused(rows[i].name, node, rows[i].fragment);
    }
}

/* ------------------------------------------------------------------------------------------------- matmul */

static const hipdnn_data_matmul matmul = {A, B, C};

static op_case matmul_of(hipdnn_dims a, hipdnn_dims b)
{
    op_case node = {&hd_operation_matmul, &matmul, .tensor_count = MATMUL_TENSORS};
    op_case_give(&node, A, "a", a);
    op_case_give(&node, B, "b", b);
    op_case_leave(&node, C, "c");
    return node;
}

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims a, b, c, c_stride;
} matmuls[] = {
    {"no batch", D(2, 3), D(3, 5), D(2, 5), D(5, 1)},
    {"a batch", D(4, 2, 3), D(4, 3, 5), D(4, 2, 5), D(10, 5, 1)},
    {"one matrix for all of a", D(4, 2, 3), D(1, 3, 5), D(4, 2, 5), D(10, 5, 1)},
    {"one matrix for all of b", D(1, 2, 3), D(4, 3, 5), D(4, 2, 5), D(10, 5, 1)},
    {"grouped heads", D(2, 8, 6, 16), D(2, 2, 16, 6), D(2, 8, 6, 6), D(288, 36, 6, 1)},
    {"each the larger once", D(6, 1, 2, 3), D(3, 4, 3, 1), D(6, 4, 2, 1), D(8, 2, 1, 1)},
    {"rank 8", D(1, 2, 1, 2, 1, 2, 7, 9), D(2, 1, 2, 1, 2, 1, 9, 3), D(2, 2, 2, 2, 2, 2, 7, 3),
     D(672, 336, 168, 84, 42, 21, 3, 1)},
    {"as large as numbers go", D(HUGE_EXTENT, HUGE_EXTENT, 1), D(2, 1, HUGE_EXTENT),
     D(HUGE_EXTENT, HUGE_EXTENT, HUGE_EXTENT), D(INT64_MAX, HUGE_EXTENT, 1)},
};

#define MATMULS(BAD)                                                                                                   \
    BAD(matmul_vectors, "left tensor 'a' (uid 0) has 1 dimensions, at least 2", SET(A, "a", 3); SET(B, "b", 3))        \
    BAD(matmul_ranks,                                                                                                  \
        "right tensor 'b' (uid 1) has 2 dimensions, but left tensor 'a' (uid 0) has 3; give both as many, with 1",     \
        SET(B, "b", 3, 5))                                                                                             \
    BAD(matmul_inner,                                                                                                  \
        "left tensor 'a' (uid 0) has 3 columns and right tensor 'b' (uid 1) has 5 rows; they must be equal",           \
        SET(B, "b", 4, 5, 3))                                                                                          \
    BAD(matmul_batch,                                                                                                  \
        "batch dimension 0 is 4 in left tensor 'a' (uid 0) and 6 in right tensor 'b' (uid 1); they must be equal or "  \
        "one a multiple of the other",                                                                                 \
        SET(B, "b", 6, 3, 5))                                                                                          \
    BAD(matmul_large_batch, "batch dimension 0 is 4 in left", SET(B, "b", HUGE_EXTENT - 1, 3, 5))                      \
    BAD(matmul_zero_batch, "batch dimension 0 is 0 in left", node->tensors[A].dim.v[0] = 0)                            \
    BAD(matmul_zero_inner, "has 0 columns and right", node->tensors[A].dim.v[2] = node->tensors[B].dim.v[1] = 0)       \
    BAD(matmul_output,                                                                                                 \
        "output tensor 'c' (uid 2) has dims [4, 5, 2], but its inputs give [4, 2, 5]",                                 \
        SET(C, "c", 4, 5, 2))                                                                                          \
    BAD(matmul_output_batch, "has dims [1, 2, 5], but its inputs give [4, 2, 5]", SET(C, "c", 1, 2, 5))                \
    BAD(matmul_output_rank, "has dims [2, 5], but its inputs give [4, 2, 5]", SET(C, "c", 2, 5))
/* clang-format on */

static void test_matmul(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof matmuls / sizeof matmuls[0]; i++) {
        op_case node = matmul_of(matmuls[i].a, matmuls[i].b);
        assert_accepted(matmuls[i].what, &node);
        assert_inferred(matmuls[i].what, &node, C, &matmuls[i].c, &matmuls[i].c_stride);
    }
    op_case node = matmul_of((hipdnn_dims)D(2, 3), (hipdnn_dims)D(3, 5));
    const hipdnn_dims dim = D(2, 5), column_major = D(1, 2);
    node.tensors[A].stride = column_major; /* says nothing about c */
    node.tensors[C].stride = column_major;
    assert_accepted("strides of its own", &node);
    assert_inferred("strides of its own", &node, C, &dim, &column_major);
}

/* The rows of matmul and reduction: changes of a plain node. */
#define CHANGE_PLAIN(name, fragment, ...)                                                                              \
    static void change_##name(op_case *node)                                                                           \
    {                                                                                                                  \
        (void)node;                                                                                                    \
        __VA_ARGS__;                                                                                                   \
    }
#define ROW_PLAIN(name, fragment, ...) {#name, change_##name, fragment},

MATMULS(CHANGE_PLAIN)

static void test_matmul_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*change)(op_case *);
        const char *fragment;
    } rows[] = {MATMULS(ROW_PLAIN)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        op_case node = matmul_of((hipdnn_dims)D(4, 2, 3), (hipdnn_dims)D(4, 3, 5));
        rows[i].change(&node);
        assert_refused(rows[i].name, &node, rows[i].fragment);
    }
}

/* ---------------------------------------------------------------------------------------------- reduction */

static hipdnn_data_reduction reduction;

static op_case reduction_of(hipdnn_dims in, hipdnn_dims out)
{
    reduction = (hipdnn_data_reduction){.mode = HIPDNN_REDUCE_TENSOR_ADD, .in = IN, .out = OUT};
    op_case node = {&hd_operation_reduction, &reduction, .tensor_count = REDUCTION_TENSORS};
    op_case_give(&node, IN, "in", in);
    op_case_leave(&node, OUT, "out");
    node.tensors[OUT].dim = out;
    return node;
}

/* clang-format off */
static const struct {
    const char *what;
    hipdnn_dims in, in_stride, out, out_stride;
} reductions[] = {
    {"all", D(2, 3), D(3, 1), D(1, 1), D(1, 1)},
    {"a vector", D(7), D(1), D(1), D(1)},
    {"spatial dimensions", D(2, 8, 4, 5), D(160, 20, 5, 1), D(2, 8, 1, 1), D(8, 1, 1, 1)},
    {"channels", D(2, 8, 4, 5), D(160, 20, 5, 1), D(2, 1, 4, 5), D(20, 20, 5, 1)},
    {"the batch, channels last", D(2, 8, 4, 5), D(160, 1, 40, 8), D(1, 8, 4, 5), D(160, 1, 40, 8)},
    {"one of two ones", D(1, 6, 1), D(6, 1, 1), D(1, 1, 1), D(1, 1, 1)},
    {"as large as numbers go", D(HUGE_EXTENT, HUGE_EXTENT, HUGE_EXTENT), D(3, 2, 1), D(HUGE_EXTENT, 1, HUGE_EXTENT),
     D(HUGE_EXTENT, HUGE_EXTENT, 1)},
};

#define REDUCTIONS(BAD)                                                                                                \
    BAD(reduction_no_dims,                                                                                             \
        "output tensor 'out' (uid 1) has no dims, and they say what is reduced; set them, with 1 in each",             \
        op_case_leave(node, OUT, "out"))                                                                               \
    BAD(reduction_mode_unset, "mode is 0, modes 1 to 9 are known; set one", reduction.mode = 0)                        \
    BAD(reduction_mode, "mode is 10, modes 1 to 9 are known; set one", reduction.mode = 10)                            \
    BAD(reduction_rank,                                                                                                \
        "output tensor 'out' (uid 1) has 2 dimensions, but input tensor 'in' (uid 0) has 3; give as many, with 1",     \
        SET(OUT, "out", 2, 3))                                                                                         \
    BAD(reduction_extent,                                                                                              \
        "dimension 1 of output tensor 'out' (uid 1) is 2, but only 3, as in input tensor 'in' (uid 0), or 1 is",       \
        SET(OUT, "out", 2, 2, 1))                                                                                      \
    BAD(reduction_grows, "dimension 0 of output tensor 'out' (uid 1) is 4611686018427387904, but only 2",              \
        SET(OUT, "out", HUGE_EXTENT, 3, 1))                                                                            \
    BAD(reduction_of_nothing,                                                                                          \
        "output tensor 'out' (uid 1) has the dims [2, 3, 4] of input tensor 'in' (uid 0), so nothing is reduced",      \
        SET(OUT, "out", 2, 3, 4))                                                                                      \
    BAD(reduction_of_ones, "so nothing is reduced", SET(IN, "in", 1, 1); SET(OUT, "out", 1, 1))                        \
    BAD(reduction_nowhere, "in_tensor_uid is 2, but the graph has no tensor of that uid; add it", reduction.in = 2)
/* clang-format on */

REDUCTIONS(CHANGE_PLAIN)

static void test_reduction(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof reductions / sizeof reductions[0]; i++) {
        op_case node = reduction_of(reductions[i].in, reductions[i].out);
        node.tensors[IN].stride = reductions[i].in_stride;
        assert_accepted(reductions[i].what, &node);
        assert_inferred(reductions[i].what, &node, OUT, &reductions[i].out, &reductions[i].out_stride);
        for (int32_t mode = HIPDNN_REDUCE_TENSOR_ADD; mode <= HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS; mode++) {
            reduction.mode = mode;
            assert_accepted(reductions[i].what, &node);
        }
    }
}

static void test_reduction_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        void (*change)(op_case *);
        const char *fragment;
    } rows[] = {REDUCTIONS(ROW_PLAIN)};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        op_case node = reduction_of((hipdnn_dims)D(2, 3, 4), (hipdnn_dims)D(2, 3, 1));
        rows[i].change(&node);
        assert_refused(rows[i].name, &node, rows[i].fragment);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_convolution_gradients),
        cmocka_unit_test(test_convolution_refusals),
        cmocka_unit_test(test_matmul),
        cmocka_unit_test(test_matmul_refusals),
        cmocka_unit_test(test_reduction),
        cmocka_unit_test(test_reduction_refusals),
    };
    return cmocka_run_group_tests_name("data_sdk convolutions, matmul, reduction", tests, NULL, NULL);
}
