/* SPDX-License-Identifier: MIT */
/* Numbers and small values of the graph schema, shared by the data SDK and the frontend.
 *
 * Everywhere here 0 means "not set": the schema's numbering. The backend C API numbers data types and convolution
 * modes differently (hipdnn_backend_enums.h); both sets are joined by name in one table of the data SDK. */
#ifndef HIPDNN_DATA_SDK_TYPES_H
#define HIPDNN_DATA_SDK_TYPES_H

#include "hipdnn_modes.h"

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Element types. Source: the schema's DataType. */
typedef enum hipdnn_type {
    HIPDNN_TYPE_UNSET = 0,
    HIPDNN_TYPE_F32 = 1,
    HIPDNN_TYPE_F16 = 2,
    HIPDNN_TYPE_BF16 = 3,
    HIPDNN_TYPE_F64 = 4,
    HIPDNN_TYPE_U8 = 5,
    HIPDNN_TYPE_I32 = 6,
    HIPDNN_TYPE_I8 = 7,
    HIPDNN_TYPE_FP8_E4M3 = 8,
    HIPDNN_TYPE_FP8_E5M2 = 9,
    HIPDNN_TYPE_FP8_E8M0 = 10,
    HIPDNN_TYPE_FP4_E2M1 = 11,
    HIPDNN_TYPE_FP6_E2M3 = 12,
    HIPDNN_TYPE_FP6_E3M2 = 13,
    HIPDNN_TYPE_I4 = 14,
    HIPDNN_TYPE_I64 = 15,
    HIPDNN_TYPE_BOOL = 16,
    HIPDNN_TYPE_FP8_E4M3_FNUZ = 17,
    HIPDNN_TYPE_FP8_E5M2_FNUZ = 18
} hipdnn_type;

/* Filter orientation. Source: the schema's ConvMode. */
typedef enum hipdnn_conv_mode {
    HIPDNN_CONV_MODE_UNSET = 0,
    HIPDNN_CONV_MODE_CONVOLUTION = 1, /* flipped filter */
    HIPDNN_CONV_MODE_CROSS_CORRELATION = 2 /* filter as stored */
} hipdnn_conv_mode;

/* Most dimensions of a tensor. */
#define HIPDNN_MAX_RANK 8

/* A short list of extents, strides or paddings; `count` 0 is an absent list. */
typedef struct hipdnn_dims {
    int64_t v[HIPDNN_MAX_RANK];
    uint32_t count;
} hipdnn_dims;

/* A value that may be absent although 0 is a real one. HIPDNN_SOME(x) makes a present one. */
typedef struct hipdnn_optional_i64 {
    bool set;
    int64_t value;
} hipdnn_optional_i64;

typedef struct hipdnn_optional_f32 {
    bool set;
    float value;
} hipdnn_optional_f32;

typedef struct hipdnn_optional_i32 {
    bool set;
    int32_t value;
} hipdnn_optional_i32;

typedef struct hipdnn_optional_bool {
    bool set;
    bool value;
} hipdnn_optional_bool;

#define HIPDNN_SOME(x)                                                                                                 \
    {                                                                                                                  \
        true, (x)                                                                                                      \
    }

/* Lists of any length, lent by whoever holds them; `count` 0 is an absent list. */
typedef struct hipdnn_i64_list {
    const int64_t *v;
    uint32_t count;
} hipdnn_i64_list;

typedef struct hipdnn_i32_list {
    const int32_t *v;
    uint32_t count;
} hipdnn_i32_list;

typedef struct hipdnn_bytes {
    const uint8_t *v;
    uint32_t count;
} hipdnn_bytes;

#ifdef __cplusplus
}
#endif

#endif
