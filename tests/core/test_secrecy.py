"""Who sees what: hidden unless the type says otherwise."""

from __future__ import annotations

from dataclasses import dataclass, is_dataclass
from typing import Annotated, Any

import pytest

from escale.core.event import Acted, Drawn, Elapsed, seen_event
from escale.core.secrecy import (
    HIDDEN,
    BySeat,
    Counted,
    Marker,
    Open,
    Own,
    Shown,
    When,
    has_hidden,
    markers,
    view,
)
from escale.testing import play
from tests.contract.hush.game import GAME
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


# --- The same object ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sign:
    """Guards its fields, and shows them all."""

    text: Shown[str]
    cards: Shown[frozenset[Card]] = frozenset()


@dataclass(frozen=True, slots=True)
class Street:
    signs: Shown[tuple[Sign, ...]]
    doors: BySeat[tuple[Sign | Hand, ...]]
    keys: Own[tuple[int, ...]]
    late: Annotated[Sign, When(lambda state, seat: seat == 0)]
    bag: Counted[tuple[Card, ...]] = ()
    either: Shown[frozenset[Sign]] = frozenset()


SIGNS = (Sign("a"), Sign("b", frozenset({Card("c")})))
STREET = Street(SIGNS, (*SIGNS, HANDS[0]), (1, 2, 3), SIGNS[0], either=frozenset(SIGNS))


def test_what_is_seen_whole_is_the_same_object() -> None:
    seen = view(STREET, 0).seen
    assert seen.signs is STREET.signs
    assert seen.either is STREET.either
    assert seen.late is STREET.late
    assert seen.doors[1] is STREET.doors[1]
    assert view(TABLE, None).seen.shown is TABLE.shown
    assert view(SIGNS, None).seen is SIGNS
    assert view(SIGNS[1], None).seen is SIGNS[1]


def test_what_is_seen_in_part_is_not() -> None:
    seen = view(STREET, 0).seen
    assert seen is not STREET
    assert (seen.keys, STREET.keys) == ((1, HIDDEN, HIDDEN), (1, 2, 3))
    door = seen.doors[2]
    assert isinstance(door, Hand)
    assert (door.cards, door.size) == (HIDDEN, 1)
    assert STREET.doors[2] is HANDS[0]
    assert view(STREET, 1).seen.late is HIDDEN
    guarded = (SIGNS, HANDS)
    assert view(guarded, 0).seen == (SIGNS, view(HANDS, 0).seen)
    assert view(frozenset({HANDS[1]}), 0).seen == {view(HANDS[1], 0).seen}


def test_a_state_that_is_seen_whole_is_its_own_view() -> None:
    alone = Street(SIGNS, SIGNS[:1], (7,), SIGNS[1])
    assert view(alone, 0).seen is alone
    assert view(alone, 1).seen.keys == (HIDDEN,)


def test_a_list_by_mistake_is_shown_as_it_always_was() -> None:
    wrong: Any = [Card("x")]
    assert view(Street(SIGNS, wrong, (), SIGNS[0]), 0).seen.doors == (Card("x"),)
    assert view(Sign("a", wrong), None).seen.cards is wrong


def by_the_book(value: Any, seat: int | None, owner: int | None = None) -> Any:
    """The same as `view`, with nothing remembered and nothing spared."""
    if isinstance(value, tuple | frozenset):
        return type(value)(by_the_book(item, seat, owner) for item in value)
    if isinstance(value, Open) or not is_dataclass(value):
        return value
    kind: Any = type(value)
    parts = {}
    for name, marker in markers(kind):
        part = getattr(value, name)
        shown = isinstance(marker, When) and marker.test(value, seat)
        if shown or marker is Marker.SHOWN or (marker is Marker.OWN and owner == seat is not None):
            parts[name] = by_the_book(part, seat, owner)
        elif marker is Marker.BY_SEAT:
            parts[name] = tuple(by_the_book(one, seat, holder) for holder, one in enumerate(part))
        elif marker is Marker.COUNTED:
            parts[name] = (HIDDEN,) * len(part)
        elif marker is Marker.OWN and owner is None:
            parts[name] = tuple(
                by_the_book(one, seat, holder) if holder == seat else HIDDEN
                for holder, one in enumerate(part)
            )
        else:
            parts[name] = HIDDEN
    made: Any = kind(**parts)
    return made


@pytest.mark.parametrize("seed", range(6))
def test_views_of_a_whole_match_are_those_by_the_book(seed: int) -> None:
    run = play(GAME, GAME.options(), 2 + seed % 3, seed)
    for moment in run.moments:
        for seat in (None, *range(run.seats)):
            assert view(moment.state, seat).seen == by_the_book(moment.state, seat)
    for state in (TABLE, STREET):
        for seat in (None, 0, 1, 2):
            assert view(state, seat).seen == by_the_book(state, seat)
