"""A broker on Redis (or Valkey): one channel for each table, and only data that may be lost."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Coroutine, Mapping, Sequence
from contextlib import suppress
from typing import Any, Literal

import msgspec
import redis as sync_redis
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import AuthenticationError, RedisError, ResponseError
from redis.retry import Retry as SyncRetry

from escale.tables.brokers.protocol import NOBODY, BrokerCallbacks, GuestHashes, Presence
from escale.tables.outage_log import OutageLog

log = logging.getLogger("escale.tables")

PREFIX = "escale:"
BOTS = f"{PREFIX}bots"
ALL = f"{PREFIX}all"  # a connection without any subscription cannot receive
REPEAT_SECONDS = 10.0  # presence is announced again this often,
STALE_SECONDS = 30.0  # and valid for this long
BATCH = 100  # tables whose presence is announced at once; at least a hundredth of all,
PAUSE_SECONDS = REPEAT_SECONDS / 100  # then other messages get their turn
QUEUE_SIZE = 10_000  # messages: a broker that accepts nothing must not fill the memory
TIMEOUT = 5.0  # seconds
RECONNECT_SECONDS = 1.0
FAILURES = (RedisError, OSError, TimeoutError)


# Names of classes and fields are the wire format: workers of other releases read them.


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
    """Why this address can never work; None: it works, or the server may be up later."""
    timeouts = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
    try:
        with sync_redis.Redis.from_url(url, **timeouts, retry=SyncRetry(NoBackoff(), 0)) as redis:
            redis.ping()
    except (AuthenticationError, ResponseError, ValueError, TypeError) as problem:
        return str(problem)
    except FAILURES:
        pass
    return None


class RedisBroker:
    """Messages are queued, so that callers never block, and dropped while Redis is down."""

    def __init__(self, url: str) -> None:
        self.callbacks = BrokerCallbacks()
        self._url = url
        self._outage = OutageLog(log, "broker connection recovered")
        self._bots_outage = OutageLog(log, "a bot worker (`escale bots`) is running again")
        self._bot_requests = 0  # checks for a bot worker since bots were requested
        self._worker = secrets.token_hex(8)
        self._subscribed: set[str] = set()
        self._presence: dict[str, Here] = {}
        self._others: dict[str, dict[str, tuple[float, Here]]] = {}
        self._outgoing: asyncio.Queue[tuple[str, str, bytes]] = asyncio.Queue(QUEUE_SIZE)
        self._redis: Redis | None = None
        self._behind = 0.0  # seconds from our monotonic clock to that of Redis

    # Sending

    def notify(self, table: str, number: int) -> None:
        self._enqueue("publish", PREFIX + table, _encode(News(self._worker, number)))

    def request_bots(self) -> None:
        self._bot_requests = self._bot_requests or 1
        self._enqueue("publish", BOTS, b"")

    def subscribe(self, table: str) -> None:
        if table not in self._subscribed:
            self._subscribed.add(table)
            self._enqueue("subscribe", PREFIX + table)
            self._enqueue("publish", PREFIX + table, _encode(WhoIsThere(self._worker)))

    def unsubscribe(self, table: str) -> None:
        if table in self._subscribed:
            self._subscribed.discard(table)
            self._others.pop(table, None)
            if self._presence.pop(table, None) is not None:
                self._announce(table, Here(self._worker, [], 0))
            self._enqueue("unsubscribe", PREFIX + table)

    def set_presence(self, table: str, guests: GuestHashes, watching: int) -> None:
        here = Here(self._worker, sorted(guests), watching)
        if watching:
            self._presence[table] = here
        elif self._presence.pop(table, None) is None:
            return
        self._announce(table, here)

    def _announce(self, table: str, here: Here) -> None:
        self._enqueue("publish", PREFIX + table, _encode(here))
        self._enqueue("count", table, b"%d" % len(here.marks))

    def _enqueue(
        self,
        how: Literal["publish", "subscribe", "unsubscribe", "count"],
        to: str,
        what: bytes = b"",
    ) -> None:
        with suppress(asyncio.QueueFull):  # the store is polled anyway
            self._outgoing.put_nowait((how, to, what))

    # Receiving

    @property
    def disconnected(self) -> bool:
        return self._outage.ongoing

    @property
    def bots_missing(self) -> bool:
        return self._bots_outage.ongoing

    def elsewhere(self, table: str) -> Presence:
        others = self._others.get(table)
        if not others:
            return NOBODY
        now = time.monotonic()
        fresh = [here for until, here in others.values() if until > now]
        guests = frozenset(guest for here in fresh for guest in here.marks)
        return Presence(guests, sum(here.watching for here in fresh))

    async def count_present(self, tables: Sequence[str]) -> Mapping[str, int]:
        if self._redis is None or not tables:
            return {}
        try:
            async with asyncio.timeout(TIMEOUT), self._redis.pipeline(transaction=False) as ask:
                for table in tables:
                    ask.hvals(f"{PREFIX}here:{table}")
                answers = await ask.execute()
        except FAILURES:
            return {}
        now = self._now()
        return {
            table: sum(_fresh_count(value, now) for value in values)
            for table, values in zip(tables, answers, strict=True)
        }

    # Running

    async def run(self) -> None:
        while _not_cancelled():
            try:
                await self._serve()
            except* FAILURES as problem:
                kind = type(problem.exceptions[0]).__name__
                self._outage.failed(f"broker unreachable ({kind}); retrying every second")
            except* Exception:  # whatever it is, connect again
                log.exception("broker connection failed; reconnecting")
            self._redis = None
            if _not_cancelled():
                await asyncio.sleep(RECONNECT_SECONDS)

    async def _serve(self) -> None:
        """Runs as long as the connection holds."""
        async with Redis.from_url(
            self._url,
            socket_timeout=TIMEOUT,
            socket_connect_timeout=TIMEOUT,
            retry=Retry(NoBackoff(), 0),  # `run` retries
        ) as redis:
            await self._sync_clock(redis)
            self._redis = redis
            pubsub = redis.pubsub()
            async with pubsub:
                channels = [PREFIX + table for table in self._subscribed]
                bots = [] if self.callbacks.on_bots_requested is None else [BOTS]
                await pubsub.subscribe(ALL, *bots, *channels)
                self._outage.recovered()
                self.callbacks.on_reconnect()
                await _race(self._receive(pubsub), self._send(redis, pubsub), self._repeat(redis))

    async def _receive(self, pubsub: PubSub) -> None:
        while _not_cancelled():
            message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=TIMEOUT)
            if message is None:  # silence: is the connection alive?
                async with asyncio.timeout(TIMEOUT):
                    await pubsub.ping()
                continue
            if message["type"] == "message":
                self._dispatch(message["channel"].decode(), message["data"])

    def _dispatch(self, channel: str, data: bytes) -> None:
        if channel == BOTS:
            if self.callbacks.on_bots_requested is not None:
                self.callbacks.on_bots_requested()
            return
        table = channel.removeprefix(PREFIX)
        try:
            message = _read(data)
        except msgspec.MsgspecError:
            return  # not from a worker
        if message.worker == self._worker:
            return
        match message:
            case News(number=number):
                self.callbacks.on_entries(table, number)
            case Here():
                others = self._others.setdefault(table, {})
                known = others.get(message.worker)
                others[message.worker] = (time.monotonic() + STALE_SECONDS, message)
                if known is None or known[1] != message:
                    self.callbacks.on_presence(table)
            case WhoIsThere() if table in self._presence:
                self._announce(table, self._presence[table])

    async def _send(self, redis: Redis, pubsub: PubSub) -> None:
        """Everything in the queue, in one pipeline."""
        while _not_cancelled():
            waiting = [await self._outgoing.get()]
            while not self._outgoing.empty() and len(waiting) < 500:
                waiting.append(self._outgoing.get_nowait())
            async with asyncio.timeout(TIMEOUT), redis.pipeline(transaction=False) as sent:
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

    async def _sync_clock(self, redis: Redis) -> None:
        """Expiry times are in the time of Redis: the clocks of workers may differ."""
        seconds, _ = await redis.time()
        self._behind = seconds - time.monotonic()

    def _now(self) -> float:
        return self._behind + time.monotonic()

    async def _repeat(self, redis: Redis) -> None:
        """A few tables at a time: thousands at once would fill the queue, and other messages would
        be dropped."""
        while _not_cancelled():
            begun, tables = time.monotonic(), list(self._presence)
            step = max(BATCH, -(-len(tables) // 100))
            for start in range(0, len(tables), step):
                for table in tables[start : start + step]:
                    if table in self._presence:
                        self._announce(table, self._presence[table])
                await asyncio.sleep(PAUSE_SECONDS)
            self._expire_workers()
            await self._sync_clock(redis)
            await self._check_for_bots(redis)
            await asyncio.sleep(max(0.0, begun + REPEAT_SECONDS - time.monotonic()))

    async def _check_for_bots(self, redis: Redis) -> None:
        """Without `escale bots`, tables with bots would wait for ever. It is reported by the second
        check: after a restart the bot workers may be a moment later."""
        if not self._bot_requests:
            return
        with suppress(ResponseError):  # the command may be forbidden
            ((_, workers),) = await redis.pubsub_numsub(BOTS)
            if workers:
                self._bot_requests = 0
                self._bots_outage.recovered()
            elif self._bot_requests > 1:
                self._bots_outage.failed(
                    "bots are requested, but no `escale bots` is running; their tables wait"
                )
            else:
                self._bot_requests += 1

    def _expire_workers(self) -> None:
        """Drop the presence of workers that have been silent for too long."""
        now = time.monotonic()
        for table, others in list(self._others.items()):
            dead = [worker for worker, (until, _) in others.items() if until <= now]
            for worker in dead:
                del others[worker]
            if dead:
                self.callbacks.on_presence(table)


async def _race(*work: Coroutine[Any, Any, None]) -> None:
    """Runs until one of them ends. A `TaskGroup` cancels the task that awaits it, and before Python
    3.13 does not undo that: `_not_cancelled` would be false."""
    tasks = [asyncio.create_task(one) for one in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        ends = await asyncio.gather(*tasks, return_exceptions=True)
    wrong = [end for end in ends if isinstance(end, Exception)]
    if wrong:
        raise ExceptionGroup("broker connection lost", wrong)


def _not_cancelled() -> bool:
    """Before Python 3.12 `asyncio.wait_for`, which the client uses, can swallow a cancellation."""
    task = asyncio.current_task()
    return task is not None and not task.cancelling()


def _fresh_count(value: bytes, now: float) -> int:
    count, until = value.split()
    return int(count) if int(until) > now else 0
