"""The languages with a grammar, and how a file's language is told from its name and first line.

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
    ``#!...``, `highlight` is highlight.js's name. `module` is the PyPI grammar's Python module and
    `function` what gives the grammar there.
    """

    name: str
    display: str
    highlight: str
    extensions: tuple[str, ...]
    module: str
    function: str = "language"
    filenames: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()

    @property
    def grammar(self) -> str:
        """The file under ``grammars/`` of the site."""
        return f"tree-sitter-{self.name}.wasm"

    @property
    def query(self) -> str:
        """The file under ``queries/``."""
        return f"{self.name}.scm"


_ROWS = (
    Language(
        name="python",
        display="Python",
        highlight="python",
        extensions=("py", "pyi", "pyw"),
        module="tree_sitter_python",
        filenames=("SConstruct", "SConscript", "wscript"),
        interpreters=("python", "python2", "python3", "pypy", "pypy3"),
    ),
    Language(
        name="javascript",
        display="JavaScript",
        highlight="javascript",
        extensions=("js", "mjs", "cjs", "jsx"),
        module="tree_sitter_javascript",
        filenames=("Jakefile",),
        interpreters=("node", "nodejs", "bun"),
    ),
    Language(
        name="typescript",
        display="TypeScript",
        highlight="typescript",
        extensions=("ts", "mts", "cts"),
        module="tree_sitter_typescript",
        function="language_typescript",
        interpreters=("ts-node", "tsx", "deno"),
    ),
    Language(
        name="tsx",
        display="TSX",
        highlight="typescript",
        extensions=("tsx",),
        module="tree_sitter_typescript",
        function="language_tsx",
    ),
    Language(
        name="java",
        display="Java",
        highlight="java",
        extensions=("java",),
        module="tree_sitter_java",
    ),
    Language(
        name="kotlin",
        display="Kotlin",
        highlight="kotlin",
        extensions=("kt", "kts"),
        module="tree_sitter_kotlin",
        interpreters=("kotlin",),
    ),
    Language(
        name="go",
        display="Go",
        highlight="go",
        extensions=("go",),
        module="tree_sitter_go",
    ),
    Language(
        name="rust",
        display="Rust",
        highlight="rust",
        extensions=("rs",),
        module="tree_sitter_rust",
        interpreters=("rust-script",),
    ),
    Language(
        name="c",
        display="C",
        highlight="c",
        # A header may be C++: see `header_language`.
        extensions=("c", "h"),
        module="tree_sitter_c",
    ),
    Language(
        name="cpp",
        display="C++",
        highlight="cpp",
        extensions=(
            *("cc", "cpp", "cxx", "c++", "cppm", "ixx", "ino", "cu"),
            *("hh", "hpp", "hxx", "h++", "ipp", "inl", "tpp", "txx", "cuh"),
        ),
        module="tree_sitter_cpp",
    ),
    Language(
        name="c_sharp",
        display="C#",
        highlight="csharp",
        extensions=("cs", "csx"),
        module="tree_sitter_c_sharp",
    ),
    Language(
        name="ruby",
        display="Ruby",
        highlight="ruby",
        extensions=("rb", "rake", "gemspec", "ru", "podspec", "rbi"),
        module="tree_sitter_ruby",
        filenames=("Rakefile", "Gemfile", "Guardfile", "Podfile", "Vagrantfile", "Brewfile", "Fastfile"),
        interpreters=("ruby", "jruby", "rake"),
    ),
    Language(
        name="php",
        display="PHP",
        highlight="php",
        extensions=("php", "phtml", "php5", "php7"),
        module="tree_sitter_php",
        function="language_php",
        interpreters=("php",),
    ),
    Language(
        name="bash",
        display="Shell",
        highlight="bash",
        extensions=("sh", "bash", "zsh", "ksh", "bats"),
        module="tree_sitter_bash",
        filenames=(".bashrc", ".bash_profile", ".bash_aliases", ".profile", ".zshrc", ".zprofile", ".zshenv"),
        interpreters=("sh", "bash", "zsh", "dash", "ksh", "bats"),
    ),
    Language(
        name="scala",
        display="Scala",
        highlight="scala",
        extensions=("scala", "sc", "sbt"),
        module="tree_sitter_scala",
        interpreters=("scala", "amm"),
    ),
)

LANGUAGES: dict[str, Language] = {language.name: language for language in _ROWS}

_BY_EXTENSION = {extension: language.name for language in _ROWS for extension in language.extensions}
_BY_FILENAME = {filename: language.name for language in _ROWS for filename in language.filenames}
_BY_INTERPRETER = {program: language.name for language in _ROWS for program in language.interpreters}

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

# Text without a grammar, for display alone.
_TEXT_EXTENSIONS = {
    "Markdown": "md markdown mdx mdown",
    "reStructuredText": "rst",
    "AsciiDoc": "adoc asciidoc",
    "Text": "txt text",
    "Org": "org",
    "TeX": "tex sty cls bib",
    "Jupyter Notebook": "ipynb",
    "JSON": "json jsonc json5 jsonl ndjson webmanifest geojson",
    "YAML": "yaml yml",
    "TOML": "toml",
    "INI": "ini cfg conf properties editorconfig",
    "XML": "xml xsd xsl xslt plist csproj props targets svg",
    "CSV": "csv tsv",
    "HTML": "html htm xhtml",
    "Vue": "vue",
    "Svelte": "svelte",
    "Astro": "astro",
    "CSS": "css",
    "SCSS": "scss sass",
    "Less": "less",
    "SQL": "sql",
    "GraphQL": "graphql gql",
    "Protocol Buffers": "proto",
    "Dockerfile": "dockerfile",
    "Makefile": "mk mak",
    "CMake": "cmake",
    "Gradle": "gradle",
    "Groovy": "groovy",
    "HCL": "tf tfvars hcl",
    "Nix": "nix",
    "Swift": "swift",
    "Objective-C": "m mm",
    "Dart": "dart",
    "Lua": "lua",
    "Perl": "pl pm",
    "R": "r rmd",
    "Julia": "jl",
    "Haskell": "hs lhs",
    "OCaml": "ml mli",
    "F#": "fs fsi fsx",
    "Elixir": "ex exs",
    "Erlang": "erl hrl",
    "Clojure": "clj cljs cljc edn",
    "Zig": "zig",
    "Nim": "nim",
    "Crystal": "cr",
    "V": "v",
    "Fortran": "f f90 f95",
    "Assembly": "s asm",
    "WebAssembly": "wat wast",
    "PowerShell": "ps1 psm1 psd1",
    "Batch": "bat cmd",
    "Fish": "fish",
    "Vim script": "vim",
    "Emacs Lisp": "el",
    "Lisp": "lisp lsp scm",
    "Solidity": "sol",
    "Cython": "pyx pxd pxi",
    "Jinja": "j2 jinja jinja2",
    "Handlebars": "hbs handlebars",
    "EJS": "ejs",
    "ERB": "erb",
    "Diff": "diff patch",
}
_TEXT_FILENAMES = {
    "Dockerfile": "Dockerfile",
    "Containerfile": "Dockerfile",
    "Makefile": "Makefile",
    "GNUmakefile": "Makefile",
    "CMakeLists.txt": "CMake",
    "Jenkinsfile": "Groovy",
    "BUILD": "Starlark",
    "WORKSPACE": "Starlark",
    "go.mod": "Go module",
    "go.sum": "Go checksums",
    "LICENSE": "Text",
    "README": "Text",
    ".gitignore": "Ignore list",
    ".dockerignore": "Ignore list",
    ".gitattributes": "Git attributes",
}
_DISPLAY_BY_EXTENSION = {
    extension: display for display, extensions in _TEXT_EXTENSIONS.items() for extension in extensions.split()
}


def language_of(path: str, first_line: str = "") -> str:
    """The name of a file's language, "" where there is no grammar for it.

    `first_line` counts only for names without an extension. A ``.h`` is C here: who has its text
    asks `header_language` as well.
    """
    name = PurePosixPath(path).name
    if name in _BY_FILENAME:
        return _BY_FILENAME[name]
    if name.endswith((".C", ".H")):
        return "cpp"
    extension = _extension(name)
    if extension:
        return _BY_EXTENSION.get(extension, "")
    return _BY_INTERPRETER.get(_interpreter(first_line), "")


def header_language(text: str) -> str:
    """``cpp`` if a ``.h`` uses C++ outside of what it guards with ``#ifdef __cplusplus``, else ``c``."""
    code = _FOR_CPP_ONLY.sub("", _COMMENT.sub(" ", text))
    return "cpp" if _CPP_CONSTRUCT.search(code) else "c"


def display_language(path: str, first_line: str = "") -> str:
    """The language in words, also of text without a grammar; "" where nothing is known."""
    name = language_of(path, first_line)
    if name:
        return LANGUAGES[name].display
    filename = PurePosixPath(path).name
    return _TEXT_FILENAMES.get(filename) or _DISPLAY_BY_EXTENSION.get(_extension(filename), "")


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
