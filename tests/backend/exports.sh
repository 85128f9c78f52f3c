#!/bin/sh
# SPDX-License-Identifier: MIT
# What the public libraries export: every function that their headers declare and nothing else; and what they need: no
# C++ runtime.
#
#   exports.sh INCLUDE_DIR FUNCTIONS_TSV BACKEND_LIBRARY FRONTEND_LIBRARY
set -u

if [ $# -ne 4 ]; then
    echo "usage: exports.sh INCLUDE_DIR FUNCTIONS_TSV BACKEND_LIBRARY FRONTEND_LIBRARY" >&2
    exit 2
fi
include=$1 functions=$2 backend=$3 frontend=$4
folder=$(mktemp -d) || exit 2
trap 'rm -rf "$folder"' EXIT
passed=0
failed=0

# complain SENTENCE FILE: each line of the file is one failure.
complain() {
    while read -r name; do
        echo "$1: $name"
        failed=$((failed + 1))
    done <"$2"
}

# Functions that a header declares: names in front of a parenthesis, outside comments and preprocessor lines. A name in
# parentheses, (*name)(, is a type.
declared() {
    sed -e 's|/\*.*\*/||' -e '/\/\*/,/\*\//d' "$include/$1" | awk '/^#/ || more { more = /\\$/; next } { print }' |
        grep -o '[*]\{0,1\}hipdnn[A-Za-z0-9_]*(' | tr -d '*(' | sort -u
}

# check LIBRARY HEADER
check() {
    nm -D --defined-only "$1" | awk '{ print $3 }' | sort -u >"$folder/exported"
    declared "$2" >"$folder/declared"
    if [ "$(wc -l <"$folder/declared")" -lt 20 ]; then
        echo "$2: its declarations could not be read"
        failed=$((failed + 1))
    fi
    comm -23 "$folder/exported" "$folder/declared" >"$folder/strays"
    complain "$1 exports what $2 does not declare" "$folder/strays"
    comm -13 "$folder/exported" "$folder/declared" >"$folder/missing"
    complain "$1 does not export what $2 declares" "$folder/missing"
    passed=$((passed + $(comm -12 "$folder/exported" "$folder/declared" | wc -l)))
    readelf -d "$1" | grep NEEDED | grep -E 'libstdc\+\+|libc\+\+' >"$folder/needed"
    complain "$1 needs a C++ runtime" "$folder/needed"
}

check "$backend" hipdnn_backend.h

# All functions of the original's table, from the start (D33).
nm -D --defined-only "$backend" | awk '{ print $3 }' | sort -u >"$folder/exported"
tail -n +2 "$functions" | cut -f 2 | sort -u >"$folder/table"
comm -13 "$folder/exported" "$folder/table" >"$folder/missing"
complain "$backend does not export what the table of functions has" "$folder/missing"
if [ "$(wc -l <"$folder/table")" -ne 38 ]; then
    echo "$functions has $(wc -l <"$folder/table") functions, not 38"
    failed=$((failed + 1))
fi
passed=$((passed + $(comm -12 "$folder/exported" "$folder/table" | wc -l)))

check "$frontend" hipdnn_frontend.h

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
