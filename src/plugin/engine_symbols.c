/* SPDX-License-Identifier: MIT */
#include "plugin/engine_symbols.h"

#include "plugin/engine_module.h"

#define REQUIRED(name, member)                                                                                         \
    {                                                                                                                  \
        (name), offsetof(hd_engine_functions, member), true                                                            \
    }
#define OPTIONAL(name, member)                                                                                         \
    {                                                                                                                  \
        (name), offsetof(hd_engine_functions, member), false                                                           \
    }

/* In resolve order. */
const hd_symbol hd_engine_symbols[] = {
    REQUIRED("hipdnnPluginGetName", get_name),
    REQUIRED("hipdnnPluginGetVersion", get_version),
    REQUIRED("hipdnnPluginGetType", get_type),
    REQUIRED("hipdnnPluginGetLastErrorString", get_last_error),
    OPTIONAL("hipdnnPluginGetApiVersion", get_api_version),
    OPTIONAL("hipdnnPluginSetLoggingCallback", set_logging_callback),
    OPTIONAL("hipdnnPluginSetLogLevel", set_log_level),
    REQUIRED("hipdnnEnginePluginGetAllEngineIds", get_all_engine_ids),
    REQUIRED("hipdnnEnginePluginCreate", create),
    REQUIRED("hipdnnEnginePluginDestroy", destroy),
    REQUIRED("hipdnnEnginePluginSetStream", set_stream),
    REQUIRED("hipdnnEnginePluginGetApplicableEngineIds", get_applicable_engine_ids),
    REQUIRED("hipdnnEnginePluginGetEngineDetails", get_engine_details),
    REQUIRED("hipdnnEnginePluginDestroyEngineDetails", destroy_engine_details),
    REQUIRED("hipdnnEnginePluginGetWorkspaceSize", get_workspace_size),
    REQUIRED("hipdnnEnginePluginCreateExecutionContext", create_execution_context),
    REQUIRED("hipdnnEnginePluginDestroyExecutionContext", destroy_execution_context),
    REQUIRED("hipdnnEnginePluginGetWorkspaceSizeFromExecutionContext", get_context_workspace_size),
    REQUIRED("hipdnnEnginePluginExecuteOpGraph", execute),
    OPTIONAL("hipdnnEnginePluginExecuteOpGraphWithOverrides", execute_with_overrides),
    OPTIONAL("hipdnnEnginePluginGetEngineName", get_engine_name),
    OPTIONAL("hipdnnEnginePluginExplainEngine_ext", explain_engine),
    OPTIONAL("hipdnnEnginePluginGetDeviceKind_ext", get_device_kind),
    OPTIONAL("hipdnnEnginePluginSetDevice_ext", set_device),
};
const size_t hd_engine_symbol_count = sizeof hd_engine_symbols / sizeof *hd_engine_symbols;
