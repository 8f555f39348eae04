"""What a client is told, and what it is not, also from the caches of the encoder."""

from __future__ import annotations

import json

import pytest

from escale.tables.decisions import commands
from escale.tables.log import entries as e
from tests.tables.tabletop import Tabletop, new_id, raw, three, two


def test_a_seat_sees_its_own_cards_and_nobody_elses() -> None:
    table = two()
    hands = table.match.state.hands
    seen = table.seen("ada")["views"][0]["seen"]["hands"]
    assert seen == [list(hands[0]), {"kind": "Hidden"}]
    assert table.seen("eve")["views"][0]["seen"]["hands"] == [{"kind": "Hidden"}] * 2


def test_draws_are_told_to_those_who_may_see_them() -> None:
    table = two()
    drawn = [
        event
        for entry in table.seen("ada")["happened"]
        for what in entry["what"]
        if what["kind"] == "Happened"
        for event in what["events"]
    ]
    assert [{"kind": "Hidden"} in event["result"] for event in drawn] == [True, False, True]


def test_a_device_with_two_seats_sees_what_both_see_and_no_more() -> None:
    table = Tabletop(("me", "me", None))
    table.sit("ben", "Ben")
    table.start()
    views = table.seen("ada")["views"]
    for seat, view in enumerate(views):
        hidden = [hand == {"kind": "Hidden"} for hand in view["seen"]["hands"]]
        assert hidden == [one != seat for one in range(3)]


def test_nobody_is_told_the_secret_the_cookies_or_the_ids() -> None:
    table = Tabletop()
    table.sit("ben-cookie", "Ben")
    table.start()
    table.ask("ada", commands.Act("ada-message", 0, raw(table.sample(0))))
    for guest in ("ada", "ben-cookie", "eve"):
        told = json.dumps(table.seen(guest))
        assert table.match.secret not in told
        assert "ben-cookie" not in told
        assert "ada-message" not in told
        assert '"guest": {"kind": "Hidden"}' in told


def test_the_secret_is_told_after_the_match() -> None:
    table = two()
    table.ask("ada", commands.Resign(new_id(), 0))
    assert table.match.secret in json.dumps(table.seen("eve"))


def test_a_card_laid_face_down_is_told_to_its_owner_only() -> None:
    table = two()
    before = table.state.number
    card = table.sample(0)
    table.act("ada", 0, card)
    action = {guest: _last_action(table, guest, before) for guest in ("ada", "ben", "eve")}
    assert action["ada"]["card"] == card.card
    assert action["ben"]["card"] == action["eve"]["card"] == {"kind": "Hidden"}


def _last_action(table: Tabletop, guest: str, since: int) -> dict[str, object]:
    event = table.seen(guest, since)["happened"][0]["what"][0]["events"][0]
    action: dict[str, object] = event["action"]
    return action


def test_since_a_number_only_what_is_new_is_told() -> None:
    table = two()
    number = table.state.number
    update = table.seen("ada", since=number)
    assert update["happened"] == []
    assert "table" not in update
    assert "views" not in update
    table.act("ada", 0, table.sample(0))
    update = table.seen("ben", since=number)
    assert [entry["number"] for entry in update["happened"]] == [number + 1]
    assert "views" in update
    assert "table" not in update


@pytest.mark.parametrize("guest", ["ada", "ben"])
def test_offers_are_for_those_whose_turn_it_is(guest: str) -> None:
    table = two()
    table.act("ada", 0, table.sample(0))
    offers = table.seen(guest)["views"][0]["offers"]
    assert bool(offers) == (guest == "ben")


def test_a_muted_person_is_not_heard_by_the_one_who_muted() -> None:
    table = three()
    table.ask("ben", commands.Say(new_id(), "noise"))
    assert not table.ask("ada", commands.Mute(new_id(), 1))
    table.ask("ben", commands.Say(new_id(), "more noise"))
    assert "noise" not in json.dumps(table.seen("ada"))
    assert "more noise" in json.dumps(table.seen("cy"))
    assert "Muted" not in json.dumps(table.seen("ben"))
    assert "Muted" in json.dumps(table.seen("ada"))
    table.ask("ada", commands.Mute(new_id(), 1, False))
    assert "more noise" in json.dumps(table.seen("ada"))


def test_a_spectator_does_not_hear_whom_they_muted_from_the_update_of_another() -> None:
    """Spectators share what is encoded for them, as long as they hear the same."""
    table = three()
    for guest in ("eve", "fay"):
        assert not table.ask(guest, commands.Say(new_id(), "hello", name=guest.title()))
    assert not table.ask("eve", commands.Mute(new_id(), 1))
    known = table.state.number
    table.ask("ben", commands.Say(new_id(), "noise"))
    assert "noise" in json.dumps(table.seen("fay", known))
    assert "noise" not in json.dumps(table.seen("eve", known))


def test_whoever_is_up_to_date_is_told_each_entry_once() -> None:
    table = two()
    for text in ("one", "two"):
        known = table.state.number
        table.ask("ada", commands.Say(new_id(), text))
        for guest in ("eve", "fay"):
            (entry,) = table.seen(guest, known)["happened"]
            assert (entry["number"], entry["what"][0]["text"]) == (known + 1, text)


def test_each_spectator_is_told_who_they_are() -> None:
    table = two()
    known = table.state.number
    assert not table.ask("eve", commands.Say(new_id(), "hello", name="Eve"))
    assert [table.seen(guest, known)["you"]["person"] for guest in ("fay", "eve")] == [None, 2]


def test_a_client_that_knew_the_table_before_a_change_sees_it_after() -> None:
    table = two()
    before = {guest: table.seen(guest) for guest in ("ada", "ben", "eve")}
    table.act("ada", 0, table.sample(0))
    table.ask("ben", commands.StandUp(new_id(), 1))
    for guest, old in before.items():
        new = table.seen(guest)
        assert old["play"]["awaits"] == [0, 1] and new["play"]["awaits"] == [1]
        assert not old["table"]["seats"][1]["left"] and new["table"]["seats"][1]["left"]
        assert old["views"][0]["seen"] != new["views"][0]["seen"]


def test_nobody_mutes_themselves_or_nobody() -> None:
    table = two()
    assert table.ask("ada", commands.Mute(new_id(), 0)) == "no-such-person"
    assert table.ask("ada", commands.Mute(new_id(), 7)) == "no-such-person"


@pytest.mark.parametrize(
    ("chat", "player", "watcher"),
    [("everybody", "", ""), ("players", "", "chat-closed"), ("nobody",) + ("chat-closed",) * 2],
)
def test_the_table_decides_who_may_talk(chat: str, player: str, watcher: str) -> None:
    table = Tabletop(chat=chat)
    assert table.ask("ada", commands.Say(new_id(), "hello")) == player
    assert table.ask("eve", commands.Say(new_id(), "hello", name="Eve")) == watcher


def test_an_empty_word_is_not_said() -> None:
    assert two().ask("ada", commands.Say(new_id(), " \u200b\n ")) == "nothing-said"


def test_a_long_past_is_cut() -> None:
    table = two()
    for _ in range(600):
        table.apply(e.Entry(table.wall, (e.Said(0, "x"),), 0, new_id()))
    happened = table.seen("ben")["happened"]
    assert len(happened) == 500
    assert happened[-1]["number"] == table.state.number
