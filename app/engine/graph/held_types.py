"""What a list, a map or a channel holds, as Go, Rust, C++ and Python write it."""

from __future__ import annotations

import re

from app.engine.graph.brackets import closing

_GO_MANY = re.compile(r"(?:\[[^\[\]]*\]|map\[[^\[\]]*\])(.+)\Z", re.DOTALL)
_GO_CHANNEL = re.compile(r"(?:<-\s*)?chan\b(?:\s*<-)?\s*(.+)\Z", re.DOTALL)
_GO_REPEATED = re.compile(r"\w+\s*\.\.\.\s*(.+)\Z", re.DOTALL)
_RUST_SLICE = re.compile(r"\[(.+?)(?:;[^;\]]*)?\]\Z", re.DOTALL)
_GENERIC = re.compile(r"(?:\w+::)*(\w+)\s*<(.*)>\Z", re.DOTALL)
# Types of the standard libraries, by the place of what they hold among their arguments.
_RUST = dict.fromkeys("Vec VecDeque LinkedList BinaryHeap HashSet BTreeSet".split(), 0)
_RUST |= dict.fromkeys("HashMap BTreeMap".split(), 1)
_CPP = dict.fromkeys("vector deque list array span set unordered_set initializer_list".split(), 0)
_CPP |= dict.fromkeys("map unordered_map".split(), 1)
_GENERICS = {"rust": _RUST, "cpp": _CPP}
_PYTHON = re.compile(r"(?:\w+\.)*(\w+)\[", re.DOTALL)
_PYTHON_MANY = frozenset(
    "list set frozenset deque List Set FrozenSet Deque Sequence MutableSequence AbstractSet MutableSet "
    "Collection Iterable Iterator Generator AsyncIterable AsyncIterator AsyncGenerator".split()
)
# What is gone through in these are the keys, which are mostly of no class of the repository.
_PYTHON_MAPS = frozenset("dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict".split())


def held(written: str, language: str) -> tuple[str, str] | None:
    """(mark as in `types.py`, what is held) of a written type, None where it holds nothing by itself."""
    if language == "go":
        many = _GO_MANY.match(written) or _GO_REPEATED.match(written)
        channel = _GO_CHANNEL.match(written)
        return ("*", many[1]) if many else ("?", channel[1]) if channel else None
    if language == "rust" and written.startswith("["):
        piece = _RUST_SLICE.match(written)
        return ("*", piece[1]) if piece else None
    if language == "python":
        return _held_in_python(written)
    generic = _GENERIC.match(written)
    place = _GENERICS.get(language, {}).get(generic[1]) if generic else None
    if generic is None or place is None:
        return None
    arguments = _arguments(generic[2])
    return ("*", arguments[place]) if place < len(arguments) else ("*", "")


def _held_in_python(written: str) -> tuple[str, str] | None:
    generic = _PYTHON.match(written)
    if generic is None or closing(written, generic.end() - 1) != len(written) - 1:
        return None
    arguments = _arguments(written[generic.end() : -1])
    if generic[1] in _PYTHON_MANY or (generic[1] in ("tuple", "Tuple") and arguments[1:] == [" ..."]):
        return "*", arguments[0]
    return ("%", arguments[1]) if generic[1] in _PYTHON_MAPS and len(arguments) == 2 else None


def _arguments(inner: str) -> list[str]:
    """Type arguments, each of which may have arguments of its own."""
    found, depth, start = [], 0, 0
    for i, c in enumerate(inner):
        depth += (c in "<[(") - (c in ">])")
        if c == "," and depth == 0:
            found.append(inner[start:i])
            start = i + 1
    return [*found, inner[start:]]
