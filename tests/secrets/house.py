"""A house in which nothing is left to chance: time, draws, codes and bots do as they are told.

It is the real application on a real port, with a real database. Two of them that are asked the same
answer with the same bytes, so that a difference in one secret is the only difference there can be.
"""

from __future__ import annotations

import asyncio
import socket
from collections import deque
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
import uvicorn

from escale.core.chance import ChanceRequest, Draw, Oracle, Roll
from escale.server.app import build
from escale.server.middleware import Middleware
from escale.server.operations.http_protocol import LimitedHttpProtocol
from escale.server.settings import Limits, Rate, Settings
from escale.server.websocket.handshake import WebSocketHandshake
from escale.store.sqlite.store import SqliteStore
from escale.tables import house as house_module
from escale.tables import table as table_module
from escale.tables.decisions import codes
from escale.tables.decisions.context import Context

HOST_KEY = "key-of-the-host"
START_MS = 1_800_000_000_000
PLENTY = Rate(1e9, 1e9)
LIMITS = Limits(
    messages=PLENTY,
    requests=PLENTY,
    tables=PLENTY,
    codes=PLENTY,
    questions=PLENTY,
    reviews=PLENTY,
    passwords=PLENTY,
    host_requests=PLENTY,
    uploads=PLENTY,
)


class ToldChance:
    """What the oracle of every house answers, and the secret that a house commits to."""

    def __init__(self) -> None:
        self.secret = "5e" * 32
        self._code = Random()
        self._draws: deque[tuple[int, ...]] = deque()

    def begin(self, story: str) -> None:
        """The same story has the same codes."""
        self.secret = "5e" * 32
        self._code = Random(story)
        self._draws.clear()

    def next(self, *draws: tuple[int, ...]) -> None:
        """The outcomes of the next draws; those after them are the lowest."""
        self._draws.extend(draws)

    def answer(self, _oracle: Oracle, ask: ChanceRequest, _number: int) -> tuple[int, ...]:
        if self._draws:
            return self._draws.popleft()
        match ask:
            case Roll(dice, _):
                return (1,) * dice
            case Draw(count, _):
                return tuple(range(count))
            case _:
                return (0,)

    def code(self) -> str:
        syllables = "".join(
            self._code.choice(codes.CONSONANTS) + self._code.choice(codes.VOWELS)
            for _ in range(codes.SYLLABLES)
        )
        return f"{syllables[:4]}-{syllables[4:]}"


class ToldBots:
    """In place of the bot pool: a bot thinks until it is told what to do."""

    def __init__(self) -> None:
        self._asked: dict[int, asyncio.Future[Any]] = {}

    async def ask(self, request: Any, *_: object, **__: object) -> Any:
        future = self._asked[request.seat] = asyncio.get_running_loop().create_future()
        return await future

    def change(self, *_: object, **__: object) -> None:
        """Nobody waits for a turn here."""

    async def tell(self, seat: int, choice: Any) -> None:
        async with asyncio.timeout(30):
            while seat not in self._asked or self._asked[seat].done():
                await asyncio.sleep(0)
        self._asked.pop(seat).set_result(choice)

    async def close(self) -> None:
        for future in self._asked.values():
            future.cancel()


class Clock:
    def __init__(self) -> None:
        self.now = START_MS

    def __call__(self) -> int:
        return self.now


class ToldHouse:
    def __init__(self, app: Middleware, url: str) -> None:
        self.app = app
        self.url = url
        self.house: house_module.House = app._app.state.dependencies.house
        self.clock = Clock()
        self.bots = ToldBots()
        self.house.now = self.clock
        self.house.bot_pause = 0.0
        self.house.bot_pool = self.bots


class _Server(uvicorn.Server):
    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@asynccontextmanager
async def told_house(folder: Path) -> AsyncIterator[ToldHouse]:
    folder.mkdir()
    store = SqliteStore.open(folder / "house.sqlite", START_MS)
    app = build(store, Settings(limits=LIMITS, host_key=HOST_KEY, bot_workers=1))
    # Named, so that answers are sent at once (TCP_NODELAY): a step would take 40 ms otherwise.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        app,
        http=partial(LimitedHttpProtocol, stall_seconds=30.0, on_stalled=lambda: None),  # type: ignore[arg-type]
        ws=WebSocketHandshake,
        log_config=None,
        lifespan="off",
    )
    server = _Server(config)
    pool = app._app.state.dependencies.house.bot_pool
    task = asyncio.create_task(server.serve(sockets=[listener]))
    house = ToldHouse(app, f"http://127.0.0.1:{listener.getsockname()[1]}")
    try:
        while not server.started:
            await asyncio.sleep(0.001)
        yield house
    finally:
        app.end_subscriptions()
        server.should_exit = True
        with suppress(asyncio.CancelledError):
            await task
        await pool.close()
        await house.house.close()


@contextmanager
def told_chance() -> Iterator[ToldChance]:
    chance = ToldChance()
    defaults = Context.__new__.__defaults__
    assert defaults is not None
    told = (*defaults[:-1], lambda: chance.secret)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            Oracle, "answer", lambda oracle, ask, number: chance.answer(oracle, ask, number)
        )
        patch.setattr(codes, "new", chance.code)
        patch.setattr(Context.__new__, "__defaults__", told)
        patch.setattr(table_module, "PRESENCE_SECONDS", 0.0)  # who comes is announced at once
        yield chance
