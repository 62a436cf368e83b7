"""The model in plain numpy, and code to hold the shipped files against it.

Written from the architecture (BERT), not from `graph.py`: an error there shows as a difference here.
"""

from __future__ import annotations

import importlib.util
import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from tools.weights import EPSILON, HEADS, Array, Weights

# Modules of the standard library that every Python here has, of mixed style.
MODULES = (
    "argparse",
    "ast",
    "asyncio.base_events",
    "calendar",
    "configparser",
    "csv",
    "dataclasses",
    "difflib",
    "doctest",
    "email.message",
    "fractions",
    "heapq",
    "http.client",
    "inspect",
    "json.decoder",
    "logging",
    "pathlib",
    "pickle",
    "textwrap",
    "threading",
)
CHUNKS_PER_MODULE = 10
CHUNK_LINES = 24


def code_chunks() -> list[str]:
    """200 chunks of 24 lines from Python's own standard library, spread evenly over each module."""
    chunks = []
    for name in MODULES:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise RuntimeError(f"This Python has no source of its standard library's {name}.")
        lines = Path(spec.origin).read_text(encoding="utf-8").split("\n")
        step = (len(lines) - CHUNK_LINES) // CHUNKS_PER_MODULE
        starts = range(0, step * CHUNKS_PER_MODULE, step)
        chunks += ["\n".join(lines[start : start + CHUNK_LINES]) for start in starts]
    return chunks


def embed(weights: Weights, texts: Sequence[Sequence[int]]) -> Array:
    """Unit vectors (texts, 384) of texts given as token ids, one text at a time: there is no padding."""
    return np.stack([_embed_one(weights, np.array(ids)) for ids in texts])


def _embed_one(weights: Weights, ids: np.ndarray) -> Array:
    hidden = weights.words[ids] + weights.positions[: len(ids)]
    hidden = _normalise(hidden, weights.scale, weights.shift)
    for layer in weights.layers:
        attended = _attend(hidden @ layer.qkv + layer.qkv_bias) @ layer.out + layer.out_bias
        hidden = _normalise(hidden + attended, layer.attention_scale, layer.attention_shift)
        raised = _gelu(hidden @ layer.up + layer.up_bias)
        hidden = _normalise(hidden + raised @ layer.down + layer.down_bias, layer.scale, layer.shift)
    mean = hidden.mean(axis=0)
    return mean / np.linalg.norm(mean)


def _attend(qkv: Array) -> Array:
    """Scaled dot-product attention over (tokens, 3 * 384)."""
    tokens = len(qkv)
    # (tokens, 1152) -> three of (heads, tokens, 32)
    query, key, value = qkv.reshape(tokens, 3, HEADS, -1).transpose(1, 2, 0, 3)
    scores = query @ key.transpose(0, 2, 1) / math.sqrt(query.shape[-1])
    weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights /= weights.sum(axis=-1, keepdims=True)
    return (weights @ value).transpose(1, 0, 2).reshape(tokens, -1)


def _normalise(values: Array, scale: Array, shift: Array) -> Array:
    centred = values - values.mean(axis=-1, keepdims=True)
    variance = (centred**2).mean(axis=-1, keepdims=True)
    return centred / np.sqrt(variance + EPSILON) * scale + shift


def _gelu(values: Array) -> Array:
    return values * 0.5 * (1 + _erf(values / math.sqrt(2)))


def _erf(values: Array) -> Array:
    """The error function to 1.5e-7 (Abramowitz and Stegun, 7.1.26); numpy has none."""
    size = np.abs(values)
    t = 1 / (1 + 0.3275911 * size)
    series = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return np.sign(values) * (1 - series * np.exp(-size * size))
