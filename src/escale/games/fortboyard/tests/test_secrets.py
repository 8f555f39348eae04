"""What a seat does not see, and what it may imagine (F3, F11)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from escale.core.codec import from_plain, to_plain
from escale.core.event import Drawn, seen_event
from escale.core.match import Header
from escale.core.play import Chance
from escale.core.secrecy import HIDDEN, view
from escale.games.fortboyard.editions import rules
from escale.games.fortboyard.game import GAME
from escale.games.fortboyard.rules.pieces import OpenChest, Options, Riddle, TurnHourglass
from escale.games.fortboyard.rules.rules import State
from escale.games.fortboyard.tests.evening import Evening
from escale.games.texts import texts


def with_notes() -> Evening:
    """Seat 0 has the chest open, with two notes of 1 000 and one of 500 000."""
    evening = Evening()
    evening.turn_of(0)
    evening.has(0, black=4)
    evening.opens_chest(0, note=111)
    for seat in (1, 2):
        evening.rolls(seat, 1)
        evening.draw(0)
    return evening


def test_F3_only_the_owner_sees_what_notes_are_worth() -> None:
    evening = with_notes()
    assert evening.view(0).seen.purses[0].notes == (500_000, 1_000, 1_000)
    for seat in (None, 1, 2):
        purse: Any = evening.view(seat).seen.purses[0]
        assert purse.notes is HIDDEN
        assert purse.count == 3


def test_F3_the_board_says_the_amount_to_its_owner_only() -> None:
    evening = with_notes()
    say = texts(GAME, "en", ["Ana", "Bo", "Cyd"])
    amount = "502\u00a0000 boyards"
    assert any(amount in line for line in GAME.describe(evening.view(0), say))
    assert not any("502" in line for line in GAME.describe(evening.view(1), say))


def test_F3_nobody_sees_what_is_still_in_the_chest() -> None:
    evening = with_notes()
    for seat in (None, 0, 1, 2):
        seen: Any = evening.view(seat).seen
        assert seen.pile is HIDDEN


def test_F3_nobody_sees_from_which_place_of_the_pile_a_note_came() -> None:
    """Not even the opener: the place of the first 5 000 tells how many 1 000 others have."""
    for gone in (0, 1):
        evening = Evening()
        evening.turn_of(0)
        evening.has(0, black=4)
        evening.has(1, black=4)
        evening.opens_chest(0, note=0 if gone else 111)
        evening.turn_of(1)
        evening.act(1, OpenChest())
        awaits = evening.rules.awaits(evening.state)
        assert isinstance(awaits, Chance)
        place = 35 - gone  # of the first note of 5 000
        event = Drawn((place,), awaits.to, evening.now)
        for seat in (None, 0, 1, 2):
            seen: Any = seen_event(event, seat)
            assert seen.result == (HIDDEN,)
        evening.draw(place)
        assert evening.view(1).seen.purses[1].notes == (5_000,)


def test_F3_imagined_notes_are_those_of_the_box() -> None:
    evening = with_notes()
    box = Counter(dict(evening.rules.edition.notes))
    for seed in range(20):
        for seat in (None, 0, 1):
            world = evening.rules.imagine(evening.view(seat), Random(seed))
            notes = Counter(dict(world.pile))
            for purse in world.purses:
                assert len(purse.notes) == purse.count
                notes.update(purse.notes)
            assert notes == box
            assert view(world, seat) == evening.view(seat)


def test_F11_the_board_says_the_answer_to_the_reader_only() -> None:
    evening = Evening()
    evening.turn_of(0)
    evening.lands(0, "guardian")
    evening.draw(0)
    evening.act(2, TurnHourglass())
    say = texts(GAME, "fr", ["Ana", "Bo", "Cyd"])
    assert any("le bouton" in line for line in GAME.describe(evening.view(2), say))
    for seat in (None, 0, 1):
        assert not any("le bouton" in line for line in GAME.describe(evening.view(seat), say))


def test_keys_are_no_secret() -> None:
    evening = Evening()
    evening.has(0, black=3, red=1)
    assert evening.view(1).seen.purses[0].keys == 4


def test_F16_nobody_reads_the_cards_that_the_host_has_written() -> None:
    """They stand in the options, of which everybody is told: that there are some, and no more."""
    card = Riddle("tide", "sea", 2, "I leave twice a day and come back twice.", ("the tide",))
    options = Options(riddles=(card,))
    state = rules(options).setup(options, 3)
    for seat in (None, 0, 1, 2):
        seen: Any = view(state, seat).seen
        assert seen.options.riddles == (HIDDEN,)
        assert "tide" not in repr(seen)
        plain = to_plain(seen)
        assert from_plain(State, plain, hidden=True) == seen
    header = Header("m", "fortboyard", 1, options, (), (), "")
    assert "tide" not in repr(view(header, None).seen)
