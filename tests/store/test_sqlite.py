"""What only the store in a file must do."""

from __future__ import annotations

import asyncio
import os
import random
import resource
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from escale.store import Downtime, StoreError, TableSummary
from escale.store.protocol import Append, BadDatabase, Conflict
from escale.store.sqlite.backup import backup
from escale.store.sqlite.files import InUse, configure, open_writer
from escale.store.sqlite.migrations import MIGRATIONS, migrate
from escale.store.sqlite.store import SqliteStore
from escale.store.sqlite.writer import SqliteWriter

CHILD = Path(__file__).with_name("appending.py")
BACKUP = """
import sys
from pathlib import Path
from escale.store.sqlite.backup import backup
backup(*map(Path, sys.argv[1:]))
"""


def summary(table: str, **more: object) -> TableSummary:
    return TableSummary(table, "wordbank", "playing", **more)  # type: ignore[arg-type]


def visit(
    path: Path, go: Callable[[SqliteStore], Awaitable[None]], now: int = 0, end: int | None = None
) -> None:
    async def there_and_back() -> None:
        store = SqliteStore.open(path, now)
        try:
            await go(store)
        finally:
            if end is not None:
                await store.record_alive(end)
            await store.close()

    asyncio.run(there_and_back())


async def nothing(store: SqliteStore) -> None:
    pass


def whole(path: Path) -> dict[str, int]:
    """How many entries each table has, after a look that none is missing or from elsewhere."""
    found: dict[str, int] = {}

    async def go(store: SqliteStore) -> None:
        for one in await store.listed_tables(1_000_000):
            entries = await store.entries_after(one.table, 0)
            expected = [f"{one.table} {number}".encode() for number in range(1, len(entries) + 1)]
            assert entries == expected
            found[one.table] = len(entries)

    visit(path, go)
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    return found


# -- the file


def test_only_its_owner_can_read_it(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        await store.append("a", 0, b"secret", summary("a"))
        modes = {path.name: path.stat().st_mode & 0o777 for path in database.parent.iterdir()}
        assert modes == {f"house.db{end}": 0o600 for end in ("", "-wal", "-shm", ".lock")}

    before = os.umask(0)
    try:
        visit(database, go)
    finally:
        os.umask(before)


def test_a_closed_store_is_one_file(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        await store.append("a", 0, b"0", summary("a"))

    visit(database, go)
    assert sorted(path.name for path in database.parent.iterdir()) == ["house.db", "house.db.lock"]


def test_one_server_a_file(database: Path) -> None:
    link = database.with_name("link.db")

    async def go(store: SqliteStore) -> None:
        link.symlink_to(database)
        for path in (database, str(database), link):
            with pytest.raises(InUse, match=r"house\.db is in use by another server$"):
                SqliteStore.open(path, 0)
        await store.append("a", 0, b"0", summary("a"))

    visit(database, go)
    visit(database, nothing)


def test_others_can_read_meanwhile(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        await store.append("a", 0, b"0", summary("a"))
        with closing(sqlite3.connect(database)) as other:
            assert other.execute("SELECT count(*) FROM entries").fetchall() == [(1,)]

    visit(database, go)


def test_a_file_that_is_no_database_is_refused(database: Path) -> None:
    database.write_text("Dear diary, " * 1000)
    with pytest.raises(BadDatabase, match=r"house\.db is not an SQLite database$"):
        SqliteStore.open(database, 0)
    assert database.read_text().startswith("Dear diary")


def test_a_database_of_another_program_is_refused(database: Path) -> None:
    with closing(sqlite3.connect(database)) as other:
        other.execute("CREATE TABLE cookies (host TEXT)")
    content = database.read_bytes()
    with pytest.raises(BadDatabase, match=r"of another program, not of Escale$"):
        SqliteStore.open(database, 0)
    assert database.read_bytes() == content


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        SqliteStore.open(tmp_path / "nowhere" / "house.db", 0)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    with pytest.raises(IsADirectoryError):
        SqliteStore.open(tmp_path, 0)


def test_refusing_leaves_the_file_free(database: Path) -> None:
    database.write_text("Dear diary, " * 1000)
    with pytest.raises(BadDatabase):
        SqliteStore.open(database, 0)
    database.unlink()
    visit(database, nothing)


def test_an_old_file_is_migrated(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        await store.append("a", 0, b"0", summary("a"))

    async def again(store: SqliteStore) -> None:
        assert await store.entries_after("a", 0) == [b"0"]
        await store.close()

    with closing(open_writer(database)) as connection:
        migrate(connection, database, MIGRATIONS[:1])
    visit(database, go)
    newer = (*MIGRATIONS, "CREATE TABLE extra (x); INSERT INTO extra SELECT name FROM tables")
    for _ in range(2):
        asyncio.run(again(SqliteStore.open(database, 0, newer)))
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("SELECT x FROM extra").fetchall() == [("a",)]
    with pytest.raises(BadDatabase, match=r"newer Escale \(schema 4, this version knows 1\)$"):
        SqliteStore.open(database, 0, MIGRATIONS[:1])


def test_a_failed_migration_changes_nothing(database: Path) -> None:
    visit(database, nothing)
    content = database.read_bytes()
    with pytest.raises(OSError, match=r"house\.db cannot be opened: no such table: nowhere$"):
        SqliteStore.open(database, 0, (*MIGRATIONS, "CREATE TABLE extra (x); DROP TABLE nowhere"))
    with closing(sqlite3.connect(database)) as connection:
        assert connection.execute("PRAGMA user_version").fetchall() == [(len(MIGRATIONS),)]
        assert not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'extra'").fetchall()
    assert database.read_bytes() == content
    visit(database, nothing)


# -- together


def test_a_batch_is_one_transaction_of_few_statements(database: Path) -> None:
    with closing(open_writer(database)) as connection:
        migrate(connection, database, MIGRATIONS)
        writer = SqliteWriter(connection)
        tables = [f"table-{number}" for number in range(100)]
        told: list[object] = []
        for after in range(2):
            batch = [
                Append(table, after, b"x", summary(table, code=table, wake=after, guests=("ann",)))
                for table in tables
            ]
            statements: list[str] = []
            connection.set_trace_callback(statements.append)
            told += writer.append(batch)
            connection.set_trace_callback(None)
            assert statements.count("COMMIT") == 1
            assert len(statements) <= 12
        assert told == [1] * 100 + [2] * 100


def test_codes_change_hands_within_a_transaction(database: Path) -> None:
    with closing(open_writer(database)) as connection:
        migrate(connection, database, MIGRATIONS)
        writer = SqliteWriter(connection)
        statements: list[str] = []
        connection.set_trace_callback(statements.append)
        told = writer.append(
            [
                Append("a", 0, b"0", summary("a", code="KIWI")),
                Append("b", 0, b"0", summary("b", code="KIWI")),
                Append("a", 1, b"1", summary("a", code="PLUM")),
                Append("b", 0, b"0", summary("b", code="KIWI")),
                Append("a", 2, b"2", summary("a", code="KIWI")),
                Append("c", 0, b"0", summary("c", code="PLUM")),
            ]
        )
        assert [one if isinstance(one, int) else type(one) for one in told] == [
            *(1, Conflict, 2),
            *(1, Conflict, Conflict),
        ]
        assert statements.count("COMMIT") == 1


def test_a_commit_survives_a_power_failure(database: Path) -> None:
    with closing(open_writer(database)) as connection:
        configure(connection)
        assert connection.execute("PRAGMA journal_mode").fetchall() == [("wal",)]
        assert connection.execute("PRAGMA synchronous").fetchall() == [(2,)]  # FULL


# -- trouble


@contextmanager
def no_room() -> Iterator[None]:
    """No file can grow beyond its first bytes, as on a disk that is full."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


async def refused(store: SqliteStore, *tables: str) -> None:
    told = await asyncio.gather(
        *(store.append(table, 1, b"x", summary(table, code=f"{table}2")) for table in tables),
        return_exceptions=True,
    )
    assert [type(one) for one in told] == [StoreError] * len(tables)
    for table in tables:
        assert await store.entries_after(table, 0) == [b"0"]
        assert await store.table_with_code(f"{table}2") is None


def test_writes_fail_with_the_disk_and_recover_with_it(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        await asyncio.gather(*(store.append(table, 0, b"0", summary(table)) for table in "abc"))
        for _ in range(2):
            with no_room():
                await refused(store, *"abc")
                with pytest.raises(StoreError):
                    await store.record_alive(5)
        told = await asyncio.gather(*(store.append(table, 1, b"1") for table in "abc"))
        assert told == [2, 2, 2]

    visit(database, go)
    visit(database, nothing)


def test_another_program_locks_the_database(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        await asyncio.gather(*(store.append(table, 0, b"0", summary(table)) for table in "ab"))
        with closing(sqlite3.connect(database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            await refused(store, *"ab")
            other.execute("ROLLBACK")
        assert await store.append("a", 1, b"1") == 2

    visit(database, go)


@pytest.mark.parametrize(
    ("trouble", "relief", "reason"),
    [
        ("max_page_count = 1", "max_page_count = 1000000", "full"),
        ("query_only = ON", "query_only = OFF", "readonly"),
    ],
)
def test_a_batch_is_written_whole_or_not_at_all(
    database: Path, trouble: str, relief: str, reason: str
) -> None:
    with closing(open_writer(database)) as connection:
        migrate(connection, database, MIGRATIONS)
        writer = SqliteWriter(connection)
        first = [Append(table, 0, b"0", summary(table)) for table in "ab"]
        assert writer.append(first) == [1, 1]
        # The last entry does not fit; those before it would.
        batch = [
            Append("a", 1, b"1", summary("a", code="KIWI")),
            Append("b", 1, b"1" * 99999, None),
        ]
        connection.execute(f"PRAGMA {trouble}")
        told = writer.append(batch)
        assert [type(one) for one in told] == [StoreError, StoreError]
        assert reason in str(told[0])
        assert connection.execute("SELECT count(*) FROM entries").fetchall() == [(2,)]
        connection.execute(f"PRAGMA {relief}")
        assert writer.append(batch) == [2, 2]
        (again,) = writer.append(batch[:1])
        assert isinstance(again, Conflict)


def test_a_table_edited_by_hand_fails_alone(database: Path) -> None:
    with closing(open_writer(database)) as connection:
        migrate(connection, database, MIGRATIONS)
        writer = SqliteWriter(connection)
        writer.append([Append(table, 0, b"0", summary(table)) for table in "ab"])
        connection.execute("INSERT INTO entries VALUES (99, 1, 2, x'00')")
        told = writer.append([Append(table, 1, b"1", None) for table in "ab"])
        assert [type(one) for one in told] == [Conflict, int]


# -- hours


def test_downtime_begins_with_the_last_record(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        assert list(store.downtimes()) == [Downtime(500, 800)]

    visit(database, nothing, now=100, end=500)
    visit(database, go, now=800)


def test_old_downtimes_are_deleted(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        assert len(store.downtimes()) == 1000
        assert store.downtimes()[-1] == Downtime(50_000, 60_000)
        assert store.downtimes()[0] == Downtime(10 * 6, 10 * 6 + 5)

    visit(database, nothing, end=50_000)
    with closing(sqlite3.connect(database)) as connection:
        rows = [(number * 10, number * 10 + 5) for number in range(1005)]
        connection.executemany("INSERT INTO closings VALUES (?, ?)", rows)
        connection.commit()
    visit(database, go, now=60_000)


# -- forgetting


def test_a_deleted_table_leaves_no_trace(database: Path) -> None:
    async def go(store: SqliteStore) -> None:
        for table in ("a", "b"):
            new = summary(table, code=table * 4, listed=True, wake=5, guests=("ann", table))
            await store.append(table, 0, b"whisper-" + table.encode(), new)
            await store.append(table, 1, b"x" * 9000 + b"whisper-" + table.encode())
        await store.delete(["a"])
        await store.delete(["nowhere"])
        assert await store.entries_after("a", 0) == []
        assert await store.summary("a") is None
        assert await store.table_with_code("aaaa") is None
        assert [one.table for one in await store.listed_tables(9)] == ["b"]
        assert [one.table for one in await store.tables_of_guest("ann", 9)] == ["b"]
        assert await store.tables_of_guest("a", 9) == []
        assert await store.due_tables(9, 9) == ["b"]
        assert len(await store.entries_after("b", 0)) == 2
        for path in database.parent.glob("house.db*"):
            assert b"whisper-a" not in path.read_bytes()
        with pytest.raises(Conflict):
            await store.append("a", 2, b"2")
        assert await store.append("a", 0, b"again", summary("a", code="aaaa")) == 1

    visit(database, go)


# -- copies


def test_a_backup_during_writes(database: Path, tmp_path: Path) -> None:
    acknowledged: dict[str, int] = {}
    copies = [tmp_path / f"copy-{number}.db" for number in range(3)]
    expected: list[dict[str, int]] = []

    async def go(store: SqliteStore) -> None:
        working = True

        async def play(table: str) -> None:
            await store.append(table, 0, f"{table} 1".encode(), summary(table, listed=True))
            number = 1
            while working:
                number = await store.append(table, number, f"{table} {number + 1}".encode())
                acknowledged[table] = number

        players = [asyncio.create_task(play(f"table-{number}")) for number in range(50)]
        for copy in copies:
            await asyncio.sleep(0.1)
            expected.append(dict(acknowledged))
            other = await asyncio.create_subprocess_exec(
                sys.executable, "-c", BACKUP, str(database), str(copy)
            )
            assert await other.wait() == 0
        working = False
        await asyncio.gather(*players)

    visit(database, go)
    for copy, at_least in zip(copies, expected, strict=True):
        assert [path.name for path in tmp_path.glob(f"{copy.name}*")] == [copy.name]
        assert copy.stat().st_mode & 0o777 == 0o600
        assert copy.read_bytes()[18:20] == b"\1\1"  # no write-ahead log: on any disk, read-only too
        found = whole(copy)
        assert len(at_least) == 50
        assert all(found[table] >= number for table, number in at_least.items())
    assert whole(database) == acknowledged


def test_a_backup_overwrites_nothing(database: Path, tmp_path: Path) -> None:
    visit(database, nothing)
    target = tmp_path / "precious.txt"
    target.write_text("precious")
    with pytest.raises(FileExistsError, match=r"precious\.txt exists already$"):
        backup(database, target)
    assert target.read_text() == "precious"


def test_a_backup_of_nothing(tmp_path: Path) -> None:
    diary = tmp_path / "diary.txt"
    diary.write_text("Dear diary, " * 1000)
    with pytest.raises(FileNotFoundError, match=r"house\.db does not exist$"):
        backup(tmp_path / "house.db", tmp_path / "copy.db")
    with pytest.raises(BadDatabase, match=r"diary\.txt is not an SQLite database$"):
        backup(diary, tmp_path / "copy.db")
    assert list(tmp_path.iterdir()) == [diary]


def test_a_backup_without_room_leaves_nothing(database: Path, tmp_path: Path) -> None:
    visit(database, nothing)
    with no_room(), pytest.raises(OSError, match=r"was not copied to .*copy\.db"):
        backup(database, tmp_path / "copy.db")
    assert not list(tmp_path.glob("copy*"))


def test_acknowledged_appends_survive_a_kill(database: Path, tmp_path: Path) -> None:
    """Ten times: the server is killed at some moment, and started again from a plain copy."""
    rng = random.Random("escale")
    acknowledged: dict[str, int] = {}
    for number in range(10):
        command = [sys.executable, str(CHILD), str(database)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as child:
            assert child.stdout
            told = [child.stdout.readline() for _ in range(rng.randrange(1, 600))]
            child.kill()
            told += child.stdout.read().split("\n")[:-1]  # the last one may be cut
        for line in told:
            table, entry = line.split()
            acknowledged[table] = int(entry)
        folder = tmp_path / str(number)
        folder.mkdir()
        for path in database.parent.glob("house.db*"):
            shutil.copy(path, folder)
        database = folder / "house.db"
        if number == 5:  # and backing up a house that died
            backup(database, tmp_path / "copy.db")
            found = whole(tmp_path / "copy.db")
        else:
            found = whole(database)
        assert all(found[table] >= entry for table, entry in acknowledged.items())
    assert sum(acknowledged.values()) > 500
