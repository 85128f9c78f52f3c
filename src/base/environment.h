/* SPDX-License-Identifier: MIT */
/* Environment variables. */
#ifndef HD_BASE_ENVIRONMENT_H
#define HD_BASE_ENVIRONMENT_H

/* The value, or NULL when unset or blank. */
const char *hd_environment(const char *name);

/* As above, but NULL in a secure-execution process: for variables that choose code (D12). */
const char *hd_environment_secure(const char *name);

#endif
