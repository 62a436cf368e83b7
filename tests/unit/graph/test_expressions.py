"""Chains of names and calls: how they are shortened, read, and followed to the type they give."""

from __future__ import annotations

import pytest

from app.engine.graph.brackets import closing, split_list
from app.engine.graph.expressions import compact, steps, written
from tests.unit.graph.graph_trees import graph_of, joined


@pytest.mark.parametrize(
    ("text", "short", "chain"),
    [
        ("a.b.c", "a.b.c", "a.b.c"),
        ("request(app)\n  .get('/')\n  .set(\"a\", `b)`)", "request().get().set()", "request().get().set()"),
        ("z.url({ // it's a ) comment\n  protocol: /^https?:\\/\\/(/,\n})", "z.url()", "z.url()"),
        ("new Builder<Map<K, V>>(1)", "new Builder()", ""),
        ("foo::<u8>(x)?.bar()", "foo()?.bar()", "foo()?.bar()"),
        ("$this->a?->b($c)", "$this->a?->b()", "$this.a?.b()"),
        ("this.x!!.y", "this.x!!.y", "this.x.y"),
        ("&Foo{a: 1}", "&Foo{}", "Foo()"),
        ("list.map { it.x }.size", "list.map {}.size", "list.map().size"),
        ("await client.get(url)", "await client.get()", "client.get()?"),
        ("((Foo<T>) x)", "((Foo) x)", "((Foo) x)"),
        ("c.writer.(*Foo)", "c.writer.(*Foo)", "c.writer.(*Foo)"),
        ('"a.b"', '""', '""'),
        ("x[0].y", "x[].y", "x[].y"),
        ("a + b.c", "a + b.c", ""),
        ("f()()", "f()()", ""),
        ("x => x.y", "x => x.y", ""),
        ("(((", "(((", ""),
        ("", "", ""),
    ],
)
def test_expressions_are_shortened_and_read(text: str, short: str, chain: str) -> None:
    assert compact(text) == short
    assert written(steps(short)) == chain


def test_long_and_deep_expressions_end() -> None:
    assert len(compact("a" + ".b(1)" * 1000)) <= 200
    assert len(compact("(" * 5000 + ")" * 5000)) <= 200
    assert closing("(" * 100_000, 0) == -1
    assert split_list("(" + "a, " * 100_000, 0) is None


def calls(tree: dict[str, str], *callers: str) -> set[str]:
    found = {edge for edge in joined(graph_of(tree), "calls") if "external:" not in edge}
    return {edge for edge in found if edge.partition(" -> ")[0].endswith(callers)}


def test_builders_are_followed_in_java() -> None:
    tree = {
        "a/Builder.java": """
            package a;
            class Builder {
              Builder name(String n) { return this; }
              Thing build() { return null; }
              static Builder create() { return new Builder(); }
            }
            class Thing { void use() {} Optional<Thing> next() { return null; } }
            class Uses {
              void chain() { new Builder().name("a").build().use(); }
              void variable() {
                Thing thing = null;
                var made = Builder.create()
                    .name("b")
                    .build();
                made.use();
              }
              void cast(Object o) { ((Thing) o).use(); }
              void option(Thing thing) { thing.next().get().use(); }
              void wrapped(Thing thing) { thing.next().use(); }
              void element(Thing[] things) { things[0].use(); }
            }
        """
    }
    use = "a/Builder.java::Thing.use"
    callers = {edge.partition(" -> ")[0] for edge in joined(graph_of(tree), "calls") if edge.endswith(use)}
    assert callers == {f"a/Builder.java::Uses.{name}" for name in ("chain", "variable", "cast", "option")}


def test_results_and_options_are_opened_in_rust() -> None:
    tree = {
        "Cargo.toml": '[package]\nname = "a"\n',
        "src/lib.rs": """
            pub struct Reader { size: u32 }
            impl Reader {
                pub fn open(path: &str) -> Result<Reader, Error> { todo() }
                pub fn first(&self) -> Option<Line> { None }
                pub fn with(self, size: u32) -> Self { self }
                pub fn map(&self) {}
            }
            pub struct Line {}
            impl Line { pub fn len(&self) -> u32 { 0 } }
            fn question() { Reader::open("a")?.with(1).first(); }
            fn unwrapped() { let r = Reader::open("a").unwrap(); r.first().unwrap().len(); }
            fn closed() { Reader::open("a").map(); }
            fn todo() {}
        """,
    }
    lib = "src/lib.rs::"
    assert calls(tree, "question") >= {
        f"{lib}question -> {lib}Reader.with",
        f"{lib}question -> {lib}Reader.first",
    }
    assert f"{lib}unwrapped -> {lib}Line.len" in calls(tree, "unwrapped")
    assert calls(tree, "closed") == {f"{lib}closed -> {lib}Reader.open"}


def test_promises_are_awaited_in_typescript() -> None:
    tree = {
        "a.ts": """
            export class Page { title(): string { return ""; } close(): this { return this; } then() {} }
            export class Wide extends Page { wide() {} }
            export async function open(): Promise<Page> { return new Page(); }
            export async function awaited() { const page = await open(); page.close().title(); }
            export async function inline() { (await open()).title(); }
            export function closed() { open().then(); }
            export function own(wide: Wide) { wide.close().wide(); }
            export function cast(x: unknown) { (x as Page).title(); }
        """
    }
    page = "a.ts::Page."
    assert f"a.ts::awaited -> {page}title" in calls(tree, "awaited")
    assert f"a.ts::inline -> {page}title" in calls(tree, "inline")
    assert calls(tree, "closed") == {"a.ts::closed -> a.ts::open"}
    assert "a.ts::own -> a.ts::Wide.wide" in calls(tree, "own")
    assert f"a.ts::cast -> {page}title" in calls(tree, "cast")


def test_literals_and_assertions_are_followed_in_go() -> None:
    tree = {
        "go.mod": "module a\n",
        "a.go": """
            package a

            type Page struct {
                inner *Page
            }

            func (p *Page) Title() string { return "" }
            func New() (*Page, error) { return &Page{}, nil }
            func literal() { (&Page{}).Title() }
            func asserted(x any) { x.(*Page).Title() }
            func both() { p, _ := New(); p.inner.Title() }
        """,
    }
    title = "a.go::Page.Title"
    callers = {edge.partition(" -> ")[0] for edge in joined(graph_of(tree), "calls") if edge.endswith(title)}
    assert callers == {"a.go::literal", "a.go::asserted", "a.go::both"}


def test_a_field_that_is_made_of_a_local_name_has_no_type() -> None:
    tree = {
        "a.py": """
            class Engine:
                def run(self): ...
                def copy(self) -> "Engine": ...

            class Car:
                def __init__(self, maker, engine: Engine):
                    self.made = maker.copy()
                    self.own = self.make()
                    self.kept = engine

                def make(self) -> Engine: ...
                def made_runs(self): self.made.run()
                def own_runs(self): self.own.run()
                def kept_runs(self): self.kept.run()

            maker = Engine()
        """
    }
    callers = {
        edge.partition(" -> ")[0] for edge in joined(graph_of(tree), "calls") if edge.endswith("Engine.run")
    }
    assert callers == {"a.py::Car.own_runs", "a.py::Car.kept_runs"}


def test_a_name_with_several_values_is_known_where_they_agree() -> None:
    tree = {
        "a.py": """
            from contextlib import contextmanager
            from typing import Iterator

            class Url:
                def join(self, other: str) -> "Url": ...
                def text(self) -> str: ...
                def copy(self, a, b, c) -> "Url": ...

            class Other:
                def text(self) -> str: ...

            @contextmanager
            def opened() -> Iterator[Url]: ...

            def again(flag):
                url = Url()
                url = url.join("a")
                url.text()

            def differs(flag):
                url = Url()
                url = Other()
                url.text()

            def either(flag, given: Url):
                url = given if flag else Url().join("b")
                url.text()

            def either_differs(flag, given: Url):
                url = given if flag else Other()
                url.text()

            def none_first(flag):
                url = None
                url = Url()
                url.text()

            def declared(url: Url, make):
                url = make(url)
                url.text()

            def unknown(make):
                url = Url()
                url = make(url)
                url.text()

            def own():
                url = url.join("a")
                url.text()

            def entered():
                with opened() as url:
                    url.text()

            def pair():
                url = ("a", Url())
                url.text()
        """
    }
    edges = joined(graph_of(tree), "calls")
    known = ("again", "either", "none_first", "declared", "entered")
    assert {e for e in edges if e.endswith("text")} == {f"a.py::{name} -> a.py::Url.text" for name in known}


def test_what_a_function_gives_is_read_behind_the_longest_header() -> None:
    parameters = ", ".join(f"parameter_{i}: int = {i}" for i in range(60))
    text = f"class Url:\n    def text(self): ...\n\ndef make({parameters}) -> Url: ...\n\nmake().text()\n"
    assert "a.py -> a.py::Url.text" in joined(graph_of({"a.py": text}), "calls")
