"""Changing files one by one gives the graph that building it anew would give."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from app.engine.graph import file_record
from app.engine.graph.graph import CodeGraph
from tests.unit.graph.graph_trees import graph_of, joined, read, read_tree

_PYTHON = {
    "p/__init__.py": ["", "from .a import f\n", "from .b import *\n", "from .a import *\n__all__ = ['g']\n"],
    "p/a.py": [
        "def f(): ...\n\nclass A:\n    def go(self): ...\n",
        "class A:\n    def stay(self): ...\n",
        "from p.b import g as f\n",
        "from p.b import B\n\nclass A(B): ...\n",
    ],
    "p/b.py": [
        "from p.a import A\n\nclass B(A):\n    def go(self): self.stay()\n\ndef g(): ...\n",
        "class B:\n    def go(self): ...\n",
        "from .a import *\n",
    ],
    "use.py": [
        "from p import f, g\nfrom p.b import B\n\ndef h():\n    f()\n    g()\n    B().go()\n",
        "import p\n\ndef h(b: p.b.B):\n    p.f()\n    b.go()\n    b.stay()\n",
    ],
    "q.py": ["from p import f\n\nf()\n"],
    "lib.ts": ["export function f() {}\n", "export * from './more';\n"],
    "more.ts": [
        "export function f() {}\nexport class C { go() {} }\n",
        "import { C } from './c';\nexport { C };\n",
    ],
    "c.ts": ["import { C as D, f } from './lib';\nexport class C extends D { go() { f(); super.go(); } }\n"],
}
# Types that many files make, functions that belong to types elsewhere, includes, overloads.
_OTHERS = {
    "run.py": [
        "def run(step, other=None):\n    step()\n",
        "from hand import hand\n\ndef run(step):\n    hand(step)\n",
        "from steps import a\n\ndef run(step=a):\n    step()\n\nrun(a)\n",
        "class run:\n    def __init__(self, s):\n        self.s = s\n\n    def go(self):\n        self.s()\n",
    ],
    "hand.py": ["def hand(step):\n    step()\n", "def hand(other):\n    return other\n"],
    "steps.py": [
        "def a(): ...\n\ndef b(): ...\n\nALL = [a, b]\n",
        "def b(): ...\n\nb.x = 1\nALL = {'a': b}\na = b\n",
        "from hand import hand as a\n",
    ],
    "use1.py": [
        "from run import run\nfrom steps import a\n\nrun(a)\n",
        "from steps import ALL\n\nALL[0]()\n",
    ],
    "use2.py": ["from run import run\nfrom steps import a\n\nrun(a)\n\n@run\ndef c(): ...\n"],
    "A.cs": [
        'namespace S;\npartial class C : B { void F() { G(); "a".X(); } }\n',
        "namespace S;\nclass C { void F() { G(); } }\n",
    ],
    "B.cs": [
        "namespace S {\n  partial class C { void G() { F(); } }\n  class B { void G(int n) { } }\n}\n",
        "namespace S {\n  static class E { public static void X(this string s) { } }\n}\n",
    ],
    "a.kt": ["package k\n\nexpect class P() {\n    fun s(): P\n}\n", "package k\n\nfun P.t() {}\n"],
    "b.kt": ["package k\n\nactual class P {\n    actual fun s(): P = this\n    fun t() {}\n}\n"],
    "use.kt": ["package u\n\nimport k.P\nimport k.t\n\nfun u() {\n    P().s().t()\n}\n"],
    "a.rb": [
        "class R\n  include M\n  def f\n    g + h\n  end\nend\n",
        "module M\n  def h\n    1\n  end\nend\n",
    ],
    "b.rb": ["class R\n  def g\n    f\n  end\nend\n", "module M\n  def g\n    2\n  end\nend\n"],
    "a.h": ['#include "b.h"\n', "int deep(int a);\n"],
    "b.h": ["int deep(int a);\n", '#include "a.h"\nstatic int deep(int a) { return a; }\n'],
    "a.c": ['#include "a.h"\nint main(void) { return deep(1); }\n'],
    "b.c": ["int deep(int a) { return a; }\n"],
    "app.js": [
        "var app = module.exports = {};\napp.f = function () { this.g(); };\napp.g = function () {};\n"
    ],
    "use.js": ["const app = require('./index');\napp.f();\n"],
    "index.js": ["module.exports = require('./app');\n", "exports.f = function () {};\n"],
}
# Interfaces that types satisfy without a word, modules' paths, macros, namespaces, what a class has itself.
_MORE = {
    "g/a.go": [
        "package g\n\ntype I interface { F(n int) error }\ntype J interface { I }\n",
        "package g\n\ntype I interface { F(n int) }\n",
    ],
    "g/b.go": [
        "package g\n\ntype T struct{}\n\nfunc (t *T) F(n int) error { return nil }\n",
        "package g\n\ntype U struct {\n\tT\n}\n",
    ],
    "g/c.go": ["package g\n\nfunc c(i I, t *T) {\n\ti.F(1)\n\tt.F(2)\n}\n"],
    "src/lib.rs": [
        "mod m;\nmacro_rules! k { () => {} }\npub fn f() { m::g(); }\nmod n { fn x() { super::f(); } }\n",
        "pub mod m;\npub use m::*;\n",
    ],
    "src/m.rs": [
        "pub fn g() { k!(); crate::f(); super::f(); }\n",
        "use super::f;\npub fn g() { f(); }\npub trait T { fn t(&self); }\nimpl T for U { fn t(&self) {} }\n",
        "macro_rules! k { () => {} }\nstruct U;\n",
    ],
    "a.php": [
        "<?php\nnamespace A;\nfunction f() {}\nclass C { function m() { f(); \\B\\f(); } }\n",
        "<?php\nfunction f() {}\n",
    ],
    "b.php": [
        "<?php\nnamespace B;\nfunction g() { f(); \\A\\f(); $c = new \\A\\C(); $c->m(); }\n",
        "<?php\nnamespace A { function f() {} }\nnamespace B { function f() { namespace\\f(); } }\n",
    ],
    "c.rb": [
        "module X\n  extend Y\nend\nclass K\n  prepend X\n  def self.a\n    new.y\n  end\nend\n",
        "class K\n  include Y\nend\n",
    ],
    "d.rb": ["module Y\n  def y\n    super\n  end\nend\nX.y\nK.a\n", "class K\n  def y\n    1\n  end\nend\n"],
}


# Usings for a whole project, what overrides what, aliases, companions, classes without a name.
_MANAGED = {
    "p/p.csproj": ["<Project/>\n"],
    "p/Usings.cs": [
        "global using S;\nglobal using static S.T;\n",
        "global using Q;\n",
    ],
    "s/T.cs": [
        "namespace S;\npublic static class T { public static int F(int n) => n; }\n"
        "public abstract class B { public abstract void M(int n); public void M(string s) { } }\n",
        "namespace S;\npublic class TagAttribute { }\npublic class B { public virtual void M(int n) { } }\n",
    ],
    "q/T.cs": ["namespace Q;\npublic class B { public B(int n) { } public void M(int n) { } }\n"],
    "p/Use.cs": [
        "namespace P;\n[Tag]\npublic class U : B { public override void M(int n) { F(n); base.M(n); } }\n",
        "namespace P;\n"
        "public class U<X> where X : B { public U(X x) : this() { x.M(1); } U() { B b = new(); } }\n",
    ],
    "k/A.kt": [
        "package k\n\nopen class A {\n    companion object C {\n        fun of() = A()\n    }\n"
        "    open fun run() {}\n}\n",
        "package k\n\ninterface A {\n    fun run()\n}\n\nfun A.walk() = run()\n",
    ],
    "k/H.kt": ["package k\n\ntypealias H = A\n", "package k\n\nclass H {\n    fun run() {}\n}\n"],
    "k/Use.kt": [
        "package k\n\nfun use(h: H) {\n    h.run()\n    h.apply { run() }\n    h.let { it.walk() }\n"
        "    A.of()\n}\n",
        "package k\n\nfun use() = object : A() {\n    override fun run() { walk() }\n}\n",
    ],
    "k/J.java": [
        "package k;\n\nclass J<T extends A> {\n    T t;\n"
        "    void j() { t.run(); new A() { void run() { j(); } }; }\n}\n",
        "package k;\n\nrecord J(H h) {\n    J { h.run(); }\n    J j() { return new J(h()); }\n}\n",
    ],
}


def _steps(texts: dict[str, list[str]]) -> st.SearchStrategy[list[tuple[str, str | None]]]:
    edits = [(path, text) for path, several in texts.items() for text in [None, *several]]
    return st.lists(st.sampled_from(edits), min_size=1, max_size=14)


def _everything(graph: CodeGraph) -> tuple[list[object], list[object], list[object]]:
    return (
        sorted(map(str, graph.nodes())),
        sorted(map(str, graph.edges())),
        sorted(map(str, graph.unresolved())),
    )


def _ends(graph: CodeGraph, name: str) -> dict[str, list[str]]:
    ends = getattr(graph.adjacency, name)
    return {node: sorted(map(str, edges)) for node, edges in ends.items()}


@settings(max_examples=180, deadline=None)
@given(st.one_of(_steps(_PYTHON), _steps(_OTHERS), _steps(_MORE), _steps(_MANAGED)))
def test_every_order_of_edits_ends_in_the_graph_of_the_last_texts(steps):
    tree: dict[str, str] = {}
    graph = CodeGraph("owner/sample")
    for path, text in steps:
        was_there = path in tree
        if text is None:
            tree.pop(path, None)
            graph.remove(path)
        else:
            tree[path] = text
            file = read(path, text)
            if file is not None:
                graph.put(file)
        if was_there != (path in tree):
            graph.place(tree, {})
        for stale in graph.stale():
            graph.link(stale)
    whole = graph_of(tree)
    assert _everything(graph) == _everything(whole)
    for ends in ("out", "into"):
        assert _ends(graph, ends) == _ends(whole, ends)


def test_a_change_touches_the_file_and_its_importers_alone():
    graph = graph_of(
        {
            "a.py": "def f(): ...\n",
            "b.py": "from a import f\n\ndef g(): f()\n",
            "c.py": "from b import g\n\ng()\n",
            "d.py": "x = 1\n",
        }
    )
    graph.put(read("a.py", "def other(): ...\n"))
    assert graph.dependents("a.py") == ["b.py"]
    assert graph.stale() == ["a.py", "b.py"]


def test_a_new_file_is_found_by_the_imports_that_missed_it():
    graph = graph_of({"a.py": "import b\n\nb.f()\n", "c.py": "x = 1\n"})
    assert "a.py -> external:python:b" in joined(graph, "calls")
    graph.put(read("b.py", "def f(): ...\n"))
    graph.place(["a.py", "b.py", "c.py"], {})
    assert graph.stale() == ["a.py", "b.py"]
    for path in graph.stale():
        graph.link(path)
    assert joined(graph, "calls") == {"a.py -> b.py::f"}


def test_a_stored_graph_comes_back_without_resolving_and_goes_on_from_there():
    tree = {"a.py": "def f(): ...\n", "b.py": "from a import f\n\ndef g(x):\n    f()\n    x()\n"}
    files, configs = read_tree(tree)
    built = graph_of(tree)
    records = json.loads(
        json.dumps([[file_record.to_record(file), built.edges_of(path)] for path, file in files.items()])
    )
    loaded = CodeGraph("owner/sample")
    loaded.place(tree, configs)
    for file, edges in records:
        loaded.load(file_record.from_record(file), edges)
    assert loaded.stale() == []
    assert _everything(loaded) == _everything(built)
    loaded.put(read("a.py", "def other(): ...\n"))
    assert loaded.stale() == ["a.py", "b.py"]
