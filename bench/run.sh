#!/bin/sh
# SPDX-License-Identifier: MIT
# Prints all benchmark tables. Usage: bench/run.sh BUILD_DIR
set -eu
build=$1
echo "machine: $(uname -m), $(nproc) cores, $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | head -n 1)"
echo
"$build/bench/overhead" "$build/lib/hipdnn_plugins/engines/libhipdnn_null.so"
"$build/bench/graphs"
if command -v valgrind > /dev/null 2>&1; then
    echo "instructions of one execute in the backend, counted by callgrind (goal: at most 60)"
    sh tests/overhead/count_instructions.sh "$build/tests/overhead/execute_loop" 60 || true
fi
echo "sizes, stripped"
for library in backend frontend; do
    strip -o "$build/bench/stripped.so" "$build/lib/libhipdnn_$library.so"
    goal=""
    [ "$library" != backend ] || goal="   (goal: at most 400)"
    printf '  %-22s %7d KB%s\n' "libhipdnn_$library.so" "$(($(wc -c < "$build/bench/stripped.so") / 1000))" "$goal"
done
