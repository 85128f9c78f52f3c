/* SPDX-License-Identifier: MIT */
#include "attribute_rows.h"

#include <string.h>

const row attribute_rows[] = {
#include "attribute_rows.inc" /* tests/abi/attribute_rows.py wrote it */
};
const size_t attribute_row_count = sizeof attribute_rows / sizeof *attribute_rows;

#define OPERATION(name, suffix)                                                                                        \
    {                                                                                                                  \
#name, HIPDNN_BACKEND_OPERATION_##name##_DESCRIPTOR##suffix                                                    \
    }
#define KIND(name)                                                                                                     \
    {                                                                                                                  \
#name, HIPDNN_BACKEND_##name##_DESCRIPTOR                                                                      \
    }

const kind kinds[] = {
    KIND(TENSOR),
    OPERATION(CONVOLUTION_FORWARD, ),
    OPERATION(CONVOLUTION_BACKWARD_DATA, ),
    OPERATION(CONVOLUTION_BACKWARD_FILTER, ),
    OPERATION(POINTWISE, ),
    OPERATION(MATMUL, ),
    OPERATION(BATCHNORM_INFERENCE, _EXT),
    OPERATION(BATCHNORM_INFERENCE_VARIANCE, _EXT),
    OPERATION(BATCHNORM_BACKWARD, _EXT),
    OPERATION(BATCHNORM, _EXT),
    OPERATION(LAYERNORM, _EXT),
    OPERATION(LAYERNORM_BACKWARD, _EXT),
    OPERATION(RMSNORM, _EXT),
    OPERATION(RMSNORM_BACKWARD, _EXT),
    OPERATION(SDPA_FWD, ),
    OPERATION(SDPA_BWD, _EXT),
    OPERATION(REDUCTION, ),
    OPERATION(RESAMPLE_FWD, ),
    OPERATION(RESAMPLE_BWD, ),
    OPERATION(BLOCK_SCALE_QUANTIZE, ),
    OPERATION(BLOCK_SCALE_DEQUANTIZE, ),
    OPERATION(CUSTOM_OP, _EXT),
    OPERATION(MOE_GROUPED_MATMUL, ),
    OPERATION(MOE_GROUPED_MATMUL_BWD, ),
    KIND(OPERATIONGRAPH),
    KIND(ENGINEHEUR),
    KIND(ENGINE),
    KIND(ENGINECFG),
    KIND(EXECUTION_PLAN),
    KIND(VARIANT_PACK),
    KIND(KNOB_INFO),
    KIND(KNOB_CHOICE),
    {"PROFILING_CONTROL", HIPDNN_BACKEND_PROFILING_CONTROL_EXT},
};
const size_t kind_count = sizeof kinds / sizeof *kinds;

descriptor make_kind(const char *name)
{
    for (size_t i = 0; i < kind_count; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return make(kinds[i].type);
    fail_msg("the table has a kind %s, which this test does not know", name);
    return NULL;
}

/* What is set together, and the four lists of overrides, which fit each other. Ended by 0. */
static const int groups[][6] = {
    {HIPDNN_ATTR_OPERATION_BATCHNORM_MEAN_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_BATCHNORM_PREV_RUNNING_MEAN_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_PREV_RUNNING_VARIANCE_EXT,
     HIPDNN_ATTR_OPERATION_BATCHNORM_MOMENTUM_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_NEXT_RUNNING_MEAN_EXT,
     HIPDNN_ATTR_OPERATION_BATCHNORM_NEXT_RUNNING_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_BATCHNORM_BACKWARD_MEAN_EXT, HIPDNN_ATTR_OPERATION_BATCHNORM_BACKWARD_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_LAYERNORM_MEAN_EXT, HIPDNN_ATTR_OPERATION_LAYERNORM_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_OPERATION_LAYERNORM_BACKWARD_MEAN_EXT, HIPDNN_ATTR_OPERATION_LAYERNORM_BACKWARD_INV_VARIANCE_EXT},
    {HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE, HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE},
    {HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_UNIQUE_IDS_EXT, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_LENGTHS_EXT,
     HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_SHAPES_EXT, HIPDNN_ATTR_VARIANT_PACK_OVERRIDE_STRIDES_EXT},
};

static bool go_together(const row *a, const row *b)
{
    for (size_t i = 0; i < sizeof groups / sizeof *groups; i++) {
        bool has_a = false, has_b = false;
        for (const int *name = groups[i]; *name != 0; name++) {
            has_a = has_a || (int)a->name == *name;
            has_b = has_b || (int)b->name == *name;
        }
        if (has_a && has_b)
            return true;
    }
    return false;
}

/* The type that a knob with this row has: a row of several types is of its own, limits are of the knob's. */
static hipdnnBackendAttributeType_t knob_type(const row *r)
{
    if (r->name == HIPDNN_ATTR_KNOB_INFO_VALID_VALUES_STRING || r->name == HIPDNN_ATTR_KNOB_INFO_STRING_MAX_LENGTH)
        return HIPDNN_TYPE_CHAR;
    const bool has_types =
        r->name == HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE || r->name == HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE ||
        r->name == HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE || r->name == HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE;
    return has_types ? r->type : HIPDNN_TYPE_INT64;
}

/* Of the rows of one name, the one whose type goes with `around`. */
static bool fits(const row *r, const row *around)
{
    const bool is_knob =
        r->name == HIPDNN_ATTR_KNOB_INFO_DEFAULT_VALUE || r->name == HIPDNN_ATTR_KNOB_INFO_MINIMUM_VALUE ||
        r->name == HIPDNN_ATTR_KNOB_INFO_MAXIMUM_VALUE || r->name == HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE;
    return !is_knob || r->type == knob_type(around);
}

hipdnnStatus_t set_row(descriptor object, const row *r)
{
    const value v = value_of(r);
    return set(object, r->name, r->type, v.count, v.elements);
}

static bool is_needed(const row *r, const row *around)
{
    return r->kind != NULL && strcmp(r->kind, around->kind) == 0 && r->need == REQUIRED && r->name != around->name &&
           fits(r, around);
}

/* In the table's order, in which every attribute finds there what it needs. */
static descriptor begin(const row *around, bool has_it)
{
    descriptor object = make_kind(around->kind);
    for (const row *r = attribute_rows; r < attribute_rows + attribute_row_count; r++) {
        const bool is_companion = r == around || (r->name != around->name && go_together(r, around) && fits(r, around));
        if (!is_needed(r, around) && !(has_it && is_companion))
            continue;
        const hipdnnStatus_t status = set_row(object, r);
        /* Without one of its triggers a profiling control refuses those that come after. */
        if (has_it || r->type != HIPDNN_TYPE_BOOLEAN)
            assert_ok(status);
    }
    return object;
}

descriptor begin_around(const row *r)
{
    return begin(r, false);
}

descriptor begin_with(const row *r)
{
    return begin(r, true);
}
