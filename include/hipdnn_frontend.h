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
#include "hipdnn_data_sdk/graph.h" /* knobs, as plugins describe them, and values of constants */
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

/* What hipdnn_graph_attributes says, for a graph that is there already; one that was loaded has what its file says.
 * Each setter changes the graph: one that is built must be built again.
 *
 * `name` NULL: "". */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_name(hipdnn_graph_t *graph, const char *name);
/* HIPDNN_TYPE_UNSET: the default again. BAD_PARAM: an unknown type. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_io_data_type(hipdnn_graph_t *graph, hipdnn_type data_type);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_intermediate_data_type(hipdnn_graph_t *graph,
                                                                           hipdnn_type data_type);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_compute_data_type(hipdnn_graph_t *graph, hipdnn_type data_type);

/* "" when it has none or when `graph` is NULL. Valid until the name is set again. */
HIPDNN_FRONTEND_API const char *hipdnn_graph_get_name(const hipdnn_graph_t *graph);
/* As set: HIPDNN_TYPE_UNSET for a default, and when `graph` is NULL. */
HIPDNN_FRONTEND_API hipdnn_type hipdnn_graph_get_io_data_type(const hipdnn_graph_t *graph);
HIPDNN_FRONTEND_API hipdnn_type hipdnn_graph_get_intermediate_data_type(const hipdnn_graph_t *graph);
HIPDNN_FRONTEND_API hipdnn_type hipdnn_graph_get_compute_data_type(const hipdnn_graph_t *graph);

/* Asks that this engine come first wherever it is among the candidates; it is a wish, not a pin (for that,
 * hipdnn_graph_create_execution_plan_ext): when it is not a candidate, a warning is logged and the ranking stands.
 * Id 0 takes the wish back. Changes the graph: one that is built must be built again. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_preferred_engine_id(hipdnn_graph_t *graph, int64_t engine_id);
/* The same by the engine's name; NULL or "" takes the wish back. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_preferred_engine_name(hipdnn_graph_t *graph, const char *name);
/* 0: there is no wish. */
HIPDNN_FRONTEND_API int64_t hipdnn_graph_get_preferred_engine_id(const hipdnn_graph_t *graph);

/* Whether executions may come with other shapes than the graph's, which not every engine can; default false. It is
 * stored with the graph, and engines see it. Changes the graph: one that is built must be built again. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_set_override_shape_enabled(hipdnn_graph_t *graph, bool is_enabled);
HIPDNN_FRONTEND_API bool hipdnn_graph_is_override_shape_enabled(const hipdnn_graph_t *graph);

/* ------------------------------------------------------------------------------------------------ tensors */

typedef struct hipdnn_tensor_attributes {
    const char *name; /* default "tensor_<number>" */
    hipdnn_type data_type; /* default: the graph's io type */
    int64_t dim[HIPDNN_MAX_RANK]; /* each > 0; ends at the first 0; may be set later */
    int64_t stride[HIPDNN_MAX_RANK]; /* in elements, as many as dims; default: packed, last dimension fastest */
    hipdnn_optional_i64 uid; /* default: the smallest that is free when the graph is validated */
    int64_t alignment; /* bytes that bound pointers are aligned to; default 16 */
    /* A scalar that is read from host memory when the graph runs, wherever the other tensors are; dims default to
     * [1]. */
    bool is_runtime_pass_by_value;
    /* Where the rows of a ragged tensor start, in elements times the multiplier; plain memory, of the same graph. */
    hipdnn_tensor_t *ragged_offset; /* default: not ragged */
    int64_t ragged_offset_multiplier; /* 0 is 1 */
    uint64_t reserved[4];
} hipdnn_tensor_attributes;

/* Adds a tensor that the caller binds when the graph runs: an input of the operations it is passed to. One that no
 * operation uses is not part of what is built. NULL with BAD_PARAM: a list with a 0 before its end or an entry below 0,
 * as many strides as dims not given, an unknown type, an alignment or multiplier below 0, offsets that are ragged
 * themselves or of another graph, `reserved` not zero. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_tensor(hipdnn_graph_t *graph,
                                                         const hipdnn_tensor_attributes *attributes);

/* The same with everything that is known of another tensor, which may be of another graph: type, dims, strides,
 * alignment, offsets, value; not its uid, and not that it is virtual. `name` NULL: a generated one.
 * BAD_PARAM: `like` is ragged and of another graph. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_tensor_like(hipdnn_graph_t *graph, const hipdnn_tensor_t *like,
                                                              const char *name);

/* Adds a constant: dims [1], part of the graph; nothing is bound for it. `name` NULL: a generated one. Floating types
 * round `value`. BAD_PARAM: an integer type or BOOL for which it is no whole number in range (I64: up to 2^53), or a
 * type of fewer than 16 bits that is no integer. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_scalar(hipdnn_graph_t *graph, hipdnn_type data_type, double value,
                                                         const char *name);
/* The usual one. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_scalar_f32(hipdnn_graph_t *graph, float value, const char *name);

/* True: the tensor is a result, and the caller binds memory for it. False, as outputs are born: it is virtual, an
 * intermediate that may never exist in memory. BAD_PARAM: false for a tensor that no operation writes.
 *
 * This and the setters below change the graph: one that is built must be built again before it runs. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_output(hipdnn_tensor_t *tensor, bool is_output);
/* Two tensors with one uid are found when the graph is validated. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_uid(hipdnn_tensor_t *tensor, int64_t uid);
/* The default again: a uid is chosen when the graph is validated. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_clear_uid(hipdnn_tensor_t *tensor);
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

/* 0: 16 bytes. BAD_PARAM: below 0. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_alignment(hipdnn_tensor_t *tensor, int64_t alignment);
/* `offsets` NULL: not ragged; `multiplier` 0 is 1. BAD_PARAM: as for hipdnn_graph_tensor. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_set_ragged_offset(hipdnn_tensor_t *tensor, hipdnn_tensor_t *offsets,
                                                                   int64_t multiplier);

/* What is known of a tensor: before hipdnn_graph_validate what was given, after it everything. Each returns, for
 * unknown (or for a NULL tensor), what is said here.
 *
 * NOT_INITIALIZED: no uid was given and the graph is not validated. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_get_uid(const hipdnn_tensor_t *tensor, int64_t *out_uid);
HIPDNN_FRONTEND_API bool hipdnn_tensor_has_uid(const hipdnn_tensor_t *tensor);
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
/* True for a scalar that is read from host memory when the graph runs. */
HIPDNN_FRONTEND_API bool hipdnn_tensor_is_runtime_pass_by_value(const hipdnn_tensor_t *tensor);
/* A constant's value, and which member of the union has it: half types widened to f32, I8 and U8 as the byte u8.
 * HIPDNN_DATA_VALUE_NONE, and `out_value` untouched, for a tensor that is none. `out_value` may be NULL. */
HIPDNN_FRONTEND_API hipdnn_data_value_type hipdnn_tensor_get_value(const hipdnn_tensor_t *tensor,
                                                                   hipdnn_data_value *out_value);
/* 0 for a NULL tensor. */
HIPDNN_FRONTEND_API int64_t hipdnn_tensor_get_alignment(const hipdnn_tensor_t *tensor);
/* NULL: it is not ragged. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_tensor_get_ragged_offset(const hipdnn_tensor_t *tensor);
/* The product of the dims. NOT_INITIALIZED while they are unknown. BAD_PARAM: it overflows. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_tensor_get_volume(const hipdnn_tensor_t *tensor, int64_t *out_elements);
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
 * Each adds one operation and returns the tensor it writes, or a struct of them: virtual, and named "<operation's
 * name>::<result>". In a struct of attributes `name` defaults to the method and the operation's number,
 * `compute_data_type` to the graph's; an input that is NULL there is absent unless it is called required.
 *
 * NULL (a struct: all NULL) with BAD_PARAM_NULL_POINTER: a tensor is NULL that must be there. With BAD_PARAM: a tensor
 * of another graph, `reserved` not zero, an unknown mode or type, a list with a negative entry. What shapes and types
 * must be is checked by hipdnn_graph_validate, which also infers the dims and strides of results and answers BAD_PARAM
 * to what a function below says must hold.
 *
 * Source: the original's methods of these names, and the schema's <Name>Attributes. */

/* ------------------------------------------------------------------------------------------- convolutions */

/* Parameters of all three. */
typedef struct hipdnn_conv_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    int64_t padding[HIPDNN_MAX_RANK]; /* the same before and after; not together with the next two */
    int64_t pre_padding[HIPDNN_MAX_RANK];
    int64_t post_padding[HIPDNN_MAX_RANK];
    int64_t stride[HIPDNN_MAX_RANK]; /* 0 is 1 */
    int64_t dilation[HIPDNN_MAX_RANK]; /* 0 is 1 */
    hipdnn_conv_mode mode; /* default: cross-correlation, the filter as stored */
    uint64_t reserved[4];
} hipdnn_conv_attributes;
typedef hipdnn_conv_attributes hipdnn_conv_fprop_attributes;
typedef hipdnn_conv_attributes hipdnn_conv_dgrad_attributes;
typedef hipdnn_conv_attributes hipdnn_conv_wgrad_attributes;

/* Convolution forward. x [N, C, spatial...], w [K, C / groups, filter...], y [N, K, spatial...], any strides; 1 to 3
 * spatial dimensions. Paddings, stride and dilation in elements, per spatial dimension. Groups follow from the shapes.
 * y's size in a dimension is (x + before + after - (dilation * (filter - 1) + 1)) / stride + 1, rounded down; its
 * strides are packed in the order of x's, so that channels-last stays channels-last.
 * Refused at once: both kinds of padding. By the validation: ranks differ, C is not a multiple of w's, K not of the
 * groups, the filter does not fit, an attribute has an entry beyond the spatial dimensions. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_conv_fprop(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                             hipdnn_tensor_t *w,
                                                             const hipdnn_conv_fprop_attributes *attributes);

/* Data gradient: dx [N, C, spatial...] from dy [N, K, spatial...] and w [K, C / groups, filter...]. Several sizes of dx
 * may belong to one of dy, so its dims must be set (hipdnn_tensor_set_dim); strides default to the order of dy's. The
 * three shapes must be those of a forward convolution. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_conv_dgrad(hipdnn_graph_t *graph, hipdnn_tensor_t *dy,
                                                             hipdnn_tensor_t *w,
                                                             const hipdnn_conv_dgrad_attributes *attributes);

/* Filter gradient: dw [K, C / groups, filter...] from dy [N, K, spatial...] and x [N, C, spatial...]. The dims of dw
 * must be set; strides default to the order of x's. The three shapes must be those of a forward convolution. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_conv_wgrad(hipdnn_graph_t *graph, hipdnn_tensor_t *dy,
                                                             hipdnn_tensor_t *x,
                                                             const hipdnn_conv_wgrad_attributes *attributes);

/* ------------------------------------------------------------------------------------------------- matmul */

typedef struct hipdnn_matmul_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    uint64_t reserved[4];
} hipdnn_matmul_attributes;

/* c [batch..., M, N] = a [batch..., M, K] * b [batch..., K, N]; a transposed operand is one with exchanged strides.
 * Ranks are equal; of two batch dimensions one divides the other, and c has the larger. c is packed, row-major. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_matmul(hipdnn_graph_t *graph, hipdnn_tensor_t *a, hipdnn_tensor_t *b,
                                                         const hipdnn_matmul_attributes *attributes);

/* ------------------------------------------------------------------------------------ pointwise, reduction */

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
 * Refused at once: more or fewer inputs than the mode takes. By the validation: shapes that do not broadcast. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_pointwise(hipdnn_graph_t *graph, hipdnn_tensor_t *a,
                                                            hipdnn_tensor_t *b, hipdnn_tensor_t *c,
                                                            const hipdnn_pointwise_attributes *attributes);

typedef struct hipdnn_reduction_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnReduceTensorOp_t mode; /* required */
    bool is_deterministic; /* the same bits each time */
    hipdnn_tensor_t *y; /* written in the place of a new tensor; made with hipdnn_graph_tensor, so it is bound */
    uint64_t reserved[4];
} hipdnn_reduction_attributes;

/* y = mode(x) over the dimensions where y is 1 and x is not. So the dims of y say what is reduced, and must be set;
 * there must be such a dimension, and the others are those of x. Returns attributes->y when that is given. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_reduction(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                            const hipdnn_reduction_attributes *attributes);

/* ------------------------------------------------------------------------------------------ normalizations
 *
 * epsilon and momentum are scalars: constants (hipdnn_graph_scalar_f32), or bound. A scale or bias of layernorm and of
 * the batchnorms may have no dims: they are inferred. */

typedef struct hipdnn_batchnorm_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnn_tensor_t *epsilon; /* required */
    /* Running statistics: all three or none. */
    hipdnn_tensor_t *prev_running_mean, *prev_running_variance, *momentum;
    hipdnn_tensor_t *const *peer_stats; /* statistics of other devices */
    size_t peer_stats_count;
    uint64_t reserved[4];
} hipdnn_batchnorm_attributes;

typedef struct hipdnn_batchnorm_outputs {
    hipdnn_tensor_t *y, *mean, *inv_variance;
    hipdnn_tensor_t *next_running_mean, *next_running_variance; /* NULL without running statistics */
} hipdnn_batchnorm_outputs;

/* Batch normalization in training: y = (x - mean) * inv_variance * scale + bias with the statistics of each channel of
 * x. x, y [N, C, spatial...], more than one element per channel; all else but the scalars [1, C, 1...]. */
HIPDNN_FRONTEND_API hipdnn_batchnorm_outputs hipdnn_graph_batchnorm(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                                    hipdnn_tensor_t *scale, hipdnn_tensor_t *bias,
                                                                    const hipdnn_batchnorm_attributes *attributes);

/* Of any normalization. */
typedef struct hipdnn_norm_gradients {
    hipdnn_tensor_t *dx, *dscale, *dbias;
} hipdnn_norm_gradients;

typedef struct hipdnn_batchnorm_backward_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnn_tensor_t *mean, *inv_variance; /* as batchnorm gave them: both or neither */
    hipdnn_tensor_t *const *peer_stats; /* statistics of other devices */
    size_t peer_stats_count;
    uint64_t reserved[4];
} hipdnn_batchnorm_backward_attributes;

/* Gradients of batch normalization. dy, x, dx [N, C, spatial...]; all else [1, C, 1...]. */
HIPDNN_FRONTEND_API hipdnn_norm_gradients
hipdnn_graph_batchnorm_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                const hipdnn_batchnorm_backward_attributes *attributes);

typedef struct hipdnn_batchnorm_inference_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    uint64_t reserved[4];
} hipdnn_batchnorm_inference_attributes;
typedef hipdnn_batchnorm_inference_attributes hipdnn_batchnorm_inference_variance_ext_attributes;

/* Batch normalization with given statistics: y = (x - mean) * inv_variance * scale + bias. x, y [N, C, spatial...]; all
 * else [1, C, 1...]. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *
hipdnn_graph_batchnorm_inference(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *mean,
                                 hipdnn_tensor_t *inv_variance, hipdnn_tensor_t *scale, hipdnn_tensor_t *bias,
                                 const hipdnn_batchnorm_inference_attributes *attributes);

/* The same from a plain variance: y = (x - mean) / sqrt(variance + epsilon) * scale + bias. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *
hipdnn_graph_batchnorm_inference_variance_ext(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *mean,
                                              hipdnn_tensor_t *variance, hipdnn_tensor_t *scale, hipdnn_tensor_t *bias,
                                              hipdnn_tensor_t *epsilon,
                                              const hipdnn_batchnorm_inference_variance_ext_attributes *attributes);

typedef struct hipdnn_layernorm_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnNormFwdPhase_t forward_phase; /* required */
    hipdnn_tensor_t *epsilon; /* required */
    int64_t normalized_dim_count; /* the last dimensions; default: from the first in which scale is not 1 */
    uint64_t reserved[4];
} hipdnn_layernorm_attributes;

typedef struct hipdnn_layernorm_outputs {
    hipdnn_tensor_t *y;
    hipdnn_tensor_t *mean, *inv_variance; /* NULL unless training */
} hipdnn_layernorm_outputs;

/* Layer normalization: y = (x - mean) * inv_variance * scale + bias with statistics over the last dimensions of x.
 * scale and bias have x's extents in those and 1 before, statistics the other way round. Without dims of scale and
 * without a count all dimensions but the first are normalized. */
HIPDNN_FRONTEND_API hipdnn_layernorm_outputs hipdnn_graph_layernorm(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                                    hipdnn_tensor_t *scale, hipdnn_tensor_t *bias,
                                                                    const hipdnn_layernorm_attributes *attributes);

typedef struct hipdnn_layernorm_backward_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnn_tensor_t *mean, *inv_variance; /* as layernorm gave them: both, or neither and epsilon */
    hipdnn_tensor_t *epsilon;
    int64_t normalized_dim_count; /* as for layernorm */
    uint64_t reserved[4];
} hipdnn_layernorm_backward_attributes;

/* Gradients of layer normalization. dy and dx have the shape of x, dscale and dbias that of scale. */
HIPDNN_FRONTEND_API hipdnn_norm_gradients
hipdnn_graph_layernorm_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                const hipdnn_layernorm_backward_attributes *attributes);

typedef struct hipdnn_rmsnorm_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnNormFwdPhase_t forward_phase; /* required */
    hipdnn_tensor_t *epsilon; /* required */
    hipdnn_tensor_t *bias;
    uint64_t reserved[4];
} hipdnn_rmsnorm_attributes;

typedef struct hipdnn_rmsnorm_outputs {
    hipdnn_tensor_t *y;
    hipdnn_tensor_t *inv_rms; /* NULL unless training */
} hipdnn_rmsnorm_outputs;

/* Root mean square normalization: y = x * inv_rms * scale [+ bias], over the dimensions where scale is not 1, never the
 * first. There scale and bias have x's extents, and inv_rms has 1; elsewhere the other way round. */
HIPDNN_FRONTEND_API hipdnn_rmsnorm_outputs hipdnn_graph_rmsnorm(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                                hipdnn_tensor_t *scale,
                                                                const hipdnn_rmsnorm_attributes *attributes);

typedef struct hipdnn_rmsnorm_backward_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    bool compute_dbias; /* else dbias is NULL */
    uint64_t reserved[4];
} hipdnn_rmsnorm_backward_attributes;

/* Gradients of root mean square normalization. dy and dx have the shape of x, dscale and dbias that of scale; inv_rms
 * as rmsnorm gave it. */
HIPDNN_FRONTEND_API hipdnn_norm_gradients
hipdnn_graph_rmsnorm_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *dy, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                              hipdnn_tensor_t *inv_rms, const hipdnn_rmsnorm_backward_attributes *attributes);

/* ------------------------------------------------------------------------------------------------ pooling */

typedef struct hipdnn_resample_fwd_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnResampleMode_t resample_mode; /* required */
    hipdnnPaddingMode_t padding_mode; /* default: minus infinity for a maximum, else zero */
    int64_t window[HIPDNN_MAX_RANK]; /* required */
    int64_t stride[HIPDNN_MAX_RANK]; /* 0 is 1 */
    int64_t padding[HIPDNN_MAX_RANK]; /* the same before and after; not together with the next two */
    int64_t pre_padding[HIPDNN_MAX_RANK];
    int64_t post_padding[HIPDNN_MAX_RANK];
    bool generate_index; /* max pooling only */
    uint64_t reserved[4];
} hipdnn_resample_fwd_attributes;

typedef struct hipdnn_resample_outputs {
    hipdnn_tensor_t *y;
    hipdnn_tensor_t *index; /* I32 unless set to I8; NULL unless asked for */
} hipdnn_resample_outputs;

/* Pooling: y [N, C, spatial...] from windows of x [N, C, spatial...]; y's size in a dimension is (x + before + after -
 * window) / stride + 1, rounded down, its strides in the order of x's. index has the shape of y and says where in its
 * window each maximum was. No window may lie in padding alone. */
HIPDNN_FRONTEND_API hipdnn_resample_outputs hipdnn_graph_resample_fwd(hipdnn_graph_t *graph, hipdnn_tensor_t *x,
                                                                      const hipdnn_resample_fwd_attributes *attributes);

typedef struct hipdnn_resample_bwd_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnResampleMode_t resample_mode; /* required */
    hipdnnPaddingMode_t padding_mode; /* may be left out: no padding has a gradient */
    int64_t window[HIPDNN_MAX_RANK]; /* these as for the forward pass */
    int64_t stride[HIPDNN_MAX_RANK];
    int64_t padding[HIPDNN_MAX_RANK];
    int64_t pre_padding[HIPDNN_MAX_RANK];
    int64_t post_padding[HIPDNN_MAX_RANK];
    hipdnn_tensor_t *index; /* required for max pooling, absent for the others */
    uint64_t reserved[4];
} hipdnn_resample_bwd_attributes;

/* Gradient of pooling: dx from dy, both [N, C, spatial...]. When the dims of dx are not set, it gets the smallest that
 * are pooled to dy. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *hipdnn_graph_resample_bwd(hipdnn_graph_t *graph, hipdnn_tensor_t *dy,
                                                               const hipdnn_resample_bwd_attributes *attributes);

/* ---------------------------------------------------------------------------------------------- attention
 *
 * q [B, Hq, Sq, D], k [B, Hk, Skv, D], v [B, Hv, Skv, Dv], any strides; Hq is a multiple of Hk and of Hv. */

typedef struct hipdnn_sdpa_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    /* The scores' scale: a tensor or a number, not both; default 1. */
    hipdnn_tensor_t *attn_scale;
    hipdnn_optional_f32 attn_scale_value;
    hipdnn_tensor_t *bias; /* added to the scores, [B or 1, Hq or 1, Sq or 1, Skv or 1] */
    bool alibi_mask;
    bool padding_mask; /* needs both lengths */
    hipdnn_tensor_t *seq_len_q, *seq_len_kv; /* I32 [B, 1, 1, 1] */
    /* A band of scores around a diagonal that starts in a corner; the bounds count from it, default none. */
    hipdnnDiagonalAlignment_t diagonal_alignment; /* default: top left */
    hipdnn_optional_i64 left_bound, right_bound;
    bool causal_mask, causal_mask_bottom_right; /* the older form of right_bound 0; at most one */
    /* Dropout: drawn, or given as a mask [B or 1, Hq or 1, Sq, Skv] with its scale. */
    hipdnn_optional_f32 dropout_probability; /* from 0 to less than 1; needs seed and offset */
    hipdnn_tensor_t *seed, *offset;
    hipdnn_tensor_t *dropout_mask, *dropout_scale;
    /* k and v in pages: I32 tables [B, 1, n, 1] of pages [pages, H, page, D], and the longest sequence in them. */
    hipdnn_tensor_t *paged_attention_k_table, *paged_attention_v_table;
    int32_t paged_attention_max_seq_len_kv;
    /* For engines that know them. */
    hipdnn_tensor_t *block_mask, *sink_token;
    hipdnn_tensor_t *descale_q, *descale_k, *descale_v, *descale_s, *scale_s, *scale_o; /* of 8-bit types */
    hipdnn_type mma_core_mode; /* default: the engine's choice */
    hipdnnAttentionImplementation_t implementation; /* default: the engine's choice */
    /* Results besides o. */
    bool generate_stats, generate_logit_max, generate_score_sum_exp, generate_rng_dump, generate_amax_s,
        generate_amax_o;
    uint64_t reserved[4];
} hipdnn_sdpa_attributes;

/* NULL unless asked for, but for o. */
typedef struct hipdnn_sdpa_outputs {
    hipdnn_tensor_t *o; /* [B, Hq, Sq, Dv] */
    hipdnn_tensor_t *stats; /* [B, Hq, Sq, 1], what sdpa_backward takes */
    hipdnn_tensor_t *logit_max, *score_sum_exp; /* [B, Hq, Sq, 1] */
    hipdnn_tensor_t *rng_dump; /* [B, Hq, Sq, Skv] */
    hipdnn_tensor_t *amax_s, *amax_o; /* scalars */
} hipdnn_sdpa_outputs;

/* Attention: o = dropout(softmax(q k^T * scale + masks)) v. Results are packed. */
HIPDNN_FRONTEND_API hipdnn_sdpa_outputs hipdnn_graph_sdpa(hipdnn_graph_t *graph, hipdnn_tensor_t *q, hipdnn_tensor_t *k,
                                                          hipdnn_tensor_t *v, const hipdnn_sdpa_attributes *attributes);

/* As hipdnn_sdpa_attributes, where they have the same name. */
typedef struct hipdnn_sdpa_backward_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnn_tensor_t *attn_scale;
    hipdnn_optional_f32 attn_scale_value;
    hipdnn_tensor_t *bias;
    bool compute_dbias; /* needs bias */
    bool alibi_mask;
    bool padding_mask;
    hipdnn_tensor_t *seq_len_q, *seq_len_kv;
    hipdnnDiagonalAlignment_t diagonal_alignment;
    hipdnn_optional_i64 left_bound, right_bound;
    bool causal_mask, causal_mask_bottom_right;
    hipdnn_optional_f32 dropout_probability;
    hipdnn_tensor_t *seed, *offset;
    hipdnn_tensor_t *dropout_mask, *dropout_scale, *dropout_scale_inv;
    uint64_t reserved[4];
} hipdnn_sdpa_backward_attributes;

typedef struct hipdnn_sdpa_gradients {
    hipdnn_tensor_t *dq, *dk, *dv;
    hipdnn_tensor_t *dbias; /* NULL unless asked for */
} hipdnn_sdpa_gradients;

/* Gradients of attention, from what it took and gave and the gradient dout of o; each has the shape of what it is the
 * gradient of, packed. */
HIPDNN_FRONTEND_API hipdnn_sdpa_gradients hipdnn_graph_sdpa_backward(hipdnn_graph_t *graph, hipdnn_tensor_t *q,
                                                                     hipdnn_tensor_t *k, hipdnn_tensor_t *v,
                                                                     hipdnn_tensor_t *o, hipdnn_tensor_t *dout,
                                                                     hipdnn_tensor_t *stats,
                                                                     const hipdnn_sdpa_backward_attributes *attributes);

/* ------------------------------------------------------------------------------------------- block scales */

typedef struct hipdnn_block_scale_quantize_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    int32_t block_size; /* required: elements that share a scale */
    hipdnn_optional_i64 axis; /* along which blocks lie; default: the last */
    bool transpose; /* the last two dimensions of y are exchanged in memory */
    uint64_t reserved[4];
} hipdnn_block_scale_quantize_attributes;

typedef struct hipdnn_block_scale_outputs {
    hipdnn_tensor_t *y, *scale;
} hipdnn_block_scale_outputs;

/* Quantization by blocks: y in the shape of x, scale with one entry per block along the axis, of which x has a multiple
 * of block_size elements. Set the types of both (hipdnn_tensor_set_data_type). */
HIPDNN_FRONTEND_API hipdnn_block_scale_outputs hipdnn_graph_block_scale_quantize(
    hipdnn_graph_t *graph, hipdnn_tensor_t *x, const hipdnn_block_scale_quantize_attributes *attributes);

typedef struct hipdnn_block_scale_dequantize_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    int32_t block_size[HIPDNN_MAX_RANK]; /* required; ends at the first 0; no more entries than x has dimensions */
    bool is_negative_scale;
    uint64_t reserved[4];
} hipdnn_block_scale_dequantize_attributes;

/* The way back: y = x * scale, in the shape of x; an operation of the graph reads it, and it stays virtual. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *
hipdnn_graph_block_scale_dequantize(hipdnn_graph_t *graph, hipdnn_tensor_t *x, hipdnn_tensor_t *scale,
                                    const hipdnn_block_scale_dequantize_attributes *attributes);

/* ------------------------------------------------------------------------------------------------ experts */

typedef struct hipdnn_moe_grouped_matmul_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    hipdnnMoeGroupedMatmulMode_t mode; /* default: rows are in the order of the experts */
    hipdnn_tensor_t *token_index; /* GATHER: I32 [1, R, 1]; SCATTER: I32 [1, T, 1] */
    hipdnn_tensor_t *token_ks; /* SCATTER: I32 [1, T, 1] */
    int32_t top_k; /* SCATTER: from 1 to the number of experts */
    uint64_t reserved[4];
} hipdnn_moe_grouped_matmul_attributes;

/* A matmul per expert: each row of token [1, T, K] times weight [E, K, N] of the expert in whose range it lies, by
 * first_token_offset, I32 [B * E, 1, 1]. The output is [1, R, N] when gathering, else [1, T, N]. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *
hipdnn_graph_moe_grouped_matmul(hipdnn_graph_t *graph, hipdnn_tensor_t *token, hipdnn_tensor_t *weight,
                                hipdnn_tensor_t *first_token_offset,
                                const hipdnn_moe_grouped_matmul_attributes *attributes);

typedef struct hipdnn_moe_grouped_matmul_bwd_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    uint64_t reserved[4];
} hipdnn_moe_grouped_matmul_bwd_attributes;

/* Gradient of its weight: dweight [E, K, N], whose dims must be set, from doutput [1, T, N] and token [1, T, K]. */
HIPDNN_FRONTEND_API hipdnn_tensor_t *
hipdnn_graph_moe_grouped_matmul_bwd(hipdnn_graph_t *graph, hipdnn_tensor_t *doutput, hipdnn_tensor_t *token,
                                    hipdnn_tensor_t *first_token_offset,
                                    const hipdnn_moe_grouped_matmul_bwd_attributes *attributes);

/* ------------------------------------------------------------------------------------------- anything else */

typedef struct hipdnn_custom_op_attributes {
    const char *name;
    hipdnn_type compute_data_type;
    const char *custom_op_id; /* required: what the plugin calls it */
    const void *data; /* opaque bytes for the plugin */
    size_t data_size;
    uint64_t reserved[4];
} hipdnn_custom_op_attributes;

/* An operation that only a plugin knows: `input_count` tensors in, `output_count` (1 or more) new ones out, written to
 * `out_outputs`, which are NULL after a failure. Set their dims: nothing can be inferred. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_custom_op(hipdnn_graph_t *graph, hipdnn_tensor_t *const *inputs,
                                                          size_t input_count, hipdnn_tensor_t **out_outputs,
                                                          size_t output_count,
                                                          const hipdnn_custom_op_attributes *attributes);

/* -------------------------------------------------------------------------------------------------- build
 *
 * hipdnn_graph_build is the usual way. Its steps, for those who need one alone, come in this order; a step before its
 * turn is NOT_INITIALIZED, and the sentence names the missing one. A change to the graph takes it back to the start.
 *
 * Step 3 makes a list of plans to be, best first; step 5 makes one of them, or all, and one becomes active: that is the
 * plan that runs. Between the two the list may be filtered, and more plans added to it. */

/* All steps: validate, build_operation_graph, create_execution_plans with the default mode, check_support, build_plans.
 * Starts over when the graph is built already. The handle must outlive what runs on it. Statuses: the steps'. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build(hipdnn_graph_t *graph, hipdnnHandle_t handle);

typedef enum hipdnn_build_policy {
    HIPDNN_BUILD_HEURISTICS_CHOICE = 0, /* the first plan of the list that works */
    HIPDNN_BUILD_ALL = 1 /* every plan of the list */
} hipdnn_build_policy;

typedef struct hipdnn_build_attributes {
    const hipdnnBackendHeurMode_t *modes; /* default: as hipdnn_graph_create_execution_plans */
    size_t mode_count;
    hipdnn_build_policy policy;
    uint64_t reserved[4];
} hipdnn_build_attributes;

/* The same with choices. BAD_PARAM: an unknown policy, `reserved` not zero. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_with(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                           const hipdnn_build_attributes *attributes);

/* 1. Fills in what was left out (types, uids, dims, strides, names) and checks the whole; needs no handle and no
 * device. BAD_PARAM: no operation; a uid used twice; a cycle; parts that share no tensor; a virtual tensor that nothing
 * writes; a tensor without type or dims; what an operation refuses. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_validate(hipdnn_graph_t *graph);

/* 2. Hands the graph to the backend. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_operation_graph(hipdnn_graph_t *graph, hipdnnHandle_t handle);

/* 3. Ranks the engines that apply: one plan to be for each, nothing deselected. Modes are asked in turn until one gives
 * a ranking; NULL and 0 ask mode A alone (HIPDNN_HEUR_MODE_A_EXT). The preferred engine, when among the ranked ones,
 * comes first. NOT_SUPPORTED: no engine applies; the sentence says which exist and why each does not. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_create_execution_plans(hipdnn_graph_t *graph,
                                                                       const hipdnnBackendHeurMode_t *modes,
                                                                       size_t mode_count);

/* 4. Succeeds when an engine of the list that is not deselected takes the graph. Compiles nothing. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_check_support(hipdnn_graph_t *graph);

/* 5. Makes the first plan of the list that works, and makes it active; an engine that fails is logged as a warning and
 * the next is tried. When all fail: the status of the first, or BAD_PARAM when all are deselected; the sentence names
 * each. With an active plan there is nothing left to do, and it succeeds. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_plans(hipdnn_graph_t *graph);
/* 5. The same for every plan of the list; the first that works becomes active unless another is. Succeeds when one
 * works. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_all_plans(hipdnn_graph_t *graph);

/* Whether any engine takes the graph: the quick question, without a ranking. Takes steps 1 and 2 when they are missing.
 * Success and false: none does. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_is_supported_ext(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                                 bool *out_is_supported);

/* ------------------------------------------------------------------------------------------ engines, knobs
 *
 * After step 2. What is lent here (names, knobs, notes) lives until the graph changes, is lowered again or destroyed.
 * BAD_PARAM where an engine is asked for: there is no such engine, or it does not apply to the graph. */

/* Engine ids in the backend's order, best first, without the preferred engine's step to the front. Writes up to
 * `capacity` ids; `*out_count` is how many there are. `engine_ids` may be NULL when `capacity` is 0. Modes and statuses
 * as for hipdnn_graph_create_execution_plans. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_ranked_engine_ids(hipdnn_graph_t *graph,
                                                                      const hipdnnBackendHeurMode_t *modes,
                                                                      size_t mode_count, int64_t *engine_ids,
                                                                      size_t capacity, size_t *out_count);

/* An engine that applies, with the settings it has by default. */
typedef struct hipdnn_engine_config {
    int64_t engine_id;
    const char *engine_name;
    size_t workspace_estimate; /* bytes; what a plan needs exactly is known when it is made */
    const hipdnn_data_knob *knobs;
    size_t knob_count;
    const hipdnnBackendBehaviorNote_t *behavior_notes;
    size_t behavior_note_count;
    bool supports_exhaustive; /* has the knob global.benchmarking */
    uint64_t reserved[4]; /* 0 */
} hipdnn_engine_config;

/* All of them, in the order of hipdnn_graph_get_ranked_engine_ids; an engine that cannot describe itself is left out
 * with a warning. The list is lent until the next such call. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_engine_configs(hipdnn_graph_t *graph,
                                                                   const hipdnnBackendHeurMode_t *modes,
                                                                   size_t mode_count,
                                                                   const hipdnn_engine_config **out_configs,
                                                                   size_t *out_count);

/* What can be set on one engine, and what it says of itself (HIPDNN_BEHAVIOR_NOTE_*). */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_knobs_for_engine(hipdnn_graph_t *graph, int64_t engine_id,
                                                                     const hipdnn_data_knob **out_knobs,
                                                                     size_t *out_count);
/* One knob by its id; NULL when the engine has no such knob. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_find_knob_for_engine(hipdnn_graph_t *graph, int64_t engine_id,
                                                                     const char *knob_id,
                                                                     const hipdnn_data_knob **out_knob);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_behavior_notes_for_engine(
    hipdnn_graph_t *graph, int64_t engine_id, const hipdnnBackendBehaviorNote_t **out_notes, size_t *out_count);

/* Knob settings as initializers: {HIPDNN_KNOB_I64("blas.gemm.split_k", 4), HIPDNN_KNOB_TEXT("blas.gemm.kernel", "a")}
 */
#define HIPDNN_KNOB_I64(id, value)                                                                                     \
    {                                                                                                                  \
        (id),                                                                                                          \
        {                                                                                                              \
            HIPDNN_DATA_KNOB_INT64, (value), 0, NULL                                                                   \
        }                                                                                                              \
    }
#define HIPDNN_KNOB_F64(id, value)                                                                                     \
    {                                                                                                                  \
        (id),                                                                                                          \
        {                                                                                                              \
            HIPDNN_DATA_KNOB_DOUBLE, 0, (value), NULL                                                                  \
        }                                                                                                              \
    }
#define HIPDNN_KNOB_TEXT(id, value)                                                                                    \
    {                                                                                                                  \
        (id),                                                                                                          \
        {                                                                                                              \
            HIPDNN_DATA_KNOB_STRING, 0, 0, (value)                                                                     \
        }                                                                                                              \
    }

/* Instead of 3 to 5: makes the plan of exactly this engine, and fails rather than take another. Drops earlier plans. A
 * knob that is not set has its default; one that the engine does not have is dropped with a warning, a deprecated one
 * is used with a warning. BAD_PARAM: a value of the wrong type or out of range, a knob set twice. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_create_execution_plan_ext(hipdnn_graph_t *graph, int64_t engine_id,
                                                                          const hipdnn_data_knob_setting *settings,
                                                                          size_t setting_count);

/* Appends a plan to be to the list, which may be empty. As above, but a knob that the engine does not have is
 * BAD_PARAM; global.benchmarking, which tuning switches itself, is left out with a warning. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_add_engine(hipdnn_graph_t *graph, int64_t engine_id,
                                                           const hipdnn_data_knob_setting *settings,
                                                           size_t setting_count);

/* ------------------------------------------------------------------------------------------------- plans */

/* Bars plans: they are neither made nor run, and an active one is so no longer. Calls add up until step 3 makes a new
 * list. An engine that no plan of the list is on is warned of. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_deselect_engines(hipdnn_graph_t *graph, const int64_t *engine_ids,
                                                                 size_t count);
/* Bars plans that need more bytes of workspace, which is known once they are made: estimates bar nothing. The last call
 * counts. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_deselect_workspace_greater_than(hipdnn_graph_t *graph, size_t bytes);

/* Plans in the list, made or not, deselected ones too; 0 before step 3. */
HIPDNN_FRONTEND_API size_t hipdnn_graph_get_execution_plan_count(const hipdnn_graph_t *graph);
/* Makes that plan, and makes it active. BAD_PARAM, here and below: an index past the end; here also a deselected plan.
 */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_build_plan_at_index(hipdnn_graph_t *graph, size_t index);
/* Of any plan in the list, made or not; the name is lent like those of engines. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_plan_name_at_index(hipdnn_graph_t *graph, size_t index,
                                                                       const char **out_name);
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_plan_engine_id_at_index(hipdnn_graph_t *graph, size_t index,
                                                                            int64_t *out_engine_id);
/* Exact, so the plan must be made: else NOT_INITIALIZED. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_workspace_size_plan_at_index(hipdnn_graph_t *graph, size_t index,
                                                                                 size_t *out_bytes);
/* The largest estimate of the list. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_get_estimated_max_workspace_size(hipdnn_graph_t *graph,
                                                                                 size_t *out_bytes);

/* Of the active plan, NOT_INITIALIZED without one: bytes of workspace that execute needs (device memory of the handle's
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

/* The same with another built plan of the list than the active one. NOT_INITIALIZED: that plan is not built. BAD_PARAM:
 * an index past the end, or a deselected plan. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_execute_plan_at_index(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                                      const hipdnn_binding *bindings, size_t count,
                                                                      void *workspace, size_t index);

/* Another shape of one tensor for one execution. */
typedef struct hipdnn_shape_override {
    hipdnn_tensor_t *tensor; /* a bound one */
    int64_t dim[HIPDNN_MAX_RANK]; /* as many as the tensor has, from 1 to its own */
    int64_t stride[HIPDNN_MAX_RANK]; /* above 0, in the order of the tensor's; default: packed in that order */
    uint64_t reserved[4];
} hipdnn_shape_override;

/* Runs the active plan with other shapes for some tensors; without overrides it is hipdnn_graph_execute. The graph was
 * built with overrides enabled (hipdnn_graph_set_override_shape_enabled). Each call makes a new pack.
 * BAD_PARAM: not enabled, a tensor that is not bound, one twice, dims or strides other than allowed. Else what the
 * backend says: the engine may not be able to run these shapes. */
HIPDNN_FRONTEND_API hipdnnStatus_t hipdnn_graph_execute_with_overrides(hipdnn_graph_t *graph, hipdnnHandle_t handle,
                                                                       const hipdnn_binding *bindings, size_t count,
                                                                       void *workspace,
                                                                       const hipdnn_shape_override *overrides,
                                                                       size_t override_count);

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
