"""Tables that nobody looks at leave memory, and are woken when their time comes."""

from __future__ import annotations

from contextlib import suppress

import pytest

from escale.tables import house
from escale.tables.house import House
from escale.tables.log import entries as e
from tests.server.wall import (
    ADA,
    DAY,
    HOUR,
    LIVE,
    MINUTE,
    SECOND,
    SLOW,
    Lives,
    Visitor,
    again,
    begun,
    happenings,
    passes,
)


def test_a_table_that_nobody_needs_leaves_memory_and_is_woken_in_time(lives: Lives) -> None:
    async def story(home: House) -> None:
        table = await begun(home, SLOW)
        await lives.turn(home, MINUTE)
        assert not home.tables
        await lives.turn(home, DAY - 3 * MINUTE, 10 * MINUTE)
        loads = home.counts["loaded"]
        await lives.turn(home, 3 * MINUTE)
        assert home.counts["loaded"] > loads
        assert happenings(await again(home, table), e.StoodIn)

    lives(story)


def test_a_table_is_not_woken_again_and_again_before_its_time(lives: Lives) -> None:
    """Ada took most of her day; Ben has a whole one of his own."""

    async def story(home: House) -> None:
        table = await begun(home, SLOW)
        await lives.turn(home, 20 * HOUR, HOUR)
        await passes(await again(home, table), ADA, 0)
        await lives.turn(home, 20 * HOUR, MINUTE)
        assert home.counts["loaded"] < 10

    lives(story)


def test_tables_that_wait_do_not_keep_others_from_being_woken(
    lives: Lives, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(house, "MOST_WOKEN", 3)

    async def story(home: House) -> None:
        for number in range(6):  # these are in memory: somebody is there
            table = await begun(home, LIVE, name=f"live {number}")
            table.watch(Visitor(ADA))
        last = await begun(home, LIVE, name="asleep")
        last.unload()
        del home.tables[last.state.name]
        await lives.turn(home, 45 * SECOND)
        assert last.state.name in home.tables

    lives(story)


def test_one_table_that_cannot_be_opened_does_not_keep_the_others_asleep(lives: Lives) -> None:
    tables = []

    async def before(home: House) -> None:
        broken = await begun(home, LIVE, name="broken")
        await home.store.append(broken.state.name, broken.state.number, b"{}")
        lives.wall.at += SECOND
        tables.append(await begun(home, LIVE))

    async def after(home: House) -> None:
        await lives.turn(home, 70 * SECOND)
        assert happenings(await again(home, tables[0]), e.StoodIn)
        with suppress(Exception):
            await lives.turn(home, MINUTE)

    lives(before)
    lives(after)
