/* SPDX-License-Identifier: MIT */
/* The part of zoo_calls_back.so that calls whoever is loading it, and writes down what it is told: a line for each
 * call, "<from where> <function> <status> <sentence>". The functions are found in the program, which is linked with the
 * backend; a plugin that is loaded by another program finds none. */
#include "hipdnn_backend.h"

#include <stdio.h>

#pragma weak hipdnnCreate
#pragma weak hipdnnSetEnginePluginPaths_ext
#pragma weak hipdnnSetPluginUnloadMode_ext
#pragma weak hipdnnGetLastErrorString

void zoo_call_back(const char *from, FILE *file);

static void write_down(const char *from, FILE *file, const char *function, hipdnnStatus_t status)
{
    char text[HIPDNN_ERROR_STRING_MAX_LENGTH];
    hipdnnGetLastErrorString(text, sizeof text);
    (void)fprintf(file, "%s %s %d %s\n", from, function, (int)status, text);
}

void zoo_call_back(const char *from, FILE *file)
{
    static const char *const paths[] = {"/nowhere"};
    hipdnnHandle_t handle = NULL;
    if (hipdnnCreate == NULL)
        return;
    write_down(from, file, "hipdnnCreate", hipdnnCreate(&handle));
    write_down(from, file, "hipdnnSetEnginePluginPaths_ext",
               hipdnnSetEnginePluginPaths_ext(1, paths, HIPDNN_PLUGIN_LOADING_ABSOLUTE));
    write_down(from, file, "hipdnnSetPluginUnloadMode_ext", hipdnnSetPluginUnloadMode_ext(HIPDNN_PLUGIN_UNLOAD_LAZY));
}
