/* SPDX-License-Identifier: MIT */
#include "base/half.h"

#include <string.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

float hd_half_to_float(uint16_t bits)
{
    const uint32_t sign = (uint32_t)(bits & 0x8000u) << 16;
    const uint32_t exponent = (bits >> 10) & 0x1fu;
    const uint32_t fraction = bits & 0x3ffu;
    if (exponent == 0x1fu)
        return float_of(sign | 0x7f800000u | fraction << 13);
    if (exponent != 0)
        return float_of(sign | (exponent + 112u) << 23 | fraction << 13);
    /* Subnormal: fraction * 2^-24, exact in float. */
    const float magnitude = (float)fraction * 0x1p-24f;
    return sign != 0 ? -magnitude : magnitude;
}

/* Rounds `value` (a fraction with `drop` bits to lose) to nearest, ties to even. */
static uint32_t round_off(uint32_t value, uint32_t drop)
{
    const uint32_t half = 1u << (drop - 1);
    const uint32_t kept = value >> drop;
    const uint32_t rest = value & ((1u << drop) - 1);
    return kept + (rest > half || (rest == half && (kept & 1u) != 0));
}

uint16_t hd_float_to_half(float value)
{
    const uint32_t bits = bits_of(value);
    const uint32_t sign = (bits >> 16) & 0x8000u;
    const uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > 0x7f800000u)
        return (uint16_t)(sign | 0x7e00u | (magnitude & 0x7fffffu) >> 13);
    if (magnitude >= 0x47800000u) /* 65536 and above, infinity too */
        return (uint16_t)(sign | 0x7c00u);
    if (magnitude >= 0x38800000u) /* normal; rounding may carry into the exponent, up to infinity */
        return (uint16_t)(sign | (round_off(magnitude, 13) - (112u << 10)));
    if (magnitude < 0x33000000u) /* below half of the smallest subnormal */
        return (uint16_t)sign;
    const uint32_t shift = 126u - (magnitude >> 23);
    return (uint16_t)(sign | round_off((magnitude & 0x7fffffu) | 0x800000u, shift));
}

float hd_bfloat16_to_float(uint16_t bits)
{
    return float_of((uint32_t)bits << 16);
}

uint16_t hd_float_to_bfloat16(float value)
{
    const uint32_t bits = bits_of(value);
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (uint16_t)(bits >> 16 | 0x40u);
    return (uint16_t)round_off(bits, 16);
}
