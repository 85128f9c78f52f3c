/* SPDX-License-Identifier: MIT */
/* Pointwise operations: one line of mathematics each, with the first-order growth of the rounding error beside it. */
#include "oracle.h"

#include <math.h>
#include <string.h>

/* A value v, and the scale s of its error in units of FLT_EPSILON. */
typedef struct number {
    double v, s;
} number;

/* Parameters are floats in the schema, so they are rounded when they are read. */
typedef struct parameters {
    double lower, upper, slope; /* of relu */
    double swish_beta, elu_alpha, softplus_beta;
} parameters;

typedef number function(number a, number b, const parameters *p);

/* f(a), where |f'| is at most `growth` near a and computing f itself costs an error of `own`. */
static number unary(double f, number a, double growth, double own)
{
    return (number){f, growth * a.s + own};
}

static double sigmoid(double x)
{
    return 1.0 / (1.0 + exp(-x));
}

#define UNUSED ((void)a, (void)b, (void)p)
#define DEFINE(name) static number name(number a, number b, const parameters *p)

/* Exact: they choose or change a sign, and round nothing. */
DEFINE(identity)
{
    UNUSED;
    return a;
}

DEFINE(negate)
{
    UNUSED;
    return unary(-a.v, a, 1.0, 0.0);
}

DEFINE(absolute)
{
    UNUSED;
    return unary(fabs(a.v), a, 1.0, 0.0);
}

/* The error of the one not chosen counts too: in float it might have been. A NaN on either side is the result. */
DEFINE(maximum)
{
    UNUSED;
    return (number){isnan(a.v) || a.v > b.v ? a.v : b.v, fmax(a.s, b.s)};
}

DEFINE(minimum)
{
    UNUSED;
    return (number){isnan(a.v) || a.v < b.v ? a.v : b.v, fmax(a.s, b.s)};
}

/* Continuous at both clips: below the lower one a line of the given slope through (lower, lower). NaN stays NaN. */
DEFINE(relu)
{
    UNUSED;
    const double growth = fmax(1.0, fabs(p->slope));
    if (a.v <= p->lower) {
        const double line = p->slope == 0.0 ? 0.0 : p->slope * (a.v - p->lower);
        return unary(p->lower + line, a, growth, p->slope == 0.0 ? 0.0 : 2.0 * fabs(line) + fabs(p->lower));
    }
    return unary(a.v >= p->upper ? p->upper : a.v, a, growth, 0.0);
}

/* Arithmetic: one rounding each. */
DEFINE(add)
{
    UNUSED;
    return (number){a.v + b.v, a.s + b.s + fabs(a.v + b.v)};
}

DEFINE(subtract)
{
    UNUSED;
    return (number){a.v - b.v, a.s + b.s + fabs(a.v - b.v)};
}

DEFINE(multiply)
{
    UNUSED;
    return (number){a.v * b.v, fabs(a.v) * b.s + fabs(b.v) * a.s + fabs(a.v * b.v)};
}

DEFINE(divide)
{
    UNUSED;
    const double q = a.v / b.v;
    return (number){q, a.s / fabs(b.v) + fabs(q) * (b.s / fabs(b.v)) + fabs(q)};
}

DEFINE(add_square)
{
    return add(a, multiply(b, b, p), p);
}

DEFINE(reciprocal)
{
    UNUSED;
    return divide((number){1.0, 0.0}, a, p);
}

/* Functions: computed to a few units in the last place of the result, or of the largest intermediate. */
DEFINE(square_root)
{
    UNUSED;
    const double y = sqrt(a.v);
    return unary(y, a, a.s == 0.0 ? 0.0 : 0.5 / y, fabs(y));
}

DEFINE(reciprocal_square_root)
{
    UNUSED;
    const double y = 1.0 / sqrt(a.v);
    return unary(y, a, 0.5 * fabs(y / a.v), 2.0 * fabs(y));
}

DEFINE(exponential)
{
    UNUSED;
    const double y = exp(a.v);
    return unary(y, a, y, 2.0 * y);
}

DEFINE(logarithm)
{
    UNUSED;
    return unary(log(a.v), a, 1.0 / fabs(a.v), 2.0 * fabs(log(a.v)));
}

DEFINE(error_function)
{
    UNUSED;
    return unary(erf(a.v), a, 1.2, 2.0 * fabs(erf(a.v)));
}

DEFINE(sine)
{
    UNUSED;
    return unary(sin(a.v), a, 1.0, 2.0 * fabs(sin(a.v)));
}

DEFINE(tangent)
{
    UNUSED;
    const double y = tan(a.v);
    return unary(y, a, 1.0 + y * y, 2.0 * fabs(y));
}

DEFINE(hyperbolic_tangent)
{
    UNUSED;
    return unary(tanh(a.v), a, 1.0, 2.0 * fabs(tanh(a.v)));
}

DEFINE(logistic)
{
    UNUSED;
    return unary(sigmoid(a.v), a, 0.25, 2.0 * sigmoid(a.v));
}

DEFINE(swish)
{
    UNUSED;
    const double y = a.v * sigmoid(p->swish_beta * a.v);
    return unary(y, a, 1.2, 2.0 * fabs(y) * (1.0 + fabs(p->swish_beta * a.v)));
}

DEFINE(elu)
{
    UNUSED;
    const double y = a.v > 0.0 ? a.v : p->elu_alpha * expm1(a.v);
    /* exp(x) - 1 loses what 1 has before the subtraction. */
    return unary(isnan(a.v) ? a.v : y, a, fmax(1.0, fabs(p->elu_alpha)), a.v > 0.0 ? 0.0 : 2.0 * fabs(p->elu_alpha));
}

DEFINE(softplus)
{
    UNUSED;
    const double t = p->softplus_beta * a.v;
    const double y = (fmax(t, 0.0) + log1p(exp(-fabs(t)))) / p->softplus_beta;
    return unary(isnan(a.v) ? a.v : y, a, 1.0, 2.0 * (fabs(y) + 1.0 / fabs(p->softplus_beta)));
}

DEFINE(gelu)
{
    UNUSED;
    return unary(0.5 * a.v * (1.0 + erf(a.v / sqrt(2.0))), a, 1.2, 2.0 * fabs(a.v));
}

DEFINE(gelu_tanh)
{
    UNUSED;
    const double inner = sqrt(2.0 / acos(-1.0)) * (a.v + 0.044715 * a.v * a.v * a.v);
    return unary(0.5 * a.v * (1.0 + tanh(inner)), a, 1.2, 2.0 * fabs(a.v));
}

static const struct {
    const char *name; /* as the JSON has it */
    size_t inputs;
    function *f;
} modes[] = {
    {"abs", 1, absolute},
    {"add", 2, add},
    {"add_square", 2, add_square},
    {"div", 2, divide},
    {"elu_fwd", 1, elu},
    {"erf", 1, error_function},
    {"exp", 1, exponential},
    {"gelu_approx_tanh_fwd", 1, gelu_tanh},
    {"gelu_fwd", 1, gelu},
    {"identity", 1, identity},
    {"log", 1, logarithm},
    {"max_op", 2, maximum},
    {"min_op", 2, minimum},
    {"mul", 2, multiply},
    {"neg", 1, negate},
    {"reciprocal", 1, reciprocal},
    {"relu_fwd", 1, relu},
    {"rsqrt", 1, reciprocal_square_root},
    {"sigmoid_fwd", 1, logistic},
    {"sin", 1, sine},
    {"softplus_fwd", 1, softplus},
    {"sqrt", 1, square_root},
    {"sub", 2, subtract},
    {"swish_fwd", 1, swish},
    {"tan", 1, tangent},
    {"tanh_fwd", 1, hyperbolic_tangent},
};

static double parameter(const json_t *node, const char *key, double otherwise)
{
    const json_t *value = json_object_get(json_object_get(node, "inputs"), key);
    return json_is_number(value) ? (double)(float)json_number_value(value) : otherwise;
}

static parameters read_parameters(const json_t *node)
{
    return (parameters){
        .lower = parameter(node, "relu_lower_clip", 0.0),
        .upper = parameter(node, "relu_upper_clip", INFINITY),
        .slope = parameter(node, "relu_lower_clip_slope", 0.0),
        .swish_beta = parameter(node, "swish_beta", 1.0),
        .elu_alpha = parameter(node, "elu_alpha", 1.0),
        .softplus_beta = parameter(node, "softplus_beta", 1.0),
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

static number fetch(const oracle_tensor *in, const oracle_tensor *out, const int64_t *index)
{
    int64_t own[ORACLE_MAX_RANK];
    for (size_t i = 0; i < in->rank; i++)
        own[i] = in->dim[i] == 1 ? 0 : index[out->rank - in->rank + i];
    const size_t at = oracle_at(in, own);
    return (number){in->value[at], in->scale[at]};
}

bool oracle_pointwise(oracle_graph *graph, const json_t *node, oracle_message *message)
{
    const char *name = json_string_value(json_object_get(json_object_get(node, "inputs"), "operation"));
    size_t mode = 0;
    while (mode < sizeof modes / sizeof modes[0] && (name == NULL || strcmp(modes[mode].name, name) != 0))
        mode++;
    if (mode == sizeof modes / sizeof modes[0])
        return oracle_fail(message, "the oracle does not know the pointwise operation '%s'", name ? name : "(none)");
    bool ok = true;
    const bool two = modes[mode].inputs == 2;
    const oracle_tensor *in[2] = {oracle_operand(graph, node, "inputs", "in_0_tensor_uid", true, &ok, message),
                                  oracle_operand(graph, node, "inputs", "in_1_tensor_uid", two, &ok, message)};
    oracle_tensor *out = oracle_operand(graph, node, "outputs", "out_0_tensor_uid", true, &ok, message);
    if (!ok || !shape_output(out, in, modes[mode].inputs, message))
        return false;
    const parameters p = read_parameters(node);
    int64_t index[ORACLE_MAX_RANK] = {0};
    do {
        const number a = fetch(in[0], out, index), b = two ? fetch(in[1], out, index) : (number){0.0, 0.0};
        const number y = modes[mode].f(a, b, &p);
        out->value[oracle_at(out, index)] = y.v;
        out->scale[oracle_at(out, index)] = y.s;
    } while (oracle_next(out->rank, out->dim, index));
    return true;
}
