"""Who sees what: hidden unless the type says otherwise."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from escale.core.event import Acted, Drawn, Elapsed, seen_event
from escale.core.secrecy import (
    HIDDEN,
    BySeat,
    Counted,
    Open,
    Own,
    Shown,
    When,
    has_hidden,
    view,
)
from tests.core.highest import Bid


@dataclass(frozen=True, slots=True)
class Card(Open):
    suit: str


@dataclass(frozen=True, slots=True)
class Hand:
    size: Shown[int]
    cards: Own[tuple[Card, ...]]
    face_down: str


@dataclass(frozen=True, slots=True)
class Table:
    shown: Shown[tuple[Card, ...]]
    bids: Own[tuple[int, ...]]
    hands: BySeat[tuple[Hand, ...]]
    deck: Counted[tuple[Card, ...]]
    late: Annotated[str, When(lambda state, seat: seat == 1 or state.over)]
    over: Shown[bool]
    forgotten: str
    nested: Shown[Hand]


HANDS = (Hand(1, (Card("a"),), "x"), Hand(2, (Card("b"), Card("c")), "y"))
TABLE = Table(
    shown=(Card("s"),),
    bids=(3, 4),
    hands=HANDS,
    deck=(Card("d"), Card("e")),
    late="later",
    over=False,
    forgotten="secret",
    nested=Hand(9, (Card("z"),), "q"),
)


def test_shown_is_seen_by_everybody() -> None:
    for seat in (0, 1, None):
        assert view(TABLE, seat).seen.shown == (Card("s"),)


def test_an_undeclared_field_is_seen_by_nobody() -> None:
    for seat in (0, 1, None):
        assert view(TABLE, seat).seen.forgotten is HIDDEN


def test_each_seat_sees_its_own_entry() -> None:
    assert view(TABLE, 0).seen.bids == (3, HIDDEN)
    assert view(TABLE, 1).seen.bids == (HIDDEN, 4)
    assert view(TABLE, None).seen.bids == (HIDDEN, HIDDEN)


def test_by_seat_the_entry_guards_its_own_fields() -> None:
    mine, theirs = view(TABLE, 0).seen.hands
    assert (mine.size, mine.cards, mine.face_down) == (1, (Card("a"),), HIDDEN)
    assert (theirs.size, theirs.cards, theirs.face_down) == (2, HIDDEN, HIDDEN)


def test_a_counted_deck_tells_how_many() -> None:
    assert view(TABLE, 0).seen.deck == (HIDDEN, HIDDEN)


def test_when_depends_on_the_state_and_the_seat() -> None:
    assert view(TABLE, 0).seen.late is HIDDEN
    assert view(TABLE, 1).seen.late == "later"


def test_own_in_a_part_that_nobody_owns_is_an_entry_a_seat() -> None:
    assert view(TABLE, 0).seen.nested.cards == (Card("z"),)
    assert view(TABLE, 1).seen.nested.cards == (HIDDEN,)


def test_a_view_knows_whose_it_is_and_leaves_the_state_alone() -> None:
    before = repr(TABLE)
    assert view(TABLE, 1).seat == 1
    assert repr(TABLE) == before


def test_has_hidden_looks_inside() -> None:
    assert has_hidden(view(TABLE, 0).seen)
    assert not has_hidden(Card("a"))
    assert not has_hidden(TABLE)
    assert has_hidden((1, (HIDDEN,)))


def test_an_action_is_seen_whole_by_who_acts_and_in_part_by_others() -> None:
    event = Acted(1, Bid(5), at=3)
    assert seen_event(event, 1) == event
    assert seen_event(event, 0) == Acted(1, Bid(HIDDEN), at=3)  # type: ignore[arg-type]
    assert seen_event(event, None) == Acted(1, Bid(HIDDEN), at=3)  # type: ignore[arg-type]


def test_a_draw_is_seen_by_its_audience() -> None:
    assert seen_event(Drawn((1, 2), None), None) == Drawn((1, 2), None)
    private = Drawn((1, 2), (0,))
    assert seen_event(private, 0) == private
    for seat in (1, None):
        assert seen_event(private, seat) == Drawn((HIDDEN, HIDDEN), (0,))  # type: ignore[arg-type]


def test_other_events_are_seen_by_everybody() -> None:
    assert seen_event(Elapsed(5), None) == Elapsed(5)
