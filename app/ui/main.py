"""Starts the page: MicroPython on the main thread."""

import asyncio

from pyscript import workers

from app.ui.application import Application
from app.ui.engine_client import EngineClient
from app.ui.page import Page


async def connect():
    """The exports of the engine worker, once it is up."""
    return await workers["engine"]


page = Page()
client = EngineClient(connect, page.base, page.lift, page.lower, page.tab)
asyncio.create_task(Application(page, client).run())
