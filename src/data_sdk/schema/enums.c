/* SPDX-License-Identifier: MIT */
/* Every list here is dense: the value with wire number n is row n. Lookups by wire number use that and fall back to a
 * search, so that a list with a gap would be slow but not wrong. */
#include "data_sdk/schema/enums.h"

#include "hipdnn_data_sdk/types.h"

#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A wire number without a C API value. */
enum { NO_API = -1 };

static const hd_enum_value data_types[] = {
    {HIPDNN_TYPE_UNSET, NO_API, "unset"},
    {HIPDNN_TYPE_F32, 0, "float"},
    {HIPDNN_TYPE_F16, 2, "half"},
    {HIPDNN_TYPE_BF16, 6, "bfloat16"},
    {HIPDNN_TYPE_F64, 1, "double"},
    {HIPDNN_TYPE_U8, 5, "uint8"},
    {HIPDNN_TYPE_I32, 4, "int32"},
    {HIPDNN_TYPE_I8, 3, "int8"},
    {HIPDNN_TYPE_FP8_E4M3, 7, "fp8_e4m3"},
    {HIPDNN_TYPE_FP8_E5M2, 8, "fp8_e5m2"},
    {HIPDNN_TYPE_FP8_E8M0, 9, "fp8_e8m0"},
    {HIPDNN_TYPE_FP4_E2M1, 10, "fp4_e2m1"},
    {HIPDNN_TYPE_FP6_E2M3, 12, "fp6_e2m3"},
    {HIPDNN_TYPE_FP6_E3M2, 13, "fp6_e3m2"},
    {HIPDNN_TYPE_I4, 11, "int4"},
    {HIPDNN_TYPE_I64, 14, "int64"},
    {HIPDNN_TYPE_BOOL, 15, "boolean"},
    {HIPDNN_TYPE_FP8_E4M3_FNUZ, 16, "fp8_e4m3_fnuz"},
    {HIPDNN_TYPE_FP8_E5M2_FNUZ, 17, "fp8_e5m2_fnuz"},
};
const hd_enum hd_data_type_enum = {"DataType", data_types, COUNT(data_types), false};

static const hd_enum_value conv_modes[] = {
    {HIPDNN_CONV_MODE_UNSET, NO_API, "UNSET"},
    {HIPDNN_CONV_MODE_CONVOLUTION, 0, "CONVOLUTION"},
    {HIPDNN_CONV_MODE_CROSS_CORRELATION, 1, "CROSS_CORRELATION"},
};
const hd_enum hd_conv_mode_enum = {"ConvMode", conv_modes, COUNT(conv_modes), false};

/* From here on both numberings agree; the first value of most lists is the schema's alone. */
#define SAME(number, text)                                                                                             \
    {                                                                                                                  \
        (number), (number), (text)                                                                                     \
    }

#define MODE(name, text) SAME(HIPDNN_POINTWISE_##name, text)
static const hd_enum_value pointwise_modes[] = {
    {0, NO_API, "unset"},
    MODE(ABS, "abs"),
    MODE(ADD, "add"),
    MODE(ADD_SQUARE, "add_square"),
    MODE(BINARY_SELECT, "binary_select"),
    MODE(CEIL, "ceil"),
    MODE(CMP_EQ, "cmp_eq"),
    MODE(CMP_GE, "cmp_ge"),
    MODE(CMP_GT, "cmp_gt"),
    MODE(CMP_LE, "cmp_le"),
    MODE(CMP_LT, "cmp_lt"),
    MODE(CMP_NEQ, "cmp_neq"),
    MODE(DIV, "div"),
    MODE(ELU_BWD, "elu_bwd"),
    MODE(ELU_FWD, "elu_fwd"),
    MODE(ERF, "erf"),
    MODE(EXP, "exp"),
    MODE(FLOOR, "floor"),
    MODE(GELU_APPROX_TANH_BWD, "gelu_approx_tanh_bwd"),
    MODE(GELU_APPROX_TANH_FWD, "gelu_approx_tanh_fwd"),
    MODE(GELU_BWD, "gelu_bwd"),
    MODE(GELU_FWD, "gelu_fwd"),
    MODE(GEN_INDEX, "gen_index"),
    MODE(IDENTITY, "identity"),
    MODE(LOG, "log"),
    MODE(LOGICAL_AND, "logical_and"),
    MODE(LOGICAL_NOT, "logical_not"),
    MODE(LOGICAL_OR, "logical_or"),
    MODE(MAX, "max_op"),
    MODE(MIN, "min_op"),
    MODE(MUL, "mul"),
    MODE(NEG, "neg"),
    MODE(RECIPROCAL, "reciprocal"),
    MODE(RELU_BWD, "relu_bwd"),
    MODE(RELU_FWD, "relu_fwd"),
    MODE(RSQRT, "rsqrt"),
    MODE(SIGMOID_BWD, "sigmoid_bwd"),
    MODE(SIGMOID_FWD, "sigmoid_fwd"),
    MODE(SIN, "sin"),
    MODE(SOFTPLUS_BWD, "softplus_bwd"),
    MODE(SOFTPLUS_FWD, "softplus_fwd"),
    MODE(SQRT, "sqrt"),
    MODE(SUB, "sub"),
    MODE(SWISH_BWD, "swish_bwd"),
    MODE(SWISH_FWD, "swish_fwd"),
    MODE(TAN, "tan"),
    MODE(TANH_BWD, "tanh_bwd"),
    MODE(TANH_FWD, "tanh_fwd"),
};
const hd_enum hd_pointwise_mode_enum = {"PointwiseMode", pointwise_modes, COUNT(pointwise_modes), false};

static const hd_enum_value norm_phases[] = {
    {0, NO_API, "NOT_SET"},
    SAME(HIPDNN_NORM_FWD_INFERENCE, "INFERENCE"),
    SAME(HIPDNN_NORM_FWD_TRAINING, "TRAINING"),
};
const hd_enum hd_norm_phase_enum = {"NormFwdPhase", norm_phases, COUNT(norm_phases), true};

static const hd_enum_value moe_modes[] = {
    SAME(HIPDNN_MOE_GROUPED_MATMUL_MODE_NONE, "none"),
    SAME(HIPDNN_MOE_GROUPED_MATMUL_MODE_GATHER, "gather"),
    SAME(HIPDNN_MOE_GROUPED_MATMUL_MODE_SCATTER, "scatter"),
};
const hd_enum hd_moe_mode_enum = {"MoeGroupedMatmulMode", moe_modes, COUNT(moe_modes), false};

static const hd_enum_value reduction_modes[] = {
    {0, NO_API, "not_set"},
    SAME(HIPDNN_REDUCE_TENSOR_ADD, "add"),
    SAME(HIPDNN_REDUCE_TENSOR_MUL, "mul"),
    SAME(HIPDNN_REDUCE_TENSOR_MIN, "min"),
    SAME(HIPDNN_REDUCE_TENSOR_MAX, "max"),
    SAME(HIPDNN_REDUCE_TENSOR_AMAX, "amax"),
    SAME(HIPDNN_REDUCE_TENSOR_AVG, "avg"),
    SAME(HIPDNN_REDUCE_TENSOR_NORM1, "norm1"),
    SAME(HIPDNN_REDUCE_TENSOR_NORM2, "norm2"),
    SAME(HIPDNN_REDUCE_TENSOR_MUL_NO_ZEROS, "mul_no_zeros"),
};
const hd_enum hd_reduction_mode_enum = {"ReductionMode", reduction_modes, COUNT(reduction_modes), true};

static const hd_enum_value resample_modes[] = {
    {0, NO_API, "not_set"},
    SAME(HIPDNN_RESAMPLE_MAXPOOL, "maxpool"),
    SAME(HIPDNN_RESAMPLE_AVGPOOL_EXCLUDE_PADDING, "avgpool_exclude_padding"),
    SAME(HIPDNN_RESAMPLE_AVGPOOL_INCLUDE_PADDING, "avgpool_include_padding"),
};
const hd_enum hd_resample_mode_enum = {"ResampleMode", resample_modes, COUNT(resample_modes), true};

static const hd_enum_value padding_modes[] = {
    SAME(HIPDNN_PADDING_NOT_SET, "padding_not_set"),
    SAME(HIPDNN_PADDING_NEG_INF_PAD, "neg_inf_pad"),
    SAME(HIPDNN_PADDING_ZERO_PAD, "zero_pad"),
};
const hd_enum hd_padding_mode_enum = {"PaddingMode", padding_modes, COUNT(padding_modes), true};

static const hd_enum_value diagonal_alignments[] = {
    SAME(HIPDNN_DIAGONAL_ALIGNMENT_TOP_LEFT_EXT, "TOP_LEFT"),
    SAME(HIPDNN_DIAGONAL_ALIGNMENT_BOTTOM_RIGHT_EXT, "BOTTOM_RIGHT"),
};
const hd_enum hd_diagonal_alignment_enum = {"DiagonalAlignment", diagonal_alignments, COUNT(diagonal_alignments),
                                            false};

static const hd_enum_value attention_implementations[] = {
    SAME(HIPDNN_ATTENTION_IMPLEMENTATION_AUTO_EXT, "AUTO"),
    SAME(HIPDNN_ATTENTION_IMPLEMENTATION_COMPOSITE_EXT, "COMPOSITE"),
    SAME(HIPDNN_ATTENTION_IMPLEMENTATION_UNIFIED_EXT, "UNIFIED"),
};
const hd_enum hd_attention_implementation_enum = {"AttentionImplementation", attention_implementations,
                                                  COUNT(attention_implementations), false};

const hd_enum_value *hd_enum_by_wire(const hd_enum *list, int32_t wire)
{
    if (wire >= 0 && (size_t)wire < list->count && list->values[wire].wire == wire)
        return &list->values[wire];
    for (size_t i = 0; i < list->count; i++)
        if (list->values[i].wire == wire)
            return &list->values[i];
    return NULL;
}

const hd_enum_value *hd_enum_by_api(const hd_enum *list, int32_t api)
{
    if (api == NO_API)
        return NULL;
    for (size_t i = 0; i < list->count; i++)
        if (list->values[i].api == api)
            return &list->values[i];
    return NULL;
}

static int lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? letter - 'A' + 'a' : letter;
}

/* Not strcasecmp, which knows the locale: under a Turkish one "I" is no "i". */
static bool equal_in_any_case(const char *a, const char *b)
{
    while (*a != '\0' && lower(*a) == lower(*b)) {
        a++;
        b++;
    }
    return *a == *b;
}

const hd_enum_value *hd_enum_by_text(const hd_enum *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->values[i].text, text) == 0 ||
            (list->any_case && equal_in_any_case(list->values[i].text, text)))
            return &list->values[i];
    return NULL;
}

const char *hd_enum_text(const hd_enum *list, int32_t wire)
{
    const hd_enum_value *value = hd_enum_by_wire(list, wire);
    return value == NULL ? "unknown" : value->text;
}

size_t hd_data_type_size(int32_t wire)
{
    switch ((hipdnn_type)wire) {
    case HIPDNN_TYPE_F64:
    case HIPDNN_TYPE_I64:
        return 8;
    case HIPDNN_TYPE_F32:
    case HIPDNN_TYPE_I32:
        return 4;
    case HIPDNN_TYPE_F16:
    case HIPDNN_TYPE_BF16:
        return 2;
    case HIPDNN_TYPE_U8:
    case HIPDNN_TYPE_I8:
    case HIPDNN_TYPE_I4:
    case HIPDNN_TYPE_BOOL:
    case HIPDNN_TYPE_FP8_E4M3:
    case HIPDNN_TYPE_FP8_E5M2:
    case HIPDNN_TYPE_FP8_E8M0:
    case HIPDNN_TYPE_FP8_E4M3_FNUZ:
    case HIPDNN_TYPE_FP8_E5M2_FNUZ:
    case HIPDNN_TYPE_FP6_E2M3:
    case HIPDNN_TYPE_FP6_E3M2:
    case HIPDNN_TYPE_FP4_E2M1:
        return 1;
    case HIPDNN_TYPE_UNSET:
        break;
    }
    return 0;
}
