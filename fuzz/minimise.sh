#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes fuzz/corpus/TARGET anew: of its files, the seeds and what fuzzing found, the few that reach the most branches. A
# refusal ends an input, so every refusal needs a file of its own; to keep the repository small, the last of them, each
# of which adds one branch, are left to the tests of refusals. Files that somebody gave a name stay.
#
# usage: fuzz/minimise.sh TARGET     BUILD as for run.sh
set -eu

target=$1
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build-fuzz}
case $target in
graph) most=110 ;;
graph_json | graph_infer) most=55 ;;
engine_details) most=24 ;;
*) most=10 ;;
esac

. "$root/fuzz/build.sh"
corpus=$root/fuzz/corpus/$target
mkdir -p "$build/corpus/$target" "$corpus"
kept=$(mktemp -d)
trap 'rm -rf "$kept"' EXIT
# Written by what they add, most first. How often a branch is taken does not count.
"$build/fuzz/fuzz_$target" -set_cover_merge=1 -use_counters=0 -max_len=8192 "$kept" "$corpus" "$build/seeds/$target" \
    "$build/corpus/$target" 2>/dev/null
find "$corpus" -type f | grep -E '/[0-9a-f]{40}$' | xargs -r rm
for name in $(ls -tr "$kept" | head -n $most); do
    cp "$kept/$name" "$corpus"
done
echo "$target: $(find "$corpus" -type f | wc -l) files, $(cat "$corpus"/* | wc -c) bytes"
