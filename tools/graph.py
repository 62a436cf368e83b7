"""The model as an ONNX graph with onnxruntime's fused operators.

Inputs: ``input_ids`` and ``attention_mask``, int64 (texts, tokens), at most 512 tokens. Output:
``sentence_embedding``, float32 (texts, 384): the mean over the masked tokens, of length 1.

Fused operators make the quantised model both closer and faster: on 128 code chunks its mean
cosine with the float model was 0.994 against 0.944 without them, at 110 against 75 chunks/s.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from tools.weights import EPSILON, HEADS, Array, Layer, Weights

OPSET = 17
FUSED = "com.microsoft"


class _Graph:
    """Collects nodes and constants; every method returns the name of what it adds."""

    def __init__(self, dtype: type[np.floating]) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self.dtype = dtype

    def node(
        self, kind: str, inputs: list[str], domain: str = "", output: str = "", **attributes: Any
    ) -> str:
        name = output or f"{kind.lower()}_{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, inputs, [name], name=name, domain=domain, **attributes))
        return name

    def weight(self, array: Array) -> str:
        return self.constant(array.astype(self.dtype))

    def scalar(self, value: float) -> str:
        return self.weight(np.array([value]))

    def constant(self, array: np.ndarray) -> str:
        name = f"constant_{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name


def build(weights: Weights, dtype: type[np.floating] = np.float32, *, gpu: bool = False) -> onnx.ModelProto:
    """The graph with its weights and arithmetic in `dtype`, float32 or float16.

    The attention operator differs: quantisation knows `Attention`, which onnxruntime-web's WebGPU
    provider leaves to the CPU where there is a mask; with `gpu` it is `MultiHeadAttention`.
    """
    graph = _Graph(dtype)
    mask = _mask_bias(graph) if gpu else graph.node("Cast", ["attention_mask"], to=TensorProto.INT32)
    attend = _attend_on_gpu if gpu else _attend
    hidden = _embed(graph, weights)
    for layer in weights.layers:
        projected = graph.node("MatMul", [attend(graph, layer, hidden, mask), graph.weight(layer.out)])
        scale, shift, bias = layer.attention_scale, layer.attention_shift, layer.out_bias
        hidden = _add_and_normalise(graph, projected, hidden, scale, shift, bias)
        raised = graph.node("MatMul", [hidden, graph.weight(layer.up)])
        raised = graph.node("BiasGelu", [raised, graph.weight(layer.up_bias)], FUSED)
        lowered = graph.node("MatMul", [raised, graph.weight(layer.down)])
        hidden = _add_and_normalise(graph, lowered, hidden, layer.scale, layer.shift, layer.down_bias)
    _pool(graph, hidden)
    return _model(graph)


def _attend(graph: _Graph, layer: Layer, hidden: str, mask: str) -> str:
    inputs = [hidden, graph.weight(layer.qkv), graph.weight(layer.qkv_bias), mask]
    return graph.node("Attention", inputs, FUSED, num_heads=HEADS)


def _attend_on_gpu(graph: _Graph, layer: Layer, hidden: str, bias: str) -> str:
    parts = [
        graph.node("MatMul", [hidden, graph.weight(matrix)]) for matrix in np.split(layer.qkv, 3, axis=1)
    ]
    inputs = [*parts, graph.weight(layer.qkv_bias), "", bias]
    return graph.node("MultiHeadAttention", inputs, FUSED, num_heads=HEADS)


def _mask_bias(graph: _Graph) -> str:
    """Added to the scores, (texts, 1, tokens, tokens): -10,000 where the key is padding, else 0."""
    mask = graph.node("Cast", ["attention_mask"], to=helper.np_dtype_to_tensor_dtype(np.dtype(graph.dtype)))
    padding = graph.node("Mul", [graph.node("Sub", [graph.scalar(1), mask]), graph.scalar(-10_000)])
    keys = graph.node("Unsqueeze", [padding, graph.constant(np.array([1, 2], np.int64))])
    queries = graph.node("Unsqueeze", [padding, graph.constant(np.array([1, 3], np.int64))])
    return graph.node("Add", [keys, graph.node("Mul", [queries, graph.scalar(0)])])


def _embed(graph: _Graph, weights: Weights) -> str:
    """Words and positions. A slice, not a lookup: quantisation leaves the positions' table alone."""
    words = graph.node("Gather", [graph.weight(weights.words), "input_ids"])
    length = graph.node("Shape", ["input_ids"], start=1, end=2)
    zero = graph.constant(np.array([0], np.int64))
    positions = graph.node("Slice", [graph.weight(weights.positions), zero, length, zero])
    summed = graph.node("Add", [words, positions])
    return graph.node(
        "LayerNormalization",
        [summed, graph.weight(weights.scale), graph.weight(weights.shift)],
        axis=-1,
        epsilon=EPSILON,
    )


def _add_and_normalise(graph: _Graph, value: str, skip: str, scale: Array, shift: Array, bias: Array) -> str:
    inputs = [value, skip, graph.weight(scale), graph.weight(shift), graph.weight(bias)]
    return graph.node("SkipLayerNormalization", inputs, FUSED, epsilon=EPSILON)


def _pool(graph: _Graph, hidden: str) -> None:
    """Sum over the masked tokens and scale to length 1; a mean's divisor would cancel out."""
    floats = graph.node("Cast", [hidden], to=TensorProto.FLOAT)
    mask = graph.node("Cast", ["attention_mask"], to=TensorProto.FLOAT)
    row = graph.node("Unsqueeze", [mask, graph.constant(np.array([1], np.int64))])
    summed = graph.node("MatMul", [row, floats])
    pooled = graph.node("Squeeze", [summed, graph.constant(np.array([1], np.int64))])
    length = graph.node("ReduceL2", [pooled], axes=[-1], keepdims=1)
    graph.node("Div", [pooled, length], output="sentence_embedding")


def _model(graph: _Graph) -> onnx.ModelProto:
    tokens = ["texts", "tokens"]
    value = helper.make_tensor_value_info
    made = helper.make_graph(
        graph.nodes,
        "all-MiniLM-L6-v2",
        [value(name, TensorProto.INT64, tokens) for name in ("input_ids", "attention_mask")],
        [value("sentence_embedding", TensorProto.FLOAT, ["texts", 384])],
        graph.constants,
    )
    versions = [helper.make_opsetid("", OPSET), helper.make_opsetid(FUSED, 1)]
    return helper.make_model(made, opset_imports=versions, ir_version=9, producer_name="understory")
