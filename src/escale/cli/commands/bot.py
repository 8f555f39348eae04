"""`escale bot --table CODE`: a player made of code comes to a table of a house on the network."""

from __future__ import annotations

import asyncio
import re
import signal
from argparse import ArgumentParser, Namespace
from collections.abc import Coroutine, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Protocol, TypeAlias, TypeVar

from rich.console import Console

from escale.cli import inputs
from escale.cli.terminal.console import A_CHECK_FAILED, OK, console, language_of_the_system
from escale.cli.terminal.texts import clean
from escale.client import Away, Client, Engine, EngineFailed, Refused, Table, Turn
from escale.client.engine import BadAnswer
from escale.core.bots import Later, planned
from escale.core.codec import Malformed, from_plain, to_plain
from escale.core.game import Game
from escale.core.secrecy import View
from escale.tables.bots.pool import BotPool, BotRequest, NoAnswer
from escale.tables.decisions.names import for_bot

HERE = "http://127.0.0.1:8080"
FIRST_CONTACT = 5.0  # seconds to learn that an address is wrong
PATIENCE = 120.0  # seconds without the server, in the middle of a game
ALONE = 30.0  # seconds, after a game, in which others may come back
FAREWELL = 5.0
TRIES = 5  # answers to one question, if the rules refuse them
TOO_LATE = ("stale", "not-your-turn", "paused", "match-over", "resigned-already", "open-it-first")
NOT_FREE = ("table-full", "seat-taken")

T = TypeVar("T")

Choice: TypeAlias = Mapping[str, Any] | Later[Mapping[str, Any]]
"""An action as plain data, at once or later."""


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--table", required=True, help="its spoken code, its link or the id in the link"
    )
    parser.add_argument("--server", metavar="URL", help=f"the house (that of the link, or {HERE})")
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


class Stuck(Exception):
    """The mind of the bot has no move that the rules allow. The message is one line."""


class Mind(Protocol):
    """Who decides. `refusal` is what became of the answer before to the same question."""

    async def answer(self, turn: Turn, refusal: Refused | None) -> Choice: ...


@dataclass(frozen=True, slots=True)
class Visit:
    """What the command line says about it."""

    name: str | None
    seat: int | None
    games: int | None


def run(args: Namespace) -> int:
    if args.level is not None and args.engine is not None:
        raise inputs.BadInput("--level and --engine: only one of them can play")
    for name in ("seat", "games"):
        if getattr(args, name) is not None and getattr(args, name) < 1:
            raise inputs.BadInput(f"--{name}: must be at least 1")
    link = re.match(r"https?://[^/]+", args.table)
    server = args.server or (link[0] if link else HERE)
    try:
        client = Client(server, language=language_of_the_system(), patience=FIRST_CONTACT)
    except ValueError as problem:
        raise inputs.BadInput(f"--server: {problem}") from None
    with suppress(KeyboardInterrupt):
        return asyncio.run(_until_told_to_leave(_come(args, client, console())))
    return OK


async def _until_told_to_leave(work: Coroutine[Any, Any, int]) -> int:
    """Ctrl-C and SIGTERM let the bot say goodbye to its table; a second one does not."""
    working = asyncio.create_task(work)
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, working.cancel)
    try:
        return await working
    except asyncio.CancelledError:
        return OK


async def _come(args: Namespace, client: Client, out: Console) -> int:
    visit = Visit(args.name, None if args.seat is None else args.seat - 1, args.games)
    try:
        async with AsyncExitStack() as stack:
            await stack.enter_async_context(client)
            table = await _found(client, args.table)
            mind = await _mind(args, client, table, stack)
            client.patience = PATIENCE
            await _stay(client, table, mind, visit, out)
    except Away:
        raise inputs.BadInput(f"--server: no answer from {client.url}") from None
    except Refused as refusal:
        raise inputs.BadInput(str(refusal)) from None
    except Stuck as problem:
        console(stderr=True).print(f"escale bot: {clean(str(problem))}", soft_wrap=True)
        return A_CHECK_FAILED
    return OK


async def _found(client: Client, text: str) -> str:
    try:
        return await client.find(text)
    except Refused as refusal:
        raise inputs.BadInput(f"--table: {refusal}") from None


# Who decides


async def _mind(args: Namespace, client: Client, table: str, stack: AsyncExitStack) -> Mind:
    about = (await client.look(table))["table"]
    if args.engine is not None:
        try:
            return Stranger(await stack.enter_async_context(Engine(args.engine)))
        except EngineFailed as problem:
            raise inputs.BadInput(f"--engine: {problem}") from None
    game = inputs.game(about["game"])
    versions = {box["name"]: box["version"] for box in await client.games()}
    if versions.get(game.name) != game.box.version:
        raise inputs.BadInput(f"{game.name}: another version of the rules is played there")
    level = max(game.levels, default=0) if args.level is None else args.level
    if level not in game.levels:
        known = ", ".join(map(str, game.levels)) or "no bots"
        raise inputs.BadInput(f"--level: {game.name} has bots of level {known}")
    try:
        options = from_plain(game.options, about["options"])
    except Malformed as problem:
        raise inputs.BadInput(f"{game.name}: another version is played there: {problem}") from None
    bot_pool = BotPool(1)
    stack.push_async_callback(bot_pool.close)
    return OfTheGame(game, level, options, bot_pool)


class OfTheGame:
    """A bot of the game's own. It thinks in another process, so that the line stays alive."""

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


class Stranger:
    """Somebody's program."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    async def answer(self, turn: Turn, refusal: Refused | None) -> Choice:
        told = _question(turn) if refusal is None else _said(refusal)
        try:
            return _read(await self._engine.ask(told))
        except (BadAnswer, ValueError) as problem:
            raise Refused("bad-answer", str(problem)) from None
        except EngineFailed as problem:
            raise Stuck(f"--engine: {problem}") from None


def _read(answer: dict[str, Any]) -> Choice:
    """An action, or one for later; the bounds of its wait are those of every bot."""
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


def _said(refusal: Refused) -> dict[str, Any]:
    return {"refused": refusal.plain}


# At the table


async def _stay(client: Client, table: str, mind: Mind, visit: Visit, out: Console) -> None:
    """One game after the other, at one table after the other."""
    played = 0
    found: str | None = table
    while found is not None:
        async with client.table(found) as line:
            agreeing = asyncio.create_task(_agree(line))
            try:
                await _sit(line, visit, out)
                await _begin(line)
                await _play(line, mind)
                _tell_score(line, out)
                played += 1
                found = None if played == visit.games else await _rematch(line)
            except asyncio.CancelledError:
                await _leave(line)
                raise
            finally:
                agreeing.cancel()
                with suppress(asyncio.CancelledError, Away):
                    await agreeing


async def _sit(table: Table, visit: Visit, out: Console) -> None:
    """On the seat that is wanted, as soon as it is free; in a rematch it sits already."""
    while not table.seats:
        taken = [chair["name"] for chair in table.about["seats"]]
        try:
            await _finish(table.sit(visit.name or for_bot(taken), seat=visit.seat, salt=True))
        except Refused as refusal:
            if refusal.reason == "name-taken" and visit.name is None:
                continue  # somebody else came at the same moment
            if refusal.reason not in NOT_FREE:
                raise inputs.BadInput(f"{table.id}: {refusal}") from None
            out.print("Waiting for a free seat.")
            await table.until(lambda now: now.status != "gathering" or _is_free(now, visit.seat))
    places = " and ".join(str(seat + 1) for seat in table.seats)
    out.print(f"Table {table.id}: at seat {places}.", soft_wrap=True)


async def _finish(work: Coroutine[Any, Any, object]) -> None:
    """Even if told to leave: who has half sat down would not know from where to stand up."""
    working = asyncio.create_task(work)
    try:
        await asyncio.shield(working)
    except asyncio.CancelledError:
        with suppress(TimeoutError, Refused, Away):
            async with asyncio.timeout(FAREWELL):
                await working
        raise


def _is_free(table: Table, seat: int | None) -> bool:
    chairs = table.about["seats"] if seat is None else table.about["seats"][seat : seat + 1]
    return any(chair["kind"] == "empty" for chair in chairs)


async def _begin(table: Table) -> None:
    """Wait for the game. Where whoever made the table only looks on, a bot may be its host."""
    while table.status == "gathering":
        number = table.number
        if table.about["host"] == table.person and not _is_free(table, None):
            with suppress(Refused):
                await table.ask("start")
        if table.number == number:
            await table.changed()


async def _agree(table: Table) -> None:
    """To whatever the others want: a bot does not mind."""
    while True:
        await table.until(_is_asked)
        proposal = table.about["proposal"]
        with suppress(Refused):
            await table.ask("answer", agree=True)
        while table.about["proposal"] == proposal:
            await table.changed()


def _is_asked(table: Table) -> bool:
    proposal = table.about["proposal"]
    return proposal is not None and bool(table.seats) and table.person not in proposal["agreed"]


async def _play(table: Table, mind: Mind) -> None:
    async for turn in table.turns():
        try:
            await _take(turn, mind)
        except Stuck:
            with suppress(Refused):  # the others shall not wait for it
                await table.ask("resign", seat=turn.seat)
            raise


async def _take(turn: Turn, mind: Mind) -> None:
    """One turn: think, play, and think again if the rules refuse it."""
    refusal: Refused | None = None
    tries = 0
    while tries < TRIES:
        try:
            action = await _unless_passed(turn, _decided(turn, mind, refusal))
            if action is not None:
                await turn.act(action)
            return
        except Refused as problem:
            if problem.reason in TOO_LATE:
                await turn.until_passed()
                return
            now = turn.afresh()
            # If others have played since, the move may have been a good one: another question.
            refusal, tries = (problem, tries + 1) if now.seen == turn.seen else (None, 0)
            turn = now
    raise Stuck(f"no allowed move in {TRIES} attempts: {refusal}; resigned")


async def _decided(turn: Turn, mind: Mind, refusal: Refused | None) -> Mapping[str, Any]:
    """What the mind wants to do, when it wants to; the time that it thinks is part of the wait."""
    asked = turn.table.match_time()
    choice = await mind.answer(turn, refusal)
    action, wait = planned(choice)
    if isinstance(choice, Later):
        await turn.until(asked + wait)
    return action


async def _unless_passed(turn: Turn, answer: Coroutine[Any, Any, T]) -> T | None:
    """The answer; None if it comes too late, because time is up or a move was taken back."""
    thinking = asyncio.create_task(answer)
    passing = asyncio.create_task(turn.until_passed())
    try:
        await asyncio.wait({thinking, passing}, return_when=asyncio.FIRST_COMPLETED)
        if passing.done():
            passing.result()  # which raises, if the line is over
            return None
        return await thinking
    finally:
        for task in (thinking, passing):
            task.cancel()
        await asyncio.gather(thinking, passing, return_exceptions=True)


def _tell_score(table: Table, out: Console) -> None:
    score = table.score
    if score is None:
        out.print("The match was carried away.")
        return
    names = [clean(chair["name"]) for chair in table.about["seats"]]
    points = ", ".join(f"{name} {won}" for name, won in zip(names, score["points"], strict=True))
    winners = ", ".join(names[seat] for seat in score["winners"])
    out.print(f"{points}. Won by: {winners or '-'} ({score['ending']}).", soft_wrap=True)


async def _rematch(table: Table) -> str | None:
    """Where the next game is played; None: there will be none, as far as one can tell."""
    while table.about["rematch"] is None:
        others = _others(table)
        if not others or table.about["carried_away"]:
            return None
        try:
            async with asyncio.timeout(None if others & {*table.here} else ALONE):
                await table.changed()
        except TimeoutError:
            return None
    return str(table.about["rematch"])


def _others(table: Table) -> set[int]:
    """The people who play at the table, besides the one whose seat the bot has."""
    return {chair["person"] for chair in table.about["seats"]} - {table.person, None}


async def _leave(table: Table) -> None:
    """Stand up, so that nobody waits for a bot that is gone."""
    with suppress(TimeoutError, Away):
        async with asyncio.timeout(FAREWELL):
            for seat in table.seats:
                with suppress(Refused):
                    await table.ask("stand-up", seat=seat)
