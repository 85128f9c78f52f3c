#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Joins our tables with the interface facts beside this file, both ways.

    test_join.py DUMP_TABLES

An operation is described three times: fields by schema slot, backend attributes by slot, and here by what others have
written down about it. A row that is missing on either side, or says something else, is one sentence. What the dump's
lines mean: dump_tables.c.
"""

import csv
import os
import subprocess
import sys
from collections import namedtuple

from meaning import MEANING

HERE = os.path.dirname(os.path.abspath(__file__))


def uids(names):
    return [name + "_tensor_uid" for name in names.split()]


# The fields of each operation's JSON by group, and what each attribute means. Written down here, not derived: slots,
# types and counts can be right while two tensors have changed places.
JSON = {
    "ConvolutionFwdAttributes": {
        "inputs": ["x_tensor_uid", "w_tensor_uid"],
        "outputs": ["y_tensor_uid"],
        "parameters": ["pre_padding", "post_padding", "stride", "dilation", "conv_mode"],
    },
    "PointwiseAttributes": {
        "inputs": ["operation", "relu_lower_clip", "relu_upper_clip", "relu_lower_clip_slope", "axis_tensor_uid",
                   "in_0_tensor_uid", "in_1_tensor_uid", "in_2_tensor_uid", "swish_beta", "elu_alpha", "softplus_beta"],
        "outputs": ["out_0_tensor_uid"],
    },
    "BatchnormInferenceAttributes": {
        "inputs": uids("x mean inv_variance scale bias"),
        "outputs": uids("y"),
    },
    "BatchnormBackwardAttributes": {
        "inputs": uids("dy x mean inv_variance scale peer_stats"),
        "outputs": uids("dx dscale dbias"),
    },
    "BatchnormAttributes": {
        "inputs": uids("x scale bias epsilon peer_stats prev_running_mean prev_running_variance momentum"),
        "outputs": uids("y mean inv_variance next_running_mean next_running_variance"),
    },
    "ConvolutionBwdAttributes": {
        "inputs": uids("dy w"),
        "outputs": uids("dx"),
        "parameters": ["pre_padding", "post_padding", "stride", "dilation", "conv_mode"],
    },
    "ConvolutionWrwAttributes": {
        "inputs": uids("x dy"),
        "outputs": uids("dw"),
        "parameters": ["pre_padding", "post_padding", "stride", "dilation", "conv_mode"],
    },
    "BatchnormInferenceAttributesVarianceExt": {
        "inputs": uids("x mean variance scale bias epsilon"),
        "outputs": uids("y"),
    },
    "MatmulAttributes": {"inputs": uids("a b"), "outputs": uids("c")},
    "RMSNormAttributes": {
        "inputs": uids("x scale epsilon bias"),
        "outputs": uids("y inv_rms"),
        "": ["forward_phase"],
    },
    "LayernormAttributes": {
        "inputs": uids("x scale bias epsilon"),
        "outputs": uids("y mean inv_variance"),
        "": ["normalized_dim_count", "forward_phase"],
    },
    "SdpaAttributes": {
        "inputs": uids("q k v attn_mask scale seq_len_q seq_len_kv seed offset dropout_mask dropout_scale page_table_k "
                       "page_table_v block_mask sink_token descale_q descale_k descale_v descale_s scale_s scale_o"),
        "outputs": uids("o stats max sum_exp rng_dump amax_s amax_o"),
        "attributes": ["generate_stats", "alibi_mask", "padding_mask", "causal_mask", "causal_mask_bottom_right",
                       "dropout_probability", "attn_scale_value", "left_bound", "right_bound", "max_seq_len_kv",
                       "diagonal_alignment", "mma_core_mode", "implementation"],
    },
    "BlockScaleDequantizeAttributes": {
        "inputs": uids("x scale"),
        "outputs": uids("y"),
        "": ["block_size", "is_negative_scale"],
    },
    "BlockScaleQuantizeAttributes": {
        "inputs": uids("x"),
        "outputs": uids("y scale"),
        "": ["block_size", "axis", "transpose"],
    },
    "SdpaBackwardAttributes": {
        "inputs": uids("q k v o do stats scale attn_mask seq_len_q seq_len_kv seed offset dropout_mask dropout_scale "
                       "dropout_scale_inv"),
        "outputs": uids("dq dk dv dbias"),
        "attributes": ["alibi_mask", "padding_mask", "causal_mask", "causal_mask_bottom_right", "dropout_probability",
                       "attn_scale_value", "left_bound", "right_bound", "diagonal_alignment"],
    },
    # Without groups; what flows in and out is not in the paths.
    "CustomOpAttributes": {"": ["custom_op_id", "input_tensor_uids", "output_tensor_uids", "data"]},
    "RMSNormBackwardAttributes": {
        "inputs": uids("dy x scale inv_rms"),
        "outputs": uids("dx dscale dbias"),
    },
    "ReductionAttributes": {"": ["mode", "in_tensor_uid", "out_tensor_uid", "is_deterministic"]},
    "ResampleFwdAttributes": {
        "": ["x_tensor_uid", "y_tensor_uid", "index_tensor_uid", "pre_padding", "post_padding", "stride", "window",
             "resample_mode", "padding_mode", "generate_index"],
    },
    "LayernormBackwardAttributes": {
        "inputs": uids("dy x scale mean inv_variance epsilon"),
        "outputs": uids("dx dscale dbias"),
        "": ["normalized_dim_count"],
    },
    "ResampleBwdAttributes": {
        "": ["dy_tensor_uid", "dx_tensor_uid", "index_tensor_uid", "pre_padding", "post_padding", "stride", "window",
             "resample_mode", "padding_mode"],
    },
    "MoeGroupedMatmulAttributes": {
        "inputs": uids("token weight first_token_offset token_index token_ks"),
        "outputs": uids("output"),
        "": ["mode", "top_k"],
    },
    "MoeGroupedMatmulBwdAttributes": {
        "inputs": uids("doutput token first_token_offset"),
        "outputs": uids("dweight"),
    },
}
# Which way the tensors of flat operations flow.
FLAT_FLOWS = {
    "CustomOpAttributes": {"input_tensor_uids": "in", "output_tensor_uids": "out"},
    "ReductionAttributes": {"in_tensor_uid": "in", "out_tensor_uid": "out"},
    "ResampleFwdAttributes": {"x_tensor_uid": "in", "y_tensor_uid": "out", "index_tensor_uid": "out"},
    "ResampleBwdAttributes": {"dy_tensor_uid": "in", "dx_tensor_uid": "out", "index_tensor_uid": "in"},
}

# Slots that no row can describe: unions, vectors of tables, structs. They are written by hand around the rows.
BY_HAND = {
    "Graph": ("tensors", "nodes", "min_required_engine_api_version", "id"),
    "TensorAttributes": ("value_type", "value"),
    "Node": ("attributes_type", "attributes"),
}

# What is not there yet, and why. An entry that is there after all fails too.
MISSING_ATTRIBUTES = {}
MISSING_KINDS = {}
MISSING_SYMBOLS = {
    "hipdnnEnginePluginSerializeExecutionContext": "later: stored plans",
    "hipdnnEnginePluginDestroySerializedExecutionContext": "later: stored plans",
    "hipdnnEnginePluginCreateExecutionContextFromSerialized": "later: stored plans",
}

# Attributes that every operation has, beside its own.
COMMON_ATTRIBUTES = ("HIPDNN_ATTR_OPERATION_NAME_EXT", "HIPDNN_ATTR_OPERATION_TYPE_EXT")

OUR_NUMBERS = 70000  # D18
ENUMS = {  # schema enumeration: C API type, prefix of its enumerators, schema member that means unset
    "DataType": ("hipdnnDataType_t", "HIPDNN_DATA_", "UNSET"),
    "ConvMode": ("hipdnnConvolutionMode_t", "HIPDNN_", "UNSET"),
    "PointwiseMode": ("hipdnnPointwiseMode_t", "HIPDNN_POINTWISE_", "UNSET"),
    "NormFwdPhase": ("hipdnnNormFwdPhase_t", "HIPDNN_NORM_FWD_", "NOT_SET"),
    "MoeGroupedMatmulMode": ("hipdnnMoeGroupedMatmulMode_t", "HIPDNN_MOE_GROUPED_MATMUL_MODE_", None),
    "ReductionMode": ("hipdnnReduceTensorOp_t", "HIPDNN_REDUCE_TENSOR_", "NOT_SET"),
    "ResampleMode": ("hipdnnResampleMode_t", "HIPDNN_RESAMPLE_", "NOT_SET"),
    "PaddingMode": ("hipdnnPaddingMode_t", "HIPDNN_PADDING_", None),
    "DiagonalAlignment": ("hipdnnDiagonalAlignment_t", "HIPDNN_DIAGONAL_ALIGNMENT_", None),
    "AttentionImplementation": ("hipdnnAttentionImplementation_t", "HIPDNN_ATTENTION_IMPLEMENTATION_", None),
}
SCHEMA_TYPES = {"UID": "long", "OPTIONAL_UID": "long", "BOOL": "bool", "I32": "int", "I64": "long", "U64": "ulong",
                "F64": "double", "OPTIONAL_I64": "long", "OPTIONAL_F32": "float", "DIMS": "[long]", "STRING": "string",
                "OPTIONAL_BOOL": "bool", "OPTIONAL_I32": "int", "UID_LIST": "[long]", "I32_LIST": "[int]",
                "BYTES": "[ubyte]"}

LINES = {
    "table": "table tag operation",
    "field": "table slot name kind enum otherwise flow json required",
    "operation": "table descriptor type compute",
    "binding": "table attribute name slot type required",
    "kind": "descriptor name unfinalized_get",
    "attribute": "descriptor attribute name type settable readable required",
    "symbol": "place name required",
    "enum": "name wire api text",
}
TUPLES = {word: namedtuple(word, members) for word, members in LINES.items()}


def read_facts(name):
    with open(os.path.join(HERE, name), newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


class Facts:
    def __init__(self):
        self.tables = [row for row in read_facts("schema-tables.tsv") if row["status"] == "mainline"]
        self.schema_enums = [row for row in read_facts("schema-enums.tsv") if row["status"] == "mainline"]
        self.enums = [row for row in read_facts("backend-enums.tsv") if row["provenance"] in ("main", "newest", "inferred")]
        self.attributes = [row for row in read_facts("backend-attributes.tsv") if row["provenance"] == "main"]
        self.symbols = [row for row in read_facts("engine-plugin-abi.tsv") if row["status"] == "mainline"]
        self.all_attributes = {row["attribute"] for row in read_facts("backend-attributes.tsv")}

    def number(self, enum_type, name):
        for row in self.enums:
            if row["enum_type"] == enum_type and row["enumerator"] == name:
                return int(row["value"])
        return None

    def descriptor_name(self, number):
        """15 -> CONVOLUTION_FORWARD, as the table of attributes writes it."""
        for row in self.enums:
            if row["enum_type"] == "hipdnnBackendDescriptorType_t" and int(row["value"]) == number:
                name = row["enumerator"].removeprefix("HIPDNN_BACKEND_").removesuffix("_EXT")
                return name.removesuffix("_DESCRIPTOR").removeprefix("OPERATION_")
        return None

    def type_numbers(self, row):
        """Of an attribute: usually one, several for the value of a knob."""
        return [self.number("hipdnnBackendAttributeType_t", name) for name in row["attribute_type"].split(" or ")]


class Join:
    """Collects sentences; every comparison made is counted."""

    def __init__(self, facts, dump):
        self.facts, self.sentences, self.passed = facts, [], 0
        self.ours = {word: [] for word in LINES}
        for line in dump.splitlines():
            word, *members = line.split("\t")
            self.ours[word].append(TUPLES[word](*members))

    def check(self, holds, sentence):
        if holds:
            self.passed += 1
        else:
            self.sentences.append(sentence)

    def both_ways(self, ours, theirs, what, where):
        for name in sorted(set(theirs) - set(ours)):
            self.check(False, f"{what} {name} is in {where} and not in our table")
        for name in sorted(set(ours) - set(theirs)):
            self.check(False, f"{what} {name} is in our table and not in {where}")

    # ---------------------------------------------------------------------------------------------- fields

    def default_of(self, field):
        if field.kind.startswith("OPTIONAL_"):
            return "null"
        if field.kind == "STRING" or SCHEMA_TYPES.get(field.kind, "").startswith("["):
            return "-"
        if field.kind == "BOOL":
            return "true" if field.otherwise != "0" else "false"
        if field.kind == "ENUM":
            names = [row["member"] for row in self.facts.schema_enums
                     if row["enum_or_union"] == field.enum and row["value"] == field.otherwise]
            return names[0] if names else field.otherwise
        return field.otherwise

    def fields(self):
        for table in self.ours["table"]:
            ours = {field.slot: field for field in self.ours["field"] if field.table == table.table}
            theirs = {row["field_id"]: row for row in self.facts.tables if row["table_or_struct"] == table.table and
                      row["field"] not in BY_HAND.get(table.table, ())}
            self.check(theirs, f"table {table.table} is not in schema-tables.tsv")
            self.both_ways(ours, theirs, f"{table.table}: slot", "schema-tables.tsv")
            count = sum(field.table == table.table for field in self.ours["field"])
            self.check(len(ours) == count, f"{table.table}: two rows have one slot")
            for slot in sorted(set(ours) & set(theirs)):
                self.field(table.table, ours[slot], theirs[slot])

    def field(self, table, ours, theirs):
        where = f"{table}: slot {ours.slot}"
        schema_type = ours.enum if ours.kind == "ENUM" else SCHEMA_TYPES.get(ours.kind)
        for what, seen, fact in (("name", ours.name, theirs["field"]), ("type", schema_type, theirs["type"]),
                                 ("default", self.default_of(ours), theirs["default"])):
            self.check(seen == fact, f"{where}: its {what} is {seen} here, schema-tables.tsv says {fact}")

    def tags(self):
        theirs = {row["member"]: row["value"] for row in self.facts.schema_enums
                  if row["enum_or_union"] == "NodeAttributes (union)"}
        for table in self.ours["table"]:
            if table.operation != "-":
                self.check(theirs.get(table.table) == table.tag,
                           f"{table.table} has tag {table.tag} here, schema-enums.tsv says {theirs.get(table.table)}")

    def json(self):
        for table in self.ours["table"]:
            if table.operation == "-":
                continue
            self.check(table.table in JSON, f"{table.table}: nobody wrote its JSON down in this test")
            theirs = {f"{group}.{name}".lstrip("."): group
                      for group, names in JSON.get(table.table, {}).items() for name in names}
            ours = {field.json: field for field in self.ours["field"] if field.table == table.table}
            self.both_ways(ours, theirs, f"{table.table}: JSON path", "the list of this test")
            for path in sorted(set(ours) & set(theirs)):
                is_tensor = ours[path].kind in ("UID", "OPTIONAL_UID", "UID_LIST")
                flow = {"inputs": "in", "outputs": "out"}.get(theirs[path], "-") if is_tensor else "-"
                flow = FLAT_FLOWS.get(table.table, {}).get(path, flow)
                self.check(ours[path].flow == flow,
                           f"{table.table}: {path} flows '{ours[path].flow}' here, '{flow}' is right")
                self.check(path.rpartition(".")[2] == ours[path].name,
                           f"{table.table}: {path} is the JSON path of field {ours[path].name}")

    # -------------------------------------------------------------------------------------- operations

    def operations(self):
        built = {table.table for table in self.ours["table"] if table.operation != "-"}
        bound = {operation.table for operation in self.ours["operation"]}
        self.both_ways(bound, built, "operation", "the data model's list of operations")
        for operation in self.ours["operation"]:
            self.operation(operation)

    def operation(self, operation):
        name = self.facts.descriptor_name(int(operation.descriptor))
        facts = {row["attribute"]: row for row in self.facts.attributes if row["descriptor"] == name}
        self.check(facts, f"{operation.table}: backend-attributes.tsv has no descriptor {name}")
        by_number = {int(row["value"]): row["attribute"] for row in facts.values()}
        rows = [row for row in self.ours["binding"] if row.table == operation.table]
        ours = {by_number.get(int(row.attribute), row.attribute): row for row in rows}
        compute = by_number.get(int(operation.compute), operation.compute)
        own_facts = {attribute for attribute, fact in facts.items()
                     if attribute not in COMMON_ATTRIBUTES and fact["attribute_type"] != "-"}
        self.both_ways(set(ours) | {compute}, own_facts, f"{operation.table}: attribute", "backend-attributes.tsv")
        self.slots(operation.table, rows)
        for attribute in sorted(set(ours) & set(facts)):
            row, fact = ours[attribute], facts[attribute]
            self.check(row.name == attribute, f"{attribute} is called {row.name} here")
            self.check([int(row.type)] == self.facts.type_numbers(fact),
                       f"{attribute} has type {row.type} here, backend-attributes.tsv says {fact['attribute_type']}")
            self.check((row.required == "1") == (fact["required_for_finalize"] == "yes"),
                       f"{attribute}: required is {row.required} here, "
                       f"backend-attributes.tsv says {fact['required_for_finalize']}")
        self.meaning(operation.table, ours, compute)
        text = facts.get("HIPDNN_ATTR_OPERATION_TYPE_EXT", {}).get("notes", "").removeprefix("read-only: ")
        number = self.facts.number("hipdnnOperationType_ext_t", "HIPDNN_OPERATION_TYPE_" + text)
        self.check(number == int(operation.type),
                   f"{operation.table} has operation type {operation.type} here, the tables say {number} ({text})")

    def slots(self, table, rows):
        fields = {field.slot for field in self.ours["field"] if field.table == table}
        self.both_ways({row.slot for row in rows}, fields, f"{table}: bound slot", "the table's fields")
        for members, what in (([row.slot for row in rows], "slot"), ([row.attribute for row in rows], "attribute")):
            for member in sorted(set(members)):
                self.check(members.count(member) == 1, f"{table}: {what} {member} is bound {members.count(member)} times")

    def meaning(self, table, ours, compute):
        names = {field.slot: field.name for field in self.ours["field"] if field.table == table}
        seen = {attribute: names.get(row.slot) for attribute, row in ours.items()}
        seen[compute] = "compute type"
        self.check(table in MEANING, f"{table}: nobody wrote down in this test what its attributes mean")
        for attribute, field in MEANING.get(table, {}).items():
            self.check(seen.get(attribute) == field,
                       f"{table}: {attribute} is bound to {seen.get(attribute)}, it means {field}")

    # ----------------------------------------------------------------------------------------- objects

    def kinds(self):
        operations = {operation.descriptor for operation in self.ours["operation"]}
        built = set()
        for kind in self.ours["kind"]:
            name = self.facts.descriptor_name(int(kind.descriptor))
            built.add(name)
            rows = {}  # by name; a row for each type that a value may have
            for row in self.ours["attribute"]:
                if row.descriptor == kind.descriptor:
                    rows.setdefault(row.name, []).append(row)
            facts = {row["attribute"]: row for row in self.facts.attributes if row["descriptor"] == name}
            if kind.descriptor in operations:
                facts = {name: row for name, row in facts.items() if name in COMMON_ATTRIBUTES}
            self.check(facts, f"descriptor type {kind.descriptor} ({name}) can be created here, "
                              "but backend-attributes.tsv does not have it")
            self.kind(kind, name, rows, facts)
        for row in self.facts.attributes:
            name = row["descriptor"]
            if name in built or "(" in name or row["attribute"] in COMMON_ATTRIBUTES:
                continue
            is_operation = any(common["descriptor"] == name and common["attribute"] in COMMON_ATTRIBUTES
                               for common in self.facts.attributes)
            self.check(is_operation or name in MISSING_KINDS, f"descriptor {name} cannot be created here")
        for name in MISSING_KINDS:
            self.check(name not in built, f"descriptor {name} is there now; take it off this test's list")

    def kind(self, kind, name, rows, facts):
        wanted = {attribute for attribute, fact in facts.items() if fact["attribute_type"] != "-"}
        for attribute in sorted(wanted - set(rows)):
            # A second name of the same number is the same attribute.
            twin = any(facts[attribute]["value"] == twins[0].attribute for twins in rows.values())
            self.check(twin or attribute in MISSING_ATTRIBUTES,
                       f"{name}: attribute {attribute} is in backend-attributes.tsv and not in our table")
        for attribute, same in sorted(rows.items()):
            fact = facts.get(attribute)
            if fact is None:
                is_ours = int(same[0].attribute) >= OUR_NUMBERS and attribute.endswith("_EXT")
                self.check(is_ours or attribute in self.facts.all_attributes,
                           f"{name}: attribute {attribute} is in our table and not in backend-attributes.tsv")
                continue
            self.check(attribute not in MISSING_ATTRIBUTES, f"{attribute} is there now; take it off this test's list")
            types, said = sorted(int(row.type) for row in same), self.facts.type_numbers(fact)
            self.check(None not in said and types == sorted(said),
                       f"{attribute}: type is {types} here, backend-attributes.tsv says {fact['attribute_type']}")
            for row in same:
                self.attribute(kind, row, fact, len(same) == 1)

    def attribute(self, kind, row, fact, has_one_type):
        before, after = fact["get_before_finalize"], fact["get_after_finalize"]
        # Where any of several types will do, no single row is required; finalize asks by itself.
        is_required = fact["required_for_finalize"] == "yes" and has_one_type
        facts = [("number", row.attribute, fact["value"]),
                 ("settable", row.settable, "1" if fact["settable_before_finalize"] == "yes" else "0"),
                 ("readable", row.readable, "1" if after == "yes" else "0"),
                 ("required", row.required, "1" if is_required else "0")]
        if after == "yes":  # a status in parentheses, or "yes"
            status = before.removeprefix("no (").removesuffix(")") if before.startswith("no (") else "0"
            facts.append(("status of a get before finalize", kind.unfinalized_get, status))
        for what, seen, said in facts:
            self.check(seen == said, f"{row.name}: {what} is {seen} here, backend-attributes.tsv says {said}")

    # ---------------------------------------------------------------------------------- symbols, enums

    def symbols(self):
        ours = {row.name: row for row in self.ours["symbol"]}
        theirs = {row["symbol"]: row for row in self.facts.symbols}
        for name in sorted(set(theirs) - set(ours)):
            self.check(name in MISSING_SYMBOLS, f"symbol {name} is in engine-plugin-abi.tsv and not looked up here")
        for name in sorted(set(ours) - set(theirs)):
            self.check(name.endswith("_ext"), f"symbol {name} is looked up here and not in engine-plugin-abi.tsv")
        shared = sorted(set(ours) & set(theirs), key=lambda name: int(theirs[name]["resolve_order"]))
        for name in shared:
            required = theirs[name]["required_or_optional"].startswith("required")
            self.check((ours[name].required == "1") == required,
                       f"symbol {name}: required is {ours[name].required} here, "
                       f"engine-plugin-abi.tsv says {theirs[name]['required_or_optional']}")
            self.check(name not in MISSING_SYMBOLS, f"symbol {name} is there now; take it off this test's list")
        for earlier, later in zip(shared, shared[1:]):
            self.check(int(ours[earlier].place) < int(ours[later].place), f"symbol {later} is looked up before {earlier}")

    def enums(self):
        for name, (api_type, prefix, unset) in ENUMS.items():
            ours = [row for row in self.ours["enum"] if row.name == name]
            wire = {row["value"]: row["member"] for row in self.facts.schema_enums if row["enum_or_union"] == name}
            self.both_ways([row.wire for row in ours], wire, f"{name}: number", "schema-enums.tsv")
            api = {row["enumerator"]: row["value"] for row in self.facts.enums if row["enum_type"] == api_type}
            used = set()
            for row in ours:
                member = wire.get(row.wire, "")
                # Of a reduction, MAX_OP is "max" in JSON; of a pointwise operation it is "max_op".
                text = member.removesuffix("_OP") if name == "ReductionMode" else member
                self.check(row.text.upper() == text,
                           f"{name} {row.wire} is called {row.text} here, schema-enums.tsv says {member}")
                short = prefix + member.removesuffix("_OP").removeprefix("PADDING_")
                enumerator = next((full for full in (short, short + "_EXT") if full in api), None)
                number = "-1" if member == unset else api.get(enumerator)
                self.check(row.api == number,
                           f"{name} {member} is {row.api} in the C API here, backend-enums.tsv says {number}")
                used.add(enumerator)
            for enumerator in sorted(set(api) - used):
                self.check(False, f"{enumerator} is in backend-enums.tsv and has no row in {name}")

    def run(self):
        for part in (self.fields, self.tags, self.json, self.operations, self.kinds, self.symbols, self.enums):
            part()
        return self.sentences


# The test must be able to fail: the line that begins like this goes, or gets another value in one place; then a
# sentence with these words is wanted.
MUTATIONS = [
    ("field ConvolutionFwdAttributes 3", None, "ConvolutionFwdAttributes: slot 3 is in schema-tables.tsv and not"),
    ("field PointwiseAttributes 9", ("slot", "19"), "PointwiseAttributes: slot 9 is in schema-tables.tsv and not"),
    ("field PointwiseAttributes 9", ("slot", "19"), "PointwiseAttributes: slot 19 is in our table and not"),
    ("field TensorAttributes 10", ("otherwise", "0"), "TensorAttributes: slot 10: its default is 0 here"),
    ("field PointwiseAttributes 8", ("flow", "in"), "outputs.out_0_tensor_uid flows 'in' here"),
    ("table PointwiseAttributes", ("tag", "3"), "PointwiseAttributes has tag 3 here"),
    ("binding ConvolutionFwdAttributes 1402", None, "CONVOLUTION_FORWARD_Y is in backend-attributes.tsv and not"),
    ("binding ConvolutionFwdAttributes 1401", ("slot", "1"), "ConvolutionFwdAttributes: slot 1 is bound 2 times"),
    ("binding ConvolutionFwdAttributes 1401", ("slot", "1"), "FORWARD_X is bound to w_tensor_uid, it means x_tensor"),
    ("binding PointwiseAttributes 2202", ("required", "1"), "POINTWISE_IN_1_EXT: required is 1 here"),
    ("binding PointwiseAttributes 2200", ("name", "X"), "HIPDNN_ATTR_OPERATION_POINTWISE_IN_0_EXT is called X here"),
    ("operation PointwiseAttributes", ("compute", "2301"), "POINTWISE_MATH_PREC is in backend-attributes.tsv and not"),
    ("attribute 14 1307", ("settable", "1"), "HIPDNN_ATTR_TENSOR_IS_BY_VALUE: settable is 1 here"),
    ("attribute 11 703", None, "HIPDNN_ATTR_VARIANT_PACK_WORKSPACE is in backend-attributes.tsv and not"),
    ("attribute 6 501 HIPDNN_ATTR_KNOB_CHOICE_KNOB_VALUE 5", None, "KNOB_VALUE: type is [3, 19] here"),
    ("kind 3", ("unfinalized_get", "1"), "ENGINEHEUR_MODE: status of a get before finalize is 1 here"),
    ("symbol 19", ("required", "0"), "hipdnnEnginePluginExecuteOpGraph: required is 0 here"),
    ("enum DataType 4", ("api", "2"), "DataType DOUBLE is 2 in the C API here"),
    ("enum ReductionMode 3", ("text", "min_op"), "ReductionMode 3 is called min_op here"),
    ("field CustomOpAttributes 2", ("flow", "in"), "output_tensor_uids flows 'in' here"),
    ("field SdpaAttributes 28", ("kind", "BOOL"), "SdpaAttributes: slot 28: its default is false here"),
]


def mutate(dump, start, change):
    """`dump` with its one line that begins with `start` removed or changed; None when there is no such line."""
    lines = dump.splitlines()
    words = start.split()
    places = [place for place, line in enumerate(lines) if line.split("\t")[:len(words)] == words]
    if len(places) != 1:
        return None
    word, *members = lines.pop(places[0]).split("\t")
    if change is not None:
        lines.append("\t".join([word, *TUPLES[word](*members)._replace(**dict([change]))]))
    return "\n".join(lines)


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip().splitlines()[2].strip(), file=sys.stderr)
        return 2
    dump = subprocess.run([sys.argv[1]], check=True, capture_output=True, text=True).stdout
    facts = Facts()
    join = Join(facts, dump)
    failed = join.run()
    passed = join.passed
    for start, change, fragment in MUTATIONS:
        mutated = mutate(dump, start, change)
        sentences = [] if mutated is None else Join(facts, mutated).run()
        if any(fragment in sentence for sentence in sentences):
            passed += 1
        else:
            failed.append(f"a dump with '{start}' {'removed' if change is None else 'changed'} must fail with "
                          f"'{fragment}', it said: {sentences}")
    for sentence in failed:
        print(sentence)
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
