"""`escale words doubts`: the pairs about which tables overruled the referee."""

from __future__ import annotations

import asyncio
from pathlib import Path

from escale.games.registry import load_game
from escale.games.wordbank.rules.pieces import Action, Announce, Appeal, Options, Vote
from escale.store.sqlite.store import SqliteStore
from escale.tables.decisions import commands
from escale.tables.house import House, NewTable
from escale.tables.table import Table
from tests.cli.commands import escale
from tests.tables.tabletop import new_id, raw
from tests.tables.test_house import Wall, do

OPTIONS = Options(
    language="fr", referee="friendly", starter=0, cards=(("C", 5),) * 7, not_kin=(("un", "unique"),)
)
TURNS: list[tuple[str, int, Action]] = [
    ("ada", 0, Announce("chanter", 0, "cw")),
    ("ben", 1, Appeal("chansons", 1, "cw")),
    ("ada", 0, Vote(accept=True)),
    ("ada", 0, Appeal("chanteur", 2, "cw")),
    ("ben", 1, Vote(accept=False)),
]


def test_overruled_pairs_are_listed(tmp_path: Path) -> None:
    async def fill() -> None:
        house = House(SqliteStore.open(tmp_path / "escale.sqlite", 0), None, clock=Wall())
        wish = NewTable(load_game("wordbank"), OPTIONS, ("me", None), "Ada")
        table = await house.make("ada", "first", wish)
        assert isinstance(table, Table)
        await do(table, "ben", commands.Sit(new_id(), "Ben"))
        await do(table, "ada", commands.Start(new_id()))
        for guest, seat, action in TURNS:
            await do(table, guest, commands.Act(new_id(), seat, raw(action)))
        await house.close()

    asyncio.run(fill())
    ended = escale("words", "doubts", "--database", "escale.sqlite", folder=tmp_path)
    assert (ended.code, ended.err) == (0, "")
    (line,) = ended.out.splitlines()
    language, word, used, lexicon = line.split("\t")
    assert (language, word, used) == ("fr", "chansons", "chanter")
    assert lexicon.startswith("escale-fr-2+house-")
    assert "Ada" not in ended.out and "Ben" not in ended.out


def test_a_house_must_be_there(tmp_path: Path) -> None:
    ended = escale("words", "doubts", "--database", "none.sqlite", folder=tmp_path)
    assert ended.code == 2 and ended.err.startswith("escale")
