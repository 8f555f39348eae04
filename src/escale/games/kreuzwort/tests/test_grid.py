"""K1 and K2: how each side reads, and the path of a word."""

from __future__ import annotations

import pytest

from escale.games.kreuzwort.rules.grid import (
    CENTRE,
    CORNERS,
    INSIDE,
    RING,
    SIDES,
    STARTS,
    Side,
    at,
    cell_seen_by,
    is_ring,
    lay,
    lines,
    path_problem,
    seen_by,
)


def row(number: int, *columns: int) -> list[int]:
    return [at(number, column) for column in columns]


def column(number: int, *rows: int) -> list[int]:
    return [at(one, number) for one in rows]


def test_the_board_has_ten_rows_of_ten_and_a_ring_of_36() -> None:
    assert len(RING) == len(set(RING)) == 36
    assert all(is_ring(cell) for cell in RING)
    assert len(INSIDE) == 64
    assert len(CENTRE) == 36
    parts = [*CENTRE, *CORNERS, *(cell for side in SIDES for cell in STARTS[side])]
    assert sorted(parts) == sorted(INSIDE)


def test_the_ring_is_one_way_round() -> None:
    for one, other in zip(RING, (*RING[1:], RING[0]), strict=True):
        assert abs(one // 10 - other // 10) + abs(one % 10 - other % 10) == 1


@pytest.mark.parametrize("side", SIDES)
def test_each_side_sees_its_start_cells_near_and_reads_fertig(side: Side) -> None:
    assert [seen_by(side, cell) for cell in STARTS[side]] == [(8, c) for c in range(2, 8)]


@pytest.mark.parametrize("side", SIDES)
def test_what_a_side_sees_is_a_turned_board(side: Side) -> None:
    for cell in range(100):
        assert cell_seen_by(side, *seen_by(side, cell)) == cell


@pytest.mark.parametrize("side", SIDES)
def test_k1_left_to_right_and_top_to_bottom_as_the_side_sees_it(side: Side) -> None:
    right = [cell_seen_by(side, 4, c) for c in (3, 4, 5)]
    down = [cell_seen_by(side, r, 4) for r in (3, 4, 5)]
    for path in (right, down):
        assert path_problem(side, path, both_ends=False) == ""
        assert path_problem(side, path[::-1], both_ends=False) == "wrong-way"


@pytest.mark.parametrize("side", SIDES)
def test_the_sixteen_lines_are_read_by_their_side(side: Side) -> None:
    assert len(lines(side)) == 16
    for line in lines(side):
        assert path_problem(side, line, both_ends=False) == ""


@pytest.mark.parametrize(
    ("path", "problem"),
    [
        (row(4, 3, 5), "not-in-line"),  # a gap
        ([at(4, 3), at(5, 4)], "not-in-line"),  # a diagonal
        ([at(4, 3), at(4, 4), at(5, 4)], "not-in-line"),  # a bend inside
        ([at(4, 3), at(4, 4), at(4, 3)], "same-cell-twice"),
        (row(0, 3, 4, 5), "only-ring"),
    ],
)
def test_k2_inside_a_word_is_straight(path: list[int], problem: str) -> None:
    assert path_problem("S", path, both_ends=False) == problem


def test_figure_5a_begins_inside_and_ends_on_the_ring() -> None:
    for way in (column(9, 4, 3, 2), column(9, 4, 5, 6)):
        assert path_problem("S", [*row(4, 7, 8), *way], both_ends=False) == ""
    down = [*column(3, 7, 8, 9), at(9, 2), at(9, 1), at(9, 0), at(8, 0)]  # round a corner
    assert path_problem("S", down, both_ends=False) == ""


def test_figure_5b_begins_on_the_ring_and_ends_inside() -> None:
    assert path_problem("S", [at(3, 0), *row(4, 0, 1, 2)], both_ends=False) == ""
    assert path_problem("S", [at(0, 5), *column(4, 0, 1, 2)], both_ends=False) == ""
    round_corners = [at(0, 1), at(0, 0), at(1, 0), at(2, 0), *row(3, 0, 1, 2)]
    assert path_problem("S", round_corners, both_ends=False) == ""


def test_figure_5c_inside_outside_inside_is_forbidden() -> None:
    path = [*row(4, 7, 8, 9), at(5, 9), at(5, 8)]
    assert path_problem("S", path, both_ends=False) == "inside-again"
    assert path_problem("S", path, both_ends=True) == "inside-again"


def test_the_ring_is_entered_in_line_only() -> None:
    assert path_problem("S", [*row(4, 7, 8), at(3, 9)], both_ends=False) == "not-in-line"
    assert path_problem("S", [*row(4, 7, 8, 9), at(2, 9)], both_ends=False) == "not-in-line"


def test_the_part_inside_keeps_the_reading_direction() -> None:
    assert path_problem("S", row(4, 2, 1, 0), both_ends=False) == "wrong-way"
    assert path_problem("S", column(4, 2, 1, 0), both_ends=False) == "wrong-way"


def test_the_ring_at_one_end_only_unless_the_table_wants_both() -> None:
    whole = row(4, *range(10))
    assert path_problem("S", whole, both_ends=False) == "both-ends"
    assert path_problem("S", whole, both_ends=True) == ""


def test_on_the_ring_a_word_does_not_turn_back() -> None:
    path = [*row(4, 8, 9), at(5, 9), at(4, 9)]
    assert path_problem("S", path, both_ends=False) == "same-cell-twice"
    assert path_problem("S", [*row(4, 8, 9), at(5, 9), at(3, 9)], both_ends=False) == "not-in-line"


@pytest.mark.parametrize("side", SIDES)
def test_what_is_laid_is_a_path(side: Side) -> None:
    for line in lines(side):
        for length in (2, 5, 9, 14, 20):
            for offset in range(1 - length, 8):
                cells = lay(line, offset, length)
                assert cells is not None
                assert len(cells) == length
                assert path_problem(side, cells, both_ends=True) == ""
                one_end = offset >= 0 or offset + length <= 8
                assert (path_problem(side, cells, both_ends=False) == "") == one_end


def test_a_word_that_would_meet_itself_on_the_ring_cannot_be_laid() -> None:
    assert lay(lines("S")[0], -15, 37) is None
    assert lay(lines("S")[0], 0, 8 + 36) is not None
    assert lay(lines("S")[0], 0, 8 + 37) is None
