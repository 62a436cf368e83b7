"""Which of several definitions of a name a call means, in every language that lets them differ."""

from __future__ import annotations

import pytest

from app.engine.graph.arguments import kinds, read_arguments
from app.engine.graph.model import Symbol
from app.engine.graph.parameters import Parameter, parameters
from tests.unit.graph.graph_trees import graph_of, ruled


def called(tree: dict[str, str], source: str) -> dict[str, str]:
    """``name#n`` of each definition that a function calls, with the rule."""
    found = {}
    for edge, rule in ruled(graph_of(tree)).items():
        caller, _, target = edge.partition(" -> ")
        if caller.endswith(f".{source}"):
            found[target.rpartition(".")[2].rpartition("::")[2]] = rule
    return found


def test_java_overloads_by_number_and_type_of_arguments() -> None:
    tree = {
        "a/Sink.java": """
            package a;
            class Sink {
              Sink() { this(1); }
              Sink(int size) {}
              void put(Base value) {}
              void put(String value) {}
              void put(long value) {}
              void put(boolean value, Object other) {}
              void put(Class<?> value) {}
              void put(String format, Object... rest) {}
              String name() { return ""; }
            }
            class Base {}
            class Derived extends Base {}
            class Uses {
              void text(Sink sink, String s) { sink.put("a"); }
              void variable(Sink sink, String s) { sink.put(s); }
              void number(Sink sink) { sink.put(3); }
              void two(Sink sink) { sink.put(true, null); }
              void derived(Sink sink) { sink.put(new Derived()); }
              void literal(Sink sink) { sink.put(Base.class); }
              void result(Sink sink) { sink.put(sink.name()); }
              void many(Sink sink) { sink.put("%s %s", 1, 2, 3); }
              void made() { new Sink(4); }
              void none() { new Sink(); }
              void unclear(Sink sink) { sink.put(later()); }
            }
        """
    }
    expected = {
        "text": "put#2",
        "variable": "put#2",
        "number": "put#3",
        "two": "put#4",
        "derived": "put",
        "literal": "put#5",
        "result": "put#2",
        "many": "put#6",
        "made": "Sink#2",
        "none": "Sink",
    }
    for source, target in expected.items():
        assert called(tree, source).get(target) in ("annotated-type", "same-file", "class-member"), source
    assert set(called(tree, "unclear").values()) == {"overload"}
    assert called(tree, "Sink") == {"Sink#2": "self-member"}


def test_a_base_class_may_have_the_overload_that_is_meant() -> None:
    tree = {
        "a/Base.java": "package a;\nclass Base { void add(int a, int b) {} void run() {} }\n",
        "a/Own.java": """
            package a;
            class Own extends Base {
              void add(int a) {}
              void run() {}
              void one() { add(1); }
              void two() { add(1, 2); }
              void same() { run(); }
            }
        """,
    }
    edges = ruled(graph_of(tree))
    assert edges["a/Own.java::Own.one -> a/Own.java::Own.add"] == "same-file"
    assert "a/Own.java::Own.two -> a/Base.java::Base.add" in edges
    assert edges["a/Own.java::Own.same -> a/Own.java::Own.run"] == "same-file"


def test_kotlin_defaults_trailing_lambdas_and_extensions() -> None:
    tree = {
        "a.kt": """
            package a

            class Path {
                fun resolve(child: String): Path = this
            }

            fun Path.resolve(): Path = this

            fun show(name: String, flags: Int = 0) {}
            fun show(name: Path) {}
            fun each(block: () -> Unit) {}
            fun each(count: Int, block: () -> Unit) {}

            class Maker /** A note (in brackets). */ internal constructor(val size: Int) {
                constructor(name: String) : this(1)
            }

            class Uses {
                fun member(path: Path) { path.resolve("a") }
                fun extension(path: Path) { path.resolve() }
                fun text() { show("a") }
                fun typed(path: Path) { show(path) }
                fun block() { each { } }
                fun counted() { each(3) { } }
                fun header() { Maker(4) }
                fun named() { Maker("a") }
            }
        """
    }
    assert "resolve" in called(tree, "member")
    assert list(called(tree, "extension")) == ["resolve#2"]
    assert list(called(tree, "text")) == ["show"]
    assert list(called(tree, "typed")) == ["show#2"]
    assert list(called(tree, "block")) == ["each"]
    assert list(called(tree, "counted")) == ["each#2"]
    assert list(called(tree, "header")) == ["Maker"]
    assert list(called(tree, "named")) == ["constructor"]


def test_c_sharp_named_optional_and_params_arguments() -> None:
    tree = {
        "A.cs": """
            namespace A {
              class Log {
                public void Write(string text) {}
                public void Write(int number, bool flag = false) {}
                public void Write(string format, params object[] rest) {}
                public void Write(string text, System.Type type) {}
              }
              class Uses {
                void Text(Log log) { log.Write("a"); }
                void Number(Log log) { log.Write(1); }
                void Flag(Log log) { log.Write(number: 1, flag: true); }
                void Many(Log log) { log.Write("{0}", 1, 2); }
                void Typed(Log log) { log.Write("a", typeof(Log)); }
              }
            }
        """
    }
    assert list(called(tree, "Text")) == ["Write"]
    assert list(called(tree, "Number")) == ["Write#2"]
    assert list(called(tree, "Flag")) == ["Write#2"]
    assert list(called(tree, "Many")) == ["Write#3"]
    assert list(called(tree, "Typed")) == ["Write#4"]


def test_cpp_overloads_and_prototypes() -> None:
    tree = {
        "a.h": """
            class Sink {
             public:
              void put(int a);
              void put(const std::string& a, int b = 0);
            };
        """,
        "a.cpp": """
            #include "a.h"
            void Sink::put(int a) {}
            void Sink::put(const std::string & a, int b) {}
            void number(Sink& sink) { sink.put(1); }
            void text(Sink& sink) { sink.put("a", 2); }
        """,
    }
    edges = ruled(graph_of(tree))
    assert edges["a.cpp::number -> a.cpp::Sink.put"] != "overload"
    assert edges["a.cpp::text -> a.cpp::Sink.put#2"] != "overload"


def test_scala_classes_have_the_members_of_their_object() -> None:
    tree = {
        "A.scala": """
            package a

            object Seq {
              def from(text: String): Seq = new Seq(text, 0)
            }
            class Seq(text: String, at: Int) {
              def this(text: String) = this(text, 0)
              def rest: Seq = this
              def ~(other: Seq): Seq = this
            }
            case class ~(left: Int, right: Int)
            class Uses {
              def made = Seq.from("a")
              def whole = new Seq("a", 1)
              def short = new Seq("a")
              def pair = new ~(1, 2)
            }
        """
    }
    assert list(called(tree, "made")) == ["from"]
    assert list(called(tree, "whole")) == ["Seq#2"]
    assert list(called(tree, "short")) == ["this"]
    assert list(called(tree, "pair")) == ["~"]
    assert "A.scala::Uses.pair -> A.scala::~" in ruled(graph_of(tree))


@pytest.mark.parametrize(
    ("language", "text", "given"),
    [
        ("java", "f()", []),
        ("java", 'f("a, b", \'c\', 1, 2L, 1.5, 1f)', "string char int long double float"),
        ("java", "f(true, null, x -> y, g + h)", "boolean null function ?"),
        ("java", "f(a, new B<C, D>(1), c.d(), (E) x, F.class)", "=a B c.d() :E :Class"),
        ("java", "f(a, // one, two\n  b /* ) */)", "=a =b"),
        ("kotlin", "f(a = 1) { it }", "int function"),
        ("kotlin", "f { it }", "function"),
        ("kotlin", "f(*rest)", None),
        ("kotlin", "f", None),
        ("c_sharp", "f<A, B>(name: $\"x {y}\", out var z, typeof(A))", "string =z :Type"),
        ("cpp", "f(std::move(a), nullptr, [&](int b) { return b; })", "std.move() null function"),
        ("java", "f(" + "(" * 50, None),
    ],
)  # fmt: skip
def test_arguments_are_read_from_the_text(language: str, text: str, given: str | list[str] | None) -> None:
    marks = {"string", "char", "int", "long", "double", "float", "boolean", "null", "function"}
    wanted = given.split() if isinstance(given, str) else given
    found = kinds(read_arguments(text, 1, language))
    assert found == (wanted and [f"'{kind}" if kind in marks else kind for kind in wanted])


@pytest.mark.parametrize(
    ("language", "signature", "taken"),
    [
        ("java", "public <T> T f(final @Nullable String a, int[] b, Object... c)", "String|int[]|Object*"),
        ("java", "void f()", ""),
        ("c_sharp", "void f(this string a, ref int b, bool c = true)", "string|int|bool?"),
        ("c_sharp", "void f([In] string a, params object[] b)", "string|object[]*"),
        ("cpp", "auto f(const A<int, B> & a, char * b = 0) -> int", "const A<int, B>&|char*?"),
        ("cpp", "void f(Args&&... args)", "Args&&*"),
        ("cpp", "int f(void)", ""),
        ("kotlin", "fun <T> A.f(a: Map<K, V> = x, vararg b: Int)", "Map<K, V>?|Int*"),
        ("kotlin", "suspend fun f(a: (T) -> Unit)", "(T) -> Unit"),
        ("scala", "def f[A](a: => A, b: Int*)(c: Int)", "A|Int*"),
        ("java", "void f(String a, String", None),
    ],
)  # fmt: skip
def test_parameters_are_read_from_the_signature(language: str, signature: str, taken: str | None) -> None:
    symbol = Symbol("a::f", "function", "f", "f", "a", 1, 1, 0, 1, 1, 1, signature=signature)
    found = parameters(symbol, language)
    wanted = None if taken is None else [_parameter(text) for text in taken.split("|") if text]
    assert found == wanted


def _parameter(text: str) -> Parameter:
    is_optional, is_repeated = text.endswith("?"), text.endswith("*") and not text.endswith("char*")
    return Parameter(text[:-1] if is_optional or is_repeated else text, is_optional, is_repeated)
