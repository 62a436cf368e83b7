"""``python -m benchmarks.oracle.tracer FOLDER OUT [pytest's arguments]``: who calls whom while tests run.

Writes a record for each function and each line that called it, both below FOLDER:

    [caller's path, line, callee's path, its first line, its name, how]

`how` is "call" where the line calls something; "implicit" where it does something else that the
language has a method for (an operator, a property, `with`); "callback" where code that is not Python's
was called and called back. Generators and coroutines run for whoever goes on with them, and are left out.
"""

from __future__ import annotations

import dis
import inspect
import json
import sys
import threading
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

_SUSPENDED = inspect.CO_GENERATOR | inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
_LOCAL = ("127.0.0.1", "::1", "localhost")

Record = tuple[str, int, str, int, str, str]


class Tracer:
    def __init__(self, folder: Path) -> None:
        self.found: set[Record] = set()
        self._prefix = f"{folder}/"
        # Frames that wait for code which is not Python's.
        self._in_c = threading.local()
        self._calls: dict[tuple[CodeType, int], bool] = {}

    def profile(self, frame: FrameType, event: str, argument: Any) -> None:
        """What `sys.setprofile` calls."""
        waiting: list[FrameType] = self._in_c.__dict__.setdefault("frames", [])
        if event == "c_call":
            waiting.append(frame)
        elif event in ("c_return", "c_exception"):
            if waiting:
                waiting.pop()
        elif event == "call":
            self._call(frame, frame.f_back, waiting)

    def _call(self, frame: FrameType, caller: FrameType | None, waiting: list[FrameType]) -> None:
        code = frame.f_code
        if caller is None or code.co_name[0] == "<" or code.co_flags & _SUSPENDED:
            return
        if not (self._is_inside(code) and self._is_inside(caller.f_code)):
            return
        if waiting and waiting[-1] is caller:
            how = "callback"
        else:
            how = "call" if self._is_call(caller.f_code, caller.f_lasti) else "implicit"
        start = len(self._prefix)
        self.found.add(
            (
                caller.f_code.co_filename[start:],
                caller.f_lineno,
                code.co_filename[start:],
                code.co_firstlineno,
                code.co_name,
                how,
            )
        )

    def _is_inside(self, code: CodeType) -> bool:
        return code.co_filename.startswith(self._prefix)

    def _is_call(self, code: CodeType, at: int) -> bool:
        if (code, at) not in self._calls:
            byte = at
            # An instruction's cache lies behind it, and may be where the frame says it is.
            while byte > 0 and dis.opname[code.co_code[byte]] == "CACHE":
                byte -= 2
            name = dis.opname[code.co_code[byte]]
            self._calls[code, at] = name.startswith(("CALL", "PRECALL")) and "INTRINSIC" not in name
        return self._calls[code, at]


def read(out: Path) -> list[Record]:
    """What was written, nothing where the tests did not get so far."""
    return [tuple(record) for record in json.loads(out.read_text(encoding="utf-8"))] if out.exists() else []


def _stay_here(event: str, arguments: tuple[Any, ...]) -> None:
    """Tests may talk to this machine alone."""
    if event == "socket.connect" and isinstance(arguments[1], tuple) and arguments[1][0] not in _LOCAL:
        raise OSError("Tests are traced without a network.")


def main(folder: str, out: str, *arguments: str) -> int:
    import pytest

    sys.addaudithook(_stay_here)
    tracer = Tracer(Path(folder))
    threading.setprofile(tracer.profile)
    sys.setprofile(tracer.profile)
    try:
        status = pytest.main(list(arguments))
    finally:
        sys.setprofile(None)
        Path(out).write_text(json.dumps(sorted(tracer.found)), encoding="utf-8")
    return int(status)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
