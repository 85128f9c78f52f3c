#!/bin/sh
# SPDX-License-Identifier: MIT
# Ours against flatc, both ways. example.json has the form in which flatc prints: equal values are equal bytes.
#
# usage: test_flatc.sh FLATC FLATC_PEER FOLDER_OF_THE_EXAMPLE
set -eu

flatc=$1
peer=$2
example=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/decoded"

# flatc encodes, we verify and read.
"$flatc" --binary -o "$work" "$example/example.fbs" "$example/example.json"
"$peer" print "$work/example.bin" >"$work/read.json"
diff -u "$example/example.json" "$work/read.json"

# We build, flatc decodes.
"$peer" build "$work/ours.bin"
"$flatc" --json --raw-binary --strict-json -o "$work/decoded" "$example/example.fbs" -- "$work/ours.bin"
diff -u "$example/example.json" "$work/decoded/ours.json"

# We build, we read: what flatc cannot print lies in the same buffer.
"$peer" print "$work/ours.bin" >"$work/ours.json"
diff -u "$example/example.json" "$work/ours.json"

# Without --raw-binary flatc also insists on the file identifier.
"$flatc" --json --strict-json -o "$work/decoded" "$example/example.fbs" -- "$work/ours.bin"
