/* SPDX-License-Identifier: MIT */
/* What each mode computes on doubles: a line in the lists below. Where a formula would be infinity times 0 or lose its
 * digits, a function takes the value that it converges to. pointwise.md has the same in words. */
#include "pointwise.h"

#include <math.h>

typedef const ref_pointwise_parameters *parameters;

/* ------------------------------------------------------------------- functions that are more than an expression */

/* a * b, but 0 where b is: for a factor that dies out faster than the other one grows. NaN stays. */
static double damped(double a, double b)
{
    return b == 0.0 && !isnan(a) ? 0.0 : a * b;
}

/* 1 / (1 + e^-x), without overflow on either side. */
static double sigmoid(double x)
{
    const double e = exp(-fabs(x));
    return x < 0.0 ? e / (1.0 + e) : 1.0 / (1.0 + e);
}

/* Derivative of the sigmoid: s(x) (1 - s(x)), which is s(x) s(-x). */
static double sigmoid_slope(double x)
{
    return sigmoid(x) * sigmoid(-x);
}

/* At or below the lower clip: lower_clip + lower_slope * (x - lower_clip). At or above the upper clip: that. Between:
 * x. NaN compares with neither and comes through as it is. A slope of 0 is a plain clip and not a product, because
 * minus infinity times 0 would be NaN. */
static double relu(parameters p, double x)
{
    const double lower = (double)p->lower_clip;
    if (x <= lower)
        return p->lower_slope == 0.0F ? lower : lower + (double)p->lower_slope * (x - lower);
    return x >= (double)p->upper_clip ? (double)p->upper_clip : x;
}

/* The slope of a clip is that below the lower one and 0 above the upper one, clips included; and again 0 chooses. */
static double relu_gradient(parameters p, double dy, double x)
{
    if (x <= (double)p->lower_clip)
        return p->lower_slope == 0.0F ? 0.0 : (double)p->lower_slope * dy;
    return x >= (double)p->upper_clip ? 0.0 : dy;
}

static double elu(parameters p, double x)
{
    return x <= 0.0 ? (double)p->elu_alpha * expm1(x) : x;
}

static double elu_slope(parameters p, double x)
{
    return x <= 0.0 ? (double)p->elu_alpha * exp(x) : isnan(x) ? x : 1.0;
}

/* beta * x, where a beta of 0 switches x off, be it infinite. */
static double scaled(float beta, double x)
{
    return damped(x, (double)beta);
}

/* log(1 + e^(beta x)) / beta */
static double softplus(parameters p, double x)
{
    const double t = scaled(p->softplus_beta, x);
    return (fmax(t, 0.0) + log1p(exp(-fabs(t)))) / (double)p->softplus_beta;
}

/* x s(beta x) */
static double swish(parameters p, double x)
{
    return damped(x, sigmoid(scaled(p->swish_beta, x)));
}

/* s(t) + t s'(t), t = beta x */
static double swish_slope(parameters p, double x)
{
    const double t = scaled(p->swish_beta, x);
    return sigmoid(t) + damped(t, sigmoid_slope(t));
}

static const double root_half = 0.70710678118654752440; /* sqrt(1 / 2) */
static const double root_2_over_pi = 0.79788456080286535588; /* sqrt(2 / pi) */
static const double gelu_cubic = 0.044715; /* the usual coefficient of the approximation */

/* Distribution function of the normal distribution. erfc keeps the digits of the lower tail. */
static double normal(double x)
{
    return 0.5 * erfc(-x * root_half);
}

/* x Phi(x) */
static double gelu(double x)
{
    return damped(x, normal(x));
}

/* Phi(x) + x phi(x) */
static double gelu_slope(double x)
{
    return normal(x) + damped(x, 0.5 * root_2_over_pi * exp(-0.5 * x * x));
}

/* (1 + tanh(u)) / 2 is the sigmoid of 2 u; this is 2 u, for u = sqrt(2 / pi) (x + 0.044715 x^3). */
static double gelu_argument(double x)
{
    return 2.0 * root_2_over_pi * (x + gelu_cubic * x * x * x);
}

static double gelu_tanh(double x)
{
    return damped(x, sigmoid(gelu_argument(x)));
}

static double gelu_tanh_slope(double x)
{
    const double t = gelu_argument(x);
    const double inner = 2.0 * root_2_over_pi * (1.0 + 3.0 * gelu_cubic * x * x);
    return sigmoid(t) + damped(x * inner, sigmoid_slope(t));
}

/* A NaN on either side is the result. */
static double larger(double x, double y)
{
    return isnan(x) || x > y ? x : y;
}

static double smaller(double x, double y)
{
    return isnan(x) || x < y ? x : y;
}

/* ------------------------------------------------------------------- the modes */

#define UNARY(M)                                                                                                       \
    M(ABS, fabs(x))                                                                                                    \
    M(CEIL, ceil(x))                                                                                                   \
    M(ELU_FWD, elu(self, x))                                                                                           \
    M(ERF, erf(x))                                                                                                     \
    M(EXP, exp(x))                                                                                                     \
    M(FLOOR, floor(x))                                                                                                 \
    M(GELU_APPROX_TANH_FWD, gelu_tanh(x))                                                                              \
    M(GELU_FWD, gelu(x))                                                                                               \
    M(IDENTITY, x)                                                                                                     \
    M(LOG, log(x))                                                                                                     \
    M(LOGICAL_NOT, x == 0.0)                                                                                           \
    M(NEG, -x)                                                                                                         \
    M(RECIPROCAL, 1.0 / x)                                                                                             \
    M(RELU_FWD, relu(self, x))                                                                                         \
    M(RSQRT, 1.0 / sqrt(x))                                                                                            \
    M(SIGMOID_FWD, sigmoid(x))                                                                                         \
    M(SIN, sin(x))                                                                                                     \
    M(SOFTPLUS_FWD, softplus(self, x))                                                                                 \
    M(SQRT, sqrt(x))                                                                                                   \
    M(SWISH_FWD, swish(self, x))                                                                                       \
    M(TAN, tan(x))                                                                                                     \
    M(TANH_FWD, tanh(x))

#define BINARY(M)                                                                                                      \
    M(ADD, x + y)                                                                                                      \
    M(ADD_SQUARE, x + y * y)                                                                                           \
    M(CMP_EQ, x == y)                                                                                                  \
    M(CMP_GE, x >= y)                                                                                                  \
    M(CMP_GT, x > y)                                                                                                   \
    M(CMP_LE, x <= y)                                                                                                  \
    M(CMP_LT, x < y)                                                                                                   \
    M(CMP_NEQ, x != y)                                                                                                 \
    M(DIV, x / y)                                                                                                      \
    M(LOGICAL_AND, x != 0.0 && y != 0.0)                                                                               \
    M(LOGICAL_OR, x != 0.0 || y != 0.0)                                                                                \
    M(MAX, larger(x, y))                                                                                               \
    M(MIN, smaller(x, y))                                                                                              \
    M(MUL, (x * y))                                                                                                    \
    M(SUB, x - y)

/* in_0 is the gradient of the result, in_1 the input of the forward mode. */
#define BACKWARD(M)                                                                                                    \
    M(ELU_BWD, elu_slope(self, x) * dy)                                                                                \
    M(GELU_APPROX_TANH_BWD, gelu_tanh_slope(x) * dy)                                                                   \
    M(GELU_BWD, gelu_slope(x) * dy)                                                                                    \
    M(RELU_BWD, relu_gradient(self, dy, x))                                                                            \
    M(SIGMOID_BWD, sigmoid_slope(x) * dy)                                                                              \
    M(SOFTPLUS_BWD, sigmoid(scaled(self->softplus_beta, x)) * dy)                                                      \
    M(SWISH_BWD, swish_slope(self, x) * dy)                                                                            \
    M(TANH_BWD, 4.0 * sigmoid_slope(2.0 * x) * dy)

#define COMPUTE(mode)                                                                                                  \
    static void compute_##mode(parameters self, ref_numbers *restrict out, const ref_numbers *restrict in,             \
                               int64_t count)
#define DEFINE_UNARY(mode, expression)                                                                                 \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const double x = in[0].f64[i];                                                                             \
            out->f64[i] = (expression);                                                                                \
        }                                                                                                              \
    }
#define DEFINE_BINARY(mode, expression)                                                                                \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const double x = in[0].f64[i], y = in[1].f64[i];                                                           \
            out->f64[i] = (expression);                                                                                \
        }                                                                                                              \
    }
#define DEFINE_BACKWARD(mode, expression)                                                                              \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const double dy = in[0].f64[i], x = in[1].f64[i];                                                          \
            out->f64[i] = (expression);                                                                                \
        }                                                                                                              \
    }
#define DEFINE_TERNARY(mode, expression)                                                                               \
    COMPUTE(mode)                                                                                                      \
    {                                                                                                                  \
        (void)self;                                                                                                    \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const double x = in[0].f64[i], y = in[1].f64[i], mask = in[2].f64[i];                                      \
            out->f64[i] = (expression);                                                                                \
        }                                                                                                              \
    }

UNARY(DEFINE_UNARY)
BINARY(DEFINE_BINARY)
BACKWARD(DEFINE_BACKWARD)
DEFINE_TERNARY(BINARY_SELECT, mask != 0.0 ? x : y)

/* Its elements come from where they lie, not from numbers. */
COMPUTE(GEN_INDEX)
{
    (void)self, (void)out, (void)in, (void)count;
}

#define ROW(mode, expression) [HIPDNN_POINTWISE_##mode] = compute_##mode,

static const ref_mode modes[] = {UNARY(ROW) BINARY(ROW) BACKWARD(ROW) ROW(BINARY_SELECT, ) ROW(GEN_INDEX, )};

ref_mode ref_pointwise_f64(int32_t mode)
{
    return mode < 0 || (size_t)mode >= sizeof modes / sizeof modes[0] ? NULL : modes[mode];
}
