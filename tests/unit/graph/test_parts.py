"""Types that several definitions make together, and names that a type's own may not hide."""

from __future__ import annotations

from tests.unit.graph.graph_trees import graph_of, joined, read, reasons, ruled


def test_partial_classes_of_c_sharp_are_one_class() -> None:
    graph = graph_of(
        {
            "A.cs": """
                namespace Shop
                {
                    public partial class Cart : Box
                    {
                        public Cart(int size) { }
                        private void Own() { Other(); Inner(); }
                    }
                    public class Box { protected void Inner() { } }
                }
            """,
            "B.cs": """
                namespace Shop;

                public partial class Cart
                {
                    private void Other() { Inner(); new Cart(1); }
                    private string Other(int n) { return ""; }
                }
            """,
            "C.cs": "namespace Other;\npublic partial class Cart { void Alone() { Own(); } }\n",
        }
    )
    own, other = "A.cs::Shop.Cart", "B.cs::Cart"
    calls = joined(graph, "calls")
    assert {
        f"{own}.Own -> {other}.Other",
        f"{own}.Own -> A.cs::Shop.Box.Inner",
        f"{other}.Other -> A.cs::Shop.Box.Inner",
        f"{other}.Other -> {own}.Cart",
    } <= calls
    assert not [edge for edge in calls if edge.startswith("C.cs")]


def test_ruby_classes_are_reopened_and_modules_are_mixed_in() -> None:
    graph = graph_of(
        {
            "lib/shop/base.rb": """
                require_relative "helpers"
                module Shop
                  class Base
                    include Helpers
                    def total
                      taxed + rounded
                    end
                    def places
                      1
                    end
                    describe do
                      include Others
                    end
                  end
                end
            """,
            "lib/shop/more.rb": """
                module Shop
                  class Base
                    def taxed
                      total
                      hidden
                    end
                  end
                end
            """,
            "lib/shop/helpers.rb": """
                module Shop
                  module Helpers
                    def rounded
                      places
                    end
                    def places
                      2
                    end
                  end
                  module Others
                    def hidden
                      1
                    end
                  end
                end
            """,
        }
    )
    base, helpers = "lib/shop/base.rb::Shop.Base", "lib/shop/helpers.rb::Shop.Helpers"
    assert {
        f"{base}.total -> lib/shop/more.rb::Shop.Base.taxed",
        f"{base}.total -> {helpers}.rounded",
        f"lib/shop/more.rb::Shop.Base.taxed -> {base}.total",
        f"{helpers}.rounded -> {helpers}.places",
    } == joined(graph, "calls")
    assert f"{base} -> lib/shop/helpers.rb::Shop.Others" not in joined(graph, "inherits")


def test_what_is_added_to_a_type_elsewhere_links_it_again() -> None:
    tree = {
        "a.rb": "class Cart\n  def total\n    taxed\n  end\nend\n",
        "b.rb": "class Cart\n  def taxed\n    1\n  end\nend\n",
    }
    graph = graph_of(tree)
    assert "a.rb::Cart.total -> b.rb::Cart.taxed" in joined(graph, "calls")
    graph.remove("b.rb")
    assert graph.stale() == ["a.rb"]
    graph.link("a.rb")
    assert joined(graph, "calls") == set()


def test_what_every_kotlin_platform_defines_is_its_common_declaration() -> None:
    graph = graph_of(
        {
            "common/Buffer.kt": "package io\n\nexpect class Buffer() {\n    fun size(): Int\n}\n",
            "jvm/Buffer.kt": "package io\n\nactual class Buffer {\n    actual fun size(): Int = 1\n}\n",
            "common/Use.kt": "package io\n\nfun use() {\n    val b = Buffer()\n    b.size()\n}\n",
        }
    )
    calls = {e: r for e, r in ruled(graph).items() if e.startswith("common/Use.kt")}
    assert calls == {
        "common/Use.kt::use -> common/Buffer.kt::Buffer": "same-package",
        "common/Use.kt::use -> common/Buffer.kt::Buffer.size": "assigned-type",
    }


def test_a_java_variable_hides_no_method_and_a_method_no_class() -> None:
    graph = graph_of(
        {
            "a/Reader.java": "package a;\nclass Reader { Reader(int n) {} }\n",
            "a/Uses.java": """
                package a;
                class Uses {
                  int reader = 0;
                  int reader(String s) { return 1; }
                  Uses Reader() { return this; }
                  void run() {
                    int reader = reader("a");
                    new Reader(reader);
                  }
                }
            """,
        }
    )
    assert {e for e in joined(graph, "calls") if e.startswith("a/Uses.java::Uses.run")} == {
        "a/Uses.java::Uses.run -> a/Uses.java::Uses.reader",
        "a/Uses.java::Uses.run -> a/Reader.java::Reader.Reader",
    }


def test_c_prototypes_lead_to_their_definitions_also_behind_a_linkage() -> None:
    graph = graph_of(
        {
            "reader.h": """
                #ifndef READER_H
                #define READER_H
                #ifdef __cplusplus
                extern "C" {
                #endif
                struct reader;
                void reader_free(struct reader *r);
                #define reader_size(r) ((r)->size)
                #define fopen my_fopen
                #ifdef __cplusplus
                }
                #endif
                #endif
            """,
            "reader.c": '#include "reader.h"\nvoid reader_free(struct reader *r) { (void)r; }\n',
            "main.c": """
                #include "reader.h"
                int main(void) {
                  int local(int);
                  reader_free(0);
                  fopen("a");
                  return reader_size(0);
                }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "main.c::main -> reader.c::reader_free",
        "main.c::main -> reader.h::reader_size",
    }
    assert "main.c::main -> reader.h::fopen" in joined(graph, "references")
    assert graph.symbol("main.c::main.local") is None


def test_kotlin_extensions_are_called_where_they_are_seen() -> None:
    graph = graph_of(
        {
            "io/Path.kt": """
                package io

                class Path {
                    companion object {
                        fun String.toPath(): Path = Path()
                    }
                    fun name(): String = ""
                }

                fun Path.parent(): Path = this
                fun String.trimmed(): String = this
            """,
            "app/Use.kt": """
                package app

                import io.Path
                import io.Path.Companion.toPath
                import io.parent

                fun use(text: String, list: List<String>) {
                    "a".toPath().parent().name()
                    text.toPath()
                    list.toPath()
                    text.trimmed()
                }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "app/Use.kt::use -> io/Path.kt::Path.toPath",
        "app/Use.kt::use -> io/Path.kt::Path.parent",
        "app/Use.kt::use -> io/Path.kt::Path.name",
        "io/Path.kt::Path.toPath -> io/Path.kt::Path",
    }
    assert not list(graph.unresolved()) or all(u.kind != "imports" for _, u in graph.unresolved())
    assert reasons(graph, "trimmed") == ["type of receiver not known"]


def test_c_sharp_extensions_are_called_where_their_namespace_is_used() -> None:
    graph = graph_of(
        {
            "Text.cs": """
                namespace Shop.Text;

                public static class TextExtensions
                {
                    public static string Quoted(this string text) => text;
                    public static string Quoted(this string text, char mark) => text;
                    public static explicit operator string(TextExtensions value) { return Quoted("c"); }
                }
            """,
            "Use.cs": """
                using Shop.Text;

                namespace Shop.App;

                class Use
                {
                    void Literal() { "a".Quoted(); }
                    void Variable(string name) { name.Quoted('b'); }
                    void Plain() { TextExtensions.Quoted("c"); }
                    void Number(int n) { n.Quoted(); }
                }
            """,
            "Blind.cs": 'namespace Other;\nclass Blind { void Run() { "a".Quoted(); } }\n',
        }
    )
    quoted = "Text.cs::TextExtensions.Quoted"
    assert joined(graph, "calls") == {
        f"Use.cs::Use.Literal -> {quoted}",
        f"Use.cs::Use.Variable -> {quoted}#2",
        f"Use.cs::Use.Plain -> {quoted}",
        f"Text.cs::TextExtensions.operator -> {quoted}",
    }


def test_includes_reach_what_they_include_themselves_also_names_with_underscores() -> None:
    tree = {
        "inner.h": "int _deep(int a);\n",
        "outer.h": '#include "inner.h"\n#include "outer.h"\n',
        "inner.c": '#include "inner.h"\nint _deep(int a) { return a; }\n',
        "main.c": '#include "outer.h"\nint main(void) { return _deep(1); }\n',
        "other.c": "int main(void) { return _deep(1); }\n",
    }
    graph = graph_of(tree)
    assert joined(graph, "calls") == {"main.c::main -> inner.c::_deep"}
    outer = read("outer.h", "int nothing(void);\n")
    assert outer is not None
    graph.put(outer)
    for path in graph.stale():
        graph.link(path)
    assert joined(graph, "calls") == set()
