"""A database and an export file of the version before (commit c24a272) open and play on.

For each game they hold a match that is being played by two people and a bot, with chat, a mute
and a pending proposal, one that is over, and a table in the lobby.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from base64 import b64decode
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from escale.cli import main
from escale.client import Client, Refused, Table
from escale.games.registry import load_game
from tests.client.players import chosen, run
from tests.served import served
from tests.servers.postgres import PostgresServer

RECORDED = Path(__file__).parent / "recorded"
DATABASE, EXPORT = RECORDED / "before-plain-names.sql", RECORDED / "before-plain-names.jsonl"
ADA, BEN = "a" * 43, "b" * 43  # tokens of the guests who play
ENTRIES = {
    ("fortboyard", "playing"): 16,
    ("kreuzwort", "playing"): 17,
    ("wordbank", "playing"): 19,
    **{(game, "over"): 4 for game in ("fortboyard", "kreuzwort", "wordbank")},
    **{(game, "gathering"): 1 for game in ("fortboyard", "kreuzwort", "wordbank")},
}
BOT = 2  # its seat


def entries_in(database: Path) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    with closing(sqlite3.connect(database)) as connection:
        for name, body in connection.execute(
            "SELECT name, body FROM entries JOIN tables ON tables.id = table_id ORDER BY number"
        ):
            found.setdefault(name, []).append(body)
    return found


def test_an_old_database_opens_and_its_matches_are_played_on(tmp_path: Path) -> None:
    database = tmp_path / "house.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript(DATABASE.read_text("utf-8"))
    before = entries_in(database)

    async def visit(url: str) -> None:
        async with Client(url, ADA) as ada, Client(url, BEN) as ben:
            tables = {(one["game"], one["status"]): one["table"] for one in await ada.my_tables()}
            assert tables.keys() == ENTRIES.keys()
            for (game, status), name in tables.items():
                async with ada.table(name) as hers, ben.table(name) as his:
                    assert len(before[name]) == ENTRIES[game, status]
                    assert hers.number >= len(before[name]) and hers.status == status
                    if status == "playing":
                        await play_on(hers, his, min(load_game(game).levels))
                    elif status == "over":
                        assert (await ada.match(name))["header"]["game"] == game
                    else:
                        await his.sit("Ben")

    with served(tmp_path) as house:
        run(visit(house.url))
    after = entries_in(database)
    for name, bodies in before.items():
        assert after[name][: len(bodies)] == bodies


async def play_on(hers: Table, his: Table, level: int) -> None:
    """Ben answers the proposal; then both play until a person and the bot have moved."""
    old = hers.number
    assert hers.about["proposal"]["what"]["kind"] == "Pause"
    what = [one for entry in hers.happened for one in entry["what"]]
    assert [one["text"] for one in what if one["kind"] == "Said"] == ["bonsoir", "« Ça va ? »"]
    await his.ask("answer", agree=False)
    done = asyncio.create_task(hers.until(lambda table: {BOT} < movers_after(table, old)))
    tasks = [done, *(asyncio.create_task(play(table, level)) for table in (hers, his))]
    ended, others = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    assert done in ended, [task.exception() for task in ended]


async def play(table: Table, level: int) -> None:
    async for turn in table.turns():
        while not turn.passed:
            action = chosen(turn, level)
            try:
                await turn.act(action["action"] if action["kind"] == "Later" else action)
            except Refused as refusal:
                assert refusal.reason in ("stale", "not-your-turn"), refusal
            turn = turn.afresh()


def movers_after(table: Table, number: int) -> set[int]:
    """The seats that have acted after this entry."""
    what = [one for entry in table.happened if entry["number"] > number for one in entry["what"]]
    events = [event for one in what if one["kind"] == "Happened" for event in one["events"]]
    return {event["seat"] for event in events if event["kind"] == "Acted"}


def test_an_old_export_is_imported_and_exported_unchanged(
    tmp_path: Path, postgres: PostgresServer, capsys: pytest.CaptureFixture[str]
) -> None:
    file, url = tmp_path / "tables.jsonl", postgres.database()
    assert main(["import", str(EXPORT), "--database", url]) == 0
    assert "9 tables were imported" in capsys.readouterr().out
    assert main(["export", str(file), "--database", url]) == 0
    old, new = tables_in(EXPORT), tables_in(file)
    assert new == old
    kinds = {(table["card"]["game"], table["card"]["status"]): table["entries"] for table in new}
    assert {kind: len(entries) for kind, entries in kinds.items()} == ENTRIES


def tables_in(file: Path) -> list[dict[str, Any]]:
    """Without wake times: these are postponed by the downtime before an export. And of what lists
    show, what they showed then: the summary is made again from the entries."""
    tables = [json.loads(line) for line in file.read_text("utf-8").splitlines()[1:-1]]
    for table in tables:
        shown = json.loads(b64decode(table["card"]["summary"]))
        old = {name: shown[name] for name in ("seats", "pace")}
        table["card"] |= {"wake": None, "summary": old}
    return tables
