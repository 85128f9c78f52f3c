/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* secure_getenv */
#include "base/environment.h"

#include <stdlib.h>
#include <string.h>

static const char *unless_blank(const char *value)
{
    return value != NULL && value[strspn(value, " \t\r\n")] != '\0' ? value : NULL;
}

const char *hd_environment(const char *name)
{
    return unless_blank(getenv(name));
}

const char *hd_environment_secure(const char *name)
{
    return unless_blank(secure_getenv(name));
}
