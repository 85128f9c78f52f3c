/* SPDX-License-Identifier: MIT */
/* Conversions between elements and numbers: of the 16-bit types every pattern there is, and a large sample of numbers
 * against formulas that share nothing with the code: a pattern means what ldexp makes of its fields, and a number goes
 * to the nearest multiple of the spacing of its neighbours. */
#include "elements.h"

#include "hipdnn_data_sdk/types.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct format {
    int32_t type;
    int exponent_bits, fraction_bits;
} format;

static const format formats[] = {{HIPDNN_TYPE_F16, 5, 10}, {HIPDNN_TYPE_BF16, 8, 7}};

static int bias_of(const format *f)
{
    return (1 << (f->exponent_bits - 1)) - 1;
}

static double load_16(const format *f, uint16_t pattern)
{
    ref_numbers number;
    ref_type_find(f->type)->load[REF_F64](&number, &pattern, 1, 1);
    return number.f64[0];
}

static uint16_t store_16(const format *f, double value)
{
    const ref_numbers number = {.f64 = {value}};
    uint16_t pattern = 0xDEAD;
    ref_type_find(f->type)->store[REF_F64](&pattern, 1, &number, 1);
    return pattern;
}

/* What a pattern means. */
static double meaning(const format *f, uint16_t pattern)
{
    const int fraction = pattern & ((1 << f->fraction_bits) - 1);
    const int exponent = pattern >> f->fraction_bits & ((1 << f->exponent_bits) - 1);
    double value;
    if (exponent == (1 << f->exponent_bits) - 1)
        value = fraction == 0 ? (double)INFINITY : (double)NAN;
    else if (exponent == 0)
        value = ldexp(fraction, 1 - bias_of(f) - f->fraction_bits);
    else
        value = ldexp(fraction + (1 << f->fraction_bits), exponent - bias_of(f) - f->fraction_bits);
    return pattern & 0x8000 ? -value : value;
}

/* The number of the format that is nearest to a finite value, ties to an even multiple of the spacing. */
static double nearest(const format *f, double value)
{
    int exponent = 0;
    (void)frexp(value, &exponent);
    const int least = 2 - bias_of(f); /* as frexp counts */
    const int spacing = (exponent > least ? exponent : least) - 1 - f->fraction_bits;
    const double rounded = ldexp(nearbyint(ldexp(value, -spacing)), spacing);
    const double largest = ldexp(2.0 - ldexp(1.0, -f->fraction_bits), bias_of(f));
    return fabs(rounded) > largest ? copysign((double)INFINITY, value) : rounded;
}

static bool same(double a, double b)
{
    return isnan(a) ? isnan(b) : a == b && signbit(a) == signbit(b);
}

static void test_every_pattern(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const format *f = &formats[k];
        for (uint32_t pattern = 0; pattern <= UINT16_MAX; pattern++) {
            const double value = load_16(f, (uint16_t)pattern);
            const uint16_t back = store_16(f, value);
            if (!same(value, meaning(f, (uint16_t)pattern)) || signbit(value) != (pattern >> 15 != 0))
                fail_msg("type %d, pattern %04x is loaded as %a", (int)f->type, pattern, value);
            /* A NaN comes back as a quiet one with its payload. */
            const uint32_t quiet = isnan(value) ? UINT32_C(1) << (f->fraction_bits - 1) : 0;
            if (back != (pattern | quiet))
                fail_msg("type %d, pattern %04x comes back as %04x", (int)f->type, pattern, back);
        }
    }
}

static void check_store(const format *f, double value)
{
    const double got = load_16(f, store_16(f, value)), want = isfinite(value) ? nearest(f, value) : value;
    if (!same(got, want))
        fail_msg("type %d: %a is stored as %a, not %a", (int)f->type, value, got, want);
}

/* Halfway between two neighbours, and a little to either side of it: what rounding is about. The last pattern's upper
 * neighbour is where infinity begins. */
static void test_every_tie(void **state)
{
    (void)state;
    for (size_t k = 0; k < 2; k++) {
        const format *f = &formats[k];
        const uint32_t infinity = ((1U << f->exponent_bits) - 1) << f->fraction_bits;
        for (uint32_t pattern = 0; pattern < infinity; pattern++) {
            const double low = meaning(f, (uint16_t)pattern);
            const double high = pattern + 1 < infinity ? meaning(f, (uint16_t)(pattern + 1)) : ldexp(1, bias_of(f) + 1);
            const double tie = 0.5 * (low + high);
            for (int sign = -1; sign <= 1; sign += 2) {
                check_store(f, sign * tie);
                check_store(f, sign * nextafter(tie, 0.0));
                check_store(f, sign * nextafter(tie, (double)INFINITY));
                check_store(f, sign * (0.75 * low + 0.25 * high));
            }
        }
    }
}

static uint64_t random_state = 1;

static uint64_t random_bits(void)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state;
}

/* Floats and doubles of all magnitudes, and doubles of those that the formats have. */
static void test_random_numbers(void **state)
{
    (void)state;
    for (int i = 0; i < 2000000; i++) {
        const uint64_t bits = random_bits();
        const uint32_t half = (uint32_t)(bits >> 32);
        float single;
        double wide;
        memcpy(&single, &half, sizeof single);
        memcpy(&wide, &bits, sizeof wide);
        const double moderate = isnormal(wide) ? ldexp(wide, -(ilogb(wide) / 160 * 160)) : 0.0;
        for (size_t k = 0; k < 2; k++) {
            check_store(&formats[k], (double)single);
            check_store(&formats[k], wide);
            check_store(&formats[k], moderate);
        }
    }
    const double corners[] = {0.0,     -0.0,     (double)INFINITY, -(double)INFINITY, (double)NAN,         DBL_MAX,
                              DBL_MIN, -DBL_MIN, DBL_TRUE_MIN,     (double)FLT_MAX,   (double)FLT_TRUE_MIN};
    for (size_t i = 0; i < sizeof corners / sizeof corners[0]; i++)
        for (size_t k = 0; k < 2; k++)
            check_store(&formats[k], corners[i]);
}

/* ------------------------------------------------------------------- integers and booleans */

/* Stores one number of either domain and gives back the element as int64. */
static int64_t stored(int32_t type, ref_domain domain, double f64, int64_t i64)
{
    const ref_type *t = ref_type_find(type);
    ref_numbers number, back;
    uint64_t element = UINT64_C(0xA5A5A5A5A5A5A5A5);
    if (domain == REF_F64)
        number.f64[0] = f64;
    else
        number.i64[0] = i64;
    t->store[domain](&element, 1, &number, 1);
    t->load[REF_I64](&back, &element, 1, 1);
    return back.i64[0];
}

#define FROM_F64(type, value) stored(HIPDNN_TYPE_##type, REF_F64, (value), 0)
#define FROM_I64(type, value) stored(HIPDNN_TYPE_##type, REF_I64, 0, (value))

static void test_integers_round_and_saturate(void **state)
{
    (void)state;
    assert_int_equal(FROM_F64(I32, 2.5), 2);
    assert_int_equal(FROM_F64(I32, 3.5), 4);
    assert_int_equal(FROM_F64(I32, -2.5), -2);
    assert_int_equal(FROM_F64(I32, -0.75), -1);
    assert_int_equal(FROM_F64(I8, 127.4), 127);
    assert_int_equal(FROM_F64(I8, 127.5), 127);
    assert_int_equal(FROM_F64(I8, -1000), -128);
    assert_int_equal(FROM_F64(U8, -0.5), 0);
    assert_int_equal(FROM_F64(U8, -3), 0);
    assert_int_equal(FROM_F64(U8, 255.5), 255);
    assert_int_equal(FROM_F64(I32, 1e300), INT32_MAX);
    assert_int_equal(FROM_F64(I32, -1e300), INT32_MIN);
    assert_int_equal(FROM_F64(I64, 0x1p63), INT64_MAX);
    assert_int_equal(FROM_F64(I64, nextafter(0x1p63, 0)), INT64_MAX - 1023);
    assert_int_equal(FROM_F64(I64, -0x1p63), INT64_MIN);
    assert_int_equal(FROM_F64(I64, -(double)INFINITY), INT64_MIN);
    assert_int_equal(FROM_F64(I64, (double)NAN), 0);
    assert_int_equal(FROM_F64(U8, (double)NAN), 0);
    assert_int_equal(FROM_I64(I8, 128), 127);
    assert_int_equal(FROM_I64(I8, -129), -128);
    assert_int_equal(FROM_I64(U8, -1), 0);
    assert_int_equal(FROM_I64(U8, 256), 255);
    assert_int_equal(FROM_I64(I32, INT64_MIN), INT32_MIN);
    assert_int_equal(FROM_I64(I32, -7), -7);
    assert_int_equal(FROM_I64(I64, INT64_MIN), INT64_MIN);
    assert_int_equal(FROM_I64(BOOL, INT64_MIN), 1);
    assert_int_equal(FROM_I64(BOOL, 0), 0);
    assert_int_equal(FROM_F64(BOOL, 0.25), 1);
    assert_int_equal(FROM_F64(BOOL, -0.0), 0);
    assert_int_equal(FROM_F64(BOOL, (double)NAN), 1);
}

/* Any byte but 0 is true. */
static void test_booleans_are_normal(void **state)
{
    (void)state;
    const uint8_t bytes[3] = {0, 1, 0x80};
    ref_numbers numbers;
    ref_type_find(HIPDNN_TYPE_BOOL)->load[REF_I64](&numbers, bytes, 1, 3);
    assert_true(numbers.i64[0] == 0 && numbers.i64[1] == 1 && numbers.i64[2] == 1);
    ref_type_find(HIPDNN_TYPE_BOOL)->load[REF_F64](&numbers, bytes, 1, 3);
    assert_true(numbers.f64[0] == 0 && numbers.f64[1] == 1 && numbers.f64[2] == 1);
}

/* Steps count elements; what lies between them is left alone; a step of 0 repeats. */
static void test_rows(void **state)
{
    (void)state;
    static const int32_t types[] = {HIPDNN_TYPE_F32, HIPDNN_TYPE_F16, HIPDNN_TYPE_BF16, HIPDNN_TYPE_F64,
                                    HIPDNN_TYPE_I8,  HIPDNN_TYPE_U8,  HIPDNN_TYPE_I32,  HIPDNN_TYPE_I64};
    for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
        const ref_type *t = ref_type_find(types[k]);
        const ref_numbers numbers = {.f64 = {1, 2, 3}};
        ref_numbers back;
        unsigned char memory[5 * sizeof(double)], gap[sizeof(double)];
        memset(memory, 0xA5, sizeof memory);
        memset(gap, 0xA5, sizeof gap);
        t->store[REF_F64](memory, 2, &numbers, 3);
        assert_memory_equal(memory + t->size, gap, t->size);
        assert_memory_equal(memory + 3 * t->size, gap, t->size);
        t->load[REF_F64](&back, memory, 2, 3);
        assert_true(back.f64[0] == 1 && back.f64[1] == 2 && back.f64[2] == 3);
        t->load[REF_F64](&back, memory + 2 * t->size, 0, 3);
        assert_true(back.f64[0] == 2 && back.f64[1] == 2 && back.f64[2] == 2);
        assert_true((t->load[REF_I64] != NULL) == t->is_integer);
    }
    assert_null(ref_type_find(HIPDNN_TYPE_FP8_E4M3));
    assert_null(ref_type_find(HIPDNN_TYPE_UNSET));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_pattern),       cmocka_unit_test(test_every_tie),
        cmocka_unit_test(test_random_numbers),      cmocka_unit_test(test_integers_round_and_saturate),
        cmocka_unit_test(test_booleans_are_normal), cmocka_unit_test(test_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
