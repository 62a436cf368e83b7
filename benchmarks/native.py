"""The baseline: the engine on CPython in a process of its own, driven as the page's is."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import traceback
from types import TracebackType
from typing import Any

from app.engine.engine import Engine
from app.host.cpython import CPythonHost
from app.shared.errors import to_record
from tools import model
from tools.drive import EngineClient, EngineError
from tools.paths import ROOT


class NativeEngine(EngineClient):
    """An engine while its ``with`` block runs. `pid` is its process."""

    def __init__(self) -> None:
        super().__init__()
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        self.pid = self._process.pid

    def call(self, method: str, **payload: Any) -> Any:
        sender, receiver = self._process.stdin, self._process.stdout
        assert sender and receiver, "both are pipes"
        print(json.dumps([method, payload]), file=sender, flush=True)
        line = receiver.readline()
        if not line:
            raise RuntimeError("The native engine ended; its own words are above.")
        answer = json.loads(line)
        if "error" in answer:
            raise EngineError(answer["error"])
        return answer["result"]

    def __enter__(self) -> NativeEngine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.communicate()


async def serve() -> None:
    """Answer calls, one a line, until the input ends; jobs run on between them."""
    # Whatever else is printed must not come between the answers.
    answers, sys.stdout = sys.stdout, sys.stderr
    engine = Engine(CPythonHost(model.folder()), site="")
    while line := await asyncio.to_thread(sys.stdin.readline):
        method, payload = json.loads(line)
        try:
            answer = {"result": await engine.call(method, payload)}
        except Exception as error:
            answer = {"error": to_record(error, traceback.format_exc())}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    asyncio.run(serve())
