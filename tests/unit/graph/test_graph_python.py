"""Python: what is joined, and what must not be."""

from tests.unit.graph.graph_trees import graph_of, joined, reasons, ruled


def test_a_function_of_the_same_file_is_called_by_its_name():
    graph = graph_of({"a.py": "def f():\n    return g()\n\ndef g():\n    return f()\n"})
    assert joined(graph, "calls") == {"a.py::f -> a.py::g", "a.py::g -> a.py::f"}


def test_a_parameter_hides_a_function_of_its_name():
    graph = graph_of({"a.py": "def g(): ...\n\ndef f(g):\n    return g()\n"})
    assert joined(graph, "calls") == set()
    assert reasons(graph, "g") == ["a local value"]


def test_a_variable_of_a_comprehension_hides_nothing_outside_of_it():
    graph = graph_of({"a.py": "def g(): ...\n\ndef f(rows):\n    [g() for g in rows]\n    return g()\n"})
    assert ruled(graph) == {"a.py::f -> a.py::g": "same-file"}
    assert reasons(graph, "g") == ["a local value"]


def test_imports_are_followed_in_all_their_forms():
    graph = graph_of(
        {
            "pkg/__init__.py": "",
            "pkg/a.py": "def f(): ...\n",
            "pkg/sub/__init__.py": "",
            "pkg/sub/b.py": """
                import pkg.a
                import pkg.a as first
                from pkg import a as second
                from ..a import f
                from .. import a
                from . import c

                def one(): pkg.a.f()
                def two(): first.f()
                def three(): second.f()
                def four(): f()
                def five(): a.f()
                def six(): c.h()
            """,
            "pkg/sub/c.py": "def h(): ...\n",
        }
    )
    b = "pkg/sub/b.py"
    assert joined(graph, "calls") == {
        *(f"{b}::{name} -> pkg/a.py::f" for name in ("one", "two", "three", "four", "five")),
        f"{b}::six -> pkg/sub/c.py::h",
    }
    assert {f"{b} -> pkg/a.py", f"{b} -> pkg/a.py::f", f"{b} -> pkg/sub/c.py"} <= joined(graph, "imports")


def test_a_reexport_is_followed_to_its_definition():
    graph = graph_of(
        {
            "lib/__init__.py": "from .api import *\nfrom ._core import Client as Client\n",
            "lib/api.py": "from ._core import get\n__all__ = ['get']\n\ndef hidden(): ...\n",
            "lib/_core.py": "class Client:\n    def __init__(self): ...\n\ndef get(): ...\n",
            "use.py": """
                import lib
                from lib import get, hidden

                def f():
                    lib.Client()
                    get()
                    hidden()
            """,
        }
    )
    assert joined(graph, "calls") == {
        "use.py::f -> lib/_core.py::Client.__init__",
        "use.py::f -> lib/_core.py::get",
    }


def test_circular_reexports_end():
    graph = graph_of(
        {
            "p/__init__.py": "from .a import x\n",
            "p/a.py": "from .b import x\n",
            "p/b.py": "from .a import x\n",
            "use.py": "from p import x\n\ndef f():\n    x()\n",
        }
    )
    assert joined(graph, "calls") == set()


def test_a_package_from_outside_never_joins_a_local_namesake():
    graph = graph_of(
        {
            "src/app/__init__.py": "",
            "src/app/requests.py": "def get(): ...\n",
            "src/app/main.py": """
                import requests
                import json

                def f():
                    requests.get()
                    json.loads('')
            """,
            "src/app/json.py": "def loads(text): ...\n",
            "tests/fixtures/requests/__init__.py": "def get(): ...\n",
            "pyproject.toml": "",
        }
    )
    assert joined(graph, "calls") == {
        "src/app/main.py::f -> external:python:requests",
        "src/app/main.py::f -> external:python:json",
    }


def test_packages_are_found_under_src_and_in_several_projects():
    graph = graph_of(
        {
            "one/pyproject.toml": "",
            "one/src/first/__init__.py": "def f(): ...\n",
            "two/pyproject.toml": "",
            "two/second/__init__.py": "from first import f\n\ndef g():\n    f()\n",
            "one/tests/test_first.py": "import first\n\ndef test():\n    first.f()\n",
        }
    )
    assert joined(graph, "calls") == {
        "two/second/__init__.py::g -> one/src/first/__init__.py::f",
        "one/tests/test_first.py::test -> one/src/first/__init__.py::f",
    }


def test_a_namespace_package_needs_no_init():
    graph = graph_of(
        {
            "ns/tools/run.py": "def go(): ...\n",
            "main.py": "from ns.tools import run\n\ndef f():\n    run.go()\n",
        }
    )
    assert joined(graph, "calls") == {"main.py::f -> ns/tools/run.py::go"}


def test_methods_of_the_same_name_are_told_apart():
    graph = graph_of(
        {
            "a.py": """
                class A:
                    def go(self): self.step()
                    def step(self): ...

                class B:
                    def go(self): self.step()
                    def step(self): ...

                def f(thing):
                    thing.step()
            """
        }
    )
    assert joined(graph, "calls") == {"a.py::A.go -> a.py::A.step", "a.py::B.go -> a.py::B.step"}
    assert reasons(graph, "step") == ["type of receiver not known"]


def test_inherited_methods_are_found_in_pythons_order():
    graph = graph_of(
        {
            "base.py": "class Top:\n    def a(self): ...\n    def b(self): ...\n",
            "a.py": """
                from base import Top

                class Left(Top):
                    pass

                class Right(Top):
                    def a(self):
                        super().a()

                class Bottom(Left, Right):
                    def go(self):
                        self.a()
                        self.b()
            """,
        }
    )
    assert joined(graph, "calls") == {
        "a.py::Bottom.go -> a.py::Right.a",
        "a.py::Bottom.go -> base.py::Top.b",
        "a.py::Right.a -> base.py::Top.a",
    }
    assert joined(graph, "overrides") == {"a.py::Right.a -> base.py::Top.a"}
    assert joined(graph, "inherits") == {
        "a.py::Left -> base.py::Top",
        "a.py::Right -> base.py::Top",
        "a.py::Bottom -> a.py::Left",
        "a.py::Bottom -> a.py::Right",
    }


def test_a_member_that_may_come_from_outside_stays_open():
    graph = graph_of({"a.py": "import lib\n\nclass A(lib.B):\n    def go(self): self.run()\n"})
    assert reasons(graph, "run") == ["perhaps inherited from outside"]


def test_making_an_instance_reaches_the_constructor_or_the_class():
    graph = graph_of(
        {
            "a.py": """
                class Own:
                    def __init__(self): ...

                class Inherited(Own): ...

                class Bare: ...

                def f():
                    Own()
                    Inherited()
                    Bare()
            """
        }
    )
    assert joined(graph, "calls") == {
        "a.py::f -> a.py::Own.__init__",
        "a.py::f -> a.py::Bare",
    }
    assert {"a.py::f -> a.py::Own", "a.py::f -> a.py::Inherited"} <= joined(graph, "references")


def test_the_type_of_a_receiver_is_read_from_the_code():
    graph = graph_of(
        {
            "a.py": """
                from typing import Optional

                class Engine:
                    def run(self): ...
                    def copy(self) -> "Engine": ...

                def make() -> Engine:
                    return Engine()

                class Car:
                    spare: Engine

                    def __init__(self, engine: Engine):
                        self.engine = engine
                        self.other = None
                        self.other = make()

                    def annotated(self, e: Optional[Engine]): e.run()
                    def assigned(self):
                        e = Engine()
                        e.run()
                    def field(self): self.engine.run()
                    def declared(self): self.spare.run()
                    def late(self): self.other.run()
                    def returned(self): make().copy().run()
                    def unclear(self, flag):
                        e = Engine()
                        e = flag
                        e.run()
                    def listed(self, many: list[Engine]): many.run()
            """
        }
    )
    callers = {e.source for e in graph.edges() if e.kind == "calls" and e.target == "a.py::Engine.run"}
    known = ("annotated", "assigned", "field", "declared", "late", "returned")
    assert callers == {f"a.py::Car.{name}" for name in known}
    assert ruled(graph)["a.py::Car.field -> a.py::Engine.run"] == "field-type"


def test_decorators_types_and_values_are_edges_of_their_own():
    graph = graph_of(
        {
            "a.py": """
                LIMIT = 3

                def mark(f): return f

                class Row: ...

                @mark
                def f(row: Row, key=LIMIT):
                    return sorted([], key=mark)
            """
        }
    )
    assert joined(graph, "decorates") == {"a.py::f -> a.py::mark"}
    assert joined(graph, "uses-type") == {"a.py::f -> a.py::Row"}
    assert joined(graph, "references") == {"a.py::f -> a.py::LIMIT", "a.py::f -> a.py::mark"}


def test_an_import_inside_a_function_holds_there_alone():
    graph = graph_of(
        {
            "lib.py": "def g(): ...\n",
            "a.py": "def g(): ...\n\ndef f():\n    from lib import g\n    g()\n\ndef h():\n    g()\n",
        }
    )
    assert joined(graph, "calls") == {"a.py::f -> lib.py::g", "a.py::h -> a.py::g"}


def test_a_property_and_its_setter_are_symbols_of_their_own():
    graph = graph_of(
        {
            "a.py": """
                class A:
                    @property
                    def size(self) -> int: ...
                    @size.setter
                    def size(self, value): ...
            """
        }
    )
    assert [s.id for s in graph.symbols_of("a.py")] == ["a.py::A", "a.py::A.size", "a.py::A.size#2"]


def test_a_module_that_is_not_there_is_said_to_be_missing():
    graph = graph_of({"p/__init__.py": "", "p/a.py": "from .gone import x\nimport p.lost\n"})
    assert {u.receiver: u.reason for _, u in graph.unresolved()} == {
        ".gone": "import not found",
        "p.lost": "import not found",
    }


def test_instances_that_are_called_run_their_call_method():
    graph = graph_of(
        {
            "app.py": """
                class App:
                    def __call__(self, scope): ...
                    @classmethod
                    def named(cls): ...

                class Runner:
                    def __init__(self, app: App, other):
                        self.app = app
                        self.other = other

                    def go(self, given: App):
                        self.app(1)
                        self.other(2)
                        given(3)
                        app(4)
                        given.__class__.named()

                app = App()
            """,
            "main.py": "from app import app as application\n\ndef main():\n    application(1)\n",
        }
    )
    calls = {(e.source, e.target, e.line) for e in graph.edges() if e.kind == "calls" and "App" in e.target}
    call = "app.py::App.__call__"
    assert calls == {
        ("app.py::Runner.go", call, 12),
        ("app.py::Runner.go", call, 14),
        ("app.py::Runner.go", call, 15),
        ("app.py::Runner.go", "app.py::App.named", 16),
        ("app.py", "app.py::App", 18),
        ("main.py::main", call, 4),
    }
