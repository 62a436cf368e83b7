"""The shapes that `build.py ask` promises, and a check of a value against one."""

from __future__ import annotations

from typing import Any

PLACE = {
    "path": str,
    "symbol": str,
    "start_line": int,
    "end_line": int,
    "score": float,
    "source": {"dense", "lexical", "graph"},
    "why": str,
}
RESULT = {
    "repo": str,
    "commit": str,
    "files": int,
    "chunks": int,
    "nodes": int,
    "edges": {str: int},
    "skipped": [{"path": str, "reason": str}],
    "timings": {str: float},
    "memory": {str: int},
    "results": {str: {"ranked": [PLACE], "answer": str, "timings_ms": {str: float}}},
}
GRAPH = {
    "nodes": [
        {
            "id": str,
            "kind": str,
            "name": str,
            "qualified_name": str,
            "path": str,
            "start_line": int,
            "end_line": int,
        }
    ],
    "edges": [{"source": str, "target": str, "kind": str, "line": int, "rule": str, "confidence": float}],
}


def misfit(value: Any, shape: Any, at: str = "it") -> str:
    """Where and how a value strays from a shape, or "".

    A type admits its values, and float whole numbers too; a set admits its members; ``[shape]`` any
    number of such values; ``{str: shape}`` any keys; any other dict these keys and no others.
    """
    if isinstance(shape, type):
        wanted = (int, float) if shape is float else shape
        fits = isinstance(value, wanted) and (shape is bool or not isinstance(value, bool))
        return "" if fits else f"{at} is {value!r}, not {shape.__name__}"
    if isinstance(shape, set):
        return "" if value in shape else f"{at} is {value!r}, none of {sorted(shape)}"
    if isinstance(shape, list):
        if not isinstance(value, list):
            return f"{at} is {value!r}, not a list"
        return _first(misfit(item, shape[0], f"{at}[{n}]") for n, item in enumerate(value))
    if not isinstance(value, dict):
        return f"{at} is {value!r}, not an object"
    if set(shape) == {str}:
        return _first(misfit(item, shape[str], f"{at}.{key}") for key, item in value.items())
    if value.keys() != shape.keys():
        return f"{at} has the keys {sorted(value)}, not {sorted(shape)}"
    return _first(misfit(value[key], part, f"{at}.{key}") for key, part in shape.items())


def _first(misfits: Any) -> str:
    return next(filter(None, misfits), "")
