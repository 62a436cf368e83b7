"""From a question to the prompt: what it means, what is found for it, and what of that is sent.

    rewrite -> search (-> rerank) -> expand -> pack

Each step is told with its time. Nothing is sent unless `asks` says that the model may be asked aside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from app.engine.answer import budget, rerank, rewrite
from app.engine.answer.aside import is_tiny
from app.engine.answer.budget import Budget
from app.engine.answer.citations import Paths, find
from app.engine.answer.context import Count
from app.engine.answer.fence import flat
from app.engine.answer.follow_up import Turn, searched
from app.engine.answer.markdown import counted
from app.engine.answer.packing import pack
from app.engine.answer.prompt import Draft, Prompt
from app.engine.answer.pronouns import is_follow_up
from app.engine.answer.providers.base import ChatModel
from app.engine.answer.sent import Sent
from app.engine.answer.sources import Sources
from app.engine.answer.structured import structured
from app.engine.answer.tools import TOOLS
from app.engine.opened import Opened
from app.engine.retrieve.searcher import SearchResult
from app.shared import filters as typed
from app.shared.errors import UserError

# Calls of tools a question.
MOST_CALLS = 12
# Places that are ranked: those after the first `k` tell only which neighbours fit the question.
RANKED = 60

Tell = Callable[[str, str, float], None]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with the turns before it, oldest first, and the person's settings."""

    question: str
    history: tuple[Turn, ...] = ()
    k: int = 20
    floor: float = 0.0
    rerank: bool = False


@dataclass(frozen=True, slots=True)
class Gathered:
    """A prompt, and what was sent with it. `sources` remembers what was left out."""

    prompt: Prompt
    budget: Budget
    sources: Sources
    sent: Sent


class Gatherer:
    """Gathers for one question to one model. `key` is the fence's, `tell` takes a step's name, detail and
    milliseconds."""

    def __init__(
        self, opened: Opened, model: ChatModel, asked: Asked, key: bytes, tell: Tell, asks: bool
    ) -> None:
        self._opened = opened
        self._model = model
        self._asked = asked
        self._key = key
        self._tell = tell
        self._asks = asks and not is_tiny(model)
        self._count: Count = budget.estimator(opened.counter)
        self._sources = Sources(opened.host.store, opened.rows)
        self._mark = opened.host.now()

    async def gather(self) -> Gathered:
        """The prompt. Raises UserError where the model's context has no room for it."""
        asked = self._asked
        meant = await self._meant()
        self._step("follow-up", f"searched for: {meant}" if meant != asked.question else "")
        result = await self._search(meant)
        if asked.rerank and self._asks:
            await self._rerank(meant, result)
        model = self._model
        shares = budget.budget(model.context, model.has_tools, is_in_tab=not model.host)
        draft = Draft(
            self._opened.graph.repository,
            asked.question,
            asked.history,
            TOOLS,
            shares,
            MOST_CALLS,
            self._count,
        )
        note = _graph_note(result)
        room = draft.room(note)
        if note and room <= 0:
            note, room = "", draft.room("")
        if room <= 0:
            raise UserError(
                "context-too-long",
                f"{self._model.name} has room for {self._model.context:,} tokens: the question fills them.",
                "Ask a shorter question, or choose a model with a longer context.",
            )
        packed = await pack(result, self._opened.graph, self._sources, asked.k, room, self._count)
        near = packed.neighbours
        self._step("expand", counted(near, "neighbour") if near else "")
        prompt = draft.prompt(meant, packed.pieces, note, self._sources.omitted, self._key)
        left_out = len(self._sources.omitted)
        withheld = f"; {counted(left_out, 'file')} withheld" if left_out else ""
        pieces = counted(len(prompt.pieces), "excerpt")
        self._step("pack", f"{pieces}, {prompt.tokens:,} tokens{withheld}")
        return Gathered(prompt, shares, self._sources, self._sent(prompt, note))

    def _step(self, name: str, detail: str) -> None:
        """Tell what was done since the last step; one without a detail did nothing."""
        now = self._opened.host.now()
        if detail:
            self._tell(name, detail, now - self._mark)
        self._mark = now

    async def _meant(self) -> str:
        """The question as it is searched for."""
        turns = self._asked.history
        filters, question = typed.read(self._asked.question)
        if not turns or not is_follow_up(question):
            return self._asked.question
        if self._asks:
            try:
                whole, tokens = await rewrite.by_model(self._model, question, turns, self._count)
            except (TimeoutError, UserError) as error:
                self._step("ask aside", f"the model did not make the question whole: {_words(error)}")
            else:
                said = "the model made the question whole" if whole else "the model made no question of it"
                self._step("ask aside", f"{said}; {tokens:,} tokens")
                if whole:
                    return typed.join(filters, whole)
        return searched(self._asked.question, turns, self._opened.lexical)

    async def _search(self, meant: str) -> SearchResult:
        result = await self._opened.searcher().search(meant, RANKED, self._asked.floor)
        places = min(len(result.places), self._asked.k)
        ties = len(result.related.ties) if result.related else 0
        related = f", {ties} ties in the graph" if result.related else ""
        self._step("search", f"{counted(places, 'place')}{related}")
        return result

    async def _rerank(self, meant: str, result: SearchResult) -> None:
        try:
            places, tokens = await rerank.reranked(
                self._model, meant, result.places, self._sources, self._key, self._count
            )
        except (TimeoutError, UserError) as error:
            self._step("rerank", f"the model did not order the places: {_words(error)}")
            return
        result.places = places
        self._step("rerank", f"ordered by the model; {tokens:,} tokens")

    def _sent(self, prompt: Prompt, note: str) -> Sent:
        """The lines that the prompt shows, and those that its note of the graph cites."""
        sent = Sent()
        for piece in prompt.pieces:
            sent.add(piece.path, piece.first, piece.last)
        paths = Paths(self._sources.paths())
        for citation in find(note, paths):
            for path in paths.meant(citation.path)[:1]:
                sent.add(path, citation.first, citation.last)
        return sent


def _graph_note(result: SearchResult) -> str:
    """The graph's own answer to a structure question, "" for any other."""
    if result.related is None or not result.related.definitions:
        return ""
    return "\n".join(map(flat, structured(result.related).split("\n")))


def _words(error: Exception) -> str:
    return getattr(error, "message", "") or "it took too long"
