"""The rules: setting up, who starts, words on the board, gains, turns (K1 to K6, K10, K11)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.rules.grid import CENTRE, CORNERS, SIDES, STARTS, Side, at
from escale.games.kreuzwort.rules.pieces import Announce, Options, PutBack, side_of
from escale.games.kreuzwort.rules.rules import FirstPlayer, Turn
from escale.games.kreuzwort.tests.table import Table, announce, laid, rat

DICTIONARY = Options(referee="dictionary")


# ------------------------------------------------------------------ setting up


def test_six_piles_of_four_of_each_colour_on_its_start_cells() -> None:
    _, state = laid()
    for side in SIDES:
        for cell in STARTS[side]:
            assert state.at(cell).height == 4
            top_pyramid = state.at(cell).top
            assert top_pyramid is not None
            assert top_pyramid.colour == side


def test_k11_the_colours_of_empty_seats_are_set_up_too() -> None:
    _, state = laid(seats=2)
    assert state.empty == {"W", "E"}
    assert all(state.at(cell).height == 4 for side in ("W", "E") for cell in STARTS[side])


def test_k11_everybody_may_use_the_colour_of_an_empty_seat() -> None:
    table = rat()
    table.put(at(4, 1), "W:A1")
    table.put(at(8, 2), "S:E1")
    assert table.say(0, "rate", "r4c3", "r4c4<r4c1", "r4c5", "r4c6<r8c2")


def test_one_black_pyramid_on_each_cell_of_the_centre() -> None:
    _, state = laid()
    blacks = [state.at(cell) for cell in CENTRE]
    assert all(spot.height == 1 and spot.top and spot.top.colour == "black" for spot in blacks)
    letters = Counter(spot.top.letter for spot in blacks if spot.top)
    assert letters == Counter(letter for letter, _ in edition("de").black)


def test_four_grey_piles_of_six_in_the_corners() -> None:
    _, state = laid()
    for cell in CORNERS:
        assert state.at(cell).height == 6
        assert (grey := state.at(cell).top) is not None
        assert grey.colour == "grey"


def test_fertig_is_printed_in_each_colour_in_reading_order() -> None:
    _, state = laid()
    for side in SIDES:
        printed = [(state.at(cell).printed, state.at(cell).ink) for cell in STARTS[side]]
        assert printed == [(letter, side) for letter in "FERTIG"]


def test_a_black_letter_is_printed_on_each_cell_of_the_centre() -> None:
    _, state = laid()
    assert all(state.at(cell).ink == "black" and state.at(cell).printed for cell in CENTRE)
    assert all(not state.at(cell).printed for cell in CORNERS)


def test_what_lies_beneath_a_top_is_not_decided_before_it_is_uncovered() -> None:
    _, state = laid()
    assert [len(bag) for bag in state.bags] == [18, 18, 18, 18, 20, 0]
    piles = [state.at(cell) for side in SIDES for cell in STARTS[side]]
    assert all(len(pile.stack) == 1 and pile.beneath == 3 for pile in piles)


def test_players_sit_clockwise_from_the_south() -> None:
    assert [side_of(seat, 4) for seat in range(4)] == ["S", "W", "N", "E"]
    assert [side_of(seat, 2) for seat in range(2)] == ["S", "N"]
    assert [side_of(seat, 3) for seat in range(3)] == ["S", "W", "N"]


# ------------------------------------------------------------------ K10: who starts


def before_the_first_turn(seats: int) -> Table:
    table = Table(seats)
    for seat in range(seats):
        for cell in STARTS[side_of(seat, seats)]:
            table.put(cell, f"{side_of(seat, seats)}:E1", beneath=1)
    table.state = replace(table.state, phases=())
    return table


def begin(table: Table, seats: int) -> None:
    phase = FirstPlayer(tuple(range(seats)), 0)
    table.state = replace(table.state, phases=(phase,))
    table.state = phase.enter(table.rules, table.state)


def test_k10_the_lowest_sum_of_the_own_six_tops_begins() -> None:
    table = before_the_first_turn(2)
    table.put(STARTS["S"][3], "S:Q10", beneath=1)
    begin(table, 2)
    assert table.waits_for == (1,)


def test_k10_those_who_tie_compare_the_tops_below_and_put_them_back() -> None:
    table = before_the_first_turn(3)
    table.put(STARTS["W"][0], "W:Q10", beneath=1)  # the west is not lowest
    table.bag(0, *["S:A2"] * 6)
    table.bag(2, *["N:A1"] * 6)
    begin(table, 3)
    table.draw(0, 1, 2, 3, 4, 5)  # the south
    table.draw(0, 1, 2, 3, 4, 5)  # the north
    assert table.waits_for == (2,)
    pile = table.state.at(STARTS["N"][0])
    assert [one.letter for one in pile.stack] == ["E", "A"]
    assert pile.height == 2


def test_k10_those_who_tie_again_compare_one_layer_further_down() -> None:
    table = before_the_first_turn(2)
    for side in ("S", "N"):
        for cell in STARTS[side]:
            table.put(cell, f"{side}:E1", beneath=2)
    table.bag(0, *["S:A1"] * 6, *["S:U2"] * 6)
    table.bag(2, *["N:A1"] * 6, *["N:E1"] * 6)
    begin(table, 2)
    for _ in range(2):
        for _ in ("S", "N"):
            table.draw(0, 1, 2, 3, 4, 5)
    assert table.waits_for == (1,)
    assert table.state.at(STARTS["S"][0]).height == 3, "all are put back"


def test_k10_all_equal_the_lowest_seat_begins() -> None:
    table = before_the_first_turn(2)
    table.bag(0, *["S:A1"] * 6)
    table.bag(2, *["N:A1"] * 6)
    begin(table, 2)
    table.draw(0, 1, 2, 3, 4, 5)
    table.draw(0, 1, 2, 3, 4, 5)
    assert table.waits_for == (0,)


# ------------------------------------------------------------------ K2, K3: the word on the board


def test_a_word_of_tops_that_move_and_black_ones_that_stay() -> None:
    table = rat(r8c7="S:X8")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    assert table.state.gains == (7, 0)
    assert table.state.at(at(4, 3)).top is None
    assert table.state.at(at(8, 2)).top is None
    assert table.waits_for == (1,)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (("r4c3", "r4c4<r8c2", "r4c5<r4c5", "r4c6"), "cells-for-letters"),
        (("r4c3", "r5c4<r8c2", "r4c5"), "not-in-line"),
        (("r4c5", "r4c4<r8c2", "r4c3"), "wrong-way"),
        (("r4c3", "r4c4<r4c6", "r4c5"), "nothing-there"),
        (("r4c3", "r4c4<r1c2", "r4c5"), "wrong-letter"),
        (("r4c3", "r4c4<r0c2", "r4c5"), "nothing-there"),
        (("r4c3", "r4c4", "r4c5"), "wrong-letter"),
    ],
)
def test_what_cannot_be_laid_is_refused_with_its_reason(path: tuple[str, ...], reason: str) -> None:
    table = rat()
    assert table.check(0, announce("rat", *path)).reason == reason


def test_cells_off_the_board_are_refused() -> None:
    assert rat().check(0, Announce("rat", (43, 144, 45), (43, 82, 45))).reason == "off-the-board"
    assert rat().check(0, Announce("rat", (43, -1, 45), (43, 82, 45))).reason == "off-the-board"


def test_k3_black_pyramids_do_not_move() -> None:
    table = rat(r5c5="black:R1")
    move = announce("rat", "r4c3<r5c5", "r4c4<r8c2", "r4c5")
    assert table.check(0, move).reason == "black-stays"


def test_k3_a_black_pyramid_may_be_covered() -> None:
    table = rat(r4c4="black:X9")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    covered = table.state.at(at(4, 4)).top
    assert covered is not None, "what was covered is there again"
    assert covered.letter == "X"


def test_k3_an_occupied_cell_may_be_covered_and_its_pile_is_there_again() -> None:
    table = Table(r4c2="black:R1", r8c2="S:A1", r4c1="W:X9", r1c3="N:E1", r8c3="S:B1")
    table.put(at(4, 1), "W:X9", beneath=3)
    assert table.say(0, "er", "r4c1<r1c3", "r4c2").reason == "no-own-letter"
    table.put(at(8, 3), "S:E1")
    assert table.say(0, "er", "r4c1<r8c3", "r4c2")
    pile = table.state.at(at(4, 1))
    assert pile.height == 4
    assert pile.top is not None
    assert pile.top.letter == "X"


def test_k3_what_a_lifted_top_reveals_cannot_be_used_this_turn() -> None:
    table = rat()
    table.put(at(4, 4), "S:T1", "S:A1")  # an A lies beneath the T
    move = announce("rat", "r4c3", "r4c4", "r4c5<r4c4")
    assert table.check(0, move).reason == "just-uncovered"


def test_k3_a_cell_whose_top_was_lifted_takes_part_if_another_top_covers_it() -> None:
    table = Table(r4c3="black:R4", r4c4="S:T1", r8c2="S:A1")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5<r4c4")
    assert table.state.gains[0] == 6


def test_k3_a_pyramid_is_used_once() -> None:
    table = Table(r4c3="black:R4", r8c2="S:E1")
    move = announce("ere", "r4c2<r8c2", "r4c3", "r4c4<r8c2")
    assert table.check(0, move).reason == "twice"


def test_k3_the_tops_of_others_may_be_used() -> None:
    table = rat()
    assert table.say(0, "rate", "r4c3", "r4c4<r8c2", "r4c5", "r4c6<r1c3")
    assert table.state.at(at(1, 3)).top is None


def test_k2_a_word_ends_on_the_ring() -> None:
    table = Table(r4c7="black:R4", r4c8="E:A1", r8c2="S:T1", r8c3="S:E1")
    assert table.say(0, "rate", "r4c7", "r4c8", "r4c9<r8c2", "r3c9<r8c3")


def test_k2_the_ring_at_both_ends_is_an_option() -> None:
    board = {f"r4c{column}": "black:A1" for column in range(2, 8)}
    for ring, reason in (("one", "both-ends"), ("both", "")):
        table = Table(2, Options(referee="dictionary", ring=ring), **board)  # type: ignore[arg-type]
        for row in range(2, 8):
            table.put(at(row, 1), "W:A1")
            table.put(at(8, row), "S:A1")
        steps = [f"r4c{column}" for column in range(2, 8)]
        path = ["r4c0<r2c1", "r4c1", *steps, "r4c8<r8c2", "r4c9<r8c3"]
        assert table.check(0, announce("aaaaaaaaaa", *path)).reason == reason


# ------------------------------------------------------------------ K4, K5: own, black, printed


def test_k4_a_word_needs_a_letter_of_the_own_colour() -> None:
    table = rat(r1c4="N:A1")
    move = announce("rat", "r4c3", "r4c4<r1c4", "r4c5")
    assert table.check(0, move).reason == "no-own-letter"


def test_k4_a_word_needs_a_black_letter() -> None:
    table = Table(r8c2="S:R1", r8c3="S:A1", r8c4="S:T1")
    assert table.check(0, announce("rat", "r8c2", "r8c3", "r8c4")).reason == "no-black-letter"


def test_k5_printed_letters_are_used_in_place_for_no_points() -> None:
    table = Table(r8c3="S:A3")
    table.print(at(4, 3), "R", "black")
    table.print(at(4, 5), "T", "black")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c3", "r4c5")
    assert table.state.gains[0] == 3
    assert table.state.at(at(4, 3)).printed == "R", "print stays"


def test_k5_a_printed_letter_of_the_own_colour_counts_as_own() -> None:
    table = Table(r6c4="black:T2", r7c4="black:O1")
    table.print(at(8, 4), "R", "S")
    assert table.say(0, "tor", "r6c4", "r7c4", "r8c4")
    assert table.state.gains[0] == 3


def test_k5_a_printed_letter_of_another_colour_is_not_own() -> None:
    table = Table(r6c4="black:T2", r7c4="black:O1")
    table.print(at(8, 4), "R", "N")
    assert table.check(0, announce("tor", "r6c4", "r7c4", "r8c4")).reason == "no-own-letter"


def test_k5_a_printed_letter_under_a_pyramid_is_not_there() -> None:
    table = rat()
    table.print(at(4, 4), "A", "black")
    table.put(at(4, 4), "S:X9")
    assert table.check(0, announce("rat", "r4c3", "r4c4", "r4c5")).reason == "wrong-letter"


# ------------------------------------------------------------------ K6: gain


def test_k6_all_pyramids_of_the_word_are_gained_and_the_piles_below_are_uncovered() -> None:
    table = rat()
    table.put(at(8, 2), "S:A1", beneath=1)
    table.bag(0, "S:Z6")
    assert table.say(0, "rat", "r4c3", "r4c4<r8c2", "r4c5")
    table.draw(0)
    uncovered = table.state.at(at(8, 2)).top
    assert uncovered is not None
    assert uncovered.letter == "Z"
    assert [one.letter for one in table.state.history[-1].gained] == ["R", "A", "T"]
    assert table.waits_for == (1,)


def test_k6_piles_of_several_colours_are_uncovered_each_from_its_own_bag() -> None:
    table = rat()
    table.put(at(8, 2), "S:A1", beneath=1)
    table.put(at(1, 3), "N:E1", beneath=2)
    table.bag(0, "S:Z6")
    table.bag(2, "N:V6", "N:W6")
    assert table.say(0, "rate", "r4c3", "r4c4<r8c2", "r4c5", "r4c6<r1c3")
    table.draw(0)
    table.draw(1)
    tops = [table.state.at(cell).top for cell in (at(8, 2), at(1, 3))]
    assert [one.letter for one in tops if one] == ["Z", "W"]
    assert table.state.bags[2][0].letter == "V"


def test_k6_a_grey_pile_is_uncovered_from_the_greys() -> None:
    table = rat()
    table.put(at(1, 1), "grey:E1", beneath=1)
    table.put(at(8, 3), "S:X8")
    table.bag(0, "S:Z6")
    table.bag(4, "grey:N1")
    assert table.say(0, "rate", "r4c3", "r4c4<r8c2", "r4c5", "r4c6<r1c1")
    table.draw(0)
    uncovered = table.state.at(at(1, 1)).top
    assert uncovered is not None
    assert (uncovered.letter, uncovered.colour) == ("N", "grey")


# ------------------------------------------------------------------ turns


def test_turns_go_clockwise() -> None:
    table = Table(4, r8c2="S:A1", r2c1="W:A1", r1c2="N:A1", r2c8="E:A1")
    for seat in (0, 1, 2, 3, 0):
        assert table.waits_for == (seat,)
        table.act(seat, PutBack())


@pytest.mark.parametrize("side", SIDES)
def test_k1_each_seat_reads_from_its_own_side(side: Side) -> None:
    from escale.games.kreuzwort.rules.grid import cell_seen_by

    seat = SIDES.index(side)
    table = Table(4, r8c7="S:Z1", r2c1="W:Z1", r1c7="N:Z1", r7c8="E:Z1")
    table.state = replace(table.state, phases=(Turn(seat, began=0),))
    cells = [cell_seen_by(side, 4, column) for column in (3, 4, 5)]
    table.put(cells[0], "black:R1")
    table.put(cells[1], f"{side}:A1")
    table.put(cells[2], "black:T1")
    forth = Announce("rat", tuple(cells), tuple(cells))
    assert table.check(seat, forth)
    back = Announce("tar", tuple(cells[::-1]), tuple(cells[::-1]))
    assert table.check(seat, back).reason == "wrong-way"


def test_the_options_are_bounded() -> None:
    for wrong in ({"turn_seconds": -1}, {"answer_seconds": 4}, {"turn_seconds": 86_401}):
        with pytest.raises(ValueError, match="must be from"):
            Options(**wrong)  # type: ignore[arg-type]
