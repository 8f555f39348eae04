"""A house without a network: its inside can be reached, so that things can go wrong there."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from escale.server.app import build
from escale.server.dependencies import Dependencies
from escale.server.middleware import Middleware
from escale.server.operations.metrics import Metrics
from escale.server.settings import Limits, Settings
from escale.store.sqlite.store import SqliteStore
from tests.server.attack import new_id

ADA, BOB = ({"Cookie": f"escale={letter * 43}"} for letter in "ab")


@dataclass
class Inside:
    web: httpx.AsyncClient
    dependencies: Dependencies
    app: Middleware

    @property
    def metrics(self) -> Metrics:
        return self.app.metrics

    async def table(self) -> str:
        """A match of Word Bank in which Ada has both seats: where it is."""
        wish = {"id": new_id(), "game": "wordbank", "name": "Ada", "seats": ["me", "me"]}
        made = await self.web.post("/api/tables", json={**wish, "start": True}, headers=ADA)
        assert made.status_code == 201, made.text
        return "/api/tables/" + str(made.json()["table"])

    async def ask(self, place: str, kind: str, **asked: Any) -> httpx.Response:
        """By Ada."""
        message = {"kind": kind, "id": new_id(), **asked}
        return await self.web.post(f"{place}/ask", json=message, headers=ADA)


@asynccontextmanager
async def inside(
    folder: Path, limits: Limits | None = None, url: str = "http://house", **more: Any
) -> AsyncIterator[Inside]:
    store = SqliteStore.open(folder / "house.sqlite", time.time_ns() // 1_000_000)
    app = build(store, Settings(limits=limits or Limits(), **more))
    dependencies: Dependencies = app._app.state.dependencies
    # What goes wrong inside is answered, and not thrown at whoever asked.
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url=url, trust_env=False) as web:
        try:
            yield Inside(web, dependencies, app)
        finally:
            await dependencies.house.close()
