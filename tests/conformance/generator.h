/* SPDX-License-Identifier: MIT */
/* A graph under construction: what the files that generate graphs share. */
#ifndef HIPDNN_TESTS_CONFORMANCE_GENERATOR_H
#define HIPDNN_TESTS_CONFORMANCE_GENERATOR_H

#include "generate.h"

#include <stdint.h>

enum { MOST_RANK = 8, MOST_VALUES = 32 };

/* Which types tensors get. */
typedef enum family { FAMILY_FLOAT, FAMILY_FLOATS, FAMILY_INTEGERS, FAMILY_ANY } family;

/* A tensor of the graph. */
typedef struct value {
    int64_t uid;
    int rank;
    int64_t dim[MOST_RANK];
    const char *type;
    double bound; /* elements of a float type are no larger: what may overflow a float is not generated */
    bool is_written, is_used;
    json_t *json; /* lent by the graph */
} value;

typedef struct generator {
    random_stream *stream;
    json_t *tensors, *nodes;
    value values[MOST_VALUES];
    int count;
    int64_t last_uid;
    family family;
    const char *compute; /* compute_data_type of every node */
    const char *sum_input; /* the elements that inputs of sums want */
} generator;

/* From least to most, both included. */
int64_t between(generator *g, int64_t least, int64_t most);
bool chance(generator *g, int percent);
/* In [-1, 1). */
double fraction(generator *g);

/* A JSON array. */
json_t *list(const int64_t *numbers, int count);

/* A type of the graph's family. */
const char *choose_type(generator *g);
bool is_integer(const char *type);

/* Tensors, of a type of the family unless `type` is given. `elements` is one of GENERATE_PLAIN ... */
value *new_input(generator *g, const char *elements, const char *type, int rank, const int64_t *dim);
value *new_output(generator *g, const char *type, int rank, const int64_t *dim, double bound);
/* One number, of dims [1], that is part of the graph. */
value *new_constant(generator *g);

/* For naming an input in a node: marks it as used. */
json_int_t uid_of(value *v);

/* Adds a node. Takes the three objects; `parameters` may be NULL. */
void add_node(generator *g, const char *name, const char *type, json_t *inputs, json_t *outputs, json_t *parameters);

/* ------------------------------------------------------------------- operations; each returns what it writes */

/* [N, C, spatial...] with `spatial` of 1 to 3, or 0 for any of them. */
value *new_image(generator *g, int spatial);
/* `keep`: the spatial extents stay as they are. */
value *add_conv_fprop(generator *g, value *x, bool keep);
/* To the gradient of an x whose convolution had this shape of result. */
value *add_conv_dgrad(generator *g, value *dy);
value *add_conv_wgrad(generator *g, value *x);
/* Of `a` and a new matrix; NULL: of two new ones. */
value *add_matmul(generator *g, value *a);

/* A mode by its turn among those of so many inputs, on new inputs. */
value *add_pointwise_in_turn(generator *g, int inputs, long turn);
/* Some mode that `a` may be fed to, with other values of the graph or new ones. */
value *add_pointwise_to(generator *g, value *a);

#endif
