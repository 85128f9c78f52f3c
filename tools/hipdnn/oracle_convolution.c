/* SPDX-License-Identifier: MIT */
/* Convolution forward, as the sum that defines it:
 *
 *     y[n, k, p...] = sum over c, r... of  x[n, group(k) * C/groups + c, p * stride + r * dilation - pre...] * w[k, c,
 * r'...]
 *
 * where r' is r for cross-correlation and the filter's mirror image of r for convolution, and x outside of its extents
 * is 0. Source: the operation's definition in the frontend reference. */
#include "oracle.h"

#include <math.h>
#include <string.h>

typedef struct convolution {
    const oracle_tensor *x, *w;
    oracle_tensor *y;
    size_t spatial; /* dimensions of x after N and C */
    int64_t pre[ORACLE_MAX_RANK], post[ORACLE_MAX_RANK], stride[ORACLE_MAX_RANK], dilation[ORACLE_MAX_RANK];
    int64_t groups;
    bool flipped;
} convolution;

static bool read_list(const json_t *node, const char *key, int64_t otherwise, int64_t least, size_t count, int64_t *out,
                      oracle_message *message)
{
    const json_t *list = json_object_get(json_object_get(node, "parameters"), key);
    const size_t given = json_array_size(list);
    if (given != 0 && given != count)
        return oracle_fail(message, "%s has %zu entries for %zu spatial dimensions", key, given, count);
    for (size_t i = 0; i < count; i++) {
        out[i] = given == 0 ? otherwise : json_integer_value(json_array_get(list, i));
        if (out[i] < least)
            return oracle_fail(message, "%s[%zu] is %lld, but must be at least %lld", key, i, (long long)out[i],
                               (long long)least);
    }
    return true;
}

static bool read_parameters(convolution *c, const json_t *node, oracle_message *message)
{
    const char *mode = json_string_value(json_object_get(json_object_get(node, "parameters"), "conv_mode"));
    c->flipped = mode != NULL && strcmp(mode, "CONVOLUTION") == 0;
    return read_list(node, "pre_padding", 0, 0, c->spatial, c->pre, message) &&
           read_list(node, "post_padding", 0, 0, c->spatial, c->post, message) &&
           read_list(node, "stride", 1, 1, c->spatial, c->stride, message) &&
           read_list(node, "dilation", 1, 1, c->spatial, c->dilation, message);
}

static bool check_shapes(convolution *c, oracle_message *message)
{
    const int64_t *x = c->x->dim, *w = c->w->dim;
    if (c->x->rank < 3 || c->w->rank != c->x->rank)
        return oracle_fail(message, "a convolution of rank %zu with a filter of rank %zu", c->x->rank, c->w->rank);
    if (x[1] % w[1] != 0 || w[0] % (x[1] / w[1]) != 0)
        return oracle_fail(message, "%lld channels, filter [%lld, %lld, ...]: no number of groups fits",
                           (long long)x[1], (long long)w[0], (long long)w[1]);
    c->groups = x[1] / w[1];
    c->spatial = c->x->rank - 2;
    return true;
}

static bool shape_output(convolution *c, oracle_message *message)
{
    int64_t dim[ORACLE_MAX_RANK] = {c->x->dim[0], c->w->dim[0]};
    for (size_t i = 0; i < c->spatial; i++) {
        const int64_t reach = c->dilation[i] * (c->w->dim[2 + i] - 1) + 1;
        const int64_t room = c->x->dim[2 + i] + c->pre[i] + c->post[i] - reach;
        if (room < 0)
            return oracle_fail(message, "the filter does not fit spatial dimension %zu", i);
        dim[2 + i] = room / c->stride[i] + 1;
    }
    return oracle_shape_output(c->y, c->x->rank, dim, message);
}

/* Where the input and the filter are read for one term of the sum; false in the padding. `tap` is (c, r...). */
static bool locate(const convolution *c, const int64_t *out, const int64_t *tap, int64_t *x, int64_t *w)
{
    const int64_t group = out[1] / (c->w->dim[0] / c->groups);
    x[0] = out[0];
    x[1] = group * c->w->dim[1] + tap[0];
    w[0] = out[1];
    w[1] = tap[0];
    for (size_t i = 0; i < c->spatial; i++) {
        const int64_t r = tap[1 + i];
        x[2 + i] = out[2 + i] * c->stride[i] + r * c->dilation[i] - c->pre[i];
        w[2 + i] = c->flipped ? c->w->dim[2 + i] - 1 - r : r;
        if (x[2 + i] < 0 || x[2 + i] >= c->x->dim[2 + i])
            return false;
    }
    return true;
}

static double square(double x)
{
    return x * x;
}

/* One element. Of its scale,
 *   `magnitude` is what rounding the products may cost, and summing them in an order that is good or bad by luck;
 *   `partial` what the additions may cost: each rounds a partial sum, in one order as well as in another;
 *   `carried` what the operands bring along. The last two are sums of errors that know nothing of each other. */
static void element(const convolution *c, const int64_t *out)
{
    int64_t tap[ORACLE_MAX_RANK] = {0}, x[ORACLE_MAX_RANK], w[ORACLE_MAX_RANK];
    double sum = 0.0, magnitude = 0.0, partial = 0.0, carried = 0.0;
    do {
        if (!locate(c, out, tap, x, w))
            continue;
        const size_t at_x = oracle_at(c->x, x), at_w = oracle_at(c->w, w);
        const double a = c->x->value[at_x], b = c->w->value[at_w];
        sum += a * b;
        magnitude += fabs(a * b);
        partial += sum * sum;
        carried += square(a * c->w->scale[at_w]) + square(b * c->x->scale[at_x]);
    } while (oracle_next(c->w->rank - 1, c->w->dim + 1, tap));
    const size_t at = oracle_at(c->y, out);
    c->y->value[at] = sum;
    c->y->scale[at] = magnitude + sqrt(partial) + sqrt(carried);
}

bool oracle_convolution(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    bool ok = true;
    convolution c = {.x = oracle_operand(graph, node, "inputs", "x_tensor_uid", true, &ok, message),
                     .w = oracle_operand(graph, node, "inputs", "w_tensor_uid", true, &ok, message),
                     .y = oracle_operand(graph, node, "outputs", "y_tensor_uid", true, &ok, message)};
    if (!ok || !check_shapes(&c, message) || !read_parameters(&c, node, message) || !shape_output(&c, message))
        return false;
    int64_t out[ORACLE_MAX_RANK] = {0};
    do
        element(&c, out);
    while (oracle_next(c.y->rank, c.y->dim, out));
    return true;
}
