/* SPDX-License-Identifier: MIT */
/* The normalizations: what they infer, computed by hand, and what they refuse. */
#include "op_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

/* Tensors of all of them; each uses some. */
enum {
    X,
    Y,
    DY,
    DX,
    SCALE,
    BIAS,
    DSCALE,
    DBIAS,
    MEAN,
    SPREAD, /* inv_variance, variance, inv_rms */
    PREV_MEAN,
    PREV_VARIANCE,
    NEXT_MEAN,
    NEXT_VARIANCE,
    EPSILON,
    MOMENTUM,
    TENSORS
};
_Static_assert((int)TENSORS <= (int)OP_CASE_TENSORS, "each has a place");

static const char *const names[TENSORS] = {"x",    "y",      "dy", "dx", "scale", "bias", "dscale",  "dbias",
                                           "mean", "spread", "pm", "pv", "nm",    "nv",   "epsilon", "momentum"};

static const hipdnn_dims none = {.count = 0}, scalar = D(1);

/* A node of any of them, and the attributes of each. */
typedef struct norm_case {
    op_case node;
    hipdnn_data_batchnorm bn;
    hipdnn_data_batchnorm_backward bn_bwd;
    hipdnn_data_batchnorm_inference bn_inf;
    hipdnn_data_batchnorm_inference_variance bn_var;
    hipdnn_data_layernorm ln;
    hipdnn_data_layernorm_backward ln_bwd;
    hipdnn_data_rmsnorm rms;
    hipdnn_data_rmsnorm_backward rms_bwd;
} norm_case;

/* Everything optional is there, but what excludes something else. */
static void set_attributes(norm_case *c)
{
    c->bn = (hipdnn_data_batchnorm){
        .x = X,
        .scale = SCALE,
        .bias = BIAS,
        .epsilon = EPSILON,
        .prev_running_mean = HIPDNN_SOME(PREV_MEAN),
        .prev_running_variance = HIPDNN_SOME(PREV_VARIANCE),
        .momentum = HIPDNN_SOME(MOMENTUM),
        .y = Y,
        .mean = HIPDNN_SOME(MEAN),
        .inv_variance = HIPDNN_SOME(SPREAD),
        .next_running_mean = HIPDNN_SOME(NEXT_MEAN),
        .next_running_variance = HIPDNN_SOME(NEXT_VARIANCE),
    };
    c->bn_bwd = (hipdnn_data_batchnorm_backward){.dy = DY,
                                                 .x = X,
                                                 .mean = HIPDNN_SOME(MEAN),
                                                 .inv_variance = HIPDNN_SOME(SPREAD),
                                                 .scale = SCALE,
                                                 .dx = DX,
                                                 .dscale = DSCALE,
                                                 .dbias = DBIAS};
    c->bn_inf = (hipdnn_data_batchnorm_inference){X, MEAN, SPREAD, SCALE, BIAS, Y};
    c->bn_var = (hipdnn_data_batchnorm_inference_variance){X, MEAN, SPREAD, SCALE, BIAS, Y, EPSILON};
    c->ln = (hipdnn_data_layernorm){.x = X,
                                    .scale = SCALE,
                                    .bias = BIAS,
                                    .epsilon = EPSILON,
                                    .y = Y,
                                    .mean = HIPDNN_SOME(MEAN),
                                    .inv_variance = HIPDNN_SOME(SPREAD),
                                    .forward_phase = HIPDNN_NORM_FWD_TRAINING};
    c->ln_bwd = (hipdnn_data_layernorm_backward){.dy = DY,
                                                 .x = X,
                                                 .scale = SCALE,
                                                 .mean = HIPDNN_SOME(MEAN),
                                                 .inv_variance = HIPDNN_SOME(SPREAD),
                                                 .epsilon = HIPDNN_SOME(EPSILON),
                                                 .dx = DX,
                                                 .dscale = DSCALE,
                                                 .dbias = DBIAS};
    c->rms = (hipdnn_data_rmsnorm){.x = X,
                                   .scale = SCALE,
                                   .epsilon = EPSILON,
                                   .y = Y,
                                   .bias = HIPDNN_SOME(BIAS),
                                   .inv_rms = HIPDNN_SOME(SPREAD),
                                   .forward_phase = HIPDNN_NORM_FWD_TRAINING};
    c->rms_bwd = (hipdnn_data_rmsnorm_backward){DY, X, SCALE, SPREAD, DX, DSCALE, HIPDNN_SOME(DBIAS)};
}

/* Where the attributes of an operation are, and which tensors it infers. */
static const struct operation {
    const hd_operation *operation;
    size_t attributes;
    int32_t inferred[8]; /* closed by X */
} operations[] = {
    {&hd_operation_batchnorm, offsetof(norm_case, bn), {Y, MEAN, SPREAD, NEXT_MEAN, NEXT_VARIANCE, X}},
    {&hd_operation_batchnorm_backward, offsetof(norm_case, bn_bwd), {DX, DSCALE, DBIAS, X}},
    {&hd_operation_batchnorm_inference, offsetof(norm_case, bn_inf), {Y, X}},
    {&hd_operation_batchnorm_inference_variance, offsetof(norm_case, bn_var), {Y, X}},
    {&hd_operation_layernorm, offsetof(norm_case, ln), {Y, MEAN, SPREAD, X}},
    {&hd_operation_layernorm_backward, offsetof(norm_case, ln_bwd), {DX, DSCALE, DBIAS, X}},
    {&hd_operation_rmsnorm, offsetof(norm_case, rms), {Y, SPREAD, X}},
    {&hd_operation_rmsnorm_backward, offsetof(norm_case, rms_bwd), {DX, DSCALE, DBIAS, X}},
};
enum { OPERATIONS = sizeof operations / sizeof operations[0] };

/* One of three by what the tensor is shaped like. */
static const hipdnn_dims *shape_of(int32_t tensor, const hipdnn_dims *x, const hipdnn_dims *scale,
                                   const hipdnn_dims *statistic)
{
    if (tensor <= DX)
        return x;
    if (tensor <= DBIAS)
        return scale;
    return tensor <= NEXT_VARIANCE ? statistic : &scalar;
}

/* All tensors have their dims, but those that the operation infers. */
static void set_node(norm_case *c, const struct operation *operation, const hipdnn_dims *x, const hipdnn_dims *scale,
                     const hipdnn_dims *statistic)
{
    set_attributes(c);
    c->node.operation = operation->operation;
    c->node.attributes = (const char *)c + operation->attributes;
    c->node.tensor_count = TENSORS;
    for (int32_t tensor = 0; tensor < TENSORS; tensor++)
        op_case_give(&c->node, tensor, names[tensor], *shape_of(tensor, x, scale, statistic));
    for (const int32_t *inferred = operation->inferred; *inferred != X; inferred++)
        op_case_leave(&c->node, *inferred, names[*inferred]);
}

/* -------------------------------------------------------------------------------------------------- infer */

enum { BATCHNORMS = 0, LAYERNORMS = 4, RMSNORMS = 6 }; /* first places in `operations` */

/* clang-format off */
static const struct {
    const char *what;
    int first, count; /* of the operations that it is for */
    int64_t normalized;
    hipdnn_dims x, x_stride, scale, statistic;
    hipdnn_dims y_stride, scale_stride, statistic_stride;
} rows[] = {
    {"images", BATCHNORMS, 4, 0, D(2, 8, 3, 5), D(120, 15, 5, 1), D(1, 8, 1, 1), D(1, 8, 1, 1),
     D(120, 15, 5, 1), D(8, 1, 1, 1), D(8, 1, 1, 1)},
    {"images, channels last", BATCHNORMS, 4, 0, D(2, 8, 3, 5), D(120, 1, 40, 8), D(1, 8, 1, 1), D(1, 8, 1, 1),
     D(120, 1, 40, 8), D(8, 1, 1, 1), D(8, 1, 8, 8)},
    {"gaps are closed", BATCHNORMS, 4, 0, D(2, 8, 3, 5), D(1000, 1, 100, 10), D(1, 8, 1, 1), D(1, 8, 1, 1),
     D(120, 1, 40, 8), D(8, 1, 1, 1), D(8, 1, 8, 8)},
    {"rows", BATCHNORMS, 4, 0, D(16, 10), D(10, 1), D(1, 10), D(1, 10), D(10, 1), D(10, 1), D(10, 1)},
    {"one image, one channel", BATCHNORMS, 4, 0, D(1, 1, 2, 2, 2), D(8, 8, 4, 2, 1), D(1, 1, 1, 1, 1),
     D(1, 1, 1, 1, 1), D(8, 8, 4, 2, 1), D(1, 1, 1, 1, 1), D(1, 1, 1, 1, 1)},
    {"as large as numbers go", BATCHNORMS, 4, 0, D(HUGE_EXTENT, HUGE_EXTENT, 4), D(9, 8, 1), D(1, HUGE_EXTENT, 1),
     D(1, HUGE_EXTENT, 1), D(INT64_MAX, 4, 1), D(HUGE_EXTENT, 1, 1), D(HUGE_EXTENT, 1, 1)},

    {"all but the batch", LAYERNORMS, 4, 0, D(2, 3, 4), D(12, 4, 1), D(1, 3, 4), D(2, 1, 1),
     D(12, 4, 1), D(12, 4, 1), D(1, 1, 1)},
    {"tokens", LAYERNORMS, 4, 0, D(2, 3, 4), D(12, 4, 1), D(1, 1, 4), D(2, 3, 1),
     D(12, 4, 1), D(4, 4, 1), D(3, 1, 1)},
    {"another order", LAYERNORMS, 4, 0, D(2, 3, 4), D(4, 8, 1), D(1, 1, 4), D(2, 3, 1),
     D(4, 8, 1), D(4, 4, 1), D(1, 2, 1)},
    {"a one between", LAYERNORMS, 4, 0, D(2, 3, 1, 4), D(12, 4, 4, 1), D(1, 3, 1, 4), D(2, 1, 1, 1),
     D(12, 4, 4, 1), D(12, 4, 4, 1), D(1, 1, 1, 1)},
    {"a one behind", LAYERNORMS, 4, 0, D(2, 3, 1), D(3, 1, 1), D(1, 3, 1), D(2, 1, 1),
     D(3, 1, 1), D(3, 1, 1), D(1, 1, 1)},
    {"nothing but a batch", LAYERNORMS, 4, 0, D(5, 1), D(1, 1), D(1, 1), D(5, 1), D(1, 1), D(1, 1), D(1, 1)},
    {"large tokens", LAYERNORMS, 4, 0, D(HUGE_EXTENT, 2, HUGE_EXTENT), D(3, 2, 1), D(1, 1, HUGE_EXTENT),
     D(HUGE_EXTENT, 2, 1), D(INT64_MAX, HUGE_EXTENT, 1), D(HUGE_EXTENT, HUGE_EXTENT, 1), D(2, 1, 1)},

    {"counted", LAYERNORMS, 2, 1, D(2, 3, 4), D(12, 4, 1), D(1, 1, 4), D(2, 3, 1),
     D(12, 4, 1), D(4, 4, 1), D(3, 1, 1)},
    {"counted ones", LAYERNORMS, 2, 2, D(2, 3, 1, 1), D(3, 1, 1, 1), D(1, 1, 1, 1), D(2, 3, 1, 1),
     D(3, 1, 1, 1), D(1, 1, 1, 1), D(3, 1, 1, 1)},
    {"everything", LAYERNORMS, 2, 2, D(2, 3), D(3, 1), D(2, 3), D(1, 1), D(3, 1), D(3, 1), D(1, 1)},
    {"everything, by scale", LAYERNORMS, 2, 0, D(2, 3), D(3, 1), D(2, 3), D(1, 1), D(3, 1), D(3, 1), D(1, 1)},
    {"channels", RMSNORMS, 2, 0, D(2, 8, 3, 5), D(120, 1, 40, 8), D(1, 8, 1, 1), D(2, 1, 3, 5),
     D(120, 1, 40, 8), D(8, 1, 1, 1), D(15, 1, 5, 1)},
};
/* clang-format on */

static void test_infer(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        for (int o = rows[i].first; o < rows[i].first + rows[i].count; o++) {
            norm_case c = {.bn = {0}};
            op_case *node = &c.node;
            set_node(&c, &operations[o], &rows[i].x, &rows[i].scale, &rows[i].statistic);
            c.ln.normalized_dim_count = c.ln_bwd.normalized_dim_count = rows[i].normalized;
            node->tensors[X].stride = rows[i].x_stride;
            char what[80];
            (void)snprintf(what, sizeof what, "%s: %s", operations[o].operation->name, rows[i].what);
            assert_accepted(what, node);
            for (const int32_t *tensor = operations[o].inferred; *tensor != X; tensor++)
                assert_inferred(what, node, *tensor, shape_of(*tensor, &rows[i].x, &rows[i].scale, &rows[i].statistic),
                                shape_of(*tensor, &rows[i].y_stride, &rows[i].scale_stride, &rows[i].statistic_stride));
        }
}

/* The original lets scale and bias of layernorm go without dims. */
static void test_layernorm_infers_scale(void **state)
{
    (void)state;
    static const struct {
        int64_t normalized;
        hipdnn_dims scale, scale_stride, statistic;
    } counts[] = {
        {0, D(1, 3, 4), D(12, 4, 1), D(2, 1, 1)},
        {1, D(1, 1, 4), D(4, 4, 1), D(2, 3, 1)},
        {3, D(2, 3, 4), D(12, 4, 1), D(1, 1, 1)},
    };
    const hipdnn_dims x = D(2, 3, 4);
    for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
        norm_case c = {.bn = {0}};
        set_node(&c, &operations[LAYERNORMS], &x, &none, &none);
        c.ln.normalized_dim_count = counts[i].normalized;
        assert_accepted("no scale", &c.node);
        assert_inferred("no scale", &c.node, SCALE, &counts[i].scale, &counts[i].scale_stride);
        assert_inferred("no scale", &c.node, BIAS, &counts[i].scale, &counts[i].scale_stride);
        assert_int_equal(hd_dims_equal(&c.node.tensors[MEAN].dim, &counts[i].statistic), true);
    }
}

/* What is given stays, and what is optional may be absent. */
static void test_given_and_absent(void **state)
{
    (void)state;
    const hipdnn_dims x = D(2, 8, 3), channel = D(1, 8, 1), padded = D(100, 10, 1);
    const hipdnn_optional_i64 absent = {.set = false};
    norm_case c = {.bn = {0}};
    set_node(&c, &operations[BATCHNORMS], &x, &channel, &channel);
    c.node.tensors[Y].stride = padded;
    assert_accepted("strides of its own", &c.node);
    assert_inferred("strides of its own", &c.node, Y, &x, &padded);

    set_node(&c, &operations[BATCHNORMS], &x, &channel, &channel);
    c.bn.prev_running_mean = c.bn.prev_running_variance = c.bn.momentum = absent;
    c.bn.next_running_mean = c.bn.next_running_variance = c.bn.mean = c.bn.inv_variance = absent;
    c.node.tensors[EPSILON].dim = (hipdnn_dims)D(1, 1, 1); /* a scalar in any rank */
    assert_accepted("batchnorm, y alone", &c.node);
    assert_int_equal(c.node.tensors[MEAN].dim.count, 0);

    set_node(&c, &operations[BATCHNORMS + 1], &x, &channel, &channel);
    c.bn_bwd.mean = c.bn_bwd.inv_variance = absent;
    assert_accepted("batchnorm_backward, nothing saved", &c.node);

    const hipdnn_dims scale = D(1, 8, 3), statistic = D(2, 1, 1);
    set_node(&c, &operations[LAYERNORMS], &x, &scale, &statistic);
    c.ln.forward_phase = HIPDNN_NORM_FWD_INFERENCE;
    c.ln.mean = c.ln.inv_variance = absent;
    assert_accepted("layernorm, inference", &c.node);

    set_node(&c, &operations[LAYERNORMS + 1], &x, &scale, &statistic);
    c.ln_bwd.mean = c.ln_bwd.inv_variance = absent;
    assert_accepted("layernorm_backward, epsilon alone", &c.node);
    set_node(&c, &operations[LAYERNORMS + 1], &x, &scale, &statistic);
    c.ln_bwd.epsilon = absent;
    assert_accepted("layernorm_backward, statistics alone", &c.node);

    set_node(&c, &operations[RMSNORMS], &x, &scale, &statistic);
    c.rms.forward_phase = HIPDNN_NORM_FWD_INFERENCE;
    c.rms.inv_rms = c.rms.bias = absent;
    assert_accepted("rmsnorm, inference", &c.node);
    set_node(&c, &operations[RMSNORMS + 1], &x, &scale, &statistic);
    c.rms_bwd.dbias = absent;
    assert_accepted("rmsnorm_backward, no bias", &c.node);
}

/* ----------------------------------------------------------------------------------------------- refusals */

/* BAD(name, place in `operations`, fragment of the sentence, change). The node before the change: x [2, 8, 3, 5],
 * batchnorm's scale and statistics [1, 8, 1, 1], the others' scale [1, 1, 3, 5] and statistics [2, 8, 1, 1]. */
#define SET(uid, ...) op_case_give(node, uid, names[uid], (hipdnn_dims)D(__VA_ARGS__))
/* clang-format off */
#define BATCHNORM_ROWS(BAD)                                                                                            \
    BAD(bn_rank, 0, "x tensor 'x' (uid 0) has 1 dimensions, at least 2 are allowed; put a batch", SET(X, 8))           \
    BAD(bn_scale, 0,                                                                                                   \
        "scale tensor 'scale' (uid 4) has dims [1, 7, 1, 1], but [1, C, 1...], an entry per channel of x, is needed: " \
        "dims[1] is 7, only 8 is allowed",                                                                             \
        SET(SCALE, 1, 7, 1, 1))                                                                                        \
    BAD(bn_scale_rank, 0, "scale tensor 'scale' (uid 4) has 1 dimensions, but 4 are needed: [1, C,", SET(SCALE, 8))    \
    BAD(bn_bias, 0, "bias tensor 'bias' (uid 5) has dims [8, 1, 1, 1]", SET(BIAS, 8, 1, 1, 1))                         \
    BAD(bn_epsilon, 0, "epsilon tensor 'epsilon' (uid 14) has dims [8], but it is one number", SET(EPSILON, 8))        \
    BAD(bn_momentum, 0, "momentum tensor 'momentum' (uid 15) has dims [1, 2], but it is one", SET(MOMENTUM, 1, 2))     \
    BAD(bn_running_mean, 0, "prev_running_mean tensor 'pm' (uid 10) has dims [1, 9, 1, 1]", SET(PREV_MEAN, 1, 9, 1, 1))\
    BAD(bn_no_momentum, 0,                                                                                             \
        "next_running_variance_tensor_uid is given, but momentum_tensor_uid is missing; give all of "                  \
        "prev_running_mean_tensor_uid, prev_running_variance_tensor_uid, momentum_tensor_uid, "                        \
        "next_running_mean_tensor_uid, next_running_variance_tensor_uid, or none",                                     \
        c->bn.momentum.set = false)                                                                                    \
    BAD(bn_no_next_mean, 0, "but next_running_mean_tensor_uid is missing; give", c->bn.next_running_mean.set = false)  \
    BAD(bn_one_element, 0,                                                                                             \
        "x tensor 'x' (uid 0) has dims [1, 8, 1, 1], one element per channel, at least 2 are allowed; enlarge",        \
        SET(X, 1, 8, 1, 1))                                                                                            \
    BAD(bn_y, 0, "y tensor 'y' (uid 1) has dims [2, 8, 5, 3], but the shape of x is needed", SET(Y, 2, 8, 5, 3))       \
    BAD(bn_mean, 0, "mean tensor 'mean' (uid 8) has 1 dimensions, but 4 are needed: [1, C, 1...]", SET(MEAN, 8))       \
    BAD(bn_nowhere, 0, "momentum_tensor_uid is 16, but the graph has no tensor of that uid", c->bn.momentum.value = 16)\
    BAD(bn_bwd_rank, 1, "x tensor 'x' (uid 0) has 1 dimensions", SET(X, 8))                                            \
    BAD(bn_bwd_dy, 1,                                                                                                  \
        "dy tensor 'dy' (uid 2) has dims [2, 8, 3, 4], but the shape of x is needed: dims[3] is 4, only 5 is allowed", \
        SET(DY, 2, 8, 3, 4))                                                                                           \
    BAD(bn_bwd_scale, 1, "scale tensor 'scale' (uid 4) has dims [2, 8, 1, 1]", SET(SCALE, 2, 8, 1, 1))                 \
    BAD(bn_bwd_mean, 1, "mean tensor 'mean' (uid 8) has dims [1, 8, 3, 1]", SET(MEAN, 1, 8, 3, 1))                     \
    BAD(bn_bwd_one_saved, 1,                                                                                           \
        "inv_variance_tensor_uid is given, but mean_tensor_uid is missing; give all of mean_tensor_uid, "              \
        "inv_variance_tensor_uid, or none",                                                                            \
        c->bn_bwd.mean.set = false)                                                                                    \
    BAD(bn_bwd_dx, 1, "dx tensor 'dx' (uid 3) has dims [1, 8, 3, 5]", SET(DX, 1, 8, 3, 5))                             \
    BAD(bn_bwd_dscale, 1, "dscale tensor 'dscale' (uid 6) has 2 dimensions, but 4 are", SET(DSCALE, 1, 8))             \
    BAD(bn_bwd_dbias, 1, "dbias tensor 'dbias' (uid 7) has dims [1, 4611686", SET(DBIAS, 1, HUGE_EXTENT, 1, 1))        \
    BAD(bn_inf_rank, 2, "x tensor 'x' (uid 0) has 1 dimensions", SET(X, 8))                                            \
    BAD(bn_inf_mean, 2, "mean tensor 'mean' (uid 8) has dims [1, 1, 1, 1]", SET(MEAN, 1, 1, 1, 1))                     \
    BAD(bn_inf_inv_variance, 2, "inv_variance tensor 'spread' (uid 9) has dims [1, 8, 1, 2]", SET(SPREAD, 1, 8, 1, 2)) \
    BAD(bn_inf_scale, 2, "scale tensor 'scale' (uid 4) has dims [1, 16, 1, 1]", SET(SCALE, 1, 16, 1, 1))               \
    BAD(bn_inf_bias, 2, "bias tensor 'bias' (uid 5) has 3 dimensions, but 4 are needed", SET(BIAS, 1, 8, 1))           \
    BAD(bn_inf_y, 2, "y tensor 'y' (uid 1) has dims [2, 8, 3, 6]", SET(Y, 2, 8, 3, 6))                                 \
    BAD(bn_inf_nowhere, 2, "y_tensor_uid is -1, but the graph has no tensor of that uid", c->bn_inf.y = -1)            \
    BAD(bn_var_rank, 3, "x tensor 'x' (uid 0) has 1 dimensions", SET(X, 8))                                            \
    BAD(bn_var_mean, 3, "mean tensor 'mean' (uid 8) has dims [8, 1, 1, 1]", SET(MEAN, 8, 1, 1, 1))                     \
    BAD(bn_var_variance, 3, "variance tensor 'spread' (uid 9) has dims [1, 4, 1, 1]", SET(SPREAD, 1, 4, 1, 1))         \
    BAD(bn_var_scale, 3, "scale tensor 'scale' (uid 4) has dims [1, 8, 3, 5]", SET(SCALE, 1, 8, 3, 5))                 \
    BAD(bn_var_bias, 3, "bias tensor 'bias' (uid 5) has dims [1, 8, 3, 1]", SET(BIAS, 1, 8, 3, 1))                     \
    BAD(bn_var_epsilon, 3, "epsilon tensor 'epsilon' (uid 14) has dims [2, 1], but it", SET(EPSILON, 2, 1))            \
    BAD(bn_var_y, 3, "y tensor 'y' (uid 1) has 2 dimensions, but 4 are needed: the shape of x", SET(Y, 16, 15))

#define OTHER_ROWS(BAD)                                                                                                \
    BAD(ln_rank, 4, "x tensor 'x' (uid 0) has 1 dimensions, at least 2 are allowed", SET(X, 8))                        \
    BAD(ln_phase_unset, 4,                                                                                             \
        "forward_phase is 0, 1 (inference) and 2 (training) are known; set one",                                       \
        c->ln.forward_phase = 0)                                                                                       \
    BAD(ln_phase, 4, "forward_phase is 3, 1 (inference) and 2", c->ln.forward_phase = 3)                               \
    BAD(ln_mean_in_inference, 4,                                                                                       \
        "mean_tensor_uid is given, but forward_phase is 1 (inference), which has no such output; leave it out or set", \
        c->ln.forward_phase = HIPDNN_NORM_FWD_INFERENCE)                                                               \
    BAD(ln_count_negative, 4,                                                                                          \
        "normalized_dim_count is -1, from 1 to the 4 dimensions of x is allowed, or 0 to follow scale",                \
        c->ln.normalized_dim_count = -1)                                                                               \
    BAD(ln_count_large, 4, "normalized_dim_count is 5, from 1 to the 4", c->ln.normalized_dim_count = 5)               \
    BAD(ln_count_huge, 4, "normalized_dim_count is 4611686018427387904,", c->ln.normalized_dim_count = HUGE_EXTENT)    \
    BAD(ln_count_and_scale, 4,                                                                                         \
        "scale tensor 'scale' (uid 4) has dims [1, 1, 3, 5], but the extents of x in the last dimensions, which are "  \
        "normalized, with 1 before, is needed: dims[1] is 1, only 8 is allowed",                                       \
        c->ln.normalized_dim_count = 3)                                                                                \
    BAD(ln_scale_rank, 4,                                                                                              \
        "scale tensor 'scale' (uid 4) has 1 dimensions, but x tensor 'x' (uid 0) has 4; give as many, with 1 in",      \
        SET(SCALE, 5))                                                                                                 \
    BAD(ln_scale_gap, 4, "has dims [1, 8, 1, 5], but the extents", SET(SCALE, 1, 8, 1, 5); SET(BIAS, 1, 8, 1, 5))      \
    BAD(ln_scale_of_ones, 4,                                                                                           \
        "scale tensor 'scale' (uid 4) has dims [1, 1, 1, 1], so nothing of x with dims [2, 8, 3, 5] would be "         \
        "normalized; give it the extents of x",                                                                        \
        SET(SCALE, 1, 1, 1, 1))                                                                                        \
    BAD(ln_bias, 4, "bias tensor 'bias' (uid 5) has dims [1, 1, 1, 5]", SET(BIAS, 1, 1, 1, 5))                         \
    BAD(ln_epsilon, 4, "epsilon tensor 'epsilon' (uid 14) has dims [3], but it is one", SET(EPSILON, 3))               \
    BAD(ln_y, 4, "y tensor 'y' (uid 1) has dims [2, 8, 3, 1]", SET(Y, 2, 8, 3, 1))                                     \
    BAD(ln_mean, 4,                                                                                                    \
        "mean tensor 'mean' (uid 8) has dims [2, 1, 1, 1], but 1 in the last dimensions, which are normalized, with "  \
        "the extents of x before, is needed: dims[1] is 1, only 8 is allowed",                                         \
        SET(MEAN, 2, 1, 1, 1))                                                                                         \
    BAD(ln_inv_variance, 4, "inv_variance tensor 'spread' (uid 9) has dims [2, 8, 3, 5]", SET(SPREAD, 2, 8, 3, 5))     \
    BAD(ln_bwd_rank, 5, "x tensor 'x' (uid 0) has 1 dimensions", SET(X, 8))                                            \
    BAD(ln_bwd_count, 5, "normalized_dim_count is 5, from 1", c->ln_bwd.normalized_dim_count = 5)                      \
    BAD(ln_bwd_count_and_scale, 5, "scale tensor 'scale' (uid 4) has dims [1, 1, 3, 5], but the extents of x in the",  \
        c->ln_bwd.normalized_dim_count = 1)                                                                            \
    BAD(ln_bwd_mean, 5, "mean tensor 'mean' (uid 8) has dims [2, 8, 3, 1]", SET(MEAN, 2, 8, 3, 1))                     \
    BAD(ln_bwd_one_saved, 5,                                                                                           \
        "mean_tensor_uid is given, but inv_variance_tensor_uid is missing; give all of",                               \
        c->ln_bwd.inv_variance.set = false)                                                                            \
    BAD(ln_bwd_nothing_saved, 5,                                                                                       \
        "mean_tensor_uid, inv_variance_tensor_uid and epsilon_tensor_uid are missing; give the saved statistics, or",  \
        c->ln_bwd.mean.set = c->ln_bwd.inv_variance.set = c->ln_bwd.epsilon.set = false)                               \
    BAD(ln_bwd_epsilon, 5, "epsilon tensor 'epsilon' (uid 14) has dims [2]", SET(EPSILON, 2))                          \
    BAD(ln_bwd_dy, 5, "dy tensor 'dy' (uid 2) has dims [8, 2, 3, 5], but the shape of x", SET(DY, 8, 2, 3, 5))         \
    BAD(ln_bwd_dx, 5, "dx tensor 'dx' (uid 3) has 3 dimensions, but 4 are", SET(DX, 2, 8, 15))                         \
    BAD(ln_bwd_dscale, 5, "dscale tensor 'dscale' (uid 6) has dims [1, 8, 3, 5]", SET(DSCALE, 1, 8, 3, 5))             \
    BAD(ln_bwd_dbias, 5, "dbias tensor 'dbias' (uid 7) has dims [1, 1, 1, 5]", SET(DBIAS, 1, 1, 1, 5))                 \
    BAD(rms_rank, 6, "x tensor 'x' (uid 0) has 1 dimensions", SET(X, 8))                                               \
    BAD(rms_phase, 6, "forward_phase is 0, 1 (inference) and 2 (training)", c->rms.forward_phase = 0)                  \
    BAD(rms_statistic_in_inference, 6,                                                                                 \
        "inv_rms_tensor_uid is given, but forward_phase is 1 (inference)",                                             \
        c->rms.forward_phase = HIPDNN_NORM_FWD_INFERENCE)                                                              \
    BAD(rms_scale, 6,                                                                                                  \
        "scale tensor 'scale' (uid 4) has dims [1, 4, 3, 5], but 1 for the batch, then the extent of x or 1 where x "  \
        "is not normalized, is needed: dims[1] is 4, only 8 is allowed",                                               \
        SET(SCALE, 1, 4, 3, 5))                                                                                        \
    BAD(rms_scale_batch, 6, "dims[0] is 2, only 1 is allowed", SET(SCALE, 2, 8, 3, 5))                                 \
    BAD(rms_scale_rank, 6, "scale tensor 'scale' (uid 4) has 2 dimensions, but x tensor 'x'", SET(SCALE, 3, 5))        \
    BAD(rms_scale_of_ones, 6, "so nothing of x with dims [2, 8, 3, 5] would be", SET(SCALE, 1, 1, 1, 1))               \
    BAD(rms_bias, 6, "bias tensor 'bias' (uid 5) has dims [1, 8, 3, 5]", SET(BIAS, 1, 8, 3, 5))                        \
    BAD(rms_epsilon, 6, "epsilon tensor 'epsilon' (uid 14) has dims [2]", SET(EPSILON, 2))                             \
    BAD(rms_inv_rms, 6,                                                                                                \
        "inv_rms tensor 'spread' (uid 9) has dims [2, 1, 1, 1], but 1 where scale is not, with the extents of x "      \
        "elsewhere, is needed: dims[1] is 1, only 8",                                                                  \
        SET(SPREAD, 2, 1, 1, 1))                                                                                       \
    BAD(rms_y, 6, "y tensor 'y' (uid 1) has dims [2, 8, 3, 7]", SET(Y, 2, 8, 3, 7))                                    \
    BAD(rms_bwd_rank, 7, "x tensor 'x' (uid 0) has 1 dimensions", SET(X, 8))                                           \
    BAD(rms_bwd_dy, 7, "dy tensor 'dy' (uid 2) has dims [2, 8, 3, 1]", SET(DY, 2, 8, 3, 1))                            \
    BAD(rms_bwd_scale, 7, "scale tensor 'scale' (uid 4) has dims [1, 1, 3, 6]", SET(SCALE, 1, 1, 3, 6))                \
    BAD(rms_bwd_inv_rms, 7, "inv_rms tensor 'spread' (uid 9) has dims [2, 8, 3, 1]", SET(SPREAD, 2, 8, 3, 1))          \
    BAD(rms_bwd_dx, 7, "dx tensor 'dx' (uid 3) has dims [2, 8, 1, 1]", SET(DX, 2, 8, 1, 1))                            \
    BAD(rms_bwd_dscale, 7, "dscale tensor 'dscale' (uid 6) has dims [2, 8, 1, 1]", SET(DSCALE, 2, 8, 1, 1))            \
    BAD(rms_bwd_dbias, 7, "dbias tensor 'dbias' (uid 7) has 1 dimensions, but 4 are needed", SET(DBIAS, 15))
/* clang-format on */

#define CHANGE(name, place, fragment, ...)                                                                             \
    static void change_##name(norm_case *c)                                                                            \
    {                                                                                                                  \
        op_case *node = &c->node;                                                                                      \
        (void)node;                                                                                                    \
        __VA_ARGS__;                                                                                                   \
    }
#define ROW(name, place, fragment, ...) {#name, place, change_##name, fragment},

BATCHNORM_ROWS(CHANGE)
OTHER_ROWS(CHANGE)

static void test_refusals(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        int place;
        void (*change)(norm_case *);
        const char *fragment;
    } refusals[] = {BATCHNORM_ROWS(ROW) OTHER_ROWS(ROW)};
    const hipdnn_dims x = D(2, 8, 3, 5), channel = D(1, 8, 1, 1), scale = D(1, 1, 3, 5), statistic = D(2, 8, 1, 1);
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++) {
        const int place = refusals[i].place;
        norm_case c = {.bn = {0}};
        const hipdnn_dims *scale_dim = place < LAYERNORMS ? &channel : &scale;
        const hipdnn_dims *statistic_dim = place < LAYERNORMS ? &channel : &statistic;
        set_node(&c, &operations[place], &x, scale_dim, statistic_dim);
        assert_accepted("before the change", &c.node);
        set_node(&c, &operations[place], &x, scale_dim, statistic_dim);
        refusals[i].change(&c);
        assert_refused(refusals[i].name, &c.node, refusals[i].fragment);
    }
}

int main(void)
{
    _Static_assert((int)OPERATIONS == (int)RMSNORMS + 2, "the places are those of the list");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_infer),
        cmocka_unit_test(test_layernorm_infers_scale),
        cmocka_unit_test(test_given_and_absent),
        cmocka_unit_test(test_refusals),
    };
    return cmocka_run_group_tests_name("data_sdk normalizations", tests, NULL, NULL);
}
