"""JavaScript and TypeScript: what is joined, and what must not be."""

from tests.unit.graph.graph_trees import graph_of, joined, reasons


def test_relative_imports_need_no_ending_and_name_what_will_be_written():
    graph = graph_of(
        {
            "src/a.ts": """
                import { one } from './one';
                import { two } from './two.js';
                import three from './three';
                import * as four from "../four";
                export function f() { one(); two(); three(); four.go(); }
            """,
            "src/one.ts": "export const one = () => 1;\n",
            "src/two.ts": "export function two() {}\n",
            "src/three/index.tsx": "export default function three() {}\n",
            "four.mjs": "export function go() {}\n",
        }
    )
    assert joined(graph, "calls") == {
        "src/a.ts::f -> src/one.ts::one",
        "src/a.ts::f -> src/two.ts::two",
        "src/a.ts::f -> src/three/index.tsx::three",
        "src/a.ts::f -> four.mjs::go",
    }


def test_barrels_are_followed_to_any_depth_and_renamed_on_the_way():
    graph = graph_of(
        {
            "index.ts": "export * from './lib';\nexport { deep as shallow } from './lib/deep';\n",
            "lib/index.ts": "export * from './more';\nexport * from '..';\n",
            "lib/more.ts": """
                import { inner } from './deep';
                export { inner };
                export * as named from './deep';
            """,
            "lib/deep.ts": "export function inner() {}\nexport function deep() {}\n",
            "use.ts": """
                import { inner, shallow, named, absent } from '.';
                function f() { inner(); shallow(); named.deep(); absent(); }
            """,
        }
    )
    assert joined(graph, "calls") == {"use.ts::f -> lib/deep.ts::inner", "use.ts::f -> lib/deep.ts::deep"}
    assert len(reasons(graph, "absent")) == 2  # the import and the call


def test_what_is_not_exported_is_not_reached():
    graph = graph_of(
        {
            "a.ts": "function hidden() {}\nexport function shown() {}\n",
            "b.ts": "import { hidden, shown } from './a';\nfunction f() { hidden(); shown(); }\n",
        }
    )
    assert joined(graph, "calls") == {"b.ts::f -> a.ts::shown"}


def test_paths_of_the_tsconfig_count_and_are_inherited():
    graph = graph_of(
        {
            "tsconfig.base.json": """
                {"compilerOptions": {"baseUrl": ".", "paths": {"@lib/*": ["packages/*/src"]}}}
            """,
            "app/tsconfig.json": """
                {"extends": "../tsconfig.base.json", /* own */ "compilerOptions": {"strict": true,},}
            """,
            "app/main.ts": "import { go } from '@lib/core';\nexport function f() { go(); }\n",
            "packages/core/src/index.ts": "export function go() {}\n",
        }
    )
    assert joined(graph, "calls") == {"app/main.ts::f -> packages/core/src/index.ts::go"}


def test_packages_of_the_workspace_are_found_by_name_and_export_map():
    graph = graph_of(
        {
            "packages/core/package.json": """{
                "name": "@acme/core", "main": "dist/index.js",
                "exports": {".": {"import": "./dist/index.mjs"}, "./util/*": "./dist/util/*.js"},
                "imports": {"#own": "./src/own.ts"}}""",
            "packages/core/src/index.ts": "import { own } from '#own';\nexport function go() { own(); }\n",
            "packages/core/src/own.ts": "export function own() {}\n",
            "packages/core/src/util/text.ts": "export function trim() {}\n",
            "packages/web/package.json": '{"name": "@acme/web"}',
            "packages/web/main.ts": """
                import { go } from '@acme/core';
                import { trim } from '@acme/core/util/text';
                export function f() { go(); trim(); }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "packages/core/src/index.ts::go -> packages/core/src/own.ts::own",
        "packages/web/main.ts::f -> packages/core/src/index.ts::go",
        "packages/web/main.ts::f -> packages/core/src/util/text.ts::trim",
    }


def test_a_package_from_npm_never_joins_a_local_namesake():
    graph = graph_of(
        {
            "package.json": '{"name": "app", "dependencies": {"debug": "1"}}',
            "debug.js": "export default function debug() {}\n",
            "src/debug/index.js": "export default function debug() {}\n",
            "main.js": """
                import debug from 'debug';
                import fs from 'node:fs';
                function f() { debug(); fs.open(); }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "main.js::f -> external:javascript:debug",
        "main.js::f -> external:javascript:fs",
    }


def test_commonjs_modules_are_joined():
    graph = graph_of(
        {
            "one.js": "function one() {}\nmodule.exports = one;\n",
            "two.js": "exports.two = function () {};\nfunction hidden() {}\n",
            "three.js": "function a() {}\nfunction b() {}\nmodule.exports = { a, renamed: b };\n",
            "index.js": "module.exports = require('./lib');\n",
            "lib.js": """
                exports = module.exports = make;
                function make() {}
                exports.two = require('./two');
            """,
            "main.js": """
                const one = require('./one');
                const two = require('./two');
                const { a, renamed: c } = require('./three');
                const make = require('./');
                function f() { one(); two.two(); a(); c(); }
                function g() { make(); make.two.two(); }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "main.js::g -> lib.js::make",
        "main.js::g -> two.js::two",
        "main.js::f -> one.js::one",
        "main.js::f -> two.js::two",
        "main.js::f -> three.js::a",
        "main.js::f -> three.js::b",
    }


def test_classes_know_their_bases_and_receivers_their_types():
    graph = graph_of(
        {
            "base.ts": """
                export interface Runs { run(): void; }
                export abstract class Base implements Runs {
                  run() { this.step(); }
                  abstract step(): void;
                }
            """,
            "main.ts": """
                import { Base, Runs } from './base';

                export class Job extends Base {
                  private other: Job;
                  constructor(private readonly runs: Runs) { super(); }
                  step() { this.runs.run(); }
                  again() { super.run(); this.other.step(); }
                  list(all: Job[]) { all.step(); }
                }

                function f(job: Job) {
                  job.run();
                  const made = new Job(job);
                  made.step();
                  const step = (x: number) => x;
                  step(1);
                }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "base.ts::Base.run -> base.ts::Base.step",
        "main.ts::Job.step -> base.ts::Runs.run",
        "main.ts::Job.again -> base.ts::Base.run",
        "main.ts::Job.again -> main.ts::Job.step",
        "main.ts::Job.constructor -> base.ts::Base",
        "main.ts::f -> base.ts::Base.run",
        "main.ts::f -> main.ts::Job.constructor",
        "main.ts::f -> main.ts::Job.step",
        "main.ts::f -> main.ts::f.step",
    }
    assert joined(graph, "inherits", "implements") == {
        "base.ts::Base -> base.ts::Runs",
        "main.ts::Job -> base.ts::Base",
    }
    assert "main.ts::Job.step -> base.ts::Base.step" in joined(graph, "overrides")


def test_a_method_of_an_object_is_no_function_of_its_scope():
    graph = graph_of(
        {
            "a.js": """
                const api = {
                  get() { return this.send(); },
                  send() {},
                };
                function f() {
                  send();
                  api.get();
                }
            """
        }
    )
    assert joined(graph, "calls") == {"a.js::api.get -> a.js::api.send", "a.js::f -> a.js::api.get"}
    assert reasons(graph, "send") == ["not defined in scope"]


def test_a_parameter_of_a_callback_hides_an_import():
    graph = graph_of(
        {
            "lib.ts": "export function run() {}\n",
            "a.ts": "import { run } from './lib';\nexport const f = (rows) => rows.map((run) => run());\n",
        }
    )
    assert joined(graph, "calls") == set()


def test_of_overloads_the_one_with_a_body_is_meant():
    graph = graph_of(
        {
            "a.ts": """
                export function f(a: string): void;
                export function f(a: number): void;
                export function f(a: unknown): void {}
                function g() { f(1); }
            """
        }
    )
    assert joined(graph, "calls") == {"a.ts::g -> a.ts::f#3"}


def test_functions_that_are_put_into_a_variable_are_its_members():
    graph = graph_of(
        {
            "application.js": """
                var app = exports = module.exports = {};
                app.init = function () { this.reset(); };
                app.reset = function reset() { app.init(); other.reset(); };
                var other = {};
            """,
            "main.js": """
                var proto = require('./application');
                function run(app) { proto.init(); app.reset(); }
            """,
        }
    )
    assert joined(graph, "calls") == {
        "application.js::app.init -> application.js::app.reset",
        "application.js::app.reset -> application.js::app.init",
        "main.js::run -> application.js::app.init",
    }


def test_star_exports_bring_names_with_an_underscore():
    graph = graph_of(
        {
            "checks.ts": "export function _gt() {}\nexport default function other() {}\n",
            "index.ts": "export * from './checks';\n",
            "main.ts": "import { _gt } from './index';\n_gt();\n",
            "other.ts": "import * as core from './index';\ncore._gt();\n",
        }
    )
    assert joined(graph, "calls") == {"main.ts -> checks.ts::_gt", "other.ts -> checks.ts::_gt"}


def test_a_name_that_is_assigned_to_itself_is_given_up_not_followed_for_ever():
    graph = graph_of(
        {
            "itself.js": "const a = {};\na.run = a.run;\na.run();\n",
            "each_other.js": "const a = {};\nconst b = {};\na.run = b.run;\nb.run = a.run;\na.run();\n",
            "defined.js": "function run() {}\nconst a = {};\na.run = run;\na.run();\n",
        }
    )
    assert joined(graph, "calls") == {"defined.js -> defined.js::run"}
