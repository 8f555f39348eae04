"""A server that appends until it is killed, and says what was acknowledged."""

from __future__ import annotations

import asyncio
import os
import sys

from escale.store import TableSummary
from escale.store.sqlite.store import SqliteStore


async def play(store: SqliteStore, table: str) -> None:
    number = len(await store.entries_after(table, 0))
    while True:
        entry = f"{table} {number + 1}".encode()
        new = (
            None
            if number % 3
            else TableSummary(table, "wordbank", "playing", listed=True, wake=number)
        )
        number = await store.append(table, number, entry, new)
        os.write(1, f"{table} {number}\n".encode())


async def main(path: str) -> None:
    store = SqliteStore.open(path, 0)
    await asyncio.gather(*(play(store, f"table-{number}") for number in range(20)))


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
