/* SPDX-License-Identifier: MIT */
/* A tensor's constant as the bytes of one element, which is how the backend API takes it. */
#include "frontend/internal.h"

#include <string.h>

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

/* Both round to nearest, ties to even; a graph file may hold a number that the type cannot. */
static uint16_t to_bfloat16(float value)
{
    const uint32_t bits = bits_of(value);
    if (value != value)
        return (uint16_t)(bits >> 16 | 0x40);
    return (uint16_t)((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
}

static uint16_t to_half(float value)
{
    const uint32_t bits = bits_of(value);
    const uint32_t sign = bits >> 16 & 0x8000, magnitude = bits & 0x7fffffff;
    if (magnitude > 0x7f800000)
        return (uint16_t)(sign | 0x7e00);
    if (magnitude >= 0x477ff000) /* 65520 and more round to infinity */
        return (uint16_t)(sign | 0x7c00);
    if (magnitude < 0x33000000) /* below half of the smallest subnormal */
        return (uint16_t)sign;
    const uint32_t exponent = magnitude >> 23;
    if (exponent > 112) {
        const uint32_t rounded = magnitude + 0xfff + (magnitude >> 13 & 1);
        return (uint16_t)(sign | ((rounded - (112u << 23)) >> 13));
    }
    const uint32_t shift = 126 - exponent;
    const uint32_t mantissa = (magnitude & 0x7fffff) | 0x800000;
    const uint32_t low = mantissa & ((1u << shift) - 1), half = 1u << (shift - 1);
    uint32_t code = mantissa >> shift;
    code += low > half || (low == half && (code & 1) != 0);
    return (uint16_t)(sign | code);
}

size_t hd_constant_bytes(const hipdnn_data_tensor *tensor, uint8_t bytes[8])
{
    const hipdnn_data_value *value = &tensor->value;
    uint16_t narrow;
    switch ((hipdnn_data_value_type)tensor->value_type) {
    case HIPDNN_DATA_VALUE_NONE:
        return 0;
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
        narrow = tensor->value_type == HIPDNN_DATA_VALUE_FLOAT16 ? to_half(value->f32) : to_bfloat16(value->f32);
        memcpy(bytes, &narrow, sizeof narrow);
        return sizeof narrow;
    case HIPDNN_DATA_VALUE_FLOAT8:
    case HIPDNN_DATA_VALUE_BOOL:
        bytes[0] = value->u8;
        return 1;
    case HIPDNN_DATA_VALUE_FLOAT64:
    case HIPDNN_DATA_VALUE_INT64:
        memcpy(bytes, value, 8);
        return 8;
    case HIPDNN_DATA_VALUE_FLOAT32:
    case HIPDNN_DATA_VALUE_INT32:
        break;
    }
    memcpy(bytes, value, 4);
    /* A file may give an 8-bit type its constant as a wider integer; the machine is little-endian. */
    return hd_data_type_size(tensor->data_type) == 1 ? 1 : 4;
}
