/* SPDX-License-Identifier: MIT */
#include "oracle_type.h"

#include <math.h>
#include <string.h>

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the first bytes of an integer are its last ones in value");

static const oracle_type types[] = {
    {.name = "float", .size = 4, .digits = 24, .least_exponent = -126, .greatest_exponent = 127, .flushes = true},
    {.name = "half", .size = 2, .digits = 11, .least_exponent = -14, .greatest_exponent = 15},
    {.name = "bfloat16", .size = 2, .digits = 8, .least_exponent = -126, .greatest_exponent = 127, .flushes = true},
    {.name = "double", .size = 8, .digits = 53, .least_exponent = -1022, .greatest_exponent = 1023, .flushes = true},
    {.name = "int8", .size = 1, .is_integer = true, .least = INT8_MIN, .greatest = INT8_MAX},
    {.name = "uint8", .size = 1, .is_integer = true, .least = 0, .greatest = UINT8_MAX},
    {.name = "int32", .size = 4, .is_integer = true, .least = INT32_MIN, .greatest = INT32_MAX},
    {.name = "int64", .size = 8, .is_integer = true, .least = INT64_MIN, .greatest = INT64_MAX},
    {.name = "boolean", .size = 1, .is_integer = true, .least = 0, .greatest = 1},
};

const oracle_type *oracle_type_find(const char *name)
{
    for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
        if (strcmp(types[i].name, name) == 0)
            return &types[i];
    return NULL;
}

/* ------------------------------------------------------------------- rounding */

static bool is_boolean(const oracle_type *type)
{
    return type->greatest == 1;
}

int64_t oracle_clip(const oracle_type *type, int64_t value)
{
    if (is_boolean(type))
        return value != 0;
    return value < type->least ? type->least : value > type->greatest ? type->greatest : value;
}

int64_t oracle_whole(const oracle_type *type, double value)
{
    if (is_boolean(type))
        return value != 0.0;
    if (isnan(value))
        return 0;
    /* Both ends of int64 are compared as powers of two: the upper one is not an int64 any more. */
    if (value >= 0x1p63)
        return type->greatest;
    return value < -0x1p63 ? type->least : oracle_clip(type, (int64_t)nearbyint(value));
}

double oracle_round(const oracle_type *type, double value)
{
    if (type->is_integer)
        return (double)oracle_whole(type, value);
    if (value == 0.0 || !isfinite(value) || type->digits == 53)
        return value;
    int exponent = ilogb(value);
    exponent = exponent < type->least_exponent ? type->least_exponent : exponent;
    /* Neighbours of the value are this far apart. */
    const int spacing = exponent - (type->digits - 1);
    const double rounded = ldexp(nearbyint(ldexp(value, -spacing)), spacing);
    const double greatest = ldexp(2.0 - ldexp(1.0, 1 - type->digits), type->greatest_exponent);
    return fabs(rounded) > greatest ? copysign((double)INFINITY, value) : rounded;
}

/* ------------------------------------------------------------------- memory */

/* The fields of a 16-bit float, put together by what they are worth. */
static uint16_t encode_16(const oracle_type *type, double value)
{
    const int fraction = 1 << (type->digits - 1);
    const int all_ones = 2 * type->greatest_exponent + 1;
    const int sign = signbit(value) ? 0x8000 : 0;
    if (isnan(value))
        return (uint16_t)(sign | all_ones * fraction | fraction / 2);
    if (isinf(value))
        return (uint16_t)(sign | all_ones * fraction);
    const double magnitude = fabs(value);
    if (magnitude < ldexp(1.0, type->least_exponent))
        return (uint16_t)(sign | (int)ldexp(magnitude, type->digits - 1 - type->least_exponent));
    const int exponent = ilogb(magnitude);
    const int digits = (int)ldexp(magnitude, type->digits - 1 - exponent) - fraction;
    return (uint16_t)(sign | (exponent + type->greatest_exponent) * fraction | digits);
}

static double decode_16(const oracle_type *type, uint16_t pattern)
{
    const int fraction = 1 << (type->digits - 1);
    const int field = (pattern & 0x7FFF) / fraction, digits = pattern % fraction;
    const double sign = pattern & 0x8000 ? -1.0 : 1.0;
    if (field == 2 * type->greatest_exponent + 1)
        return digits == 0 ? sign * (double)INFINITY : (double)NAN;
    const int exponent = field == 0 ? type->least_exponent : field - type->greatest_exponent;
    return sign * ldexp(digits + (field == 0 ? 0 : fraction), exponent - (type->digits - 1));
}

void oracle_encode(const oracle_type *type, double value, int64_t whole, void *element)
{
    const float single = (float)value;
    const uint16_t sixteen = type->size == 2 ? encode_16(type, value) : 0;
    if (type->is_integer)
        memcpy(element, &whole, type->size);
    else if (type->size == 8)
        memcpy(element, &value, sizeof value);
    else if (type->size == 4)
        memcpy(element, &single, sizeof single);
    else
        memcpy(element, &sixteen, sizeof sixteen);
}

static int64_t decode_integer(const oracle_type *type, const void *element)
{
    int64_t whole = 0;
    memcpy(&whole, element, type->size);
    if (is_boolean(type))
        return whole != 0;
    /* A number beyond the greatest stands for one below 0, a whole range lower. */
    if (type->size < 8 && whole > type->greatest)
        whole -= INT64_C(1) << (8 * type->size);
    return whole;
}

double oracle_decode(const oracle_type *type, const void *element, int64_t *out_whole)
{
    double value;
    float single;
    uint16_t sixteen;
    if (type->is_integer) {
        *out_whole = decode_integer(type, element);
        return (double)*out_whole;
    }
    switch (type->size) {
    case 8:
        memcpy(&value, element, sizeof value);
        return value;
    case 4:
        memcpy(&single, element, sizeof single);
        return (double)single;
    default:
        memcpy(&sixteen, element, sizeof sixteen);
        return decode_16(type, sixteen);
    }
}
