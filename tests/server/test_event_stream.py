"""Server-sent events, as a browser takes them apart."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from escale.server.routes import event_stream
from tests.server.attack import in_time, until
from tests.server.inside import ADA, inside


@in_time
async def test_a_sign_of_life_is_no_event(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A program that reads every event as a message must not stumble over it."""
    monkeypatch.setattr(event_stream, "PING_SECONDS", 0.01)
    async with inside(tmp_path) as here:
        place = await here.table()
        asked = asyncio.create_task(here.web.get(f"{place}/events", headers=ADA))
        (table,) = here.dependencies.house.tables.values()
        await until(lambda: table.watching_everywhere)
        await asyncio.sleep(0.2)
        table.dismiss_watchers()
        lines = (await asked).text.splitlines()
    assert ": here" in lines
    kinds = [json.loads(line[5:])["kind"] for line in lines if line.startswith("data:")]
    assert set(kinds) == {"update", "presence"}
