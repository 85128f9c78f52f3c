/* SPDX-License-Identifier: MIT */
/* Enumerations of the schema: one list each, with both numberings and the text. */
#ifndef HD_DATA_SDK_SCHEMA_ENUMS_H
#define HD_DATA_SDK_SCHEMA_ENUMS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct hd_enum_value {
    int32_t wire; /* schema number, also the frontend's */
    int32_t api; /* backend C API number; -1: the C API has no such value */
    const char *text; /* as JSON has it */
} hd_enum_value;

typedef struct hd_enum {
    const char *name; /* the schema's, e.g. "DataType" */
    const hd_enum_value *values;
    size_t count;
    bool any_case; /* writers differ: texts are found in any case, and JSON may have the number too */
} hd_enum;

extern const hd_enum hd_data_type_enum; /* texts: unset, float, half, ... */
extern const hd_enum hd_conv_mode_enum; /* UNSET, CONVOLUTION, CROSS_CORRELATION */
extern const hd_enum hd_pointwise_mode_enum; /* lower case: relu_fwd; MAX_OP and MIN_OP are "max_op", "min_op" */

extern const hd_enum hd_norm_phase_enum; /* upper case; a layernorm's JSON has the number */
extern const hd_enum hd_moe_mode_enum; /* lower case */
extern const hd_enum
    hd_reduction_mode_enum; /* lower case, older files upper case; MAX_OP and MIN_OP are "max", "min" */
extern const hd_enum hd_resample_mode_enum; /* lower case */
extern const hd_enum hd_padding_mode_enum; /* lower case */
extern const hd_enum hd_diagonal_alignment_enum; /* upper case */
extern const hd_enum hd_attention_implementation_enum; /* upper case */

/* NULL when there is no such value. */
const hd_enum_value *hd_enum_by_wire(const hd_enum *list, int32_t wire);
const hd_enum_value *hd_enum_by_api(const hd_enum *list, int32_t api);
const hd_enum_value *hd_enum_by_text(const hd_enum *list, const char *text);

/* The text, or "unknown". For messages. */
const char *hd_enum_text(const hd_enum *list, int32_t wire);

/* Bytes of one element; 0 for unset. Sub-byte types count as stored one per byte. */
size_t hd_data_type_size(int32_t wire);

#endif
