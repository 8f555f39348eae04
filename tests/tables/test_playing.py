"""The match at a table: moves, numbers, clocks, resigning."""

from __future__ import annotations

import msgspec
import pytest

from escale.core.event import Elapsed, Revealed
from escale.store.protocol import Downtime
from escale.tables.decisions import commands, playing
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import TableState
from tests.contract.hush.rules import Lay, Pass
from tests.tables.tabletop import Tabletop, new_id, raw, three, two


def test_a_move_is_played_by_the_person_on_the_seat_and_by_nobody_else() -> None:
    table = two()
    assert table.act("ben", 0, table.sample(0)) == "not-your-seat"
    assert table.act("eve", 0, table.sample(0)) == "players-only"
    assert not table.act("ada", 0, table.sample(0))
    assert table.act("ada", 0, table.sample(0)) == "not-your-turn"


def test_the_rules_refuse_with_their_own_reason() -> None:
    table = two()
    foreign = table.match.state.hands[1][0]
    assert table.act("ada", 0, Lay(foreign)) == "not-in-hand"


@pytest.mark.parametrize(
    "action", [b"{}", b"[]", b'{"kind":"Lay"}', b'{"kind":"Lay","card":"x"}', b"[" * 2000, b"nul"]
)
def test_what_is_no_action_is_refused(action: bytes) -> None:
    assert two().ask("ada", commands.Act(new_id(), 0, msgspec.Raw(action))) == "bad-action"


def test_nothing_is_played_before_the_game_and_after_it() -> None:
    table = Tabletop()
    assert table.act("ada", 0, Pass()) == "not-begun"
    table = two()
    table.ask("ada", commands.Resign(new_id(), 0))
    assert table.act("ben", 1, Pass()) == "match-over"


def test_a_retry_with_the_same_id_has_one_effect() -> None:
    table = two()
    ask = commands.Act("same", 0, raw(table.sample(0)))
    assert not table.ask("ada", ask)
    number = table.state.number
    assert not table.ask("ada", ask)
    assert table.state.number == number


def test_the_same_id_of_somebody_else_is_another_message() -> None:
    table = two()
    assert not table.ask("ada", commands.Act("same", 0, raw(table.sample(0))))
    assert not table.ask("ben", commands.Act("same", 1, raw(table.sample(1))))


def test_ids_are_remembered_by_the_log() -> None:
    table = two()
    table.ask("ada", commands.Act("same", 0, raw(table.sample(0))))
    assert book_room(table).done(0, "same") == table.state.number


def book_room(table: Tabletop) -> TableState:
    room = TableState(table.state.name, table.state.game)
    for body in table.kept():
        room.apply(entry_codec.decode(table.state.game, body))
    return room


def test_a_move_meant_for_an_earlier_moment_is_stale() -> None:
    table = two()
    seen = table.state.number
    table.act("ada", 0, table.sample(0))
    table.act("ben", 1, table.sample(1))  # a new trick: Ada decides anew
    assert table.act("ada", 0, table.sample(0), after=seen) == "stale"
    assert not table.act("ada", 0, table.sample(0), after=table.state.number)


def test_a_move_after_what_is_not_there_is_stale() -> None:
    """Its player has seen more than the house has, since an old backup was put back."""
    table = two()
    assert table.act("ada", 0, table.sample(0), after=table.state.number + 1) == "stale"
    assert not table.act("ada", 0, table.sample(0), after=table.state.number)


def test_what_others_do_at_the_same_time_does_not_make_a_move_stale() -> None:
    table = two()
    seen = table.state.number
    table.act("ada", 0, table.sample(0))
    assert not table.act("ben", 1, table.sample(1), after=seen)


def test_a_move_meant_for_the_time_before_the_deadline_is_stale() -> None:
    table = two()
    seen = table.state.number
    table.later(10.1)
    assert table.state.awaited == (0, 1)
    assert table.act("ada", 0, table.sample(0), after=seen) == "stale"


def test_what_one_person_says_does_not_make_another_ones_ids_forgotten() -> None:
    table = two()
    ask = commands.Act("same", 0, raw(table.sample(0)))
    table.ask("ada", ask)
    for _ in range(200):
        table.ask("ben", commands.Say(new_id(), "blah"))
    number = table.state.number
    assert not table.ask("ada", ask)
    assert table.state.number == number


def test_the_deadline_of_the_rules_fires_as_an_event() -> None:
    table = two()
    table.later(9.9)
    assert not any(isinstance(event, Elapsed) for event in table.match.log)
    table.later(0.2)
    assert any(isinstance(event, Elapsed) for event in table.match.log)


def test_hours_when_the_house_was_closed_do_not_count() -> None:
    table = two()
    table.wall += 4_000
    closed = table.wall
    table.wall += 3_600_000
    table.closed.append(Downtime(closed, table.wall))
    table.later(5.9)
    assert not any(isinstance(event, Elapsed) for event in table.match.log)
    assert table.state.due(table.closed) == table.wall + 100
    table.later(0.2)
    assert any(isinstance(event, Elapsed) for event in table.match.log)


def test_time_never_runs_backwards() -> None:
    table = two()
    table.later(5)
    table.act("ada", 0, table.sample(0))
    table.wall -= 60_000
    table.act("ben", 1, table.sample(1))
    times = [event.at for event in table.match.log]
    assert times == sorted(times)


def live(seconds: int = 5) -> Tabletop:
    table = Tabletop(pace=e.Pace("live", seconds))
    table.sit("ben", "Ben")
    table.start()
    return table


def test_when_the_time_for_a_move_is_up_the_house_plays_for_who_is_late() -> None:
    table = live()
    table.present = {0, 1}
    table.act("ada", 0, table.sample(0))
    table.later(5.1)
    assert table.state.level(1) == 1
    assert table.state.level(0) is None
    assert table.state.chairs[1].once, "Ben is there, and only slow"


def test_who_is_away_is_played_for_until_back() -> None:
    table = live()
    table.act("ada", 0, table.sample(0))
    table.later(5.1)
    assert not table.state.chairs[1].once
    table.write(playing.played_by_lot(table.running, 1, table.now()), None, "")
    assert table.state.level(1) == 1
    table.sit("ben", "Ben")
    assert table.state.level(1) is None


def test_a_stand_in_for_one_move_goes_after_it() -> None:
    table = live()
    table.present = {1}
    table.act("ada", 0, table.sample(0))
    table.later(5.1)
    table.write(playing.played_by_lot(table.running, 1, table.now()), None, "")
    assert table.state.level(1) is None


def test_resigning_ends_a_game_of_two_and_shows_the_secret() -> None:
    table = two()
    assert table.ask("ada", commands.Resign(new_id(), 1)) == "not-your-seat"
    assert not table.ask("ada", commands.Resign(new_id(), 0))
    assert table.state.status == "over"
    assert table.match.score.winners == (1,)
    assert isinstance(table.match.log[-1], Revealed)


def test_among_three_the_house_plays_on_for_who_resigned() -> None:
    table = three()
    assert not table.ask("cy", commands.Resign(new_id(), 2))
    assert table.state.playing
    assert table.state.level(2) == 1
    assert table.act("cy", 2, Pass()) == "resigned-already"
    assert table.ask("cy", commands.Resign(new_id(), 2)) == "resigned-already"


def test_who_resigned_among_three_is_told_to_devices_that_know_the_rest() -> None:
    table = three()
    known = table.state.number
    assert not table.ask("cy", commands.Resign(new_id(), 2))
    chairs = table.seen("ada", known)["table"]["seats"]
    assert [chair["resigned"] for chair in chairs] == [False, False, True]
    assert chairs[2]["bot"] == 1


# Slow play


def slow() -> Tabletop:
    table = Tabletop(pace=e.Pace("slow", 86_400))
    table.sit("ben", "Ben")
    table.start()
    return table


def test_in_slow_play_a_timed_moment_waits_unseen_until_it_is_opened() -> None:
    table = slow()
    table.later(3600)
    assert not any(isinstance(event, Elapsed) for event in table.match.log)
    for guest in ("ada", "ben", "eve"):
        update = table.seen(guest)
        assert all("seen" not in view and view["held"] for view in update["views"])
        assert "Happened" not in str(update["happened"])
    assert table.act("ada", 0, table.sample(0)) == "open-it-first"


def test_its_clock_runs_when_everybody_it_waits_for_has_opened_it() -> None:
    table = slow()
    assert not table.ask("ada", commands.OpenMoment(new_id(), 0))
    assert table.ask("ada", commands.OpenMoment(new_id(), 0)) == "nothing-to-open"
    assert table.ask("ada", commands.OpenMoment(new_id(), 1)) == "not-your-seat"
    assert "seen" in table.seen("ada")["views"][0]
    assert "seen" not in table.seen("ben")["views"][0]
    table.later(3600)
    assert not any(isinstance(event, Elapsed) for event in table.match.log)
    table.ask("ben", commands.OpenMoment(new_id(), 1))
    assert table.seen("eve")["views"][0]["held"] is False
    table.later(9)
    assert not any(isinstance(event, Elapsed) for event in table.match.log)
    table.later(2)
    assert any(isinstance(event, Elapsed) for event in table.match.log)


def test_seats_of_one_device_are_opened_together() -> None:
    table = Tabletop(("me", "me"), pace=e.Pace("slow", 86_400))
    table.start()
    assert [view["held"] for view in table.seen("ada")["views"]] == [True, True]
    assert not table.ask("ada", commands.OpenMoment(new_id(), 0))
    assert [view["held"] for view in table.seen("ada")["views"]] == [False, False]


def test_who_has_opened_it_may_act_at_once() -> None:
    table = slow()
    table.ask("ada", commands.OpenMoment(new_id(), 0))
    assert not table.act("ada", 0, table.sample(0))
    assert table.state.awaited == (1,)
    assert table.seen("ben")["views"][0]["held"]


def test_the_next_moment_is_held_again() -> None:
    table = slow()
    for seat, guest in enumerate(("ada", "ben")):
        table.ask(guest, commands.OpenMoment(new_id(), seat))
    for seat, guest in enumerate(("ada", "ben")):
        table.later(1)
        table.act(guest, seat, table.sample(seat))
    assert table.state.held(0)
    assert table.state.held(1)


def test_after_the_days_of_a_move_the_house_plays() -> None:
    table = slow()
    table.later(86_399)
    assert table.state.level(0) is None
    table.later(2)
    assert table.state.level(0) == table.state.level(1) == 1


def test_a_room_is_the_fold_of_what_was_kept() -> None:
    table = three()
    table.act("ada", 0, table.sample(0))
    table.ask("cy", commands.Resign(new_id(), 2))
    table.ask("ben", commands.Say(new_id(), "hello"))
    again = book_room(table)
    assert again.running is not None
    assert again.running.match.state == table.match.state
    assert again.chairs == table.state.chairs
    assert again.running.match_clock == table.running.match_clock
    assert again.entries == table.state.entries
