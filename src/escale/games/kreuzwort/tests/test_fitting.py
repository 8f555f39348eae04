"""Paths and placements against the plain way: every path, every choice of letters."""

from __future__ import annotations

from random import Random

import pytest

from escale.core.phases import top
from escale.games.kreuzwort.rules.grid import (
    CORNERS,
    INSIDE,
    SIDES,
    STARTS,
    Side,
    lay,
    lines,
    path_problem,
)
from escale.games.kreuzwort.rules.pieces import Announce, side_of
from escale.games.kreuzwort.rules.placing import problem
from escale.games.kreuzwort.rules.position import position
from escale.games.kreuzwort.rules.rules import Turn
from escale.games.kreuzwort.solver.fitting import moves
from escale.games.kreuzwort.tests.exhaustive import Exhaustive, paths
from escale.games.kreuzwort.tests.positions import games, some_words, stretched
from escale.games.kreuzwort.tests.table import Table


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("both_ends", [False, True])
def test_the_paths_of_the_rules_and_no_others(side: Side, both_ends: bool) -> None:
    """Every walk over the board, from cell to neighbouring cell."""
    walks: list[tuple[int, ...]] = [(cell,) for cell in range(100)]
    for length in range(2, 7):
        walks = [
            (*walk, 10 * row + column)
            for walk in walks
            for row, column in (
                (walk[-1] // 10 + down, walk[-1] % 10 + right)
                for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))
            )
            if 0 <= row <= 9 and 0 <= column <= 9
        ]
        if length > 4:  # there are too many to look at all
            walks = Random(length).sample(walks, 4000)
        legal = {
            tuple(10 * row + column for row, column in path)
            for path in paths(side, length, both_ends)
        }
        for walk in (*walks, *legal):
            assert (not path_problem(side, walk, both_ends=both_ends)) == (walk in legal), walk


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("both_ends", [False, True])
@pytest.mark.parametrize("length", [9, 14, 27, 37, 43, 44])
def test_long_paths(side: Side, both_ends: bool, length: int) -> None:
    """Which cells inside a long word takes; how it goes round the ring does not matter."""
    expected = {
        tuple((row, column) if 1 <= row <= 8 and 1 <= column <= 8 else None for row, column in path)
        for path in paths(side, length, both_ends)
    }
    found = set()
    for line in lines(side):
        for offset in range(-length, 9):
            within = both_ends or offset >= 0 or offset + length <= len(line)
            cells = lay(line, offset, length) if within else None
            if cells and any(cell in INSIDE for cell in cells):
                assert not path_problem(side, cells, both_ends=both_ends)
                found.add(tuple(divmod(cell, 10) if cell in INSIDE else None for cell in cells))
    assert found == expected


def test_the_best_placement_of_a_word_in_games() -> None:
    kinds, playable = set(), 0
    for turn, (rng, rules, state) in enumerate(games(seed=1, count=24)):
        if turn % 11:  # every seat of two, three and four has its turns
            continue
        phase = top(state)
        assert isinstance(phase, Turn)
        side = side_of(phase.seat, state.seats)
        both_ends = state.options.ring == "both"
        spots = dict(zip(INSIDE, state.spots, strict=True))
        oracle = Exhaustive(spots, side, state.empty, both_ends=both_ends)
        kinds.add((side, state.seats, both_ends, state.options.expert))
        for word in some_words(rng, state.options.language, 6):
            found = moves(state.position(phase.seat), word)
            assert (found[0].score if found else None) == oracle.best(word), word
            playable += bool(found)
            for move in found:
                announce = Announce(word, move.cells, move.sources)
                assert rules.check(state, phase.seat, announce), (move, announce)
    assert len(kinds) >= 24
    assert playable > 30


@pytest.mark.parametrize("seed", range(8))
def test_the_best_placement_of_a_word_on_stretched_boards(seed: int) -> None:
    for number in range(12):
        rng = Random(f"{seed}/{number}")
        spots, side, both_ends = stretched(rng), rng.choice(SIDES), rng.random() < 0.5
        empty = frozenset(rng.sample(SIDES, 2)) - {side}
        oracle = Exhaustive(spots, side, empty, both_ends=both_ends)
        place = position(spots.items(), side, both_ends=both_ends, empty=empty)
        for word in some_words(rng, "de", 8):
            found = moves(place, word)
            assert (found[0].score if found else None) == oracle.best(word), word
            for move in found:
                announce = Announce(word, move.cells, move.sources)
                assert problem(
                    word, announce, side, spots.__getitem__, empty, both_ends=both_ends
                ), (move, announce)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_among_equals_own_ones_come_first_then_those_of_nobody_then_of_the_next(seats: int) -> None:
    """The same from every seat: at a table of three, too, nobody is spared more than another."""
    table = Table(seats)
    for side in SIDES:
        table.put(STARTS[side][2], f"{side}:E1")
    table.put(CORNERS[0], "grey:E1")
    for seat in range(seats):
        found = [
            table.state.at(one.cell).stack[0].colour for one in table.state.position(seat).tops["E"]
        ]
        own, nobodys = found[:1], found[1 : len(found) - seats + 1]
        assert own == [side_of(seat, seats)]
        assert set(nobodys) == {"grey", *table.state.empty}
        assert found[-seats + 1 :] == [
            side_of((seat + more) % seats, seats) for more in range(1, seats)
        ]
