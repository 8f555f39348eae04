"""Who sits where, and how a game begins."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from escale.core.chance import pledge
from escale.core.event import Unsalted
from escale.games.wordbank.game import GAME as WORDBANK
from escale.store.protocol import Downtime
from escale.tables.decisions import commands, seating
from escale.tables.log import entries as e
from escale.tables.log.table_state import TableState
from escale.tables.updates import UpdateEncoder
from tests.contract.hush.rules import Lay
from tests.tables.tabletop import Tabletop, new_id, three, two


def test_whoever_makes_a_table_is_its_host_and_sits_where_they_said() -> None:
    table = Tabletop((None, "me"))
    assert table.state.host == 0
    assert [chair.name for chair in table.state.chairs] == ["", "Ada"]


def test_a_guest_takes_the_first_free_seat_if_none_is_named() -> None:
    table = Tabletop(("me", 1, None))
    assert not table.sit("ben", "Ben")
    assert table.state.chairs[2].name == "Ben"


def test_a_seat_that_is_taken_stays_taken() -> None:
    table = Tabletop()
    assert table.sit("ben", "Ben", seat=0) == "seat-taken"
    assert table.sit("ben", "Ben", seat=5) == "no-such-seat"
    assert not table.sit("ben", "Ben", seat=1)
    assert table.sit("cy", "Cy") == "table-full"


@pytest.mark.parametrize("name", ["ada", "ADA", " Ada ", "Ａda"])
def test_no_two_seats_have_the_same_name(name: str) -> None:
    assert Tabletop().sit("ben", name) == "name-taken"


@pytest.mark.parametrize("name", ["\u202e\u200f", "...", "   ", "\x00\x1b"])
def test_a_name_has_something_to_be_seen_in_it(name: str) -> None:
    assert Tabletop().sit("ben", name) in ("bad-name", "players-only")


def test_a_name_cannot_steer_a_screen() -> None:
    table = Tabletop()
    assert not table.sit("ben", "B\x1b[2Je\u202en")
    assert table.state.chairs[1].name == "B [2Je n"


def test_several_seats_may_be_played_from_one_device() -> None:
    table = Tabletop(("me", None))
    assert not table.sit("ada", "Grace")
    assert table.state.seats_of(0) == (0, 1)
    assert not table.start()
    assert [view["seat"] for view in table.seen("ada")["views"]] == [0, 1]


def test_only_the_host_seats_bots_and_begins() -> None:
    table = Tabletop(("me", None, None))
    table.sit("ben", "Ben")
    assert table.ask("ben", commands.SeatBot(new_id(), 2, 1)) == "host-only"
    assert table.start("ben") == "host-only"
    assert table.ask("ada", commands.SeatBot(new_id(), 2, 7)) == "no-such-bot"
    assert table.ask("ada", commands.SeatBot(new_id(), 1, 1)) == "seat-taken"
    assert not table.ask("ada", commands.SeatBot(new_id(), 2, 1))
    assert table.state.chairs[2].kind == "bot"
    assert not table.start()


def test_a_bot_can_be_taken_away_again() -> None:
    table = Tabletop(("me", 1))
    assert not table.ask("ada", commands.SeatBot(new_id(), 1, None))
    assert table.state.chairs[1].kind == "empty"
    assert table.ask("ada", commands.SeatBot(new_id(), 1, None)) == "seat-empty"


def test_a_game_begins_when_every_seat_is_taken_and_only_once() -> None:
    table = Tabletop()
    assert table.start() == "seats-empty"
    table.sit("ben", "Ben")
    assert not table.start()
    assert table.start() == "game-has-begun"
    assert table.sit("cy", "Cy") == "game-has-begun"


def test_standing_up_frees_a_seat_before_the_game() -> None:
    table = Tabletop()
    table.sit("ben", "Ben")
    assert table.ask("ben", commands.StandUp(new_id(), 0)) == "not-your-seat"
    assert not table.ask("ben", commands.StandUp(new_id(), 1))
    assert table.state.chairs[1].kind == "empty"


def test_a_host_may_clear_a_seat_before_the_game_and_not_during_it() -> None:
    table = Tabletop()
    table.sit("ben", "Ben")
    assert not table.ask("ada", commands.StandUp(new_id(), 1))
    table.sit("ben", "Ben")
    table.start()
    assert table.ask("ada", commands.StandUp(new_id(), 1)) == "not-your-seat"


def test_when_the_host_has_no_seat_the_next_one_is_host() -> None:
    table = Tabletop()
    table.sit("ben", "Ben")
    table.ask("ada", commands.StandUp(new_id(), 0))
    assert table.state.host == 1
    assert not table.ask("ben", commands.SeatBot(new_id(), 0, 1))


def test_whoever_leaves_keeps_the_seat_and_may_come_back() -> None:
    table = three()
    assert not table.ask("ben", commands.StandUp(new_id(), 1))
    assert table.state.chairs[1].left
    assert table.ask("ben", commands.StandUp(new_id(), 1)) == "left-already"
    assert not table.sit("ben", "whatever")
    assert not table.state.chairs[1].left
    assert table.state.chairs[1].name == "Ben"


def test_who_acts_is_back() -> None:
    table = two()
    table.ask("ben", commands.StandUp(new_id(), 1))
    assert not table.act("ben", 1, table.sample(1))
    assert not table.state.chairs[1].left


SALT = "ab" * 32


def test_the_first_draw_waits_for_every_pledged_salt() -> None:
    table = Tabletop()
    table.sit("ben", "Ben", pledge=pledge(SALT))
    table.start()
    assert not table.match.log
    assert table.ask("ada", commands.Salt(new_id(), 0, SALT)) == "salt-breaks-pledge"
    assert table.ask("ada", commands.Salt(new_id(), 1, SALT)) == "not-your-seat"
    assert table.ask("ben", commands.Salt(new_id(), 1, "cd" * 32)) == "salt-breaks-pledge"
    assert not table.ask("ben", commands.Salt(new_id(), 1, SALT))
    assert table.state.awaited == (0, 1)


def test_a_device_that_is_lost_with_its_salt_does_not_block_the_match() -> None:
    table = Tabletop()
    table.sit("ben", "Ben", pledge=pledge(SALT))
    table.start()
    header = table.match.header
    assert table.seen("ada")["play"]["salts"] == [1]
    assert table.act("ada", 0, Lay(1)) == "salts-awaited"
    table.later(9)
    assert not table.match.log
    table.later(2)
    assert table.state.awaited == (0, 1)
    assert table.match.log[0] == Unsalted(1)
    assert table.match.header is header, "a new secret could be chosen by the salts that came"
    assert table.ask("ben", commands.Salt(new_id(), 1, SALT)) == "salt-too-late"
    assert table.seen("ada")["play"]["salts"] == []


def test_downtime_does_not_cost_anybody_their_salt() -> None:
    table = Tabletop()
    table.sit("ben", "Ben", pledge=pledge(SALT))
    table.start()
    table.closed.append(Downtime(table.wall, table.wall + 60_000))
    table.later(61)
    assert not table.ask("ben", commands.Salt(new_id(), 1, SALT))
    assert table.match.epoch.witnesses == (1,)


def test_whoever_sits_down_again_without_a_pledge_keeps_the_one_they_gave() -> None:
    table = Tabletop()
    table.sit("ben", "Ben", pledge=pledge(SALT))
    table.sit("ben", "Benno", 1)
    assert table.state.chairs[1].pledge == pledge(SALT)


def test_seats_of_one_device_share_its_pledge() -> None:
    made = e.Made("hush", None, 3, e.Pace(), False, "everybody", "bako-limu")
    what = seating.new_table(made, None, ["me", 1, "me"], "Ada", "ada", pledge(SALT))
    pledges = {one.seat: one.pledge for one in what if isinstance(one, e.Sat)}
    assert pledges == {0: pledge(SALT), 2: pledge(SALT)}


@pytest.mark.parametrize("alone", [True, False], ids=["against a bot", "against a person"])
def test_a_rematch_has_the_pledges_of_those_who_agreed_to_it(alone: bool) -> None:
    table = Tabletop(("me", 1 if alone else None))
    if not alone:
        table.sit("ben", "Ben")
    table.start()
    table.ask("ada", commands.Resign(new_id(), 0))
    own, other = "01" * 32, "02" * 32
    table.propose("ada", "rematch", pledge=own)
    if not alone:
        table.ask("ben", commands.Answer(new_id(), True, other))
    rematched = table.state.entries[-1].what[-1]
    assert isinstance(rematched, e.Rematched)
    game = table.state.game
    again = TableState(rematched.table, game)
    what = seating.rematch(table.state, rematched, table.now(), game, table.state.made.options)
    again.apply(e.Entry(table.wall, what))
    assert again.running is not None
    pledges = {one.name: one.pledge for one in again.running.match.header.players}
    assert pledges["Ada"] == own
    if not alone:
        assert pledges["Ben"] == other


def rematch_of(table: Tabletop) -> TableState:
    game, options = table.state.game, table.state.made.options
    state = TableState("b" * 24, game)
    rematched = e.Rematched("b" * 24)
    what = seating.rematch(table.state, rematched, table.now(), game, options)
    state.apply(e.Entry(table.wall, what))
    return state


def test_a_rematch_keeps_seats_chat_and_the_score_of_the_series_and_another_begins() -> None:
    options = WORDBANK.options(language="en", opening="GARDENI")
    table = Tabletop(("me", None, 1), game=WORDBANK, options=options)
    table.sit("ben", "Ben")
    table.start()
    began = table.state.awaited[0]
    table.ask("ada", commands.Say(new_id(), "good luck"))
    table.ask("ben", commands.Say(new_id(), "you too"))
    for guest, seat in (("ada", 0), ("ben", 1)):
        table.ask(guest, commands.Resign(new_id(), seat))
    again = rematch_of(table)
    assert [chair.name for chair in again.chairs] == [chair.name for chair in table.state.chairs]
    assert again.made.series == (0, 0, 1)
    assert again.made.options == replace(options, opening="", starter=(began + 1) % 3)
    said = [one for entry in again.entries for one in entry.what if isinstance(one, e.Said)]
    assert [(one.person, one.text) for one in said] == [(0, "good luck"), (1, "you too")]
    assert again.chat_wait(0, table.wall) == 0


def test_mutes_come_along_to_a_rematch_and_nobody_notices() -> None:
    table = two()
    table.ask("ada", commands.Say(new_id(), "well played"))
    table.ask("ben", commands.Say(new_id(), "rude"))
    table.ask("ada", commands.Mute(new_id(), 1))
    table.ask("ben", commands.Resign(new_id(), 1))
    again = rematch_of(table)
    updates = UpdateEncoder(again, table.closed)

    def told(person: int | None) -> tuple[list[str], list[int]]:
        update = json.loads(updates.update(person, 0, table.wall)[0])
        what = [one for entry in update["happened"] for one in entry["what"]]
        said = [one["text"] for one in what if one["kind"] == "Said"]
        return said, [one["whom"] for one in what if one["kind"] == "Muted"]

    assert told(0) == (["well played"], [1])
    assert told(1) == told(None) == (["well played", "rude"], [])


def test_where_the_first_seat_always_begins_everybody_moves_on_with_their_wins() -> None:
    table = two()
    table.ask("ben", commands.Resign(new_id(), 1))
    again = rematch_of(table)
    assert [chair.name for chair in again.chairs] == ["Ben", "Ada"]
    assert again.made.series == (0, 1)


def test_players_of_one_device_have_the_names_that_they_chose() -> None:
    made = e.Made("hush", None, 4, e.Pace(), False, "everybody", "bako-limu")
    what = seating.new_table(made, None, ["me", "me", 1, "me"], "Ada", "ada", "", ["Malo"])
    names = {one.seat: one.name for one in what if isinstance(one, e.Sat | e.BotSat)}
    assert names == {0: "Ada", 1: "Malo", 2: "Nordet", 3: "Ada 3"}
