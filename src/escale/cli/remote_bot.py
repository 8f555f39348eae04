"""Plays at a table on the network: sits down, plays, agrees to proposals, stays for rematches."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, TypeVar

from rich.console import Console

from escale.cli.inputs import BadInput
from escale.cli.terminal.texts import clean
from escale.client import Away, Client, Refused, Table, Turn
from escale.core.bots import Later, planned
from escale.tables.decisions.names import for_bot

REMATCH_TIMEOUT = 30.0  # seconds to wait for the others after a match, if nobody is connected
LEAVE_TIMEOUT = 5.0  # seconds
MAX_ATTEMPTS = 5  # actions for one turn, if the rules refuse them
TURN_IS_OVER = (
    "stale",
    "not-your-turn",
    "paused",
    "match-over",
    "resigned-already",
    "open-it-first",
)
NO_FREE_SEAT = ("table-full", "seat-taken")

T = TypeVar("T")

Choice: TypeAlias = Mapping[str, Any] | Later[Mapping[str, Any]]
"""An action as plain data, at once or later."""


class NoLegalMove(Exception):
    """No action that the rules allow was found. The message is one line."""


class Decider(Protocol):
    """Chooses actions. `refusal`: why the last action for the same turn was refused."""

    async def answer(self, turn: Turn, refusal: Refused | None) -> Choice: ...


@dataclass(frozen=True, slots=True)
class Visit:
    name: str | None
    seat: int | None
    games: int | None


async def play_matches(
    client: Client, table: str, decider: Decider, visit: Visit, out: Console
) -> None:
    """One match after the other: a rematch is at another table."""
    played = 0
    found: str | None = table
    while found is not None:
        async with client.table(found) as connected:
            agreeing = asyncio.create_task(_agree_to_proposals(connected))
            try:
                await _sit(connected, visit, out)
                await _wait_for_start(connected)
                await _play(connected, decider)
                _print_score(connected, out)
                played += 1
                found = None if played == visit.games else await _rematch(connected)
            except asyncio.CancelledError:
                await _leave(connected)
                raise
            finally:
                agreeing.cancel()
                with suppress(asyncio.CancelledError, Away):
                    await agreeing


async def _sit(table: Table, visit: Visit, out: Console) -> None:
    """Take a seat as soon as it is free. In a rematch the bot has one already."""
    while not table.seats:
        taken = [chair["name"] for chair in table.about["seats"]]
        try:
            await _finish(table.sit(visit.name or for_bot(taken), seat=visit.seat))
        except Refused as refusal:
            if refusal.reason == "name-taken" and visit.name is None:
                continue  # somebody else came at the same moment
            if refusal.reason not in NO_FREE_SEAT:
                raise BadInput(f"{table.id}: {refusal}") from None
            out.print("Waiting for a free seat.")
            await table.until(lambda now: now.status != "gathering" or _is_free(now, visit.seat))
    places = " and ".join(str(seat + 1) for seat in table.seats)
    out.print(f"Table {table.id}: at seat {places}.", soft_wrap=True)
    if table.about["brought_by"] is not None:
        out.print(f"{clean(table.about['brought_by'])} brought this match from elsewhere.")


async def _finish(work: Coroutine[Any, Any, object]) -> None:
    """Finish even if cancelled: after half a request the bot would not know its seat."""
    working = asyncio.create_task(work)
    try:
        await asyncio.shield(working)
    except asyncio.CancelledError:
        with suppress(TimeoutError, Refused, Away):
            async with asyncio.timeout(LEAVE_TIMEOUT):
                await working
        raise


def _is_free(table: Table, seat: int | None) -> bool:
    chairs = table.about["seats"] if seat is None else table.about["seats"][seat : seat + 1]
    return any(chair["kind"] == "empty" for chair in chairs)


async def _wait_for_start(table: Table) -> None:
    """Wait for the match, or start it: the bot is the host if its maker only watches."""
    while table.status == "gathering":
        number = table.number
        if table.about["host"] == table.person and not _is_free(table, None):
            with suppress(Refused):
                await table.ask("start")
        if table.number == number:
            await table.changed()


async def _agree_to_proposals(table: Table) -> None:
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


async def _play(table: Table, decider: Decider) -> None:
    async for turn in table.turns():
        try:
            await _take_turn(turn, decider)
        except NoLegalMove:
            with suppress(Refused):  # so that the others need not wait
                await table.ask("resign", seat=turn.seat)
            raise


async def _take_turn(turn: Turn, decider: Decider) -> None:
    """Choose and play one action; choose again if it is refused."""
    refusal: Refused | None = None
    tries = 0
    while tries < MAX_ATTEMPTS:
        try:
            action = await _unless_passed(turn, _decide(turn, decider, refusal))
            if action is not None:
                await turn.act(action)
            return
        except Refused as problem:
            if problem.reason in TURN_IS_OVER:
                await turn.until_passed()
                return
            now = turn.afresh()
            # If others have played since, the refusal may be due to that: start anew.
            refusal, tries = (problem, tries + 1) if now.seen == turn.seen else (None, 0)
            turn = now
    raise NoLegalMove(f"no allowed move in {MAX_ATTEMPTS} attempts: {refusal}; resigned")


async def _decide(turn: Turn, decider: Decider, refusal: Refused | None) -> Mapping[str, Any]:
    """The action, at the time that the decider wants; thinking time is part of the wait."""
    asked = turn.table.match_time()
    choice = await decider.answer(turn, refusal)
    action, wait = planned(choice)
    if isinstance(choice, Later):
        await turn.until(asked + wait)
    return action


async def _unless_passed(turn: Turn, answer: Coroutine[Any, Any, T]) -> T | None:
    """The answer; None if the turn ended first, by the clock or a take-back."""
    thinking = asyncio.create_task(answer)
    passing = asyncio.create_task(turn.until_passed())
    try:
        await asyncio.wait({thinking, passing}, return_when=asyncio.FIRST_COMPLETED)
        if passing.done():
            passing.result()  # raises if the connection was lost
            return None
        return await thinking
    finally:
        for task in (thinking, passing):
            task.cancel()
        await asyncio.gather(thinking, passing, return_exceptions=True)


def _print_score(table: Table, out: Console) -> None:
    score = table.score
    if score is None:
        out.print("The match was carried away.")
        return
    names = [clean(chair["name"]) for chair in table.about["seats"]]
    points = ", ".join(f"{name} {won}" for name, won in zip(names, score["points"], strict=True))
    winners = ", ".join(names[seat] for seat in score["winners"])
    out.print(f"{points}. Won by: {winners or '-'} ({score['ending']}).", soft_wrap=True)


async def _rematch(table: Table) -> str | None:
    """The table of the rematch; None if there will probably be none."""
    while table.about["rematch"] is None:
        others = _others(table)
        if not others or table.about["carried_away"]:
            return None
        try:
            async with asyncio.timeout(None if others & {*table.here} else REMATCH_TIMEOUT):
                await table.changed()
        except TimeoutError:
            return None
    return str(table.about["rematch"])


def _others(table: Table) -> set[int]:
    return {chair["person"] for chair in table.about["seats"]} - {table.person, None}


async def _leave(table: Table) -> None:
    """Stand up, so that nobody waits for the bot."""
    with suppress(TimeoutError, Away):
        async with asyncio.timeout(LEAVE_TIMEOUT):
            for seat in table.seats:
                with suppress(Refused):
                    await table.ask("stand-up", seat=seat)
