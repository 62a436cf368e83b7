"""The model files that the site ships, made from the original weights and checked against them.

``onnx/model_quantized.onnx`` (int8, for WASM; its weights are beside it in ``model_quantized.onnx_data``),
``onnx/model_fp16.onnx`` (for WebGPU),
``onnx/model.onnx`` (the same in float32, for tests; not shipped), the tokenizer and its settings.
They are kept in .cache until something that they are made from changes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import onnx
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer

from app.host.cpython_embedder import open_session
from tools import environment, graph, reference, weights
from tools.paths import CACHE

NAME = "all-MiniLM-L6-v2"
# What the model was trained and evaluated with; its position table would allow 512.
WINDOW = 256

# Mean cosine with the original weights that a file must reach over `reference.code_chunks`.
FIDELITY = {"model.onnx": 0.99999, "model_fp16.onnx": 0.999, "model_quantized.onnx": 0.99}
NOT_SHIPPED = ("model.onnx",)


class FidelityError(Exception):
    """A model file is too far from the original weights."""


def folder() -> Path:
    """The folder with every file, made and checked when missing. Raises FidelityError."""
    target = CACHE / "models" / NAME
    stamp = target / "stamp"
    digest = _inputs()
    if stamp.exists() and stamp.read_text() == digest:
        return target
    print(f"Making {NAME} from the original weights ...", flush=True)
    shutil.rmtree(target, ignore_errors=True)
    (target / "onnx").mkdir(parents=True)
    _write_tokenizer(target)
    original = weights.load()
    _write_graphs(original, target / "onnx")
    for name, cosine in check(original, target).items():
        print(f"  {name}: mean cosine {cosine:.5f} with the original weights (at least {FIDELITY[name]})")
        if cosine < FIDELITY[name]:
            raise FidelityError(f"{name} strays from the original weights: {cosine:.5f} < {FIDELITY[name]}.")
    stamp.write_text(digest)
    return target


def shipped() -> list[Path]:
    """The files of the site, as paths in `folder()`."""
    made = folder()
    files = sorted(path for path in made.rglob("*") if path.is_file())
    return [path for path in files if path.name not in (*NOT_SHIPPED, "stamp")]


def check(original: weights.Weights, target: Path) -> dict[str, float]:
    """Mean cosine of each file with the original weights, over 200 chunks of real code."""
    tokenizer = Tokenizer.from_file(str(target / "tokenizer.json"))
    texts = [encoding.ids for encoding in tokenizer.encode_batch(reference.code_chunks())]
    expected = reference.embed(original, texts)
    return {
        name: float((_embed(target / "onnx" / name, texts) * expected).sum(axis=1).mean())
        for name in FIDELITY
    }


def _embed(file: Path, texts: Sequence[Sequence[int]]) -> np.ndarray:
    """Unit vectors (texts, 384) by onnxruntime, in padded batches as the browser makes them."""
    session = open_session(file)
    order = sorted(range(len(texts)), key=lambda index: len(texts[index]))
    vectors = np.empty((len(texts), 384), np.float32)
    for begin in range(0, len(order), 8):
        batch = order[begin : begin + 8]
        length = max(len(texts[index]) for index in batch)
        ids = np.zeros((len(batch), length), np.int64)
        mask = np.zeros_like(ids)
        for row, index in enumerate(batch):
            ids[row, : len(texts[index])] = texts[index]
            mask[row, : len(texts[index])] = 1
        vectors[batch] = session.run(["sentence_embedding"], {"input_ids": ids, "attention_mask": mask})[0]
    return vectors


def _write_graphs(original: weights.Weights, target: Path) -> None:
    onnx.save(graph.build(original, gpu=True), target / "model.onnx")
    onnx.save(graph.build(original, np.float16, gpu=True), target / "model_fp16.onnx")
    quantized = target / "model_quantized.onnx"
    quantize_dynamic(
        graph.build(original),
        quantized,
        op_types_to_quantize=["MatMul", "Attention", "Gather"],
        per_channel=True,
        weight_type=QuantType.QInt8,
        # The fused operators' outputs have no inferred type; all of them are float.
        extra_options={"DefaultTensorType": onnx.TensorProto.FLOAT},
    )
    _part_weights(quantized)


def _part_weights(file: Path) -> None:
    """Move a model's weights into a file beside it. A session in WASM then copies each once; those inside
    a model are there three times while it loads, in a memory that never shrinks: 82 MB, not 39."""
    whole = onnx.load(file)
    data = file.with_suffix(".onnx_data")
    onnx.save(whole, file, save_as_external_data=True, location=data.name)
    data.chmod(file.stat().st_mode)


def _write_tokenizer(target: Path) -> None:
    """The tokenizer with the model's real window, and without the fixed padding its file asks for."""
    source = weights.source()
    for name in ("config.json", "vocab.txt"):
        shutil.copyfile(source / name, target / name)
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.enable_truncation(WINDOW)
    tokenizer.no_padding()
    tokenizer.save(str(target / "tokenizer.json"), pretty=False)
    settings = json.loads((source / "tokenizer_config.json").read_text())
    (target / "tokenizer_config.json").write_text(json.dumps(settings | {"model_max_length": WINDOW}))


def _inputs() -> str:
    """A hash of all that the files are made from: these modules and the pinned packages."""
    digest = hashlib.sha256()
    modules = (graph.__file__, reference.__file__, weights.__file__, __file__)
    for path in (*modules, environment.REQUIREMENTS, environment.MODEL_REQUIREMENTS):
        digest.update(Path(path).read_bytes())
    return digest.hexdigest()
