/* SPDX-License-Identifier: MIT */
/* Adding one operation: what the public functions of src/frontend/operations have in common.
 *
 * Such a function translates its attribute struct, between begin and end, in a static function:
 *
 *     HD_TRY(hd_adding_begin(adding, ...));
 *     HD_TRY(hd_adding_input(adding, "x", x, &payload.x));
 *     HD_TRY(hd_adding_output(adding, "Y", &payload.y, out_y));
 *     return hd_adding_node(adding, &payload);
 *
 * and hands its status to hd_adding_end, which takes back what was added when it failed. */
#ifndef HD_FRONTEND_ADDING_H
#define HD_FRONTEND_ADDING_H

#include "frontend/internal.h"

typedef struct hd_adding {
    const char *call; /* the public function */
    hipdnn_graph_t *graph;
    hd_node node;
    uint32_t tensor_count; /* before */
} hd_adding;

hd_status hd_adding_begin(hd_adding *adding, const hd_operation *operation, const char *name,
                          hipdnn_type compute_data_type, const uint64_t reserved[4]);

/* Refuses a number that is not in the list, and 0 where the list has it as "not set". `family` is what to use instead:
 * "HIPDNN_REDUCE_TENSOR_*". */
hd_status hd_adding_check_enum(const char *what, const hd_enum *values, int32_t value, const char *family);
/* The same for an enum that has a default. */
hd_status hd_adding_check_optional_enum(const char *what, const hd_enum *values, int32_t value, const char *family);

/* ------------------------------------------------------------------------------------------------- inputs */

hd_status hd_adding_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor, int64_t *out_index);

/* Absent when `tensor` is NULL. */
hd_status hd_adding_optional_input(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor,
                                   hipdnn_optional_i64 *out_index);

typedef struct hd_optional_input {
    const char *what;
    const hipdnn_tensor_t *tensor;
    hipdnn_optional_i64 *out_index;
} hd_optional_input;
hd_status hd_adding_optional_inputs(hd_adding *adding, const hd_optional_input *inputs, size_t count);

/* The list lives in the graph's arena. */
hd_status hd_adding_input_list(hd_adding *adding, const char *what, hipdnn_tensor_t *const *tensors, size_t count,
                               hipdnn_i64_list *out_indices);

/* ------------------------------------------------------------------------------------------------ outputs */

/* `result` is the output's part of its name: "Y". */
hd_status hd_adding_output(hd_adding *adding, const char *result, int64_t *out_index, hipdnn_tensor_t **out_tensor);

/* A tensor of the caller's in the place of a new one. */
hd_status hd_adding_given_output(hd_adding *adding, const char *what, const hipdnn_tensor_t *tensor,
                                 int64_t *out_index);

/* NULL and absent unless it is wanted. */
hd_status hd_adding_optional_output(hd_adding *adding, const char *result, bool is_wanted,
                                    hipdnn_optional_i64 *out_index, hipdnn_tensor_t **out_tensor);

typedef struct hd_optional_output {
    const char *result;
    bool is_wanted;
    hipdnn_optional_i64 *out_index;
    hipdnn_tensor_t **out_tensor;
} hd_optional_output;
hd_status hd_adding_optional_outputs(hd_adding *adding, const hd_optional_output *outputs, size_t count);

/* --------------------------------------------------------------------------------------------------- end */

/* Copies the payload. */
hd_status hd_adding_node(hd_adding *adding, const void *payload);

/* True when `status` is HD_OK. */
bool hd_adding_end(hd_adding *adding, hd_status status);

#endif
