/* SPDX-License-Identifier: MIT */
/* Convolutions. All three are the same list of terms: output (n, k, o...) meets input (n, c, o * stride + r * dilation
 * - padding...) of its group through filter tap (k, c, r...), for every r that does not lead into the padding; with r
 * counted from the other end of the filter for convolution, as stored for cross-correlation. Forward,
 *
 *   y[output] = sum of x[input] * w[tap] over the terms that have this output,
 *
 * and each gradient is the sum of the other two over the terms that have its element. Source: the operation's
 * definition in the frontend reference, and calculus. */
#include "oracle.h"

#include <string.h>

typedef struct convolution {
    oracle_tensor *x, *w, *y; /* or their gradients */
    size_t spatial; /* dimensions of x after N and C */
    int64_t group_outputs; /* output channels of a group */
    int64_t pre[ORACLE_MAX_RANK], post[ORACLE_MAX_RANK], stride[ORACLE_MAX_RANK], dilation[ORACLE_MAX_RANK];
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
    c->spatial = c->x->rank - 2;
    c->group_outputs = w[0] / (x[1] / w[1]);
    return true;
}

/* The dims of y follow from x and w, whichever of the three is computed. */
static bool shape_of_y(const convolution *c, int64_t *dim, oracle_message *message)
{
    dim[0] = c->x->dim[0];
    dim[1] = c->w->dim[0];
    for (size_t i = 0; i < c->spatial; i++) {
        const int64_t reach = c->dilation[i] * (c->w->dim[2 + i] - 1) + 1;
        const int64_t room = c->x->dim[2 + i] + c->pre[i] + c->post[i] - reach;
        if (room < 0)
            return oracle_fail(message, "the filter does not fit spatial dimension %zu", i);
        dim[2 + i] = room / c->stride[i] + 1;
    }
    return true;
}

/* The first input channel of the group that an output channel is in. */
static int64_t first_channel(const convolution *c, int64_t output)
{
    return output / c->group_outputs * c->w->dim[1];
}

/* Where the input and the filter are met by one term; false in the padding. `tap` is (c, r...), `channel` the first one
 * of the group. */
static bool locate(const convolution *c, const int64_t *out, int64_t channel, const int64_t *tap, int64_t *x,
                   int64_t *w)
{
    x[0] = out[0];
    x[1] = channel + tap[0];
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

static void add_term(const convolution *c, oracle_sums *sums, const oracle_tensor *target, size_t x, size_t w, size_t y)
{
    if (target == c->y)
        oracle_sums_add(sums, y, c->x, x, c->w, w);
    else if (target == c->x)
        oracle_sums_add(sums, x, c->w, w, c->y, y);
    else
        oracle_sums_add(sums, w, c->x, x, c->y, y);
}

static bool add_all_terms(const convolution *c, oracle_tensor *target, double epsilon, oracle_message *message)
{
    const bool exact = c->x->type->is_integer && c->w->type->is_integer && c->y->type->is_integer;
    oracle_sums *sums = oracle_sums_create(target, exact);
    if (sums == NULL)
        return oracle_fail(message, "out of memory for %zu sums", target->count);
    int64_t out[ORACLE_MAX_RANK] = {0}, tap[ORACLE_MAX_RANK] = {0}, x[ORACLE_MAX_RANK], w[ORACLE_MAX_RANK];
    do {
        const size_t at_y = oracle_at(c->y, out);
        const int64_t channel = first_channel(c, out[1]);
        do
            if (locate(c, out, channel, tap, x, w))
                add_term(c, sums, target, oracle_at(c->x, x), oracle_at(c->w, w), at_y);
        while (oracle_next(c->w->rank - 1, c->w->dim + 1, tap));
    } while (oracle_next(c->y->rank, c->y->dim, out));
    oracle_sums_finish(sums, epsilon);
    return true;
}

bool oracle_convolution_forward(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    bool ok = true;
    int64_t dim[ORACLE_MAX_RANK];
    convolution c = {.x = oracle_operand(graph, node, "inputs", "x_tensor_uid", true, &ok, message),
                     .w = oracle_operand(graph, node, "inputs", "w_tensor_uid", true, &ok, message),
                     .y = oracle_operand(graph, node, "outputs", "y_tensor_uid", true, &ok, message)};
    return ok && check_shapes(&c, message) && read_parameters(&c, node, message) && shape_of_y(&c, dim, message) &&
           oracle_shape_output(c.y, c.x->rank, dim, message) &&
           add_all_terms(&c, c.y, oracle_epsilon(graph, node), message);
}

/* A gradient's dims are given, and dy must be what they lead to. */
static bool gradient(oracle_graph *graph, const json_t *node, convolution *c, oracle_tensor *target,
                     oracle_message *message)
{
    int64_t dim[ORACLE_MAX_RANK];
    return check_shapes(c, message) && read_parameters(c, node, message) && shape_of_y(c, dim, message) &&
           oracle_shape_output(c->y, c->x->rank, dim, message) &&
           oracle_shape_output(target, target->rank, target->dim, message) &&
           add_all_terms(c, target, oracle_epsilon(graph, node), message);
}

bool oracle_convolution_data_gradient(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    bool ok = true;
    convolution c = {.x = oracle_operand(graph, node, "outputs", "dx_tensor_uid", true, &ok, message),
                     .w = oracle_operand(graph, node, "inputs", "w_tensor_uid", true, &ok, message),
                     .y = oracle_operand(graph, node, "inputs", "dy_tensor_uid", true, &ok, message)};
    return ok && gradient(graph, node, &c, c.x, message);
}

bool oracle_convolution_filter_gradient(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    bool ok = true;
    convolution c = {.x = oracle_operand(graph, node, "inputs", "x_tensor_uid", true, &ok, message),
                     .w = oracle_operand(graph, node, "outputs", "dw_tensor_uid", true, &ok, message),
                     .y = oracle_operand(graph, node, "inputs", "dy_tensor_uid", true, &ok, message)};
    return ok && gradient(graph, node, &c, c.w, message);
}
