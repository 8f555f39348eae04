"""Chat has a pace: five messages at once, and then one every two seconds."""

from __future__ import annotations

import pytest

from escale.core.game import LANGUAGES
from escale.core.play import Ruling
from escale.games.texts import passage, texts
from escale.tables.decisions import commands
from escale.tables.decisions.decide import decide
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import TableState
from tests.tables.tabletop import Tabletop, new_id, two


def says(table: Tabletop, guest: str = "ben") -> str:
    return table.ask(guest, commands.Say(new_id(), "hello"))


def talked_out() -> Tabletop:
    """Ben has said all that he may say at once."""
    table = two()
    assert [says(table) for _ in range(5)] == [""] * 5
    assert says(table) == "too-much-said"
    return table


def ruling(table: Tabletop) -> Ruling:
    found = decide(table.state, "ben", commands.Say(new_id(), "hello"), table.now())
    assert isinstance(found, Ruling)
    return found


def test_after_five_at_once_one_may_be_said_every_two_seconds() -> None:
    table = talked_out()
    for _ in range(3):
        table.later(1.9)
        assert says(table) == "too-much-said"
        table.later(0.1)
        assert says(table) == ""
        assert says(table) == "too-much-said"


def test_whoever_is_quiet_for_ten_seconds_may_say_five_things_again_and_no_more() -> None:
    for quiet in (10, 3600):
        table = talked_out()
        table.later(quiet)
        assert [says(table) for _ in range(6)] == [""] * 5 + ["too-much-said"]


def test_a_refusal_costs_nothing() -> None:
    table = talked_out()
    for _ in range(100):
        says(table)
    table.later(2)
    assert says(table) == ""


def test_one_who_talks_much_silences_nobody_else_and_may_still_play() -> None:
    table = talked_out()
    assert says(table, "ada") == ""
    assert table.act("ada", 0, table.sample(0)) == ""
    assert table.act("ben", 1, table.sample(1)) == ""


def test_what_was_said_already_is_done_however_fast_it_is_said_again() -> None:
    table = two()
    asked = commands.Say(new_id(), "hello")
    assert [table.ask("ben", asked) for _ in range(20)] == [""] * 20
    assert [says(table) for _ in range(5)] == [""] * 4 + ["too-much-said"]


def test_a_restart_does_not_forget_who_has_talked() -> None:
    table = talked_out()
    again = TableState(table.state.name, table.state.game)
    for body in table.kept():
        again.apply(entry_codec.decode(again.game, body))
    table.load(again)
    assert says(table) == "too-much-said"
    table.later(2)
    assert says(table) == ""


def test_a_table_from_before_there_was_a_pace_silences_nobody_for_long() -> None:
    table = two()
    for _ in range(500):
        table.apply(e.Entry(table.wall, (e.Said(1, "hello"),), 1, new_id()))
    table.later(2)
    assert says(table) == ""


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_refusal_says_how_long_to_wait_and_why(language: str) -> None:
    table = talked_out()
    say = texts(table.state.game, language)
    assert "2" in say.refusal(ruling(table))
    table.later(1.5)
    assert dict(ruling(table).details) == {"count": 1}
    assert say.refusal(ruling(table)) != say("refusals.too-much-said", count=2)
    assert passage(table.state.game, language, ruling(table).anchor)
