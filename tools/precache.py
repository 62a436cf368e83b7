"""The service worker with the list of what it keeps."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path

# Large, and used on some devices or by some people only: files, and folders of them.
ON_DEMAND = (
    "models/all-MiniLM-L6-v2/onnx/model_fp16.onnx",
    "vendor/mermaid/",
    "vendor/ort/ort-wasm-simd-threaded.asyncify.mjs",
    "vendor/ort/ort-wasm-simd-threaded.asyncify.wasm",
    "vendor/wllama/",
)
# Nothing that the page asks for.
LEFT_OUT = ("service-worker.js", "LICENSE", "THIRD_PARTY_NOTICES.txt")


def write_service_worker(site: Path) -> None:
    """Put the hashes of the site's files into its service worker; call it when all of them are there."""
    files = {
        path.relative_to(site).as_posix(): base64.b64encode(
            hashlib.sha256(path.read_bytes()).digest()
        ).decode()
        for path in sorted(site.rglob("*"))
        if path.is_file()
    }
    for path in LEFT_OUT:
        files.pop(path, None)
    target = site / "service-worker.js"
    code = target.read_text(encoding="utf-8")
    version = hashlib.sha256((json.dumps(files) + code).encode()).hexdigest()[:16]
    on_demand = [path for path in files if path.startswith(ON_DEMAND)]
    listed = {"version": version, "files": files, "onDemand": on_demand}
    target.write_text(f"self.SITE = {json.dumps(listed, indent=1)};\n{code}", encoding="utf-8")
