/* SPDX-License-Identifier: MIT */
/* The graph API: describe a computation as a graph of operations on tensors, build it, run it.
 *
 *     hipdnn_graph_t *g = hipdnn_graph_create(&(hipdnn_graph_attributes){.io_data_type = HIPDNN_TYPE_F32});
 *     hipdnn_tensor_t *x = hipdnn_graph_tensor(g, &(hipdnn_tensor_attributes){.dim = {1, 64, 56, 56}});
 *     hipdnn_tensor_t *w = hipdnn_graph_tensor(g, &(hipdnn_tensor_attributes){.dim = {64, 64, 3, 3}});
 *     hipdnn_tensor_t *y = hipdnn_graph_conv_fprop(g, x, w, &(hipdnn_conv_fprop_attributes){.padding = {1, 1}});
 *     y = hipdnn_graph_pointwise(g, y, NULL, NULL, &(hipdnn_pointwise_attributes){.mode = HIPDNN_POINTWISE_RELU_FWD});
 *     hipdnn_tensor_set_output(y, true);
 *
 *     if (hipdnn_graph_build(g, handle) != HIPDNN_STATUS_SUCCESS)
 *         die("%s", hipdnn_graph_get_error(g));
 *     hipdnn_graph_execute(g, handle, (hipdnn_binding[]){{x, x_data}, {w, w_data}, {y, y_data}}, 3, workspace);
 *
 * Zero is the default. Every member of an attribute struct that is 0 or NULL takes its default; a scalar for which 0 is
 * a real value, and a uid, are {set, value}, written HIPDNN_SOME(x). A NULL struct is all defaults. Structs end in
 * `reserved`, which must be zero: a library that does not know a newer member refuses it instead of ignoring it.
 *
 * Lists. Dims and strides in a struct end at their first 0, or after HIPDNN_MAX_RANK entries. Paddings, convolution
 * strides and dilations have one entry per spatial dimension, 0 being their default. Layouts are written outermost
 * dimension first ([N, C, H, W]); strides count elements and may order memory in any way.
 *
 * Errors. Whoever adds to a graph or changes it may ignore results: a failed call returns NULL (or a status), leaves
 * the graph as it was and leaves its sentence in it; later additions do nothing, and every later step answers with the
 * status of that first error. So one check after hipdnn_graph_build is enough. hipdnn_graph_get_error has the sentence:
 * what was asked, what was found, what to do. Every function below that returns a status may return
 *     HIPDNN_STATUS_BAD_PARAM_NULL_POINTER   a pointer that must not be NULL is;
 *     HIPDNN_STATUS_ALLOC_FAILED             out of memory;
 * those are not repeated. A status of the backend is passed on, its words appended to the sentence.
 *
 * Ownership. A graph owns its tensors; they, and the texts they lend, live until hipdnn_graph_destroy unless a
 * function says otherwise. Structs, lists and texts passed in are copied.
 *
 * Threads. A graph, with its tensors, belongs to one thread at a time: the caller locks if threads share it. Different
 * graphs are independent. To run one built graph in several threads, give each a binding (hipdnn_graph_bind).
 *
 * Everything here is there since 0.1. Method names and rules: the original's graph API, in C. */
#ifndef HIPDNN_FRONTEND_H
#define HIPDNN_FRONTEND_H

#include "hipdnn_backend.h"
#include "hipdnn_data_sdk/types.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define HIPDNN_FRONTEND_API __attribute__((visibility("default")))
#else
#define HIPDNN_FRONTEND_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct hipdnn_graph hipdnn_graph_t;
typedef struct hipdnn_tensor hipdnn_tensor_t;

/* ----------------------------------------------------------------------------------------------- the graph */

typedef struct hipdnn_graph_attributes {
    const char *name; /* default "" */
    /* Element type of tensors that the caller binds and that have none of their own. No default: without it each such
     * tensor needs its own. */
    hipdnn_type io_data_type;
    /* Element type of tensors between operations. Default: the compute type. */
    hipdnn_type intermediate_data_type;
    /* Type that operations compute in. Default: F64 when the io type is F64, else F32. */
    hipdnn_type compute_data_type;
    uint64_t reserved[4];
} hipdnn_graph_attributes;

/* Makes an empty graph; the caller destroys it. NULL when out of memory, when a type is unknown, or when `reserved` is
 * not zero: hipdnn_graph_get_error(NULL) says which. */
HIPDNN_FRONTEND_API hipdnn_graph_t *hipdnn_graph_create(const hipdnn_graph_attributes *attributes);

/* Frees the graph, its tensors and its plan. Bindings made from it stay usable. NULL is fine. */
HIPDNN_FRONTEND_API void hipdnn_graph_destroy(hipdnn_graph_t *graph);

/* The sentence of the graph's first error while building it up, else that of the latest call that failed, until a
 * change or a step succeeds; "" when nothing failed. With NULL: the latest failure in this thread of any call here,
 * also of those that have no graph. Valid until the next call with this graph (NULL: in this thread). Never NULL. */
HIPDNN_FRONTEND_API const char *hipdnn_graph_get_error(const hipdnn_graph_t *graph);

/* The status that belongs to that sentence; SUCCESS when there is none. NULL graph: BAD_PARAM_NULL_POINTER. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_status(const hipdnn_graph_t *graph);

/* Forgets the graph's error. Since a failed call leaves the graph as it was, a caller that has dealt with the failure
 * may go on with the same graph. NULL is fine. */
HIPDNN_FRONTEND_API void hipdnn_graph_clear_error(hipdnn_graph_t *graph);

/* The graph's name, "" when it has none or when `graph` is NULL. */
HIPDNN_FRONTEND_API const char *hipdnn_graph_get_name(const hipdnn_graph_t *graph);

/* Asks that this engine come first wherever it is among the candidates; it is a wish, not a pin (for that,
 * hipdnn_graph_create_execution_plan_ext): when it is not a candidate, a warning is logged and the ranking stands.
 * Id 0 takes the wish back. Changes the graph: one that is built must be built again. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_preferred_engine_id(hipdnn_graph_t *graph, int64_t engine_id);
/* The same by the engine's name; NULL or "" takes the wish back. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_preferred_engine_name(hipdnn_graph_t *graph, const char *name);

/* ------------------------------------------------------------------------------------------------ tensors */

typedef struct hipdnn_tensor_attributes {
    const char *name; /* default "tensor_<number>" */
    hipdnn_type data_type; /* default: the graph's io type */
    int64_t dim[HIPDNN_MAX_RANK]; /* each > 0; ends at the first 0; may be set later */
    int64_t stride[HIPDNN_MAX_RANK]; /* in elements, as many as dims; default: packed, last dimension fastest */
    hipdnn_optional_i64 uid; /* default: the smallest that is free when the graph is validated */
    int64_t alignment; /* bytes that bound pointers are aligned to; default 16 */
    uint64_t reserved[4];
} hipdnn_tensor_attributes;

/* Adds a tensor that the caller binds when the graph runs: an input of the operations it is passed to. One that no
 * operation uses is not part of what is built. NULL with BAD_PARAM: a list with a 0 before its end or an entry below 0,
 * as many strides as dims not given, an unknown type, an alignment below 0, `reserved` not zero. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_tensor(hipdnn_graph_t *graph,
                                                         const hipdnn_tensor_attributes *attributes);

/* Adds a constant: F32, dims [1], part of the graph; nothing is bound for it. `name` NULL: a generated one. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_scalar_f32(hipdnn_graph_t *graph, float value, const char *name);

/* True: the tensor is a result, and the caller binds memory for it. False, as outputs are born: it is virtual, an
 * intermediate that may never exist in memory. BAD_PARAM: false for a tensor that no operation writes.
 *
 * This and the setters below change the graph: one that is built must be built again before it runs. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_output(hipdnn_tensor_t *tensor, bool is_output);
/* Two tensors with one uid are found when the graph is validated. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_uid(hipdnn_tensor_t *tensor, int64_t uid);
/* `name` NULL or "": no name. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_name(hipdnn_tensor_t *tensor, const char *name);
/* HIPDNN_TYPE_UNSET: the default again. BAD_PARAM: an unknown type, or a constant. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_data_type(hipdnn_tensor_t *tensor, hipdnn_type data_type);
/* `count` entries; 0 entries forget the dims, which are inferred again for a tensor that an operation writes.
 * BAD_PARAM: more than HIPDNN_MAX_RANK, an entry below 1, or a constant. Dims and strides must agree in number when the
 * graph is validated. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_dim(hipdnn_tensor_t *tensor, const int64_t *dim, size_t count);
/* `count` strides in elements; 0 strides: the default again, packed or in the order of the operation's input. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_stride(hipdnn_tensor_t *tensor, const int64_t *stride,
                                                            size_t count);

/* What is known of a tensor: before hipdnn_graph_validate what was given, after it everything. Each returns, for
 * unknown (or for a NULL tensor), what is said here.
 *
 * NOT_INITIALIZED: no uid was given and the graph is not validated. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_get_uid(const hipdnn_tensor_t *tensor, int64_t *out_uid);
/* `count` 0 while unknown. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_get_dim(const hipdnn_tensor_t *tensor, hipdnn_dims *out_dim);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_get_stride(const hipdnn_tensor_t *tensor, hipdnn_dims *out_stride);
/* HIPDNN_TYPE_UNSET while unknown. */
HIPDNN_FRONTEND_API hipdnn_type hipdnn_tensor_get_data_type(const hipdnn_tensor_t *tensor);
/* "" for none. Valid until the name is set again. */
HIPDNN_FRONTEND_API const char *hipdnn_tensor_get_name(const hipdnn_tensor_t *tensor);
/* True for an intermediate. */
HIPDNN_FRONTEND_API bool hipdnn_tensor_is_virtual(const hipdnn_tensor_t *tensor);
/* True when an operation of the graph writes the tensor. */
HIPDNN_FRONTEND_API bool hipdnn_tensor_is_written(const hipdnn_tensor_t *tensor);
/* True when the caller must bind memory to run the graph: used by an operation, not virtual, not a constant. */
HIPDNN_FRONTEND_API bool hipdnn_tensor_is_bound(const hipdnn_tensor_t *tensor);
/* Bytes that bound memory must hold: the span of dims and strides times the size of an element (types below a byte are
 * stored one element a byte). NOT_INITIALIZED while dims or type are unknown: validate the graph first. BAD_PARAM: the
 * size overflows. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_get_size(const hipdnn_tensor_t *tensor, size_t *out_bytes);

/* All tensors, in the order in which they were added. NULL past the end. */
HIPDNN_FRONTEND_API size_t hipdnn_graph_tensor_count(const hipdnn_graph_t *graph);
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_tensor_at(const hipdnn_graph_t *graph, size_t index);
/* The first tensor with this uid, or name; NULL when there is none. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_find_tensor(const hipdnn_graph_t *graph, int64_t uid);
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_find_tensor_by_name(const hipdnn_graph_t *graph, const char *name);
HIPDNN_FRONTEND_API size_t hipdnn_graph_node_count(const hipdnn_graph_t *graph);

/* --------------------------------------------------------------------------------------------- operations
 *
 * Each adds one operation and returns the tensor it writes, virtual and named "<operation's name>::<result>", or NULL:
 * a tensor is NULL or of another graph, or what the function says. Shapes are checked when the graph is validated.
 * `name` defaults to the method and the operation's number, `compute_data_type` to the graph's. */

typedef struct hipdnn_conv_fprop_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    int64_t padding[HIPDNN_MAX_RANK]; /* the same before and after; not together with the next two */
    int64_t pre_padding[HIPDNN_MAX_RANK];
    int64_t post_padding[HIPDNN_MAX_RANK];
    int64_t stride[HIPDNN_MAX_RANK]; /* 0 is 1 */
    int64_t dilation[HIPDNN_MAX_RANK]; /* 0 is 1 */
    hipdnn_conv_mode mode; /* default: cross-correlation, the filter as stored */
    uint64_t reserved[4];
} hipdnn_conv_fprop_attributes;

/* Convolution forward. x [N, C, spatial...], w [K, C / groups, filter...], y [N, K, spatial...], any strides; 1 to 3
 * spatial dimensions. Paddings, stride and dilation in elements, per spatial dimension. Groups follow from the shapes.
 * y's size in a dimension is (x + before + after - (dilation * (filter - 1) + 1)) / stride + 1, rounded down; its
 * strides are packed in the order of x's, so that channels-last stays channels-last.
 * BAD_PARAM at once: both kinds of padding, a negative padding, stride or dilation, an unknown mode. BAD_PARAM from
 * hipdnn_graph_validate: ranks differ, C is not a multiple of w's, K not of the groups, the filter does not fit, an
 * attribute has an entry beyond the spatial dimensions.
 * Source: the original's conv_fprop and the schema's ConvolutionFwdAttributes. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_conv_fprop(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                             hipdnn_tensor_t *w,
                                                             const hipdnn_conv_fprop_attributes *attributes);

typedef struct hipdnn_pointwise_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnPointwiseMode_t mode; /* required */
    hipdnn_optional_f32 relu_lower_clip; /* RELU: what is below becomes this, default 0 */
    hipdnn_optional_f32 relu_upper_clip; /* RELU: what is above becomes this, default none */
    hipdnn_optional_f32 relu_lower_clip_slope; /* RELU: slope below the lower clip, default 0 */
    hipdnn_optional_f32 swish_beta; /* SWISH: default 1 */
    hipdnn_optional_f32 elu_alpha; /* ELU: default 1 */
    hipdnn_optional_f32 softplus_beta; /* SOFTPLUS: default 1 */
    hipdnn_optional_i64 axis; /* GEN_INDEX: the dimension whose index is written */
    uint64_t reserved[4];
} hipdnn_pointwise_attributes;

/* Elementwise: y = mode(a), mode(a, b) or mode(a, b, c); inputs that the mode does not take are NULL. y has the
 * broadcast shape of the inputs, dims aligned at the last one, 1 stretching to any size; its strides are those of the
 * first input that has that shape. A constant of dims [1] fits everywhere.
 * BAD_PARAM at once: no mode or an unknown one, more or fewer inputs than the mode takes. BAD_PARAM from
 * hipdnn_graph_validate: shapes that do not broadcast.
 * Source: the original's pointwise and the schema's PointwiseAttributes. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_pointwise(hipdnn_graph_t *graph, hipdnn_tensor_t *a,
                                                            hipdnn_tensor_t *b, hipdnn_tensor_t *c,
                                                            const hipdnn_pointwise_attributes *attributes);

/* -------------------------------------------------------------------------------------------------- build
 *
 * hipdnn_graph_build is the usual way. Its steps, for those who need one alone, come in this order; a step before its
 * turn is NOT_INITIALIZED, and the sentence names the missing one. A change to the graph takes it back to the start. */

/* All steps: validate, build_operation_graph, create_execution_plans with the default mode, check_support, build_plans.
 * Starts over when the graph is built already. The handle must outlive what runs on it. Statuses: the steps'. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build(hipdnn_graph_t *graph, hipdnnHandle_t handle);

/* 1. Fills in what was left out (types, uids, dims, strides, names) and checks the whole; needs no handle and no
 * device. BAD_PARAM: no operation; a uid used twice; a cycle; parts that share no tensor; a virtual tensor that nothing
 * writes; a tensor without type or dims; what an operation refuses. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_validate(hipdnn_graph_t *graph);

/* 2. Hands the graph to the backend. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_operation_graph(hipdnn_graph_t *graph, hipdnnHandle_t handle);

/* 3. Ranks the engines that apply. Modes are asked in turn until one gives a ranking; NULL and 0 ask mode A alone
 * (HIPDNN_HEUR_MODE_A_EXT). The preferred engine, when among the ranked ones, comes first. NOT_SUPPORTED: no engine
 * applies; the sentence says which exist and why each does not. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_create_execution_plans(hipdnn_graph_t *graph,
                                                                       const hipdnnBackendHeurMode_t *modes,
                                                                       size_t mode_count);

/* 4. Succeeds when a ranked engine takes the graph. Compiles nothing. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_check_support(hipdnn_graph_t *graph);

/* 5. Prepares the first ranked engine that succeeds at it; one that fails is logged as a warning and the next is tried.
 * When all fail: the status of the first, the sentence names each tried. After hipdnn_graph_create_execution_plan_ext
 * there is nothing left to do and it succeeds. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_plans(hipdnn_graph_t *graph);

struct hipdnn_data_knob_setting;

/* Instead of 3 to 5: makes the plan of exactly this engine, and fails rather than take another. Drops earlier plans.
 * BAD_PARAM: no such engine, or it does not apply. NOT_SUPPORTED: `setting_count` is not 0; knobs cannot be set yet. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_create_execution_plan_ext(
    hipdnn_graph_t *graph, int64_t engine_id, const struct hipdnn_data_knob_setting *settings, size_t setting_count);

/* Engine ids in the backend's order, best first, without the preferred engine's step to the front. After step 2.
 * Writes up to `capacity` ids; `*out_count` is how many there are. `engine_ids` may be NULL when `capacity` is 0.
 * Modes and statuses as for hipdnn_graph_create_execution_plans. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_ranked_engine_ids(hipdnn_graph_t *graph,
                                                                      const hipdnnBackendHeurMode_t *modes,
                                                                      size_t mode_count, int64_t *engine_ids,
                                                                      size_t capacity, size_t *out_count);

/* Of the built plan, NOT_INITIALIZED without one: bytes of workspace that execute needs (device memory of the handle's
 * device, host memory on the CPU); the engine's id; its name, lent until the graph changes, is built or destroyed. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_workspace_size(hipdnn_graph_t *graph, size_t *out_bytes);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_execution_plan_engine_id(hipdnn_graph_t *graph,
                                                                             int64_t *out_engine_id);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_execution_plan_engine_name(hipdnn_graph_t *graph,
                                                                               const char **out_name);

/* ------------------------------------------------------------------------------------------------ execute */

/* Memory of one tensor: device memory of the handle's device, host memory on the CPU, aligned as the tensor says. */
typedef struct hipdnn_binding {
    hipdnn_tensor_t *tensor;
    void *pointer;
} hipdnn_binding;

/* Runs the built graph on the handle's stream. Every tensor for which hipdnn_tensor_is_bound holds is bound once, in
 * any order. `workspace` holds hipdnn_graph_get_workspace_size bytes; NULL when that is 0.
 * In a loop nothing is allocated and no descriptor made; only a workspace other than last time's costs a new pack.
 * NOT_INITIALIZED: not built, or changed since. BAD_PARAM: tensors missing (the sentence names them), bound twice,
 * virtual, constant or of another graph; no workspace although one is needed. Else what the backend says. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_execute(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                        const hipdnn_binding *bindings, size_t count, void *workspace);

/* A built graph with its memory: for loops and for threads. */
typedef struct hipdnn_bound_graph hipdnn_binding_t;

/* Binds once what hipdnn_graph_execute binds each time; the caller destroys the result. It keeps the plan, so that it
 * stays usable when the graph is changed or destroyed. NULL for what hipdnn_graph_execute refuses. */
HIPDNN_FRONTEND_API hipdnn_binding_t *hipdnn_graph_bind(hipdnn_graph_t *graph, const hipdnn_binding *bindings,
                                                        size_t count, void *workspace);
/* Runs it on the handle's stream. A binding belongs to one thread at a time; several bindings of one graph may run at
 * once, each with a handle and a workspace of its own. The sentence of a failure: hipdnn_graph_get_error(NULL). */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_binding_execute(hipdnn_binding_t *binding, hipdnnHandle_t handle);
/* NULL is fine. */
HIPDNN_FRONTEND_API void hipdnn_binding_destroy(hipdnn_binding_t *binding);

/* ------------------------------------------------------------------------------------------- store, load */

/* The graph as JSON text, NUL-terminated, or as the bytes that the backend and plugins read. Both validate first when
 * that is not done, so that what is written is complete; statuses are those of hipdnn_graph_validate. The caller frees
 * the result with hipdnn_free. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_to_json(hipdnn_graph_t *graph, char **out_text);
/* The same for people: a listing, and a drawing in Graphviz's dot language. Validates first, as to_json does. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_to_text(hipdnn_graph_t *graph, char **out_text);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_to_dot(hipdnn_graph_t *graph, char **out_text);
/* One number for what the graph means: equal for graphs that differ in names, uids, the order of tensors or nodes, the
 * preferred engine and nothing else; for others different, except by chance. Validates first. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_fingerprint(hipdnn_graph_t *graph, uint64_t *out_fingerprint);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_serialize(hipdnn_graph_t *graph, void **out_bytes, size_t *out_size);

/* A graph of its own, not validated, that may be changed like any other; the caller destroys it. Text need not end in
 * NUL; dims and strides that a file leaves out are inferred as usual. NULL, and the reason in
 * hipdnn_graph_get_error(NULL): the text or the bytes are malformed (with line and column, or the path in the buffer),
 * an operation names a tensor that is not there. */
HIPDNN_FRONTEND_API hipdnn_graph_t *hipdnn_graph_from_json(const char *text, size_t size);
HIPDNN_FRONTEND_API hipdnn_graph_t *hipdnn_graph_deserialize(const void *bytes, size_t size);

/* Frees what this library handed out to be freed. NULL is fine. */
HIPDNN_FRONTEND_API void hipdnn_free(void *memory);

#ifdef __cplusplus
}
#endif

#endif
