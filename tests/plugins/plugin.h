/* SPDX-License-Identifier: MIT */
/* A plugin as a host sees it: a library opened by path, and functions looked up by name. Nothing of the host is here.
 */
#ifndef TESTS_PLUGINS_PLUGIN_H
#define TESTS_PLUGINS_PLUGIN_H

#include "hipdnn_plugin_sdk/EnginePluginApi.h"

/* What the SDK exports. */
#define PLUGIN_FUNCTIONS(F)                                                                                            \
    F(hipdnnPluginGetName)                                                                                             \
    F(hipdnnPluginGetVersion)                                                                                          \
    F(hipdnnPluginGetApiVersion)                                                                                       \
    F(hipdnnPluginGetType)                                                                                             \
    F(hipdnnPluginGetLastErrorString)                                                                                  \
    F(hipdnnPluginSetLoggingCallback)                                                                                  \
    F(hipdnnPluginSetLogLevel)                                                                                         \
    F(hipdnnEnginePluginGetAllEngineIds)                                                                               \
    F(hipdnnEnginePluginGetEngineName)                                                                                 \
    F(hipdnnEnginePluginGetDeviceKind_ext)                                                                             \
    F(hipdnnEnginePluginCreate)                                                                                        \
    F(hipdnnEnginePluginDestroy)                                                                                       \
    F(hipdnnEnginePluginSetStream)                                                                                     \
    F(hipdnnEnginePluginSetDevice_ext)                                                                                 \
    F(hipdnnEnginePluginGetApplicableEngineIds)                                                                        \
    F(hipdnnEnginePluginExplainEngine_ext)                                                                             \
    F(hipdnnEnginePluginGetEngineDetails)                                                                              \
    F(hipdnnEnginePluginDestroyEngineDetails)                                                                          \
    F(hipdnnEnginePluginGetWorkspaceSize)                                                                              \
    F(hipdnnEnginePluginCreateExecutionContext)                                                                        \
    F(hipdnnEnginePluginDestroyExecutionContext)                                                                       \
    F(hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext)                                                          \
    F(hipdnnEnginePluginExecuteOpGraph)

#define PLUGIN_MEMBER(name) __typeof__(&name) name;
typedef struct plugin {
    void *library;
    PLUGIN_FUNCTIONS(PLUGIN_MEMBER)
} plugin;

/* Ends the test program when the library or one of its functions is missing. */
plugin plugin_open(const char *path);
void plugin_close(plugin *self);

/* This thread's last error in the plugin. */
const char *plugin_error(const plugin *self);

/* An EngineConfig without knobs for `engine_id`. */
hipdnnPluginConstData_t encode_config(int64_t engine_id);

/* A copy that ends exactly where its memory does, so that a sanitizer sees who reads on. */
hipdnnPluginConstData_t copy_data(hipdnnPluginConstData_t data, size_t size);
void free_data(hipdnnPluginConstData_t *data);

#endif
