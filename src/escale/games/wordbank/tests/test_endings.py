"""Safes that close, and how the game ends."""

from __future__ import annotations

from escale.core.chance import Draw
from escale.core.play import EVERYBODY, Chance
from escale.games.wordbank.rules.pieces import Options, Pass, Safe
from escale.games.wordbank.tests.table import EXAMPLE, Table, stones

O = Safe("O", 3)
X = Safe("X", 2)


# --- Closing ------------------------------------------------------------------------------------


def closing() -> Table:
    """Seat 1 puts the last stone on the first I and on R, where others lie already."""
    table = Table(3, then=(O, X), starter=1)
    table.give(ring=stones(EXAMPLE, (), (), (0,), (0, 2), (2, 2)))
    table.say(1, "ire", "cw", 3, 4)
    return table


def test_W8_full_cards_close_and_go_to_the_player_whose_turn_it_is() -> None:
    table = closing()
    table.draw(0, 1)
    assert table.state.closed == ("", "IR", "")


def test_W8_their_stones_are_secured_whoever_owns_them() -> None:
    table = closing()
    table.draw(0, 1)
    assert [table.state.exposed(seat) for seat in range(3)] == [1, 0, 0]
    assert table.state.hands == (18, 16, 18)


def test_W8_new_cards_take_their_places_in_ring_order() -> None:
    table = closing()
    assert table.rules.awaits(table.state) == Chance(Draw(count=2, size=2), to=EVERYBODY)
    table.draw(1, 0)
    assert table.letters == "GSEXOFI"


def test_W8_a_card_with_a_free_space_stays_open() -> None:
    table = closing()
    table.draw(0, 1)
    assert table.state.ring[2].stones == (0,)
    assert table.turn == 2


def test_W9_with_an_empty_pile_the_ring_shrinks() -> None:
    table = Table(2)
    table.give(ring=stones(EXAMPLE, (), (), (), (1, 1)))
    table.say(0, "ire", "cw", 3)
    assert table.letters == "GSERFI"
    assert table.turn == 1
    table.say(1, "serif", "cw", 1, 2, 3, 4)  # E and R are neighbours now
    assert table.last


def test_W9_the_last_card_of_the_pile_takes_the_first_place_in_ring_order() -> None:
    table = Table(2, then=(O,))
    table.give(ring=stones(EXAMPLE, (), (), (), (1, 1), (1, 1)))
    table.say(0, "ire", "cw", 3, 4)
    table.draw(0)
    assert table.letters == "GSEOFI"


# --- End of the game ----------------------------------------------------------------------------


def test_W10_no_stone_in_front_ends_the_game_at_once() -> None:
    table = Table(3)
    table.give(hands=(2, 5, 5))
    table.say(0, "grief", "ccw", 0, 4)
    score = table.score()
    assert score is not None
    assert score.ending == "ran-out"


def test_W10_the_game_goes_on_while_a_stone_is_left() -> None:
    table = Table(3)
    table.give(hands=(3, 5, 5))
    table.say(0, "grief", "ccw", 0, 4)
    assert table.score() is None


def test_W10_score_counts_stones_in_front_and_on_the_ring() -> None:
    table = Table(3)
    table.give(hands=(1, 5, 2), ring=stones(EXAMPLE, (), (1, 2), (0, 0, 1)))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.points == (3, 7, 3)


def test_W10_closing_comes_before_the_score() -> None:
    table = Table(2, then=(O,))
    table.give(hands=(1, 5), ring=stones(EXAMPLE, (1,)))
    table.say(0, "grief", "ccw", 0)
    assert table.score() is None  # the new card is still to be drawn
    table.draw(0)
    score = table.score()
    assert score is not None
    assert score.points == (0, 5)
    assert table.letters == "OSEIRFI"


def test_W10_who_ends_the_game_does_not_always_win() -> None:
    table = Table(2)
    table.give(hands=(1, 1), ring=stones(EXAMPLE, (), (0, 0)))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.points == (3, 1)
    assert score.winners == (1,)


def test_W10_a_tie_is_broken_by_closed_cards() -> None:
    table = Table(3)
    table.give(hands=(1, 1, 4), closed=("A", "IR", "XXX"))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.points == (1, 1, 4)
    assert score.winners == (1,)


def test_W10_still_tied_victory_is_shared() -> None:
    table = Table(3)
    table.give(hands=(1, 1, 4), closed=("A", "I", "XXX"))
    table.say(0, "grief", "ccw", 0)
    score = table.score()
    assert score is not None
    assert score.winners == (0, 1)
    assert [score.share(seat) for seat in range(3)] == [0.5, 0.5, 0.0]


def test_W10_all_cancelled_or_passing_twice_round_ends_the_game() -> None:
    table = Table(3)
    table.say(0, "grief", "ccw", 0)
    for turn in range(6):
        assert table.score() is None
        seat = (1 + turn) % 3
        if turn % 2:
            table.act(seat, Pass())
        else:
            table.say(seat, "gxrr", "cw", 0)
    score = table.score()
    assert score is not None
    assert score.ending == "all-passed"
    assert score.points == (18, 18, 18)


def test_W10_a_password_that_stands_breaks_the_succession() -> None:
    table = Table(2)
    for _ in range(3):
        table.act(table.turn, Pass())
    table.say(1, "grief", "ccw", 0)
    table.act(0, Pass())
    assert table.score() is None


def test_W10_no_card_left_in_the_ring_ends_the_game() -> None:
    table = Table(2)
    table.give(ring=(Safe("G", 2, (1,)),))
    table.say(0, "grief", "ccw", 0)
    assert table.state.ring == ()
    score = table.score()
    assert score is not None
    assert score.ending == "no-safes"


def test_W13_even_turns_is_off_unless_the_table_wants_it() -> None:
    assert Options().even_turns is False


def test_W13_even_turns_plays_the_round_to_its_end() -> None:
    table = Table(3, starter=1, even_turns=True)
    table.give(hands=(5, 1, 5))
    table.say(1, "grief", "ccw", 0)
    assert table.score() is None
    table.act(2, Pass())
    assert table.score() is None
    table.act(0, Pass())
    score = table.score()
    assert score is not None
    assert score.ending == "ran-out"
    assert [turn.seat for turn in table.state.history] == [1, 2, 0]
