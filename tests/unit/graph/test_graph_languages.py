"""The plain cases of the other languages: what is joined, and what must not be."""

from tests.unit.graph.graph_trees import graph_of, joined, reasons


def test_java_packages_imports_fields_and_inheritance():
    graph = graph_of(
        {
            "src/a/Base.java": """
                package a;
                public abstract class Base {
                  protected Tool tool;
                  void step() {}
                }
            """,
            "src/a/Tool.java": """
                package a;
                public class Tool { public void use() {} public static void fix() {} }
            """,
            "src/b/Job.java": """
                package b;
                import a.Base;
                import a.Tool;
                import java.util.List;
                import static a.Tool.fix;

                public class Job extends Base implements Runnable {
                  private final Tool own = new Tool();
                  private List items;
                  public void run() {
                    step();
                    own.use();
                    tool.use();
                    fix();
                    items.size();
                    Local tool = null;
                    absent();
                  }
                  void other(Tool given) { given.use(); this.run(); new Helper(1).help(); }
                }
            """,
            "src/b/Helper.java": """
                package b;
                class Helper { Helper(int n) {} void help() {} void step() {} }
            """,
            "src/c/Helper.java": "package c;\nclass Helper { Helper(int n) {} void help() {} }\n",
        }
    )
    job = "src/b/Job.java::Job"
    calls = joined(graph, "calls")
    assert {
        f"{job}.run -> src/a/Base.java::Base.step",
        f"{job}.run -> src/a/Tool.java::Tool.use",
        f"{job}.run -> src/a/Tool.java::Tool.fix",
        f"{job}.other -> src/a/Tool.java::Tool.use",
        f"{job}.other -> {job}.run",
        f"{job}.other -> src/b/Helper.java::Helper.Helper",
        f"{job}.other -> src/b/Helper.java::Helper.help",
    } <= calls
    assert not [edge for edge in calls if "src/c/" in edge or edge.endswith("b/Helper.java::Helper.step")]
    assert reasons(graph, "absent") == ["perhaps inherited from outside"]
    assert f"{job} -> src/a/Base.java::Base" in joined(graph, "inherits")


def test_kotlin_and_java_see_each_others_packages():
    graph = graph_of(
        {
            "a/Tool.java": "package a;\npublic class Tool { public void use() {} }\n",
            "b/Main.kt": """
                package b

                import a.Tool
                import a.Tool as Renamed

                class Job(private val tool: Tool) {
                    fun run() {
                        tool.use()
                        helper()
                        val made = Renamed()
                        made.use()
                    }
                }
            """,
            "b/Helpers.kt": "package b\n\nfun helper() {}\n",
            "c/Helpers.kt": "package c\n\nfun helper() {}\n",
        }
    )
    run = "b/Main.kt::Job.run"
    assert {
        f"{run} -> a/Tool.java::Tool.use",
        f"{run} -> a/Tool.java::Tool",
        f"{run} -> b/Helpers.kt::helper",
    } <= joined(graph, "calls")
    assert f"{run} -> c/Helpers.kt::helper" not in joined(graph, "calls")


def test_go_packages_are_folders_and_methods_belong_to_receivers():
    graph = graph_of(
        {
            "go.mod": "module example.com/app\n",
            "main.go": """
                package main

                import (
                    "fmt"
                    "example.com/app/store"
                    alias "example.com/app/store/v2"
                )

                func main() {
                    s := store.New()
                    s.Get()
                    fmt.Println(helper())
                    alias.Open()
                    var t store.Store
                    t.Inner.Get()
                }
            """,
            "helper.go": "package main\n\nfunc helper() int { return 1 }\n",
            "store/store.go": """
                package store

                type Store struct {
                    Inner *Cache
                }

                func New() *Store { return &Store{} }

                func (s *Store) Get() { s.Inner.Get(); s.clear() }
            """,
            "store/cache.go": """
                package store

                type Cache struct{}

                func (c *Cache) Get() {}
                func (s *Store) clear() {}
                func Get() {}
                func helper() {}
            """,
            "store/v2/open.go": "package store\n\nfunc Open() {}\n",
        }
    )
    assert joined(graph, "calls") >= {
        "main.go::main -> store/store.go::New",
        "main.go::main -> store/store.go::Store.Get",
        "main.go::main -> external:go:fmt",
        "main.go::main -> helper.go::helper",
        "main.go::main -> store/v2/open.go::Open",
        "main.go::main -> store/cache.go::Cache.Get",
        "store/store.go::Store.Get -> store/cache.go::Cache.Get",
        "store/store.go::Store.Get -> store/cache.go::Store.clear",
    }
    targets = {edge.partition(" -> ")[2] for edge in joined(graph, "calls")}
    assert not targets & {"store/cache.go::helper", "store/cache.go::Get"}
    assert "store/store.go::Store -> store/cache.go::Store.clear" in joined(graph, "defines")
    assert "main.go -> store" in joined(graph, "imports")


def test_rust_modules_use_trees_and_impls():
    graph = graph_of(
        {
            "Cargo.toml": '[package]\nname = "my-app"\n',
            "src/lib.rs": "pub mod shape;\nmod util;\npub use shape::Circle;\n",
            "src/main.rs": """
                use my_app::Circle;
                use std::fmt;

                fn main() {
                    let c = Circle::new(1);
                    c.area();
                    my_app::shape::draw(&c);
                }
            """,
            "src/shape.rs": """
                use crate::util::{self, half as split};

                pub trait Area {
                    fn area(&self) -> u32;
                    fn twice(&self) -> u32 { self.area() }
                }

                pub struct Circle { size: u32 }

                impl Circle {
                    pub fn new(size: u32) -> Self { Self::check(size); Circle { size } }
                    fn check(size: u32) { util::half(size); split(size); }
                }

                impl Area for Circle {
                    fn area(&self) -> u32 { self.twice() }
                }

                pub fn draw(c: &Circle) { c.area(); }
            """,
            "src/util.rs": "pub fn half(n: u32) -> u32 { n }\npub fn area() {}\n",
        }
    )
    calls = joined(graph, "calls")
    shape = "src/shape.rs::"
    assert {
        f"src/main.rs::main -> {shape}Circle.new",
        f"src/main.rs::main -> {shape}Circle.area",
        f"src/main.rs::main -> {shape}draw",
        f"{shape}Circle.new -> {shape}Circle.check",
        f"{shape}Circle.check -> src/util.rs::half",
        f"{shape}Circle.area -> {shape}Area.twice",
        f"{shape}Area.twice -> {shape}Area.area",
        f"{shape}draw -> {shape}Circle.area",
    } <= calls
    assert not [edge for edge in calls if edge.endswith("src/util.rs::area")]
    assert joined(graph, "implements") == {f"{shape}Circle -> {shape}Area"}
    assert f"{shape}Circle.area -> {shape}Area.area" in joined(graph, "overrides")


def test_c_calls_reach_the_definition_behind_a_prototype():
    graph = graph_of(
        {
            "include/api.h": "#ifndef API_H\n#define API_H\nint open_it(int n);\n#endif\n",
            "src/api.c": """
                #include "api.h"

                static int hidden(int n) { return n; }
                int open_it(int n) { return hidden(n); }
            """,
            "src/main.c": """
                #include <stdio.h>
                #include "api.h"

                int main(void) { printf("x"); hidden(1); return open_it(1); }
            """,
            "src/other.c": "int open_it_not_included(int n) { return n; }\n",
        }
    )
    assert joined(graph, "calls") == {
        "src/api.c::open_it -> src/api.c::hidden",
        "src/main.c::main -> src/api.c::open_it",
    }
    assert {"src/main.c -> include/api.h", "src/main.c -> external:c:stdio.h"} <= joined(graph, "imports")


def test_cpp_classes_namespaces_and_members_defined_outside():
    graph = graph_of(
        {
            "engine.hpp": """
                #pragma once
                namespace app {
                class Part { public: void turn(); };
                class Engine {
                 public:
                  void run();
                 private:
                  void step();
                  Part part_;
                };
                void help();
                }
            """,
            "engine.cpp": """
                #include "engine.hpp"
                namespace app {
                void Engine::run() { step(); part_.turn(); help(); }
                void Engine::step() {}
                void Part::turn() {}
                void help() {}
                }
            """,
            "main.cpp": """
                #include "engine.hpp"
                int main() {
                  app::Engine e;
                  e.run();
                  app::help();
                }
            """,
        }
    )
    calls = joined(graph, "calls")
    ids = {name: id for id in calls for name in ("run", "step", "turn", "help") if id.endswith(name)}
    assert set(ids) == {"run", "step", "turn", "help"}
    assert all("engine.cpp::" in edge.partition(" -> ")[2] for edge in calls)
    assert len(calls) == 5


def test_c_sharp_namespaces_usings_and_interfaces():
    graph = graph_of(
        {
            "Core/Tool.cs": """
                namespace Acme.Core
                {
                    public interface ITool { void Use(); }
                    public class Tool : ITool
                    {
                        public Tool(int n) { }
                        public void Use() { Fix(); }
                        static void Fix() { }
                    }
                }
            """,
            "App/Main.cs": """
                using System;
                using Acme.Core;

                namespace Acme.App;

                public class Main
                {
                    private readonly ITool tool;
                    public Main(ITool given) { tool = given; }
                    public void Run()
                    {
                        tool.Use();
                        var made = new Tool(1);
                        made.Use();
                        Console.WriteLine("x");
                        Help();
                    }
                }
            """,
        }
    )
    run = "App/Main.cs::Main.Run"
    tool = "Core/Tool.cs::Acme.Core."
    assert joined(graph, "calls") == {
        f"{tool}Tool.Use -> {tool}Tool.Fix",
        f"{run} -> {tool}ITool.Use",
        f"{run} -> {tool}Tool.Tool",
        f"{run} -> {tool}Tool.Use",
    }
    assert joined(graph, "implements") == {f"{tool}Tool -> {tool}ITool"}


def test_php_namespaces_and_static_calls():
    graph = graph_of(
        {
            "src/Base.php": """
                <?php
                namespace App;

                abstract class Base {
                    public function step() {}
                    public static function make() {}
                }
            """,
            "src/Job/Job.php": """
                <?php
                namespace App\\Job;

                use App\\Base;
                use Vendor\\Thing as Other;

                class Job extends Base {
                    public function __construct(private Base $base) {}
                    public function run(Base $given) {
                        $this->step();
                        $given->step();
                        parent::make();
                        Base::make();
                        Other::go();
                        $unknown->step();
                    }
                }
            """,
        }
    )
    run = "src/Job/Job.php::Job.run"
    base = "src/Base.php::Base"
    assert joined(graph, "calls") == {
        f"{run} -> {base}.step",
        f"{run} -> {base}.make",
        f"{run} -> external:php:Vendor",
    }
    assert joined(graph, "inherits") == {f"src/Job/Job.php::Job -> {base}"}


def test_ruby_requires_and_constants():
    graph = graph_of(
        {
            "lib/shop.rb": "require 'shop/cart'\nrequire_relative 'util'\nrequire 'json'\n",
            "lib/util.rb": "def helper\nend\n",
            "lib/shop/cart.rb": """
                class Cart < Basket
                  def initialize(n)
                  end

                  def add
                    total
                    self.total
                    super_total
                  end

                  def total
                  end
                end
            """,
            "lib/shop/basket.rb": "class Basket\n  def super_total\n  end\nend\n",
            "bin/run.rb": """
                require_relative '../lib/shop'

                def main
                  cart = Cart.new(1)
                  cart.add
                end
            """,
        }
    )
    cart = "lib/shop/cart.rb::Cart"
    assert {
        f"{cart}.add -> {cart}.total",
        f"{cart}.add -> lib/shop/basket.rb::Basket.super_total",
        f"bin/run.rb::main -> {cart}.initialize",
        f"bin/run.rb::main -> {cart}.add",
    } <= joined(graph, "calls")
    assert {
        "lib/shop.rb -> lib/shop/cart.rb",
        "lib/shop.rb -> lib/util.rb",
        "lib/shop.rb -> external:ruby:json",
    } == {edge for edge in joined(graph, "imports") if edge.startswith("lib/shop.rb ->")}


def test_scala_package_clauses_stand_in_each_other():
    graph = graph_of(
        {
            "a/Base.scala": "package org.shop\npackage orders\n\nclass Base { def step = 1 }\n",
            "a/Shared.scala": "package org.shop\n\nclass Shared\n",
            "b/Use.scala": """
                package app

                import org.shop.orders.Base

                class Use extends Base
            """,
            "a/Near.scala": "package org.shop\npackage orders\n\nclass Near extends Shared\n",
        }
    )
    assert joined(graph, "inherits") == {
        "b/Use.scala::Use -> a/Base.scala::Base",
        "a/Near.scala::Near -> a/Shared.scala::Shared",
    }
