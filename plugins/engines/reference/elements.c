/* SPDX-License-Identifier: MIT */
#include "elements.h"

#include "hipdnn_plugin_sdk/EngineSdk.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ------------------------------------------------------------------- 16-bit floats */

/* Layouts of IEEE 754 kind: a sign, then so many bits of exponent and fraction. */
typedef struct layout {
    int exponent_bits, fraction_bits;
} layout;

static const layout half = {.exponent_bits = 5, .fraction_bits = 10};
static const layout bfloat16 = {.exponent_bits = 8, .fraction_bits = 7};

enum { F64_FRACTION = 52, F64_BIAS = 1023, SIGN_SHIFT = 48 };

static const uint64_t f64_infinity = UINT64_C(0x7FF) << F64_FRACTION;

static inline double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t to_bits(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Exponent and fraction, moved into those of a double, mean the same number but for the bias, which a multiplication
 * puts right, for subnormals too. Infinity and NaN keep an exponent of ones. */
static inline double widen(uint16_t element, layout from)
{
    const uint64_t magnitude = (uint64_t)(element & 0x7FFF) << (F64_FRACTION - from.fraction_bits);
    const uint64_t ones = (uint64_t)((1 << from.exponent_bits) - 1) << F64_FRACTION;
    const int bias = (1 << (from.exponent_bits - 1)) - 1;
    const double scale = from_bits((uint64_t)(2 * F64_BIAS - bias) << F64_FRACTION);
    const uint64_t value = magnitude >= ones ? magnitude | f64_infinity : to_bits(from_bits(magnitude) * scale);
    return from_bits(value | (uint64_t)(element & 0x8000) << SIGN_SHIFT);
}

/* Drops the last bits of a number, to the nearest, ties to even. */
static inline uint64_t round_off(uint64_t number, int bits)
{
    const uint64_t half_way = (UINT64_C(1) << (bits - 1)) - 1;
    return (number + half_way + (number >> bits & 1)) >> bits;
}

/* Exponent and fraction are rounded as one number: a carry out of the fraction is the right thing for the exponent, and
 * from the largest finite number to infinity. Below the least exponent the fraction, with its leading 1, moves out
 * further. The payload of a NaN is cut, and it comes out quiet. */
static inline uint16_t narrow(double value, layout to)
{
    const uint16_t sign = (uint16_t)(to_bits(value) >> SIGN_SHIFT & 0x8000);
    const uint64_t magnitude = to_bits(value) & INT64_MAX;
    const uint16_t infinity = (uint16_t)(((1 << to.exponent_bits) - 1) << to.fraction_bits);
    const int rebias = F64_BIAS - ((1 << (to.exponent_bits - 1)) - 1);
    const int drop = F64_FRACTION - to.fraction_bits;
    const int exponent = (int)(magnitude >> F64_FRACTION) - rebias;
    if (magnitude > f64_infinity) {
        const uint64_t quiet = UINT64_C(1) << (to.fraction_bits - 1);
        return (uint16_t)(sign | infinity | quiet | (magnitude >> drop & (2 * quiet - 1)));
    }
    if (exponent >= 1) {
        const uint64_t rounded = round_off(magnitude - ((uint64_t)rebias << F64_FRACTION), drop);
        return (uint16_t)(sign | (rounded < infinity ? rounded : infinity));
    }
    /* Of less than half of the least number nothing is left. */
    if (drop + 1 - exponent > F64_FRACTION + 1)
        return sign;
    const uint64_t fraction = magnitude & ((UINT64_C(1) << F64_FRACTION) - 1);
    return (uint16_t)(sign | round_off(fraction | UINT64_C(1) << F64_FRACTION, drop + 1 - exponent));
}

/* ------------------------------------------------------------------- integers */

/* `high` is the greatest value as a double, or the power of two above it, which no value reaches; `least` is exact. */
static inline int64_t round_to(double value, double least, double high, int64_t greatest)
{
    if (isnan(value))
        return 0;
    const double rounded = rint(value);
    if (rounded >= high)
        return greatest;
    return rounded <= least ? (int64_t)least : (int64_t)rounded;
}

static inline int64_t clamp(int64_t value, int64_t least, int64_t greatest)
{
    return value < least ? least : value > greatest ? greatest : value;
}

/* ------------------------------------------------------------------- rows */

/* `expression` is the number that `element`, of the memory's type, means. */
#define DEFINE_LOAD(name, ctype, member, expression)                                                                   \
    static void name(ref_numbers *restrict out, const void *restrict from, int64_t step, int64_t count)                \
    {                                                                                                                  \
        const ctype *at = from;                                                                                        \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const ctype element = at[i * step];                                                                        \
            out->member[i] = (expression);                                                                             \
        }                                                                                                              \
    }

/* `expression` is the element that holds `number`. */
#define DEFINE_STORE(name, ctype, member, number_type, expression)                                                     \
    static void name(void *restrict to, int64_t step, const ref_numbers *restrict from, int64_t count)                 \
    {                                                                                                                  \
        for (int64_t i = 0; i < count; i++) {                                                                          \
            const number_type number = from->member[i];                                                                \
            ((ctype *)to)[i * step] = (ctype)(expression);                                                             \
        }                                                                                                              \
    }

#define DEFINE_FLOAT(name, ctype, widened, narrowed)                                                                   \
    DEFINE_LOAD(load_##name, ctype, f64, widened)                                                                      \
    DEFINE_STORE(store_##name, ctype, f64, double, narrowed)

/* The + says that an int8_t is a number here, not a character. */
#define DEFINE_INTEGER(name, ctype, least, greatest)                                                                   \
    DEFINE_LOAD(load_##name##_f64, ctype, f64, (double)element)                                                        \
    DEFINE_LOAD(load_##name##_i64, ctype, i64, +element)                                                               \
    DEFINE_STORE(store_##name##_f64, ctype, f64, double,                                                               \
                 round_to(number, (double)(least), (double)(greatest), (greatest)))                                    \
    DEFINE_STORE(store_##name##_i64, ctype, i64, int64_t, clamp(number, (least), (greatest)))

DEFINE_FLOAT(f32, float, (double)element, number)
DEFINE_FLOAT(f16, uint16_t, widen(element, half), narrow(number, half))
DEFINE_FLOAT(bf16, uint16_t, widen(element, bfloat16), narrow(number, bfloat16))
DEFINE_FLOAT(f64, double, element, number)
DEFINE_INTEGER(i8, int8_t, INT8_MIN, INT8_MAX)
DEFINE_INTEGER(u8, uint8_t, 0, UINT8_MAX)
DEFINE_INTEGER(i32, int32_t, INT32_MIN, INT32_MAX)
DEFINE_INTEGER(i64, int64_t, INT64_MIN, INT64_MAX)

/* A byte; any but 0 is true, because not everyone writes 1. */
DEFINE_LOAD(load_bool_f64, uint8_t, f64, element != 0)
DEFINE_LOAD(load_bool_i64, uint8_t, i64, element != 0)
DEFINE_STORE(store_bool_f64, uint8_t, f64, double, number != 0)
DEFINE_STORE(store_bool_i64, uint8_t, i64, int64_t, number != 0)

/* ------------------------------------------------------------------- the table */

#define FLOAT(type_, name, ctype)                                                                                      \
    {                                                                                                                  \
        .type = HIPDNN_TYPE_##type_, .size = sizeof(ctype), .load = {load_##name, NULL}, .store = {                    \
            store_##name,                                                                                              \
            NULL                                                                                                       \
        }                                                                                                              \
    }
#define INTEGER(type_, name, ctype)                                                                                    \
    {                                                                                                                  \
        .type = HIPDNN_TYPE_##type_, .is_integer = true, .size = sizeof(ctype),                                        \
        .load = {load_##name##_f64, load_##name##_i64}, .store = {                                                     \
            store_##name##_f64,                                                                                        \
            store_##name##_i64                                                                                         \
        }                                                                                                              \
    }

static const ref_type types[] = {
    FLOAT(F32, f32, float),     FLOAT(F16, f16, uint16_t),  FLOAT(BF16, bf16, uint16_t),
    FLOAT(F64, f64, double),    INTEGER(I8, i8, int8_t),    INTEGER(U8, u8, uint8_t),
    INTEGER(I32, i32, int32_t), INTEGER(I64, i64, int64_t), INTEGER(BOOL, bool, uint8_t),
};

enum { TYPE_COUNT = sizeof types / sizeof types[0] };

const ref_type *ref_type_find(int32_t type)
{
    for (size_t i = 0; i < TYPE_COUNT; i++)
        if (types[i].type == type)
            return &types[i];
    return NULL;
}

const char *ref_type_names(char *text, size_t size)
{
    size_t used = 0;
    for (size_t i = 0; i < TYPE_COUNT && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i == 0 ? "" : ", ",
                                 hipdnn_data_type_name(types[i].type));
    return text;
}
