"""base.py against both machines, and the calls to the JavaScript workers against what those serve."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.host import base
from tests.contract import javascript
from tests.contract.imports import BROWSER, imported
from tools.paths import ROOT

HOST = ROOT / "app/host"
# Python module -> the worker that it calls.
CALLERS = {
    "browser_store": "store",
    "browser_embedder": "embed",
    "browser_parser": "parse",
    "browser_models": "models",
    "browser_answers": "generate",
}
MACHINES = {
    "browser": {
        "Network": "browser_network.BrowserNetwork",
        "Parser": "browser_parser.BrowserParser",
        "Embedder": "browser_embedder.BrowserEmbedder",
        "Store": "browser_store.BrowserStore",
        "Vault": "browser_store.BrowserVault",
        "DeviceModels": "browser_models.BrowserModels",
        "Claims": "browser_claims.BrowserClaims",
        "Host": "browser.BrowserHost",
    },
    "cpython": {
        "Network": "cpython_network.CPythonNetwork",
        "Parser": "cpython_parser.CPythonParser",
        "Embedder": "cpython_embedder.CPythonEmbedder",
        "Store": "cpython_store.MemoryStore",
        "Vault": "cpython_vault.MemoryVault",
        "DeviceModels": "device_models.NoModels",
        "Claims": "cpython_claims.MemoryClaims",
        "Host": "cpython.CPythonHost",
    },
}


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def methods(module: str, name: str) -> dict[str, ast.FunctionDef | ast.AsyncFunctionDef]:
    """The methods that a class of app/host writes itself."""
    for node in parsed(HOST / f"{module}.py").body:
        if isinstance(node, ast.ClassDef) and node.name == name:
            functions = (ast.FunctionDef, ast.AsyncFunctionDef)
            return {inner.name: inner for inner in node.body if isinstance(inner, functions)}
    raise LookupError(name)


def waits(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether it has to be awaited: what yields is gone through instead."""
    yields = any(isinstance(node, ast.Yield) for node in ast.walk(function))
    return isinstance(function, ast.AsyncFunctionDef) and not yields


def required_in(abstract: str) -> str:
    return "device_models" if abstract == "DeviceModels" else "base"


@pytest.mark.parametrize("machine", MACHINES)
@pytest.mark.parametrize("abstract", MACHINES["browser"])
def test_a_machine_has_every_method_with_the_same_arguments(machine: str, abstract: str):
    required = getattr(base, abstract).__abstractmethods__
    had = methods(*MACHINES[machine][abstract].split("."))
    assert required <= had.keys()
    for name, method in methods(required_in(abstract), abstract).items():
        if name not in had or name == "__init__":
            continue  # what the base does is enough; each machine is made in its own way
        assert waits(had[name]) == waits(method), f"{abstract}.{name} waits or not"
        assert ast.dump(had[name].args) == ast.dump(method.args), f"{abstract}.{name}"


@pytest.mark.parametrize("machine", MACHINES)
def test_a_machine_is_whole(machine: str):
    built = ast.dump(parsed(HOST / f"{machine}.py"))
    for abstract, path in MACHINES[machine].items():
        if abstract != "Host":
            assert f"id='{path.split('.')[1]}'" in built, path


def test_nothing_but_the_browsers_host_knows_a_browser():
    for path in sorted((ROOT / "app").rglob("*.py")):
        if "ui" in path.parts:
            continue
        in_browser = path.parent == HOST and path.stem.startswith("browser")
        assert in_browser or not imported(path) & BROWSER, path


def worker_calls(module: str) -> Iterator[tuple[str, int]]:
    """(method, arguments) of every call that a host module sends to its worker."""
    for node in ast.walk(parsed(HOST / f"{module}.py")):
        match node:
            case ast.Call(
                func=ast.Name(id="call") | ast.Attribute(attr="call" | "_call"),
                args=[ast.Constant(value=str(method)), *arguments],
            ):
                yield method, len(arguments)


@pytest.mark.parametrize(("module", "worker"), CALLERS.items())
def test_every_call_to_a_worker_is_served_there(module: str, worker: str):
    served = javascript.served(worker)
    calls = list(worker_calls(module))
    assert calls
    for method, given in calls:
        assert method in served, f"{worker}.js has no {method}"
        fewest, most = served[method]
        # JavaScript takes what is missing for undefined; only too many would be lost.
        assert given <= most, f"{method} takes {fewest} to {most} arguments, not {given}"


def started(node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="RemoteWorker" | "ToldWorker")):
            return True
    return False


def test_every_host_module_that_starts_a_worker_is_looked_at():
    starting = {
        path.stem
        for path in HOST.glob("browser*.py")
        if any(started(node) for node in ast.walk(parsed(path)))
    }
    assert starting == CALLERS.keys()


def test_every_call_between_workers_is_served():
    """The embed worker calls the store, and its lanes."""
    handlers = javascript.served("store") | javascript.served("lane")
    calls = [pair for path in javascript.WORKERS.glob("*.js") for pair in javascript.called(path.stem)]
    assert {method for method, _ in calls} == {"get", "write", "append", "load", "run"}
    for method, given in calls:
        assert given == handlers[method][1], method


@pytest.mark.parametrize("worker", CALLERS.values())
def test_a_worker_serves_nothing_that_nobody_calls(worker: str):
    [module] = [name for name, called in CALLERS.items() if called == worker]
    asked = {method for method, _ in worker_calls(module)}
    if worker == "store":
        asked |= {
            method for path in javascript.WORKERS.glob("*.js") for method, _ in javascript.called(path.stem)
        }
    # For tests and benchmarks: where the parse worker's files are, and what the store has cached. The page
    # itself hands over a file that was picked.
    others = {"parse": {"init"}, "store": {"stats"}, "models": {"keep"}}
    assert javascript.served(worker).keys() - asked <= others.get(worker, set())
