"""Routes of finished matches: the replay, and the game's review of an action.

Both take long to compute: it is done in a thread, one at a time, and cached.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from litestar import Controller, MediaType, Response, get
from litestar.params import Parameter

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
    check_rate,
    http_problem,
    http_refusal,
    language_of,
    table_of,
)
from escale.server.schema import messages
from escale.server.schema.openapi import answers, problems

MOST_STEPS = 3000
MOST_REPLAYS = 24
MOST_REVIEWS = 5000

K = TypeVar("K")
V = TypeVar("V")

EventNumber = Annotated[
    int, Parameter(ge=1, le=10**9, description="an event of the match; the first is 1")
]


class Cache(Generic[K, V]):
    """The results that were used last, computed in a thread. A finished match does not change."""

    def __init__(self, most: int, lock: asyncio.Semaphore) -> None:
        self._most = most
        self._lock = lock
        self._known: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._known

    async def get(self, key: K, compute: Callable[[], V]) -> V:
        if key not in self._known:
            async with self._lock:
                if key not in self._known:
                    self._known[key] = await asyncio.to_thread(compute)
                    if len(self._known) > self._most:
                        self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]


class ReplayCaches:
    def __init__(self) -> None:
        lock = asyncio.Semaphore(1)
        self.replays: Cache[tuple[str, str], bytes] = Cache(MOST_REPLAYS, lock)
        self.reviews: Cache[tuple[str, int], messages.Review] = Cache(MOST_REVIEWS, lock)


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
        | problems(400, 404, 409, 503),
    )
    async def replay(
        self, request: HttpRequest, table: TableName, language: Language = None
    ) -> Response[bytes]:
        game, record, score = await _finished(request, table)
        speaks = language_of(request, language)
        compressed = await caches_of(request).replays.get(
            (table, speaks), lambda: _compressed_replay(game, record, score, speaks)
        )
        headers = {"Vary": "Accept-Encoding, Accept-Language", "Cache-Control": "no-cache"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            compressed = await asyncio.to_thread(gzip.decompress, compressed)
        return Response(compressed, media_type=MediaType.JSON, headers=headers)

    @get(
        "/{table:str}/review",
        summary="What the game thinks of an action in a match that is over",
        responses=problems(400, 404, 409, 429, 503),
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
        return await cache.get(
            (table, event), lambda: messages.Review(*replay.reviewed(game, record, event))
        )


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
) -> bytes:
    plain = {
        "frames": list(replay.steps(game, record, language)),
        "header": to_plain(view(record.header, None).seen),  # without cards that nobody heard
        "score": to_plain(score),
    }
    return gzip.compress(msgspec.json.encode(plain), 6, mtime=0)
