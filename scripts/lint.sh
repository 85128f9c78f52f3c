#!/bin/sh
# SPDX-License-Identifier: MIT
# Formatting and static analysis. Usage: scripts/lint.sh BUILD_DIR (with compile_commands.json)
set -eu
build=$1
files=$(git ls-files '*.c' '*.h')
clang-format --dry-run --Werror $files
clang-tidy --quiet -p "$build" $(git ls-files 'src/*.c' 'plugins/*.c' 'tools/*.c')
