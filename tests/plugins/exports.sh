#!/bin/sh
# SPDX-License-Identifier: MIT
# exports.sh LIBRARY...: an engine plugin exports its entry points and nothing else (EP-1).
set -eu
status=0
for library in "$@"; do
    names=$(nm -D --defined-only "$library" | awk '{print $3}')
    strays=$(printf '%s\n' "$names" | grep -Ev '^hipdnn(Engine)?Plugin[A-Z]' || true)
    if [ -n "$strays" ]; then
        printf '%s exports what is not of the plugin API:\n%s\n' "$library" "$strays"
        status=1
    fi
    for name in hipdnnPluginGetName hipdnnPluginGetLastErrorString hipdnnEnginePluginCreate \
        hipdnnEnginePluginGetApplicableEngineIds hipdnnEnginePluginGetEngineDetails \
        hipdnnEnginePluginCreateExecutionContext hipdnnEnginePluginExecuteOpGraph; do
        if ! printf '%s\n' "$names" | grep -qx "$name"; then
            printf '%s does not export %s\n' "$library" "$name"
            status=1
        fi
    done
done
exit $status
