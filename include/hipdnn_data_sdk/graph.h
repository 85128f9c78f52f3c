/* SPDX-License-Identifier: MIT */
/* A decoded operation graph, and the other tables that cross the plugin boundary, as plain C structs.
 *
 * A plugin gets a const graph whose bytes were verified: dims and strides agree in rank, every uid that a node names
 * is a tensor of the graph, every node passed the check of its operation. Everything a graph points at lives as long
 * as the graph. Source: the schemas graph, tensor_attributes, engine_config, engine_details, device_properties,
 * execution_plan, serialized_graph_and_plan. */
#ifndef HIPDNN_DATA_SDK_GRAPH_H
#define HIPDNN_DATA_SDK_GRAPH_H

#include "hipdnn_data_sdk/operations.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kind of a tensor's constant. Source: the schema's union TensorValue. */
typedef enum hipdnn_data_value_type {
    HIPDNN_DATA_VALUE_NONE = 0,
    HIPDNN_DATA_VALUE_FLOAT32 = 1,
    HIPDNN_DATA_VALUE_FLOAT16 = 2, /* held widened, in f32 */
    HIPDNN_DATA_VALUE_BFLOAT16 = 3, /* held widened, in f32 */
    HIPDNN_DATA_VALUE_FLOAT8 = 4, /* the code, in u8 */
    HIPDNN_DATA_VALUE_INT32 = 5,
    HIPDNN_DATA_VALUE_FLOAT64 = 6,
    HIPDNN_DATA_VALUE_INT64 = 7,
    HIPDNN_DATA_VALUE_BOOL = 8 /* 0 or 1, in u8 */
} hipdnn_data_value_type;

typedef union hipdnn_data_value {
    float f32;
    double f64;
    int32_t i32;
    int64_t i64;
    uint8_t u8;
} hipdnn_data_value;

typedef struct hipdnn_data_tensor {
    int64_t uid;
    const char *name; /* "" when none */
    int32_t data_type; /* hipdnn_type */
    hipdnn_dims stride; /* in elements */
    hipdnn_dims dim;
    bool is_virtual; /* an intermediate: the caller binds no memory */
    bool is_runtime_pass_by_value; /* a host scalar bound at execute */
    int32_t value_type; /* hipdnn_data_value_type; not NONE: a constant, no memory bound */
    hipdnn_data_value value;
    hipdnn_optional_i64 ragged_offset_uid;
    int64_t alignment; /* promised for bound pointers, bytes; 16 by default */
    int64_t ragged_offset_multiplier; /* 1 by default */
} hipdnn_data_tensor;

typedef struct hipdnn_data_node {
    const char *name; /* "" when none */
    int32_t compute_data_type; /* hipdnn_type */
    int32_t operation; /* hipdnn_data_operation: which struct `attributes` is */
    const void *attributes;
} hipdnn_data_node;

typedef struct hipdnn_data_version {
    uint32_t major_version, minor_version, patch_version;
} hipdnn_data_version;

typedef struct hipdnn_data_graph {
    const char *name;
    int32_t compute_data_type, intermediate_data_type, io_data_type; /* hipdnn_type */
    size_t tensor_count;
    const hipdnn_data_tensor *tensors; /* each uid once */
    const uint32_t *by_uid; /* indices of the tensors by ascending uid, for hipdnn_data_graph_find; NULL: it searches */
    size_t node_count;
    const hipdnn_data_node *nodes; /* in topological order */
    hipdnn_optional_i64 preferred_engine_id;
    bool is_override_shape_enabled;
    hipdnn_data_version min_required_engine_api_version; /* 0.0.0: not stamped, means 1.0.0 */
    bool has_id;
    uint8_t id[16]; /* random, new with each finalize */
} hipdnn_data_graph;

/* Index into graph->tensors of the tensor with `uid`, or graph->tensor_count when there is none. */
size_t hipdnn_data_graph_find(const hipdnn_data_graph *graph, int64_t uid);

/* ------------------------------------------------------------------- what an engine says, what it is told */

typedef enum hipdnn_data_knob_type {
    HIPDNN_DATA_KNOB_NONE = 0,
    HIPDNN_DATA_KNOB_INT64 = 1,
    HIPDNN_DATA_KNOB_DOUBLE = 2,
    HIPDNN_DATA_KNOB_STRING = 3
} hipdnn_data_knob_type;

typedef struct hipdnn_data_knob_value {
    int32_t type; /* hipdnn_data_knob_type */
    int64_t i64;
    double f64;
    const char *text;
} hipdnn_data_knob_value;

/* A knob on offer. A non-empty list of valid values replaces the range or the length. */
typedef struct hipdnn_data_knob {
    const char *id; /* <plugin>.<category>.<name> */
    const char *description;
    hipdnn_data_knob_value default_value;
    int32_t
        constraint_type; /* hipdnn_data_knob_type of the members that count; NONE: any value of the default's type */
    int64_t i64_min, i64_max, i64_step;
    double f64_min, f64_max;
    int32_t text_max_length;
    uint32_t valid_count;
    const int64_t *valid_i64;
    const char *const *valid_text;
    bool deprecated;
} hipdnn_data_knob;

/* Source: EngineDetails. */
typedef struct hipdnn_data_engine_details {
    int64_t engine_id;
    const char *name; /* informative; never decides identity */
    uint32_t knob_count;
    const hipdnn_data_knob *knobs;
    uint32_t behavior_note_count;
    const int32_t *behavior_notes; /* HIPDNN_BEHAVIOR_NOTE_* */
} hipdnn_data_engine_details;

typedef struct hipdnn_data_knob_setting {
    const char *id;
    hipdnn_data_knob_value value;
} hipdnn_data_knob_setting;

/* Source: EngineConfig. */
typedef struct hipdnn_data_engine_config {
    int64_t engine_id;
    uint32_t knob_count;
    const hipdnn_data_knob_setting *knobs; /* only those that were set */
} hipdnn_data_engine_config;

/* Source: DeviceProperties. For the CPU: device_id -1, usable cores, RAM, the architecture's text. */
typedef struct hipdnn_data_device_properties {
    int32_t device_id;
    int32_t multi_processor_count;
    uint64_t total_global_mem; /* bytes */
    const char *architecture_name;
} hipdnn_data_device_properties;

/* ---------------------------------------------------------------------------------------- stored plans */

/* A plan as bytes: what the engine serialized and what the host needs to run it again.
 * Source: SerializedExecutionPlan. */
typedef struct hipdnn_data_execution_plan {
    int64_t engine_id;
    int64_t workspace_size; /* bytes, not negative */
    hipdnn_i64_list tensor_uids; /* in the graph's order, not empty */
    hipdnn_i64_list tensor_alignments; /* one per uid, bytes; empty: not known */
    hipdnn_bytes plugin_payload; /* not empty */
    bool is_override_shape_enabled;
} hipdnn_data_execution_plan;

/* A whole Graph buffer and a whole SerializedExecutionPlan buffer; an absent one has `count` 0. They are not verified
 * themselves, and may lie at any address. Source: SerializedGraphAndPlan. */
typedef struct hipdnn_data_graph_and_plan {
    hipdnn_bytes graph;
    hipdnn_bytes plan;
} hipdnn_data_graph_and_plan;

#ifdef __cplusplus
}
#endif

#endif
