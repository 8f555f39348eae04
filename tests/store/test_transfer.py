"""Tables move from SQLite to PostgreSQL and back, to the letter."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

import pytest

from escale.cli import main
from escale.games.registry import load_game
from escale.store import Store, StoreError, TableSummary
from escale.store.postgres import PostgresStore
from escale.store.sqlite.store import SqliteStore
from escale.store.transfer import BadFile, ImportResult, export_tables, import_tables
from escale.tables.decisions import commands
from escale.tables.house import House, NewTable
from escale.tables.table import Done, Table
from tests.servers.postgres import PostgresServer

T = TypeVar("T")
HEAD = b'{"escale_tables":1}'
TABLES = {
    "a": (
        TableSummary("a", "wordbank", "playing", "kiwi", wake=7, guests=("ann",), summary=b"{}"),
        5,
    ),
    "b": (
        TableSummary("b", "wordbank", "over", guests=("ann", "bob"), summary=b'{"x":"\xc3\xa9"}'),
        3,
    ),
    "c": (TableSummary("c", "kreuzwort", "gathering", "plum", listed=True), 1),
}


def foot(count: int) -> bytes:
    return b'{"end_of_tables":%d}' % count


def visit(store: Store, go: Callable[[Store], Awaitable[T]]) -> T:
    async def there_and_back() -> T:
        try:
            return await go(store)
        finally:
            await store.close()

    return asyncio.run(there_and_back())


async def fill(store: Store) -> None:
    for name, (summary, count) in TABLES.items():
        for after in range(count):
            body = f'{{"entry":"{name} {after} é"}}'.encode()
            await store.append(name, after, body, summary if after in (0, count - 1) else None)


async def lines(store: Store) -> list[bytes]:
    return [line async for line in export_tables(store)]


async def content(store: Store) -> dict[str, object]:
    names = await store.table_names("", 10)
    return {name: (await store.summary(name), await store.entries_after(name, 0)) for name in names}


def test_from_sqlite_to_postgres_and_back(tmp_path: Path, postgres: PostgresServer) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    url = postgres.database()
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)
    told = visit(PostgresStore.open(url, 0), lambda store: import_tables(store, file))
    assert told == ImportResult(new=3)
    there = visit(PostgresStore.open(url, 0), lines)
    assert there == file
    visit(SqliteStore.open(last, 0), lambda store: import_tables(store, there))
    before = visit(SqliteStore.open(first, 0), content)
    assert visit(SqliteStore.open(last, 0), content) == before
    assert visit(PostgresStore.open(url, 0), content) == before


def test_an_interrupted_import_can_be_repeated(tmp_path: Path) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)
    half = [*file[:2], file[2][:-10]]
    with pytest.raises(BadFile, match="line 3"):
        visit(SqliteStore.open(last, 0), lambda store: import_tables(store, half))
    told = visit(SqliteStore.open(last, 0), lambda store: import_tables(store, file))
    assert told == ImportResult(new=2, known=1)


def test_a_file_cut_off_between_two_tables_is_refused(tmp_path: Path) -> None:
    visit(SqliteStore.open(tmp_path / "first.db", 0), fill)
    file = visit(SqliteStore.open(tmp_path / "first.db", 0), lines)
    for cut in range(1, len(file)):
        with pytest.raises(BadFile, match=f"cut off: {cut - 1} tables were imported"):
            part = partial(import_tables, lines=file[:cut])
            visit(SqliteStore.open(tmp_path / "last.db", 0), part)


def test_another_table_of_the_same_name_is_never_replaced(tmp_path: Path) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)

    async def take_name(store: Store) -> None:
        await store.append("a", 0, b"another", TableSummary("a", "wordbank", "gathering"))

    visit(SqliteStore.open(last, 0), take_name)
    with pytest.raises(BadFile, match="line 2: a different table a exists already"):
        visit(SqliteStore.open(last, 0), lambda store: import_tables(store, file))


def test_a_code_that_another_table_has_is_given_up(tmp_path: Path) -> None:
    first, last = tmp_path / "first.db", tmp_path / "last.db"
    visit(SqliteStore.open(first, 0), fill)
    file = visit(SqliteStore.open(first, 0), lines)

    async def take_kiwi(store: Store) -> None:
        await store.append("z", 0, b"{}", TableSummary("z", "wordbank", "gathering", "kiwi"))

    visit(SqliteStore.open(last, 0), take_kiwi)
    told = visit(SqliteStore.open(last, 0), lambda store: import_tables(store, file))
    assert told == ImportResult(new=3, codes=1)


@pytest.mark.parametrize(
    ("file", "why"),
    [
        ([], "line 1: not an export file"),
        ([b"nonsense"], "line 1: not an export file"),
        ([b'{"escale_tables":9}'], "line 1: unknown export format 9; this version reads 1"),
        ([HEAD, b"{}"], "line 2: "),
        ([HEAD, b"[" * 9999], "line 2: "),
        ([HEAD], "the file is cut off: 0 tables were imported, others may be missing"),
        ([HEAD, foot(2)], "the file has 0 tables and should have 2"),
        ([HEAD, foot(0)[:-1]], "line 2: "),
        ([HEAD, b'{"end_of_tables":"all"}'], "line 2: "),
    ],
)
def test_an_invalid_file_is_refused(tmp_path: Path, file: list[bytes], why: str) -> None:
    with pytest.raises(BadFile, match=why):
        visit(SqliteStore.open(tmp_path / "a.db", 0), lambda store: import_tables(store, file))


# Tables as they are, and files as they are not


GAMES = {"fortboyard": 3, "kreuzwort": 2, "wordbank": 2}


async def play(store: Store) -> None:
    """Of every box a table that waits, one at play and one that is over, each with some talk."""
    house = House(store, None)
    for (name, seats), stage in product(GAMES.items(), range(3)):
        game = load_game(name)
        wish = NewTable(game, game.options(language="fr"), ("me",) * seats, "Ada", listed=True)
        table = await house.make("a" * 64, f"{name} {stage}", wish)
        assert isinstance(table, Table)
        asked: list[commands.Command] = [commands.Say("say", "« Ça va ? »")]
        asked += [commands.Start("start")] if stage else []
        asked += (
            [commands.Resign(f"go {seat}", seat) for seat in range(seats)] if stage == 2 else []
        )
        for ask in asked:
            outcome = await table.do("a" * 64, ask)
            assert isinstance(outcome, Done) or table.state.status == "over", outcome
        table.unload()


def written(folder: Path) -> list[bytes]:
    """The lines of a file with all of them."""
    visit(SqliteStore.open(folder / "house.db", 0), play)
    return visit(SqliteStore.open(folder / "house.db", 0), lines)[1:-1]


def taken(folder: Path, *rows: bytes, database: str = "") -> tuple[int, Path]:
    """What `escale import` says of a file with these tables; and the file."""
    file = folder / "tables.jsonl"
    file.write_bytes(b"\n".join([HEAD, *(row.rstrip() for row in rows), foot(len(rows))]))
    return main(["import", str(file), "--database", database or str(folder / "new.db")]), file


def test_the_commands(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    first, url = tmp_path / "house.db", postgres.database()
    tables = written(tmp_path)
    assert len(tables) == 3 * len(GAMES)
    summaries = [json.loads(line)["card"]["status"] for line in tables]
    assert Counter(summaries) == {"gathering": 3, "playing": 3, "over": 3}
    assert taken(tmp_path, *tables[:4], database=url)[0] == 0  # some are there already
    assert "4 tables were imported" in capsys.readouterr().out
    file = tmp_path / "all.jsonl"
    assert main(["export", str(file), "--database", str(first)]) == 0
    for new, known in ((5, 4), (0, 9)):
        capsys.readouterr()
        assert main(["import", str(file), "--database", url]) == 0
        said = capsys.readouterr().out
        assert f"{new} tables were imported" in said and f"{known} tables were already" in said
    there = visit(PostgresStore.open(url, 0), lines)[1:-1]
    assert [_but_hours(line) for line in there] == [_but_hours(line) for line in tables]
    assert main(["export", str(file), "--database", str(first)]) == 2
    assert "exists already" in capsys.readouterr().err
    one, name = tmp_path / "one.jsonl", json.loads(tables[0])["card"]["table"]
    assert main(["export", str(one), "--database", url, "--table", name]) == 0
    assert one.read_bytes().splitlines() == [HEAD, there[0].rstrip(), foot(1)]
    assert main(["export", str(tmp_path / "x"), "--database", url, "--table", "zzz"]) == 2
    assert not (tmp_path / "x").exists()
    assert main(["import", str(tmp_path / "nowhere"), "--database", url]) == 2
    slip = tmp_path / "hosue.db"  # an export of nothing would look like a house that was moved
    capsys.readouterr()
    assert main(["export", str(tmp_path / "x"), "--database", str(slip)]) == 2
    assert capsys.readouterr().err == f"escale export: --database: {slip} does not exist\n"
    assert not slip.exists() and not (tmp_path / "x").exists()


def _but_hours(line: bytes) -> Any:
    """A house that was closed for a moment moves the hours at which its tables wake."""
    plain = json.loads(line)
    return {**plain, "card": {**plain["card"], "wake": None}}


WRONG: dict[str, tuple[dict[str, Any], str]] = {
    "nonsense": ({"entries": ["hello"]}, "invalid entries"),
    "no entries": ({"entries": []}, "has no entries"),
    "another world": ({"entries": ["{}"]}, "invalid entries"),
    "a name of a path": ({"table": "../../etc/passwd"}, "invalid table name"),
    "a name that ends early": ({"table": "a\0b"}, "invalid table name"),
    "an hour that no database can count on from": (
        {"wake": (1 << 63) - 1},
        "wake time out of range",
    ),
    "an hour before all": ({"wake": -5}, "wake time out of range"),
    "a game of elsewhere": ({"game": "chess", "summary": "AAAA"}, "invalid summary"),
}


@pytest.mark.parametrize("kind", WRONG)
def test_an_invalid_table_is_named_and_those_before_it_are_imported(
    kind: str, tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would be found by people, or keep the house from ever being opened again."""
    change, why = WRONG[kind]
    first, second, *_ = written(tmp_path)
    bad = json.loads(second)
    if "game" in change:
        here = f'"{bad["card"]["game"]}"'
        bad["entries"] = [one.replace(here, '"chess"') for one in bad["entries"]]
    entries = change.get("entries", bad["entries"])
    summary = bad["card"] | {name: what for name, what in change.items() if name != "entries"}
    row = json.dumps({"card": summary, "entries": entries}).encode()
    for database in (str(tmp_path / "new.db"), postgres.database()):
        code, file = taken(tmp_path, first, row, database=database)
        said = capsys.readouterr().err
        assert code == 2 and said.count("\n") == 1, said
        assert said.startswith(f"escale import: {file}: line 3: table ") and why in said
        assert taken(tmp_path, first, second, database=database)[0] == 0
        assert "1 table was already there" in capsys.readouterr().out


def test_a_false_summary_is_not_trusted(tmp_path: Path) -> None:
    tables = written(tmp_path)
    over = next(row for row in map(json.loads, tables) if row["card"]["status"] == "over")
    lies = {"status": "gathering", "listed": True, "summary": "AAAA", "guests": [], "code": "x"}
    row = json.dumps({"card": over["card"] | lies, "entries": over["entries"]}).encode()
    assert taken(tmp_path, row)[0] == 0
    there = visit(SqliteStore.open(tmp_path / "new.db", 0), lines)
    assert json.loads(there[1]) == over


def test_a_table_that_changes_during_export_has_a_matching_summary(
    tmp_path: Path,
) -> None:
    summary = TableSummary("a", "wordbank", "playing", wake=7)

    class Busy(SqliteStore):
        """Somebody moves between two questions."""

        moves = 3

        async def summary(self, table: str) -> TableSummary | None:
            found = await super().summary(table)
            if self.moves:
                self.moves -= 1
                number = len(await self.entries_after(table, 0))
                await self.append(table, number, b"{}", replace(summary, wake=100 - self.moves))
            return found

    async def go(store: Store) -> list[bytes]:
        await store.append("a", 0, b"{}", summary)
        return await lines(store)

    _, line, _ = visit(Busy.open(tmp_path / "a.db", 0), go)
    row = json.loads(line)
    assert (len(row["entries"]), row["card"]["wake"]) == (4, 100)


def test_an_export_that_loses_its_database_fails_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """PostgreSQL goes away in the middle of it."""

    async def lost(*_: object) -> None:
        raise StoreError("the database cannot be reached: it is closed")

    written(tmp_path)
    monkeypatch.setattr(SqliteStore, "entries_after", lost)
    file = tmp_path / "tables.jsonl"
    assert main(["export", str(file), "--database", str(tmp_path / "house.db")]) == 2
    assert capsys.readouterr().err == (
        "escale export: the database cannot be reached: it is closed\n"
    )
    assert not [*tmp_path.glob("tables*")]
