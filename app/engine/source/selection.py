"""Which files are taken, and the reason for each that is not.

Everything useful as text is taken. `decide` needs the listing alone, so that
what it leaves out is never fetched; `decide_content` looks at the bytes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from app.engine.source.attributes import Attributes
from app.engine.source.snapshot import SUBMODULE, SYMLINK, Entry
from app.engine.source.text import is_wide
from app.shared.settings import DEFAULTS


@dataclass(frozen=True, slots=True)
class Settings:
    """`limit`: bytes above which a file is left out."""

    limit: int = int(DEFAULTS["limit"])


_BINARY = frozenset(
    "7z a aab aar apk avi avif bin bmp bz2 class dat db dex dll dmg doc docx dylib ear eot exe flac "
    "gif glb gz h5 heic ico icns iso jar jpeg jpg keystore lib lz4 m4a mid mkv mo mov mp3 mp4 mpeg nib "
    "npy npz o obj odt ogg onnx otf parquet pb pdf pickle pkl png ppt pptx psd pt pth pyc pyd pyo rar "
    "rlib safetensors so sqlite sqlite3 swf tar tflite tgz tif tiff ttf wasm wav webm webp whl woff "
    "woff2 xls xlsx xz zip zst".split()
)
_VENDORED = frozenset(
    "node_modules bower_components jspm_packages third_party third-party thirdparty 3rdparty vendor "
    "vendored _vendor Pods Carthage Godeps .yarn .venv venv site-packages __pycache__ .git .svn".split()
)
_LOCKS = frozenset(
    "package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock "
    "poetry.lock Pipfile.lock uv.lock pdm.lock Cargo.lock Gemfile.lock composer.lock go.sum mix.lock "
    "packages.lock.json Podfile.lock pubspec.lock gradle.lockfile flake.lock conan.lock".split()
)
_GENERATED = re.compile(
    r"(\.pb\.(go|cc|h|cpp)|_pb2(_grpc)?\.pyi?|_grpc_pb\.js|_pb\.(js|d\.ts|ts)|\.g\.dart|\.freezed\.dart"
    r"|\.designer\.cs|\.g\.cs|\.generated\.\w+|_generated\.\w+|\.gen\.go|zz_generated\.[\w.]+|\.snap|\.map)$",
    re.IGNORECASE,
)
_MINIFIED = re.compile(r"[.-]min\.(js|mjs|css)$|\.bundle\.js$", re.IGNORECASE)
# The markers that tools write, as linguist reads them: in the first lines alone.
_MARKER = re.compile(
    rb"@generated\b|Code generated .{0,120}DO NOT EDIT|DO NOT EDIT.{0,40}generated"
    rb"|^.{0,20}(This file (is|was) )?auto(matically|-)? ?generated\b.{0,80}(do not|don't) (edit|modify)",
    re.IGNORECASE,
)
_MARKER_BYTES = 1_000
# Mean line length above which code was written by a minifier; SocratiCode uses the same figure.
_LONG_LINE = 500
_SHORT_FILE = 5_000
_LINE_CHECKED = re.compile(r"\.(js|mjs|cjs|css|json|svg|html|xml|ts)$", re.IGNORECASE)
# Git itself looks for a NUL in the first 8,000 bytes.
_NUL_WINDOW = 8_000


def decide(entry: Entry, attributes: Attributes, settings: Settings) -> str:
    """The reason to leave an entry out before it is fetched, or ""."""
    *folders, name = entry.path.split("/")
    if entry.mode == SUBMODULE:
        return "submodule: a repository of its own"
    if entry.mode == SYMLINK:
        return "symbolic link"
    if attributes.is_set(entry.path, "linguist-vendored"):
        return "marked linguist-vendored"
    if attributes.is_set(entry.path, "linguist-generated"):
        return "marked linguist-generated"
    if not attributes.is_unset(entry.path, "linguist-vendored"):
        vendored = next((folder for folder in folders if folder in _VENDORED), "")
        if vendored:
            return f"vendored: in {vendored}/"
    if name in _LOCKS:
        return "lock file"
    if _suffix(name) in _BINARY:
        return "binary"
    if _MINIFIED.search(name):
        return "minified"
    if _GENERATED.search(name) and not attributes.is_unset(entry.path, "linguist-generated"):
        return "generated"
    if entry.size > settings.limit:
        return f"larger than {settings.limit / 1e6:g} MB ({entry.size / 1e6:.1f} MB)"
    return ""


def decide_content(path: str, data: bytes, settings: Settings) -> str:
    """The reason to leave a file out, now that its bytes are here, or ""."""
    if len(data) > settings.limit:
        return f"larger than {settings.limit / 1e6:g} MB ({len(data) / 1e6:.1f} MB)"
    if not is_wide(data) and b"\0" in data[:_NUL_WINDOW]:
        return "binary"
    if data.startswith(b"version https://git-lfs.github.com/spec/"):
        return "kept in Git LFS"
    if _MARKER.search(data[:_MARKER_BYTES]):
        return "generated: it says so itself"
    mean = len(data) // (data.count(b"\n") + 1)
    if mean > _LONG_LINE and len(data) > _SHORT_FILE and _LINE_CHECKED.search(path):
        return f"minified: {mean:,} bytes a line on average"
    return ""


_TEST_FOLDERS = frozenset(
    "test tests testing __tests__ spec specs e2e testdata test_data fixtures __fixtures__ __mocks__ "
    "androidtest integrationtest benches".split()
)
_TEST_NAME = re.compile(
    r"^(test_.+|.+_test|.+_spec|.+[.-](test|spec|e2e|cy|stories)|conftest|tests?)\.\w+$"
    r"|^.*[a-z0-9](Test|Tests|Spec|IT|TestCase|Suite)\.(java|kt|kts|scala|cs|php|groovy|swift)$"
    r"|\.(test|spec)-d\.ts$|\.bats$"
)
_DOC_SUFFIXES = frozenset("md mdx markdown rst adoc asciidoc txt org tex ipynb pod".split())
_DOC_NAMES = frozenset(
    "readme license licence copying authors changelog contributing notice news todo".split()
)
_DOC_FOLDERS = frozenset("doc docs documentation docs_src examples example samples sample demos demo".split())
_CONFIG_SUFFIXES = frozenset(
    "json json5 jsonc yaml yml toml ini cfg conf properties env editorconfig lock xml plist gradle cmake mk "
    "csproj sln props targets nix tf hcl".split()
)
_CONFIG_NAMES = frozenset(
    "makefile dockerfile jenkinsfile vagrantfile procfile rakefile gemfile pipfile brewfile "
    "justfile setup.py cmakelists.txt".split()
)
_DATA_SUFFIXES = frozenset("csv tsv sql svg po pot geojson ndjson jsonl log srt".split())

# The roles of files, those that questions are most often about first.
ROLES = ("code", "doc", "config", "test", "data")


def role(path: str) -> str:
    """What a file is for, by its path: test, doc, config, data, else code."""
    *folders, name = path.split("/")
    low, suffix = name.lower(), _suffix(name)
    lower_folders = {folder.lower() for folder in folders}
    if lower_folders & _TEST_FOLDERS or _TEST_NAME.search(name):
        return "test"
    if suffix in _DATA_SUFFIXES:
        return "data"
    if low in _CONFIG_NAMES or suffix in _CONFIG_SUFFIXES or (low.startswith(".") and "." not in low[1:]):
        return "config"
    if low.startswith("dockerfile") or low.startswith("requirements"):
        return "config"
    if suffix in _DOC_SUFFIXES or low.split(".")[0] in _DOC_NAMES or lower_folders & _DOC_FOLDERS:
        return "doc"
    return "code"


def _suffix(name: str) -> str:
    return name.lower().rpartition(".")[2] if "." in name else ""


def priority(path: str, role: str) -> tuple[int, int, str]:
    """Sort key of a file: the README, then code near the root, documents, configuration, tests, data."""
    readme = "/" not in path and path.lower().startswith("readme")
    return -1 if readme else ROLES.index(role), path.count("/"), path
