"""`escale tables`: the host looks at tables, checks them, takes them out or deletes them."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from escale.store.sqlite.store import SqliteStore
from escale.tables.decisions import commands
from escale.tables.house import House
from tests.cli.commands import Ended, escale
from tests.tables.tabletop import new_id
from tests.tables.test_hosting import finished
from tests.tables.test_house import GAMES, Wall, begun, do, make


@pytest.fixture
def names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Of a table that is over, one that is played and one that waits, in a database."""
    monkeypatch.setenv("ESCALE_GAMES", str(GAMES))
    found: list[str] = []

    async def fill() -> None:
        house = House(SqliteStore.open(tmp_path / "escale.sqlite", 0), None, clock=Wall())
        over = await finished(house, "one")
        await do(over, "ben", commands.Say(new_id(), "well played"))
        for table in (over, await begun(house, message="two"), await make(house, message="three")):
            found.append(table.state.name)
        await house.close()

    asyncio.run(fill())
    return found


def tables(folder: Path, *arguments: str) -> Ended:
    ended = escale("tables", *arguments, folder=folder)
    assert "Traceback" not in ended.err
    return ended


def execute(folder: Path, statement: str, *values: Any) -> None:
    with closing(sqlite3.connect(folder / "escale.sqlite")) as connection:
        connection.execute(statement, values)
        connection.commit()


WHERE = "WHERE number = 2 AND table_id = (SELECT id FROM tables WHERE name = ?)"
BODY = f"UPDATE entries SET body = ? {WHERE}"
LOST = f"DELETE FROM entries {WHERE}"
SUMMARY = "UPDATE tables SET summary = x'ff' WHERE name = ?"


def test_all_tables_are_listed_and_one_is_shown(names: list[str], tmp_path: Path) -> None:
    ended = tables(tmp_path, "list")
    assert ended.code == 0
    rows = {line.split()[0]: line.split()[1:] for line in ended.out.splitlines()}
    assert rows == {
        names[0]: ["over", "hush", "Ada,", "Ben"],
        names[1]: ["playing", "hush", "Ada,", "Ben"],
        names[2]: ["waiting", "hush", "Ada"],
    }
    shown = tables(tmp_path, "show", names[0])
    assert shown.code == 0 and "messages: 1\n" in shown.out and "people: Ada, Ben\n" in shown.out
    assert tables(tmp_path, "show", "0" * 24).err.endswith(f"there is no table {'0' * 24}\n")


def test_what_only_reads_works_beside_a_server(names: list[str], tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore.open(tmp_path / "escale.sqlite", 0)
        try:
            for words in (["list"], ["show", names[0]], ["check"], ["export", "out.jsonl"]):
                assert (await asyncio.to_thread(tables, tmp_path, *words)).code == 0
            for action in ("close", "delete", "erase-chat"):
                ended = await asyncio.to_thread(tables, tmp_path, action, names[0])
                assert ended.code == 2 and "is in use by another server" in ended.err
        finally:
            await store.close()

    asyncio.run(story())


@pytest.mark.parametrize("damage", [BODY, LOST, SUMMARY], ids=["garbage", "a gap", "summary"])
def test_each_table_that_cannot_be_read_is_named(
    damage: str, names: list[str], tmp_path: Path
) -> None:
    assert (tables(tmp_path, "check").code, tables(tmp_path, "check").err) == (0, "")
    execute(tmp_path, damage, *([b"\xff\x00"] if damage is BODY else []), names[1])
    ended = tables(tmp_path, "check")
    assert ended.code == 1
    assert names[1] in ended.out and names[0] not in ended.out and names[2] not in ended.out
    listed = tables(tmp_path, "list")
    assert listed.code == 0 and all(name in listed.out for name in names)
    taken = tables(tmp_path, "export", "rescued.jsonl")
    assert taken.code == 1 and names[1] in taken.err
    rescued = escale("import", "rescued.jsonl", "--database", "new.sqlite", folder=tmp_path)
    assert rescued.code == 0 and rescued.out.startswith("2 tables")


def test_tables_are_rescued_from_a_file_that_no_server_opens(
    names: list[str], tmp_path: Path
) -> None:
    """Most tables can be read although a page that holds a part of one is garbage."""
    path = tmp_path / "escale.sqlite"
    execute(tmp_path, BODY, b"x" * 20_000, names[1])
    data = bytearray(path.read_bytes())
    start = data.index(b"x" * 4000) // 4096 * 4096
    data[start : start + 4096] = b"\xa5" * 4096
    path.write_bytes(data)
    refused = escale("serve", "--port", "0", folder=tmp_path)
    assert refused.code == 2 and "is damaged" in refused.err
    assert escale("backup", "copy.sqlite", folder=tmp_path).code == 2
    ended = tables(tmp_path, "check")
    assert ended.code == 1 and names[1] in ended.out and names[0] not in ended.out
    taken = tables(tmp_path, "export", "rescued.jsonl")
    assert taken.code == 1 and taken.out.startswith("2 tables")


def test_a_table_is_closed_its_chat_erased_and_it_is_deleted(
    names: list[str], tmp_path: Path
) -> None:
    assert tables(tmp_path, "close", names[1]).code == 0
    assert "over" in tables(tmp_path, "show", names[1]).out
    assert tables(tmp_path, "erase-chat", names[0]).code == 0
    assert "messages: 0" in tables(tmp_path, "show", names[0]).out
    for name in names:
        assert tables(tmp_path, "delete", name).code == 0
        ended = tables(tmp_path, "delete", name)
        assert (ended.code, ended.err) == (2, f"escale tables: there is no table {name}\n")
    assert tables(tmp_path, "list").out == ""
    for word in (b"well played", b"Ada", b"Ben"):
        assert word not in (tmp_path / "escale.sqlite").read_bytes()


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    for action in (["list"], ["check"], ["delete", "0" * 24]):
        assert "does not exist" in tables(tmp_path, *action).err
    assert list(tmp_path.iterdir()) == []
