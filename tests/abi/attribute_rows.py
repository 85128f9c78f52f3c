#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Turns the rows of backend-attributes.tsv that are certain into initialisers of a C table, one line each.

    attribute_rows.py BACKEND_ATTRIBUTES_TSV > attribute_rows.inc

The table is tests/backend/attribute_rows.c; the enumerators below are those of tests/backend/attribute_rows.h. A text in
a column that is not known here ends the program, so that no row is passed over.
"""
import csv
import re
import sys

# element_count: which counts a set takes, and the largest, 0 where none is known. Ranks are at most 8 (D47).
COUNTS = {
    "-": ("NO_COUNT", 0),
    "1": ("ONE", 0),
    "1 (0 on get if unset)": ("ONE_OR_UNSET", 0),
    ">=1": ("SOME", 0),
    ">=1 (rank)": ("SOME", 8),
    ">=1 (spatial rank)": ("SOME", 8),
    ">=1, same as ids": ("SOME", 0),
    ">=1, same as override ids": ("SOME", 0),
    "sum of lengths": ("SOME", 0),
    "1..n": ("SOME", 0),
    "1..1024": ("SOME", 1024),
    "0..n": ("ANY", 0),
    ">=0": ("ANY", 0),
    ">=0 on set; >=1 in all": ("ANY", 0),
    "length, 0 allowed": ("TEXT", 0),
    "length <=65536": ("TEXT", 65536),
    "length+1": ("TEXT", 0),
    "length, >=1": ("FILLED_TEXT", 0),
    "length 1..4096": ("FILLED_TEXT", 4096),
    "bytes": ("BYTES", 0),
    "bytes of one element": ("EXACT_BYTES", 0),
    "as TENSOR_VALUE_EXT": ("EXACT_BYTES", 0),
}
FLAGS = (
    ("requested exactly 1", "EXACT"),
    ("no size query", "NO_QUERY"),
    ("get (when )?unset(:| or)", "UNSET_REFUSED"),
)
NEEDS = {
    "yes": "REQUIRED",
    "no": "OPTIONAL",
    "-": "OPTIONAL",
    "both-or-none": "TOGETHER",
    "all-or-none": "TOGETHER",
    "by mode": "BY_VALUE",
    "if MAXPOOL": "BY_VALUE",
}


def status(text):
    """The status of a call: "yes", "no (8)", or less than that."""
    if text.startswith("yes"):
        return "0"
    number = re.fullmatch(r"no \((\d+)\)", text)
    if number:
        return number.group(1)
    return {"no": "ANY_REFUSAL", "not established": "NOT_SAID", "-": "ANY_REFUSAL"}[text]


def variants(row):
    """The types that a row names, each with its count rule."""
    for kind in row["attribute_type"].split(" or "):
        count = row["element_count"]
        if count == "1; CHAR: length <=65536":
            count = "length <=65536" if kind == "HIPDNN_TYPE_CHAR" else "1"
        yield ("HIPDNN_TYPE_INT64" if kind == "-" else kind), COUNTS[count]


def main():
    with open(sys.argv[1], encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    for row in rows:
        if row["provenance"] != "main":
            continue
        notes = row["notes"]
        if row["attribute"] == "HIPDNN_ATTR_TENSOR_CONSTANT_VALUE":
            notes = next(other["notes"] for other in rows if other["attribute"] == "HIPDNN_ATTR_TENSOR_VALUE_EXT")
        kind = "NULL" if " " in row["descriptor"] else f'"{row["descriptor"]}"'
        flags = [flag for words, flag in FLAGS if re.search(words, notes)]
        fixed = re.match(r"read-only: (\w+)$", notes)
        known = "operation_type" in row["attribute_type"].lower() and fixed
        for kind_of_value, (rule, most) in variants(row):
            print(f'{{{kind}, "{row["attribute"]}", {row["attribute"]}, {kind_of_value}, {rule}, {most}, '
                  f'{status(row["settable_before_finalize"])}, {status(row["get_before_finalize"])}, '
                  f'{status(row["get_after_finalize"])}, {NEEDS[row["required_for_finalize"]]}, '
                  f'{" | ".join(flags) or "0"}, {"HIPDNN_OPERATION_TYPE_" + fixed.group(1) if known else "0"}}},')


main()
