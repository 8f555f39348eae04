"""What nobody decides alone."""

from __future__ import annotations

import pytest

from escale.core.event import Elapsed, Rewound
from escale.core.proof import verify
from escale.games.wordbank.game import GAME as WORDBANK
from escale.games.wordbank.rules.pieces import Pass
from escale.tables.decisions import commands, consent
from escale.tables.log import entries as e
from escale.tables.log import entry_codec
from escale.tables.log.table_state import TableState
from tests.tables.tabletop import Tabletop, new_id, three, two


def test_a_move_is_taken_back_when_the_others_agree() -> None:
    table = three()
    card = table.sample(0)
    table.act("ada", 0, card)
    assert not table.propose("ada", "take-back")
    assert not table.answer("ben")
    assert table.state.awaited == (1, 2)
    assert not table.answer("cy")
    assert table.state.awaited == (0, 1, 2)
    assert isinstance(table.match.log[-1], Rewound)
    assert table.state.proposal is None


def test_one_who_does_not_agree_is_enough() -> None:
    table = three()
    table.act("ada", 0, table.sample(0))
    table.propose("ada", "take-back")
    assert not table.answer("ben", agree=False)
    assert table.state.proposal is None
    assert table.answer("cy") == "nothing-proposed"
    assert table.state.awaited == (1, 2)


def test_who_proposed_may_think_better_of_it() -> None:
    table = two()
    table.propose("ada", "pause")
    assert not table.answer("ada", agree=False)
    assert table.state.proposal is None


def test_against_bots_a_take_back_needs_nobody() -> None:
    table = Tabletop(("me", 1))
    table.start()
    table.act("ada", 0, table.sample(0))
    assert not table.propose("ada", "take-back")
    assert 0 in table.state.awaited


def test_nothing_is_taken_back_across_a_reveal() -> None:
    table = two()
    table.act("ada", 0, table.sample(0))
    table.act("ben", 1, table.sample(1))
    assert table.propose("ada", "take-back") == "cannot-be-untold"


def test_there_must_be_something_to_take_back() -> None:
    assert two().propose("ada", "take-back") == "nothing-to-take-back"


def test_a_take_back_that_the_game_has_overtaken_is_no_more() -> None:
    table = two()
    table.act("ada", 0, table.sample(0))
    table.propose("ada", "take-back")
    table.act("ben", 1, table.sample(1))
    assert table.state.proposal is None
    assert table.answer("ben") == "nothing-proposed"


def test_one_proposal_at_a_time_and_only_by_players() -> None:
    table = three()
    table.sit("eve", "Eve")
    assert table.propose("eve", "pause") == "players-only"
    table.propose("ada", "pause")
    assert table.propose("ben", "pause") == "proposal-open"
    assert table.answer("eve") in ("not-asked", "players-only")
    table.answer("ben")
    assert table.answer("ben") == "agreed-already"


def test_the_clocks_stand_still_in_a_pause_and_any_player_ends_it() -> None:
    table = two()
    table.later(6)
    table.propose("ada", "pause")
    table.answer("ben")
    assert table.state.paused
    assert table.seen("ada", since=table.state.number - 1)["play"]["match_clock"]["since"] is None
    table.later(3600)
    assert table.act("ada", 0, table.sample(0)) == "paused"
    assert table.propose("ada", "pause") == "paused"
    assert not table.ask("ben", commands.Resume(new_id()))
    assert table.ask("ben", commands.Resume(new_id())) == "not-paused"
    table.later(3)
    assert not any(isinstance(event, Elapsed) for event in table.match.log)
    table.later(1.1)
    assert any(isinstance(event, Elapsed) for event in table.match.log)


def test_a_bot_goes_on_for_one_who_left_when_those_who_are_there_agree() -> None:
    table = three()
    table.present = {0, 1, 2}
    assert table.propose("ada", "stand-in", seat=1, level=1) == "not-left"
    table.ask("ben", commands.StandUp(new_id(), 1))
    table.present = {0, 2}
    assert table.propose("ada", "stand-in", seat=1, level=9) == "no-such-bot"
    assert not table.propose("ada", "stand-in", seat=1, level=1)
    assert table.state.level(1) is None
    assert not table.answer("cy")
    assert table.state.level(1) == 1
    assert table.propose("ada", "stand-in", seat=1) == "has-stand-in"


def test_whoever_was_stood_in_for_comes_back_at_any_time() -> None:
    table = two()
    table.present, table.away_since = {0}, {1: table.wall}
    table.later(60)
    assert not table.propose("ada", "stand-in", seat=1)
    assert table.state.level(1) == 1
    table.sit("ben", "Ben")
    assert table.state.level(1) is None


@pytest.mark.parametrize(("seat", "reason"), [(None, "no-such-seat"), (9, "no-such-seat")])
def test_a_stand_in_needs_a_seat(seat: int | None, reason: str) -> None:
    assert two().propose("ada", "stand-in", seat=seat) == reason


def test_somebody_new_takes_the_seat_of_one_who_left() -> None:
    table = three()
    table.present = {0, 2}
    assert table.propose("eve", "take-seat", seat=1, name="Eve") == "not-left"
    table.ask("ben", commands.StandUp(new_id(), 1))
    assert table.propose("eve", "take-seat", seat=1, name="Ada") == "name-taken"
    assert not table.propose("eve", "take-seat", seat=1, name="Eve")
    table.answer("ada")
    assert table.state.chairs[1].name == "Ben"
    table.answer("cy")
    assert table.state.chairs[1].name == "Eve"
    assert not table.act("eve", 1, table.sample(1))
    assert table.act("ben", 1, table.sample(0)) == "not-your-seat"


def test_a_rematch_is_proposed_when_the_game_is_over() -> None:
    table = two()
    assert table.propose("ada", "rematch") == "not-over"
    table.ask("ada", commands.Resign(new_id(), 0))
    assert not table.propose("ben", "rematch")
    assert not table.state.rematch, "Ada resigned, and is asked all the same"
    table.answer("ada")
    assert table.state.rematch == consent.rematch_table(table.state)
    assert table.propose("ada", "rematch") == "rematch-made"


def test_who_leaves_after_the_game_is_not_waited_for() -> None:
    table = three()
    table.ask("cy", commands.Resign(new_id(), 2))
    table.ask("ben", commands.Resign(new_id(), 1))
    assert not table.ask("cy", commands.StandUp(new_id(), 2))
    assert not table.propose("ada", "rematch")
    assert not table.answer("ben")
    assert table.state.rematch


def test_a_match_is_carried_away_when_everybody_agrees_and_then_closed_here() -> None:
    table = two()
    assert not table.propose("ada", "carry-away")
    assert table.state.playing
    table.answer("ben")
    assert table.state.status == "over"
    assert table.act("ada", 0, table.sample(0)) == "match-over"
    assert table.propose("ada", "rematch") == "not-over"
    assert table.propose("ada", "carry-away") == "match-over"


# Those who had to answer go


def told(table: Tabletop) -> list[str]:
    """The kinds of the last entry, as Ada's device hears of them."""
    return [what["kind"] for what in table.seen("ada")["happened"][-1]["what"]]


def leave(table: Tabletop, guest: str, seat: int) -> None:
    assert not table.ask(guest, commands.StandUp(new_id(), seat))


def go_away(table: Tabletop, guest: str, seat: int, how: str) -> None:
    """In one of the ways in which somebody's answer cannot be waited for any more."""
    if how == "leaves":
        leave(table, guest, seat)
    elif how == "resigns":
        assert not table.ask(guest, commands.Resign(new_id(), seat))
    else:  # a bot plays for one who is away
        table.apply(e.Entry(table.wall, (e.StoodIn(seat, 1),)))
        table.tick()


WAYS = ["leaves", "resigns", "is stood in for"]


@pytest.mark.parametrize("how", WAYS)
def test_who_is_gone_is_not_waited_for_with_a_pause(how: str) -> None:
    table = three()
    table.propose("ada", "pause")
    table.answer("ben")
    go_away(table, "cy", 2, how)
    assert table.state.paused
    assert table.state.proposal is None
    assert told(table) == ["Settled", "Paused"]


@pytest.mark.parametrize("how", WAYS)
def test_those_who_are_left_are_still_asked(how: str) -> None:
    table = three()
    table.propose("ada", "pause")
    go_away(table, "cy", 2, how)
    assert table.state.proposal is not None
    assert not table.answer("ben")
    assert table.state.paused


@pytest.mark.parametrize("how", ["leaves", "is stood in for"])
def test_a_move_is_taken_back_though_one_who_was_asked_is_gone(how: str) -> None:
    table = two()
    table.act("ada", 0, table.sample(0))
    table.propose("ada", "take-back")
    go_away(table, "ben", 1, how)
    assert isinstance(table.match.log[-1], Rewound)
    assert told(table) == ["Settled", "Happened"]


def test_a_take_back_falls_when_somebody_resigns() -> None:
    """That is a move of its own."""
    table = three()
    table.act("ada", 0, table.sample(0))
    table.propose("ada", "take-back")
    go_away(table, "cy", 2, "resigns")
    assert table.state.proposal is None
    assert table.seen("ada")["table"]["proposal"] is None


def test_a_match_is_carried_away_though_one_who_was_asked_has_left() -> None:
    table = three()
    table.propose("ada", "carry-away")
    table.answer("ben")
    go_away(table, "cy", 2, "leaves")
    assert table.state.carried_by == 0
    assert told(table) == ["Settled", "CarriedAway"]


@pytest.mark.parametrize("how", ["resigns", "is stood in for"])
def test_no_match_is_carried_away_without_those_who_are_only_away(how: str) -> None:
    """The file has what their hands hide."""
    table = three()
    go_away(table, "cy", 2, how)
    table.propose("ada", "carry-away")
    table.answer("ben")
    assert table.state.carried_by is None
    assert not table.answer("cy")
    assert table.state.carried_by == 0


def test_a_stand_in_needs_a_real_absence() -> None:
    """Not the second in which a page is loaded again."""
    table = two()
    table.present, table.away_since = {0}, {1: table.wall}
    assert table.propose("ada", "stand-in", seat=1) == "just-left"
    table.later(59)
    assert table.propose("ada", "stand-in", seat=1) == "just-left"
    table.later(1)
    assert not table.propose("ada", "stand-in", seat=1)


def test_in_slow_play_people_are_away_for_as_long_as_a_move_may_take() -> None:
    table = Tabletop(pace=e.Pace("slow", 86_400))
    table.sit("ben", "Ben")
    table.start()
    table.present, table.away_since = {0}, {1: table.wall}
    table.later(86_000)
    assert table.propose("ada", "stand-in", seat=1) == "has-time"


@pytest.mark.parametrize("how", WAYS)
def test_a_bot_stands_in_though_one_who_was_asked_is_gone(how: str) -> None:
    table = three()
    leave(table, "ben", 1)
    table.present = {0, 2}
    table.propose("ada", "stand-in", seat=1, level=1)
    go_away(table, "cy", 2, how)
    assert table.state.level(1) == 1
    assert told(table) == ["Settled", "StoodIn"]


@pytest.mark.parametrize("how", WAYS)
def test_somebody_new_is_let_in_by_those_who_are_left(how: str) -> None:
    table = three()
    leave(table, "ben", 1)
    table.present = {0, 2}
    table.propose("eve", "take-seat", seat=1, name="Eve")
    table.answer("ada")
    go_away(table, "cy", 2, how)
    assert table.state.chairs[1].name == "Eve"
    assert told(table) == ["Settled", "Sat"]


@pytest.mark.parametrize("how", ["leaves", "is stood in for"])
def test_a_stranger_is_not_let_in_when_the_last_who_was_asked_goes(how: str) -> None:
    table = two()
    leave(table, "ben", 1)
    table.propose("eve", "take-seat", seat=1, name="Eve")
    go_away(table, "ada", 0, how)
    assert table.state.proposal is None
    assert told(table) == ["Declined"]
    assert table.state.chairs[1].name == "Ben"


def test_a_player_takes_no_second_seat_when_the_last_who_was_asked_goes() -> None:
    table = three()
    table.ask("cy", commands.StandUp(new_id(), 2))
    assert not table.propose("ben", "take-seat", seat=2, name="Ben too")
    table.ask("ada", commands.StandUp(new_id(), 0))
    assert table.state.proposal is None
    assert table.state.chairs[2].name == "Cy"


def test_nobody_is_replaced_who_is_back() -> None:
    table = three()
    leave(table, "ben", 1)
    table.propose("eve", "take-seat", seat=1, name="Eve")
    table.answer("ada")
    table.sit("ben", "Ben")
    assert told(table) == ["Declined"]
    assert table.answer("cy") == "nothing-proposed"
    assert table.state.chairs[1].name == "Ben"


def test_a_rematch_is_played_by_those_who_are_left() -> None:
    table = three()
    table.ask("cy", commands.Resign(new_id(), 2))
    table.ask("ben", commands.Resign(new_id(), 1))
    table.propose("ada", "rematch")
    table.answer("ben")
    leave(table, "cy", 2)
    assert table.state.rematch
    assert told(table) == ["Settled", "Rematched"]


def test_there_is_no_rematch_with_nobody_unless_it_is_wanted() -> None:
    """Whoever asked for another game with Ben finds no bot in his place; but may ask for that."""
    table = two()
    table.ask("ben", commands.Resign(new_id(), 1))
    table.propose("ada", "rematch")
    leave(table, "ben", 1)
    assert table.state.proposal is None
    assert not table.state.rematch
    last = table.seen("ada")["happened"][-1]
    assert last["what"] == [{"kind": "Declined", "person": 1}]
    table.propose("ada", "rematch")
    assert table.state.rematch


@pytest.mark.parametrize("what", ["pause", "carry-away", "take-back"])
def test_who_goes_takes_their_proposal_along(what: str) -> None:
    table = two()
    table.act("ada", 0, table.sample(0))
    table.propose("ada", what)
    leave(table, "ada", 0)
    assert table.state.proposal is None
    assert table.seen("ben")["happened"][-1]["what"] == [{"kind": "Declined", "person": 0}]
    assert table.answer("ben") == "nothing-proposed"


def test_what_was_proposed_by_one_who_is_away_can_still_be_answered() -> None:
    table = two()
    table.propose("ada", "pause")
    go_away(table, "ada", 0, "is stood in for")
    assert not table.answer("ben")
    assert table.state.paused


def test_nothing_is_decided_when_nobody_is_left() -> None:
    table = two()
    table.propose("ada", "pause")
    go_away(table, "ada", 0, "is stood in for")
    leave(table, "ben", 1)
    assert table.state.proposal is None
    assert not table.state.paused


def test_who_is_stood_in_for_one_move_is_still_asked() -> None:
    table = two()
    table.propose("ada", "pause")
    table.apply(e.Entry(table.wall, (e.StoodIn(1, 1, once=True),)))
    table.tick()
    assert table.state.proposal is not None
    assert not table.answer("ben")
    assert table.state.paused


def test_a_proposal_that_was_left_open_in_an_old_log_is_seen_to() -> None:
    """Its entries are read as they always were; what follows is a new one."""
    table = two()
    table.propose("ada", "pause")
    table.apply(e.Entry(table.wall, (e.Left(1),), by=1, id="old"))
    table.load(reread(table))
    assert table.state.proposal is not None
    table.tick()
    assert table.state.proposal is None
    assert reread(table).paused


def reread(table: Tabletop) -> TableState:
    room = TableState(table.state.name, table.state.game)
    for body in table.kept():
        room.apply(entry_codec.decode(room.game, body))
    return room


# A new deal

CONSONANTS = tuple((letter, 3) for letter in "BCDFGHKLMNPRST")


def unlucky(*plan: int | str | None) -> Tabletop:
    """Word Bank, with a ring of consonants."""
    options = WORDBANK.options(language="en", cards=CONSONANTS, starter=0)
    table = Tabletop(("me", *plan), game=WORDBANK, options=options)
    if None in plan:
        table.sit("ben", "Ben")
    table.start()
    return table


def test_an_unlucky_deal_is_made_again_when_all_agree() -> None:
    table = unlucky(None)
    before = table.match.state.ring
    assert table.seen("ada")["play"]["may_deal_again"]
    assert not table.propose("ben", "deal-again")
    assert table.match.state.ring == before
    assert not table.answer("ada")
    assert table.match.state.ring != before
    assert told(table) == ["Agreed", "Settled", "Happened"]
    assert table.state.awaited == (0,)
    kept = entry_codec.load(table.state.name, table.kept())
    assert kept.running is not None and kept.running.match.state == table.match.state
    assert verify(table.match.rules, table.match.record)


def test_bots_agree_to_a_new_deal() -> None:
    table = unlucky(1)
    before = table.match.state.ring
    assert not table.propose("ada", "deal-again")
    assert table.match.state.ring != before


def test_there_is_no_new_deal_once_somebody_has_played() -> None:
    table = unlucky(None)
    table.propose("ben", "deal-again")
    table.act("ada", 0, Pass())
    assert table.state.proposal is None
    assert table.propose("ben", "deal-again") == "no-new-deal"
    assert not table.seen("ada")["play"]["may_deal_again"]


def test_other_games_know_no_new_deal() -> None:
    assert two().propose("ada", "deal-again") == "no-new-deal"
