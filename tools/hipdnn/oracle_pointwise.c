/* SPDX-License-Identifier: MIT */
/* Pointwise operations: one line of mathematics each, with the first-order growth of the error beside it. */
#include "oracle_pointwise.h"

#include <math.h>
#include <string.h>

/* A value v, and the error e that it may have. */
typedef struct number {
    double v, e;
} number;

typedef number function(number a, number b, number c, const oracle_parameters *p);

/* f, where |df/da| is at most `growth` near a and computing f itself costs `own` roundings of 1. */
static number unary(double f, number a, double growth, double own, const oracle_parameters *p)
{
    return (number){f, (a.e == 0.0 ? 0.0 : growth * a.e) + p->epsilon * own};
}

/* dy * slope, where the slope's own slope is at most `bend` near x and computing the slope costs `own` roundings of 1.
 */
static number chained(number dy, double slope, number x, double bend, double own, const oracle_parameters *p)
{
    const double slope_error = (x.e == 0.0 ? 0.0 : bend * x.e) + p->epsilon * own;
    return (number){dy.v * slope, fabs(slope) * dy.e + fabs(dy.v) * slope_error + p->epsilon * fabs(dy.v * slope)};
}

/* One rounding, of a result that an engine rounds correctly: none when a float holds it. */
static double rounding(double v, const oracle_parameters *p)
{
    return v == (double)(float)v ? 0.0 : p->epsilon * fabs(v);
}

/* Whether the error leaves open on which side of a boundary the value is. */
static bool is_near(number a, double boundary)
{
    return a.e != 0.0 && fabs(a.v - boundary) <= ORACLE_TOLERANCE * a.e;
}

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

#define UNUSED ((void)a, (void)b, (void)c, (void)p)
#define DEFINE(name) static number name(number a, number b, number c, const oracle_parameters *p)

/* ------------------------------------------------------------------- exact: they choose or change a sign */

DEFINE(identity)
{
    UNUSED;
    return a;
}

DEFINE(negate)
{
    UNUSED;
    return (number){-a.v, a.e};
}

DEFINE(absolute)
{
    UNUSED;
    return (number){fabs(a.v), a.e};
}

/* A step that the error may reach is one of the results. */
static number stepwise(double (*f)(double), number a)
{
    const double reach = ORACLE_TOLERANCE * a.e;
    return (number){f(a.v), a.e == 0.0 ? 0.0 : f(a.v + reach) - f(a.v - reach)};
}

DEFINE(ceiling)
{
    UNUSED;
    return stepwise(ceil, a);
}

DEFINE(floored)
{
    UNUSED;
    return stepwise(floor, a);
}

/* The error of the one not chosen counts too: in float it might have been. A NaN on either side is the result. */
DEFINE(maximum)
{
    UNUSED;
    return (number){isnan(a.v) || a.v > b.v ? a.v : b.v, fmax(a.e, b.e)};
}

DEFINE(minimum)
{
    UNUSED;
    return (number){isnan(a.v) || a.v < b.v ? a.v : b.v, fmax(a.e, b.e)};
}

/* ------------------------------------------------------------------- truths */

static number truth(bool is, bool uncertain)
{
    return (number){is ? 1.0 : 0.0, uncertain ? 1.0 : 0.0};
}

/* Of a - b, where only the sign counts; of equal infinities there is no difference. */
static bool are_near(number a, number b)
{
    return isfinite(a.v) && isfinite(b.v) && is_near((number){a.v - b.v, a.e + b.e}, 0.0);
}

#define DEFINE_COMPARISON(name, operator)                                                                              \
    DEFINE(name)                                                                                                       \
    {                                                                                                                  \
        UNUSED;                                                                                                        \
        return truth(a.v operator b.v, are_near(a, b));                                                                \
    }

DEFINE_COMPARISON(equal, ==)
DEFINE_COMPARISON(unequal, !=)
DEFINE_COMPARISON(greater, >)
DEFINE_COMPARISON(greater_or_equal, >=)
DEFINE_COMPARISON(less, <)
DEFINE_COMPARISON(less_or_equal, <=)

DEFINE(both)
{
    UNUSED;
    return truth(a.v != 0.0 && b.v != 0.0, is_near(a, 0.0) || is_near(b, 0.0));
}

DEFINE(either)
{
    UNUSED;
    return truth(a.v != 0.0 || b.v != 0.0, is_near(a, 0.0) || is_near(b, 0.0));
}

DEFINE(none)
{
    UNUSED;
    return truth(a.v == 0.0, is_near(a, 0.0));
}

DEFINE(choose)
{
    UNUSED;
    const number chosen = c.v != 0.0 ? a : b;
    return (number){chosen.v, is_near(c, 0.0) ? fmax(a.e, b.e) + fabs(a.v - b.v) : chosen.e};
}

/* ------------------------------------------------------------------- arithmetic: one rounding each */

DEFINE(add)
{
    UNUSED;
    return (number){a.v + b.v, a.e + b.e + rounding(a.v + b.v, p)};
}

DEFINE(subtract)
{
    UNUSED;
    return (number){a.v - b.v, a.e + b.e + rounding(a.v - b.v, p)};
}

DEFINE(multiply)
{
    UNUSED;
    return (number){a.v * b.v, (b.e == 0.0 ? 0.0 : fabs(a.v) * b.e) + (a.e == 0.0 ? 0.0 : fabs(b.v) * a.e) +
                                   rounding(a.v * b.v, p)};
}

DEFINE(divide)
{
    UNUSED;
    const double q = a.v / b.v;
    return (number){q, a.e / fabs(b.v) + (b.e == 0.0 ? 0.0 : fabs(q) * (b.e / fabs(b.v))) + rounding(q, p)};
}

DEFINE(add_square)
{
    UNUSED;
    return add(a, multiply(b, b, c, p), c, p);
}

DEFINE(reciprocal)
{
    UNUSED;
    return divide((number){1.0, 0.0}, a, c, p);
}

/* ------------------------------------------------------------------- functions: a few units in the last place of the
 * result, or of the largest intermediate */

DEFINE(square_root)
{
    UNUSED;
    const double y = sqrt(a.v);
    return (number){y, (a.e == 0.0 ? 0.0 : 0.5 / y * a.e) + rounding(y, p)};
}

DEFINE(reciprocal_square_root)
{
    UNUSED;
    const double y = 1.0 / sqrt(a.v);
    return unary(y, a, 0.5 * fabs(y / a.v), 2.0 * fabs(y), p);
}

DEFINE(exponential)
{
    UNUSED;
    const double y = exp(a.v);
    return unary(y, a, y, 2.0 * y, p);
}

DEFINE(logarithm)
{
    UNUSED;
    return unary(log(a.v), a, 1.0 / fabs(a.v), 2.0 * fabs(log(a.v)), p);
}

DEFINE(error_function)
{
    UNUSED;
    return unary(erf(a.v), a, 1.2, 2.0 * fabs(erf(a.v)), p);
}

DEFINE(sine)
{
    UNUSED;
    return unary(sin(a.v), a, 1.0, 2.0 * fabs(sin(a.v)), p);
}

DEFINE(tangent)
{
    UNUSED;
    const double y = tan(a.v);
    return unary(y, a, 1.0 + y * y, 2.0 * fabs(y), p);
}

DEFINE(hyperbolic_tangent)
{
    UNUSED;
    return unary(tanh(a.v), a, 1.0, 2.0 * fabs(tanh(a.v)), p);
}

DEFINE(logistic)
{
    UNUSED;
    return unary(sigmoid(a.v), a, 0.25, 2.0 * sigmoid(a.v), p);
}

/* ------------------------------------------------------------------- activations */

/* Continuous at both clips: below the lower one a line of the given slope through (lower, lower). NaN stays NaN. */
DEFINE(relu)
{
    UNUSED;
    const double growth = fmax(1.0, fabs(p->slope));
    if (a.v <= p->lower) {
        const double line = p->slope == 0.0 ? 0.0 : p->slope * (a.v - p->lower);
        return unary(p->lower + line, a, growth, p->slope == 0.0 ? 0.0 : 2.0 * fabs(line) + fabs(p->lower), p);
    }
    return unary(a.v >= p->upper ? p->upper : a.v, a, growth, 0.0, p);
}

/* x s(beta x); where s has died out, nothing is left of x. */
DEFINE(swish)
{
    UNUSED;
    const double t = p->swish_beta == 0.0 && isinf(a.v) ? 0.0 : p->swish_beta * a.v;
    const double y = sigmoid(t) == 0.0 ? 0.0 : a.v * sigmoid(t);
    return unary(y, a, 1.2, 2.0 * fabs(y) * (1.0 + fabs(t)), p);
}

/* exp(x) - 1 loses what 1 has before the subtraction. */
DEFINE(elu)
{
    UNUSED;
    const bool below = a.v <= 0.0;
    return unary(below ? p->elu_alpha * expm1(a.v) : a.v, a, fmax(1.0, fabs(p->elu_alpha)),
                 below ? 2.0 * fabs(p->elu_alpha) : 0.0, p);
}

DEFINE(softplus)
{
    UNUSED;
    const double t = p->softplus_beta * a.v;
    const double y = (fmax(t, 0.0) + log1p(exp(-fabs(t)))) / p->softplus_beta;
    return unary(isnan(a.v) ? a.v : y, a, 1.0, 2.0 * (fabs(y) + 1.0 / fabs(p->softplus_beta)), p);
}

/* The normal distribution, and the usual approximation of it. */
static double normal(double x)
{
    return x < 0.0 ? 0.5 * erfc(-x / sqrt(2.0)) : 0.5 * (1.0 + erf(x / sqrt(2.0)));
}

static double normal_density(double x)
{
    return exp(-0.5 * x * x) / sqrt(2.0 * acos(-1.0));
}

static double near_normal(double x)
{
    const double inner = sqrt(2.0 / acos(-1.0)) * (x + 0.044715 * x * x * x);
    /* 0.5 (1 + tanh(u)) without losing what 1 has for u far below 0. */
    return 1.0 / (1.0 + exp(-2.0 * inner));
}

static double near_normal_density(double x)
{
    const double growth = sqrt(2.0 / acos(-1.0)) * (1.0 + 3.0 * 0.044715 * x * x);
    return near_normal(x) == 0.0 || near_normal(-x) == 0.0 ? 0.0 : 2.0 * growth * near_normal(x) * near_normal(-x);
}

/* x p(x) for a distribution p. */
static number gated(double probability, number a, const oracle_parameters *p)
{
    return unary(probability == 0.0 ? 0.0 : a.v * probability, a, 1.2, 2.0 * fabs(a.v), p);
}

DEFINE(gelu)
{
    UNUSED;
    return gated(normal(a.v), a, p);
}

DEFINE(gelu_tanh)
{
    UNUSED;
    return gated(near_normal(a.v), a, p);
}

/* ------------------------------------------------------------------- gradients: a is that of the result, b is x */

/* In the kink of the forward function the slope is the left one; near it it may be either. */
DEFINE(relu_gradient)
{
    UNUSED;
    const double slope = b.v <= p->lower ? p->slope : b.v >= p->upper ? 0.0 : 1.0;
    const double v = slope == 0.0 ? 0.0 : slope * a.v;
    double e = fabs(slope) * a.e + (slope == 1.0 ? 0.0 : rounding(v, p));
    if (is_near(b, p->lower) || is_near(b, p->upper))
        e += fmax(1.0, fabs(p->slope) + 1.0) * (fabs(a.v) + a.e);
    return (number){v, e};
}

DEFINE(logistic_gradient)
{
    UNUSED;
    return chained(a, sigmoid(b.v) * sigmoid(-b.v), b, 0.1, 2.0, p);
}

DEFINE(hyperbolic_tangent_gradient)
{
    UNUSED;
    const double inverse = 1.0 / cosh(b.v);
    return chained(a, inverse * inverse, b, 0.8, 2.0, p);
}

DEFINE(elu_gradient)
{
    UNUSED;
    const double slope = b.v <= 0.0 ? p->elu_alpha * exp(b.v) : isnan(b.v) ? b.v : 1.0;
    number y = chained(a, slope, b, fabs(p->elu_alpha), b.v <= 0.0 ? 2.0 * fabs(p->elu_alpha) : 0.0, p);
    if (is_near(b, 0.0))
        y.e += (1.0 + fabs(p->elu_alpha)) * fabs(a.v);
    return y;
}

DEFINE(softplus_gradient)
{
    UNUSED;
    return chained(a, sigmoid(p->softplus_beta * b.v), b, 0.25 * fabs(p->softplus_beta), 2.0, p);
}

DEFINE(swish_gradient)
{
    UNUSED;
    const double t = p->swish_beta == 0.0 && isinf(b.v) ? 0.0 : p->swish_beta * b.v;
    const double bent = sigmoid(t) * sigmoid(-t);
    return chained(a, sigmoid(t) + (bent == 0.0 ? 0.0 : t * bent), b, 0.5 * fabs(p->swish_beta), 4.0, p);
}

DEFINE(gelu_gradient)
{
    UNUSED;
    const double density = normal_density(b.v);
    return chained(a, normal(b.v) + (density == 0.0 ? 0.0 : b.v * density), b, 0.8, 4.0, p);
}

DEFINE(gelu_tanh_gradient)
{
    UNUSED;
    const double density = near_normal_density(b.v);
    return chained(a, near_normal(b.v) + (density == 0.0 ? 0.0 : b.v * density), b, 1.0, 4.0, p);
}

/* ------------------------------------------------------------------- the node */

static const struct {
    const char *name; /* as the JSON has it */
    size_t inputs;
    function *f;
} modes[] = {
    {"abs", 1, absolute},
    {"add", 2, add},
    {"add_square", 2, add_square},
    {"binary_select", 3, choose},
    {"ceil", 1, ceiling},
    {"cmp_eq", 2, equal},
    {"cmp_ge", 2, greater_or_equal},
    {"cmp_gt", 2, greater},
    {"cmp_le", 2, less_or_equal},
    {"cmp_lt", 2, less},
    {"cmp_neq", 2, unequal},
    {"div", 2, divide},
    {"elu_bwd", 2, elu_gradient},
    {"elu_fwd", 1, elu},
    {"erf", 1, error_function},
    {"exp", 1, exponential},
    {"floor", 1, floored},
    {"gelu_approx_tanh_bwd", 2, gelu_tanh_gradient},
    {"gelu_approx_tanh_fwd", 1, gelu_tanh},
    {"gelu_bwd", 2, gelu_gradient},
    {"gelu_fwd", 1, gelu},
    {"gen_index", 1, NULL},
    {"identity", 1, identity},
    {"log", 1, logarithm},
    {"logical_and", 2, both},
    {"logical_not", 1, none},
    {"logical_or", 2, either},
    {"max_op", 2, maximum},
    {"min_op", 2, minimum},
    {"mul", 2, multiply},
    {"neg", 1, negate},
    {"reciprocal", 1, reciprocal},
    {"relu_bwd", 2, relu_gradient},
    {"relu_fwd", 1, relu},
    {"rsqrt", 1, reciprocal_square_root},
    {"sigmoid_bwd", 2, logistic_gradient},
    {"sigmoid_fwd", 1, logistic},
    {"sin", 1, sine},
    {"softplus_bwd", 2, softplus_gradient},
    {"softplus_fwd", 1, softplus},
    {"sqrt", 1, square_root},
    {"sub", 2, subtract},
    {"swish_bwd", 2, swish_gradient},
    {"swish_fwd", 1, swish},
    {"tan", 1, tangent},
    {"tanh_bwd", 2, hyperbolic_tangent_gradient},
    {"tanh_fwd", 1, hyperbolic_tangent},
};

static double parameter(const json_t *node, const char *key, double otherwise)
{
    const json_t *value = json_object_get(json_object_get(node, "inputs"), key);
    return json_is_number(value) ? (double)(float)json_number_value(value) : otherwise;
}

static oracle_parameters read_parameters(const oracle_graph *graph, const json_t *node)
{
    return (oracle_parameters){
        .lower = parameter(node, "relu_lower_clip", 0.0),
        .upper = parameter(node, "relu_upper_clip", (double)INFINITY),
        .slope = parameter(node, "relu_lower_clip_slope", 0.0),
        .swish_beta = parameter(node, "swish_beta", 1.0),
        .elu_alpha = parameter(node, "elu_alpha", 1.0),
        .softplus_beta = parameter(node, "softplus_beta", 1.0),
        .epsilon = oracle_epsilon(graph, node),
    };
}

/* Broadcasting: shapes are aligned at their last dimension, and an extent of 1 (or none) repeats. The output has the
 * broadcast shape, no more. */
static bool shape_output(oracle_tensor *out, const oracle_tensor *const *in, size_t inputs, oracle_message *message)
{
    size_t rank = 0;
    for (size_t k = 0; k < inputs; k++)
        rank = in[k]->rank > rank ? in[k]->rank : rank;
    int64_t dim[ORACLE_MAX_RANK];
    for (size_t i = 0; i < rank; i++)
        dim[i] = 1;
    for (size_t k = 0; k < inputs; k++)
        for (size_t i = 0; i < in[k]->rank; i++) {
            int64_t *to = &dim[rank - in[k]->rank + i];
            if (*to != 1 && in[k]->dim[i] != 1 && in[k]->dim[i] != *to)
                return oracle_fail(message, "tensor %lld: dims[%zu] is %lld and cannot be broadcast to %lld",
                                   (long long)in[k]->uid, i, (long long)in[k]->dim[i], (long long)*to);
            *to = in[k]->dim[i] == 1 ? *to : in[k]->dim[i];
        }
    return oracle_shape_output(out, rank, dim, message);
}

static size_t position(const oracle_tensor *in, const oracle_tensor *out, const int64_t *index)
{
    int64_t own[ORACLE_MAX_RANK];
    for (size_t i = 0; i < in->rank; i++)
        own[i] = in->dim[i] == 1 ? 0 : index[out->rank - in->rank + i];
    return oracle_at(in, own);
}

/* An infinite operand that is exact leads to a result that is: the limit of the function, or what IEEE 754 says. */
static bool leads_to_a_limit(const number *in, size_t inputs)
{
    bool infinite = false;
    for (size_t k = 0; k < inputs; k++) {
        if (in[k].e != 0.0)
            return false;
        infinite = infinite || isinf(in[k].v);
    }
    return infinite;
}

static void store_real(function *f, size_t inputs, const oracle_tensor *const *in, oracle_tensor *out,
                       const int64_t *index, const oracle_parameters *p)
{
    number x[ORACLE_POINTWISE_INPUTS] = {{0.0, 0.0}};
    for (size_t k = 0; k < inputs; k++) {
        const size_t at = position(in[k], out, index);
        x[k] = (number){in[k]->value[at], in[k]->error[at]};
    }
    const number y = f(x[0], x[1], x[2], p);
    oracle_store(out, oracle_at(out, index), y.v, leads_to_a_limit(x, inputs) ? 0.0 : y.e);
}

static void store_whole(oracle_whole_function *f, size_t inputs, const oracle_tensor *const *in, oracle_tensor *out,
                        const int64_t *index, const oracle_parameters *p)
{
    int64_t x[ORACLE_POINTWISE_INPUTS] = {0};
    for (size_t k = 0; k < inputs; k++)
        x[k] = in[k]->whole[position(in[k], out, index)];
    oracle_store_whole(out, oracle_at(out, index), f(x[0], x[1], x[2], p));
}

/* Writes the index along an axis instead of looking at the input. */
static bool store_indices(const json_t *node, oracle_tensor *out, oracle_message *message)
{
    const json_t *axis = json_object_get(json_object_get(node, "inputs"), "axis_tensor_uid");
    if (!json_is_integer(axis) || json_integer_value(axis) < 0 || (size_t)json_integer_value(axis) >= out->rank)
        return oracle_fail(message, "gen_index has no axis from 0 to %zu", out->rank - 1);
    int64_t index[ORACLE_MAX_RANK] = {0};
    do
        oracle_store(out, oracle_at(out, index), (double)index[json_integer_value(axis)], 0.0);
    while (oracle_next(out->rank, out->dim, index));
    return true;
}

static bool are_integers(const oracle_tensor *const *in, size_t inputs, const oracle_tensor *out)
{
    bool integers = out->type->is_integer;
    for (size_t k = 0; k < inputs; k++)
        integers = integers && in[k]->type->is_integer;
    return integers;
}

static bool find_mode(const json_t *node, size_t *out_mode, oracle_message *message)
{
    const char *name = json_string_value(json_object_get(json_object_get(node, "inputs"), "operation"));
    for (*out_mode = 0; *out_mode < sizeof modes / sizeof modes[0]; ++*out_mode)
        if (name != NULL && strcmp(modes[*out_mode].name, name) == 0)
            return true;
    return oracle_fail(message, "the oracle does not know the pointwise operation '%s'", name ? name : "(none)");
}

bool oracle_pointwise(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    static const char *const keys[] = {"in_0_tensor_uid", "in_1_tensor_uid", "in_2_tensor_uid"};
    const oracle_tensor *in[ORACLE_POINTWISE_INPUTS];
    size_t mode;
    bool ok = true;
    if (!find_mode(node, &mode, message))
        return false;
    const size_t inputs = modes[mode].inputs;
    for (size_t k = 0; k < ORACLE_POINTWISE_INPUTS; k++)
        in[k] = oracle_operand(graph, node, "inputs", keys[k], k < inputs, &ok, message);
    oracle_tensor *out = oracle_operand(graph, node, "outputs", "out_0_tensor_uid", true, &ok, message);
    if (!ok || !shape_output(out, in, inputs, message))
        return false;
    if (modes[mode].f == NULL)
        return store_indices(node, out, message);
    const oracle_parameters p = read_parameters(graph, node);
    oracle_whole_function *whole =
        are_integers(in, inputs, out) ? oracle_whole_function_of(modes[mode].name, &p) : NULL;
    int64_t index[ORACLE_MAX_RANK] = {0};
    do {
        if (whole != NULL)
            store_whole(whole, inputs, in, out, index, &p);
        else
            store_real(modes[mode].f, inputs, in, out, index, &p);
    } while (oracle_next(out->rank, out->dim, index));
    return true;
}
