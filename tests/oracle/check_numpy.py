#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds `hipdnn run --check` against NumPy: for random convolutions, what the engine wrote must be what NumPy computes,
and the oracle must agree with the engine. Not part of the test suite, because NumPy need not be there.

    check_numpy.py path/to/hipdnn [CASES [SEED]]
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np


def convolve(x, w, pre, post, stride, dilation, flipped):
    """As a sum over filter taps of shifted slices: a third algorithm beside the engine's and the oracle's."""
    spatial = x.ndim - 2
    if flipped:
        w = np.flip(w, axis=tuple(range(2, w.ndim)))
    x = np.pad(x, [(0, 0), (0, 0)] + list(zip(pre, post)))
    groups = x.shape[1] // w.shape[1]
    size = [(x.shape[2 + i] - dilation[i] * (w.shape[2 + i] - 1) - 1) // stride[i] + 1 for i in range(spatial)]
    y = np.zeros((x.shape[0], w.shape[0], *size))
    xs, ws, ys = (np.split(a, groups, axis=axis) for a, axis in ((x, 1), (w, 0), (y, 1)))
    for xg, wg, yg in zip(xs, ws, ys):
        for tap in np.ndindex(*w.shape[2:]):
            begin = [tap[i] * dilation[i] for i in range(spatial)]
            window = tuple(slice(b, b + (n - 1) * s + 1, s) for b, n, s in zip(begin, size, stride))
            yg += np.einsum("nc...,kc->nk...", xg[(slice(None), slice(None), *window)], wg[(slice(None), slice(None), *tap)])
    return np.concatenate(ys, axis=1)


def packed(dims):
    return [int(np.prod(dims[i + 1:])) for i in range(len(dims))]


def tensor(uid, dims, virtual=False):
    return {"uid": uid, "name": f"t{uid}", "data_type": "float", "dims": list(dims), "strides": packed(dims),
            "virtual": virtual, "is_runtime_pass_by_value": False}


def make_case(rng):
    spatial = 2
    groups, n = rng.integers(1, 4), rng.integers(1, 3)
    c, k = groups * rng.integers(1, 4), groups * rng.integers(1, 4)
    pre, post = rng.integers(0, 3, spatial), rng.integers(0, 3, spatial)
    stride, dilation = rng.integers(1, 4, spatial), rng.integers(1, 3, spatial)
    filters = rng.integers(1, 4, spatial)
    x = rng.uniform(-1, 1, (n, c, *(rng.integers(0, 6, spatial) + dilation * filters))).astype(np.float32)
    w = rng.uniform(-1, 1, (k, c // groups, *filters)).astype(np.float32)
    bias = rng.uniform(-1, 1, (1, k, *([1] * spatial))).astype(np.float32)
    flipped = bool(rng.integers(0, 2))
    t = convolve(x.astype(float), w.astype(float), pre, post, stride, dilation, flipped)
    y = np.maximum(t + bias, 0)
    geometry = {"pre_padding": pre, "post_padding": post, "stride": stride, "dilation": dilation}
    parameters = {key: value.tolist() for key, value in geometry.items()}
    parameters["conv_mode"] = "CONVOLUTION" if flipped else "CROSS_CORRELATION"
    nodes = [
        {"name": "c", "type": "ConvolutionFwdAttributes", "compute_data_type": "float",
         "inputs": {"x_tensor_uid": 1, "w_tensor_uid": 2}, "outputs": {"y_tensor_uid": 4}, "parameters": parameters},
        {"name": "b", "type": "PointwiseAttributes", "compute_data_type": "float",
         "inputs": {"operation": "add", "in_0_tensor_uid": 4, "in_1_tensor_uid": 3},
         "outputs": {"out_0_tensor_uid": 5}},
        {"name": "r", "type": "PointwiseAttributes", "compute_data_type": "float",
         "inputs": {"operation": "relu_fwd", "in_0_tensor_uid": 5}, "outputs": {"out_0_tensor_uid": 6}},
    ]
    tensors = [tensor(1, x.shape), tensor(2, w.shape), tensor(3, bias.shape), tensor(4, y.shape, True),
               tensor(5, y.shape, True), tensor(6, y.shape)]
    graph = {"name": "case", "compute_data_type": "float", "io_data_type": "float",
             "intermediate_data_type": "float", "tensors": tensors, "nodes": nodes}
    return graph, {1: x, 2: w, 3: bias}, y


def main():
    command = sys.argv[1]
    cases = int(sys.argv[2]) if len(sys.argv) > 2 else 50
    rng = np.random.default_rng(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    with tempfile.TemporaryDirectory() as folder:
        for case in range(cases):
            graph, inputs, want = make_case(rng)
            path = os.path.join(folder, "graph.json")
            with open(path, "w", encoding="utf-8") as file:
                json.dump(graph, file)
            arguments = [command, "run", path, "--check", "--repeat=1", "--engine=CPU_REFERENCE_ENGINE",
                         f"--output=6={folder}/6.npy"]
            for uid, array in inputs.items():
                np.save(f"{folder}/{uid}.npy", array)
                arguments.append(f"--input={uid}={folder}/{uid}.npy")
            subprocess.run(arguments, check=True, stdout=subprocess.DEVNULL)
            got = np.load(f"{folder}/6.npy")
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5, err_msg=f"case {case}: {json.dumps(graph)}")
    print(f"{cases} cases agree")


if __name__ == "__main__":
    main()
