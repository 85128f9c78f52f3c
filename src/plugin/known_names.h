/* SPDX-License-Identifier: MIT */
/* Engines whose name is known although their plugin does not tell it. */
#ifndef HD_PLUGIN_KNOWN_NAMES_H
#define HD_PLUGIN_KNOWN_NAMES_H

#include <stdint.h>

/* NULL when the id is not a well-known one. */
const char *hd_known_engine_name(int64_t id);

#endif
