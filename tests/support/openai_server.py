"""A local server that speaks OpenAI's chat completions, over real weights (see small_model.py).

with OpenAIServer() as server:
    server.url            # http://127.0.0.1:PORT/v1
    server.model          # the one model it knows
    server.seconds()      # processor time that it took so far
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from types import TracebackType

from tests.support import small_model
from tools import environment

SCRIPT = Path(__file__).with_suffix(".mjs")
LOCK = Path(__file__).with_name("models") / "package-lock.json"


class OpenAIServer:
    """`context`: tokens that prompt and answer may have together. `cors`: whether pages of other origins may
    read its answers. `calls`: how many tools the model has to call before it answers (it would call none by
    itself); which ones and with what arguments is up to the model, within their schemas."""

    model = "gemma-3-270m"

    def __init__(
        self, context: int = 8192, *, cors: bool = True, calls: int = 0, threads: int = 2, port: int = 0
    ) -> None:
        self._options = {
            "modules": str(environment.node_package(LOCK, "node-llama-cpp")),
            "model": str(small_model.instructed()),
            "context": context,
            "cors": cors,
            "calls": calls,
            "threads": threads,
            "port": port,
        }
        self._process: subprocess.Popen[str] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> OpenAIServer:
        command = [shutil.which("node") or "node", str(SCRIPT), json.dumps(self._options)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout
        said = self._process.stdout.readline()
        if not said:
            raise RuntimeError(f"The server did not start: it ended with {self._process.wait()}.")
        self.port = int(said)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process:
            self._process.kill()
            self._process.communicate()

    def seconds(self) -> float:
        """Processor time of the server and its threads so far."""
        assert self._process
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
