/* SPDX-License-Identifier: MIT */
/* A tensor's constant as the bytes of one element, which is how the backend API takes it. */
#include "base/half.h"
#include "frontend/internal.h"

#include <string.h>

size_t hd_constant_bytes(const hipdnn_data_tensor *tensor, uint8_t bytes[8])
{
    const hipdnn_data_value *value = &tensor->value;
    uint16_t narrow;
    switch ((hipdnn_data_value_type)tensor->value_type) {
    case HIPDNN_DATA_VALUE_NONE:
        return 0;
    case HIPDNN_DATA_VALUE_FLOAT16:
    case HIPDNN_DATA_VALUE_BFLOAT16:
        narrow = tensor->value_type == HIPDNN_DATA_VALUE_FLOAT16 ? hd_float_to_half(value->f32)
                                                                 : hd_float_to_bfloat16(value->f32);
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
