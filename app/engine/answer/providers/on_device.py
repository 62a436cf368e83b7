"""Models that run in this browser: its own, and those in the tab whose files are kept here."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing

from app.engine.answer.providers.base import LENGTH, STOP, ChatModel, Delta, Message, Tool, Usage
from app.engine.answer.providers.choice import Choice
from app.engine.answer.providers.thinking import Thoughts
from app.host.device_models import LENGTH as LIMIT_MET
from app.host.device_models import DeviceModels, KeptModel
from app.shared import protocol
from app.shared.errors import UserError

# Tokens of prompt and answer, unless the person wants more: of the smallest models a core reads 17 a second.
CONTEXT = 2048


class OnDevice:
    """The kinds BUILT_IN and IN_TAB, as models.py asks for them."""

    def __init__(self, models: DeviceModels) -> None:
        self._models = models

    async def standing(self, choice: Choice) -> tuple[int, str]:
        """The context in tokens, and why it cannot answer now, "" where it can."""
        if choice.kind == protocol.BUILT_IN:
            built_in = await self._models.built_in()
            return built_in.context, built_in.reason
        kept = await self._kept(choice.model)
        if kept is None:
            named = f"{choice.model} is not kept in this browser" if choice.model else "No file is chosen yet"
            return choice.context or CONTEXT, f"{named}."
        if not kept.whole:
            return choice.context or CONTEXT, f"{kept.name} was not fetched to its end."
        return min(choice.context or CONTEXT, kept.context or CONTEXT), ""

    async def model(self, choice: Choice) -> ChatModel:
        """The model, ready to be asked. Raises UserError where it is not."""
        context, reason = await self.standing(choice)
        if reason:
            raise UserError("model-not-ready", reason, "Look at the choice of the model.")
        file = choice.model if choice.kind == protocol.IN_TAB else ""
        return DeviceModel(self._models, file, context)

    async def _kept(self, name: str) -> KeptModel | None:
        return next((kept for kept in await self._models.kept() if kept.name == name), None)


class DeviceModel(ChatModel):
    """One of them. None is given tools: those that fit into a tab call them badly or not at all."""

    host = ""
    is_local = True
    has_tools = False

    def __init__(self, models: DeviceModels, file: str, context: int) -> None:
        self.name = file.removesuffix(".gguf") or "the browser's own model"
        self.context = context
        self._models = models
        self._file = file

    async def stream(
        self, messages: Sequence[Message], tools: Sequence[Tool] = (), limit: int = 1024
    ) -> AsyncGenerator[Delta]:
        told = [{"role": message.role, "content": message.text} for message in messages]
        thoughts = Thoughts()
        async with aclosing(self._models.write(self._file, told, limit, self.context)) as writing:
            async for written in writing:
                if text := thoughts.answer(written.text):
                    yield Delta(text)
                elif written.read and not written.finish:
                    yield Delta(read=written.read / written.prompt)
                if written.finish:
                    finish = LENGTH if written.finish == LIMIT_MET else STOP
                    usage = Usage(written.prompt, written.answer)
                    yield Delta(thoughts.rest(), finish=finish, usage=usage)
                    return
