"""Hints: who may ask, what is written down, and what is told to whom."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any

import pytest

from escale.core.play import Ruling
from escale.games.registry import load_game
from escale.games.texts import texts
from escale.games.wordbank.rules.pieces import Announce, Options, Pass
from escale.tables.bots import hints
from escale.tables.bots.players import bot_request
from escale.tables.bots.pool import BotPool, BotRequest, NoAnswer
from escale.tables.decisions import commands
from escale.tables.fair_queue import Turn
from tests.tables.tabletop import Tabletop, new_id, two

WORDBANK = load_game("wordbank")
FIXED = Options(language="en", referee="dictionary", starter=0)


def at_the_ring(plan: tuple[Any, ...] = ("me", 2)) -> Tabletop:
    table = Tabletop(plan, game=WORDBANK, options=FIXED)
    if None in plan:
        table.ask("ben", commands.Sit(new_id(), "Ben"))
    table.ask("ada", commands.Start(new_id()))
    return table


def hint(table: Tabletop, guest: str = "ada", seat: int = 0) -> str:
    return table.ask(guest, commands.AskForHint(new_id(), seat))


class Pool(BotPool):
    """Answers with what a real bot would, and counts. `fails`: so many times it has no answer."""

    def __init__(self, fails: int = 0) -> None:
        self.asked: list[BotRequest] = []
        self.fails = fails

    async def ask(self, request: BotRequest, turn: Turn | None = None) -> Any:
        self.asked.append(request)
        if self.fails:
            self.fails -= 1
            raise NoAnswer("busy")
        return Announce("STONE", 0, "cw", (1,)) if request.level > 1 else Pass()


def test_three_hints_in_a_turn_and_everybody_sees_how_many() -> None:
    table = at_the_ring()
    assert [hint(table) for _ in range(4)] == ["", "", "", "no-more-hints"]
    news = json.loads(table.updates.update(None, 0, table.wall)[0])
    assert news["table"]["hints"] and [one["hints"] for one in news["table"]["seats"]] == [3, 0]
    told = [what for entry in news["happened"] for what in entry["what"]]
    assert [one for one in told if one["kind"] == "Hinted"] == [
        {"kind": "Hinted", "seat": 0, "rung": rung} for rung in (1, 2, 3)
    ]


def test_the_next_turn_begins_with_a_nudge_again() -> None:
    table = at_the_ring(("me", "me"))
    table.state.made = replace(table.state.made, hints=True)
    assert not hint(table) and not hint(table)
    running = table.state.running
    assert running is not None and running.rung(0) == 2
    table.act("ada", 0, Pass())
    assert running.rung(0) == 0 and hint(table) == "no-hint-now"
    table.act("ada", 1, Pass())
    assert not hint(table) and (running.rung(0), running.hints[0]) == (1, 3)


def test_among_people_there_are_hints_only_if_the_table_says_so() -> None:
    table = at_the_ring(("me", None))
    assert hint(table) == "no-hints"
    table.state.made = replace(table.state.made, hints=True)
    assert not hint(table)
    with_bots = at_the_ring()
    with_bots.state.made = replace(with_bots.state.made, hints=False)
    assert hint(with_bots) == "no-hints"


def test_a_game_that_has_none_gives_none() -> None:
    assert hint(two()) == "no-hints"


@pytest.mark.parametrize(("guest", "seat"), [("eve", 0), ("ada", 1), ("ada", 9)])
def test_nobody_asks_for_another(guest: str, seat: int) -> None:
    table = at_the_ring()
    assert hint(table, guest, seat) in ("players-only", "not-your-seat", "no-such-seat")
    assert table.state.running is not None and not table.state.running.hints


def test_a_nudge_tells_no_word_and_leads_to_the_next_hint() -> None:
    async def read() -> list[hints.Hint | Ruling]:
        found: list[hints.Hint | Ruling] = []
        for _ in range(3):
            hint(table)
            found.append(await desk.read(table.state, 0, ""))
            assert await desk.read(table.state, 0, "") == found[-1]  # thought out once
        return found

    table, pool = at_the_ring(), Pool()
    desk = hints.Hints(pool)
    nudge, word, best = asyncio.run(read())
    assert isinstance(nudge, hints.Hint) and nudge.action is None
    say = texts(WORDBANK, "en", ["Ada", "Tern"])
    assert "STONE" not in say(nudge.sentence[0], **nudge.sentence[1])
    assert isinstance(word, hints.Hint) and word.action == Announce("STONE", 0, "cw", (1,))
    assert "STONE" in say(word.sentence[0], **word.sentence[1])
    assert isinstance(best, hints.Hint) and best.rung == 3
    # The nudge and the word are of one thought; the best move is that of the best bot.
    assert [one.level for one in pool.asked] == [2, max(WORDBANK.levels)]
    assert all(one.seat == 0 and one.view.seat == 0 for one in pool.asked)


def test_a_bot_without_a_word_says_so() -> None:
    table = at_the_ring(("me", 1))
    hint(table)
    told = asyncio.run(hints.Hints(Pool()).read(table.state, 0, ""))
    assert isinstance(told, hints.Hint) and told.sentence[0] == "hints.nothing"


def test_what_was_not_asked_for_is_not_told_and_a_failure_can_be_asked_again() -> None:
    async def read() -> list[hints.Hint | Ruling]:
        before = await desk.read(table.state, 0, "")
        hint(table)
        return [before, *[await desk.read(table.state, 0, "") for _ in range(2)]]

    table, desk = at_the_ring(), hints.Hints(Pool(fails=1))
    before, failed, told = asyncio.run(read())
    assert isinstance(before, Ruling) and before.reason == "no-hint-now"
    assert isinstance(failed, Ruling) and failed.reason == "hint-failed"
    assert isinstance(told, hints.Hint)


def test_the_randomness_of_a_hint_is_not_that_of_the_bots() -> None:
    table = at_the_ring()
    running = table.state.running
    assert running is not None
    seeds = {
        bot_request(table.state, running, 0, level, purpose).seed
        for level, purpose in ((2, ""), (2, "hint"), (4, "hint"))
    }
    assert len(seeds) == 3
