# SPDX-License-Identifier: MIT
# The README's commands. What they do is in CMakePresets.json and in scripts; this file only names them.

JOBS ?= $(shell nproc)

# `check` is what every change must pass; `check-all` is for whoever has the time.
.PHONY: all deps build demo check check-all check-asan check-instructions check-release check-tsan check-valgrind bench format lint clean

all: build

deps:
	@sh scripts/deps.sh

# Configures and builds one preset: $(call build,preset)
define build
	cmake --preset $(1) > /dev/null
	cmake --build --preset $(1) -j $(JOBS)
endef

build: deps
	$(call build,release)

demo: build
	@echo
	build/bin/hipdnn run examples/graphs/bottleneck.json --check

check: check-asan check-instructions

check-asan: deps
	$(call build,asan)
	ctest --preset asan -j $(JOBS)

# The instructions of execute are counted in plain code, so beside the sanitized build.
check-instructions: deps
	cmake --preset release > /dev/null
	cmake --build --preset release -j $(JOBS) --target execute_loop hipdnn_null
	ctest --preset release -R execute_instructions

check-release: deps
	$(call build,release)
	ctest --preset release -j $(JOBS)

check-tsan: deps
	$(call build,tsan)
	ctest --preset tsan -j $(JOBS)

check-valgrind: check-release
	sh scripts/valgrind.sh build

check-all: check-asan check-release check-tsan check-valgrind

bench: build
	@sh bench/run.sh build

format:
	git ls-files '*.c' '*.h' | xargs clang-format -i

lint: build
	sh scripts/lint.sh build

clean:
	rm -rf build build-asan build-tsan build-debug
