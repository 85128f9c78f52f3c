/* SPDX-License-Identifier: MIT */
/* The ways in which a plugin of the zoo can be broken. Macros, because some leave whole functions out. */
#ifndef TESTS_BACKEND_PLUGINS_DEFECTS_H
#define TESTS_BACKEND_PLUGINS_DEFECTS_H

/* While loading. */
#define NONE 0
#define MISSING_SYMBOL 1 /* no hipdnnEnginePluginExecuteOpGraph */
#define API_MAJOR_2 2
#define API_MAJOR_0 3 /* let in */
#define API_UNPARSABLE 4
#define API_NULL 5
#define WRONG_TYPE 6
#define EMPTY_NAME 7
#define VERSION_FAILS 8
#define ZERO_ENGINES 9
#define COUNTS_DISAGREE 10
#define REPEATED_ID 11
#define ID_ZERO 12
#define NAME_MISMATCH 13 /* of ZOO_ENGINE */
#define NAME_FAILS 14
#define NAME_NOT_APPLICABLE 15 /* the engine is unnamed */
#define TAKEN_ID 16 /* ZOO_ENGINE has the id of CPU_REFERENCE_ENGINE */
#define DEVICE_KIND_FAILS 17
#define DEVICE_KIND_HIP 18 /* healthy, but not on the CPU */
#define DEVICE_KIND_CUDA 19
#define DEVICE_KIND_STRANGE 20 /* no kind that there is */
#define CALLS_BACK 21 /* calls the backend while that loads and unloads it: calls_back.c */
#define UNRESOLVED 22 /* needs a function that nobody has */
#define NOISY 23 /* complains while it is loaded, and is healthy */
/* Healthy, made for an earlier version of the API. */
#define API_UNSAID 24 /* no hipdnnPluginGetApiVersion: 1.0.0 */
#define API_MINOR_0 25
#define API_MINOR_1 26
#define API_MINOR_2 27
#define API_MINOR_3 28
/* Making a handle. */
#define CREATE_FAILS 29
#define CREATE_NULL 30
#define CREATE_SHARED 31 /* a handle with the value that another library's has */
#define SET_DEVICE_FAILS 32
#define SET_STREAM_FAILS 33
#define CREATE_ONCE 34 /* the second handle fails */
/* Selecting. */
#define APPLICABLE_FAILS 35
#define APPLICABLE_TOO_MANY 36
#define APPLICABLE_UNKNOWN 37
#define APPLICABLE_TWICE 38
#define APPLICABLE_NONE 39 /* healthy, and explains itself */
#define DETAILS_FAIL 40
#define DETAILS_NULL 41
#define DETAILS_GARBAGE 42
#define DETAILS_OF_ANOTHER 43
#define DETAILS_NEGATIVE_NOTE 44
/* Planning and running. */
#define WORKSPACE_FAILS 45
#define CONTEXT_FAILS 46
#define CONTEXT_NULL 47
#define CONTEXT_ALLOC_FAILED 48
#define CONTEXT_WORKSPACE_FAILS 49
#define WORKSPACE_GROWS 50 /* another size at every call */
#define EXECUTE_AS_TOLD 51 /* answers the status that the first float of the first tensor is */
#define EXECUTE_SILENT 52 /* fails without words */
#define NO_OVERRIDES 53 /* healthy, without hipdnnEnginePluginExecuteOpGraphWithOverrides */

#endif
