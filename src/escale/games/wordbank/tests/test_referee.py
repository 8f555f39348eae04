"""Who decides whether a password stands, and what becomes of one that does not."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest

from escale.core.bots import Budget
from escale.core.event import Acted, Drawn
from escale.core.play import EVERYBODY, Players
from escale.core.secrecy import HIDDEN, view
from escale.games.wordbank.game import GAME
from escale.games.wordbank.rules.pieces import Announce, Appeal, Options, Pass, Safe, Vote
from escale.games.wordbank.rules.rules import Contest
from escale.games.wordbank.tests.table import Table

# --- An incorrect password ----------------------------------------------------------------------


def test_W6_the_turn_is_cancelled_and_the_stones_come_back() -> None:
    table = Table()
    before = table.state
    table.say(0, "gxrr", "cw", 0)
    assert (table.state.ring, table.state.hands) == (before.ring, before.hands)
    assert table.turn == 1


def test_W6_a_refused_word_does_not_count_as_used() -> None:
    table = Table()
    table.say(0, "grief", "cw", 1)
    assert table.last.reason == "wrong-first-letter"
    table.say(1, "grief", "cw", 0)
    assert table.last


def test_W6_a_pass_is_a_cancelled_turn() -> None:
    table = Table()
    table.act(0, Pass())
    assert table.last.reason == "passed"
    assert table.turn == 1


def test_W6_the_clock_running_out_is_a_cancelled_turn() -> None:
    table = Table(turn_seconds=60)
    assert table.rules.awaits(table.state) == Players((0,), deadline=60_000)
    table.wait(60)
    assert table.last.reason == "time-up"
    assert table.rules.awaits(table.state) == Players((1,), deadline=120_000)


def test_W6_without_a_clock_there_is_no_deadline() -> None:
    assert Table().rules.awaits(Table().state) == Players((0,), deadline=None)


# --- The referee --------------------------------------------------------------------------------


def test_W7_dictionary_decides_at_once() -> None:
    table = Table(referee="dictionary")
    assert table.refusal(0, Announce("gxrr", 0, "cw"))
    table.say(0, "gxrr", "cw", 0)
    assert table.turn == 1


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Announce("gxrr", 0, "cw"), "not-in-dictionary"),
        (Announce("grief", 1, "cw"), "wrong-first-letter"),
        (Announce("groupies", 0, "cw", (1, 4)), "letters-out-of-order"),
    ],
)
def test_W7_friendly_tells_before_and_the_turn_is_not_lost(move: Announce, reason: str) -> None:
    table = Table(referee="friendly")
    assert table.refusal(0, move).reason == reason
    assert table.turn == 0
    table.say(0, "grief", "cw", 0)
    assert table.last


def test_W7_friendly_also_tells_that_a_word_was_used() -> None:
    table = Table(referee="friendly")
    table.say(0, "grief", "cw", 0)
    assert table.refusal(1, Announce("grief", 0, "cw")).reason == "word-used"


def contested(seats: int, *against: bool) -> Table:
    """A word that no dictionary has, and the votes of the others, in order."""
    table = Table(seats, referee="table")
    table.say(0, "gxi", "cw", 0, 3)
    for seat, contests in enumerate(against, start=1):
        table.act(seat, Vote(accept=not contests))
    return table


def test_W7_table_has_no_dictionary() -> None:
    table = contested(3, False, False)
    assert table.last
    assert table.state.history[-1].word == "GXI"
    assert table.state.ring[3].stones == (0,)


@pytest.mark.parametrize(
    ("against", "stands"),
    [
        ((True,), False),
        ((True, False), True),
        ((True, True), False),
        ((True, True, False), False),
        ((True, False, False), True),
        ((True, True, False, False), True),
        ((True, True, True, False), False),
    ],
)
def test_W7_a_majority_of_the_others_cancels_the_turn(
    against: tuple[bool, ...], stands: bool
) -> None:
    table = contested(len(against) + 1, *against)
    assert bool(table.last) is stands
    assert table.state.hands[0] == Table(len(against) + 1).state.hands[0] - 2 * stands
    assert table.turn == 1


def test_W7_silence_accepts() -> None:
    table = contested(4, True)
    assert table.rules.awaits(table.state) == Players((2, 3), deadline=60_000)
    table.wait(60)
    assert table.last


def test_W7_only_the_others_vote_and_each_once() -> None:
    table = contested(3, True)
    assert table.refusal(0, Vote(True)).reason == "not-your-turn"
    assert table.refusal(1, Vote(True)).reason == "not-your-turn"
    assert table.refusal(2, Pass()).reason == "vote-first"
    assert Table().refusal(0, Vote(True)).reason == "no-vote-now"


def test_W7_table_still_refuses_a_used_word_and_a_wrong_placing() -> None:
    table = contested(3, False, False)
    table.say(1, "gxi", "cw", 0)
    assert table.last.reason == "word-used"
    table.say(2, "gxo", "cw", 1)
    assert table.last.reason == "wrong-first-letter"


def test_W7_votes_are_secret_until_all_have_voted() -> None:
    table = contested(4, True)
    phases = [view(table.state, seat).seen.phases[-1] for seat in (0, 1, 2, None)]
    contests = [phase for phase in phases if isinstance(phase, Contest)]
    assert [phase.votes[1] for phase in contests] == [HIDDEN, False, HIDDEN, HIDDEN]


# --- An appeal against the friendly referee -------------------------------------------------------

PROTECTION = Appeal("protection", 1, "cw")


def appealed(seats: int = 3, *accept: bool | None, version: int = 2) -> Table:
    """PROTÉGER is used; seat 1 appeals with PROTECTION, and the others vote in order."""
    ring = (Safe("P", 5), Safe("P", 5), *(Safe("X", 2),) * 5)
    table = Table(seats, ring=ring, referee="friendly", version=version)
    table.say(0, "protéger", "cw", 0)
    if version > 1:
        table.act(1, PROTECTION)
    for seat, yes in zip([seat for seat in range(seats) if seat != 1], accept, strict=False):
        table.act(seat, Vote(yes))
    return table


def test_the_others_can_overrule_a_family() -> None:
    table = appealed(2, True)
    played = table.state.history[-1]
    assert (played.word, played.overruled) == ("PROTECTION", "PROTÉGER")
    assert played.ruling and table.state.ring[1].stones == (1,)
    assert table.turn == 0


@pytest.mark.parametrize("accept", [(False, True), (False, False)])
def test_without_more_than_half_the_turn_is_not_lost_but_there_is_no_second_appeal(
    accept: tuple[bool, ...],
) -> None:
    table = appealed(3, *accept)
    assert len(table.state.history) == 1 and table.turn == 1
    assert table.refusal(1, PROTECTION).reason == "appealed-already"
    table.say(1, "port", "cw", 1)
    assert table.last and table.turn == 2


def test_silence_does_not_overrule() -> None:
    table = appealed(3, True)
    table.wait(60)
    assert len(table.state.history) == 1 and table.turn == 1


@pytest.mark.parametrize(
    ("accept", "overruled"),
    [
        ((None,), True),
        ((None, None, None), True),
        ((False, None, None), False),
        ((None, True, None), True),
        ((True, False, None), False),
        ((True, None, True), True),
    ],
)
def test_whoever_leaves_it_to_the_others_does_not_count(
    accept: tuple[bool | None, ...], overruled: bool
) -> None:
    """Bots do so: they cannot outvote people, and do not object when nobody else is asked."""
    table = appealed(1 + len(accept), *accept)
    assert (len(table.state.history) == 2) == overruled


@pytest.mark.parametrize("level", [1, 4])
def test_bots_leave_it_to_the_others(level: int) -> None:
    options = Options(language="fr", starter=0, referee="friendly", cards=(("C", 5),) * 7)
    rules = GAME.rules(options)
    state = rules.step(rules.setup(options, 3), Drawn(tuple(range(7)), EVERYBODY, 0))
    state = rules.step(state, Acted(0, Announce("chanter", 0, "cw"), 0))
    state = rules.step(state, Acted(1, Appeal("chanson", 1, "cw"), 0))
    bot = GAME.levels[level].make(options)
    for seat in (0, 2):
        vote = bot.choose(view(state, seat), Budget(1.0, time.monotonic), Random(1))
        assert vote == Vote(accept=None)


def test_silence_is_not_leaving_it_to_the_others() -> None:
    table = appealed(3, None)
    table.wait(60)
    assert len(table.state.history) == 1 and table.turn == 1


def test_a_password_without_a_dictionary_is_left_to_nobody() -> None:
    table = Table(3, referee="table")
    table.say(0, "grief", "cw", 0)
    assert table.refusal(1, Vote(None)).reason == "vote-first"


def test_the_clock_of_a_turn_stands_still_during_an_appeal() -> None:
    ring = (Safe("P", 5), Safe("P", 5), *(Safe("X", 2),) * 5)
    table = Table(2, ring=ring, referee="friendly", turn_seconds=30)
    table.say(0, "protéger", "cw", 0)
    table.give(now=20_000)
    table.act(1, PROTECTION)
    table.wait(60)
    awaits = table.rules.awaits(table.state)
    assert isinstance(awaits, Players)
    assert (table.state.now, awaits.deadline) == (80_000, 90_000)


def test_a_word_that_was_let_in_is_used_up() -> None:
    """Its own family is asked about as well, and the word itself cannot come again."""
    table = appealed(2, True)
    for move in (Announce("protection", 1, "cw"), PROTECTION):
        assert table.refusal(0, move).reason == "word-used"
    table.act(0, Appeal("protecteur", 1, "cw"))
    table.act(1, Vote(accept=True))
    assert table.state.history[-1].overruled == "PROTÉGER, PROTECTION"


def test_an_appeal_is_about_the_family_alone() -> None:
    ring = (Safe("P", 5), Safe("P", 5), *(Safe("X", 2),) * 5)
    table = Table(2, ring=ring, referee="friendly", language="en")
    table.say(0, "protect", "cw", 0)
    assert table.refusal(1, Announce("protection", 1, "cw")).reason == "same-base"
    assert table.refusal(1, Appeal("protection", 1, "cw")).reason == "contains-used"


def test_an_appeal_needs_a_refusal_because_of_a_family() -> None:
    table = Table(ring=(Safe("P", 5),) * 7, referee="friendly")
    assert table.refusal(0, Appeal("port", 0, "cw")).reason == "no-appeal"
    table.say(0, "protéger", "cw", 0)
    for appeal, reason in [
        (Appeal("port", 0, "cw"), "no-appeal"),
        (Appeal("pxrt", 0, "cw"), "not-in-dictionary"),
        (Appeal("protéger", 0, "cw"), "word-used"),
        (Appeal("protection", 0, "cw", (1,)), "letters-out-of-order"),
        (Appeal("protection", 9, "cw"), "no-such-safe"),
    ]:
        assert table.refusal(1, appeal).reason == reason, appeal


@pytest.mark.parametrize(
    "options", [{"referee": "dictionary"}, {"referee": "friendly", "version": 1}]
)
def test_only_a_friendly_table_can_overrule(options: dict[str, Any]) -> None:
    table = Table(ring=(Safe("P", 5),) * 7, **options)
    table.say(0, "protéger", "cw", 0)
    assert table.refusal(1, Appeal("protection", 0, "cw")).reason == "no-appeal"
