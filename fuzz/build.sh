# SPDX-License-Identifier: MIT
# Sourced by run.sh and minimise.sh: configures and builds the fuzzers in $build and writes their seeds to $build/seeds.
cmake -S "$root" -B "$build" -G Ninja -DCMAKE_C_COMPILER=clang -DCMAKE_CXX_COMPILER=clang++ \
    -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS_DEBUG="-O2 -g" -DBUILD_TESTING=OFF -DHIPDNN_FUZZ=ON \
    -DHIPDNN_SANITIZE=fuzzer-no-link,address,undefined >/dev/null
cmake --build "$build" --target "fuzz_$target" fuzz_seeds
mkdir -p "$build/seeds"
"$build/fuzz/fuzz_seeds" "$build/seeds" "$root"/examples/graphs/*.json

# The official compiler lays the same objects out in another way.
seed_by_flatc() {
    flatc --binary -o "$build/seeds/$1" "$root/include/hipdnn_data_sdk/schema/$1.fbs" \
        "$root/tests/data_sdk/flatc/$2.json"
}
if command -v flatc >/dev/null; then
    seed_by_flatc graph graph
    seed_by_flatc engine_details details
    seed_by_flatc engine_config config
    seed_by_flatc device_properties device
fi
