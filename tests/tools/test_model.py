"""The model files, and the check that refuses one that is wrong."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import numpy_helper
from tokenizers import Tokenizer

from tools import model, reference, weights


@pytest.fixture(autouse=True)
def few_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The build compares 200 chunks; three tell a wrong file as well."""
    chunks = reference.code_chunks()[::70]
    monkeypatch.setattr(reference, "code_chunks", lambda: chunks)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The model's folder, free to be damaged."""
    target = tmp_path / "models" / model.NAME
    shutil.copytree(model.folder(), target)
    return target


def damage(file: Path) -> None:
    """Swap rows of the largest matrix: as well formed as before, and wrong."""
    graph = onnx.load(file)
    largest = max(graph.graph.initializer, key=lambda tensor: len(tensor.raw_data))
    values = numpy_helper.to_array(largest)
    largest.CopyFrom(numpy_helper.from_array(np.flip(values, axis=0).copy(), largest.name))
    onnx.save(graph, file)


def test_a_wrong_file_is_found_and_the_others_are_as_close_as_promised(copy: Path) -> None:
    damage(copy / "onnx" / "model_fp16.onnx")
    cosines = model.check(weights.load(), copy)
    assert cosines.keys() == model.FIDELITY.keys()
    assert {name for name in cosines if cosines[name] < model.FIDELITY[name]} == {"model_fp16.onnx"}


def test_a_build_with_a_wrong_file_fails_and_is_not_kept(
    copy: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    made = tmp_path / "made"
    shutil.copytree(copy / "onnx", made)
    damage(made / "model_quantized.onnx")
    (copy / "stamp").write_text("made from something else")
    monkeypatch.setattr(model, "CACHE", tmp_path)
    monkeypatch.setattr(
        model, "_write_graphs", lambda original, target: shutil.copytree(made, target, dirs_exist_ok=True)
    )
    with pytest.raises(model.FidelityError, match=r"model_quantized\.onnx strays"):
        model.folder()
    assert not (copy / "stamp").exists()


def test_files_whose_inputs_did_not_change_are_kept() -> None:
    folder = model.folder()
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*")}
    assert model.folder() == folder
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*")} == before


def test_the_site_ships_what_the_browser_reads_and_no_more() -> None:
    shipped = {path.relative_to(model.folder()).as_posix() for path in model.shipped()}
    assert shipped == {
        "config.json",
        "onnx/model_fp16.onnx",
        "onnx/model_quantized.onnx",
        "onnx/model_quantized.onnx_data",
        "tokenizer.json",
        "tokenizer_config.json",
        "vocab.txt",
    }


def test_the_tokenizer_has_the_models_window_and_no_padding() -> None:
    tokenizer = Tokenizer.from_file(str(model.folder() / "tokenizer.json"))
    assert len(tokenizer.encode("word " * 1000).ids) == model.WINDOW
    assert len(tokenizer.encode("word").ids) == 3
    settings = json.loads((model.folder() / "tokenizer_config.json").read_text())
    assert settings["model_max_length"] == model.WINDOW
