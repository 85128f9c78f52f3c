#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the public headers against the interface facts beside this file.

    test_enums.py INCLUDE_DIR

Forward: every enumerator, structure, macro, opaque type and function of the tables is in the headers with that value or
type. Each fact becomes one line of a C file that compiles only if it is true, as C11 ($CC, else cc) and, because C does
not tell an enumeration from an int, as C++17 too ($CXX, else c++; left out when there is none).
Backward: every enumerator of the headers is in the tables, or is ours: ends in _EXT and is numbered from 70000 (D18).
"""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ENUM_HEADERS = ("hipdnn_modes.h", "hipdnn_backend_enums.h", "hipdnn_backend_attributes.h")

# Enumerators of ours that break the naming rule, and why.
EXCEPTIONS = {"HIPDNN_BACKEND_DEVICEPROP_DESCRIPTOR": "the RFC's name for the _EXT descriptor of the same number (D32)"}

# These stand in plugin-types.tsv too, but belong to hipdnn_backend.h alone: no plugin function takes them.
BACKEND_ONLY = ("hipdnnPluginLoadingMode_ext_t", "hipdnnPluginUnloadingMode_ext_t")

# Ours, so in no table.
DEVICE_KINDS = {"HIPDNN_DEVICE_KIND_CPU": 0, "HIPDNN_DEVICE_KIND_HIP": 1, "HIPDNN_DEVICE_KIND_CUDA": 2}

IDENTIFIER = re.compile(r"[A-Za-z_]\w*\Z")
INTEGER = re.compile(r"-?\d+\Z")


def read_table(name):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


class Unit:
    """One translation unit: what it includes, and one line per fact."""

    def __init__(self, includes, defines=()):
        self.prefix = [f"#define {define}" for define in defines] + ["#include <assert.h>", "#include <stddef.h>"]
        self.prefix += [f'#include "{include}"' for include in includes]
        self.facts = []  # (line of code, sentence)

    def add(self, code, sentence):
        if (code, sentence) not in self.facts:  # a size is told once per member
            self.facts.append((code, sentence))

    def value(self, name, value, source):
        self.add(f'static_assert({name} == {value}, "{name}");', f"{name} is not {value}, as {source} says")

    def function(self, row, source):
        parameters = row["parameters"]
        if parameters.startswith("("):  # "(empty parameter list)"
            parameters = "void"
        name, result = row.get("name") or row["symbol"], row["return_type"]
        self.add(f"static {result} (*const check_{name})({parameters}) = {name};",
                 f"{name} is not declared as {result} ({parameters}), as {source} says")

    def failures(self, compiler, language, standard, include):
        """The sentences of the facts that do not hold, as (sentence, compiler's words)."""
        source = "\n".join(self.prefix + [code for code, _ in self.facts]) + "\n"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "facts." + language)
            with open(path, "w", encoding="utf-8") as file:
                file.write(source)
            command = [compiler, "-x", "c++" if language == "cc" else "c", "-std=" + standard, "-fsyntax-only",
                       "-Werror", "-Wno-deprecated-declarations", "-I", include, path]
            if "clang" in subprocess.run([compiler, "--version"], capture_output=True, text=True).stdout:
                command[1:1] = ["-ferror-limit=0"]
            result = subprocess.run(command, capture_output=True, text=True)
        failed, unplaced = {}, []
        for line in result.stderr.splitlines():
            match = re.match(r"(.*?):(\d+):(?:\d+:)? (?:fatal )?error: (.*)", line)
            if not match:
                continue
            number = int(match.group(2)) - len(self.prefix) - 1
            if match.group(1) == path and 0 <= number < len(self.facts):
                failed.setdefault(number, match.group(3))
            else:
                unplaced.append(("the headers do not compile", line))
        if result.returncode != 0 and not failed and not unplaced:
            unplaced.append((f"{compiler} failed", result.stderr.strip()))
        return [(self.facts[number][1], words) for number, words in sorted(failed.items())] + unplaced


def add_enums(unit, known):
    for row in read_table("backend-enums.tsv"):
        name, value = row["enumerator"], row["value"]
        if not IDENTIFIER.match(name) or not IDENTIFIER.match(row["enum_type"]):
            continue  # a range, or an enumeration of an old branch
        if not INTEGER.match(value):
            continue
        known[name] = (row["enum_type"], int(value))
        if row["provenance"] in ("main", "newest"):
            unit.value(name, value, "backend-enums.tsv")


def add_plugin_types(plugin, backend):
    source = "plugin-types.tsv"
    for row in read_table("plugin-types.tsv"):
        if row["status"] != "mainline":
            continue
        kind, name, member, value = row["kind"], row["name"], row["member"], row["value"]
        unit = backend if name in BACKEND_ONLY else plugin
        if "enum" in kind:
            unit.value(member, value, source)
            unit.value(f"sizeof({name})", row["size_x86_64"], source)
        elif kind == "struct":
            unit.value(f"offsetof({name}, {member})", row["offset"], source)
            unit.value(f"sizeof({name})", row["size_x86_64"], source)
            unit.add(f"static inline {row['type']} *check_{name}_{member}({name} *o) {{ return &o->{member}; }}",
                     f"{name}.{member} is not of type {row['type']}, as {source} says")
        elif kind == "typedef":
            type_text = row["type"].split(" (from")[0]
            declaration = (type_text.replace("(*)", f"(*{name})") if "(*)" in type_text else f"{type_text} {name}")
            unit.add(f"typedef {declaration};", f"{name} is not {type_text}, as {source} says")
        elif kind == "macro" and IDENTIFIER.match(name) and INTEGER.match(value):
            unit.value(name, value, source)


def add_functions(unit, table, key):
    for row in read_table(table):
        if row.get("status", "mainline") == "mainline" and IDENTIFIER.match(row[key]):
            unit.function(row, table)


def check_backward(include, known):
    """Yields one sentence or None per enumerator of the headers."""
    for header in ENUM_HEADERS:
        with open(os.path.join(include, header), encoding="utf-8") as file:
            text = re.sub(r"/\*.*?\*/", "", file.read(), flags=re.S)
        for body, enum_type in re.findall(r"typedef enum \w+ \{(.*?)\} (\w+);", text, flags=re.S):
            for item in filter(None, (part.strip() for part in body.split(","))):
                name, _, value = (part.strip() for part in item.partition("="))
                if name in EXCEPTIONS:
                    yield None
                elif name in known:
                    yield (None if known[name] == (enum_type, int(value) if INTEGER.match(value) else None) else
                           f"{header}: {name} is {value} in {enum_type}, "
                           f"backend-enums.tsv has {known[name][1]} in {known[name][0]}")
                elif not name.endswith("_EXT"):
                    yield f"{header}: {name} is not in backend-enums.tsv and does not end in _EXT (D18)"
                elif not INTEGER.match(value) or int(value) < 70000:
                    yield f"{header}: {name} is not in backend-enums.tsv and is {value}, below 70000 (D18)"
                else:
                    yield None


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip().splitlines()[2].strip(), file=sys.stderr)
        return 2
    include = sys.argv[1]
    known = {}

    backend = Unit(["hipdnn_backend.h"])
    add_enums(backend, known)
    backend.value("HIPDNN_ERROR_STRING_MAX_LENGTH", 2048, "the backend notes")
    backend.value("sizeof(hipdnnBackendFlatbufferData_t)", 16, "the backend notes")
    backend.add("typedef struct hipdnnHandle *hipdnnHandle_t;", "hipdnnHandle_t is not struct hipdnnHandle *")
    backend.add("typedef struct HipdnnBackendDescriptor *hipdnnBackendDescriptor_t;",
                "hipdnnBackendDescriptor_t is not struct HipdnnBackendDescriptor *")
    add_functions(backend, "backend-functions.tsv", "name")

    engine = Unit(["hipdnn_plugin_sdk/EnginePluginApi.h"])
    add_plugin_types(engine, backend)
    add_functions(engine, "engine-plugin-abi.tsv", "symbol")

    multi = Unit(["hipdnn_plugin_sdk/HeuristicsPluginApi.h"], ["HIPDNN_HEURISTIC_MULTI_POLICY"])
    add_functions(multi, "heuristic-plugin-abi-upstream.tsv", "symbol")

    for unit in (backend, engine):  # both headers define it
        for name, value in DEVICE_KINDS.items():
            unit.value(name, value, "D14")

    passed = failed = 0
    compilers = [(os.environ.get("CC", "cc"), "c", "c11")]
    if shutil.which(os.environ.get("CXX", "c++")):
        compilers.append((os.environ.get("CXX", "c++"), "cc", "c++17"))
    for compiler, language, standard in compilers:
        for unit in (backend, engine, multi):
            wrong = unit.failures(compiler, language, standard, include)
            for sentence, words in wrong:
                print(f"{sentence} ({standard}: {words[:200]})")
            failed += len(wrong)
            passed += max(len(unit.facts) - len(wrong), 0)

    for sentence in check_backward(include, known):
        if sentence:
            print(sentence)
            failed += 1
        else:
            passed += 1

    print(f"{passed} passed, {failed} failed")
    return 0 if failed == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
