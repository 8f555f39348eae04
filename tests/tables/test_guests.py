"""Who is remembered at a table, who may stay there, and under which name."""

from __future__ import annotations

import pytest

from escale.tables.decisions import commands, names, seating
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.summary import summarise
from escale.tables.log.table_state import MOST_PEOPLE, TableState
from tests.contract.hush.game import GAME as HUSH
from tests.tables.tabletop import Tabletop, new_id, two


def say(table: Tabletop, guest: str, name: str | None = None) -> str:
    return table.ask(guest, commands.Say(new_id(), "hello", name))


def leave(table: Tabletop, person: int, guest: str = "ada") -> str:
    return table.ask(guest, commands.AskToLeave(new_id(), person))


def invent(table: Tabletop, count: int) -> None:
    for number in range(count):
        assert say(table, f"invented {number}", f"Nobody {number}") == ""


def stranger(table: Tabletop) -> int:
    """Eve looks on, and has said something."""
    assert say(table, "eve", "Eve") == ""
    person = table.state.person("eve")
    assert person is not None
    return person


# Places


def test_invented_guests_do_not_close_a_table() -> None:
    table = Tabletop(("me", None, None))
    assert table.sit("ben", "Ben", 1) == ""
    invent(table, 3 * MOST_PEOPLE)
    assert table.sit("cora", "Cora") == ""
    assert table.start() == ""
    assert [table.state.person(guest) for guest in ("ada", "ben")] == [0, 1]
    assert len(table.state.guests) == MOST_PEOPLE
    assert len(summarise(table.state, (), None).guests) == MOST_PEOPLE
    assert table.state.person("invented 0") is None
    assert table.seen("ada")["table"]["people"][2] == "Nobody 0"  # for what they said


def test_who_sat_down_and_stood_up_again_does_not_close_it_either() -> None:
    table = Tabletop(("me", None))
    for number in range(MOST_PEOPLE + 5):
        assert table.sit(f"invented {number}", f"Nobody {number}") == ""
        assert table.ask(f"invented {number}", commands.StandUp(new_id(), 1)) == ""
    assert table.sit("ben", "Ben") == ""


def test_who_was_forgotten_may_come_again() -> None:
    table = two()
    first = stranger(table)
    invent(table, MOST_PEOPLE)
    assert say(table, "eve") == "players-only"  # without a name, like any stranger
    assert say(table, "eve", "Eve") == ""
    again = table.state.person("eve")
    assert again == len(table.state.people) - 1 and again > first
    assert leave(table, first) == "no-such-person"
    assert leave(table, again) == ""


def test_who_has_proposed_something_is_not_forgotten() -> None:
    table = two()
    table.start()
    table.present = {0}
    assert table.ask("ben", commands.StandUp(new_id(), 1)) == ""
    assert table.propose("eve", "take-seat", seat=1, name="Eve") == ""
    invent(table, MOST_PEOPLE + 1)
    assert table.answer("ada") == ""
    assert table.state.seats_of(table.state.person("eve")) == (1,)


def test_everybody_is_remembered_alike_when_the_log_is_read_again() -> None:
    table = two()
    invent(table, MOST_PEOPLE + 10)
    assert leave(table, MOST_PEOPLE) == ""
    again = TableState(table.state.name, HUSH)
    for body in table.kept():
        again.apply(entry_codec.decode(HUSH, body))
    assert again.guests == table.state.guests
    assert again.asked_to_leave == table.state.asked_to_leave


def test_people_are_numbered_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escale.tables.decisions.decide.MOST_EVER", 3)
    table = two()
    stranger(table)
    assert say(table, "fay", "Fay") == "too-many-people"


# Asking somebody to leave


def test_who_is_asked_to_leave_is_not_let_in_again() -> None:
    table = two()
    eve = stranger(table)
    assert leave(table, eve, "ben") == "host-only"
    assert leave(table, eve, "eve") == "host-only"
    assert leave(table, eve) == ""
    assert say(table, "eve") == "asked-to-leave"
    assert table.sit("eve", "Eva") == "asked-to-leave"
    assert table.state.is_shut_out("eve")
    assert "eve" not in table.state.guests
    assert leave(table, eve) == "no-such-person"
    assert leave(table, 99) == "no-such-person"


def test_a_seat_of_theirs_is_free_again_before_the_game() -> None:
    table = Tabletop(("me", None))
    assert table.sit("ben", "Ben") == ""
    assert leave(table, 1) == ""
    assert table.state.chairs[1].kind == "empty"
    assert table.sit("cora", "Cora") == ""


def test_whoever_plays_stays() -> None:
    table = two()
    table.start()
    assert leave(table, 1) == "plays-here"
    assert table.ask("ben", commands.StandUp(new_id(), 1)) == ""
    assert leave(table, 1) == "plays-here"


def test_whoever_opened_the_table_stays_and_may_ask_others_also_without_a_seat() -> None:
    table = Tabletop(("me", None))
    assert table.sit("ben", "Ben") == ""
    assert table.ask("ada", commands.StandUp(new_id(), 0)) == ""
    assert table.state.host == 1
    assert leave(table, 0, "ben") == "no-such-person"
    eve = stranger(table)
    assert leave(table, eve, "ben") == ""
    assert leave(table, 1, "ada") == ""
    assert table.state.chairs[1].kind == "empty"


def test_what_they_have_proposed_falls() -> None:
    table = two()
    table.start()
    table.present = {0}
    assert table.ask("ben", commands.StandUp(new_id(), 1)) == ""
    assert table.propose("eve", "take-seat", seat=1, name="Eve") == ""
    eve = table.state.person("eve")
    assert eve is not None and leave(table, eve) == ""
    assert table.answer("ada") == "nothing-proposed"


def test_when_the_match_is_over_they_may_look_but_not_speak_and_not_join_the_rematch() -> None:
    table = two()
    eve = stranger(table)
    table.start()
    assert leave(table, eve) == ""
    assert table.ask("ben", commands.Resign(new_id(), 1)) == ""
    assert table.state.status == "over" and not table.state.is_shut_out("eve")
    assert say(table, "eve") == "asked-to-leave"
    rematched = e.Rematched("b" * 24)
    what = seating.rematch(table.state, rematched, table.now(), HUSH, HUSH.options())
    state = TableState("b" * 24, HUSH)
    state.apply(e.Entry(table.wall, what))
    assert state.is_shut_out("eve")


# Names


@pytest.mark.parametrize(
    "name",
    [
        *("Ben", "ben", "B e n", "Ве\u0578", "\u0392en", "Ｂｅｎ", "B\u200ben", "Ben\ufe0f", "𝐁𝐞𝐧"),
        *("Ada", "АДА".replace("Д", "d"), "\u0410da"),
    ],
)
def test_nobody_speaks_or_sits_under_a_name_that_looks_like_anothers(name: str) -> None:
    table = Tabletop(("me", None, None))
    assert table.sit("ben", "Ben", 1) == ""
    assert say(table, "eve", name) == "name-taken"
    assert table.sit("eve", name, 2) == "name-taken"
    assert say(table, "eve", "Eve") == ""
    assert table.sit("eve", name, 2) == "name-taken"


def test_nobody_sits_under_the_name_of_somebody_who_speaks_nor_does_a_bot() -> None:
    table = Tabletop(("me", None, None))
    assert say(table, "eve", names.BOTS[0]) == ""
    assert table.sit("ben", names.BOTS[0]) == "name-taken"
    assert table.ask("ada", commands.SeatBot(new_id(), 1, 1)) == ""
    assert table.state.chairs[1].name == names.BOTS[1]
    assert say(table, "fay", names.BOTS[1]) == "name-taken"
    assert table.sit("eve", names.BOTS[0], 2) == ""  # their own


@pytest.mark.parametrize(
    ("one", "other"),
    [
        *(("AI", "Al"), ("Malo", "Ma1o"), ("Bob", "B0b"), ("Arne", "Ame"), ("Вова", "ВОВА")),
        *(
            ("Νίκος", "ΝΊΚΟΣ"),
            ("Rémi", "Re\u0301mi"),
            ("Straße", "STRASSE"),
            ("Olli", "ОIIi"),
        ),
    ],
)
def test_these_names_look_alike(one: str, other: str) -> None:
    assert names.same(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Jürgen", "Jurgen"), ("Ann", "Ann 2"), ("Ann", "Anna"), ("Олег", "Ольга"), ("李", "王")],
)
def test_these_names_do_not(one: str, other: str) -> None:
    assert not names.same(one, other)


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f\u1160", "\uffa0", "\u200b", "\u202e"])
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    assert say(two(), "eve", name) in ("players-only", "bad-name")
    assert names.clean(f"A{name}da") == "A da"
