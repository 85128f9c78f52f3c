#!/bin/sh
# SPDX-License-Identifier: MIT
# Fuzzes one target for some time, starting from its committed corpus and from seeds made of real objects. Inputs that
# reach something new are kept in BUILD/corpus/TARGET; one that breaks a promise ends the run and lies in
# BUILD/findings: mend, then put it into fuzz/corpus/TARGET under a name that tells what it was. `make check` replays
# that folder.
#
# usage: fuzz/run.sh TARGET SECONDS [LIBFUZZER_OPTION...]     BUILD is build-fuzz, or from the environment
set -eu

target=$1
seconds=$2
shift 2
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build-fuzz}

. "$root/fuzz/build.sh"
mkdir -p "$build/corpus/$target" "$build/findings" "$root/fuzz/corpus/$target"
dictionary=
case $target in
graph_json | graph_infer) dictionary=-dict=$build/seeds/json.dict ;;
esac
"$build/fuzz/fuzz_$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=2048 -max_len=8192 \
    -artifact_prefix="$build/findings/$target-" ${dictionary:+"$dictionary"} "$@" \
    "$build/corpus/$target" "$build/seeds/$target" "$root/fuzz/corpus/$target"
