/* SPDX-License-Identifier: MIT */
/* An independent evaluator of operation graphs: what an engine's answer is held against.
 *
 * It shares no code with the library. It reads the graph's JSON by itself, computes in double over densely packed
 * arrays, and follows the definition of each operation as literally as it can: slow, and meant to be.
 *
 * Beside each element goes a scale: the rounding error that a float computation of it may have, in units of
 * FLT_EPSILON, to first order. Errors of different elements count as independent where many of them are summed: a bound
 * for the worst case would grow so fast from one convolution to the next that it proved nothing. A correct engine
 * differs from the oracle by a small multiple of FLT_EPSILON * scale; an element with scale 0 is exact in float, and
 * must be met exactly. */
#ifndef HIPDNN_TOOL_ORACLE_H
#define HIPDNN_TOOL_ORACLE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ORACLE_MAX_RANK 8

typedef struct oracle_message {
    char text[256];
} oracle_message;

typedef struct oracle_tensor {
    int64_t uid;
    const char *name; /* "" when none */
    const char *type; /* "float", as the JSON has it; "unset" when none */
    size_t rank; /* 0: the JSON gives no dims; evaluating the node that writes it gives them */
    int64_t dim[ORACLE_MAX_RANK];
    bool is_virtual;
    bool is_constant; /* its value is in the JSON */
    bool is_written; /* the output of a node */
    size_t count; /* product of the dims */
    double *value; /* [count], last dimension fastest; NULL until set or evaluated */
    double *scale; /* [count], likewise */
} oracle_tensor;

typedef struct oracle_graph {
    json_t *root; /* the nodes are read from it when they are evaluated */
    size_t tensor_count;
    oracle_tensor *tensors;
} oracle_graph;

/* Reads the tensors of a graph. NULL, with a sentence in `message`, when that cannot be done. The caller passes the
 * graph to oracle_destroy. Not an error here: a node that the oracle does not know; evaluating it is. */
oracle_graph *oracle_read(const char *json, size_t size, oracle_message *message);
void oracle_destroy(oracle_graph *graph);

/* NULL when the graph has no such tensor. */
oracle_tensor *oracle_find(const oracle_graph *graph, int64_t uid);

/* Gives an input its elements, exact and densely packed. */
bool oracle_set(oracle_tensor *tensor, const float *packed, oracle_message *message);

/* Computes every tensor that a node writes. Inputs must have been set. */
bool oracle_evaluate(oracle_graph *graph, oracle_message *message);

/* Multiplications and additions of the graph's convolutions, padding included, as usual. A convolution whose dims are
 * not known counts 0: after oracle_evaluate all are. */
double oracle_convolution_operations(const oracle_graph *graph);

/* How far densely packed results are from the oracle's. */
typedef struct oracle_verdict {
    double absolute; /* largest |got - want| */
    double relative; /* largest |got - want| / |want|, where want is not 0 */
    double units; /* largest |got - want| / (FLT_EPSILON * scale): what a tolerance is held against */
    size_t worst; /* element that `units` comes from */
    double worst_want, worst_got;
} oracle_verdict;

/* NaN must meet NaN, an infinity the same infinity; otherwise all three errors are infinite. */
oracle_verdict oracle_compare(const oracle_tensor *want, const float *packed);

/* `units` up to which an engine counts as correct. On varied data, float sums in any order stay below 1, and a wrong
 * element, a missed term or a narrower type of accumulation are far above. Constant data can need more: the errors of
 * equal sums all point the same way, so that a chain of convolutions with positive filters adds them up. */
#define ORACLE_TOLERANCE 4.0

/* ------------------------------------------------------------------- one operation each, for oracle.c alone */

/* Both read a node, find its inputs' values and fill its output. */
bool oracle_convolution(oracle_graph *graph, const json_t *node, oracle_message *message);
bool oracle_pointwise(oracle_graph *graph, const json_t *node, oracle_message *message);

/* The tensor that `key` of `group` ("inputs", "outputs") of a node names. Absent or null: NULL, and an error only when
 * it is `needed`; a uid that the graph lacks is always one, told by *ok. */
oracle_tensor *oracle_operand(const oracle_graph *graph, const json_t *node, const char *group, const char *key,
                              bool needed, bool *ok, oracle_message *message);

/* Gives an output its dims, or holds those it has against them, and makes room for its elements. */
bool oracle_shape_output(oracle_tensor *tensor, size_t rank, const int64_t *dim, oracle_message *message);

/* Steps an index vector to the next element, last dimension fastest. False when it wrapped around to all zeros. */
bool oracle_next(size_t rank, const int64_t *dim, int64_t *index);

/* Position of an element in the packed array. */
size_t oracle_at(const oracle_tensor *tensor, const int64_t *index);

/* Writes a sentence; always false. */
bool oracle_fail(oracle_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
