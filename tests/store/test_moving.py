"""Tables move from SQLite to PostgreSQL and back, to the letter."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from escale.cli import main
from escale.store import Card, Store
from escale.store.moving import BadFile, Told, exported, imported
from escale.store.postgres import PostgresStore
from escale.store.sqlite import SqliteStore
from tests.servers.postgres import PostgresServer

T = TypeVar("T")
TABLES = {
    "a": (Card("a", "wordbank", "playing", "kiwi", wake=7, guests=("ann",), summary=b"{}"), 5),
    "b": (Card("b", "wordbank", "over", guests=("ann", "bob"), summary=b'{"x":"\xc3\xa9"}'), 3),
    "c": (Card("c", "kreuzwort", "gathering", "plum", listed=True), 1),
}


def visit(store: Store, go: Callable[[Store], Awaitable[T]]) -> T:
    async def there_and_back() -> T:
        try:
            return await go(store)
        finally:
            await store.close()

    return asyncio.run(there_and_back())


async def fill(store: Store) -> None:
    for name, (card, count) in TABLES.items():
        for after in range(count):
            body = f'{{"entry":"{name} {after} é"}}'.encode()
            await store.append(name, after, body, card if after in (0, count - 1) else None)


async def lines(store: Store) -> list[bytes]:
    return [line async for line in exported(store)]


async def content(store: Store) -> dict[str, object]:
    names = await store.names("", 10)
    return {name: (await store.card(name), await store.since(name, 0)) for name in names}


def test_from_sqlite_to_postgres_and_back(tmp_path: Path, postgres: PostgresServer) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    url = postgres.database()
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)
    told = visit(PostgresStore.open(url, 0), lambda store: imported(store, file))
    assert told == Told(new=3)
    there = visit(PostgresStore.open(url, 0), lines)
    assert there == file
    visit(SqliteStore.open(last, 0), lambda store: imported(store, there))
    before = visit(SqliteStore.open(first, 0), content)
    assert visit(SqliteStore.open(last, 0), content) == before
    assert visit(PostgresStore.open(url, 0), content) == before


def test_an_import_that_was_interrupted_is_done_again(tmp_path: Path) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)
    half = [*file[:2], file[2][:-10]]
    with pytest.raises(BadFile, match="line 3"):
        visit(SqliteStore.open(last, 0), lambda store: imported(store, half))
    told = visit(SqliteStore.open(last, 0), lambda store: imported(store, file))
    assert told == Told(new=2, known=1)


def test_a_code_that_another_table_has_is_given_up(tmp_path: Path) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)

    async def take_kiwi(store: Store) -> None:
        await store.append("z", 0, b"{}", Card("z", "wordbank", "gathering", "kiwi"))

    visit(SqliteStore.open(last, 0), take_kiwi)
    told = visit(SqliteStore.open(last, 0), lambda store: imported(store, file))
    assert told == Told(new=3, codes=1)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ([], "line 1: this is no file of tables"),
        ([b"nonsense"], "line 1: this is no file of tables"),
        ([b'{"escale_tables":9}'], "line 1: form 9 of such files is not known here"),
        ([b'{"escale_tables":1}', b"{}"], "line 2: "),
        ([b'{"escale_tables":1}', b"[" * 9999], "line 2: "),
    ],
)
def test_what_is_no_file_of_tables_is_refused(tmp_path: Path, file: list[bytes], why: str) -> None:
    with pytest.raises(BadFile, match=why):
        visit(SqliteStore.open(tmp_path / "a.db", 0), lambda store: imported(store, file))


def test_the_commands(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    first, url = tmp_path / "first.db", postgres.database()
    visit(SqliteStore.open(first, 0), fill)
    file = tmp_path / "tables.jsonl"
    assert main(["export", str(file), "--database", str(first)]) == 0
    assert main(["import", str(file), "--database", url]) == 0
    assert main(["export", str(file), "--database", str(first)]) == 2
    assert "is there already" in capsys.readouterr().err
    one = tmp_path / "one.jsonl"
    assert main(["export", str(one), "--database", url, "--table", "b"]) == 0
    assert len(one.read_bytes().splitlines()) == 2
    assert main(["export", str(tmp_path / "x"), "--database", url, "--table", "zzz"]) == 2
    assert not (tmp_path / "x").exists()
    assert main(["import", str(tmp_path / "nowhere"), "--database", url]) == 2
