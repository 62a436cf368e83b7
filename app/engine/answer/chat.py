"""The answer itself: a model is sent a prompt, its words are told as they come, its calls are answered,
and in the end its citations are held against what it was sent.
"""

from __future__ import annotations

import json
from contextlib import aclosing
from typing import Any

from app.engine.answer.citations import Paths, check, find, resolve
from app.engine.answer.context import Count
from app.engine.answer.gather import MOST_CALLS, Gathered
from app.engine.answer.markdown import counted
from app.engine.answer.news import READING, News
from app.engine.answer.prompt import described
from app.engine.answer.providers import base
from app.engine.answer.providers.base import ChatModel, Message, ToolCall, Usage
from app.engine.answer.toolbox import Result, Toolbox
from app.host.base import Host
from app.shared.errors import UserError

STOPPED = "stopped"
# Lines that stay of a result that is shortened to make room.
KEPT_LINES = 4
_SHORTENED = "… (shortened to make room; call again with other arguments for what you need)"


class Chat:
    """One answer of one model. `text` is what came so far."""

    def __init__(
        self, host: Host, model: ChatModel, gathered: Gathered, toolbox: Toolbox, news: News, count: Count
    ) -> None:
        self._host = host
        self._model = model
        self._gathered = gathered
        self._toolbox = toolbox
        self._news = news
        self._count = count
        self._messages = list(gathered.prompt.messages)
        # Raw results by their place among the messages, as long as they may be shortened.
        self._results: dict[int, str] = {}
        # A call's number by what it asked.
        self._made: dict[str, int] = {}
        self._calls = 0
        self._usage = Usage()
        self._begun = host.now()
        self.text = ""

    async def run(self) -> None:
        """Ask, and answer the model's calls, until it is done. Raises as the model does."""
        finish = await self._round()
        while finish == base.CALLS:
            exhausted = self._calls >= MOST_CALLS
            finish = await self._round()
            if finish == base.CALLS and exhausted:
                break
        if not self.text.strip():
            raise self._silent(finish)
        await self.finish({base.CALLS: base.STOP}.get(finish, finish))

    def _silent(self, finish: str) -> UserError:
        if finish == base.REFUSED:
            return UserError("refused", f"{self._model.name} was kept from answering by its provider.")
        if finish == base.CALLS:
            return UserError(
                "too-many-calls",
                f"{self._model.name} made {self._calls} look-ups and gave no answer.",
                "Ask for less at once, or choose another model.",
            )
        return UserError(
            "empty-answer", f"{self._model.name} said nothing.", "Ask again, or choose another model."
        )

    # Rounds -----------------------------------------------------------------------

    async def _round(self) -> str:
        """One answer of the model, with the results of its calls in the messages; why it stopped."""
        self._make_room()
        calls: list[ToolCall] = []
        said, finish = "", base.STOP
        sent = self._host.now()
        prompt = self._gathered.prompt
        stream = self._model.stream(self._messages, prompt.tools, self._gathered.budget.answer)
        async with aclosing(stream) as deltas:  # type: ignore[type-var]
            async for delta in deltas:
                if not said and delta.read:
                    share = f"{delta.read * 100:.0f} % of the prompt"
                    self._news.step(READING, share, self._host.now() - sent)
                if not said and (delta.text or delta.calls):
                    self._news.step("first words", "", self._host.now() - sent)
                if delta.text:
                    # Words after a call begin a paragraph of their own.
                    gap = "\n\n" if not said and self.text else ""
                    said += delta.text
                    self.text += gap + delta.text
                    self._news.text(gap + delta.text)
                calls += delta.calls
                finish = delta.finish or finish
                used = self._usage
                self._usage = Usage(used.prompt + delta.usage.prompt, used.answer + delta.usage.answer)
        if not calls:
            return base.STOP if finish == base.CALLS else finish
        self._messages.append(Message("assistant", said, tuple(calls)))
        for call in calls:
            self._answer(call, await self._called(call))
        return base.CALLS

    def _answer(self, call: ToolCall, result: Result) -> None:
        """Put a result behind the fence of the prompt."""
        self._results[len(self._messages)] = result.text
        text = self._gathered.prompt.fence.around(f"what {call.name} returned", result.text)
        self._messages.append(Message("tool", text, call=call))

    async def _called(self, call: ToolCall) -> Result:
        """The result of one call, told to the person."""
        begun = self._host.now()
        asked = json.dumps([call.name, call.arguments], sort_keys=True, default=str)
        if self._calls >= MOST_CALLS:
            result = Result(
                f"Not done: {MOST_CALLS} calls are the most for a question. Answer from what you have.",
                f"refused: more than {MOST_CALLS} calls",
            )
        elif asked in self._made:
            result = Result(
                f"You made this call before: see what call {self._made[asked]} returned.", "asked before"
            )
        else:
            try:
                result = await self._toolbox.call(call.name, call.arguments)
            except UserError as error:
                result = Result(f"Not done: {error.message}", f"failed: {error.message}")
        self._calls += 1
        self._made.setdefault(asked, self._calls)
        self._news.call(call.name, call.arguments, result.detail, self._host.now() - begun)
        return result

    def _make_room(self) -> None:
        """Shorten the oldest results until the messages fit the model's context."""
        tools = sum(self._count(described(tool)) for tool in self._gathered.prompt.tools)
        over = tools + sum(map(self._size, self._messages)) - self._gathered.budget.prompt
        shortened = 0
        for place, raw in sorted(self._results.items()):
            lines = raw.split("\n")
            if over <= 0:
                break
            if len(lines) <= KEPT_LINES + 1:
                continue
            message = self._messages[place]
            name = message.call.name if message.call else ""
            kept = "\n".join([*lines[:KEPT_LINES], _SHORTENED])
            text = self._gathered.prompt.fence.around(f"what {name} returned", kept)
            over -= self._size(message) - self._count(text)
            self._messages[place] = Message("tool", text, call=message.call)
            self._results[place] = kept
            shortened += 1
        if shortened:
            results = "result was" if shortened == 1 else "results were"
            self._news.step("make room", f"{shortened} older {results} shortened", 0)

    def _size(self, message: Message) -> int:
        return self._count(message.text) + sum(
            self._count(json.dumps(c.arguments, default=str)) for c in message.calls
        )

    # The end ------------------------------------------------------------------------

    async def finish(self, finish: str) -> None:
        """Tell that the answer ended, with its citations checked."""
        begun = self._host.now()
        citations = await self._citations()
        if citations:
            wrong = sum(1 for cited in citations if cited["reason"])
            said = counted(len(citations), "citation")
            detail = f"{said}, {wrong} of them wrong" if wrong else said
            self._news.step("check", detail, self._host.now() - begun)
        self._news.done(ended(self.text, finish, citations, self._usage, self._host.now() - self._begun))

    async def _citations(self) -> list[dict[str, Any]]:
        """Every citation of the text so far, with what is wrong with it."""
        sources, sent = self._gathered.sources, self._gathered.sent
        paths = Paths(sources.paths())
        found = find(self.text, paths)
        cited = {resolve(citation, paths, sent)[0] for citation in found}
        counts = {path: len(lines) for path, lines in (await sources.load(cited)).items()}
        return [
            {
                "start": one.citation.start,
                "end": one.citation.end,
                "path": one.path or one.citation.path,
                "first": one.citation.first,
                "last": one.citation.last,
                "reason": one.reason,
            }
            for one in (check(citation, paths, sent, counts) for citation in found)
        ]


def ended(text: str, finish: str, citations: list[dict[str, Any]], usage: Usage, ms: float) -> dict[str, Any]:
    """The end of an answer, as `done` of protocol.py tells it."""
    return {
        "text": text,
        "finish": finish,
        "citations": citations,
        "usage": {"prompt": usage.prompt, "answer": usage.answer},
        "ms": round(ms, 1),
    }
