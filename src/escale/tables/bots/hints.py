"""Hints for a player who is stuck: what a bot would play, thought out once for each hint."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import Any, NamedTuple

from escale.core.bots import planned
from escale.core.game import Sentence
from escale.core.play import Ruling, refused
from escale.core.secrecy import Seat, View, view
from escale.tables.bots.players import bot_request
from escale.tables.bots.pool import BotPool, BotRequest, NoAnswer
from escale.tables.fair_queue import Turn
from escale.tables.log.table_state import TableState

MOST_KEPT = 256  # moves: who reads a hint again, or reloads the page, need not wait again


class Hint(NamedTuple):
    rung: int
    sentence: Sentence
    action: Any  # None: only a nudge


class _Asked(NamedTuple):
    request: BotRequest
    seen: View[Any]
    rung: int


class Hints:
    def __init__(self, pool: BotPool) -> None:
        self._pool = pool
        self._moves: OrderedDict[str, asyncio.Task[Any]] = OrderedDict()

    async def read(self, state: TableState, seat: Seat, client: str) -> Hint | Ruling:
        """The last hint that this seat asked for in the present moment."""
        asked, game = _asked(state, seat), state.game
        if isinstance(asked, Ruling):
            return asked
        try:
            action = await self._move(asked.request, client)
        except NoAnswer:
            return refused("hint-failed", "house-hints")
        assert game.hints is not None
        sentence = game.hints.sentence(asked.rung, asked.seen, action)
        return Hint(asked.rung, sentence, None if asked.rung == 1 else action)

    async def _move(self, request: BotRequest, client: str) -> Any:
        task = self._moves.get(request.seed)
        if task is None:
            task = asyncio.create_task(self._pool.ask(request, Turn(client)))
            self._moves[request.seed] = task
            while len(self._moves) > MOST_KEPT:
                self._moves.popitem(last=False)
        try:
            return planned(await asyncio.shield(task))[0]
        except NoAnswer:
            self._moves.pop(request.seed, None)
            raise


def _asked(state: TableState, seat: Seat) -> _Asked | Ruling:
    running = state.playing
    rung = 0 if running is None else running.rung(seat)
    if running is None or not rung or not state.gives_hints:
        return refused("no-hint-now", "house-hints")
    # A nudge leads to the move that the second hint tells.
    bots = (chair.level for chair in state.chairs if chair.kind == "bot")
    level = state.game.hint_level(rung, filter(None, bots))
    request = bot_request(state, running, seat, level, "hint")
    return _Asked(request, view(running.match.state, seat), rung)
