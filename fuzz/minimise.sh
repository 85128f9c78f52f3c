#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes fuzz/corpus/TARGET anew: the fewest and shortest of its files, the seeds and what fuzzing found that together
# reach every branch which all of them reach. Counting how often a branch is taken would keep many times more files.
#
# usage: fuzz/minimise.sh TARGET     BUILD as for run.sh
set -eu

target=$1
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build-fuzz}

. "$root/fuzz/build.sh"
mkdir -p "$build/corpus/$target" "$root/fuzz/corpus/$target"
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
"$build/fuzz/fuzz_$target" -merge=1 -use_counters=0 -max_len=8192 "$kept" \
    "$root/fuzz/corpus/$target" "$build/seeds/$target" "$build/corpus/$target" 2>/dev/null
rm -f "$root/fuzz/corpus/$target"/*
cp "$kept"/* "$root/fuzz/corpus/$target"
echo "$target: $(find "$kept" -type f | wc -l) files, $(cat "$kept"/* | wc -c) bytes"
