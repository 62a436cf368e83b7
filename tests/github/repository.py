"""A real git repository, read through git itself."""

from __future__ import annotations

import os
import subprocess
import tempfile
import threading
from dataclasses import dataclass
from pathlib import Path

# A commit made of a plain folder is always the same commit.
_IDENTITY = {
    "GIT_AUTHOR_NAME": "Understory",
    "GIT_AUTHOR_EMAIL": "understory@example.invalid",
    "GIT_AUTHOR_DATE": "2026-01-01T00:00:00Z",
    "GIT_COMMITTER_NAME": "Understory",
    "GIT_COMMITTER_EMAIL": "understory@example.invalid",
    "GIT_COMMITTER_DATE": "2026-01-01T00:00:00Z",
    # The person's own settings must not change what is served.
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    "GIT_ATTR_NOSYSTEM": "1",
    "TZ": "UTC",
}
# Set inside a git hook, and about another repository than ours.
_FOREIGN = ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR")
# Highest in git's precedence: bytes go in as they are, whatever the folder's own attributes say.
_AS_THEY_ARE = "* -text -filter -ident -working-tree-encoding\n"


def git(folder: Path, *arguments: str) -> bytes:
    """Run git in a folder. Raises subprocess.CalledProcessError."""
    # Repositories of another owner are read all the same: this process only reads.
    return subprocess.run(
        _command(*arguments), cwd=folder, check=True, capture_output=True, env=_environment()
    ).stdout


def _command(*arguments: str) -> list[str]:
    return ["git", "-c", "safe.directory=*", "-c", "core.quotepath=off", *arguments]


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in _FOREIGN} | _IDENTITY


def commit_folder(folder: Path, message: str = "Import") -> None:
    """Make a folder a git repository, and commit everything in it on ``main``."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q", "-b", "main")
        git(folder, "config", "core.autocrlf", "false")
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)


def bare_of_folder(folder: Path, bare: Path) -> None:
    """Commit a plain folder into a bare repository elsewhere; the folder stays as it is."""
    bare.mkdir(parents=True)
    git(bare, "init", "-q", "--bare", "-b", "main")
    (bare / "info").mkdir(exist_ok=True)
    (bare / "info" / "attributes").write_text(_AS_THEY_ARE)
    beside = ["--git-dir", str(bare.resolve()), "--work-tree", str(folder.resolve())]
    settings = ["-c", "core.autocrlf=false", "-c", "advice.addEmbeddedRepo=false"]
    git(folder, *beside, *settings, "add", "-A", "-f", ".")
    if git(folder, *beside, "ls-files"):
        git(folder, *beside, "commit", "-q", "-m", f"Files of {folder.name}")


@dataclass(frozen=True)
class TreeItem:
    """A line of ``git ls-tree -l``; `size` is None for what is no blob."""

    path: str
    mode: str
    type: str
    sha: str
    size: int | None


@dataclass(frozen=True)
class Ref:
    """`name` begins with ``refs/``; `type` is tag where it is an annotated one."""

    name: str
    sha: str
    type: str


@dataclass(frozen=True)
class Commit:
    """`author` and `committer` are (name, email, date in UTC)."""

    sha: str
    tree: str
    parents: tuple[str, ...]
    author: tuple[str, str, str]
    committer: tuple[str, str, str]
    message: str


class Repository:
    """Answers for one repository, by what is committed; a plain folder is committed elsewhere first."""

    def __init__(self, folder: Path) -> None:
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if not is_git(folder):
            self._temporary = tempfile.TemporaryDirectory()
            bare = Path(self._temporary.name) / "repository.git"
            bare_of_folder(folder, bare)
            folder = bare
        self.folder = folder
        self._lock = threading.Lock()
        self._reader: subprocess.Popen[bytes] | None = None

    def close(self) -> None:
        if self._reader:
            self._reader.kill()
            self._reader.communicate()
        if self._temporary:
            self._temporary.cleanup()

    @property
    def default_branch(self) -> str:
        try:
            return git(self.folder, "symbolic-ref", "--short", "HEAD").decode().strip()
        except subprocess.CalledProcessError:
            # Detached, as in a checkout made for a build: GitHub knows a commit by that name as well.
            return "HEAD"

    def empty(self) -> bool:
        return self.commit("HEAD") is None

    def commit(self, ref: str) -> str | None:
        """The commit of a branch, tag or (abbreviated) sha, as GitHub would find it."""
        # Abbreviations below seven digits and revision syntax (`HEAD~1`) are git's own, not GitHub's.
        # A clone has the branches it never checked out as its origin's.
        places = ("refs/heads/", "refs/tags/", "refs/", "refs/remotes/origin/", "")
        for candidate in (f"{place}{ref}" for place in places):
            if any(sign in candidate for sign in "~^:@{ "):
                continue
            try:
                found = git(self.folder, "rev-parse", "--verify", "-q", f"{candidate}^{{commit}}")
            except subprocess.CalledProcessError:
                continue
            return found.decode().strip()
        return None

    def whole_commit(self, sha: str) -> Commit:
        """A commit's own fields."""
        form = "%H%x00%T%x00%P%x00%an%x00%ae%x00%ad%x00%cn%x00%ce%x00%cd%x00%B"
        date = "format-local:%Y-%m-%dT%H:%M:%SZ"
        shown = git(self.folder, "show", "--no-patch", f"--date={date}", f"--format={form}", sha)
        fields = shown.decode(errors="replace").split("\0")
        author, committer = (fields[3], fields[4], fields[5]), (fields[6], fields[7], fields[8])
        parents = tuple(fields[2].split())
        return Commit(fields[0], fields[1], parents, author, committer, fields[9].strip())

    def refs(self) -> list[Ref]:
        """Every branch and tag, sorted by name."""
        form = "%(refname) %(objectname) %(objecttype)"
        lines = git(self.folder, "for-each-ref", f"--format={form}", "refs/heads", "refs/tags").decode()
        return sorted((Ref(*line.split(" ")) for line in lines.splitlines()), key=lambda ref: ref.name)

    def branches(self) -> dict[str, str]:
        return self._refs("refs/heads")

    def tags(self) -> dict[str, str]:
        return self._refs("refs/tags")

    def _refs(self, prefix: str) -> dict[str, str]:
        form = "%(refname:lstrip=2) %(objectname) %(*objectname)"
        lines = git(self.folder, "for-each-ref", f"--format={form}", prefix).decode().splitlines()
        # An annotated tag has its commit behind it.
        return {words[0]: words[-1] for words in (line.split() for line in lines)}

    def tree(self, sha: str, recursive: bool) -> tuple[str, list[TreeItem]] | None:
        """(the tree's own sha, its items) of a commit or tree, None where there is none."""
        try:
            own = git(self.folder, "rev-parse", "--verify", "-q", f"{sha}^{{tree}}").decode().strip()
        except subprocess.CalledProcessError:
            return None
        options = ["-r", "-t"] if recursive else []
        items = []
        for line in git(self.folder, "ls-tree", "-z", "-l", *options, own).split(b"\0"):
            if line:
                head, path = line.split(b"\t", 1)
                mode, kind, blob, size = head.decode().split()
                items.append(
                    TreeItem(
                        path.decode(errors="replace"), mode, kind, blob, int(size) if size != "-" else None
                    )
                )
        return own, items

    def blob(self, sha: str) -> bytes | None:
        """The bytes of a blob, or None."""
        return self._read(sha, b"blob")

    def file(self, commit: str, path: str) -> bytes | None:
        """The bytes of a path at a commit, or None."""
        return self._read(f"{commit}:{path}", b"blob")

    def _read(self, name: str, wanted: bytes) -> bytes | None:
        if "\n" in name:
            return None
        with self._lock:
            if self._reader is None:
                self._reader = subprocess.Popen(
                    _command("cat-file", "--batch"),
                    cwd=self.folder,
                    env=_environment(),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                )
            sink, source = self._reader.stdin, self._reader.stdout
            if sink is None or source is None:
                raise RuntimeError("git cat-file was started without pipes")
            sink.write(name.encode() + b"\n")
            sink.flush()
            words = source.readline().split()
            if len(words) != 3 or not words[2].isdigit():
                return None
            data = source.read(int(words[2]))
            source.read(1)
            return data if words[1] == wanted else None


def is_git(folder: Path) -> bool:
    """Whether a folder is a repository's root, bare or with a work tree (or a work tree beside)."""
    return (folder / ".git").exists() or ((folder / "HEAD").is_file() and (folder / "objects").is_dir())
