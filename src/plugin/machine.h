/* SPDX-License-Identifier: MIT */
/* What machine a library file is made for. Platform code. */
#ifndef HD_PLUGIN_MACHINE_H
#define HD_PLUGIN_MACHINE_H

#include "base/error.h"

/* HD_BAD_PARAM for a library of another machine than this process runs on: the loader would say that there is no such
 * file. Anything else that may be wrong with the file is left to the loader, whose words are good. */
hd_status hd_machine_check(const char *path);

#endif
