"""Bots that plan, at a table: each acts at its own moment, whatever the others do meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from escale.core.bots import Later
from escale.core.event import Acted, Elapsed
from escale.core.game import Game
from escale.core.match import Player
from escale.core.secrecy import view
from escale.games.arena import seeded_match
from escale.store.sqlite.store import SqliteStore
from escale.tables.bots.pool import BotPool, BotRequest
from escale.tables.decisions import commands
from escale.tables.house import House, NewTable
from escale.tables.log import entries as e
from escale.tables.table import Done, Table
from tests.server.wall import Wall, settled
from tests.tables.tabletop import new_id, raw

NOW, ONE, THREE, TEN, SOON = range(1, 6)  # the levels of Gong: when they strike


class Evening:
    """Ada (and Ben) and bots, and a clock that is turned by hand."""

    def __init__(self, game: Game[Any, Any, Any], house: House, wall: Wall) -> None:
        self.game, self.house, self.wall = game, house, wall
        self.table: Table

    async def begin(self, *seats: Any, pace: e.Pace | None = None) -> None:
        wish = NewTable(self.game, self.game.options(), seats, "Ada", pace or e.Pace())
        table = await self.house.make("ada", "table", wish)
        assert isinstance(table, Table)
        self.table = table
        if None in seats:
            await self.does(commands.Sit(new_id(), "Ben"), "ben")
        await self.does(commands.Start(new_id()))

    async def does(self, ask: commands.Command, guest: str = "ada") -> None:
        done = await self.table.do(guest, ask)
        assert isinstance(done, Done), done
        await settled(self.house)

    async def strikes(self, note: int, seat: int = 0, guest: str = "ada") -> None:
        await self.does(commands.Act(new_id(), seat, raw(self.game.actions(note))), guest)

    async def later(self, milliseconds: int) -> None:
        self.wall.at += milliseconds
        self.table.tick()
        await settled(self.house)

    @property
    def played(self) -> list[tuple[int, ...]]:
        """Who struck which note when; an ending of time without a seat."""
        assert self.table.state.running is not None
        return [
            (event.seat, event.action.note, event.at) if isinstance(event, Acted) else (event.at,)
            for event in self.table.state.running.match.log
            if isinstance(event, Acted | Elapsed)
        ]


Story = Callable[[Evening], Awaitable[None]]
Told = Callable[..., None]


@pytest.fixture
def tell(gong: Game[Any, Any, Any], tmp_path: Path) -> Told:
    def told(story: Story, bot_pause: float = 0.0) -> None:
        async def run() -> None:
            wall = Wall()
            store = SqliteStore.open(tmp_path / "house.sqlite", wall())
            house = House(store, BotPool(1), clock=wall, bot_pause=bot_pause)
            try:
                async with asyncio.timeout(60):  # only a broken house takes so long
                    await story(Evening(gong, house, wall))
            finally:
                await house.close()

        asyncio.run(run())

    return told


def test_a_plan_waits_for_its_moment(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", ONE)
        await evening.later(999)
        assert evening.played == []
        await evening.later(1)
        assert evening.played == [(1, 2, 1000)]
        assert evening.house.counts["bot answers"] == 1

    tell(story, bot_pause=3600.0)  # which is for bots that do not say when


def test_several_wait_at_once_and_nobody_disturbs_them(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", THREE, ONE, SOON)
        await evening.later(300)
        await evening.later(500)
        await evening.strikes(1)
        await evening.later(200)
        await evening.later(999)
        # Seats 1 and 2 wanted note 4 as well. It is taken: at their moments they are asked anew.
        assert evening.played == [(3, 4, 300), (0, 1, 800)]
        await evening.later(1)
        assert evening.played == [(3, 4, 300), (0, 1, 800), (2, 3, 2000)]
        await evening.later(1000)
        await evening.later(3000)
        assert evening.played[3:] == [(1, 2, 6000)]

    tell(story)


def test_what_others_do_leaves_a_plan_as_it_is(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", None, THREE)
        await evening.later(1000)
        await evening.strikes(1)
        await evening.later(1000)
        await evening.strikes(2, 1, "ben")
        await evening.later(1000)
        assert evening.played == [(0, 1, 1000), (1, 2, 2000), (2, 3, 3000)]
        assert evening.house.counts["bot answers"] == 2  # and one for the next round

    tell(story)


@pytest.mark.usefixtures("elsewhere")
def test_whoever_is_brought_somewhere_else_thinks_anew(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", THREE)
        await evening.later(1000)
        await evening.strikes(1)
        await evening.later(2000)
        assert evening.played == [(0, 1, 1000)]
        await evening.later(1000)
        assert evening.played == [(0, 1, 1000), (1, 2, 4000)]

    tell(story)


def test_a_deadline_comes_before_a_plan_for_the_same_moment(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", TEN)
        await evening.later(10_000)
        assert evening.played == [(10_000,)]
        await evening.strikes(1)
        await evening.later(9_999)
        assert evening.played == [(10_000,), (0, 1, 10_000)]

    tell(story)


def test_after_a_deadline_everybody_is_asked_anew(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", None, THREE)
        await evening.later(3000)
        await evening.later(7000)
        await evening.later(2999)
        assert evening.played == [(2, 3, 3000), (10_000,)]
        await evening.later(1)
        assert evening.played[2:] == [(2, 3, 13_000)]

    tell(story)


def test_nobody_acts_in_a_pause_and_a_plan_outlives_it(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", ONE)
        await evening.later(400)
        await evening.does(commands.Propose(new_id(), "pause"))
        await evening.later(60_000)
        assert evening.played == []
        await evening.does(commands.Resume(new_id()))
        await evening.later(599)
        assert evening.played == []
        await evening.later(1)
        assert evening.played == [(1, 2, 1000)]

    tell(story)


def test_a_table_that_was_put_away_asks_again(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", ONE)
        evening.table.unload()
        del evening.house.tables[evening.table.state.name]
        table = await evening.house.open(evening.table.state.name)
        assert table is not None
        evening.table = table
        await settled(evening.house)
        await evening.later(1000)
        assert evening.played == [(1, 2, 1000)]

    tell(story)


def test_in_slow_play_a_bot_waits_until_everybody_has_opened_the_moment(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", None, ONE, pace=e.Pace("slow", 86_400))
        await evening.later(3_600_000)
        await evening.does(commands.OpenMoment(new_id(), 0))
        await evening.later(3_600_000)
        assert evening.played == []
        await evening.does(commands.OpenMoment(new_id(), 1), "ben")
        await evening.later(999)
        assert evening.played == []
        await evening.later(1)
        assert evening.played == [(2, 3, 1000)]

    tell(story)


def test_in_slow_play_who_is_played_for_has_nothing_to_open(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", None, THREE, pace=e.Pace("slow", 86_400))
        await evening.does(commands.OpenMoment(new_id(), 0))
        await evening.later(86_400_000)  # nobody is there: bots stand in, and plan
        await evening.later(999)
        assert evening.played == []
        await evening.later(1)
        assert [event[2] for event in evening.played] == [1000]

    tell(story)


class Dawdling(BotPool):
    """Bots that want note 2 after a second, and think about it for a while."""

    def __init__(self, wall: Wall, action: Any, milliseconds: int) -> None:
        super().__init__(1)
        self.wall, self.action, self.milliseconds = wall, action, milliseconds

    async def ask(self, request: BotRequest, turn: Any = None) -> Any:
        self.wall.at += self.milliseconds
        return Later(self.action, 1000)


@pytest.mark.parametrize(("thinks", "then", "at"), [(700, 300, 1000), (1500, 0, 1500)])
def test_thinking_is_part_of_the_wait(tell: Told, thinks: int, then: int, at: int) -> None:
    async def story(evening: Evening) -> None:
        evening.house.bot_pool = Dawdling(evening.wall, evening.game.actions(2), thinks)
        await evening.begin("me", ONE)
        if then:
            await evening.later(then - 1)
            assert evening.played == []
            await evening.later(1)
        assert evening.played == [(1, 2, at)]

    tell(story)


def test_who_thinks_so_long_that_the_move_is_gone_is_asked_anew(tell: Told) -> None:
    class Slow(Dawdling):
        async def ask(self, request: BotRequest, turn: Any = None) -> Any:
            choice = await super().ask(request)
            if self.action.note == 2:  # in the meantime Ada takes it
                self.action = evening.game.actions(1)
                await evening.table.do("ada", commands.Act(new_id(), 0, raw(choice.action)))
            return choice

    evening: Evening

    async def story(told: Evening) -> None:
        nonlocal evening
        evening = told
        evening.house.bot_pool = Slow(evening.wall, evening.game.actions(2), 1500)
        await evening.begin("me", ONE)
        assert evening.played[:2] == [(0, 2, 1500), (1, 1, 3000)]

    tell(story)


def test_a_bot_that_breaks_a_rule_plays_something_else(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        evening.house.bot_pool = Dawdling(evening.wall, evening.game.actions(99), 0)
        await evening.begin("me", ONE)
        await evening.later(1000)
        ((seat, note, at),) = evening.played
        assert (seat, at) == (1, 1000) and note in (1, 2)

    tell(story)


def test_a_bot_that_says_no_moment_plays_as_soon_as_it_can_be_followed(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", NOW)
        assert evening.played == [(1, 2, 0)]

    tell(story, bot_pause=0.01)


def test_an_answer_on_its_way_when_a_clock_runs_out_counts_if_it_names_no_turn(tell: Told) -> None:
    async def story(evening: Evening) -> None:
        await evening.begin("me", None)
        seen = evening.table.state.number
        await evening.later(10_000)  # nobody struck: a new round for everybody
        strike = raw(evening.game.actions(1))
        late = await evening.table.do("ada", commands.Act(new_id(), 0, strike, seen))
        assert not isinstance(late, Done) and late.reason == "stale"
        again = commands.Act(new_id(), 0, strike, None)
        done = await evening.table.do("ada", again)
        assert evening.played == [(10_000,), (0, 1, 10_000)]
        await evening.strikes(2, 1, "ben")  # and with it the next round begins
        assert await evening.table.do("ada", again) == done
        assert len(evening.played) == 3

    tell(story)


def test_by_the_real_clock(gong: Game[Any, Any, Any], tmp_path: Path) -> None:
    async def run() -> None:
        store = SqliteStore.open(tmp_path / "house.sqlite", 0)
        house = House(store, BotPool(1), bot_pause=3600.0)
        evening = Evening(gong, house, Wall())
        await evening.begin("me", SOON)
        async with asyncio.timeout(8):  # before the deadline
            while not evening.played:
                await asyncio.sleep(0.01)
        ((seat, note, at),) = evening.played
        assert (seat, note) == (1, 2) and at >= 300
        await house.close()

    asyncio.run(run())


def test_a_worker_tells_what_is_for_later(gong: Game[Any, Any, Any], tmp_path: Path) -> None:
    async def run() -> None:
        match = seeded_match(gong, gong.options(), [Player("Ada"), Player("Ben")], 1)
        seen = view(match.state, 0)
        bots = BotPool(1)
        answers = [
            await bots.ask(BotRequest("gong", gong.options(), 0, seen, level, "seed"))
            for level in (NOW, ONE)
        ]
        await bots.close()
        assert answers == [gong.actions(2), Later(gong.actions(2), 1000)]

    asyncio.run(run())
