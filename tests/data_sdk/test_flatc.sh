#!/bin/sh
# SPDX-License-Identifier: MIT
# Our bytes against the official tools, both ways. flatc/*.json have the form in which flatc prints and hold the objects
# that flatc_peer knows.
#
# usage: test_flatc.sh FLATC FLATC_PEER FOLDER SCHEMA_FOLDER [FLATC_VALUES]
set -eu

flatc=$1
peer=$2
folder=$3
schemas=$4
values=${5:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/ours" "$work/theirs" "$work/json"
cp "$schemas"/*.fbs "$work"
# flatc 2.0.8 has unions of structs only in the C++ that it generates. Its JSON graph has no such value, so tables of the
# same names will do.
sed 's/^struct \([A-Za-z0-9]*Value\) /table \1 /' "$schemas/tensor_attributes.fbs" >"$work/tensor_attributes.fbs"

# both KIND SCHEMA ROOT
both() {
    # flatc writes, we read.
    "$flatc" --binary --root-type "$3" -o "$work/theirs" "$work/$2" "$folder/flatc/$1.json"
    "$peer" check "$1" "$work/theirs/$1.bin"
    # We write, flatc reads.
    "$peer" write "$1" "$work/ours/$1.bin"
    "$flatc" --json --raw-binary --strict-json --root-type "$3" -o "$work/json" "$work/$2" -- "$work/ours/$1.bin"
    diff -u "$folder/flatc/$1.json" "$work/json/$1.json"
}

space=hipdnn_flatbuffers_sdk.data_objects
both graph graph.fbs $space.Graph
both details engine_details.fbs $space.EngineDetails
both config engine_config.fbs $space.EngineConfig
both device device_properties.fbs $space.DeviceProperties

# The values themselves, by that C++.
if [ -n "$values" ]; then
    "$peer" write values "$work/ours/values.bin"
    "$values" check "$work/ours/values.bin"
    "$values" write "$work/theirs/values.bin"
    "$peer" check values "$work/theirs/values.bin"
fi
