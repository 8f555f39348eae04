"""Large responses: computed and sent in parts, as fast as the client reads them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial

from escale.tables.work_pool import WorkPool

PART_BYTES = 64 * 1024


async def stream(work: WorkPool, client: str, parts: Iterator[bytes]) -> AsyncIterator[bytes]:
    """The next part is computed when the one before it is sent."""
    while part := await work.run(client, partial(_next_part, parts)):
        yield part


def _next_part(parts: Iterator[bytes]) -> bytes:
    """Empty at the end."""
    collected: list[bytes] = []
    size = 0
    for part in parts:
        collected.append(part)
        size += len(part)
        if size >= PART_BYTES:
            break
    return b"".join(collected)
