/* SPDX-License-Identifier: MIT */
/* Random convolutions, their gradients, and matrix products. */
#include "generator.h"

#include <assert.h>

typedef struct geometry {
    int spatial;
    int64_t pre[3], post[3], stride[3], dilation[3];
} geometry;

static json_t *parameters_of(generator *g, const geometry *how)
{
    return json_pack("{s:o, s:o, s:o, s:o, s:s}", "pre_padding", list(how->pre, how->spatial), "post_padding",
                     list(how->post, how->spatial), "stride", list(how->stride, how->spatial), "dilation",
                     list(how->dilation, how->spatial), "conv_mode",
                     chance(g, 30) ? "CONVOLUTION" : "CROSS_CORRELATION");
}

/* One spatial dimension: a filter extent and a way of applying it that fits. Returns the output extent. */
static int64_t choose_axis(generator *g, int axis, int64_t extent, bool keep, geometry *out, int64_t *out_filter)
{
    const int64_t filter = keep ? 2 * between(g, 0, 1) + 1 : between(g, 1, 4);
    out->dilation[axis] = keep ? 1 : between(g, 1, 3);
    out->stride[axis] = keep ? 1 : between(g, 1, 3);
    const int64_t reach = out->dilation[axis] * (filter - 1) + 1;
    out->pre[axis] = keep ? filter / 2 : between(g, 0, 3);
    out->post[axis] = keep ? filter / 2 : between(g, 0, 3);
    while (extent + out->pre[axis] + out->post[axis] < reach)
        out->post[axis]++;
    *out_filter = filter;
    return (extent + out->pre[axis] + out->post[axis] - reach) / out->stride[axis] + 1;
}

/* The same the other way: an input extent whose convolution gives `extent`. */
static int64_t choose_axis_back(generator *g, int axis, int64_t extent, geometry *out, int64_t *out_filter)
{
    const int64_t filter = between(g, 1, 4);
    out->dilation[axis] = between(g, 1, 3);
    out->stride[axis] = between(g, 1, 3);
    /* The last window may end before the input does. */
    const int64_t reach = out->dilation[axis] * (filter - 1) + 1;
    const int64_t padded = (extent - 1) * out->stride[axis] + reach + between(g, 0, out->stride[axis] - 1);
    out->pre[axis] = between(g, 0, padded - 1 < 3 ? padded - 1 : 3);
    out->post[axis] = between(g, 0, padded - 1 - out->pre[axis] < 3 ? padded - 1 - out->pre[axis] : 3);
    *out_filter = filter;
    return padded - out->pre[axis] - out->post[axis];
}

static int64_t choose_groups(generator *g, int64_t channels)
{
    int64_t groups = chance(g, 50) ? 1 : between(g, 1, channels);
    while (channels % groups != 0)
        groups--;
    return groups;
}

value *new_image(generator *g, int spatial)
{
    if (spatial == 0)
        spatial = chance(g, 60) ? 2 : chance(g, 50) ? 1 : 3;
    int64_t dim[MOST_RANK] = {between(g, 1, 3), between(g, 1, 3) * between(g, 1, 4)};
    /* A long row now and then: engines work on rows in pieces. */
    const int64_t most = spatial == 3 ? 5 : spatial == 1 && chance(g, 25) ? 400 : 9;
    for (int i = 0; i < spatial; i++)
        dim[2 + i] = chance(g, 15) ? 1 : between(g, 2, most);
    return new_input(g, g->sum_input, NULL, 2 + spatial, dim);
}

value *add_conv_fprop(generator *g, value *x, bool keep)
{
    geometry how = {.spatial = x->rank - 2};
    const int64_t groups = choose_groups(g, x->dim[1]);
    const int64_t filters = keep && chance(g, 60) ? x->dim[1] : groups * between(g, 1, 4);
    int64_t filter[MOST_RANK] = {filters, x->dim[1] / groups}, out[MOST_RANK] = {x->dim[0], filters};
    double terms = (double)filter[1];
    for (int i = 0; i < how.spatial; i++) {
        out[2 + i] = choose_axis(g, i, x->dim[2 + i], keep, &how, &filter[2 + i]);
        terms *= (double)filter[2 + i];
    }
    value *w = new_input(g, g->sum_input, NULL, x->rank, filter);
    value *y = new_output(g, NULL, x->rank, out, x->bound * w->bound * terms);
    add_node(g, "conv", "ConvolutionFwdAttributes",
             json_pack("{s:I, s:I}", "x_tensor_uid", uid_of(x), "w_tensor_uid", uid_of(w)),
             json_pack("{s:I}", "y_tensor_uid", (json_int_t)y->uid), parameters_of(g, &how));
    return y;
}

value *add_conv_dgrad(generator *g, value *dy)
{
    geometry how = {.spatial = dy->rank - 2};
    const int64_t groups = choose_groups(g, dy->dim[1]), inputs = between(g, 1, 4);
    int64_t filter[MOST_RANK] = {dy->dim[1], inputs}, out[MOST_RANK] = {dy->dim[0], groups * inputs};
    double terms = (double)(dy->dim[1] / groups);
    for (int i = 0; i < how.spatial; i++) {
        out[2 + i] = choose_axis_back(g, i, dy->dim[2 + i], &how, &filter[2 + i]);
        terms *= (double)filter[2 + i];
    }
    value *w = new_input(g, g->sum_input, NULL, dy->rank, filter);
    value *dx = new_output(g, NULL, dy->rank, out, dy->bound * w->bound * terms);
    add_node(g, "dgrad", "ConvolutionBwdAttributes",
             json_pack("{s:I, s:I}", "dy_tensor_uid", uid_of(dy), "w_tensor_uid", uid_of(w)),
             json_pack("{s:I}", "dx_tensor_uid", (json_int_t)dx->uid), parameters_of(g, &how));
    return dx;
}

value *add_conv_wgrad(generator *g, value *x)
{
    geometry how = {.spatial = x->rank - 2};
    const int64_t groups = choose_groups(g, x->dim[1]), filters = groups * between(g, 1, 4);
    int64_t filter[MOST_RANK] = {filters, x->dim[1] / groups}, out[MOST_RANK] = {x->dim[0], filters};
    double terms = (double)x->dim[0];
    for (int i = 0; i < how.spatial; i++) {
        out[2 + i] = choose_axis(g, i, x->dim[2 + i], false, &how, &filter[2 + i]);
        terms *= (double)out[2 + i];
    }
    value *dy = new_input(g, g->sum_input, NULL, x->rank, out);
    value *dw = new_output(g, NULL, x->rank, filter, x->bound * dy->bound * terms);
    add_node(g, "wgrad", "ConvolutionWrwAttributes",
             json_pack("{s:I, s:I}", "x_tensor_uid", uid_of(x), "dy_tensor_uid", uid_of(dy)),
             json_pack("{s:I}", "dw_tensor_uid", (json_int_t)dw->uid), parameters_of(g, &how));
    return dw;
}

/* ------------------------------------------------------------------- matmul */

/* A batch extent that goes with `extent`: equal, a divisor, or a multiple. */
static int64_t choose_batch(generator *g, int64_t extent)
{
    int64_t other = extent;
    const int64_t kind = between(g, 0, 3);
    if (kind == 1)
        return 1;
    if (kind == 2)
        for (other = between(g, 1, extent); extent % other != 0; other--)
            ;
    return kind == 3 && extent <= 3 ? extent * between(g, 1, 2) : other;
}

static value *new_matrix(generator *g)
{
    const int rank = (int)between(g, 2, 5);
    int64_t dim[MOST_RANK];
    for (int i = 0; i < rank - 2; i++)
        dim[i] = between(g, 1, 4);
    dim[rank - 2] = between(g, 1, 9);
    dim[rank - 1] = between(g, 1, 12);
    return new_input(g, g->sum_input, NULL, rank, dim);
}

value *add_matmul(generator *g, value *a)
{
    if (a == NULL)
        a = new_matrix(g);
    const int row = a->rank - 2, column = a->rank - 1;
    int64_t right[MOST_RANK], out[MOST_RANK];
    for (int i = 0; i < row; i++) {
        right[i] = choose_batch(g, a->dim[i]);
        out[i] = a->dim[i] > right[i] ? a->dim[i] : right[i];
    }
    right[row] = a->dim[column];
    right[column] = out[column] = chance(g, 5) ? between(g, 120, 300) : between(g, 1, 9);
    out[row] = a->dim[row];
    value *b = new_input(g, g->sum_input, NULL, a->rank, right);
    value *c = new_output(g, NULL, a->rank, out, a->bound * b->bound * (double)a->dim[column]);
    add_node(g, "matmul", "MatmulAttributes",
             json_pack("{s:I, s:I}", "a_tensor_uid", uid_of(a), "b_tensor_uid", uid_of(b)),
             json_pack("{s:I}", "c_tensor_uid", (json_int_t)c->uid), NULL);
    return c;
}
