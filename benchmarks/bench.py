"""What the benchmarks share: the corpus, the servers, and one long run on either side."""

from __future__ import annotations

import contextlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from benchmarks.corpus import Corpus
from benchmarks.native import NativeEngine
from benchmarks.run import Run, index
from tests.github.server import GitHubServer
from tools.browser import launch
from tools.drive import Driver
from tools.memory import MemoryWatch
from tools.paths import DIST
from tools.server import SiteServer

# Chunks that the long run embeds of the corpus's 15,000, which would take ten minutes and more.
CHUNKS = 256
WHOLE, GENERATED = "bench/whole", "bench/generated"
TOKEN = "a-token"


@dataclass(frozen=True, slots=True)
class Options:
    """What `retrieval` may be told: to leave the browser out, a folder of published query sets, one of the
    clones that these and the fixed bugs need, and to search whole repositories where a set names a folder."""

    native: bool = False
    set: Path | None = None
    repositories: Path | None = None
    whole: bool = False


class Bench:
    """`browser_run` and `native_run` index the corpus once, for all that look at it."""

    def __init__(self, stack: contextlib.ExitStack, options: Options | None = None) -> None:
        self._stack = stack
        self.options = options or Options()

    @cached_property
    def corpus(self) -> Corpus:
        return Corpus(Path(self._stack.enter_context(tempfile.TemporaryDirectory())))

    @cached_property
    def github(self) -> GitHubServer:
        repositories = {WHOLE: self.corpus.whole, GENERATED: self.corpus.generated()}
        return self._stack.enter_context(GitHubServer(repositories, tokens={TOKEN}))

    @cached_property
    def site(self) -> SiteServer:
        return self._stack.enter_context(SiteServer(DIST))

    @contextlib.contextmanager
    def visit(self) -> Iterator[Driver]:
        """The site's page in a fresh browser."""
        with launch() as chromium:
            driver = Driver(chromium.new_page(), self.site.url)
            driver.open()
            yield driver

    @property
    def browser_run(self) -> Run[Driver]:
        return self._browser[0]

    @property
    def browser_memory(self) -> MemoryWatch:
        """From the empty browser to the end of `browser_run`."""
        return self._browser[1]

    @property
    def native_run(self) -> Run[NativeEngine]:
        return self._native[0]

    @property
    def native_memory(self) -> MemoryWatch:
        return self._native[1]

    @cached_property
    def _browser(self) -> tuple[Run[Driver], MemoryWatch]:
        chromium = self._stack.enter_context(launch())
        with MemoryWatch(chromium.pid) as memory:
            driver = Driver(chromium.new_page(), self.site.url)
            driver.open()
            return index(driver, WHOLE, self.github, chunks=CHUNKS), memory

    @cached_property
    def _native(self) -> tuple[Run[NativeEngine], MemoryWatch]:
        engine = self._stack.enter_context(NativeEngine())
        with MemoryWatch(engine.pid) as memory:
            return index(engine, WHOLE, self.github, chunks=CHUNKS), memory
