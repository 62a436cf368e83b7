"""GitHub's hourly limits as the stand-in counts them: REST and GraphQL apart, each token for itself."""

from __future__ import annotations

import threading
import time
from typing import Any

HOUR = 3600


class Limits:
    """`anonymous` and `token` are calls an hour; GraphQL takes tokens only, a query costs one."""

    def __init__(self, anonymous: int, token: int) -> None:
        self._anonymous, self._token = anonymous, token
        self._used: dict[tuple[str, str], int] = {}
        self._reset = int(time.time()) + HOUR
        self._lock = threading.Lock()

    def spend(self, resource: str, token: str) -> bool:
        """Count one call (`resource` is core or graphql); False once nothing remains."""
        with self._lock:
            used = self._used.get((resource, token), 0)
            if used >= self._limit(resource, token):
                return False
            self._used[resource, token] = used + 1
            return True

    def headers(self, resource: str, token: str) -> dict[str, str]:
        """The X-RateLimit headers that every answer of the API carries."""
        state = self._state(resource, token)
        names = {name.title(): str(value) for name, value in state.items()} | {"Resource": resource}
        return {f"X-RateLimit-{name}": value for name, value in names.items()}

    def overview(self, token: str) -> dict[str, Any]:
        """The body of ``GET /rate_limit``, which itself costs nothing."""
        core, graphql = self._state("core", token), self._state("graphql", token)
        return {"resources": {"core": core, "search": core, "graphql": graphql}, "rate": core}

    def _limit(self, resource: str, token: str) -> int:
        if token:
            return self._token
        return self._anonymous if resource == "core" else 0

    def _state(self, resource: str, token: str) -> dict[str, int]:
        limit, used = self._limit(resource, token), self._used.get((resource, token), 0)
        return {"limit": limit, "used": used, "remaining": limit - used, "reset": self._reset}
