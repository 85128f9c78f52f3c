/* SPDX-License-Identifier: MIT */
/* 16-bit floats as bits. Narrowing rounds to nearest even; NaN stays NaN. */
#ifndef HD_BASE_HALF_H
#define HD_BASE_HALF_H

#include <stdint.h>

float hd_half_to_float(uint16_t bits);
uint16_t hd_float_to_half(float value);
float hd_bfloat16_to_float(uint16_t bits);
uint16_t hd_float_to_bfloat16(float value);

#endif
