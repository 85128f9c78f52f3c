/* SPDX-License-Identifier: MIT */
/* The modes that networks are full of, on floats alone: without a detour through rows of doubles, and with the same
 * results, bit for bit. */
#include "pointwise.h"

/* x + y: the sum of two floats in double, rounded to float, is what rounding it once gives. */
static void add(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    (void)parameters;
    float *out = operands[0];
    const float *x = operands[1];
    const float *y = operands[2];
    for (int64_t i = 0; i < count; i++)
        out[i * step[0]] = x[i * step[1]] + y[i * step[2]];
}

/* As pointwise_f64.c has it; the line below the lower clip is computed in double and rounded once. */
static float relu_value(const ref_pointwise_parameters *relu, float x)
{
    if (x <= relu->lower_clip) {
        if (relu->lower_slope == 0.0F)
            return relu->lower_clip;
        return (float)(relu->lower_clip + (double)relu->lower_slope * ((double)x - (double)relu->lower_clip));
    }
    return x >= relu->upper_clip ? relu->upper_clip : x;
}

static void relu(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    float *out = operands[0];
    const float *x = operands[1];
    for (int64_t i = 0; i < count; i++)
        out[i * step[0]] = relu_value(parameters, x[i * step[1]]);
}

static const struct {
    int32_t mode;
    ref_row row;
} rows[] = {
    {HIPDNN_POINTWISE_ADD, add},
    {HIPDNN_POINTWISE_RELU_FWD, relu},
};

ref_row ref_pointwise_row_f32(int32_t mode)
{
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].mode == mode)
            return rows[i].row;
    return NULL;
}
