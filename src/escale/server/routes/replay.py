"""After a match: every moment of it again, and what the game thinks of each action.

Both take a while to work out, so it is done in a thread, one at a time, and remembered.
"""

from __future__ import annotations

import asyncio
import gzip
from collections import OrderedDict
from collections.abc import Callable
from typing import Annotated, Any, Generic, TypeVar

import msgspec
from litestar import Controller, MediaType, Request, Response, get
from litestar.params import Parameter

from escale.core.codec import to_plain
from escale.core.game import Game
from escale.core.match import Record
from escale.core.play import Score, refused
from escale.games import replay
from escale.server.dependencies import (
    Language,
    TableName,
    language_of,
    limited,
    not_done,
    refused_with,
    table_of,
)
from escale.server.schema import messages
from escale.server.schema.openapi import answers, problems

MOST_FRAMES = 3000
MOST_REPLAYS = 24
MOST_REVIEWS = 5000

K = TypeVar("K")
V = TypeVar("V")

EventNumber = Annotated[
    int, Parameter(ge=1, le=10**9, description="an event of the match; the first is 1")
]


class Kept(Generic[K, V]):
    """The last answers. A match that is over does not change."""

    def __init__(self, most: int, working: asyncio.Semaphore) -> None:
        self._most = most
        self._working = working
        self._known: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._known

    async def get(self, key: K, work: Callable[[], V]) -> V:
        if key not in self._known:
            async with self._working:
                if key not in self._known:
                    self._known[key] = await asyncio.to_thread(work)
                    if len(self._known) > self._most:
                        self._known.popitem(last=False)
        self._known.move_to_end(key)
        return self._known[key]


class Archive:
    """What has been worked out about finished matches."""

    def __init__(self) -> None:
        working = asyncio.Semaphore(1)
        self.replays: Kept[tuple[str, str], bytes] = Kept(MOST_REPLAYS, working)
        self.reviews: Kept[tuple[str, int], messages.Review] = Kept(MOST_REVIEWS, working)


def archive_of(request: Request[Any, Any, Any]) -> Archive:
    archive: Archive = request.app.state.archive
    return archive


class After(Controller):
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
        self, request: Request[Any, Any, Any], table: TableName, language: Language = None
    ) -> Response[bytes]:
        game, record, score = await _finished(request, table)
        speaks = language_of(request, language)
        packed = await archive_of(request).replays.get(
            (table, speaks), lambda: _filmed(game, record, score, speaks)
        )
        headers = {"Vary": "Accept-Encoding, Accept-Language", "Cache-Control": "no-cache"}
        if "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
        else:
            packed = await asyncio.to_thread(gzip.decompress, packed)
        return Response(packed, media_type=MediaType.JSON, headers=headers)

    @get(
        "/{table:str}/review",
        summary="What the game thinks of an action in a match that is over",
        responses=problems(400, 404, 409, 429, 503),
    )
    async def review(
        self, request: Request[Any, Any, Any], table: TableName, event: EventNumber
    ) -> messages.Review:
        """Both are null where there was nothing to decide, and for a game without judgement."""
        game, record, _ = await _finished(request, table)
        if event > len(record.log):
            raise not_done(request, 404, "not-found")
        known = archive_of(request).reviews
        if (table, event) not in known:
            limited(request, "reviews")
        return await known.get((table, event), lambda: _reviewed(game, record, event))


async def _finished(
    request: Request[Any, Any, Any], table: str
) -> tuple[Game[Any, Any, Any], Record[Any, Any], Score]:
    found = await table_of(request, table)
    # The last move is told when it is kept, and so is what follows from it.
    room = await found.read_at_end()
    running = room.running
    if running is None or running.match.score is None:
        raise refused_with(request, refused("not-over", "house-tables"), room.game)
    if len(running.match.log) > MOST_FRAMES:
        raise not_done(request, 409, "match-too-long")
    return room.game, running.match.record, running.match.score


def _filmed(
    game: Game[Any, Any, Any], record: Record[Any, Any], score: Score, language: str
) -> bytes:
    plain = {
        "frames": list(replay.frames(game, record, language)),
        "header": to_plain(record.header),
        "score": to_plain(score),
    }
    return gzip.compress(msgspec.json.encode(plain), 6, mtime=0)


def _reviewed(game: Game[Any, Any, Any], record: Record[Any, Any], event: int) -> messages.Review:
    return messages.Review(*replay.reviewed(game, record, event))
