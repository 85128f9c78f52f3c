/* SPDX-License-Identifier: MIT */
/* Whether a value may be given to a knob. A non-empty list of valid values replaces the range or the length. */
#include "data_sdk/graph/engine.h"
#include "data_sdk/graph/knob_value.h"

#include <inttypes.h>

static hd_status check_int(const hipdnn_data_knob *knob, int64_t value)
{
    for (uint32_t i = 0; i < knob->valid_count; i++)
        if (knob->valid_i64[i] == value)
            return HD_OK;
    if (knob->valid_count > 0)
        return hd_fail(HD_BAD_PARAM,
                       "knob '%.128s' is %" PRId64 ", which is none of its %" PRIu32
                       " valid values; the first is %" PRId64,
                       knob->id, value, knob->valid_count, knob->valid_i64[0]);
    if (value < knob->i64_min || value > knob->i64_max)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s' is %" PRId64 ", from %" PRId64 " to %" PRId64 " is allowed",
                       knob->id, value, knob->i64_min, knob->i64_max);
    if (knob->i64_step < 1)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s' allows steps of %" PRId64 ", which must be at least 1", knob->id,
                       knob->i64_step);
    /* The distance may need all 64 bits. */
    const uint64_t distance = (uint64_t)value - (uint64_t)knob->i64_min;
    if (distance % (uint64_t)knob->i64_step != 0)
        return hd_fail(HD_BAD_PARAM,
                       "knob '%.128s' is %" PRId64 ", but from %" PRId64 " on only steps of %" PRId64 " are allowed",
                       knob->id, value, knob->i64_min, knob->i64_step);
    return HD_OK;
}

static hd_status check_double(const hipdnn_data_knob *knob, double value)
{
    /* Written so that NaN, which compares with nothing, is refused. */
    if (value >= knob->f64_min && value <= knob->f64_max)
        return HD_OK;
    return hd_fail(HD_BAD_PARAM, "knob '%.128s' is %g, from %g to %g is allowed", knob->id, value, knob->f64_min,
                   knob->f64_max);
}

static hd_status check_string(const hipdnn_data_knob *knob, const char *value)
{
    for (uint32_t i = 0; i < knob->valid_count; i++)
        if (strcmp(knob->valid_text[i], value) == 0)
            return HD_OK;
    if (knob->valid_count > 0)
        return hd_fail(HD_BAD_PARAM,
                       "knob '%.128s' is '%.128s', which is none of its %" PRIu32
                       " valid values; the first is '%.128s'",
                       knob->id, value, knob->valid_count, knob->valid_text[0]);
    const size_t length = strlen(value);
    if (knob->text_max_length < 0 || length > (size_t)knob->text_max_length)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s' has a value of %zu bytes, at most %" PRId32 " are allowed",
                       knob->id, length, knob->text_max_length);
    return HD_OK;
}

hd_status hd_knob_check(const hipdnn_data_knob *knob, const hipdnn_data_knob_value *value)
{
    if (!hd_knob_type_is_known(value->type) || value->type != knob->default_value.type)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s' has a value of type %s (%" PRId32 "), %s is allowed", knob->id,
                       hd_knob_type_text(value->type), value->type, hd_knob_type_text(knob->default_value.type));
    if (value->type == HIPDNN_DATA_KNOB_STRING && value->text == NULL)
        return hd_fail(HD_BAD_PARAM, "knob '%.128s' has no text; give one, it may be empty", knob->id);
    if (knob->constraint_type == HIPDNN_DATA_KNOB_NONE)
        return HD_OK;
    if (knob->constraint_type != value->type)
        return hd_fail(
            HD_BAD_PARAM,
            "knob '%.128s' has a value of type %s, but its constraint has type %s (%" PRId32 "); they must agree",
            knob->id, hd_knob_type_text(value->type), hd_knob_type_text(knob->constraint_type), knob->constraint_type);
    if (value->type == HIPDNN_DATA_KNOB_INT64)
        return check_int(knob, value->i64);
    return value->type == HIPDNN_DATA_KNOB_DOUBLE ? check_double(knob, value->f64) : check_string(knob, value->text);
}
