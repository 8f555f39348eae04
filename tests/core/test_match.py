"""A match: actions become events, the log is the match, and a finished one can be proved."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from escale.core.chance import Roll, commitment, pledge
from escale.core.event import (
    PLAYED,
    Acted,
    Drawn,
    Elapsed,
    Event,
    Resigned,
    Revealed,
    Rewound,
    Salted,
)
from escale.core.match import (
    Header,
    Match,
    Player,
    Record,
    UndoStack,
    fold,
    may_rewind,
    standing,
    states,
)
from escale.core.play import ALLOWED, Choice, Number, Offer, Ruling, Some, Text, refused
from escale.core.proof import verify
from tests.core.highest import Bid, Highest, State

SECRET = "5e" * 32
SALT = "ab" * 16


def header(**changes: Any) -> Header[None]:
    given: dict[str, Any] = {
        "match": "m1",
        "game": "highest",
        "version": 1,
        "options": None,
        "pins": (),
        "players": (Player("Ada", pledge=pledge(SALT)), Player("Bo", "bot:1")),
        "commitment": commitment(SECRET),
    }
    return Header(**{**given, **changes})


def new(**changes: Any) -> Match[None, State, Bid]:
    return Match(Highest(), header(**changes), SECRET)


def do(match: Match[None, State, Bid], events: tuple[Event[Bid], ...] | Ruling) -> None:
    assert isinstance(events, tuple), events
    match.extend(events)


def finished() -> Match[None, State, Bid]:
    match = new()
    do(match, match.salt(0, SALT))
    do(match, match.begin())
    do(match, match.act(1, Bid(2), at=100))
    do(match, match.act(0, Bid(3), at=250))
    return match


def test_an_action_and_the_draws_that_follow_are_proposed_together() -> None:
    match = new()
    do(match, match.salt(0, SALT))
    do(match, match.act(1, Bid(2), at=100))
    events = match.act(0, Bid(3), at=250)
    assert isinstance(events, tuple)
    acted, drawn, revealed = events
    assert acted == Acted(0, Bid(3), 250)
    assert isinstance(drawn, Drawn)
    assert drawn.at == 250
    assert revealed == Revealed(SECRET, 250)


def test_a_proposal_changes_nothing_until_it_is_taken_in() -> None:
    match = new()
    before = match.state
    match.act(1, Bid(2))
    assert (match.state, match.log) == (before, [])


def test_events_from_elsewhere_give_the_same_state() -> None:
    match, copy = finished(), new()
    for event in match.log:
        copy.extend([event])
    assert copy.state == match.state == fold(Highest(), match.header, match.log)


def test_a_refusal_changes_nothing_and_says_why() -> None:
    match = new()
    assert match.act(1, Bid(7)) == refused("too-much", "bid", most=6)
    assert match.log == []


def test_only_awaited_seats_act() -> None:
    match = new()
    do(match, match.act(1, Bid(2)))
    assert match.act(1, Bid(2)) == refused("not-your-turn", "house-turn")
    assert finished().act(0, Bid(1)) == refused("match-over", "house-over")


def test_a_deadline_passes_only_when_it_has_passed() -> None:
    match = new()
    do(match, match.salt(0, SALT))
    do(match, match.act(1, Bid(2), at=100))
    assert match.elapse(9_999) == ()
    events = match.elapse(10_000)
    assert events[0] == Elapsed(10_000)
    do(match, events)
    assert match.state.bids == (0, 2)
    assert match.over


def test_undo_is_an_event() -> None:
    match = new()
    start = match.state
    do(match, match.act(1, Bid(2), at=100))
    do(match, match.rewind(0, at=200))
    assert match.log == [Acted(1, Bid(2), 100), Rewound(0, 200)]
    assert match.state == start
    do(match, match.act(1, Bid(5), at=300))
    assert match.state.bids == (None, 5)
    assert standing(match.log) == [(2, Acted(1, Bid(5), 300))]


def test_nothing_is_taken_back_across_chance() -> None:
    log = finished().log[:-1]
    assert may_rewind(Highest(), header(), log, 2) == refused("cannot-be-untold", "house-takeback")
    assert new().rewind(0) == refused("nothing-to-take-back", "house-takeback")


def test_nothing_is_taken_back_in_a_match_that_is_over() -> None:
    assert finished().rewind(2) == refused("match-over", "house-over")
    assert finished().rewind(99) == refused("match-over", "house-over")


def test_the_time_of_a_match_is_that_of_its_last_event() -> None:
    match = new()
    assert match.now == 0
    do(match, match.act(1, Bid(2), at=100))
    assert match.now == 100
    do(match, match.rewind(0, at=200))
    assert match.now == 200
    do(match, match.elapse(150))
    assert match.now == 200
    assert Match(Highest(), header(), SECRET, match.log).now == 200


def test_nothing_is_taken_back_that_told_something() -> None:
    class Telling(Highest):
        def reversible(self, state: State, event: object) -> bool:
            return False

    match = Match(Telling(), header(), SECRET)
    do(match, match.act(1, Bid(2)))
    assert match.rewind(0) == refused("cannot-be-untold", "house-takeback")


def test_a_salt_is_told_once_before_the_first_draw_and_as_pledged() -> None:
    match = new()
    assert match.salt(0, "cd" * 16) == refused("salt-breaks-pledge", "house-chance")
    assert match.salt(1, SALT) == refused("salt-breaks-pledge", "house-chance")
    assert match.salt(9, SALT) == refused("salt-breaks-pledge", "house-chance")
    do(match, match.salt(0, SALT))
    assert match.salt(0, SALT) == refused("salt-too-late", "house-chance")


def test_nothing_is_drawn_before_every_pledged_salt_is_told() -> None:
    match = new()
    do(match, match.act(1, Bid(2)))
    with pytest.raises(ValueError, match="salt"):
        match.act(0, Bid(3))


def test_only_the_host_can_draw() -> None:
    match = Match(Highest(), header(players=(Player("Ada"), Player("Bo"))))
    do(match, match.act(1, Bid(2)))
    with pytest.raises(ValueError, match="host"):
        match.act(0, Bid(3))


@pytest.mark.parametrize("name", ["", "a|b", "ü", "x" * 65])
def test_a_match_cannot_be_named_so_that_it_passes_for_a_salt(name: str) -> None:
    with pytest.raises(ValueError, match="match"):
        header(match=name)


def test_a_running_match_keeps_its_secret_for_the_host_only() -> None:
    assert new().record.secret == SECRET
    assert finished().record.secret == ""


# --- Proof --------------------------------------------------------------------------------------


def problems(record: Record[None, Bid]) -> list[tuple[int | None, str]]:
    return [(one.event, one.reason) for one in verify(Highest(), record).problems]


def tampered(place: int, event: Event[Bid]) -> Record[None, Bid]:
    record = finished().record
    return replace(record, log=(*record.log[:place], event, *record.log[place + 1 :]))


def test_a_finished_match_is_proved() -> None:
    proof = verify(Highest(), finished().record)
    assert proof
    assert (proof.draws, proof.actions) == (1, 2)


def test_a_running_match_is_proved_so_far() -> None:
    match = new()
    do(match, match.act(1, Bid(2)))
    assert verify(Highest(), match.record)


def test_undone_actions_do_not_disturb_the_proof() -> None:
    match = new()
    do(match, match.salt(0, SALT))
    do(match, match.act(1, Bid(2), at=1))
    do(match, match.rewind(1, at=2))
    do(match, match.act(1, Bid(6), at=3))
    do(match, match.act(0, Bid(3), at=4))
    assert verify(Highest(), match.record)


def test_every_other_outcome_of_a_draw_is_found() -> None:
    (true,) = [event for event in finished().log if isinstance(event, Drawn)]
    for face in range(1, 7):
        wrong = face != true.result[0]
        expected = [(3, "draw-not-proved")] if wrong else []
        assert problems(tampered(3, replace(true, result=(face,)))) == expected


def test_a_draw_shown_to_others_than_the_rules_say_is_found() -> None:
    drawn = finished().log[3]
    assert isinstance(drawn, Drawn)
    assert problems(tampered(3, replace(drawn, to=(0,)))) == [(3, "draw-not-proved")]


@pytest.mark.parametrize(
    ("place", "event", "reason"),
    [
        (0, Salted(0, "cd" * 16), "salt-breaks-pledge"),
        (1, Acted(1, Bid(9), 100), "too-much"),
        (2, Acted(1, Bid(3), 250), "not-your-turn"),
        (2, Acted(0, Bid(3), 99), "time-runs-backwards"),
        (2, Elapsed(9_999), "deadline-not-passed"),
        (2, Drawn((1,), None, 250), "draw-not-awaited"),
        (2, Revealed(SECRET, 250), "secret-told-too-early"),
        (2, Rewound(9, 250), "nothing-to-take-back"),
        (2, Salted(0, SALT, 250), "salt-too-late"),
    ],
)
def test_every_kind_of_cheating_is_found(place: int, event: Event[Bid], reason: str) -> None:
    assert problems(tampered(place, event)) == [(place, reason)]


def test_a_secret_that_breaks_the_commitment_is_found() -> None:
    assert problems(tampered(4, Revealed("5f" * 32, 250))) == [(None, "secret-breaks-commitment")]
    assert problems(tampered(4, Revealed("no key", 250))) == [(None, "secret-breaks-commitment")]


def test_a_secret_that_is_not_shown_is_found() -> None:
    record = finished().record
    kept = replace(record, log=record.log[:-1], secret=SECRET)
    assert problems(kept) == [(None, "secret-not-revealed")]


def test_a_draw_before_a_pledged_salt_is_found() -> None:
    record = finished().record
    unsalted = replace(record, log=record.log[1:])
    assert problems(unsalted) == [(2, "drawn-before-all-salts")]


def test_another_pledge_another_outcome() -> None:
    """A host who exchanges a salt and its pledge afterwards is caught by the draws."""
    other = "cd" * 16
    record = tampered(0, Salted(0, other))
    players = (Player("Ada", pledge=pledge(other)), Player("Bo", "bot:1"))
    forged = replace(record, header=replace(record.header, players=players))
    true = finished().log[3]
    assert isinstance(true, Drawn)
    from escale.core.chance import Oracle

    outcome = Oracle(SECRET, "m1", (other, "")).answer(Roll(1, 6), 3)
    expected = [] if outcome == true.result else [(3, "draw-not-proved")]
    assert outcome != true.result, "choose another salt: these two happen to agree"
    assert problems(forged) == expected


# --- Rulings and offers -------------------------------------------------------------------------


def test_a_ruling_is_true_when_allowed() -> None:
    assert ALLOWED
    assert not refused("why", "anchor")


def test_an_offer_admits_actions_of_its_kind_within_its_inputs() -> None:
    offer = Offer(Bid, (Choice("number", (0, 1, 2)),))
    assert offer.admits(Bid(2))
    assert not offer.admits(Bid(3))
    assert not offer.admits(Bid(True))
    assert not offer.admits("Bid")
    assert not Offer(Bid, ()).admits(Bid(2))


def test_inputs_admit_what_they_say() -> None:
    assert Text("word", 3).admits("abc")
    assert not Text("word", 3).admits("abcd")
    assert not Text("word", 3).admits(3)
    some = Some("cards", (1, 2, 3), 1, 2)
    assert some.admits((3, 1))
    assert some.admits(frozenset({2}))
    assert not some.admits(())
    assert not some.admits((1, 2, 3))
    assert not some.admits((1, 1))
    assert not some.admits((1, 4))
    assert not some.admits("12")
    number = Number("height", -3, 9)
    assert all(number.admits(one) for one in (-3, 0, 9))
    assert not any(number.admits(one) for one in (-4, 10, True, 2.0, "2", None))
    again = Some("cards", (1, 2, 3), 1, 2, repeated=True)
    assert again.admits((1, 1))
    assert not again.admits((1, 1, 1))
    assert not again.admits((1, 4))


class Counting(Highest):
    """Counts what a folded log costs."""

    steps = 0

    def step(self, state: State, event: Any) -> State:
        self.steps += 1
        return super().step(state, event)


def taken_back(times: int) -> Record[None, Bid]:
    """Bo bids and takes it back, again and again; the match goes on."""
    log: list[Event[Bid]] = [Salted(0, SALT)]
    for _ in range(times):
        log += [Acted(1, Bid(2)), Rewound(len(log))]
    return Record(header(), (*log, Acted(1, Bid(4))), SECRET)


@pytest.mark.parametrize("cost", ["verify", "states", "extend", "rewind"])
def test_taking_back_costs_the_same_however_long_the_log_is(cost: str) -> None:
    """184 KB of it took 16 s to verify."""
    record, rules = taken_back(500), Counting()
    if cost == "verify":
        assert verify(rules, record) == verify(Highest(), record)
        assert verify(Highest(), record)
    elif cost == "states":
        *_, last = states(rules, record.header, record.log)
        assert last == fold(Highest(), record.header, record.log)
    else:
        match = Match(rules, record.header, SECRET)
        for event in record.log:
            if cost == "rewind" and isinstance(event, Rewound):
                assert match.rewind(event.to) == (event,)
            match.extend([event])
        assert match.state == fold(Highest(), record.header, record.log)
    assert rules.steps <= len(record.log)


@pytest.mark.parametrize("kept", [1, 2, 3, None])
def test_what_is_kept_to_take_back_agrees_with_the_whole_log(kept: int | None) -> None:
    """For any log of bids, silence, draws and resignations, and any number of kept states."""
    rules, dice = Highest(), Random(7)
    for _ in range(300):
        undo: UndoStack[State, Bid] = UndoStack(kept)
        log: list[Event[Bid]] = []
        state = rules.setup(None, 2)
        for _ in range(dice.randrange(1, 12)):
            to = dice.randrange(-1, len(log) + 2)
            told, known = may_rewind(rules, header(), log, to), undo.may_rewind(rules, to)
            assert known in ((told, None) if kept else (told,))
            some: list[Event[Bid]] = [Acted(0, Bid(1))] * 4
            one = dice.choice([*some, Elapsed(1), Drawn((3,), None)])
            if dice.random() < 0.1:
                one = Resigned(0)
            if told and dice.random() < 0.6:
                one = Rewound(to)
            log.append(one)
            if isinstance(one, Rewound):
                before = undo.rewind(to)
                if before is None:
                    assert kept
                    undo.forget(len(log) - 1)
                    before = fold(rules, header(), log)
                state = before
            else:
                undo.push(len(log) - 1, state, one)
                state = rules.step(state, one) if isinstance(one, PLAYED) else state
            assert state == fold(rules, header(), log)
