/* SPDX-License-Identifier: MIT */
/* The functions by which a library says what it is: common to engine plugins and to heuristic plugins of the
 * multi-policy generation. Heuristic plugins of the one-policy generation export none of these (HeuristicsPluginApi.h).
 *
 * A plugin defines them; the host looks them up by name, in the order of this file. No function here takes a handle:
 * all must be safe to call from any thread. Rules named EP-n are in EnginePluginApi.h, HP-n in HeuristicsPluginApi.h.
 *
 * Source: the engine plugin ABI table (tests/abi/engine-plugin-abi.tsv); D-numbers are the project's decisions. */
#ifndef HIPDNN_PLUGIN_SDK_PLUGIN_API_H
#define HIPDNN_PLUGIN_SDK_PLUGIN_API_H

#include "PluginApiDataTypes.h"

/* Marks what a plugin exports, so that everything else can be hidden (-fvisibility=hidden). */
#if defined(_WIN32)
#ifdef HIPDNN_PLUGIN_STATIC_DEFINE
#define HIPDNN_PLUGIN_EXPORT
#else
#define HIPDNN_PLUGIN_EXPORT __declspec(dllexport)
#endif
#elif defined(__GNUC__)
#define HIPDNN_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#error "HIPDNN_PLUGIN_EXPORT: this compiler's way of exporting a symbol is not known"
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The plugin's name, for logs and listings; not empty.
 *
 * name      out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    required, since API 1.0.0.
 * Called    once, at load, before any other function. The host keeps a copy.
 * Status    SUCCESS. BAD_PARAM: name is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnPluginGetName(const char **name);

/* The plugin's own version, free in form; for logs and listings.
 *
 * version   out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    required, since API 1.0.0.
 * Called    once, at load, after the name.
 * Status    SUCCESS. BAD_PARAM: version is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnPluginGetVersion(const char **version);

/* What the library is: HIPDNN_PLUGIN_TYPE_ENGINE or HIPDNN_PLUGIN_TYPE_HEURISTIC.
 *
 * type      out.
 *
 * Needed    required, since API 1.0.0.
 * Called    once, at load, after the API version was accepted (D36). A type that does not fit the folder in which the
 *           library was found refuses it (EP-3, HP-2).
 * Status    SUCCESS. BAD_PARAM: type is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnPluginGetType(hipdnnPluginType_t *type);

/* The text of this thread's last failure in this plugin.
 *
 * error_str out; NULL does nothing. The text belongs to the plugin and is valid until this thread calls the plugin
 *           again; "" when nothing failed. Advised length: HIPDNN_PLUGIN_ERROR_STRING_MAX_LENGTH.
 *
 * Needed    required, since API 1.0.0.
 * Called    right after a call that failed, on the same thread (EP-53). The host copies the text at once. */
HIPDNN_PLUGIN_EXPORT void hipdnnPluginGetLastErrorString(const char **error_str);

/* The version of the plugin API that the plugin was written against: "major.minor.patch", three decimal numbers.
 * For an engine plugin HIPDNN_ENGINE_API_VERSION_STRING, for a heuristic one HIPDNN_HEURISTIC_API_VERSION_STRING.
 *
 * version   out; the text belongs to the plugin and lives as long as the library.
 *
 * Needed    engine plugins: optional, since API 1.0.0; absence means "1.0.0". Heuristic plugins: required.
 * Called    once, at load, before the type and before any callback is given (D36). A text that is not three numbers, or
 *           a major that the host does not know, refuses the library (EP-4, HP-3).
 * Status    SUCCESS. BAD_PARAM: version is NULL. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnPluginGetApiVersion(const char **version);

/* Gives the plugin the sink for its log lines.
 *
 * callback  not NULL. The plugin keeps it and may call it from any thread until the library is unloaded (EP-19).
 *
 * Needed    engine plugins: optional, since API 1.0.0. Heuristic plugins: required.
 * Called    at load, once the API version and the type were accepted; heuristic plugins again before each of their
 *           handles is made. The newest callback counts.
 * Status    SUCCESS. BAD_PARAM: callback is NULL. From an engine plugin the host ignores the status; a heuristic plugin
 *           that fails is skipped for that handle. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t
hipdnnPluginSetLoggingCallback(hipdnnCallback_t callback);

/* Tells the plugin the lowest severity worth sending. Until it is told it may send everything: the host filters too.
 *
 * level     any hipdnnSeverity_t; HIPDNN_SEV_OFF asks for silence.
 *
 * Needed    optional; presence decides, no version is attached to it.
 * Called    at load, after the callback, and again at each change of the global level, from whatever thread changes it.
 * Status    SUCCESS. INVALID_VALUE: no such level; the host takes it quietly. Others are logged. */
HIPDNN_PLUGIN_NODISCARD HIPDNN_PLUGIN_EXPORT hipdnnPluginStatus_t hipdnnPluginSetLogLevel(hipdnnSeverity_t level);

#ifdef __cplusplus
}
#endif

#endif
