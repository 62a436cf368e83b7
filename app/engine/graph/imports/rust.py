"""Rust: `mod` files, use trees, `crate`, `self` and `super`, crates of the workspace."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile

from app.engine.graph.imports.base import Clause, ImportResolver, Language, Target, Tree, folder_of
from app.engine.graph.model import FileSymbols, Import, Symbol

_NAME = re.compile(r"^\s*name\s*=\s*[\"']([\w-]+)[\"']", re.MULTILINE)
_SECTION = re.compile(r"^\s*\[(lib|package)\]\s*$([^\[]*)", re.MULTILINE)
_LEAD = re.compile(r"^(?:#\[[^\]]*\]\s*)*(?:pub(?:\s*\([^)]*\))?\s+)?(use|mod|extern\s+crate)\s+")
# What a path begins with that is no name.
_WORDS = frozenset(("crate", "self", "super"))
_ROOTS = ("lib.rs", "main.rs")


MACROS = "rust!macros"


def is_macro(symbol: Symbol) -> bool:
    return symbol.signature.startswith("macro_rules!")


class RustImports(ImportResolver):
    loads_by_path = True

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        # crate name -> the file of its library
        self._crates: dict[str, str] = {}
        for path, text in sorted(tree.configs.items()):
            if path.rpartition("/")[2] == "Cargo.toml":
                library = _under(folder_of(path), "src/lib.rs")
                names = {kind: _NAME.search(body) for kind, body in _SECTION.findall(text)}
                named = names.get("lib") or names.get("package")
                if named and library in tree.paths:
                    self._crates[named[1].replace("-", "_")] = library

    def resolve(self, path: str, imported: Import) -> list[Target]:
        parts = [part for part in imported.module.split("::") if part]
        if imported.name and imported.name != "*":
            parts.append(imported.name)
        if not parts:
            return []
        module = path
        head = parts[0]
        if head in _WORDS:
            words = list(takewhile(_WORDS.__contains__, parts))
            begin = self.start(path, imported.scope, words)
            if begin is None:
                return []
            module, parts = begin.module, parts[len(words) :]
            if begin.name:
                return [Target(module, ".".join([begin.name, *parts]))]
        elif head in self._crates:
            module, parts = self._crates[head], parts[1:]
        elif self.tree.has_module(path, head):
            return [Target(path, ".".join(parts))]
        elif not self.submodule(path, head):
            if head[:1].isupper():
                return [Target(path, ".".join(parts))]
            return [Target(external=head)]
        while parts:
            inner = self.submodule(module, parts[0])
            if not inner:
                break
            module, parts = inner, parts[1:]
        if module == path and not parts:
            return []
        return [Target(module, ".".join(parts) or ("*" if imported.name == "*" else ""))]

    def start(self, path: str, scope: str, words: list[str]) -> Target | None:
        module, inner = path, self.tree.modules_around(path, scope)
        for word in words:
            if word == "crate":
                module, inner = self._root(module), []
            elif word == "super" and inner:
                inner.pop()
            elif word == "super":
                module = self._parent(module)
        return Target(module, ".".join(inner)) if module else None

    def submodule(self, module: str, name: str) -> str:
        folder = folder_of(module)
        stem = module.rpartition("/")[2]
        if stem not in ("mod.rs", *_ROOTS) and not self._is_target(module):
            folder = _under(folder, stem.removesuffix(".rs"))
        for place in (f"{name}.rs", f"{name}/mod.rs"):
            if _under(folder, place) in self.tree.paths:
                return _under(folder, place)
        return ""

    def autoload(self, path: str, name: str) -> list[Target]:
        """A path into another crate, written out where it is used: `other_crate::h()`."""
        head, dot, _ = name.partition(".")
        if dot and head in self._crates:
            found = self.resolve(path, Import(name.replace(".", "::"), "", "", 0))
            return [target for target in found if not target.external]
        return []

    def _is_target(self, path: str) -> bool:
        """Files that cargo builds by themselves: src/bin/x.rs, tests/x.rs, examples/x.rs, benches/x.rs."""
        folder = folder_of(path).rpartition("/")[2]
        return folder in ("bin", "tests", "examples", "benches")

    def _root(self, path: str) -> str:
        if self._is_target(path):
            return path
        folder = folder_of(path)
        while True:
            names = (path.rpartition("/")[2], *_ROOTS) if folder == folder_of(path) else _ROOTS
            for name in names:
                if name in _ROOTS and _under(folder, name) in self.tree.paths:
                    return _under(folder, name)
            if not folder:
                return ""
            folder = folder_of(folder)

    def _parent(self, module: str) -> str:
        folder, _, stem = module.rpartition("/")
        if stem == "mod.rs":
            folder = folder_of(folder)
        for name in ("mod.rs", *_ROOTS):
            if _under(folder, name) in self.tree.paths and _under(folder, name) != module:
                return _under(folder, name)
        return f"{folder}.rs" if folder and f"{folder}.rs" in self.tree.paths else ""


class Rust(Language):
    resolver = RustImports

    def packages(self, file: FileSymbols) -> list[str]:
        """Files with macros at their top, which are seen in all of their crate."""
        has_macros = any(is_macro(symbol) for symbol in file.symbols)
        return [MACROS] if has_macros else []

    def read(self, clause: Clause) -> list[tuple[str, str, str]]:
        text = " ".join(clause.statement.split()).rstrip("; ")
        lead = _LEAD.match(text)
        if not lead:
            return super().read(clause)
        tree = text[lead.end() :]
        if lead[1] == "mod":
            return [("self", tree, tree)] if tree.isidentifier() else []
        return list(_leaves(tree, ""))


def _leaves(tree: str, prefix: str) -> Iterator[tuple[str, str, str]]:
    """(module, name, alias) of each leaf of a use tree."""
    tree = tree.strip().removeprefix("::")
    brace = tree.find("{")
    if brace >= 0 and tree.endswith("}"):
        within = _joined(prefix, tree[:brace].strip().rstrip(":"))
        for part in _split(tree[brace + 1 : -1]):
            yield from _leaves(part, within)
        return
    path, _, alias = tree.partition(" as ")
    path, alias = path.strip(), alias.strip()
    whole = (
        _joined(prefix, path.removesuffix("self").rstrip(":"))
        if path.endswith("self")
        else _joined(prefix, path)
    )
    module, _, name = whole.rpartition("::")
    if name == "*":
        yield module, "*", ""
    elif name:
        bound = "" if alias == "_" else alias or name
        yield (module, name, bound) if module else (name, "", bound)


def _split(text: str) -> Iterator[str]:
    """Parts between the commas that stand in no braces."""
    depth = start = 0
    for i, c in enumerate(text):
        depth += (c == "{") - (c == "}")
        if c == "," and depth == 0:
            yield text[start:i]
            start = i + 1
    if text[start:].strip():
        yield text[start:]


def _joined(prefix: str, path: str) -> str:
    return f"{prefix}::{path}" if prefix and path else prefix or path


def _under(folder: str, relative: str) -> str:
    return f"{folder}/{relative}" if folder else relative


LANGUAGE = Rust
