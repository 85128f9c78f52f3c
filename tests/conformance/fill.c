/* SPDX-License-Identifier: MIT */
#include "fill.h"

#include "generate.h"

#include <math.h>
#include <string.h>

static bool wants(const oracle_tensor *tensor, const char *elements)
{
    return strncmp(tensor->name, elements, strlen(elements)) == 0;
}

static bool chance(random_stream *stream, unsigned percent)
{
    return random_below(stream, 100) < percent;
}

/* ------------------------------------------------------------------- floats */

static double greatest(const oracle_type *type)
{
    return ldexp(2.0 - ldexp(1.0, 1 - type->digits), type->greatest_exponent);
}

/* What a type has at its ends: the first five are not numbers to be rounded, and serve sums too. */
static double special(const oracle_type *type, random_stream *stream, uint64_t kinds)
{
    const double least_normal = ldexp(1.0, type->least_exponent);
    const double values[] = {(double)NAN,
                             (double)INFINITY,
                             -(double)INFINITY,
                             0.0,
                             -0.0,
                             greatest(type),
                             -greatest(type),
                             least_normal,
                             ldexp(least_normal, 1 - type->digits),
                             1.0,
                             -1.0};
    return values[random_below(stream, kinds)];
}

enum { NOT_NUMBERS = 5, ALL_SPECIAL = 11 };

static double choose_float(const oracle_tensor *tensor, random_stream *stream)
{
    const double x = (double)random_float(stream);
    if (wants(tensor, GENERATE_SPECIAL))
        return chance(stream, 30) ? special(tensor->type, stream, ALL_SPECIAL) : 8.0 * x;
    if (wants(tensor, GENERATE_INFINITE))
        return chance(stream, 4) ? special(tensor->type, stream, NOT_NUMBERS) : x;
    if (wants(tensor, GENERATE_WIDE))
        return 8.0 * x;
    if (wants(tensor, GENERATE_POSITIVE))
        return 1.0 + x;
    if (wants(tensor, GENERATE_DIVISOR))
        return 1.0 + 0.5 * x;
    return x;
}

/* ------------------------------------------------------------------- integers */

static int64_t choose_integer(const oracle_tensor *tensor, random_stream *stream)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MAX, 0, 1, -1, INT64_C(1) << 31, (INT64_C(1) << 53) + 1};
    const int64_t small = (int64_t)random_below(stream, 17) - 8;
    if (wants(tensor, GENERATE_SPECIAL) && chance(stream, 30))
        return ends[random_below(stream, sizeof ends / sizeof ends[0])];
    if (wants(tensor, GENERATE_POSITIVE))
        return small + 8;
    if (wants(tensor, GENERATE_DIVISOR))
        return small < 0 && tensor->type->least < 0 ? small - 1 : small + 9;
    return tensor->type->least == 0 ? small + 8 : small;
}

/* Any byte but 0 is true. */
static void fill_boolean(random_stream *stream, unsigned char *element)
{
    static const unsigned char bytes[] = {0, 0, 1, 1, 0x80, 0xFF};
    *element = bytes[random_below(stream, sizeof bytes)];
}

void fill_elements(const oracle_tensor *tensor, random_stream *stream, void *packed)
{
    const oracle_type *type = tensor->type;
    for (size_t i = 0; i < tensor->count; i++) {
        unsigned char *element = (unsigned char *)packed + i * type->size;
        if (strcmp(type->name, "boolean") == 0)
            fill_boolean(stream, element);
        else if (type->is_integer)
            oracle_encode(type, 0.0, oracle_clip(type, choose_integer(tensor, stream)), element);
        else
            oracle_encode(type, oracle_round(type, choose_float(tensor, stream)), 0, element);
    }
}
