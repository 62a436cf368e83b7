"""The page's Python in the interpreter that runs it: the MicroPython of npm, under Node."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from app.shared import errors, filters
from tests.contract.imports import BROWSER, imported
from tools.paths import NODE_MODULES, ROOT
from tools.pyscript import page_files

PACKAGE = NODE_MODULES / "@micropython/micropython-webassembly-pyscript"
FILES = [path for path in page_files() if not path.endswith("__init__.py")]
IN_A_PAGE = {path for path in FILES if imported(ROOT / path) & BROWSER}


def run(program: str) -> str:
    """What a program prints, with the page's files beside it."""
    files = {path: (ROOT / path).read_text(encoding="utf-8") for path in page_files()}
    done = subprocess.run(
        ["node", str(Path(__file__).with_name("micropython.mjs")), str(PACKAGE)],
        input=json.dumps({"files": files, "program": "import sys\nsys.path.append('/')\n" + program}),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_only_the_page_itself_needs_a_browser():
    assert {"app/ui/main.py", "app/ui/page.py"} == IN_A_PAGE


def test_every_module_is_imported_where_no_page_is_needed():
    modules = [path[:-3].replace("/", ".") for path in FILES if path not in IN_A_PAGE]
    assert len(modules) > 15
    printed = run("".join(f"import {module}\nprint({module!r})\n" for module in modules))
    assert printed.split() == modules


@pytest.mark.parametrize("path", sorted(IN_A_PAGE))
def test_what_needs_a_page_is_at_least_compiled(path: str):
    assert run(f"compile(open('/{path}').read(), {path!r}, 'exec')\nprint('compiled')").strip() == "compiled"


def test_a_syntax_that_micropython_lacks_is_told():
    with pytest.raises(AssertionError, match="SyntaxError"):
        run("compile('match 1:\\n    case 1:\\n        pass\\n', 'sample', 'exec')")


TRIP = """
import json
from app.shared import errors

records = json.loads(%r)
print(json.dumps([errors.to_record(errors.from_record(record)) for record in records]))
"""


def test_errors_cross_from_one_interpreter_to_the_other():
    made = [
        errors.LimitError("limit", "GitHub asks for a pause.", "It goes on by itself.", "", 1700000000),
        errors.AccessError("sso", "Größe “x”", "Authorise it.", "https://github.com/orgs/o/sso"),
        errors.InternalError("worker-lost", "A worker crashed."),
    ]
    records = [errors.to_record(error, f"stack of {error.code}") for error in made]
    assert json.loads(run(TRIP % json.dumps(records))) == records


FILTERS = """
import json
from app.shared import filters

read = [filters.read(text) for text in json.loads(%r)]
fits = [filters.fits_path(value, path) for value, path in json.loads(%r)]
print(json.dumps([read, fits, [filters.join(found, rest) for found, rest in read]]))
"""


def test_filters_are_the_same_in_both_interpreters():
    texts = [
        'lang:py,GO -path:"my docs/a b" why',
        'what is "lang:go" `kind:x`',
        "tests:off\nkind:fn größe",
        "-lang:",
    ]
    pairs = [
        ("src/**/*.ts", "a/src/b/c.ts"),
        ("*.TS", "a/b.ts"),
        ("/a?", "ab/c"),
        ("**", "x"),
        ("größe", "GRÖSSE"),
    ]
    read = [list(filters.read(text)) for text in texts]
    expected = [
        read,
        [filters.fits_path(*pair) for pair in pairs],
        [filters.join(found, rest) for found, rest in read],
    ]
    assert json.loads(run(FILTERS % (json.dumps(texts), json.dumps(pairs)))) == expected


FAILURE = """
import json
from app.shared import errors

try:
    {}["missing"]
except Exception as error:
    print(json.dumps(errors.to_record(error)))
"""


def test_an_error_of_its_own_becomes_a_record_with_the_same_fields():
    record = json.loads(run(FAILURE))
    assert record.keys() == errors.to_record(KeyError("missing")).keys()
    assert (record["type"], record["user"], record["message"]) == ("InternalError", False, "missing")
