"""A local server that lays the workers out as the built site does, from the sources and node_modules.

So the workers are tested before and without a build. The answers carry the site's content security
policy and the headers of cross-origin isolation, unless a test asks for a page without the latter.
"""

from __future__ import annotations

import contextlib
import http.server
import json
import os
import re
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urlsplit

from tools.paths import CACHE, ROOT

POISON = "zzpoisonzz"

PAGE = """<!doctype html><title>workers</title>
<script type="module" src="/harness.js"></script>"""

# `start` a worker of workers/ and talk to it; `errorOf` turns a rejection into what a test can compare.
HARNESS = """
import { connect } from "/workers/rpc.js";
window.connect = connect;
window.start = (name, folder = "") =>
  connect(new Worker(`${folder}/workers/${name}.js`, { type: "module" }));
window.errorOf = (promise) =>
  promise.then(() => null, (error) => ({ code: error.code, message: error.message }));
window.startPython = async () => {
  const { loadPyodide } = await import("/vendor/pyodide/pyodide.mjs");
  const python = await loadPyodide();
  python.unpackArchive(await (await fetch("/app.zip")).arrayBuffer(), "zip");
  python.globals.set("BASE", `${location.origin}/`);
  window.run = async (code) => JSON.parse(await python.runPythonAsync(code));
};
window.ready = true;
"""

POLICY = "script-src 'self' 'wasm-unsafe-eval' 'unsafe-eval'; worker-src 'self' blob:; object-src 'none'"

TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".json": "application/json",
    ".html": "text/html",
}


def node_modules() -> Path | None:
    """The checkout's packages, or those that UNDERSTORY_NODE_MODULES names."""
    for folder in (
        ROOT / "node_modules",
        Path(os.environ.get("UNDERSTORY_NODE_MODULES") or ROOT / "missing"),
    ):
        if (folder / "idb").is_dir():
            return folder
    return None


def compile_scan(modules: Path, target: Path) -> None:
    """scan.wat to scan.wasm, as the build does it."""
    command = modules / "wabt" / "bin" / "wat2wasm"
    subprocess.run(["node", str(command), str(ROOT / "workers" / "scan.wat"), "-o", str(target)], check=True)


def pack_engine(target: Path) -> None:
    """The package `app` as the archive that Pyodide unpacks."""
    with zipfile.ZipFile(target, "w") as archive:
        for file in sorted((ROOT / "app").rglob("*")):
            if file.suffix in (".py", ".scm", ".txt"):
                archive.write(file, file.relative_to(ROOT))


def poison(model: Path, target: Path) -> None:
    """A copy of the model whose tokenizer gives the word POISON a number that the model has no row for."""
    target.mkdir()
    (target / "onnx").symlink_to(model / "onnx")
    for name in ("config.json", "tokenizer_config.json"):
        shutil.copy(model / name, target)
    tokenizer = json.loads((model / "tokenizer.json").read_text())
    tokenizer["model"]["vocab"][POISON] = 99_999
    (target / "tokenizer.json").write_text(json.dumps(tokenizer))


def files(modules: Path, built: Path) -> dict[str, Path]:
    """Where each path of the site, or each folder of it (ending in a slash), comes from."""
    return {
        # The same workers with one more migration: what the next version of the site will be.
        "/next/workers/migrations.js": Path(__file__).parent / "fixtures" / "next_migrations.js",
        "/next/workers/": ROOT / "workers",
        "/next/vendor/idb/idb.js": modules / "idb" / "build" / "index.js",
        "/broken/workers/migrations.js": Path(__file__).parent / "fixtures" / "broken_migrations.js",
        "/ending/workers/embed.js": Path(__file__).parent / "fixtures" / "ending_embed.js",
        "/ending/workers/parse.js": Path(__file__).parent / "fixtures" / "ending_parse.js",
        "/spoilt/workers/lane.js": Path(__file__).parent / "fixtures" / "spoilt_lane.js",
        "/workers/scan.wasm": built / "scan.wasm",
        "/workers/": ROOT / "workers",
        "/vendor/idb/idb.js": modules / "idb" / "build" / "index.js",
        "/vendor/transformers/": modules / "@huggingface" / "transformers" / "dist",
        "/vendor/ort/": modules / "onnxruntime-web" / "dist",
        "/vendor/wllama/wllama.js": modules / "@wllama" / "wllama" / "esm" / "index.min.js",
        "/vendor/wllama/wllama.wasm": modules / "@wllama" / "wllama" / "esm" / "wasm" / "wllama.wasm",
        "/models/poisoned/": built / "poisoned",
        "/models/": CACHE / "models",
        "/vendor/pyodide/": modules / "pyodide",
        "/vendor/web-tree-sitter/": modules / "web-tree-sitter",
        "/queries/": ROOT / "app" / "engine" / "parse" / "queries",
        "/grammars/tree-sitter-python.wasm": modules / "tree-sitter-python" / "tree-sitter-python.wasm",
        "/app.zip": built / "app.zip",
        "/fixtures/": Path(__file__).parent / "fixtures",
    }


@contextlib.contextmanager
def serve(layout: Mapping[str, Path]) -> Iterator[str]:
    """Serve the layout on a free port of this machine; gives the origin."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = urlsplit(self.path).path
            if path == "/":
                return self.answer(200, "text/html", PAGE.encode())
            if path == "/redirect":
                return self.redirect(urlsplit(self.path).query)
            if path == "/harness.js":
                return self.answer(200, "text/javascript", HARNESS.encode())
            if path not in layout:
                path = re.sub("^/(broken|ending|spoilt)/", "/", path)
            file = next((self.below(name, path) for name in layout if path.startswith(name)), None)
            if file is None or not file.is_file():
                return self.answer(404, "text/plain", b"not here")
            return self.answer(200, TYPES.get(file.suffix, "application/octet-stream"), file.read_bytes())

        def redirect(self, target: str) -> None:
            self.send_response(302)
            self.send_header("Location", target)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def below(self, name: str, path: str) -> Path:
            return layout[name] / path[len(name) :] if name.endswith("/") else layout[name]

        def answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.send_header("Content-Security-Policy", POLICY)
            self.send_header("Cross-Origin-Opener-Policy", "same-origin")
            self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
