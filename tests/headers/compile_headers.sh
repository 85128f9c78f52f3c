#!/bin/sh
# SPDX-License-Identifier: MIT
# Compiles every public header alone at the strictest settings, as C11 and as C++17, then the plugin headers together
# with hipdnn_backend.h in both orders: a header that leans on another, or clashes with one, fails here.
#
#   compile_headers.sh INCLUDE_DIR CC CXX
#
# Runs with the given pair of compilers and, when they are installed, with gcc and clang as well.
set -u

if [ $# -ne 3 ]; then
    echo "usage: compile_headers.sh INCLUDE_DIR CC CXX" >&2
    exit 2
fi
include=$1
warnings='-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror -fsyntax-only'
passed=0
failed=0
log=$(mktemp) || exit 2
trap 'rm -f "$log"' EXIT

# check COMPILER LANGUAGE STANDARD FLAG HEADER...: FLAG may be empty.
check() {
    compiler=$1 language=$2 standard=$3 flag=$4
    shift 4
    # shellcheck disable=SC2086 # flags are meant to split
    if printf '#include "%s"\n' "$@" | "$compiler" -x "$language" "-std=$standard" $warnings $flag "-I$include" - \
        >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$compiler -std=$standard $flag cannot compile: $*"
        cat "$log"
    fi
}

# check_all CC CXX
check_all() {
    cc=$1 cxx=$2
    shift 2
    for header in $headers; do
        check "$cc" c c11 '' "$header"
        check "$cxx" c++ c++17 '' "$header"
    done
    check "$cc" c c11 -DHIPDNN_HEURISTIC_MULTI_POLICY hipdnn_plugin_sdk/HeuristicsPluginApi.h
    check "$cxx" c++ c++17 -DHIPDNN_HEURISTIC_MULTI_POLICY hipdnn_plugin_sdk/HeuristicsPluginApi.h
    for header in $plugin_headers; do
        for flag in '' -DHIPDNN_HEURISTIC_MULTI_POLICY; do
            check "$cc" c c11 "$flag" hipdnn_backend.h "$header"
            check "$cc" c c11 "$flag" "$header" hipdnn_backend.h
            check "$cxx" c++ c++17 "$flag" hipdnn_backend.h "$header"
            check "$cxx" c++ c++17 "$flag" "$header" hipdnn_backend.h
        done
    done
    # shellcheck disable=SC2086 # one argument per header
    check "$cc" c c11 '' $headers
    # shellcheck disable=SC2086
    check "$cxx" c++ c++17 '' $headers
}

# Header names hold no blanks.
headers=$(cd "$include" && find . -name '*.h' | sed 's|^\./||' | sort)
plugin_headers=$(printf '%s\n' "$headers" | grep '^hipdnn_plugin_sdk/')
if [ -z "$headers" ]; then
    echo "no header under $include" >&2
    exit 2
fi

check_all "$2" "$3"
for pair in gcc:g++ clang:clang++; do
    cc=${pair%%:*} cxx=${pair##*:}
    if [ "$cc" != "$2" ] && command -v "$cc" >/dev/null && command -v "$cxx" >/dev/null; then
        check_all "$cc" "$cxx"
    fi
done

echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
