"""What the queries say of a real-looking file in each language.

Definitions and imports are stated whole; of the references those that are hard to get right.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Read = Callable[[str], Any]
Say = Callable[[str, str], Any]


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.strip().split("\n")]


def test_python(read: Read) -> None:
    file = read("python.py")
    assert file.definitions == _lines("""
        constant T 16-16
        type Key 17-17
        constant DEFAULT_LIMIT 18-18
        class Expired 22-23
        class Cache 26-63
        constant MAX_AGE 29-29
        function __init__ 32-36
        function size 38-40
        function load 42-50
        function read 46-47
        function get 52-63
        function main 66-69
    """)
    assert file.imports == _lines("""
        __future__ annotations
        logging
        os.path as osp
        collections OrderedDict
        typing TYPE_CHECKING
        typing Generic
        typing TypeVar
        .clock Clock
        .clock now as current_time
        .errors *
        numpy.typing
    """)
    assert set(file.references) >= {
        "inherits KeyError",
        "inherits Generic",
        "name Tracked",
        "type Clock",
        "type OrderedDict",
        "decorator property",
        "decorator retry.times",
        "call listener.attach",
        "name Expired",
        "name osp.basename",
        "type errors.Missing",
        "type Expired",
        "call self.clock.age",
        "name self.MAX_AGE",
        "type Entry",
        "call cache.get",
        "name DEFAULT_LIMIT",
    }
    assert set(file.locals) >= {
        "limit: int",
        "listeners",
        "options",
        "handle = open(path)",
        "rest",
        "error: (KeyError, errors.Missing)",
        "age = self.clock.age(key)",
        "item",
        "v",
        "found",
        "cache = Cache()",
    }
    assert file.docs == [
        '"""A small cache with an expiry, as a service would use it."""',
        '"""Raised for a key whose time is over."""',
        '"""Keeps the most recent values."""',
    ]
    assert file.comments == ["# Nested definitions belong to their function."]
    assert "return default" in file.statements
    assert file.scopes == ["[item.fresh() for item in value if item]", "lambda v: v.age"]
    assert file.bodies["size"] == "return len(self._items)"


def test_javascript_with_jsx_and_commonjs(read: Read) -> None:
    file = read("javascript.jsx")
    assert file.definitions == _lines("""
        constant LIMIT 14-14
        constant routes 15-15
        method open 15-15
        class Store 17-42
        constant instances 18-18
        method onChange 20-20
        method constructor 22-26
        method render 25-25
        method size 28-30
        method pages 32-41
        function Card 45-54
        function toggle 47-47
        function default 56-58
        function legacy 60-60
        method run 61-63
        method helper 64-66
        function read 68-70
        method close 71-71
    """)
    # What is required and bound is also told without its name: the file is loaded either way.
    assert file.imports == _lines("""
        react as React
        react memo
        react useState as state
        ./api.js * as api
        ./card.css
        fs as fs
        fs
        path join
        path resolve as toPath
        path
        ./package.json version as version
        ./package.json
        ./lazy.js
    """)
    assert file.exports == _lines("""
        ./badge.js Badge as Label
        ./badge.js default as Icon
        ./shapes.js *
        ./colours.js * as colours
        - legacy as legacy
        - legacy
            - close
    """)
    assert file.receivers == {"run": "legacy", "helper": "legacy"}
    assert set(file.references) >= {
        "inherits api.Base",
        "call super",
        "call this.update",
        "construct Map",
        "construct api.Client",
        "call api.Frame",
        "call Title",
        "name toggle",
        "name Store",
        "call legacy.helper",
        "name LIMIT",
    }
    assert "call p" not in file.references
    assert set(file.locals) >= {"from", "by", "first", "rest", "item", "error", "setOpen", "onOpen"}


def test_typescript(read: Read) -> None:
    file = read("typescript.ts")
    assert file.definitions == _lines("""
        interface Report 9-13
        method onDone 11-11
        method send 12-12
        enum Status 15-18
        constant Idle 16-16
        constant Busy 17-17
        type Handler 20-20
        module metrics 22-27
        constant PREFIX 23-23
        function count 24-26
        module express 29-33
        interface Request 30-32
        class Service 35-58
        constant instance 36-36
        method handler 38-40
        method constructor 42-47
        method find 50-55
        method stop 57-57
        class Scheduler 60-65
        method stop 62-64
        function parse 67-67
        function parse 68-70
        function start 72-76
        function stop 78-78
        constant current 79-79
    """)
    assert file.imports == _lines("""
        ./config Config
        ./config Logger as Log
        express as express
        @example/di inject
        @example/di Injectable
    """)
    assert file.exports == ["./plugin Plugin", "- start as begin"]
    assert set(file.references) >= {
        "inherits Base",
        "inherits api.Named",
        "inherits core.Runner",
        "implements Report",
        "implements api.Closable",
        "inherits Service",
        "decorator inject",
        "decorator Cached",
        "decorator Injectable",
        "type Queue",
        "type CopiedJob",
        "type ExitCode",
        "construct Queue",
        "call this.queue.push",
        "name metrics.PREFIX",
        "name parse",
    }
    assert set(file.locals) >= {
        "target: Target",
        "retries: number",
        "log: Log",
        "limit",
        "first: Job",
        "copy = first as CopiedJob",
        "jobs = new Map<string, Job>()",
        "scheduler = new Scheduler(config.log)",
        "event: QueueEvent",
    }


def test_tsx(read: Read) -> None:
    file = read("tsx.tsx")
    assert file.definitions == _lines("""
        interface Props 4-9
        method onPick 8-8
        constant FALLBACK 11-11
        function PickList 14-27
        function renderFooter 29-31
        class Boundary 33-43
        method componentDidCatch 36-38
        method render 40-42
    """)
    assert file.imports == ["react useEffect", "react ReactNode", "./theme Theme"]
    assert file.exports == ["- Boundary as default"]
    assert set(file.references) >= {
        "call List.Root",
        "call Row",
        "call Footer",
        "call Message",
        "name renderFooter",
        "inherits React.Component",
        "type State",
        "type Props",
    }


def test_java(read: Read) -> None:
    file = read("java.java")
    assert file.package == "org.example.store"
    assert file.definitions == _lines("""
        class OrderStore 12-79
        constant LIMIT 16-16
        method OrderStore 21-25
        method find 27-41
        method isLarge 43-46
        enum State 48-62
        constant OPEN 49-49
        constant CLOSED 50-55
        method label 51-54
        method State 59-61
        class Total 64-68
        method Total 65-67
        interface Visitor 70-74
        constant DEPTH 71-71
        method visit 73-73
        interface Audited 76-78
        method value 77-77
    """)
    assert file.imports == _lines("""
        java.util.Objects requireNonNull
        java.util List
        java.util.concurrent *
        org.example.events Listener
    """)
    assert set(file.references) >= {
        "inherits AbstractStore",
        "implements Store",
        "implements Listener.Closing",
        "implements Named",
        "inherits Base",
        "inherits java.util.function.Function",
        "decorator Service",
        "decorator Timed",
        "construct CopyOnWriteArrayList",
        "construct Page",
        "call super",
        "call requireNonNull",
        "call query.matches",
        "call orders.stream().map",
        "name State.OPEN",
        "name OrderStore.isLarge",
        "name LIMIT",
        "type LockException",
        "type Currency",
    }
    assert "type var" not in file.references
    assert set(file.locals) >= {
        "orders: List<Order>",
        "clock: Clock",
        "tags",
        "page = new Page<T>(LIMIT)",
        "order: Order",
        "lock: Lock",
        "e: LockException",
        "o",
        "value: Long",
        "currency: Currency",
    }
    assert file.comments[0].startswith("/**\n * Keeps orders")


def test_go(read: Read) -> None:
    file = read("go.go")
    assert file.package == "queue"
    assert file.definitions == _lines("""
        constant MaxJobs 13-13
        constant Idle 16-16
        constant Running 17-17
        constant ErrFull 21-21
        type State 23-23
        class Job 26-31
        interface Runner 35-38
        method Run 37-37
        class Pair 39-42
        type Handler 43-43
        type Alias 44-44
        method Push 48-68
        method Kind 70-70
        function NewPair 72-75
    """)
    assert file.imports == _lines("""
        context
        errors
        example.org/logging as log
        example.org/driver
        example.org/matchers *
    """)
    assert file.receivers == {"Push": "Queue", "Kind": "Meta"}
    assert set(file.references) >= {
        "inherits sync.Mutex",
        "inherits Meta",
        "inherits fmt.Stringer",
        "construct Item",
        "construct Pair",
        "call errors.New",
        "call NewPair",
        "call runner.Run",
        "call log.Print",
        "name defaultHandler",
        "name q.fallback",
        "name MaxJobs",
        "name ErrFull",
        "type context.Context",
        "type other.Thing",
        "type Special",
    }
    assert not {"type string", "type error", "name Handler"} & set(file.references)
    assert set(file.locals) >= {
        "q: *Queue[T]",
        "tags: tags ...string",
        "item = &Item{Job: job, Handler: q.fallback, Default: defaultHandler}",
        "first = NewPair[string](job.Name)",
        "value = q.index[job.Name]",
        "ok",
        "step",
        "kind",
        "p: Params",
        "runner: Runner",
        "a = key",
        "b",
    }


def test_rust(read: Read) -> None:
    file = read("rust.rs")
    assert file.definitions == _lines("""
        constant MAX_DEPTH 10-10
        constant TABLE 11-11
        class Machine 15-18
        class Id 20-20
        enum Fault 23-27
        constant Empty 24-24
        constant Type 25-25
        constant Custom 26-26
        interface Host 29-33
        constant NAME 30-30
        function call 31-31
        function reset 32-32
        constant LIMIT 36-36
        method new 38-41
        method step 43-57
        method fmt 61-63
        function describe 66-68
        function trace 70-72
        module tests 74-82
        function runs 78-81
        type Program 84-84
    """)
    assert file.imports == _lines("""
        std::collections::HashMap
        std::{fmt, io::{self, Read as Input}}
        parser
        super::*
    """)
    assert file.exports == ["crate::value::Value as Val"]
    assert file.receivers == {"new": "Machine", "step": "Machine", "fmt": "Machine", "LIMIT": "Machine"}
    assert set(file.references) >= {
        "inherits Send",
        "inherits fmt.Debug",
        "implements fmt.Display",
        "decorator test",
        "type Clone",
        "call Vec.with_capacity",
        "call self.stack.push",
        "call self.host.call",
        "call !.trace",
        "call describe",
        "construct Self",
        "name describe",
        "name Fault.Empty",
        "name Op.Push",
        "name MAX_DEPTH",
        "type Program",
    }
    assert set(file.locals) >= {
        "op: Op",
        "left: Value = self.pop()?",
        "value",
        "name",
        "list",
        "first",
        "x: i64",
        "y",
        "host: Box<dyn Host>",
        "machine = Machine::new(FakeHost, 1)",
    }


def test_kotlin(read: Read) -> None:
    file = read("kotlin.kt")
    assert file.package == "org.example.mail"
    assert file.definitions == _lines("""
        type Headers 7-7
        constant MAX_RETRIES 9-9
        constant defaultClient 10-10
        class Letter 13-55
        constant LIMIT 18-18
        method empty 19-19
        method constructor 31-33
        method send 35-54
        class Registry 57-63
        constant letters 58-58
        method add 60-62
        interface Sendable 65-68
        method cancel 67-67
        enum Color 70-77
        constant RED 71-71
        constant GREEN 72-74
        method label 73-73
        function label 76-76
        method second 79-79
        constant shout 81-82
    """)
    assert file.imports == _lines("""
        kotlinx.coroutines.flow.Flow
        org.example.net.Client as HttpClient
        org.example.text *
    """)
    assert file.receivers == {"second": "List", "shout": "String"}
    assert set(file.references) >= {
        "inherits Message",
        "implements Sendable",
        "implements Listener",
        "inherits Closeable",
        "decorator Serializable",
        "decorator Throws",
        "call this",
        "call super.send",
        "call tags.map { it.name }.filter",
        "call letter.onEach",
        "name report",
        "name Address.NONE",
        "name Color.RED",
        "type MailException",
    }
    assert set(file.locals) >= {
        "to: Address",
        "queue = Queue(LIMIT)",
        "headers: Headers",
        "client: HttpClient",
        "letter = Draft(subject)",
        "error: MailException",
        "name",
        "second",
        "pick: (T) -> Boolean",
    }


def test_anonymous_defaults_are_named_by_their_keyword(say: Say) -> None:
    file = say("javascript", "export default class extends Base {}\n")
    assert file.definitions == ["class default 1-1"]
    assert say("javascript", "export default (a) => a;\n").definitions == ["function default 1-1"]
    assert say("javascript", "export default { a() {} };\n").definitions == [
        "constant default 1-1",
        "method a 1-1",
    ]


def test_what_is_required_is_an_import_and_no_constant(say: Say) -> None:
    file = say("javascript", 'const a = require("a");\nconst b = other("b");\nlet c = 1;\nvar D = 2;\n')
    assert file.definitions == ["constant b 2-2", "constant D 4-4"]
    assert "a as a" in file.imports


def test_a_local_with_a_written_type_is_told_once_with_it(say: Say) -> None:
    assert say("python", "x: int = f()\n").locals == ["x: int"]
    assert say("typescript", "let x: A = f();\n").locals == ["x: A"]
    assert say("rust", "fn f() { let x: A = g(); }").locals == ["x: A = g()"]
    assert say("java", "class A { void f() { B x = g(); } }").locals == ["x: B"]
    assert say("kotlin", "fun f() {\n    val x: A = g()\n}\n").locals == ["x: A"]
    assert say("go", "package a\nfunc f() { var x A = g() }\n").locals == ["x: A"]
