#!/bin/sh
# SPDX-License-Identifier: MIT
# Counts the instructions that hipdnnBackendExecute itself spends on one call, the plugin's not included.
# Usage: count_instructions.sh EXECUTE_LOOP MOST
set -eu
loop=$1
most=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
valgrind --tool=callgrind --callgrind-out-file="$folder/out" "$loop" > "$folder/log" 2>&1 || {
    cat "$folder/log"
    exit 1
}
# Self cost of the function, over the thousand calls of the loop.
total=$(callgrind_annotate --threshold=100 "$folder/out" |
    sed -n 's/^ *\([0-9,]*\) .*[:?]hipdnnBackendExecute \[.*libhipdnn_backend.*$/\1/p' | tr -d ',' | head -n 1)
[ -n "$total" ] || {
    echo "hipdnnBackendExecute does not show up in the profile"
    exit 1
}
each=$((total / 1000))
echo "  hipdnnBackendExecute   $each instructions"
[ "$each" -le "$most" ] || {
    echo "more than the $most that are allowed"
    exit 1
}
