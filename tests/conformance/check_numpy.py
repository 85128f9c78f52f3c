#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds an engine against NumPy: for random operations on random types and layouts, what `hipdnn run --output` wrote
must be what NumPy computes from the same inputs, and the oracle (`--check`) must agree with the engine.

    check_numpy.py path/to/hipdnn [CASES [SEED [ENGINE]]]

The formulas are written here once more, from their definitions, so that an error shared by the engine and the oracle
shows. Where all tensors of a node are integers NumPy computes on int64, which wraps as the engine does; everything else
is computed in double and rounded to the output's type.
"""
import json
import math
import os
import subprocess
import sys
import tempfile

import numpy as np

# ------------------------------------------------------------------- types

FLOATS = {"float": np.float32, "half": np.float16, "double": np.float64, "bfloat16": np.uint16}
INTEGERS = {"int8": np.int8, "uint8": np.uint8, "int32": np.int32, "int64": np.int64}
STORED = {**FLOATS, **INTEGERS, "boolean": np.bool_}


def to_bfloat16(x):
    """Patterns of the nearest bfloat16 of doubles, ties to even."""
    x = np.asarray(x, dtype=np.float64)
    exponent = np.frexp(np.where(np.isfinite(x), x, 0))[1]
    spacing = np.ldexp(1.0, np.maximum(exponent, -125) - 8)
    with np.errstate(all="ignore"):
        rounded = np.where(np.isfinite(x), np.rint(x / spacing) * spacing, x).astype(np.float32)
    return (rounded.view(np.uint32) >> 16).astype(np.uint16)


def from_bfloat16(patterns):
    return (patterns.astype(np.uint32) << 16).view(np.float32).astype(np.float64)


def store(type_name, values):
    """What a tensor of this type holds of computed values."""
    with np.errstate(all="ignore"):
        if type_name == "boolean":
            return values != 0
        if type_name == "bfloat16":
            return to_bfloat16(values)
        if type_name in FLOATS:
            return values.astype(FLOATS[type_name])
        limits = np.iinfo(INTEGERS[type_name])
        if values.dtype == np.int64:
            return np.clip(values, limits.min, limits.max).astype(INTEGERS[type_name])
        rounded = np.nan_to_num(np.rint(values), nan=0.0, posinf=np.inf, neginf=-np.inf)
        # The greatest int64 is no double: what reaches beyond it is set apart.
        inside = np.clip(rounded, float(limits.min), np.nextafter(2.0 ** 63, 0) if limits.max > 2 ** 53 else limits.max)
        return np.where(rounded >= float(limits.max), limits.max, inside.astype(np.int64)).astype(INTEGERS[type_name])


def load(type_name, array, exact):
    """Elements as numbers: int64 where the node is exact, double otherwise."""
    if type_name == "bfloat16":
        return from_bfloat16(array)
    return array.astype(np.int64 if exact else np.float64)


def random_array(rng, type_name, shape, low=-2.0, high=2.0):
    if type_name == "boolean":
        return rng.integers(0, 2, shape).astype(np.bool_)
    if type_name in INTEGERS:
        return rng.integers(0 if type_name == "uint8" else -8, 9, shape).astype(INTEGERS[type_name])
    return store(type_name, rng.uniform(low, high, shape))


# ------------------------------------------------------------------- sums

def taps(x_shape, w_shape, y_shape, geometry):
    """For each tap of the filter, where it lies in w and which elements of the padded x it meets."""
    spatial = len(x_shape) - 2
    for tap in np.ndindex(*w_shape[2:]):
        place = tuple(n - 1 - t for n, t in zip(w_shape[2:], tap)) if geometry["conv_mode"] == "CONVOLUTION" else tap
        window = []
        for i in range(spatial):
            begin = tap[i] * geometry["dilation"][i]
            step = geometry["stride"][i]
            window.append(slice(begin, begin + (y_shape[2 + i] - 1) * step + 1, step))
        everything = (slice(None), slice(None))
        yield everything + place, everything + tuple(window)


def pads(geometry):
    return [(0, 0), (0, 0)] + list(zip(geometry["pre_padding"], geometry["post_padding"]))


def by_group(groups, **axes):
    return zip(*(np.split(array, groups, axis=axis) for array, axis in axes.values()))


def conv_fprop(x, w, y_shape, geometry):
    y = np.zeros(y_shape, dtype=x.dtype)
    groups = x.shape[1] // w.shape[1]
    padded = np.pad(x, pads(geometry))
    for xg, wg, yg in by_group(groups, x=(padded, 1), w=(w, 0), y=(y, 1)):
        for place, window in taps(x.shape, w.shape, y_shape, geometry):
            yg += np.einsum("nc...,kc->nk...", xg[window], wg[place])
    return y


def conv_dgrad(dy, w, x_shape, geometry):
    dx = np.pad(np.zeros(x_shape, dtype=dy.dtype), pads(geometry))
    groups = x_shape[1] // w.shape[1]
    for dxg, wg, dyg in by_group(groups, x=(dx, 1), w=(w, 0), y=(dy, 1)):
        for place, window in taps(x_shape, w.shape, dy.shape, geometry):
            dxg[window] += np.einsum("nk...,kc->nc...", dyg, wg[place])
    inside = tuple(slice(before, before + n) for (before, _), n in zip(pads(geometry), x_shape))
    return dx[inside]


def conv_wgrad(x, dy, w_shape, geometry):
    dw = np.zeros(w_shape, dtype=x.dtype)
    groups = x.shape[1] // w_shape[1]
    padded = np.pad(x, pads(geometry))
    for xg, dwg, dyg in by_group(groups, x=(padded, 1), w=(dw, 0), y=(dy, 1)):
        for place, window in taps(x.shape, w_shape, dy.shape, geometry):
            summed = [0] + list(range(2, x.ndim))
            dwg[place] = np.tensordot(dyg, xg[window], axes=(summed, summed))
    return dw


def matmul(a, b):
    """Along a batch dimension each matrix of the smaller side serves a run of neighbours."""
    for axis in range(a.ndim - 2):
        if a.shape[axis] < b.shape[axis]:
            a = np.repeat(a, b.shape[axis] // a.shape[axis], axis=axis)
        else:
            b = np.repeat(b, a.shape[axis] // b.shape[axis], axis=axis)
    return np.matmul(a, b)


# ------------------------------------------------------------------- pointwise

erf = np.vectorize(math.erf, otypes=[np.float64])


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def density(x):
    return np.exp(-x * x / 2) / np.sqrt(2 * np.pi)


def normal(x):
    return (1 + erf(x / np.sqrt(2))) / 2


def bend(x):
    return np.sqrt(2 / np.pi) * (x + 0.044715 * x ** 3)


def relu(x, p):
    return np.where(x <= p["lower"], p["lower"] + p["slope"] * (x - p["lower"]), np.minimum(x, p["upper"]))


def relu_slope(x, p):
    return np.where(x <= p["lower"], p["slope"], np.where(x >= p["upper"], 0.0, 1.0))


def gelu_tanh_slope(x):
    t = np.tanh(bend(x))
    return (1 + t) / 2 + x / 2 * (1 - t * t) * np.sqrt(2 / np.pi) * (1 + 3 * 0.044715 * x * x)


def swish_slope(x, beta):
    s = sigmoid(beta * x)
    return s + beta * x * s * (1 - s)


def quotient(a, b):
    """Towards zero."""
    return np.sign(a) * np.sign(b) * (np.abs(a) // np.abs(b)) if a.dtype == np.int64 else a / b


# name: (inputs, formula, range of the inputs)
MODES = {
    "abs": (1, lambda p, x: np.abs(x)),
    "add": (2, lambda p, x, y: x + y),
    "add_square": (2, lambda p, x, y: x + y * y),
    "binary_select": (3, lambda p, x, y, mask: np.where(mask != 0, x, y)),
    "ceil": (1, lambda p, x: np.ceil(x)),
    "cmp_eq": (2, lambda p, x, y: x == y),
    "cmp_ge": (2, lambda p, x, y: x >= y),
    "cmp_gt": (2, lambda p, x, y: x > y),
    "cmp_le": (2, lambda p, x, y: x <= y),
    "cmp_lt": (2, lambda p, x, y: x < y),
    "cmp_neq": (2, lambda p, x, y: x != y),
    "div": (2, lambda p, x, y: quotient(x, y)),
    "elu_bwd": (2, lambda p, dy, x: dy * np.where(x > 0, 1, p["alpha"] * np.exp(x))),
    "elu_fwd": (1, lambda p, x: np.where(x > 0, x, p["alpha"] * np.expm1(x))),
    "erf": (1, lambda p, x: erf(x)),
    "exp": (1, lambda p, x: np.exp(x)),
    "floor": (1, lambda p, x: np.floor(x)),
    "gelu_approx_tanh_bwd": (2, lambda p, dy, x: dy * gelu_tanh_slope(x)),
    "gelu_approx_tanh_fwd": (1, lambda p, x: x / 2 * (1 + np.tanh(bend(x)))),
    "gelu_bwd": (2, lambda p, dy, x: dy * (normal(x) + x * density(x))),
    "gelu_fwd": (1, lambda p, x: x * normal(x)),
    "gen_index": (1, lambda p, x: np.indices(x.shape)[p["axis"]]),
    "identity": (1, lambda p, x: x),
    "log": (1, lambda p, x: np.log(x)),
    "logical_and": (2, lambda p, x, y: (x != 0) & (y != 0)),
    "logical_not": (1, lambda p, x: x == 0),
    "logical_or": (2, lambda p, x, y: (x != 0) | (y != 0)),
    "max_op": (2, lambda p, x, y: np.maximum(x, y)),
    "min_op": (2, lambda p, x, y: np.minimum(x, y)),
    "mul": (2, lambda p, x, y: x * y),
    "neg": (1, lambda p, x: -x),
    "reciprocal": (1, lambda p, x: quotient(np.ones_like(x), x)),
    "relu_bwd": (2, lambda p, dy, x: dy * relu_slope(x, p)),
    "relu_fwd": (1, lambda p, x: relu(x, p)),
    "rsqrt": (1, lambda p, x: 1 / np.sqrt(x)),
    "sigmoid_bwd": (2, lambda p, dy, x: dy * sigmoid(x) * (1 - sigmoid(x))),
    "sigmoid_fwd": (1, lambda p, x: sigmoid(x)),
    "sin": (1, lambda p, x: np.sin(x)),
    "softplus_bwd": (2, lambda p, dy, x: dy * sigmoid(p["softplus"] * x)),
    "softplus_fwd": (1, lambda p, x: np.log1p(np.exp(p["softplus"] * x)) / p["softplus"]),
    "sqrt": (1, lambda p, x: np.sqrt(x)),
    "sub": (2, lambda p, x, y: x - y),
    "swish_bwd": (2, lambda p, dy, x: dy * swish_slope(x, p["swish"])),
    "swish_fwd": (1, lambda p, x: x * sigmoid(p["swish"] * x)),
    "tan": (1, lambda p, x: np.tan(x)),
    "tanh_bwd": (2, lambda p, dy, x: dy * (1 - np.tanh(x) ** 2)),
    "tanh_fwd": (1, lambda p, x: np.tanh(x)),
}

# Computed on int64 when all tensors are integers; relu is, when its clips are whole and it has no slope.
ON_INTEGERS = {"abs", "add", "add_square", "binary_select", "ceil", "cmp_eq", "cmp_ge", "cmp_gt", "cmp_le", "cmp_lt",
               "cmp_neq", "div", "floor", "gen_index", "identity", "logical_and", "logical_not", "logical_or", "max_op",
               "min_op", "mul", "neg", "reciprocal", "sub"}

# ------------------------------------------------------------------- cases


def strides(rng, shape):
    """Packed, in a random order of the dimensions."""
    order = rng.permutation(len(shape)) if rng.integers(0, 2) else np.arange(len(shape))
    out, step = [0] * len(shape), 1
    for axis in reversed(order):
        out[axis] = step
        step *= int(shape[axis])
    return out


class Case:
    """A graph of one node: its tensors, and what the output has to be."""

    def __init__(self, rng, types):
        self.rng, self.types = rng, types
        self.tensors, self.inputs, self.names = [], {}, []

    def tensor(self, type_name, shape):
        uid = len(self.tensors) + 1
        self.tensors.append({"uid": uid, "name": f"t{uid}", "data_type": type_name,
                             "dims": [int(n) for n in shape], "strides": strides(self.rng, shape), "virtual": False,
                             "is_runtime_pass_by_value": False})
        return uid

    def pick(self):
        return str(self.rng.choice(self.types))

    def input(self, shape, type_name=None, low=-2.0, high=2.0):
        type_name = type_name or self.pick()
        uid = self.tensor(type_name, shape)
        array = random_array(self.rng, type_name, tuple(shape), low, high)
        if low > 0 and type_name in INTEGERS:
            array = np.where(array == 0, 1, np.abs(array)).astype(array.dtype)
        self.inputs[uid] = array
        self.names.append(type_name)
        return uid

    def output(self, shape, type_name=None):
        self.out_type = type_name or self.pick()
        self.names.append(self.out_type)
        self.out = self.tensor(self.out_type, shape)
        return self.out

    def values(self, *uids, exact=None):
        if exact is None:
            exact = self.exact()
        return [load(self.tensors[uid - 1]["data_type"], self.inputs[uid], exact) for uid in uids]

    def exact(self):
        return all(name in INTEGERS or name == "boolean" for name in self.names)

    def finish(self, kind, inputs, outputs, want, **rest):
        self.want = store(self.out_type, np.asarray(want))
        self.graph = {"name": kind, "compute_data_type": "double", "io_data_type": "float",
                      "intermediate_data_type": "float", "tensors": self.tensors,
                      "nodes": [{"name": kind, "type": kind, "compute_data_type": "double", "inputs": inputs,
                                 "outputs": outputs, **rest}]}
        return self


def choose_convolution(rng):
    spatial = int(rng.integers(1, 4))
    groups, batch, inputs, outputs = (int(n) for n in rng.integers(1, 4, 4))
    geometry = {"pre_padding": rng.integers(0, 3, spatial), "post_padding": rng.integers(0, 3, spatial),
                "stride": rng.integers(1, 4, spatial), "dilation": rng.integers(1, 3, spatial)}
    filters = rng.integers(1, 4, spatial)
    reach = geometry["dilation"] * (filters - 1) + 1
    size = np.maximum(reach - geometry["pre_padding"] - geometry["post_padding"], 1) + rng.integers(0, 5, spatial)
    padded = size + geometry["pre_padding"] + geometry["post_padding"]
    out = (padded - reach) // geometry["stride"] + 1
    geometry = {key: value.tolist() for key, value in geometry.items()}
    geometry["conv_mode"] = str(rng.choice(["CONVOLUTION", "CROSS_CORRELATION"]))
    return ((batch, groups * inputs, *size.tolist()), (groups * outputs, inputs, *filters.tolist()),
            (batch, groups * outputs, *out.tolist()), geometry)


def make_convolution(case, kind):
    x_shape, w_shape, y_shape, geometry = choose_convolution(case.rng)
    if kind == "ConvolutionFwdAttributes":
        x, w, y = case.input(x_shape), case.input(w_shape), case.output(y_shape)
        return case.finish(kind, {"x_tensor_uid": x, "w_tensor_uid": w}, {"y_tensor_uid": y},
                           conv_fprop(*case.values(x, w), y_shape, geometry), parameters=geometry)
    if kind == "ConvolutionBwdAttributes":
        dy, w, dx = case.input(y_shape), case.input(w_shape), case.output(x_shape)
        return case.finish(kind, {"dy_tensor_uid": dy, "w_tensor_uid": w}, {"dx_tensor_uid": dx},
                           conv_dgrad(*case.values(dy, w), x_shape, geometry), parameters=geometry)
    x, dy, dw = case.input(x_shape), case.input(y_shape), case.output(w_shape)
    return case.finish(kind, {"x_tensor_uid": x, "dy_tensor_uid": dy}, {"dw_tensor_uid": dw},
                       conv_wgrad(*case.values(x, dy), w_shape, geometry), parameters=geometry)


def make_matmul(case, kind):
    batches = [((4, 3), (2, 3)), ((1, 2), (3, 2)), ((2,), (6,)), ((), ())]
    left, right = batches[case.rng.integers(0, len(batches))]
    m, k, n = (int(size) for size in case.rng.integers(1, 7, 3))
    a, b = case.input((*left, m, k)), case.input((*right, k, n))
    c = case.output((*(max(pair) for pair in zip(left, right)), m, n))
    return case.finish(kind, {"a_tensor_uid": a, "b_tensor_uid": b}, {"c_tensor_uid": c}, matmul(*case.values(a, b)))


def choose_parameters(rng, mode, rank):
    """As the JSON has them and as the formulas want them; all are floats."""
    number = lambda low, high: float(np.float32(rng.uniform(low, high)))
    given, p = {}, {"lower": 0.0, "upper": math.inf, "slope": 0.0, "swish": 1.0, "alpha": 1.0, "softplus": 1.0}
    names = {"relu": [("relu_lower_clip", "lower", -1, 0.5), ("relu_upper_clip", "upper", 0.6, 2),
                      ("relu_lower_clip_slope", "slope", 0, 1)],
             "swis": [("swish_beta", "swish", 0.3, 2)], "elu_": [("elu_alpha", "alpha", 0.2, 2)],
             "soft": [("softplus_beta", "softplus", 0.5, 2)]}
    for key, name, low, high in names.get(mode[:4], []):
        if rng.integers(0, 2):
            given[key] = p[name] = number(low, high)
    if mode == "gen_index":
        given["axis_tensor_uid"] = p["axis"] = int(rng.integers(0, rank))
    return given, p


def make_pointwise(case, mode):
    count, formula = MODES[mode]
    shape = [int(n) for n in case.rng.integers(1, 5, case.rng.integers(1, 5))]
    positive = mode in ("log", "sqrt", "rsqrt", "reciprocal", "div")
    uids = []
    for k in range(count):
        own = [1 if count > 1 and case.rng.integers(0, 4) == 0 else n for n in shape]
        boolean = (mode.startswith("logical") and case.rng.integers(0, 2)) or k == 2
        uids.append(case.input(own, "boolean" if boolean else None, *((0.5, 2.0) if positive else (-2.0, 2.0))))
    shape = np.broadcast_shapes(*(case.inputs[uid].shape for uid in uids))
    truth = mode.startswith(("cmp", "logical")) and case.rng.integers(0, 2)
    out = case.output(shape, "boolean" if truth else None)
    given, p = choose_parameters(case.rng, mode, len(shape))
    whole = mode in ON_INTEGERS or (mode in ("relu_fwd", "relu_bwd") and not given)
    with np.errstate(all="ignore"):
        want = np.asarray(formula(p, *case.values(*uids, exact=case.exact() and whole)))
    if want.dtype == np.bool_:
        want = want.astype(np.float64)
    if case.exact() and whole:
        want = want.astype(np.int64)
    inputs = {"operation": mode, "axis_tensor_uid": None, **given}
    for k in range(3):
        inputs[f"in_{k}_tensor_uid"] = uids[k] if k < count else None
    return case.finish("PointwiseAttributes", inputs, {"out_0_tensor_uid": out}, np.broadcast_to(want, shape))


MAKERS = [(make_convolution, kind) for kind in ("ConvolutionFwdAttributes", "ConvolutionBwdAttributes",
                                                "ConvolutionWrwAttributes")] + [(make_matmul, "MatmulAttributes")]
FAMILIES = [["float"], list(FLOATS), list(INTEGERS), list(FLOATS) + list(INTEGERS)]


def make_case(rng, number):
    """Sums and pointwise modes by turns."""
    case = Case(rng, FAMILIES[rng.integers(0, len(FAMILIES))])
    if number % 2 == 0:
        maker, kind = MAKERS[number // 2 % len(MAKERS)]
        return maker(case, kind)
    return make_pointwise(case, list(MODES)[number // 2 % len(MODES)])


# ------------------------------------------------------------------- comparing

def is_same(type_name, got, want):
    """Integers and truths exactly; floats to one step of their type, because sums in another order may tip a tie; doubles,
    where the formulas above cancel, to what that costs."""
    if got.dtype != want.dtype or got.shape != want.shape:
        return False
    if type_name not in FLOATS:
        return bool(np.array_equal(got, want))
    if type_name == "bfloat16":
        got, want = from_bfloat16(got), from_bfloat16(want)
        step = np.abs(want) * 2.0 ** -7
    elif type_name == "double":
        step = 1e-12 * (1 + np.abs(want))
    else:
        with np.errstate(all="ignore"):
            step = np.spacing(np.abs(want)).astype(np.float64)
        got, want = got.astype(np.float64), want.astype(np.float64)
    with np.errstate(all="ignore"):
        near = np.abs(got - want) <= np.nan_to_num(step) + 1e-12
    return bool(np.all(near | (got == want) | (np.isnan(got) & np.isnan(want))))


def run_case(command, engine, folder, case):
    path, output = os.path.join(folder, "graph.json"), os.path.join(folder, "out.npy")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(case.graph, file)
    arguments = [command, "run", path, "--check", "--repeat=1", f"--engine={engine}", f"--output={case.out}={output}"]
    for uid, array in case.inputs.items():
        np.save(os.path.join(folder, f"{uid}.npy"), array)
        arguments.append(f"--input={uid}={os.path.join(folder, str(uid))}.npy")
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        return done.stderr
    got = np.load(output)
    return "" if is_same(case.out_type, got, case.want) else f"engine\n{got}\nNumPy\n{case.want}"


def main():
    command = sys.argv[1]
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    engine = sys.argv[4] if len(sys.argv) > 4 else "CPU_REFERENCE_ENGINE"
    rng = np.random.default_rng(seed)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(cases):
            case = make_case(rng, number)
            problem = run_case(command, engine, folder, case)
            if problem:
                sys.exit(f"seed {seed}, case {number}: {problem}\n{json.dumps(case.graph)}")
    print(f"seed {seed}: {cases} cases agree")


if __name__ == "__main__":
    main()
