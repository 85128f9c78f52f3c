/* SPDX-License-Identifier: MIT */
/* An independent evaluator of operation graphs: what an engine's answer is held against.
 *
 * It shares no code with the library. It reads the graph's JSON by itself, computes in double over densely packed
 * arrays, and follows the definition of each operation as literally as it can: slow, and meant to be. A node whose
 * tensors are all integers or booleans is computed exactly, modulo 2^64.
 *
 * Beside each element goes an error: how far from it the element of a correct engine may be, to first order, in units
 * of which ORACLE_TOLERANCE are allowed. It has three sources. Operands bring theirs along. Computing rounds: in float,
 * or in double where the node's compute type says so. Errors of different elements count as independent where many of
 * them are summed: a bound for the worst case would grow so fast from one convolution to the next that it proved
 * nothing. Storing rounds to the type of the tensor, virtual ones too. That is modelled exactly: the value is rounded
 * as an engine rounds it, and is uncertain only when the error before leaves two numbers of the type to choose from. So
 * most elements of a narrow type have no error at all and must be met exactly, as must all of integers. */
#ifndef HIPDNN_TOOL_ORACLE_H
#define HIPDNN_TOOL_ORACLE_H

#include "oracle_type.h"

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
    const char *type_name; /* as the JSON has it, or the graph's default */
    const oracle_type *type; /* NULL when the oracle does not know it: then the tensor has no elements */
    size_t rank; /* 0: the JSON gives no dims; evaluating the node that writes it gives them */
    int64_t dim[ORACLE_MAX_RANK];
    bool is_virtual;
    bool is_constant; /* its value is in the JSON */
    bool is_written; /* the output of a node */
    size_t count; /* product of the dims */
    double *value; /* [count], last dimension fastest; NULL until set or evaluated */
    double *error; /* [count], likewise */
    int64_t *whole; /* [count], likewise, of integer types: the value where a double would not hold it */
} oracle_tensor;

typedef struct oracle_graph {
    json_t *root; /* the nodes are read from it when they are evaluated */
    size_t tensor_count;
    oracle_tensor *tensors;
} oracle_graph;

/* Reads the tensors of a graph. NULL, with a sentence in `message`, when that cannot be done. The caller passes the
 * graph to oracle_destroy. Not an error here: a node or a type that the oracle does not know; evaluating it is. */
oracle_graph *oracle_read(const char *json, size_t size, oracle_message *message);
void oracle_destroy(oracle_graph *graph);

/* NULL when the graph has no such tensor. */
oracle_tensor *oracle_find(const oracle_graph *graph, int64_t uid);

/* Gives an input its elements, exact and densely packed, of the tensor's type. */
bool oracle_set(oracle_tensor *tensor, const void *packed, oracle_message *message);

/* Computes every tensor that a node writes. Inputs must have been set. */
bool oracle_evaluate(oracle_graph *graph, oracle_message *message);

/* Multiplications and additions of the graph's convolutions, padding included, and matrix products, as usual. One whose
 * dims are not known counts 0: after oracle_evaluate all are. */
double oracle_operations(const oracle_graph *graph);

/* How far densely packed results, of the tensor's type, are from the oracle's. */
typedef struct oracle_verdict {
    double absolute; /* largest |got - want| */
    double relative; /* largest |got - want| / |want|, where want is not 0 */
    double units; /* largest |got - want| / error: what a tolerance is held against */
    size_t worst; /* element that `units` comes from */
    double worst_want, worst_got;
} oracle_verdict;

/* NaN must meet NaN, an infinity the same infinity; otherwise all three errors are infinite. */
oracle_verdict oracle_compare(const oracle_tensor *want, const void *packed);

/* `units` up to which an engine counts as correct. On varied data, float sums in any order stay below 1, and a wrong
 * element, a missed term or a narrower type of accumulation are far above. Constant data can need more: the errors of
 * equal sums all point the same way, so that a chain of convolutions with positive filters adds them up. */
#define ORACLE_TOLERANCE 4.0

/* ------------------------------------------------------------------- one operation each, for oracle.c alone */

/* Each reads a node, finds its inputs' values and fills its output. */
bool oracle_convolution_forward(oracle_graph *graph, const json_t *node, oracle_message *message);
bool oracle_convolution_data_gradient(oracle_graph *graph, const json_t *node, oracle_message *message);
bool oracle_convolution_filter_gradient(oracle_graph *graph, const json_t *node, oracle_message *message);
bool oracle_matmul(oracle_graph *graph, const json_t *node, oracle_message *message);
bool oracle_pointwise(oracle_graph *graph, const json_t *node, oracle_message *message);

/* The tensor that `key` of `group` ("inputs", "outputs") of a node names. Absent or null: NULL, and an error only when
 * it is `needed`; a uid that the graph lacks is always one, told by *ok. */
oracle_tensor *oracle_operand(const oracle_graph *graph, const json_t *node, const char *group, const char *key,
                              bool needed, bool *ok, oracle_message *message);

/* The relative error of one rounding where the node computes. */
double oracle_epsilon(const oracle_graph *graph, const json_t *node);

/* Gives an output its dims, or holds those it has against them, and makes room for its elements. */
bool oracle_shape_output(oracle_tensor *tensor, size_t rank, const int64_t *dim, oracle_message *message);

/* Stores an element: a value that computing left with an error, or an exact integer. */
void oracle_store(oracle_tensor *tensor, size_t at, double value, double error);
void oracle_store_whole(oracle_tensor *tensor, size_t at, int64_t whole);

/* Steps an index vector to the next element, last dimension fastest. False when it wrapped around to all zeros. */
bool oracle_next(size_t rank, const int64_t *dim, int64_t *index);

/* Position of an element in the packed array. */
size_t oracle_at(const oracle_tensor *tensor, const int64_t *index);

/* A sum of products under way, for each element of a tensor. */
typedef struct oracle_sums oracle_sums;

/* NULL when out of memory. */
oracle_sums *oracle_sums_create(oracle_tensor *target, bool exact);
/* Adds the product of two elements to element `at` of the target. */
void oracle_sums_add(oracle_sums *sums, size_t at, const oracle_tensor *a, size_t at_a, const oracle_tensor *b,
                     size_t at_b);
/* Stores the sums into the target, and frees them. */
void oracle_sums_finish(oracle_sums *sums, double epsilon);

/* Writes a sentence; always false. */
bool oracle_fail(oracle_message *message, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
