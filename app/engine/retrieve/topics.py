"""Questions that every repository is asked: what it is, how to install, test or build it, where it starts.

Their answers stand in files of known names and under known headings rather than
where the question's words are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

# Who asks about a repository as a whole needs few words.
LONGEST = 300

_DOC = frozenset(("doc", "config"))
_THIS = r"(?:this|the|that|your)\s+(?:whole\s+|entire\s+)?"
_PROJECT = (
    r"(?:project|repo(?:sitory)?|code\s?base|library|package|app(?:lication)?|tool|program|software|code)"
)
_ASK_HOW = r"\bhow\s+(?:do|can|could|should|would|must|to)\b(?:\s+(?:i|we|you|one|people))?"
_END = r"\s*[?.!]*\s*$"

_README = r"(?:^|/)readme(?:\.\w+)?$"
_CONTRIBUTING = r"(?:^|/)(?:contributing|development|developing|hacking)(?:\.\w+)?$"
_MANIFEST = (
    r"(?:^|/)(?:pyproject\.toml|setup\.cfg|setup\.py|package\.json|cargo\.toml|go\.mod|composer\.json|pom\.xml"
    r"|build\.gradle(?:\.kts)?|build\.sbt|gemfile|[\w.-]+\.gemspec|[\w.-]+\.csproj|cmakelists\.txt)$"
)
_TASKS = (
    r"(?:^|/)(?:makefile|justfile|rakefile|taskfile\.ya?ml|tox\.ini|noxfile\.py"
    r"|package\.json|pyproject\.toml)$"
)
_STARTS = (
    r"(?:^|/)_?(?:main|cli|app|manage|server|index|program|application)"
    r"\.(?:py|[cm]?[jt]sx?|go|rs|java|kts?|cs|rb|php|c|cc|cpp|scala)$"
)
_WORKFLOWS = r"^\.github/workflows/[\w.-]+\.ya?ml$|^\.gitlab-ci\.yml$"


@dataclass(frozen=True, slots=True)
class Topic:
    """`symbols` are names of definitions that answer, `files` patterns of paths, best first, `titles` words
    of headings; `words` are what the lines that answer say, "" for a file's beginning. `label` completes
    "the usual place for …"."""

    name: str
    label: str
    asked: re.Pattern[str]
    files: tuple[re.Pattern[str], ...]
    titles: str = ""
    words: str = ""
    wants: frozenset[str] = _DOC
    symbols: tuple[str, ...] = ()


def _topic(name: str, label: str, asked: str, *files: str, **more: Any) -> Topic:
    patterns = tuple(re.compile(file, re.IGNORECASE) for file in files)
    return Topic(name, label, re.compile(asked, re.IGNORECASE), patterns, **more)


OVERVIEW = _topic(
    "overview",
    "what a project is",
    rf"\bwhat(?:'s|\s+is)\s+{_THIS}{_PROJECT}(?:\s+(?:all\s+)?(?:about|for))?{_END}"
    rf"|\bwhat\s+(?:does|can)\s+(?:it|{_THIS}{_PROJECT})\s+do{_END}"
    rf"|\b(?:overview|purpose|architecture|structure|summary)\s+of\s+{_THIS}{_PROJECT}{_END}"
    rf"|^\W*(?:explain|describe|summari[sz]e)\s+{_THIS}(?:{_PROJECT}|architecture){_END}"
    rf"|^\W*(?:(?:give|show)\s+me\s+)?an?\s+overview{_END}|^\W*overview{_END}"
    rf"|\bhow\s+is\s+{_THIS}{_PROJECT}\s+(?:structured|organi[sz]ed|laid\s+out|built\s+up){_END}",
    _README,
    _MANIFEST,
)
CHANGES = _topic(
    "changes",
    "what has changed",
    r"\b(?:change\s?log|release\s+notes|what(?:'s|\s+is)\s+new|what\s+(?:has\s+)?changed|breaking\s+changes?)\b",
    r"(?:^|/)(?:change(?:log|s)|history|news|releases?(?:[-_]notes)?)(?:\.\w+)?$",
)
TOPICS = (
    OVERVIEW,
    _topic(
        "tests",
        "how the tests are run",
        r"\b(?:run|runs|running|execute|launch|start)\b.{0,24}\btests?\b|\bhow\s+are\s+(?:the\s+)?tests\s+run\b"
        rf"|{_ASK_HOW}\s+test\s+(?:it|{_THIS}{_PROJECT}){_END}",
        r"^scripts?/(?:run[-_]?)?tests?(?:\.\w+)?$",
        _TASKS,
        _CONTRIBUTING,
        r"(?:^|/)(?:pytest\.ini|setup\.cfg|phpunit\.xml(?:\.dist)?|(?:jest|vitest)\.config\.\w+)$",
        _WORKFLOWS,
        titles="test tests testing",
        words="run test tests testing pytest unittest jest vitest nox tox",
    ),
    _topic(
        "install",
        "how a project is installed",
        rf"{_ASK_HOW}\b.{{0,24}}\b(?:install|set\s?up|get\s+started)\b"
        rf"|\b(?:installation|install\s+instructions|getting\s+started|quick\s?start){_END}",
        r"(?:^|/)install(?:ation)?(?:\.\w+)?$",
        _README,
        _MANIFEST,
        titles="install installation installing setup getting started quickstart",
        words="install installation pip npm cargo go get gem composer",
    ),
    _topic(
        "build",
        "how a project is built",
        rf"{_ASK_HOW}\b.{{0,16}}\b(?:build|compile)\s+(?:it|{_THIS}{_PROJECT}|from\s+source){_END}"
        r"|\bbuild\s+(?:instructions|steps|system)\b",
        r"(?:^|/)build(?:ing)?\.(?:md|rst|txt)$",
        _TASKS,
        _MANIFEST,
        _CONTRIBUTING,
        _WORKFLOWS,
        titles="build building compile compiling source",
        words="build compile make cmake",
    ),
    _topic(
        "entry",
        "where a program starts",
        r"\bentry\s?-?points?\b|\bmain\s+(?:function|file|module|class)\b"
        rf"|\bwhere\s+(?:does|do)\s+(?:it|execution|{_THIS}{_PROJECT})\s+(?:start|begin){_END}"
        rf"|{_ASK_HOW}\s+(?:run|start|launch)\s+(?:it|{_THIS}(?:{_PROJECT}|server)){_END}",
        _MANIFEST,
        r"(?:^|/)__main__\.py$",
        _STARTS,
        symbols=("main",),
        words="main scripts script bin entry run start app cli",
        wants=frozenset(("code", "config", "doc")),
    ),
    _topic(
        "versions",
        "which versions are supported",
        r"\b(?:which|what)\b.{0,40}\b(?:python|node(?:\.?js)?|java|go|rust|php|ruby)\s+versions?\b",
        _MANIFEST,
        _README,
        words="python node engines requires version versions supported compatible",
    ),
    _topic(
        "requirements",
        "what a project needs",
        rf"\b(?:dependencies|requirements)\b(?:\s+(?:of|does|are|for)\b.*)?{_END}"
        rf"|\bwhat\s+does\s+(?:it|{_THIS}{_PROJECT})\s+(?:depend\s+on|require|need){_END}",
        _MANIFEST,
        r"(?:^|/)requirements[\w.-]*\.(?:txt|in)$",
        _README,
        titles="dependencies requirements compatibility",
        words="dependencies requires require install needs",
    ),
    _topic(
        "licence",
        "the licence",
        rf"^(?:\W*\w+){{0,6}}\W*\blicen[cs]ed?\b(?:\W*\w+){{0,3}}{_END}",
        r"(?:^|/)(?:licen[cs]e|copying)(?:[.-]\w+)*$",
        titles="license licence",
        words="license licence licensed",
    ),
    _topic(
        "release",
        "how a release is made",
        r"\brelease\s+(?:process|procedure|steps)\b"
        r"|\bhow\b.{0,24}\b(?:release|version|package)s?\b.{0,16}\b(?:made|cut|published|released|done)\b"
        rf"|{_ASK_HOW}\s+(?:make\s+a\s+release|(?:release|publish)\s+(?:it|{_THIS}{_PROJECT})){_END}",
        r"(?:^|/)releas(?:e|ing)\.(?:md|rst|txt)$",
        r"^(?:scripts?|\.github/workflows)/[\w-]*(?:publish|release)[\w.-]*$",
        _CONTRIBUTING,
        titles="releasing release publishing publish",
        words="release publish version tag upload",
    ),
    _topic(
        "contributing",
        "how to contribute",
        r"\bcontribut(?:e|ing|ions?)\b(?!\s+to\s+the\s+(?:result|score|sum))",
        _CONTRIBUTING,
        titles="contributing contribute development",
        words="contributing contribute pull request",
    ),
    CHANGES,
)


def is_history(path: str) -> bool:
    """Whether a file tells what changed: it mentions everything and explains little."""
    return any(pattern.search(path) for pattern in CHANGES.files)


def read_topic(text: str) -> Topic | None:
    """The topic that a question is about, or None where it asks about the code itself."""
    if len(text) > LONGEST:
        return None
    return next((topic for topic in TOPICS if topic.asked.search(text)), None)
