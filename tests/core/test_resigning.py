"""Giving up: once and for good, at any time, and the others go on as long as two are left."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from escale.core.chance import commitment, pledge
from escale.core.event import (
    Acted,
    Drawn,
    Elapsed,
    Event,
    Resigned,
    Revealed,
    Rewound,
    Salted,
    seen_event,
)
from escale.core.match import Header, Match, Player, Record, may_resign, resigned
from escale.core.play import ALLOWED, Awaits, Over, Players, Ruling, Score, refused
from escale.core.proof import verify
from tests.core.highest import Bid, Highest, State

SECRET = "5e" * 32
SALT = "ab" * 16
OVER = refused("match-over", "house-over")
TWICE = refused("resigned-already", "house-resign")

Table = Match[None, State, Bid]


def header(seats: int, salted: bool = False) -> Header[None]:
    first = Player("Ada", pledge=pledge(SALT) if salted else "")
    players = (first, *(Player(f"P{seat}") for seat in range(1, seats)))
    return Header("m1", "highest", 1, None, (), players, commitment(SECRET))


def table(seats: int, *, salted: bool = False, secret: str = SECRET) -> Table:
    return Match(Highest(), header(seats, salted), secret)


def do(match: Table, events: Sequence[Event[Bid]] | Ruling) -> None:
    assert not isinstance(events, Ruling), events
    match.extend(events)


def given_up(seats: int, *gone: int) -> Table:
    match = table(seats)
    for seat in gone:
        do(match, match.resign(seat, at=10))
    return match


def test_a_seat_gives_up_and_the_others_play_on() -> None:
    match = table(3)
    assert match.resign(1, at=50) == (Resigned(1, 50),)
    assert (match.log, match.resigned) == ([], frozenset())  # a proposal changes nothing
    do(match, match.resign(1, at=50))
    assert match.resigned == {1}
    assert (match.over, match.score) == (False, None)
    assert match.awaits == Players((0, 1, 2), deadline=10_000)
    do(match, match.act(0, Bid(3), at=60))
    assert match.state.bids == (3, None, None)


def test_the_actions_of_a_seat_that_gave_up_still_count() -> None:
    """The house plays on for it."""
    match = given_up(3, 1)
    do(match, match.act(1, Bid(4), at=60))
    assert match.state.bids == (None, 4, None)
    assert match.act(1, Bid(4), at=70) == refused("not-your-turn", "house-turn")


def test_with_one_seat_left_the_match_is_over_and_the_secret_is_shown() -> None:
    match = table(2)
    do(match, match.act(0, Bid(6), at=5))
    events = match.resign(0, at=9)
    assert events == (Resigned(0, 9), Revealed(SECRET, 9))
    do(match, events)
    assert match.score == Score("resigned", (0, 0), (1,))
    assert match.over
    assert match.awaits == Over(Score("resigned", (0, 0), (1,)))
    assert match.record.secret == ""


def test_the_last_of_many_wins() -> None:
    match = given_up(4, 2, 0)
    assert not match.over
    do(match, match.resign(3))
    assert match.score == Score("resigned", (0, 0, 0, 0), (1,))


def test_who_cannot_show_the_secret_sees_the_end_all_the_same() -> None:
    match = table(2, secret="")
    assert match.resign(0) == (Resigned(0),)
    do(match, match.resign(0))
    assert match.over


def test_alone_at_the_table_one_can_give_up_and_nobody_wins() -> None:
    match = table(1)
    assert not match.over
    do(match, match.resign(0))
    assert match.score == Score("resigned", (0,), ())


def test_giving_up_is_refused_twice_after_the_end_and_to_strangers() -> None:
    match = given_up(3, 1)
    assert match.resign(1) == TWICE
    assert match.resign(3) == refused("no-such-seat", "house-resign")
    assert match.resign(-1) == refused("no-such-seat", "house-resign")
    assert given_up(2, 1).resign(0) == OVER
    assert given_up(2, 1).resign(1) == OVER


def test_giving_up_is_refused_when_the_rules_have_ended_the_match() -> None:
    match = table(2)
    do(match, match.elapse(10_000))
    assert match.resign(0) == OVER


@pytest.mark.parametrize(
    ("awaits", "seat", "ruling"),
    [
        (Players((0,)), 0, ALLOWED),
        (Players((0,)), 1, ALLOWED),
        (Players((0,)), 2, TWICE),
        (Over(Score("rolled", (0, 0, 0), (0,))), 2, OVER),
    ],
)
def test_the_referee_says_so(awaits: Awaits, seat: int, ruling: Ruling) -> None:
    assert may_resign(header(3), awaits, frozenset({2}), seat) == ruling


def test_nothing_happens_after_the_end() -> None:
    match = table(2, salted=True)
    do(match, match.act(1, Bid(2), at=5))
    do(match, match.resign(0, at=9))
    assert match.act(0, Bid(1), at=10) == OVER
    assert match.act(1, Bid(1), at=10) == OVER
    assert match.salt(0, SALT, at=10) == OVER
    assert match.rewind(0, at=10) == OVER
    assert match.elapse(99_999) == ()
    assert match.begin(at=10) == ()


def test_a_match_can_be_given_up_before_anything_is_drawn_or_salted() -> None:
    match = table(3, salted=True)
    do(match, match.resign(0))
    do(match, match.resign(1))
    assert match.over
    assert verify(Highest(), match.record)


def test_a_seat_that_gave_up_still_owes_its_salt() -> None:
    """Otherwise it could choose between two outcomes: with its salt, and without."""
    match = table(3, salted=True)
    do(match, match.resign(0))
    for seat in (0, 1):
        do(match, match.act(seat, Bid(1)))
    with pytest.raises(ValueError, match="salt"):
        match.act(2, Bid(1))
    do(match, match.salt(0, SALT))
    do(match, match.act(2, Bid(1)))
    assert match.over


def test_giving_up_cannot_be_taken_back_nor_anything_before_it() -> None:
    match = table(3)
    do(match, match.act(0, Bid(2)))
    do(match, match.resign(1))
    do(match, match.act(2, Bid(2)))
    for to in (0, 1):
        assert match.rewind(to) == refused("cannot-be-untold", "house-takeback")
    do(match, match.rewind(2))
    assert match.resigned == {1}
    assert match.state.bids == (2, None, None)


def test_only_what_stands_counts() -> None:
    """No referee would let this happen; a log from elsewhere can say anything."""
    log: list[Event[Any]] = [Resigned(0), Rewound(0), Resigned(1)]
    assert resigned(log) == {1}
    assert Match(Highest(), header(3), log=log).resigned == {1}
    match = table(3)
    match.extend(log[:2])
    assert match.resigned == frozenset()
    match.extend([Resigned(1), Elapsed(9), Resigned(2)])
    assert match.resigned == {1, 2}


def test_what_is_asked_on_every_move_does_not_read_the_log() -> None:
    class Unread(list[Any]):
        def __iter__(self) -> Any:
            raise AssertionError("the log is long")

    match = given_up(3, 1)
    match.log = Unread(match.log)
    do(match, match.act(0, Bid(1), at=30))
    do(match, match.resign(2, at=40))
    assert (match.now, match.resigned, match.over) == (40, {1, 2}, True)


# --- The rules end it -------------------------------------------------------------------------


class Scored(Highest):
    """Ends with this score as soon as somebody has bid."""

    def __init__(self, points: tuple[int, ...], *winners: int) -> None:
        self.score = Score("rolled", points, winners)

    def awaits(self, state: State) -> Awaits:
        return Over(self.score) if any(state.done) else Players(tuple(range(len(state.done))))


def ended(points: tuple[int, ...], winners: tuple[int, ...], *gone: int) -> Score | None:
    match = Match(Scored(points, *winners), header(len(points)), SECRET)
    for seat in gone:
        do(match, match.resign(seat))
    do(match, match.act(0, Bid(0)))
    assert isinstance(match.log[-1], Revealed)
    assert verify(match.rules, match.record)
    return match.score


@pytest.mark.parametrize(
    ("points", "winners", "gone", "left"),
    [
        ((1, 5, 3), (1,), (), (1,)),
        ((1, 5, 3), (1,), (0,), (1,)),  # a loser gave up
        ((5, 5, 3), (0, 1), (0,), (1,)),  # one of those who share it gave up
        ((1, 5, 3), (1,), (1,), (2,)),  # the winner gave up: most points among the others
        ((3, 5, 3), (1,), (1,), (0, 2)),  # who may be several
        ((9, 5, 3, 4), (1,), (1, 0), (3,)),  # and had not to win by points at all
        ((9, 5, 3), (2,), (0,), (2,)),  # the rules know better than the points
        ((2, 5, 7), (0,), (0,), (1,)),  # where the fewest win, the fewest among the others
    ],
)
def test_nobody_who_gave_up_wins_and_points_stay(
    points: tuple[int, ...], winners: tuple[int, ...], gone: tuple[int, ...], left: tuple[int, ...]
) -> None:
    assert ended(points, winners, *gone) == Score("rolled", points, left)


# --- Proof --------------------------------------------------------------------------------------


def lived() -> Table:
    """Three seats; one gives up in the middle, and the rules end it."""
    match = given_up(3, 1)
    for seat in range(3):
        do(match, match.act(seat, Bid(seat), at=20 + seat))
    return match


def problems(log: Sequence[Event[Bid]], seats: int = 3) -> list[tuple[int | None, str]]:
    record = Record(header(seats), tuple(log), SECRET)
    return [(one.event, one.reason) for one in verify(Highest(), record).problems]


def test_a_match_with_resignations_is_proved() -> None:
    proof = verify(Highest(), lived().record)
    assert (bool(proof), proof.over, proof.draws, proof.actions) == (True, True, 1, 3)
    proof = verify(Highest(), given_up(3, 0, 1).record)
    assert (bool(proof), proof.over, proof.draws, proof.actions) == (True, True, 0, 0)
    proof = verify(Highest(), given_up(3, 0).record)
    assert (bool(proof), proof.over) == (True, False)


@pytest.mark.parametrize(
    ("log", "reason"),
    [
        ([Resigned(1), Resigned(1)], "resigned-already"),
        ([Acted(0, Bid(1)), Resigned(3)], "no-such-seat"),
        ([Resigned(1, 9), Resigned(0, 8)], "time-runs-backwards"),
        ([Resigned(1), Rewound(0)], "cannot-be-untold"),
        ([Resigned(1), Revealed(SECRET)], "secret-told-too-early"),
        ([Resigned(1), Resigned(0), Resigned(2)], "match-over"),
        ([Resigned(1), Resigned(0), Acted(2, Bid(1))], "match-over"),
        ([Resigned(1), Resigned(0), Acted(0, Bid(1))], "match-over"),
        ([Resigned(1), Resigned(0), Rewound(0)], "match-over"),
        ([Resigned(1), Resigned(0), Salted(0, SALT)], "match-over"),
        ([Resigned(1), Resigned(0), Elapsed(99_999)], "deadline-not-passed"),
        ([Resigned(1), Resigned(0), Drawn((1,), None)], "draw-not-awaited"),
    ],
)
def test_what_cannot_be_is_found(log: list[Event[Bid]], reason: str) -> None:
    assert problems(log) == [(len(log) - 1, reason)]


def test_an_end_without_the_secret_is_found() -> None:
    assert problems([Resigned(1), Resigned(0)]) == [(None, "secret-not-revealed")]


def test_a_resignation_after_the_rules_ended_it_is_found() -> None:
    log = lived().log
    assert problems([*log[:-1], Resigned(0, 99)]) == [(len(log) - 1, "match-over")]


def test_one_resignation_more_or_less_is_found() -> None:
    """Draws are numbered by their place in the log."""
    record = lived().record
    assert problems(record.log[1:]) == [(3, "draw-not-proved")]
    moved = [Resigned(2), *(replace(event, at=30) for event in record.log)]
    assert problems(moved)[0][1] == "match-over"


def test_everybody_sees_it() -> None:
    for seat in (0, 1, None):
        assert seen_event(Resigned(1, 5), seat) == Resigned(1, 5)


# --- At random ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(60))
def test_whatever_happens_the_match_is_its_log_and_can_be_proved(seed: int) -> None:
    rng = Random(seed)
    seats = rng.randint(1, 5)
    match = table(seats, salted=bool(seed % 2))
    if seed % 2:
        do(match, match.salt(0, SALT))
    while not match.over:
        at = match.now + rng.randrange(100)
        seat = rng.randrange(-1, seats + 1)
        tried: Any = rng.choice(
            [
                match.act(seat, Bid(rng.randrange(8)), at),
                match.act(seat, Bid(rng.randrange(7)), at),
                match.resign(seat, at),
                match.rewind(max(0, len(match.log) - 1), at),
                match.elapse(at + rng.choice([0, 0, 0, 10_000])),
            ]
        )
        if not isinstance(tried, Ruling):
            match.extend(tried)
        again = Match(Highest(), match.header, SECRET, match.log)
        assert again.state == match.state
        assert (again.now, again.resigned, again.score) == (match.now, match.resigned, match.score)
    score = match.score
    assert score is not None
    assert not match.resigned & set(score.winners)
    assert score.winners or seats == 1 or not match.resigned
    assert isinstance(match.log[-1], Revealed)
    assert verify(Highest(), match.record)
