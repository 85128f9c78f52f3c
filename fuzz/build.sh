# SPDX-License-Identifier: MIT
# Sourced by run.sh and minimise.sh: configures and builds the fuzzers in $build and writes their seeds to $build/seeds.
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBUILD_TESTING=OFF -DHIPDNN_FUZZ=ON \
    -DHIPDNN_SANITIZE=fuzzer-no-link,address,undefined >/dev/null
cmake --build "$build" --target "fuzz_$target" fuzz_seeds
mkdir -p "$build/seeds"
"$build/fuzz/fuzz_seeds" "$build/seeds" "$root"/examples/graphs/*.json
