#!/bin/sh
# SPDX-License-Identifier: MIT
# Runs the test programs of a release build under valgrind. Usage: scripts/valgrind.sh BUILD_DIR
set -eu
build=$1
export HIPDNN_TEST_CASES=${HIPDNN_TEST_CASES:-25} # of the random tests: valgrind is some fifty times slower
failed=0
passed=0
for program in $(find "$build/tests" -type f -name 'test_*' -perm -u+x | sort); do
    name=$(basename "$program")
    # Kept out: programs that mutate every byte of a buffer, which the sanitizers cover in the time that they need.
    case $name in
    test_flatbuf_verify | test_graph_mutations | test_npy) continue ;;
    esac
    if valgrind --quiet --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite \
        "$program" > "$build/valgrind.log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "$name failed under valgrind:"
        tail -n 40 "$build/valgrind.log"
    fi
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
