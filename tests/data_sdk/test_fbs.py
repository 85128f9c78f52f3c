#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the schema texts against the interface facts, both ways, and lets flatc compile each of them.

    test_fbs.py SCHEMA_FOLDER FACTS_FOLDER [FLATC]

A text has only what a schema needs: includes, one namespace, enums, unions, structs, tables, a root, an identifier. A
row that is missing on either side, or says something else, is one sentence.
"""

import csv
import os
import re
import subprocess
import sys
import tempfile

LINE_LENGTH = 120
SCALARS = {"bool": "false", "ubyte": "0", "int": "0", "uint": "0", "long": "0", "ulong": "0", "float": "0", "double": "0"}


def read_facts(folder, name):
    with open(os.path.join(folder, name), newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [row for row in rows if row["status"] == "mainline"]


def facts_of(folder):
    """Tuples of what the facts say, one per row."""
    rows = set()
    for row in read_facts(folder, "schema-roots.tsv"):
        rows.add(("file", row["schema_file"], row["namespace"], row["root_type"], row["file_identifier"]))
        if row["includes_in_order"] != "-":
            for place, name in enumerate(row["includes_in_order"].split(", ")):
                rows.add(("include", row["schema_file"], place, name))
    for row in read_facts(folder, "schema-enums.tsv"):
        rows.add(("value", row["schema_file"], row["enum_or_union"], row["underlying_type"], row["member"],
                  row["value"]))
    for row in read_facts(folder, "schema-tables.tsv"):
        rows.add(("field", row["schema_file"], row["table_or_struct"], row["field"], row["field_id"], row["type"],
                  row["default"], row["required"]))
    return rows


class Text:
    """The same tuples from a schema text."""

    def __init__(self, folder, name, enums, unions):
        self.name, self.rows, self.sentences = name, set(), []
        self.enums, self.unions = enums, unions  # of this text and of those before it
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            lines = file.read().splitlines()
        self.check(lines[0] == "// SPDX-License-Identifier: MIT", "the licence is not in the first line")
        for number, line in enumerate(lines, 1):
            self.check(len(line) <= LINE_LENGTH, f"line {number} has {len(line)} characters")
        self.parse("\n".join(re.sub(r"//.*", "", line) for line in lines))

    def check(self, holds, sentence):
        if not holds:
            self.sentences.append(f"{self.name}: {sentence}")

    def take(self, pattern, text):
        """All matches of a statement, and the text without them."""
        return list(re.finditer(pattern, text)), re.sub(pattern, "", text)

    def parse(self, text):
        includes, text = self.take(r'include "([^"]+)";', text)
        namespaces, text = self.take(r"namespace ([\w.]+);", text)
        roots, text = self.take(r"root_type (\w+);", text)
        identifiers, text = self.take(r'file_identifier "(\w{4})";', text)
        self.rows |= {("include", self.name, place, match[1]) for place, match in enumerate(includes)}
        self.rows.add(("file", self.name, *(" ".join(match[1] for match in matches) or "-"
                                            for matches in (namespaces, roots, identifiers))))
        blocks, text = self.take(r"(enum|union|struct|table) (\w+)(?: : (\w+))? \{([^}]*)\}", text)
        self.check(not text.strip(), f"not understood: {text.strip()!r}")
        for match in blocks:
            getattr(self, match[1])(match[2], match[3], match[4])

    def enum(self, name, underlying, body):
        self.enums.add(name)
        for member, value in re.findall(r"(\w+) = (\d+)", body):
            self.rows.add(("value", self.name, name, underlying, member, value))

    def union(self, name, _, body):
        self.unions.add(name)
        for value, member in enumerate(["NONE", *(part.strip() for part in body.split(","))]):
            self.rows.add(("value", self.name, f"{name} (union)", "ubyte", member, str(value)))

    def fields(self, body):
        for statement in filter(None, (part.strip() for part in body.split(";"))):
            match = re.fullmatch(r"(\w+): ([\w\[\]:]+)(?: = (\S+))?(?: \(([^)]*)\))?", statement)
            self.check(match, f"no field: {statement!r}")
            if match:
                yield match.groups()

    def struct(self, name, _, body):
        """Scalars of one size each, so that nothing is padded."""
        sizes = {"bool": 1, "ubyte": 1, "int": 4, "uint": 4, "float": 4, "long": 8, "double": 8, "[ubyte:16]": 16}
        fields = list(self.fields(body))
        whole, at = sum(sizes[kind] for _, kind, _, _ in fields), 0
        for field, kind, _, _ in fields:
            self.rows.add(("field", self.name, f"{name} (struct)", field, f"byte {at} of {whole}", kind, "-", "-"))
            at += sizes[kind]

    def table(self, name, _, body):
        slot = 0
        for field, kind, default, attributes in self.fields(body):
            required = "yes" if "required" in (attributes or "") else "no"
            if kind in self.unions:
                self.row(name, f"{field}_type", slot, f"ubyte ({kind} tag)", "0 (NONE)", "no")
                slot, kind = slot + 1, f"{kind} (union, offset)"
            elif default is None:
                default = SCALARS.get(kind)
                self.check(kind not in self.enums, f"{name}.{field} has an enumeration's default that is not written")
            self.row(name, field, slot, kind, default or "-", required)
            slot += 1

    def row(self, table, field, slot, kind, default, required):
        self.rows.add(("field", self.name, table, field, str(slot), kind, default, required))


def texts_of(folder, order):
    rows, sentences, enums, unions = set(), [], set(), set()
    for name in order:
        if os.path.exists(os.path.join(folder, name)):  # else rows of the facts will be missing
            text = Text(folder, name, enums, unions)
            rows |= text.rows
            sentences += text.sentences
    return rows, sentences


def compile_all(folder, flatc):
    """flatc takes each text alone; its includes are beside it."""
    sentences = []
    with tempfile.TemporaryDirectory() as out:
        for name in sorted(os.listdir(folder)):
            done = subprocess.run([flatc, "--cpp", "-o", out, os.path.join(folder, name)], capture_output=True, text=True)
            if done.returncode != 0 or done.stdout or done.stderr:
                sentences.append(f"flatc on {name}: {done.stdout}{done.stderr}")
    return sentences


def main():
    if len(sys.argv) not in (3, 4):
        print(__doc__.strip().splitlines()[2].strip(), file=sys.stderr)
        return 2
    folder, facts_folder = sys.argv[1:3]
    facts = facts_of(facts_folder)
    order = [row["schema_file"] for row in read_facts(facts_folder, "schema-roots.tsv")]
    texts, sentences = texts_of(folder, order)
    sentences += [f"in the facts and not in the texts: {row}" for row in sorted(map(str, facts - texts))]
    sentences += [f"in the texts and not in the facts: {row}" for row in sorted(map(str, texts - facts))]
    sentences += [f"{name} is not in the facts" for name in sorted(set(os.listdir(folder)) - set(order))]
    if len(sys.argv) == 4:
        sentences += compile_all(folder, sys.argv[3])
    for sentence in sentences:
        print(sentence)
    print(f"{len(facts & texts)} rows agree, {len(sentences)} sentences")
    return 1 if sentences or not facts else 0


if __name__ == "__main__":
    sys.exit(main())
