"""A database with overwritten pages is noticed: by a server that starts, and by every backup."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path

import pytest

from escale.store import TableSummary
from escale.store.protocol import BadDatabase
from escale.store.sqlite import damage
from escale.store.sqlite.backup import backup
from escale.store.sqlite.store import SqliteStore

PAGE = 4096
OPEN = """
import sys
from escale.store.sqlite.files import InUse
from escale.store.sqlite.store import SqliteStore
try:
    SqliteStore.open(sys.argv[1], 0)
except InUse as problem:
    sys.exit(str(problem))
"""


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("filled") / "house.db"

    async def fill() -> None:
        store = SqliteStore.open(path, 0)
        for table in range(40):
            name = f"{table:024x}"
            guests = (f"{table:064x}",)
            summary = TableSummary(name, "wordbank", "over", guests=guests, summary=b"s" * 200)
            for after in range(4):
                await store.append(name, after, b"e" * 600, None if after else summary)
        await store.close()

    asyncio.run(fill())
    return path


@pytest.fixture
def filled(original: Path, database: Path) -> Path:
    shutil.copyfile(original, database)
    return database


def pages(path: Path, name: str) -> list[int]:
    """Those of one table or index, numbered from 1."""
    with closing(sqlite3.connect(path)) as connection:
        try:
            rows = connection.execute("SELECT pageno FROM dbstat WHERE name = ?", [name])
            return [number for (number,) in rows]
        except sqlite3.OperationalError:  # SQLite was built without it: at least the first page
            query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
            return [connection.execute(query, [name]).fetchone()[0]]


def overwrite(path: Path, number: int, content: bytes = b"\xa5" * PAGE) -> None:
    with path.open("r+b") as file:
        file.seek((number - 1) * PAGE)
        file.write(content)


def refusal_at_start(path: Path) -> str:
    with pytest.raises(BadDatabase) as told:
        SqliteStore.open(path, 0)
    return str(told.value)


@pytest.mark.parametrize("content", [b"\xa5" * PAGE, bytes(PAGE)], ids=["garbage", "zeros"])
@pytest.mark.parametrize("name", ["entries", "entries_number", "tables", "guests"])
def test_an_overwritten_page_is_noticed_at_the_start_and_by_a_backup(
    name: str, content: bytes, filled: Path, tmp_path: Path
) -> None:
    overwrite(filled, pages(filled, name)[-1], content)
    before = filled.read_bytes()
    assert "house.db is damaged (" in refusal_at_start(filled)
    assert filled.read_bytes() == before
    with pytest.raises(BadDatabase, match=r"house\.db is damaged \("):
        backup(filled, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_an_index_that_does_not_fit_its_table_is_noticed_by_a_backup(
    filled: Path, tmp_path: Path
) -> None:
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("DELETE FROM sqlite_master WHERE name = 'entries_number'")
        connection.commit()
    with closing(sqlite3.connect(filled)) as connection:
        connection.execute("DELETE FROM entries WHERE id = 7")
        connection.execute("PRAGMA writable_schema = ON")
        connection.commit()
    with pytest.raises(BadDatabase, match="is damaged"):
        backup(filled, tmp_path / "copy.db")


def test_the_entries_of_a_large_database_do_not_delay_the_start(
    filled: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are left to the backups; what finds the tables is checked all the same."""
    monkeypatch.setattr(damage, "LARGE_BYTES", PAGE)
    *_, late, _ = pages(filled, "entries")
    overwrite(filled, late)

    async def open_and_close() -> None:
        await SqliteStore.open(filled, 0).close()

    asyncio.run(open_and_close())
    with pytest.raises(BadDatabase):
        backup(filled, tmp_path / "copy.db")
    overwrite(filled, pages(filled, "tables")[-1])
    assert "is damaged" in refusal_at_start(filled)


def test_the_check_at_the_start_is_much_shorter_than_the_one_of_a_backup(database: Path) -> None:
    async def fill() -> None:
        store = SqliteStore.open(database, 0)
        summary = TableSummary("a", "wordbank", "over")
        for after in range(3):
            await store.append("a", after, bytes(2_000_000), None if after else summary)
        await store.close()

    def seconds(check: object) -> float:
        with closing(sqlite3.connect(database)) as connection:
            began = time.perf_counter()
            check(connection, database)  # type: ignore[operator]
            return time.perf_counter() - began

    asyncio.run(fill())
    large = damage.LARGE_BYTES
    try:
        damage.LARGE_BYTES = PAGE
        assert min(seconds(damage.check_quickly) for _ in range(3)) * 2 < min(
            seconds(damage.check_fully) for _ in range(3)
        )
    finally:
        damage.LARGE_BYTES = large


@pytest.mark.skipif(sys.platform != "linux", reason="the second lock is for Linux")
def test_a_second_server_through_a_hard_link_is_refused(database: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()

    def opened() -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", OPEN, str(link)], capture_output=True, text=True
        )

    async def story() -> None:
        store = SqliteStore.open(database, 0)
        link.hardlink_to(database)
        ended = await asyncio.to_thread(opened)
        assert (ended.returncode, ended.stderr) == (1, f"{link} is in use by another server\n")
        await store.append("a", 0, b"0", TableSummary("a", "wordbank", "over"))
        await store.close()
        assert (await asyncio.to_thread(opened)).returncode == 0

    asyncio.run(story())
