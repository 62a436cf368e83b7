"""One run over one repository: what the stages share, and how it is stopped."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import Any

from app.engine.events import Events
from app.engine.opened import Opened
from app.engine.progress import Meter
from app.host.base import Host
from app.shared import protocol
from app.shared.errors import CancelledError


@dataclass(slots=True)
class Job:
    """`source` offers `contents`; `opened` is the repository's working set."""

    host: Host
    events: Events
    opened: Opened
    source: Any
    snapshot: Any
    settings: Any
    cancelled: bool = False
    timings: dict[str, float] = field(default_factory=dict)
    # Set once the run is over, however it ended, and touches nothing any more.
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def id(self) -> str:
        """The repository's id."""
        return self.opened.record["id"]

    def is_cancelled(self) -> bool:
        """For stages that ask between two steps."""
        return self.cancelled

    def check(self) -> None:
        """Raise CancelledError once the person stopped the job."""
        if self.cancelled:
            raise CancelledError("cancelled", "Stopped. What is stored stays, and can be resumed.")

    def meter(self, stage: str, total: int) -> Meter:
        """A meter whose reports reach the page."""

        def report(**fields: Any) -> None:
            self.events.add(protocol.PROGRESS, self.id, **fields)

        return Meter(stage, total, self.host.now, report)

    async def save(self, **fields: Any) -> None:
        """Change the repository's record, keep it with this run's times and tell the page."""
        record = self.opened.record
        record.update(fields, timings=dict(self.timings))
        await self.opened.keeper.save_repository(record)
        self.events.add(protocol.STATE, self.id, record=dict(record))
