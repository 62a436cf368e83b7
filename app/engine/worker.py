"""What the engine worker exports: one function, JSON in and JSON out (see app/shared/protocol.py).

The first call must be HELLO with the page's base address, because a PyScript
worker's own address is a blob and cannot locate the other workers.
"""

from __future__ import annotations

import json
import traceback

from app.engine.engine import Engine
from app.shared import errors, protocol

_engine: Engine | None = None


async def call(method: str, payload: str) -> str:
    """Answer one call of the page: ``{"result": ...}`` or ``{"error": record}``, always a JSON string."""
    try:
        result = await _dispatch(method, json.loads(payload))
        return json.dumps({"result": result})
    except Exception as error:
        return json.dumps({"error": errors.to_record(error, traceback.format_exc())})


async def _dispatch(method: str, payload: dict) -> object:
    global _engine
    if method == protocol.HELLO and _engine is None:
        from app.host.browser import BrowserHost

        _engine = Engine(BrowserHost(payload["base"], payload.get("tab", "")), site=payload["base"])
    if _engine is None:
        raise errors.InternalError("no-hello", "The engine was called before HELLO.")
    return await _engine.call(method, payload)
