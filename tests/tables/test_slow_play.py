"""Timed moments in which everybody takes part, in slow play: they are sealed for all alike."""

from __future__ import annotations

from random import Random

import pytest

from escale.core.phases import top
from escale.core.play import Ruling
from escale.games.fortboyard.game import GAME as FORT
from escale.games.fortboyard.rules.pieces import Throw, TurnHourglass
from escale.games.fortboyard.rules.riddle import Asked
from escale.games.wordbank.game import GAME as WORDBANK
from escale.games.wordbank.rules.pieces import Announce
from escale.games.wordbank.rules.pieces import Options as WordBankOptions
from escale.tables.decisions import commands
from escale.tables.decisions.queries import view_for
from escale.tables.log import entries as e
from tests.tables.tabletop import Tabletop, new_id

PEOPLE = ("ada", "ben", "cy")
CHOICE = Random(0)


def at_a_riddle() -> Tabletop:
    """Three people play in slow play until a riddle is drawn that does not follow a trial."""
    table = Tabletop(("me", None, None), game=FORT, pace=e.Pace("slow", 86_400))
    for guest in PEOPLE[1:]:
        table.sit(guest, guest.title())
    table.start()
    for _ in range(3000):
        sealed = table.state.held(None)
        if sealed and isinstance(top(table.match.state), Asked):
            return table
        if sealed:
            for seat in table.state.awaited_people:
                table.ask(PEOPLE[seat], commands.OpenMoment(new_id(), seat))
        elif seats := [seat for seat in table.state.awaited if seat < 3]:
            seat = CHOICE.choice(seats)
            table.act(PEOPLE[seat], seat, table.match.rules.sample(table.match.state, seat, CHOICE))
            table.later(0.3)
        else:
            table.later(5)
    raise AssertionError("no riddle was drawn")


def opened(table: Tabletop, *guests: str) -> None:
    for guest in guests:
        assert not table.ask(guest, commands.OpenMoment(new_id(), PEOPLE.index(guest)))


def shown_to(table: Tabletop) -> list[str]:
    guests = (*PEOPLE, "eve")
    return [guest for guest in guests if not table.seen(guest)["views"][0]["held"]]


def test_a_riddle_is_sealed_for_the_candidate_and_all_others_until_all_have_opened_it() -> None:
    table = at_a_riddle()
    riddle: Asked = top(table.match.state)
    reader, candidate = PEOPLE[riddle.reader], PEOPLE[riddle.candidate]
    assert shown_to(table) == []
    opened(table, reader)
    table.later(3600)
    assert shown_to(table) == [], "the candidate could read while the clock stands still"
    assert table.seen(reader)["views"][0] == {"seat": riddle.reader, "held": True, "opened": True}
    assert riddle.reader not in table.seen(candidate)["play"]["awaits"]
    for guest in (*PEOPLE, "eve"):
        assert riddle.text not in str(table.seen(guest))
    opened(table, *(guest for guest in PEOPLE if guest != reader))
    assert shown_to(table) == [*PEOPLE, "eve"]
    assert table.running.match_clock.running


def test_a_riddle_that_was_opened_is_not_sealed_again_by_a_throw() -> None:
    table = at_a_riddle()
    opened(table, *PEOPLE)
    riddle: Asked = top(table.match.state)
    table.later(1)
    assert not table.act(PEOPLE[riddle.reader], riddle.reader, TurnHourglass())
    deadline = table.running.deadline
    assert shown_to(table) == [*PEOPLE, "eve"]
    riddle = top(table.match.state)
    assert not table.act(PEOPLE[riddle.roller], riddle.roller, Throw())
    if isinstance(top(table.match.state), Asked):  # no even double, which ends it
        table.later(1)
        assert table.running.deadline != deadline or table.running.match_clock.running
        assert shown_to(table) == [*PEOPLE, "eve"]


@pytest.mark.parametrize("how", ["leaves", "resigns", "is away for a day"])
def test_nobody_waits_for_one_who_is_gone_to_open_it(how: str) -> None:
    table = at_a_riddle()
    riddle: Asked = top(table.match.state)
    third = next(seat for seat in range(3) if seat not in (riddle.reader, riddle.candidate))
    opened(table, *(guest for seat, guest in enumerate(PEOPLE) if seat != third))
    assert not table.running.match_clock.running
    if how == "leaves":
        assert not table.ask(PEOPLE[third], commands.StandUp(new_id(), third))
    elif how == "resigns":
        assert not table.ask(PEOPLE[third], commands.Resign(new_id(), third))
    else:
        table.later(86_401)
        assert table.state.level(third) is not None
    assert table.running.unsealed


def test_what_is_sealed_when_the_table_is_closed_stays_sealed() -> None:
    for ending in (e.Closed(), e.CarriedAway(0)):
        table = at_a_riddle()
        riddle: Asked = top(table.match.state)
        opened(table, "ada")
        table.write((ending,), None, "")
        assert shown_to(table) == []
        for guest in (*PEOPLE, "eve"):
            assert riddle.text not in str(table.seen(guest))
            seat = PEOPLE.index(guest) if guest in PEOPLE else None
            told = view_for(table.state, table.state.person(guest), seat)
            assert isinstance(told, Ruling)
            assert told.reason == "table-closed"


def test_what_was_opened_when_the_table_is_closed_can_be_looked_at() -> None:
    table = at_a_riddle()
    opened(table, *PEOPLE)
    table.write((e.Closed(),), None, "")
    assert shown_to(table) == [*PEOPLE, "eve"]


def test_whoever_resigned_waits_with_the_spectators() -> None:
    """A word is announced; those who vote on it have not opened it."""
    options = WordBankOptions(language="en", referee="table", starter=0)
    pace = e.Pace("slow", 86_400)
    table = Tabletop(("me", None, None), game=WORDBANK, options=options, pace=pace)
    for guest in PEOPLE[1:]:
        table.sit(guest, guest.title())
    table.start()
    table.ask("ada", commands.Resign(new_id(), 0))
    word = f"{table.match.state.ring[0].letter}ab"
    table.write((e.Happened(table.match.act(0, Announce(word, 0, "cw"))),), None, "")
    assert shown_to(table) == []
    assert table.state.held(None)
    assert word not in str([table.seen(guest) for guest in (*PEOPLE, "eve")])


def test_a_reader_who_resigned_does_not_see_the_answer() -> None:
    table = at_a_riddle()
    opened(table, *PEOPLE)
    riddle: Asked = top(table.match.state)
    answer, reader = riddle.card.answers[0], PEOPLE[riddle.reader]
    assert f"'{answer}'" in str(table.seen(reader))
    assert not table.ask(reader, commands.Resign(new_id(), riddle.reader))
    assert isinstance(top(table.match.state), Asked)
    assert f"'{answer}'" not in str(table.seen(reader)["views"])
    assert table.seen(reader)["views"][0]["offers"] == []
