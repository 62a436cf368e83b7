"""The languages with a grammar, and how a file's language is told from its name and text.

A language is one row here and one ``queries/<name>.scm``; both parsers find the rest by its name.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import PurePosixPath


@dataclass(frozen=True, slots=True)
class Language:
    """A language that can be parsed.

    `extensions` have no dot and are lower case, `interpreters` are programs named in a first line
    ``#!...``. `module` is the PyPI grammar's Python module and `function` what gives the grammar there;
    the site has it as ``grammars/tree-sitter-<name>.wasm``.
    """

    name: str
    extensions: tuple[str, ...]
    module: str
    function: str = "language"
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()


_ROWS = (
    Language(
        name="python",
        extensions=("py", "pyi", "pyw"),
        module="tree_sitter_python",
        filenames=("SConstruct", "SConscript", "wscript"),
        interpreters=("python", "python2", "python3", "pypy", "pypy3"),
    ),
    Language(
        name="javascript",
        extensions=("js", "mjs", "cjs", "jsx"),
        module="tree_sitter_javascript",
        filenames=("Jakefile",),
        interpreters=("node", "nodejs", "bun"),
    ),
    Language(
        name="typescript",
        extensions=("ts", "mts", "cts"),
        module="tree_sitter_typescript",
        function="language_typescript",
        interpreters=("ts-node", "tsx", "deno"),
    ),
    Language(
        name="tsx",
        extensions=("tsx",),
        module="tree_sitter_typescript",
        function="language_tsx",
    ),
    Language(
        name="java",
        extensions=("java",),
        module="tree_sitter_java",
    ),
    Language(
        name="kotlin",
        extensions=("kt", "kts"),
        module="tree_sitter_kotlin",
        interpreters=("kotlin",),
    ),
    Language(
        name="go",
        extensions=("go",),
        module="tree_sitter_go",
    ),
    Language(
        name="rust",
        extensions=("rs",),
        module="tree_sitter_rust",
        interpreters=("rust-script",),
    ),
    Language(
        name="c",
        # A header may be C++: see `header_language`.
        extensions=("c", "h"),
        module="tree_sitter_c",
    ),
    Language(
        name="cpp",
        extensions=(
            *("cc", "cpp", "cxx", "c++", "cppm", "ixx", "ino", "cu"),
            *("hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp", "txx", "cuh"),
        ),
        module="tree_sitter_cpp",
    ),
    Language(
        name="c_sharp",
        extensions=("cs", "csx"),
        module="tree_sitter_c_sharp",
    ),
    Language(
        name="ruby",
        extensions=("rb", "rake", "gemspec", "ru", "podspec", "rbi"),
        module="tree_sitter_ruby",
        filenames=("Rakefile", "Gemfile", "Guardfile", "Podfile", "Vagrantfile", "Brewfile", "Fastfile"),
        interpreters=("ruby", "jruby", "rake"),
    ),
    Language(
        name="php",
        extensions=("php", "phtml", "php5", "php7"),
        module="tree_sitter_php",
        function="language_php",
        interpreters=("php",),
    ),
    Language(
        name="bash",
        extensions=("sh", "bash", "zsh", "ksh", "bats"),
        module="tree_sitter_bash",
        filenames=(".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", ".zprofile", ".zshenv"),
        interpreters=("sh", "bash", "zsh", "dash", "ksh", "bats"),
    ),
    Language(
        name="scala",
        extensions=("scala", "sc", "sbt"),
        module="tree_sitter_scala",
        interpreters=("scala", "amm"),
    ),
)

LANGUAGES: dict[str, Language] = {language.name: language for language in _ROWS}

_BY_EXTENSION = {extension: language.name for language in _ROWS for extension in language.extensions}
_BY_FILENAME = {filename: language.name for language in _ROWS for filename in language.filenames}
_BY_INTERPRETER = {program: language.name for language in _ROWS for program in language.interpreters}

_FIRST_LINE = 200
# ``#!/usr/bin/env -S FOO=1 python3.12 -u`` names python3: a dotted version says nothing of the language.
_SHEBANG = re.compile(r"#!\s*(?P<program>\S+)(?:\s+(?P<words>.*))?")
_VERSION = re.compile(r"(?<=\d)\.[\d.]+\Z|-\d[\d.]*\Z")

# What C does not have and a C++ header nearly always has, each at the start of a line.
_CPP_CONSTRUCT = re.compile(
    r"^[ \t]*(?:"
    r"class\s+\w[^;(]*[{:]|class\s+\w+;|namespace\b|template\s*<|using\s+[\w:]+|"
    r"(?:public|private|protected)\s*:|(?:virtual|explicit|constexpr|friend)\s|"
    r"#\s*include\s*<(?:\w+|\w+/[\w/]+\.hpp)>|.*\bstd::|.*\b(?:static_cast|dynamic_cast|nullptr|noexcept)\b"
    r")",
    re.MULTILINE,
)
# What only a reader that is not C++ sees.
_FOR_CPP_ONLY = re.compile(r"#\s*ifdef\s+__cplusplus\b.*?#\s*(?:else|endif)", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def language_of(path: str, text: str = "") -> str:
    """The name of a file's language, "" where there is no grammar for it.

    `text` is the file's, or its beginning: it decides where a name has no extension, and for ``.h``.
    """
    name = PurePosixPath(path).name
    if name in _BY_FILENAME:
        return _BY_FILENAME[name]
    if name.endswith((".C", ".H")):
        return "cpp"
    extension = _extension(name)
    if extension == "h":
        return header_language(text)
    if extension:
        return _BY_EXTENSION.get(extension, "")
    return _BY_INTERPRETER.get(_interpreter(text[:_FIRST_LINE].split("\n", 1)[0]), "")


def header_language(text: str) -> str:
    """``cpp`` if a ``.h`` uses C++ outside of what it guards with ``#ifdef __cplusplus``, else ``c``."""
    code = _FOR_CPP_ONLY.sub("", _COMMENT.sub(" ", text))
    return "cpp" if _CPP_CONSTRUCT.search(code) else "c"


def _extension(name: str) -> str:
    stem, dot, extension = name.rpartition(".")
    return extension.lower() if dot and stem else ""


def _interpreter(first_line: str) -> str:
    """The program that a ``#!`` line starts, without its folder and version."""
    match = _SHEBANG.match(first_line)
    if not match:
        return ""
    program = match["program"].rpartition("/")[2]
    if program == "env":
        words = (match["words"] or "").split()
        program = next((w for w in words if not w.startswith("-") and "=" not in w), "").rpartition("/")[2]
    return _VERSION.sub("", program)
