"""`escale bot --table CODE`: sends a bot or a program to a table on the network."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Coroutine
from contextlib import AsyncExitStack, suppress
from secrets import token_hex
from typing import Any

from rich.console import Console

from escale.cli import inputs
from escale.cli.remote_bot import Choice, Decider, NoLegalMove, Visit, play_matches
from escale.cli.terminal.console import CHECK_FAILED, OK, console, system_language
from escale.cli.terminal.texts import clean
from escale.client import Away, Client, Engine, EngineFailed, Refused, Turn
from escale.client.engine import BadAnswer
from escale.core.bots import Later, planned
from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.game import Game
from escale.core.secrecy import View
from escale.tables.bots.pool import BotPool, BotRequest, NoAnswer

DEFAULT_SERVER = "http://127.0.0.1:8080"
VARIABLE = "ESCALE_PASSWORD"  # of the house; other users could see an argument
CONNECT_TIMEOUT = 5.0  # seconds until a wrong address is reported
RECONNECT_TIMEOUT = 120.0  # seconds without the server, during a match


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--table", required=True, help="its spoken code, its link or the id in the link"
    )
    parser.add_argument(
        "--server", metavar="URL", help=f"the house (that of the link, or {DEFAULT_SERVER})"
    )
    parser.add_argument("--level", type=int, metavar="N", help="of the game's own bots (the best)")
    parser.add_argument(
        "--engine",
        metavar="COMMAND",
        help="a program that plays: JSON, a line a question on its input, a line an answer",
    )
    parser.add_argument("--name", help="at the table")
    parser.add_argument("--seat", type=int, metavar="N", help="1 is the first (any that is free)")
    parser.add_argument(
        "--games", type=int, metavar="N", help="rematches included (as many as the others want)"
    )


def run(args: Namespace) -> int:
    if args.level is not None and args.engine is not None:
        raise inputs.BadInput("--level and --engine cannot be combined")
    for name in ("seat", "games"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise inputs.BadInput(f"--{name}: must be at least 1")
    link = re.match(r"https?://[^/]+", args.table)
    server = args.server or (link[0] if link else DEFAULT_SERVER)
    try:
        client = Client(server, language=system_language(), patience=CONNECT_TIMEOUT)
    except ValueError as problem:
        raise inputs.BadInput(f"--server: {problem}") from None
    with suppress(KeyboardInterrupt):
        return asyncio.run(_until_signal(_visit_table(args, client, console())))
    return OK


async def _until_signal(work: Coroutine[Any, Any, int]) -> int:
    """At the first Ctrl-C or SIGTERM the bot leaves its table before it ends."""
    working = asyncio.create_task(work)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, working.cancel)
    try:
        return await working
    except asyncio.CancelledError:
        return OK


async def _visit_table(args: Namespace, client: Client, out: Console) -> int:
    visit = Visit(args.name, None if args.seat is None else args.seat - 1, args.games)
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(client)
            if password := os.environ.get(VARIABLE):
                await client.enter(password)
            table = await _found(client, args.table)
            decider = await _decider(args, client, table, stack)
            client.patience = RECONNECT_TIMEOUT
            await play_matches(client, table, decider, visit, out)
    except Away:
        raise inputs.BadInput(f"--server: no answer from {client.url}") from None
    except Refused as refusal:
        raise inputs.BadInput(str(refusal)) from None
    except NoLegalMove as problem:
        console(stderr=True).print(f"escale bot: {clean(str(problem))}", soft_wrap=True)
        return CHECK_FAILED
    return OK


async def _found(client: Client, text: str) -> str:
    try:
        return await client.find(text)
    except Refused as refusal:
        if refusal.reason == "password-needed":
            raise inputs.BadInput(f"{refusal} Set ESCALE_PASSWORD to it.") from None
        raise inputs.BadInput(f"--table: {refusal}") from None


# Who decides: a bot of the game, or an external program


async def _decider(args: Namespace, client: Client, table: str, stack: AsyncExitStack) -> Decider:
    about = (await client.look(table))["table"]
    if args.engine is not None:
        try:
            return ExternalProgram(await stack.enter_async_context(Engine(args.engine)))
        except EngineFailed as problem:
            raise inputs.BadInput(f"--engine: {problem}") from None
    game = inputs.game(about["game"])
    versions = {box["name"]: box["version"] for box in await client.games()}
    if versions.get(game.name) != game.box.version:
        raise inputs.BadInput(f"{game.name}: the server has another version of the rules")
    level = max(game.levels, default=0) if args.level is None else args.level
    if level not in game.levels:
        known = ", ".join(map(str, game.levels)) or "no bots"
        raise inputs.BadInput(f"--level: {game.name} has bots of level {known}")
    try:
        options = from_plain(game.options, about["options"])
    except Malformed as problem:
        raise inputs.BadInput(
            f"{game.name}: the server has another version of the game: {problem}"
        ) from None
    bot_pool = BotPool(1)
    stack.push_async_callback(bot_pool.close)
    return GameBot(game, level, options, bot_pool)


class GameBot:
    """A bot of the game, run in another process so that the connection stays alive."""

    def __init__(
        self, game: Game[Any, Any, Any], level: int, options: Any, bot_pool: BotPool
    ) -> None:
        self._game = game
        self._level = level
        self._options = options
        self._bot_pool = bot_pool

    async def answer(self, turn: Turn, refusal: Refused | None) -> Choice:
        game, seat = self._game, turn.seat
        try:
            seen: View[Any] = View(seat, from_plain(game.state, turn.seen, hidden=True))
            question = BotRequest(game.name, self._options, seat, seen, self._level, token_hex(16))
            choice = await self._bot_pool.ask(question)
        except (Malformed, NoAnswer) as problem:
            raise Refused("no-answer", str(problem)) from None
        action, wait = planned(choice)
        plain: dict[str, Any] = to_plain(action)
        return Later(plain, wait) if isinstance(choice, Later) else plain


class ExternalProgram:
    """A program that speaks the engine protocol (`escale.client.engine`)."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def answer(self, turn: Turn, refusal: Refused | None) -> Choice:
        message = _question(turn) if refusal is None else {"refused": refusal.plain}
        try:
            return _read(await self._engine.ask(message))
        except (BadAnswer, ValueError) as problem:
            raise Refused("bad-answer", str(problem)) from None
        except EngineFailed as problem:
            raise NoLegalMove(f"--engine: {problem}") from None


def _read(answer: dict[str, Any]) -> Choice:
    """An action, at once or later; its wait is bounded like that of any bot."""
    if answer.get("kind") != "Later":
        return answer
    action, wait = answer.get("action"), answer.get("wait")
    if not isinstance(action, dict) or not isinstance(wait, int):
        raise Malformed("Later: has an action and a wait")
    return Later(action, wait)


def _question(turn: Turn) -> dict[str, Any]:
    return {
        "seat": turn.seat,
        "seen": turn.seen,
        "offers": turn.offers,
        "awaits": turn.awaits,
        "seconds": turn.seconds,
        "number": turn.number,
        "game": turn.table.about["game"],
        "options": turn.table.about["options"],
    }
