"""Where the page is, as the address says it: ``#/r/<repository>/f/<path>:<first>-<last>``."""

_SAFE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~/@"


def quote(text):
    """Percent-encode UTF-8, leaving what a fragment may hold as it is."""
    if all(character in _SAFE for character in text):
        return text
    return "".join(chr(b) if chr(b) in _SAFE and b < 128 else "%%%02X" % b for b in text.encode())


def unquote(text):
    """The opposite of `quote`; a broken escape stays as it is written."""
    if "%" not in text:
        return text
    data = text.encode()
    out = bytearray()
    at = 0
    while at < len(data):
        if data[at] == 37:
            try:
                out.append(int(data[at + 1 : at + 3].decode(), 16))
                at += 3
                continue
            except ValueError:
                pass
        out.append(data[at])
        at += 1
    return bytes(out).decode()


def link(repository, path="", line=0, end=0):
    """The fragment of a repository, a file or lines of it."""
    # An id holds slashes, so its end is marked by escaping them.
    fragment = "#/r/" + quote(repository).replace("/", "%2F")
    if path:
        fragment += "/f/" + quote(path)
        if line:
            fragment += ":" + str(line)
            if end > line:
                fragment += "-" + str(end)
    return fragment


def parse(fragment):
    """{repository, path, line, end} of a fragment; empty strings and zeros where it says nothing."""
    where = {"repository": "", "path": "", "line": 0, "end": 0}
    if not fragment.startswith("#/r/"):
        return where
    repository, _, path = fragment[4:].partition("/f/")
    where["repository"] = unquote(repository)
    head, colon, lines = path.rpartition(":")
    first, _, last = lines.partition("-")
    if colon and first.isdigit() and (not last or last.isdigit()):
        path = head
        where["line"] = int(first)
        where["end"] = int(last or first)
    where["path"] = unquote(path)
    return where
