"""The filters of a question, for both interpreters: how they are typed, and what they let through.

    lang:go,rust  path:src/**/*.ts  path:"my docs"  kind:class  test:no  -lang:markdown

A filter is {key, value, without}. Filters of one key add up (either language will do), keys confine each
other, and what is `without` is left out whatever else admits it. A file's language is the one it is read
in, or for what no grammar reads its extension's. Nothing here keeps an index or knows what a repository
holds: that is app/engine/retrieve/filters.py.
"""

LANG = "lang"
PATH = "path"
KIND = "kind"
TEST = "test"
KEYS = (LANG, PATH, KIND, TEST)
# What `test:` takes: leave tests out, or everything else.
NO = "no"
ONLY = "only"

_KEYS = {"language": LANG, "languages": LANG, "file": PATH, "tests": TEST}
_TESTS = {"false": NO, "off": NO, "0": NO, "none": NO, "true": ONLY, "yes": ONLY, "on": ONLY, "1": ONLY}
_LANGUAGES = {
    "py": "python",
    "js": "javascript",
    "jsx": "javascript",
    "ts": "typescript",
    "rs": "rust",
    "golang": "go",
    "cpp": "c++",
    "cxx": "c++",
    "cs": "c#",
    "csharp": "c#",
    "c_sharp": "c#",
    "rb": "ruby",
    "sh": "bash",
    "shell": "bash",
    "kt": "kotlin",
    "md": "markdown",
    "mdx": "markdown",
    "markdown": "markdown",
    "yml": "yaml",
    "htm": "html",
    "txt": "text",
    "": "text",
}
_KINDS = {
    "func": "function",
    "fn": "function",
    "def": "function",
    "struct": "class",
    "trait": "interface",
    "protocol": "interface",
    "const": "constant",
    "doc": "section",
    "docs": "section",
    "heading": "section",
}
_BLANK = " \t\n\r"
_QUOTES = {'"': '"', "`": "`", "“": "”"}


def read(text):
    """(filters, rest): the filters that a text holds, in their order and each once, and the text without
    them. What stands in quotes is no filter; a value may be quoted (``path:"my docs"``)."""
    filters = []
    rest = ""
    at = 0
    while at < len(text):
        close = _QUOTES.get(text[at])
        end = text.find(close, at + 1) if close else -1
        if end > 0:
            rest += text[at : end + 1]
            at = end + 1
            continue
        if not rest or rest[-1] in _BLANK:
            found, end = _filter(text, at)
            if found:
                filters += [filter for filter in found if filter not in filters]
                at = end
                while text[at : at + 1] in (" ", "\t"):
                    at += 1
                continue
        rest += text[at]
        at += 1
    return filters, rest.strip()


def _filter(text, at):
    """(filters, end) of the filter that begins at an offset; no filters where none does."""
    without = text[at] == "-"
    begin = at + 1 if without else at
    colon = text.find(":", begin, begin + 12)
    key = key_of(text[begin:colon]) if colon > 0 else ""
    if not key:
        return [], at
    value, end = _value(text, colon + 1)
    if not value:
        return [], at
    quoted = text[colon + 1] == '"'
    # A path may hold a comma.
    values = [value] if quoted or key == PATH else value.split(",")
    return [one(key, value, without) for value in values if value], end


def _value(text, at):
    if text[at : at + 1] == '"':
        end = text.find('"', at + 1)
        if end > 0:
            return text[at + 1 : end].strip(), end + 1
    end = at
    while end < len(text) and text[end] not in _BLANK:
        end += 1
    return text[at:end].strip(",;"), end


def key_of(word):
    """The key that a word before a colon means, "" where it means none."""
    word = word.lower()
    word = _KEYS.get(word, word)
    return word if word in KEYS else ""


def one(key, value, without=False):
    """A filter, its value in the spelling that files and chunks are compared in."""
    if key == LANG:
        value = _LANGUAGES.get(value.lower(), value.lower())
    elif key == KIND:
        value = _KINDS.get(value.lower(), value.lower())
    elif key == TEST:
        value = _TESTS.get(value.lower(), value.lower())
        if without and value in (NO, ONLY):
            value, without = (ONLY if value == NO else NO), False
    return {"key": key, "value": value, "without": without}


def write(filter):
    """A filter as it is typed."""
    value = filter["value"]
    if any(sign in value for sign in _BLANK + ","):
        value = '"' + value + '"'
    return ("-" if filter["without"] else "") + filter["key"] + ":" + value


def join(filters, text):
    """A text with filters before it, as `read` takes them apart."""
    return " ".join([write(filter) for filter in filters] + [text])


def language_of(path, language):
    """The language that a file is filtered by; `language` is that of its grammar, "" where it has none."""
    if not language:
        name = path.rsplit("/", 1)[-1]
        stem, _, language = name.rpartition(".")
        language = language.lower() if stem else ""
    return _LANGUAGES.get(language, language)


def fits_language(value, language):
    """Whether a file's language is the one that is asked for; TSX is TypeScript too."""
    return value == language or (value == "typescript" and language == "tsx")


def is_glob(value):
    return "*" in value or "?" in value


def fits_path(value, path):
    """Whether a path is one that is asked for: one with the value in it, wherever it stands, or at the
    front where that begins with a slash. A value with ``*``, ``**`` or ``?`` has to end where the path
    does, and to begin where a name does. Case does not matter."""
    value, path = value.lower(), path.lower()
    anchored = value[:1] == "/"
    value = value[1:] if anchored else value
    if not is_glob(value):
        return path.startswith(value) if anchored else value in path
    begins = [0] + ([] if anchored else [at + 1 for at in range(len(path)) if path[at] == "/"])
    return any(_matches(value, path[at:]) for at in begins)


def _matches(pattern, path):
    """Whether a glob is a whole path. Every position that the pattern may have reached is followed at once,
    so that no pattern makes this go back and forth."""
    pieces = _pieces(pattern)
    reached = _passed(pieces, 0)
    for sign in path:
        following = set()
        for at in reached:
            piece = pieces[at] if at < len(pieces) else ""
            if piece == "**/":
                # Folders are passed over as a whole.
                following.add(at)
                if sign == "/":
                    following |= _passed(pieces, at + 1)
            elif piece == "**" or (piece == "*" and sign != "/"):
                following |= _passed(pieces, at)
            elif piece == sign or (piece == "?" and sign != "/"):
                following |= _passed(pieces, at + 1)
        reached = following
    return len(pieces) in reached


def _pieces(pattern):
    """The signs of a glob, its double stars in one piece each, with the slash behind them."""
    pieces = []
    at = 0
    while at < len(pattern):
        length = 1
        if pattern[at : at + 2] == "**":
            length = 3 if pattern[at + 2 : at + 3] == "/" else 2
        pieces.append(pattern[at : at + length])
        at += length
    return pieces


def _passed(pieces, at):
    """A position and those behind the stars there, which may stand for nothing."""
    passed = {at}
    while at < len(pieces) and pieces[at][0] == "*":
        at += 1
        passed.add(at)
    return passed
