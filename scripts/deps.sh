#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes sure that what the build and the tests need is there. As root, or with YES=1 (through sudo), it installs what is
# missing; else it prints the line to run.
set -eu

# What to look for, and the Debian package that brings it.
needs="
command:cc gcc
command:c++ g++
command:cmake cmake
command:ninja ninja-build
command:pkg-config pkg-config
command:git git
command:python3 python3
command:flatc flatbuffers-compiler
command:valgrind valgrind
command:nm binutils
module:jansson libjansson-dev
module:cmocka libcmocka-dev
header:flatbuffers/flatbuffers.h libflatbuffers-dev
"

found() {
    case $1 in
    command:*) command -v "${1#command:}" > /dev/null 2>&1 ;;
    module:*) command -v pkg-config > /dev/null 2>&1 && pkg-config --exists "${1#module:}" ;;
    header:*) [ -e "/usr/include/${1#header:}" ] ;;
    esac
}

missing=$(echo "$needs" | while read -r what package; do
    [ -z "$what" ] || found "$what" || echo "$package"
done | tr '\n' ' ')
[ -n "$missing" ] || exit 0

if ! command -v apt-get > /dev/null 2>&1; then
    echo "These are missing (named as Debian packages): $missing" >&2
    exit 1
fi
install="apt-get install -y --no-install-recommends $missing"
if [ "$(id -u)" = 0 ]; then
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive $install
elif [ "${YES:-}" = 1 ]; then
    sudo apt-get update -qq
    sudo env DEBIAN_FRONTEND=noninteractive $install
else
    echo "Packages are missing. Run this, or run make again with YES=1:" >&2
    echo "  sudo $install" >&2
    exit 1
fi
