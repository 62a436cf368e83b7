"""Which files of the npm packages the site ships, and where it keeps them."""

from __future__ import annotations

from pathlib import Path

from tools.paths import NODE_MODULES

# Package -> {file in the package: path in the site}. A "*" copies every match into that folder.
PACKAGES: dict[str, dict[str, str]] = {
    # Of core.js's parts: all that it loads on a page without editor, terminal and TOML.
    "@pyscript/core": {
        "dist/core.js": "vendor/pyscript/",
        "dist/core-*.js": "vendor/pyscript/",
        "dist/deprecations-manager-*.js": "vendor/pyscript/",
        "dist/donkey-*.js": "vendor/pyscript/",
        "dist/error-*.js": "vendor/pyscript/",
        "dist/py-editor-*.js": "vendor/pyscript/",
        "dist/py-game-*.js": "vendor/pyscript/",
        "dist/py-terminal-*.js": "vendor/pyscript/",
    },
    "pyodide": {
        "pyodide.mjs": "vendor/pyodide/",
        "pyodide.asm.mjs": "vendor/pyodide/",
        "pyodide.asm.wasm": "vendor/pyodide/",
        "python_stdlib.zip": "vendor/pyodide/",
    },
    "@micropython/micropython-webassembly-pyscript": {
        "micropython.mjs": "vendor/micropython/",
        "micropython.wasm": "vendor/micropython/",
    },
    "@huggingface/transformers": {"dist/transformers.min.js": "vendor/transformers/"},
    # Half as large without WebGPU, whose build is the one that transformers.js asks for.
    "onnxruntime-web": {
        "dist/ort.wasm.min.mjs": "vendor/ort/",
        "dist/ort-wasm-simd-threaded.mjs": "vendor/ort/",
        "dist/ort-wasm-simd-threaded.wasm": "vendor/ort/",
        "dist/ort-wasm-simd-threaded.asyncify.mjs": "vendor/ort/",
        "dist/ort-wasm-simd-threaded.asyncify.wasm": "vendor/ort/",
    },
    "@wllama/wllama": {
        "esm/index.min.js": "vendor/wllama/wllama.js",
        "esm/wasm/wllama.wasm": "vendor/wllama/",
    },
    "web-tree-sitter": {
        "web-tree-sitter.js": "vendor/web-tree-sitter/",
        "web-tree-sitter.wasm": "vendor/web-tree-sitter/",
    },
    "idb": {"build/index.js": "vendor/idb/idb.js"},
    "marked": {"lib/marked.esm.js": "vendor/marked/"},
    "dompurify": {"dist/purify.es.mjs": "vendor/dompurify/"},
    "mermaid": {
        "dist/mermaid.esm.min.mjs": "vendor/mermaid/",
        "dist/chunks/mermaid.esm.min/*.mjs": "vendor/mermaid/chunks/mermaid.esm.min/",
    },
    "temml": {
        "dist/temml.mjs": "vendor/temml/",
        "dist/Temml-Local.css": "vendor/temml/",
        "dist/Temml.woff2": "vendor/temml/",
    },
    "@highlightjs/cdn-assets": {
        "es/highlight.min.js": "vendor/highlight/",
        "es/languages/scala.min.js": "vendor/highlight/",
    },
    "@tree-sitter-grammars/tree-sitter-kotlin": {"tree-sitter-kotlin.wasm": "grammars/"},
    "tree-sitter-bash": {"tree-sitter-bash.wasm": "grammars/"},
    "tree-sitter-c": {"tree-sitter-c.wasm": "grammars/"},
    "tree-sitter-c-sharp": {"tree-sitter-c_sharp.wasm": "grammars/"},
    "tree-sitter-cpp": {"tree-sitter-cpp.wasm": "grammars/"},
    "tree-sitter-go": {"tree-sitter-go.wasm": "grammars/"},
    "tree-sitter-java": {"tree-sitter-java.wasm": "grammars/"},
    "tree-sitter-javascript": {"tree-sitter-javascript.wasm": "grammars/"},
    "tree-sitter-php": {"tree-sitter-php.wasm": "grammars/"},
    "tree-sitter-python": {"tree-sitter-python.wasm": "grammars/"},
    "tree-sitter-ruby": {"tree-sitter-ruby.wasm": "grammars/"},
    "tree-sitter-rust": {"tree-sitter-rust.wasm": "grammars/"},
    "tree-sitter-scala": {"tree-sitter-scala.wasm": "grammars/"},
    "tree-sitter-typescript": {
        "tree-sitter-typescript.wasm": "grammars/",
        "tree-sitter-tsx.wasm": "grammars/",
    },
}


def files() -> dict[str, Path]:
    """Site path -> the file to copy. Raises FileNotFoundError where a pinned package lacks one."""
    found: dict[str, Path] = {}
    for package, paths in PACKAGES.items():
        for pattern, target in paths.items():
            sources = sorted((NODE_MODULES / package).glob(pattern))
            if not sources:
                raise FileNotFoundError(f"The npm package {package} has no {pattern}.")
            for source in sources:
                found[target + source.name if target.endswith("/") else target] = source
    return found
