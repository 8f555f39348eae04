"""A broker on Redis (or Valkey): one channel a table, and nothing that would have to be kept."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
import redis as at_once
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from redis.retry import Retry as RetryAtOnce

from escale.tables.brokers.protocol import NOBODY, Ears, Elsewhere, Marks
from escale.tables.outage_log import Trouble

log = logging.getLogger("escale.tables")

PREFIX = "escale:"
BOTS = f"{PREFIX}bots"
ALL = f"{PREFIX}all"  # so that there is always something to listen to
REPEAT_SECONDS = 10.0  # who is here is said again so often,
STALE_SECONDS = 30.0  # and believed for so long
AT_ONCE = 100  # tables, or a hundredth of all: so many are named in a go,
PAUSE_SECONDS = REPEAT_SECONDS / 100  # and then others may speak
MOST_WAITING = 10_000  # messages: a broker that takes nothing must not fill the memory
PATIENCE = 5.0  # seconds for an answer
AGAIN_SECONDS = 1.0
TROUBLE = (RedisError, OSError, TimeoutError)


class News(msgspec.Struct, frozen=True, tag=True):
    worker: str
    number: int


class Here(msgspec.Struct, frozen=True, tag=True):
    worker: str
    marks: list[str]
    watching: int


class WhoIsThere(msgspec.Struct, frozen=True, tag=True):
    worker: str


_encode = msgspec.json.Encoder().encode
_read = msgspec.json.Decoder(News | Here | WhoIsThere).decode


def problem_with(url: str) -> str | None:
    """Why this address will never do; None: it does, or the server is away, and may come."""
    patience = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
    try:
        with at_once.Redis.from_url(url, **patience, retry=RetryAtOnce(NoBackoff(), 0)) as redis:
            redis.ping()
    except (AuthenticationError, ResponseError, ValueError, TypeError) as problem:
        return str(problem)
    except TROUBLE:
        pass
    return None


class RedisBroker:
    """What is said waits in a queue, so that nobody waits; if Redis is away it is dropped."""

    def __init__(self, url: str) -> None:
        self.ears = Ears()
        self._url = url
        self._away = Trouble(log, "the broker is back")
        self._no_bots = Trouble(log, "bots think again")
        self._called = 0  # times that somebody was looked for who thinks for the bots, in vain
        self._worker = secrets.token_hex(8)
        self._joined: set[str] = set()
        self._own: dict[str, Here] = {}
        self._others: dict[str, dict[str, tuple[float, Here]]] = {}
        self._out: asyncio.Queue[tuple[str, str, bytes]] = asyncio.Queue(MOST_WAITING)
        self._redis: Redis | None = None
        self._behind = 0.0  # seconds, by which our monotonic clock is behind that of Redis

    # What this worker says

    def tell(self, table: str, number: int) -> None:
        self._say("publish", PREFIX + table, _encode(News(self._worker, number)))

    def call_bots(self) -> None:
        self._called = self._called or 1
        self._say("publish", BOTS, b"")

    def join(self, table: str) -> None:
        if table not in self._joined:
            self._joined.add(table)
            self._say("subscribe", PREFIX + table)
            self._say("publish", PREFIX + table, _encode(WhoIsThere(self._worker)))

    def leave(self, table: str) -> None:
        if table in self._joined:
            self._joined.discard(table)
            self._others.pop(table, None)
            if self._own.pop(table, None) is not None:
                self._announce(table, Here(self._worker, [], 0))
            self._say("unsubscribe", PREFIX + table)

    def here(self, table: str, marks: Marks, watching: int) -> None:
        here = Here(self._worker, sorted(marks), watching)
        if watching:
            self._own[table] = here
        elif self._own.pop(table, None) is None:
            return
        self._announce(table, here)

    def _announce(self, table: str, here: Here) -> None:
        self._say("publish", PREFIX + table, _encode(here))
        self._say("count", table, b"%d" % len(here.marks))

    def _say(
        self,
        how: Literal["publish", "subscribe", "unsubscribe", "count"],
        to: str,
        what: bytes = b"",
    ) -> None:
        with suppress(asyncio.QueueFull):  # then they are many: the store is looked at anyway
            self._out.put_nowait((how, to, what))

    # What others have said

    @property
    def away(self) -> bool:
        return self._away.lasts

    @property
    def calls_in_vain(self) -> bool:
        return self._no_bots.lasts

    def elsewhere(self, table: str) -> Elsewhere:
        others = self._others.get(table)
        if not others:
            return NOBODY
        now = time.monotonic()
        fresh = [here for until, here in others.values() if until > now]
        marks = frozenset(mark for here in fresh for mark in here.marks)
        return Elsewhere(marks, sum(here.watching for here in fresh))

    async def counts(self, tables: Sequence[str]) -> Mapping[str, int]:
        if self._redis is None or not tables:
            return {}
        try:
            async with asyncio.timeout(PATIENCE), self._redis.pipeline(transaction=False) as ask:
                for table in tables:
                    ask.hvals(f"{PREFIX}here:{table}")
                answers = await ask.execute()
        except TROUBLE:
            return {}
        now = self._now()
        return {
            table: sum(_counted(value, now) for value in values)
            for table, values in zip(tables, answers, strict=True)
        }

    # At work

    async def run(self) -> None:
        while _wanted():
            try:
                await self._talk()
            except* TROUBLE as problem:
                kind = type(problem.exceptions[0]).__name__
                self._away.begins(f"the broker cannot be reached: {kind}")
            except* Exception:  # whatever it is, the others must be heard again
                log.exception("error at the broker")
            self._redis = None
            if _wanted():
                await asyncio.sleep(AGAIN_SECONDS)

    async def _talk(self) -> None:
        """As long as the connection holds. Whatever was missed before is made up for."""
        async with Redis.from_url(
            self._url,
            socket_timeout=PATIENCE,
            socket_connect_timeout=PATIENCE,
            retry=Retry(NoBackoff(), 0),  # it is `run` that tries again
        ) as redis:
            await self._look_at_clock(redis)
            self._redis = redis
            pubsub = redis.pubsub()
            async with pubsub:
                channels = [PREFIX + table for table in self._joined]
                thinks = [] if self.ears.bots is None else [BOTS]
                await pubsub.subscribe(ALL, *thinks, *channels)
                self._away.ends()
                self.ears.missed()
                await _together(self._hear(pubsub), self._speak(redis, pubsub), self._repeat(redis))

    async def _hear(self, pubsub: PubSub) -> None:
        while _wanted():
            message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=PATIENCE)
            if message is None:  # silence: is anybody there?
                async with asyncio.timeout(PATIENCE):
                    await pubsub.ping()
                continue
            if message["type"] == "message":
                self._heard(message["channel"].decode(), message["data"])

    def _heard(self, channel: str, data: bytes) -> None:
        if channel == BOTS:
            if self.ears.bots is not None:
                self.ears.bots()
            return
        table = channel.removeprefix(PREFIX)
        try:
            said = _read(data)
        except msgspec.MsgspecError:
            return  # not one of us
        if said.worker == self._worker:
            return
        match said:
            case News(number=number):
                self.ears.news(table, number)
            case Here():
                others = self._others.setdefault(table, {})
                known = others.get(said.worker)
                others[said.worker] = (time.monotonic() + STALE_SECONDS, said)
                if known is None or known[1] != said:
                    self.ears.people(table)
            case WhoIsThere() if table in self._own:
                self._announce(table, self._own[table])

    async def _speak(self, redis: Redis, pubsub: PubSub) -> None:
        """All that waits, in one go."""
        while _wanted():
            waiting = [await self._out.get()]
            while not self._out.empty() and len(waiting) < 500:
                waiting.append(self._out.get_nowait())
            async with asyncio.timeout(PATIENCE), redis.pipeline(transaction=False) as sent:
                for how, to, what in waiting:
                    if how == "publish":
                        sent.publish(to, what)
                    elif how == "count":
                        self._note(sent, to, what)
                for how, to, _ in waiting:
                    if how == "subscribe":
                        await pubsub.subscribe(to)
                    elif how == "unsubscribe":
                        await pubsub.unsubscribe(to)
                await sent.execute()

    def _note(self, sent: Any, table: str, count: bytes) -> None:
        key = f"{PREFIX}here:{table}"
        if count == b"0":
            sent.hdel(key, self._worker)
        else:
            until = int(self._now() + STALE_SECONDS)
            sent.hset(key, self._worker, b"%b %d" % (count, until))
            sent.expire(key, int(STALE_SECONDS) * 2)

    async def _look_at_clock(self, redis: Redis) -> None:
        """How long others believe what we note must not depend on the clocks of our machines."""
        seconds, _ = await redis.time()
        self._behind = seconds - time.monotonic()

    def _now(self) -> float:
        return self._behind + time.monotonic()

    async def _repeat(self, redis: Redis) -> None:
        """A few tables at a time: thousands at once would fill the queue, and what others have to
        say in that moment would be dropped."""
        while _wanted():
            begun, tables = time.monotonic(), list(self._own)
            step = max(AT_ONCE, -(-len(tables) // 100))
            for start in range(0, len(tables), step):
                for table in tables[start : start + step]:
                    if table in self._own:
                        self._announce(table, self._own[table])
                await asyncio.sleep(PAUSE_SECONDS)
            self._forget_the_dead()
            await self._look_at_clock(redis)
            await self._look_for_bots(redis)
            await asyncio.sleep(max(0.0, begun + REPEAT_SECONDS - time.monotonic()))

    async def _look_for_bots(self, redis: Redis) -> None:
        """Whoever forgot to start `escale bots` would wait for them for ever. Once is not enough:
        after a restart they may be a moment later than those who call."""
        if not self._called:
            return
        with suppress(ResponseError):  # a server that does not let us ask
            ((_, thinking),) = await redis.pubsub_numsub(BOTS)
            if thinking:
                self._called = 0
                self._no_bots.ends()
            elif self._called > 1:
                self._no_bots.begins("bots are awaited, and no `escale bots` is at work")
            else:
                self._called += 1

    def _forget_the_dead(self) -> None:
        """Who was with a worker that says nothing any more is gone."""
        now = time.monotonic()
        for table, others in list(self._others.items()):
            dead = [worker for worker, (until, _) in others.items() if until <= now]
            for worker in dead:
                del others[worker]
            if dead:
                self.ears.people(table)


async def _together(*work: Coroutine[Any, Any, None]) -> None:
    """Until one of them ends. A `TaskGroup` cancels the task that waits for it, and below Python
    3.13 does not take that back: `_wanted` would believe that somebody wants this to stop."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    wrong = [end for end in ends if isinstance(end, Exception)]
    if wrong:
        raise ExceptionGroup("the broker was lost", wrong)


def _wanted() -> bool:
    """Whether nobody has cancelled this task. Below Python 3.12 `asyncio.wait_for`, with which the
    client waits for its socket, forgets a cancellation that comes as it ends."""
    task = asyncio.current_task()
    return task is not None and not task.cancelling()


def _counted(value: bytes, now: float) -> int:
    count, until = value.split()
    return int(count) if int(until) > now else 0
