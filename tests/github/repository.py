"""A real git repository, read through git itself."""

from __future__ import annotations

import os
import shutil
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
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
}


def git(folder: Path, *arguments: str) -> bytes:
    """Run git in a folder. Raises subprocess.CalledProcessError."""
    # Repositories of another owner are read all the same: this process only reads.
    command = ["git", "-c", "safe.directory=*", "-c", "core.quotepath=off", *arguments]
    return subprocess.run(
        command, cwd=folder, check=True, capture_output=True, env=os.environ | _IDENTITY
    ).stdout


def commit_folder(folder: Path, message: str = "Import") -> None:
    """Make a folder a git repository, and commit everything in it on ``main``."""
    if not (folder / ".git").exists():
        git(folder, "init", "-q", "-b", "main")
        git(folder, "config", "core.autocrlf", "false")
    git(folder, "add", "-A", "-f")
    git(folder, "commit", "-q", "--allow-empty", "-m", message)


@dataclass(frozen=True)
class TreeItem:
    path: str
    mode: str
    type: str
    sha: str
    size: int | None


class Repository:
    """Answers for one repository; a plain folder is committed into a temporary copy first."""

    def __init__(self, folder: Path) -> None:
        self._temporary: tempfile.TemporaryDirectory[str] | None = None
        if not is_git(folder):
            self._temporary = tempfile.TemporaryDirectory()
            copy = Path(self._temporary.name) / "copy"
            shutil.copytree(folder, copy, symlinks=True)
            commit_folder(copy)
            folder = copy
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
        except subprocess.CalledProcessError:  # a detached HEAD, as in a copy made for a build
            branches = self.branches()
            return next(iter(branches), "main")

    def empty(self) -> bool:
        return self.commit("HEAD") is None

    def commit(self, ref: str) -> str | None:
        """The commit of a branch, tag or (abbreviated) sha, as GitHub would find it."""
        # Abbreviations below seven digits and revision syntax (`HEAD~1`) are git's own, not GitHub's.
        for candidate in (f"refs/heads/{ref}", f"refs/tags/{ref}", ref):
            if any(sign in candidate for sign in "~^:@{ "):
                continue
            try:
                found = git(self.folder, "rev-parse", "--verify", "-q", f"{candidate}^{{commit}}")
            except subprocess.CalledProcessError:
                continue
            return found.decode().strip()
        return None

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
                    ["git", "-c", "safe.directory=*", "cat-file", "--batch"],
                    cwd=self.folder,
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
