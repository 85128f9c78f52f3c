/* SPDX-License-Identifier: MIT */
/* What each pointwise mode computes on floats. A mode is a row function and a line in the table below. */
#include "pointwise.h"

/* x + y, rounded once. */
static void add(const void *parameters, void *const *operands, const int64_t *step, int64_t count)
{
    (void)parameters;
    float *out = operands[0];
    const float *x = operands[1];
    const float *y = operands[2];
    for (int64_t i = 0; i < count; i++)
        out[i * step[0]] = x[i * step[1]] + y[i * step[2]];
}

/* At or below the lower clip: lower_clip + lower_slope * (x - lower_clip). At or above the upper clip: that. Between:
 * x. NaN compares with neither and comes through as it is. A slope of 0 is a plain clip and not a product, because
 * minus infinity times 0 would be NaN. The line below the clip is computed in double and rounded once. */
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
