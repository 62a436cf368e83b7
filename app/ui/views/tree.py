"""The file tree of the open repository. Only open folders have rows, so thousands of files cost nothing."""

from app.shared import protocol
from app.ui import words
from app.ui.spec import fold, group, h, icon

# Rows of one folder, and skipped files of one reason, that are shown before "more".
ROWS = 400
SKIPPED = 50


class Folders:
    """Folders and files by their parent's path; the root is "". `files` come in the order of their
    paths and stay in it: MicroPython's sort takes quadratic time on what is sorted already.
    """

    def __init__(self, files):
        self.files = {}
        self.folders = {}
        self.totals = {}
        for file in files:
            parent = file["path"].rpartition("/")[0]
            self.files.setdefault(parent, []).append(file)
            self._count(parent)

    def _count(self, folder):
        while True:
            if folder not in self.totals:
                self.totals[folder] = 0
                if folder:
                    self.folders.setdefault(folder.rpartition("/")[0], []).append(folder)
            self.totals[folder] += 1
            if not folder:
                return
            folder = folder.rpartition("/")[0]

    def children(self, folder):
        """(folders, files) inside a folder; a chain of only children is one row: a/b/c."""
        folders = [self._chain(child) for child in self.folders.get(folder, [])]
        return folders, self.files.get(folder, [])

    def _chain(self, folder):
        while folder not in self.files and len(self.folders.get(folder, [])) == 1:
            folder = self.folders[folder][0]
        return folder


def parents(path):
    """Every folder above a path."""
    found = []
    while "/" in path:
        path = path.rpartition("/")[0]
        found.append(path)
    return found


def tree(state):
    """Specs for #tree."""
    if not state.current or state.folders is None:
        return []
    head = h(
        "div.pane-head",
        None,
        h("h2", None, "Files"),
        h("span.help", None, words.number(len(state.files)) if state.files else ""),
    )
    if not state.files:
        busy = state.repository and state.repository["state"] in (protocol.INDEXING, protocol.ELSEWHERE)
        text = "Files appear here as they are read." if busy else "No file of this repository could be read."
        return [head, h("p.empty", None, text), _skipped(state)]
    rows = []
    _rows(state, "", 1, rows)
    if not any(row[1].get("tabindex") == "0" for row in rows):
        rows[0][1]["tabindex"] = "0"
    return [head, group("div.tree", {"role": "tree", "aria-label": "Files"}, rows), _skipped(state)]


def _rows(state, folder, level, rows):
    folders, files = state.folders.children(folder)
    for child in folders:
        is_open = child in state.open_folders
        rows.append(_folder(state, folder, child, level, is_open))
        if is_open:
            _rows(state, child, level + 1, rows)
    shown = state.rows.get(folder, ROWS)
    for file in files[:shown]:
        rows.append(_file(state, file, level))
    if len(files) > shown:
        rows.append(_more(folder, len(files) - shown, level))


def _more(folder, count, level):
    return h(
        "div.node.quiet" + _indent(level),
        {
            "role": "treeitem",
            "aria-level": str(level),
            "tabindex": "-1",
            "data-click": "more-files",
            "data-path": folder,
            "$key": folder + "/*",
        },
        h("span.dot"),
        h("span.name", None, words.count(count, "more file")),
    )


def _indent(level):
    return ".level-" + str(min(level, 12))


def _folder(state, parent, path, level, is_open):
    name = path[len(parent) + 1 :] if parent else path
    return h(
        "div.node.folder" + _indent(level),
        {
            "role": "treeitem",
            "aria-level": str(level),
            "aria-expanded": "true" if is_open else "false",
            "tabindex": "0" if path == state.tree_focus else "-1",
            "data-click": "open-folder",
            "data-path": path,
            "$key": path + "/",
        },
        icon("chevron"),
        h("span.name", None, name),
        h("span.count", None, words.number(state.folders.totals[path])),
    )


def _file(state, file, level):
    path = file["path"]
    selected = state.file is not None and state.file["path"] == path
    return h(
        "div.node.file" + _indent(level) + (".quiet" if file.get("role") in ("test", "data") else ""),
        {
            "role": "treeitem",
            "aria-level": str(level),
            "aria-selected": "true" if selected else "false",
            "tabindex": "0" if path == state.tree_focus else "-1",
            "title": path,
            "data-click": "open-file",
            "data-path": path,
            "data-language": file.get("language") or "",
            "$key": path,
        },
        h("span.dot"),
        h("span.name", None, path.rpartition("/")[2]),
    )


def _skipped(state):
    if not state.skipped:
        return None
    reasons = {}
    for row in state.skipped:
        reasons.setdefault(row["reason"] or "no reason given", []).append(row["path"])
    groups = []
    for reason in sorted(reasons, key=lambda r: (-len(reasons[r]), r)):
        paths = reasons[reason]
        items = [h("li", {"title": path}, path) for path in paths[:SKIPPED]]
        if len(paths) > SKIPPED:
            items.append(h("li", None, "and " + words.number(len(paths) - SKIPPED) + " more"))
        groups.append(
            h(
                "div",
                {"$key": reason},
                h("h4", None, "%s · %s" % (reason, words.number(len(paths)))),
                h("ul", None, *items),
            )
        )
    return h(
        "div.skipped",
        {"$key": "skipped"},
        fold(words.count(len(state.skipped), "file") + " left out", *groups),
    )
