/* SPDX-License-Identifier: MIT */
/* What modes compute on integers, exactly, where that differs from rounding what they compute on doubles: a line in the
 * lists below. Results past 64 bits wrap. */
#include "pointwise.h"

typedef const ref_pointwise_parameters *parameters;

/* ------------------------------------------------------------------- functions that are more than an expression */

static int64_t add(int64_t x, int64_t y)
{
    return (int64_t)((uint64_t)x + (uint64_t)y);
}

static int64_t negate(int64_t x)
{
    return (int64_t)(0 - (uint64_t)x);
}

static int64_t multiply(int64_t x, int64_t y)
{
    return (int64_t)((uint64_t)x * (uint64_t)y);
}

/* Towards zero. A quotient by 0 is the integer nearest to the infinity that it is, and 0 / 0 is 0: what storing the
 * quotient of doubles would give. */
static int64_t divide(int64_t x, int64_t y)
{
    if (y == 0)
        return x == 0 ? 0 : x < 0 ? INT64_MIN : INT64_MAX;
    return y == -1 ? negate(x) : x / y;
}

/* A clip that is an integer or infinite. */
static int64_t whole(float clip)
{
    if (clip >= 0x1p63F)
        return INT64_MAX;
    return clip <= -0x1p63F ? INT64_MIN : (int64_t)clip;
}

static int64_t relu(parameters p, int64_t x)
{
    const int64_t lower = whole(p->lower_clip), upper = whole(p->upper_clip);
    return x <= lower ? lower : x >= upper ? upper : x;
}

/* An infinite clip is never met, not even by the last integer. */
static int64_t relu_gradient(parameters p, int64_t dy, int64_t x)
{
    const bool below = p->lower_clip >= -0x1p63F && x <= whole(p->lower_clip);
    const bool above = p->upper_clip < 0x1p63F && x >= whole(p->upper_clip);
    return below || above ? 0 : dy;
}

/* ------------------------------------------------------------------- the modes */

#define UNARY(M)                                                                                                       \
    M(ABS, x < 0 ? negate(x) : x)                                                                                      \
    M(CEIL, x)                                                                                                         \
    M(FLOOR, x)                                                                                                        \
    M(IDENTITY, x)                                                                                                     \
    M(LOGICAL_NOT, x == 0)                                                                                             \
    M(NEG, negate(x))                                                                                                  \
    M(RECIPROCAL, divide(1, x))                                                                                        \
    M(RELU_FWD, relu(self, x))

#define BINARY(M)                                                                                                      \
    M(ADD, add(x, y))                                                                                                  \
    M(ADD_SQUARE, add(x, multiply(y, y)))                                                                              \
    M(CMP_EQ, x == y)                                                                                                  \
    M(CMP_GE, x >= y)                                                                                                  \
    M(CMP_GT, x > y)                                                                                                   \
    M(CMP_LE, x <= y)                                                                                                  \
    M(CMP_LT, x < y)                                                                                                   \
    M(CMP_NEQ, x != y)                                                                                                 \
    M(DIV, divide(x, y))                                                                                               \
    M(LOGICAL_AND, x != 0 && y != 0)                                                                                   \
    M(LOGICAL_OR, x != 0 || y != 0)                                                                                    \
    M(MAX, x > y ? x : y)                                                                                              \
    M(MIN, x < y ? x : y)                                                                                              \
    M(MUL, multiply(x, y))                                                                                             \
    M(RELU_BWD, relu_gradient(self, x, y))                                                                             \
    M(SUB, add(x, negate(y)))

#define COMPUTE(mode)                                                                                                  \
    static void compute_##mode(parameters self, ref_numbers *restrict out, const ref_numbers *restrict in,             \
                               int64_t count)
#define DEFINE_UNARY(mode, expression)                                                                                 \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const int64_t x = in[0].i64[i];                                                                            \
            out->i64[i] = (expression);                                                                                \
        }                                                                                                              \
    }
#define DEFINE_BINARY(mode, expression)                                                                                \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const int64_t x = in[0].i64[i], y = in[1].i64[i];                                                          \
            out->i64[i] = (expression);                                                                                \
        }                                                                                                              \
    }
#define DEFINE_TERNARY(mode, expression)                                                                               \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const int64_t x = in[0].i64[i], y = in[1].i64[i], mask = in[2].i64[i];                                     \
            out->i64[i] = (expression);                                                                                \
        }                                                                                                              \
    }

UNARY(DEFINE_UNARY)
BINARY(DEFINE_BINARY)
DEFINE_TERNARY(BINARY_SELECT, mask != 0 ? x : y)

#define ROW(mode, expression) [HIPDNN_POINTWISE_##mode] = compute_##mode,

static const ref_mode modes[] = {UNARY(ROW) BINARY(ROW) ROW(BINARY_SELECT, )};

ref_mode ref_pointwise_i64(int32_t mode)
{
    return mode < 0 || (size_t)mode >= sizeof modes / sizeof modes[0] ? NULL : modes[mode];
}
