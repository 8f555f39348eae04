"""A broker on Redis (or Valkey): one channel per table, and no data that must survive."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from itertools import zip_longest
from typing import Any, Literal

import msgspec
import redis as blocking_redis
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from redis.retry import Retry as BlockingRetry

from escale.tables.brokers.protocol import NO_PRESENCE, Listeners, Presence
from escale.tables.outage_log import OutageLog

log = logging.getLogger("escale.tables")

PREFIX = "escale:"
BOTS_CHANNEL = f"{PREFIX}bots"
COMMON_CHANNEL = f"{PREFIX}all"  # so that there is always a subscription
REPEAT_SECONDS = 10.0  # presence is published again this often,
STALE_SECONDS = 30.0  # and valid for this long
MIN_CHUNK = 100  # tables per chunk when presence is repeated, or a hundredth of all,
CHUNK_PAUSE_SECONDS = REPEAT_SECONDS / 100  # with a pause in which other messages are sent
MAX_QUEUED = 10_000  # messages: if Redis does not answer, the queue must not fill the memory
MAX_PIPELINED = 500  # messages in one round trip
TIMEOUT = 5.0  # seconds for an answer
RECONNECT_SECONDS = 1.0
CONNECTION_ERRORS = (RedisError, OSError, TimeoutError)


# Messages between workers. Tags and field names are those on the wire: workers of the version
# before must understand them while a house is upgraded.


class NewEntries(msgspec.Struct, frozen=True, tag="News"):
    worker: str
    number: int


class WorkerPresence(msgspec.Struct, frozen=True, tag="Here"):
    worker: str
    guests: list[str] = msgspec.field(name="marks")
    connections: int = msgspec.field(name="watching")
    clients: list[str] = []  # of the guests, in their order; the version before sends none


class PresenceRequest(msgspec.Struct, frozen=True, tag="WhoIsThere"):
    worker: str


_encode = msgspec.json.Encoder().encode
_decode = msgspec.json.Decoder(NewEntries | WorkerPresence | PresenceRequest).decode


def permanent_problem(url: str) -> str | None:
    """Why this URL can never work; None if it does, or if the server is only down for now."""
    timeouts = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
    try:
        with blocking_redis.Redis.from_url(
            url, **timeouts, retry=BlockingRetry(NoBackoff(), 0)
        ) as redis:
            redis.ping()
    except (AuthenticationError, ResponseError, ValueError, TypeError) as problem:
        return str(problem)
    except CONNECTION_ERRORS:
        pass
    return None


class RedisBroker:
    """Messages go through a queue, so that no caller waits. They are dropped if Redis is down."""

    def __init__(self, url: str) -> None:
        self.listeners = Listeners()
        self._url = url
        self._down = OutageLog(log, "connection to the broker recovered")
        self._no_bots = OutageLog(log, "a worker for bots is running again")
        self._unanswered_requests = 0  # checks in a row that found no worker for bots
        self._worker = secrets.token_hex(8)
        self._subscribed: set[str] = set()
        self._own: dict[str, WorkerPresence] = {}
        self._others: dict[str, dict[str, tuple[float, WorkerPresence]]] = {}
        self._queue: asyncio.Queue[tuple[str, str, bytes]] = asyncio.Queue(MAX_QUEUED)
        self._redis: Redis | None = None
        self._clock_offset = 0.0  # seconds from our monotonic clock to the clock of Redis

    # Outgoing

    def publish(self, table: str, number: int) -> None:
        self._send("publish", PREFIX + table, _encode(NewEntries(self._worker, number)))

    def request_bots(self) -> None:
        self._unanswered_requests = self._unanswered_requests or 1
        self._send("publish", BOTS_CHANNEL, b"")

    def subscribe(self, table: str) -> None:
        if table not in self._subscribed:
            self._subscribed.add(table)
            self._send("subscribe", PREFIX + table)
            self._send("publish", PREFIX + table, _encode(PresenceRequest(self._worker)))

    def unsubscribe(self, table: str) -> None:
        if table in self._subscribed:
            self._subscribed.discard(table)
            self._others.pop(table, None)
            if self._own.pop(table, None) is not None:
                self._announce(table, WorkerPresence(self._worker, [], 0))
            self._send("unsubscribe", PREFIX + table)

    def publish_presence(self, table: str, guests: Mapping[str, str], connections: int) -> None:
        known = sorted(guests.items())
        names, clients = [guest for guest, _ in known], [client for _, client in known]
        presence = WorkerPresence(self._worker, names, connections, clients)
        if connections:
            self._own[table] = presence
        elif self._own.pop(table, None) is None:
            return
        self._announce(table, presence)

    def _announce(self, table: str, presence: WorkerPresence) -> None:
        self._send("publish", PREFIX + table, _encode(presence))
        self._send("count", table, b"%d" % len(presence.guests))

    def _send(
        self,
        command: Literal["publish", "subscribe", "unsubscribe", "count"],
        to: str,
        data: bytes = b"",
    ) -> None:
        with suppress(asyncio.QueueFull):  # dropped: workers poll the store anyway
            self._queue.put_nowait((command, to, data))

    # Incoming

    @property
    def is_down(self) -> bool:
        return self._down.ongoing

    @property
    def bots_missing(self) -> bool:
        return self._no_bots.ongoing

    def presence_elsewhere(self, table: str) -> Presence:
        others = self._others.get(table)
        if not others:
            return NO_PRESENCE
        now = time.monotonic()
        fresh = [presence for until, presence in others.values() if until > now]
        guests = {
            guest: client
            for presence in fresh
            for guest, client in zip_longest(presence.guests, presence.clients, fillvalue="")
            if guest
        }
        return Presence(guests, sum(presence.connections for presence in fresh))

    async def presence_counts(self, tables: Sequence[str]) -> Mapping[str, int]:
        if self._redis is None or not tables:
            return {}
        try:
            async with asyncio.timeout(TIMEOUT), self._redis.pipeline(transaction=False) as pipe:
                for table in tables:
                    pipe.hvals(f"{PREFIX}here:{table}")
                counts = await pipe.execute()
        except CONNECTION_ERRORS:
            return {}
        now = self._now()
        return {
            table: sum(_fresh_count(value, now) for value in values)
            for table, values in zip(tables, counts, strict=True)
        }

    # The connection

    async def run(self) -> None:
        while not _is_cancelled():
            try:
                await self._run_connection()
            except* CONNECTION_ERRORS as problem:
                kind = type(problem.exceptions[0]).__name__
                self._down.failed(
                    f"the broker cannot be reached: {kind}; retrying, and polling the database"
                )
            except* Exception:  # whatever it is, reconnect
                log.exception("error in the broker connection; reconnecting")
            self._redis = None
            if not _is_cancelled():
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _run_connection(self) -> None:
        """Until the connection is lost. Listeners are told first that messages may be missing."""
        async with Redis.from_url(
            self._url,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            retry=Retry(NoBackoff(), 0),  # `run` retries
        ) as redis:
            await self._read_clock(redis)
            self._redis = redis
            pubsub = redis.pubsub()
            async with pubsub:
                channels = [PREFIX + table for table in self._subscribed]
                bots = [] if self.listeners.bots is None else [BOTS_CHANNEL]
                await pubsub.subscribe(COMMON_CHANNEL, *bots, *channels)
                self._down.recovered()
                self.listeners.connected()
                await _until_first_ends(
                    self._receive(pubsub), self._send_queued(redis, pubsub), self._repeat(redis)
                )

    async def _receive(self, pubsub: PubSub) -> None:
        while not _is_cancelled():
            message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=TIMEOUT)
            if message is None:  # nothing came: check that the connection is alive
                async with asyncio.timeout(TIMEOUT):
                    await pubsub.ping()
                continue
            channel, data = message["channel"], message["data"]
            if isinstance(channel, bytes) and isinstance(data, bytes):
                self._handle(channel.decode(), data)

    def _handle(self, channel: str, data: bytes) -> None:
        if channel == BOTS_CHANNEL:
            if self.listeners.bots is not None:
                self.listeners.bots()
            return
        table = channel.removeprefix(PREFIX)
        try:
            message = _decode(data)
        except msgspec.MsgspecError:
            return  # not sent by a worker
        if message.worker == self._worker:
            return
        match message:
            case NewEntries(number=number):
                self.listeners.entries(table, number)
            case WorkerPresence():
                others = self._others.setdefault(table, {})
                known = others.get(message.worker)
                others[message.worker] = (time.monotonic() + STALE_SECONDS, message)
                if known is None or known[1] != message:
                    self.listeners.presence(table)
            case PresenceRequest() if table in self._own:
                self._announce(table, self._own[table])
            case _:
                pass

    async def _send_queued(self, redis: Redis, pubsub: PubSub) -> None:
        """Everything that waits, in one round trip."""
        while not _is_cancelled():
            waiting = [await self._queue.get()]
            while not self._queue.empty() and len(waiting) < MAX_PIPELINED:
                waiting.append(self._queue.get_nowait())
            async with asyncio.timeout(TIMEOUT), redis.pipeline(transaction=False) as pipe:
                for command, to, data in waiting:
                    if command == "publish":
                        pipe.publish(to, data)
                    elif command == "count":
                        self._store_count(pipe, to, data)
                for command, to, _ in waiting:
                    if command == "subscribe":
                        await pubsub.subscribe(to)
                    elif command == "unsubscribe":
                        await pubsub.unsubscribe(to)
                await pipe.execute()

    def _store_count(self, pipe: Any, table: str, count: bytes) -> None:
        key = f"{PREFIX}here:{table}"
        if count == b"0":
            pipe.hdel(key, self._worker)
        else:
            until = int(self._now() + STALE_SECONDS)
            pipe.hset(key, self._worker, b"%b %d" % (count, until))
            pipe.expire(key, int(STALE_SECONDS) * 2)

    async def _read_clock(self, redis: Redis) -> None:
        """Expiry times are in the clock of Redis, since the clocks of workers may differ."""
        seconds, _ = await redis.time()
        self._clock_offset = seconds - time.monotonic()

    def _now(self) -> float:
        return self._clock_offset + time.monotonic()

    async def _repeat(self, redis: Redis) -> None:
        """Publish presence again, some tables at a time: thousands at once would fill the queue,
        and other messages would be dropped."""
        while not _is_cancelled():
            begun, tables = time.monotonic(), list(self._own)
            chunk = max(MIN_CHUNK, -(-len(tables) // 100))
            for start in range(0, len(tables), chunk):
                for table in tables[start : start + chunk]:
                    if table in self._own:
                        self._announce(table, self._own[table])
                await asyncio.sleep(CHUNK_PAUSE_SECONDS)
            self._drop_stale_presence()
            await self._read_clock(redis)
            await self._check_for_bots(redis)
            await asyncio.sleep(max(0.0, begun + REPEAT_SECONDS - time.monotonic()))

    async def _check_for_bots(self, redis: Redis) -> None:
        """Warn if nobody started `escale bots`, but not at the first check: after a restart that
        process may come up a moment later than this one."""
        if not self._unanswered_requests:
            return
        with suppress(ResponseError):  # a server that does not allow PUBSUB NUMSUB
            ((_, subscribers),) = await redis.pubsub_numsub(BOTS_CHANNEL)
            if subscribers:
                self._unanswered_requests = 0
                self._no_bots.recovered()
            elif self._unanswered_requests > 1:
                self._no_bots.failed("tables wait for bots, but no `escale bots` is running")
            else:
                self._unanswered_requests += 1

    def _drop_stale_presence(self) -> None:
        """Of workers that have stopped publishing."""
        now = time.monotonic()
        for table, others in list(self._others.items()):
            stale = [worker for worker, (until, _) in others.items() if until <= now]
            for worker in stale:
                del others[worker]
            if stale:
                self.listeners.presence(table)


async def _until_first_ends(*coroutines: Coroutine[Any, Any, None]) -> None:
    """Not a `TaskGroup`: that cancels the task that waits for it, and before Python 3.13 does not
    undo that, so that `_is_cancelled` would be true for ever."""
    tasks = [asyncio.create_task(one) for one in coroutines]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        results = await asyncio.gather(*tasks, return_exceptions=True)
    problems = [result for result in results if isinstance(result, Exception)]
    if problems:
        raise ExceptionGroup("the connection to the broker was lost", problems)


def _is_cancelled() -> bool:
    """Before Python 3.12 `asyncio.wait_for`, which the Redis client uses for its socket, loses a
    cancellation that comes as it ends: loops must check for it."""
    task = asyncio.current_task()
    return task is None or bool(task.cancelling())


def _fresh_count(value: bytes, now: float) -> int:
    count, until = value.split()
    return int(count) if int(until) > now else 0
