/* SPDX-License-Identifier: MIT */
/* The names behind hd_engine_functions: one list for the loader and for the test that joins it with the ABI's facts. */
#ifndef HD_PLUGIN_ENGINE_SYMBOLS_H
#define HD_PLUGIN_ENGINE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct hd_symbol {
    const char *name;
    size_t offset; /* of the pointer in the table of functions */
    bool required;
} hd_symbol;

extern const hd_symbol hd_engine_symbols[];
extern const size_t hd_engine_symbol_count;

#endif
