"""The solver against the plain way, in hundreds of positions; and its two engines side by side."""

from __future__ import annotations

from random import Random

import pytest

from escale.core.phases import top
from escale.games.kreuzwort.editions import edition
from escale.games.kreuzwort.rules.grid import INSIDE, SIDES
from escale.games.kreuzwort.rules.pieces import Announce, side_of
from escale.games.kreuzwort.rules.position import Position, position
from escale.games.kreuzwort.rules.rules import Turn
from escale.games.kreuzwort.solver import kernel
from escale.games.kreuzwort.solver.best_first import Solver, search_by, warm_up
from escale.games.kreuzwort.solver.fitting import moves
from escale.games.kreuzwort.solver.position_arrays import PositionArrays
from escale.games.kreuzwort.solver.vocabulary import Vocabulary
from escale.games.kreuzwort.tests.exhaustive import Exhaustive
from escale.games.kreuzwort.tests.positions import common, games, some_words, stretched

VALUES = dict(edition("de").values)


@pytest.fixture(scope="module")
def warm() -> None:
    """Compile the kernel if numba is there."""
    warm_up()


def agree(solver: Solver, oracle: Exhaustive, place: Position, words: list[str]) -> None:
    """Best, the best five, and all, are what the plain way finds, with both engines."""
    expected = {word: score for word in words if (score := oracle.best(word)) is not None}
    scores = sorted(expected.values(), reverse=True)
    some = set(words[::3])
    scores_of_some = sorted((expected[word] for word in some & set(expected)), reverse=True)
    engines = [None, kernel.compiled()]
    with pytest.MonkeyPatch.context() as patch:
        for engine in engines if engines[1] else engines[:1]:
            patch.setattr(kernel, "_compiled", engine)
            for count in (1, 5, len(words)):
                found = solver.top(place, count)
                assert [move.score for move in found] == scores[:count]
                assert len({move.word for move in found}) == len(found)
                assert all(expected[move.word] == move.score for move in found)
            assert solver.best(place) == (found[0] if found else None)
            found = solver.top(place, 3, some.__contains__)
            assert [move.score for move in found] == scores_of_some[:3]


@pytest.mark.usefixtures("warm")
def test_games() -> None:
    kinds, positions = set(), 0
    for turn, (rng, rules, state) in enumerate(games(seed=2, count=24)):
        if turn % 19:
            continue
        phase = top(state)
        assert isinstance(phase, Turn)
        side = side_of(phase.seat, state.seats)
        both_ends = state.options.ring == "both"
        spots = dict(zip(INSIDE, state.spots, strict=True))
        oracle = Exhaustive(spots, side, state.empty, both_ends=both_ends)
        words = some_words(rng, state.options.language, 8)
        solver = Solver(Vocabulary.of(words, dict(rules.edition.values)))
        place = state.position(phase.seat)
        agree(solver, oracle, place, words)
        for move in solver.top(place, len(words)):
            assert rules.check(state, phase.seat, Announce(move.word, move.cells, move.sources))
            assert moves(place, move.word)[0].score == move.score
        kinds.add((side, state.seats, both_ends, state.options.expert))
        positions += 1
    assert len(kinds) >= 18
    assert positions > 24


@pytest.mark.usefixtures("warm")
def test_stretched_boards() -> None:
    for number in range(40):
        rng = Random(f"stretched/{number}")
        spots, side, both_ends = stretched(rng), rng.choice(SIDES), rng.random() < 0.5
        empty = frozenset(rng.sample(SIDES, 2)) - {side}
        oracle = Exhaustive(spots, side, empty, both_ends=both_ends)
        words = some_words(rng, "de", 10)
        place = position(spots.items(), side, both_ends=both_ends, empty=empty)
        agree(Solver(Vocabulary.of(words, VALUES)), oracle, place, words)


@pytest.mark.usefixtures("warm")
def test_both_engines_give_the_same_moves() -> None:
    """With thousands of words, so that chunks, batches and ties matter."""
    pytest.importorskip("numba")
    engine = kernel.compiled()
    assert engine is not None
    vocabulary = Vocabulary.of(common("de"), VALUES)
    for turn, (_, _, state) in enumerate(games(seed=3, count=8)):
        phase = top(state)
        if turn % 3 or state.options.language != "de" or not isinstance(phase, Turn):
            continue
        arrays = PositionArrays(state.position(phase.seat))
        for count in (1, 7):
            assert search_by(None, vocabulary, arrays, count) == search_by(
                engine, vocabulary, arrays, count
            )


def test_the_source_of_the_kernel_runs_without_numba() -> None:
    words = some_words(Random(4), "de", 200)
    vocabulary = Vocabulary.of(words, VALUES)
    plain = kernel.Engine(kernel.scan, kernel.weigh)
    for number in range(20):
        spots = stretched(Random(number))
        arrays = PositionArrays(position(spots.items(), "S", both_ends=False))
        assert search_by(plain, vocabulary, arrays, 3) == search_by(None, vocabulary, arrays, 3)
