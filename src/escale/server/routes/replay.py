"""Routes of finished matches: the replay, and the game's review of an action.

Both take long to compute: it is done in the work pool, and cached.
"""

from __future__ import annotations

import asyncio
import gzip
import io
import zlib
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Generator, Iterator
from functools import partial
from typing import Annotated, Any, Generic, TypeVar
from weakref import WeakValueDictionary

import msgspec
from litestar import Controller, MediaType, Response, get
from litestar.params import Parameter
from litestar.response import Stream

from escale.core.codec import to_plain
from escale.core.game import Game
from escale.core.match import Record
from escale.core.play import Score, refused
from escale.core.secrecy import view
from escale.games import replay
from escale.server.asgi import HttpRequest
from escale.server.dependencies import (
    Language,
    TableName,
    address_of,
    check_rate,
    dependencies_of,
    http_problem,
    http_refusal,
    language_of,
    table_of,
)
from escale.server.schema import messages
from escale.server.schema.openapi import answers, problems
from escale.server.streaming import PART_BYTES, stream
from escale.tables.work_pool import WorkPool

MOST_STEPS = 3000
REPLAY_BYTES = 48 * 1024 * 1024  # of all cached replays, compressed
MOST_REVIEWS = 5000

_encode = msgspec.json.Encoder().encode

K = TypeVar("K")
V = TypeVar("V")

EventNumber = Annotated[
    int, Parameter(ge=1, le=10**9, description="an event of the match; the first is 1")
]


class Cache(Generic[K, V]):
    """The results that were used last. A finished match does not change."""

    def __init__(self, most: int, size: Callable[[V], int] = lambda _: 1) -> None:
        """`most`: the sum of the sizes."""
        self._most = most
        self._size = size
        self._sum = 0
        self._known: OrderedDict[K, V] = OrderedDict()
        self._locks: WeakValueDictionary[K, asyncio.Lock] = WeakValueDictionary()

    def __contains__(self, key: K) -> bool:
        return key in self._known

    async def get(self, key: K, compute: Callable[[], Awaitable[V]]) -> V:
        """Clients that want the same at the same time wait for the first of them."""
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            found = self._known.pop(key, None)
            if found is None:
                found = await compute()
                self._sum += self._size(found)
            self._known[key] = found
        while self._sum > self._most and self._known:
            self._sum -= self._size(self._known.popitem(last=False)[1])
        return found


class ReplayCaches:
    def __init__(self) -> None:
        self.replays: Cache[tuple[str, str], bytes] = Cache(REPLAY_BYTES, len)
        self.reviews: Cache[tuple[str, int], messages.Review] = Cache(MOST_REVIEWS)


def caches_of(request: HttpRequest) -> ReplayCaches:
    caches: ReplayCaches = request.app.state.replay_caches
    return caches


class Replays(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get(
        "/{table:str}/replay",
        summary="Every moment of a match that is over, as whoever looks on sees it",
        media_type=MediaType.JSON,
        responses=answers(messages.Replay, "The first frame is before the first event.")
        | problems(400, 403, 404, 409, 503),
    )
    async def replay(
        self, request: HttpRequest, table: TableName, language: Language = None
    ) -> Response[bytes] | Stream:
        game, record, score = await _finished(request, table)
        speaks = language_of(request, language)
        work, address = dependencies_of(request).work, address_of(request)
        compressed = await caches_of(request).replays.get(
            (table, speaks),
            lambda: work.run_in_slices(address, _compressed_replay(game, record, score, speaks)),
        )
        headers = {"Vary": "Accept-Encoding, Accept-Language"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(compressed, media_type=MediaType.JSON, headers=headers)
        plain = stream(work, address, _decompressed(compressed))
        return Stream(plain, media_type=MediaType.JSON, headers=headers)

    @get(
        "/{table:str}/review",
        summary="What the game thinks of an action in a match that is over",
        responses=problems(400, 403, 404, 409, 429, 503),
    )
    async def review(
        self, request: HttpRequest, table: TableName, event: EventNumber
    ) -> messages.Review:
        """Both are null where there was nothing to decide, and for a game without judgement."""
        game, record, _ = await _finished(request, table)
        if event > len(record.log):
            raise http_problem(request, 404, "not-found")
        cache = caches_of(request).reviews
        if (table, event) not in cache:
            check_rate(request, "reviews")
        work, address = dependencies_of(request).work, address_of(request)
        compute = partial(replay.reviewed, game, record, event)
        return await cache.get((table, event), partial(_review, work, address, compute))


async def _review(work: WorkPool, client: str, compute: Callable[[], Any]) -> messages.Review:
    return messages.Review(*await work.run(client, compute))


async def _finished(
    request: HttpRequest, table: str
) -> tuple[Game[Any, Any, Any], Record[Any, Any], Score]:
    found = await table_of(request, table)
    # The last move, and what follows from it, is shown only once it is committed.
    state = await found.read_at_end()
    match = state.running.match if state.running else None
    if match is None or match.score is None:
        raise http_refusal(request, refused("not-over", "house-tables"), state.game)
    if len(match.log) > MOST_STEPS:
        raise http_problem(request, 409, "match-too-long")
    return state.game, match.record, match.score


def _compressed_replay(
    game: Game[Any, Any, Any], record: Record[Any, Any], score: Score, language: str
) -> Generator[None, None, bytes]:
    """One step at a time: the whole would take seconds, and more memory than it may."""
    packer = zlib.compressobj(6, wbits=31)  # 31: as gzip does
    packed = [packer.compress(b'{"frames":[')]
    for number, step in enumerate(replay.steps(game, record, language)):
        packed.append(packer.compress((b"," if number else b"") + _encode(step)))
        yield
    rest = b'],"header":%b,"score":%b}' % (
        _encode(to_plain(view(record.header, None).seen)),  # without cards that nobody heard
        _encode(to_plain(score)),
    )
    return b"".join([*packed, packer.compress(rest), packer.flush()])


def _decompressed(compressed: bytes) -> Iterator[bytes]:
    with gzip.GzipFile(fileobj=io.BytesIO(compressed)) as file:
        while part := file.read(PART_BYTES):
            yield part
