# SPDX-License-Identifier: MIT
"""Reads every graph in a folder with Python's JSON parser, refusing repeated keys and NaN, which JSON has not."""
import json
import pathlib
import sys


def unique(pairs):
    members = dict(pairs)
    assert len(members) == len(pairs), f"a key is repeated: {[key for key, _ in pairs]}"
    return members


def no_constant(text):
    raise ValueError(f"{text} is no JSON")


files = sorted(pathlib.Path(sys.argv[1]).glob("*.json"))
assert files, f"no graphs in {sys.argv[1]}"
for file in files:
    graph = json.loads(file.read_text(encoding="utf-8"), object_pairs_hook=unique, parse_constant=no_constant)
    uids = {tensor["uid"] for tensor in graph["tensors"]}
    assert len(uids) == len(graph["tensors"]), f"{file}: a uid is repeated"
    print(f"{file.name}: {len(graph['tensors'])} tensors, {len(graph['nodes'])} nodes")
